"""The settings of a bot: how it thinks and how it errs, and the same as a text.

Budgets are counted in steps (simulations of MCTS, nodes of alpha-beta), never in seconds, so that settings play the
same everywhere. The defaults never change: a match that is under way keeps its bots' settings as such a text.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from potluck.core.english import expectation, shown
from potluck.core.errors import BadOptions

SEARCHES = ("uniform", "greedy", "mcts", "alphabeta")
SIMPLE = ("uniform", "greedy")  # measuring sticks, not levels
DEEPEST = 30
Count = Annotated[int, Meta(ge=0, le=1000)]
Steps = Annotated[int, Meta(ge=0, le=10**12)]
Part = Annotated[float, Meta(ge=0.0, le=1000.0)]
Score = Annotated[float, Meta(ge=0.0, le=2.0)]
Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say how a bot thinks, and how it errs."""

    search: str  # uniform, greedy, mcts or alphabeta
    steps: Steps = 0  # simulations, or nodes of alpha-beta
    depth: Annotated[int, Meta(ge=1, le=1000)] = DEEPEST  # alpha-beta: the deepest iteration
    full_depth_moves: Count = 0  # alpha-beta: late-move reduction applies to the moves after these; 0: to none
    exploration: Part = 1.0  # MCTS: the constant c of PUCT and UCB1
    temperature: Part = 0.15  # MCTS: of the softmax policy that gives the priors; 0: plain UCT
    playout: Count = 0  # MCTS: moves of the random playout before the evaluator judges
    heuristic_playout: Count = 0  # MCTS: moves of the greedy playout after those
    candidates: Count = 0  # MCTS: moves that the greedy playout looks at each time, drawn at random; 0: all
    turns: Count = 0  # MCTS: the greedy playout ends with so many turns, if it gets as far; 0: it does not
    widening: Part = 0.0  # MCTS: progressive widening at chance, outcomes per square root of the visits; 0: all
    overlooks: Chance = 0.0  # how often a move is overlooked, as levels of 0.1.0 did
    slack: Score = 0.0  # how much worse than the best seen a chosen move may look, in score, as in 0.1.0
    nodes: Annotated[int, Meta(ge=1, le=10**8)] = 400_000  # MCTS: the most nodes kept
    learned: bool = False  # judges by the game's net, where there is one for what was agreed on
    softness: Score = 0.0  # the temperature of the choice among the moves seen, in leads; 0: always the best
    cutoff: Score = 0.0  # what looks worse than the best by more than this, in leads, is never chosen
    haste: Chance = 0.0  # how often it looks one move ahead only


SETTINGS = Level.__struct_fields__[1:]


def read_level(text: str) -> Level:
    """Read the settings of a level from a text: "mcts:steps=400:temperature=0.1"."""
    search, *settings = text.split(":")
    if search not in SEARCHES:
        raise BadOptions(f"level {shown(text)}: expected a search of {', '.join(SEARCHES)}")
    fields = dict(setting.partition("=")[::2] for setting in settings)
    for name in fields:
        if name not in SETTINGS:
            raise BadOptions(f"level {shown(text)}: there is no setting {shown(name)}; there are {', '.join(SETTINGS)}")
    try:
        return msgspec.convert({"search": search, **fields}, Level, strict=False)
    except msgspec.ValidationError as error:
        said, _, name = str(error).partition(" - at `$.")
        raise BadOptions(f"level {shown(text)}: {name.rstrip('`')}: {expectation(said)}") from error


def write_level(setting: Level) -> str:
    """Write the settings of a level, as far as they are not the default, so that `read_level` reads them again."""
    plain = Level(setting.search)
    names = [name for name in SETTINGS if getattr(setting, name) != getattr(plain, name)]
    return ":".join([setting.search, *(f"{name}={getattr(setting, name)}" for name in names)])
