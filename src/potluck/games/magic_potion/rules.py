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
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.items import CARDS, KIND, KINDS
from potluck.games.magic_potion.position import DRAW, MagicPotionPosition, Options, empty_field
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
        if phase == at.MOVE:
            return moving.go_moves(self, out, 0)
        if phase == at.ACT:
            return rounds.act_moves(self, out, 0)
        if phase == at.AIM:
            return combat.dice_moves(self, out, 0)
        if phase == at.DEFEND:
            return combat.dice_moves(self, out, showing.show_moves(self, self.target(), out, 0))
        if phase == at.HOUND:
            return abilities.hound_moves(self, out, 0)
        if phase == at.GIVE:
            return rounds.give_moves(self, out, 0)
        if phase == at.STEAL:
            return abilities.steal_moves(self, out, 0)
        if phase == at.TAKE:
            return abilities.take_moves(self, out, 0)
        if phase == at.PICK:
            return setup.pick_moves(self, out, 0)
        if phase == at.HIDE:
            return setup.hide_moves(self, out, 0)
        return 0 if phase == at.ENDED else setup.place_moves(self, out, 0)  # PLACING and RAISE

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if self.to_move == CHANCE:
            self._play_chance(move)
        elif move >= at.SHOW_KNOWN:
            showing.play_show(self, showing.shown_by(move))
        elif move >= at.ROLL_DICE:
            combat.play_dice(self, move - at.ROLL_DICE)
        elif move >= at.ATTACK:
            self._play_act(move)
        elif move >= at.SHOW:
            showing.play_show(self, showing.shown_by(move))
        elif move >= at.HOUND_TO:
            abilities.play_hound(self, move - at.HOUND_TO)  # one past the field is WALL: home
        elif move >= at.GO_TO:
            moving.play_go(self, move - at.GO_TO)
        elif move >= at.HIDE_ON:
            setup.play_hide(self, move - at.HIDE_ON)
        elif move >= at.PLACE_AT and self.phase() == at.RAISE:
            abilities.play_raise(self, move - at.PLACE_AT)
        elif move >= at.PLACE_AT:
            setup.play_place(self, move - at.PLACE_AT)
        elif move >= at.GIVE_DICE:
            rounds.play_give(self, move - at.GIVE_DICE)
        else:
            setup.play_pick(self, move)
        if self.phase() > at.ENDED:
            rounds.go_on(self)

    def _play_act(self, move: i64) -> None:
        """Attack, use an ability, or end the turn."""
        if move >= at.TAKE_ITEM:
            abilities.play_take(self, move - at.TAKE_ITEM)
        elif move == at.STEAL_DICE:
            abilities.play_steal_dice(self)
        elif move == at.STEAL_ITEM:
            self.await_chance(at.STOLEN)
        elif move == at.DONE:
            rounds.play_done(self)
        elif move == at.BLAST:
            abilities.play_blast(self)
        elif move >= at.BRIBE:
            abilities.play_bribe(self, move - at.BRIBE)
        elif move >= at.SUMMON:
            abilities.play_summon(self, move - at.SUMMON)
        elif move >= at.HEAL:
            abilities.play_heal(self, move - at.HEAL)
        else:
            combat.play_attack(self, move - at.ATTACK)

    def why_not(self, move: i64) -> i64:
        """Return the number of the ruling that forbids a seat's move here; 0 exactly when it is legal."""
        phase = self.phase()
        if phase == at.ENDED:
            return i64(self.data[at.ENDED_BY])
        if showing.shown_by(move) >= 0:
            return showing.why_not_show(self, showing.shown_by(move)) if phase in (at.ACT, at.DEFEND) else TO_DO[phase]
        if move >= at.ROLL_DICE and phase in (at.AIM, at.DEFEND):
            return combat.why_not_dice(self, move - at.ROLL_DICE)
        if at.ATTACK <= move < at.ROLL_DICE and phase in (at.ACT, at.STEAL, at.TAKE):
            return self._why_not_act(move)
        if at.HOUND_TO <= move < at.SHOW and phase == at.HOUND:
            return abilities.why_not_hound(self, move - at.HOUND_TO)
        if at.GO_TO <= move < at.HOUND_TO and phase == at.MOVE:
            return moving.why_not_go(self, move - at.GO_TO)
        if move < at.GO_TO:
            return self._why_not_set_up(move)
        return TO_DO[phase]

    def _why_not_act(self, move: i64) -> i64:
        """Refuse an attack, an ability, the end of a turn, or what is stolen or taken."""
        phase = self.phase()
        if move >= at.TAKE_ITEM and phase == at.TAKE:
            return abilities.why_not_take(self, move - at.TAKE_ITEM)
        if at.STEAL_ITEM <= move < at.TAKE_ITEM and phase == at.STEAL:
            return abilities.why_not_steal(self, move)
        if move == at.DONE and phase != at.TAKE:
            return rounds.why_not_done(self)
        if move >= at.DONE or phase != at.ACT:
            return TO_DO[phase]
        if move == at.BLAST:
            return abilities.why_not_blast(self)
        if move >= at.BRIBE:
            return abilities.why_not_bribe(self, move - at.BRIBE)
        if move >= at.SUMMON:
            return abilities.why_not_summon(self, move - at.SUMMON)
        if move >= at.HEAL:
            return abilities.why_not_heal(self, move - at.HEAL)
        return combat.why_not_attack(self, move - at.ATTACK)

    def _why_not_set_up(self, move: i64) -> i64:
        """Refuse a choice of the set-up, dice of a recovery, or the slot of who is summoned."""
        phase = self.phase()
        if move >= at.HIDE_ON and phase == at.HIDE:
            return setup.why_not_hide(self, move - at.HIDE_ON)
        if at.PLACE_AT <= move < at.HIDE_ON and phase in (at.PLACING, at.RAISE):
            return setup.why_not_place(self, move - at.PLACE_AT)
        if at.GIVE_DICE <= move < at.PLACE_AT and phase == at.GIVE:
            return rounds.why_not_give(self, move - at.GIVE_DICE)
        if move < at.GIVE_DICE and phase == at.PICK:
            return setup.why_not_pick(self, move)
        return TO_DO[phase]

    # Chance

    def _chance_moves(self, out: vec[i64]) -> i64:
        """Write what chance can draw: a card, or the faces of a die."""
        if self.phase() == at.DRAWING:
            return moving.drawing_moves(self, out, 0)
        if self.phase() == at.STOLEN:
            return abilities.stolen_moves(self, out, 0)
        for face in range(i64(at.DIE)):
            out[face] = face
        return at.DIE

    def _play_chance(self, move: i64) -> None:
        """Take what chance has drawn."""
        phase = self.phase()
        if phase == at.ROLL:
            combat.play_roll(self, move)
        elif phase == at.DRAWING:
            moving.play_drawing(self, move)
        elif phase == at.FREE:
            moving.play_free(self, move)
        elif phase == at.HEALING:
            abilities.play_healing(self, move)
        else:
            abilities.play_stolen(self, move)

    def weight(self, move: i64) -> i64:
        """Count the cards that an outcome stands for; the faces of a die are alike."""
        drawing = self.phase() == at.DRAWING
        if not drawing and self.phase() != at.STOLEN:
            return 1
        data = self.data
        place = at.PILE if drawing else self.target()
        face, kind = at.DRAWN_FACE if drawing else move // KINDS, move % KINDS
        count: i64 = 0
        for card in range(CARDS):
            if i64(data[at.PLACE + card]) == place and KIND[card] == kind and i64(data[at.FACE + card]) == face:
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
            if after.data[at.FACE + card] == at.OPEN_FACE and is_unknown(self, card, seat == 1, seat == 0):
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
        return "MP" + str(i64(self.data[at.ENDED_BY])) if self.to_move == OVER else ""


def fresh_state(options: Options) -> MagicPotionState:
    """Make a state before the draft; here, because compiled code alone hands a vec over without losing memory."""
    return MagicPotionState(options, empty_field())
