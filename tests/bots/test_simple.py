"""The two measuring sticks."""

from collections import Counter

import potluck
from bots.toys import Heap
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
