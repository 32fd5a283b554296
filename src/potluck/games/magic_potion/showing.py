"""Showing items in Magic Potion: energy becomes dice, and nothing else happens (MP14, MP35)."""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.combat import await_answer
from potluck.games.magic_potion.items import CARDS, ENERGY, KIND, KINDS
from potluck.games.magic_potion.position import NONE, MagicPotionPosition, shifted
from potluck.games.magic_potion.secrets import open_card


def show_moves(state: MagicPotionPosition, character: i64, out: vec[i64], count: i64) -> i64:
    """Add the face-down items of a character, and the energy that is open; the undead show nothing (MP21)."""
    data = state.data
    if data[at.HELD + character] == 0 or state.is_undead(character):
        return count
    seen: i64 = 0
    for card in range(CARDS):
        if i64(data[at.PLACE + card]) != character or not state.is_showable(card):
            continue
        code = i64(data[at.FACE + card]) * KINDS + KIND[card]
        if seen & shifted(1, code) == 0:
            seen |= shifted(1, code)
            out[count] = at.SHOW + code if code < at.ATTACK - at.SHOW else at.SHOW_KNOWN + code - (at.ATTACK - at.SHOW)
            count += 1
    return count


def shown_by(move: i64) -> i64:
    """Tell which card a move shows, as face × 7 + kind; NONE if it shows none."""
    if move >= at.SHOW_KNOWN:
        return move - at.SHOW_KNOWN + at.ATTACK - at.SHOW
    return move - at.SHOW if at.SHOW <= move < at.ATTACK else NONE


def play_show(state: MagicPotionPosition, code: i64) -> None:
    """Open an item; energy becomes dice and is discarded."""
    data = state.data
    character = shower(state)
    kind = code % KINDS
    card = state.find_card(character, kind, code // KINDS)
    open_card(state, card)
    if ENERGY[kind] > 0:
        state.gain(character, ENERGY[kind])
        data[at.PLACE + card] = at.USED
        data[at.HELD + character] -= 1
    if data[at.PHASE] == at.DEFEND:
        await_answer(state)
    else:
        data[at.PHASE] = at.READY


def why_not_show(state: MagicPotionPosition, code: i64) -> i64:
    """Refuse items that the character does not carry or has shown, and any items of the undead (MP21)."""
    character = shower(state)
    card = state.find_card(character, code % KINDS, code // KINDS)
    if card == NONE:
        return 14
    if state.is_undead(character):
        return 21
    return 0 if state.is_showable(card) else 14


def shower(state: MagicPotionPosition) -> i64:
    """Tell who may show items now: the defender of an attack, or who acts."""
    return state.target() if state.phase() == at.DEFEND else state.actor()
