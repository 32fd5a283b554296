"""English that is built: quoting what came from outside, and sentences with names in them."""

import re
from collections.abc import Sequence
from typing import Final


def shown(value: object) -> str:
    """Quote something from outside, cut to a readable length."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "of more than 20 digits"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…" + text[-1]


def capital(sentence: str) -> str:
    """Begin a sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def either(numbers: tuple[int, ...]) -> str:
    """List the numbers of seats in words."""
    return " or ".join(str(number) for number in numbers)


def name_seats(sentence: str, names: Sequence[str], you: int | None = None) -> str:
    """Put names for {0}, {1} … into a sentence; the seat `you` is addressed, and the verb right after it agrees."""

    def put(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(names):
            return found[0]
        if seat != you:
            return names[seat] + found[2]
        word = "You" if found.start() == 0 or sentence[found.start() - 2 : found.start()] == ". " else "you"
        return f"{word}r" if found[2] == "'s" else word + agree(found[2])

    return SEAT.sub(put, sentence)


SEAT: Final = re.compile(r"\{(\d)\}('s| [a-z]*s\b|)")
SECOND_PERSON: Final = {" is": " are", " was": " were", " has": " have"}


def agree(verb: str) -> str:
    """Turn a verb of the third person into one that goes with you."""
    return SECOND_PERSON.get(verb) or verb.removesuffix("s")
