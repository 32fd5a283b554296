"""The piles of POTUS: which cards have been seen, as bytes of a position.

Nobody knows what a fresh pile holds, so its cards are UNSEEN and the next one is any of them. A pile turned over
once is a known set: it is shuffled by drawing late from that set (PO1). Full piles only: one that has run out is
shuffled at once.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potus.events import EVENTS
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.tokens import PILES

CARD: Final = PILES  # CARD + card: one of the five below
UNSEEN: Final = 0
TURNED: Final = 1  # TURNED + seat: turned by the seat, out of its pile
WAITING: Final = 3  # WAITING + seat: known, and in the seat's pile again

LEFT: Final = CARD + CARDS  # LEFT + seat: cards in the seat's pile
FRESH: Final = LEFT + 2  # FRESH + seat: 1 while the pile holds cards that nobody has seen
DRAWN: Final = FRESH + 2  # DRAWN + event: 1 while it is out of the Event pile
EVENTS_LEFT: Final = DRAWN + EVENTS
FACTS: Final = EVENTS_LEFT + 1  # the bytes from here on belong to rules.py


def pile_size(is_first: bool, burnt: i64) -> i64:
    """Tell how many cards a seat is dealt: the one who is dealt to first gets the odd one (PO1)."""
    return (CARDS - burnt + (1 if is_first else 0)) // 2


def deal(data: vec[u8], first: i64, burnt: i64) -> None:
    """Deal all President cards anew."""
    for card in range(CARDS):
        data[CARD + card] = UNSEEN
    for seat in range(2):
        data[LEFT + seat] = u8(pile_size(seat == first, burnt))
        data[FRESH + seat] = 1


def card_moves(data: vec[u8], seat: i64, out: vec[i64], count: i64) -> i64:
    """Add the cards that a seat may turn over now."""
    wanted: i64 = UNSEEN if data[FRESH + seat] != 0 else WAITING + seat
    for card in range(CARDS):
        if i64(data[CARD + card]) == wanted:
            out[count] = card
            count += 1
    return count


def turn_card(data: vec[u8], seat: i64, card: i64) -> None:
    """Turn a card over."""
    data[CARD + card] = u8(TURNED + seat)
    data[LEFT + seat] = u8(i64(data[LEFT + seat]) - 1)
    if data[LEFT + seat] == 0:
        data[FRESH + seat] = 0


def renew_piles(data: vec[u8], first: i64, burnt: i64, redeal: bool) -> None:
    """Shuffle what has run out: his own cards for each seat, or with `redeal` all of them for both (PO1)."""
    if data[LEFT] != 0 and data[LEFT + 1] != 0:
        return
    if redeal:
        deal(data, first, burnt)
    else:
        shuffle_own_piles(data)


def shuffle_own_piles(data: vec[u8]) -> None:
    """Give each seat whose pile has run out its own cards again (PO1)."""
    for seat in range(2):
        if data[LEFT + seat] != 0:
            continue
        count: i64 = 0
        for card in range(CARDS):
            if i64(data[CARD + card]) == TURNED + seat:
                data[CARD + card] = u8(WAITING + seat)
                count += 1
        data[LEFT + seat] = u8(count)


def shuffle_events(data: vec[u8]) -> None:
    """Put all Event cards back on their pile (PO39)."""
    for event in range(EVENTS):
        data[DRAWN + event] = 0
    data[EVENTS_LEFT] = u8(EVENTS)


def event_moves(data: vec[u8], out: vec[i64], count: i64) -> i64:
    """Add the Event cards that may be drawn now, numbered after the President cards."""
    for event in range(EVENTS):
        if data[DRAWN + event] == 0:
            out[count] = CARDS + event
            count += 1
    return count


def draw_event(data: vec[u8], event: i64) -> None:
    """Draw an Event card; the last one brings all back."""
    data[DRAWN + event] = 1
    data[EVENTS_LEFT] = u8(i64(data[EVENTS_LEFT]) - 1)
    if data[EVENTS_LEFT] == 0:
        shuffle_events(data)
