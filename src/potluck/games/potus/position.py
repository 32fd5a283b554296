"""What a position of POTUS holds: the options it is played with, the tokens, the piles, and how far the turn is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import ALL, Rules, State, sort
from potluck.games.potus.board import CELLS, CIRCLE, HALF, PLAIN, RUSHMORE, START, WALL, Board
from potluck.games.potus.events import EVENTS
from potluck.games.potus.piles import CARD, DRAWN, FACTS, TURNED, UNSEEN, deal, shuffle_events
from potluck.games.potus.presidents import CARDS, Deck
from potluck.games.potus.tokens import (
    ADVOCATE,
    CANDIDATE,
    CONVERTED,
    FINISHED,
    FLAGS,
    PILES,
    SLOTS,
    TEAM,
    TURNCOATS,
    WHERE,
    clear_tokens,
    kind_of,
    lift,
    put,
)

PLANES: Final = 12  # of what a seat observes
ROOM: Final = 80  # the most moves: ten tokens with eight ways
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

# Facts of each seat, after the tokens and the piles in the same vec.
PLACED: Final = FACTS  # PLACED + seat: Turncoats that it has put on the board
SCORED: Final = FACTS + 2  # SCORED + seat: Turncoats of its colour that have left the board
OWED: Final = FACTS + 4  # OWED + seat: movements of this battle, until its turn begins
VETOED: Final = FACTS + 6  # VETOED + seat: movements fewer on its next turn
SILENCED: Final = FACTS + 8  # SILENCED + seat: 1 if its Advocates may not move on its next turn
FAVOURED: Final = FACTS + 10  # FAVOURED + seat: 1 if ties of the next battle count for it
BYTES: Final = FACTS + 12


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
        self.placing = vec[i64]([0] * CELLS)  # 1 where a Turncoat may be put (PO13)
        self.scoring = vec[i64]([0] * (2 * CELLS))  # [seat * CELLS + cell]: 1 where it scores (PO14)
        for cell in range(CELLS):
            ground = board.ground[cell]
            special = ground != PLAIN if no_special_squares else ground in (START, RUSHMORE)
            self.placing[cell] = 0 if special else 1
            for seat in range(2):
                if board.is_circle_of(cell, seat) or (any_circle and ground == CIRCLE):
                    self.scoring[seat * CELLS + cell] = 1


class Position(State):
    """Hold a position of POTUS; rules.py says what may be done with it."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, ROOM)
        self.options = options
        self.data = data
        self.phase: i64 = PLACING
        self.opener: i64 = 0  # who places first in this round, and is dealt the first card
        self.owner: i64 = NONE  # whose turn it is
        self.actor: i64 = NONE  # who moves: the owner, or the other after a Recount
        self.left: i64 = 0  # movements the owner has left
        self.extra: i64 = 0  # movements the actor must make before that
        self.ordered = False  # they come from an Executive Order: all for one token
        self.moving: i64 = NONE  # the slot of the token that may go on
        self.way: i64 = NONE  # in this direction, or in any after a teleport
        self.teleported = False  # the moving token has teleported
        self.lander: i64 = NONE  # the slot of the token whose Event is being drawn
        self.silent = False  # the owner's Advocates may not move
        self.near_card: i64 = NONE  # the face-up cards
        self.far_card: i64 = NONE
        self.near_money: i64 = 0
        self.far_money: i64 = 0
        self.battles: i64 = 0  # fought in this round
        self.round: i64 = 0  # rounds finished
        self.ended_by: i64 = 0  # the number of the ruling that ended the match

    # Setting up

    def set_up(self, opener: i64) -> None:
        """Begin a round: Candidates on their starts, Advocates on Rushmore, all cards in their piles (PO29, PO40)."""
        data = self.data
        board = self.options.board
        clear_tokens(data)
        for byte in range(FACTS, BYTES):
            data[byte] = 0
        for seat in range(2):
            put(data, seat * TEAM, board.start[seat])
            put(data, seat * TEAM + 1, board.rushmore[2 * seat])
            put(data, seat * TEAM + 2, board.rushmore[2 * seat + 1])
        deal(data, opener, self.options.burnt)
        shuffle_events(data)
        self.clear_turn()
        self.near_card = NONE
        self.far_card = NONE
        self.battles = 0
        self.opener = opener
        self.phase = PLACING
        self.to_move = opener

    def place(self, slot: i64, cell: i64) -> None:
        """Place a token that is off the board."""
        put(self.data, slot, cell)

    def take_over(self, other: "Position") -> None:
        """Become like another position, but for its data."""
        self.to_move = other.to_move
        self.turn = other.turn
        self.phase = other.phase
        self.opener = other.opener
        self.owner = other.owner
        self.actor = other.actor
        self.left = other.left
        self.extra = other.extra
        self.ordered = other.ordered
        self.moving = other.moving
        self.way = other.way
        self.teleported = other.teleported
        self.lander = other.lander
        self.silent = other.silent
        self.near_card = other.near_card
        self.far_card = other.far_card
        self.near_money = other.near_money
        self.far_money = other.far_money
        self.battles = other.battles
        self.round = other.round
        self.ended_by = other.ended_by

    def clear_turn(self) -> None:
        """Forget what belongs to one turn only."""
        data = self.data
        for slot in range(SLOTS):
            data[FLAGS + slot] = u8(i64(data[FLAGS + slot]) & CONVERTED)
        self.owner = NONE
        self.actor = NONE
        self.left = 0
        self.extra = 0
        self.ordered = False
        self.moving = NONE
        self.way = NONE
        self.teleported = False
        self.lander = NONE
        self.silent = False

    def money(self, seat: i64) -> i64:
        """Tell what money a seat has."""
        return self.near_money if seat == 0 else self.far_money

    def pay(self, seat: i64, dollars: i64) -> None:
        """Give a seat money, or take what it has of it (PO27)."""
        if seat == 0:
            self.near_money = max(0, self.near_money + dollars)
        else:
            self.far_money = max(0, self.far_money + dollars)

    # Questions about the tokens

    def can_move(self, slot: i64) -> bool:
        """Tell whether a token of the actor may step at this moment, obstacles aside."""
        data = self.data
        flags = i64(data[FLAGS + slot])
        if i64(data[WHERE + slot]) == WALL or flags & FINISHED != 0:
            return False
        if self.ordered and self.moving != NONE:
            return slot == self.moving  # PO18: all for one token
        kind = kind_of(slot)
        if kind == ADVOCATE:
            return not self.silent or self.actor != self.owner  # PO25
        return kind == CANDIDATE or flags & CONVERTED != 0  # PO10

    def is_twin(self, slot: i64) -> bool:
        """Tell whether an earlier Turncoat on the same square makes the same steps."""
        data = self.data
        for other in range(self.actor * TEAM + TURNCOATS, slot):
            if data[WHERE + other] == data[WHERE + slot] and self.can_move(other):
                return True
        return False

    def token_on(self, kind: i64, cell: i64) -> i64:
        """Find the actor's token of a kind that would step from a square."""
        first = self.actor * TEAM
        for slot in range(first, first + TEAM):
            if i64(self.data[WHERE + slot]) == cell and kind_of(slot) == kind and self.can_move(slot):
                return slot
        return NONE

    def favoured_seat(self) -> i64:
        """Tell for whom ties count in the next battle; for nobody if both hold a State of the Union (PO19)."""
        if self.data[FAVOURED] == self.data[FAVOURED + 1]:
            return NONE
        return 0 if self.data[FAVOURED] != 0 else 1

    # Secrets

    def is_hidden(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see where a seat has placed Turncoats (PO13, secret_placement)."""
        return self.phase == PLACING and self.options.secret_placement and viewer != ALL and viewer != seat

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Put the Turncoats that the seat has not seen somewhere else."""
        for side in range(2):
            if self.is_hidden(side, seat):
                self.scatter(side, dice)

    def scatter(self, seat: i64, dice: Dice) -> None:
        """Put all Turncoats that a seat has placed on squares drawn from the dice."""
        data = self.data
        first = (1 - seat) * TEAM + TURNCOATS
        last = first + i64(data[PLACED + seat])
        for slot in range(first, last):
            if i64(data[WHERE + slot]) != WALL:
                lift(data, slot)
        cells = vec[i64]([0] * HALF)
        for slot in range(first, last):
            count = self.list_places(seat, cells, 0)
            put(data, slot, cells[dice.below(count)])

    def list_places(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """Add the squares where a seat may put a Turncoat (PO13)."""
        for cell in range(seat * HALF, seat * HALF + HALF):
            if self.options.placing[cell] != 0 and self.data[cell] == 0:
                out[count] = cell
                count += 1
        return count

    # What a seat knows, and the name of the position

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
            status = i64(data[CARD + card])
            if status != UNSEEN:
                out[cards + card] = u8(((status - 1) ^ seat) + 1)
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
        if slot == self.moving:
            out[10 * CELLS + cell] = u8(self.way + 2)
        if slot == self.lander:
            out[11 * CELLS + cell] = 1

    def _observe_counts(self, seat: i64, first: i64, out: vec[u8]) -> None:
        """Write what is asked for, who moves, and the counts of both seats."""
        out[first + self.phase] = 1
        index = first + ENDED + 1
        out[index] = u8(self._relative(self.to_move, seat))
        out[index + 1] = u8(self._relative(self.owner, seat))
        out[index + 2] = u8(self._relative(self.actor, seat))
        out[index + 3] = u8(self._relative(self.opener, seat))
        out[index + 4] = u8(self.left)
        out[index + 5] = u8(self.extra)
        out[index + 6] = 1 if self.ordered else 0
        out[index + 7] = 1 if self.teleported else 0
        out[index + 8] = 1 if self.silent else 0
        out[index + 9 + seat] = u8(self.near_card + 1)
        out[index + 10 - seat] = u8(self.far_card + 1)
        out[index + 11 + seat] = u8(min(self.near_money // 50, 255))
        out[index + 12 - seat] = u8(min(self.far_money // 50, 255))
        out[index + 13] = u8(self.battles)
        out[index + 14] = u8(self.round)
        for fact in range(BYTES - FACTS):
            out[index + 15 + (fact ^ seat)] = self.data[FACTS + fact]

    def _relative(self, mover: i64, seat: i64) -> i64:
        """Tell who it is as the observer sees it: 1 itself, 2 the other, 0 neither."""
        if mover < 0:
            return 0
        return 1 if mover == seat else 2

    def key(self) -> bytes:
        """Name the position; tokens of one kind are sorted, and so are redealt cards."""
        data = self.data
        name = bytearray(2 * SLOTS + BYTES - PILES + 21)
        for seat in range(2):
            self._name_tokens(name, seat * TEAM + 1, seat * TEAM + TURNCOATS)
            self._name_tokens(name, seat * TEAM, seat * TEAM + 1)
            self._name_tokens(name, seat * TEAM + TURNCOATS, seat * TEAM + TEAM)
        for byte in range(PILES, BYTES):
            name[2 * SLOTS + byte - PILES] = i64(data[byte])
        if self.options.redeal:  # who turned a card is forgotten
            for card in range(CARDS):
                if data[CARD + card] != UNSEEN:
                    name[2 * SLOTS + CARD + card - PILES] = TURNED
        self._name_turn(name, 2 * SLOTS + BYTES - PILES)
        return bytes(name)

    def _name_tokens(self, name: bytearray, first: i64, end: i64) -> None:
        """Write squares and flags of interchangeable tokens in ascending order."""
        words = vec[i64]([0] * TEAM)
        for slot in range(first, end):
            flags = i64(self.data[FLAGS + slot])
            flags += (4 if slot == self.moving else 0) + (8 if slot == self.lander else 0)
            words[slot - first] = i64(self.data[WHERE + slot]) * 16 + flags
        sort(words, end - first)
        for slot in range(first, end):
            name[2 * slot] = words[slot - first] // 256
            name[2 * slot + 1] = words[slot - first] % 256

    def _name_turn(self, name: bytearray, first: i64) -> None:
        """Write how far the turn is; face-up cards count only until they are compared."""
        open_card = self.near_card if self.phase == BATTLE or self.phase == RECOUNTING else NONE
        index: i64 = first
        for value in (
            self.phase,
            self.to_move + 4,
            self.opener,
            self.owner + 1,
            self.actor + 1,
            self.left,
            self.extra,
            i64(self.ordered),
            self.way + 1,
            i64(self.teleported),
            i64(self.silent),
            open_card + 1,
            self.near_money // 65536,
            self.near_money // 256 % 256,
            self.near_money % 256,
            self.far_money // 65536,
            self.far_money // 256 % 256,
            self.far_money % 256,
            self.battles,
            self.round,
            self.ended_by,
        ):
            name[index] = value
            index += 1
