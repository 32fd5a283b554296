"""Learning an evaluator by play: matches against oneself, training, and a gate.

A run is a folder: examples by generation in pieces, each a function of its seed alone, nets, and a log. The pieces
are made wherever an executor works: here, in processes, or on a cluster. What is there is not made again, so that a run
that was stopped goes on. A net passes the gate when it beats the evaluator that it would replace at equal processor
time and at two budgets, on openings that no training has seen.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice, takewhile
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.games import load_text, options_text
from potluck.lab.executors import Executor, Inline
from potluck.lab.statistics import Estimate, estimate
from potluck.lab.teaching import LONGEST, Lesson, lesson_of
from potluck.lab.training import Examples, joined, train
from potluck.players.nets import read_net, write_net

FRESH = 10_000_000  # seeds of openings from here on are the gate's
Say = Callable[[str], None]


# The gate


class Duel(NamedTuple):
    """Tell how a net did against the evaluator before it, at equal processor time."""

    steps: tuple[int, int]
    milliseconds: tuple[float, float]  # of processor time a move
    score: Estimate  # by pairs

    def __str__(self) -> str:
        nodes, times, score = self.steps, self.milliseconds, self.score
        return (
            f"{100 * score.mean:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f}) of {score.groups} pairs,"
            f" {nodes[0]} against {nodes[1]} nodes, {times[0]:.1f} against {times[1]:.1f} ms a move"
        )


class Seat:
    """Search for one side, and count the time that it takes."""

    def __init__(self, lesson: Lesson, evaluator: Evaluator, is_learned: bool, steps: int) -> None:
        self.lesson = lesson
        self.evaluator = evaluator
        self.is_learned = is_learned
        self.steps = steps
        self.seconds = 0.0
        self.nodes = 0
        self.moves = 0

    def begin(self, seed: int) -> None:
        """Sit down for a match."""
        self.search = self.lesson.search(self.evaluator, Dice(seed), self.is_learned)

    def choose(self, state: State) -> int:
        """Think of a move."""
        before = process_time()
        self.search.think(state, Limit(self.steps, 0.0))
        self.seconds += process_time() - before
        self.nodes += int(self.search.steps)
        self.moves += 1
        return int(self.search.moves[0])


def opening(game: Game, seed: int) -> State:
    """Draw the set-up and a few moves, the same for both matches of a pair."""
    chance, state = random.Random(seed), game.new()
    loud = 4
    while state.to_move != OVER and (loud > 0 or game.stops_clock(state)):
        loud -= not game.stops_clock(state)
        state.play(chance.choice(list(state.moves())))
    return state


def play_pair(game: Game, seats: tuple[Seat, Seat], seed: int) -> float:
    """Play an opening from both sides; return the first player's part, from 0 to 1."""
    begun, part = opening(game, seed), 0.0
    for side in (0, 1):
        state, dice = begun.copy(), Dice(seed)
        for number, seat in enumerate(seats):
            seat.begin(seed + number)
        for _ in range(LONGEST):
            if state.to_move == OVER:
                break
            if state.to_move == CHANCE:
                state.play(dice.sample(state))
            else:
                state.play(seats[0 if state.to_move == side else 1].choose(state))
        part += ((state.score(side) if state.to_move == OVER else 0.0) + 1) / 4
    return part


def gate(game: Game, learned: Evaluator, before: Evaluator, steps: int, pairs: int, seed: int) -> Duel:
    """Play pairs at equal processor time: the first few tell what a step of each costs."""
    lesson = lesson_of(game)
    trial = (Seat(lesson, learned, True, steps), Seat(lesson, before, False, steps))
    for pair in range(3):
        play_pair(game, trial, seed - 1 - pair)
    cost = [seat.seconds / max(1, seat.nodes) for seat in trial]
    equal = max(1, int(steps * cost[1] / cost[0]))
    seats = (Seat(lesson, learned, True, equal), Seat(lesson, before, False, steps))
    parts = [play_pair(game, seats, seed + pair) for pair in range(pairs)]
    times = [1000 * seat.seconds / max(1, seat.moves) for seat in seats]
    return Duel((seats[0].steps, seats[1].steps), (times[0], times[1]), estimate(parts))


# Self-play


class SelfPlay(msgspec.Struct, frozen=True):
    """Specify the self-play of a generation: whatever plays a piece of it comes to the same examples."""

    game: str
    options: str
    generation: int
    matches: int  # of a piece
    net: bytes = b""  # of the generation before; empty for the hand-made evaluator

    def evaluator(self, game: Game) -> Evaluator:
        """Return what judges the positions."""
        return game.learned(read_net(self.net, game).net()) if self.net else game.evaluator()


class Piece(NamedTuple):
    """Hold the examples of a few matches, and what they took."""

    number: int
    examples: Examples
    seconds: float  # of processor time


