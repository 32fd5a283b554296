"""Lists and descriptions."""

from typing import Literal

from potluck.core.options import Value
from potluck.core.view import View
from potluck.table.protocol.base import Message, Status
from potluck.table.protocol.setup import ClockPlan
from potluck.table.protocol.snapshot import Step


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


class Health(Message):
    """Tell whether the table can do its work."""

    status: Literal["ok", "read-only"]
