"""Why a move of Magic Potion is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.magic_potion import rules, words
from potluck.games.magic_potion.board import CELLS, NAMES, WALL
from potluck.games.magic_potion.characters import FAR, HUNTER
from potluck.games.magic_potion.moving import is_stab
from potluck.games.magic_potion.notation import NAMED, PLAIN_WORDS, situation, write_choice
from potluck.games.magic_potion.position import ATTACK, BRIBE, CELL, GO_TO, HEAL, HOUND_TO, MOVE, NONE, PLACE_AT, SUMMON
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.words import REFUSALS, TO_DO, bare, name_of, slots_text


def attempt(state: MagicPotionState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    said = _tokens(text)
    for simplify in (str, bare):  # a mark may be left out where one item alone can be meant
        meant = [move for move in state.moves() if _tokens(simplify(write_choice(state, move))) == said]
        if len(meant) == 1:
            return meant[0]
    if said == ["stay"]:
        return GO_TO + _cell_of(state, state.actor()) % CELLS
    if said == ["hound", "stay"]:
        return HOUND_TO + (int(state.hound()) if state.hound() != WALL else _cell_of(state, HUNTER))
    for move, word in PLAIN_WORDS.items():
        if said == _tokens(word):
            return move
    for verb, start, names in NAMED:
        for index, name in enumerate(names):
            if said == [verb, name.lower()]:
                return _refuse_words(state, verb, start + index) or start + index
    raise BadNotation(f"move {shown(text)}: {words.MOVE_FORM}")


def _tokens(text: str) -> list[str]:
    """Split a move into words, however they are joined, without capitals and small words."""
    return [word for word in re.split(r"[\s_:-]+", text.lower()) if word not in ("", "a", "an", "the", "to")]


def _cell_of(state: MagicPotionState, character: int) -> int:
    """Find the slot of a character, or the wall."""
    return WALL if character == NONE else int(state.data[CELL + character])


def _refuse_words(state: MagicPotionState, verb: str, code: int) -> Refusal | None:
    """Refuse a slot that is named with the wrong verb."""
    if verb not in ("go", "stab") or state.phase() != MOVE:
        return None
    cell = code - GO_TO
    stabs = is_stab(state, cell)
    if verb == "stab":
        return None if stabs else Refusal("MP17", words.NO_STAB.format(cell=NAMES[cell]))
    legal = stabs and state.why_not(code) == 0
    return Refusal("MP11", words.SAY_STAB.format(cell=NAMES[cell])) if legal else None


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
