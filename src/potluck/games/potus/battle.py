"""Battles of POTUS: both turn over a President card, and the better ratings give movements."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potus import position as at
from potluck.games.potus.piles import pile_moves, renew_piles, turn_over
from potluck.games.potus.position import PotusPosition
from potluck.games.potus.presidents import CATEGORIES
from potluck.games.potus.rounds import next_battle
from potluck.games.potus.turn import begin_turn


def card_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the cards that may be turned now: the near seat's first, then the far seat's (PO1)."""
    return pile_moves(state, 0 if state.data[at.FACE] == 0 else 1, out, count)


def play_card(state: PotusPosition, card: i64) -> None:
    """Turn the near seat's card, then the far seat's; then compare them."""
    data = state.data
    seat: i64 = 0 if data[at.FACE] == 0 else 1
    turn_over(state, seat, card)
    data[at.FACE + seat] = u8(card + 1)
    if seat == 0:
        return
    renew_piles(state)
    if data[at.PHASE] == at.BATTLE:
        fight(state)
    else:
        recount(state)


def fight(state: PotusPosition) -> None:
    """Turn the categories won into movements (PO2) and let the better card move first (PO3)."""
    data = state.data
    deck = state.options.deck
    near_card, far_card = state.face(0), state.face(1)
    near = deck.count_won(near_card, far_card)
    far = deck.count_won(far_card, near_card)
    favoured = state.favoured_seat()
    if favoured == 0:
        near = CATEGORIES - far
    elif favoured == 1:
        far = CATEGORIES - near
    data[at.FAVOURED] = 0
    data[at.FAVOURED + 1] = 0
    data[at.FOUGHT] = u8(min(i64(data[at.FOUGHT]) + 1, at.LONGEST))
    data[at.OWED] = u8(near)
    data[at.OWED + 1] = u8(far)
    if near + far == 0:
        state.turn += 1
        next_battle(state)
    else:
        begin_turn(state, deck.find_first(near_card, far_card, near, far))


def recount(state: PotusPosition) -> None:
    """Give the better card's seat one movement now (PO28)."""
    data = state.data
    deck = state.options.deck
    near_card, far_card = state.face(0), state.face(1)
    near = deck.count_won(near_card, far_card)
    far = deck.count_won(far_card, near_card)
    winner = deck.find_first(near_card, far_card, near, far)
    data[at.PHASE] = at.MOVING
    if winner == state.owner():
        data[at.LEFT] = u8(i64(data[at.LEFT]) + 1)
    else:
        data[at.ACTOR] = u8(winner + 1)
        data[at.EXTRA] = 1
