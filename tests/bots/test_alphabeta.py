"""The alpha-beta search agrees with a plain search, and keeps its limits."""

from time import process_time

import pytest

import potluck
from bots.toys import Heap, Wager
from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import OVER, State


def think(
    state: State, depth: int, seed: int = 1, evaluator: Evaluator | None = None, margin: float = 2.0
) -> AlphaBeta:
    search = AlphaBeta(evaluator or Evaluator(), Dice(seed), depth=depth, slots=1 << 12, margin=margin)
    search.think(state, Limit(0, 0.0))
    return search


def plain(state: State, depth: int, evaluator: Evaluator, seat: int) -> float:
    """Value a state for a seat by looking at everything."""
    if depth == 0 or state.to_move == OVER:
        return evaluator.evaluate(state, seat)
    values = []
    for move in state.moves():
        twin = state.copy()
        twin.play(move)
        values.append(plain(twin, depth - 1, evaluator, seat))
    return max(values) if state.to_move == seat else min(values)


@pytest.mark.parametrize("runs", [1, 2, 3])
@pytest.mark.parametrize("left", range(2, 11))
def test_it_agrees_with_a_plain_search(left: int, runs: int) -> None:
    state = Heap(left, runs=runs)
    search = think(state, 12)
    assert search.values[0] == plain(state, 12, Evaluator(), 0)


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_a_plain_search_in_potential(seed: int) -> None:
    game = potluck.load("potential")
    state = game.read_position(
        ".......... " * 3 + "..b....... ...1a..... ...2...... ..c....... " + ".......... " * 3 + "seat=0"
    )
    dice = Dice(seed)
    for _ in range(seed):
        if state.to_move != OVER:
            state.play(state.moves()[dice.below(len(state.moves()))])
    if state.to_move == OVER:
        return
    evaluator = game.evaluator()
    search = think(state, 3, evaluator=evaluator)
    expected = plain(state, int(search.completed_depth), evaluator, state.to_move)
    assert search.values[0] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("left", range(2, 11))
def test_late_moves_looked_at_less_deeply_still_win(left: int) -> None:
    search = AlphaBeta(Evaluator(), Dice(1), depth=14, slots=1 << 12, full_depth_moves=1)
    search.think(Heap(left), Limit(0, 0.0))
    assert search.values[0] == (1.0 if left % 4 else -1.0)
    if left % 4:
        assert search.moves[0] + 1 == left % 4


def test_late_moves_cost_less() -> None:
    game = potluck.load("potential")
    state = game.read_position(
        ".......... " * 3 + "..b....... ...1a..... ...2...... ..c....... " + ".......... " * 3 + "seat=0"
    )
    steps = []
    for full_depth_moves in (0, 2):
        search = AlphaBeta(game.evaluator(), Dice(1), depth=5, full_depth_moves=full_depth_moves)
        search.think(state, Limit(0, 0.0))
        steps.append(search.steps)
    assert steps[1] < steps[0]


def test_chance_is_averaged() -> None:
    assert think(Wager(1), 4).moves[0] == 0
    search = think(Wager(5), 4)
    assert search.moves[0] == 1
    assert search.values[0] == pytest.approx(4 / 6)


def test_the_shortest_win_is_taken_and_ends_the_thought() -> None:
    search = think(Heap(3), 12)
    assert search.moves[0] == 2
    assert search.completed_depth == 1


def test_steps_and_deadline_are_kept() -> None:
    game = potluck.load("potential")
    search = AlphaBeta(game.evaluator(), Dice(1))
    search.think(game.new(), Limit(500, 0.0))
    assert 400 < search.steps <= 500
    assert search.completed_depth >= 1
    search.think(game.new(), Limit(3, 0.0))
    assert (search.steps, search.completed_depth) == (3, 0)
    assert search.moves[0] in list(game.new().moves())
    start = process_time()  # not the clock: what else the machine does must not count
    search.think(game.new(), Limit(0, 0.1))
    assert process_time() - start < 0.3  # interpreted, the first depth alone takes a while


def test_the_same_seed_gives_the_same_move() -> None:
    game = potluck.load("potential")
    thoughts = []
    for _ in range(2):
        search = AlphaBeta(game.evaluator(), Dice(5), depth=2)
        search.think(game.new(), Limit(2000, 0.0))
        thoughts.append((list(search.moves), list(search.values), list(search.principal_variation(0))))
    assert thoughts[0] == thoughts[1]


def test_the_line_is_a_legal_course() -> None:
    state: State = Heap(9)
    search = think(state, 12)
    for move in search.principal_variation(0):
        assert move in list(state.moves())
        state.play(move)


@pytest.mark.parametrize("steps", range(1, 8))
def test_steps_are_kept_at_chance_too(steps: int) -> None:
    search = AlphaBeta(Evaluator(), Dice(1))
    search.think(Wager(5), Limit(steps, 0.0))
    assert search.steps <= steps
