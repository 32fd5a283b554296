"""A position of POTUS: what was agreed on, and every fact of the position in one vec.

The first bytes tell what stands on each square, as bits: so one mask tells whether a token may enter. Seat s owns the
slots s * TEAM …: its Candidate, two Advocates, then the Turncoats of its colour. Bytes that may name nothing hold a
seat, slot, way or card plus one.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import ALL, Rules, State, sort
from potluck.games.potus.board import CELLS, CIRCLE, PLAIN, RUSHMORE, START, WALL, Board
from potluck.games.potus.presidents import CARDS, Deck

ROOM: Final = 80  # the most moves: ten tokens with eight ways

MOST_BATTLES: Final = 250  # that can be agreed on for a round (PO16)
LONGEST: Final = 255  # battles are counted no further
PRIZE: Final = 100  # for a Turncoat, and for the round
EVENTS: Final[i64] = 11  # Event cards: events.py tables them
NONE: Final = -1
DRAW: Final = -1

# What is asked for now.
PLACING: Final = 0  # a square for a Turncoat
BATTLE: Final = 1  # President cards
MOVING: Final = 2  # a step
LANDED: Final = 3  # a teleport, or to stay
DRAWING: Final = 4  # an Event card
FLYING: Final = 5  # a square for Air Force One
DEFECTING: Final = 6  # a Turncoat to convert
RECOUNTING: Final = 7  # President cards for a Recount
ENDED: Final = 8

# Kinds of tokens.
CANDIDATE: Final = 0
ADVOCATE: Final = 1
TURNCOAT: Final = 2

TEAM: Final = 10  # slots a seat
TURNCOATS: Final = 3  # the first Turncoat's slot within its team; the Advocates have 1 and 2
SLOTS: Final[i64] = 20

# What stands on a square: PLAYABLE << seat and so on.
PLAYABLE: Final = 1  # a Candidate or a converted Turncoat
UNCONVERTED: Final = 4
GUARD: Final = 16  # an Advocate
STONE: Final = 64  # nothing enters: outside the board
ANYTHING: Final = 127

# The vec: what stands on each square and on WALL, then the tokens. Plain numbers, since mypyc folds no sums.
WHERE: Final = 65  # WHERE + slot: its square, or WALL while it is off the board
FLAGS: Final = 85  # FLAGS + slot
CONVERTED: Final = 1
FINISHED: Final = 2
FACE: Final = 105  # FACE + seat: its face-up card, plus one

# The turn: all 0 between turns.
TURN: Final = 107
UNDER_WAY: Final = 107  # the slot of the token that may go on, plus one
LANDER: Final = 108  # the slot of the token whose Event is drawn, plus one
OWNER: Final = 109  # whose turn it is, plus one
ACTOR: Final = 110  # who moves, plus one: the owner, or the other after a Recount
LEFT: Final = 111  # movements that the owner has left
EXTRA: Final = 112  # movements that the actor must make before that
ORDERED: Final = 113  # 1 if they come from an Executive Order: all for one token
TELEPORTED: Final = 114  # 1 if the token under way has teleported
SILENT: Final = 115  # 1 if the owner's Advocates may not move
WAY: Final = 116  # the direction of the token under way, plus one; 0 if it may take any after a teleport

# The round and the match.
PHASE: Final = 117
OPENER: Final = 118  # who places first in this round, and is dealt the first card
FOUGHT: Final = 119  # battles of this round
ROUND: Final = 120  # rounds finished
ENDED_BY: Final = 121  # the number of the ruling that ended the match
MONEY: Final = 122  # MONEY + 3 * seat: in three bytes, the highest first

# Facts of each seat in this round.
FACTS: Final = 128
PLACED: Final = 128  # PLACED + seat: Turncoats that it has put on the board
SCORED: Final = 130  # SCORED + seat: Turncoats of its colour that have left the board
OWED: Final = 132  # OWED + seat: movements of this battle, until its turn begins
VETOED: Final = 134  # VETOED + seat: movements fewer on its next turn
SILENCED: Final = 136  # SILENCED + seat: 1 if its Advocates may not move on its next turn
FAVOURED: Final = 138  # FAVOURED + seat: 1 if ties of the next battle count for it

# The cards: piles.py says what they stand for.
CARD: Final = 140  # CARD + card
PILE: Final = 183  # PILE + seat: cards in its pile
FRESH: Final = 185  # FRESH + seat: 1 while its pile holds cards that nobody has seen
DRAWN: Final = 187  # DRAWN + event: 1 while it is out of the Event pile
EVENTS_LEFT: Final = 198
BYTES: Final = 199

# A President card is unseen, or …
UNSEEN: Final = 0
TURNED: Final = 1  # TURNED + seat: turned by the seat, out of its pile
WAITING: Final = 3  # WAITING + seat: known, and in the seat's pile again

PLANES: Final = 12  # of what a seat observes
KEYED: Final = 109  # the key takes the bytes from here on as they are


@final
class Options(Rules):
    """Hold the options that the rules look at, with the board and the cards."""

    def __init__(
        self,
        board: Board,
        deck: Deck,
        turncoats: i64,
        rounds: i64,
        orthogonal_only: bool,
        redeal: bool,
        burn_one: bool,
        own_corner: bool,
        no_special_squares: bool,
        secret_placement: bool,
        any_circle: bool,
        battles: i64,
    ) -> None:
        super().__init__()
        self.board = board
        self.deck = deck
        self.turncoats = turncoats
        self.rounds = rounds
        self.stride: i64 = 2 if orthogonal_only else 1
        self.redeal = redeal
        self.burnt: i64 = 1 if burn_one else 0
        self.own_corner = own_corner
        self.secret_placement = secret_placement
        self.battles = battles
        self.placing = vec[i64]([0] * CELLS)  # 1 where a Turncoat may be put (PO13)
        self.scoring = vec[i64]([0] * (2 * CELLS))  # [seat * CELLS + cell]: 1 where it scores (PO14)
        for cell in range(CELLS):
            ground = board.ground[cell]
            special = ground != PLAIN if no_special_squares else ground in (START, RUSHMORE)
            self.placing[cell] = 0 if special else 1
            for seat in range(2):
                if board.is_circle_of(cell, seat) or (any_circle and ground == CIRCLE):
                    self.scoring[seat * CELLS + cell] = 1


class PotusPosition(State):
    """Hold the facts of a position; rules.py adds the verbs."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, ROOM)
        self.options = options
        self.data = data

    # Facts

    def phase(self) -> i64:
        """Return what is asked for now."""
        return i64(self.data[PHASE])

    def owner(self) -> i64:
        """Return whose turn it is, or NONE."""
        return i64(self.data[OWNER]) - 1

    def actor(self) -> i64:
        """Return who moves, or NONE: the owner, or the other seat after a Recount."""
        return i64(self.data[ACTOR]) - 1

    def moving(self) -> i64:
        """Return the slot of the token that may go on, or NONE."""
        return i64(self.data[UNDER_WAY]) - 1

    def way(self) -> i64:
        """Return the direction of that token, or NONE if it may take any after a teleport."""
        return i64(self.data[WAY]) - 1

    def lander(self) -> i64:
        """Return the slot of the token whose Event is drawn, or NONE."""
        return i64(self.data[LANDER]) - 1

    def face(self, seat: i64) -> i64:
        """Return the face-up card of a seat, or NONE."""
        return i64(self.data[FACE + seat]) - 1

    def money(self, seat: i64) -> i64:
        """Count the dollars that a seat has."""
        first: i64 = MONEY + 3 * seat
        return i64(self.data[first]) * 65536 + i64(self.data[first + 1]) * 256 + i64(self.data[first + 2])

    def winner(self) -> i64:
        """Return who has more money, or DRAW (PO15)."""
        lead = self.money(0) - self.money(1)
        if lead == 0:
            return DRAW
        return 0 if lead > 0 else 1

    def favoured_seat(self) -> i64:
        """Return for whom ties count in the next battle; NONE if both hold a State of the Union (PO19)."""
        if self.data[FAVOURED] == self.data[FAVOURED + 1]:
            return NONE
        return 0 if self.data[FAVOURED] != 0 else 1

    def is_hidden(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see where a seat has placed Turncoats (PO13, secret_placement)."""
        return self.options.secret_placement and self.phase() == PLACING and viewer != ALL and viewer != seat

    # The name of the position, and what a seat knows

    def key(self) -> bytes:
        """Name the position: tokens of one kind are sorted, and a face-up card counts only until it is compared."""
        data = self.data
        name = bytearray(2 * SLOTS + 1 + BYTES - KEYED)
        for seat in range(2):
            self._name_tokens(name, seat * TEAM + 1, seat * TEAM + TURNCOATS)
            self._name_tokens(name, seat * TEAM, seat * TEAM + 1)
            self._name_tokens(name, seat * TEAM + TURNCOATS, seat * TEAM + TEAM)
        if data[PHASE] == BATTLE or data[PHASE] == RECOUNTING:
            name[2 * SLOTS] = i64(data[FACE])
        first = 2 * SLOTS + 1 - KEYED
        for byte in range(KEYED, BYTES):
            name[first + byte] = i64(data[byte])
        if self.options.battles == 0:
            name[first + FOUGHT] = 0
        if self.options.redeal:  # who turned a card is forgotten
            for card in range(CARDS):
                if data[CARD + card] != UNSEEN:
                    name[first + CARD + card] = TURNED
        return bytes(name)

    def _name_tokens(self, name: bytearray, first: i64, end: i64) -> None:
        """Write squares and flags of interchangeable tokens in ascending order."""
        words = vec[i64]([0] * TEAM)
        for slot in range(first, end):
            flags = i64(self.data[FLAGS + slot])
            flags += (4 if slot == self.moving() else 0) + (8 if slot == self.lander() else 0)
            words[slot - first] = i64(self.data[WHERE + slot]) * 16 + flags
        sort(words, end - first)
        for slot in range(first, end):
            name[2 * slot] = words[slot - first] // 256
            name[2 * slot + 1] = words[slot - first] % 256

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write twelve planes of the board, the cards, then the counts, own ones before the other's."""
        data = self.data
        for side in range(i64(2)):
            shown: i64 = TURNCOATS if self.is_hidden(1 - side, seat) else TEAM
            for slot in range(side * TEAM, side * TEAM + shown):
                if data[WHERE + slot] != WALL:
                    self._observe_token(slot, side ^ seat, out)
        cards: i64 = PLANES * CELLS
        for card in range(CARDS):
            out[cards + card] = as_seen(i64(data[CARD + card]), seat)
        for event in range(EVENTS):
            out[cards + CARDS + event] = data[DRAWN + event]
        self._observe_counts(seat, cards + CARDS + EVENTS, out)

    def _observe_token(self, slot: i64, side: i64, out: vec[u8]) -> None:
        """Mark a token on its planes; side 0 is the observer's own."""
        cell = i64(self.data[WHERE + slot])
        flags = i64(self.data[FLAGS + slot])
        kind = kind_of(slot)
        plane: i64 = kind if flags & CONVERTED == 0 else kind + 1
        index = (2 * plane + side) * CELLS + cell
        out[index] = u8(i64(out[index]) + 1)
        if flags & FINISHED != 0:
            index = (8 + side) * CELLS + cell
            out[index] = u8(i64(out[index]) + 1)
        if slot == self.moving():
            out[10 * CELLS + cell] = u8(i64(self.data[WAY]) + 1)
        if slot == self.lander():
            out[11 * CELLS + cell] = 1

    def _observe_counts(self, seat: i64, first: i64, out: vec[u8]) -> None:
        """Write what is asked for, who moves, and the counts of both seats."""
        data = self.data
        out[first + self.phase()] = 1
        index = first + ENDED + 1
        out[index] = as_seen(max(0, self.to_move + 1), seat)
        out[index + 1] = as_seen(i64(data[OWNER]), seat)
        out[index + 2] = as_seen(i64(data[ACTOR]), seat)
        out[index + 3] = as_seen(i64(data[OPENER]) + 1, seat)
        for fact in range(SILENT + 1 - LEFT):
            out[index + 4 + fact] = data[LEFT + fact]
        for side in range(i64(2)):
            out[index + 9 + (side ^ seat)] = data[FACE + side]
            out[index + 11 + (side ^ seat)] = u8(min(self.money(side) // 50, 255))
        out[index + 13] = data[FOUGHT]
        out[index + 14] = data[ROUND]
        for fact in range(CARD - FACTS):
            out[index + 15 + (fact ^ seat)] = data[FACTS + fact]


def as_seen(value: i64, seat: i64) -> u8:
    """Turn what names seats alternately from 1 on into what names the observer first; 0 stays 0."""
    return u8(((value - 1) ^ seat) + 1) if value != 0 else u8(0)


# Tokens


def kind_of(slot: i64) -> i64:
    """Tell the kind of the token in a slot."""
    index = slot % TEAM
    if index >= TURNCOATS:
        return TURNCOAT
    return CANDIDATE if index == 0 else ADVOCATE


def class_of(data: vec[u8], slot: i64) -> i64:
    """Tell what a token is to those who would enter its square."""
    index = slot % TEAM
    seat = slot // TEAM
    if index == 0:
        return PLAYABLE << seat
    if index < TURNCOATS:
        return GUARD << seat
    return (PLAYABLE if i64(data[FLAGS + slot]) & CONVERTED != 0 else UNCONVERTED) << seat


def closed_to(kind: i64, seat: i64) -> i64:
    """Give the mask of what keeps a token out of a square (PO9, PO10, PO11)."""
    if kind == CANDIDATE:
        return ANYTHING ^ ((PLAYABLE | UNCONVERTED) << seat)
    return ANYTHING ^ (PLAYABLE << (seat if kind == TURNCOAT else 1 - seat))


def put(state: PotusPosition, slot: i64, cell: i64) -> None:
    """Place a token that is off the board."""
    data = state.data
    data[WHERE + slot] = u8(cell)
    data[cell] = u8(i64(data[cell]) | class_of(data, slot))


def lift(state: PotusPosition, slot: i64) -> None:
    """Take a token off the board."""
    data = state.data
    cell = i64(data[WHERE + slot])
    data[WHERE + slot] = WALL
    look_at(data, cell)


def convert(state: PotusPosition, slot: i64) -> None:
    """Turn a Turncoat over where it lies."""
    data = state.data
    data[FLAGS + slot] = u8(i64(data[FLAGS + slot]) | CONVERTED)
    look_at(data, i64(data[WHERE + slot]))


def look_at(data: vec[u8], cell: i64) -> None:
    """Find out again what stands on a square."""
    found: i64 = 0
    for slot in range(SLOTS):
        if i64(data[WHERE + slot]) == cell:
            found |= class_of(data, slot)
    data[cell] = u8(found)


# Changes


def clear_board(data: vec[u8]) -> None:
    """Take all tokens off the board."""
    for cell in range(CELLS):
        data[cell] = 0
    data[WALL] = STONE
    for slot in range(SLOTS):
        data[WHERE + slot] = WALL
        data[FLAGS + slot] = 0


def clear_turn(state: PotusPosition) -> None:
    """Forget what belongs to one turn only."""
    data = state.data
    for slot in range(SLOTS):
        data[FLAGS + slot] = u8(i64(data[FLAGS + slot]) & CONVERTED)
    for byte in range(i64(TURN), PHASE):
        data[byte] = 0


def pay(state: PotusPosition, seat: i64, dollars: i64) -> None:
    """Give a seat money, or take what it has of it (PO27)."""
    data = state.data
    money = max(0, state.money(seat) + dollars)
    first: i64 = MONEY + 3 * seat
    data[first] = u8(money // 65536)
    data[first + 1] = u8(money // 256 % 256)
    data[first + 2] = u8(money % 256)


def empty_board() -> vec[u8]:
    """Return the facts of a board without tokens."""
    data = vec[u8]([0] * BYTES)
    clear_board(data)
    return data
