"""The rules of Potion Explosion: its state and the verbs.

| code | move | phase |
| --- | --- | --- |
| 0 … 44 | the marble on that spot: your regular pick, or what a potion takes or marks | taking.py, potions.py |
| 45 + spot | take that marble with a Little Help | taking.py |
| 90 | the next explosion of a chain | taking.py |
| 91 + colour × 2 + burner | place a marble on a hole of its colour | placing.py |
| 99 | place everything that must be placed and can go only one way | placing.py |
| 100 + colour × 8 + burner × 4 + hole | Prismatic Joy: place a marble on a hole of any colour | potions.py |
| 132 + kind | drink a potion; let Sands of Time copy one; take a starter | potions.py, setup.py |
| 140 + seat | Blind Love: empty the pool of that seat | potions.py |
| 144 + colour | return a marble that the pool cannot hold | end_of_turn.py |
| 148 + stack | take the tile on top | end_of_turn.py |
| 153 | end your turn, or the effect of the potion | end_of_turn.py, potions.py |

| outcome | chance |
| --- | --- |
| kind | a kind is removed from the game |
| tile | a starter is laid out; the new top of a stack |
| colour | a marble comes into sight; a returning marble lands in sight |
| track | a returning marble rolls there |

The other phases: `setup.py` and `end_of_game.py`. Marbles move in `dispenser.py`. After each move `course.py` looks
for what chance must draw, then for what somebody must decide; what leaves no choice happens by itself.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.state import CHANCE, OVER, Rules
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import ROLLS
from potluck.games.potion_explosion.chance import BASES, chance_moves, play_chance, why_not_chance
from potluck.games.potion_explosion.course import go_on
from potluck.games.potion_explosion.dispenser import is_lowest_known, lowest_known
from potluck.games.potion_explosion.end_of_game import why_not_last_pick
from potluck.games.potion_explosion.end_of_turn import (
    play_return,
    play_stack,
    return_moves,
    stack_moves,
    why_not_return,
    why_not_stack,
)
from potluck.games.potion_explosion.position import Options, PotionExplosionPosition
from potluck.games.potion_explosion.potions import effect_moves, play_effect, why_not_effect
from potluck.games.potion_explosion.setup import fresh_data, play_starter, starter_moves, why_not_starter
from potluck.games.potion_explosion.taking import (
    explosion_moves,
    pick_moves,
    play_explosion,
    play_pick,
    why_not_explosion,
)
from potluck.games.potion_explosion.turn import play_turn, turn_moves, why_not_turn


@final
class PotionExplosionState(PotionExplosionPosition):
    """Play from a position."""

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return self.options

    def copy(self) -> "PotionExplosionState":
        """Make an independent twin."""
        twin = PotionExplosionState(self.options, self.seats, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        return twin

    # The two dispatchers, and why a move is refused

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        if self.to_move == CHANCE:
            return chance_moves(self, out, 0)
        phase = self.phase()
        if phase == at.TURN:
            return turn_moves(self, out, 0)
        if phase >= at.EFFECT:
            return effect_moves(self, out, 0)
        if phase == at.CHAIN:
            return explosion_moves(self, out, 0)
        if phase == at.RETURNS:
            return return_moves(self, out, 0)
        if phase == at.TILES_DUE:
            return stack_moves(self, out, 0)
        if phase == at.DRAFTING:
            return starter_moves(self, out, 0)
        return pick_moves(self, out, 0) if phase == at.TIE else 0

    def play(self, move: i64) -> None:
        """Make a legal move, or let chance draw; then go on to the next decision."""
        phase = self.phase()
        if self.to_move == CHANCE:
            play_chance(self, move)
        elif phase == at.TURN:
            play_turn(self, move)
        elif phase >= at.EFFECT:
            play_effect(self, move)
        elif phase == at.CHAIN:
            play_explosion(self)
        elif phase == at.RETURNS:
            play_return(self, move)
        elif phase == at.TILES_DUE:
            play_stack(self, move)
        elif phase == at.DRAFTING:
            play_starter(self, move)
        else:
            play_pick(self, move)
        go_on(self)

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        phase = self.phase()
        if self.to_move == CHANCE:
            return why_not_chance(self)
        if phase == at.TURN:
            return why_not_turn(self, move)
        if phase >= at.EFFECT:
            return why_not_effect(self, move)
        if phase == at.CHAIN:
            return why_not_explosion(self, move)
        if phase == at.RETURNS:
            return why_not_return(self, move)
        if phase == at.TILES_DUE:
            return why_not_stack(self, move)
        if phase == at.DRAFTING:
            return why_not_starter(self, move)
        return why_not_last_pick(self, move) if phase == at.TIE else self.ended_by()

    # Chance

    def weight(self, move: i64) -> i64:
        """Tell how often chance draws this: by the marbles, tiles or kinds there are, or by the tracks with room."""
        data = self.data
        event = i64(data[at.EVENT])
        if event == at.TUMBLING:
            return ROLLS[i64(data[at.ROOMY]) + move]
        if event == at.SIGHTING and is_lowest_known(data, i64(data[at.ONTO]) - 1):
            return 1 if lowest_known(data, i64(data[at.ONTO]) - 1) == move else 0
        return i64(data[BASES[event] + move])

    # The end

    def score(self, seat: i64) -> float:
        """Share 1 among the winners and -1 among the others (PX17)."""
        mask = i64(self.data[at.WINNERS])
        winners: i64 = 0
        for other in range(self.seats):
            winners += mask >> other & 1
        if winners == self.seats:
            return 0.0
        if mask >> seat & 1 == 1:
            return 1.0 / float(winners)
        return -1.0 / float(self.seats - winners)

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PX" + str(self.ended_by()) if self.to_move == OVER else ""

    def ended_by(self) -> i64:
        """Find the ruling that ends the match: a tie, the countdown or the stacks, or the limit of rounds."""
        if self.data[at.TIED] == 1:
            return 15
        return 14 if self.is_last_round() else 26


def empty_state(options: Options, seats: i64) -> PotionExplosionState:
    """Make a match that has not begun."""
    return PotionExplosionState(options, seats, fresh_data(seats))
