"""What players read of Magic Potion: its things, its buttons, and why a move is refused."""

from potluck.core.english import counted
from potluck.core.options import Preset
from potluck.core.view import Task, Thing
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.characters import ABILITIES, WHO
from potluck.games.magic_potion.items import ITEM_NAMES, NOTHING, RECIPES

_EFFECTS = (
    ("passes straight through a neighbouring enemy, then must attack that enemy, with one free die.", "MP17"),
    ("sends a hound up to 2 slots. It holds the enemy it reaches until they roll a 5 or 6.", "MP18"),
    ("takes an item at random, or two dice, when the attack beats the defence by 4 or more.", "MP19"),
    ("rolls 2 free dice at an enemy whom they also damaged in their previous turn.", "MP3"),
    ("spends a die instead of an attack: they or a teammate gain as much health as it shows.", "MP20"),
    ("takes 2 health from each enemy within 2 slots in the same row or column, instead of an attack.", "MP22"),
    ("pays 2 dice instead of an attack: a dead teammate returns as undead.", "MP21"),
    ("pays a die to a neighbouring enemy instead of an attack, sees all their items and takes one.", "MP23"),
)

THINGS = {
    # The characters
    **{
        name: Thing(name.capitalize(), f"{ability}: {effect}", ruling)
        for name, ability, (effect, ruling) in zip(WHO, ABILITIES, _EFFECTS, strict=True)
    },
    "living": Thing("Living", "This character gets dice in each recovery and has its own turn.", "MP8"),
    "undead": Thing("Undead", "It moves one slot, attacks and defends with its values alone, and has no dice.", "MP21"),
    "fresh": Thing("Just summoned", "It is undead, and acts from the Necromancer's next turn on.", "MP21"),
    "dead": Thing("Fallen", "It has no health left. Its items lie on its slot, and its dice are gone.", "MP5"),
    "bitten": Thing("Bitten", "The hound holds them until they roll a 5 or 6 at the start of their turn.", "MP18"),
    "hound": Thing("Hound", "It goes over anybody and bites the enemy whom it reaches. It blocks nobody.", "MP18"),
    "grudge": Thing("Grudge", "The Swordsman damaged this enemy in their previous turn.", "MP3"),
    # The numbers of a character
    "order": Thing("Turn order", "Each round the characters act in the order of their cards.", "MP29"),
    "speed": Thing("Speed", "The most slots that the character moves in a turn.", "MP11"),
    "health": Thing("Health", "Damage takes it away. A character without health falls.", "MP5"),
    "dice": Thing("Dice", "They are rolled in attack and defence, and are gone afterwards.", "MP16"),
    "near": Thing("Near attack", "It is added to the attack on an enemy 1 slot away.", "MP15"),
    "far": Thing("Far attack", "It is added to the attack on an enemy 2 slots away; – means no such attack.", "MP15"),
    "defence": Thing("Defence", "It is added to the dice that the character rolls in defence.", "MP1"),
    "attack": Thing("Attack", "The attacker's dice and value. What exceeds the defence is damage.", "MP16"),
    "left": Thing("Dice left", "The dice still to be given out, or still to be rolled by the attacker.", "MP8"),
    "answer": Thing("Dice of the answer", "The dice still to be rolled by the defender.", "MP16"),
    # The items
    **{
        name: Thing(f"Recipe {name}", "The side whose characters carry all three recipe pieces wins.", "MP10")
        for name in ITEM_NAMES[:RECIPES]
    },
    "none": Thing("Blank item", "It does nothing, but the other side cannot tell it from a recipe piece.", "MP30"),
    **{
        name: Thing(f"{name} Energy", f"Shown before an attack or a defence, it becomes {dice}.", "MP14")
        for name, dice in zip(ITEM_NAMES[NOTHING + 1 :], ("1 die", "2 dice", "3 dice"), strict=True)
    },
    "?": Thing("Drawn item", "It was drawn from the pile, and only its own side knows it.", "MP24"),
    "?*": Thing("Dealt item", "It is one of the three that its side began with, and only that side knows it.", "MP24"),
    "?~": Thing("Cleared item", "Its side had Recipe I and II with it and did not win: it is not Recipe III.", "MP39"),
    "?^": Thing("Coupled item", "If its carrier was dealt their side's piece, this is not Recipe III.", "MP39"),
    "?~*": Thing("Cleared dealt item", "Its carrier had the other two pieces and did not win: it is blank.", "MP39"),
    "!": Thing("Open item", "Both sides have seen this item, so everybody may see it.", "MP33"),
    "pile": Thing("Pile", "The items that nobody has drawn yet. Nobody knows their order.", "MP24"),
    "lying": Thing("Items on the field", "A character that moves onto the slot takes them all.", "MP13"),
    "used": Thing("Used energy", "Energy that became dice. It does not return to the pile.", "MP30"),
    "recipe": Thing("Recipe", "The recipe pieces that you know a side to carry. All three win the match.", "MP10"),
    # The field and the rounds
    "slot": Thing("Slot", "A character moves along rows and columns through free slots. A slot holds one.", "MP27"),
    "surprise": Thing(
        "Surprise slot", "A character that moves here draws an item, and must move away next turn.", "MP13"
    ),
    "home": Thing("Territory", "A side places its characters here, and its undead return here.", "MP7"),
    "round": Thing("Round", "Each side gives out 5 dice, then each character has a turn.", "MP8"),
    "round_limit": Thing("Round limit", "After this many rounds the match is a draw; 0 sets no limit.", "MP26"),
    # What is special about a turn
    "stab": Thing("Back Stab", "The Assassin passed through an enemy and must attack it now.", "MP17"),
    "extra": Thing("Extra attack", "The Swordsman may attack the same enemy once more.", "MP3"),
    "bribed": Thing("After a bribe", "The Merchant has bribed and may still attack.", "MP6"),
    # Special rules
    "bonus_as": Thing("Values as dice", "Attack and defence values are rolled as free dice.", "MP38"),
    "undead_hp": Thing("Health of the undead", "A summoned character returns with this much health.", "MP2"),
    "swordsman_extra": Thing("Extra attack", "Damage in two turns in a row gives the Swordsman another attack.", "MP3"),
    "double_first_recovery": Thing("Double start", "The first round has a recovery too.", "MP4"),
    "bribe_with_attack": Thing("Bribe and attack", "The Merchant may attack after a bribe.", "MP6"),
    "secret_setup": Thing("Secret set-up", "Dice and slots are shown when both sides have chosen them.", "MP7"),
    "one_carrier": Thing("One carrier", "One character must carry the whole recipe.", "MP10"),
}

