"""Who knows what in Magic Potion: the test for the recipe, what everybody can conclude, and redraws (MP7, MP24, MP39).

A side wins as soon as it has the whole recipe. So each time that it could have had it and did not win, everybody
learns something about its face-down items. Its own piece is with it as long as nobody has seen it, and the other
side's piece comes to it openly. So what is in doubt is Recipe III, among the drawn items, and, with one_carrier, who
was dealt the own piece. The faces of the cards keep what was learnt.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import HOME, TERRITORY
from potluck.games.magic_potion.characters import CAST, TEAM
from potluck.games.magic_potion.items import CARDS, KIND, RECIPES
from potluck.games.magic_potion.position import NONE, MagicPotionPosition

BITS: Final = 3  # of a face
MASK: Final = 7
THIRD: Final = 2  # the card Recipe III; those below are the sides' own pieces

# The recipe (MP10)


def test_recipe(state: MagicPotionPosition) -> bool:
    """End the match when the acting side has the whole recipe, which it shows; otherwise all learn that it has not."""
    seat = state.side(state.actor())
    won = state.has_recipe(seat)
    if won:
        show_recipe(state)
        state.finish(seat, 10)
    settle(state)
    return won


def show_recipe(state: MagicPotionPosition) -> None:
    """Open all three pieces."""
    for piece in range(RECIPES):
        state.data[at.FACE + piece] = at.OPEN_FACE
    forget_third(state)


def open_card(state: MagicPotionPosition, card: i64) -> None:
    """Open a carried card to everybody, which may tell something of others that its carrier has."""
    data = state.data
    carrier = i64(data[at.PLACE + card])
    face = i64(data[at.FACE + card])
    data[at.FACE + card] = at.OPEN_FACE
    if face == at.COUPLED_FACE and card == THIRD:
        reface(state, state.side(carrier), carrier, at.DEALT_FACE, at.BLANK_FACE)
    elif is_dealt(face):
        reface(state, state.side(carrier), carrier, at.COUPLED_FACE, at.CLEARED_FACE if card < THIRD else at.DRAWN_FACE)
    if card == THIRD:
        forget_third(state)
    settle(state)


# What everybody can conclude (MP39)


def settle(state: MagicPotionPosition) -> None:
    """Note on the faces what everybody can conclude now."""
    data = state.data
    for seat in range(i64(2)):
        holder = i64(data[at.PLACE + 1 - seat])  # of the other side's piece
        if state.options.one_carrier:
            learn_of_carriers(state, seat, holder)
        elif data[at.FACE + THIRD] != at.OPEN_FACE and state.is_with(seat, holder):
            if state.is_with(seat, i64(data[at.PLACE + seat])):
                reface(state, seat, NONE, at.DRAWN_FACE, at.CLEARED_FACE)


def forget_third(state: MagicPotionPosition) -> None:
    """Forget which items are not Recipe III, since everybody knows where it is."""
    for seat in range(i64(2)):
        reface(state, seat, NONE, at.CLEARED_FACE, at.DRAWN_FACE)
        reface(state, seat, NONE, at.COUPLED_FACE, at.DRAWN_FACE)


def learn_of_carriers(state: MagicPotionPosition, seat: i64, holder: i64) -> None:
    """Note, where one character must carry all pieces, what everybody can conclude about a side."""
    data = state.data
    keeper = known_keeper(state, seat)
    if data[at.FACE + seat] == at.OPEN_FACE:
        reface(state, seat, NONE, at.BLANK_FACE, at.DEALT_FACE)
    if keeper != NONE:
        reface(state, seat, keeper, at.COUPLED_FACE, at.CLEARED_FACE)
        reface(state, seat, NONE, at.COUPLED_FACE, at.DRAWN_FACE)
    if data[at.FACE + THIRD] == at.OPEN_FACE:
        if keeper == NONE and i64(data[at.PLACE + THIRD]) == holder:
            reface(state, seat, holder, at.DEALT_FACE, at.BLANK_FACE)
    elif keeper == holder:
        reface(state, seat, holder, at.DRAWN_FACE, at.CLEARED_FACE)
    elif keeper == NONE and has_face(state, holder, at.DEALT_FACE):
        reface(state, seat, holder, at.DRAWN_FACE, at.COUPLED_FACE)


def known_keeper(state: MagicPotionPosition, seat: i64) -> i64:
    """Find where a side's own piece is, if everybody can tell: it is open, or only one dealt item can be it."""
    data = state.data
    if data[at.FACE + seat] == at.OPEN_FACE:
        return i64(data[at.PLACE + seat])
    keeper: i64 = NONE
    for character in range(CAST):
        if i64(data[at.SIDE + character]) == seat and has_face(state, character, at.DEALT_FACE):
            if keeper != NONE:
                return NONE
            keeper = character
    return keeper


def has_face(state: MagicPotionPosition, character: i64, face: i64) -> bool:
    """Tell whether a character carries a card with this face."""
    data = state.data
    for card in range(CARDS):
        if i64(data[at.PLACE + card]) == character and i64(data[at.FACE + card]) == face:
            return True
    return False


