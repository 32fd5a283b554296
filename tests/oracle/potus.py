"""A slow second reading of the token movements of POTUS in one turn.

Seat 0 is near (rows 1 to 4), seat 1 is far (rows 5 to 8). A token's seat is the player it plays for: a
Turncoat of seat 0 is converted, moved and scored by seat 0, though seat 1 has placed it. Nothing is
searched ahead; a position is plain data and every function gives a new one.

Choices made where the text can be read in more than one way:

* Passing over. A movement is one square, so passing over a token means: enter its square, then go on. A
  Candidate or converted Turncoat that enters a square with own tokens has therefore ended its move. It is
  among the finished at once, even with movements left, which then go to other tokens.
* Going on after a conversion. The Turncoat just converted is no obstacle to the Candidate that converted
  it: the Candidate may go on in its direction.
* A Turncoat converted this turn may itself be moved this turn, by leaving the Candidate standing on it.
* A mixed stack (only corners can hold one) is closed to a Candidate or Turncoat as soon as a single enemy
  or Advocate is in it, own tokens or not. Leaving any stack is free, whoever else is in it.
* An Advocate is kept out of a square by any own token, any unconverted Turncoat of either side, and any
  other Advocate. Two Advocates of different sides cannot meet anyway: each stays in its half.
* An Advocate's own start square is closed to it while an enemy stands there, also an enemy it has sent
  there a moment ago; empty, it is open. Advocates never enter the other start square, which is not in their
  half.
* Order within one step: arrive; convert or hit; score; then the square itself (Event, Rushmore).
* Being sent back is no landing: it converts, hits and scores nothing.
* A hit does not end the Advocate's move, an Event square does; both may happen in one step.
* Circles: a square "o" in row 1 belongs to seat 0, in row 8 to seat 1. A foreign circle is a plain square,
  and so is every circle to a Candidate or an Advocate. An own token on the circle does not keep a Turncoat
  from entering.
* Rushmore. The decision is due on landing, also when that was the last movement, but only if some other
  Rushmore square is open and the token has not yet teleported this turn. Declining does not use up the
  teleport. While it is due nothing else moves: `steps` is empty until `teleport` or `stay`. Arriving by
  teleport is no new landing. After it every direction is allowed, the old one and its reverse included.
* Landing on an own token on Rushmore: the token may teleport and then go on; if it stays, it is finished.
  `stay` sees this from the square alone, since Turncoats are never placed on Rushmore and so none is
  converted there.
* An Event due stops everything as well: `steps` is empty until `event_resolved`. What the Event does is not
  read here; nor are a Filibuster and the extra movements of an Event.
* Starting another token finishes the token moved before, also one that has teleported and not gone on.
* Two tokens of one kind and seat on one square are interchangeable. If only one of them may still move, a
  step from that square is its step; if both may, the one being moved goes first, then the lower index.
* The round is won when the last Turncoat of a colour has scored; nothing moves after that.
"""

from dataclasses import dataclass, replace

CANDIDATE = "C"
ADVOCATE = "A"
TURNCOAT = "T"

START = "S"
RUSHMORE = "R"
EVENT = "*"
CIRCLE = "o"
PLAIN = "."

FILES = "abcdefgh"
RANKS = "12345678"
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]

SCORE = 100
ROUND_BONUS = 100

Direction = tuple[int, int]
Step = tuple[str, str, str]


@dataclass(frozen=True)
class Token:
    """One token. `square` is None once a Turncoat has scored and left the board."""

    kind: str
    seat: int
    square: str | None
    converted: bool = False


@dataclass(frozen=True)
class Position:
    """A moment within one player's turn. Tokens are named by their index in `tokens`."""

    tokens: list[Token]
    seat: int
    left: int
    moving: int | None = None
    direction: Direction | None = None
    finished: frozenset[int] = frozenset()
    teleported: bool = False
    waiting: int | None = None
    event: int | None = None
    money: tuple[int, int] = (0, 0)
    winner: int | None = None


