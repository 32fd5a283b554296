"""The tokens of POTUS: who stands where, as bytes of a position.

One vec holds the position. Its first bytes tell what stands on each square, as bits: so one mask tells whether a
token may enter. Seat s owns the slots s * TEAM …: its Candidate, two Advocates, then the Turncoats of its colour.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potus.board import CELLS, WALL

CANDIDATE: Final = 0
ADVOCATE: Final = 1
TURNCOAT: Final = 2

TEAM: Final = 10  # slots a seat
TURNCOATS: Final = 3  # the first Turncoat's slot within its team; the Advocates have 1 and 2
MOST_TURNCOATS: Final = 7
SLOTS: Final[i64] = 2 * TEAM

# What stands on a square: PLAYABLE << seat and so on.
PLAYABLE: Final = 1  # a Candidate or a converted Turncoat
UNCONVERTED: Final = 4
GUARD: Final = 16  # an Advocate
STONE: Final = 64  # nothing enters: outside the board
ANYTHING: Final = 127

WHERE: Final = 65  # WHERE + slot: its square, or WALL while it is off the board
FLAGS: Final = 85  # FLAGS + slot
PILES: Final = 105  # the bytes from here on belong to piles.py

CONVERTED: Final = 1
FINISHED: Final = 2


def kind_of(slot: i64) -> i64:
    """Tell the kind of the token in a slot."""
    index = slot % TEAM
    if index >= TURNCOATS:
        return TURNCOAT
    return CANDIDATE if index == 0 else ADVOCATE


def class_of(data: vec[u8], slot: i64) -> i64:
    """Tell what a token is to those who would enter its square."""
    index = slot % TEAM
    seat = slot // TEAM
    if index == 0:
        return PLAYABLE << seat
    if index < TURNCOATS:
        return GUARD << seat
    return (PLAYABLE if i64(data[FLAGS + slot]) & CONVERTED != 0 else UNCONVERTED) << seat


def closed_to(kind: i64, seat: i64) -> i64:
    """Give the mask of what keeps a token out of a square (PO9, PO10, PO11)."""
    if kind == CANDIDATE:
        return ANYTHING ^ ((PLAYABLE | UNCONVERTED) << seat)
    return ANYTHING ^ (PLAYABLE << (seat if kind == TURNCOAT else 1 - seat))


def clear_tokens(data: vec[u8]) -> None:
    """Take everything off the board."""
    for cell in range(CELLS):
        data[cell] = 0
    data[WALL] = STONE
    for slot in range(SLOTS):
        data[WHERE + slot] = WALL
        data[FLAGS + slot] = 0


def put(data: vec[u8], slot: i64, cell: i64) -> None:
    """Place a token that is off the board."""
    data[WHERE + slot] = u8(cell)
    data[cell] = u8(i64(data[cell]) | class_of(data, slot))


def lift(data: vec[u8], slot: i64) -> None:
    """Take a token off the board."""
    cell = i64(data[WHERE + slot])
    data[WHERE + slot] = WALL
    look_at(data, cell)


def look_at(data: vec[u8], cell: i64) -> None:
    """Find out again what stands on a square."""
    found: i64 = 0
    for slot in range(SLOTS):
        if i64(data[WHERE + slot]) == cell:
            found |= class_of(data, slot)
    data[cell] = u8(found)


def convert(data: vec[u8], slot: i64) -> None:
    """Turn a Turncoat over where it lies."""
    data[FLAGS + slot] = u8(i64(data[FLAGS + slot]) | CONVERTED)
    look_at(data, i64(data[WHERE + slot]))
