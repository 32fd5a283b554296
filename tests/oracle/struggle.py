"""A slow second reading of the rules of Struggle, for checking a faster one against.

It covers conventional play and the special rules Torus, Teleporter, Armor and Caboose, with the options that let a
chain enter a space twice and armor fall to jumps alone.

A space (a, b) is named by the letter of a and the number b + 1: (0, 0) is "a1", (1, 0) "b1", (6, 6) "g7".
Its row is a + b, from 0 to 12. Seat 0 (near) moves towards higher rows, seat 1 (far) towards lower ones.

Moves are text:

* "c2-c3", a step;
* "c2^d2^e2", one jump (from, over, to), whether it captures or not; a chain is played jump by jump;
* "stop", the end of a chain in which another jump would be possible;
* "b1@c4", a teleport;
* "a2>>d2", a Caboose: the last space of the line, then the space its front piece advances to;
* "skip", the only move of a player who has no other.

What is chosen here where the sources leave room:

* The endings are "ST8" for every win (jumped, zapped, goal), "ST4" for two skips in succession, "ST10" for
  too many quiet turns. A second skip that is also the last quiet turn ends the match with "ST4".
* A skipped turn counts as a quiet turn. Breaking an armor is not a removal.
* While a turn with a removal or a forward movement is still going on, `quiet` is 0; it still is 0 after it.
* The jumped spaces of a chain do not count as entered, only those the piece stood on.
* A teleport may go to any free space near enough, those included that a step or jump would reach too.
* A Torus piece on a row of two spaces may go over the seam onto the single space of the last row: it is the
  row it leaves that has to have more than one space. So a jump from the row before may bend onto it.
* A Caboose line is the longest run: it ends where no own nonwhite piece follows. Carriers move with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

Space = tuple[int, int]

LETTERS = "abcdefg"
SIZE = 7
CUT_ENDS = [(0, SIZE - 1), (SIZE - 1, 0)]
FORWARD = [[(1, 0), (0, 1)], [(-1, 0), (0, -1)]]
SIDEWAYS = [(1, -1), (-1, 1)]
START_OF_WHITE = [(0, 0), (6, 6)]
HOME_ROWS = [[0, 1, 2], [10, 11, 12]]
ZAP_ROW = [9, 3]
"""For each seat the row on which its white zaps: the fourth one from the enemy."""

WHITE = "W"
NONWHITE = ["K", "B", "G", "R", "Y"]
QUICK_SETUP = {(0, 0): "W", (0, 1): "K", (1, 0): "B", (0, 2): "G", (1, 1): "R", (2, 0): "Y"}

TORUS = "torus"
TELEPORTER = "teleporter"
ARMOR = "armor"
CABOOSE = "caboose"
TELEPORT_DISTANCE = 3
CABOOSE_LENGTH = 3

SKIP = "skip"
STOP = "stop"


@dataclass(frozen=True)
class Powers:
    """The special rules of both sides: rule name -> colour of its carrier (None for the Caboose)."""

    near: Mapping[str, str | None] = field(default_factory=dict)
    far: Mapping[str, str | None] = field(default_factory=dict)

    def of(self, seat: int) -> Mapping[str, str | None]:
        return self.near if seat == 0 else self.far

    def carries(self, seat: int, colour: str, rule: str) -> bool:
        return rule in self.of(seat) and self.of(seat)[rule] == colour


@dataclass
class Position:
    pieces: dict[str, tuple[int, str]]
    """Which piece stands where: space -> (seat, colour)."""
    seat: int = 0
    """The player whose turn it is."""
    chain: tuple[str, frozenset[str]] | None = None
    """Within a chain of jumps: the space of the jumping piece, and all spaces it stood on in this chain."""
    armor_broken: tuple[bool, bool] = (False, False)
    """For each seat whether its armored piece was jumped once."""
    quiet: int = 0
    """The turns in succession, up to the last one finished, without a removal or a forward movement."""
    skipped: bool = False
    """Whether the turn before this one was skipped."""
    result: tuple[float, float] | None = None
    """The scores of seat 0 and seat 1 when the match is over."""
    ending: str = ""
    """The ruling that ended the match."""
    lively: bool = False
    """Whether the present turn already saw a removal or a forward movement."""
    powers: Powers = field(default_factory=Powers)
    quiet_turns: int = 60
    enters_twice: bool = False
    """Whether a chain may come to a space again."""
    armor_only_jumps: bool = False
    """Whether a zap spares the armored piece."""


# ---------------------------------------------------------------- the board


def on_board(space: Space) -> bool:
    return all(0 <= coordinate < SIZE for coordinate in space) and space not in CUT_ENDS


ALL_SPACES = [(a, b) for a in range(SIZE) for b in range(SIZE) if on_board((a, b))]


def name(space: Space) -> str:
    return f"{LETTERS[space[0]]}{space[1] + 1}"


def place(text: str) -> Space:
    return LETTERS.index(text[0]), int(text[1:]) - 1


def row(space: Space) -> int:
    return space[0] + space[1]


def spaces_of_row(number: int) -> list[Space]:
    """The spaces of a row from one end to the other."""
    return sorted(space for space in ALL_SPACES if row(space) == number)


def distance(one: Space, other: Space) -> int:
    """Steps between two spaces when every one of the six directions may be used."""
    a = one[0] - other[0]
    b = one[1] - other[1]
    return max(abs(a), abs(b), abs(a + b))


def advance(seat: int, origin: Space, target: Space) -> int:
    """How many rows further forward the target is for a player: below 0 when it is behind."""
    rows = row(target) - row(origin)
    return rows if seat == 0 else -rows


def neighbour(space: Space, direction: Space) -> Space | None:
    ahead = (space[0] + direction[0], space[1] + direction[1])
    return ahead if on_board(ahead) else None


def torus_neighbour(space: Space, direction: Space) -> Space | None:
    """The next space in a direction on a board whose rows are closed into rings."""
    ahead = neighbour(space, direction)
    if ahead is not None:
        return ahead
    ends = spaces_of_row(row(space))
    if len(ends) == 1:
        return None
    opposite = ends[0] if space == ends[-1] else ends[-1]
    return opposite if direction in SIDEWAYS else neighbour(opposite, direction)


def conventional_directions(seat: int) -> list[Space]:
    return FORWARD[seat] + SIDEWAYS


# ---------------------------------------------------------------- set-up


def start(
    powers: Powers, first: int = 0, quiet_turns: int = 60, enters_twice: bool = False, armor_only_jumps: bool = False
) -> Position:
    for seat in (0, 1):
        check_powers(powers.of(seat))
    pieces: dict[str, tuple[int, str]] = {}
    for (a, b), colour in QUICK_SETUP.items():
        pieces[name((a, b))] = (0, colour)
        pieces[name((SIZE - 1 - a, SIZE - 1 - b))] = (1, colour)
    position = Position(pieces=pieces, seat=first, powers=powers, quiet_turns=quiet_turns)
    return replace(position, enters_twice=enters_twice, armor_only_jumps=armor_only_jumps)


def check_powers(rules: Mapping[str, str | None]) -> None:
    if len(rules) > 3:
        raise ValueError("a player has at most three special rules")
    for rule, carrier in rules.items():
        if rule not in (TORUS, TELEPORTER, ARMOR, CABOOSE):
            raise ValueError(f"unknown special rule: {rule}")
        if rule != CABOOSE and carrier not in NONWHITE:
            raise ValueError(f"{rule} needs a nonwhite piece")


# ---------------------------------------------------------------- which moves there are


def legal(position: Position) -> list[str]:
    if position.result is not None:
        return []
    if position.chain is not None:
        space, entered = position.chain
        return sorted({STOP, *jumps(position, space, entered)})
    moves = set(turn_moves(position))
    return sorted(moves) if moves else [SKIP]


def turn_moves(position: Position) -> Iterator[str]:
    """All ways to begin, or to use, a turn."""
    for space, (seat, colour) in position.pieces.items():
        if seat != position.seat:
            continue
        yield from steps(position, space)
        yield from jumps(position, space, frozenset([space]))
        if position.powers.carries(seat, colour, TELEPORTER):
            yield from teleports(position, space)
    if CABOOSE in position.powers.of(position.seat):
        yield from cabooses(position)


def next_space(position: Position, mover: str, space: str, direction: Space) -> str | None:
    """The space after another one in a direction, as the piece that stands on `mover` sees the board."""
    seat, colour = position.pieces[mover]
    if position.powers.carries(seat, colour, TORUS):
        ahead = torus_neighbour(place(space), direction)
    else:
        ahead = neighbour(place(space), direction)
    return None if ahead is None else name(ahead)


def steps(position: Position, space: str) -> Iterator[str]:
    seat, _ = position.pieces[space]
    for direction in conventional_directions(seat):
        target = next_space(position, space, space, direction)
        if target is not None and target not in position.pieces:
            yield f"{space}-{target}"


def jumps(position: Position, space: str, entered: frozenset[str]) -> Iterator[str]:
    """Every jump of a piece that does not bring it to a space it stood on in this chain."""
    seat, _ = position.pieces[space]
    for direction in conventional_directions(seat):
        over = next_space(position, space, space, direction)
        if over is None or over not in position.pieces:
            continue
        target = next_space(position, space, over, direction)
        if target is not None and target not in position.pieces and target not in entered:
            yield f"{space}^{over}^{target}"


def teleports(position: Position, space: str) -> Iterator[str]:
    seat, _ = position.pieces[space]
    origin = place(space)
    for target in ALL_SPACES:
        free = name(target) not in position.pieces
        near_enough = distance(origin, target) <= TELEPORT_DISTANCE
        if free and near_enough and advance(seat, origin, target) >= 0:
            yield f"{space}@{name(target)}"


def cabooses(position: Position) -> Iterator[str]:
    """Every line of own nonwhite pieces that is long enough and has a free space ahead of its front piece."""
    for tail in position.pieces:
        for direction in conventional_directions(position.seat):
            line = line_from(position, tail, direction)
            if len(line) < CABOOSE_LENGTH:
                continue
            ahead = neighbour(place(line[-1]), direction)
            if ahead is not None and name(ahead) not in position.pieces:
                yield f"{tail}>>{name(ahead)}"


def line_from(position: Position, tail: str, direction: Space) -> list[str]:
    """The line that has its last piece on the tail space; empty if no line ends there."""
    a, b = place(tail)
    behind = neighbour((a, b), (-direction[0], -direction[1]))
    if behind is not None and is_own_nonwhite(position, behind):
        return []
    line: list[str] = []
    space: Space | None = (a, b)
    while space is not None and is_own_nonwhite(position, space):
        line.append(name(space))
        space = neighbour(space, direction)
    return line


def is_own_nonwhite(position: Position, space: Space) -> bool:
    if name(space) not in position.pieces:
        return False
    seat, colour = position.pieces[name(space)]
    return seat == position.seat and colour != WHITE


# ---------------------------------------------------------------- playing


def play(position: Position, move: str) -> Position:
    if move not in legal(position):
        raise ValueError(f"not a legal move here: {move}")
    return played(position, move)


def played(position: Position, move: str) -> Position:
    """The position after a move known to be legal, with everything that follows without a choice."""
    after = replace(position, pieces=dict(position.pieces))
    if move == SKIP:
        skip(after)
    elif move == STOP:
        end_turn(after)
    elif "^" in move:
        jump(after, *move.split("^"))
    elif "@" in move:
        teleport(after, *move.split("@"))
    elif ">>" in move:
        caboose(after, *move.split(">>"))
    else:
        step(after, *move.split("-"))
    return after


def relocate(position: Position, origin: str, target: str) -> None:
    position.pieces[target] = position.pieces.pop(origin)
    if advance(position.seat, place(origin), place(target)) > 0:
        make_lively(position)


def make_lively(position: Position) -> None:
    position.lively = True
    position.quiet = 0


def step(position: Position, origin: str, target: str) -> None:
    relocate(position, origin, target)
    land(position, target)
    end_turn(position)


def jump(position: Position, origin: str, over: str, target: str) -> None:
    """One jump; the chain goes on if the piece could jump again from where it landed."""
    entered = frozenset([origin]) if position.chain is None else position.chain[1]
    relocate(position, origin, target)
    hit(position, over)
    land(position, target)
    position.chain = (target, frozenset() if position.enters_twice else entered | {target})
    if position.result is not None or not any(jumps(position, *position.chain)):
        end_turn(position)


def teleport(position: Position, origin: str, target: str) -> None:
    relocate(position, origin, target)
    end_turn(position)


def caboose(position: Position, tail: str, target: str) -> None:
    """Move every piece of the line one step, the front one first."""
    for direction in conventional_directions(position.seat):
        line = line_from(position, tail, direction)
        ahead = neighbour(place(line[-1]), direction) if len(line) >= CABOOSE_LENGTH else None
        if ahead == place(target):
            for space, goal in reversed(list(zip(line, [*line[1:], target], strict=True))):
                relocate(position, space, goal)
            break
    end_turn(position)


# ---------------------------------------------------------------- captures, landing and zapping


def hit(position: Position, space: str) -> None:
    """What happens to a piece that was jumped."""
    seat, colour = position.pieces[space]
    if seat == position.seat:
        return
    if position.powers.carries(seat, colour, ARMOR) and not position.armor_broken[seat]:
        near, far = position.armor_broken
        position.armor_broken = (True, far) if seat == 0 else (near, True)
        return
    remove(position, space)


def remove(position: Position, space: str) -> None:
    """Take an enemy piece off the board; without their white the enemy has lost."""
    _, colour = position.pieces.pop(space)
    make_lively(position)
    if colour == WHITE:
        win(position)


def land(position: Position, space: str) -> None:
    """What a white piece does where a step or a jump has brought it."""
    seat, colour = position.pieces[space]
    if colour != WHITE:
        return
    if place(space) == START_OF_WHITE[1 - seat]:
        win(position)
    if row(place(space)) == ZAP_ROW[seat]:
        zap(position)


def zap(position: Position) -> None:
    """Remove every enemy piece in the enemy's home base."""
    enemy = 1 - position.seat
    for space, (seat, colour) in list(position.pieces.items()):
        spared = position.armor_only_jumps and position.powers.carries(seat, colour, ARMOR)
        if seat == enemy and row(place(space)) in HOME_ROWS[enemy] and not spared:
            remove(position, space)


# ---------------------------------------------------------------- the end of a turn and of the match


def win(position: Position) -> None:
    """The player to move wins."""
    position.result = (1.0, -1.0) if position.seat == 0 else (-1.0, 1.0)
    position.ending = "ST8"


def draw(position: Position, ending: str) -> None:
    position.result = (0.0, 0.0)
    position.ending = ending


def skip(position: Position) -> None:
    if position.skipped:
        draw(position, "ST4")
    end_turn(position, skipped=True)


def end_turn(position: Position, skipped: bool = False) -> None:
    """Count the turn if it was quiet; unless the match is over, the other player's turn begins."""
    position.chain = None
    if not position.lively:
        position.quiet += 1
    if position.result is None and 0 < position.quiet_turns <= position.quiet:
        draw(position, "ST10")
    if position.result is None:
        position.seat = 1 - position.seat
        position.lively = False
        position.skipped = skipped


# ---------------------------------------------------------------- counting


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    return sum(perft(played(position, move), depth - 1) for move in legal(position))
