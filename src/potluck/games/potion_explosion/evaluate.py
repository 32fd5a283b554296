"""A guess at unfinished matches of Potion Explosion: points, progress on tiles, potions to drink, sets under way."""

from math import exp
from typing import Final, final

from mypy_extensions import i64

from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.state import State
from potluck.games.potion_explosion.board import BURNERS, COLOURS
from potluck.games.potion_explosion.end_of_turn import MASTERY, VARIETY
from potluck.games.potion_explosion.position import DESK, DESKS, DRUNK, HELD, ON, OPEN, READY, TILE, TOKEN_POINTS
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KINDS, POINTS, size_of

PROGRESS: Final = 0.8  # of its points a tile is worth when all but complete
FITTING: Final = 0.5  # a held marble that has a hole waiting for it
DRINKABLE: Final = 1.5  # a potion that can still be drunk
SPAN: Final = 9.0  # points that make a seat e times as likely to win


@final
class PotionExplosionEvaluator(Evaluator):
    """Compare the desks."""

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the chance to win that the points and prospects of all seats suggest."""
        assert isinstance(state, PotionExplosionState)
        own = worth(state, seat)
        others = 0.0
        for other in range(state.seats):
            if other != seat:
                others += exp((worth(state, other) - own) / SPAN)
        chance = 1.0 / (1.0 + others)
        return NEVER_CERTAIN * (chance - (1.0 - chance) / float(state.seats - 1))


def worth(state: PotionExplosionState, seat: i64) -> float:
    """Value a seat: its points, the tiles on its burners, its pool, its potions and its sets."""
    desk = DESKS + seat * DESK
    total = float(state.points(seat))
    for burner in range(BURNERS):
        total += tile_worth(state, desk, burner)
    for colour in range(COLOURS):
        holes = i64(state.data[desk + OPEN + colour]) + i64(state.data[desk + OPEN + COLOURS + colour])
        total += FITTING * float(min(holes, i64(state.data[desk + HELD + colour])))
    return total + set_worth(state, desk)


def tile_worth(state: PotionExplosionState, desk: i64, burner: i64) -> float:
    """Value a tile by how full it is."""
    tile = i64(state.data[desk + TILE + burner]) - 1
    if tile < 0:
        return 0.0
    filled: i64 = 0
    for colour in range(COLOURS):
        filled += i64(state.data[desk + ON + burner * COLOURS + colour])
    return PROGRESS * float(POINTS[tile] * filled) / float(size_of(tile))


def set_worth(state: PotionExplosionState, desk: i64) -> float:
    """Value potions to drink, and sets of three or of five kinds on the way to a skill token."""
    total = 0.0
    kinds: i64 = 0
    for kind in range(KINDS):
        ready = i64(state.data[desk + READY + kind])
        completed = ready + i64(state.data[desk + DRUNK + kind])
        total += DRINKABLE * float(ready)
        if completed > 0:
            kinds += 1
        if completed < MASTERY:
            total += share(completed, MASTERY)
    return total + share(kinds, VARIETY) if kinds < VARIETY else total


def share(have: i64, need: i64) -> float:
    """Value a set under way: little at first, much before the last."""
    return float(TOKEN_POINTS * have * have) / float(2 * need * need)
