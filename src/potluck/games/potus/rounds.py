"""Rounds of POTUS: setting up, placing the Turncoats, having cards turned, and the end of a round."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, HALF, WALL
from potluck.games.potus.piles import deal, shuffle_events
from potluck.games.potus.position import DRAW, NONE, TEAM, PotusPosition, clear_board, clear_turn, lift, put

# Setting up


def set_up(state: PotusPosition, opener: i64) -> None:
    """Begin a round: Candidates on their starts, Advocates on Rushmore, all cards in their piles (PO29, PO40)."""
    data = state.data
    board = state.options.board
    clear_board(data)
    clear_turn(state)
    for byte in range(i64(at.FACTS), at.CARD):
        data[byte] = 0
    for seat in range(i64(2)):
        put(state, seat * TEAM, board.start[seat])
        put(state, seat * TEAM + 1, board.rushmore[2 * seat])
        put(state, seat * TEAM + 2, board.rushmore[2 * seat + 1])
        data[at.FACE + seat] = 0
    data[at.OPENER] = u8(opener)
    data[at.FOUGHT] = 0
    deal(state)
    shuffle_events(state)
    data[at.PHASE] = at.PLACING
    state.to_move = opener


# Placing Turncoats


def can_place(state: PotusPosition, seat: i64, cell: i64) -> bool:
    """Tell whether a seat may put a Turncoat on a square: an empty one of its half (PO13)."""
    return cell // HALF == seat and state.options.placing[cell] != 0 and state.data[cell] == 0


def place_moves(state: PotusPosition, seat: i64, out: vec[i64], count: i64) -> i64:
    """Add the squares where a seat may put a Turncoat (PO13)."""
    for cell in range(seat * HALF, seat * HALF + HALF):
        if can_place(state, seat, cell):
            out[count] = cell
            count += 1
    return count


def play_place(state: PotusPosition, cell: i64) -> None:
    """Put one of the opponent's Turncoats on the own half; the players take turns (PO13)."""
    data = state.data
    seat = state.to_move
    placed = i64(data[at.PLACED + seat])
    put(state, (1 - seat) * TEAM + at.TURNCOATS + placed, cell)
    data[at.PLACED + seat] = u8(placed + 1)
    state.turn += 1
    state.to_move = 1 - seat
    if i64(data[at.PLACED + 1 - seat]) == state.options.turncoats:
        ask_for_cards(state, at.BATTLE)


def why_not_place(state: PotusPosition, move: i64) -> i64:
    """Say why a move does not place a Turncoat."""
    return 0 if move < CELLS and can_place(state, state.to_move, move) else 13


def scatter(state: PotusPosition, seat: i64, dice: Dice) -> None:
    """Put all Turncoats that a seat has placed on squares chosen by the dice."""
    data = state.data
    first = (1 - seat) * TEAM + at.TURNCOATS
    last = first + i64(data[at.PLACED + seat])
    for slot in range(first, last):
        if i64(data[at.WHERE + slot]) != WALL:
            lift(state, slot)
    cells = vec[i64]([0] * HALF)
    for slot in range(first, last):
        count = place_moves(state, seat, cells, 0)
        put(state, slot, cells[dice.below(count)])


# The next cards, or the end


def next_battle(state: PotusPosition) -> None:
    """Have the next cards turned, unless the round has had enough of them (PO16)."""
    clear_turn(state)
    if 0 < state.options.battles == i64(state.data[at.FOUGHT]):
        end_round(state, NONE, 16)
    else:
        ask_for_cards(state, at.BATTLE)


def ask_for_cards(state: PotusPosition, phase: i64) -> None:
    """Have a card of each seat turned, for a battle or a Recount."""
    data = state.data
    data[at.FACE] = 0
    data[at.FACE + 1] = 0
    data[at.PHASE] = u8(phase)
    state.to_move = CHANCE


def end_round(state: PotusPosition, winner: i64, ruling: i64) -> None:
    """End the match, or begin the next round: the loser places first, of a drawn round the poorer (PO15)."""
    data = state.data
    data[at.ROUND] = u8(i64(data[at.ROUND]) + 1)
    if i64(data[at.ROUND]) == state.options.rounds:
        finish(state, ruling)
        return
    state.turn += 1
    if winner == NONE:
        winner = i64(data[at.OPENER]) if state.winner() == DRAW else state.winner()
    set_up(state, 1 - winner)


def finish(state: PotusPosition, ruling: i64) -> None:
    """End the match; nothing that was pending is left."""
    data = state.data
    clear_turn(state)
    for byte in range(i64(at.OWED), at.CARD):
        data[byte] = 0
    data[at.PHASE] = at.ENDED
    data[at.ENDED_BY] = u8(ruling)
    state.to_move = OVER
