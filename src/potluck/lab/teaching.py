"""Where the examples come from that a net is trained on: matches against oneself.

A game without chance is searched: every position has the value that a search found there, and how the match ended.
Where quick searches see too little, only some positions are searched, but deeply, and how the match ends does not
count. A game of chance is played out: a match that has gone astray somewhere goes on as the evaluator likes best, and
every position from there on has what the evaluator said of those that followed, the nearer the more it counts, and how
the match ended.
"""

import random
from collections.abc import Callable, Iterator
from math import nan
from typing import Any, NamedTuple

from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.mcts import Mcts, MctsSettings
from potluck.bots.search import Limit, Search
from potluck.bots.simple import Greedy
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.games.potential import learned as potential
from potluck.games.potion_explosion import learned as potion_explosion
from potluck.games.potus import learned as potus
from potluck.games.struggle import learned as struggle
from potluck.lab.training import Examples, gather

STEPS = 1000  # nodes of a search that gives a value
ASIDE = 0.5  # how often a random move is looked at too, so that bad positions are learned
RANDOM = 0.06  # how often a random move is played
OPENING = 10  # random moves at the beginning, at most
LONGEST = 2500  # moves of a match
FULL_DEPTH_MOVES = 4
SLOTS = 1 << 14
BEGINNING = 300  # moves of a match of which some positions are searched deeply
DEEPLY = 4  # times STEPS
FURTHER = 3  # random moves aside, at most
ASTRAY = 0.2  # how often a random move is played before a match is played out
PART = 0.25  # of the positions of a match or playout that become examples
FADING = 0.96  # how much less each move later counts


class Lesson(NamedTuple):
    """Say how a game is taught, and what it is tried with."""

    inputs: int
    inputs_of: Callable[[Any], list[int]]
    view_of: Callable[[Any], int]  # as whom a position is seen
    known_of: Callable[[Any], float]  # the lead to which the net adds
    teacher: type["Teacher"]
    trust: float  # in what was found, beside how matches ended
    boldness: float  # how much of what the net says is kept
    matches: int  # of a piece
    budgets: tuple[int, int]  # steps of the hand-made evaluator at the gate; the net gets as many as take it as long
    search: Callable[[Evaluator, Dice, bool], Search]  # for an evaluator, and whether it is learned


class Teacher:
    """Play matches against itself and note what it found."""

    def __init__(self, game: Game, evaluator: Evaluator, seed: int) -> None:
        self.game = game
        self.lesson = lesson_of(game)
        self.evaluator = evaluator
        self.chance = random.Random(seed)
        self.dice = Dice(seed)
        self.inputs: list[list[int]] = []
        self.values: list[float] = []
        self.outcomes: list[float] = []
        self.matches: list[int] = []
        self.known: list[float] = []

    def play(self, matches: int) -> Examples:
        """Play matches; gather what was found."""
        for match in range(matches):
            first = len(self.inputs)
            state, seats = self.play_one()
            self.matches += [match] * (len(self.inputs) - first)
            for seat in seats:
                self.outcomes.append(state.score(seat) if seat >= 0 and state.to_move == OVER else nan)
        return gather(self.inputs, self.values, self.outcomes, self.matches, self.known)

    def play_one(self) -> tuple[State, list[int]]:
        """Play one match; return its end, and whose example each is (-1: of a move that was not made)."""
        raise NotImplementedError

    def note(self, state: State, value: float) -> None:
        """Keep an example."""
        self.inputs.append(self.lesson.inputs_of(state))
        self.known.append(self.lesson.known_of(state))
        self.values.append(value)


