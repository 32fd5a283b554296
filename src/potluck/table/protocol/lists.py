"""Lists and descriptions."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from potluck.core.options import Kind, Value
from potluck.core.view import View
from potluck.table.protocol.base import Audience, Message, Status
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
    kind: Annotated[
        Kind,
        Meta(description="how it is chosen; a set is things joined by +, an editor is the game's own"),
    ]
    title: Annotated[str, Meta(description="what players call it")]
    names: Annotated[list[str], Meta(description="what players call its choices")]
    says: Annotated[
        list[str],
        Meta(
            description="a sentence for each choice, then one for other values; or one for all, with {} for the value"
        ),
    ]
    unit: Annotated[str, Meta(description="what a number counts, one of them")]
    zero: Annotated[str, Meta(description="a sentence for the number 0, where it means something else")]
    things: Annotated[list[str], Meta(description="of a set: the names of the things it is made of")]
    count: Annotated[int, Meta(description="of a set: how many of them")]
    finer: Annotated[bool, Meta(description="one of the finer points, which may be folded")]


class PresetCard(Message):
    """Describe what players often agree on together."""

    name: str
    title: str
    text: Annotated[str, Meta(description="what is special about it")]
    options: Annotated[dict[str, Value], Meta(description="those that differ from the rulebook")]
    clock: ClockPlan | None


class Agreement(Message):
    """Ask whether options can be agreed on."""

    options: dict[str, Value]


class Problem(Message):
    """Say what is wrong with an option."""

    option: Annotated[str, Meta(description="the name of the option")]
    sentence: str


class LevelCard(Message):
    """Describe one level of the bots."""

    name: str
    elo: Annotated[int | None, Meta(description="measured strength")] = None
    give_or_take: Annotated[int | None, Meta(description="half of the 95 % interval of `elo`")] = None
    text: Annotated[str, Meta(description="a sentence about how it plays")] = ""
    aliases: Annotated[list[str], Meta(description="older names that mean it too")] = msgspec.field(
        default_factory=list
    )


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
    presets: list[PresetCard]
    loaded: Annotated[list[RuleCard], Meta(description="rules that players wrote, for the option `extra`")]
    levels: list[LevelCard]


class RulingCard(Message):
    """Show one numbered ruling."""

    id: str
    text: str
    source: Annotated[str, Meta(description="where the rulebook says it")]
    status: Annotated[str, Meta(description="how sure the ruling is")]
    option: Annotated[str, Meta(description="the option that changes it")]


class LabStudy(Message):
    """Tell what a study of the lab found, which the host of the table has put there."""

    name: str
    game: str
    title: str
    options: Annotated[str, Meta(description="what was agreed on in its matches, as quiet_turns=50, first=1")]
    players: list[str]
    rules_version: Annotated[int, Meta(description="the version of the rules that it played")]
    matches: int
    sentences: Annotated[list[str], Meta(description="what was found, the most important first")]
    known: Annotated[dict[str, str], Meta(description="what is known of an option, by its name")]
    report: Annotated[bool, Meta(description="its report is at /lab/NAME.html")]


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
    faces: Annotated[list[str], Meta(description="of the players, by seat")] = msgspec.field(default_factory=list)
    levels: Annotated[list[str], Meta(description="of the bots, by seat; empty for people")] = msgspec.field(
        default_factory=list
    )
    to_move: Annotated[int | None, Meta(description="the seat to move, while the match is played")] = None
    due: Annotated[int | None, Meta(description="when its time ends, milliseconds since 1970")] = None
    at: Annotated[int, Meta(description="when something last happened")] = 0
    turn: Annotated[int, Meta(description="the number of turns finished")] = 0
    said: Annotated[str, Meta(description="what happened last, or how it ended, as a spectator sees it")] = ""
    rematch: Annotated[str, Meta(description="the id of the match that follows this one")] = ""
    audience: Audience = "link"


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


class HintStep(Message):
    """Show one move of a turn that is advised."""

    text: Annotated[str, Meta(description="in notation")]
    path: Annotated[list[str], Meta(description="the clicks that mean it")]
    told: Annotated[str, Meta(description="what it does")]


class HintLine(Message):
    """Show one good choice."""

    move: int
    text: str
    chance: Annotated[float, Meta(description="the chance of winning, from 0 to 1")]
    line: Annotated[list[str], Meta(description="the expected moves, this one first")]
    reason: str
    turn: Annotated[list[HintStep], Meta(description="this move and those that follow in the same turn, before chance")]


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
