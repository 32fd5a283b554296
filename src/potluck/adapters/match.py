"""A match as the adapters hold it: it remembers what each seat was told, and can be resampled."""

from typing import NamedTuple

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.core.state import State
from potluck.records import match as records
from potluck.records.secrecy import redraw

HIDDEN = -1  # a move that a seat was not shown
ILLEGAL = ("raise", "lose")  # what an illegal move does: raise IllegalMove, or lose the match


class Told(NamedTuple):
    """Hold one move as a seat was told of it."""

    mover: int  # a seat or CHANCE
    move: int  # or HIDDEN
    text: str  # in notation, with ? for what is hidden


class Match(records.Match):
    """Follow a match, chance included; it may begin at a position, with what the seats were told before."""

    def __init__(self, game: Game, seats: int | None = None, position: str = "") -> None:
        super().__init__(game, seats, position, chance=False)
        self.before: list[list[Told]] = [[] for _ in range(self.seats)]
        self._told: list[list[Told]] | None = None  # what the seats were told so far, made when it is asked for
        self._behind: State | None = None  # the state after the last move told

    def told_to(self, seat: int) -> list[Told]:
        """List all moves so far, as the seat may know them."""
        if self._told is None or self._behind is None:
            self._told = [list(lines) for lines in self.before]
            self._behind = self.begin()
        for move in self.moves[len(self._told[0]) - len(self.before[0]) :]:
            for viewer, lines in enumerate(self._told):
                lines.append(tell(self.game, self._behind, move, viewer))
            self._behind.play(move)
        return self._told[seat]

    def resample(self, seat: int, dice: Dice) -> "Match":
        """Redraw what the seat cannot know: another match that it cannot tell from this one.

        The others then remember what the seat was told, so that nothing it must not know travels with them.
        """
        twin = Match(self.game, position=self.game.write_position(redraw(self.state, seat, dice)))
        twin.before = [list(self.told_to(seat)) for _ in twin.before]
        return twin

    def copy(self) -> "Match":
        """Make an independent twin."""
        twin = super().copy()
        assert isinstance(twin, Match)
        twin._told = self._told and [lines[:] for lines in self._told]
        twin._behind = self._behind and self._behind.copy()
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (self.game, self.seats, self.position, self.moves, self.before)


def rebuild(game: Game, seats: int, position: str, moves: list[int], before: list[list[Told]]) -> Match:
    """Play a match again from what pickle kept of it."""
    match = Match(game, seats, position)
    match.before = before
    for move in moves:
        match.play(move)
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
