"""Why a move of Magic Potion is refused."""

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.magic_potion import rules, words
from potluck.games.magic_potion.board import CELLS, NAMES, WALL
from potluck.games.magic_potion.characters import FAR, HUNTER
from potluck.games.magic_potion.moving import is_stab
from potluck.games.magic_potion.notation import NAMED, PLAIN_WORDS, situation
from potluck.games.magic_potion.position import (
    ATTACK,
    BRIBE,
    CELL,
    GO_TO,
    HEAL,
    HOUND_TO,
    MOVE,
    NONE,
    PLACE_AT,
    SUMMON,
)
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.words import REFUSALS, TO_DO, name_of, slots_text


def attempt(state: MagicPotionState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    if text in PLAIN_WORDS.values():
        return next(move for move, word in PLAIN_WORDS.items() if word == text)
    if text == "stay":
        return GO_TO + _cell_of(state, state.actor()) % CELLS
    if text == "hound-stay":
        return HOUND_TO + (int(state.hound()) if state.hound() != WALL else _cell_of(state, HUNTER))
    verb, _, name = text.partition("-")
    for known, start, names in NAMED:
        if verb == known and name in names:
            code = start + names.index(name)
            return _refuse_words(state, verb, code) or code
    raise BadNotation(f"move {shown(text)}: {words.MOVE_FORM}")


def _cell_of(state: MagicPotionState, character: int) -> int:
    """Find the slot of a character, or the wall."""
    return WALL if character == NONE else int(state.data[CELL + character])


def _refuse_words(state: MagicPotionState, verb: str, code: int) -> Refusal | None:
    """Refuse a slot that is named with the wrong verb."""
    if verb == "hound" and code - HOUND_TO == state.hound():
        return Refusal("MP18", words.SAY_HOUND_STAY)
    if verb not in ("go", "stab") or state.phase() != MOVE:
        return None
    cell = code - GO_TO
    stabs = is_stab(state, cell)
    if verb == "stab":
        return None if stabs else Refusal("MP17", words.NO_STAB.format(cell=NAMES[cell]))
    if cell == _cell_of(state, state.actor()):
        return Refusal("MP11", words.SAY_STAY.format(actor=name_of(state.actor())))
    return Refusal("MP11", words.SAY_STAB.format(cell=NAMES[cell])) if stabs else None


def sentence(state: MagicPotionState, move: int, ruling: int) -> str:
    """Say why a move is refused, with the names of what it asks for."""
    if SUMMON <= move < BRIBE and ruling == 21:
        return words.NO_SUMMONS
    pattern = TO_DO[state.phase()] if ruling == rules.TO_DO[state.phase()] else REFUSALS[ruling]
    actor = int(state.actor())
    who = move - ATTACK if ATTACK <= move < HEAL else NONE
    return pattern.format(
        **situation(state),
        who=name_of(who),
        cell=_cell_asked(move),
        range=slots_text(1) if FAR[actor] == 0 else f"up to {slots_text(2)}",
        distance=_distance_text(state, actor, who),
    )


def _cell_asked(move: int) -> str:
    """Name the slot that a move names, if it does."""
    for start in (PLACE_AT, GO_TO):
        if start <= move < start + CELLS:
            return NAMES[move - start]
    return ""


def _distance_text(state: MagicPotionState, actor: int, who: int) -> str:
    """Say how far somebody is from the actor, if both are on the field."""
    if who == NONE or WALL in (_cell_of(state, actor), _cell_of(state, who)):
        return ""
    return f" and the {name_of(who)} is {slots_text(int(state.distance(actor, who)))} away"
