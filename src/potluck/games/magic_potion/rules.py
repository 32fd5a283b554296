"""The rules of Magic Potion: the dispatchers to its phases, chance, secrets and the end.

| code | move | phase |
| --- | --- | --- |
| PICK_WHO + character | pick a character in the draft | setup.py |
| GIVE_DICE + number | give so many dice to the character that is next | rounds.py |
| PLACE_AT + cell | place the character that is next, or the one summoned | setup.py, abilities.py |
| HIDE_ON + character | let it carry the recipe piece, and the two others a blank item | setup.py |
| GO_TO + cell | move there; its own slot is staying; the slot behind an enemy is a back stab | moving.py |
| HOUND_TO + cell, HOUND_HOME | move the hound, or have it with the hunter | abilities.py |
| SHOW + face × 7 + kind | show a carried item of the first three faces; energy is used | showing.py |
| ATTACK + character | announce an attack | combat.py |
| HEAL, SUMMON, BRIBE + character, BLAST | use an ability | abilities.py |
| DONE | end the turn, or leave the target's things alone | rounds.py |
| STEAL_ITEM, STEAL_DICE, TAKE_ITEM + kind | what the thief or the merchant takes | abilities.py |
| ROLL_DICE + number | roll so many own dice, in attack or defence | combat.py |
| SHOW_KNOWN + (face − 3) × 7 + kind | show a carried item of the other faces | showing.py |

Chance draws a face of a die (0 … 5), the kind of a card of the pile, or face × 7 + kind of a stolen card.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER, Rules, State
from potluck.games.magic_potion import abilities, combat, moving, rounds, setup, showing
from potluck.games.magic_potion.items import CARDS, KIND, KINDS
from potluck.games.magic_potion.position import (
    ACT,
    AIM,
    ATTACK,
    BLAST,
    BRIBE,
    DEFEND,
    DIE,
    DONE,
    DRAW,
    DRAWING,
    DRAWN_FACE,
    ENDED,
    ENDED_BY,
    FACE,
    FREE,
    GIVE,
    GIVE_DICE,
    GO_TO,
    HEAL,
    HEALING,
    HIDE,
    HIDE_ON,
    HOUND,
    HOUND_TO,
    MOVE,
    OPEN_FACE,
    PICK,
    PILE,
    PLACE,
    PLACE_AT,
    PLACING,
    RAISE,
    ROLL,
    ROLL_DICE,
    SHOW,
    SHOW_KNOWN,
    STEAL,
    STEAL_DICE,
    STEAL_ITEM,
    STOLEN,
    SUMMON,
    TAKE,
    TAKE_ITEM,
    MagicPotionPosition,
    Options,
    empty_field,
)
from potluck.games.magic_potion.secrets import exchange, fits, is_unknown, redraw

# The ruling that says what is to be done in each phase.
TO_DO: Final = vec[i64]([7, 8, 7, 7, 18, 9, 13, 34, 9, 16, 16, 16, 19, 19, 20, 21, 23, 0])


@final
class MagicPotionState(MagicPotionPosition):
    """Play from a position."""

    def rules_agreed(self) -> Rules:
        """Return what was agreed before the match."""
        return self.options

    def copy(self) -> "MagicPotionState":
        """Make an independent twin."""
        twin = MagicPotionState(self.options, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        return twin

    # The dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = self.phase()
        if self.to_move == CHANCE:
            return self._chance_moves(out)
        if phase == MOVE:
            return moving.go_moves(self, out, 0)
        if phase == ACT:
            return rounds.act_moves(self, out, 0)
        if phase == AIM:
            return combat.dice_moves(self, out, 0)
        if phase == DEFEND:
            return combat.dice_moves(self, out, showing.show_moves(self, self.target(), out, 0))
        if phase == HOUND:
            return abilities.hound_moves(self, out, 0)
        if phase == GIVE:
            return rounds.give_moves(self, out, 0)
        if phase == STEAL:
            return abilities.steal_moves(self, out, 0)
        if phase == TAKE:
            return abilities.take_moves(self, out, 0)
        if phase == PICK:
            return setup.pick_moves(self, out, 0)
        if phase == HIDE:
            return setup.hide_moves(self, out, 0)
        return 0 if phase == ENDED else setup.place_moves(self, out, 0)  # PLACING and RAISE

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if self.to_move == CHANCE:
            self._play_chance(move)
        elif move >= SHOW_KNOWN:
            showing.play_show(self, showing.shown_by(move))
        elif move >= ROLL_DICE:
            combat.play_dice(self, move - ROLL_DICE)
        elif move >= ATTACK:
            self._play_act(move)
        elif move >= SHOW:
            showing.play_show(self, showing.shown_by(move))
        elif move >= HOUND_TO:
            abilities.play_hound(self, move - HOUND_TO)  # one past the field is WALL: home
        elif move >= GO_TO:
            moving.play_go(self, move - GO_TO)
        elif move >= HIDE_ON:
            setup.play_hide(self, move - HIDE_ON)
        elif move >= PLACE_AT and self.phase() == RAISE:
            abilities.play_raise(self, move - PLACE_AT)
        elif move >= PLACE_AT:
            setup.play_place(self, move - PLACE_AT)
        elif move >= GIVE_DICE:
            rounds.play_give(self, move - GIVE_DICE)
        else:
            setup.play_pick(self, move)
        if self.phase() > ENDED:
            rounds.go_on(self)

    def _play_act(self, move: i64) -> None:
        """Attack, use an ability, or end the turn."""
        if move >= TAKE_ITEM:
            abilities.play_take(self, move - TAKE_ITEM)
        elif move == STEAL_DICE:
            abilities.play_steal_dice(self)
        elif move == STEAL_ITEM:
            self.await_chance(STOLEN)
        elif move == DONE:
            rounds.play_done(self)
        elif move == BLAST:
            abilities.play_blast(self)
        elif move >= BRIBE:
            abilities.play_bribe(self, move - BRIBE)
        elif move >= SUMMON:
            abilities.play_summon(self, move - SUMMON)
        elif move >= HEAL:
            abilities.play_heal(self, move - HEAL)
        else:
            combat.play_attack(self, move - ATTACK)

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        phase = self.phase()
        if phase == ENDED:
            return i64(self.data[ENDED_BY])
        if showing.shown_by(move) >= 0:
            return showing.why_not_show(self, showing.shown_by(move)) if phase in (ACT, DEFEND) else TO_DO[phase]
        if move >= ROLL_DICE and phase in (AIM, DEFEND):
            return combat.why_not_dice(self, move - ROLL_DICE)
        if ATTACK <= move < ROLL_DICE and phase in (ACT, STEAL, TAKE):
            return self._why_not_act(move)
        if HOUND_TO <= move < SHOW and phase == HOUND:
            return abilities.why_not_hound(self, move - HOUND_TO)
        if GO_TO <= move < HOUND_TO and phase == MOVE:
            return moving.why_not_go(self, move - GO_TO)
        if move < GO_TO:
            return self._why_not_set_up(move)
        return TO_DO[phase]

    def _why_not_act(self, move: i64) -> i64:
        """Refuse an attack, an ability, the end of a turn, or what is stolen or taken."""
        phase = self.phase()
        if move >= TAKE_ITEM and phase == TAKE:
            return abilities.why_not_take(self, move - TAKE_ITEM)
        if STEAL_ITEM <= move < TAKE_ITEM and phase == STEAL:
            return abilities.why_not_steal(self, move)
        if move == DONE and phase != TAKE:
            return rounds.why_not_done(self)
        if move >= DONE or phase != ACT:
            return TO_DO[phase]
        if move == BLAST:
            return abilities.why_not_blast(self)
        if move >= BRIBE:
            return abilities.why_not_bribe(self, move - BRIBE)
        if move >= SUMMON:
            return abilities.why_not_summon(self, move - SUMMON)
        return abilities.why_not_heal(self, move - HEAL) if move >= HEAL else combat.why_not_attack(self, move - ATTACK)

    def _why_not_set_up(self, move: i64) -> i64:
        """Refuse a choice of the set-up, dice of a recovery, or the slot of who is summoned."""
        phase = self.phase()
        if move >= HIDE_ON and phase == HIDE:
            return setup.why_not_hide(self, move - HIDE_ON)
        if PLACE_AT <= move < HIDE_ON and phase in (PLACING, RAISE):
            return setup.why_not_place(self, move - PLACE_AT)
        if GIVE_DICE <= move < PLACE_AT and phase == GIVE:
            return rounds.why_not_give(self, move - GIVE_DICE)
        if move < GIVE_DICE and phase == PICK:
            return setup.why_not_pick(self, move)
        return TO_DO[phase]

    # Chance

    def _chance_moves(self, out: vec[i64]) -> i64:
        """Write what chance can draw: a card, or the faces of a die."""
        if self.phase() == DRAWING:
            return moving.drawing_moves(self, out, 0)
        if self.phase() == STOLEN:
            return abilities.stolen_moves(self, out, 0)
        for face in range(i64(DIE)):
            out[face] = face
        return DIE

    def _play_chance(self, move: i64) -> None:
        """Take what chance has drawn."""
        phase = self.phase()
        if phase == ROLL:
            combat.play_roll(self, move)
        elif phase == DRAWING:
            moving.play_drawing(self, move)
        elif phase == FREE:
            moving.play_free(self, move)
        elif phase == HEALING:
            abilities.play_healing(self, move)
        else:
            abilities.play_stolen(self, move)

    def weight(self, move: i64) -> i64:
        """Count the cards that an outcome stands for; the faces of a die are alike."""
        drawing = self.phase() == DRAWING
        if not drawing and self.phase() != STOLEN:
            return 1
        data = self.data
        place = PILE if drawing else self.target()
        face, kind = DRAWN_FACE if drawing else move // KINDS, move % KINDS
        count: i64 = 0
        for card in range(CARDS):
            if i64(data[PLACE + card]) == place and KIND[card] == kind and i64(data[FACE + card]) == face:
                count += 1
        return count

    # Secrets

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Redraw what the seat cannot know, until it fits what everybody knows."""
        redraw(self, seat == 1, seat == 0, dice)
        while not fits(self):
            redraw(self, seat == 1, seat == 0, dice)

    def witnesses(self, seat: i64, move: i64) -> list[State]:
        """Exchange each item that the move opens with others; say nothing certain when a secret set-up is shown."""
        after = self.copy()
        after.play(move)
        if self.is_set_up_secretly() and not (after.is_set_up_secretly() and after.phase() == self.phase()):
            return []
        found: list[State] = [self.copy()]
        seen = {self.key()}
        for card in range(CARDS):
            if after.data[FACE + card] == OPEN_FACE and is_unknown(self, card, seat == 1, seat == 0):
                for other in range(CARDS):
                    twin = self.copy()
                    if exchange(twin, card, other, seat) and twin.key() not in seen:
                        seen.add(twin.key())
                        found.append(twin)
        return found

    # The end

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        if self.winner() == DRAW:
            return 0.0
        return 1.0 if self.winner() == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "MP" + str(i64(self.data[ENDED_BY])) if self.to_move == OVER else ""


def fresh_state(options: Options) -> MagicPotionState:
    """Make a state before the draft; here, because compiled code alone hands a vec over without losing memory."""
    return MagicPotionState(options, empty_field())
