"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from collections.abc import Iterable

import pytest

import potluck
from kit import Case, case_id, sampled_states
from potential.facts import VARIANTS
from potluck import OVER, Dice, State
from potluck.games.potential.board import MOVE_COUNT
from potluck.games.potential.explain import sentence
from potluck.games.potential.rules import PotentialState

CASES = [Case("potential", options, seats) for options, seats in VARIANTS]


def check_codes(state: State, codes: Iterable[int]) -> None:
    """Check that a ruling forbids each code, and that there is a sentence for it, exactly when it is not legal."""
    assert isinstance(state, PotentialState)
    legal = set(state.moves())
    known = potluck.rulings("potential")
    for move in codes:
        ruling = state.why_not(move)
        assert (ruling == 0) == (move in legal), (move, ruling)
        assert ruling == 0 or (f"PT{ruling}" in known and sentence(state, move, ruling))


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    dice = Dice(31)
    states = [state for state in sampled_states(case, 30, 13) if state.to_move != OVER]
    for state in states[:2]:
        check_codes(state, range(MOVE_COUNT))
    for state in states[2:]:
        check_codes(state, {*state.moves(), *(dice.below(MOVE_COUNT) for _ in range(60))})
