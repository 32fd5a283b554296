"""What the test kit needs to know of Potential."""

from potluck import OVER, Game, State
from potluck.games.potential.board import CELLS
from potluck.games.potential.position import ALIVE, CHARGE, NONE, TEAM, WHERE
from potluck.games.potential.rules import PotentialState

VARIANTS: list[tuple[dict[str, int | bool | str], int]] = [
    ({}, 2),
    ({"layout": "columns", "first": 1}, 2),
    ({"no_double_jumps": True}, 2),
    ({"jump_costs_two": True, "initial_charge": 3}, 2),
    ({"must_complete": True, "no_double_jumps": True, "removal_target": 3, "quiet_turns": 20}, 2),
    ({"max_charge": 4, "initial_charge": 4, "removal_target": 5}, 2),
    ({"max_charge": 9, "initial_charge": 5, "quiet_turns": 10}, 2),
    ({"quiet_turns": 0}, 2),
]


def check(game: Game, state: State) -> None:
    """Check that pieces, squares and charges agree."""
    assert isinstance(state, PotentialState)
    standing = {cell: int(state.data[cell]) - 1 for cell in range(CELLS) if state.data[cell]}
    living = [seat * TEAM + number for seat in range(2) for number in range(state.data[ALIVE + seat])]
    assert sorted(standing.values()) == living
    for cell, slot in standing.items():
        assert state.data[WHERE + slot] == cell
        assert 1 <= int(state.data[CHARGE + slot]) <= state.options.max_charge
    if state.active() != NONE:
        assert state.active() // TEAM == state.to_move
        assert state.owed() > 0
    if state.to_move != OVER:
        assert all(TEAM - int(state.data[ALIVE + seat]) < state.options.removal_target for seat in range(2))
        assert state.options.quiet_turns == 0 or state.quiet() < state.options.quiet_turns
