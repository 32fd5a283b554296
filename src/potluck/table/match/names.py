"""Names that people give themselves: text and nothing else."""

import re
import unicodedata
from collections.abc import Sequence

from potluck.core.english import shown
from potluck.core.game import Game
from potluck.table.protocol.refusals import Refused

LONGEST = 24
FACES = ("tomato", "aubergine", "pear", "onion", "mushroom", "lemon", "radish", "pumpkin")  # of people
NOBODY = "Somebody"  # the name of a player who has deleted what was theirs
FORBIDDEN = frozenset("{}<>&\"'`\\,=()")  # they mean something to records, sentences or pages
INVISIBLE = re.compile(  # letters and marks that show nothing (Unicode's Default_Ignorable_Code_Point), and blanks
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0000-\U000e0fff]"
)
COLOURS = {"Near": "Red", "Far": "Blue"}  # of the seats that a game names by where they are drawn
STACKED = 2  # marks on one letter, as the scripts of the world need them


def sides(game: Game) -> list[str]:
    """Name the seats by what is seen of them: for one of the players what a game calls the far side is the near one."""
    return [COLOURS.get(side, side) for side in game.sides]


def clean_name(name: str) -> str:
    """Return a name in its normal form, or refuse it."""
    normal = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(normal) <= LONGEST:
        raise Refused("bad_name", f"name {shown(name)}: expected 1 to {LONGEST} characters")
    kinds = "".join(unicodedata.category(character)[0] for character in normal)
    if "C" in kinds or INVISIBLE.search(normal) or FORBIDDEN.intersection(normal):
        raise Refused("bad_name", f"name {shown(name)}: expected letters, digits and simple punctuation")
    if kinds.startswith("M") or " M" in kinds.replace("Z", " ") or "M" * (STACKED + 1) in kinds:
        raise Refused("bad_name", f"name {shown(name)}: expected at most {STACKED} marks on a letter")
    return normal


def clean_face(face: str) -> str:
    """Return a face that there is, or none; refuse any other."""
    if face and face not in FACES:
        raise Refused("bad_name", f"face {shown(face)}: expected one of {', '.join(FACES)}")
    return face


def bot_names(levels: Sequence[str]) -> list[str]:
    """Name the bots of a match by their levels; no two share a name."""
    taken: list[str] = []
    for level in levels:
        name = level.capitalize()
        numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(levels) + 1))
        taken.append(next(each for each in numbered if each not in taken))
    return taken
