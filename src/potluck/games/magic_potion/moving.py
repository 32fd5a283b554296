"""Moving in Magic Potion: getting free, walking, Back Stab, picking up and drawing items (MP11, MP12, MP13)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import CELLS, DISTANCE, LEAPS, SIZE, STEPS, SURPRISE, WAYS
from potluck.games.magic_potion.characters import ASSASSIN, SPEED
from potluck.games.magic_potion.items import CARDS, KIND
from potluck.games.magic_potion.position import NONE, MagicPotionPosition, shifted
from potluck.games.magic_potion.secrets import test_recipe

FREEING: Final = 4  # the face 5, counted from 0

# Getting free from the hound (MP18)


def play_free(state: MagicPotionPosition, face: i64) -> None:
    """Free the bitten with a 5 or 6; otherwise it cannot move this turn."""
    state.to_move = state.side(state.actor())
    if face < FREEING:
        state.data[at.PHASE] = at.MOVED
        return
    state.send_home()
    state.data[at.PHASE] = at.MOVE


# Walking and Back Stab


def go_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the slots in reach, back stabs, and staying where that is allowed."""
    actor = state.actor()
    cell = i64(state.data[at.CELL + actor])
    ways = walk_moves(state, cell, speed_of(state, actor), out, count)
    if actor == ASSASSIN:
        ways = stab_moves(state, cell, out, ways)
    if SURPRISE[cell] == 0 or ways == count:  # MP12
        out[ways] = at.GO_TO + cell
        ways += 1
    return ways


def speed_of(state: MagicPotionPosition, character: i64) -> i64:
    """Tell how many slots a character may walk; the undead walk one (MP21)."""
    return 1 if state.is_undead(character) else SPEED[character]


def walk_moves(state: MagicPotionPosition, cell: i64, speed: i64, out: vec[i64], count: i64) -> i64:
    """Add the free slots one step away and, at speed 2, the free ones next to those."""
    data = state.data
    seen = shifted(1, cell)
    for step in range(cell * WAYS, cell * WAYS + WAYS):
        near = STEPS[step]
        if data[near] != 0:
            continue
        if seen & shifted(1, near) == 0:
            seen |= shifted(1, near)
            out[count] = at.GO_TO + near
            count += 1
        if speed == 1:
            continue
        for further in range(near * WAYS, near * WAYS + WAYS):
            far = STEPS[further]
            if data[far] == 0 and seen & shifted(1, far) == 0:
                seen |= shifted(1, far)
                out[count] = at.GO_TO + far
                count += 1
    return count


def stab_moves(state: MagicPotionPosition, cell: i64, out: vec[i64], count: i64) -> i64:
    """Add the free slots straight behind adjacent enemies (MP17)."""
    for step in range(cell * WAYS, cell * WAYS + WAYS):
        behind = LEAPS[step]
        if state.data[behind] == 0 and is_stab(state, behind):
            out[count] = at.GO_TO + behind
            count += 1
    return count


def is_stab(state: MagicPotionPosition, cell: i64) -> bool:
    """Tell whether the actor could pass through an enemy to a slot, were it free (MP17)."""
    if state.actor() != ASSASSIN or state.is_undead(ASSASSIN):
        return False
    passed = passed_by(state, i64(state.data[at.CELL + ASSASSIN]), cell)
    return passed != NONE and state.side(passed) != state.side(ASSASSIN)


def play_go(state: MagicPotionPosition, cell: i64) -> None:
    """Move, take what lies there, and draw on a surprise slot; staying does nothing (MP37)."""
    data = state.data
    actor = state.actor()
    start = i64(data[at.CELL + actor])
    data[at.PHASE] = at.MOVED
    if cell == start:
        return
    passed = passed_by(state, start, cell)
    if passed != NONE:
        data[at.TARGET] = u8(passed + 1)
        data[at.MODE] = at.STAB
    state.put(actor, cell)
    if pick_up(state, actor, cell) and test_recipe(state):
        return
    if SURPRISE[cell] != 0 and state.hound() != cell and state.pile_size() > 0:
        state.await_chance(at.DRAWING)


def passed_by(state: MagicPotionPosition, start: i64, cell: i64) -> i64:
    """Find the character in the middle of a straight double step, or NONE."""
    apart = cell - start
    if DISTANCE[start * CELLS + cell] != 2 or (apart != 2 and apart != -2 and apart != 2 * SIZE and apart != -2 * SIZE):
        return NONE
    return i64(state.data[(start + cell) // 2]) - 1


def why_not_go(state: MagicPotionPosition, cell: i64) -> i64:
    """Refuse slots out of reach (MP11) or occupied behind an enemy (MP17), and staying on a surprise slot (MP12)."""
    out = vec[i64]([0] * at.ROOM)
    for index in range(go_moves(state, out, 0)):
        if out[index] == at.GO_TO + cell:
            return 0
    if i64(state.data[at.CELL + state.actor()]) == cell:
        return 12
    return 17 if is_stab(state, cell) else 11


# Picking up and drawing


def pick_up(state: MagicPotionPosition, character: i64, cell: i64) -> bool:
    """Take all items that lie on a slot (MP13); tell whether there were any."""
    data = state.data
    found = False
    for card in range(CARDS):
        if i64(data[at.PLACE + card]) == at.LYING + cell:
            state.carry(card, character, at.OPEN_FACE)
            found = True
    return found


def drawing_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the kinds of cards that are in the pile."""
    latest: i64 = NONE
    for card in range(CARDS):
        if state.data[at.PLACE + card] == at.PILE and KIND[card] != latest:
            latest = KIND[card]
            out[count] = latest
            count += 1
    return count


def play_drawing(state: MagicPotionPosition, kind: i64) -> None:
    """Put a card of the pile on the character, seen by its side only."""
    actor = state.actor()
    state.to_move = state.side(actor)
    state.data[at.PHASE] = at.MOVED
    state.carry(state.find_card(at.PILE, kind, at.DRAWN_FACE), actor, at.DRAWN_FACE)
    test_recipe(state)
