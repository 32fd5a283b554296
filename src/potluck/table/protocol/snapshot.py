"""The match as one viewer sees it."""

from typing import Literal

from potluck.core.options import Value
from potluck.core.view import Choice, View
from potluck.table.protocol.base import Kind, Message, Offer, Status
from potluck.table.protocol.refusals import Code
from potluck.table.protocol.setup import ClockPlan


class Player(Message):
    """Show who sits at a seat."""

    seat: int
    side: str  # what the seat is called at the board
    kind: Kind
    name: str
    level: str = ""  # of a bot
    presence: Literal["here", "away", "left"] = "here"
    away_since: int | None = None  # milliseconds since 1970
    stand_in: str = ""  # the level of the bot that plays for an absent person
    ready: bool = True


class Clock(Message):
    """Show the time of all seats at the moment `now` of the snapshot."""

    plan: ClockPlan
    left: list[int]  # milliseconds, by seat
    running: int | None  # the seat whose time runs; None: no time runs


class LogLine(Message):
    """Tell one thing that happened."""

    ply: int
    turn: int
    seat: int  # -1: chance; -3: the table itself
    text: str


class Step(Message):
    """Show one move that was made."""

    ply: int
    seat: int  # -1: chance
    text: str  # in notation; what the viewer may not know is `?`
    path: list[str]  # the things that were clicked; empty if the viewer may not know them


class Proposal(Message):
    """Show what is proposed and who has agreed."""

    what: Offer
    seat: int
    agreed: list[int]
    to: int | None = None  # for undo: the ply to return to


class Fairness(Message):
    """Show what anybody needs to verify the dice."""

    seal: str  # SHA-256 of the seed
    nonces: list[str]
    seed: str = ""  # published after the end


class Result(Message):
    """Show how a match ended."""

    scores: list[float]  # from -1 to 1, by seat
    ending: str  # a ruling, or resigned, flag, agreed, aborted, forfeit
    sentence: str


class Snapshot(Message, tag_field="type", tag="snapshot"):
    """Show a match as one viewer may see it; it replaces the one before."""

    match: str
    version: int
    now: int  # the server's time, milliseconds since 1970
    game: str
    title: str
    options: dict[str, Value]  # those that differ from their defaults
    status: Status
    viewer: int  # the seat that looks, or -3 for a spectator
    mine: list[int]  # the seats of this credential
    curtain: bool  # several people share this device, and the game has secrets
    view: View
    prompt: str
    aside: str
    choices: list[Choice]  # empty unless the viewer is to move
    forced: bool  # one choice only, and it may be played for the person at once
    undo_to: int | None  # the ply that a free undo leads to, as far as a glance shows; None: nothing to take back
    ask_undo_to: int | None  # the ply that an undo by consent leads to
    log_from: int  # the first lines, as many as this, are as they were
    log: list[LogLine]  # the lines after them
    ply: int  # moves made, chance included
    turn: int  # turns finished
    steps: list[Step]  # of the turn under way
    last: list[list[Step]]  # by seat: the moves of its last turn
    players: list[Player]
    clock: Clock | None
    offers: list[Proposal]
    spectators: int
    fairness: Fairness
    result: Result | None
    rematch: str  # the match that follows this one, or nothing
    hints: bool  # hints are allowed
    read_only: bool  # nothing can be saved at the moment; clocks stand still


class Attendance(Message, tag_field="type", tag="attendance"):
    """Tell who has come or gone."""

    players: list[Player]
    spectators: int


class Bye(Message, tag_field="type", tag="bye"):
    """Say why the socket is closed."""

    code: Code
    sentence: str
