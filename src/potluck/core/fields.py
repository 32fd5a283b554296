"""Helpers that write and read a position text: its words, then its name=value fields."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.state import CHANCE, State


class Impossible(BadNotation):
    """Refuse a position whose board could be read, so that it can be shown all the same."""

    def __init__(self, sentence: str, state: State) -> None:
        super().__init__(sentence)
        self.state = state


@contextmanager
def showing(state: State) -> Iterator[None]:
    """Let a refusal carry the position as far as it was read, in which nobody is to move."""
    try:
        yield
    except BadNotation as error:
        state.to_move = CHANCE
        raise Impossible(str(error), state) from error


def write_fields(fields: Mapping[str, str]) -> str:
    """Write fields, but those with nothing to say."""
    return " ".join(f"{name}={value}" for name, value in fields.items() if value)


def expect(holds: bool, where: str, expected: str) -> None:
    """Refuse a position in which something does not hold."""
    if not holds:
        raise BadNotation(f"position {where}: expected {expected}")


def position_words(text: str, count: int) -> tuple[list[str], dict[str, str]]:
    """Split a position into its first `count` words and the name=value fields that follow them."""
    words = text.split()
    fields: dict[str, str] = {}
    if len(words) < count:
        raise BadNotation(f"position {shown(text)}: expected {count} words of board, but got {len(words)}")
    for word in words[count:]:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            raise BadNotation(f"position word {shown(word)}: expected name=value, each name once")
        fields[name] = value
    return words[:count], fields


def number_field(fields: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    """Read a whole number from the fields of a position."""
    text = fields.get(name, str(default))
    if not re.fullmatch(r"-?[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise BadNotation(f"position field {name}={shown(text)}: expected a whole number from {least} to {most}")
    return int(text)


def word_field(fields: Mapping[str, str], name: str, known: Sequence[str], default: str = "") -> int:
    """Read one of some words from the fields of a position, as its index."""
    text = fields.get(name, default)
    expect(text in known, f"field {name}={shown(text)}", f"one of {', '.join(known)}")
    return known.index(text)


def check_fields(fields: Mapping[str, str], known: tuple[str, ...]) -> None:
    """Refuse fields that a position of this game does not have."""
    for name in fields:
        if name not in known:
            raise BadNotation(f"position field {shown(name)}: expected one of {', '.join(known)}")
