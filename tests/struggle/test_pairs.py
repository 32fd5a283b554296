"""Every pair of special rules on one side, against every pair on the other, in random play."""

from itertools import combinations

import pytest

import potluck
from kit import MATCHES, check_end, check_position, check_state, walk
from potluck import OVER, Dice
from potluck.games.struggle.powers import nine_powers
from struggle.facts import check

NAMES = [power.name for power in nine_powers()]
PAIRS = list(combinations(NAMES, 2))
SAMPLES = 3 if MATCHES >= 200 else 1  # far pairs for each near pair


def side(pair: tuple[str, str], dice: Dice) -> str:
    """Add a third rule, and let traditional colours or the same piece carry them."""
    others = [name for name in NAMES if name not in pair]
    chosen = sorted([*pair, others[dice.below(len(others))]], key=NAMES.index)
    colours = {power.name: int(power.colour) for power in nine_powers()}
    carriers = ["white", "black", "blue", "green", "red", "yellow"]
    crowd = dice.below(3) == 0  # all on one piece
    return "+".join(f"{name}:{carriers[3 if crowd else colours[name]]}" if colours[name] else name for name in chosen)


@pytest.mark.parametrize("near", PAIRS, ids="+".join)
def test_pairs_of_rules_play_together(near: tuple[str, str]) -> None:
    dice = Dice(PAIRS.index(near))
    for _ in range(SAMPLES):
        far = PAIRS[dice.below(len(PAIRS))]
        lands = bool(dice.below(4) == 0)
        game = potluck.load("struggle", powers=f"{side(near, dice)}/{side(far, dice)}", any_arrival_lands=lands)
        state = game.new()
        for number, (before, _) in enumerate(walk(game, state, dice)):
            check_state(game, before)
            check(game, before)
            if number % 9 == 0:
                check_position(game, before)
        check_end(game, state)
        assert state.to_move == OVER


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_alone_plays_to_the_end(name: str) -> None:
    others = [other for other in NAMES if other != name and other not in ("torus", "tower")][:2]
    dice = Dice(7)
    game = potluck.load("struggle", powers="+".join([name, *others]) + "/none", one_rule_per_piece=True)
    state = game.new()
    for before, _ in walk(game, state, dice):
        check_state(game, before)
        check(game, before)
    check_end(game, state)
