"""What players read of POTUS: its things, its buttons, and why a move is refused."""

from potluck.core.options import Preset
from potluck.core.view import Task, Thing
from potluck.games.potus.position import DEFECTING, FLYING, LANDED, PLACING
from potluck.games.potus.presidents import CATEGORY_NAMES, PRESIDENTS


def _rate(ratings: list[int]) -> str:
    """Say the four ratings of a President card."""
    return ", ".join(f"{name} {rating}" for name, rating in zip(CATEGORY_NAMES, ratings, strict=True)) + "."


THINGS = {
    # Tokens
    "candidate": Thing(
        "Candidate", "It converts your Turncoats by entering their squares. It may not enter an Advocate's.", "PO10"
    ),
    "advocate": Thing(
        "Advocate",
        "It stays in its half, stands in the way, and sends back the enemies whose square it enters.",
        "PO12",
    ),
    "turncoat": Thing(
        "Turncoat", "Converted, it scores $100 in a circle of your back row and leaves the board.", "PO14"
    ),
    "unconverted": Thing(
        "Unconverted Turncoat", "It does not move. Only the Candidate of its colour may enter its square.", "PO10"
    ),
    "converted": Thing("Converted Turncoat", "It moves like any token, in the same turn already.", "PO34"),
    "finished": Thing("Finished", "The token may not move again this turn.", "PO4"),
    "moving": Thing("Under way", "The token may go on straight ahead, or in any direction after a teleport.", "PO4"),
    "ready": Thing("Ready", "The token may move now.", "PO31"),
    "stack": Thing("Stack", "Tokens on one square. They leave it one by one.", "PO9"),
    # Squares
    "square": Thing("Square", "A movement takes a token from square to square, straight or diagonally.", "PO4"),
    "start": Thing(
        "Start", "The Candidate begins here, and tokens that are sent back return to a start square.", "PO29"
    ),
    "rushmore": Thing("Rushmore", "A token that lands here may teleport to an empty Rushmore square.", "PO8"),
    "event": Thing("Event", "A token that lands here is finished, and an Event card is drawn.", "PO7"),
    "circle": Thing(
        "Scoring circle", "A converted Turncoat that enters a circle of its own back row scores $100.", "PO14"
    ),
    "half": Thing("Half", "Rows 1 to 4 are near, rows 5 to 8 are far. Advocates stay in their half.", "PO11"),
    # Moves, and what they do
    "place": Thing("Place", "Put one of your opponent's Turncoats upside down in your half.", "PO13"),
    "step": Thing("Step", "A movement takes a token one square, straight or diagonally.", "PO4"),
    "teleport": Thing("Teleport", "It costs no movement, and the token may go on in any direction.", "PO8"),
    "stay": Thing("Stay here", "The token does not teleport. It may go on straight ahead.", "PO8"),
    "hit": Thing("Hit", "The tokens on a square that an Advocate enters are sent back to a start square.", "PO12"),
    # Cards
    "president": Thing("President card", "Each rating that is higher than the opponent's gives one movement.", "PO2"),
    **{name: Thing(name, "One of the four ratings that are compared in a battle.", "PO2") for name in CATEGORY_NAMES},
    **{word: Thing(name, _rate(ratings), "PO2") for _, word, name, _, _, _, *ratings in PRESIDENTS},
    "pile": Thing("Pile", "The President cards that a player still has to turn over before they are shuffled.", "PO1"),
    "known": Thing("Known pile", "It was turned over once, so everybody knows its cards, but not their order.", "PO1"),
    "turned": Thing("Turned cards", "They come back when the pile of their player has run out.", "PO1"),
    "unseen": Thing("Unseen cards", "President cards that nobody has turned over yet.", "PO1"),
    "events_drawn": Thing("Events drawn", "They come back when the Event pile has run out.", "PO39"),
    "events_waiting": Thing("Events to come", "The cards of the Event pile, in an order that nobody knows.", "PO39"),
    # Event cards
    "Order": Thing(
        "Executive Order",
        "The player who drew it makes 2 extra movements now, with one token that has not moved this turn.",
        "PO18",
    ),
    "Union": Thing(
        "State of the Union", "In the next battle tied categories count for the player who drew it.", "PO19"
    ),
    "Donation": Thing("Campaign Donation", "The player who drew it gets $50.", "PO20"),
    "AirForce": Thing(
        "Air Force One",
        "The token that landed flies to an empty Rushmore square, an Advocate to an empty square of its half.",
        "PO21",
    ),
    "Defection": Thing("Defection", "The player who drew it converts one of their Turncoats where it lies.", "PO22"),
    "Veto": Thing("Veto", "The opponent's next turn has 1 movement fewer.", "PO23"),
    "Impeachment": Thing("Impeachment", "The opponent's Candidate returns to its start square.", "PO24"),
    "Filibuster": Thing("Filibuster", "The opponent's Advocates may not move on the next turn.", "PO25"),
    "Scandal": Thing("Scandal", "The Candidate of the player who drew it returns to its start square.", "PO26"),
    "Deficit": Thing("Budget Deficit", "The player who drew it loses $50, or all they have if it is less.", "PO27"),
    "Recount": Thing("Recount", "Both players turn over one more card. The winner makes 1 movement now.", "PO28"),
    # Numbers and badges
    "money": Thing("Money", "Whoever has the most at the end wins the match.", "PO15"),
    "scored": Thing("Scored", "Turncoats of this colour that have left the board for $100 each.", "PO14"),
    "placed": Thing("Placed", "Turncoats of the opponent that this player has placed.", "PO13"),
    "owed": Thing("To come", "The movements that this player has once their turn begins.", "PO2"),
    "left": Thing("Movements left", "They must be used as long as any step is legal.", "PO5"),
    "extra": Thing("Extra movements", "They come from an Event and are made before the others.", "PO18"),
    "ordered": Thing("By Executive Order", "All extra movements are for one token, in one direction.", "PO18"),
    "vetoed": Thing("Vetoed", "This player has so many movements fewer on their next turn.", "PO23"),
    "silenced": Thing("Filibuster to come", "This player's Advocates may not move on their next turn.", "PO25"),
    "silent": Thing("Filibuster", "The Advocates may not move this turn.", "PO25"),
    "favoured": Thing("State of the Union", "Tied categories of the next battle count for this player.", "PO19"),
    "battle": Thing("Battle", "Battles fought in this round.", "PO2"),
    "battles": Thing("Last battle", "The round ends without a bonus after this many battles.", "PO16"),
    "round": Thing(
        "Round",
        "Rounds finished. The loser of the last one places first in the next; if nobody has won it, the poorer player.",
        "PO15",
    ),
    # Special rules
    "turncoats": Thing("Turncoats", "How many Turncoats each colour has.", "PO13"),
    "rounds": Thing("Rounds", "How many rounds are played. Only the money stays.", "PO15"),
    "orthogonal_only": Thing("Straight only", "Tokens do not move diagonally.", "PO4"),
    "redeal": Thing("Deal again", "When a pile has run out, all President cards are dealt again.", "PO1"),
    "burn_one": Thing("Burn one", "One President card is put aside unseen, so that both players have 21.", "PO1"),
    "turncoat_return": Thing("Return", "The start square to which a Turncoat that is hit returns.", "PO12"),
    "no_special_squares": Thing(
        "Plain squares only", "Turncoats are not placed on Event squares and circles either.", "PO13"
    ),
    "secret_placement": Thing(
        "Secret placement", "Turncoats are placed unseen and shown when all of them are placed.", "PO13"
    ),
    "any_circle": Thing("Any circle", "Turncoats score in the circles of either side.", "PO14"),
    "board": Thing("Board", "The board: . plain, S start, R Rushmore, * Event, o circle; row 8 first.", "PO30"),
}
KINDS = tuple(THINGS[kind].name for kind in ("candidate", "advocate", "turncoat"))
BUTTONS = {PLACING: "Place on {}", LANDED: "Teleport to {}", FLYING: "Fly to {}", DEFECTING: "Convert {}"}
PRINTS = {"S": "start", "R": "Rushmore", "*": "Event", "o": "$100"}  # on the squares of a drawing

