"""What a game tells those outside: views, things, choices, refusals, and the parts of an observation."""

from typing import NamedTuple

import msgspec


class Part(msgspec.Struct, frozen=True):
    """Name one part of what `observe` writes."""

    name: str
    shape: tuple[int, ...]  # planes × rows × columns, or a length
    text: str

    @property
    def size(self) -> int:
        """Count its bytes."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Refusal(NamedTuple):
    """Say why a move is illegal: the ruling's id and a player's sentence."""

    ruling: str
    sentence: str


class Thing(msgspec.Struct, frozen=True):
    """Explain one thing that players see, as a game's words.py lists it."""

    name: str
    effect: str  # what it does, in a sentence or two
    ruling: str  # the id of the ruling that says so


class Task(msgspec.Struct, frozen=True):
    """Say what puzzles of one kind ask for: of every game in records/puzzles.py, of one in its words.py."""

    title: str
    task: str  # what to do, in a sentence
    aside: str  # what to know before it
    praise: str  # what was done
    missing: str = "Another turn is much better."  # what is not done by another turn; {taken} of {most} where counted
    unit: str = ""  # what is counted, one of them


class Goal(msgspec.Struct, frozen=True):
    """Name one way to win, and how far a seat has come on it."""

    text: str
    have: int
    need: int  # 0 where nothing is counted
    words: str  # what is counted, or the progress in words


class Choice(msgspec.Struct, frozen=True):
    """Offer one legal move to a person."""

    move: int
    text: str  # in notation
    path: list[str]  # the clicks that mean it
    label: str  # for a button


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Show what one viewer may see of a state; each game adds its own fields."""

    game: str
    to_move: int  # a seat, CHANCE or OVER
    turn: int  # turns finished so far
