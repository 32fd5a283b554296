"""What a position of Magic Potion holds: characters, cards and who knows them, the hound, and how far the turn is.

Each card is in one place, and has a face: the cards that a side was dealt or has drawn are known to that side alone
until both have seen them; then they are open to everybody, for good (MP24). The pile is the multiset of the cards
whose place is the pile: which of them comes next is drawn by chance when somebody draws.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import OVER, Rules, State
from potluck.games.magic_potion.board import CELLS, DISTANCE, WALL
from potluck.games.magic_potion.characters import CAST, FAR, FULL, HUNTER, NEAR, NECROMANCER, SWORDSMAN
from potluck.games.magic_potion.items import CARDS, DEALT, ENERGY, KIND, RECIPES

NONE: Final = -1
DRAW: Final = -1
ROOM: Final = 224  # 0 … 199 dice, and the items that can be shown before
DICE_A_ROUND: Final = 5
MOST_DICE: Final = 199  # MP32: so that there are finitely many moves

# One vec holds the position: who stands on each cell (0, character + 1, or STONE outside), then facts of each
# character, then the place and the face of each card.
SIDE: Final = 50  # SIDE + character: its seat, or NOBODY
LIFE: Final = 58
CELL: Final = 66  # WALL when it is not on the field
HEALTH: Final = 74
DICE: Final = 82
HELD: Final = 90  # how many cards it carries
PLACE: Final = 98  # PLACE + card: the character that carries it, or one of the places below
FACE: Final = 116  # FACE + card
BYTES: Final = 134
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
FACES: Final = 3

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

# Modes of a turn.
PLAIN: Final = 0
STAB: Final = 1  # passed through the target, and must attack it (MP17)
EXTRA: Final = 2  # may attack the target once more (MP3)
BRIBED: Final = 3  # has bribed, and may still attack (MP6)


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


class Position(State):
    """Hold a position, and change it in the ways that several phases share."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, ROOM)
        self.options = options
        self.data = data
        self.to_move = options.first
        self.phase: i64 = PICK
        self.round: i64 = 0  # 0 while setting up
        self.actor: i64 = NONE  # whose turn it is, or who is given dice
        self.target: i64 = NONE  # who is attacked, healed, bribed or raised
        self.mode: i64 = PLAIN
        self.left: i64 = 0  # dice still to be given, or to be rolled by the attacker
        self.answer: i64 = 0  # dice still to be rolled by the defender
        self.attack: i64 = 0
        self.defence: i64 = 0
        self.hound: i64 = WALL  # its slot; WALL when it is with the hunter, or there is none
        self.bitten: i64 = NONE
        self.grudge: i64 = NONE  # whom the swordsman damaged in his latest turn (MP3)
        self.winner: i64 = DRAW
        self.ended_by: i64 = 0  # the number of the ruling that ended the match

    def copy_to(self, twin: "Position") -> None:
        """Make another state with the same bytes equal to this one."""
        twin.to_move = self.to_move
        twin.turn = self.turn
        twin.phase = self.phase
        twin.round = self.round
        twin.actor = self.actor
        twin.target = self.target
        twin.mode = self.mode
        twin.left = self.left
        twin.answer = self.answer
        twin.attack = self.attack
        twin.defence = self.defence
        twin.hound = self.hound
        twin.bitten = self.bitten
        twin.grudge = self.grudge
        twin.winner = self.winner
        twin.ended_by = self.ended_by

    # Characters

    def side(self, character: i64) -> i64:
        """Tell whose character it is."""
        return i64(self.data[SIDE + character])

    def is_undead(self, character: i64) -> bool:
        """Tell whether it was summoned."""
        return self.data[LIFE + character] >= UNDEAD

    def full_health(self, character: i64) -> i64:
        """Tell how far it can be healed (MP20)."""
        return self.options.undead_hp if self.is_undead(character) else FULL[character]

    def bonus(self, attacker: i64, target: i64) -> i64:
        """Tell the attack points at the distance of the two; 0 is out of range (MP15)."""
        distance = DISTANCE[i64(self.data[CELL + attacker]) * CELLS + i64(self.data[CELL + target])]
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

    def kill(self, character: i64) -> None:
        """Take a character off the field; its items fall open where it stood, its dice go to the bag (MP5)."""
        data = self.data
        cell = i64(data[CELL + character])
        master = character == NECROMANCER and data[LIFE + character] == LIVING
        for card in range(CARDS):
            if i64(data[PLACE + card]) == character:
                data[PLACE + card] = u8(LYING + cell)
                data[FACE + card] = OPEN_FACE
        data[HELD + character] = 0
        data[DICE + character] = 0
        data[HEALTH + character] = 0
        data[LIFE + character] = DEAD
        data[CELL + character] = WALL
        data[cell] = 0
        if self.bitten == character or (character == HUNTER and self.hound != WALL):
            self.send_home()
        if self.grudge == character or character == SWORDSMAN:
            self.grudge = NONE
        if master:
            self._vanish_undead()

    def _vanish_undead(self) -> None:
        """Take all undead off the field: their master is dead (MP21)."""
        for character in range(CAST):
            if self.is_undead(character):
                self.kill(character)

    def send_home(self) -> None:
        """Return the hound to the hunter (MP18)."""
        self.hound = WALL
        self.bitten = NONE

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

    def is_showable(self, card: i64, character: i64) -> bool:
        """Tell whether a character may show a card: it carries it, face down or with energy (MP14, MP35)."""
        if i64(self.data[PLACE + card]) != character:
            return False
        return self.data[FACE + card] != OPEN_FACE or ENERGY[KIND[card]] > 0

    def can_show(self, character: i64) -> bool:
        """Tell whether a character has anything to show, as everybody can see; the undead never do (MP21)."""
        if self.data[HELD + character] == 0 or self.is_undead(character):
            return False
        for card in range(CARDS):
            if self.is_showable(card, character):
                return True
        return False

    def pick_up(self, character: i64, cell: i64) -> bool:
        """Take all items that lie on a slot (MP13); tell whether there were any."""
        data = self.data
        found = False
        for card in range(CARDS):
            if i64(data[PLACE + card]) == LYING + cell:
                self.carry(card, character, OPEN_FACE)
                found = True
        return found

    def pile_size(self) -> i64:
        """Count the cards of the pile."""
        data = self.data
        size: i64 = 0
        for card in range(CARDS):
            if data[PLACE + card] == PILE:
                size += 1
        return size

    def has_recipe(self, seat: i64) -> bool:
        """Tell whether characters of a seat carry the whole recipe (MP10)."""
        data = self.data
        holder = i64(data[PLACE])
        for piece in range(RECIPES):
            place = i64(data[PLACE + piece])
            if place >= CAST or i64(data[SIDE + place]) != seat:
                return False
            if self.options.one_carrier and place != holder:
                return False
        return True

    def leader(self) -> i64:
        """Tell which seat gives out dice first in this round (MP8)."""
        return self.options.first if self.round % 2 == 1 or self.round == 0 else 1 - self.options.first

    # The end

    def finish(self, winner: i64, ruling: i64) -> None:
        """End the match."""
        self.to_move = OVER
        self.phase = ENDED
        self.winner = winner
        self.ended_by = ruling
        self.clear_turn()

    def clear_turn(self) -> None:
        """Forget what belonged to the turn that is over."""
        self.actor = NONE
        self.target = NONE
        self.mode = PLAIN
        self.left = 0
        self.answer = 0
        self.attack = 0
        self.defence = 0

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        if self.winner == DRAW:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "MP" + str(self.ended_by) if self.to_move == OVER else ""
