"""Words for the moves of Potion Explosion: texts, clicks and buttons.

A marble is named by its track and place, c3. Moves are "c3", "help-c3", "explode", "red-1" (a red marble on burner 1),
"brew", "red-1-blue" (Prismatic Joy: on a blue hole), the name of a kind, "pool-2", "return-red", "stack-4", "end".
"""

from collections.abc import Sequence

from potluck.core.english import listed
from potluck.core.state import ALL, CHANCE
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import (
    BREW,
    BURNERS,
    COLOUR_MARKS,
    COLOUR_NAMES,
    COLOURS,
    DRINK,
    END,
    EXPLODE,
    HELP,
    MOST_SEATS,
    PLACE,
    PRISM,
    RETURN,
    ROB,
    SPOT_NAMES,
    SPOTS,
    STACK,
    STACKS,
    TRACK_NAMES,
)
from potluck.games.potion_explosion.placing import is_owed
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KIND_NAMES, LAVA, MAGNET, SANDS, TILE_NAMES
from potluck.games.potion_explosion.words import ENOUGH, LET_EXPLODE, SIDES, THINGS, TITLES

PHASES = ("setup", "drafting", "turn", "chain", "returns", "tiles", "tie", "over", *KIND_NAMES)  # by number
BURNER_NAMES = ("1", "2")


def move_texts() -> list[str]:
    """Write all moves, in the order of their codes."""
    return [
        *SPOT_NAMES,
        *(f"help-{spot}" for spot in SPOT_NAMES),
        "explode",
        *(f"{colour}-{burner}" for colour in COLOUR_NAMES for burner in BURNER_NAMES),
        "brew",
        *(f"{colour}-{burner}-{hole}" for colour in COLOUR_NAMES for burner in BURNER_NAMES for hole in COLOUR_NAMES),
        *KIND_NAMES,
        *(f"pool-{seat}" for seat in range(MOST_SEATS)),
        *(f"return-{colour}" for colour in COLOUR_NAMES),
        *(f"stack-{stack}" for stack in range(1, STACKS + 1)),
        "end",
    ]


TEXTS = move_texts()
CODES = {text.replace("-", ""): code for code, text in enumerate(TEXTS)}  # by their letters and digits alone
OUTCOME_NAMES = {
    at.REMOVING: KIND_NAMES,
    at.SIGHTING: COLOUR_NAMES,
    at.LANDING: COLOUR_NAMES,
    at.TUMBLING: tuple(TRACK_NAMES),
}


def write_move(state: PotionExplosionState, move: int, viewer: int = ALL) -> str:
    """Write a move, or what chance draws; a number that chance never draws here is written as it is."""
    if state.to_move != CHANCE:
        return TEXTS[move]
    names = OUTCOME_NAMES.get(int(state.data[at.EVENT]), TILE_NAMES)
    return names[move] if move < len(names) else f"draw-{move}"


def placing(move: int) -> tuple[int, int]:
    """Split the code of a placing into colour and burner."""
    return (move - PLACE) // BURNERS, (move - PLACE) % BURNERS


def prism(move: int) -> tuple[int, int, int]:
    """Split the code of Prismatic Joy into colour, burner and hole."""
    colour, hole = divmod(move - PRISM, BURNERS * COLOURS)
    return colour, hole // COLOURS, hole % COLOURS


# Clicks


def move_path(state: PotionExplosionState, move: int) -> list[str]:
    """Name the things to click."""
    if move < HELP:
        return SPOT_NAMES[move : move + 2] if state.phase() == at.EFFECT + MAGNET else [SPOT_NAMES[move]]
    if move < EXPLODE:
        return ["help", SPOT_NAMES[move - HELP]]
    if PLACE <= move < BREW:
        colour, burner = placing(move)
        return [COLOUR_NAMES[colour], f"burner{burner + 1}"]
    if PRISM <= move < DRINK:
        colour, burner, hole = prism(move)
        return [COLOUR_NAMES[colour], f"burner{burner + 1}", COLOUR_NAMES[hole]]
    if ROB <= move < RETURN:
        return [SIDES[move - ROB].lower().replace(" ", "-")]
    if RETURN <= move < STACK:
        return [COLOUR_NAMES[move - RETURN]]
    return [TEXTS[move].replace("-", "")]


# Buttons


def label_move(state: PotionExplosionState, move: int, text: str) -> str:
    """Name a move on a button."""
    if move < EXPLODE:
        return _label_spot(state, move)
    if move == EXPLODE:
        return LET_EXPLODE
    if move == BREW:
        return THINGS["brew"].name
    if PLACE <= move < BREW:
        colour, burner = placing(move)
        return f"Place {COLOUR_NAMES[colour]} on burner {burner + 1}"
    if PRISM <= move < DRINK:
        colour, burner, hole = prism(move)
        return f"Place {COLOUR_NAMES[colour]} on a {COLOUR_NAMES[hole]} hole of burner {burner + 1}"
    return _label_other(state, move)


def _label_spot(state: PotionExplosionState, move: int) -> str:
    """Name a move that begins with a marble."""
    if move >= HELP:
        return f"{THINGS['help'].name}: take {SPOT_NAMES[move - HELP]}"
    if state.phase() == at.EFFECT + MAGNET and move + 1 < SPOTS:
        return f"Take {SPOT_NAMES[move]} and {SPOT_NAMES[move + 1]}"
    return f"{'Mark' if state.phase() == at.EFFECT + LAVA else 'Take'} {SPOT_NAMES[move]}"


def _label_other(state: PotionExplosionState, move: int) -> str:
    """Name a move with a potion, a pool, the rest of a hand, a stack, or the end."""
    if move < ROB:
        verb = {at.DRAFTING: "Take", at.EFFECT + SANDS: "Repeat"}.get(int(state.phase()), "Drink")
        return f"{verb} {TITLES[move - DRINK]}"
    if move < RETURN:
        return f"Take the pool of {{{move - ROB}}}"
    if move < STACK:
        return f"Return {COLOUR_NAMES[move - RETURN]}"
    if move < END:
        return f"Take the tile of stack {move - STACK + 1}"
    return ENOUGH if state.phase() >= at.EFFECT else THINGS["end"].name


# What is in a row of bytes


def counts_at(state: PotionExplosionState, first: int, count: int = COLOURS) -> list[int]:
    """List some bytes of a state."""
    return [int(state.data[first + index]) for index in range(count)]


def marked_spots(state: PotionExplosionState) -> list[int]:
    """List the spots that a potion has marked."""
    return [spot for spot, mark in enumerate(counts_at(state, at.MARKED, SPOTS)) if mark]


def owed_colours(state: PotionExplosionState) -> list[str]:
    """Name the colours of which the mover must still place a marble."""
    return [name for colour, name in enumerate(COLOUR_NAMES) if is_owed(state, colour)]


def winners(state: PotionExplosionState) -> list[int]:
    """List the seats that have won."""
    return [seat for seat in range(state.seats) if int(state.data[at.WINNERS]) >> seat & 1]


def marbles_text(counts: list[int]) -> str:
    """Write marbles as letters, by colour."""
    return "".join(mark * count for mark, count in zip(COLOUR_MARKS, counts, strict=True))


def repeated(names: Sequence[str], counts: list[int]) -> list[str]:
    """List each name as often as it counts."""
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]


def marbles_words(counts: list[int]) -> str:
    """Write marbles in words: 2 red and 1 blue."""
    return listed([f"{count} {name}" for count, name in zip(counts, COLOUR_NAMES, strict=True) if count]) or "none"
