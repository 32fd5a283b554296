"""Why a move of Potion Explosion is refused."""

from collections.abc import Callable

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion import words
from potluck.games.potion_explosion.board import (
    BREW,
    COLOUR_NAMES,
    DRINK,
    END,
    HELP,
    PLACE,
    PRISM,
    REACH,
    RETURN,
    ROB,
    SIGHT,
    SPOT_NAMES,
    STACK,
)
from potluck.games.potion_explosion.notation import CODES, owed_colours, placing, prism
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import DRAFT, KIND_NAMES, LAVA, LOVE, PRISMATIC, SANDS


def attempt(state: PotionExplosionState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; hyphens, spaces and capitals do not matter."""
    plain = text.lower().replace("-", "").replace(" ", "")
    if plain not in CODES:
        raise BadNotation(f"move {shown(text)}: {words.MOVE_FORM}")
    return CODES[plain]


def sentence(state: PotionExplosionState, move: int, ruling: int) -> str:
    """Say why a move is refused, with the names of its marbles, holes and potions."""
    if state.to_move < 0:
        return words.NOBODYS_TURN
    case = CASES[ruling](state, move) if ruling in CASES else ""
    return (case or words.REFUSALS[ruling]).format(**_names(state, move))


def _names(state: PotionExplosionState, move: int) -> dict[str, object]:
    """Name what a move is about."""
    names: dict[str, object] = {
        "owed": ", ".join(owed_colours(state)),
        "potion": words.TITLES[state.phase() - at.EFFECT] if state.phase() >= at.EFFECT else "",
        "reach": REACH if move < HELP and state.phase() < at.EFFECT else state.options.far_reach,
        "spot": SPOT_NAMES[move % HELP],
        "stack": move - STACK + 1,
        "seat": move - ROB,
    }
    if DRINK <= move < ROB:
        names |= {"kind": words.TITLES[move - DRINK], "needs": words.NEEDS[KIND_NAMES[move - DRINK]]}
    if PLACE <= move < BREW or PRISM <= move < DRINK or RETURN <= move < STACK:
        names |= _colours(move)
    return names


def _colours(move: int) -> dict[str, object]:
    """Name the marble, the burner and the hole of a move."""
    if move >= RETURN:
        return {"colour": COLOUR_NAMES[move - RETURN]}
    colour, burner, hole = prism(move) if move >= PRISM else (*placing(move), 0)
    return {"colour": COLOUR_NAMES[colour], "burner": burner + 1, "hole": COLOUR_NAMES[hole]}


# Rulings that refuse for more than one reason: the sentence for this move, or nothing for the usual one


def _case_pick(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about the regular pick (PX1)."""
    if move == END:
        return words.PICK_FIRST
    return "" if state.data[at.PICKED] else _case_reach(state, move)


def _case_reach(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about places out of reach (PX6)."""
    spot = move % HELP
    return words.NO_MARBLE_THERE if spot % SIGHT >= state.data[at.KNOWN + spot // SIGHT] else words.REFUSALS[6]


def _case_return(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about what returns (PX8)."""
    if state.phase() != at.RETURNS:
        return words.ROOM_LEFT if state.phase() == at.TILES_DUE else words.RETURN_LATER
    return _case_held(state, move - RETURN)


def _case_held(state: PotionExplosionState, colour: int) -> str:
    """Say that a marble is not held, if it is not."""
    return "" if state.data[state.desk() + at.HELD + colour] else words.NONE_HELD


def _case_drink(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about drinking and repeating (PX11)."""
    kind = move - DRINK
    if state.phase() >= at.EFFECT or state.data[state.desk() + at.READY + kind]:
        return words.NO_EFFECT
    return words.DRUNK_ONCE if state.data[state.desk() + at.DRUNK + kind] else ""


def _case_effect(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about what a potion does (PX12)."""
    kind = int(state.phase()) - at.EFFECT
    if kind < 0:
        return words.POOLS_BY_LOVE
    return (LIMIT_CASES[kind](state, move) if kind in LIMIT_CASES else "") or words.LIMITS[KIND_NAMES[kind]]


def _case_love(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about Blind Love."""
    if move - ROB >= state.seats:
        return words.NO_SEAT
    return words.OWN_POOL if move - ROB == state.seat() else ""


def _case_marking(state: PotionExplosionState, move: int) -> str:
    """Choose among the sentences about potions that mark marbles."""
    if state.data[at.MARKED + move]:
        return words.MARKED_ALREADY
    return words.BOTTOM_ONLY if state.phase() == at.EFFECT + DRAFT and move % SIGHT else ""


Case = Callable[[PotionExplosionState, int], str]
CASES: dict[int, Case] = {
    1: _case_pick,
    5: lambda state, move: "" if state.data[at.AIDED] else words.NO_HELP_LEFT,
    6: _case_reach,
    8: _case_return,
    10: lambda state, move: words.TILES_LATER if state.phase() == at.TURN else "",
    11: _case_drink,
    12: _case_effect,
    16: lambda state, move: words.NO_STARTER if DRINK <= move < ROB else "",
    25: lambda state, move: words.OWN_COLOUR if move >= PRISM else _case_held(state, placing(move)[0]),
    28: lambda state, move: words.TILE_NOW if state.phase() == at.TILES_DUE else "",
    29: lambda state, move: words.NOT_CHOSEN if move == END else "",
}
LIMIT_CASES: dict[int, Case] = {
    SANDS: lambda state, move: words.NO_SANDS if move - DRINK == SANDS else "",
    PRISMATIC: lambda state, move: _case_held(state, prism(move)[0]),
    LOVE: _case_love,
    DRAFT: _case_marking,
    LAVA: _case_marking,
}