@dataclass(frozen=True)
class Board:
    """The letter of each of the 64 squares."""

    letters: dict[str, str]

    @staticmethod
    def parse(drawing: str) -> "Board":
        """Read the drawing, row 8 first. Row numbers before and remarks after the letters are skipped."""
        rows = [row for row in map(row_letters, drawing.splitlines()) if row is not None]
        if len(rows) != 8:
            raise ValueError(f"a board has 8 rows, not {len(rows)}")
        letters: dict[str, str] = {}
        for rank, row in zip(reversed(RANKS), rows, strict=True):
            for file, letter in zip(FILES, row, strict=True):
                letters[file + rank] = letter
        return Board(letters)

    def rushmore(self) -> set[str]:
        """Find all Rushmore squares."""
        return {square for square, letter in self.letters.items() if letter == RUSHMORE}

    def start(self, seat: int) -> str:
        """Find the corner where this seat's Candidate starts."""
        starts = [s for s, letter in self.letters.items() if letter == START and half(s) == seat]
        if len(starts) != 1:
            raise ValueError(f"seat {seat} has {len(starts)} start squares")
        return starts[0]

    def circles(self, seat: int, any_circle: bool = False) -> set[str]:
        """Find the circles on which this seat's Turncoats score."""
        back_row = "1" if seat == 0 else "8"
        circles = {square for square, letter in self.letters.items() if letter == CIRCLE}
        return {square for square in circles if any_circle or square[1] == back_row}


def row_letters(line: str) -> list[str] | None:
    """Give the eight letters of one row of the drawing, or None if the line is no row."""
    words = line.split()
    if words and words[0] in list(RANKS):
        words = words[1:]
    letters = words[:8]
    known = [START, RUSHMORE, EVENT, CIRCLE, PLAIN]
    return letters if len(letters) == 8 and all(letter in known for letter in letters) else None


def half(square: str) -> int:
    """Give the seat in whose half of the board the square lies."""
    return 0 if square[1] in "1234" else 1


def neighbour(square: str, direction: Direction) -> str | None:
    """Give the next square in a direction, or None beyond the edge."""
    file = FILES.index(square[0]) + direction[0]
    rank = RANKS.index(square[1]) + direction[1]
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


def direction_of(origin: str, target: str) -> Direction:
    """Find the direction from a square to one that touches it."""
    for direction in ORTHOGONAL + DIAGONAL:
        if neighbour(origin, direction) == target:
            return direction
    raise ValueError(f"{origin} and {target} do not touch")


def tokens_on(position: Position, square: str) -> list[Token]:
    """List the tokens standing on a square."""
    return [token for token in position.tokens if token.square == square]


def is_unconverted(token: Token) -> bool:
    """Tell whether this is a Turncoat still lying upside down."""
    return token.kind == TURNCOAT and not token.converted


# Which squares a token may enter


def may_enter(position: Position, board: Board, token: Token, square: str) -> bool:
    """Tell whether a token next to this square may make one movement onto it."""
    others = tokens_on(position, square)
    if token.kind == CANDIDATE:
        return candidate_may_enter(token, others)
    if token.kind == TURNCOAT:
        return turncoat_may_enter(token, others)
    return advocate_may_enter(board, token, square, others)


def candidate_may_enter(token: Token, others: list[Token]) -> bool:
    """Let a Candidate join own Turncoats, converted before or now; all else is in its way."""
    return all(other.seat == token.seat and other.kind != ADVOCATE for other in others)


def turncoat_may_enter(token: Token, others: list[Token]) -> bool:
    """Let a converted Turncoat join its own Candidate and own converted Turncoats; all else is in its way."""
    playable = all(other.kind != ADVOCATE and not is_unconverted(other) for other in others)
    return playable and all(other.seat == token.seat for other in others)


