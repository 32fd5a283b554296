"""The eight potions: which may be drunk, and what each does; none of them explodes anything (PX12)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion.board import (
    BITS,
    BURNERS,
    COLOURS,
    DESK,
    DESKS,
    DRUNK,
    HELD,
    KNOWN,
    OPEN,
    POOL,
    READY,
    SIGHT,
    SPOTS,
    TRACK,
    TRACKS,
)
from potluck.games.potion_explosion.codes import DRINK, EFFECT, END, PRISM, ROB, TURN
from potluck.games.potion_explosion.desk import Desk
from potluck.games.potion_explosion.potions import (
    BALM,
    DRAFT,
    KINDS,
    LAVA,
    LOVE,
    MAGNET,
    PRISMATIC,
    SANDS,
    WISDOM,
)

LAVA_MOST: Final = 5  # marbles that Lavamancing returns at most


class Drinking(Desk):
    """Do what potions do."""

    # Drinking

    def _drink_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the potions that can be drunk with an effect (PX11)."""
        for kind in range(KINDS):
            if self.data[self.desk + READY + kind] > 0 and self.has_effect(kind):
                out[count] = DRINK + kind
                count += 1
        return count

    def _play_drink(self, kind: i64) -> None:
        """Drink a potion and begin its effect."""
        ready = self.desk + READY + kind
        drunk = self.desk + DRUNK + kind
        self.data[ready] = u8(i64(self.data[ready]) - 1)
        self.data[drunk] = u8(i64(self.data[drunk]) + 1)
        self._begin(kind)

    def has_effect(self, kind: i64) -> bool:
        """Tell whether a potion of this kind could do anything now."""
        if kind == SANDS:
            return self._copies() > 0
        if kind == MAGNET:
            return self._has_pair(False)
        if kind == BALM:
            return self._has_pair(True)
        if kind == PRISMATIC:
            return self.can_place_any()
        if kind == LOVE:
            return self._pools() > 0
        return self.has_marble_in_reach()  # Wisdom, Abyssal Draft, Lavamancing

    def _begin(self, kind: i64) -> None:
        """Begin an effect; where it leaves no choice, carry it out."""
        self.phase = EFFECT + kind
        if kind == PRISMATIC:
            self.left = POOL
        elif kind == LOVE and self._pools() == 1:
            self._play_love(self._first_pool())
        elif kind == SANDS and self._copies() == 1:
            self._begin(self._first_copy())

    def _finish(self) -> None:
        """End an effect."""
        self.phase = TURN
        self.marked = 0
        self.left = 0

    # Sands of Time

    def can_copy(self, kind: i64) -> bool:
        """Tell whether Sands of Time can repeat a kind: the mover has drunk one, and it would have an effect."""
        return kind != SANDS and self.data[self.desk + DRUNK + kind] > 0 and self.has_effect(kind)

    def _copies(self) -> i64:
        """Count the kinds that Sands of Time can repeat."""
        total: i64 = 0
        for kind in range(KINDS):
            if self.can_copy(kind):
                total += 1
        return total

    def _first_copy(self) -> i64:
        """Find a kind that Sands of Time can repeat."""
        kind: i64 = 0
        while not self.can_copy(kind):
            kind += 1
        return kind

    def _sands_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the kinds that can be repeated."""
        for kind in range(KINDS):
            if self.can_copy(kind):
                out[count] = DRINK + kind
                count += 1
        return count

    # Potion of Wisdom

    def _wisdom_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the marbles within reach."""
        return self._spot_moves(0, self.options.far_reach, out, count)

    def _play_wisdom(self, spot: i64) -> None:
        """Take a marble."""
        self._take(spot)
        self._finish()

    # Elixir of Blind Love

    def can_rob(self, seat: i64) -> bool:
        """Tell whether a seat is an opponent with marbles in its pool."""
        return seat != self.seat and self.held_by(DESKS + seat * DESK) > 0

    def _pools(self) -> i64:
        """Count the pools that can be emptied."""
        total: i64 = 0
        for seat in range(self.seats):
            if self.can_rob(seat):
                total += 1
        return total

    def _first_pool(self) -> i64:
        """Find an opponent whose pool can be emptied."""
        seat: i64 = 0
        while not self.can_rob(seat):
            seat += 1
        return seat

    def _love_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the opponents whose pools are not empty."""
        for seat in range(self.seats):
            if self.can_rob(seat):
                out[count] = ROB + seat
                count += 1
        return count

    def _play_love(self, seat: i64) -> None:
        """Take all marbles of a pool; they are taken this turn (PX7)."""
        pool = DESKS + seat * DESK + HELD
        for colour in range(COLOURS):
            self._receive(colour, i64(self.data[pool + colour]))
            self.data[pool + colour] = 0
        self._finish()

    # Potion of Magnetical Attraction, and pairs of touching marbles

    def is_pair(self, spot: i64, equal: bool) -> bool:
        """Tell whether a marble and the one above it are within reach, and of equal or of different colours."""
        track = spot // SIGHT
        if spot % SIGHT + 1 >= min(i64(self.data[KNOWN + track]), self.options.far_reach):
            return False
        return (self.data[TRACK + spot] == self.data[TRACK + spot + 1]) == equal

    def _has_pair(self, equal: bool) -> bool:
        """Tell whether any two touching marbles are of equal, or of different colours."""
        for spot in range(SPOTS):
            if self.is_pair(spot, equal):
                return True
        return False

    def _pair_moves(self, equal: bool, out: vec[i64], count: i64) -> i64:
        """Add the lower marbles of such pairs."""
        for spot in range(SPOTS):
            if self.is_pair(spot, equal):
                out[count] = spot
                count += 1
        return count

    def _play_magnet(self, spot: i64) -> None:
        """Take a marble and the one above it."""
        self._take(spot + 1)
        self._take(spot)
        self._finish()

    # Balm of Uttermost Stickiness

    def _balm_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the lower ends of runs; once one is marked, the upper ends."""
        if self.marked == 0:
            return self._pair_moves(True, out, count)
        spot: i64 = self.first_marked()
        while self.is_pair(spot, True):
            spot += 1
            out[count] = spot
            count += 1
        return count

    def _play_balm(self, spot: i64) -> None:
        """Mark the lower end of a run; take all from there to the upper end."""
        if self.marked == 0:
            self.marked = BITS[spot]
            if self.is_pair(spot + 1, True):
                return
            spot += 1
        upper: i64 = spot
        lower = self.first_marked()
        while upper >= lower:
            self._take(upper)
            upper -= 1
        self._finish()

    def first_marked(self) -> i64:
        """Find the lowest marked spot."""
        spot: i64 = 0
        while self.marked >> spot & 1 == 0:
            spot += 1
        return spot

    # Potion of Prismatic Joy

    def can_place_any(self) -> bool:
        """Tell whether the mover has a marble, and a hole for it if colours do not count."""
        if self.held_by(self.desk) == 0:
            return False
        for hole in range(BURNERS * COLOURS):
            if self.data[self.desk + OPEN + hole] > 0:
                return True
        return False

    def _prismatic_moves(self, out: vec[i64], count: i64) -> i64:
        """Add every held marble on every open hole; after the first, stopping."""
        holes = BURNERS * COLOURS
        for colour in range(COLOURS):
            if self.data[self.desk + HELD + colour] == 0:
                continue
            for hole in range(holes):
                if self.data[self.desk + OPEN + hole] > 0:
                    out[count] = PRISM + colour * holes + hole
                    count += 1
        if self.left < POOL:
            out[count] = END
            count += 1
        return count

    def _play_prismatic(self, colour: i64, burner: i64, hole: i64) -> None:
        """Place a marble on a hole of any colour; as many as a pool holds."""
        self._lay(colour, burner, hole)
        self.left -= 1
        if self.left == 0 or not self.can_place_any():
            self._finish()

    # Abyssal Draft

    def can_draft(self, track: i64) -> bool:
        """Tell whether the bottom marble of a track can be marked: no marked one has its colour."""
        if self.data[KNOWN + track] == 0:
            return False
        colour = self.data[TRACK + track * SIGHT]
        for other in range(TRACKS):
            if self.marked >> (other * SIGHT) & 1 == 1 and self.data[TRACK + other * SIGHT] == colour:
                return False
        return True

    def _draft_moves(self, out: vec[i64], count: i64) -> i64:
        """Add bottom marbles of further colours; after the first, stopping."""
        for track in range(TRACKS):
            if self.can_draft(track):
                out[count] = track * SIGHT
                count += 1
        return self._enough_moves(out, count)

    def _play_draft(self, spot: i64) -> None:
        """Mark a bottom marble; take them all when no other can follow."""
        self.marked |= BITS[spot]
        for track in range(TRACKS):
            if self.can_draft(track):
                return
        self._finish_draft()

    def _finish_draft(self) -> None:
        """Take the marked marbles, all at once."""
        for track in range(TRACKS):
            if self.marked >> (track * SIGHT) & 1 == 1:
                self._take(track * SIGHT)
        self._finish()

    def _enough_moves(self, out: vec[i64], count: i64) -> i64:
        """Add stopping, once something is marked."""
        if self.marked == 0:
            return count
        out[count] = END
        return count + 1

    # Filter of Lavamancing

    def can_melt(self, spot: i64) -> bool:
        """Tell whether a marble can be marked: in the track and of the colour of the marked ones."""
        if spot % SIGHT >= min(i64(self.data[KNOWN + spot // SIGHT]), self.options.far_reach):
            return False
        if self.marked == 0:
            return True
        first = self.first_marked()
        same = first // SIGHT == spot // SIGHT and self.data[TRACK + first] == self.data[TRACK + spot]
        return same and self.marked >> spot & 1 == 0

    def _lava_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the marbles that can be marked; after the first, stopping."""
        for spot in range(SPOTS):
            if self.can_melt(spot):
                out[count] = spot
                count += 1
        return self._enough_moves(out, count)

    def _play_lava(self, spot: i64) -> None:
        """Mark a marble; return them all when no other can follow."""
        self.marked |= BITS[spot]
        marked: i64 = 0
        further = False
        for other in range(SPOTS):
            marked += self.marked >> other & 1
            if self.can_melt(other):
                further = True
        if marked == LAVA_MOST or not further:
            self._finish_lava()

    def _finish_lava(self) -> None:
        """Send the marked marbles back, all at once (PX22)."""
        spot: i64 = SPOTS - 1
        while spot >= 0:
            if self.marked >> spot & 1 == 1:
                self._send_back(self._remove(spot // SIGHT, spot % SIGHT), 1)
            spot -= 1
        self._finish()

    # The two dispatchers of effects

    def _effect_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the choices of the potion that is taking effect."""
        kind = self.phase - EFFECT
        if kind == SANDS:
            return self._sands_moves(out, count)
        if kind == MAGNET:
            return self._pair_moves(False, out, count)
        if kind == WISDOM:
            return self._wisdom_moves(out, count)
        if kind == BALM:
            return self._balm_moves(out, count)
        if kind == PRISMATIC:
            return self._prismatic_moves(out, count)
        if kind == LOVE:
            return self._love_moves(out, count)
        if kind == DRAFT:
            return self._draft_moves(out, count)
        return self._lava_moves(out, count)

    def _play_effect(self, move: i64) -> None:
        """Make a choice of the potion that is taking effect."""
        kind = self.phase - EFFECT
        if move == END:
            self._play_enough(kind)
        elif kind == SANDS:
            self._begin(move - DRINK)
        elif kind == MAGNET:
            self._play_magnet(move)
        elif kind == WISDOM:
            self._play_wisdom(move)
        elif kind == BALM:
            self._play_balm(move)
        elif kind == PRISMATIC:
            code = move - PRISM
            self._play_prismatic(code // 8, code // 4 % 2, code % 4)
        elif kind == LOVE:
            self._play_love(move - ROB)
        elif kind == DRAFT:
            self._play_draft(move)
        else:
            self._play_lava(move)

    def _play_enough(self, kind: i64) -> None:
        """Stop, and carry out what was marked."""
        if kind == DRAFT:
            self._finish_draft()
        elif kind == LAVA:
            self._finish_lava()
        else:
            self._finish()
