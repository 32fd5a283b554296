"""The skill ladder of a game: what twice the thinking is worth, doubling after doubling; how far thinking pays."""

from collections.abc import Sequence
from pathlib import Path

from potluck.core.game import Game
from potluck.lab.arena import Outcome, meetings
from potluck.lab.executors import Executor
from potluck.lab.markdown import table

SEED = 20_000


def climb_budgets(
    game: Game, steps: int, doublings: int, matches: int, folder: Path | None = None, executor: Executor | None = None
) -> list[Outcome]:
    """Let every budget meet its half."""
    pairs = [(f"mcts:steps={steps << rung}", f"mcts:steps={steps << rung - 1}") for rung in range(1, doublings + 1)]
    return meetings(game, pairs, matches, SEED, folder, executor)


def report(found: Sequence[Outcome]) -> str:
    """Write the ladder as Markdown."""
    rows = []
    for met in found:
        upper, lower = met.standings
        score = f"{upper.points.mean:.1%} ({upper.points.low:.1%} … {upper.points.high:.1%})"
        names = (one.name.removeprefix("mcts:steps=") for one in (upper, lower))
        rows.append((*names, score, "{:+.0f} ({:+.0f} … {:+.0f})".format(*upper.elo), upper.milliseconds))
    return table(("simulations", "against", "score, 95 %", "Elo", "ms a move"), rows)
