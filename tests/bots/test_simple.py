"""The two measuring sticks."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import potluck
from bots.toys import Heap
from potluck.bots.playout import greedy_move, heuristic_playout
from potluck.bots.search import Limit
from potluck.bots.simple import Greedy, Uniform
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator

NO_LIMIT = Limit(0, 0.0)


def test_uniform_plays_all_moves_about_equally_often() -> None:
    search = Uniform(Dice(1))
    counts: Counter[int] = Counter()
    for _ in range(900):
        search.think(Heap(9), NO_LIMIT)
        counts[int(search.moves[0])] += 1
    assert set(counts) == {0, 1, 2}
    assert all(240 < count < 360 for count in counts.values())


def test_greedy_takes_a_win_in_one_and_else_what_the_evaluator_likes() -> None:
    search = Greedy(Evaluator(), Dice(1))
    search.think(Heap(2), NO_LIMIT)
    assert (search.moves[0], search.values[0]) == (1, 1.0)
    game = potluck.load("potential")
    state = game.read_position(".......... " * 4 + "...2a..b.. " + ".......... " * 5 + "seat=0")
    search = Greedy(game.evaluator(), Dice(1))
    search.think(state, NO_LIMIT)
    assert game.write(state, search.moves[0]) == "d6-f6"


def test_greedy_breaks_ties_by_its_seed() -> None:
    firsts = set()
    for seed in range(20):
        search = Greedy(Evaluator(), Dice(seed))
        search.think(Heap(9), NO_LIMIT)
        firsts.add(int(search.moves[0]))
    assert firsts == {0, 1, 2}


@pytest.mark.parametrize(("candidates", "found"), [(0, 600), (1, 200), (2, 400), (3, 600), (9, 600)])
def test_a_greedy_playout_finds_the_best_of_the_moves_it_looks_at(candidates: int, found: int) -> None:
    dice, buffer = Dice(1), vec[i64]([0] * 3)
    wins = sum(greedy_move(Heap(3), Evaluator(), dice, buffer, candidates) == 2 for _ in range(600))
    assert abs(wins - found) <= (50 if 0 < candidates < 3 else 0)


@pytest.mark.parametrize(("most", "turns", "made"), [(9, 1, 2), (9, 2, 4), (3, 2, 3), (5, 0, 5), (0, 1, 0)])
def test_a_greedy_playout_ends_with_its_moves_or_its_turns(most: int, turns: int, made: int) -> None:
    state = Heap(90, runs=2)
    heuristic_playout(state, Evaluator(), Dice(1), vec[i64]([0] * 3), most, 0, turns)
    assert 2 * state.turn + state.made == made
