"""The course of one match between players who sit down by name."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.players.door import Player
from potluck.players.guests import BotFailure
from potluck.players.levels import level, level_names
from potluck.records.match import Match
from potluck.records.secrecy import redraw

LONGEST = 20_000  # moves after which a match without a declared limit is given up as drawn
GIVEN_UP = "aborted"  # its ending


class Pairing(msgspec.Struct, frozen=True):
    """Name one match to be played."""

    game: str
    options: str
    players: tuple[str, ...]  # names by seat, as sit_down reads them
    seed: int
    position: str = ""  # where it begins; empty is the set-up
    opening: int = 0  # moves of the beginning that nobody is asked for


class Opponent(Protocol):
    """Answer positions with moves, as a Player does and a Guest."""

    @property
    def trouble(self) -> str:
        """Say what went wrong, if anything did."""

    def clock(self) -> float:
        """Tell the time that thinking is measured by."""

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with a move."""

    def close(self) -> None:
        """Let go of whatever is held."""


class Course:
    """Lead one match between opponents."""

    def __init__(
        self, game: Game, pairing: Pairing, players: Sequence[Opponent], dice: Dice, limit: Limit | None = None
    ) -> None:
        self.limit = limit  # for every move, in the place of the players' own
        self.opening = pairing.opening
        self.opener = Player(game, level(game, level_names(game)[0]), dice.word()) if self.opening else None
        self.players = players
        self.dice = dice
        self.match = Match(game, len(players), pairing.position, dice=dice, players=pairing.players)
        self.seconds = [0.0] * len(players)  # of thinking: the processor's for a built-in bot, else the clock's
        self.asked = [0] * len(players)  # moves asked of each seat

    @property
    def troubles(self) -> tuple[str, ...]:
        """Say what went wrong with bots from outside."""
        return tuple(player.trouble for player in self.players if player.trouble)

    def play(self) -> None:
        """Ask the players in turn until the match is over."""
        match = self.match
        most = match.game.limit or LONGEST
        while not match.is_over and len(match.moves) < most:
            seat = match.to_move
            try:
                with match.void_if_broken():
                    match.play(self._ask(seat))
            except BotFailure:
                match.forfeit(seat)
        if not match.is_over:
            match.end((0.0,) * match.seats, GIVEN_UP)

    def _ask(self, seat: int) -> int | str:
        """Ask a player for its move, unless only one is legal."""
        moves = self.match.state.moves()
        if len(moves) == 1:
            return moves[0]
        if self.opener is not None and self.opening > 0:
            return self._open(self.opener)
        player = self.players[seat]
        seen = redraw(self.match.state, seat, self.dice)
        start = player.clock()
        if isinstance(player, Player):
            move: int | str = player.answer(seen, self.limit)
        else:
            move = player.choose(self.match.game.write_position(seen), seat, self.limit)
        self.seconds[seat] += player.clock() - start
        self.asked[seat] += 1
        return move

    def _open(self, opener: Player) -> int:
        """Draw a choice of the set-up; after it, make so many moves as the gentlest level does.

        It throws nothing away and plays differently each time, so that players who always answer alike meet in
        different matches, and a group in one opening.
        """
        state = self.match.state
        if self.match.game.stops_clock(state):
            moves = state.moves()
            return moves[self.dice.below(len(moves))]
        self.opening -= 1
        return opener.answer(redraw(state, int(state.to_move), self.dice))
