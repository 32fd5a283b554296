"""Toy games whose best moves are known by arithmetic, written as interpreted states."""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.errors import BadNotation
from potluck.core.evaluator import Evaluator
from potluck.core.fields import position_words
from potluck.core.game import Game
from potluck.core.options import FIRST
from potluck.core.state import ALL, CHANCE, OVER, State
from potluck.core.view import Refusal


class Heap(State):
    """Take 1 to 3 from a heap; each seat makes `runs` moves in a row; who takes the last wins from all others."""

    def __init__(self, left: int, seats: int = 2, runs: int = 1) -> None:
        super().__init__(seats, 3)
        self.left = left
        self.runs = runs
        self.made = 0
        self.winner = -1

    def fill(self, out: vec[i64]) -> i64:
        count = min(3, self.left)
        for take in range(count):
            out[take] = take
        return count

    def play(self, move: i64) -> None:
        self.left -= move + 1
        self.made += 1
        if self.left == 0:
            self.winner = self.to_move
            self.to_move = OVER
        elif self.made == self.runs:
            self.made = 0
            self.turn += 1
            self.to_move = (self.to_move + 1) % self.seats

    def copy(self) -> "Heap":
        twin = Heap(self.left, self.seats, self.runs)
        twin.to_move, twin.made, twin.winner = self.to_move, self.made, self.winner
        return twin

    def key(self) -> bytes:
        return bytes([self.left, self.to_move + 4, self.made])

    def score(self, seat: i64) -> float:
        return 1.0 if seat == self.winner else -1.0

    def ending(self) -> str:
        return "XX1"


class Wager(State):
    """Play safe (0) for a sure 0.2, or bet (1) on a die that wins in `wins` of 6 cases."""

    def __init__(self, wins: int) -> None:
        super().__init__(2, 2)
        self.wins = wins
        self.result = 0.0

    def fill(self, out: vec[i64]) -> i64:
        out[0], out[1] = 0, 1
        return 0 if self.to_move == OVER else 2

    def weight(self, move: i64) -> i64:
        return self.wins if move == 1 else 6 - self.wins

    def play(self, move: i64) -> None:
        if self.to_move == 0 and move == 1:
            self.to_move = CHANCE
            return
        self.result = 0.2 if self.to_move == 0 else (1.0 if move == 1 else -1.0)
        self.to_move = OVER

    def copy(self) -> "Wager":
        twin = Wager(self.wins)
        twin.to_move, twin.result = self.to_move, self.result
        return twin

    def key(self) -> bytes:
        return bytes([self.wins, self.to_move + 4])

    def score(self, seat: i64) -> float:
        return self.result if seat == 0 else -self.result


class Cards(State):
    """Seat 1 holds one of cards 0 … 5; seat 0 says 0 (below 4) or 1 (not), twice, for half a point each."""

    def __init__(self, card: int) -> None:
        super().__init__(2, 2)
        self.card = card
        self.made = 0
        self.right = 0

    def fill(self, out: vec[i64]) -> i64:
        out[0], out[1] = 0, 1
        return 0 if self.to_move == OVER else 2

    def play(self, move: i64) -> None:
        self.right += 1 if (self.card >= 4) == bool(move) else -1
        self.made += 1
        if self.made == 2:
            self.to_move = OVER

    def copy(self) -> "Cards":
        twin = Cards(self.card)
        twin.to_move, twin.made, twin.right = self.to_move, self.made, self.right
        return twin

    def determinize(self, seat: i64, dice: Dice) -> None:
        if seat == 0:
            self.card = dice.below(6)

    def key(self) -> bytes:
        return bytes([self.card, self.made, self.right + 2, self.to_move + 4])

    def score(self, seat: i64) -> float:
        return self.right / 2 if seat == 0 else -self.right / 2


class CardsGame(Game):
    """Give the door what it needs of Cards."""

    name = "cards"
    title = "Cards"
    seats = (2,)
    sides = ("Caller", "Holder")
    options = (FIRST,)
    has_chance = False
    has_secrets = True
    observation = ()
    limit = 2

    def start(self, seats: int) -> State:
        return Cards(0)

    def write(self, state: State, move: int, viewer: int = ALL) -> str:
        return ("low", "high")[move]

    def attempt(self, state: State, text: str) -> int | Refusal:
        return Refusal("XX1", "say low or high")

    def write_position(self, state: State, viewer: int = ALL) -> str:
        assert isinstance(state, Cards)
        return f"{state.card if viewer == ALL else '?'} made={state.made} right={state.right}"

    def read_position(self, text: str, dice: Dice | None = None) -> State:
        (card,), fields = position_words(text, 1)
        if card == "?" and not dice:
            raise BadNotation("position '?': expected dice")
        state = Cards(dice.below(6) if card == "?" and dice else int(card))
        state.made, state.right = int(fields["made"]), int(fields["right"])
        return state

    def prompt(self, state: State, seat: int) -> str:
        return "Say low or high."

    def tell(self, state: State, move: int, seat: int) -> list[str]:
        return [f"{{0}} says {self.write(state, move)}."]

    def evaluator(self) -> Evaluator:
        return Evaluator()
