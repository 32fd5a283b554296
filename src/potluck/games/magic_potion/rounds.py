"""The set-up of Magic Potion, its rounds, and whose turn it is."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import CHANCE, OVER
from potluck.games.magic_potion.board import HOME, TERRITORY, WALL
from potluck.games.magic_potion.characters import CAST, FULL, HUNTER, NECROMANCER, TEAM
from potluck.games.magic_potion.codes import FREEING, GIVE_DICE, HIDE_ON, PICK_WHO, PLACE_AT
from potluck.games.magic_potion.items import NOTHING
from potluck.games.magic_potion.position import (
    CELL,
    DEALT_FACE,
    DICE_A_ROUND,
    DRAW,
    FREE,
    FRESH,
    GIVE,
    HAND,
    HEALTH,
    HIDE,
    HOUND,
    LIFE,
    LIVING,
    MOVE,
    NOBODY,
    NONE,
    PLACING,
    SIDE,
    UNDEAD,
    Position,
)


class Rounds(Position):
    """Lead through the set-up, the recoveries and the turns."""

    # Setting up: the draft (MP7)

    def pick_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the characters that nobody has picked."""
        for character in range(CAST):
            if self.data[SIDE + character] == NOBODY:
                out[count] = PICK_WHO + character
                count += 1
        return count

    def play_pick(self, character: i64) -> None:
        """Take a character; after six picks the dice are given out."""
        data = self.data
        data[SIDE + character] = u8(self.to_move)
        data[LIFE + character] = LIVING
        data[HEALTH + character] = u8(FULL[character])
        self.turn += 1
        self.to_move = 1 - self.to_move
        if self.count_picked() == 2 * TEAM:
            self.begin_giving(self.leader())

    def count_picked(self) -> i64:
        """Count the characters that were picked."""
        picked: i64 = 0
        for character in range(CAST):
            if self.data[SIDE + character] != NOBODY:
                picked += 1
        return picked

    # Giving out dice: in the set-up and in each recovery (MP4, MP8)

    def give_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the numbers of dice that the next character may get; the last one takes the rest."""
        for number in range(self.left + 1):
            out[count] = GIVE_DICE + number
            count += 1
        return count

    def play_give(self, number: i64) -> None:
        """Give dice to the next character."""
        seat = self.to_move
        self.gain(self.actor, number)
        self.left -= number
        self.actor = self.next_living(seat, self.actor)
        if self.next_living(seat, self.actor) == NONE:
            self.turn += 1
            self.give_rest(seat)

    def begin_giving(self, seat: i64) -> None:
        """Let a seat give out its dice; a single character gets them all."""
        self.left = DICE_A_ROUND
        self.actor = self.next_living(seat, NONE)
        self.to_move = seat
        self.phase = GIVE
        if self.next_living(seat, self.actor) == NONE:
            self.give_rest(seat)

    def give_rest(self, seat: i64) -> None:
        """Give what is left to the last character; then it is the other seat's turn to give, or the next step."""
        self.gain(self.actor, self.left)
        self.clear_turn()
        if seat == self.leader():
            self.begin_giving(1 - seat)
        elif self.round > 0:
            self.begin_turn_of(0)
        else:
            self.phase = PLACING
            self.to_move = self.options.first

    # Placing (MP7)

    def next_unplaced(self, seat: i64) -> i64:
        """Find the character of a seat that is placed next, or NONE."""
        data = self.data
        for character in range(CAST):
            if i64(data[SIDE + character]) == seat and data[CELL + character] == WALL:
                return character
        return NONE

    def place_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the free slots of the own territory."""
        start = self.to_move * TERRITORY
        for index in range(start, start + TERRITORY):
            if self.data[HOME[index]] == 0:
                out[count] = PLACE_AT + HOME[index]
                count += 1
        return count

    def play_place(self, cell: i64) -> None:
        """Place a character; openly the seats alternate, secretly one places all three before the other."""
        seat = self.to_move
        self.put(self.next_unplaced(seat), cell)
        self.turn += 1
        if self.next_unplaced(1 - seat) != NONE and (not self.options.secret_setup or self.next_unplaced(seat) == NONE):
            self.to_move = 1 - seat
        elif self.next_unplaced(seat) == NONE:
            self.phase = HIDE
            self.to_move = self.options.first

    # Hiding the recipe piece (MP7)

    def hide_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the own characters."""
        for character in range(CAST):
            if i64(self.data[SIDE + character]) == self.to_move:
                out[count] = HIDE_ON + character
                count += 1
        return count

    def play_hide(self, carrier: i64) -> None:
        """Put a dealt card on each own character, face down."""
        seat = self.to_move
        self.deal(seat, carrier)
        self.turn += 1
        self.to_move = 1 - seat
        if seat != self.options.first:
            self.begin_round()

    def deal(self, seat: i64, carrier: i64) -> None:
        """Place the dealt cards of a seat: the recipe piece on the carrier, none on the others."""
        for character in range(CAST):
            if self.side(character) == seat:
                kind = seat if character == carrier else NOTHING
                self.carry(self.find_card(HAND + seat, kind, DEALT_FACE), character, DEALT_FACE)

    # Rounds and turns (MP8, MP9)

    def begin_round(self) -> None:
        """Begin the next round with its recovery; the dice of the set-up are the first (MP4)."""
        if self.round == self.options.round_limit:
            self.finish(DRAW, 26)
            return
        self.round += 1
        if self.round == 1 and not self.options.double_first_recovery:
            self.begin_turn_of(0)
        else:
            self.begin_giving(self.leader())

    def begin_turn_of(self, first: i64) -> None:
        """Begin the turn of the next character in turn order, from this one on; after the last the round is over."""
        data = self.data
        for character in range(first, CAST):
            if data[LIFE + character] == LIVING:
                if character == NECROMANCER:
                    self.wake_undead()
                self.begin_turn(character)
                return
        self.begin_round()

    def wake_undead(self) -> None:
        """Let those summoned in the necromancer's earlier turns act after this one (MP21)."""
        for character in range(CAST):
            if self.data[LIFE + character] == FRESH:
                self.data[LIFE + character] = UNDEAD

    def begin_turn(self, character: i64) -> None:
        """Begin a turn; the bitten first rolls to get free, and the undead cannot roll (MP18, MP21)."""
        self.actor = character
        self.to_move = self.side(character)
        if self.bitten != character:
            self.phase = MOVE
        elif self.is_undead(character):
            self.after_move()
        else:
            self.await_chance(FREE)

    def after_move(self) -> None:
        """Go on with the hound, or with what the character does (MP34)."""
        if self.actor == HUNTER and self.data[LIFE + HUNTER] == LIVING:
            self.phase = HOUND
        else:
            self.begin_act()

    def begin_act(self) -> None:
        """Let the character act; rules.py knows what it may do."""
        raise NotImplementedError

    def end_turn(self) -> None:
        """Pass to the next character; the undead follow their master."""
        if self.to_move == OVER:
            return
        actor = self.actor
        undead = self.is_undead(actor)
        self.turn += 1
        self.clear_turn()
        if actor == NECROMANCER or undead:
            for character in range(0 if actor == NECROMANCER else actor + 1, i64(CAST)):
                if self.data[LIFE + character] == UNDEAD:
                    self.begin_turn(character)
                    return
        self.begin_turn_of(NECROMANCER + 1 if undead else actor + 1)

    def await_chance(self, phase: i64) -> None:
        """Let chance draw."""
        self.phase = phase
        self.to_move = CHANCE

    def play_free(self, face: i64) -> None:
        """Free the bitten with a 5 or 6; otherwise it cannot move this turn (MP18)."""
        self.to_move = self.side(self.actor)
        if face < FREEING:
            self.after_move()
            return
        self.send_home()
        self.phase = MOVE

    def test_recipe(self) -> bool:
        """End the match when the acting side has the whole recipe."""
        seat = self.side(self.actor)
        if not self.has_recipe(seat):
            return False
        self.finish(seat, 10)
        return True

    def is_enemy(self, character: i64) -> bool:
        """Tell whether it is an enemy of the acting character, on the field."""
        data = self.data
        return data[CELL + character] != WALL and data[SIDE + character] != data[SIDE + self.actor]
