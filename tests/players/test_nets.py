"""The files of nets, and what judges where there is none."""

import random
from collections.abc import Iterator

import pytest

from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.net import MOST, UNITS
from potluck.core.state import CHANCE, OVER
from potluck.games import load
from potluck.games.potus import learned as potus
from potluck.games.potus.evaluate import PotusEvaluator
from potluck.games.potus.game import Potus
from potluck.games.potus.rules import PotusState
from potluck.games.struggle.evaluate import StruggleEvaluator
from potluck.games.struggle.learned import INPUTS, StruggleNet
from potluck.players import nets
from potluck.players.door import Player
from potluck.players.nets import MAGIC, Weights, judge, read_net, write_net
from potluck.players.settings import read_level

STRUGGLE = load("struggle")
WEIGHTS = Weights(INPUTS, {3: tuple(range(-8, 8)), 6961: (7,) * UNITS}, (5,) * UNITS, tuple(range(UNITS)), -123_456)


def test_a_net_is_read_as_it_was_written() -> None:
    assert read_net(write_net(STRUGGLE, WEIGHTS, "by a test"), STRUGGLE) == WEIGHTS


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (b'"game":"struggle"', b'"game":"chess"', "the net is for chess, rules 1, inputs 1; this is struggle"),
        (b'"rules_version":1', b'"rules_version":9', "rules 9"),
        (b'"layout":1', b'"layout":2', "inputs 2"),
        (MAGIC, b"something else\n", "not the file of a net"),
        (b'"used":2', b'"used":"two"', "the net is damaged"),
        (b'"used":2', b'"used":1', "damaged: its checksum"),
        (b'"inputs":6962', b'"inputs":62', "damaged: its checksum"),
        (b"by a test", b"by a tost", "damaged: its checksum"),
        (b"by a test", b"by a t\xe5st", "the net is damaged"),
        (b"\x05\x00\x00\x00", b"\x06\x00\x00\x00", "damaged: its checksum"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_by_name(before: bytes, after: bytes, reason: str) -> None:
    file = write_net(STRUGGLE, WEIGHTS, "by a test")
    assert before in file
    with pytest.raises(PotluckError, match=reason):
        read_net(file.replace(before, after, 1), STRUGGLE)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"setup": "secret"}, "it has not seen secret set-ups"),
        ({"pact_with_white": True}, "it has not seen the option pact_with_white"),
    ],
)
def test_what_a_net_was_not_trained_for_is_judged_by_hand(options: dict[str, str | bool], reason: str) -> None:
    judged = judge(load("struggle", **options))
    assert isinstance(judged.evaluator, StruggleEvaluator)
    assert judged.trouble == reason


def test_a_damaged_file_leaves_the_hand_made_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "shipped_file", lambda name: MAGIC)
    judged = judge(STRUGGLE)
    assert isinstance(judged.evaluator, StruggleEvaluator)
    assert judged.trouble == "this is not the file of a net"


def test_a_game_without_inputs_is_judged_by_hand() -> None:
    assert judge(load("potential")).trouble == "this game has no learned evaluator"


def test_the_net_sees_both_sides_alike() -> None:
    """A position turned round and given to the other seat has the same value."""
    evaluator = StruggleNet(
        Weights(INPUTS, {n: ((n * 7) % 200,) * UNITS for n in range(INPUTS)}, (0,) * 16, (9,) * 16, 0).net()
    )
    state = load("struggle", powers="classic").new()
    assert evaluator.guess(state, 0) == -evaluator.guess(state, 1) != 0.0


def test_the_net_that_comes_with_struggle_judges_it() -> None:
    judged = judge(STRUGGLE)
    assert judged.trouble == ""
    assert isinstance(judged.evaluator, StruggleNet)


def test_the_net_says_the_same_on_every_machine() -> None:
    game = load("struggle", powers="classic")
    state, evaluator = game.new(), judge(game).evaluator
    assert evaluator.guess(state, 0) == -0.010253505123798794
    state.play(game.read(state, "a2^b2^c2"))
    assert evaluator.guess(state, 0) == 0.05476366779514514


def test_a_level_may_judge_by_the_net() -> None:
    game = load("struggle", powers="classic")
    settings = read_level("alphabeta:steps=300:learned=true")
    assert settings.learned
    answer = Player(game, settings, 5).choose(game.write_position(game.new()), 0)
    assert game.read(game.new(), answer) in list(game.new().moves())


# POTUS

POTUS = Potus()


def some_of_potus(seed: int) -> Iterator[PotusState]:
    """Walk through the positions of a match of random moves."""
    state, dice, chance = POTUS.new(), Dice(seed), random.Random(seed)
    while state.to_move != OVER:
        assert isinstance(state, PotusState)
        yield state
        state.play(dice.sample(state) if state.to_move == CHANCE else chance.choice(list(state.moves())))


def test_the_inputs_of_potus_are_within_their_number() -> None:
    seen: set[int] = set()
    for seed in range(10):
        for state in some_of_potus(seed):
            active = potus.inputs_of(state)
            assert len(active) <= MOST
            seen.update(active)
    assert 0 <= min(seen) < max(seen) < potus.INPUTS
    assert len(seen) > potus.INPUTS // 2


def test_a_net_of_potus_that_says_nothing_leaves_what_the_hand_made_evaluator_finds() -> None:
    silent = Weights(potus.INPUTS, {}, (0,) * UNITS, (0,) * UNITS, 0).net()
    evaluator, hand = potus.PotusNet(silent, POTUS.rules), PotusEvaluator(POTUS.rules)
    for state in some_of_potus(3):
        lead = (hand.worth(state, 0) - hand.worth(state, 1)) / 64
        assert evaluator.guess(state, 0) == pytest.approx(0.98 * lead / (1 + abs(lead)))
        assert evaluator.guess(state, 1) == -evaluator.guess(state, 0)


def test_the_net_of_potus_sees_both_sides_alike() -> None:
    """A position turned round, with everything given to the other seat, has the same value."""
    rows = {
        number: tuple((number * 7 + unit * 13) % 90 - 45 for unit in range(UNITS)) for number in range(potus.INPUTS)
    }
    evaluator = potus.PotusNet(Weights(potus.INPUTS, rows, (0,) * 16, (900,) * 16, 0).net(), POTUS.rules)
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
    assert isinstance(judged.evaluator, potus.PotusNet)
    assert judged.evaluator.guess(POTUS.new(), 0) == -judged.evaluator.guess(POTUS.new(), 1)
