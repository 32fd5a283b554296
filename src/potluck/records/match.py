"""One match, led: the only place where moves are checked and made, chance is drawn, and an ending is noted.

    >>> match = potluck.Match("struggle", powers="builders/classic", seed=7)
    >>> match.play("d3-d5")

The terminal, the lab, the adapters and the table lead their matches with it. `play` checks, `push` trusts.
"""

import operator
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import NamedTuple, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from potluck.bots.batch import forfeit_score, is_legal
from potluck.core.dice import Dice
from potluck.core.english import counted, name_seats, shown
from potluck.core.errors import BrokenRule, IllegalMove
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import ALL, CHANCE, OVER, State
from potluck.core.view import Choice, View
from potluck.games import load, options_text
from potluck.records import record as records
from potluck.records.record import Record
from potluck.records.seal import Seal, commitment, seal_of

T = TypeVar("T")
LARGEST = 1 << 60  # numbers above fit no move
MARKUP = re.compile(r"(?<!\\)\[/?[a-z# 0-9]*\]")  # what colours a sketch in a terminal


class Result(NamedTuple):
    """Tell what a finished match is worth to each seat, and what ended it."""

    scores: tuple[float, ...]
    ending: str  # a ruling, or one of the endings that the rules do not know


class Match:
    """Lead one match, from the set-up or from a position, to its record."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        position: str = "",
        *,
        seed: int | None = None,
        dice: Dice | Seal | None = None,
        chance: bool = True,
        players: Sequence[str] = (),
        **options: Value,
    ) -> None:
        """Begin a match.

        Chance is drawn from `dice`, or from dice with this seed, or from a random one. With `chance=False` it is left
        to the caller, who plays its moves like any other.
        """
        self.game = load(game, **options) if isinstance(game, str) else game
        self.position = " ".join(position.split())
        self.state = self.game.read_position(self.position) if position else self.game.new(seats)
        self.moves: list[int] = []
        self.players = list(players)
        self.dice = dice or (Dice(secrets.randbits(60) if seed is None else seed) if chance else None)
        self.given: Result | None = None  # how it ended, if the rules did not end it
        self.broken: BrokenRule | None = None  # what has made it void
        self.settle()

    @classmethod
    def from_record(cls, text: str | Record) -> "Match":
        """Rebuild the match of a record."""
        kept = records.read(text) if isinstance(text, str) else text
        match = cls(kept.load(), kept.seats, kept.position, chance=False, players=kept.players)
        for move in kept.moves:
            match.play(move)
        if kept.ending and not match.is_over:
            match.end(kept.result, kept.ending)
        return match

    # Looking

    @property
    def seats(self) -> int:
        """Count the seats."""
        return int(self.state.seats)

    @property
    def to_move(self) -> int:
        """Name the seat to move, CHANCE or OVER."""
        return OVER if self.given else int(self.state.to_move)

    @property
    def is_over(self) -> bool:
        """Tell whether the match has ended, by the rules or otherwise."""
        return self.to_move == OVER

    @property
    def result(self) -> Result | None:
        """Return the scores and the ending; None while the match goes on."""
        if self.given or self.state.to_move != OVER:
            return self.given
        return Result(tuple(self.state.score(seat) for seat in range(self.seats)), self.state.ending())

    @property
    def fault(self) -> str:
        """Say which rule that players wrote has made the match void, and why; nothing otherwise."""
        return str(self.broken) if self.broken else ""

    @property
    def names(self) -> list[str]:
        """Name the seats by their players, or by their sides."""
        return self.players if len(self.players) == self.seats else list(self.game.sides[: self.seats])

    @property
    def told(self) -> list[str]:
        """Tell the match so far, a sentence each."""
        return self.tell(ALL)

    def tell(self, viewer: int) -> list[str]:
        """Tell the match so far as a viewer may know it."""
        return self._shown(lambda: [name_seats(line, self.names) for line in self._lines(viewer)])

    def _lines(self, viewer: int) -> list[str]:
        """Tell the moves, with numbers for the seats."""
        return [line for _, state, move in self.steps() for line in self.game.tell(state, move, viewer)]

    def legal(self) -> list[Choice]:
        """List the legal moves, with number, text, clicks and label; none when the match is over."""
        try:
            return [] if self.is_over else self.game.choices(self.state)
        except BrokenRule as error:
            self.void(error)
            return []

    def view(self, viewer: int = ALL) -> View:
        """Show what a viewer may see."""
        return self._shown(lambda: self.game.view(self.state, viewer))

    def _shown(self, show: Callable[[], T], before: str = "") -> T:
        """Show something; a rule that fails at its words voids the match, and has none of its own from then on."""
        try:
            return show()
        except BrokenRule as error:
            if str(error) == before:
                raise
            self.void(error)
            return self._shown(show, str(error))

    def begin(self) -> State:
        """Return the state at which the match began."""
        return self.game.read_position(self.position) if self.position else self.game.new(self.seats)

    def state_at(self, ply: int) -> State:
        """Rebuild the state before a move."""
        state = self.begin()
        for move in self.moves[:ply]:
            state.play(move)
        return state

    def steps(self) -> Iterator[records.Step]:
        """Play the match again, move by move; the state handed out is the caller's to keep."""
        state = self.begin()
        for ply, move in enumerate(self.moves):
            yield records.Step(ply, state.copy(), move)
            state.play(move)

    # Playing

    def check(self, move: object) -> int:
        """Return the number of a legal move, given as number or text; otherwise say which ruling forbids it."""
        if self.given:
            raise IllegalMove(f"illegal move {shown(move)}: the match is over ({self.given.ending})")
        if isinstance(move, str):
            return self.game.read(self.state, move)
        number = whole(move)
        if number >= 0 and is_legal(self.state, number, buffer_of(int(self.state.room))):
            return number
        return self.game.check(self.state, move if number < 0 else number)

    def play(self, move: int | str) -> None:
        """Check and make a move, given as number or text, and let chance answer; a refused one changes nothing."""
        try:
            self.push(self.check(move))
        except BrokenRule as error:
            self.void(error)
        self.settle()

    def push(self, move: int) -> None:
        """Make a legal move: the caller has checked it."""
        try:
            self.state.play(move)
        except BrokenRule as error:
            self.void(error)
        else:
            self.moves.append(move)

    def settle(self, dice: Dice | Seal | None = None) -> None:
        """Let chance draw until a seat is to move or the match is over, from these dice or from the match's own."""
        dice = dice or self.dice
        while self.state.to_move == CHANCE and dice and not self.given:
            self.push(self._sample(dice))

    def _sample(self, dice: Dice | Seal) -> int:
        """Draw the next chance move."""
        return dice.sample(self.state, len(self.moves)) if isinstance(dice, Seal) else dice.sample(self.state)

    def undo(self) -> None:
        """Take back the last decision of a seat, with what chance answered."""
        decisions = [ply for ply, state, _ in self.steps() if state.to_move >= 0]
        if not decisions:
            raise IllegalMove("undo: nobody has made a move yet")
        self.rewind(decisions[-1])

    def rewind(self, ply: int, state: State | None = None) -> None:
        """Return to the state before a move; whoever knows that state may give it."""
        self.state = state or self.state_at(ply)
        self.given, self.broken = None, None
        del self.moves[ply:]

    # Ending

    def resign(self, seat: int | None = None) -> None:
        """End the match in favour of the others; without a seat, the one to move resigns."""
        self.give_up(int(self.state.to_move) if seat is None else seat, "resigned")

    def forfeit(self, seat: int) -> None:
        """End the match because a seat broke the rules of play."""
        self.give_up(seat, "forfeit")

    def give_up(self, seat: int, ending: str) -> None:
        """End the match against a seat, by one of the endings that the rules do not know."""
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"{ending}: expected a seat from 0 to {self.seats - 1}, but got {seat}")
        self.end(scores_against(seat, self.seats), ending)

    def end(self, scores: Sequence[float], ending: str) -> None:
        """End the match by something that the rules do not know."""
        if self.is_over:
            raise IllegalMove(f"{ending}: the match is over")
        self.given = Result(tuple(scores), ending)

    @contextmanager
    def void_if_broken(self) -> Iterator[None]:
        """Let the match be void if a rule that players wrote fails at what is done here; whoever does it goes on."""
        try:
            yield
        except BrokenRule as error:
            self.void(error)

    def void(self, error: BrokenRule) -> None:
        """End the match because a rule failed, at the last position that it had; a finished match stays as it is."""
        if self.is_over:
            return
        self.broken = error
        self.given = Result((0.0,) * self.seats, "void")
        with suppress(BrokenRule):
            self.state = self.state_at(len(self.moves))

    # Keeping

    def record(self) -> Record:
        """Write the match down."""
        kept = Record(self.game.name, options_text(self.game), self.game.rules_version, self.seats)
        kept.position, kept.moves, kept.players = self.position, self.moves[:], self.players[:]
        if isinstance(self.dice, Seal):
            kept.match, kept.nonces = self.dice.match, list(self.dice.nonces)
            kept.commitments = [commitment(nonce) for nonce in kept.nonces]
            kept.seal, kept.seed = seal_of(self.dice.seed, kept.terms()), self.dice.seed.hex()
        if self.result:
            kept.result, kept.ending = list(self.result.scores), self.result.ending
        return kept

    def copy(self) -> "Match":
        """Make an independent twin; the dice are shared."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state, twin.moves, twin.players = self.state.copy(), self.moves[:], self.players[:]
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (records.write(self.record()), self.dice)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]  # a match goes on

    def _facts(self) -> tuple[object, ...]:
        """List what makes two matches the same."""
        return self.game, self.seats, self.position, self.moves, self.result

    def __repr__(self) -> str:
        return f"<Match of {self.game!r}: {counted(len(self.moves), 'move')}, {self.fault or self.state.situation()}>"

    def __str__(self) -> str:
        return plain(self._shown(lambda: self.game.sketch(self.state, ALL)))

    def _repr_svg_(self) -> str:
        return self.game.picture(self.view())


def plain(sketch: str) -> str:
    """Take the colours out of a sketch."""
    return MARKUP.sub("", sketch).replace(r"\[", "[")


def scores_against(loser: int, seats: int) -> list[float]:
    """Say what giving up is worth: the others share the point that the loser loses."""
    return [forfeit_score(seat, loser, seats) for seat in range(seats)]


@cache
def buffer_of(room: int) -> vec[i64]:
    """Keep one buffer of each size."""
    return vec[i64]([0] * room)


def whole(value: object) -> int:
    """Return what may be the number of a move as an int, numpy's too; -1 for anything else."""
    if isinstance(value, bool):
        return -1
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return -1
    return number if 0 <= number < LARGEST else -1


def rebuild(text: str, dice: Dice | Seal | None) -> Match:
    """Read a match back from what pickle kept of it."""
    match = Match.from_record(text)
    match.dice = dice
    return match
