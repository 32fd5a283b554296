"""Why a move of Potion Explosion is refused."""

from potluck.core.view import Refusal
from potluck.games.potion_explosion.board import (
    COLOUR_NAMES,
    COLOURS,
    DRUNK,
    FRESH,
    HELD,
    KNOWN,
    POOL,
    REACH,
    READY,
    SIGHT,
    SPOT_NAMES,
)
from potluck.games.potion_explosion.codes import (
    BREW,
    CHAIN,
    DRAFTING,
    DRINK,
    EFFECT,
    END,
    EXPLODE,
    HELP,
    PRISM,
    RETURN,
    RETURNS,
    ROB,
    STACK,
    TIE,
    TILES_DUE,
)
from potluck.games.potion_explosion.notation import placing, prism, read_code
from potluck.games.potion_explosion.potions import (
    BALM,
    DRAFT,
    KIND_TITLES,
    LAVA,
    LOVE,
    MAGNET,
    PRISMATIC,
    SANDS,
    WISDOM,
)
from potluck.games.potion_explosion.rules import PotionExplosionState

# What a potion needs to have an effect (PX12).
NEEDS = {
    SANDS: "you have drunk no other potion that could do anything now",
    MAGNET: "no two touching marbles within reach have different colours",
    WISDOM: "no marble is within reach",
    BALM: "no two touching marbles within reach have one colour",
    PRISMATIC: "you have no marble, or no hole for it",
    LOVE: "the pools of the others are empty",
    DRAFT: "no track has a marble",
    LAVA: "no marble is within reach",
}