def advocate_may_enter(board: Board, token: Token, square: str, others: list[Token]) -> bool:
    """Keep an Advocate in its half and off Rushmore; let it enter empty squares and hit enemies."""
    if half(square) != token.seat or board.letters[square] == RUSHMORE:
        return False
    if square == board.start(token.seat) and others:
        return False
    playable = all(other.kind != ADVOCATE and not is_unconverted(other) for other in others)
    return playable and all(other.seat != token.seat for other in others)


# The legal movements


def may_move(position: Position, index: int) -> bool:
    """Tell whether this token may be moved at all at this moment, obstacles aside."""
    token = position.tokens[index]
    own = token.square is not None and token.seat == position.seat
    return own and index not in position.finished and not is_unconverted(token)


def directions(position: Position, index: int, orthogonal_only: bool) -> list[Direction]:
    """List the directions open to a token: under way only its own, at the start all of them."""
    if index == position.moving and position.direction is not None:
        return [position.direction]
    return ORTHOGONAL if orthogonal_only else ORTHOGONAL + DIAGONAL


def targets(position: Position, board: Board, index: int, orthogonal_only: bool = False) -> set[str]:
    """Find the squares one token may enter with its next movement."""
    token = position.tokens[index]
    if token.square is None or not may_move(position, index):
        return set()
    found: set[str] = set()
    for direction in directions(position, index, orthogonal_only):
        square = neighbour(token.square, direction)
        if square is not None and may_enter(position, board, token, square):
            found.add(square)
    return found


def halted(position: Position) -> bool:
    """Tell whether no token may step now: none left, a decision or an Event is due, or the round is won."""
    due = position.waiting is not None or position.event is not None
    return due or position.left <= 0 or position.winner is not None


def steps(position: Position, board: Board, orthogonal_only: bool = False) -> set[Step]:
    """List all legal movements of one square, as (kind, from, to)."""
    found: set[Step] = set()
    if halted(position):
        return found
    for index, token in enumerate(position.tokens):
        for square in targets(position, board, index, orthogonal_only):
            assert token.square is not None
            found.add((token.kind, token.square, square))
    return found


def open_rushmore(position: Position, board: Board) -> set[str]:
    """Find the Rushmore squares with nobody on them."""
    return {square for square in board.rushmore() if not tokens_on(position, square)}


def teleports(position: Position, board: Board) -> set[str]:
    """Find the Rushmore squares the waiting token may jump to; none if no token is waiting."""
    if position.waiting is None or position.teleported:
        return set()
    return open_rushmore(position, board)


def turn_over(position: Position, board: Board, orthogonal_only: bool = False) -> bool:
    """Tell whether nothing is left to do: movements must be used as long as one is legal."""
    if position.winner is not None:
        return True
    due = position.waiting is not None or position.event is not None
    return not due and not steps(position, board, orthogonal_only)


# The consequences of a movement


def enter(
    position: Position, board: Board, step: Step, *, any_circle: bool = False, own_corner: bool = False
) -> Position:
    """Give the position after one legal step and everything that follows from it at once.

    `any_circle`: Turncoats score on every circle. `own_corner`: a Turncoat hit returns to its own corner.
    """
    index = mover(position, board, step)
    target = step[2]
    stack = [other for other in tokens_on(position, target) if other.seat == position.seat]
    joins_own = any(not is_unconverted(other) for other in stack)
    position = started(position, index, direction_of(step[1], target))
    position = put(position, index, target)
    kind = position.tokens[index].kind
    if kind == CANDIDATE:
        position = converted(position, target)
    if kind == ADVOCATE:
        position = hit(position, board, target, own_corner)
    if kind == TURNCOAT and target in board.circles(position.seat, any_circle):
        return scored(position, index)
    if board.letters[target] == EVENT:
        return replace(finish(position, index), event=index)
    if board.letters[target] == RUSHMORE and not position.teleported and open_rushmore(position, board):
        return replace(position, waiting=index)
    return finish(position, index) if joins_own else position


