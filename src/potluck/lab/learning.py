"""Learning an evaluator by play: matches against oneself, training, and a gate.

A run is a folder: examples by generation in pieces, each a function of its seed alone, nets, and a log. What is there
is not made again, so that a run that was stopped goes on. A net passes the gate when it beats the evaluator that it
would replace at equal processor time and at two budgets, on openings that no training has seen.
"""

import random
from collections.abc import Callable, Iterator
from math import nan
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec
import numpy as np

from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.state import OVER, State
from potluck.games.struggle.learned import INPUTS, inputs_of
from potluck.games.struggle.rules import StruggleState
from potluck.lab.statistics import Estimate, estimate
from potluck.lab.training import Examples, gather, joined, train
from potluck.players.nets import read_net, write_net

PIECE = 50  # matches
STEPS = 1000  # nodes of a search that gives a value
ASIDE = 0.5  # how often a random move is looked at too, so that bad positions are learned
RANDOM = 0.06  # how often a random move is played
OPENING = 10  # random moves at the beginning, at most
LONGEST = 2500  # moves of a match
FULL_DEPTH_MOVES = 4
SLOTS = 1 << 14
BUDGETS = (1000, 20_000)  # nodes of the hand-made evaluator at the gate; the net gets as many as take it as long
FRESH = 10_000_000  # seeds of openings from here on are the gate's
Say = Callable[[str], None]


class Teacher:
    """Play matches against itself and note what it found."""

    def __init__(self, game: Game, evaluator: Evaluator, seed: int) -> None:
        self.game = game
        self.chance = random.Random(seed)
        dice = Dice(seed)
        self.search = AlphaBeta(evaluator, dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)
        self.aside = AlphaBeta(evaluator, dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)
        self.inputs: list[list[int]] = []
        self.values: list[float] = []
        self.outcomes: list[float] = []
        self.matches: list[int] = []

    def play(self, matches: int) -> Examples:
        """Play matches; gather what was found."""
        for match in range(matches):
            first = len(self.inputs)
            state, seats = self.play_one(match)
            for place in range(first, len(self.inputs)):
                seat = seats[place - first]
                self.outcomes.append(state.score(seat) if seat >= 0 and state.to_move == OVER else nan)
        return gather(self.inputs, self.values, self.outcomes, self.matches)

    def play_one(self, match: int) -> tuple[State, list[int]]:
        """Play one match; return its end, and whose example each is (-1: of a move that was not made)."""
        state, seats = self.game.new(), list[int]()
        loud = self.chance.randint(0, OPENING)
        for _ in range(LONGEST):
            if state.to_move == OVER:
                break
            moves = list(state.moves())
            if self.game.stops_clock(state) or loud > 0 or len(moves) == 1:
                loud -= not self.game.stops_clock(state)
                state.play(self.chance.choice(moves))
                continue
            seats += self.look(state, match)
            best = self.search.moves[0]
            state.play(self.chance.choice(moves) if self.chance.random() < RANDOM else best)
        return state, seats

    def look(self, state: State, match: int) -> Iterator[int]:
        """Note what a search finds here and, sometimes, after a random move; give whose example each is."""
        self.search.think(state, Limit(STEPS, 0.0))
        self.note(state, self.search.values[0], match)
        yield int(state.to_move)
        if self.chance.random() < ASIDE:
            twin = state.copy()
            twin.play(self.chance.choice(list(twin.moves())))
            if twin.to_move >= 0:
                self.aside.think(twin, Limit(STEPS // 2, 0.0))
                self.note(twin, self.aside.values[0], match)
                yield -1

    def note(self, state: State, value: float, match: int) -> None:
        """Keep an example."""
        assert isinstance(state, StruggleState)
        self.inputs.append(inputs_of(state))
        self.values.append(value)
        self.matches.append(match)


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

    def __init__(self, evaluator: Evaluator, steps: int) -> None:
        self.evaluator = evaluator
        self.steps = steps
        self.seconds = 0.0
        self.nodes = 0
        self.moves = 0

    def begin(self, seed: int) -> None:
        """Sit down for a match."""
        self.search = AlphaBeta(self.evaluator, Dice(seed), full_depth_moves=FULL_DEPTH_MOVES)

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
        state = begun.copy()
        for number, seat in enumerate(seats):
            seat.begin(seed + number)
        for _ in range(LONGEST):
            if state.to_move == OVER:
                break
            state.play(seats[0 if state.to_move == side else 1].choose(state))
        part += ((state.score(side) if state.to_move == OVER else 0.0) + 1) / 4
    return part


def gate(game: Game, learned: Evaluator, before: Evaluator, steps: int, pairs: int, seed: int) -> Duel:
    """Play pairs at equal processor time: the first few tell what a step of each costs."""
    trial = (Seat(learned, steps), Seat(before, steps))
    for pair in range(3):
        play_pair(game, trial, seed - 1 - pair)
    cost = [seat.seconds / max(1, seat.nodes) for seat in trial]
    seats = (Seat(learned, max(1, int(steps * cost[1] / cost[0]))), Seat(before, steps))
    parts = [play_pair(game, seats, seed + pair) for pair in range(pairs)]
    times = [1000 * seat.seconds / max(1, seat.moves) for seat in seats]
    return Duel((seats[0].steps, seats[1].steps), (times[0], times[1]), estimate(parts))


# The run


class Run:
    """Lead a run in its folder."""

    def __init__(self, folder: Path, game: Game, say: Say) -> None:
        if game.layout == 0:
            raise PotluckError(f"{game.title} has no inputs for a net yet")
        self.folder, self.game, self.say = folder, game, say
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
        return sorted(self.folder.glob(f"generation-{generation}-*.npz"))

    def teach(self, generation: int, minutes: float) -> None:
        """Play against oneself for so long, by processor time; what is there already counts."""
        spent = msgspec.convert(self.note(f"generation {generation} self-play").get("seconds", 0.0), float)
        while spent < 60 * minutes or not self.pieces(generation):
            number, before = len(self.pieces(generation)), process_time()
            examples = Teacher(self.game, self.evaluator(generation - 1), 10_000 * generation + number).play(PIECE)
            file = self.folder / f"generation-{generation}-{number:04}.npz"
            np.savez_compressed(file.with_suffix(".part.npz"), *examples)
            file.with_suffix(".part.npz").rename(file)
            spent += process_time() - before
            self.keep(f"generation {generation} self-play", {"seconds": spent, "pieces": number + 1})
            self.say(f"generation {generation}: {(number + 1) * PIECE} matches, {len(examples.values)} examples more")

    def learn(self, generation: int) -> None:
        """Train the net of a generation on the examples of this one and the one before."""
        if self.net_file(generation).exists():
            return
        files = [file for number in (generation - 1, generation) for file in self.pieces(number)]
        examples = joined([read_examples(file) for file in files])
        trained = train(examples, INPUTS, say=self.say)
        said = f"generation {generation}, {len(examples.values)} positions of {PIECE * len(files)} matches"
        self.net_file(generation).write_bytes(write_net(self.game, trained.weights, said))
        self.keep(f"generation {generation} training", {"positions": len(examples.values), "errors": trained.errors})

    def judge(self, generation: int, pairs: int) -> Iterator[Duel]:
        """Let a net play against the hand-made evaluator at each budget, on openings that nobody has trained on."""
        for steps in BUDGETS:
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
