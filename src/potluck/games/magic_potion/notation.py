"""Words for the moves of Magic Potion, their clicks and buttons.

| text | move |
| --- | --- |
| pick-hunter, give-3, place-d2, recipe-hunter | the set-up; give also in each recovery, place also for the summoned |
| go-d4, stay, stab-d6 | moving; a back stab names the slot where it lands |
| hound-d5, hound-stay, hound-home | the hound |
| show-+2, attack-thief, roll-3, done | showing an item, attacking, rolling own dice, ending the turn |
| heal-thief, blast, summon-thief, bribe-thief, take-III, steal-item, steal-dice | abilities |

A card is I, II, III, none, +1, +2 or +3, with a mark: * dealt and face down, ! seen by everybody, no mark when it was
drawn from the pile and is face down; ~ when it was drawn and everybody knows that it is not III, and with one_carrier
^ when it is not III if its carrier was dealt the side's piece, and ~* when it was dealt and is known to be blank.
Dice are 1 … 6. What a viewer may not know is written "?".
"""

import re

from potluck.core.english import counted
from potluck.core.state import ALL, CHANCE
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import NAMES, WALL
from potluck.games.magic_potion.characters import WHO
from potluck.games.magic_potion.combat import roller
from potluck.games.magic_potion.items import CARDS, ITEM_NAMES, KIND, KINDS
from potluck.games.magic_potion.moving import is_stab, speed_of
from potluck.games.magic_potion.position import NONE
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.words import LABELS, MARKS, dice_text, item_name, name_of, slots_text

# Moves


def card_text(kind: int, face: int) -> str:
    """Write a card with its mark."""
    return ITEM_NAMES[kind] + MARKS[face]


def cards_at(state: MagicPotionState, place: int) -> list[int]:
    """List the cards in a place by kind, then face."""
    found = [card for card in range(CARDS) if state.data[at.PLACE + card] == place]
    return sorted(found, key=lambda card: (KIND[card], state.data[at.FACE + card]))


def write_move(state: MagicPotionState, move: int, viewer: int) -> str:
    """Write a move as a viewer may know it."""
    if state.to_move == CHANCE:
        return write_chance(state, move, viewer)
    if not hides_move(state, viewer):
        return write_choice(state, move)
    return re.sub("-.*", "-?", write_choice(state, move))


def hides_move(state: MagicPotionState, viewer: int) -> bool:
    """Tell whether what the mover chooses now is hidden from a viewer (MP7)."""
    if viewer in (ALL, state.to_move):
        return False
    return state.is_set_up_secretly() or state.phase() == at.HIDE


