"""Skill tokens, points and winners: what a match is decided by."""

from typing import Final

from mypy_extensions import i64

from potluck.games.potion_explosion.board import (
    DESK,
    DESKS,
    DONE,
    DRUNK,
    HELPED,
    READY,
    TAKEN,
    TOKENS,
)
from potluck.games.potion_explosion.codes import FINISHED, TIE
from potluck.games.potion_explosion.potions import KINDS, POINTS, TILES
from potluck.games.potion_explosion.preparing import Preparing

MASTERY: Final = 3  # potions of one kind that earn a skill token
VARIETY: Final = 5  # different kinds that earn one
TOKEN_POINTS: Final = 4
HELP_POINTS: Final = 2


class Scoring(Preparing):
    """Do what happens when points count."""

    # Skill tokens and the trigger of the end

    def earned_tokens(self) -> i64:
        """Count the skill tokens that the mover's potions are worth: three of a kind, five kinds (PX13)."""
        tokens: i64 = 0
        kinds: i64 = 0
        for kind in range(KINDS):
            completed = i64(self.data[self.desk + READY + kind]) + i64(self.data[self.desk + DRUNK + kind])
            if completed > 0:
                kinds += 1
            if completed >= MASTERY:
                tokens += 1
        return tokens + 1 if kinds >= VARIETY else tokens

    def is_last_round(self) -> bool:
        """Tell whether the end is triggered: no token left in the countdown, or no tile in the stacks (PX14)."""
        return self.countdown == 0 or self.are_stacks_empty()

    # Points, and the last pick of those who share the lead

    def points(self, seat: i64) -> i64:
        """Count a seat's points: potions, skill tokens, Little Help (PX15)."""
        desk = DESKS + seat * DESK
        total: i64 = TOKEN_POINTS * i64(self.data[desk + TOKENS]) - HELP_POINTS * i64(self.data[desk + HELPED])
        for tile in range(TILES):
            total += POINTS[tile] * i64(self.data[desk + DONE + tile])
        return total

    def is_leading(self, seat: i64) -> bool:
        """Tell whether nobody has more points."""
        for other in range(self.seats):
            if self.points(other) > self.points(seat):
                return False
        return True

    def _end_match(self) -> None:
        """Count the points; if several lead, let them pick once more (PX15)."""
        self.ended_by = 14 if self.is_last_round() else 26
        leaders: i64 = 0
        for seat in range(self.seats):
            if self.is_leading(seat):
                leaders += 1
        if leaders > 1:
            self.tie = True
            self.ended_by = 15
        self.picked = False
        self.helped = False
        self.phase = TIE

    def _is_last_pick_due(self) -> bool:
        """Give the pick that breaks a tie to the next leader who has not made it; else name the winners."""
        if self.tie and self.has_marble_in_reach():
            for step in range(self.seats):
                seat = (self.options.first + step) % self.seats
                if self.is_leading(seat) and self.data[DESKS + seat * DESK + TAKEN] == 0:
                    self.give_turn(seat)
                    return True
        self._name_winners()
        return False

    def _name_winners(self) -> None:
        """Find the leaders that took the most marbles in the end."""
        most: i64 = 0
        for seat in range(self.seats):
            if self.is_leading(seat):
                most = max(most, i64(self.data[DESKS + seat * DESK + TAKEN]))
        for seat in range(self.seats):
            if self.is_leading(seat) and i64(self.data[DESKS + seat * DESK + TAKEN]) == most:
                self.winners |= 1 << seat
        self.phase = FINISHED
