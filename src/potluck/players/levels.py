"""The levels: for each game six to ten bots, from gentle to strong, each with a name and a sentence about its play.

The gentle ones look a short way ahead and choose softly among what they see: the better a move looks, the more likely
it is, and one that looks worse than the best by more than the cut-off is never chosen. Both are counted in leads (see
`lead`), which do not shrink when a match is nearly decided. So they miss what lies further ahead, as people do, and
throw nothing away that they see. Neighbours shall be 100 to 300 Elo apart; docs/strength.md has what was measured.
"""

from collections.abc import Mapping

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.players.former import FORMER, NEAREST, OLD
from potluck.players.nets import judge
from potluck.players.settings import DEEPEST, SIMPLE, Level, read_level

NAMES = ("crumb", "spoon", "teacup", "whisk", "ladle", "kettle", "saucepan", "skillet", "stockpot", "cauldron")
FIRST_CHOICE = "spoon"  # for whoever does not say
STAND_IN = "whisk"  # plays on for a seat that gave up among more than two
THINKING = 3  # counts the changes of searches and evaluators; strength measured before one does not count any more


def one_ahead(softness: float, cutoff: float) -> Level:
    """Look one move ahead, and choose softly."""
    return Level("greedy", softness=softness, cutoff=cutoff)


def ahead(depth: int, haste: float = 0.0) -> Level:
    """Look so many moves ahead, and only one when in haste."""
    return Level("alphabeta", 4_000, depth=depth, haste=haste)


def learned_search(steps: int, depth: int = DEEPEST, haste: float = 0.0) -> Level:
    """Look through so many positions, or so many moves ahead, judged by the game's net; only one ahead in haste."""
    return Level("alphabeta", steps, depth=depth, full_depth_moves=4, learned=True, haste=haste)


def turns_ahead(steps: int, haste: float = 0.0) -> Level:
    """Imagine so many ways to the end of a turn, each move the best of a few; look one move ahead when in haste."""
    return Level("mcts", steps, heuristic_playout=8, candidates=8, turns=1, haste=haste)


def learned_tree(steps: int) -> Level:
    """Imagine so many ways, judged by the game's net; where it cannot judge, go on to the end of the turn."""
    return Level("mcts", steps, temperature=0.4, heuristic_playout=8, candidates=8, turns=1, learned=True)


LEVELS: Mapping[str, Mapping[str, Level]] = {
    "potential": {
        "crumb": one_ahead(1.0, 0.08),
        "spoon": ahead(2, haste=0.72),
        "teacup": ahead(2, haste=0.05),
        "whisk": Level("alphabeta", 1_850),
        "ladle": Level("alphabeta", 15_000),
        "kettle": learned_search(1_700),
        "saucepan": learned_search(11_000),
        "skillet": learned_search(28_000),
        "stockpot": learned_search(60_000),
        "cauldron": learned_search(150_000),
    },
    "struggle": {
        "crumb": one_ahead(0.5, 0.25),
        "spoon": ahead(2, haste=0.23),
        "teacup": learned_search(200_000, depth=2, haste=0.33),
        "whisk": learned_search(1_200),
        "ladle": learned_search(4_400),
        "kettle": learned_search(18_000),
        "skillet": learned_search(62_000),
        "cauldron": learned_search(220_000),
    },
    "potion_explosion": {
        "crumb": one_ahead(0.05, 0.1),
        "spoon": turns_ahead(20, haste=0.9),
        "teacup": turns_ahead(20, haste=0.765),
        "whisk": turns_ahead(20, haste=0.565),
        "ladle": turns_ahead(20, haste=0.315),
        "kettle": turns_ahead(17),
        "saucepan": turns_ahead(35),
        "skillet": turns_ahead(105),
        "stockpot": learned_tree(1),
        "cauldron": learned_tree(250),
    },
    "potus": {
        "crumb": one_ahead(0.065, 0.12),
        "spoon": one_ahead(0.033, 0.12),
        "teacup": one_ahead(0.019, 0.12),
        "whisk": one_ahead(0.011, 0.12),
        "kettle": one_ahead(0.005, 0.12),
        "skillet": Level("greedy", softness=0.004, cutoff=0.3, learned=True),
        "cauldron": Level("mcts", 10_000, temperature=0.3, learned=True),
    },
    "magic_potion": {
        "crumb": one_ahead(1.0, 0.2),
        "spoon": one_ahead(0.15, 0.1),
        "teacup": one_ahead(0.035, 0.1),
        "whisk": one_ahead(0.011, 0.1),
        "ladle": Level("greedy"),
        "cauldron": Level("mcts", 300, temperature=0.1, heuristic_playout=40, turns=2),
    },
}

