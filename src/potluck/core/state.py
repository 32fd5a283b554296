"""A point in a match, and the verbs that every game gives it.

Promises that every game keeps, and that the test kit checks:

* `to_move` says who decides next: a seat (0, 1, …), CHANCE or OVER. A move is one atomic decision,
  a small int; a turn of the rulebook is a run of moves, and `turn` counts the turns begun before now.
* `fill` is the hot verb: it writes the legal moves into the caller's buffer, in any order, and
  allocates nothing. `moves` is the comfortable one, ascending. There is always a legal move until
  the match is OVER.
* `observe` gets a buffer of zeros and writes only what is not 0, because most of an observation is.
* `play` trusts its caller. The doors of `Game` check first.
* The state holds no random generator and nothing that nobody has seen: chance draws late.
* Two states are equal when their games, options and keys are; they pickle as their position text.
* `key` is equal exactly when all futures are equal: no order of lists, no history, no `turn`.
"""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from potluck.core.dice import Dice

CHANCE: Final = -1  # to_move: nature draws next
ALL: Final = -2  # a viewer: the referee, who sees everything
SPECTATOR: Final = -3  # a viewer: what everybody may see
OVER: Final = -4  # to_move: the match has ended


def sort(values: vec[i64], count: i64) -> None:
    """Sort the first `count` values in place, ascending, by merging the runs they come in.

    Rules fill piece by piece, so there are few runs, and they seldom overlap.
    """
    end = run_end(values, 0, count)
    if end == count:
        return
    spare = vec[i64]([0] * count)
    while end < count:
        start: i64 = 0
        while start < count:
            middle = run_end(values, start, count)
            last = run_end(values, middle, count)
            merge(values, start, middle, last, spare)
            start = last
        end = run_end(values, 0, count)


def run_end(values: vec[i64], start: i64, count: i64) -> i64:
    """Find where the ascending run that begins at `start` ends."""
    end = start + 1
    while end < count and values[end - 1] <= values[end]:
        end += 1
    return min(end, count)


def merge(values: vec[i64], start: i64, middle: i64, end: i64, spare: vec[i64]) -> None:
    """Merge two neighbouring runs."""
    if middle == end:
        return
    for index in range(start, middle):
        spare[index] = values[index]
    left, right, place = start, middle, start
    while left < middle:
        if right < end and values[right] < spare[left]:
            values[place] = values[right]
            right += 1
        else:
            values[place] = spare[left]
            left += 1
        place += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """Hold what was agreed before a match; each game adds the options that its rules look at."""

    game: object  # the Game that these are the rules of, for those who look at a state; the kernel never asks it

    def __init__(self) -> None:
        self.game = None


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Hold one point in a match; a game's rules.py says what its verbs do."""

    to_move: i64  # a seat, CHANCE or OVER
    seats: i64  # how many seats there are
    room: i64  # the most moves that fill can write
    turn: i64  # turns of the rulebook finished so far; a count for clocks and records, not part of the position

    def __init__(self, seats: i64, room: i64) -> None:
        self.to_move = 0
        self.seats = seats
        self.room = room
        self.turn = 0

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`, in any order, and return how many."""
        raise NotImplementedError

    def moves(self) -> vec[i64]:
        """List the legal moves, ascending; empty only when the match is over."""
        out = vec[i64]([0] * self.room)
        count = self.fill(out)
        sort(out, count)
        return out[:count]

    def pick(self, dice: Dice, buffer: vec[i64]) -> i64:
        """Draw a seat's legal move, all equally likely; a game may know a quicker way than listing them."""
        return buffer[dice.below(self.fill(buffer))]

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        raise NotImplementedError  # pragma: no cover

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return Rules()

    def weight(self, move: i64) -> i64:
        """Tell, at CHANCE, how often this outcome comes compared with the others."""
        return 1

    def play(self, move: i64) -> None:
        """Make a legal move; the caller has checked it."""
        raise NotImplementedError

    def copy(self) -> "State":
        """Make an independent twin."""
        raise NotImplementedError

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Redraw everything that the seat cannot know, consistent with all that it has seen."""

    def witnesses(self, seat: i64, move: i64) -> list["State"]:
        """List states that the seat cannot tell from this one, so that what its move does in all of them is certain.

        One is enough where nothing hidden matters; none is listed where what is certain cannot be said.
        """
        return [self.copy()]

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write what the seat knows into `out`, which is all 0 before, in the game's fixed layout."""
        raise NotImplementedError

    def look(self, seat: i64, out: vec[u8]) -> None:
        """Write what the seat knows over what `out` held before."""
        for index in range(len(out)):
            out[index] = 0
        self.observe(seat, out)

    def observation(self, seat: i64, size: i64) -> vec[u8]:
        """Return what observe writes; made here, because a vec handed in from interpreted code is never freed."""
        out = vec[u8]([0] * size)
        self.observe(seat, out)
        return out

    def key(self) -> bytes:
        """Name the position: equal exactly when all futures are equal."""
        raise NotImplementedError

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat, from -1 to 1."""
        raise NotImplementedError

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        raise NotImplementedError

    def situation(self) -> str:
        """Say who is to move, in which turn, and among how many moves."""
        if self.to_move == OVER:
            return f"over after turn {self.turn}"
        who = "chance" if self.to_move == CHANCE else f"seat {self.to_move}"
        return f"{who} to move in turn {self.turn + 1}, {len(self.moves())} legal moves"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.situation()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        return self.rules_agreed().game == other.rules_agreed().game and self.key() == other.key()

    def __hash__(self) -> int:
        raise TypeError("a state changes with every move, so it has no hash: use its key()")

    def __reduce__(self) -> tuple[object, ...]:
        game: Any = self.rules_agreed().game
        if game is None:
            raise TypeError("a state that no game has made cannot be pickled")
        kept: tuple[object, ...] = game.keep(self)
        return kept

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()
