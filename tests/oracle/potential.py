"""A slow second reading of the rules of Potential, for checking a faster one against.

Squares are named as in chess, "a1" at the bottom left to "j10" at the top right. Seat 0 starts at the bottom.
A move is the text "from-to" for a slide as well as for a jump, or "skip" for a turn without any move.

What is chosen here where the sources leave room:

* The position is tested for "neither player can move" at the start of a turn, after that turn's edge drain.
* With a removal target below 8, both players reaching it in the same jump is a draw with the ending "PT14".
* While a turn in which a piece was removed is still going on, `quiet` is 0; it is still 0 after that turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

COLUMNS = "abcdefghij"
SIZE = 10
PIECES_PER_PLAYER = 8
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
SKIP = "skip"

# The squares of seat 0; those of seat 1 are the same ones after half a turn of the board.
LAYOUTS = {
    "wave": ["c2", "e2", "g2", "i2", "b3", "d3", "f3", "h3"],
    "columns": ["c2", "e2", "g2", "i2", "c3", "e3", "g3", "i3"],
}


@dataclass(frozen=True)
class Options:
    layout: str = "wave"
    no_double_jumps: bool = False
    jump_costs_two: bool = False
    must_complete: bool = False
    removal_target: int = 8
    initial_charge: int = 2
    max_charge: int = 6
    quiet_turns: int = 100
    first: int = 0


@dataclass
class Position:
    pieces: dict[str, tuple[int, int]]
    """Which piece stands where: square -> (seat, charge)."""
    seat: int = 0
    """The player whose turn it is."""
    active: str | None = None
    """The square of the active piece, once it has made its first move."""
    made: int = 0
    """The moves counted so far in this turn."""
    barred: str | None = None
    """The square of the piece that may not be jumped again before a slide (option no_double_jumps)."""
    quiet: int = 0
    """The turns in succession, up to the last one finished, in which no piece was removed."""
    result: tuple[float, float] | None = None
    """The scores of seat 0 and seat 1 when the match is over."""
    ending: str = ""
    """The ruling that ended the match."""
    removed: bool = False
    """Whether a piece was removed in the present turn."""


# ---------------------------------------------------------------- the board


def square_name(column: int, row: int) -> str:
    return f"{COLUMNS[column]}{row + 1}"


def square_place(square: str) -> tuple[int, int]:
    return COLUMNS.index(square[0]), int(square[1:]) - 1


def beyond(square: str, direction: tuple[int, int], steps: int) -> str | None:
    """The square that many steps away in a straight line, or None outside the board."""
    column, row = square_place(square)
    column += direction[0] * steps
    row += direction[1] * steps
    if 0 <= column < SIZE and 0 <= row < SIZE:
        return square_name(column, row)
    return None


def half_turned(square: str) -> str:
    column, row = square_place(square)
    return square_name(SIZE - 1 - column, SIZE - 1 - row)


def in_entropic_edge(square: str) -> bool:
    column, row = square_place(square)
    return column in (0, SIZE - 1) or row in (0, SIZE - 1)


def jumped_square(move: str) -> str | None:
    """The square a move passes over: None for a slide."""
    origin, target = move.split("-")
    column, row = square_place(origin)
    to_column, to_row = square_place(target)
    if max(abs(to_column - column), abs(to_row - row)) == 1:
        return None
    return square_name((column + to_column) // 2, (row + to_row) // 2)


# ---------------------------------------------------------------- set-up


def start(options: Options) -> Position:
    if options.initial_charge > options.max_charge:
        raise ValueError("the initial charge is above the maximum")
    pieces: dict[str, tuple[int, int]] = {}
    for square in LAYOUTS[options.layout]:
        pieces[square] = (0, options.initial_charge)
        pieces[half_turned(square)] = (1, options.initial_charge)
    return Position(pieces=pieces, seat=options.first)


# ---------------------------------------------------------------- which moves there are


def piece_moves(position: Position, square: str) -> Iterator[str]:
    """Every slide and jump of one piece."""
    for direction in DIRECTIONS:
        near = beyond(square, direction, 1)
        far = beyond(square, direction, 2)
        if near is None:
            continue
        if near not in position.pieces:
            yield f"{square}-{near}"
        elif far is not None and far not in position.pieces and near != position.barred:
            yield f"{square}-{far}"


def player_moves(position: Position, seat: int) -> list[str]:
    """Every first move of every piece of a player."""
    own = [square for square, (owner, _) in position.pieces.items() if owner == seat]
    return [move for square in own for move in piece_moves(position, square)]


def possible_moves(position: Position) -> list[str]:
    """The moves of the active piece, or of all own pieces when none is active yet."""
    if position.active is not None:
        return list(piece_moves(position, position.active))
    return player_moves(position, position.seat)


def legal(position: Position, options: Options) -> list[str]:
    if position.result is not None:
        return []
    moves = possible_moves(position)
    if options.must_complete:
        completing = [move for move in moves if can_complete(moved(position, move, options), options)]
        moves = completing or moves
    return sorted(moves) if moves else [SKIP]


def can_complete(position: Position, options: Options) -> bool:
    """Whether the turn, some moves of which were made, is over or can still reach its full count of moves."""
    if turn_is_complete(position):
        return True
    return any(can_complete(moved(position, move, options), options) for move in possible_moves(position))


def turn_is_complete(position: Position) -> bool:
    """True after an overcharge (no active piece is left), at the end of the match, or with all moves made."""
    if position.result is not None or position.active is None:
        return True
    _, charge = position.pieces[position.active]
    return position.made >= charge


# ---------------------------------------------------------------- making one move


def moved(position: Position, move: str, options: Options) -> Position:
    """The position after one slide or jump, the end of the match included, but not the end of the turn."""
    over = jumped_square(move)
    after = slid(position, move) if over is None else jumped(position, move, over, options)
    settle_removals(after, options)
    return after


def slid(position: Position, move: str) -> Position:
    origin, target = move.split("-")
    pieces = dict(position.pieces)
    pieces[target] = pieces.pop(origin)
    return replace(position, pieces=pieces, active=target, made=position.made + 1, barred=None)


def jumped(position: Position, move: str, over: str, options: Options) -> Position:
    """A jump and the swap of charge: one point goes from the jumped piece to the jumping piece."""
    origin, target = move.split("-")
    pieces = dict(position.pieces)
    seat, charge = pieces.pop(origin)
    other_seat, other_charge = pieces.pop(over)
    overcharged = charge + 1 > options.max_charge
    drained = other_charge - 1 < 1
    if not overcharged:
        pieces[target] = (seat, charge + 1)
    if not drained:
        pieces[over] = (other_seat, other_charge - 1)
    after = replace(position, pieces=pieces)
    after.active = None if overcharged else target
    after.made = position.made + (2 if options.jump_costs_two else 1)
    after.barred = over if options.no_double_jumps and not drained else None
    if overcharged or drained:
        note_removal(after)
    return after


def note_removal(position: Position) -> None:
    position.removed = True
    position.quiet = 0


# ---------------------------------------------------------------- the end of the match


def pieces_left(position: Position, seat: int) -> int:
    return sum(1 for owner, _ in position.pieces.values() if owner == seat)


def settle_removals(position: Position, options: Options) -> None:
    """End the match if one player, or both at once, lost the pieces that decide it."""
    allowed = PIECES_PER_PLAYER - options.removal_target
    beaten = [pieces_left(position, seat) <= allowed for seat in (0, 1)]
    quick = options.removal_target < PIECES_PER_PLAYER
    if all(beaten):
        end_match(position, (0.0, 0.0), "PT14" if quick else "PT5")
    elif beaten[0]:
        end_match(position, (-1.0, 1.0), "PT14" if quick else "PT17")
    elif beaten[1]:
        end_match(position, (1.0, -1.0), "PT14" if quick else "PT17")


def end_match(position: Position, scores: tuple[float, float], ending: str) -> None:
    position.result = scores
    position.ending = ending


# ---------------------------------------------------------------- turns


def play(position: Position, move: str, options: Options) -> Position:
    if move not in legal(position, options):
        raise ValueError(f"not a legal move here: {move}")
    return played(position, move, options)


def played(position: Position, move: str, options: Options) -> Position:
    """The position after a move known to be legal, with everything that follows without a choice."""
    after = replace(position, pieces=dict(position.pieces))
    if move == SKIP:
        end_turn(after, options)
        return after
    after = moved(after, move, options)
    if after.result is None and (turn_is_complete(after) or not possible_moves(after)):
        end_turn(after, options)
    return after


def end_turn(position: Position, options: Options) -> None:
    """Count the turn if it was quiet; then either the match is drawn or the other player's turn begins."""
    position.active = None
    position.made = 0
    position.barred = None
    if not position.removed:
        position.quiet += 1
    if options.quiet_turns > 0 and position.quiet >= options.quiet_turns:
        end_match(position, (0.0, 0.0), "PT16")
        return
    position.seat = 1 - position.seat
    position.removed = False
    begin_turn(position, options)


def begin_turn(position: Position, options: Options) -> None:
    drain_edge(position)
    settle_removals(position, options)
    if position.result is None and not player_moves(position, 0) and not player_moves(position, 1):
        end_match(position, (0.0, 0.0), "PT7")


def drain_edge(position: Position) -> None:
    """Each piece of the player to move that stands in the Entropic Edge loses one point of charge."""
    for square, (owner, charge) in list(position.pieces.items()):
        if owner != position.seat or not in_entropic_edge(square):
            continue
        if charge - 1 < 1:
            del position.pieces[square]
            note_removal(position)
        else:
            position.pieces[square] = (owner, charge - 1)


# ---------------------------------------------------------------- counting


def perft(position: Position, options: Options, depth: int) -> int:
    """The number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    return sum(perft(played(position, move, options), options, depth - 1) for move in legal(position, options))
