"""The moves of Magic Potion as numbers.

| code | move |
| --- | --- |
| PICK_WHO + character | pick a character in the draft |
| GIVE_DICE + number | give so many dice to the character that is next |
| PLACE_AT + cell | place the character that is next, or the one summoned |
| HIDE_ON + character | let it carry the recipe piece, and the two others none |
| GO_TO + cell | move there; its own slot is staying; the slot behind an enemy is a back stab |
| HOUND_TO + cell, HOUND_HOME | move the hound, or have it with the hunter |
| SHOW + face × 7 + kind | show a carried item; energy is used |
| ATTACK, HEAL, SUMMON, BRIBE + character, BLAST | attack, or use an ability |
| DONE | end the turn, or leave the target's things alone |
| STEAL_ITEM, STEAL_DICE | what the thief takes |
| TAKE_ITEM + kind | what the merchant takes |
| ROLL_DICE + number | roll so many own dice, in attack or defence |

Chance draws a face of a die (0 … 5), the kind of a card of the pile, or face × 7 + kind of a stolen card.
"""

from typing import Final

from potluck.games.magic_potion.board import CELLS
from potluck.games.magic_potion.characters import CAST
from potluck.games.magic_potion.items import KINDS
from potluck.games.magic_potion.position import DICE_A_ROUND, FACES, MOST_DICE

PICK_WHO: Final = 0
GIVE_DICE: Final = PICK_WHO + CAST
PLACE_AT: Final = GIVE_DICE + DICE_A_ROUND + 1
HIDE_ON: Final = PLACE_AT + CELLS
GO_TO: Final = HIDE_ON + CAST
HOUND_TO: Final = GO_TO + CELLS
HOUND_HOME: Final = HOUND_TO + CELLS
SHOW: Final = HOUND_HOME + 1
ATTACK: Final = SHOW + FACES * KINDS
HEAL: Final = ATTACK + CAST
SUMMON: Final = HEAL + CAST
BRIBE: Final = SUMMON + CAST
BLAST: Final = BRIBE + CAST
DONE: Final = BLAST + 1
STEAL_ITEM: Final = DONE + 1
STEAL_DICE: Final = STEAL_ITEM + 1
TAKE_ITEM: Final = STEAL_DICE + 1
ROLL_DICE: Final = TAKE_ITEM + KINDS
MOVE_COUNT: Final = ROLL_DICE + MOST_DICE + 1

DIE: Final = 6
CHANCE_COUNT: Final = FACES * KINDS
BLAST_DAMAGE: Final = 2
STEAL_DAMAGE: Final = 4
SUMMON_PRICE: Final = 2
FREEING: Final = 4  # the face 5, counted from 0
