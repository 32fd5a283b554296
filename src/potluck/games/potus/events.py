"""The Event cards of POTUS: a table of our own, and what each card does (PO18 to PO28).

Other cards can take their place row by row, combining the effects below: the rules look at nothing but these
columns. words.py says the names, and what the cards do, to players.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, HALF, RUSHMORE, WALL
from potluck.games.potus.moving import SCRATCH, convert_on, is_open_rushmore
from potluck.games.potus.piles import take_event
from potluck.games.potus.position import TEAM, PotusPosition, kind_of, lift, pay, put
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rounds import ask_for_cards

# Effects. Where a player is meant it is `whom`: 0 the one who drew the card, 1 the other.
ORDER: Final = 0  # `amount` extra movements now, with one token not yet moved this turn
UNION: Final = 1  # tied categories of the next battle count for them
MONEY: Final = 2  # `amount` dollars, not below 0
FLIGHT: Final = 3  # the token that landed moves to an open Rushmore square, an Advocate within its half
DEFECTION: Final = 4  # the drawer converts one of their Turncoats where it lies
VETO: Final = 5  # `amount` movements fewer on their next turn
HOME: Final = 6  # their Candidate returns to its start
FILIBUSTER: Final = 7  # their Advocates may not move on their next turn
RECOUNT: Final = 8  # both turn one more card; the winner gets one movement now

Row = tuple[str, int, int, int]

# word in notation, effect, whom, amount
TABLE: Final[tuple[Row, ...]] = (
    ("Order", ORDER, 0, 2),
    ("Union", UNION, 0, 0),
    ("Donation", MONEY, 0, 50),
    ("AirForce", FLIGHT, 0, 0),
    ("Defection", DEFECTION, 0, 0),
    ("Veto", VETO, 1, 1),
    ("Impeachment", HOME, 1, 0),
    ("Filibuster", FILIBUSTER, 1, 0),
    ("Scandal", HOME, 0, 0),
    ("Deficit", MONEY, 0, -50),
    ("Recount", RECOUNT, 0, 0),
)

EFFECT: Final = vec[i64]([row[1] for row in TABLE])
WHOM: Final = vec[i64]([row[2] for row in TABLE])
AMOUNT: Final = vec[i64]([row[3] for row in TABLE])


def event_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the Event cards that may be drawn now, numbered after the President cards."""
    for event in range(at.EVENTS):
        if state.data[at.DRAWN + event] == 0:
            out[count] = CARDS + event
            count += 1
    return count


def play_event(state: PotusPosition, event: i64) -> None:
    """Do what an Event card says, at once (PO7, PO39)."""
    effect, amount = EFFECT[event], AMOUNT[event]
    whom = state.actor() ^ WHOM[event]
    take_event(state, event)
    state.data[at.PHASE] = at.MOVING
    if effect == ORDER:
        order(state, amount)
    elif effect == UNION:
        state.data[at.FAVOURED + whom] = 1
    elif effect == MONEY:
        pay(state, whom, amount)
    elif effect == FLIGHT:
        ask_for_flight(state)
    elif effect == DEFECTION:
        ask_for_defection(state)
    elif effect == VETO:
        veto(state, whom, amount)
    elif effect == HOME:
        send_home(state, whom)
    elif effect == FILIBUSTER:
        state.data[at.SILENCED + whom] = 1
    else:
        ask_for_recount(state)


# What is done at once


def order(state: PotusPosition, amount: i64) -> None:
    """Give the drawer extra movements for one token (PO18)."""
    state.data[at.EXTRA] = u8(amount)
    state.data[at.ORDERED] = 1


def veto(state: PotusPosition, seat: i64, amount: i64) -> None:
    """Take movements of a seat's next turn; vetoes add up (PO23)."""
    state.data[at.VETOED + seat] = u8(min(i64(state.data[at.VETOED + seat]) + amount, 255))


def send_home(state: PotusPosition, seat: i64) -> None:
    """Return a seat's Candidate to its start (PO24, PO26)."""
    lift(state, seat * TEAM)
    put(state, seat * TEAM, state.options.board.start[seat])


def ask_for_recount(state: PotusPosition) -> None:
    """Have both turn over one more card (PO28); battle.py goes on from there."""
    state.data[at.LANDER] = 0
    state.data[at.ACTOR] = state.data[at.OWNER]
    ask_for_cards(state, at.RECOUNTING)


# Air Force One


def ask_for_flight(state: PotusPosition) -> None:
    """Ask the drawer where the token that landed flies, if it can (PO21)."""
    if flight_moves(state, SCRATCH, 0) > 0:
        state.data[at.PHASE] = at.FLYING
        state.to_move = state.actor()


def can_fly_to(state: PotusPosition, cell: i64) -> bool:
    """Tell whether a square is open to the flight: Rushmore, for an Advocate the rest of its half (PO21)."""
    if kind_of(state.lander()) != at.ADVOCATE:
        return is_open_rushmore(state, cell)
    is_plain = state.options.board.ground[cell] != RUSHMORE
    return is_plain and cell // HALF == state.actor() and state.data[cell] == 0


def flight_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the squares of Air Force One (PO21)."""
    for cell in range(CELLS):
        if can_fly_to(state, cell):
            out[count] = cell
            count += 1
    return count


def play_flight(state: PotusPosition, cell: i64) -> None:
    """Move the token that landed; that is no landing (PO21)."""
    slot = state.lander()
    lift(state, slot)
    put(state, slot, cell)
    state.data[at.PHASE] = at.MOVING


def why_not_flight(state: PotusPosition, move: i64) -> i64:
    """Say why a move is no flight of Air Force One."""
    return 0 if move < CELLS and can_fly_to(state, move) else 21


# Defection


def ask_for_defection(state: PotusPosition) -> None:
    """Ask the drawer which Turncoat to convert, if one is left (PO22)."""
    state.data[at.LANDER] = 0
    if defection_moves(state, SCRATCH, 0) > 0:
        state.data[at.PHASE] = at.DEFECTING
        state.to_move = state.actor()


def can_defect(state: PotusPosition, slot: i64) -> bool:
    """Tell whether a Turncoat lies on the board unconverted (PO22)."""
    return i64(state.data[at.WHERE + slot]) != WALL and i64(state.data[at.FLAGS + slot]) & at.CONVERTED == 0


def defection_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the squares of the actor's unconverted Turncoats (PO22)."""
    first = state.actor() * TEAM + at.TURNCOATS
    for slot in range(first, first + state.options.turncoats):
        if can_defect(state, slot):
            out[count] = i64(state.data[at.WHERE + slot])
            count += 1
    return count


def play_defection(state: PotusPosition, cell: i64) -> None:
    """Convert a Turncoat where it lies (PO22)."""
    convert_on(state, cell)
    state.data[at.PHASE] = at.MOVING


def why_not_defection(state: PotusPosition, move: i64) -> i64:
    """Say why a move is no Turncoat that may defect."""
    first = state.actor() * TEAM + at.TURNCOATS
    for slot in range(first, first + state.options.turncoats):
        if can_defect(state, slot) and i64(state.data[at.WHERE + slot]) == move:
            return 0
    return 22
