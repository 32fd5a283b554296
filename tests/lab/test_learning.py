"""Learning: what is planted is found, a run that was stopped goes on, and the gate tells better from worse."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from bots.toys import CardsGame
from potluck.core.errors import PotluckError
from potluck.core.evaluator import Evaluator
from potluck.core.state import State
from potluck.games import load
from potluck.lab import teaching
from potluck.lab.executors import Chunk, Inline, Processes
from potluck.lab.learning import Run, SelfPlay, gate, play_pieces
from potluck.lab.teaching import FADING, LESSONS, Distiller, Sampler, lesson_of
from potluck.lab.training import Examples, gather, joined, scale_of, train
from potluck.players import nets

P = TypeVar("P")
R = TypeVar("R")
STRUGGLE, POTUS = load("struggle"), load("potus")
TAUGHT = pytest.mark.parametrize("name", LESSONS)


def planted(count: int, seed: int) -> Examples:
    """Make positions of 20 inputs whose value is known: more of the even ones than of the odd ones wins."""
    dice = random.Random(seed)
    inputs = [dice.sample(range(20), 9) for _ in range(count)]
    leads = [sum(1 if number % 2 == 0 else -1 for number in active) / 4 for active in inputs]
    values = [0.98 * lead / (1 + abs(lead)) for lead in leads]
    return gather(inputs, values, [float("nan")] * count, list(range(count)), [0.0] * count)


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
        np.zeros(40_000, np.float32),
    )
    assert scale_of(examples) == pytest.approx(2.0, rel=0.15)


def test_matches_of_two_pieces_stay_apart() -> None:
    both = joined([planted(3, 1), planted(4, 2)])
    assert list(both.matches) == [0, 1, 2, 3, 4, 5, 6]
    assert both.inputs.shape[0] == 7


def short(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Teach a game by a few quick matches."""
    monkeypatch.setitem(LESSONS, name, LESSONS[name]._replace(matches=2))
    monkeypatch.setattr(teaching, "STEPS", 20)


@TAUGHT
def test_a_run_that_was_stopped_goes_on(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch, name)
    game, said = load(name), list[str]()
    run = Run(tmp_path, game, said.append)
    run.teach(1, 0.0)
    kept = {file.name: file.read_bytes() for file in tmp_path.glob("*.npz")}
    run.learn(1)
    again = Run(tmp_path, game, said.append)
    again.teach(1, 0.0)
    again.learn(1)
    assert {file.name: file.read_bytes() for file in tmp_path.glob("*.npz")} == kept
    assert set(again.notes()) == {"generation 1 self-play", "generation 1 training"}
    again.teach(2, 0.0)
    again.learn(2)
    one, two = (nets.read_net(again.net_file(number).read_bytes(), game) for number in (1, 2))
    assert one != two
    assert again.evaluator(2).evaluate(game.new(), 0) == game.learned(two.net()).evaluate(game.new(), 0)


class Backward(Inline):
    """Work as others do: with several chunks in hand, of which the later come back first."""

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Do three chunks at a time, backwards."""
        waiting = iter(chunks)
        while several := list(islice(waiting, 3)):
            yield from (work(plan, chunk) for chunk in several[::-1])


def test_self_play_is_the_same_on_any_executor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch, "struggle")
    executors = {"one": Inline(), "two": Backward()}
    runs = [Run(tmp_path / name, STRUGGLE, print, executor) for name, executor in executors.items()]
    made: list[dict[str, bytes]] = []
    for run in runs:
        for generation in (1, 2):
            run.teach(generation, 0.0)
            run.learn(generation)
        made.append({file.name: file.read_bytes() for file in run.pieces(2)})
    assert made[0]
    assert made[0] == made[1]


def test_pieces_that_come_out_of_order_are_kept_and_missing_ones_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short(monkeypatch, "struggle")
    run = Run(tmp_path, STRUGGLE, print, Backward())
    run.teach(1, 0.0002)
    kept = {file.name: file.read_bytes() for file in run.pieces(1)}
    assert {f"generation-1-{number:04}.npz" for number in range(3)} <= set(kept)
    (tmp_path / "generation-1-0001.npz").unlink()
    (tmp_path / "generation-1-0000.part.npz").write_bytes(b"torn")  # killed while it was written
    run.keep("generation 1 self-play", {"seconds": 0.0})
    again = Run(tmp_path, STRUGGLE, print)
    again.teach(1, 0.0002)
    assert again.pieces(1)[1].read_bytes() == kept["generation-1-0001.npz"]
    assert (tmp_path / "generation-1-0000.npz").read_bytes() == kept["generation-1-0000.npz"]
    again.learn(1)


def test_processes_make_pieces() -> None:
    """Alone and with a net before it, which is sent along."""
    plan = SelfPlay("potus", "", 1, 1, nets.shipped_file("potus"))
    (made,) = Processes(1).run(plan, [[3]], play_pieces)
    here = play_pieces(plan, [3])
    assert made[0].number == 3
    for name in Examples._fields:
        one, other = (getattr(piece.examples, name) for piece in (made[0], here[0]))
        assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@TAUGHT
def test_the_same_seed_gives_the_same_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch, name)
    game = load(name)
    one, two = (lesson_of(game).teacher(game, game.evaluator(), 7).play(1) for _ in range(2))
    assert np.array_equal(one.inputs, two.inputs)
    assert np.array_equal(one.values, two.values)
    assert np.array_equal(one.known, two.known)
    assert np.array_equal(one.outcomes, two.outcomes, equal_nan=True)


def test_a_sampler_keeps_what_deep_searches_found_and_no_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "STEPS", 60)
    game = load("potential", removal_target=1)
    examples = Sampler(game, game.evaluator(), 3).play(12)
    assert len(examples.values) > 20
    assert np.isnan(examples.outcomes).all()
    assert len(set(examples.matches)) > 6
    assert np.abs(examples.values - 0.98 * examples.known / (3 + np.abs(examples.known))).max() > 0.2  # it looks ahead


class Steady(Evaluator):
    """Find the first seat a little ahead, always."""

    def guess(self, state: State, seat: int) -> float:
        return 0.25 if seat == 0 else -0.25


def test_what_was_said_later_in_a_match_counts_the_less_the_later_it_was() -> None:
    teacher = Distiller(POTUS, Steady(), 1)
    teacher.values = [0.0, 0.0]
    teacher.look_back(POTUS.new(), [(0, 0.5), (-1, 0.5), (1, 0.75)], [0, 1])
    once = FADING * 0.25 + (1 - FADING) * 0.75
    assert teacher.values == [FADING * once + (1 - FADING) * 0.5, -0.25]


def test_a_net_adds_to_what_is_known() -> None:
    """Where the known lead says all, nothing is left to learn; where it says nothing, as much as without it."""
    examples = planted(4000, 1)
    leads = examples.values / (0.98 - np.abs(examples.values))
    known = train(examples._replace(known=leads.astype(np.float32)), 20, epochs=2)
    assert known.errors[-1] < 0.5 * train(examples, 20, epochs=2).errors[-1]
    half = train(examples, 20, epochs=2, boldness=0.5).weights
    whole = train(examples, 20, epochs=2).weights
    assert half.rows == whole.rows
    assert max(abs(2 * few - many) for few, many in zip(half.out, whole.out, strict=True)) <= 1


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
    with pytest.raises(PotluckError, match="Cards has no inputs for a net yet"):
        Run(tmp_path, CardsGame(), print)
