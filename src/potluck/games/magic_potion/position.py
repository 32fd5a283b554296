"""What a position of Magic Potion holds: characters, cards and who knows them, the hound, and how far the turn is.

Each card is in one place, and has a face: what everybody knows of it. The cards that a side was dealt or has drawn are
known to that side alone until both have seen them; then they are open to everybody, for good (MP24). What the course of
play has excluded of a face-down card is part of its face, too (MP39). The pile is the multiset of the cards whose place
is the pile: which of them comes next is drawn by chance when somebody draws.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import CHANCE, OVER, Rules, State
from potluck.games.magic_potion.board import CELLS, DISTANCE, WALL
from potluck.games.magic_potion.characters import CAST, FAR, FULL, NEAR
from potluck.games.magic_potion.items import CARDS, DEALT, ENERGY, KIND, KINDS, RECIPES

NONE: Final = -1
DRAW: Final = -1
ROOM: Final = 224  # 0 … 199 dice, and the items that can be shown before
DIE: Final = 6
DICE_A_ROUND: Final = 5
MOST_DICE: Final = 199  # MP32: so that there are finitely many moves
MOST_ROUNDS: Final = 65535  # no more are counted

# One vec holds the position: who stands on each cell (0, character + 1, or STONE outside), facts of each character,
# how far the match is, then the cards. A character that may be NONE is stored plus 1.
SIDE: Final = 50  # SIDE + character: its seat, or NOBODY
LIFE: Final = 58
CELL: Final = 66  # WALL when it is not on the field
HEALTH: Final = 74
DICE: Final = 82
PHASE: Final = 90
ROUND: Final = 91  # two bytes; 0 while setting up
ACTOR: Final = 93  # from here to HOUND_AT: what clear_turn forgets
TARGET: Final = 94
MODE: Final = 95
LEFT: Final = 96
ANSWER: Final = 97
ATTACK_SUM: Final = 98  # two bytes
DEFENCE_SUM: Final = 100  # two bytes
HOUND_AT: Final = 102
BITTEN: Final = 103
GRUDGE: Final = 104
WINNER: Final = 105  # plus 1
ENDED_BY: Final = 106
HELD: Final = 107  # HELD + character: how many cards it carries
PLACE: Final = 115  # PLACE + card: the character that carries it, or one of the places below
FACE: Final = 133  # FACE + card
BYTES: Final = 151
STONE: Final = 255
NOBODY: Final = 2

DEAD: Final = 0
LIVING: Final = 1
UNDEAD: Final = 2
FRESH: Final = 3  # undead, summoned in this turn of the necromancer

PILE: Final = 8
USED: Final = 9
HAND: Final = 10  # HAND + seat: dealt, and not yet placed on a character
LYING: Final = 12  # LYING + cell

DEALT_FACE: Final = 0  # known to its side only; one of the three that the side began with
DRAWN_FACE: Final = 1  # known to its side only; drawn from the pile
OPEN_FACE: Final = 2  # known to everybody
CLEARED_FACE: Final = 3  # drawn, and everybody knows that it is not Recipe III (MP39)
COUPLED_FACE: Final = 4  # drawn, and everybody knows: not Recipe III if its carrier was dealt the side's own piece
BLANK_FACE: Final = 5  # dealt, and everybody knows that it is not the side's own piece
FACES: Final = 6

# Phases, in the order of a match.
PICK: Final = 0
GIVE: Final = 1
PLACING: Final = 2
HIDE: Final = 3
FREE: Final = 4  # chance: the bitten rolls
MOVE: Final = 5
DRAWING: Final = 6  # chance: the card from the pile
HOUND: Final = 7
ACT: Final = 8
AIM: Final = 9
DEFEND: Final = 10
ROLL: Final = 11  # chance: the attacker's dice, then the defender's
STEAL: Final = 12
STOLEN: Final = 13  # chance: the stolen card
HEALING: Final = 14  # chance
RAISE: Final = 15
TAKE: Final = 16
ENDED: Final = 17
PHASES: Final = 18

# Phases that last no longer than a move: `go_on` in rounds.py leads from them to one of those above.
MOVED: Final = 18  # the character has moved and picked up
READY: Final = 19  # it can act
PASSED: Final = 20  # its turn is over

# Modes of a turn.
PLAIN: Final = 0
STAB: Final = 1  # passed through the target, and must attack it (MP17)
EXTRA: Final = 2  # may attack the target once more (MP3)
BRIBED: Final = 3  # has bribed, and may still attack (MP6)

# Moves: the table at the top of rules.py explains them.
PICK_WHO: Final = 0
GIVE_DICE: Final = PICK_WHO + CAST
PLACE_AT: Final = GIVE_DICE + DICE_A_ROUND + 1
HIDE_ON: Final = PLACE_AT + CELLS
GO_TO: Final = HIDE_ON + CAST
HOUND_TO: Final = GO_TO + CELLS
HOUND_HOME: Final = HOUND_TO + CELLS
SHOW: Final = HOUND_HOME + 1
ATTACK: Final = SHOW + CLEARED_FACE * KINDS
HEAL: Final = ATTACK + CAST
SUMMON: Final = HEAL + CAST
BRIBE: Final = SUMMON + CAST
BLAST: Final = BRIBE + CAST
DONE: Final = BLAST + 1
STEAL_ITEM: Final = DONE + 1
STEAL_DICE: Final = STEAL_ITEM + 1
TAKE_ITEM: Final = STEAL_DICE + 1
ROLL_DICE: Final = TAKE_ITEM + KINDS
SHOW_KNOWN: Final = ROLL_DICE + MOST_DICE + 1
MOVE_COUNT: Final = SHOW_KNOWN + (FACES - CLEARED_FACE) * KINDS
CHANCE_COUNT: Final = FACES * KINDS

# Where observe writes its parts.
OBSERVE_HOUND: Final = 2 * CELLS
OBSERVE_LYING: Final = 3 * CELLS
OBSERVE_CAST: Final = (3 + KINDS) * CELLS
OBSERVE_KNOWN: Final = OBSERVE_CAST + 4 * CAST
OBSERVE_UNSEEN: Final = OBSERVE_KNOWN + KINDS * CAST
OBSERVE_FACES: Final = OBSERVE_UNSEEN + KINDS * CAST
OBSERVE_USED: Final = OBSERVE_FACES + FACES * CAST
OBSERVE_PILE: Final = OBSERVE_USED + KINDS
OBSERVE_PHASE: Final = OBSERVE_PILE + 1
OBSERVE_TURN: Final = OBSERVE_PHASE + PHASES


class Options(Rules):
    """Hold the options that the rules look at."""

    def __init__(
        self,
        bonus_dice: bool,
        undead_hp: i64,
        extra_attack: bool,
        double_first_recovery: bool,
        bribe_with_attack: bool,
        secret_setup: bool,
        one_carrier: bool,
        round_limit: i64,
        first: i64,
    ) -> None:
        super().__init__()
        self.bonus_dice = bonus_dice
        self.undead_hp = undead_hp
        self.extra_attack = extra_attack
        self.double_first_recovery = double_first_recovery
        self.bribe_with_attack = bribe_with_attack
        self.secret_setup = secret_setup
        self.one_carrier = one_carrier
        self.round_limit = round_limit
        self.first = first


def empty_field() -> vec[u8]:
    """Make the bytes of a field before the draft."""
    data = vec[u8]([0] * BYTES)
    data[WALL] = STONE
    data[HOUND_AT] = WALL
    for character in range(CAST):
        data[SIDE + character] = NOBODY
        data[CELL + character] = WALL
    for card in range(CARDS):
        data[PLACE + card] = PILE
        data[FACE + card] = DRAWN_FACE
    for seat in range(2):
        for card in DEALT[seat]:
            data[PLACE + card] = u8(HAND + seat)
            data[FACE + card] = DEALT_FACE
    return data


class MagicPotionPosition(State):
    """Hold a position, read it, and change it in the ways that several phases share."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, ROOM)
        self.options = options
        self.data = data
        self.to_move = options.first

    # How far the match is

    def phase(self) -> i64:
        """Tell what is decided now."""
        return i64(self.data[PHASE])

    def round(self) -> i64:
        """Count the rounds begun; 0 while setting up."""
        return i64(self.data[ROUND]) * 256 + i64(self.data[ROUND + 1])

    def actor(self) -> i64:
        """Tell whose turn it is, or who is given dice."""
        return i64(self.data[ACTOR]) - 1

    def target(self) -> i64:
        """Tell who is attacked, healed, bribed or raised."""
        return i64(self.data[TARGET]) - 1

    def mode(self) -> i64:
        """Tell what is special about the turn."""
        return i64(self.data[MODE])

    def left(self) -> i64:
        """Count the dice still to be given, or to be rolled by the attacker."""
        return i64(self.data[LEFT])

    def answer(self) -> i64:
        """Count the dice still to be rolled by the defender."""
        return i64(self.data[ANSWER])

    def attack(self) -> i64:
        """Add up the attack so far."""
        return i64(self.data[ATTACK_SUM]) * 256 + i64(self.data[ATTACK_SUM + 1])

    def defence(self) -> i64:
        """Add up the defence so far."""
        return i64(self.data[DEFENCE_SUM]) * 256 + i64(self.data[DEFENCE_SUM + 1])

    def hound(self) -> i64:
        """Find the hound's slot; WALL when it is with the hunter, or there is none."""
        return i64(self.data[HOUND_AT])

    def bitten(self) -> i64:
        """Tell whom the hound holds."""
        return i64(self.data[BITTEN]) - 1

    def grudge(self) -> i64:
        """Tell whom the swordsman damaged in their latest turn (MP3)."""
        return i64(self.data[GRUDGE]) - 1

    def winner(self) -> i64:
        """Tell who has won, or DRAW."""
        return i64(self.data[WINNER]) - 1

    def leader(self) -> i64:
        """Tell which seat gives out dice first in this round (MP8)."""
        first = self.options.first
        return first if self.round() % 2 == 1 or self.round() == 0 else 1 - first

    # Characters

    def side(self, character: i64) -> i64:
        """Tell whose character it is."""
        return i64(self.data[SIDE + character])

    def is_undead(self, character: i64) -> bool:
        """Tell whether it was summoned."""
        return self.data[LIFE + character] >= UNDEAD

    def is_enemy(self, character: i64) -> bool:
        """Tell whether it is an enemy of the acting character, on the field."""
        data = self.data
        return data[CELL + character] != WALL and data[SIDE + character] != data[SIDE + self.actor()]

    def full_health(self, character: i64) -> i64:
        """Tell how far it can be healed (MP20)."""
        return self.options.undead_hp if self.is_undead(character) else FULL[character]

    def distance(self, character: i64, other: i64) -> i64:
        """Count the slots between two characters on the field, the last one included (MP15)."""
        return DISTANCE[i64(self.data[CELL + character]) * CELLS + i64(self.data[CELL + other])]

    def bonus(self, attacker: i64, target: i64) -> i64:
        """Tell the attack points at the distance of the two; 0 is out of range (MP15)."""
        distance = self.distance(attacker, target)
        if distance == 1:
            return NEAR[attacker]
        return FAR[attacker] if distance == 2 else 0

    def next_living(self, seat: i64, after: i64) -> i64:
        """Find the next character of a seat, in turn order, that lives and is not undead."""
        data = self.data
        for character in range(after + 1, CAST):
            if data[LIFE + character] == LIVING and i64(data[SIDE + character]) == seat:
                return character
        return NONE

    def next_unplaced(self, seat: i64) -> i64:
        """Find the character of a seat that is placed next, or NONE."""
        data = self.data
        for character in range(CAST):
            if i64(data[SIDE + character]) == seat and data[CELL + character] == WALL:
                return character
        return NONE

    def put(self, character: i64, cell: i64) -> None:
        """Put a character on a free slot."""
        data = self.data
        data[i64(data[CELL + character])] = 0
        data[WALL] = STONE  # it may have come from outside
        data[cell] = u8(character + 1)
        data[CELL + character] = u8(cell)

    def gain(self, character: i64, number: i64) -> None:
        """Give dice to a character: the undead have none (MP21), and nobody has more than 199 (MP32)."""
        if not self.is_undead(character):
            self.data[DICE + character] = u8(min(i64(self.data[DICE + character]) + number, MOST_DICE))

    def send_home(self) -> None:
        """Return the hound to the hunter (MP18)."""
        self.data[HOUND_AT] = WALL
        self.data[BITTEN] = 0

    # Cards

    def carry(self, card: i64, character: i64, face: i64) -> None:
        """Put a card on a character."""
        data = self.data
        place = i64(data[PLACE + card])
        if place < CAST:
            data[HELD + place] -= 1
        data[PLACE + card] = u8(character)
        data[FACE + card] = u8(face)
        data[HELD + character] += 1

    def find_card(self, place: i64, kind: i64, face: i64) -> i64:
        """Find a card of a kind and a face in a place, or NONE."""
        data = self.data
        for card in range(CARDS):
            if i64(data[PLACE + card]) == place and KIND[card] == kind and i64(data[FACE + card]) == face:
                return card
        return NONE

    def is_showable(self, card: i64) -> bool:
        """Tell whether who carries a card may show it: it is face down, or energy (MP14, MP35)."""
        return self.data[FACE + card] != OPEN_FACE or ENERGY[KIND[card]] > 0

    def can_show(self, character: i64) -> bool:
        """Tell whether a character has anything to show, as everybody can see; the undead never do (MP21)."""
        data = self.data
        if data[HELD + character] == 0 or self.is_undead(character):
            return False
        for card in range(CARDS):
            if i64(data[PLACE + card]) == character and self.is_showable(card):
                return True
        return False

    def pile_size(self) -> i64:
        """Count the cards of the pile."""
        data = self.data
        size: i64 = 0
        for card in range(CARDS):
            if data[PLACE + card] == PILE:
                size += 1
        return size

    def is_with(self, seat: i64, place: i64) -> bool:
        """Tell whether the place of a card is a character of a seat."""
        return place < CAST and i64(self.data[SIDE + place]) == seat

    def has_recipe(self, seat: i64) -> bool:
        """Tell whether characters of a seat carry the whole recipe (MP10)."""
        data = self.data
        holder = i64(data[PLACE])
        for piece in range(RECIPES):
            place = i64(data[PLACE + piece])
            if not self.is_with(seat, place):
                return False
            if self.options.one_carrier and place != holder:
                return False
        return True

    # What follows

    def await_chance(self, phase: i64) -> None:
        """Let chance draw."""
        self.data[PHASE] = u8(phase)
        self.to_move = CHANCE

    def end_turn(self) -> None:
        """Say that the turn is over, unless the match is."""
        if self.to_move != OVER:
            self.data[PHASE] = PASSED

    def clear_turn(self) -> None:
        """Forget what belonged to the turn that is over."""
        data = self.data
        for index in range(ACTOR, HOUND_AT):
            data[index] = 0

    def finish(self, winner: i64, ruling: i64) -> None:
        """End the match."""
        self.to_move = OVER
        self.clear_turn()
        self.data[PHASE] = ENDED
        self.data[WINNER] = u8(winner + 1)
        self.data[ENDED_BY] = u8(ruling)

    # What a seat knows

    def is_given(self, character: i64) -> bool:
        """Tell, while dice are given out, whether this character has got its share."""
        giver = self.side(self.actor())
        seat = self.side(character)
        return character < self.actor() if seat == giver else seat == self.leader()

    def is_set_up_secretly(self) -> bool:
        """Tell whether dice or slots are being chosen secretly (MP7)."""
        return self.options.secret_setup and self.round() == 0 and self.phase() in (GIVE, PLACING)

    def gives_secretly(self) -> bool:
        """Tell whether the dice of a secret set-up are being given out (MP7)."""
        return self.is_set_up_secretly() and self.phase() == GIVE

    def hides_dice(self, character: i64) -> bool:
        """Tell whether only its own side knows how many dice a character has (MP7)."""
        return self.gives_secretly() and self.is_given(character)

    def hides_cell(self, character: i64) -> bool:
        """Tell whether only its own side knows where a character stands (MP7)."""
        return self.is_set_up_secretly() and self.phase() == PLACING and self.data[CELL + character] != WALL

    def hides_left(self, seat: i64) -> bool:
        """Tell whether the dice still to be given are hidden from a seat (MP7)."""
        return self.gives_secretly() and seat != self.side(self.actor())

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write the field, the characters, the cards that the seat knows, then the turn."""
        self._observe_characters(seat, out)
        self._observe_cards(seat, out)
        self._observe_turn(seat, out)

    def _observe_characters(self, seat: i64, out: vec[u8]) -> None:
        """Write where the characters stand, and their facts."""
        data = self.data
        for character in range(CAST):
            side = i64(data[SIDE + character])
            if side == NOBODY:
                continue
            own = side == seat
            start = OBSERVE_CAST + character * 4
            out[start] = 1 if own else 2
            out[start + 1] = data[LIFE + character]
            out[start + 2] = data[HEALTH + character]
            out[start + 3] = 0 if self.hides_dice(character) and not own else data[DICE + character]
            cell = i64(data[CELL + character])
            if cell != WALL and (own or not self.hides_cell(character)):
                out[cell if own else CELLS + cell] = u8(character + 1)
        if self.hound() != WALL:
            out[OBSERVE_HOUND + self.hound()] = 1

    def _observe_cards(self, seat: i64, out: vec[u8]) -> None:
        """Write the cards that lie, those that the seat knows on each character, and what everybody knows of them."""
        data = self.data
        for card in range(CARDS):
            place = i64(data[PLACE + card])
            face = i64(data[FACE + card])
            kind = KIND[card]
            if place >= LYING:
                out[OBSERVE_LYING + kind * CELLS + place - LYING] += 1
            elif place == USED:
                out[OBSERVE_USED + kind] += 1
            elif place == PILE:
                out[OBSERVE_PILE] += 1
            elif place < CAST:
                out[OBSERVE_FACES + place * FACES + face] += 1
                if face == OPEN_FACE or i64(data[SIDE + place]) == seat:
                    out[OBSERVE_KNOWN + place * KINDS + kind] += 1
                    if face != OPEN_FACE:
                        out[OBSERVE_UNSEEN + place * KINDS + kind] += 1

    def _observe_turn(self, seat: i64, out: vec[u8]) -> None:
        """Write who does what, and how far a fight is."""
        data = self.data
        out[OBSERVE_PHASE + self.phase()] = 1
        out[OBSERVE_TURN] = data[ACTOR]
        out[OBSERVE_TURN + 1] = data[TARGET]
        out[OBSERVE_TURN + 2] = data[BITTEN]
        out[OBSERVE_TURN + 3] = data[GRUDGE]
        out[OBSERVE_TURN + 4] = data[MODE]
        out[OBSERVE_TURN + 5] = 0 if self.hides_left(seat) else data[LEFT]
        out[OBSERVE_TURN + 6] = data[ANSWER]
        out[OBSERVE_TURN + 7] = u8(min(self.attack(), 255))
        out[OBSERVE_TURN + 8] = u8(min(self.defence(), 255))
        out[OBSERVE_TURN + 9] = u8(min(self.round(), 255))
        out[OBSERVE_TURN + 10] = 1 if self.to_move == seat else 0

    # The name of the position

    def key(self) -> bytes:
        """Name the position; cards of a kind are sorted, because they cannot be told apart."""
        data = self.data
        cards = bytearray(CARDS + 1)
        cards[CARDS] = self.to_move + 4
        for card in range(CARDS):
            place = i64(data[PLACE + card])
            value = place + LYING * (FACES if place >= LYING else i64(data[FACE + card]))
            hole = card
            while hole > 0 and KIND[hole - 1] == KIND[card] and cards[hole - 1] > value:
                cards[hole] = cards[hole - 1]
                hole -= 1
            cards[hole] = value
        return bytes(memoryview(data[SIDE:HELD])) + cards


def shifted(value: i64, places: i64) -> i64:
    """Shift to the left with 64 bits: a 1 that is known when compiling would be shifted with 32."""
    return value << places
