"""The rules of Magic Potion: what a character does in its turn, and the two dispatchers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER
from potluck.games.magic_potion.abilities import (
    ability_moves,
    hound_moves,
    play_blast,
    play_bribe,
    play_heal,
    play_healing,
    play_hound,
    play_raise,
    play_steal_dice,
    play_stolen,
    play_summon,
    play_take,
    steal_moves,
    stolen_moves,
    take_moves,
)
from potluck.games.magic_potion.board import CELLS, DISTANCE, LEAPS, SIZE, STEPS, SURPRISE, WAYS
from potluck.games.magic_potion.characters import ASSASSIN, CAST, SPEED, SWORDSMAN
from potluck.games.magic_potion.codes import (
    ATTACK,
    BLAST,
    BRIBE,
    DIE,
    DONE,
    GIVE_DICE,
    GO_TO,
    HEAL,
    HIDE_ON,
    HOUND_TO,
    PLACE_AT,
    ROLL_DICE,
    SHOW,
    STEAL_DAMAGE,
    STEAL_DICE,
    STEAL_ITEM,
    SUMMON,
    TAKE_ITEM,
)
from potluck.games.magic_potion.combat import (
    attack_moves,
    await_answer,
    dice_moves,
    finish_attack,
    least_dice,
    play_aim,
    play_attack,
    play_defend,
    play_roll,
)
from potluck.games.magic_potion.items import CARDS, ENERGY, KIND, KINDS
from potluck.games.magic_potion.knowledge import name_position, observe, redraw
from potluck.games.magic_potion.position import (
    ACT,
    AIM,
    CELL,
    DEFEND,
    DRAWING,
    DRAWN_FACE,
    EXTRA,
    FACE,
    FREE,
    GIVE,
    HEALING,
    HELD,
    HIDE,
    HOUND,
    LIFE,
    LIVING,
    MOVE,
    NONE,
    OPEN_FACE,
    PICK,
    PILE,
    PLACE,
    RAISE,
    ROLL,
    ROOM,
    STAB,
    STEAL,
    STOLEN,
    TAKE,
    USED,
    Options,
    empty_field,
)
from potluck.games.magic_potion.rounds import Rounds

SCRATCH: Final = vec[i64]([0] * ROOM)  # for moves that are only counted


@final
class MagicPotionState(Rounds):
    """Hold a position of Magic Potion, and know what may be done in it."""

    def copy(self) -> "MagicPotionState":
        """Make an independent twin."""
        twin = MagicPotionState(self.options, self.data[:])
        self.copy_to(twin)
        return twin

    # Moving and picking up (MP11, MP12, MP13)

    def _go_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the slots in reach, staying where that is allowed, and back stabs."""
        actor = self.actor
        cell = i64(self.data[CELL + actor])
        walks = self._walk_moves(cell, 1 if self.is_undead(actor) else SPEED[actor], out, count)
        if SURPRISE[cell] == 0 or walks == count:  # MP12
            out[walks] = GO_TO + cell
            walks += 1
        if actor == ASSASSIN and self.data[LIFE + actor] == LIVING:
            return self._stab_moves(cell, out, walks)
        return walks

    def _walk_moves(self, cell: i64, speed: i64, out: vec[i64], count: i64) -> i64:
        """Add the free slots one step away and, at speed 2, the free ones next to those."""
        data = self.data
        one: i64 = 1  # a literal would be shifted as 32 bits
        seen = one << cell
        for step in range(cell * WAYS, cell * WAYS + WAYS):
            near = STEPS[step]
            if data[near] != 0:
                continue
            if seen & (one << near) == 0:
                seen |= one << near
                out[count] = GO_TO + near
                count += 1
            if speed == 1:
                continue
            for further in range(near * WAYS, near * WAYS + WAYS):
                far = STEPS[further]
                if data[far] == 0 and seen & (one << far) == 0:
                    seen |= one << far
                    out[count] = GO_TO + far
                    count += 1
        return count

    def _stab_moves(self, cell: i64, out: vec[i64], count: i64) -> i64:
        """Add the free slots straight behind adjacent enemies (MP17)."""
        data = self.data
        for step in range(cell * WAYS, cell * WAYS + WAYS):
            other = i64(data[STEPS[step]])
            if other == 0 or other > CAST or data[LEAPS[step]] != 0:
                continue
            if self.side(other - 1) != self.to_move:
                out[count] = GO_TO + LEAPS[step]
                count += 1
        return count

    def _play_go(self, cell: i64) -> None:
        """Move, take what lies there, and draw on a surprise slot; staying does nothing."""
        actor = self.actor
        start = i64(self.data[CELL + actor])
        if cell == start:
            self.after_move()
            return
        self.target = self.passed(start, cell)
        if self.target != NONE:
            self.mode = STAB
        self.put(actor, cell)
        if self.pick_up(actor, cell) and self.test_recipe():
            return
        if SURPRISE[cell] != 0 and self.hound != cell and self.pile_size() > 0:
            self.await_chance(DRAWING)
        else:
            self.after_move()

    def passed(self, start: i64, cell: i64) -> i64:
        """Find the character in the middle of a straight double step, or NONE."""
        apart = cell - start
        if DISTANCE[start * CELLS + cell] != 2 or (
            apart != 2 and apart != -2 and apart != 2 * SIZE and apart != -2 * SIZE
        ):
            return NONE
        return i64(self.data[(start + cell) // 2]) - 1

    def _drawing_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the kinds of cards that are in the pile."""
        latest: i64 = NONE
        for card in range(CARDS):
            if self.data[PLACE + card] == PILE and KIND[card] != latest:
                latest = KIND[card]
                out[count] = latest
                count += 1
        return count

    def _play_drawing(self, kind: i64) -> None:
        """Put a card of the pile on the character, seen by its side only."""
        self.to_move = self.side(self.actor)
        self.carry(self.find_card(PILE, kind, DRAWN_FACE), self.actor, DRAWN_FACE)
        if not self.test_recipe():
            self.after_move()

    # Showing items (MP14)

    def _show_moves(self, character: i64, out: vec[i64], count: i64) -> i64:
        """Add the face-down items of a character, and the energy that is open; the undead show nothing (MP21)."""
        if self.data[HELD + character] == 0 or self.is_undead(character):
            return count
        seen: i64 = 0
        for card in range(CARDS):
            code = i64(self.data[FACE + card]) * KINDS + KIND[card]
            if self.is_showable(card, character) and seen & (1 << code) == 0:
                seen |= 1 << code
                out[count] = SHOW + code
                count += 1
        return count

    def _play_show(self, code: i64) -> None:
        """Open an item; energy becomes dice and is discarded."""
        data = self.data
        character = self.target if self.phase == DEFEND else self.actor
        kind = code % KINDS
        card = self.find_card(character, kind, code // KINDS)
        data[FACE + card] = OPEN_FACE
        if ENERGY[kind] > 0:
            self.gain(character, ENERGY[kind])
            data[PLACE + card] = USED
            data[HELD + character] -= 1
        if self.phase == DEFEND:
            await_answer(self)
        else:
            self.begin_act()

    # Acting: one attack or one ability, or nothing (MP6, MP9)

    def begin_act(self) -> None:
        """Let the character act; end its turn when there is nothing to decide, which everybody can see."""
        self.phase = ACT
        if self._act_moves(SCRATCH, 0) == 1 and self.mode != STAB:
            self._play_done()

    def _act_moves(self, out: vec[i64], count: i64) -> i64:
        """Add everything that the character may do now."""
        actor = self.actor
        count = self._show_moves(actor, out, count)
        if self.mode == STAB or self.mode == EXTRA:
            out[count] = ATTACK + self.target
            count += 1
        else:
            count = attack_moves(self, out, count)
            count = ability_moves(self, out, count)
        if self.mode != STAB:
            out[count] = DONE
            count += 1
        return count

    def _play_done(self) -> None:
        """End the turn; a swordsman who did not attack hits nobody in two turns on end (MP3)."""
        if self.phase == STEAL:
            finish_attack(self, STEAL_DAMAGE)
            return
        if self.actor == SWORDSMAN and self.mode != EXTRA:
            self.grudge = NONE
        self.end_turn()

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = self.phase
        if self.to_move == CHANCE:
            return self._chance_moves(out)
        if phase == MOVE:
            return self._go_moves(out, 0)
        if phase == ACT:
            return self._act_moves(out, 0)
        if phase == AIM:
            return dice_moves(self, self.actor, least_dice(self), out, 0)
        if phase == DEFEND:
            return dice_moves(self, self.target, 0, out, self._show_moves(self.target, out, 0))
        if phase == HOUND:
            return hound_moves(self, out, 0)
        if phase == GIVE:
            return self.give_moves(out, 0)
        if phase == STEAL:
            return steal_moves(self, out, 0)
        if phase == TAKE:
            return take_moves(self, out, 0)
        if phase == PICK:
            return self.pick_moves(out, 0)
        if phase == HIDE:
            return self.hide_moves(out, 0)
        return 0 if self.to_move == OVER else self.place_moves(out, 0)  # PLACING and RAISE

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if self.to_move == CHANCE:
            self._play_chance(move)
        elif move >= ROLL_DICE:
            self._play_dice(move - ROLL_DICE)
        elif move >= ATTACK:
            self._play_act(move)
        elif move >= SHOW:
            self._play_show(move - SHOW)
        elif move >= HOUND_TO:
            play_hound(self, move - HOUND_TO)  # one past the field is WALL: home
        elif move >= GO_TO:
            self._play_go(move - GO_TO)
        elif move >= HIDE_ON:
            self.play_hide(move - HIDE_ON)
        elif move >= PLACE_AT and self.phase == RAISE:
            play_raise(self, move - PLACE_AT)
        elif move >= PLACE_AT:
            self.play_place(move - PLACE_AT)
        elif move >= GIVE_DICE:
            self.play_give(move - GIVE_DICE)
        else:
            self.play_pick(move)

    def _play_dice(self, number: i64) -> None:
        """Take the announced dice of the attacker or of the defender."""
        if self.phase == AIM:
            play_aim(self, number)
        else:
            play_defend(self, number)

    def _play_act(self, move: i64) -> None:
        """Attack, use an ability, or end the turn."""
        if move >= TAKE_ITEM:
            play_take(self, move - TAKE_ITEM)
        elif move == STEAL_DICE:
            play_steal_dice(self)
        elif move == STEAL_ITEM:
            self.await_chance(STOLEN)
        elif move == DONE:
            self._play_done()
        elif move == BLAST:
            play_blast(self)
        elif move >= BRIBE:
            play_bribe(self, move - BRIBE)
        elif move >= SUMMON:
            play_summon(self, move - SUMMON)
        elif move >= HEAL:
            play_heal(self, move - HEAL)
        else:
            play_attack(self, move - ATTACK)

    # Chance

    def _chance_moves(self, out: vec[i64]) -> i64:
        """Write what chance can draw: a card, or the faces of a die."""
        if self.phase == DRAWING:
            return self._drawing_moves(out, 0)
        if self.phase == STOLEN:
            return stolen_moves(self, out, 0)
        for face in range(i64(DIE)):
            out[face] = face
        return DIE

    def _play_chance(self, move: i64) -> None:
        """Take what chance has drawn."""
        phase = self.phase
        if phase == ROLL:
            play_roll(self, move)
        elif phase == DRAWING:
            self._play_drawing(move)
        elif phase == FREE:
            self.play_free(move)
        elif phase == HEALING:
            play_healing(self, move)
        else:
            play_stolen(self, move)

    def weight(self, move: i64) -> i64:
        """Count the cards that an outcome stands for; the faces of a die are alike."""
        if self.phase != DRAWING and self.phase != STOLEN:
            return 1
        data = self.data
        place = PILE if self.phase == DRAWING else self.target
        face = DRAWN_FACE if self.phase == DRAWING else move // KINDS
        count: i64 = 0
        for card in range(CARDS):
            if i64(data[PLACE + card]) == place and KIND[card] == move % KINDS and i64(data[FACE + card]) == face:
                count += 1
        return count

    # Secrets, what a seat knows, and the name of the position

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Redraw what the seat cannot know; what would have ended the match did not happen."""
        redraw(self, seat == 1, seat == 0, dice)
        while self.to_move != OVER and (self.has_recipe(0) or self.has_recipe(1)):
            redraw(self, seat == 1, seat == 0, dice)

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write what the seat knows."""
        observe(self, seat, out)

    def key(self) -> bytes:
        """Name the position."""
        return name_position(self)


def fresh_state(options: Options) -> MagicPotionState:
    """Make a state before the draft; here, because compiled code alone hands a vec over without losing memory."""
    return MagicPotionState(options, empty_field())
