"""What players may agree on before a match."""

import re

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions

Value = int | bool | str


class Option(msgspec.Struct, frozen=True):
    """Declare one thing that players may agree on before a match."""

    name: str
    default: Value
    text: str  # what it changes, in a sentence
    ruling: str = ""  # the ruling that it changes
    choices: tuple[Value, ...] = ()  # the values it takes, if they can be listed
    least: int | None = None  # or the smallest
    most: int | None = None  # and the greatest number

    def describe(self) -> str:
        """Say which values it takes."""
        if isinstance(self.default, bool):
            return "on or off"
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if isinstance(self.default, int):
            return f"a whole number from {self.least} to {self.most}"
        return "a text without , = ( )"

    def check(self, value: object) -> Value:
        """Return the value if the option can take it."""
        fits = isinstance(value, type(self.default)) and isinstance(value, bool) == isinstance(self.default, bool)
        if fits and self.choices:
            fits = value in self.choices
        elif fits and isinstance(value, int) and not isinstance(value, bool):
            fits = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        elif fits and isinstance(value, str):
            fits = not re.search(r"[,=()\n]", value)
        if not fits or not isinstance(value, int | str):
            raise BadOptions(f"option {self.name}={shown(value)}: expected {self.describe()}")
        return value

    def read(self, text: str) -> Value:
        """Read a value from its text, as records and the command line write it."""
        if isinstance(self.default, bool):
            if text not in ("on", "off"):
                raise BadOptions(f"option {self.name}={text}: expected on or off")
            return text == "on"
        if isinstance(self.default, int):
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise BadOptions(f"option {self.name}={text}: expected {self.describe()}")
            return int(text)
        return text


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


FIRST = Option("first", 0, "The seat that begins.", least=0, most=1)  # of two
