"""The rules of POTUS: its state and the verbs.

| code | move | phase |
| --- | --- | --- |
| cell | the square of a Turncoat that is placed | rounds.py |
| cell | the square to teleport to | moving.py |
| cell | the square to fly to, or of the Turncoat that defects | events.py |
| 64 + kind × 512 + cell × 8 + way | a Candidate, Advocate or Turncoat steps from the cell that way | moving.py |
| 1600 | stay: the token on Rushmore does not teleport (PO8) | moving.py |
| at chance, below 43 | a President card is turned | battle.py |
| at chance, from 43 | an Event card is drawn | events.py |

Tokens of one kind on one square are interchangeable, unless one of them is finished: then the other one steps. What
leaves no choice happens inside `play`: conversions, hits, scoring, most Events, the end of a turn, of a round, of the
match.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.state import OVER, Rules, State
from potluck.games.potus import position as at
from potluck.games.potus.battle import card_moves, play_card
from potluck.games.potus.board import STAY
from potluck.games.potus.events import (
    defection_moves,
    event_moves,
    flight_moves,
    play_defection,
    play_event,
    play_flight,
    why_not_defection,
    why_not_flight,
)
from potluck.games.potus.moving import landed_moves, play_landed, play_step, step_moves, why_not_landed, why_not_step
from potluck.games.potus.position import DRAW, Options, PotusPosition, empty_board
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rounds import place_moves, play_place, scatter, why_not_place
from potluck.games.potus.turn import go_on


@final
class PotusState(PotusPosition):
    """Play from a position."""

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return self.options

    def copy(self) -> "PotusState":
        """Make an independent twin."""
        twin = PotusState(self.options, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        return twin

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = self.phase()
        if phase == at.MOVING:
            return step_moves(self, out, 0)
        if phase in (at.BATTLE, at.RECOUNTING):
            return card_moves(self, out, 0)
        if phase == at.LANDED:
            return landed_moves(self, out, 0)
        if phase == at.PLACING:
            return place_moves(self, self.to_move, out, 0)
        if phase == at.DRAWING:
            return event_moves(self, out, 0)
        if phase == at.FLYING:
            return flight_moves(self, out, 0)
        if phase == at.DEFECTING:
            return defection_moves(self, out, 0)
        return 0

    def play(self, move: i64) -> None:
        """Make a legal move; while steps are asked for the turn goes on."""
        phase = self.phase()
        if phase == at.MOVING:
            play_step(self, move)
        elif phase in (at.BATTLE, at.RECOUNTING):
            play_card(self, move)
        elif phase == at.LANDED:
            play_landed(self, move)
        elif phase == at.PLACING:
            play_place(self, move)
        elif phase == at.DRAWING:
            play_event(self, move - CARDS)
        elif phase == at.FLYING:
            play_flight(self, move)
        else:
            play_defection(self, move)
        if self.data[at.PHASE] == at.MOVING:
            go_on(self)

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        phase = self.phase()
        if phase == at.LANDED:
            return why_not_landed(self, move)
        if self.to_move < 0:
            return self._why_wait()
        if move == STAY:
            return 8
        if phase == at.MOVING:
            return why_not_step(self, move)
        if phase == at.PLACING:
            return why_not_place(self, move)
        if phase == at.FLYING:
            return why_not_flight(self, move)
        return why_not_defection(self, move)

    def _why_wait(self) -> i64:
        """Say why no seat moves now: the match is over, or a card comes first."""
        if self.to_move == OVER:
            return i64(self.data[at.ENDED_BY])
        return 7 if self.phase() == at.DRAWING else 2

    # Secrets

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Put the Turncoats that the seat has not seen somewhere else."""
        for side in range(i64(2)):
            if self.is_hidden(side, seat):
                scatter(self, side, dice)

    def witnesses(self, seat: i64, move: i64) -> list[State]:
        """Say nothing certain about the move that shows where the other seat has placed its Turncoats."""
        after = self.copy()
        after.play(move)
        shows = self.is_hidden(1 - seat, seat) and not after.is_hidden(1 - seat, seat)
        return [] if shows else [self.copy()]

    # The end

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        winner = self.winner()
        if winner == DRAW:
            return 0.0
        return 1.0 if winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PO" + str(i64(self.data[at.ENDED_BY])) if self.to_move == OVER else ""


def empty_state(options: Options) -> PotusState:
    """Make a board without tokens; here, because a vec handed in from interpreted code is never freed."""
    return PotusState(options, empty_board())
