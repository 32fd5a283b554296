"""The piles of POTUS: which cards have been seen.

Nobody knows what a fresh pile holds, so its cards are UNSEEN and the next one is any of them. A pile turned over
once is a known set: it is shuffled by taking late from that set (PO1). Full piles only: one that has run out is
shuffled at once.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potus import position as at
from potluck.games.potus.position import PotusPosition
from potluck.games.potus.presidents import CARDS

# President cards


def pile_size(is_first: bool, burnt: i64) -> i64:
    """Tell how many cards a seat is dealt: the one who is dealt to first gets the odd one (PO1)."""
    return (CARDS - burnt + (1 if is_first else 0)) // 2


def deal(state: PotusPosition) -> None:
    """Deal all President cards anew."""
    data = state.data
    for card in range(CARDS):
        data[at.CARD + card] = at.UNSEEN
    for seat in range(i64(2)):
        data[at.PILE + seat] = u8(pile_size(seat == i64(data[at.OPENER]), state.options.burnt))
        data[at.FRESH + seat] = 1


def pile_moves(state: PotusPosition, seat: i64, out: vec[i64], count: i64) -> i64:
    """Add the cards that a seat may turn over now."""
    data = state.data
    wanted: i64 = at.UNSEEN if data[at.FRESH + seat] != 0 else at.WAITING + seat
    for card in range(CARDS):
        if i64(data[at.CARD + card]) == wanted:
            out[count] = card
            count += 1
    return count


def turn_over(state: PotusPosition, seat: i64, card: i64) -> None:
    """Turn a card of a seat's pile over."""
    data = state.data
    data[at.CARD + card] = u8(at.TURNED + seat)
    data[at.PILE + seat] = u8(i64(data[at.PILE + seat]) - 1)
    if data[at.PILE + seat] == 0:
        data[at.FRESH + seat] = 0


def renew_piles(state: PotusPosition) -> None:
    """Shuffle what has run out: each seat's own cards, or with `redeal` all of them for both (PO1)."""
    data = state.data
    if data[at.PILE] != 0 and data[at.PILE + 1] != 0:
        return
    if state.options.redeal:
        deal(state)
        return
    for seat in range(i64(2)):
        if data[at.PILE + seat] == 0:
            shuffle_pile(state, seat)


def shuffle_pile(state: PotusPosition, seat: i64) -> None:
    """Give a seat its own cards again (PO1)."""
    data = state.data
    count: i64 = 0
    for card in range(CARDS):
        if i64(data[at.CARD + card]) == at.TURNED + seat:
            data[at.CARD + card] = u8(at.WAITING + seat)
            count += 1
    data[at.PILE + seat] = u8(count)


# Event cards


def shuffle_events(state: PotusPosition) -> None:
    """Put all Event cards back on their pile (PO39)."""
    data = state.data
    for event in range(at.EVENTS):
        data[at.DRAWN + event] = 0
    data[at.EVENTS_LEFT] = u8(at.EVENTS)


def take_event(state: PotusPosition, event: i64) -> None:
    """Take an Event card off the pile; the last one brings all back (PO39)."""
    data = state.data
    data[at.DRAWN + event] = 1
    data[at.EVENTS_LEFT] = u8(i64(data[at.EVENTS_LEFT]) - 1)
    if data[at.EVENTS_LEFT] == 0:
        shuffle_events(state)
