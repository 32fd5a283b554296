"""What players read of Potential: its things, its buttons, and why a move is refused."""

from potluck.core.options import Preset
from potluck.core.view import Task, Thing

THINGS = {
    # On the board
    "piece": Thing("Piece", "A die that shows its charge. It makes as many moves in a turn as it has charge.", "PT18"),
    "charge": Thing(
        "Charge",
        "The moves that a piece makes in a turn. A jump moves one point from the jumped piece to the jumper.",
        "PT3",
    ),
    "active": Thing("Active piece", "It made the first move of the turn, so it makes all the others too.", "PT10"),
    "barred": Thing("Barred piece", "It was jumped last, so it may not be jumped again before a slide.", "PT11"),
    "square": Thing("Square", "A piece ends each of its moves on an empty square.", "PT1"),
    "edge": Thing(
        "Entropic Edge",
        "At the start of your turn, each of your pieces on the outer ring loses one point of charge.",
        "PT8",
    ),
    "leaks": Thing("Leaking piece", "It will lose one point of charge at the start of its owner's next turn.", "PT8"),
    # Moves, and what they do
    "slide": Thing("Slide", "The piece moves to a neighbouring empty square, straight or diagonally.", "PT1"),
    "jump": Thing(
        "Jump",
        "The piece jumps straight over a neighbour of either colour, to the empty square right behind it.",
        "PT2",
    ),
    "skip": Thing("Skip the turn", "None of your pieces can move, so it is the other player's turn.", "PT7"),
    "drained": Thing("Drained", "The piece has no charge left and is removed.", "PT4"),
    "overcharged": Thing(
        "Overcharged", "The piece has more than the greatest charge. It is removed and its turn ends.", "PT4"
    ),
    # Numbers
    "made": Thing("Moves made", "The moves that the active piece has made in this turn.", "PT18"),
    "owed": Thing(
        "Moves left", "The moves that the active piece still has to make. Each jump adds to its charge.", "PT19"
    ),
    "removed": Thing("Pieces lost", "A player who has lost all of their pieces loses the match.", "PT17"),
    "target": Thing("Quick game", "A player who has lost this many pieces loses the match.", "PT14"),
    "max_charge": Thing("Greatest charge", "A piece that is charged beyond this is removed.", "PT15"),
    "quiet": Thing("Quiet turns", "Turns in a row in which no piece was removed.", "PT16"),
    "quiet_limit": Thing("Quiet limit", "After this many quiet turns in a row the match is a draw.", "PT16"),
    # Special rules
    "no_double_jumps": Thing(
        "No double jumps", "The piece that was jumped last may not be jumped again before a slide.", "PT11"
    ),
    "jump_costs_two": Thing("Jumps cost two", "A jump counts as two moves.", "PT11"),
    "must_complete": Thing(
        "Complete the turn", "You may not choose a move after which the turn cannot be completed.", "PT6"
    ),
}

TASKS: dict[str, Task] = {}  # of its puzzles, besides those that every game may have

PRESETS = (
    Preset("first", "First game", "Three lost pieces decide, without a clock.", {"removal_target": 3}),
    Preset("rulebook", "Rulebook", "All eight pieces, without a clock.", {}),
    Preset("long", "Long", "All eight pieces, 30 minutes each.", {"quiet_turns": 200}, 30, 10),
)

# Why a move is refused, by the number of the ruling; a square's name takes the place of {start} and the like.
REFUSALS = {
    1: "{target} is occupied, and a piece ends its move on an empty square",
    6: "after it the turn could not be completed",
    9: "nothing lies outside the board",
    10: "your active piece is on {active}, and it moves for the rest of the turn",
    11: "the piece jumped last may not be jumped again before a slide",
    21: "you may skip only when none of your pieces can move",
    22: "you have no piece on {start}",
}
NO_WAY = "a piece slides one square, or jumps in a straight line over one neighbour"
NOTHING_TO_JUMP = "a jump needs a piece to jump over, and {over} is empty"
MOVE_FORM = "expected a move like c3-c4, or skip"
