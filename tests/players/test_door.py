"""Bots through the one door: same seed, same move; and no bot can peek."""

import pytest

import potluck
from bots.toys import Cards, CardsGame
from potluck import CHANCE, OVER, Dice, Game, PotluckError, State
from potluck.bots.search import Limit
from potluck.players.door import Player, choose, enter, see
from potluck.players.levels import LEVELS, NAMES, level, level_names
from potluck.players.settings import Level

QUICK = Level("mcts", steps=20)


def some_states(game: Game, seed: int, count: int = 3, apart: int = 15) -> list[State]:
    """Play at random and stop now and then where a seat is to move."""
    dice = Dice(seed)
    state = game.new()
    states: list[State] = []
    made = 0
    while state.to_move != OVER and len(states) < count:
        if made >= apart * (len(states) + 1) and state.to_move != CHANCE:
            states.append(state.copy())
        moves = state.moves()
        state.play(dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))])
        made += 1
    return states


@pytest.mark.parametrize("name", potluck.names())
@pytest.mark.parametrize("setting", [Level("uniform"), Level("greedy"), QUICK])
def test_the_same_seed_gives_the_same_legal_move(name: str, setting: Level) -> None:
    game = potluck.load(name)
    for state in some_states(game, 3):
        text = game.write_position(state)
        moves = {Player(game, setting, 11).choose(text, state.to_move) for _ in range(2)}
        assert len(moves) == 1
        game.read(state, moves.pop())


@pytest.mark.parametrize("name", [name for name in potluck.names() if potluck.load(name).has_secrets])
@pytest.mark.parametrize("setting", [Level("greedy"), QUICK, Level("mcts", steps=20, temperature=0.0)])
def test_hidden_things_redrawn_change_no_move(name: str, setting: Level) -> None:
    game = potluck.load(name)
    redrawn = 0
    for seed in range(3):
        for state in some_states(game, seed, count=4, apart=25):
            twin = state.copy()
            twin.determinize(state.to_move, Dice(99 + seed))
            redrawn += twin.key() != state.key()
            texts = [game.write_position(state), game.write_position(twin), see(game, state, state.to_move, Dice(5))]
            assert len({Player(game, setting, 4).choose(text, state.to_move) for text in texts}) == 1
    assert redrawn > 0


def test_hidden_things_redrawn_change_no_move_in_a_toy() -> None:
    game = CardsGame()
    for setting in (Level("mcts", steps=50), Level("mcts", steps=50, temperature=0.0), Level("greedy")):
        for seed in range(10):
            answers = {Player(game, setting, seed).choose(game.write_position(Cards(card)), 0) for card in range(6)}
            assert len(answers) == 1


def test_a_position_with_question_marks_is_filled_in() -> None:
    game = CardsGame()
    text = game.write_position(Cards(5), viewer=0)
    assert "?" in text
    assert Player(game, Level("mcts", steps=200), 1).choose(text, 0) == "low"


def test_what_a_bot_is_given_is_redrawn() -> None:
    game = CardsGame()
    assert {see(game, Cards(5), 0, Dice(seed))[0] for seed in range(60)} == set("012345")
    assert see(game, Cards(5), 1, Dice(3))[0] == "5"  # the holder knows their card


def test_a_bot_is_only_asked_when_it_is_its_move() -> None:
    game = potluck.load("potential")
    with pytest.raises(PotluckError, match="seat 1 is asked for a move"):
        enter(game, game.write_position(game.new()), 1, Dice(0))


@pytest.mark.parametrize("name", potluck.names())
def test_every_game_has_levels_that_move(name: str) -> None:
    game = potluck.load(name)
    assert [each for each in NAMES if each in level_names(game)] == level_names(game)
    assert name in LEVELS
    state = some_states(game, 1, count=1, apart=2)[0]
    text = game.write_position(state)
    for each in level_names(game)[:2]:
        game.read(state, choose(game, text, state.to_move, each, 1))


def test_levels_are_read_from_text() -> None:
    game = potluck.load("potential")
    assert level(game, "mcts:steps=400:temperature=0.1") == Level("mcts", steps=400, temperature=0.1)
    for bad in ("champion", "mcts:steps=many", "oracle:steps=4", "mcts:luck=1"):
        with pytest.raises(potluck.BadOptions):
            level(game, bad)


def test_the_gentle_levels_overlook_but_never_choose_what_looks_much_worse() -> None:
    game = potluck.load("potential")
    state = game.read_position(".......... " * 4 + "...2a..b.. " + ".......... " * 5 + "seat=0")
    text = game.write_position(state)
    strict = Level("alphabeta", 0, depth=1, slack=0.01)
    assert {Player(game, strict, seed).choose(text, 0) for seed in range(10)} == {"d6-f6"}
    sleepy = Level("alphabeta", 0, depth=1, overlooks=0.5)
    assert len({Player(game, sleepy, seed).choose(text, 0) for seed in range(20)}) > 1
    blind = Level("alphabeta", 0, depth=1, overlooks=1.0)
    assert Player(game, blind, 1).choose(text, 0) == "d6-f6"


def test_a_limit_takes_the_place_of_the_levels_own() -> None:
    game = potluck.load("potential")
    player = Player(game, Level("mcts", steps=100_000_000), 1)
    player.choose(game.write_position(game.new()), 0, Limit(7, 0.0))
    assert player.search.steps == 7
