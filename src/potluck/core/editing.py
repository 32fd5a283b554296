"""A position put together by hand: a draft of its text, which may still be impossible, and what changes it."""

from collections.abc import Sequence

import msgspec

from potluck.core.errors import BadNotation
from potluck.core.fields import position_words, write_fields

JOIN = "/"  # between the values of a knob that holds several
Places = dict[str, tuple[int, int]]  # by the name of a place: the word of the text, and the letter in it


class Tool(msgspec.Struct, frozen=True):
    """Name a thing that can be placed; {0}, {1} … in its title stand for the names of the seats."""

    name: str
    title: str


class Knob(msgspec.Struct, frozen=True):
    """Name a fact beside the board that can be turned: a number, one of some values, or several of them."""

    name: str  # as the fields of the position call it
    title: str
    value: str
    values: list[str] = []  # to choose from; none for a number
    names: list[str] = []  # of the values, for people
    least: int = 0
    most: int = 0
    words: list[str] = []  # what else a check calls it
    mend: str = ""  # what a button says that turns it to {value}
    several: int = 0  # how often its value may hold each of the values, joined by /; 0: it is one of them
    group: str = ""  # the heading below which it stands


class Account(msgspec.Struct, frozen=True):
    """Show a sum that does not come out: the sentence, its rows, and the knob that is wrong."""

    sentence: str
    ruling: str
    rows: list[tuple[str, int]]
    wrong: str  # the title of a row


class Draft:
    """Hold the words and the fields of a position text, and change them."""

    def __init__(self, text: str, count: int) -> None:
        self.words, self.fields = position_words(text, count)

    def __str__(self) -> str:
        return "\n".join([*self.words, write_fields(self.fields)])

    def at(self, places: Places, spot: str) -> str:
        """Read the letter at a place; refuse what is no place."""
        if spot not in places:
            raise BadNotation("nothing can be placed there")
        word, letter = places[spot]
        return self.words[word][letter]

    def put(self, places: Places, spot: str, mark: str) -> None:
        """Write the letter at a place."""
        self.at(places, spot)
        word, letter = places[spot]
        self.words[word] = self.words[word][:letter] + mark + self.words[word][letter + 1 :]

    def clear(self, mark: str) -> None:
        """Take a letter from the board, wherever it is."""
        self.words = [word.replace(mark, ".") for word in self.words]

    def keep(self, *names: str, **values: str) -> None:
        """Forget all fields but these, and set some."""
        self.fields = {name: value for name, value in self.fields.items() if name in names} | values

    def turn(self, name: str, value: str) -> None:
        """Set a field."""
        self.fields[name] = value


def grid_places(names: Sequence[str], size: int) -> Places:
    """Find the squares of a board in its text, whose first word is the last row."""
    return {name: (size - 1 - cell // size, cell % size) for cell, name in enumerate(names)}


def number(draft: Draft, name: str, title: str, most: int, least: int = 0, group: str = "") -> Knob:
    """Make a knob of a field with a number."""
    return Knob(name, title, draft.fields.get(name) or str(least), least=least, most=most, group=group)


def choice(draft: Draft, name: str, title: str, values: dict[str, str], group: str = "") -> Knob:
    """Make a knob of a field with one of some values, which are given with their names."""
    return pick(name, title, draft.fields.get(name) or next(iter(values)), values, group)


def pick(
    name: str, title: str, value: str | list[str], values: dict[str, str], group: str = "", words: Sequence[str] = ()
) -> Knob:
    """Make a knob that has one of some values, which are given with their names."""
    value = value if isinstance(value, str) else JOIN.join(value)
    return Knob(name, title, value, list(values), list(values.values()), words=list(words), group=group)


def several(knob: Knob, most: int = 1) -> Knob:
    """Let a knob hold any of its values, each so often at most."""
    return msgspec.structs.replace(knob, several=most)


def split(value: str) -> list[str]:
    """List what a knob with several values holds."""
    return value.split(JOIN) if value else []


def to_move(draft: Draft, seats: int = 2, name: str = "seat") -> Knob:
    """Make the knob that says who is to move."""
    return choice(draft, name, "To move", {str(seat): f"{{{seat}}}" for seat in range(seats)})


def account(draft: Draft) -> Account | None:
    """Count nothing, where nothing is of a fixed number."""
    return None


def turn(draft: Draft, name: str, value: str, near: int) -> None:
    """Turn a knob that is a field of the position."""
    draft.turn(name, value)
