"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import potluck
from kit import Case, case_id, sampled_states
from potluck import Dice, State
from potluck.games.struggle.custom import load_rules
from potluck.games.struggle.explain import sentence
from potluck.games.struggle.rules import StruggleState
from struggle.facts import VARIANTS

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN: dict[str, int | bool | str] = {"powers": "veil:green+retreat:red+torus:blue/classic"}
CASES = [Case("struggle", options, seats) for options, seats in [*VARIANTS, (OWN, 2)]]


def check_codes(state: State, codes: Iterable[int]) -> None:
    """Check that a ruling forbids each code, and that there is a sentence for it, exactly when it is not legal."""
    assert isinstance(state, StruggleState)
    legal = set(state.moves())
    known = potluck.rulings("struggle")
    for move in codes:
        ruling = state.why_not(move)
        assert (ruling == 0) == (move in legal), (move, ruling)
        assert ruling == 0 or (f"ST{ruling}" in known and sentence(state, move, ruling))


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    for file in ("veil.py", "retreat.py"):
        load_rules(EXAMPLES / file)
    count = case.load().move_count
    dice = Dice(31)
    states = [state for state in sampled_states(case, 30, 26) if state.to_move >= 0]
    for number, state in enumerate(states):
        some = {*state.moves(), *(dice.below(count) for _ in range(40))}
        check_codes(state, range(count) if number % 9 == 0 else some)
