"""What a viewer sees of POTUS: everything, but for Turncoats placed in secret until all lie there."""

import msgspec

from potluck.core.state import OVER
from potluck.core.view import View
from potluck.games.potus.board import NAMES, STEPS, WALL, WAYS
from potluck.games.potus.events import EVENTS, TABLE
from potluck.games.potus.notation import KINDS
from potluck.games.potus.piles import CARD, DRAWN, LEFT, TURNED, UNSEEN, WAITING
from potluck.games.potus.position import (
    DRAW,
    FAVOURED,
    MOVING,
    NONE,
    OWED,
    PLACED,
    SCORED,
    SILENCED,
    VETOED,
)
from potluck.games.potus.position_text import PHASES
from potluck.games.potus.presidents import CARDS, CATEGORY_NAMES, PRESIDENTS
from potluck.games.potus.rules import BATTLES, KIND, STEP, PotusState
from potluck.games.potus.tokens import CONVERTED, FINISHED, FLAGS, SLOTS, TEAM, TURNCOATS, WHERE, kind_of


class Token(msgspec.Struct, frozen=True):
    """Show one token on the board."""

    cell: str
    seat: int  # for whom it plays
    kind: str  # Candidate, Advocate or Turncoat
    converted: bool
    finished: bool  # it may not move any more this turn
    moving: bool  # it may go on, straight or after a teleport
    ready: bool  # it may step now


class Trail(msgspec.Struct, frozen=True):
    """Show how far a token gets in one direction with the movements left, a square a step."""

    kind: str
    start: str
    cells: list[str]


class Card(msgspec.Struct, frozen=True):
    """Show a President card."""

    number: str
    word: str
    name: str
    party: str
    years: str
    ratings: list[int]


class Side(msgspec.Struct, frozen=True):
    """Show what one seat has."""

    money: int
    scored: int  # Turncoats of its colour that have left the board
    placed: int  # Turncoats that it has put on the board
    owed: int  # movements of this battle, once its turn begins
    vetoed: int  # movements fewer on its next turn
    silenced: bool  # its Advocates may not move on its next turn
    favoured: bool  # ties of the next battle count for it
    card: Card | None  # face up
    pile: int  # cards in its pile
    known: list[str]  # the cards of its pile that everybody knows
    turned: list[str]  # the cards it has turned since its pile was shuffled


class PotusView(View, frozen=True, kw_only=True, tag_field="kind", tag="potus"):
    """Show a position of POTUS."""

    phase: str
    board: list[str]  # what is printed on the squares: . S R * o, row 8 first
    tokens: list[Token]
    trails: list[Trail]
    sides: list[Side]
    categories: list[str]
    owner: int | None  # whose turn it is
    actor: int | None  # who moves: the owner, or the other after a Recount
    left: int  # movements the owner has left
    extra: int  # movements the actor must make before that
    ordered: bool  # they come from an Executive Order
    silent: bool  # the owner's Advocates may not move
    unseen: list[str]  # President cards that nobody has seen
    events_drawn: list[str]  # out of the Event pile
    events_waiting: list[str]
    turncoats: int
    battle: int  # battles fought in this round
    battles: int  # the round ends without a bonus after as many
    round: int  # rounds finished
    rounds: int
    winner: int | None  # once the match is over; None for a draw


