"""Every message of the table: what a client may ask over HTTP and the socket, and what it is answered.

docs/protocol.md explains them in their order; `python -m potluck.table.typescript` writes the page's types from
them. No message has a field for the player who acts: that is the credential's business.
"""

from typing import Any, Literal

import msgspec

from potluck.core.game import Choice, Value, View

Code = Literal[
    "bad_request",  # not a message of this protocol
    "bad_options",  # an unknown game, option or value
    "bad_name",
    "bad_record",
    "bad_origin",  # another site's page
    "not_found",  # no such match, game or address
    "no_credential",  # this needs a seat, and no key to one came with the request
    "wrong_credential",  # the key fits nothing here
    "used",  # the invitation was used already
    "full",  # no free seat, or too many spectators
    "private",  # spectators are not allowed
    "stale",  # the position changed since the version that was named
    "not_your_turn",
    "illegal",  # the rules forbid the move; `ruling` says which
    "waiting",  # the match has not begun
    "over",  # the match has ended
    "not_over",  # only after the end
    "not_allowed",  # not this, here, now
    "too_large",
    "too_fast",
    "read_only",  # nothing can be saved at the moment
    "failed",  # our fault
]
Status = Literal["waiting", "playing", "over"]
Kind = Literal["open", "person", "bot", "program"]
Offer = Literal["draw", "undo", "rematch", "hints"]
Keep = Literal["cookie", "token"]  # the browser keeps a key as a cookie, a program gets it as a token


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """Refuse fields that a message does not have."""


# Refusals


class Refusal(Message, tag_field="type", tag="refusal"):
    """Say why something was not done; nothing has changed."""

    code: Code
    sentence: str
    ruling: str = ""  # the rule that decides, where one does
    id: str = ""  # the command, if it was one
    version: int | None = None  # of the match now, if it is about one


# Setting up a match


class PersonPlan(Message, tag_field="kind", tag="person"):
    """Keep a seat for whoever creates the match; several of them share one device."""

    name: str = "Guest"


class FriendPlan(Message, tag_field="kind", tag="friend"):
    """Keep a seat for somebody who comes by link, or from the lobby if the match is listed."""


class BotPlan(Message, tag_field="kind", tag="bot"):
    """Give a seat to one of Potluck's bots."""

    level: str = "casual"


class ProgramPlan(Message, tag_field="kind", tag="program"):
    """Keep a seat for a program that plays over this protocol."""

    name: str = "Program"


SeatPlan = PersonPlan | FriendPlan | BotPlan | ProgramPlan


class BankClock(Message, tag_field="kind", tag="bank"):
    """Give each seat an account of time, and some more for every finished turn."""

    seconds: int
    increment: int = 0  # seconds


class DaysClock(Message, tag_field="kind", tag="days"):
    """Give each turn a number of days."""

    days: int


ClockPlan = BankClock | DaysClock


class NewMatch(Message):
    """Ask for a match: POST /api/matches."""

    game: str
    seats: list[SeatPlan]
    options: dict[str, Value] = {}
    begins: int | None = None  # a seat; None: drawn with the sealed dice (or as the option `first` says)
    clock: ClockPlan | None = None
    listed: bool = False  # in the lobby: anybody may take a friend's seat
    spectators: bool = True
    hints: bool = False  # all agree beforehand that hints are allowed
    position: str = ""  # where to begin, if not at the set-up: a position's text
    keep: Keep = "cookie"  # where the key to the seats is kept


class Key(Message):
    """Hand out a secret for one seat."""

    seat: int
    token: str  # for a friend: goes into the fragment of a link; for a program: its bearer token


class Created(Message):
    """Answer NewMatch; the creator's own key comes as a cookie, or as `token` if it was asked for."""

    match: str
    seal: str  # the commitment of the seed that decides chance
    mine: list[int]
    token: str = ""
    invites: list[Key] = []
    programs: list[Key] = []


class Join(Message):
    """Take a seat: POST /api/matches/{match}/join. Without an invitation only at a listed table."""

    name: str = "Guest"
    nonce: str = ""  # the seat's part in the dice; counts as Ready if given
    invite: str = ""
    keep: Keep = "cookie"


class Joined(Message):
    """Answer Join; the key comes as a cookie, or as `token` if it was asked for."""

    match: str
    mine: list[int]
    token: str = ""


# Commands: over the socket, or POST /api/matches/{match}/commands


class Ready(Message, tag_field="do", tag="ready"):
    """Add a nonce to the dice of a match that has not begun; it begins when all seats are ready."""

    nonce: str


class Move(Message, tag_field="do", tag="move"):
    """Make a move by its number in the choices."""

    move: int


class Say(Message, tag_field="do", tag="say"):
    """Make a move by its text."""

    text: str


class Undo(Message, tag_field="do", tag="undo"):
    """Take back the last move of this turn, or everything from a ply on; beyond the turn the others are asked."""

    to: int | None = None


class Resign(Message, tag_field="do", tag="resign"):
    """Give up."""


class Abort(Message, tag_field="do", tag="abort"):
    """Call the match off, before everybody has moved once."""


class Propose(Message, tag_field="do", tag="propose"):
    """Offer a draw, ask for hints, or, after the end, for a rematch."""

    what: Offer


