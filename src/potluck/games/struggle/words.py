"""What players read of Struggle: its things, its buttons, and why a move is refused."""

from potluck.core.options import Preset
from potluck.core.view import Task, Thing
from potluck.games.struggle import reasons
from potluck.games.struggle.options import SETS
from potluck.games.struggle.position import COLOURS
from potluck.games.struggle.powers import nine_powers


def _listed(rules: str) -> str:
    """List the rules of a set with their carriers."""
    titles = {power.name: power.title for power in nine_powers()}
    words = [word.split(":") for word in rules.split("+")]
    return ", ".join(" on ".join([titles[name], *colour]) for name, *colour in words) + "."


THINGS = {
    # On the board
    "white": Thing("White", "You lose when it is removed, and win when it lands where the enemy's began.", "ST8"),
    **{
        colour: Thing(colour.capitalize(), "It steps and jumps forward or sideways. It may carry special rules.", "ST3")
        for colour in COLOURS[1:]
    },
    "space": Thing("Space", "A piece steps or jumps to an empty space, forward or sideways.", "ST5"),
    "home": Thing("Home base", "The first three rows of a side. All of its pieces start there.", "ST25"),
    "start": Thing("White's start", "A white that lands on the start of the enemy's white wins the match.", "ST8"),
    "zap": Thing(
        "Zap row",
        "A white that lands on the fourth row from the enemy removes the enemy pieces in their home base.",
        "ST9",
    ),
    "built": Thing("Tower", "Nobody stands on it, and only its owner's pieces jump it.", "ST21"),
    "levels": Thing("Levels", "A jump by a nonwhite piece of the owner adds a level to a tower, up to three.", "ST21"),
    "reach": Thing("Range", "A tower falls on all enemies in its range as soon as one of them lands there.", "ST21"),
    # Badges of a piece or a space
    "active": Thing("Active piece", "It has moved in this turn. It may jump on, or stop.", "ST5"),
    "entered": Thing("Entered space", "The chain has been here and cannot come here again.", "ST5"),
    "granted": Thing(
        "Extra move", "This piece may make one move of its own after the chain, without its rules.", "ST20"
    ),
    "lame": Thing("Rules at rest", "The rules on this piece cannot be used in this turn.", "ST18"),
    "left": Thing("Space just left", "The active piece stood here before its last step or jump.", "ST21"),
    "carrier": Thing("Carrier", "The piece that a special rule sits on. The rule is lost with it.", "ST3"),
    "captured": Thing("Lost piece", "It was removed from the board.", "ST6"),
    # Moves
    "step": Thing("Step", "The piece moves to a neighbouring empty space, forward or sideways.", "ST5"),
    "jump": Thing(
        "Jump",
        "The piece jumps straight over a neighbour to the empty space behind it. A jumped enemy is removed, and the "
        "piece may jump on.",
        "ST6",
    ),
    "stop": Thing("Stop here", "The piece moves no further.", "ST5"),
    "skip": Thing("Skip your turn", "You have no move, so it is the other player's turn.", "ST4"),
    "lay": Thing("Lay a tower", "A tower of one level is left on the space that the piece has just left.", "ST21"),
    # Special rules
    **{power.name: Thing(power.title, power.text, power.ruling) for power in nine_powers()},
    "?": Thing("Hidden", "The other player has chosen this rule in secret.", "ST27"),
    # Sets of special rules
    **{name: Thing(name.title(), _listed(rules), "ST28") for name, rules in SETS.items()},
    "none": Thing("None", "No special rules.", "ST28"),
    # Numbers
    "placed": Thing("Pieces placed", "How many of its pieces a side has on the board.", "ST27"),
    "quiet": Thing("Quiet turns", "Turns in a row without a removal or a forward movement.", "ST10"),
    "quiet_limit": Thing("Quiet limit", "After this many quiet turns in a row the match is a draw.", "ST10"),
    # What may be agreed on
    "white_may_carry": Thing("White may carry", "White may carry special rules too.", "ST3"),
    "one_rule_per_piece": Thing("One rule a piece", "A piece carries at most one special rule.", "ST3"),
    "stuck_loses": Thing("Stuck loses", "A player who has no move loses the match.", "ST4"),
    "any_arrival_lands": Thing(
        "Any arrival lands", "Arriving by Teleporter, Caboose, Mad Hatter or Grim Reaper is a landing too.", "ST7"
    ),
    "white_immune_to_zap": Thing("White is immune", "A zap does not remove white.", "ST9"),
    "zap_own_too": Thing(
        "Zap own pieces too", "A zap also removes the zapping player's own pieces in that home base.", "ST9"
    ),
    "pact_by_colour": Thing(
        "Pact by colour", "A pact names two colours and binds every two pieces of them with different owners.", "ST14"
    ),
    "pact_with_white": Thing("Pact with white", "A pact may name white.", "ST14"),
    "caboose_backward": Thing("Caboose backward", "A line may also move backward.", "ST15"),
    "caboose_part": Thing(
        "Part of a line", "The front part of a line, three pieces or more, may advance alone.", "ST15"
    ),
    "armor_absorbs_all": Thing("Armor absorbs all", "Armor also saves its piece from a first zap or tower.", "ST17"),
    "armor_only_jumps": Thing("Only jumps", "Only jumps remove the armored piece: no zap, no tower does.", "ST17"),
    "chain_enters_twice": Thing("Enter twice", "A chain of jumps may enter a space again.", "ST5"),
    "hatter_once": Thing("One swap", "The Mad Hatter swaps once a match.", "ST18"),
}