def reface(state: MagicPotionPosition, seat: i64, character: i64, old: i64, new: i64) -> None:
    """Change one face for another, on the cards of a character of a side, or of all of them (NONE)."""
    data = state.data
    for card in range(CARDS):
        place = i64(data[at.PLACE + card])
        if (
            i64(data[at.FACE + card]) == old
            and (character == NONE or place == character)
            and state.is_with(seat, place)
        ):
            data[at.FACE + card] = u8(new)


def is_dealt(face: i64) -> bool:
    """Tell whether a face-down card is one of those that its side began with."""
    return face in (at.DEALT_FACE, at.BLANK_FACE)


def fits(state: MagicPotionPosition) -> bool:
    """Tell whether each piece is where the faces of the cards allow it to be."""
    data = state.data
    if data[at.FACE] == at.BLANK_FACE or data[at.FACE + 1] == at.BLANK_FACE or data[at.FACE + THIRD] == at.CLEARED_FACE:
        return False
    if data[at.FACE + THIRD] != at.COUPLED_FACE:
        return True
    carrier = i64(data[at.PLACE + THIRD])
    return i64(data[at.PLACE + i64(data[at.SIDE + carrier])]) != carrier


# Redraws (MP24)


def redraw(state: MagicPotionPosition, near: bool, far: bool, dice: Dice) -> None:
    """Redraw once what seat 0 hides, if `near`, and what seat 1 hides, if `far`; it may not fit."""
    if near:
        redraw_setup(state, 0, dice)
        redraw_cards(state, True, True, False, dice)
    if far:
        redraw_setup(state, 1, dice)
        redraw_cards(state, True, False, True, dice)
    redraw_cards(state, False, near, far, dice)


def redraw_cards(state: MagicPotionPosition, dealt: bool, near: bool, far: bool, dice: Dice) -> None:
    """Exchange the places of the dealt cards, or of the drawn ones and the pile; a face belongs to its place."""
    data = state.data
    cards = vec[i64]([0] * CARDS)
    slots = vec[i64]([0] * CARDS)
    count: i64 = 0
    for card in range(CARDS):
        place = i64(data[at.PLACE + card])
        face = i64(data[at.FACE + card])
        if is_dealt(face) != dealt or not is_unknown(state, card, near, far):
            continue
        slot = place << BITS | face
        hole = count
        while hole > 0 and slots[hole - 1] > slot:
            slots[hole] = slots[hole - 1]
            hole -= 1
        slots[hole] = slot
        cards[count] = card
        count += 1
    for index in range(count):
        chosen = index + dice.below(count - index)
        data[at.PLACE + cards[index]] = u8(slots[chosen] >> BITS)
        data[at.FACE + cards[index]] = u8(slots[chosen] & MASK)
        slots[chosen] = slots[index]


def is_unknown(state: MagicPotionPosition, card: i64, near: bool, far: bool) -> bool:
    """Tell whether a card is of the pile, or hidden by one of the sides looked at."""
    place = i64(state.data[at.PLACE + card])
    if state.data[at.FACE + card] == at.OPEN_FACE or place >= CAST:
        return place == at.PILE
    return near if state.data[at.SIDE + place] == 0 else far


def exchange(state: MagicPotionPosition, card: i64, other: i64, seat: i64) -> bool:
    """Exchange a card with another that a seat does not know either; tell whether that can be, and changes anything."""
    data = state.data
    faces = i64(data[at.FACE + card]), i64(data[at.FACE + other])
    unknown = is_unknown(state, other, seat == 1, seat == 0) and is_dealt(faces[0]) == is_dealt(faces[1])
    if not unknown or KIND[card] == KIND[other]:
        return False
    place = data[at.PLACE + card]
    data[at.PLACE + card] = data[at.PLACE + other]
    data[at.PLACE + other] = place
    data[at.FACE + card] = u8(faces[1])
    data[at.FACE + other] = u8(faces[0])
    return fits(state)


def redraw_setup(state: MagicPotionPosition, seat: i64, dice: Dice) -> None:
    """Redraw the dice and slots that a seat has chosen secretly."""
    data = state.data
    left: i64 = at.DICE_A_ROUND
    given: i64 = 0
    for character in range(CAST):
        if i64(data[at.SIDE + character]) != seat:
            continue
        if state.hides_dice(character):
            given += 1
            share = left if given == TEAM else dice.below(left + 1)
            data[at.DICE + character] = u8(share)
            left -= share
    if given > 0 and state.side(state.actor()) == seat:
        data[at.LEFT] = u8(left)
    redraw_cells(state, seat, dice)


def redraw_cells(state: MagicPotionPosition, seat: i64, dice: Dice) -> None:
    """Put the secretly placed characters of a seat on random slots of its territory."""
    data = state.data
    homes = HOME[seat * TERRITORY : (seat + 1) * TERRITORY]
    placed: i64 = 0
    for character in range(CAST):
        if i64(data[at.SIDE + character]) == seat and state.hides_cell(character):
            data[i64(data[at.CELL + character])] = 0
    for character in range(CAST):
        if i64(data[at.SIDE + character]) == seat and state.hides_cell(character):
            chosen = placed + dice.below(TERRITORY - placed)
            cell = homes[chosen]
            homes[chosen] = homes[placed]
            placed += 1
            data[cell] = u8(character + 1)
            data[at.CELL + character] = u8(cell)
