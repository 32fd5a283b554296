"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from pathlib import Path

import pytest

from kit import Case, case_id, check_codes, sampled_states
from potluck import Dice
from potluck.games.struggle.custom import load_rules
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
