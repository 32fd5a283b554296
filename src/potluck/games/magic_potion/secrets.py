"""What a seat of Magic Potion cannot know, drawn anew: face-down cards, and what was chosen secretly (MP7, MP24)."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.games.magic_potion.board import HOME, TERRITORY
from potluck.games.magic_potion.characters import CAST, TEAM
from potluck.games.magic_potion.items import CARDS
from potluck.games.magic_potion.position import (
    CELL,
    DEALT_FACE,
    DICE,
    DICE_A_ROUND,
    DRAWN_FACE,
    FACE,
    LEFT,
    PILE,
    PLACE,
    SIDE,
    MagicPotionPosition,
)


def redraw(state: MagicPotionPosition, near: bool, far: bool, dice: Dice) -> None:
    """Redraw once what seat 0 hides, if `near`, and what seat 1 hides, if `far`."""
    if near:
        redraw_setup(state, 0, dice)
        redraw_cards(state, DEALT_FACE, True, False, dice)
    if far:
        redraw_setup(state, 1, dice)
        redraw_cards(state, DEALT_FACE, False, True, dice)
    redraw_cards(state, DRAWN_FACE, near, far, dice)


def redraw_cards(state: MagicPotionPosition, face: i64, near: bool, far: bool, dice: Dice) -> None:
    """Exchange the places of the cards with this face; the pile is one of the places of drawn cards."""
    data = state.data
    cards = vec[i64]([0] * CARDS)
    places = vec[i64]([0] * CARDS)
    count: i64 = 0
    for card in range(CARDS):
        place = i64(data[PLACE + card])
        if i64(data[FACE + card]) == face and is_unknown(state, place, near, far):
            cards[count] = card
            count += 1
    filled: i64 = 0
    for place in range(i64(PILE + 1)):
        for index in range(count):
            if i64(data[PLACE + cards[index]]) == place:
                places[filled] = place
                filled += 1
    for index in range(count):
        chosen = index + dice.below(count - index)
        data[PLACE + cards[index]] = u8(places[chosen])
        places[chosen] = places[index]


def is_unknown(state: MagicPotionPosition, place: i64, near: bool, far: bool) -> bool:
    """Tell whether a face-down card in this place is hidden by one of the sides looked at."""
    if place < CAST:
        return near if state.data[SIDE + place] == 0 else far
    return place == PILE


def redraw_setup(state: MagicPotionPosition, seat: i64, dice: Dice) -> None:
    """Redraw the dice and slots that a seat has chosen secretly."""
    data = state.data
    left: i64 = DICE_A_ROUND
    given: i64 = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) != seat:
            continue
        if state.hides_dice(character):
            given += 1
            share = left if given == TEAM else dice.below(left + 1)
            data[DICE + character] = u8(share)
            left -= share
    if given > 0 and state.side(state.actor()) == seat:
        data[LEFT] = u8(left)
    redraw_cells(state, seat, dice)


def redraw_cells(state: MagicPotionPosition, seat: i64, dice: Dice) -> None:
    """Put the secretly placed characters of a seat on random slots of its territory."""
    data = state.data
    homes = HOME[seat * TERRITORY : (seat + 1) * TERRITORY]
    placed: i64 = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) == seat and state.hides_cell(character):
            data[i64(data[CELL + character])] = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) == seat and state.hides_cell(character):
            chosen = placed + dice.below(TERRITORY - placed)
            cell = homes[chosen]
            homes[chosen] = homes[placed]
            placed += 1
            data[cell] = u8(character + 1)
            data[CELL + character] = u8(cell)
