"""The set-up of Magic Potion: the draft, then placing the characters, then hiding the recipe pieces (MP7).

Dice are given out between the draft and the placing, as in each recovery: see rounds.py.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import HOME, HOME_OF, TERRITORY
from potluck.games.magic_potion.characters import CAST, FULL, TEAM
from potluck.games.magic_potion.items import NOTHING
from potluck.games.magic_potion.position import NOBODY, NONE, MagicPotionPosition
from potluck.games.magic_potion.rounds import SCRATCH, begin_giving, begin_round

# The draft


def pick_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the characters that nobody has picked."""
    for character in range(CAST):
        if why_not_pick(state, character) == 0:
            out[count] = at.PICK_WHO + character
            count += 1
    return count


def play_pick(state: MagicPotionPosition, character: i64) -> None:
    """Take a character; after six picks the dice are given out."""
    data = state.data
    data[at.SIDE + character] = u8(state.to_move)
    data[at.LIFE + character] = at.LIVING
    data[at.HEALTH + character] = u8(FULL[character])
    state.turn += 1
    state.to_move = 1 - state.to_move
    if pick_moves(state, SCRATCH, 0) == CAST - 2 * TEAM:
        begin_giving(state, state.leader())


def why_not_pick(state: MagicPotionPosition, character: i64) -> i64:
    """Refuse a character that was picked."""
    return 0 if state.data[at.SIDE + character] == NOBODY else 7


# Placing


def place_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the free slots of the own territory, for a character of the set-up or a summoned one."""
    start = state.to_move * TERRITORY
    for index in range(start, start + TERRITORY):
        if why_not_place(state, HOME[index]) == 0:
            out[count] = at.PLACE_AT + HOME[index]
            count += 1
    return count


def play_place(state: MagicPotionPosition, cell: i64) -> None:
    """Place a character; openly the seats alternate, secretly one places all three before the other."""
    seat = state.to_move
    state.put(state.next_unplaced(seat), cell)
    state.turn += 1
    own_left = state.next_unplaced(seat) != NONE
    if state.next_unplaced(1 - seat) != NONE and not (state.options.secret_setup and own_left):
        state.to_move = 1 - seat
    elif not own_left:
        state.data[at.PHASE] = at.HIDE
        state.to_move = state.options.first


def why_not_place(state: MagicPotionPosition, cell: i64) -> i64:
    """Refuse a slot that is occupied (MP27) or outside the own territory (MP7, MP21)."""
    if state.data[cell] != 0:
        return 27
    if HOME_OF[cell] == state.to_move:
        return 0
    return 21 if state.phase() == at.RAISE else 7


# Hiding the recipe piece


def hide_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the own characters."""
    for character in range(CAST):
        if why_not_hide(state, character) == 0:
            out[count] = at.HIDE_ON + character
            count += 1
    return count


def play_hide(state: MagicPotionPosition, carrier: i64) -> None:
    """Put a dealt card on each own character, face down: the recipe piece on the carrier, none on the others."""
    seat = state.to_move
    for character in range(CAST):
        if state.side(character) == seat:
            kind = seat if character == carrier else NOTHING
            state.carry(state.find_card(at.HAND + seat, kind, at.DEALT_FACE), character, at.DEALT_FACE)
    state.turn += 1
    state.to_move = 1 - seat
    if seat != state.options.first:
        begin_round(state)


def why_not_hide(state: MagicPotionPosition, character: i64) -> i64:
    """Refuse characters of the other side, and those that nobody picked."""
    return 0 if state.side(character) == state.to_move else 7