# What may be agreed on: how rules are chosen and pieces placed, by the value of the option
CHOOSING = {
    "open": "In the open",
    "random": "Drawn",
    "secret": "In secret",
    **{name: THINGS[name].name for name in SETS},
    "none": "None",
}
POWERS = (
    "Each side chooses three special rules in the open.",
    "Each side draws three special rules.",
    "Each side chooses three special rules in secret.",
    *(f"Each side has {THINGS[name].effect}" for name in SETS),
    "Nobody has special rules.",
)
SETUPS = (
    "Each colour has its place at the start.",
    "The pieces are placed in the open.",
    "The pieces are placed in secret.",
)
TASKS: dict[str, Task] = {}  # of its puzzles, besides those that every game may have

PRESETS = (
    Preset("first", "First game", "Torus, Grim Reaper and Jolt for both, without a clock.", {"powers": "classic"}),
    Preset("rulebook", "Rulebook", "Three of nine rules each, chosen in the open.", {}),
    Preset(
        "long",
        "Long",
        "Rules and places chosen in secret, 30 minutes each.",
        {"powers": "secret", "setup": "secret"},
        30,
        10,
    ),
)

# Why a move is refused, by the reason that the rules give; names take the place of {start} and the like.
REFUSALS: dict[int, str] = {
    reasons.NOT_BEGUN: "the match has not begun: first choose rules, place the pieces and designate the carriers",
    reasons.NOT_HOME: "{colour} goes to a free space of your second or third row",
    reasons.BEGUN: "rules, places and carriers were chosen before the match began",
    reasons.NOT_OFFERED: "{rule} is not among the special rules of this match",
    reasons.CHOSEN: "you have {rule} already, and your three rules must differ",
    reasons.BARRED: "{rule} is banned beside {other}",
    reasons.WHITE_CARRIES: "white carries no special rule",
    reasons.CARRIES_ONE: "{colour} carries a rule already, and a piece may carry only one",
    reasons.CAN_MOVE: "you may skip only when you have no move",
    reasons.NO_CHAIN: "there is nothing to stop: make a move",
    reasons.OTHER_MOVED: "the piece on {active} has moved: go on with it, or stop",
    reasons.AFTER_STEP: "after a step a piece moves no further",
    reasons.AFTER_JUMP: "after a jump a piece can only jump on, or stop",
    reasons.OCCUPIED: "{target} is occupied",
    reasons.ENTERED_TWICE: "the chain has been on {target}, and it enters no space twice",
    reasons.NOT_JOLTED: "only pieces that were given a move of their own and have not made it may move now",
    reasons.NO_PIECE: "there is no piece on {start}",
    reasons.NOT_YOURS: "the piece on {start} is not yours",
    reasons.OUTSIDE: "nothing lies outside the board",
    14: "a pact binds two nonwhite pieces on the board, one of yours and one of the enemy's",
    15: "a Caboose is a whole straight line of three or more nonwhite pieces of yours with a free space ahead of it",
    16: "a teleport begins where your Teleporter stands",
    18: "the Mad Hatter swaps two nonwhite pieces of yours; the earlier space is written first",
    19: "the Grim Reaper goes where the last of your pieces was removed, at the end of that turn",
    21: "a tower is laid after a step or jump of the piece that carries the rule, where it stood, in rows 5–9",
    reasons.PACT_MADE: "your pact is made, and there is only one",
    reasons.NOT_FREE: "{target} is occupied",
    reasons.BEHIND: "{target} is behind your Teleporter",
    reasons.TOO_FAR: "{target} is more than three spaces away",
    reasons.SWAPPED_ONCE: "your Mad Hatter has swapped, and it swaps only once a match",
    reasons.WAITING: "your Mad Hatter may swap again after {wait} more of your moves",
    reasons.TOWER_STANDS: "your tower stands, and you may have only one",
    reasons.KEPT_APART: "{rule} keeps these two pieces apart",
    reasons.NOT_OVER: "{rule} does not let this piece over",
    reasons.NOT_HAD: "you do not have the rule {rule}",
    reasons.CARRIER_GONE: "the piece that carries your {rule} is gone",
    reasons.UNUSABLE: "your {rule} cannot be used this turn",
    reasons.BUSY: "finish the move of your pieces first; {rule} is for the start of a turn",
    reasons.ASKED: "{rule} comes first: answer what it asks",
    reasons.FORBIDDEN: "{rule} does not let this piece go there",
}
BACKWARD = "pieces move forward or sideways"
NOT_NEXT = "a step goes to an adjacent space, forward or sideways"
NOT_STRAIGHT = "a jump goes straight over an adjacent piece to the space behind it"
NOTHING_TO_JUMP = "a jump needs a piece to jump over, and {over} is empty"
PLACED_NEXT = "{colour} is placed next"
DESIGNATED_NEXT = "{rule} gets its piece next"
NOT_ALLOWED = "{rule} does not allow that now"
MOVE_FORM = "expected a move like c2-c3, c2^d2^e2, stop, skip, or one of a special rule"
