"""The review of a finished match."""

from typing import Annotated, Literal

from msgspec import Meta

from potluck.table.protocol.base import Message

Mark = Literal["", "best", "only", "inaccuracy", "mistake", "blunder"]


class ReviewedMove(Message):
    """Judge one decision by what its seat knew then; forced moves are no decisions."""

    ply: int
    turn: int
    seat: int
    text: Annotated[str, Meta(description="the move made, in notation")]
    sentence: Annotated[str, Meta(description="what it did")]
    mark: Mark
    accuracy: Annotated[float, Meta(description="from 0 to 100")]
    chance: Annotated[float, Meta(description="of winning with the best move found, from 0 to 1")]
    made: Annotated[float, Meta(description="of winning with the move made")]
    chances: Annotated[list[float], Meta(description="of all seats, with the best move")]
    after: Annotated[list[float], Meta(description="of all seats, with the move made")]
    better: Annotated[list[str], Meta(description="the better line as far as the seat goes on, where a mark blames")]
    better_sentence: Annotated[str, Meta(description="what its first move does")]


class SeatReview(Message):
    """Tell where the winning chance of a seat went: start, decisions, luck and an early end make the result."""

    seat: int
    sentence: Annotated[str, Meta(description="how the seat played, and what luck did")]
    accuracy: Annotated[float | None, Meta(description="from 0 to 100; null if the seat decided nothing")]
    marks: Annotated[dict[str, int], Meta(description="how many of each")]
    start: Annotated[float, Meta(description="chance of winning at the first decision")]
    decisions: Annotated[list[float], Meta(description="by seat: what its decisions did to this one's chance")]
    luck: Annotated[float, Meta(description="what was drawn or uncovered did to it")]
    luck_points: Annotated[float | None, Meta(description="the same in points of the game; null where none count")]
    given_up: Annotated[float, Meta(description="what an end did that the rules do not know, as resigning")]
    result: Annotated[float, Meta(description="1 won, 0 lost")]


class TurningPoint(Message):
    """Name one of the largest swings."""

    ply: Annotated[int, Meta(description="of the decision, or of the one after which it was drawn")]
    turn: int
    seat: Annotated[int, Meta(description="whose chance it changed most")]
    swing: float
    luck: Annotated[bool, Meta(description="something was drawn or uncovered; otherwise it was decided")]
    sentence: str


class Review(Message):
    """Show the review of a match, or how far it is."""

    match: str
    status: Literal["none", "waiting", "working", "failed", "done"]
    done: Annotated[int, Meta(description="decisions judged so far")]
    total: int
    seconds: Annotated[int | None, Meta(description="that it will take, as far as that can be told")]
    problem: Annotated[str, Meta(description="why it failed")]
    moves: Annotated[list[ReviewedMove], Meta(description="as far as they are judged")]
    seats: Annotated[list[SeatReview], Meta(description="when it is done")]
    turning: Annotated[list[TurningPoint], Meta(description="when it is done")]
