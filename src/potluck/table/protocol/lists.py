"""Lists and descriptions."""

from typing import Annotated, Literal

from msgspec import Meta

from potluck.core.options import Value
from potluck.core.view import View
from potluck.table.protocol.base import Message, Status
from potluck.table.protocol.setup import ClockPlan
from potluck.table.protocol.snapshot import Step


class OptionCard(Message):
    """Describe one option of a game."""

    name: str
    default: Value
    text: str
    ruling: Annotated[str, Meta(description="the ruling that the option is about")]
    choices: Annotated[list[Value], Meta(description="the values, if there are only some")]
    least: Annotated[int | None, Meta(description="the smallest value, of a number")]
    most: Annotated[int | None, Meta(description="the largest value, of a number")]


class LevelCard(Message):
    """Describe one level of the bots."""

    name: str
    elo: Annotated[int | None, Meta(description="measured strength")] = None
    give_or_take: Annotated[int | None, Meta(description="half of the 95 % interval of `elo`")] = None


class RuleCard(Message):
    """Describe a rule that players wrote: Python code that the host of the table runs."""

    name: str
    title: str
    text: str
    sign: Annotated[str, Meta(description="SVG path data on a field of 20 by 20")]
    file: Annotated[str, Meta(description="the file that the host has loaded")]


class GameCard(Message):
    """Describe one game."""

    name: str
    title: str
    about: str
    rules_version: int
    seats: Annotated[list[int], Meta(description="how many may play")]
    sides: Annotated[list[str], Meta(description="what the seats are called at the board")]
    has_chance: bool
    has_secrets: bool
    clock: Annotated[int, Meta(description="seconds each that the rulebook suggests for a clock; 0 for none")]
    options: list[OptionCard]
    loaded: Annotated[list[RuleCard], Meta(description="rules that players wrote, for the option `extra`")]
    levels: list[LevelCard]


class RulingCard(Message):
    """Show one numbered ruling."""

    id: str
    text: str
    source: Annotated[str, Meta(description="where the rulebook says it")]
    status: Annotated[str, Meta(description="how sure the ruling is")]
    option: Annotated[str, Meta(description="the option that changes it")]


class LobbyEntry(Message):
    """Show one match in the lobby."""

    match: str
    game: str
    title: str
    options: dict[str, Value]
    status: Status
    players: list[str]
    free: Annotated[int, Meta(description="the number of seats that anybody may take")]
    clock: ClockPlan | None
    created: Annotated[int, Meta(description="milliseconds since 1970")]
    spectators: bool


class Lobby(Message):
    """List the open tables, and the matches that can be watched."""

    open: list[LobbyEntry]
    playing: list[LobbyEntry]


class Frame(Message):
    """Show one point of a replay, and the move made there."""

    ply: int
    turn: int
    view: View
    step: Annotated[Step | None, Meta(description="the move made there; null at the end")]
    lines: Annotated[list[str], Meta(description="what the move did")]


class Replay(Message):
    """Show a stretch of a match."""

    match: str
    viewer: Annotated[int, Meta(description="whose view it is: a seat, -3 for a spectator, -2 for everything")]
    plies: Annotated[int, Meta(description="how many moves the match has")]
    frames: list[Frame]


class HintLine(Message):
    """Show one good choice."""

    move: int
    text: str
    chance: Annotated[float, Meta(description="the chance of winning, from 0 to 1")]
    line: Annotated[list[str], Meta(description="the expected moves, this one first")]
    reason: str


class Hint(Message):
    """Show the best choices."""

    version: int
    lines: list[HintLine]


class Imported(Message):
    """Confirm that a record is kept."""

    match: str
    plies: int


class Health(Message):
    """Tell whether the table can do its work."""

    status: Literal["ok", "ill"]
    ill: Annotated[dict[str, str], Meta(description="what is ill, and how: disk, database, writer, loop, workers")]
