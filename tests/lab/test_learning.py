"""Learning: what is planted is found, a run that was stopped goes on, and the gate tells better from worse."""

import random
from pathlib import Path

import numpy as np
import pytest

from potluck.core.errors import PotluckError
from potluck.core.evaluator import Evaluator
from potluck.core.state import State
from potluck.games import load
from potluck.lab import learning
from potluck.lab.learning import Run, gate
from potluck.lab.training import Examples, gather, joined, scale_of, train

STRUGGLE = load("struggle")


def planted(count: int, seed: int) -> Examples:
    """Make positions of 20 inputs whose value is known: more of the even ones than of the odd ones wins."""
    dice = random.Random(seed)
    inputs = [dice.sample(range(20), 9) for _ in range(count)]
    leads = [sum(1 if number % 2 == 0 else -1 for number in active) / 4 for active in inputs]
    values = [0.98 * lead / (1 + abs(lead)) for lead in leads]
    return gather(inputs, values, [float("nan")] * count, list(range(count)))


def test_a_net_learns_what_was_planted() -> None:
    trained = train(planted(20_000, 1), 20, epochs=8)
    assert trained.errors[-1] < 0.003 < trained.errors[0] * 2
    net = trained.weights.net()
    for active, better in (([0, 2, 4, 6, 1], True), ([1, 3, 5, 7, 0], False)):
        for place, number in enumerate(active):
            net.active[place] = number
        assert (net.value(len(active)) > 0.3) == better
        assert (net.value(len(active)) < -0.3) != better


def test_search_values_are_put_on_the_scale_of_outcomes() -> None:
    """Outcomes that follow twice the leads of the searches are foretold by stretching these twofold."""
    dice = np.random.default_rng(1)
    leads = dice.normal(0, 1, 40_000)
    chances = (1 + 2 * leads / (1 + np.abs(2 * leads))) / 2
    outcomes = np.where(dice.random(40_000) < chances, 1.0, -1.0)
    values = 0.98 * leads / (1 + np.abs(leads))
    examples = Examples(
        np.zeros((40_000, 1), np.uint16),
        values.astype(np.float32),
        outcomes.astype(np.float32),
        np.arange(40_000, dtype=np.int32),
    )
    assert scale_of(examples) == pytest.approx(2.0, rel=0.15)


def test_matches_of_two_pieces_stay_apart() -> None:
    both = joined([planted(3, 1), planted(4, 2)])
    assert list(both.matches) == [0, 1, 2, 3, 4, 5, 6]
    assert both.inputs.shape[0] == 7


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "PIECE", 2)
    monkeypatch.setattr(learning, "STEPS", 20)
    said: list[str] = []
    run = Run(tmp_path, STRUGGLE, said.append)
    run.teach(1, 0.0)
    kept = {file.name: file.read_bytes() for file in tmp_path.glob("*.npz")}
    run.learn(1)
    again = Run(tmp_path, STRUGGLE, said.append)
    again.teach(1, 0.0)
    again.learn(1)
    assert {file.name: file.read_bytes() for file in tmp_path.glob("*.npz")} == kept
    assert set(again.notes()) == {"generation 1 self-play", "generation 1 training"}
    again.teach(2, 0.0)
    again.learn(2)
    assert again.evaluator(2).evaluate(STRUGGLE.new(), 0) != again.evaluator(1).evaluate(STRUGGLE.new(), 0)


def test_the_same_seed_gives_the_same_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "STEPS", 20)
    one, two = (learning.Teacher(STRUGGLE, STRUGGLE.evaluator(), 7).play(1) for _ in range(2))
    assert np.array_equal(one.inputs, two.inputs)
    assert np.array_equal(one.values, two.values)
    assert np.array_equal(one.outcomes, two.outcomes, equal_nan=True)


class Backwards(Evaluator):
    """Like what is bad."""

    def guess(self, state: State, seat: int) -> float:
        return -STRUGGLE.evaluator().guess(state, seat)


def test_the_gate_tells_better_from_worse() -> None:
    duel = gate(STRUGGLE, Backwards(), STRUGGLE.evaluator(), 50, 3, 5)
    assert duel.score.mean < 0.2
    assert duel.score.groups == 3
    assert str(duel).startswith(f"{100 * duel.score.mean:.1f} %")


def test_a_game_without_inputs_cannot_learn(tmp_path: Path) -> None:
    with pytest.raises(PotluckError, match="Potential has no inputs for a net yet"):
        Run(tmp_path, load("potential"), print)
