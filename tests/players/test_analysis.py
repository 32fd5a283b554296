"""The analysis says what is good and why."""

import pytest

import potluck
from bots.toys import Cards, CardsGame
from players.test_door import some_states
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.game import Game
from potluck.games.potential.learned import PotentialNet
from potluck.games.potion_explosion.learned import PotionExplosionNet
from potluck.games.struggle.evaluate import StruggleEvaluator
from potluck.games.struggle.learned import StruggleNet
from potluck.players.analysis import analyse, analyst
from potluck.players.door import make_search

WIN_IN_ONE = ".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0"
BRIEF = Limit(60, 0.0)


def test_a_win_is_announced() -> None:
    game = potluck.load("potential")
    state = game.read_position(WIN_IN_ONE)
    best, *others = analyse(game, state, 0, Limit(500, 0.0))
    assert (best.move, best.chance, best.line) == ("d6-f6", 1.0, ["d6-f6"])
    assert best.reason == "It wins at once."
    assert len(others) == 2
    assert all(line.chance < 1 for line in others)


@pytest.mark.parametrize("name", potluck.names())
def test_lines_are_legal_and_reasoned(name: str) -> None:
    game = potluck.load(name)
    for state in some_states(game, 5, count=2):
        for line in analyse(game, state, state.to_move, BRIEF):
            assert 0 <= line.chance <= 1
            assert line.line[0] == line.move
            assert line.reason.endswith(".")
            assert f"{{{state.to_move}}}" not in line.reason  # who is advised is addressed, the others can be named
            named = name_seats(line.reason, ("Ada", "Bo", "Cy", "Di"))
            assert "{" not in named
            assert not any(side in named.split() for side in game.sides)
            here = state.copy()
            here.determinize(state.to_move, potluck.Dice(0))
            for text in line.line:
                here.play(game.read(here, text))


def test_the_reason_names_the_move_that_matters() -> None:
    game = potluck.load("potential")
    state = game.read_position(".......... " * 4 + "...2a..b.. " + ".......... " * 5 + "seat=0")
    best = analyse(game, state, 0, Limit(300, 0.0))[0]
    assert best.move == "d6-f6"
    assert best.reason.startswith("At once: you would jump from d6 over e6 to f6")


def test_nobody_is_advised_out_of_turn() -> None:
    game = potluck.load("potential")
    assert analyse(game, game.new(), 1, BRIEF) == []


def test_analysis_does_not_peek() -> None:
    game = CardsGame()
    found = {tuple(line.move for line in analyse(game, Cards(card), 0, BRIEF)) for card in range(6)}
    assert found == {("low", "high")}


def test_where_the_top_level_has_learned_its_net_judges_what_it_was_trained_for() -> None:
    """Hints, analyses and reviews see what the top level sees; other rules are left to the hand-made evaluator."""

    def judges(game: Game) -> object:
        return make_search(game, analyst(game), Dice(1)).evaluator  # type: ignore[attr-defined]

    assert isinstance(judges(potluck.load("struggle")), StruggleNet)
    assert isinstance(judges(potluck.load("struggle", pact_with_white=True)), StruggleEvaluator)
    assert isinstance(judges(potluck.load("potential")), PotentialNet)
    assert isinstance(judges(potluck.load("potion_explosion")), PotionExplosionNet)
    assert not analyst(potluck.load("magic_potion")).learned