def mover(position: Position, board: Board, step: Step) -> int:
    """Tell which token makes this step."""
    if step not in steps(position, board):
        raise ValueError(f"{step} is not a legal step")
    kind, origin, target = step
    able: list[int] = []
    for index, token in enumerate(position.tokens):
        if token.kind == kind and token.square == origin and target in targets(position, board, index):
            able.append(index)
    return position.moving if position.moving in able and position.moving is not None else able[0]


def started(position: Position, index: int, direction: Direction) -> Position:
    """Pay one movement. If the token is not the one moved before, that one is finished."""
    left = position.left - 1
    if index == position.moving:
        return replace(position, left=left, direction=direction)
    before = frozenset() if position.moving is None else frozenset([position.moving])
    finished = position.finished | before
    position = replace(position, finished=finished, teleported=False)
    return replace(position, left=left, moving=index, direction=direction)


def put(position: Position, index: int, square: str | None) -> Position:
    """Place one token elsewhere, without any consequence."""
    tokens = list(position.tokens)
    tokens[index] = replace(tokens[index], square=square)
    return replace(position, tokens=tokens)


def finish(position: Position, index: int) -> Position:
    """Take this token out of play for the rest of the turn."""
    finished = position.finished | {index}
    return replace(position, finished=finished, moving=None, direction=None, teleported=False)


def converted(position: Position, square: str) -> Position:
    """Let the Candidate of the seat to move turn over the own Turncoats it landed on."""
    tokens = list(position.tokens)
    for index, token in enumerate(tokens):
        if token.square == square and token.seat == position.seat and is_unconverted(token):
            tokens[index] = replace(token, converted=True)
    return replace(position, tokens=tokens)


def hit(position: Position, board: Board, square: str, own_corner: bool = False) -> Position:
    """Let an Advocate of the seat to move send back all enemies on its square."""
    for index, token in enumerate(position.tokens):
        if token.square == square and token.seat != position.seat:
            position = put(position, index, sent_to(board, token, own_corner))
    return position


def sent_to(board: Board, token: Token, own_corner: bool = False) -> str:
    """Tell where a token goes that was hit: a Candidate home, a Turncoat to the corner of its opponent."""
    if token.kind == CANDIDATE or own_corner:
        return board.start(token.seat)
    return board.start(1 - token.seat)


def scored(position: Position, index: int) -> Position:
    """Let a Turncoat score and leave the board; the last one of its colour wins the round."""
    seat = position.tokens[index].seat
    position = finish(put(position, index, None), index)
    position = paid(position, seat, SCORE)
    own = [token for token in position.tokens if token.kind == TURNCOAT and token.seat == seat]
    if any(token.square is not None for token in own):
        return position
    return replace(paid(position, seat, ROUND_BONUS), winner=seat)


def paid(position: Position, seat: int, dollars: int) -> Position:
    """Give a seat some money."""
    near, far = position.money
    return replace(position, money=(near + dollars, far) if seat == 0 else (near, far + dollars))


# The decisions and pauses after a landing


def teleport(position: Position, board: Board, square: str) -> Position:
    """Let the waiting token jump; it keeps its remaining movements and may take any direction."""
    if position.waiting is None or square not in teleports(position, board):
        raise ValueError(f"no teleport to {square}")
    index = position.waiting
    position = put(position, index, square)
    return replace(position, moving=index, direction=None, teleported=True, waiting=None)


def stay(position: Position) -> Position:
    """Let the waiting token stay: it keeps its direction; beside an own token it is finished."""
    if position.waiting is None:
        raise ValueError("no token is waiting")
    index = position.waiting
    token = position.tokens[index]
    position = replace(position, waiting=None)
    for other, companion in enumerate(position.tokens):
        if other != index and companion.square == token.square and companion.seat == token.seat:
            return finish(position, index)
    return position


def event_resolved(position: Position) -> Position:
    """Go on after the Event; other tokens may use what is left."""
    return replace(position, event=None)
