"""The match as one viewer sees it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from potluck.core.options import Value
from potluck.core.view import Choice, Goal, View
from potluck.table.protocol.base import Audience, Kind, Message, Offer, Status
from potluck.table.protocol.refusals import Code
from potluck.table.protocol.setup import ClockPlan


class Player(Message):
    """Show who sits at a seat."""

    seat: int
    side: Annotated[str, Meta(description="what the seat is called at the board")]
    kind: Kind
    name: str
    face: Annotated[str, Meta(description="the picture that a person has chosen; of a bot its name")] = ""
    level: Annotated[str, Meta(description="the level of a bot")] = ""
    presence: Annotated[
        Literal["here", "away", "left"], Meta(description="away: without a line, and without a request for 30 s")
    ] = "here"
    away_since: Annotated[int | None, Meta(description="milliseconds since 1970; null while the player is here")] = None
    stand_in: Annotated[str, Meta(description="the level of the bot that plays for an absent person")] = ""
    ready: Annotated[bool, Meta(description="the seat has committed to a nonce")] = True


class Clock(Message):
    """Show the time of all seats at the moment `now` of the snapshot."""

    plan: ClockPlan
    left: Annotated[list[int], Meta(description="milliseconds, by seat")]
    running: Annotated[int | None, Meta(description="the seat whose time runs, if one does")]
    delay: Annotated[int, Meta(description="milliseconds until the running seat is charged")] = 0
    rests: Annotated[
        list[int], Meta(description="by seat: on vacation until then, milliseconds since 1970; 0 if not")
    ] = msgspec.field(default_factory=list)


class LogLine(Message):
    """Tell one thing that happened."""

    ply: int
    turn: int
    seat: Annotated[int, Meta(description="who caused it; -1: chance, -3: the table itself")]
    text: str


class Step(Message):
    """Show one move that was made."""

    ply: int
    seat: Annotated[int, Meta(description="who moved; -1: chance")]
    text: Annotated[str, Meta(description="in notation; what the viewer may not know is `?`")]
    path: Annotated[list[str], Meta(description="the things that were clicked; empty if the viewer may not know them")]


class Proposal(Message):
    """Show what is proposed and who has agreed."""

    what: Offer
    seat: int
    agreed: list[int]
    to: Annotated[int | None, Meta(description="for undo: the ply to return to")] = None


class Fairness(Message):
    """Show what anybody needs to verify the dice."""

    seal: Annotated[str, Meta(description="SHA-256 of `terms|seed`")]
    commitments: Annotated[list[str], Meta(description="SHA-256 of each nonce, by seat; bots have the first person's")]
    nonces: Annotated[list[str], Meta(description="by seat; empty where not yet revealed")]
    seed: Annotated[str, Meta(description="published when the match has ended")] = ""
    terms: Annotated[str, Meta(description="what was agreed on before the match, published with the seed")] = ""
    version: Annotated[int, Meta(description="1: of a table older than commitments; the seal is of the seed alone")] = 2


class Result(Message):
    """Show how a match ended."""

    scores: Annotated[list[float], Meta(description="from -1 to 1, by seat")]
    ending: Annotated[str, Meta(description="a ruling, or one of the endings of docs/records.md")]
    sentence: str
    how: Annotated[str, Meta(description="what happened in this match at its end, in one sentence")]
    rule: Annotated[str, Meta(description="the ruling in its words; empty where none ended the match")]


class Snapshot(Message, tag_field="type", tag="snapshot"):
    """Show a match as one viewer may see it; it replaces the one before."""

    match: str
    version: int
    now: Annotated[int, Meta(description="the server's time, milliseconds since 1970")]
    game: str
    title: str
    options: Annotated[dict[str, Value], Meta(description="those that differ from their defaults")]
    status: Status
    viewer: Annotated[int, Meta(description="the seat that looks, or -3 for a spectator")]
    mine: Annotated[list[int], Meta(description="the seats of the key that was used")]
    curtain: Annotated[bool, Meta(description="several people share this device, and the game has secrets")]
    view: View
    prompt: Annotated[str, Meta(description="what is expected now")]
    aside: Annotated[str, Meta(description="what is worth knowing before a choice")]
    goals: Annotated[
        list[Goal], Meta(description="the ways to win, with the viewer's progress; a spectator sees seat 0's")
    ]
    coach: Annotated[
        str,
        Meta(description="what a newcomer may do and what threatens them; when they are to move and called a coach"),
    ]
    coached: Annotated[bool, Meta(description="the viewer has called a coach")]
    choices: Annotated[list[Choice], Meta(description="empty unless the viewer is to move")]
    forced: Annotated[bool, Meta(description="there is only one choice, and it may be played for the person")]
    undo_to: Annotated[int | None, Meta(description="the ply that an undo leads to, if one is probably possible")]
    ask_undo_to: Annotated[int | None, Meta(description="the ply that an undo leads to if the others agree")]
    log_from: Annotated[int, Meta(description="keep this many lines of the log before")]
    log: Annotated[
        list[LogLine], Meta(description="those that follow; from 0, of a long match the last: see its replay")
    ]
    ply: Annotated[int, Meta(description="the number of moves made, those of chance included")]
    turn: Annotated[int, Meta(description="the number of turns finished")]
    steps: Annotated[list[Step], Meta(description="the moves of the turn under way")]
    last: Annotated[list[list[Step]], Meta(description="the moves of each seat's last turn")]
    players: list[Player]
    clock: Clock | None
    offers: list[Proposal]
    spectators: int
    fairness: Fairness
    result: Result | None
    rematch: Annotated[str, Meta(description="the id of the match that follows this one")]
    hints: Annotated[bool, Meta(description="hints are allowed")]
    sit_in: Annotated[str, Meta(description="the level of the bot that may play for whoever is away; none if empty")]
    unrated: Annotated[str, Meta(description="why the match does not count for ratings; empty if it does")]
    audience: Audience
    read_only: Annotated[bool, Meta(description="nothing can be saved at the moment, and clocks stand still")]


class Attendance(Message, tag_field="type", tag="attendance"):
    """Tell who has come or gone."""

    players: list[Player]
    spectators: int


class Bye(Message, tag_field="type", tag="bye"):
    """Say why the socket is closed."""

    code: Code
    sentence: str