def view(state: PotusState, viewer: int) -> PotusView:
    """Show a position to a viewer."""
    data = state.data
    words = [row[0] for row in TABLE]
    over = state.to_move == OVER and state.winner() != DRAW
    return PotusView(
        game="potus",
        to_move=int(state.to_move),
        turn=int(state.turn),
        phase=PHASES[state.phase],
        board=state.options.board.drawing.split("/"),
        tokens=[show_token(state, slot) for slot in seen_slots(state, viewer)],
        trails=show_trails(state),
        sides=[show_side(state, seat) for seat in range(2)],
        categories=list(CATEGORY_NAMES),
        owner=None if state.owner == NONE else int(state.owner),
        actor=None if state.actor == NONE else int(state.actor),
        left=int(state.left),
        extra=int(state.extra),
        ordered=state.ordered,
        silent=state.silent,
        unseen=[PRESIDENTS[card][1] for card in range(CARDS) if data[CARD + card] == UNSEEN],
        events_drawn=[words[event] for event in range(EVENTS) if data[DRAWN + event]],
        events_waiting=[words[event] for event in range(EVENTS) if not data[DRAWN + event]],
        turncoats=int(state.options.turncoats),
        battle=int(state.battles),
        battles=BATTLES,
        round=int(state.round),
        rounds=int(state.options.rounds),
        winner=int(state.winner()) if over else None,
    )


def seen_slots(state: PotusState, viewer: int) -> list[int]:
    """List the tokens on the board that a viewer sees, in the order of squares."""
    slots = [
        slot
        for slot in range(SLOTS)
        if state.data[WHERE + slot] != WALL
        and not (slot % TEAM >= TURNCOATS and state.is_hidden(1 - slot // TEAM, viewer))
    ]
    return sorted(
        slots, key=lambda slot: (state.data[WHERE + slot], slot // TEAM, kind_of(slot), flags_of(state, slot))
    )


def flags_of(state: PotusState, slot: int) -> tuple[int, bool]:
    """Give what distinguishes tokens of one kind on one square."""
    return int(state.data[FLAGS + slot]), slot == state.moving


def show_token(state: PotusState, slot: int) -> Token:
    """Show a token."""
    flags = int(state.data[FLAGS + slot])
    asked = state.phase == MOVING and slot // TEAM == state.actor
    return Token(
        cell=NAMES[state.data[WHERE + slot]],
        seat=slot // TEAM,
        kind=KINDS[kind_of(slot)],
        converted=bool(flags & CONVERTED),
        finished=bool(flags & FINISHED),
        moving=slot == state.moving,
        ready=asked and state.can_move(slot),
    )


def show_trails(state: PotusState) -> list[Trail]:
    """Follow each legal step straight on, as long as the same token may go on."""
    if state.phase != MOVING:
        return []
    return [follow(state, int(move)) for move in state.moves()]


def follow(state: PotusState, move: int) -> Trail:
    """Play a step on a copy, then straight on as long as the same token may."""
    kind, rest = divmod(move - STEP, KIND)
    cells: list[str] = []
    ahead = state.copy()
    slot = ahead.token_on(kind, rest // WAYS)
    target = rest // WAYS
    while not cells or (ahead.moving == slot and move in list(ahead.moves())):
        target = int(STEPS[target * WAYS + rest % WAYS])
        cells.append(NAMES[target])
        ahead.play(move)
        move = STEP + kind * KIND + target * WAYS + rest % WAYS
    return Trail(KINDS[kind], NAMES[rest // WAYS], cells)


def show_side(state: PotusState, seat: int) -> Side:
    """Show what a seat has."""
    data = state.data
    shown = state.near_card if seat == 0 else state.far_card
    statuses = {word: int(data[CARD + card]) for card, word in enumerate(row[1] for row in PRESIDENTS)}
    return Side(
        money=int(state.money(seat)),
        scored=int(data[SCORED + seat]),
        placed=int(data[PLACED + seat]),
        owed=int(data[OWED + seat]),
        vetoed=int(data[VETOED + seat]),
        silenced=bool(data[SILENCED + seat]),
        favoured=bool(data[FAVOURED + seat]),
        card=None if shown == NONE else show_card(int(shown)),
        pile=int(data[LEFT + seat]),
        known=[word for word, status in statuses.items() if status == WAITING + seat],
        turned=[word for word, status in statuses.items() if status == TURNED + seat],
    )


def show_card(card: int) -> Card:
    """Show a President card."""
    number, word, name, party, years, _, *ratings = PRESIDENTS[card]
    return Card(number, word, name, party, years, list(ratings))
