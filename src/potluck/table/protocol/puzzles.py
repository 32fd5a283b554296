"""Puzzles: which there are, what a solver tries, and how they stand."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from potluck.core.options import Value
from potluck.table.protocol.base import Message
from potluck.table.protocol.learning import Tried
from potluck.table.protocol.people import SINCE

Help = Literal["", "hint", "answer", "skip"]


class PuzzleCard(Message):
    """Show one puzzle in a list."""

    id: str
    kind: Annotated[str, Meta(description="what it asks for: win, force, save, explosion, score, piece, item, best")]
    rating: Annotated[int, Meta(description="where the levels solve it half of the time, moved by those who tried it")]


class PuzzleResult(Message):
    """Show how a puzzle went."""

    puzzle: str
    solved: bool
    change: Annotated[int | None, Meta(description="of the rating; null if it did not count")] = None


class PuzzleStanding(Message):
    """Show how somebody stands at the puzzles of a game; a browser that nobody knows keeps it, and brings it along."""

    rating: Annotated[float, Meta(ge=0, le=10_000)] = 1500.0
    deviation: Annotated[float, Meta(ge=1, le=500)] = 350.0
    volatility: Annotated[float, Meta(gt=0, le=1)] = 0.06
    streak: Annotated[int, Meta(ge=0, description="solved in a row at the first try")] = 0
    best: Annotated[int, Meta(ge=0, description="the longest streak")] = 0
    tried: Annotated[list[str], Meta(max_length=2000, description="the puzzles that count no more")] = msgspec.field(
        default_factory=list
    )
    last: Annotated[list[PuzzleResult], Meta(max_length=10, description="the last ten, the newest last")] = (
        msgspec.field(default_factory=list)
    )
    at: Annotated[int, Meta(description=SINCE)] = 0


class Puzzles(Message):
    """Show the puzzles of a game, the easiest first, and how the player stands."""

    game: str
    title: str
    kinds: Annotated[dict[str, str], Meta(description="what the kinds are called")]
    puzzles: list[PuzzleCard]
    today: Annotated[str, Meta(description="the puzzle of the day; empty if there are none")]
    standing: Annotated[PuzzleStanding | None, Meta(description="null if the table does not know who asks")] = None


class PuzzleTry(Message):
    """Try a puzzle; all that was done before comes along."""

    puzzle: str
    moves: Annotated[list[str], Meta(max_length=64, description="the solver's moves so far")] = msgspec.field(
        default_factory=list
    )
    path: Annotated[list[str], Meta(max_length=64, description="the things that were clicked now; none to begin")] = (
        msgspec.field(default_factory=list)
    )
    help: Annotated[Help, Meta(description="instead of a move; it makes the puzzle unrated")] = ""
    standing: Annotated[
        PuzzleStanding | None, Meta(description="what this browser keeps; left aside where the table knows the player")
    ] = None


class PuzzleTried(Message):
    """Answer a try at a puzzle."""

    tried: Annotated[Tried, Meta(description="as at a lesson; a turn is judged when it is over")]
    card: PuzzleCard
    title: Annotated[str, Meta(description="what the kind is called")]
    task: Annotated[str, Meta(description="what to do, in a sentence")]
    aside: Annotated[str, Meta(description="what to know before it, or what follows from what was done")]
    options: dict[str, Value]
    position: Annotated[str, Meta(description="where it begins, as text, for an analysis")]
    moves: Annotated[list[str], Meta(description="made since then, those of the other side too, in notation")]
    told: Annotated[list[str], Meta(description="the same in words")]
    source: Annotated[str, Meta(description="where it is from, and who solves it how often; once it was tried")]
    standing: PuzzleStanding
    change: Annotated[int | None, Meta(description="of the rating by this try; null if it did not count")]
    counts: Annotated[bool, Meta(description="the next try counts")]
