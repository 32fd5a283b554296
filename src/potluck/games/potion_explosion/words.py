"""What players read of Potion Explosion: its things, its buttons, and why a move is refused."""

from potluck.core.options import Preset
from potluck.core.view import Task, Thing
from potluck.games.potion_explosion.board import COLOUR_NAMES
from potluck.games.potion_explosion.tiles import KIND_NAMES, POINTS, SIZES, TILE_NAMES, size_of

THINGS = {
    # Potions
    "sands": Thing(
        "Sands of Time", "Repeats the effect of a potion that you have drunk, but not of another Sands of Time.", "PX12"
    ),
    "magnet": Thing(
        "Potion of Magnetical Attraction",
        "Takes two touching marbles of different colours from one track. Nothing explodes.",
        "PX12",
    ),
    "wisdom": Thing("Potion of Wisdom", "Takes any one marble within reach. Nothing explodes.", "PX12"),
    "balm": Thing(
        "Balm of Uttermost Stickiness",
        "Takes two or more touching marbles of one colour from one track. Nothing explodes.",
        "PX12",
    ),
    "prismatic": Thing("Potion of Prismatic Joy", "Places up to three of your marbles on holes of any colour.", "PX12"),
    "love": Thing("Elixir of Blind Love", "Takes all the marbles from the pool of one opponent.", "PX12"),
    "draft": Thing(
        "Abyssal Draft",
        "Takes the bottom marble of up to four tracks, each of a different colour. Nothing explodes.",
        "PX12",
    ),
    "lava": Thing(
        "Filter of Lavamancing",
        "Returns up to five marbles of one colour from one track to the dispenser. They need not touch.",
        "PX12",
    ),
    "shelf": Thing("Finished potions", "Drink one in your turn for its effect. All of them count for points.", "PX11"),
    "drunk": Thing("Drunk potion", "Its effect is used up. It still counts for points and for skill tokens.", "PX11"),
    # The dispenser
    **{
        colour: Thing(f"{colour.capitalize()} marble", f"Goes on a {colour} hole of one of your tiles.", "PX25")
        for colour in COLOUR_NAMES
    },
    "track": Thing("Track", "A slope of 16 marbles. You see the lowest nine, and pick among the lowest eight.", "PX6"),
    "hidden": Thing("Hidden marbles", "They lie behind the lid, and come into sight one by one.", "PX21"),
    "unseen": Thing("Unseen marbles", "The marbles behind the lids whose places nobody knows, by colour.", "PX21"),
    "lid": Thing(
        "Behind the lid",
        "Marbles that return there are mixed with the unseen ones; as a queue they keep their places, and are known.",
        "PX21",
    ),
    "returning": Thing("Returning marbles", "Each rolls to a random track and joins it at the top.", "PX20"),
    "explode": Thing(
        "Explosion",
        "Two marbles of one colour have collided, so you take the whole run of that colour. "
        "If the next two that meet are equal, they explode too.",
        "PX2",
    ),
    "marked": Thing("Marked marble", "The potion that is taking effect will take or return it.", "PX12"),
    # The turn
    "pick": Thing(
        "Regular pick",
        "Once per turn you take one of the lowest eight marbles of a track. What meets may explode.",
        "PX1",
    ),
    "brew": Thing("Place forced marbles", "Places every marble that must be placed and can go only one way.", "PX27"),
    "end": Thing(
        "End your turn", "Marbles beyond three return, you take new tiles, and you receive skill tokens.", "PX28"
    ),
    # The desks
    "burner": Thing("Burner", "Holds one tile. You fill your empty burners at the end of your turn.", "PX10"),
    "hole": Thing("Hole", "Takes one marble of its colour. A placed marble stays there.", "PX9"),
    "pool": Thing("Pool", "Keeps up to three marbles for your next turns.", "PX8"),
    "fresh": Thing("Taken this turn", "Place this marble before your turn ends if one of its holes is empty.", "PX7"),
    "help": Thing(
        "Little Help", "Once per turn you may take a token and one marble. Nothing explodes. It costs 2 points.", "PX5"
    ),
    "token": Thing(
        "Skill token", "Worth 4 points. You earn one for three potions of a kind, and one for five kinds.", "PX13"
    ),
    "points": Thing("Points", "Your potions, plus 4 per skill token, minus 2 per Little Help.", "PX15"),
    # The tiles
    "starter": Thing("Starter", "A tile with four holes. Each player begins with two.", "PX16"),
    "stack": Thing("Stack", "You may take the tile on top at the end of your turn. Those under it are unseen.", "PX10"),
    "deck": Thing("Unseen tiles", "All the tiles that lie under the tops, whatever the stack.", "PX23"),
    "kinds": Thing("Kinds in play", "Six of the eight kinds of potion are in play.", "PX16"),
    # The end
    "countdown": Thing(
        "Countdown", "Skill tokens come from this stack first. The round in which it runs out is the last.", "PX14"
    ),
    "round": Thing("Round", "Each player has one turn in a round.", "PX18"),
    "rounds": Thing("Round limit", "The match ends after this many rounds.", "PX26"),
    "last_round": Thing("Last round", "The match ends when every player has had the same number of turns.", "PX14"),
    "tie": Thing(
        "Last pick",
        "The leaders are tied. Each makes one more pick, and the one who takes the most marbles wins.",
        "PX15",
    ),
    # Special rules
    "ninth_by_help": Thing("Far reach", "A Little Help and potions reach the ninth marble of a track too.", "PX6"),
}
SIDES = ("First desk", "Second desk", "Third desk", "Fourth desk")
TITLES = [THINGS[kind].name for kind in KIND_NAMES]


