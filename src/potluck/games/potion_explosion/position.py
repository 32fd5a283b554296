"""A position of Potion Explosion: its bytes, what can be read off them, its name, and what a seat knows.

Nothing that nobody has seen is in it: only how many marbles lie behind the lid of each track and tiles in each stack,
and the two multisets that they will be drawn from.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import Rules, State
from potluck.core.view import Part
from potluck.games.potion_explosion.board import COLOURS, DEPTH, HELPS, MOST_SEATS, ROOM, SIGHT, SPOTS, STACKS, TRACKS
from potluck.games.potion_explosion.tiles import KINDS, POINTS, TILES

# The bytes of a position. The dispenser, the tiles of nobody, and what the mover must place:
TRACK: Final = 0  # TRACK + spot: the colour of a seen marble
KNOWN: Final = 45  # KNOWN + track: how many of its marbles are seen
HIDDEN: Final = 50  # HIDDEN + track: how many lie behind the lid
UNSEEN: Final = 55  # UNSEEN + colour: marbles behind the lid, whatever their tracks
RETURNING: Final = 59  # RETURNING + colour: marbles on their way back into the dispenser
TOP: Final = 63  # TOP + stack: 1 + the tile on top, or 0
UNDER: Final = 68  # UNDER + stack: how many tiles lie under the top
DECK: Final = 73  # DECK + tile: copies that lie unseen in the stacks, whatever the stack
STARTERS: Final = 105  # STARTERS + kind: starters laid out for the draft
IN_PLAY: Final = 113  # IN_PLAY + kind: 1 unless the kind was removed
FRESH: Final = 121  # FRESH + colour: marbles that the mover took this turn and still holds
LID: Final = 125  # LID + track * DEPTH + place: 1 + the colour of a hidden marble that everybody knows, or 0 (PX21)

# The course, which tells how far the match and the turn are:
COURSE: Final = 160
PHASE: Final = 160
EVENT: Final = 161  # at CHANCE what is drawn, else 0
ONTO: Final = 162  # 1 + the track in which a marble comes into sight, or the stack that is uncovered; else 0
PICKED: Final = 163  # 1 once the regular pick of this turn is made
AIDED: Final = 164  # 1 once a Little Help was taken this turn
CHAIN_TRACK: Final = 165  # in a chain: its track,
GAP: Final = 166  # how many marbles lie below the gap,
BURNING: Final = 167  # and 1 + the colour that still explodes if it comes into sight, or 0
LEFT: Final = 168  # marbles that Prismatic Joy may still place
ROLLING: Final = 169  # returning marbles that have not reached a track
LANDED: Final = 170  # 1 + the track in which one lands in sight, its colour not yet drawn; else 0
COUNTDOWN: Final = 171  # skill tokens left in the countdown stack
TIED: Final = 172  # 1 once the match is decided by a last pick
ROUND: Final = 173  # rounds finished, where the match has a limit
COURSE_SIZE: Final = 14

SEAT: Final = 174  # whose turn it is
WINNERS: Final = 175  # a bit for each winner, once the match is over
MARKED: Final = 176  # MARKED + spot: 1 if a potion has marked the marble

# Two bytes that only save work, and follow from the others:
DUE: Final = 221  # 1 if chance may have something to draw before anybody decides
ROOMY: Final = 222  # while marbles roll: the row of ROLLS for the tracks with room

# A block for each seat:
DESKS: Final = 223  # DESKS + seat * DESK: the block of a seat
DESK: Final = 73
HELD: Final = 0  # + colour: the pool; in its own turn the hand as well
TILE: Final = 4  # + burner: 1 + the tile that brews there, or 0
OPEN: Final = 6  # + burner * 4 + colour: its empty holes
ON: Final = 14  # + burner * 4 + colour: the marbles on it
READY: Final = 22  # + kind: completed potions not yet drunk
DRUNK: Final = 30  # + kind: completed potions that were drunk
DONE: Final = 38  # + tile: completed copies
TOKENS: Final = 70  # skill tokens
HELPED: Final = 71  # Little Help tokens
TAKEN: Final = 72  # marbles taken to break a tie

# Where the match is; from EFFECT on, a potion of that kind is taking effect.
SETUP: Final = 0
DRAFTING: Final = 1
TURN: Final = 2
CHAIN: Final = 3
RETURNS: Final = 4
TILES_DUE: Final = 5
TIE: Final = 6
FINISHED: Final = 7
EFFECT: Final = 8

# What chance draws.
REMOVING: Final = 1  # a kind
LAYING: Final = 2  # a starter
UNCOVERING: Final = 3  # the tile on top of a stack
SIGHTING: Final = 4  # the colour of the lowest hidden marble of a track
LANDING: Final = 5  # the colour of a marble that lands in sight
TUMBLING: Final = 6  # the track of a returning marble

TOKEN_POINTS: Final = 4
HELP_POINTS: Final = 2
# What observe writes, part by part.
OBSERVATION: Final = (
    Part("tracks", (1, TRACKS, SIGHT), "1 + the colour of each seen marble, from the bottom, or 0."),
    Part("seen", (TRACKS,), "How many marbles of each track are seen."),
    Part("hidden", (TRACKS,), "How many lie behind its lid."),
    Part("unseen", (COLOURS,), "The hidden marbles of each colour that nobody knows, whatever their tracks."),
    Part("returning", (COLOURS,), "Marbles of each colour on their way back."),
    Part("tops", (STACKS,), "1 + the tile on top of each stack, or 0."),
    Part("under", (STACKS,), "How many tiles lie under it."),
    Part("deck", (TILES,), "Copies of each tile that lie unseen in the stacks."),
    Part("starters", (KINDS,), "Starters of each kind laid out for the draft."),
    Part("in_play", (KINDS,), "1 unless the kind was removed."),
    Part("fresh", (COLOURS,), "Marbles of each colour that the mover took this turn and still holds."),
    Part("lid", (TRACKS, DEPTH), "1 + the colour of each hidden marble that everybody knows, from below, or 0."),
    Part("desks", (MOST_SEATS, DESK), "The desks, the seat's own first: see the page of the game."),
    Part("marked", (1, TRACKS, SIGHT), "1 where a potion has marked a marble."),
    Part("mover", (1,), "0 when chance draws or the match is over, else 1 + seats from here to the one to move."),
    Part("turn_of", (1,), "1 + seats from here to the one whose turn it is."),
    Part("course", (COURSE_SIZE,), "How far the match and the turn are: see the page of the game."),
)
OBSERVED_MARKS: Final = COURSE + MOST_SEATS * DESK  # where observe writes the marks, and after them the course


def add(data: vec[u8], index: i64, count: i64) -> None:
    """Add to a byte; a negative count takes away."""
    data[index] = u8(i64(data[index]) + count)


@final
class Options(Rules):
    """Hold the options that the rules look at."""

    def __init__(self, first: i64, kinds: i64, countdown: i64, ninth_by_help: bool, queue: bool, rounds: i64) -> None:
        super().__init__()
        self.first = first
        self.kinds = kinds  # a bit for each kind that may be in play; all eight when chance removes two
        self.countdown = countdown  # skill tokens of the countdown stack; 0: as many as the seats ask for
        self.far_reach: i64 = 9 if ninth_by_help else 8  # places within reach of Little Help and potions (PX6)
        self.queue = queue  # returned marbles keep their places behind the lid (PX21)
        self.rounds = rounds  # the match ends after as many; 0: never


class PotionExplosionPosition(State):
    """Hold the facts of a position; rules.py adds the verbs."""

    def __init__(self, options: Options, seats: i64, data: vec[u8]) -> None:
        super().__init__(seats, ROOM)
        self.options = options
        self.data = data

    # The mover

    def phase(self) -> i64:
        """Tell where the match is."""
        return i64(self.data[PHASE])

    def seat(self) -> i64:
        """Tell whose turn it is."""
        return i64(self.data[SEAT])

    def desk(self) -> i64:
        """Find where the bytes of the mover begin."""
        return DESKS + i64(self.data[SEAT]) * DESK

    def held_by(self, desk: i64) -> i64:
        """Count the marbles that a seat holds, by the start of its bytes."""
        data = self.data
        total: i64 = 0
        for held in range(desk + HELD, desk + HELD + COLOURS):
            total += i64(data[held])
        return total

    def open_holes(self, colour: i64) -> i64:
        """Count the mover's empty holes of a colour."""
        data = self.data
        holes = self.desk() + OPEN + colour
        return i64(data[holes]) + i64(data[holes + COLOURS])

    # What is left

    def marbles_of(self, track: i64) -> list[int]:
        """List the colours of a track that everybody knows, from the bottom: those in sight, those behind the lid."""
        data = self.data
        first: i64 = TRACK + track * SIGHT
        lid: i64 = LID + track * DEPTH
        seen = [int(data[spot]) for spot in range(first, first + i64(data[KNOWN + track]))]
        return seen + [int(data[place]) - 1 for place in range(lid, lid + DEPTH) if data[place] > 0]

    def has_marble_in_reach(self) -> bool:
        """Tell whether any track holds a marble."""
        data = self.data
        for track in range(TRACKS):
            if data[KNOWN + track] > 0:
                return True
        return False

    def helps_left(self) -> i64:
        """Count the Little Help tokens that nobody has."""
        data = self.data
        left: i64 = HELPS
        for seat in range(self.seats):
            left -= i64(data[DESKS + seat * DESK + HELPED])
        return left

    def are_stacks_empty(self) -> bool:
        """Tell whether no tile is left to draw."""
        data = self.data
        for stack in range(STACKS):
            if data[TOP + stack] > 0 or data[UNDER + stack] > 0:
                return False
        return True

    def is_last_round(self) -> bool:
        """Tell whether the end is triggered: no token left in the countdown, or no tile in the stacks (PX14)."""
        return self.data[COUNTDOWN] == 0 or self.are_stacks_empty()

    # Points

    def points(self, seat: i64) -> i64:
        """Count a seat's points: potions, skill tokens, Little Help (PX15)."""
        data = self.data
        desk = DESKS + seat * DESK
        total: i64 = TOKEN_POINTS * i64(data[desk + TOKENS]) - HELP_POINTS * i64(data[desk + HELPED])
        for tile in range(TILES):
            total += POINTS[tile] * i64(data[desk + DONE + tile])
        return total

    def is_leading(self, seat: i64) -> bool:
        """Tell whether nobody has more points."""
        for other in range(self.seats):
            if self.points(other) > self.points(seat):
                return False
        return True

    # The name of the position, and what a seat knows

    def key(self) -> bytes:
        """Name the position; of completed tiles only their kinds and what they are worth matter."""
        name = self.data[:]
        name[DUE] = u8(self.to_move + 4)
        name[ROOMY] = u8(self.helps_left())
        for seat in range(self.seats):
            desk = DESKS + seat * DESK
            for index in range(desk + DONE, desk + DONE + TILES):
                name[index] = 0
            worth = self.points(seat) + HELP_POINTS * HELPS
            name[desk + DONE] = u8(worth // 256)
            name[desk + DONE + 1] = u8(worth % 256)
            name[desk + HELPED] = 0
        return bytes(memoryview(name))

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write the dispenser and the stacks, the desks from the seat's own on, marks, movers, then the course."""
        data = self.data
        for track in range(TRACKS):
            first = TRACK + track * SIGHT
            for spot in range(first, first + i64(data[KNOWN + track])):
                out[spot] = u8(i64(data[spot]) + 1)
        for index in range(i64(KNOWN), i64(COURSE)):
            out[index] = data[index]
        place: i64 = COURSE
        for step in range(self.seats):
            desk = DESKS + (seat + step) % self.seats * DESK
            for index in range(desk, desk + DESK):
                out[place] = data[index]
                place += 1
        for spot in range(i64(SPOTS)):
            out[OBSERVED_MARKS + spot] = data[MARKED + spot]
        place = OBSERVED_MARKS + SPOTS
        if self.to_move >= 0:
            out[place] = u8(1 + (self.to_move - seat + self.seats) % self.seats)
        out[place + 1] = u8(1 + (self.seat() - seat + self.seats) % self.seats)
        for index in range(i64(COURSE_SIZE)):
            out[place + 2 + index] = data[COURSE + index]
