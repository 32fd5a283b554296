"""What Potential's net is told of a position, what it may judge, and what it knows."""

import pytest

from kit import walk
from potluck import Dice, load
from potluck.core.net import MOST, UNITS
from potluck.core.state import OVER
from potluck.games.potential.evaluate import PotentialEvaluator
from potluck.games.potential.game import Potential
from potluck.games.potential.learned import CROWD, INPUTS, LEAKING, LIVING, MOVING, PotentialNet, inputs_of, known_of
from potluck.games.potential.notation import pieces_of
from potluck.games.potential.position import NONE, WHERE
from potluck.games.potential.rules import PotentialState
from potluck.players.nets import Weights, judge

POTENTIAL = Potential()
TURNED = str.maketrans("123456abcdef", "abcdef123456")


def position(*rows: str, fields: str = "seat=0", empty: int = 0) -> PotentialState:
    """Draw rows over so many empty ones at the lower edge."""
    board = [row.ljust(10, ".") for row in rows] + [".........."] * empty
    state = POTENTIAL.read_position("\n".join([".........."] * (10 - len(board)) + board) + " " + fields)
    assert isinstance(state, PotentialState)
    return state


def apart(one: int, other: int) -> int:
    """Count the steps between two squares."""
    return max(abs(one // 10 - other // 10), abs(one % 10 - other % 10))


def expected(state: PotentialState) -> list[int]:
    """List the inputs of a position, the plain way."""
    own, theirs = (pieces_of(state, seat) for seat in (state.to_move, 1 - state.to_move))
    moving = int(state.data[WHERE + state.active()]) if state.active() != NONE else -1
    found = [LIVING + len(own) * 9 + len(theirs)]
    found.append(MOVING + (own[moving] * 10 + int(state.owed()) if moving >= 0 else 0))
    for side, team in enumerate((own, theirs)):
        kind = 2 * side + (moving >= 0)
        found += [LEAKING + kind * 10 + charge for cell, charge in team.items() if {0, 9} & {cell // 10, cell % 10}]
    for cell, charge in own.items():
        may = 0 if moving < 0 else 2 if cell == moving else 1
        near = [(enemy, apart(cell, spot)) for spot, enemy in theirs.items() if apart(cell, spot) <= 2]
        found += [may * 200 + charge * 20 + enemy * 2 + steps - 1 for enemy, steps in near]
    return sorted(found)


def test_every_fact_that_counts_is_an_input() -> None:
    seen: set[int] = set()
    for seed in range(12):
        for state, _ in walk(POTENTIAL, POTENTIAL.new(), Dice(seed), 300):
            assert isinstance(state, PotentialState)
            if state.to_move != OVER:
                assert sorted(inputs_of(state)) == expected(state)
                seen.update(inputs_of(state))
    assert 0 <= min(seen) < max(seen) < INPUTS
    kinds = [range(200), range(200, 400), range(400, 600), range(LEAKING, MOVING), range(MOVING, LIVING)]
    assert all(len(seen.intersection(kind)) > 12 for kind in kinds)


def test_a_crowd_leaves_room_for_what_comes_after_it() -> None:
    state = position("....1aa1", "....1aa1", "....1aa1", "....1aa1", empty=3)
    whole, active = expected(state), inputs_of(state)
    assert len(whole) > CROWD + 2
    assert len(active) == CROWD + 2 <= MOST
    assert active[-2:] == [LIVING + 80, MOVING]
    assert set(active) <= set(whole)


def test_a_net_of_potential_that_says_nothing_leaves_three_times_what_the_hand_made_evaluator_finds() -> None:
    silent, hand = PotentialNet(Weights(INPUTS, {}, (0,) * UNITS, (0,) * UNITS, 0).net()), PotentialEvaluator()
    for state, _ in walk(POTENTIAL, POTENTIAL.new(), Dice(5), 200):
        if state.to_move == OVER:
            break
        assert isinstance(state, PotentialState)
        guess = hand.guess(state, 0)
        lead = 3 * guess / (0.98 - abs(guess))
        assert silent.guess(state, 0) == pytest.approx(0.98 * lead / (1 + abs(lead)), abs=1e-4)
        assert silent.guess(state, 1) == -silent.guess(state, 0)
        assert known_of(state) == pytest.approx(-lead if state.to_move else lead)


def test_the_net_of_potential_sees_all_sides_alike() -> None:
    """A position given to the other seat, turned round or mirrored, has the same value."""
    rows = {number: tuple((number * 7 + unit * 13) % 90 - 45 for unit in range(UNITS)) for number in range(INPUTS)}
    evaluator = PotentialNet(Weights(INPUTS, rows, (0,) * UNITS, (900,) * UNITS, 0).net())
    board = ["..........", "..a3......", "...2b.....", ".....1...e", "1..c......"]
    near = position(*board, fields="seat=0 active=d3 made=1")
    far = position(*(row.translate(TURNED) for row in board), fields="seat=1 active=d3 made=1")
    mirrored = position(*(row[::-1] for row in board), fields="seat=0 active=g3 made=1")
    assert evaluator.guess(near, 0) == evaluator.guess(far, 1) == evaluator.guess(mirrored, 0) != 0.0


def test_the_net_of_potential_has_seen_its_charges_and_moves_alone() -> None:
    for options in ({"max_charge": 5}, {"initial_charge": 3}, {"removal_target": 3}, {"no_double_jumps": True}):
        judged = judge(load("potential", **options))
        assert isinstance(judged.evaluator, PotentialEvaluator)
        assert judged.trouble == f"it has not seen the option {next(iter(options))}"
    assert load("potential", layout="columns", quiet_turns=200, first=1).untrained() == ""


def test_the_net_that_comes_with_potential_judges_it() -> None:
    judged = judge(POTENTIAL)
    assert judged.trouble == ""
    assert isinstance(judged.evaluator, PotentialNet)
    state = POTENTIAL.new()
    assert judged.evaluator.guess(state, 0) == -judged.evaluator.guess(state, 1) == 0.055252419172680284


def test_the_net_knows_who_may_jump_first() -> None:
    """With the same pieces, whoever is to move beside an enemy that can be drained is ahead."""
    net, hand = judge(POTENTIAL).evaluator, POTENTIAL.evaluator()
    for seat in (0, 1):
        state = position(".2......b.", "..........", "...2a.....", "...b1.....", empty=3, fields=f"seat={seat}")
        assert hand.guess(state, seat) == 0.0
        assert net.guess(state, seat) > 0.1