def tile_words(tile: int) -> str:
    """Name a tile with its holes and points."""
    return f"{TITLES[tile // SIZES]} with {size_of(tile)} holes for {POINTS[tile]} points"


THINGS |= {
    name: Thing(tile_words(tile), "It scores its points once all its holes are filled. Then you may drink it.", "PX9")
    for tile, name in enumerate(TILE_NAMES)
}

# What may be agreed on
COUNTDOWN = "The skill tokens in the countdown stack, which end the match."
BEGINNERS = "Balm of Uttermost Stickiness and Filter of Lavamancing are left out."
TASKS = {  # of its puzzles, besides those that every game may have
    "explosion": Task(
        "The biggest explosion",
        "Take as many marbles as this turn allows.",
        "What explodes counts, and so does what help brings.",
        "No turn takes more.",
        "That takes {taken}; a turn can take {most}.",
        "marble",
    ),
}

PRESETS = (
    Preset(
        "first", "First game", "The six gentler potions, and a short countdown.", {"kinds": "beginner", "countdown": 3}
    ),
    Preset("rulebook", "Rulebook", "Six of eight kinds, drawn by lot.", {}),
    Preset("long", "Long", "Eight skill tokens to win, 30 minutes each.", {"countdown": 8}, 30, 10),
)

# Buttons
LET_EXPLODE = "Let them explode"
ENOUGH = "That is enough"

# Why a move is refused, by the number of the ruling; names take the place of {spot} and the like.
REFUSALS = {
    1: "you have already made your regular pick this turn",
    3: "nothing has collided; only your regular pick makes marbles collide",
    4: "marbles have collided, and they explode before anything else happens",
    5: "you have already taken a Little Help this turn",
    6: "the marble on {spot} is out of reach; you reach the lowest {reach} of a track",
    7: "a marble that you took this turn still has an empty hole: {owed}",
    8: "a {colour} hole is empty, so no {colour} marble may return",
    10: "stack {stack} is empty",
    11: "you have completed no {kind}",
    15: "the tie is broken by one regular pick each, and nothing else",
    16: "choose one of the starters that are laid out",
    25: "there is no empty {colour} hole on burner {burner}",
    27: "there are not two marbles that must be placed and can go only one way",
    28: "your turn has ended; choose which marbles return until three are left",
    29: "{potion} is taking effect, and that comes before anything else",
}
NOBODYS_TURN = "nobody can move now"
NO_MARBLE_THERE = "there is no marble on {spot}"
PICK_FIRST = "you must make your regular pick first"
NO_HELP_LEFT = "no Little Help token is left"
NONE_HELD = "you hold no {colour} marble"
RETURN_LATER = "marbles return at the end of your turn, and only those that your pool cannot hold"
ROOM_LEFT = "your pool has room, so no marble may return"
TILES_LATER = "you take new tiles at the end of your turn"
TILE_NOW = "your turn has ended; take a tile from the top of a stack"
NO_STARTER = "no starter of {kind} is laid out"
OWN_COLOUR = "a marble goes on a hole of its own colour, unless Prismatic Joy is taking effect"
POOLS_BY_LOVE = "you take from a pool only by drinking Blind Love"
DRUNK_ONCE = "you have drunk your {kind}, and a potion is drunk once"
NO_EFFECT = "it would have no effect: {needs}"
NOT_CHOSEN = "{potion} is taking effect, and you have not yet chosen what it does"

# What a potion lacks when it could have no effect.
NEEDS = {
    "sands": "you have drunk no other potion that could do anything now",
    "magnet": "no two touching marbles within reach have different colours",
    "wisdom": "no marble is within reach",
    "balm": "no two touching marbles within reach have one colour",
    "prismatic": "you have no marble, or no hole for it",
    "love": "the pools of the others are empty",
    "draft": "no track has a marble",
    "lava": "no marble is within reach",
}

# What a potion that is taking effect cannot do.
LIMITS = {
    "sands": "you have not drunk a {kind}",
    "magnet": "{spot} and the marble above it are not two within reach of different colours",
    "balm": "Balm takes two or more touching marbles of one colour; choose the two ends of the run",
    "prismatic": "there is no empty {hole} hole on burner {burner}",
    "love": "that pool is empty",
    "draft": "Abyssal Draft takes at most one marble of each colour",
    "lava": "Lavamancing returns marbles of one colour from one track",
}
NO_SANDS = "Sands of Time does not repeat another Sands of Time"
NO_SEAT = "there is no seat {seat}"
OWN_POOL = "Blind Love empties the pool of an opponent"
MARKED_ALREADY = "{spot} is marked already"
BOTTOM_ONLY = "Abyssal Draft takes marbles from the bottom of a track"
MOVE_FORM = "expected a move like c3, help-c3, red-1, wisdom or end"