# What may be agreed on
PRINTED = ("square", "start", "rushmore", "event", "circle")  # what is printed on a square, as board.LETTERS counts
TASKS = {  # of its puzzles, besides those that every game may have
    "score": Task(
        "Bring a Turncoat home",
        "Bring a Turncoat home in this turn.",
        "Free it first if you must. Any way home counts.",
        "A Turncoat is home.",
        "Not yet: no Turncoat came home.",
    ),
}

PRESETS = (
    Preset("first", "First game", "Three Turncoats each, without a clock.", {"turncoats": 3}),
    Preset("rulebook", "Rulebook", "Five Turncoats each, one round.", {}),
    Preset("long", "Long", "Three rounds, 30 minutes each.", {"rounds": 3}, 30, 10),
)

# Why a move is refused, by the number of the ruling; names take the place of {kind}, {start} and the like.
REFUSALS = {
    2: "the President cards are turned before a token moves",
    4: "in one turn the {kind} on {start} moves in one direction{straight}, and not again once it is finished",
    5: "movements must be used as long as any step is legal, and the turn ends by itself after them",
    7: "an Event card is drawn before a token moves",
    8: "only a token that has just landed on Rushmore may stay, or teleport to an empty Rushmore square",
    9: "a {kind} may neither join nor pass {obstacle}",
    10: "the Turncoat on {captive} is not converted: it does not move, and only its Candidate may enter its square",
    11: "an Advocate stays in its half, and may not enter Rushmore, nor the square of an unconverted Turncoat, "
    "of an Advocate or of a token of yours",
    12: "an Advocate may not enter its own start square while an enemy stands there",
    13: "you place a Turncoat now, on an empty square of your half that is open to Turncoats",
    14: "the match is over: all Turncoats of a colour have scored",
    16: "the match is over: the last battle has been fought",
    18: "an Executive Order is for one token only, and another one has begun",
    21: "Air Force One comes first: a token flies to an empty Rushmore square, an Advocate to an empty square of "
    "its half",
    22: "the Defection comes first: choose one of your unconverted Turncoats",
    25: "a Filibuster keeps your Advocates still this turn",
    31: "you have no {kind} on {start}",
    32: "nothing lies outside the board",
    38: "{target} is closed: your tokens there are not alone",
}
NO_SQUARE = "choose a token and its step, like C a1-b2"
ONE_SQUARE = "a movement takes a token one square"
MOVE_FORM = "expected a step like C a1-b2, a square, or stay"
