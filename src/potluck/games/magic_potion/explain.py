"""Why a move of Magic Potion is refused."""

from collections.abc import Callable

from potluck.core.view import Refusal
from potluck.games.magic_potion.board import CELLS, DISTANCE, NAMES, SURPRISE, WALL
from potluck.games.magic_potion.characters import ASSASSIN, MAGICIAN, MERCHANT, NECROMANCER, PRIEST, SPEED
from potluck.games.magic_potion.codes import (
    SUMMON_PRICE,
)
from potluck.games.magic_potion.combat import least_dice
from potluck.games.magic_potion.items import KINDS
from potluck.games.magic_potion.notation import dice_text, name_of, read_choice
from potluck.games.magic_potion.position import (
    ACT,
    AIM,
    BRIBED,
    CELL,
    DEFEND,
    DICE,
    DICE_A_ROUND,
    EXTRA,
    GIVE,
    HIDE,
    HOUND,
    MOVE,
    NONE,
    PICK,
    PLACING,
    RAISE,
    STAB,
    STEAL,
    TAKE,
)
from potluck.games.magic_potion.rules import MagicPotionState


def explain_move(state: MagicPotionState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    verb, number = read_choice(text)
    phases, reason = REASONS[verb]
    if state.phase not in phases:
        return Refusal(*EXPECTED[state.phase])
    return reason(state, number)


EXPECTED = {
    PICK: ("MP7", "the draft comes first: pick a character"),
    GIVE: ("MP8", "dice are being given out: say how many the next character gets"),
    PLACING: ("MP7", "the characters are being placed: choose a slot of your territory"),
    HIDE: ("MP7", "the items are being placed: choose who carries your recipe piece"),
    MOVE: ("MP9", "a turn begins with the move: choose a slot, or stay"),
    HOUND: ("MP34", "the hound goes next: move it, leave it or keep it"),
    ACT: ("MP9", "the move is over: show items, attack, use the ability or end the turn"),
    AIM: ("MP16", "the attack is announced: say with how many dice"),
    DEFEND: ("MP16", "the attack must be answered: show items, or say how many dice you roll"),
    STEAL: ("MP19", "the thief takes an item, dice or nothing now"),
    RAISE: ("MP21", "the summoned must be placed on a free slot of your territory"),
    TAKE: ("MP23", "the merchant takes one of the items that he was shown"),
}


def refuse_pick(state: MagicPotionState, character: int) -> Refusal:
    """Say why a character cannot be picked."""
    return Refusal("MP7", f"the {name_of(character)} has been picked already")


def refuse_give(state: MagicPotionState, number: int) -> Refusal:
    """Say why so many dice cannot be given."""
    return Refusal("MP8", f"only {dice_text(int(state.left))} of the {DICE_A_ROUND} are left to give")


def refuse_place(state: MagicPotionState, cell: int) -> Refusal:
    """Say why a character cannot be placed on a slot."""
    if state.data[cell] != 0:
        return Refusal("MP27", f"{NAMES[cell]} is occupied, and a slot holds one character")
    return Refusal("MP21" if state.phase == RAISE else "MP7", f"{NAMES[cell]} is not in your territory")


def refuse_recipe(state: MagicPotionState, character: int) -> Refusal:
    """Say why a character cannot carry the piece."""
    return Refusal("MP7", f"the {name_of(character)} is not yours")


def refuse_stay(state: MagicPotionState, number: int) -> Refusal:
    """Say why a character may not stay."""
    return Refusal("MP12", "it stood on a surprise slot last round, and must move away")


def refuse_go(state: MagicPotionState, cell: int) -> Refusal:
    """Say why the actor cannot walk to a slot."""
    actor = state.actor
    start = int(state.data[CELL + actor])
    speed = 1 if state.is_undead(actor) else SPEED[actor]
    if cell == start:
        return Refusal("MP11", f"the {name_of(actor)} is there already; say stay")
    if state.data[cell] != 0:
        return Refusal("MP11", f"{NAMES[cell]} is occupied")
    distance = DISTANCE[start * CELLS + cell]
    if distance > speed:
        return Refusal("MP11", f"{NAMES[cell]} is {distance} slots away, and the {name_of(actor)}'s speed is {speed}")
    return Refusal("MP11", f"the way to {NAMES[cell]} is blocked: nobody passes other characters")


def refuse_stab(state: MagicPotionState, cell: int) -> Refusal:
    """Say why there is no back stab to a slot."""
    actor = state.actor
    if actor != ASSASSIN or state.is_undead(actor):
        return Refusal("MP17", f"the {name_of(actor)} has no Back Stab")
    if state.data[cell] != 0:
        return Refusal("MP17", f"{NAMES[cell]} is occupied, and the assassin lands on a free slot")
    return Refusal("MP17", f"no adjacent enemy stands straight between the assassin and {NAMES[cell]}")


def refuse_hound(state: MagicPotionState, cell: int) -> Refusal:
    """Say why the hound cannot go to a slot."""
    if cell == state.data[CELL + state.actor]:
        return Refusal("MP18", "the hunter is there: say hound-home")
    if cell == state.hound:
        return Refusal("MP18", "the hound is there already: say hound-stay")
    return Refusal("MP18", f"{NAMES[cell]} is more than two slots from the hound")


def refuse_hound_stay(state: MagicPotionState, number: int) -> Refusal:
    """Say why the hound may not stay where it is."""
    if state.hound == WALL:
        return Refusal("MP18", "the hound is with the hunter: say hound-home")
    if SURPRISE[state.hound]:
        return Refusal("MP18", "the hound sat on a surprise slot for a round, and must leave it")
    return Refusal("MP18", "the hunter is there: say hound-home")


def refuse_show(state: MagicPotionState, code: int) -> Refusal:
    """Say why an item cannot be shown."""
    character = state.target if state.phase == DEFEND else state.actor
    kind, face = code % KINDS, code // KINDS
    if state.find_card(character, kind, face) == NONE:
        return Refusal("MP14", f"the {name_of(character)} does not carry that item")
    if state.is_undead(character):
        return Refusal("MP21", "the undead use no items")
    return Refusal("MP14", "everybody has seen that item, and it holds no energy")


def refuse_attack(state: MagicPotionState, enemy: int) -> Refusal:
    """Say why the actor cannot attack somebody."""
    actor = state.actor
    if not state.is_enemy(enemy):
        return Refusal("MP16", f"the {name_of(enemy)} is no enemy on the field")
    if state.mode == STAB:
        return Refusal("MP17", f"after passing the {name_of(state.target)} the assassin attacks only it")
    if state.mode == EXTRA:
        return Refusal("MP3", f"the extra attack goes at the {name_of(state.target)}")
    distance = DISTANCE[int(state.data[CELL + actor]) * CELLS + int(state.data[CELL + enemy])]
    if state.bonus(actor, enemy) == 0:
        return Refusal("MP15", f"the {name_of(actor)} cannot attack at distance {distance}")
    return Refusal("MP15", f"the {name_of(actor)} has no die to roll")


def has_ability(state: MagicPotionState, character: int, ruling: str, price: int) -> Refusal | None:
    """Say why the actor cannot use this ability at all: it is another's, or nothing is left to pay it with."""
    actor = state.actor
    if actor != character:
        return Refusal(ruling, f"the {name_of(actor)} cannot do what the {name_of(character)} does")
    if price and state.is_undead(actor):
        return Refusal("MP21", "the undead have no dice to pay with")
    if state.data[DICE + actor] < price:
        return Refusal(ruling, f"it costs {dice_text(price)}, and the {name_of(actor)} has {state.data[DICE + actor]}")
    return None


def refuse_heal(state: MagicPotionState, friend: int) -> Refusal:
    """Say why somebody cannot be healed."""
    general = has_ability(state, PRIEST, "MP20", 1)
    if general:
        return general
    if state.is_enemy(friend) or state.data[CELL + friend] == WALL:
        return Refusal("MP20", f"the {name_of(friend)} is no teammate on the field")
    return Refusal("MP20", f"the {name_of(friend)} has full health")


def refuse_blast(state: MagicPotionState, number: int) -> Refusal:
    """Say why there is no fire blast."""
    general = has_ability(state, MAGICIAN, "MP22", 0)
    return general or Refusal("MP22", "no enemy stands in the same row or column within two slots")


def refuse_summon(state: MagicPotionState, friend: int) -> Refusal:
    """Say why somebody cannot be summoned."""
    general = has_ability(state, NECROMANCER, "MP21", SUMMON_PRICE)
    return general or Refusal("MP21", f"the {name_of(friend)} is no dead teammate")


def refuse_bribe(state: MagicPotionState, enemy: int) -> Refusal:
    """Say why somebody cannot be bribed."""
    if state.mode == BRIBED:
        return Refusal("MP6", "the merchant bribes once a turn")
    general = has_ability(state, MERCHANT, "MP23", 1)
    return general or Refusal("MP23", f"the {name_of(enemy)} is no enemy next to the merchant")


def refuse_done(state: MagicPotionState, number: int) -> Refusal:
    """Say why the turn cannot end."""
    return Refusal("MP17", "passing through an enemy commits the assassin to the attack")


def refuse_steal(state: MagicPotionState, number: int) -> Refusal:
    """Say why there is nothing to steal."""
    return Refusal("MP19", f"the {name_of(state.target)} has none")


def refuse_take(state: MagicPotionState, kind: int) -> Refusal:
    """Say why an item cannot be taken."""
    return Refusal("MP23", f"the {name_of(state.target)} does not carry that item")


def refuse_roll(state: MagicPotionState, number: int) -> Refusal:
    """Say why so many dice cannot be rolled."""
    roller = state.actor if state.phase == AIM else state.target
    if state.phase == AIM and number < least_dice(state):
        return Refusal("MP15", "at least one die must be rolled to attack")
    return Refusal("MP16", f"the {name_of(roller)} has {dice_text(state.data[DICE + roller])}")


REASONS: dict[str, tuple[tuple[int, ...], Callable[[MagicPotionState, int], Refusal]]] = {
    "pick": ((PICK,), refuse_pick),
    "give": ((GIVE,), refuse_give),
    "place": ((PLACING, RAISE), refuse_place),
    "recipe": ((HIDE,), refuse_recipe),
    "stay": ((MOVE,), refuse_stay),
    "go": ((MOVE,), refuse_go),
    "stab": ((MOVE,), refuse_stab),
    "hound": ((HOUND,), refuse_hound),
    "hound-stay": ((HOUND,), refuse_hound_stay),
    "hound-home": ((), refuse_hound_stay),
    "show": ((ACT, DEFEND), refuse_show),
    "attack": ((ACT,), refuse_attack),
    "heal": ((ACT,), refuse_heal),
    "blast": ((ACT,), refuse_blast),
    "summon": ((ACT,), refuse_summon),
    "bribe": ((ACT,), refuse_bribe),
    "done": ((ACT,), refuse_done),
    "steal-item": ((STEAL,), refuse_steal),
    "steal-dice": ((STEAL,), refuse_steal),
    "take": ((TAKE,), refuse_take),
    "roll": ((AIM, DEFEND), refuse_roll),
}
