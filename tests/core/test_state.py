"""The kernel with toy games in plain Python."""

import copy

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from core.toys import Heap, Secret
from potluck.bots.playout import count_copies, count_moves, random_playout
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.perft import perft
from potluck.core.state import CHANCE, OVER, State, sort


def test_a_toy_game_runs_under_the_kernel() -> None:
    state: State = Heap()
    assert state.to_move == CHANCE
    assert list(state.moves()) == [0, 1, 2]
    state.play(0)
    assert list(state.moves()) == [0, 1, 2]
    state.play(2)
    state.play(1)
    assert (state.to_move, state.score(0), state.score(1)) == (OVER, -1, 1)
    assert len(state.moves()) == 0


def test_perft_counts_chance_too() -> None:
    # 3 heaps; from 5, 6 or 7 each takes 1, 2 or 3; then 3 ways again unless fewer are left.
    assert perft(Heap(), 0) == 1
    assert perft(Heap(), 1) == 3
    assert perft(Heap(), 2) == 9
    assert perft(Heap(), 3) == 26  # 5 - 3 = 2 leaves two ways, all others three
    assert perft(Heap(1, 0), 2) == 0


def test_dice_draw_chance_by_weight() -> None:
    dice = Dice(7)
    counts = [0, 0, 0]
    for _ in range(6000):
        counts[dice.sample(Heap())] += 1
    for count, share in zip(counts, (1000, 2000, 3000), strict=True):
        assert abs(count - share) < 150  # five standard deviations of the largest


def test_copies_are_twins() -> None:
    state = Heap(6, 0)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin.key() == state.key()
        twin.play(0)
        assert state.left == 6


def test_where_nothing_is_hidden_a_state_is_its_own_witness() -> None:
    state = Heap(6, 0)
    (witness,) = state.witnesses(0, 1)
    assert witness.key() == state.key()
    witness.play(1)
    assert state.left == 6


def test_playouts_finish_toy_games() -> None:
    buffer = vec[i64]([0] * 3)
    state = Heap()
    assert 3 <= random_playout(state, Dice(3), buffer, 100) <= 8
    assert state.to_move == OVER
    assert random_playout(Heap(), Dice(3), buffer, 2) == 2
    assert 30 <= count_moves(Heap(), Dice(4), 10, 100) <= 80
    assert count_copies(Heap(), 5) == 5


def test_dice_give_the_same_stream_for_ever() -> None:
    dice = Dice(2026)
    assert [dice.below(1000) for _ in range(8)] == STREAM
    other = dice.split()
    assert [other.below(10) for _ in range(20)] != [dice.below(10) for _ in range(20)]
    assert 0 <= dice.fraction() < 1


STREAM = [404, 91, 441, 407, 57, 619, 398, 221]


def test_dice_are_fair_where_the_range_does_not_divide() -> None:
    dice = Dice(5)
    limit = 3 * 2**29  # a plain remainder would favour the lower half
    low = sum(dice.below(limit) < limit // 2 for _ in range(4000))
    assert abs(low - 2000) < 160
    assert all(dice.below(1) == 0 for _ in range(10))


def test_sort_sorts_a_prefix() -> None:
    dice = Dice(6)
    for size in (0, 1, 2, 5, 40, 200):
        values = vec[i64]([dice.below(50) for _ in range(size)] + [-1])
        sort(values, size)
        assert list(values) == [*sorted(values[:size]), -1]


def test_a_state_that_says_nothing_says_so() -> None:
    bare = State(2, 1)
    for verb in (bare.copy, bare.key, bare.ending):
        with pytest.raises(NotImplementedError):
            verb()
    with pytest.raises(NotImplementedError):
        bare.play(0)
    with pytest.raises(NotImplementedError):
        bare.observe(0, vec[u8]([0]))
    with pytest.raises(NotImplementedError):
        bare.score(0)
    with pytest.raises(NotImplementedError):
        bare.moves()
    assert bare.weight(3) == 1


def test_determinize_does_nothing_unless_a_game_has_secrets() -> None:
    plain = Heap(6, 0)
    plain.determinize(0, Dice(1))
    assert plain.left == 6
    secret = Secret()
    secret.hidden = 1
    secret.determinize(1, Dice(1))
    assert secret.hidden == 1
    drawn = set()
    for seed in range(10):
        secret.determinize(0, Dice(seed))
        drawn.add(secret.hidden)
    assert drawn == {0, 1}


def test_an_evaluator_knows_the_score_of_a_finished_match() -> None:
    class Hopeful(Evaluator):
        def guess(self, state: State, seat: i64) -> float:
            return 0.25

    over = Heap(1, 0)
    over.play(0)
    assert Hopeful().evaluate(over, 0) == 1
    assert Hopeful().evaluate(Heap(3, 0), 0) == 0.25
    assert Evaluator().evaluate(Heap(3, 0), 0) == 0
