"""What POTUS's net is told of a position, and what it may judge."""

import random
from collections.abc import Iterator
from itertools import count

import pytest

from potluck.core.dice import Dice
from potluck.core.net import MOST, UNITS
from potluck.core.state import CHANCE, OVER
from potluck.games import load
from potluck.games.potus.evaluate import PotusEvaluator
from potluck.games.potus.game import Potus
from potluck.games.potus.learned import INPUTS, PotusNet, inputs_of, known_of, view_of
from potluck.games.potus.rules import PotusState
from potluck.players.nets import Weights, judge

POTUS = Potus()


def some_of_potus(seed: int) -> Iterator[PotusState]:
    """Walk through a match of random moves, and show every tenth position."""
    state, dice, chance = POTUS.new(), Dice(seed), random.Random(seed)
    for number in count(seed):
        if state.to_move == OVER:
            return
        assert isinstance(state, PotusState)
        if number % 10 == 0:
            yield state
        state.play(dice.sample(state) if state.to_move == CHANCE else chance.choice(list(state.moves())))


def test_the_inputs_of_potus_are_within_their_number() -> None:
    seen: set[int] = set()
    for seed in range(10):
        for state in some_of_potus(seed):
            active = inputs_of(state)
            assert len(active) <= MOST
            seen.update(active)
    assert 0 <= min(seen) < max(seen) < INPUTS
    assert len(seen) > INPUTS // 2


def test_a_net_of_potus_that_says_nothing_leaves_what_the_hand_made_evaluator_finds() -> None:
    silent = Weights(INPUTS, {}, (0,) * UNITS, (0,) * UNITS, 0).net()
    evaluator, hand = PotusNet(silent, POTUS.rules), PotusEvaluator(POTUS.rules)
    for state in some_of_potus(3):
        lead = (hand.worth(state, 0) - hand.worth(state, 1)) / 64
        assert evaluator.guess(state, 0) == pytest.approx(0.98 * lead / (1 + abs(lead)))
        assert evaluator.guess(state, 1) == -evaluator.guess(state, 0)
        assert evaluator.glance(state, 0) == pytest.approx(evaluator.guess(state, 0))
        assert known_of(state) == (-lead if view_of(state) else lead)


def test_a_glance_at_a_finished_match_of_potus_tells_its_score() -> None:
    evaluator = judge(POTUS).evaluator
    state, dice = POTUS.new(), Dice(4)
    while state.to_move != OVER:
        state.play(dice.sample(state) if state.to_move == CHANCE else state.moves()[0])
    assert [evaluator.glance(state, seat) for seat in (0, 1)] == [state.score(0), state.score(1)]


def test_the_net_of_potus_sees_both_sides_alike() -> None:
    """A position turned round, with everything given to the other seat, has the same value."""
    rows = {number: tuple((number * 7 + unit * 13) % 90 - 45 for unit in range(UNITS)) for number in range(INPUTS)}
    evaluator = PotusNet(Weights(INPUTS, rows, (0,) * 16, (900,) * 16, 0).net(), POTUS.rules)
    squares = ".aUo.oUa .R....U. .UU.*.R. .*.....* *.uu+.*. .RC*.A.. ..A..uR. S.o.u.o."
    said = "phase=move stacks={stack} actor={actor} left=1 money={money} battles=4"
    near = f"{squares} " + said.format(stack="e4:ct", actor=0, money="0/50")
    far = f"{squares[::-1].translate(str.maketrans('CATUcatu', 'catuCATU'))} " + said.format(
        stack="d5:CT", actor=1, money="50/0"
    )
    one, two = (POTUS.read_position(text, Dice(0)) for text in (near, far))
    assert evaluator.guess(one, 0) == evaluator.guess(two, 1) != 0.0


def test_the_net_of_potus_has_seen_the_game_of_the_rulebook_alone() -> None:
    judged = judge(load("potus", turncoats=3))
    assert isinstance(judged.evaluator, PotusEvaluator)
    assert judged.trouble == "it has not seen the option turncoats"
    assert load("potus", first=1).untrained() == ""


def test_the_net_that_comes_with_potus_judges_it() -> None:
    judged = judge(POTUS)
    assert judged.trouble == ""
    assert isinstance(judged.evaluator, PotusNet)
    assert judged.evaluator.guess(POTUS.new(), 0) == -judged.evaluator.guess(POTUS.new(), 1)
