"""Positions of Potential as text.

Ten words, the rows from 10 down to 1, then fields. On a square stands "." or a charge: 1 … 9 for seat 0, a … i for
seat 1.
"""

import re

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.fields import check_fields, number_field, position_words
from potluck.core.state import ALL, OVER
from potluck.games.potential.board import NAMES, SIZE
from potluck.games.potential.position import (
    ACTIVE,
    ALIVE,
    BARRED,
    CHARGE,
    DRAW,
    LONGEST_QUIET,
    MADE,
    NONE,
    QUIET,
    TEAM,
    WHERE,
    Options,
)
from potluck.games.potential.rules import PotentialState, empty_state
from potluck.games.potential.turn import can_anybody_move, finish, has_lost

FIELDS = ("seat", "active", "made", "barred", "quiet", "winner", "ending")


def write_position(state: PotentialState, viewer: int = ALL) -> str:
    """Write the board row by row, then the fields that differ from a fresh turn."""
    rows = [
        "".join(_write_square(state, row * SIZE + column) for column in range(SIZE)) for row in reversed(range(SIZE))
    ]
    fields = [f"seat={state.to_move}"] if state.to_move != OVER else ["seat=over"]
    if state.active() != NONE:
        fields += [f"active={NAMES[state.data[WHERE + state.active()]]}", f"made={state.made()}"]
    if state.barred() != NONE:
        fields.append(f"barred={NAMES[state.data[WHERE + state.barred()]]}")
    if state.quiet() != 0:
        fields.append(f"quiet={state.quiet()}")
    if state.to_move == OVER:
        winner = state.winner()
        fields += [f"winner={'draw' if winner == DRAW else winner}", f"ending={state.ending()}"]
    return "\n".join(rows) + "\n" + " ".join(fields)


def _write_square(state: PotentialState, cell: int) -> str:
    """Write what stands on a square."""
    slot = int(state.data[cell]) - 1
    if slot < 0:
        return "."
    charge = int(state.data[CHARGE + slot])
    return str(charge) if slot < TEAM else chr(96 + charge)


def read_position(text: str, options: Options, dice: Dice | None = None) -> PotentialState:
    """Read a position."""
    rows, fields = position_words(text, SIZE)
    check_fields(fields, FIELDS)
    state = empty_state(options)
    for row, word in zip(reversed(range(SIZE)), rows, strict=True):
        _read_row(state, row, word)
    _read_turn(state, fields)
    return state


def _read_row(state: PotentialState, row: int, word: str) -> None:
    """Put the pieces of one row on the board."""
    if not re.fullmatch(r"[.1-9a-i]{10}", word):
        raise BadNotation(f"position row {shown(word)}: expected ten of . 1 … 9 a … i")
    for column, mark in enumerate(word):
        if mark == ".":
            continue
        seat, charge = (0, int(mark)) if mark.isdigit() else (1, ord(mark) - 96)
        if charge > state.options.max_charge:
            raise BadNotation(f"position row {shown(word)}: no charge above {state.options.max_charge} (PT15)")
        if state.data[ALIVE + seat] == TEAM:
            raise BadNotation(f"position row {shown(word)}: a side has at most {TEAM} pieces (PT20)")
        state.add(seat, row * SIZE + column, charge)


def _read_turn(state: PotentialState, fields: dict[str, str]) -> None:
    """Read who moves and how far the turn is."""
    quiet = number_field(fields, "quiet", 0, LONGEST_QUIET, least=-1)
    state.data[QUIET], state.data[QUIET + 1] = divmod(quiet + 1, 256)
    if fields.get("seat") == "over":
        _read_end(state, fields)
        return
    if "winner" in fields or "ending" in fields:
        raise BadNotation("position fields winner and ending: expected only with seat=over")
    state.to_move = number_field(fields, "seat", 0, 1)
    state.data[MADE] = number_field(fields, "made", 0, 9)
    if "active" in fields:
        state.data[ACTIVE] = _read_piece(state, "active", fields["active"])
    if "barred" in fields:
        state.data[BARRED] = _read_piece(state, "barred", fields["barred"])
    _check_turn(state)


def _check_turn(state: PotentialState) -> None:
    """Refuse a turn that no match can reach."""
    active = state.active()
    if (active == NONE) != (state.made() == 0) or (active == NONE and state.barred() != NONE):
        raise BadNotation("position fields active, made, barred: expected all of a turn under way, or none")
    if active != NONE and (active // TEAM != state.to_move or state.owed() <= 0):
        raise BadNotation("position field active: expected a piece of the mover that still owes moves (PT18)")
    if has_lost(state, 0) or has_lost(state, 1):
        raise BadNotation("position in which a side has lost its pieces: expected seat=over (PT14, PT17)")
    if 0 < state.options.quiet_turns <= state.quiet():
        raise BadNotation(f"position field quiet={state.quiet()}: expected seat=over (PT16)")
    if not can_anybody_move(state):
        raise BadNotation("position in which nobody can move: expected seat=over (PT7)")


def _read_end(state: PotentialState, fields: dict[str, str]) -> None:
    """Read how a finished match ended."""
    winner = fields.get("winner", "")
    ending = fields.get("ending", "")
    if winner not in ("0", "1", "draw") or ending not in ("PT5", "PT7", "PT14", "PT16", "PT17"):
        raise BadNotation("position with seat=over: expected winner=0, 1 or draw, and the ending's ruling")
    finish(state, DRAW if winner == "draw" else int(winner), int(ending[2:]))


def _read_piece(state: PotentialState, field: str, name: str) -> int:
    """Find the piece that a field names by its square: its slot plus one."""
    if name not in NAMES or state.data[NAMES.index(name)] == 0:
        raise BadNotation(f"position field {field}={shown(name)}: expected a square with a piece")
    return int(state.data[NAMES.index(name)])
