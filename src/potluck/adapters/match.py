"""A match as the adapters hold it: a state with the moves that led to it, to be copied, pickled and recalled."""

import operator
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from potluck.bots.batch import is_legal
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.core.state import CHANCE, State
from potluck.games import load_text, options_text

LARGEST = 1 << 60  # numbers above fit no move
HIDDEN = -1  # a move that a seat was not shown
ILLEGAL = ("raise", "lose")  # what an illegal move does: raise IllegalMove, or lose the match


class Told(NamedTuple):
    """Hold one move as a seat was told of it."""

    mover: int  # a seat or CHANCE
    move: int  # or HIDDEN
    text: str  # in notation, with ? for what is hidden


class Match:
    """Follow a match; it begins at the set-up, or at a position, with what the seats were told before."""

    def __init__(self, game: Game, seats: int | None = None, position: str = "") -> None:
        self.game = game
        self.position = position
        self.state = game.read_position(position) if position else game.new(seats)
        self.moves: list[int] = []
        self.before: list[list[Told]] = [[] for _ in range(self.state.seats)]
        self._told: list[list[Told]] | None = None  # what the seats were told so far, made when it is asked for
        self._behind: State | None = None  # the state after the last move told

    def check(self, move: object) -> int:
        """Return the move if it is legal; otherwise raise IllegalMove with the ruling."""
        number = whole(move)
        if number >= 0 and is_legal(self.state, number, buffer_of(int(self.state.room))):
            return number
        return self.game.check(self.state, move if number < 0 else number)

    def play(self, move: int) -> None:
        """Play a legal move."""
        self.moves.append(move)
        self.state.play(move)

    def settle(self, dice: Dice) -> None:
        """Draw for chance until a seat is to move or the match is over."""
        while self.state.to_move == CHANCE:
            self.play(dice.sample(self.state))

    def told(self, seat: int) -> list[Told]:
        """List all moves so far, as the seat may know them."""
        if self._told is None or self._behind is None:
            self._told = [list(lines) for lines in self.before]
            self._behind = self.begin()
        for move in self.moves[len(self._told[0]) - len(self.before[0]) :]:
            for viewer, lines in enumerate(self._told):
                lines.append(tell(self.game, self._behind, move, viewer))
            self._behind.play(move)
        return self._told[seat]

    def begin(self) -> State:
        """Return the state at which the match began."""
        return self.game.read_position(self.position) if self.position else self.game.new(int(self.state.seats))

    def resample(self, seat: int, dice: Dice) -> "Match":
        """Redraw what the seat cannot know: another match that it cannot tell from this one.

        The others then remember what the seat was told, so that nothing it must not know travels with them.
        """
        state = self.state.copy()
        state.determinize(seat, dice)
        twin = Match(self.game, position=self.game.write_position(state))
        twin.before = [list(self.told(seat)) for _ in twin.before]
        return twin

    def copy(self) -> "Match":
        """Make an independent twin."""
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.position = self.position
        twin.state = self.state.copy()
        twin.moves = self.moves[:]
        twin.before = self.before
        twin._told = None if self._told is None else [lines[:] for lines in self._told]
        twin._behind = None if self._behind is None else self._behind.copy()
        return twin

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        facts = (self.game.name, options_text(self.game), int(self.state.seats))
        return rebuild, (*facts, self.position, self.moves, self.before)


def whole(value: object) -> int:
    """Return what may be the number of a move as an int, numpy's too; -1 for anything else."""
    if isinstance(value, bool):
        return -1
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return -1
    return number if 0 <= number < LARGEST else -1


@cache
def buffer_of(room: int) -> vec[i64]:
    """Keep one buffer of each size."""
    return vec[i64]([0] * room)


@cache
def shared_game(name: str, options: str) -> Game:
    """Prepare a game once for all matches that are read back."""
    return load_text(name, options)


def rebuild(
    name: str, options: str, seats: int, position: str, moves: Sequence[int], before: list[list[Told]]
) -> Match:
    """Play a match again from what pickle kept of it."""
    match = Match(shared_game(name, options), seats, position)
    match.before = before
    for move in moves:
        match.play(match.check(move))
    return match


def tell(game: Game, state: State, move: int, seat: int) -> Told:
    """Tell a seat of a move that is about to be made."""
    text = game.write(state, move, seat)
    return Told(int(state.to_move), move if text == game.write(state, move) else HIDDEN, text)


def camel(name: str) -> str:
    """Write the name of a game as the registries want it: PotionExplosion."""
    return name.title().replace("_", "")


def check_illegal(illegal: str) -> str:
    """Return what an illegal move does, if it is one of the two."""
    if illegal not in ILLEGAL:
        raise BadOptions(f"illegal={shown(illegal)}: expected one of {', '.join(ILLEGAL)}")
    return illegal


# Dice that can be kept


def dice_words(dice: Dice) -> tuple[int, int, int, int]:
    """Note where dice stand in their stream."""
    return int(dice.first), int(dice.second), int(dice.third), int(dice.count)


def dice_from(words: tuple[int, int, int, int]) -> Dice:
    """Continue a stream from where it stood."""
    dice = Dice(0)
    dice.first, dice.second, dice.third, dice.count = words
    return dice
