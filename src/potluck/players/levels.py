"""The levels: for each game five settings of a bot, from gentle to strong.

Budgets are counted in steps (simulations of MCTS, nodes of alpha-beta), never in seconds, so
that a level plays the same everywhere. The bottom levels err in a human way: they look a short way ahead, overlook
some of their moves, and do not always take the best of those they see; but never one that looks much worse to them.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game

NAMES = ("novice", "casual", "club", "expert", "master")
THINKING = 2  # counts the changes of searches and evaluators; strength measured before one does not count any more
SEARCHES = ("uniform", "greedy", "mcts", "alphabeta")
SIMPLE = ("uniform", "greedy")  # measuring sticks, not levels
Count = Annotated[int, Meta(ge=0, le=1000)]
Steps = Annotated[int, Meta(ge=0, le=10**12)]
Part = Annotated[float, Meta(ge=0.0, le=1000.0)]
Score = Annotated[float, Meta(ge=0.0, le=2.0)]
Chance = Annotated[float, Meta(ge=0.0, le=1.0)]


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say how a bot thinks, and how it errs."""

    search: str  # uniform, greedy, mcts or alphabeta
    steps: Steps = 0  # simulations, or nodes of alpha-beta
    depth: Annotated[int, Meta(ge=1, le=1000)] = 30  # alpha-beta: the deepest iteration
    full_depth_moves: Count = 0  # alpha-beta: late-move reduction applies to the moves after these; 0: to none
    exploration: Part = 1.0  # MCTS: the constant c of PUCT and UCB1
    temperature: Part = 0.15  # MCTS: of the softmax policy that gives the priors; 0: plain UCT
    playout: Count = 0  # MCTS: moves of the random playout before the evaluator judges
    heuristic_playout: Count = 0  # MCTS: moves of the greedy playout after those
    widening: Part = 0.0  # MCTS: progressive widening at chance, outcomes per square root of the visits; 0: all
    overlooks: Chance = 0.0  # how often a move is overlooked
    slack: Score = 0.0  # how much worse than the best seen a chosen move may look, in score
    nodes: Annotated[int, Meta(ge=1, le=10**8)] = 400_000  # MCTS: the most nodes kept


LEVELS: Mapping[str, Mapping[str, Level]] = {
    "potential": {
        "novice": Level("alphabeta", 2_000, depth=1, overlooks=0.4, slack=0.15),
        "casual": Level("alphabeta", 4_000, depth=2, overlooks=0.25, slack=0.05),
        "club": Level("alphabeta", 4_000, depth=3, overlooks=0.1),
        "expert": Level("alphabeta", 20_000),
        "master": Level("alphabeta", 1_500_000),
    },
    "struggle": {
        "novice": Level("alphabeta", 2_000, depth=1, overlooks=0.35, slack=0.1),
        "casual": Level("alphabeta", 2_000, depth=2, overlooks=0.15, slack=0.03),
        "club": Level("alphabeta", 4_000, depth=3),
        "expert": Level("alphabeta", 20_000, full_depth_moves=4),
        "master": Level("alphabeta", 600_000, full_depth_moves=4),
    },
    "potion_explosion": {
        "novice": Level("greedy", overlooks=0.3, slack=0.03),
        "casual": Level("mcts", 20, overlooks=0.1),
        "club": Level("mcts", 60),
        "expert": Level("mcts", 250),
        "master": Level("mcts", 1_000, heuristic_playout=8),
    },
    "potus": {
        "novice": Level("greedy", overlooks=0.6, slack=0.03),
        "casual": Level("greedy", overlooks=0.45),
        "club": Level("greedy", overlooks=0.05),
        "expert": Level("mcts", 100, temperature=0.08, playout=3),
        "master": Level("mcts", 25_000, temperature=0.08, playout=3),
    },
    "magic_potion": {
        "novice": Level("greedy", overlooks=0.6, slack=0.05),
        "casual": Level("greedy", overlooks=0.4),
        "club": Level("mcts", 100, temperature=0.4, playout=30),
        "expert": Level("mcts", 100, temperature=0.1, heuristic_playout=30),
        "master": Level("mcts", 600, temperature=0.1, heuristic_playout=60),
    },
}

# A game without measured levels gets a tree search of growing size.
COMMON: Mapping[str, Level] = {
    "novice": Level("mcts", 30, overlooks=0.3, slack=0.1),
    "casual": Level("mcts", 100, overlooks=0.1, slack=0.05),
    "club": Level("mcts", 400),
    "expert": Level("mcts", 2_000),
    "master": Level("mcts", 10_000),
}


def level_names(game: Game) -> list[str]:
    """List the levels of a game, the gentlest first."""
    return list(LEVELS.get(game.name, COMMON))


def level(game: Game, name: str) -> Level:
    """Find a level or a measuring stick by its name, or read settings: "mcts:steps=400:temperature=0.1"."""
    if name in SIMPLE:
        return Level(name)
    if ":" in name:
        return read_level(name)
    known = LEVELS.get(game.name, COMMON)
    if name not in known:
        raise BadOptions(f"level {shown(name)}: expected one of {', '.join([*known, *SIMPLE])}")
    return known[name]


def read_level(text: str) -> Level:
    """Read the settings of a level from a text, for experiments."""
    search, *settings = text.split(":")
    fields = dict(setting.partition("=")[::2] for setting in settings)
    try:
        found = msgspec.convert({"search": search, **fields}, Level, strict=False)
    except msgspec.ValidationError as error:
        raise BadOptions(f"level {shown(text)}: {error}") from error
    if search not in SEARCHES:
        raise BadOptions(f"level {shown(text)}: expected a search of {', '.join(SEARCHES)}")
    return found
