"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from pathlib import Path

import pytest

import potluck
from kit import Case, case_id, check_codes, sampled_states
from potluck import CHANCE, OVER, Dice
from potluck.games.struggle.custom import load_rules
from struggle.drawn import drawn, refused
from struggle.facts import VARIANTS

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN: dict[str, int | bool | str] = {"powers": "veil:green+retreat:red+torus:blue/classic"}
CASES = [Case("struggle", options, seats) for options, seats in [*VARIANTS, (OWN, 2)]]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    for file in ("veil.py", "retreat.py"):
        load_rules(EXAMPLES / file)
    game = case.load()
    count = game.move_count
    dice = Dice(31)
    states = [state for state in sampled_states(case, 30, 26) if state.to_move >= 0]
    for number, state in enumerate(states):
        some = {*state.moves(), *(dice.below(count) for _ in range(40))}
        check_codes(game, state, range(count) if number % 9 == 0 else some)


def test_only_the_rule_that_asks_may_be_answered() -> None:
    game = potluck.load("struggle", powers="reaper:black+armor:red+hatter")
    rules = "rules1=armor:red+hatter+reaper:black;blue_at:g6;green_at:f7"
    state = drawn("We6 wb1 kd3", f"seat=1 mover=0 phase=answer asking=5 lively=1 {rules}", game)
    check_codes(game, state, range(game.move_count))
    refused(state, "stop", "ST19", game)
    refused(state, "d3-d2", "ST19", game)


def test_nothing_may_be_done_while_chance_draws_and_after_the_end() -> None:
    game = potluck.load("struggle", powers="random")
    state = game.new()
    assert state.to_move == CHANCE
    assert {state.why_not(move) for move in range(game.move_count)} == {2}
    dice = Dice(3)
    while state.to_move != OVER:
        moves = state.moves()
        state.play(dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))])
    assert {f"ST{state.why_not(move)}" for move in range(game.move_count)} == {state.ending()}


def test_a_rule_of_ones_own_says_why_not_in_its_own_words() -> None:
    load_rules(EXAMPLES / "retreat.py")
    game = potluck.load("struggle", powers="retreat:red+armor:red+jolt:red/none")
    assert game.explain(game.new(), "retreat:up") == ("ST23", "your Retreat needs a free space behind it")
