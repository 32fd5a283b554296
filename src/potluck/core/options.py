"""What players may agree on before a match."""

import re
from typing import Literal

import msgspec

from potluck.core.english import shown
from potluck.core.errors import bad_option

Value = int | bool | str
Kind = Literal["switch", "number", "choice", "set", "editor"]


class Option(msgspec.Struct, frozen=True):
    """Declare one thing that players may agree on before a match."""

    name: str
    default: Value
    text: str  # what it changes, in a sentence
    ruling: str = ""  # the ruling that it changes
    choices: tuple[Value, ...] = ()  # the values it takes, if they can be listed
    least: int | None = None  # or the smallest
    most: int | None = None  # and the greatest number
    title: str = ""  # what players call it, where the game's words do not
    names: tuple[str, ...] = ()  # what they call its choices
    says: tuple[str, ...] = ()  # a sentence for each choice, or one for every value, which takes the place of {}
    unit: str = ""  # what a number counts, one of them
    zero: str = ""  # a sentence for the number 0, where it means something else
    things: tuple[str, ...] = ()  # of a text: things of the game's words that are joined by +
    count: int = 0  # and how many of them
    editor: bool = False  # of a text: it takes more than its choices, which the game alone can draw and check
    finer: bool = False  # one of the finer points, which a page may fold

    @property
    def kind(self) -> Kind:
        """Say how the option is chosen: by a switch, a number, a choice, a set of things, or an editor."""
        if isinstance(self.default, bool):
            return "switch"
        if self.editor:
            return "editor"
        if self.things:
            return "set"
        return "choice" if self.choices else "number"

    def describe(self) -> str:
        """Say which values it takes."""
        if isinstance(self.default, bool):
            return "on or off"
        if self.choices and self.is_listed():
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if isinstance(self.default, int):
            return f"a whole number from {self.least} to {self.most}"
        return "a text without , = ( )"

    def is_listed(self) -> bool:
        """Tell whether the choices are all that it takes."""
        return not self.things and not self.editor

    def check(self, value: object) -> Value:
        """Return the value if the option can take it."""
        fits = isinstance(value, type(self.default)) and isinstance(value, bool) == isinstance(self.default, bool)
        if fits and self.choices and self.is_listed():
            fits = value in self.choices
        elif fits and isinstance(value, int) and not isinstance(value, bool):
            fits = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        elif fits and isinstance(value, str):
            fits = not re.search(r"[,=()\n]", value)
        if not fits or not isinstance(value, int | str):
            raise bad_option(self.name, shown(value), f"expected {self.describe()}")
        return value

    def read(self, text: str) -> Value:
        """Read a value from its text, as records and the command line write it."""
        if isinstance(self.default, bool):
            if text not in ("on", "off"):
                raise bad_option(self.name, text, "expected on or off")
            return text == "on"
        if isinstance(self.default, int):
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise bad_option(self.name, text, f"expected {self.describe()}")
            return int(text)
        return text

    def call(self, text: str) -> str:
        """Call a value, given as its text, as players do."""
        return dict(zip(map(str, self.choices), self.names, strict=False)).get(text, text)


class Preset(msgspec.Struct, frozen=True):
    """Offer what players often agree on together."""

    name: str
    title: str
    text: str  # what is special about it, in a few words
    options: dict[str, Value]  # those that differ from the rulebook
    minutes: int = 0  # for each player; without a clock if 0
    increment: int = 0  # seconds more after each turn


class Code(msgspec.Struct, frozen=True):
    """Hold a rule that players wrote, as the host of a match has loaded it."""

    name: str
    digest: str  # SHA-256 of the source
    file: str
    source: str


class Loaded(msgspec.Struct, frozen=True):
    """Describe a rule that players wrote and that whoever runs the program has loaded."""

    name: str
    title: str
    text: str  # what it does, in a sentence
    sign: str  # SVG path data on a field of 20 by 20
    file: str


FIRST = Option("first", 0, "The seat that begins.", least=0, most=1, title="Who begins")  # of two
