"""How fast the kernel is, beside OpenSpiel measured in the same run.

These machines are noisy: every figure is the median of interleaved rounds, each round measuring everything once.
"""

import statistics
import time
from collections.abc import Callable
from random import choices, random
from typing import Any, NamedTuple

from potluck.bots.mcts import count_simulations
from potluck.bots.playout import count_copies, count_moves
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER
from potluck.games import load_text

PEERS = ("breakthrough", "checkers", "backgammon")
LONGEST = 20_000  # moves of one random match, where the rules set no limit
ROLLOUTS = 100  # OpenSpiel's rollouts for each leaf, so that the tree costs next to nothing
SIMULATIONS = 200  # of one search

Report = dict[str, dict[str, Any]]


class Measure(NamedTuple):
    """Name one figure, and how to get a sample of it: how much was done, in how many seconds."""

    path: tuple[str, ...]
    sample: Callable[[float], float]


class Rate(NamedTuple):
    """Hold the samples of one figure."""

    path: tuple[str, ...]
    samples: list[float]

    @property
    def median(self) -> float:
        """Return the middle sample."""
        return statistics.median(self.samples)

    @property
    def spread(self) -> float:
        """Return half the distance of the quartiles, as a share of the median."""
        low, _, high = statistics.quantiles(self.samples, n=4) if len(self.samples) > 1 else (self.median,) * 3
        return (high - low) / 2 / self.median


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Repeat some work for about as long; return how much of it was done in a second."""
    done = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += work()
    return done / spent


# Our games


def game_measures(game: Game) -> list[Measure]:
    """List what is measured of one of our games."""
    start = game.new()
    limit = game.limit or LONGEST
    dice = Dice(1)

    def playouts(seconds: float) -> float:
        return per_second(lambda: count_moves(start, dice, 20, limit), seconds)

    def loop(seconds: float) -> float:
        return per_second(lambda: python_match(game, dice), seconds)

    def copies(seconds: float) -> float:
        return per_second(lambda: count_copies(start, 20_000), seconds)

    return [
        Measure(("games", game.name, "playout_moves_per_s"), playouts),
        Measure(("games", game.name, "python_moves_per_s"), loop),
        Measure(("games", game.name, "copies_per_s"), copies),
        Measure(("games", game.name, "mcts_sims_per_s"), lambda seconds: mcts_sims_per_s(game, seconds)),
    ]


def mcts_sims_per_s(game: Game, seconds: float = 1.0) -> float:
    """Measure tree search with random playouts from the first choice of a match, as OpenSpiel's is measured below."""
    start, dice = game.new(), Dice(1)
    while start.to_move == CHANCE:
        start.play(dice.sample(start))
    return per_second(lambda: count_simulations(start, dice, SIMULATIONS), seconds)


def python_match(game: Game, dice: Dice) -> int:
    """Play one random match in a plain Python loop, as a user would write it."""
    state = game.new()
    made = 0
    while (mover := state.to_move) != OVER:
        if mover == CHANCE:
            move = dice.sample(state)
        else:
            moves = state.moves()
            count: int = len(moves)
            move = moves[int(random() * count)]
        state.play(move)
        made += 1
    return made


# OpenSpiel


def peer_measures(name: str) -> list[Measure]:
    """List what is measured of one of OpenSpiel's games."""
    import pyspiel

    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    length = float(statistics.mean([float(peer_match(game)) for _ in range(100)]))

    def searcher(rollouts: int, simulations: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)

    rolling, searching = searcher(ROLLOUTS, 1), searcher(1, SIMULATIONS)

    def playouts(seconds: float) -> float:
        return length * per_second(lambda: ROLLOUTS * int(rolling.mcts_search(start).explore_count), seconds)

    def loop(seconds: float) -> float:
        return per_second(lambda: peer_match(game), seconds)

    def search(seconds: float) -> float:
        return per_second(lambda: int(searching.mcts_search(start).explore_count), seconds)

    return [
        Measure(("peers", "open_spiel", name, "playout_moves_per_s"), playouts),
        Measure(("peers", "open_spiel", name, "python_moves_per_s"), loop),
        Measure(("peers", "open_spiel", name, "mcts_sims_per_s"), search),
    ]


def peer_match(game: Any) -> int:
    """Play one random match of an OpenSpiel game in a plain Python loop."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = choices([action for action, _ in outcomes], [chance for _, chance in outcomes])[0]
        else:
            actions = state.legal_actions()
            action = actions[int(random() * len(actions))]
        state.apply_action(action)
        made += 1
    return made


def has_peer() -> bool:
    """Tell whether OpenSpiel is installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


# The run


def all_measures(names: list[str], options: str = "") -> list[Measure]:
    """List everything that can be measured here."""
    measures = [measure for name in names for measure in game_measures(load_text(name, options))]
    if has_peer():
        measures += [measure for name in PEERS for measure in peer_measures(name)]
    return measures


def run(measures: list[Measure], rounds: int, seconds: float, progress: Callable[[], None]) -> list[Rate]:
    """Measure everything once a round; call `progress` after each sample."""
    rates = [(measure, Rate(measure.path, [])) for measure in measures]
    for _ in range(rounds):
        for measure, rate in rates:
            rate.samples.append(measure.sample(seconds))
            progress()
    return [rate for _, rate in rates]


def as_report(rates: list[Rate]) -> Report:
    """Arrange the medians by their paths, as the JSON file has them."""
    report: Report = {"games": {}, "peers": {}}
    for rate in rates:
        place: dict[str, Any] = report
        for name in rate.path[:-1]:
            place = place.setdefault(name, {})
        place[rate.path[-1]] = round(rate.median)
    return report
