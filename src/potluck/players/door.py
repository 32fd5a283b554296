"""The one door through which a bot gets a position.

In a game with secrets a bot never holds the truth. `see` redraws what the seat cannot know and writes the position
down; a `Player` redraws it once more from its own seed, so that its answer depends on the seat's knowledge and the seed
alone, whatever text it was given.
"""

from math import exp
from time import process_time

from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.mcts import Mcts, MctsSettings
from potluck.bots.search import PROVEN, Limit, Search
from potluck.bots.simple import Greedy, Uniform
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.game import Game
from potluck.core.state import State
from potluck.players.levels import level
from potluck.players.nets import judge
from potluck.players.settings import Level
from potluck.records.secrecy import redraw

LEAST = 2000  # nodes of a tree: there is room for the root, and for whatever can be done there
CERTAIN = 1000.0  # the lead of a proven win
LARGEST = 0.999  # of what is not certain, undone
FINE = 100_000  # the weight of the best move; the others are whole numbers too, the same on every machine


def see(game: Game, state: State, seat: int, dice: Dice) -> str:
    """Write down what a bot at this seat is given: the position with all that it cannot know redrawn."""
    return game.write_position(redraw(state, seat, dice))


def enter(game: Game, position: str, seat: int, dice: Dice) -> State:
    """Read a position for the bot of a seat, whose move it must be."""
    state = game.read_position(position, dice)
    if state.to_move != seat:
        raise PotluckError(f"seat {seat} is asked for a move: {game.prompt(state, seat)}")
    state.determinize(seat, dice)
    return state


def make_search(game: Game, setting: Level, dice: Dice, evaluator: Evaluator | None = None) -> Search:
    """Build the search of a level; another evaluator may take the place of its own."""
    if setting.search == "uniform":
        return Uniform(dice)
    if evaluator is None:
        evaluator = judge(game).evaluator if setting.learned else game.evaluator()
    if setting.search == "greedy":
        return Greedy(evaluator, dice)
    if setting.search == "alphabeta":
        margin = 2 * max(setting.slack, setting.cutoff)
        return AlphaBeta(evaluator, dice, depth=setting.depth, margin=margin, full_depth_moves=setting.full_depth_moves)
    settings = MctsSettings(
        exploration=setting.exploration,
        temperature=setting.temperature,
        playout=setting.playout,
        nodes=max(setting.nodes, LEAST),
        secrets=game.has_secrets,
        widening=setting.widening,
        heuristic_playout=setting.heuristic_playout,
        candidates=setting.candidates,
        turns=setting.turns,
    )
    return Mcts(settings, evaluator, dice)


class Player:
    """Play one seat of one match: what was thought about a position helps with the next."""

    trouble = ""  # nothing ever goes wrong with a built-in bot

    def __init__(self, game: Game, setting: Level, seed: int) -> None:
        self.game = game
        self.setting = setting
        self.dice = Dice(seed)
        self.search = self.careful = make_search(game, setting, self.dice.split())
        hasty = Level("greedy", learned=setting.learned)
        self.glance = make_search(game, hasty, self.dice.split()) if setting.haste else self.careful

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with a move; a limit takes the place of the level's own."""
        state = enter(self.game, position, seat, self.dice)
        return self.game.write(state, self._think(state, limit))

    def answer(self, state: State, limit: Limit | None = None) -> int:
        """Answer a state, redrawn for the seat to move, with a move: `choose` without the detour by texts."""
        state.determinize(int(state.to_move), self.dice)
        return self._think(state, limit)

    def _think(self, state: State, limit: Limit | None) -> int:
        """Search a state, and pick a move."""
        is_hasty = self.setting.haste > 0.0 and self.dice.fraction() < self.setting.haste
        self.search = self.glance if is_hasty else self.careful
        self.search.think(state, limit or Limit(self.setting.steps, 0.0))
        return int(self.search.moves[self._pick()])

    def clock(self) -> float:
        """Tell the processor time, so that a busy machine does not count as thought."""
        return process_time()

    def close(self) -> None:
        """Let go of nothing: a bot from outside has something to let go of."""

    def _pick(self) -> int:
        """Take the best move, or err as the level does."""
        search, setting = self.search, self.setting
        if setting.softness > 0.0:
            return self._pick_softly([lead(value) for value in search.values])
        if setting.overlooks == 0.0 and setting.slack == 0.0:
            return 0
        seen = [index for index in range(len(search.moves)) if self.dice.fraction() >= setting.overlooks]
        best = seen[0] if seen else 0
        good = [index for index in seen if search.values[index] >= search.values[best] - setting.slack]
        return good[self.dice.below(len(good))] if good else best

    def _pick_softly(self, leads: list[float]) -> int:
        """Draw a move, the likelier the better it looks, and none that looks worse than the cut-off allows."""
        best, setting = max(leads), self.setting
        weights = [
            round(FINE * exp((one - best) / setting.softness)) if one >= best - setting.cutoff else 0 for one in leads
        ]
        drawn = self.dice.below(sum(weights))
        index = 0
        while drawn >= weights[index]:
            drawn -= weights[index]
            index += 1
        return index


def lead(value: float) -> float:
    """Undo the squashing of a value, so that what a move loses counts as much when the match is nearly decided."""
    if abs(value) >= PROVEN:
        return CERTAIN * value
    squashed = max(-LARGEST, min(LARGEST, value / NEVER_CERTAIN))
    return squashed / (1 - abs(squashed))


def choose(game: Game, position: str, seat: int, level_name: str, seed: int) -> str:
    """Choose a move for a seat: the same arguments give the same move everywhere."""
    return Player(game, level(game, level_name), seed).choose(position, seat)
