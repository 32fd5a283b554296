"""The duel: our bots against OpenSpiel's tree searches, which play the same game through our adapter.

At equal time the top level, which takes about 0.2 s a move, meets as many simulations as OpenSpiel makes in 0.2 s: that
shows the speed. At equal simulations our tree search meets OpenSpiel's with the same number: that shows the thinking.
The last bout takes speed and evaluators out of it: OpenSpiel's search in Python has our evaluator at its leaves.
"""

from pathlib import Path

from potluck.core.game import Game
from potluck.lab.arena import Outcome, PairProgress, meetings
from potluck.lab.executors import Executor
from potluck.players.levels import level_names

SECONDS = 0.2
SIMULATIONS = 1_000
TREE_SEARCH = f"mcts:steps={SIMULATIONS}:temperature=0.25:heuristic_playout=20"
FEW = 100  # simulations that the search in Python makes in a second or so
SEED = 5_000


def bouts(game: Game) -> list[tuple[str, str]]:
    """List who meets whom: at equal time, at equal simulations, and with equal evaluators as well."""
    return [
        (level_names(game)[-1], f"openspiel:seconds={SECONDS}"),
        (TREE_SEARCH, f"openspiel:simulations={SIMULATIONS}"),
        (f"mcts:steps={FEW}", f"openspiel:python:simulations={FEW}"),
    ]


def fight(
    game: Game,
    matches: int,
    folder: Path | None = None,
    executor: Executor | None = None,
    progress: PairProgress | None = None,
) -> list[Outcome]:
    """Let them meet, bout by bout."""
    return meetings(game, bouts(game), matches, SEED, folder, executor, progress)
