"""The one door through which a bot gets a position.

In a game with secrets a bot never holds the truth. `see` redraws what the seat cannot know and writes the position
down; a `Player` redraws it once more from its own seed, so that its answer depends on the seat's knowledge and the seed
alone, whatever text it was given.
"""

from time import process_time

from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.mcts import Mcts, MctsSettings
from potluck.bots.search import Limit, Search
from potluck.bots.simple import Greedy, Uniform
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.core.state import State
from potluck.players.levels import Level, level

LEAST = 2000  # nodes of a tree: there is room for the root, and for whatever can be done there


def see(game: Game, state: State, seat: int, dice: Dice) -> str:
    """Write down what a bot at this seat is given: the position with all that it cannot know redrawn."""
    twin = state.copy()
    twin.determinize(seat, dice)
    return game.write_position(twin)


def enter(game: Game, position: str, seat: int, dice: Dice) -> State:
    """Read a position for the bot of a seat, whose move it must be."""
    state = game.read_position(position, dice)
    if state.to_move != seat:
        raise PotluckError(f"seat {seat} is asked for a move: {game.prompt(state, seat)}")
    state.determinize(seat, dice)
    return state


def make_search(game: Game, setting: Level, dice: Dice) -> Search:
    """Build the search of a level."""
    if setting.search == "uniform":
        return Uniform(dice)
    evaluator = game.evaluator()
    if setting.search == "greedy":
        return Greedy(evaluator, dice)
    if setting.search == "alphabeta":
        return AlphaBeta(
            evaluator, dice, depth=setting.depth, margin=2 * setting.slack, full_depth_moves=setting.full_depth_moves
        )
    settings = MctsSettings(
        exploration=setting.exploration,
        temperature=setting.temperature,
        playout=setting.playout,
        nodes=max(setting.nodes, LEAST),
        secrets=game.has_secrets,
        widening=setting.widening,
        heuristic_playout=setting.heuristic_playout,
    )
    return Mcts(settings, evaluator, dice)


class Player:
    """Play one seat of one match: what was thought about a position helps with the next."""

    trouble = ""  # nothing ever goes wrong with a built-in bot

    def __init__(self, game: Game, setting: Level, seed: int) -> None:
        self.game = game
        self.setting = setting
        self.dice = Dice(seed)
        self.search = make_search(game, setting, self.dice.split())

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with a move; a limit takes the place of the level's own."""
        state = enter(self.game, position, seat, self.dice)
        self.search.think(state, limit or Limit(self.setting.steps, 0.0))
        return self.game.write(state, self.search.moves[self._pick()])

    def clock(self) -> float:
        """Tell the processor time, so that a busy machine does not count as thought."""
        return process_time()

    def close(self) -> None:
        """Let go of nothing: a bot from outside has something to let go of."""

    def _pick(self) -> int:
        """Take the best move, or err as the level does."""
        search, setting = self.search, self.setting
        if setting.overlooks == 0.0 and setting.slack == 0.0:
            return 0
        seen = [index for index in range(len(search.moves)) if self.dice.fraction() >= setting.overlooks]
        best = seen[0] if seen else 0
        good = [index for index in seen if search.values[index] >= search.values[best] - setting.slack]
        return good[self.dice.below(len(good))] if good else best


def choose(game: Game, position: str, seat: int, level_name: str, seed: int) -> str:
    """Choose a move for a seat: the same arguments give the same move everywhere."""
    return Player(game, level(game, level_name), seed).choose(position, seat)
