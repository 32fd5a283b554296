"""Seats and opponents for the environments in which one agent learns: any legal move, or a bot of a level."""

from potluck.bots.batch import ANY, EVERY, Rival
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.core.state import State
from potluck.players.door import choose, see
from potluck.players.levels import level

RANDOM = "random"
SEATS = {"random": ANY, "every": EVERY}


def seat_code(seat: int | str, seats: int) -> int:
    """Read which seat the agent takes."""
    if isinstance(seat, str) and seat in SEATS:
        return SEATS[seat]
    if not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadOptions(f"seat={shown(seat)}: expected 0 to {seats - 1}, or one of {', '.join(SEATS)}")
    return seat


class LevelRival(Rival):
    """Play at a level; each move depends only on what the seat knows and on the dice."""

    def __init__(self, game: Game, name: str, dice: Dice, room: int) -> None:
        super().__init__(dice, room)
        level(game, name)
        self.game = game
        self.name = name

    def choose(self, state: State) -> int:
        """Ask a bot, through the door that all bots get their positions from."""
        seat = int(state.to_move)
        text = choose(self.game, see(self.game, state, seat, self.dice), seat, self.name, int(self.dice.word()))
        return self.game.read(state, text)


def rival(game: Game, name: str, dice: Dice, room: int) -> Rival:
    """Find an opponent by its name."""
    return Rival(dice, room) if name == RANDOM else LevelRival(game, name, dice, room)
