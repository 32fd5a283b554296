"""The dispenser: taking marbles, chains of explosions, and marbles that come into sight or roll back."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import State
from potluck.games.potion_explosion.board import (
    COLOURS,
    DESK,
    DESKS,
    FRESH,
    HELD,
    HIDDEN,
    KNOWN,
    LENGTH,
    REACH,
    RETURNING,
    SIGHT,
    STACKS,
    TAKEN,
    TOP,
    TRACK,
    TRACKS,
    UNDER,
    UNSEEN,
)
from potluck.games.potion_explosion.codes import (
    CHAIN,
    DRAFTING,
    EXPLODE,
    LANDING,
    NONE,
    RETURNS,
    ROOM,
    SETUP,
    SIGHTING,
    TUMBLING,
    UNCOVERING,
    Options,
)


class Dispenser(State):
    """Hold a position; do what marbles do."""

    def __init__(self, options: Options, seats: i64, data: vec[u8]) -> None:
        super().__init__(seats, ROOM)
        self.options = options
        self.data = data
        self.phase: i64 = SETUP
        self.event: i64 = NONE  # at CHANCE: what is drawn
        self.onto: i64 = NONE  # at CHANCE: the track or stack that it is drawn for
        self.due = True  # chance may have something to draw before anybody decides
        self.seat: i64 = 0  # whose turn it is
        self.desk: i64 = DESKS  # where the bytes of that seat begin
        self.picked = False  # the regular pick of this turn is made
        self.helped = False  # a Little Help was taken this turn
        self.track: i64 = 0  # in a chain: its track,
        self.gap: i64 = 0  # how many marbles lie below the gap,
        self.burning: i64 = NONE  # and the colour that still explodes if it comes into sight
        self.marked: i64 = 0  # a bit for each spot that a potion has marked
        self.left: i64 = 0  # marbles that Prismatic Joy may still place
        self.rolling: i64 = 0  # returning marbles that have not reached a track
        self.landing: i64 = NONE  # the track in which one lands in sight, its colour not yet drawn
        self.roomy: i64 = 0  # while marbles roll: the row of ROLLING for the tracks with room
        self.countdown: i64 = 0  # skill tokens left in the countdown stack
        self.round: i64 = 0  # rounds finished
        self.tie = False  # the match is decided by a last pick
        self.winners: i64 = 0  # a bit for each winner, once the match is over
        self.ended_by: i64 = 0  # the number of the ruling that ended it

    def give_turn(self, seat: i64) -> None:
        """Let a seat be the one that decides."""
        self.seat = seat
        self.desk = DESKS + seat * DESK

    # Taking marbles

    def _spot_moves(self, code: i64, reach: i64, out: vec[i64], count: i64) -> i64:
        """Add code + spot for every marble within reach."""
        data = self.data
        for track in range(TRACKS):
            first = code + track * SIGHT
            for move in range(first, first + min(i64(data[KNOWN + track]), reach)):
                out[count] = move
                count += 1
        return count

    def has_marble_in_reach(self) -> bool:
        """Tell whether any track holds a marble."""
        for track in range(TRACKS):
            if self.data[KNOWN + track] > 0:
                return True
        return False

    def _remove(self, track: i64, place: i64) -> i64:
        """Take a marble out of its track, let the rest roll down, and return its colour."""
        data = self.data
        spot = track * SIGHT + place
        colour = i64(data[TRACK + spot])
        known = i64(data[KNOWN + track]) - 1
        last = track * SIGHT + known
        for lower in range(spot, last):
            data[TRACK + lower] = data[TRACK + lower + 1]
        data[TRACK + last] = 0
        data[KNOWN + track] = u8(known)
        if data[HIDDEN + track] > 0:
            self.due = True
        return colour

    def _receive(self, colour: i64, count: i64) -> None:
        """Put marbles into the mover's hand."""
        data = self.data
        held = self.desk + HELD + colour
        data[held] = u8(i64(data[held]) + count)
        counted = self.desk + TAKEN if self.tie else FRESH + colour
        data[counted] = u8(i64(data[counted]) + count)

    def _take(self, spot: i64) -> None:
        """Take a marble that causes no explosion."""
        self._receive(self._remove(spot // SIGHT, spot % SIGHT), 1)

    # The regular pick and its chain of explosions

    def _pick_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the regular picks (PX1)."""
        return self._spot_moves(0, REACH, out, count)

    def _play_pick(self, spot: i64) -> None:
        """Take a marble; what lies above it rolls down and may collide (PX2)."""
        self._take(spot)
        self.picked = True
        self.phase = CHAIN
        self.track = spot // SIGHT
        self.gap = spot % SIGHT

    def is_collision(self) -> bool:
        """Tell whether the marbles that met at the gap have one colour (PX2, PX3)."""
        data = self.data
        gap = self.gap
        if gap == 0 or gap >= i64(data[KNOWN + self.track]):
            return False
        spot = TRACK + self.track * SIGHT + gap
        return data[spot] == data[spot - 1]

    def _explosion_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the next explosion of the chain, the only move there is (PX4)."""
        out[count] = EXPLODE
        return count + 1

    def _play_explosion(self) -> None:
        """Take the whole run of one colour around the gap; if it reaches the lid, it may go on behind (PX2)."""
        data = self.data
        first = TRACK + self.track * SIGHT
        known = i64(data[KNOWN + self.track])
        colour = data[first + self.gap]
        low = self.gap
        while low > 0 and data[first + low - 1] == colour:
            low -= 1
        high = self.gap
        while high < known and data[first + high] == colour:
            high += 1
        for place in range(low, known):
            above = place + high - low
            data[first + place] = data[first + above] if above < known else 0
        data[KNOWN + self.track] = u8(known - (high - low))
        self._receive(i64(colour), high - low)
        self.gap = low
        if data[HIDDEN + self.track] > 0:
            self.due = True
            if high == known:
                self.burning = i64(colour)

    # What chance draws for the dispenser

    def _is_draw_due(self) -> bool:
        """Tell whether something must be drawn now; say what (PX22: first into sight, then back)."""
        if self.phase <= DRAFTING or self.phase == RETURNS:
            return False
        if self.landing != NONE:
            self.event = LANDING
            return True
        return self._is_stack_covered() or self._is_track_dark() or self._is_marble_rolling()

    def _is_stack_covered(self) -> bool:
        """Look for a stack whose top is not yet seen."""
        for stack in range(STACKS):
            if self.data[TOP + stack] == 0 and self.data[UNDER + stack] > 0:
                self.event = UNCOVERING
                self.onto = stack
                return True
        return False

    def _is_track_dark(self) -> bool:
        """Look for a track with a marble that comes into sight."""
        for track in range(TRACKS):
            if self.data[KNOWN + track] < SIGHT and self.data[HIDDEN + track] > 0:
                self.event = SIGHTING
                self.onto = track
                return True
        return False

    def _is_marble_rolling(self) -> bool:
        """See whether a marble is on its way back, and which tracks have room for it."""
        if self.rolling == 0:
            return False
        mask: i64 = 0
        for track in range(TRACKS):
            if i64(self.data[KNOWN + track]) + i64(self.data[HIDDEN + track]) < LENGTH:
                mask |= 1 << track
        self.event = TUMBLING
        self.roomy = mask * TRACKS
        return True

    def _play_sighting(self, colour: i64) -> None:
        """Show the lowest hidden marble of a track; if its colour is exploding there, take it as well (PX2)."""
        data = self.data
        track = self.onto
        data[UNSEEN + colour] = u8(i64(data[UNSEEN + colour]) - 1)
        hidden = i64(data[HIDDEN + track]) - 1
        data[HIDDEN + track] = u8(hidden)
        if colour == self.burning:
            self._receive(colour, 1)
            if hidden == 0:
                self.burning = NONE
            return
        self._add(track, colour)
        self.burning = NONE

    def _add(self, track: i64, colour: i64) -> None:
        """Put a marble on the seen ones of a track."""
        data = self.data
        known = i64(data[KNOWN + track])
        data[TRACK + track * SIGHT + known] = u8(colour)
        data[KNOWN + track] = u8(known + 1)

    def _play_tumble(self, track: i64) -> None:
        """Let a returning marble join a track at the top: behind the lid, or in sight (PX20, PX21)."""
        data = self.data
        if i64(data[KNOWN + track]) < SIGHT:
            self.landing = track
            return
        data[HIDDEN + track] = u8(i64(data[HIDDEN + track]) + 1)
        self._count_rolled()

    def _play_landing(self, colour: i64) -> None:
        """Show the marble that landed in sight."""
        data = self.data
        data[RETURNING + colour] = u8(i64(data[RETURNING + colour]) - 1)
        self._add(self.landing, colour)
        self.landing = NONE
        self._count_rolled()

    def _count_rolled(self) -> None:
        """Count a marble as returned; after the last one those behind the lid are mixed with the unseen (PX21)."""
        self.rolling -= 1
        if self.rolling > 0:
            return
        data = self.data
        for colour in range(COLOURS):
            data[UNSEEN + colour] = u8(i64(data[UNSEEN + colour]) + i64(data[RETURNING + colour]))
            data[RETURNING + colour] = 0

    def _send_back(self, colour: i64, count: i64) -> None:
        """Send marbles back to the dispenser."""
        data = self.data
        data[RETURNING + colour] = u8(i64(data[RETURNING + colour]) + count)
        self.rolling += count
        self.due = True
