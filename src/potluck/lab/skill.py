"""The skill ladder of a game: what twice the thinking is worth, doubling after doubling; how far thinking pays."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.lab.arena import Outcome, meetings
from potluck.lab.executors import Executor
from potluck.lab.markdown import table

SEED = 20_000
BUDGET = "{steps}"
PLAYER = f"mcts:steps={BUDGET}"


def climb_budgets(
    game: Game,
    steps: int,
    doublings: int,
    matches: int,
    folder: Path | None = None,
    executor: Executor | None = None,
    player: str = PLAYER,
) -> list[Outcome]:
    """Let every budget meet its half; the player's name says where the number of steps stands."""
    if BUDGET not in player:
        raise BadOptions(f"--player {shown(player)}: expected settings with {BUDGET} in them, like {PLAYER}")
    names = [player.replace(BUDGET, str(steps << rung)) for rung in range(doublings + 1)]
    return meetings(game, [(upper, lower) for lower, upper in pairwise(names)], matches, SEED, folder, executor)


def report(found: Sequence[Outcome]) -> str:
    """Write the ladder as Markdown, and how far thinking pays."""
    rows = []
    for met in found:
        upper, _ = met.standings
        score = f"{upper.points.mean:.1%} ({upper.points.low:.1%} … {upper.points.high:.1%})"
        rows.append((*budgets(met), score, "{:+.0f} ({:+.0f} … {:+.0f})".format(*upper.elo), upper.milliseconds))
    return f"{table(('steps', 'against', 'score, 95 %', 'Elo', 'ms a move'), rows)}\n\n{how_far(found)}"


def budgets(met: Outcome) -> list[str]:
    """Read the steps of both players from their names."""
    return [re.findall(r"\d+", one.name)[-1] for one in met.standings]


def how_far(found: Sequence[Outcome]) -> str:
    """Say up to which budget twice the thinking wins more, surer than luck."""
    paying = [met for met in found if met.standings[0].points.low > 0.5]
    if not paying:
        return "That thinking pays cannot be told from luck."
    more = f"{paying[-1].standings[0].points.mean:.1%} of the points against half of them"
    if paying[-1] is found[-1]:
        return f"Thinking pays as far as was tried: {budgets(found[-1])[0]} steps get {more}."
    said = f"Thinking pays up to {budgets(paying[-1])[0]} steps, which get {more}"
    return f"{said}; beyond them no gain can be told from luck."
