"""The rules of Struggle: its state and the verbs.

| code | move | phase |
| --- | --- | --- |
| cell × 4 + way | the piece there steps that way, or jumps if its neighbour is occupied | moving.py |
| 188 | stop: end a chain, lay nothing, or let no more jolted pieces move | moving.py |
| 189 | skip: no move is possible (ST4) | turn.py |
| 190 … 194 | place the next colour on that space of rows 2–3 | setup.py |
| 195 … 200 | designate that colour for the next rule | setup.py |
| 201 … | the blocks of the special rules, in the order of their numbers | turn.py |
| then | choose a special rule, one code for each | setup.py |

Ways are as the mover sees them. At chance the code is the number of the rule - 1 (powers=random), or the face of the
die - 1 that a rule of one's own rolls. What leaves no choice happens inside `play`.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER, Rules, State
from potluck.games.struggle import position as at
from potluck.games.struggle.end_of_turn import answer_moves, why_not_answer
from potluck.games.struggle.moving import chain_moves, jolted_moves, play_piece, play_stop, why_not_stop, why_not_way
from potluck.games.struggle.position import DRAW, NONE, Options, StrugglePosition, empty_board
from potluck.games.struggle.reasons import BEGUN, NOT_OFFERED, SENTENCE
from potluck.games.struggle.setup import (
    name_moves,
    pick_moves,
    play_name,
    play_pick,
    play_set,
    redraw_carriers,
    redraw_pieces,
    redraw_rules,
    set_moves,
    why_not_name,
    why_not_pick,
    why_not_set,
)
from potluck.games.struggle.turn import (
    pick_move,
    play_power,
    play_roll,
    play_skip,
    roll_moves,
    turn_moves,
    why_not_power,
    why_not_skip,
)


@final
class StruggleState(StrugglePosition):
    """Play from a position."""

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return self.options

    def copy(self) -> "StruggleState":
        """Make an independent twin."""
        twin = StruggleState(self.options, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        return twin

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = i64(self.data[at.PHASE])
        if self.to_move < 0:
            if self.to_move == OVER:
                return 0
            return pick_moves(self, out, 0) if phase == at.PICK else roll_moves(self, out, 0)
        if phase == at.PLAY:
            if self.data[at.ACTIVE] != 0:
                return chain_moves(self, out, 0)
            return jolted_moves(self, out, 0) if self.data[at.JOLTED] != 0 else turn_moves(self, out, 0)
        if phase == at.ANSWER:
            return answer_moves(self, out, 0)
        if phase == at.PICK:
            return pick_moves(self, out, 0)
        return set_moves(self, out, 0) if phase == at.SET else name_moves(self, out, 0)

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if self.data[at.PHASE] == at.PICK:
            play_pick(self, move)
        elif self.to_move == CHANCE:
            play_roll(self, move)
        elif move < at.STOP:
            play_piece(self, move)
        elif move == at.STOP:
            play_stop(self)
        elif move == at.SKIP:
            play_skip(self)
        elif move < at.NAMING:
            play_set(self, move)
        elif move < at.BLOCKS:
            play_name(self, move)
        else:
            play_power(self, move)
        if self.data[at.ROLLS] != 0:
            self.to_move = CHANCE

    def pick(self, dice: Dice, buffer: vec[i64]) -> i64:
        """Draw a legal move; at the start of a turn without listing them all."""
        if self.data[at.PHASE] == at.PLAY and self.data[at.ACTIVE] == 0 and self.data[at.JOLTED] == 0:
            move = pick_move(self, dice, buffer)
            if move != NONE:
                return move
        return buffer[dice.below(self.fill(buffer))]

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        if self.to_move == OVER:
            return i64(self.data[at.ENDED_BY])
        return self.reason(move) % SENTENCE

    def reason(self, move: i64) -> i64:
        """Say more exactly why a seat's move is forbidden, as reasons.py counts; 0 exactly when it is legal."""
        phase = i64(self.data[at.PHASE])
        if self.to_move == CHANCE:
            return NOT_OFFERED
        if phase == at.PICK:
            return why_not_pick(self, move)
        if phase == at.SET:
            return why_not_set(self, move)
        if phase == at.ANSWER:
            return why_not_answer(self, move)
        if phase != at.PLAY:
            return why_not_name(self, move)
        if move < at.STOP:
            return why_not_way(self, move)
        if move <= at.SKIP:
            return why_not_stop(self) if move == at.STOP else why_not_skip(self)
        return why_not_power(self, move) if at.BLOCKS <= move < self.options.codes else BEGUN

    # Secrets

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Decide anew, at random, what the other seat has decided in secret."""
        other = 1 - seat
        if self.hides_rules(other, seat):
            redraw_rules(self, other, dice)
        if self.hides_setup(other, seat):
            redraw_pieces(self, other, dice)
            redraw_carriers(self, other, dice)

    def witnesses(self, seat: i64, move: i64) -> list[State]:
        """Say nothing certain about the move that shows what the other seat has decided in secret."""
        other = 1 - seat
        after = self.copy()
        after.play(move)
        shows = self.hides_rules(other, seat) and not after.hides_rules(other, seat)
        shows = shows or (self.hides_setup(other, seat) and not after.hides_setup(other, seat))
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
        return "ST" + str(i64(self.data[at.ENDED_BY])) if self.to_move == OVER else ""


def empty_state(options: Options) -> StruggleState:
    """Make a state without pieces; here, because a vec handed in from interpreted code is never freed."""
    return StruggleState(options, empty_board())
