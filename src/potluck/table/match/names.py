"""Names that people give themselves: text and nothing else."""

import unicodedata

from potluck.core.english import shown
from potluck.table.protocol.refusals import Refused

LONGEST = 24
FORBIDDEN = frozenset("{}<>&\"'`\\,=()")  # they mean something to records, sentences or pages


def clean_name(name: str) -> str:
    """Return a name in its normal form, or refuse it."""
    normal = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(normal) <= LONGEST:
        raise Refused("bad_name", f"name {shown(name)}: expected 1 to {LONGEST} characters")
    for character in normal:
        if character in FORBIDDEN or unicodedata.category(character)[0] == "C" or is_bidi(character):
            raise Refused("bad_name", f"name {shown(name)}: expected letters, digits and simple punctuation")
    return normal


def is_bidi(character: str) -> bool:
    """Tell whether a character changes the direction of writing by itself."""
    return unicodedata.bidirectional(character) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
