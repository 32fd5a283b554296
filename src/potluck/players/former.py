"""The five levels that each game had in 0.1.0: their settings, and the nearest of today's.

Matches that began with them go on with them, and studies can still have them: "0.1.0-club".
"""

from collections.abc import Mapping

from potluck.players.settings import Level

OLD = "0.1.0-"  # before the name of a level: as it was in that version
OLD_NAMES = ("novice", "casual", "club", "expert", "master")
FORMER_STAND_IN = "casual"  # played on for a seat that gave up among more than two

FORMER: Mapping[str, Mapping[str, Level]] = {
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
    "": {  # a game without measured levels
        "novice": Level("mcts", 30, overlooks=0.3, slack=0.1),
        "casual": Level("mcts", 100, overlooks=0.1, slack=0.05),
        "club": Level("mcts", 400),
        "expert": Level("mcts", 2_000),
        "master": Level("mcts", 10_000),
    },
}

# The level of today that is nearest to each: the one with the same settings, or else the one against which it scored
# nearest to 50 % (benchmarks/levels/nearest.jsonl).
NEAREST: Mapping[str, Mapping[str, str]] = {
    "potential": dict(zip(OLD_NAMES, ("crumb", "crumb", "teacup", "ladle", "skillet"), strict=True)),
    "struggle": dict(zip(OLD_NAMES, ("crumb", "spoon", "teacup", "whisk", "skillet"), strict=True)),
    "potion_explosion": dict(zip(OLD_NAMES, ("crumb", "spoon", "whisk", "kettle", "stockpot"), strict=True)),
    "potus": dict(zip(OLD_NAMES, ("crumb", "kettle", "kettle", "skillet", "skillet"), strict=True)),
    "magic_potion": dict(zip(OLD_NAMES, ("crumb", "teacup", "ladle", "cauldron", "cauldron"), strict=True)),
    "": dict(zip(OLD_NAMES, ("crumb", "spoon", "ladle", "kettle", "cauldron"), strict=True)),  # not measured
}
