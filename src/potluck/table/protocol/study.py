"""A position that somebody studies: nothing of it is kept, each question brings it along."""

from typing import Annotated

import msgspec
from msgspec import Meta

from potluck.core.editing import Knob, Tool
from potluck.core.options import Value
from potluck.core.view import Choice, View
from potluck.table.protocol.base import Message
from potluck.table.protocol.reviews import Mark
from potluck.table.protocol.snapshot import Step


class Study(Message):
    """Bring a position along: the set-up, or a text, and moves from there."""

    game: str
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    seats: Annotated[int | None, Meta(description="how many sit down, at the set-up")] = None
    position: Annotated[str, Meta(description="as text; empty for the set-up")] = ""
    turn: Annotated[int, Meta(ge=0, le=1 << 20, description="turns finished before it")] = 0
    moves: Annotated[list[str], Meta(max_length=256, description="made from there, in notation, chance too")] = (
        msgspec.field(default_factory=list)
    )
    viewer: Annotated[int, Meta(description="whose view is shown: a seat, or -2 for everything")] = -2
    path: Annotated[list[str], Meta(description="clicks that mean the last move, instead of its text")] = msgspec.field(
        default_factory=list
    )


class Draw(Message):
    """Show what chance may draw, and how often it does."""

    text: str
    share: float


class Studied(Message):
    """Show a position that is studied."""

    view: View
    position: Annotated[str, Meta(description="as text, with everything in it")]
    seats: int
    secrets: Annotated[bool, Meta(description="a seat may not know all of it")]
    turn: int
    choices: Annotated[list[Choice], Meta(description="of the seat to move, as far as the viewer knows them")]
    draws: Annotated[list[Draw], Meta(description="what chance may draw, the likeliest first, at most 64")]
    prompt: str
    step: Annotated[Step | None, Meta(description="the last move made")]
    lines: Annotated[list[str], Meta(description="what it did")]
    ending: Annotated[str, Meta(description="the ruling that ended the match; empty while it goes on")]


class StudyLines(Message):
    """Ask for the best moves of a position that is studied."""

    study: Study
    lines: Annotated[int, Meta(ge=1, le=5)] = 3
    effort: Annotated[int, Meta(ge=0, le=4, description="each step thinks four times as long")] = 1


class StudiedLine(Message):
    """Show one good move."""

    move: int
    text: str
    chance: Annotated[float, Meta(description="of winning, from 0 to 1")]
    error: Annotated[float, Meta(description="standard error of the chance; 0 where it cannot be told")]
    line: Annotated[list[str], Meta(description="the expected moves, this one first, up to where chance draws")]
    sentences: Annotated[list[str], Meta(description="the same in words")]
    reason: str


class StudiedLines(Message):
    """Show the best moves of a position, as the seat to move may know it, and of those what the viewer may know."""

    lines: list[StudiedLine]
    steps: Annotated[int, Meta(description="simulations, or positions looked at")]


class Judged(Message):
    """Judge the last move of a study by what its seat knew."""

    chance: Annotated[float, Meta(description="of winning with the best move found")]
    made: Annotated[float, Meta(description="of winning with the move made")]
    best: Annotated[str, Meta(description="the best move found")]
    mark: Mark


class Edit(Message):
    """Change a position that is put together by hand; without a change it is laid out for that."""

    game: str
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    seats: Annotated[int | None, Meta(description="how many sit down, at the set-up")] = None
    position: Annotated[str, Meta(description="as text, possible or not; empty for the set-up")] = ""
    near: Annotated[int, Meta(ge=0, le=9, description="the seat whose things lie at the near edge")] = 0
    tool: Annotated[str, Meta(description="what is placed; empty to take away")] = ""
    spot: Annotated[str, Meta(description="where")] = ""
    knob: Annotated[str, Meta(description="what is turned instead")] = ""
    value: str = ""


class Sum(Message):
    """Show one row of a sum that does not come out."""

    title: str
    count: int
    wrong: bool


class Mend(Message):
    """Offer the one way to make a position possible."""

    knob: str
    value: str
    label: str


class Fault(Message):
    """Say why a position cannot be."""

    sentence: str
    ruling: str
    at: Annotated[list[str], Meta(description="the places and knobs that are wrong")]
    rows: list[Sum]
    mend: Annotated[Mend | None, Meta(description="what would mend it, where there is one way")]


class Edited(Message):
    """Show a position that is put together by hand."""

    view: View
    position: Annotated[str, Meta(description="as text, possible or not")]
    seats: int
    tools: Annotated[list[Tool], Meta(description="what can be placed")]
    knobs: Annotated[list[Knob], Meta(description="what can be turned beside the board")]
    fault: Annotated[Fault | None, Meta(description="why it cannot be")]