def write_chance(state: MagicPotionState, move: int, viewer: int) -> str:
    """Write what chance draws; only its own side sees a drawn card."""
    if state.phase() == at.STOLEN:
        return card_text(move % KINDS, move // KINDS)
    if state.phase() != at.DRAWING:
        return str(move + 1)
    if viewer not in (ALL, state.side(state.actor())):
        return "?"
    return ITEM_NAMES[move] if move < KINDS else f"card-{move}"


def write_choice(state: MagicPotionState, move: int) -> str:
    """Write what a seat chooses."""
    if move in PLAIN_WORDS:
        return PLAIN_WORDS[move]
    if at.GO_TO <= move < at.HOUND_TO:
        return write_go(state, move - at.GO_TO)
    if move == at.HOUND_TO + state.hound():
        return "hound-stay"
    verb, start, names = next(row for row in NAMED if row[1] <= move < row[1] + len(row[2]))
    return f"{verb}-{names[move - start]}"


PLAIN_WORDS = {
    at.HOUND_HOME: "hound-home",
    at.BLAST: "blast",
    at.DONE: "done",
    at.STEAL_ITEM: "steal-item",
    at.STEAL_DICE: "steal-dice",
}
NUMBERS = [str(number) for number in range(at.MOST_DICE + 1)]
CARD_TEXTS = [card_text(code % KINDS, code // KINDS) for code in range(KINDS * len(MARKS))]
NAMED: tuple[tuple[str, int, list[str]], ...] = (
    ("pick", at.PICK_WHO, WHO),
    ("give", at.GIVE_DICE, NUMBERS[: at.DICE_A_ROUND + 1]),
    ("place", at.PLACE_AT, NAMES),
    ("recipe", at.HIDE_ON, WHO),
    ("go", at.GO_TO, NAMES),
    ("stab", at.GO_TO, NAMES),
    ("hound", at.HOUND_TO, NAMES),
    ("show", at.SHOW, CARD_TEXTS[: at.ATTACK - at.SHOW]),
    ("show", at.SHOW_KNOWN, CARD_TEXTS[at.ATTACK - at.SHOW :]),
    ("attack", at.ATTACK, WHO),
    ("heal", at.HEAL, WHO),
    ("summon", at.SUMMON, WHO),
    ("bribe", at.BRIBE, WHO),
    ("take", at.TAKE_ITEM, ITEM_NAMES),
    ("roll", at.ROLL_DICE, NUMBERS),
)


def write_go(state: MagicPotionState, cell: int) -> str:
    """Write where the acting character goes, and whether it passes through an enemy."""
    if state.actor() == NONE or state.data[at.CELL + state.actor()] == WALL:
        return f"go-{NAMES[cell]}"
    if cell == state.data[at.CELL + state.actor()]:
        return "stay"
    return f"{'stab' if is_stab(state, cell) else 'go'}-{NAMES[cell]}"


def situation(state: MagicPotionState) -> dict[str, str]:
    """Name who and what prompts and refusals speak of; where there is none, the name is never asked for."""
    actor = int(state.actor())
    rolls = int(roller(state))
    may_stay = state.phase() == at.HOUND and at.HOUND_TO + state.hound() in list(state.moves())
    return {
        "actor": name_of(actor),
        "target": name_of(state.target()),
        "roller": name_of(rolls),
        "next": name_of(state.next_unplaced(state.to_move)),
        "piece": ITEM_NAMES[state.to_move],
        "left": dice_text(int(state.left())),
        "dice": dice_text(int(state.data[at.DICE + rolls])),
        "speed": slots_text(int(speed_of(state, actor))),
        "ways": ways_text(state) if state.phase() == at.MOVE else "",
        "leave": " leave it," if may_stay else "",
    }


def ways_text(state: MagicPotionState) -> str:
    """Say how the acting character may move: it may not always stay (MP12), and some cannot but stay."""
    texts = [write_choice(state, move) for move in state.moves()]
    who = f"the {name_of(state.actor())}"
    if texts == ["stay"]:
        return f"{who} has no way to go: stay"
    walks = any(text.startswith("go") for text in texts)
    way = f"up to {slots_text(int(speed_of(state, state.actor())))}" if walks else "by Back Stab"
    return f"move {who} {way}, or stay" if "stay" in texts else f"move {who} off the surprise slot, {way}"


# Clicks and buttons


def move_path(state: MagicPotionState, move: int) -> list[str]:
    """Name the things to click: a slot or a character, then what is done to it; or a button."""
    text = write_choice(state, move)
    verb, _, name = text.partition("-")
    if verb in ("attack", "heal", "summon", "bribe"):
        return [spot(state, WHO.index(name)), verb]
    if verb in ("pick", "recipe"):
        return [spot(state, WHO.index(name))]
    if verb in ("go", "place", "stab") or (verb == "hound" and name in NAMES):
        return [name]
    return [text]


def spot(state: MagicPotionState, character: int) -> str:
    """Name where to click on a character: its slot, or its card when it is not on the field."""
    cell = int(state.data[at.CELL + character])
    return WHO[character] if cell == WALL else NAMES[cell]


def label_move(state: MagicPotionState, move: int, text: str) -> str:
    """Name a move on a button."""
    verb, _, name = text.partition("-")
    label = LABELS.get(verb, verb.capitalize())
    if text in LABELS:
        return "Take nothing" if text == "done" and state.phase() == at.STEAL else LABELS[text]
    if verb in ("show", "take"):
        label = "Use the open" if name.endswith("!") else label
        return f"{label} {item_name(name)}{' (cleared)' if name.endswith('~') else ''}"
    if verb in ("roll", "give"):
        return f"{label} {counted(int(name), 'die', 'dice')}"  # with the number that stands on the button
    return f"{label} the {name_of(WHO.index(name))}" if name in WHO else f"{label} {name}"
