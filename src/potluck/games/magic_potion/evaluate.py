"""A guess at unfinished matches of Magic Potion: health, dice, pieces of the recipe and the way to them."""

from typing import Final, final

from mypy_extensions import i64

from potluck.core.evaluator import Evaluator
from potluck.core.state import State
from potluck.games.magic_potion.board import CELLS, DISTANCE, WALL
from potluck.games.magic_potion.characters import CAST
from potluck.games.magic_potion.items import CARDS, ENERGY, KIND, RECIPES
from potluck.games.magic_potion.position import CELL, DICE, HEALTH, LIFE, LIVING, LYING, PLACE, SIDE
from potluck.games.magic_potion.rules import MagicPotionState

# In hundredths of a living character.
LIFE_WORTH: Final = 100
UNDEAD_WORTH: Final = 25
HEALTH_WORTH: Final = 6
DIE_WORTH: Final = 9
ENERGY_WORTH: Final = 7
PIECE_WORTH: Final = 90  # the second of them counts twice
NEAR_WORTH: Final = 8  # a slot nearer to a piece that lies on the field
FAR_AWAY: Final = 12
SPAN: Final = 320.0  # an advantage of this many hundredths is worth half a win


@final
class MagicPotionEvaluator(Evaluator):
    """Compare the two sides."""

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the difference of the sides, never quite a win."""
        assert isinstance(state, MagicPotionState)
        lead = float(worth(state, seat) - worth(state, 1 - seat)) / SPAN
        return 0.98 * lead / (1.0 + abs(lead))


def worth(state: MagicPotionState, seat: i64) -> i64:
    """Add up what a side has."""
    return characters_worth(state, seat) + items_worth(state, seat)


def characters_worth(state: MagicPotionState, seat: i64) -> i64:
    """Add up lives, health and dice."""
    data = state.data
    total: i64 = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) != seat or data[HEALTH + character] == 0:
            continue
        total += LIFE_WORTH if data[LIFE + character] == LIVING else UNDEAD_WORTH
        total += i64(data[HEALTH + character]) * HEALTH_WORTH + i64(data[DICE + character]) * DIE_WORTH
    return total


def items_worth(state: MagicPotionState, seat: i64) -> i64:
    """Add up the items that a side carries, and how near it is to pieces that lie on the field."""
    data = state.data
    total: i64 = 0
    pieces: i64 = 0
    for card in range(CARDS):
        place = i64(data[PLACE + card])
        if place < CAST and i64(data[SIDE + place]) == seat:
            total += ENERGY[KIND[card]] * ENERGY_WORTH
            if card < RECIPES:
                pieces += 1
        elif place >= LYING and card < RECIPES:
            total += (FAR_AWAY - nearest(state, seat, place - LYING)) * NEAR_WORTH
    return total + pieces * pieces * PIECE_WORTH


def nearest(state: MagicPotionState, seat: i64, cell: i64) -> i64:
    """Tell how far the nearest character of a side is from a slot."""
    data = state.data
    best: i64 = FAR_AWAY
    for character in range(CAST):
        place = i64(data[CELL + character])
        if i64(data[SIDE + character]) == seat and place != WALL:
            best = min(best, DISTANCE[place * CELLS + cell])
    return best
