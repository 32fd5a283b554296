"""Setting up: kinds to remove, starters to lay out and to draft, stacks to deal."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOURS,
    DECK,
    DESK,
    DESKS,
    HIDDEN,
    IN_PLAY,
    LENGTH,
    MARBLES,
    STACKS,
    STARTERS,
    TRACKS,
    UNDER,
    UNSEEN,
)
from potluck.games.potion_explosion.codes import DRAFTING, DRINK, LAYING, REMOVING, TURN
from potluck.games.potion_explosion.drinking import Drinking
from potluck.games.potion_explosion.potions import COPIES, KINDS, KINDS_IN_PLAY, SIZES, TILES


def fresh_data(seats: i64) -> vec[u8]:
    """Make the bytes of a match that has not begun: all marbles behind the lid, all kinds in play."""
    data = vec[u8]([0] * (DESKS + seats * DESK))
    for track in range(TRACKS):
        data[HIDDEN + track] = u8(LENGTH)
    for colour in range(COLOURS):
        data[UNSEEN + colour] = u8(MARBLES)
    for kind in range(KINDS):
        data[IN_PLAY + kind] = 1
    for tile in range(TILES):
        data[DECK + tile] = u8(COPIES)
    return data


class Preparing(Drinking):
    """Do what happens before the first turn."""

    # Kinds and starters

    def _set_up(self) -> None:
        """Begin a match: remove the kinds that were agreed on, and lay out the countdown (PX14, PX16)."""
        for kind in range(KINDS):
            if self.options.kinds >> kind & 1 == 0:
                self._play_removal(kind)
        self.lay_countdown()
        self.give_turn(self.options.first)

    def lay_countdown(self) -> None:
        """Lay out the countdown stack: as many skill tokens as were agreed on, or two more than seats (PX14)."""
        self.countdown = self.options.countdown if self.options.countdown > 0 else self.seats + 2

    def _play_removal(self, kind: i64) -> None:
        """Put a kind back into the box."""
        self.data[IN_PLAY + kind] = 0
        for tile in range(kind * SIZES, kind * SIZES + SIZES):
            self.data[DECK + tile] = 0

    def _play_laying(self, tile: i64) -> None:
        """Lay out a starter."""
        starters = STARTERS + tile // SIZES
        self.data[DECK + tile] = u8(i64(self.data[DECK + tile]) - 1)
        self.data[starters] = u8(i64(self.data[starters]) + 1)

    def _is_setup_chosen(self) -> bool:
        """See what the set-up needs: kinds to remove, starters to lay out, or the draft (PX16)."""
        if self._sum(IN_PLAY, KINDS) > KINDS_IN_PLAY:
            self.event = REMOVING
        elif self._sum(STARTERS, KINDS) < BURNERS * self.seats:
            self.event = LAYING
        else:
            self.phase = DRAFTING
            return False
        return True

    def _sum(self, first: i64, count: i64) -> i64:
        """Add up some bytes."""
        total: i64 = 0
        for index in range(first, first + count):
            total += i64(self.data[index])
        return total

    # The draft of starters

    def _starter_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the kinds of the starters laid out."""
        for kind in range(KINDS):
            if self.data[STARTERS + kind] > 0:
                out[count] = DRINK + kind
                count += 1
        return count

    def _play_starter(self, kind: i64) -> None:
        """Take a starter."""
        self.data[STARTERS + kind] = u8(i64(self.data[STARTERS + kind]) - 1)
        self._set_tile(self.free_burner(), kind * SIZES)

    def _is_starter_chosen(self) -> bool:
        """Give the draft to the next seat, there and back again; take the last for it; then deal the stacks (PX16)."""
        left = self._sum(STARTERS, KINDS)
        if left == 0:
            self._deal_stacks()
            self._begin_turn(self.options.first)
            return False
        place = left - 1 if left <= self.seats else BURNERS * self.seats - left
        self.give_turn((self.options.first + place) % self.seats)
        for kind in range(KINDS):
            if i64(self.data[STARTERS + kind]) == left:
                self._play_starter(kind)
                return False
        return True

    def _deal_stacks(self) -> None:
        """Deal the other tiles into five stacks, as equal as can be (PX23)."""
        tiles = self._sum(DECK, TILES)
        for stack in range(STACKS):
            self.data[UNDER + stack] = u8((tiles + STACKS - 1 - stack) // STACKS)

    def _begin_turn(self, seat: i64) -> None:
        """Give the turn to a seat."""
        self.give_turn(seat)
        self.phase = TURN
        self.picked = False
        self.helped = False
        self.due = True