class Answer(Message, tag_field="do", tag="answer"):
    """Answer what another seat proposed."""

    what: Offer
    yes: bool


class Leave(Message, tag_field="do", tag="leave"):
    """Go; the seat stays yours."""


class Return(Message, tag_field="do", tag="return"):
    """Take the seat back, also from a bot that sat in."""


class SitIn(Message, tag_field="do", tag="sit_in"):
    """Let a bot play for a seat whose person is away."""

    seat: int
    level: str = "casual"


Action = Ready | Move | Say | Undo | Resign | Abort | Propose | Answer | Leave | Return | SitIn


class Command(Message, tag_field="type", tag="command"):
    """Do something at the table."""

    id: str  # 32 hexadecimal digits, made by the client: the same id is done once, and answered alike for ever
    v: int  # the version of the match it was meant for
    a: Action


class Done(Message, tag_field="type", tag="done"):
    """Confirm a command: it is on disk."""

    id: str
    version: int  # of the match with it


Reply = Done | Refusal


# Questions over the socket, or by HTTP


class AskPreview(Message, tag_field="type", tag="preview"):
    """Ask what a choice would do."""

    move: int


class AskPreviews(Message, tag_field="type", tag="previews"):
    """Ask what several choices would do, 64 at most; the answers leave out the whole views."""

    moves: list[int]


class AskWhy(Message, tag_field="type", tag="why"):
    """Ask why a click path, or a text, is no choice."""

    path: list[str] = []
    text: str = ""


class AskPosition(Message, tag_field="type", tag="position"):
    """Ask for the position as text."""


class Ping(Message, tag_field="type", tag="ping"):
    """Ask for a sign of life."""


FromClient = Command | AskPreview | AskPreviews | AskWhy | AskPosition | Ping


class Change(Message):
    """Tell one difference between two views; a list is compared place by place, unless its members have names."""

    path: list[str | int]  # the way to the value: fields, and places or names in lists
    before: Any = None
    after: Any = None


class Preview(Message, tag_field="type", tag="previewed"):
    """Tell what a choice would do, and what it forces the seat to do next, as far as the seat can know."""

    move: int
    version: int
    view: View | None  # after it; None where hidden things decide, and in lists
    changes: list[Change]  # between the view now and that one, as far as they are certain
    lines: list[str]  # what the log would say
    at_least: bool  # chance draws next: more may follow
    hidden: bool  # hidden things decide: only what is certain is told


class Previews(Message, tag_field="type", tag="previewed_all"):
    """Tell what several choices would do."""

    version: int
    previews: list[Preview]


class Why(Message, tag_field="type", tag="because"):
    """Say why something is no choice."""

    path: list[str]
    sentence: str
    ruling: str = ""


class Position(Message, tag_field="type", tag="positioned"):
    """Write the position as text; what the viewer may not know is `?`."""

    version: int
    text: str


class Pong(Message, tag_field="type", tag="pong"):
    """Give a sign of life."""

    now: int


# The match as one viewer sees it


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
    undo_to: int | None  # the ply that a free undo leads to; None: nothing to take back
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


FromServer = Snapshot | Attendance | Done | Refusal | Preview | Previews | Why | Position | Pong | Bye


# Lists and descriptions


class OptionCard(Message):
    """Describe one thing that may be agreed on."""

    name: str
    default: Value
    text: str
    ruling: str
    choices: list[Value]
    least: int | None
    most: int | None


class LevelCard(Message):
    """Describe one level of the bots."""

    name: str
    elo: int | None = None
    give_or_take: int | None = None  # half of the 95 % interval


class GameCard(Message):
    """Describe one game."""

    name: str
    title: str
    about: str
    rules_version: int
    seats: list[int]
    sides: list[str]
    has_chance: bool
    has_secrets: bool
    options: list[OptionCard]
    levels: list[LevelCard]


class RulingCard(Message):
    """Show one numbered ruling."""

    id: str
    text: str
    source: str
    status: str
    option: str


class LobbyEntry(Message):
    """Show one match in the lobby."""

    match: str
    game: str
    title: str
    options: dict[str, Value]
    status: Status
    players: list[str]
    free: int  # seats that anybody may take
    clock: ClockPlan | None
    created: int
    spectators: bool


class Lobby(Message):
    """List the open tables and the matches that can be watched: GET /api/matches."""

    open: list[LobbyEntry]
    playing: list[LobbyEntry]


class Frame(Message):
    """Show one point of a replay, and the move made there."""

    ply: int
    turn: int
    view: View
    step: Step | None  # None at the end
    lines: list[str]  # what the move did


class Replay(Message):
    """Show a stretch of a match: GET /api/matches/{match}/replay?first=0&count=50."""

    match: str
    viewer: int
    plies: int  # how many moves there are in all
    frames: list[Frame]


class HintLine(Message):
    """Show one good choice."""

    move: int
    text: str
    chance: float  # of winning, from 0 to 1
    line: list[str]  # what would follow
    reason: str


class Hint(Message):
    """Answer a question for advice."""

    version: int
    lines: list[HintLine]


class Imported(Message):
    """Answer the import of a record."""

    match: str
    plies: int


ANSWERS = (Position, Created, Joined, Lobby, Replay, Hint, Imported, GameCard, RulingCard)
REQUESTS = (NewMatch, Join, Command, AskWhy)