TASKS = {  # of its puzzles, besides those that every game may have
    "piece": Task(
        "Get a piece of the recipe",
        "Get a piece of the recipe in this turn.",
        "Only what you can be sure of counts.",
        "The piece is yours.",
        "Not yet: that brings no piece of the recipe for sure.",
    ),
    "item": Task(
        "Which item do they hold?",
        "Get the piece of the recipe that they hold.",
        "What everybody has seen tells who has it.",
        "The piece is yours.",
        "Not yet: that brings no piece of the recipe for sure.",
    ),
}

PRESETS = (
    Preset(
        "first",
        "First game",
        "Twice the dice at the start, 15 rounds.",
        {"double_first_recovery": True, "round_limit": 15},
    ),
    Preset("rulebook", "Rulebook", "Values are points, without a clock.", {}),
    Preset(
        "long", "Long", "One character must carry the whole recipe, 30 minutes each.", {"one_carrier": True}, 30, 10
    ),
)

MARKS = ("*", "", "!", "~", "^", "~*")  # of the faces, in notation

LABELS = {
    "blast": ABILITIES[WHO.index("magician")],
    "done": "No attack",
    "go": "Move to",
    "hound": "Send the hound to",
    "hound-home": "Keep the hound",
    "hound-stay": "Leave the hound",
    "place": "Place on",
    "recipe": "Hide the recipe on",
    "stab": "Back stab to",
    "stay": "Stay here",
    "steal-dice": "Steal dice",
    "steal-item": "Steal an item",
}

# What is to be done in each phase, for a move that does not do it; names take the place of {actor} and the like.
TO_DO = {
    at.PICK: "pick a character that nobody has picked yet",
    at.GIVE: "say how many of the {left} left go to the {actor}",
    at.PLACING: "place the {next} on a free slot of your territory",
    at.HIDE: "choose which of your characters carries Recipe {piece}",
    at.MOVE: "a turn begins with the move: {ways}",
    at.HOUND: "the hound goes next: send it up to 2 slots,{leave} or keep it",
    at.ACT: "the move is over: show items, attack, use the ability or end the turn",
    at.AIM: "the attack is announced: say how many of the {actor}'s {dice} to roll",
    at.DEFEND: "the attack must be answered: show items, or say how many dice the {target} rolls; they have {dice}",
    at.STEAL: "take an item or dice that the {target} has, or take nothing",
    at.RAISE: "place the undead {target} on a free slot of your territory",
    at.TAKE: "take one of the items that the {target} has shown",
}

# Why a move of the right kind is refused, by the number of the ruling.
REFUSALS = {
    3: "the extra attack is for the {target} only",
    6: "the Merchant bribes only once a turn",
    11: "the {actor} moves up to {speed}, through free slots only, and cannot reach {cell}",
    12: "nobody who can leave a surprise slot stays on it for another turn: {ways}",
    14: "the {roller} can show face-down items and energy that they carry, but not that",
    15: "the {actor} attacks an enemy {range} away with at least one die; they have {dice}{distance}",
    16: "the {who} is not an enemy on the field",
    17: "Back Stab passes through one enemy to a free slot, then that enemy must be attacked, and nobody else",
    18: "the hound goes up to 2 slots, and not to the Hunter's slot; it must leave a surprise slot",
    20: "only the Priest heals: it costs 1 die, for a teammate on the field who is not at full health",
    21: "the undead use no items and have no dice to pay with",
    22: "only the Magician casts Fire Blast, with an enemy within 2 slots in the same row or column",
    23: "only the Merchant bribes: it costs 1 die, for an enemy on the next slot",
    27: "{cell} is occupied, and a slot holds one character",
}
NO_SUMMONS = "only the living Necromancer summons: it costs 2 dice, for a dead teammate"
NO_STAB = "Back Stab needs the living Assassin and an enemy straight between them and {cell}"
SAY_STAB = "an enemy is in the way: say stab-{cell} to pass through it"
MOVE_FORM = "expected a move like go-d4, attack-thief, roll-3 or done"


def name_of(character: int) -> str:
    """Name a character in a sentence."""
    return THINGS[WHO[character]].name


def bare(text: str) -> str:
    """Take the mark of its face off a card."""
    return text.rstrip("".join(MARKS))


def item_name(text: str) -> str:
    """Name a card in a sentence, without its mark."""
    name = THINGS[bare(text)].name
    return f"a {name.lower()}" if text.startswith("none") else name


def dice_text(number: int) -> str:
    """Count dice in a sentence."""
    return counted(number, "die", "dice") if number else "no dice"


def slots_text(number: int) -> str:
    """Count slots in a sentence."""
    return counted(number, "slot")