def explain_move(state: PotionExplosionState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    move = read_code(text)
    phase = int(state.phase)
    if phase == CHAIN:
        return Refusal("PX4", "marbles have collided, and the explosion comes before anything else")
    if phase == DRAFTING:
        return explain_draft(move)
    if phase == RETURNS:
        return explain_return(state, move)
    if phase == TILES_DUE:
        return explain_stack(state, move)
    if phase == TIE:
        return explain_tie(state, move)
    return explain_effect(state, move) if phase >= EFFECT else explain_turn(state, move)


# The turn


def explain_turn(state: PotionExplosionState, move: int) -> Refusal:
    """Say why something cannot be done in a turn."""
    if move < HELP:
        return explain_pick(state, move)
    if move < EXPLODE:
        return explain_help(state, move - HELP)
    if move == EXPLODE:
        return Refusal("PX3", "nothing has collided; only the regular pick makes marbles collide")
    if move < BREW:
        return explain_place(state, *placing(move))
    if move == BREW:
        return Refusal("PX27", "there are not two marbles that must be placed and can go one way only")
    if DRINK <= move < ROB:
        return explain_drink(state, move - DRINK)
    return explain_end(state) if move == END else explain_too_early(move)


def explain_pick(state: PotionExplosionState, spot: int) -> Refusal:
    """Say why a marble cannot be the regular pick."""
    if state.picked:
        return Refusal("PX1", "you have made your regular pick of this turn")
    return unreachable(state, spot, "PX1", REACH)


def unreachable(state: PotionExplosionState, spot: int, ruling: str, reach: int) -> Refusal:
    """Say that a place is empty, or out of reach."""
    if spot % SIGHT >= state.data[KNOWN + spot // SIGHT]:
        return Refusal(ruling, f"there is no marble on {SPOT_NAMES[spot]}")
    return Refusal(ruling, f"the marble on {SPOT_NAMES[spot]} is out of reach; you reach the lowest {reach} of a track")


def explain_help(state: PotionExplosionState, spot: int) -> Refusal:
    """Say why a Little Help cannot take a marble."""
    if state.helped:
        return Refusal("PX5", "you have had your Little Help of this turn")
    if state.helps_left() == 0:
        return Refusal("PX5", "no Little Help token is left")
    return unreachable(state, spot, "PX6", int(state.options.far_reach))


def explain_place(state: PotionExplosionState, colour: int, burner: int) -> Refusal:
    """Say why a marble cannot be placed."""
    if state.data[state.desk + HELD + colour] == 0:
        return Refusal("PX25", f"you hold no {COLOUR_NAMES[colour]} marble")
    return Refusal("PX25", f"there is no empty {COLOUR_NAMES[colour]} hole on burner {burner + 1}")


def explain_drink(state: PotionExplosionState, kind: int) -> Refusal:
    """Say why a potion cannot be drunk."""
    if state.data[state.desk + READY + kind] > 0:
        return Refusal("PX11", f"drinking it would have no effect: {NEEDS[kind]}")
    if state.data[state.desk + DRUNK + kind] > 0:
        return Refusal("PX11", f"you have drunk your {KIND_TITLES[kind]}, and a potion is drunk once")
    return Refusal("PX11", f"you have completed no {KIND_TITLES[kind]}")


def explain_end(state: PotionExplosionState) -> Refusal:
    """Say why the turn cannot end."""
    if not state.picked and state.has_marble_in_reach():
        return Refusal("PX1", "you must make your regular pick first")
    colours = [COLOUR_NAMES[colour] for colour in range(COLOURS) if is_owed(state, colour)]
    return Refusal("PX7", f"a marble that you took this turn still has an empty hole: {', '.join(colours)}")


def is_owed(state: PotionExplosionState, colour: int) -> bool:
    """Tell whether a marble of this colour must still be placed."""
    return state.data[FRESH + colour] > 0 and state.open_holes(colour) > 0


def explain_too_early(move: int) -> Refusal:
    """Say why something must wait for a potion or for the end of the turn."""
    if move < DRINK:
        return Refusal("PX25", "a marble goes on a hole of its own colour, unless Prismatic Joy takes effect")
    if move < RETURN:
        return Refusal("PX12", "you take from a pool only by drinking Blind Love")
    if move < STACK:
        return Refusal("PX8", "marbles return at the end of your turn, and only those that your pool cannot hold")
    return Refusal("PX10", "new tiles are taken at the end of your turn")


# The end of the turn


def explain_return(state: PotionExplosionState, move: int) -> Refusal:
    """Say why something cannot be done while the pool is too full."""
    if not RETURN <= move < STACK:
        return Refusal("PX28", f"your turn has ended; say which marbles return, until {POOL} are left")
    colour = move - RETURN
    if state.data[state.desk + HELD + colour] == 0:
        return Refusal("PX8", f"you hold no {COLOUR_NAMES[colour]} marble")
    return Refusal("PX8", f"a {COLOUR_NAMES[colour]} hole is empty, so no {COLOUR_NAMES[colour]} marble may return")


def explain_stack(state: PotionExplosionState, move: int) -> Refusal:
    """Say why something cannot be done while a tile must be taken."""
    if RETURN <= move < STACK:
        return Refusal("PX8", "your pool has room, so no marble may return")
    if STACK <= move < END:
        return Refusal("PX10", f"stack {move - STACK + 1} is empty")
    return Refusal("PX28", "your turn has ended; take a tile from the top of a stack")


# Before the first turn, and after the last


def explain_draft(move: int) -> Refusal:
    """Say why something cannot be done in the draft."""
    if DRINK <= move < ROB:
        return Refusal("PX16", f"no starter of {KIND_TITLES[move - DRINK]} is laid out")
    return Refusal("PX16", "take one of the starters that are laid out")


def explain_tie(state: PotionExplosionState, move: int) -> Refusal:
    """Say why something cannot be done in the last pick."""
    if move < HELP:
        return unreachable(state, move, "PX1", REACH)
    return Refusal("PX15", "the tie is broken by one regular pick each, and nothing else")


# Potions


def explain_effect(state: PotionExplosionState, move: int) -> Refusal:
    """Say why a potion cannot do that."""
    kind = int(state.phase) - EFFECT
    if kind == SANDS and DRINK <= move < ROB:
        return explain_sands(state, move - DRINK)
    if kind == LOVE and ROB <= move < RETURN:
        return explain_love(state, move - ROB)
    if kind == PRISMATIC and PRISM <= move < DRINK:
        return explain_prismatic(state, *prism(move))
    if kind in (MAGNET, WISDOM, BALM, DRAFT, LAVA) and move < HELP:
        return explain_marble(state, kind, move)
    if move == END:
        return Refusal("PX29", f"{KIND_TITLES[kind]} is taking effect, and you have not yet chosen what it does")
    return Refusal("PX29", f"{KIND_TITLES[kind]} is taking effect, and comes before anything else")


def explain_sands(state: PotionExplosionState, kind: int) -> Refusal:
    """Say why Sands of Time cannot repeat a potion."""
    if kind == SANDS:
        return Refusal("PX12", "Sands of Time does not repeat another Sands of Time")
    if state.data[state.desk + DRUNK + kind] == 0:
        return Refusal("PX12", f"you have not drunk a {KIND_TITLES[kind]}")
    return Refusal("PX11", f"repeating it would have no effect: {NEEDS[kind]}")


def explain_love(state: PotionExplosionState, seat: int) -> Refusal:
    """Say why a pool cannot be emptied."""
    if seat >= state.seats:
        return Refusal("PX12", f"there is no seat {seat}")
    if seat == state.seat:
        return Refusal("PX12", "Blind Love empties the pool of an opponent")
    return Refusal("PX12", "that pool is empty")


def explain_prismatic(state: PotionExplosionState, colour: int, burner: int, hole: int) -> Refusal:
    """Say why Prismatic Joy cannot place a marble."""
    if state.data[state.desk + HELD + colour] == 0:
        return Refusal("PX12", f"you hold no {COLOUR_NAMES[colour]} marble")
    return Refusal("PX12", f"there is no empty {COLOUR_NAMES[hole]} hole on burner {burner + 1}")


def explain_marble(state: PotionExplosionState, kind: int, spot: int) -> Refusal:
    """Say why a potion cannot take or mark a marble."""
    reach = int(state.options.far_reach)
    if spot % SIGHT >= min(state.data[KNOWN + spot // SIGHT], reach):
        return unreachable(state, spot, "PX6", reach)
    if kind == MAGNET:
        return Refusal(
            "PX12", f"{SPOT_NAMES[spot]} and the marble above it are not two within reach of different colours"
        )
    if kind == BALM:
        return Refusal("PX12", "Balm takes a run of two or more touching marbles of one colour; name its two ends")
    if state.marked >> spot & 1:
        return Refusal("PX12", f"{SPOT_NAMES[spot]} is marked already")
    if kind == LAVA:
        return Refusal("PX12", "Lavamancing returns marbles of one colour from one track")
    if spot % SIGHT > 0:
        return Refusal("PX12", "Abyssal Draft takes bottom marbles")
    return Refusal("PX12", "Abyssal Draft takes one marble of each colour at most")