class Searcher(Teacher):
    """Search every position."""

    def __init__(self, game: Game, evaluator: Evaluator, seed: int) -> None:
        super().__init__(game, evaluator, seed)
        self.search = AlphaBeta(evaluator, self.dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)
        self.aside = AlphaBeta(evaluator, self.dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)

    def play_one(self) -> tuple[State, list[int]]:
        """Play what the search likes best, now and then any move."""
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
            seats += self.look(state)
            best = self.search.moves[0]
            state.play(self.chance.choice(moves) if self.chance.random() < RANDOM else best)
        return state, seats

    def look(self, state: State) -> Iterator[int]:
        """Note what a search finds here and, sometimes, after a random move; give whose example each is."""
        self.search.think(state, Limit(STEPS, 0.0))
        self.note(state, self.search.values[0])
        yield int(state.to_move)
        if self.chance.random() < ASIDE:
            twin = state.copy()
            twin.play(self.chance.choice(list(twin.moves())))
            if twin.to_move >= 0:
                self.aside.think(twin, Limit(STEPS // 2, 0.0))
                self.note(twin, self.aside.values[0])
                yield -1


class Sampler(Teacher):
    """Play quickly, and search some positions deeply, on the way and a few random moves aside."""

    def __init__(self, game: Game, evaluator: Evaluator, seed: int) -> None:
        super().__init__(game, evaluator, seed)
        self.search = AlphaBeta(evaluator, self.dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)
        self.deep = AlphaBeta(evaluator, self.dice, slots=SLOTS, full_depth_moves=FULL_DEPTH_MOVES)

    def play_one(self) -> tuple[State, list[int]]:
        """Play the beginning of a match; how it ends does not count."""
        state, loud = self.game.new(), self.chance.randint(0, OPENING)
        first = len(self.inputs)
        for move in range(BEGINNING):
            if state.to_move == OVER:
                break
            if self.chance.random() < PART:
                self.look(state.copy())
            if move < loud or self.chance.random() < RANDOM:
                state.play(self.chance.choice(list(state.moves())))
            else:
                self.search.think(state, Limit(STEPS // 3, 0.0))
                state.play(self.search.moves[0])
        return state, [-1] * (len(self.inputs) - first)

    def look(self, state: State) -> None:
        """Note what a deep search finds here or a few random moves further."""
        if self.chance.random() < ASIDE:
            for _ in range(self.chance.randint(1, FURTHER)):
                if state.to_move >= 0:
                    state.play(self.chance.choice(list(state.moves())))
        if state.to_move >= 0:
            self.deep.think(state, Limit(DEEPLY * STEPS, 0.0))
            self.note(state, self.deep.values[0])


class Distiller(Teacher):
    """Play positions out, and note what the evaluator said of those that followed."""

    def __init__(self, game: Game, evaluator: Evaluator, seed: int) -> None:
        super().__init__(game, evaluator, seed)
        self.search = Greedy(evaluator, self.dice.split())
        self.length = 100.0  # moves of a match, about

    def play_one(self) -> tuple[State, list[int]]:
        """Go astray for a while; then play as the evaluator likes best."""
        state = self.game.new()
        astray = self.chance.randint(0, int(self.length))
        for _ in range(astray):
            if state.to_move == OVER:
                break
            self.move_on(state, ASTRAY)
        noted: list[tuple[int, float]] = []  # of each position: its example or -1, and its value to seat 0
        seats: list[int] = []
        moves = 0
        while state.to_move != OVER and moves < LONGEST:
            noted.append((self.note_some(state, seats), self.evaluator.evaluate(state, 0)))
            self.move_on(state, 0.0)
            moves += 1
        self.length += 0.02 * (astray + moves - self.length)
        self.look_back(state, noted, seats)
        return state, seats

    def move_on(self, state: State, astray: float) -> None:
        """Play one move: of chance, at random so often, or the best one."""
        if state.to_move == CHANCE:
            state.play(self.dice.sample(state))
        elif self.chance.random() < astray:
            state.play(self.chance.choice(list(state.moves())))
        else:
            self.search.think(state, Limit(0, 0.0))
            state.play(self.search.moves[0])

    def note_some(self, state: State, seats: list[int]) -> int:
        """Keep an example now and then; return its number, or -1."""
        if seats and self.chance.random() >= PART:
            return -1
        self.note(state, 0.0)
        seats.append(self.lesson.view_of(state))
        return len(self.inputs) - 1

    def look_back(self, state: State, noted: list[tuple[int, float]], seats: list[int]) -> None:
        """Give each example what was said of the positions after it."""
        view = len(seats)
        said = state.score(0) if state.to_move == OVER else self.evaluator.evaluate(state, 0)
        for example, value in reversed(noted):
            if example >= 0:
                view -= 1
                self.values[example] = said if seats[view] == 0 else -said
            said = FADING * said + (1 - FADING) * value


# The games


def alphabeta(evaluator: Evaluator, dice: Dice, is_learned: bool) -> Search:
    """Search as the levels of a game without chance do."""
    return AlphaBeta(evaluator, dice, full_depth_moves=FULL_DEPTH_MOVES)


def tree_search(evaluator: Evaluator, dice: Dice, is_learned: bool) -> Search:
    """Search as the upper levels of POTUS do: a net needs no playouts."""
    return Mcts(
        MctsSettings(exploration=1.0, temperature=0.3 if is_learned else 0.08, playout=0 if is_learned else 3),
        evaluator,
        dice,
    )


def turn_search(evaluator: Evaluator, dice: Dice, is_learned: bool) -> Search:
    """Search as is best in Potion Explosion: playouts finish the turn, and a net needs none."""
    if is_learned:
        return Mcts(MctsSettings(exploration=1.0, temperature=0.4, playout=0), evaluator, dice)
    settings = MctsSettings(exploration=1.0, temperature=0.15, playout=0, heuristic_playout=8, candidates=8, turns=1)
    return Mcts(settings, evaluator, dice)


LESSONS = {
    "potential": Lesson(
        inputs=potential.INPUTS,
        inputs_of=potential.inputs_of,
        view_of=lambda state: int(state.to_move),
        known_of=potential.known_of,
        teacher=Sampler,
        trust=1.0,
        boldness=1.0,
        matches=25,
        budgets=(10_000, 100_000),
        search=alphabeta,
    ),
    "struggle": Lesson(
        inputs=struggle.INPUTS,
        inputs_of=struggle.inputs_of,
        view_of=lambda state: int(state.to_move),
        known_of=lambda state: 0.0,
        teacher=Searcher,
        trust=0.6,
        boldness=1.0,
        matches=50,
        budgets=(1000, 20_000),
        search=alphabeta,
    ),
    "potus": Lesson(
        inputs=potus.INPUTS,
        inputs_of=potus.inputs_of,
        view_of=potus.view_of,
        known_of=potus.known_of,
        teacher=Distiller,
        trust=1.0,
        boldness=0.25,
        matches=2000,
        budgets=(200, 2000),
        search=tree_search,
    ),
    "potion_explosion": Lesson(
        inputs=potion_explosion.INPUTS,
        inputs_of=potion_explosion.inputs_of,
        view_of=potion_explosion.view_of,
        known_of=potion_explosion.known_of,
        teacher=Distiller,
        trust=1.0,
        boldness=1.0,
        matches=500,
        budgets=(100, 1000),
        search=turn_search,
    ),
}


def lesson_of(game: Game) -> Lesson:
    """Find how a game is taught."""
    if game.name not in LESSONS:
        raise PotluckError(f"{game.title} has no inputs for a net yet")
    return LESSONS[game.name]
