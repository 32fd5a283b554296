"""Many matches at once: one call plays a move in each of them and writes what the movers know, row by row.

What is written are vecs at which outside code looks without copying; match i owns the i-th row of each. Every step
writes new observations and masks, so those of the step before stay as they were.
"""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER, State

EVERY: Final = -1  # a learner's seat: whoever is to move
ANY: Final = -2  # a learner's seat: drawn anew for each match


def is_legal(state: State, move: i64, buffer: vec[i64]) -> bool:
    """Tell whether a move is legal; the buffer has room for all moves."""
    for index in range(state.fill(buffer)):
        if buffer[index] == move:
            return True
    return False


@final
class Offer:
    """Keep the legal moves of a state as a mask: 1 where a move is legal."""

    def __init__(self, room: i64, move_count: i64) -> None:
        self.moves = vec[i64]([0] * room)
        self.count: i64 = 0
        self.mask = vec[u8]([0] * move_count)

    def update(self, state: State) -> None:
        """Mark the legal moves of the seat to move; nothing is legal at chance and at the end."""
        self.clear()
        moves, mask = self.moves, self.mask
        self.count = state.fill(moves) if state.to_move >= 0 else 0
        for index in range(self.count):
            mask[moves[index]] = 1

    def clear(self) -> None:
        """Offer nothing."""
        for index in range(self.count):
            self.mask[self.moves[index]] = 0
        self.count = 0

    def has(self, move: i64) -> bool:
        """Tell whether a move is legal."""
        return 0 <= move < len(self.mask) and self.mask[move] != 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Rival:
    """Choose moves for the seats that nobody else plays: here any legal move, all equally likely."""

    def __init__(self, dice: Dice, room: i64) -> None:
        self.dice = dice
        self.buffer = vec[i64]([0] * room)

    def choose(self, state: State) -> i64:
        """Choose a move for the seat to move."""
        return self.buffer[self.dice.below(state.fill(self.buffer))]


@final
class Batch:
    """Play many matches of one game side by side, each begun again as soon as it ends."""

    def __init__(
        self, start: State, count: i64, move_count: i64, size: i64, seat: i64, dice: Dice, rival: Rival
    ) -> None:
        self.start = start
        self.count = count
        self.move_count = move_count
        self.size = size  # bytes of one observation
        self.seat = seat  # the learner's: a seat, EVERY or ANY
        self.dice = dice
        self.rival = rival
        self.states: list[State] = []
        self.seats = vec[i64]([0] * count)  # who acts for the learner
        self.offered = vec[i64]([0] * (count * start.room))  # the legal moves
        self.counts = vec[i64]([0] * count)  # and how many they are
        self.legal = vec[u8]([0] * count)  # whether the move just given was one of them
        self.nothing = vec[u8]([0] * (count * move_count))
        self.masks = vec[u8]([])
        self.blank = vec[u8]([0] * size)
        self.row = vec[u8](capacity=size)  # where one observation is written
        self.observations = vec[u8]([])
        self.finals = vec[u8]([0] * (count * size))  # what was seen at the end, where a match has just ended
        self.rewards = vec[float]([0.0] * count)  # for the seat that moved
        self.scores = vec[float]([0.0] * (count * start.seats))  # of every seat, where a match has just ended
        self.ended = vec[u8]([0] * count)
        self.buffer = vec[i64]([0] * start.room)
        for _ in range(count):
            self.states.append(start.copy())

    def reset(self) -> None:
        """Begin all matches."""
        self._make_room()
        for index in range(self.count):
            self._begin(index)

    def step(self, actions: Iterable[i64], lenient: bool) -> i64:
        """Play a move in every match; return the first match whose move is illegal, having played none, or -1.

        A lenient step ends such a match instead, as lost by the seat that moved.
        """
        moves = vec[i64](actions)  # an array of 64 bits each is taken over at once
        for index in range(self.count):
            self.legal[index] = 1 if self._is_offered(index, moves[index]) else 0
            if not lenient and self.legal[index] == 0:
                return index
        self._make_room()
        for index in range(self.count):
            self._step_one(index, moves[index])
        return -1

    def sample(self) -> vec[i64]:
        """Draw a legal move for every match."""
        moves = vec[i64]([0] * self.count)
        for index in range(self.count):
            moves[index] = self.offered[index * self.start.room + self.dice.below(self.counts[index])]
        return moves

    def _make_room(self) -> None:
        """Make room for what this step shows."""
        self.observations = vec[u8](capacity=self.count * self.size)
        self.masks = self.nothing[:]
        for index in range(self.count):
            self.rewards[index] = 0.0
            self.ended[index] = 0

    def _is_offered(self, index: i64, move: i64) -> bool:
        """Tell whether a move is legal in a match."""
        return 0 <= move < self.move_count and self.masks[index * self.move_count + move] != 0

    def _step_one(self, index: i64, move: i64) -> None:
        """Play a move in one match, and all that follows until the learner acts again."""
        state = self.states[index]
        seat = self.seats[index]
        if self.legal[index] == 0:
            self._end(index, seat, True)
            return
        state.play(move)
        self._go_on(index, state)
        if state.to_move == OVER:
            self._end(index, seat, False)
        else:
            self._show(index, state)

    def _begin(self, index: i64) -> None:
        """Set a match up, and play until the learner acts; one that ends before that does not count."""
        state = self.start.copy()
        self.seats[index] = self.dice.below(state.seats) if self.seat == ANY else self.seat
        self._go_on(index, state)
        while state.to_move == OVER:
            state = self.start.copy()
            self._go_on(index, state)
        self.states[index] = state
        self._show(index, state)

    def _go_on(self, index: i64, state: State) -> None:
        """Play for chance and for the rivals until the learner is to move."""
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.play(self.dice.sample(state))
            elif self.seat != EVERY and state.to_move != self.seats[index]:
                state.play(self.rival.choose(state))
            else:
                self.seats[index] = state.to_move
                return

    def _end(self, index: i64, seat: i64, forfeit: bool) -> None:
        """Note the scores and the last observation of a match, and begin the next."""
        state = self.states[index]
        for other in range(state.seats):
            score = state.score(other) if not forfeit else forfeit_score(other, seat, state.seats)
            self.scores[index * state.seats + other] = score
        self.rewards[index] = self.scores[index * state.seats + seat]
        self.ended[index] = 1
        seen = state.observation(seat, self.size)
        for place in range(self.size):
            self.finals[index * self.size + place] = seen[place]
        self._begin(index)

    def _show(self, index: i64, state: State) -> None:
        """Add the rows of one match to the observations and the masks."""
        row = extend(self.row, self.blank)  # there is room, so this blanks the bytes of the row before
        state.observe(self.seats[index], row)
        self.observations = extend(self.observations, row)
        buffer, offered, masks = self.buffer, self.offered, self.masks
        count = state.fill(buffer)
        first = index * state.room
        mask = index * self.move_count
        for place in range(count):
            offered[first + place] = buffer[place]
            masks[mask + buffer[place]] = 1
        self.counts[index] = count


def forfeit_score(seat: i64, loser: i64, seats: i64) -> float:
    """Tell what a forfeited match is worth: the loser pays 1, shared among the others."""
    if seat == loser:
        return -1.0
    return 1.0 / float(seats - 1)
