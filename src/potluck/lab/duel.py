"""The duel: our bots against OpenSpiel's own tree search, which plays the same game through our adapter.

At equal time the top level, which takes about 0.2 s a move, meets as many simulations as OpenSpiel makes in 0.2 s: that
shows the speed. At equal simulations our tree search meets OpenSpiel's with the same number: that shows the thinking.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time

import msgspec
import pyspiel

from potluck.adapters.match import Match
from potluck.adapters.openspiel import PREFIX
from potluck.bots.search import Limit
from potluck.core.game import Game
from potluck.games import options_text
from potluck.lab.ladder import Progress, count, pace
from potluck.lab.markdown import table
from potluck.lab.ratings import Tally, interval
from potluck.lab.series import Opponent, Result, paired, play_series
from potluck.players.guests import seat_player
from potluck.players.levels import level_names

NAME = "openspiel"
SECONDS = 0.2
SIMULATIONS = 1_000
TREE_SEARCH = f"mcts:steps={SIMULATIONS}:temperature=0.25:heuristic_playout=20"
EXPLORATION = 1.4
MEMORY = 1_000  # megabytes
FIRST_SEED = 5_000
FEWEST = 16  # simulations of a first move, from which the number is calibrated


class Visitor:
    """Think with OpenSpiel's C++ tree search: random playouts, proven results, by simulations or by calibrated time."""

    trouble = ""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        _, _, budget = name.partition(":")
        kind, _, amount = budget.partition("=")
        self.rules = game
        self.game = pyspiel.load_game(PREFIX + game.name, game.changed_options())
        self.seconds = float(amount) if kind == "seconds" else 0.0
        self.simulations = FEWEST if self.seconds else int(amount)
        self.seed = seed & 0x7FFFFFFF

    def clock(self) -> float:
        """Tell the processor time."""
        return process_time()

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with the move that OpenSpiel's search finds best."""
        match = Match(self.rules, position=position)
        rollouts = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, rollouts, EXPLORATION, self.simulations, MEMORY, True, self.seed, False)
        start = process_time()
        root = bot.mcts_search(self.game.new_initial_state(match))  # `step` crashes on games written in Python
        self._calibrate(int(root.explore_count), process_time() - start)
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return self.rules.write(match.state, root.best_child().action)

    def close(self) -> None:
        """Let go of nothing."""

    def _calibrate(self, made: int, spent: float) -> None:
        """Take as many simulations next time as would have fitted into the time, half trusting the number so far."""
        if self.seconds and spent > 0.0:
            fitting = made * self.seconds / spent
            self.simulations = max(FEWEST, round((self.simulations + fitting) / 2))


def sit_down(game: Game, name: str, seed: int) -> Opponent:
    """Seat OpenSpiel's search or one of our own."""
    return Visitor(game, name, seed) if name.startswith(NAME) else seat_player(game, name, seed)


class Bout(msgspec.Struct, frozen=True):
    """Tell how one of our bots fared against OpenSpiel's."""

    game: str
    ours: str
    theirs: str
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    milliseconds: tuple[float, float]  # processor time of a move, ours and theirs


def bouts(game: Game) -> list[tuple[str, str]]:
    """List who meets whom: at equal time, and at equal simulations."""
    top = level_names(game)[-1]
    return [
        (top, f"{NAME}:seconds={SECONDS}"),
        (TREE_SEARCH, f"{NAME}:simulations={SIMULATIONS}"),
    ]


def fight(
    game: Game, matches: int, path: Path | None = None, workers: int = 0, progress: Progress | None = None
) -> list[Bout]:
    """Play all bouts, seats swapped."""
    found = []
    for pair in bouts(game):
        wanted = paired(game.name, options_text(game), pair, matches // 2, FIRST_SEED)
        advance = partial(progress, " – ".join(pair)) if progress else None
        found.append(sum_up(game.name, pair, play_series(wanted, path, workers, advance, sit_down)))
    return found


def sum_up(game: str, pair: tuple[str, str], results: Sequence[Result]) -> Bout:
    """Count the results."""
    tally = Tally()
    for result in results:
        count(tally, pair, result)
    low, high = interval(tally)
    return Bout(
        game,
        *pair,
        tally.wins,
        tally.draws,
        tally.losses,
        round(tally.score, 3),
        low,
        high,
        milliseconds=(pace(results, pair[0]), pace(results, pair[1])),
    )


def report(found: Sequence[Bout]) -> str:
    """Write the bouts as Markdown."""
    return table(
        ("game", "ours", "OpenSpiel's", "won", "drawn", "lost", "score", "95 %", "ms a move"),
        (
            (
                *(one.game, one.ours, one.theirs.removeprefix(NAME + ":"), one.wins, one.draws, one.losses),
                *(f"{one.score:.0%}", f"{one.low:.0%} … {one.high:.0%}"),
                f"{one.milliseconds[0]} · {one.milliseconds[1]}",
            )
            for one in found
        ),
    )
