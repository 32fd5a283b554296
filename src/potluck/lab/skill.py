"""The skill ladder of a game: what twice the thinking is worth, doubling after doubling; how far thinking pays.

Four times the thinking, or any other number, makes it a curve of strength against time in fewer matches.
"""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
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
TWICE = 2


def climb_budgets(
    game: Game,
    steps: int,
    rungs: int,
    matches: int,
    folder: Path | None = None,
    executor: Executor | None = None,
    player: str = PLAYER,
    times: int = TWICE,
) -> list[Outcome]:
    """Let every budget meet the one below, a half of it or less; the player's name says where the number stands."""
    if BUDGET not in player:
        raise BadOptions(f"--player {shown(player)}: expected settings with {BUDGET} in them, like {PLAYER}")
    names = [player.replace(BUDGET, str(steps * times**rung)) for rung in range(rungs + 1)]
    return meetings(game, [(upper, lower) for lower, upper in pairwise(names)], matches, SEED, folder, executor)


def report(found: Sequence[Outcome], times: int = TWICE) -> str:
    """Write the ladder as Markdown, and how far thinking pays."""
    rows = []
    gains = accumulate(met.standings[0].elo[0] for met in found)
    for met, gained in zip(found, gains, strict=True):
        upper, lower = met.standings
        score = f"{upper.points.mean:.1%} ({upper.points.low:.1%} … {upper.points.high:.1%})"
        elo = "{:+.0f} ({:+.0f} … {:+.0f})".format(*upper.elo)
        rows.append((*budgets(met), score, elo, f"{gained:+.0f}", f"{upper.milliseconds} · {lower.milliseconds}"))
    heads = ("steps", "against", "score, 95 %", "Elo", "since the first", "ms a move")
    return f"{table(heads, rows)}\n\n{how_far(found, times)}"


def budgets(met: Outcome) -> list[str]:
    """Read the steps of both players from their names: where these differ."""
    one, other = (re.findall(r"\d+", standing.name) for standing in met.standings)
    return list(next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]))


def how_far(found: Sequence[Outcome], times: int = TWICE) -> str:
    """Say up to which budget more thinking wins more, surer than luck."""
    paying = [met for met in found if met.standings[0].points.low > 0.5]
    if not paying:
        return "That thinking pays cannot be told from luck."
    part = "half" if times == TWICE else f"one part in {times}"
    more = f"{paying[-1].standings[0].points.mean:.1%} of the points against {part} of them"
    if paying[-1] is found[-1]:
        return f"Thinking pays as far as was tried: {budgets(found[-1])[0]} steps get {more}."
    said = f"Thinking pays up to {budgets(paying[-1])[0]} steps, which get {more}"
    return f"{said}; beyond them no gain can be told from luck."
