"""A toy game whose every measure is known by arithmetic, and players who think as much as they are told to.

Where chance moves, the evaluator knows the right chances, so a look one move ahead judges every decision exactly.

| kind | what is played | planted truth |
| --- | --- | --- |
| coin | one decision that changes nothing, then a coin that falls for seat 0 in 3 of 5 cases | 60 %, all of it luck |
| die | a die decides; ten decisions follow that change nothing | luck is all, decided at once, no lead ever changes |
| walk | w is ½, then 1/6 or 5/6; from there back to ½ in one case of three, else over | 1 comeback in 5 |
| charm | seat 0 may use a Charm (3 of 4), a Curse (1 of 4) or neither (2 of 4), then a coin falls | a Curse costs ½ |
| search | 64 moves, of which one wins; seat 0 looks for it, then seat 1; then a draw | thinking pays up to 64 |
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from potluck import games
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.fields import position_words
from potluck.core.game import Game
from potluck.core.options import FIRST, Option
from potluck.core.state import ALL, CHANCE, OVER, State
from potluck.core.view import Refusal, Thing
from potluck.players.levels import LEVELS
from potluck.players.settings import Level

KINDS = ("coin", "die", "walk", "charm", "search")
TWELFTHS = 12  # w is counted in these
NEVER = -1  # a prize that cannot be found
MANY = 64  # moves of the search
IDLE = 10  # decisions after the die
CURSE, CHARM, NEITHER = range(3)


class Toy(State):
    """Hold w of seat 0 in twelfths, how many decisions were made, and where the prize of the search lies."""

    def __init__(self, kind: int, w: int = 6, made: int = 0, prize: int = NEVER) -> None:
        super().__init__(2, MANY)
        self.kind, self.w, self.made, self.prize = kind, w, made, prize
        if made == 0 and (kind == KINDS.index("die") or (kind == KINDS.index("search") and prize == NEVER)):
            self.to_move = CHANCE

    @property
    def name(self) -> str:
        """Name what is played."""
        return KINDS[self.kind]

    def fill(self, out: vec[i64]) -> i64:
        if self.to_move == OVER:
            return 0
        count = 2
        if self.name == "charm" and self.to_move == 0:
            count = 3
        elif self.name == "search":
            count = MANY
        for move in range(count):
            out[move] = move
        return count

    def why_not(self, move: i64) -> i64:
        return 0 if move in list(self.moves()) else 1

    def weight(self, move: i64) -> i64:
        """Let move 0 of chance be worse for seat 0 than move 1, so often that w is right."""
        if self.name == "search" or self.name == "die":
            return 1
        if self.name == "coin":
            return 3 if move == 1 else 2
        if self.name == "charm":
            return self.w if move == 1 else TWELFTHS - self.w
        if self.w == 6:
            return 1
        back = 1 if self.w == 2 else 0  # the move that leads back to the middle
        return 1 if move == back else 2

    def play(self, move: i64) -> None:
        if self.to_move == CHANCE:
            self._draw(int(move))
        else:
            self._decide(int(move))

    def _decide(self, move: int) -> None:
        self.made += 1
        self.turn += 1
        if self.name == "die":
            self.to_move = OVER if self.made == IDLE else self.made % 2
        elif self.name == "search":
            if move == self.prize:
                self.w = TWELFTHS if self.to_move == 0 else 0
            self.to_move = 1 if self.made == 1 and self.w == 6 else OVER
        else:
            if self.name == "charm":
                self.w = {CURSE: 3, CHARM: 9, NEITHER: 6}[move]
            self.to_move = CHANCE

    def _draw(self, move: int) -> None:
        if self.name == "search":
            self.prize, self.to_move = move, 0
        elif self.name == "walk":
            self.w = {6: (2, 10), 2: (0, 6), 10: (6, 12)}[self.w][move]
            self.to_move = OVER if self.w in (0, TWELFTHS) else self.made % 2
        else:
            self.w = TWELFTHS * move
            self.to_move = 0 if self.name == "die" else OVER

    def copy(self) -> "Toy":
        twin = Toy(self.kind, self.w, self.made, self.prize)
        twin.to_move, twin.turn = self.to_move, self.turn
        return twin

    def key(self) -> bytes:
        return bytes([self.kind, self.w, self.made, self.prize + 1, int(self.to_move) + 4])

    def score(self, seat: i64) -> float:
        return (self.w / 6 - 1) * (1 if seat == 0 else -1)

    def ending(self) -> str:
        return "TY1"


class Exact(Evaluator):
    """Know w."""

    def guess(self, state: State, seat: i64) -> float:
        assert isinstance(state, Toy)
        w = 7.2 if state.name == "coin" else state.w  # 3 of 5
        return (w / 6 - 1) * (1 if seat == 0 else -1)


class ToyGame(Game):
    """Give the lab what it asks of a game."""

    name = "toy"
    title = "Toy"
    rules_version = 1
    rulings = "TY"
    seats = (2,)
    sides = ("Left", "Right")
    options = (Option("kind", "coin", "What is played.", "TY1", KINDS), FIRST)
    presets = ()
    observation = ()
    has_chance = True
    move_count = chance_count = MANY
    limit = 1000

    def start(self, seats: int) -> State:
        return Toy(KINDS.index(str(self.chosen["kind"])))

    def evaluator(self) -> Evaluator:
        return Exact()

    def write(self, state: State, move: int, viewer: int = ALL) -> str:
        return f"m{move}"

    def attempt(self, state: State, text: str) -> int | Refusal:
        return Refusal("TY1", "say m0 or m1")

    def write_position(self, state: State, viewer: int = ALL) -> str:
        assert isinstance(state, Toy)
        return f"{state.name} w={state.w} made={state.made} prize={state.prize} mover={state.to_move}"

    def read_position(self, text: str, dice: Dice | None = None) -> State:
        (kind,), fields = position_words(text, 1)
        state = Toy(KINDS.index(kind), *(int(fields[name]) for name in ("w", "made", "prize")))
        state.to_move = int(fields["mover"])
        return state

    def tell(self, state: State, move: int, viewer: int) -> list[str]:
        assert isinstance(state, Toy)
        if state.name != "charm" or state.to_move != 0 or move == NEITHER:
            return []
        return [f"{{0}} uses the {('Curse', 'Charm')[move]}."]


class Trying:
    """Try so many different moves, and make one that wins if there is one among them."""

    tries = 0

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.dice = game, Dice(seed)

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer with a move."""
        state = self.game.read_position(position)
        moves = [int(move) for move in state.moves()]
        for place in range(min(self.tries, len(moves))):
            other = place + self.dice.below(len(moves) - place)
            moves[place], moves[other] = moves[other], moves[place]
            twin = state.copy()
            twin.play(moves[place])
            if twin.to_move == OVER and twin.score(seat) > 0:
                return self.game.write(state, moves[place])
        assert isinstance(state, Toy)
        return self.game.write(state, (state.prize + 1) % MANY)  # a miss: only what was tried may win


def __getattr__(name: str) -> Any:
    """Make the player who tries so many moves: Trying8."""
    if not name.startswith("Trying"):
        raise AttributeError(name)
    return type(name, (Trying,), {"tries": int(name.removeprefix("Trying"))})


@contextmanager
def installed() -> Iterator[None]:
    """Let the toy be a game among the others, for a while."""
    game, words = ModuleType("game"), ModuleType("words")
    game.GAME = ToyGame  # type: ignore[attr-defined]
    words.THINGS = {each: Thing(each, "Changes the chances.", "TY1") for each in ("Charm", "Curse")}  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "names", lambda: [*games.NAMES, "toy"])
        patch.setattr(games, "_ruling_rows", lambda name: [["TY1", "It is over.", "", "stated", ""]])
        patch.setitem(__import__("sys").modules, "potluck.games.toy.game", game)
        patch.setitem(__import__("sys").modules, "potluck.games.toy.words", words)
        patch.setitem(LEVELS, "toy", {"cauldron": Level("greedy")})
        yield
