"""Sentences of Magic Potion: what is expected now, and what a move did, as a viewer may know it."""

from potluck.core.english import counted, listed
from potluck.core.state import ALL, CHANCE, OVER
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.abilities import is_blasted
from potluck.games.magic_potion.board import NAMES, WALL
from potluck.games.magic_potion.characters import ABILITIES, CAST, DEFENCE, HUNTER
from potluck.games.magic_potion.combat import free_dice
from potluck.games.magic_potion.items import ENERGY, ITEM_NAMES, KIND, KINDS
from potluck.games.magic_potion.moving import is_stab, passed_by
from potluck.games.magic_potion.notation import cards_at, hides_move, situation
from potluck.games.magic_potion.position import DRAW, NOBODY, NONE
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.showing import shown_by
from potluck.games.magic_potion.words import dice_text, item_name, name_of

BEGINS: tuple[str, ...] = ("Round ",)  # in sentences about the turn that begins

# Prompts


def prompt(state: MagicPotionState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        return ending(state)
    if state.to_move == CHANCE:
        return CHANCE_PROMPTS[state.phase()]
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    text = PROMPTS[state.phase()].format(**situation(state), what=what_to_do(state))
    return text[0].upper() + text[1:]


def ending(state: MagicPotionState) -> str:
    """Say how the match ended."""
    if state.winner() == DRAW:
        rounds = int(state.options.round_limit)
        return f"The match is a draw after {counted(rounds, 'round')}."
    if state.ending() == "MP10":
        return f"{{{state.winner()}}} won with the whole recipe."
    return f"{{{state.winner()}}} won: {{{1 - state.winner()}}} has no characters left."


def what_to_do(state: MagicPotionState) -> str:
    """Say what the acting character may do."""
    if state.mode() == at.STAB:
        return f"attack the {name_of(state.target())}"
    if state.mode() == at.EXTRA:
        return f"attack the {name_of(state.target())} again, or end the turn"
    verbs = [move for move in state.moves() if move != at.DONE and shown_by(move) == NONE]
    words = ["attack"] if any(move < at.HEAL for move in verbs) else []
    words += [f"use {ABILITIES[state.actor()]}"] if any(move >= at.HEAL for move in verbs) else []
    words += ["show an item"] if any(shown_by(move) != NONE for move in state.moves()) else []
    return f"{', '.join(words)} or end the turn" if words else "end the turn"


PROMPTS = {
    at.PICK: "Pick a character.",
    at.GIVE: "Give dice to the {actor}: {left} left.",
    at.PLACING: "Place the {next} in your territory.",
    at.HIDE: "Choose who carries Recipe {piece}.",
    at.MOVE: "{ways}.",
    at.HOUND: "Send the hound up to 2 slots,{leave} or keep it.",
    at.ACT: "Act with the {actor}: {what}.",
    at.AIM: "How many dice does the {actor} roll against the {target}?",
    at.DEFEND: "How many dice does the {target} roll against the {actor}?",
    at.STEAL: "Steal an item or dice from the {target}, or take nothing.",
    at.RAISE: "Place the undead {target} in your territory.",
    at.TAKE: "Take one item from the {target}.",
}
CHANCE_PROMPTS = {
    at.FREE: "The bitten character rolls to get free.",
    at.DRAWING: "An item is drawn.",
    at.ROLL: "The dice are rolled.",
    at.STOLEN: "An item is stolen.",
    at.HEALING: "The healing die is rolled.",
}


def aside(state: MagicPotionState, seat: int) -> str:
    """State what the dice can do before they are chosen."""
    if state.to_move != seat:
        return ""
    if state.phase() == at.AIM:
        free = int(free_dice(state, state.target()))
        points = 0 if state.options.bonus_dice else int(state.bonus(state.actor(), state.target()))
        added, answer = sum_text(free, points), answer_text(state)
        verb = "can be" if answer.startswith("up to") else "is"
        return f"{f'The attack adds {added}. ' if added else ''}The defence {verb} {answer}."
    if state.phase() == at.DEFEND:
        left, attack = int(state.left()), int(state.attack())
        comes = f"will be {attack + left} to {attack + 6 * left}" if left else f"is {attack}"
        return f"The attack {comes}. You have {answer_text(state)}."
    return ""


def sum_text(dice: int, points: int) -> str:
    """Add free dice and points in a sentence."""
    words = [counted(dice, "free die", "free dice")] if dice else []
    words += [f"+{points}"] if points else []
    return " and ".join(words)


def answer_text(state: MagicPotionState) -> str:
    """Say with what the target defends, as everybody can see it."""
    target = state.target()
    dice, shield = int(state.data[at.DICE + target]), int(DEFENCE[target])
    if state.options.bonus_dice:
        return f"{'up to ' if dice else ''}{dice_text(dice + shield)}"
    return f"up to {dice_text(dice)} and +{shield}" if dice else f"+{shield}"


# The log


def tell(state: MagicPotionState, after: MagicPotionState, move: int, viewer: int) -> list[str]:
    """Say what a move did, a sentence a line."""
    if state.to_move == CHANCE:
        lines = _tell_chance(state, after, move, viewer)
    elif hides_move(state, viewer):
        lines = [SECRET_LINES[state.phase()].format(seat=f"{{{state.to_move}}}")]
    else:
        lines = [_tell_choice(state, after, move)]
    return lines + _tell_rest(state, after, viewer)


SECRET_LINES = {
    at.GIVE: "{seat} gave out dice secretly.",
    at.PLACING: "{seat} placed a character secretly.",
    at.HIDE: "{seat} placed the items face down.",
}


def whose(state: MagicPotionState, who: int) -> str:
    """Name a character with its side."""
    return f"{{{state.side(who)}}}'s {name_of(who)}"


def cards_text(state: MagicPotionState, place: int) -> str:
    """Name the cards in a place."""
    names = [item_name(ITEM_NAMES[KIND[card]]) for card in cards_at(state, place)] or ["nothing"]
    return listed(names)


def _tell_choice(state: MagicPotionState, after: MagicPotionState, move: int) -> str:
    """Say what a seat chose."""
    seat = f"{{{state.to_move}}}"
    if move < at.GIVE_DICE:
        return f"{seat} picked the {name_of(move)}."
    if move < at.PLACE_AT:
        return f"{seat} gave the {name_of(state.actor())} {dice_text(move - at.GIVE_DICE)}."
    if move < at.HIDE_ON:
        return _tell_place(state, move - at.PLACE_AT)
    if move < at.GO_TO:
        return f"{seat} hid Recipe {ITEM_NAMES[state.to_move]} on the {name_of(move - at.HIDE_ON)}."
    if move < at.HOUND_TO:
        return _tell_go(state, move - at.GO_TO)
    if move <= at.HOUND_HOME:
        return _tell_hound(state, after)
    if shown_by(move) != NONE:
        return _tell_show(state, after, int(shown_by(move)) % KINDS)
    if move >= at.ROLL_DICE or move < at.HEAL:
        return _tell_announcement(state, after, move)
    return _tell_ability(state, after, move)


def _tell_place(state: MagicPotionState, cell: int) -> str:
    """Say who was placed where."""
    if state.phase() == at.RAISE:
        health = state.options.undead_hp
        return f"{whose(state, state.target())} returned to {NAMES[cell]} as undead, with {health} health."
    return f"{{{state.to_move}}} placed the {name_of(state.next_unplaced(state.to_move))} on {NAMES[cell]}."


def _tell_go(state: MagicPotionState, cell: int) -> str:
    """Say where a character went, whom it passed, and what it took there."""
    who = whose(state, state.actor())
    start = int(state.data[at.CELL + state.actor()])
    if cell == start:
        return f"{who} stayed on {NAMES[cell]}."
    taken = f" and picked up {cards_text(state, at.LYING + cell)}" if cards_at(state, at.LYING + cell) else ""
    if is_stab(state, cell):
        return f"{who} passed through the {name_of(passed_by(state, start, cell))} to {NAMES[cell]}{taken}."
    return f"{who} moved from {NAMES[start]} to {NAMES[cell]}{taken}."


def _tell_hound(state: MagicPotionState, after: MagicPotionState) -> str:
    """Say where the hound is."""
    if after.hound() == WALL:
        return f"{{{state.to_move}}}'s hound is with the {name_of(HUNTER)}."
    if after.hound() == state.hound():
        return f"{{{state.to_move}}}'s hound stayed on {NAMES[after.hound()]}."
    bite = f" and bit the {name_of(after.bitten())}" if after.bitten() != NONE else ""
    return f"{{{state.to_move}}}'s hound went to {NAMES[after.hound()]}{bite}."


def _tell_show(state: MagicPotionState, after: MagicPotionState, kind: int) -> str:
    """Say which item was shown."""
    who = state.target() if state.phase() == at.DEFEND else state.actor()
    if ENERGY[kind] == 0:
        return f"{whose(state, who)} showed {item_name(ITEM_NAMES[kind])}."
    dice = f"dice {state.data[at.DICE + who]} → {after.data[at.DICE + who]}"
    return f"{whose(state, who)} used {item_name(ITEM_NAMES[kind])}: {dice}."


def _tell_announcement(state: MagicPotionState, after: MagicPotionState, move: int) -> str:
    """Say who attacks or defends with how many dice."""
    if state.phase() == at.DEFEND:
        return f"{whose(state, state.target())} defended with {dice_text(move - at.ROLL_DICE)}."
    if after.phase() == at.AIM:
        return f"{whose(state, state.actor())} aimed at the {name_of(after.target())}."
    target = int(state.target()) if state.phase() == at.AIM else move - at.ATTACK
    own = move - at.ROLL_DICE if state.phase() == at.AIM else int(state.data[at.DICE + state.actor()])
    dice = dice_text(own + int(free_dice(state, target)))
    return f"{whose(state, state.actor())} attacked the {name_of(target)} with {dice}."


def _tell_ability(state: MagicPotionState, after: MagicPotionState, move: int) -> str:
    """Say which ability was used, or that the turn ended."""
    who, target = whose(state, state.actor()), name_of(state.target())
    if move == at.DONE:
        return f"{who} took nothing." if state.phase() == at.STEAL else f"{who} ended the turn."
    if move == at.BLAST:
        return f"{who} cast {ABILITIES[state.actor()]}: {_tell_burns(state, after)}."
    if move == at.STEAL_ITEM:
        return f"{who} reached for an item of the {target}."
    if move == at.STEAL_DICE:
        return f"{who} stole {dice_text(min(2, int(state.data[at.DICE + state.target()])))} from the {target}."
    if move >= at.TAKE_ITEM:
        return f"{who} took {item_name(ITEM_NAMES[move - at.TAKE_ITEM])} from the {target}."
    if move >= at.BRIBE:
        return f"{who} bribed the {name_of(move - at.BRIBE)} with 1 die and saw {cards_text(state, move - at.BRIBE)}."
    if move >= at.SUMMON:
        return f"{who} paid 2 dice to summon the {name_of(move - at.SUMMON)}."
    return f"{who} spent 1 die to heal the {name_of(move - at.HEAL)}."


def _tell_burns(state: MagicPotionState, after: MagicPotionState) -> str:
    """List whose health the fire took."""
    return ", ".join(
        f"the {name_of(who)} {state.data[at.HEALTH + who]} → {after.data[at.HEALTH + who]}"
        for who in range(CAST)
        if is_blasted(state, who)
    )


def _tell_chance(state: MagicPotionState, after: MagicPotionState, move: int, viewer: int) -> list[str]:
    """Say what chance drew."""
    who = whose(state, state.actor())
    if state.phase() == at.DRAWING:
        known = viewer in (ALL, state.side(state.actor()))
        return [f"{who} drew {item_name(ITEM_NAMES[move])}." if known else f"{who} drew an item."]
    if state.phase() == at.STOLEN:
        return [f"{who} stole {item_name(ITEM_NAMES[move % KINDS])} from the {name_of(state.target())}."]
    if state.phase() == at.FREE:
        return [f"{who} rolled {move + 1} and {'shook off the hound' if after.bitten() == NONE else 'is held'}."]
    if state.phase() == at.HEALING:
        health = f"{state.data[at.HEALTH + state.target()]} → {after.data[at.HEALTH + state.target()]}"
        return [f"{who} rolled {move + 1}: the {name_of(state.target())}'s health {health}."]
    return _tell_roll(state, after, move)


def _tell_roll(state: MagicPotionState, after: MagicPotionState, move: int) -> list[str]:
    """Say what a die showed and, after the last one, what it comes to."""
    attack = int(state.attack()) + (move + 1 if state.left() else 0)
    defence = int(state.defence()) + (0 if state.left() else move + 1)
    roller = state.actor() if state.left() else state.target()
    total = f"attack {attack}" if state.left() else f"defence {defence}"
    lines = [f"{whose(state, roller)} rolled {move + 1}: {total}."]
    if state.left() + state.answer() == 1:
        lines.append(damage_text(state, after, attack, defence))
    return lines


def damage_text(state: MagicPotionState, after: MagicPotionState, attack: int, defence: int) -> str:
    """Say what an attack did."""
    who = int(state.target())
    if attack <= defence:
        return f"Attack {attack} against defence {defence}: no damage."
    health = f"health {state.data[at.HEALTH + who]} → {max(0, int(state.data[at.HEALTH + who]) - attack + defence)}"
    return f"Attack {attack} against defence {defence}: {attack - defence} damage, the {name_of(who)}'s {health}."


def _tell_rest(state: MagicPotionState, after: MagicPotionState, viewer: int) -> list[str]:
    """Say who fell, that a round began, and how the match ended."""
    lines = []
    for who in range(CAST):
        if state.side(who) != NOBODY and state.data[at.LIFE + who] != at.DEAD and after.data[at.LIFE + who] == at.DEAD:
            cell = int(state.data[at.CELL + who])
            lying = f", leaving {cards_text(after, at.LYING + cell)} there" if cards_at(after, at.LYING + cell) else ""
            lines.append(f"{whose(state, who)} fell on {NAMES[cell]}{lying}.")
    lines += _tell_recovery(state, after, viewer)
    if after.round() != state.round():
        lines.append(f"Round {after.round()} began.")
    if after.to_move == OVER:
        lines.append(ending(after))
    return lines


def _tell_recovery(state: MagicPotionState, after: MagicPotionState, viewer: int) -> list[str]:
    """Say who got the rest of the dice without a choice."""
    giving = state.phase() == at.GIVE
    if hides_move(state, viewer) if giving else after.round() == state.round():
        return []
    return [
        f"{whose(after, who)} got {dice_text(int(after.data[at.DICE + who]) - int(state.data[at.DICE + who]))}."
        for who in range(CAST)
        if after.data[at.DICE + who] > state.data[at.DICE + who] and not (giving and who == state.actor())
    ]


# The end


def how_it_ended(state: MagicPotionState, after: MagicPotionState, move: int) -> str:
    """Say who had the recipe, or whose last character fell."""
    if after.winner() == DRAW:
        return f"Nobody had won by the end of round {state.options.round_limit}."
    when = f"in round {after.round()}"
    if after.ending() == "MP10":
        return f"{{{after.winner()}}} had the whole recipe {when}."
    loser = 1 - after.winner()
    fallen = [name_of(who) for who in range(CAST) if state.side(who) == loser and state.data[at.LIFE + who] != at.DEAD]
    characters = "characters" if len(fallen) > 1 else "character"
    return f"{{{loser}}}'s last {characters}, {listed([f'the {name}' for name in fallen])}, fell {when}."
