"""The rules of Potential: its state and the verbs.

| code | move | phase |
| --- | --- | --- |
| cell × 8 + way | the piece on the cell slides that way, or jumps if its neighbour is occupied | moving.py |
| 800 | skip: no piece can move (PT7) | turn.py |

What leaves no choice happens inside `play`: the end of a turn, the drain of the Edge at the start of the next,
the end of the match.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.state import OVER, Rules
from potluck.games.potential import position as at
from potluck.games.potential.board import SKIP, WAYS
from potluck.games.potential.moving import is_open, play_piece
from potluck.games.potential.position import DRAW, TEAM, Options, PotentialPosition, empty_board
from potluck.games.potential.turn import completing_moves, end_turn, go_on, turn_moves, why_not_turn

TRIES: Final[i64] = 8  # of drawing a move blindly, before all are listed


@final
class PotentialState(PotentialPosition):
    """Play from a position."""

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return self.options

    def copy(self) -> "PotentialState":
        """Make an independent twin."""
        twin = PotentialState(self.options, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        return twin

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        if self.to_move == OVER:
            return 0
        count = turn_moves(self, out, 0)
        if count == 0:
            out[0] = SKIP
            return 1
        if self.options.must_complete:
            return completing_moves(self, out, count)
        return count

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if move == SKIP:
            end_turn(self)
        else:
            play_piece(self, move)
            go_on(self)

    def pick(self, dice: Dice, buffer: vec[i64]) -> i64:
        """Draw a legal move: try random ways of random pieces, which is quicker than listing them all."""
        if self.options.must_complete:
            return buffer[dice.below(self.fill(buffer))]
        data = self.data
        first = i64(data[at.ACTIVE]) - 1
        ways: i64 = WAYS
        if first < 0:
            first = self.to_move * TEAM
            ways = i64(data[at.ALIVE + self.to_move]) * WAYS
        for _try in range(TRIES):
            drawn = dice.below(ways)
            move = i64(data[at.WHERE + first + drawn // WAYS]) * WAYS + drawn % WAYS
            if is_open(data, move):
                return move
        return buffer[dice.below(self.fill(buffer))]

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        return why_not_turn(self, move)

    # The end

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        winner = self.winner()
        if winner == DRAW:
            return 0.0
        return 1.0 if winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PT" + str(i64(self.data[at.ENDED_BY])) if self.to_move == OVER else ""


def empty_state(options: Options) -> PotentialState:
    """Return a board without pieces; made here, because a vec handed in from interpreted code is never freed."""
    return PotentialState(options, empty_board())