def play_pieces(plan: SelfPlay, numbers: Sequence[int]) -> list[Piece]:
    """Play some pieces: a pure function, so that it may be done anywhere, and twice."""
    return [play_piece(plan, number) for number in numbers]


def play_piece(plan: SelfPlay, number: int) -> Piece:
    """Play the matches of one piece."""
    game, before = load_text(plan.game, plan.options), process_time()
    teacher = lesson_of(game).teacher(game, plan.evaluator(game), 10_000 * plan.generation + number)
    examples = teacher.play(plan.matches)
    return Piece(number, examples, process_time() - before)


# The run


class Run:
    """Lead a run in its folder."""

    def __init__(self, folder: Path, game: Game, say: Say, executor: Executor | None = None) -> None:
        self.lesson = lesson_of(game)
        self.folder, self.game, self.say = folder, game, say
        self.executor = executor or Inline()
        self.spent = 0.0  # seconds of processor time that the self-play of a generation took
        folder.mkdir(parents=True, exist_ok=True)

    def net_file(self, generation: int) -> Path:
        """Name the file of a generation's net."""
        return self.folder / f"generation-{generation}.net"

    def evaluator(self, generation: int) -> Evaluator:
        """Return what judges for a generation; before the first it is the hand-made evaluator."""
        if generation == 0:
            return self.game.evaluator()
        return self.game.learned(read_net(self.net_file(generation).read_bytes(), self.game).net())

    def pieces(self, generation: int) -> list[Path]:
        """List the examples of a generation."""
        return sorted(self.folder.glob(f"generation-{generation}-{4 * '[0-9]'}.npz"))  # none that is half written

    def teach(self, generation: int, minutes: float) -> None:
        """Play against oneself for so long, by processor time; what is there already counts."""
        self.spent = msgspec.convert(self.note(f"generation {generation} self-play").get("seconds", 0.0), float)
        before = self.net_file(generation - 1)
        net = before.read_bytes() if generation > 1 else b""
        plan = SelfPlay(self.game.name, options_text(self.game), generation, self.lesson.matches, net)
        known = {int(file.stem.rpartition("-")[2]) for file in self.pieces(generation)}
        missing = ([number] for number in count() if number not in known)
        first = islice(missing, 0 if known else 1)
        wanted = chain(first, takewhile(lambda _: self.spent < 60 * minutes, missing))
        for made in self.executor.run(plan, wanted, play_pieces):
            for piece in made:
                self.keep_piece(generation, piece)

    def keep_piece(self, generation: int, piece: Piece) -> None:
        """Write a piece down, and note what it took."""
        file = self.folder / f"generation-{generation}-{piece.number:04}.npz"
        np.savez_compressed(file.with_suffix(".part.npz"), *piece.examples)
        file.with_suffix(".part.npz").rename(file)
        self.spent += piece.seconds
        pieces = len(self.pieces(generation))
        self.keep(f"generation {generation} self-play", {"seconds": self.spent, "pieces": pieces})
        played = pieces * self.lesson.matches
        self.say(f"generation {generation}: {played} matches, {len(piece.examples.values)} examples more")

    def learn(self, generation: int) -> None:
        """Train the net of a generation on the examples of this one and the one before."""
        if self.net_file(generation).exists():
            return
        files = [file for number in (generation - 1, generation) for file in self.pieces(number)]
        examples = joined([read_examples(file) for file in files])
        lesson = self.lesson
        trained = train(examples, lesson.inputs, trust=lesson.trust, boldness=lesson.boldness, say=self.say)
        said = f"generation {generation}, {len(examples.values)} positions of {lesson.matches * len(files)} matches"
        self.net_file(generation).write_bytes(write_net(self.game, trained.weights, said))
        self.keep(f"generation {generation} training", {"positions": len(examples.values), "errors": trained.errors})

    def judge(self, generation: int, pairs: int) -> Iterator[Duel]:
        """Let a net play against the hand-made evaluator at each budget, on openings that nobody has trained on."""
        for steps in self.lesson.budgets:
            duel = gate(self.game, self.evaluator(generation), self.evaluator(0), steps, pairs, FRESH + steps)
            self.keep(f"generation {generation} gate at {steps} steps", {"duel": str(duel), **duel._asdict()})
            yield duel

    # The log

    def notes(self) -> dict[str, dict[str, object]]:
        """Read what has been done."""
        file = self.folder / "log.json"
        return msgspec.json.decode(file.read_bytes()) if file.exists() else {}

    def note(self, name: str) -> dict[str, object]:
        """Read what has been noted under a name."""
        return self.notes().get(name, {})

    def keep(self, name: str, note: dict[str, object]) -> None:
        """Note what was done."""
        notes = {**self.notes(), name: note}
        (self.folder / "log.json").write_bytes(msgspec.json.format(msgspec.json.encode(notes), indent=1))


def read_examples(file: Path) -> Examples:
    """Read a piece of a run."""
    with np.load(file) as arrays:
        return Examples(*(arrays[name] for name in arrays.files))
