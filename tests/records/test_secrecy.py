"""What a move shows to somebody who could not know it."""

import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.state import CHANCE
from potluck.records.match import Match
from potluck.records.secrecy import reveals


def played(match: Match, seed: int) -> list[tuple[potluck.State, int, str]]:
    """Play a match at random; list its states, the moves made in them, and how the referee writes those."""
    dice = Dice(seed)
    while not match.is_over and len(match.moves) < 150:
        moves = list(match.state.moves())
        match.play(moves[dice.below(len(moves))])
    return [(state, move, match.game.write(state, move)) for _, state, move in match.steps()]


def test_chance_always_shows_something() -> None:
    state, move, _ = next(step for step in played(Match("potion_explosion", seed=1), 1) if step[0].to_move == CHANCE)
    assert reveals(potluck.load("potion_explosion"), state, move)


def test_where_nothing_is_hidden_nothing_is_shown() -> None:
    game = potluck.load("potential")
    assert not reveals(game, game.new(), game.new().moves()[0])


def test_an_item_that_is_turned_up_is_news_and_a_step_is_not() -> None:
    game = potluck.load("magic_potion")
    steps = [step for seed in range(3) for step in played(Match(game, seed=seed), seed)]
    shown = [step for step in steps if step[2].startswith("show") and not step[2].endswith("!")]
    walked = [step for step in steps if step[2].startswith("give")]
    assert shown
    assert walked
    assert all(reveals(game, state, move) for state, move, _ in shown[:3])
    assert not any(reveals(game, state, move, 4) for state, move, _ in walked[:3])


@pytest.mark.parametrize("seed", range(2))
def test_what_is_placed_secretly_stays_so_until_all_is_shown(seed: int) -> None:
    game = potluck.load("potus", secret_placement=True)
    placed = [step for step in played(Match(game, seed=seed), seed) if step[0].to_move >= 0][:10]
    assert not any(reveals(game, state, move) for state, move, _ in placed[:8])