# A game without measured levels gets a tree search of growing size.
COMMON: Mapping[str, Level] = {
    "crumb": one_ahead(0.3, 0.3),
    "spoon": one_ahead(0.05, 0.1),
    **{name: Level("mcts", round(25 * 2.5**rank)) for rank, name in enumerate(NAMES[2:])},
}


def level_names(game: Game) -> list[str]:
    """List the levels of a game, the gentlest first."""
    return list(LEVELS.get(game.name, COMMON))


def level_name(game: Game, name: str) -> str:
    """Name the level of today that a name means: itself, or the nearest to one of 0.1.0 or to one the game lacks."""
    meant = NEAREST.get(game.name, NEAREST[""]).get(name.removeprefix(OLD), name)
    known = level_names(game)
    if meant in known or meant not in NAMES:
        return meant
    return min(known, key=lambda each: abs(NAMES.index(each) - NAMES.index(meant)))


def level(game: Game, name: str) -> Level:
    """Find a level or a measuring stick by its name, or read settings: "mcts:steps=400:temperature=0.1"."""
    if name in SIMPLE:
        return Level(name)
    if ":" in name:
        return read_level(name)
    if name.startswith(OLD):
        return former_level(game, name.removeprefix(OLD))
    known = LEVELS.get(game.name, COMMON)
    if level_name(game, name) not in known:
        raise BadOptions(f"level {shown(name)}: expected one of {', '.join([*known, *SIMPLE])}")
    return known[level_name(game, name)]


def former_level(game: Game, name: str) -> Level:
    """Find a level as it was in 0.1.0."""
    known = FORMER.get(game.name, FORMER[""])
    if name not in known:
        raise BadOptions(f"level {shown(OLD + name)}: expected one of {', '.join(OLD + each for each in known)}")
    return known[name]


# What is said of a level

COUNTED = {2: "two", 3: "three", 4: "four", 5: "five"}
HURRIES = ((0.8, "nearly always"), (0.6, "mostly"), (0.4, "often"), (0.0, "sometimes"))  # by the level's haste
TASTES = (  # by how soft the choice is, as a part of the cut-off
    (2.0, "is content with any that does no harm"),
    (0.8, "takes nearly any that does no harm"),
    (0.45, "likes the better ones a little more"),
    (0.22, "prefers the better ones"),
    (0.14, "takes one of the better ones"),
    (0.08, "mostly takes one of the best"),
    (0.0, "nearly always takes one of the best"),
)


def character(game: Game, name: str) -> str:
    """Say how a level plays, in a sentence that follows from its settings."""
    setting = level(game, name)
    return f"{sight(setting)},{hurry(setting)} and {taste(setting)}.{learning(game, setting)}"


def sight(setting: Level) -> str:
    """Say how far a level sees."""
    if setting.search == "mcts":
        return f"Imagines {setting.steps:,} ways the match could go"
    if setting.search == "greedy":
        return "Looks at its own next move only"
    if setting.depth < DEEPEST:
        return f"Looks {COUNTED.get(setting.depth, setting.depth)} moves ahead"
    return f"Looks through up to {setting.steps:,} positions"


def hurry(setting: Level) -> str:
    """Say how often a level looks less far than it can."""
    if setting.haste == 0.0:
        return ""
    often = next(words for least, words in HURRIES if setting.haste >= least)
    return f" {often} no further than its own next move,"


def taste(setting: Level) -> str:
    """Say how a level chooses among what it sees."""
    if setting.softness == 0.0:
        return "takes what looks best"
    part = setting.softness / setting.cutoff if setting.cutoff else 0.0
    return next(words for least, words in TASTES if part >= least)


def learning(game: Game, setting: Level) -> str:
    """Say who judges positions for a level that has learned to, and why it is not what it has learned."""
    if not setting.learned:
        return ""
    trouble = judge(game).trouble
    if trouble:
        return f" Its learned judgement is not used: {trouble}."
    if max(game.seats) > 2:  # nets have learned from matches of two
        return " Between two, it judges positions as it has learned from its own matches."
    return " It judges positions as it has learned from its own matches."
