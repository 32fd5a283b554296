"""A position of Potential put together by hand."""

from potluck.core.editing import Draft, Knob, Tool, grid_places, number, to_move
from potluck.core.editing import account as account
from potluck.core.editing import turn as turn
from potluck.games.potential.board import NAMES, SIZE
from potluck.games.potential.position import LONGEST_QUIET

SETUP: tuple[str, ...] = ()  # phases before the first turn
WORDS: int = SIZE
PLACES = grid_places(NAMES, SIZE)
CHARGES = ("123456789", "abcdefghi")  # by seat


def lay_out(draft: Draft) -> None:
    """Let a fresh turn begin."""
    seat = draft.fields.get("seat", "0")
    quiet = draft.fields.get("quiet", "0")
    draft.keep(seat=seat if seat in ("0", "1") else "0", quiet="0" if quiet == "-1" else quiet)


def tools(draft: Draft) -> list[Tool]:
    """List what can be placed."""
    return [Tool(f"piece{seat}", f"{{{seat}}}'s piece") for seat in range(2)]


def place(draft: Draft, tool: str, spot: str, near: int) -> None:
    """Place a piece; one of the same side is charged by one point more."""
    charges = CHARGES[tool == "piece1"]
    here = draft.at(PLACES, spot)
    draft.put(PLACES, spot, charges[min(charges.find(here) + 1, len(charges) - 1)])


def take(draft: Draft, spot: str, near: int) -> None:
    """Take a piece away."""
    draft.put(PLACES, spot, ".")


def knobs(draft: Draft, near: int) -> list[Knob]:
    """List what stands beside the board."""
    return [to_move(draft), number(draft, "quiet", "Quiet turns", LONGEST_QUIET)]
