"""Lessons: what is taught, what a learner tries, and what is answered."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from potluck.core.view import Choice, View
from potluck.table.protocol.base import Message
from potluck.table.protocol.snapshot import Step


class LessonStep(Message):
    """Show one step of a lesson."""

    title: str
    say: Annotated[str, Meta(description="what to do, in one spoken sentence")]
    aside: Annotated[str, Meta(description="what to know before it")]
    praise: Annotated[str, Meta(description="what has happened when it is done")]
    know: Annotated[str, Meta(description="one more thing to know, then")]
    rulings: Annotated[list[str], Meta(description="the rulings that it teaches")]
    seconds: Annotated[int, Meta(description="what it takes: 200 words a minute, two seconds a click")]


class LessonChapter(Message):
    """Show a few steps on one subject."""

    title: str
    steps: list[LessonStep]


class Lessons(Message):
    """Show how a game is taught."""

    game: str
    title: str
    chapters: list[LessonChapter]


class Try(Message):
    """Try a step of a lesson; nothing is kept at the table, so all that was done before comes along."""

    chapter: Annotated[int, Meta(description="the number of the chapter, from 0")]
    step: Annotated[int, Meta(description="the number of the step in its chapter, from 0")]
    moves: Annotated[list[str], Meta(description="what was accepted so far, 64 at most")] = msgspec.field(
        default_factory=list
    )
    path: Annotated[list[str], Meta(description="the things that were clicked now; none to begin")] = msgspec.field(
        default_factory=list
    )


class Tried(Message):
    """Answer a try; what is refused or wrong has changed nothing."""

    kind: Literal["begun", "right", "done", "wrong", "refused"]
    sentence: Annotated[str, Meta(description="praise, or why not")]
    ruling: Annotated[str, Meta(description="the rule that refuses, where one does")]
    moves: Annotated[list[str], Meta(description="what is accepted so far, in notation")]
    seat: Annotated[int, Meta(description="the learner's")]
    view: View
    names: Annotated[list[str], Meta(description="what the seats are called")]
    choices: list[Choice]
    steps: Annotated[list[Step], Meta(description="all moves since the step began, those of the others included")]
    after: Annotated[View | None, Meta(description="what a wrong move would have led to; it is not made")]
    show: Annotated[list[list[str]], Meta(description="the clicks that are left to do, a path for each move")]
    point: Annotated[list[list[str]], Meta(description="where to point: a ring at the first of each, arrows along it")]
