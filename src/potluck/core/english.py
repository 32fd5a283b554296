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


def counted(number: int, one: str, many: str = "") -> str:
    """Count things in a sentence: 1 die, 2 dice; without another word for many they end in s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def in_a_row(number: int, one: str) -> str:
    """Begin a sentence about things in a row: A turn, 2 turns in a row."""
    return f"{counted(number, one)} in a row" if number > 1 else f"A {one}"


def listed(names: Sequence[str]) -> str:
    """Join names as in a sentence: red, blue and black."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def either(numbers: tuple[int, ...]) -> str:
    """List the numbers of seats in words."""
    return " or ".join(str(number) for number in numbers)


ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"
)  # fmt: skip


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


def would(sentence: str) -> str:
    """Tell of what has not happened: "{0} moved and won" becomes "{0} would move and win".

    What explains a rule stays as it is; where no verb is known the sentence says what is then.
    """
    if ": " in sentence and "{" not in sentence:
        return sentence
    changed = HAPPENED.sub(lambda verb: f"{verb[1] or 'would '}{PLAIN[verb[2]]}", sentence)
    return changed if changed != sentence else f"Then {sentence}"


# The verbs of the games' sentences, and their plain form
PLAIN: Final = dict(
    pair.split("=")
    for pair in re.split(
        " ",
        "is=be are=be was=be were=be has=have leaks=leak loses=lose repeats=repeat share=share began=begin bit=bite "
        "cast=cast chose=choose drank=drink drew=draw fell=fall flew=fly gave=give got=get hid=hide laid=lay "
        "made=make paid=pay saw=see sent=send slid=slide spent=spend stole=steal took=take went=go won=win "
        "stopped=stop swapped=swap advanced=advance bribed=bribe completed=complete decided=decide "
        "designated=designate exploded=explode moved=move placed=place scored=score used=use aimed=aim "
        "attacked=attack converted=convert defected=defect defended=defend earned=earn ended=end jumped=jump "
        "marked=mark passed=pass picked=pick reached=reach repeated=repeat returned=return rolled=roll showed=show "
        "stayed=stay teleported=teleport turned=turn",
    )
)
HAPPENED: Final = re.compile(rf"(?<!is )(?<!was )\b(and )?({'|'.join(PLAIN)})\b")


def expectation(error: str) -> str:
    """Say for people what a library expected of a value: "Expected `int` >= 0 - at `$.steps`"."""
    expected = error.partition(" - at ")[0].partition(", got")[0].replace("`", "").replace("Expected", "expected")
    for code, words in IN_WORDS.items():
        expected = expected.replace(f" {code}", f" {words}")
    return expected.replace(".0", "")


IN_WORDS: Final = {
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    ">=": "from",
    "<=": "up to",
    ">": "above",
}
