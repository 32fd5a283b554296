"""What is kept of a match as it was shown, for the day when other rules would make another match of it."""

import hashlib

import msgspec

from potluck.table.match.story import Line, Story

SUMMED = 500  # the last moves that are summed up


class Page(msgspec.Struct, frozen=True):
    """Hold what one audience saw last: the board and the log."""

    view: msgspec.Raw  # as it was sent; the views of later versions may have other fields
    lines: list[Line]


class Keepsake(msgspec.Struct, frozen=True):
    """Hold what a match was when it was kept."""

    rules: int
    version: int  # of the match
    told: str  # the digest of its moves in notation
    ending: str  # nothing while it was played
    scores: list[float]
    pages: dict[int, Page]  # by audience


def digest(story: Story) -> str:
    """Sum the last moves up as everybody may read them, so that one which means something else now is noticed."""
    steps = story.steps[story.audiences[-1]][-SUMMED:]
    return hashlib.sha256("\n".join(step.text for step in steps).encode()).hexdigest()


encode_keepsake = msgspec.json.Encoder().encode
decode_keepsake = msgspec.json.Decoder(Keepsake).decode
