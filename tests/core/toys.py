"""Toy games in plain Python: they must run under the compiled kernel as they do under the interpreted one."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER, State


class Heap(State):
    """Take 1 to 3 from a heap; who takes the last wins. A die of three faces with weights 1, 2, 3 sets the heap up."""

    def __init__(self, left: int = 0, mover: int = CHANCE) -> None:
        super().__init__(2, 3)
        self.left = left
        self.to_move = mover
        self.winner = -1

    def fill(self, out: vec[i64]) -> i64:
        if self.to_move == OVER:
            return 0
        count = 3 if self.to_move == CHANCE else min(3, self.left)
        for number in range(count):
            out[number] = count - 1 - number  # any order is allowed
        return count

    def why_not(self, move: i64) -> i64:
        return 0 if move < self.left else 2

    def weight(self, move: i64) -> i64:
        return move + 1

    def play(self, move: i64) -> None:
        if self.to_move == CHANCE:
            self.left = 5 + int(move)
            self.to_move = 0
            return
        self.left -= int(move) + 1
        self.turn += 1
        if self.left == 0:
            self.winner = int(self.to_move)
            self.to_move = OVER
        else:
            self.to_move = 1 - self.to_move

    def copy(self) -> "Heap":
        twin = Heap(self.left, int(self.to_move))
        twin.winner = self.winner
        twin.turn = self.turn
        return twin

    def observe(self, seat: i64, out: vec[u8]) -> None:
        out[0] = u8(self.left)

    def key(self) -> bytes:
        return bytes([self.left, int(self.to_move) + 4])

    def score(self, seat: i64) -> float:
        return 1.0 if seat == self.winner else -1.0

    def ending(self) -> str:
        return "TOY1"


class Secret(State):
    """Guess a number that seat 1 drew: seat 0 must not know it."""

    def __init__(self) -> None:
        super().__init__(2, 2)
        self.hidden = -1
        self.to_move = CHANCE

    def determinize(self, seat: i64, dice: Dice) -> None:
        if seat == 0 and self.hidden >= 0:
            self.hidden = int(dice.below(2))
