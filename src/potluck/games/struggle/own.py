"""What rules of one's own are written with: spaces, pieces and movements, without a number of the board's insides.

A piece is a `slot`, a space a `cell`; rules are handed both and pass them on. Where there is none, it is None. Ways are
as a side sees the board from its own end.
"""

from collections.abc import Iterable, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from potluck.games.struggle.board import ALL_WAYS, CELLS, DISTANCE, NAMES, ROW, STRIDE, WALL
from potluck.games.struggle.position import COLOURS, TEAM, StrugglePosition
from potluck.games.struggle.position import CYCLE_TURNS as CYCLE_TURNS
from potluck.games.struggle.power import ALLOWS as ALLOWS
from potluck.games.struggle.power import BY_JUMP as BY_JUMP
from potluck.games.struggle.power import BY_RULE as BY_RULE
from potluck.games.struggle.power import BY_ZAP as BY_ZAP
from potluck.games.struggle.power import FORBIDS as FORBIDS
from potluck.games.struggle.power import SILENT as SILENT
from potluck.games.struggle.power import Power as Power

Position = StrugglePosition
Moves = vec[i64]  # the list into which a rule writes what it offers
RIGHT, AHEAD_RIGHT, AHEAD_LEFT, LEFT, BACK_LEFT, BACK_RIGHT = range(ALL_WAYS)
WHITE, BLACK, BLUE, GREEN, RED, YELLOW = range(TEAM)
AHEAD = (AHEAD_LEFT, AHEAD_RIGHT)
ASIDE = (LEFT, RIGHT)
BACK = (BACK_LEFT, BACK_RIGHT)

# Offering


def offer(rule: Power, out: Moves, count: int, codes: Iterable[int]) -> int:
    """Write moves of a rule, numbered from 0, into the list; return the new count."""
    for code in codes:
        out[count] = rule.base + code
        count += 1
    return count


# Pieces


def owner(slot: int) -> int:
    """Tell whose piece it is."""
    return slot // TEAM


def colour(slot: int) -> str:
    """Name the colour of a piece."""
    return COLOURS[slot % TEAM]


def is_white(slot: int) -> bool:
    """Tell whether a piece is white."""
    return slot % TEAM == 0


def are_enemies(one: int, other: int) -> bool:
    """Tell whether two pieces belong to different sides."""
    return owner(one) != owner(other)


def piece_of(seat: int, number: int) -> int:
    """Find a piece of a side by the number of its colour, white 0 … yellow 5, on the board or not."""
    return seat * TEAM + number


def number_of(slot: int) -> int:
    """Tell the number of a piece's colour."""
    return slot % TEAM


def those_in(gone: int) -> list[int]:
    """List the pieces of a set, as `removed` is handed one."""
    return [slot for slot in range(2 * TEAM) if gone >> slot & 1]


def pieces(position: Position, seat: int) -> list[int]:
    """List the pieces of a side that are on the board, white first."""
    return [slot for slot in range(seat * TEAM, seat * TEAM + TEAM) if position.is_alive(slot)]


def piece_at(position: Position, cell: int | None) -> int | None:
    """Find the piece on a space."""
    slot = -1 if cell is None else int(position.slot_at(cell))
    return slot if slot >= 0 else None


def carrier(position: Position, place: int) -> int | None:
    """Find the piece that carries a rule, if it is there and may use it now."""
    return int(position.carrier(place)) if position.is_usable(place) else None


# Spaces


def named(cell: int) -> str:
    """Name a space, as in c3."""
    return NAMES[cell]


def free(position: Position, cell: int | None) -> bool:
    """Tell whether a space is on the board and nothing stands on it."""
    return cell is not None and bool(position.is_free(cell))


def row(seat: int, cell: int) -> int:
    """Tell the row of a space, 1 … 13 as a side counts."""
    return ROW[seat * STRIDE + cell]


def distance(one: int, other: int) -> int:
    """Count the steps between two spaces."""
    return DISTANCE[one * CELLS + other]


def next_to(position: Position, seat: int, cell: int, way: int) -> int | None:
    """Find the space next to another; None outside the board."""
    found = int(position.next_to(seat, cell, way))
    return None if found == WALL else found


def line(position: Position, seat: int, cell: int, way: int) -> list[int]:
    """List the spaces from the next one to the edge of the board."""
    found = next_to(position, seat, cell, way)
    return [] if found is None else [found, *line(position, seat, found, way)]


# Moving and removing


def step(position: Position, slot: int, cell: int) -> None:
    """Move a piece as by a step: it lands there, and goes no further."""
    position.set_off(slot, cell, True)
    position.come_down(slot)


def jump(position: Position, slot: int, overs: Sequence[int], cell: int) -> None:
    """Move a piece as by a jump over what stands on some spaces: enemies are removed, it lands and may jump on."""
    contents = [int(position.data[over]) for over in overs]
    position.set_off(slot, cell, False)
    for content in filter(None, contents):
        position.pass_over(slot, content)
    position.come_down(slot)


def move(position: Position, slot: int, cell: int) -> None:
    """Move a piece as the Teleporter does: no landing, unless any arrival is one (ST7)."""
    position.advance(slot, cell)
    position.arrive(slot)


def may_touch(position: Position, place: int, slot: int) -> bool:
    """Tell whether a rule may touch a piece: no pact binds it and the carrier (ST14)."""
    return position.carrier(place) < 0 or not position.are_apart(position.carrier(place), slot)


def strike(position: Position, place: int, slots: Iterable[int]) -> None:
    """Remove pieces by a rule, all at once, except those that a pact keeps from its carrier (ST14)."""
    position.remove(sum(1 << slot for slot in slots if may_touch(position, place, slot)), BY_RULE)
