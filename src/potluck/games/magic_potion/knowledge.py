"""Who knows what in Magic Potion: secrets, what a seat observes, and the name of a position."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.games.magic_potion.board import CELLS, HOME, TERRITORY, WALL
from potluck.games.magic_potion.characters import CAST, TEAM
from potluck.games.magic_potion.items import CARDS, KIND, KINDS
from potluck.games.magic_potion.position import (
    CELL,
    DEALT_FACE,
    DICE,
    DICE_A_ROUND,
    DRAWN_FACE,
    FACE,
    FACES,
    GIVE,
    HEALTH,
    LIFE,
    LYING,
    NOBODY,
    OPEN_FACE,
    PHASES,
    PILE,
    PLACE,
    PLACING,
    SIDE,
    USED,
    Position,
)

# Where observe writes its parts.
OBSERVE_HOUND: Final = 2 * CELLS
OBSERVE_LYING: Final = 3 * CELLS
OBSERVE_CAST: Final = (3 + KINDS) * CELLS
OBSERVE_KNOWN: Final = OBSERVE_CAST + 4 * CAST
OBSERVE_UNSEEN: Final = OBSERVE_KNOWN + KINDS * CAST
OBSERVE_HIDDEN: Final = OBSERVE_UNSEEN + KINDS * CAST
OBSERVE_USED: Final = OBSERVE_HIDDEN + 2 * CAST
OBSERVE_PILE: Final = OBSERVE_USED + KINDS
OBSERVE_PHASE: Final = OBSERVE_PILE + 1
OBSERVE_TURN: Final = OBSERVE_PHASE + PHASES
OBSERVED: Final = OBSERVE_TURN + 11


# Secrets


def is_given(state: Position, character: i64) -> bool:
    """Tell, while dice are given out, whether this character has got its share."""
    giver = state.side(state.actor)
    seat = state.side(character)
    return character < state.actor if seat == giver else seat == state.leader()


def hides_dice(state: Position, character: i64) -> bool:
    """Tell whether only its own side knows how many dice a character has (MP7)."""
    if not state.options.secret_setup or state.phase != GIVE or state.round > 0:
        return False
    return is_given(state, character)


def hides_cell(state: Position, character: i64) -> bool:
    """Tell whether only its own side knows where a character stands (MP7)."""
    if not state.options.secret_setup or state.phase != PLACING:
        return False
    return state.data[CELL + character] != WALL


def hides_left(state: Position, seat: i64) -> bool:
    """Tell whether the dice still to be given are hidden from a seat (MP7)."""
    if not state.options.secret_setup or state.phase != GIVE or state.round > 0:
        return False
    return seat != state.side(state.actor)


def redraw(state: Position, near: bool, far: bool, dice: Dice) -> None:
    """Redraw once what seat 0 hides, if `near`, and what seat 1 hides, if `far`."""
    if near:
        redraw_setup(state, 0, dice)
        redraw_cards(state, DEALT_FACE, True, False, dice)
    if far:
        redraw_setup(state, 1, dice)
        redraw_cards(state, DEALT_FACE, False, True, dice)
    redraw_cards(state, DRAWN_FACE, near, far, dice)


def redraw_cards(state: Position, face: i64, near: bool, far: bool, dice: Dice) -> None:
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


def is_unknown(state: Position, place: i64, near: bool, far: bool) -> bool:
    """Tell whether a face-down card in this place is hidden by one of the sides looked at."""
    if place < CAST:
        return near if state.data[SIDE + place] == 0 else far
    return place == PILE


def redraw_setup(state: Position, seat: i64, dice: Dice) -> None:
    """Redraw the dice and slots that a seat has chosen secretly."""
    data = state.data
    left: i64 = DICE_A_ROUND
    given: i64 = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) != seat:
            continue
        if hides_dice(state, character):
            given += 1
            share = left if given == TEAM else dice.below(left + 1)
            data[DICE + character] = u8(share)
            left -= share
    if given > 0 and state.side(state.actor) == seat:
        state.left = left
    redraw_cells(state, seat, dice)


def redraw_cells(state: Position, seat: i64, dice: Dice) -> None:
    """Put the secretly placed characters of a seat on random slots of its territory."""
    data = state.data
    homes = HOME[seat * TERRITORY : (seat + 1) * TERRITORY]
    placed: i64 = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) == seat and hides_cell(state, character):
            data[i64(data[CELL + character])] = 0
    for character in range(CAST):
        if i64(data[SIDE + character]) == seat and hides_cell(state, character):
            chosen = placed + dice.below(TERRITORY - placed)
            cell = homes[chosen]
            homes[chosen] = homes[placed]
            placed += 1
            data[cell] = u8(character + 1)
            data[CELL + character] = u8(cell)


# What a seat knows


def observe(state: Position, seat: i64, out: vec[u8]) -> None:
    """Write the field, the characters, the cards that the seat knows, then the turn."""
    observe_characters(state, seat, out)
    observe_cards(state, seat, out)
    observe_turn(state, seat, out)


def observe_characters(state: Position, seat: i64, out: vec[u8]) -> None:
    """Write where the characters stand, and their facts."""
    data = state.data
    for character in range(CAST):
        side = i64(data[SIDE + character])
        if side == NOBODY:
            continue
        own = side == seat
        start = OBSERVE_CAST + character * 4
        out[start] = 1 if own else 2
        out[start + 1] = data[LIFE + character]
        out[start + 2] = data[HEALTH + character]
        out[start + 3] = 0 if hides_dice(state, character) and not own else data[DICE + character]
        cell = i64(data[CELL + character])
        if cell != WALL and (own or not hides_cell(state, character)):
            out[cell if own else CELLS + cell] = u8(character + 1)
    if state.hound != WALL:
        out[OBSERVE_HOUND + state.hound] = 1


def observe_cards(state: Position, seat: i64, out: vec[u8]) -> None:
    """Write the cards that lie, those that the seat knows on each character, and how many it does not know."""
    data = state.data
    for card in range(CARDS):
        place = i64(data[PLACE + card])
        face = i64(data[FACE + card])
        kind = KIND[card]
        if place >= LYING:
            out[OBSERVE_LYING + kind * CELLS + place - LYING] += 1
        elif place == USED:
            out[OBSERVE_USED + kind] += 1
        elif place == PILE:
            out[OBSERVE_PILE] += 1
        elif place < CAST and face != OPEN_FACE and i64(data[SIDE + place]) != seat:
            out[OBSERVE_HIDDEN + place * 2 + face] += 1
        elif place < CAST:
            out[OBSERVE_KNOWN + place * KINDS + kind] += 1
            if face != OPEN_FACE:
                out[OBSERVE_UNSEEN + place * KINDS + kind] += 1


def observe_turn(state: Position, seat: i64, out: vec[u8]) -> None:
    """Write who does what, and how far a fight is."""
    out[OBSERVE_PHASE + state.phase] = 1
    out[OBSERVE_TURN] = u8(state.actor + 1)
    out[OBSERVE_TURN + 1] = u8(state.target + 1)
    out[OBSERVE_TURN + 2] = u8(state.bitten + 1)
    out[OBSERVE_TURN + 3] = u8(state.grudge + 1)
    out[OBSERVE_TURN + 4] = u8(state.mode)
    out[OBSERVE_TURN + 5] = 0 if hides_left(state, seat) else u8(state.left)
    out[OBSERVE_TURN + 6] = u8(state.answer)
    out[OBSERVE_TURN + 7] = u8(min(state.attack, 255))
    out[OBSERVE_TURN + 8] = u8(min(state.defence, 255))
    out[OBSERVE_TURN + 9] = u8(state.round)
    out[OBSERVE_TURN + 10] = 1 if state.to_move == seat else 0


# The name of the position


def name_position(state: Position) -> bytes:
    """Name the position; cards of a kind are sorted, because they cannot be told apart."""
    data = state.data
    name = bytearray(5 * CAST + CARDS + 17)
    for index in range(5 * CAST):
        name[index] = i64(data[SIDE + index])
    for card in range(CARDS):
        value = i64(data[PLACE + card]) * FACES + i64(data[FACE + card])
        hole = 5 * CAST + card
        while hole > 5 * CAST and KIND[hole - 5 * CAST - 1] == KIND[card] and name[hole - 1] > value:
            name[hole] = name[hole - 1]
            hole -= 1
        name[hole] = value
    name_turn(state, name, 5 * CAST + CARDS)
    return bytes(name)


def name_turn(state: Position, name: bytearray, start: i64) -> None:
    """Write how far the turn is into the name of the position."""
    name[start] = state.to_move + 4
    name[start + 1] = state.phase
    name[start + 2] = state.round
    name[start + 3] = state.actor + 1
    name[start + 4] = state.target + 1
    name[start + 5] = state.mode
    name[start + 6] = state.left
    name[start + 7] = state.answer
    name[start + 8] = state.attack // 256
    name[start + 9] = state.attack % 256
    name[start + 10] = state.defence // 256
    name[start + 11] = state.defence % 256
    name[start + 12] = state.hound
    name[start + 13] = state.bitten + 1
    name[start + 14] = state.grudge + 1
    name[start + 15] = state.winner + 1
    name[start + 16] = state.ended_by
