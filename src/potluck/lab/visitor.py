"""OpenSpiel's tree searches as players: they play our games through our adapter.

In a game with secrets a visitor thinks about one world that the seat cannot tell from the true one, drawn anew for
every move: the searches know nothing of what is hidden.
"""

import re
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from potluck.adapters.match import Match
from potluck.adapters.openspiel import PREFIX, PotluckState
from potluck.bots.search import Limit
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game

NAME = re.compile(r"openspiel:(python:)?(?:simulations=([1-9]\d{0,8})|seconds=(\d+(?:\.\d+)?))")
EXPLORATION = 1.4
MEMORY = 1_000  # megabytes
FEWEST = 16  # simulations of a first move, from which the number is calibrated


class Visitor:
    """Think with OpenSpiel's search, in C++ with random playouts or in Python with our evaluator at the leaves."""

    trouble = ""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        found = NAME.fullmatch(name)
        if not found:
            raise BadOptions(f"player {shown(name)}: expected openspiel:simulations=100, or openspiel:seconds=0.2")
        self.rules = game
        self.game = pyspiel.load_game(PREFIX + game.name, game.changed_options())
        self.in_python = bool(found[1])
        self.seconds = float(found[3] or 0.0)
        self.simulations = int(found[2] or FEWEST)
        self.seed = seed & 0x7FFFFFFF

    def clock(self) -> float:
        """Tell the processor time."""
        return process_time()

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with the move that OpenSpiel's search finds best."""
        match = Match(self.rules, position=position)
        start = process_time()
        root = self._search(match, limit.steps if limit and limit.steps else self.simulations)
        self._calibrate(int(root.explore_count), process_time() - start, limit.seconds if limit else self.seconds)
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return self.rules.write(match.state, root.best_child().action)

    def close(self) -> None:
        """Let go of nothing."""

    def _search(self, match: Match, simulations: int) -> Any:
        """Search a position with a tree of OpenSpiel's; `step` of the C++ bot crashes on games written in Python."""
        state = self.game.new_initial_state(match)
        if self.in_python:
            dice = np.random.RandomState(self.seed)
            return mcts.MCTSBot(
                self.game, EXPLORATION, simulations, Leaf(self.rules), solve=True, random_state=dice
            ).mcts_search(state)
        rollouts = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, rollouts, EXPLORATION, simulations, MEMORY, True, self.seed, False)
        return bot.mcts_search(state)

    def _calibrate(self, made: int, spent: float, seconds: float) -> None:
        """Take as many simulations next time as would have fitted into the time, half trusting the number so far."""
        if seconds and spent > 0.0:
            fitting = made * seconds / spent
            self.simulations = max(FEWEST, round((self.simulations + fitting) / 2))


class Leaf(mcts.Evaluator):  # type: ignore[misc]
    """Judge a leaf of OpenSpiel's search in Python with the evaluator that our own searches use."""

    def __init__(self, game: Game) -> None:
        self.evaluator = game.evaluator()

    def evaluate(self, state: PotluckState) -> list[float]:
        """Return what a position is worth to every seat."""
        position = state.match.state
        return [self.evaluator.evaluate(position, seat) for seat in range(position.seats)]

    def prior(self, state: PotluckState) -> list[tuple[int, float]]:
        """Find all moves alike; chance as it is."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
