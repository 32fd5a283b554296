"""Positions of Potential as text.

Ten words, the rows from 10 down to 1, then fields. On a square stands "." or a charge: 1 … 9 for seat 0, a … i for
seat 1.
"""

import re

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.fields import check_fields, expect, number_field, position_words, showing, write_fields
from potluck.core.state import ALL, OVER
from potluck.games.potential import position as at
from potluck.games.potential.board import NAMES, SIZE
from potluck.games.potential.position import DRAW, LONGEST_QUIET, NONE, TEAM, Options
from potluck.games.potential.rules import PotentialState, empty_state
from potluck.games.potential.turn import can_anybody_move, finish, has_lost

FIELDS = ("seat", "active", "made", "barred", "quiet", "winner", "ending")


def write_position(state: PotentialState, viewer: int = ALL) -> str:
    """Write the board row by row, then the fields that differ from a fresh turn."""
    rows = [
        "".join(_write_square(state, row * SIZE + column) for column in range(SIZE)) for row in reversed(range(SIZE))
    ]
    over = state.to_move == OVER
    fields = {
        "seat": "over" if over else str(state.to_move),
        "active": _write_piece(state, int(state.active())),
        "made": str(state.made() or ""),
        "barred": _write_piece(state, int(state.barred())),
        "quiet": str(state.quiet() or ""),
        "winner": ("draw" if state.winner() == DRAW else str(state.winner())) if over else "",
        "ending": state.ending(),
    }
    return "\n".join([*rows, write_fields(fields)])


def _write_piece(state: PotentialState, slot: int) -> str:
    """Name a piece by its square, if there is one."""
    return "" if slot == NONE else NAMES[state.data[at.WHERE + slot]]


def _write_square(state: PotentialState, cell: int) -> str:
    """Write what stands on a square."""
    slot = int(state.data[cell]) - 1
    if slot < 0:
        return "."
    charge = int(state.data[at.CHARGE + slot])
    return str(charge) if slot < TEAM else chr(96 + charge)


def read_position(text: str, options: Options, dice: Dice | None = None) -> PotentialState:
    """Read a position."""
    rows, fields = position_words(text, SIZE)
    check_fields(fields, FIELDS)
    state = empty_state(options)
    for row, word in zip(reversed(range(SIZE)), rows, strict=True):
        _read_row(state, row, word)
    with showing(state):
        _read_turn(state, fields)
    return state


def _read_row(state: PotentialState, row: int, word: str) -> None:
    """Put the pieces of one row on the board."""
    expect(bool(re.fullmatch(r"[.1-9a-i]{10}", word)), f"row {shown(word)}", "ten of . 1 … 9 a … i")
    for column, mark in enumerate(word):
        if mark == ".":
            continue
        seat, charge = (0, int(mark)) if mark.isdigit() else (1, ord(mark) - 96)
        most = int(state.options.max_charge)
        expect(charge <= most, f"row {shown(word)}", f"no charge above {most} (PT15)")
        expect(state.data[at.ALIVE + seat] < TEAM, f"row {shown(word)}", f"a side with at most {TEAM} pieces (PT20)")
        state.add(seat, row * SIZE + column, charge)


def _read_turn(state: PotentialState, fields: dict[str, str]) -> None:
    """Read who moves and how far the turn is."""
    quiet = number_field(fields, "quiet", 0, LONGEST_QUIET, least=-1)
    state.data[at.QUIET], state.data[at.QUIET + 1] = divmod(quiet + 1, 256)
    if fields.get("seat") == "over":
        _read_end(state, fields)
        return
    expect(not {"winner", "ending"} & set(fields), "fields winner and ending", "only with seat=over")
    state.to_move = number_field(fields, "seat", 0, 1)
    state.data[at.MADE] = number_field(fields, "made", 0, 9)
    if "active" in fields:
        state.data[at.ACTIVE] = _read_piece(state, "active", fields["active"])
    if "barred" in fields:
        state.data[at.BARRED] = _read_piece(state, "barred", fields["barred"])
    _check_turn(state)


def _check_turn(state: PotentialState) -> None:
    """Refuse a turn that no match can reach."""
    active = state.active()
    whole = (active == NONE) == (state.made() == 0) and (active != NONE or state.barred() == NONE)
    expect(whole, "fields active, made, barred", "all of a turn under way, or none")
    owing = active == NONE or (active // TEAM == state.to_move and state.owed() > 0)
    expect(owing, "field active", "a piece of the mover that still owes moves (PT18)")
    expect(
        not (has_lost(state, 0) or has_lost(state, 1)),
        "without a side's pieces",
        "pieces of both sides, or seat=over (PT14, PT17)",
    )
    expect(
        not 0 < state.options.quiet_turns <= state.quiet(),
        f"field quiet={state.quiet()}",
        "fewer quiet turns, or seat=over (PT16)",
    )
    expect(can_anybody_move(state), "in which nobody can move", "a piece that can move, or seat=over (PT7)")


def _read_end(state: PotentialState, fields: dict[str, str]) -> None:
    """Read how a finished match ended."""
    winner = fields.get("winner", "")
    ending = fields.get("ending", "")
    known = winner in ("0", "1", "draw") and ending in ("PT5", "PT7", "PT14", "PT16", "PT17")
    expect(known, "with seat=over", "winner=0, 1 or draw, and the ending's ruling")
    finish(state, DRAW if winner == "draw" else int(winner), int(ending[2:]))


def _read_piece(state: PotentialState, field: str, name: str) -> int:
    """Find the piece that a field names by its square: its slot plus one."""
    found = name in NAMES and state.data[NAMES.index(name)] > 0
    expect(found, f"field {field}={shown(name)}", "a square with a piece")
    return int(state.data[NAMES.index(name)])
