"""What a viewer sees of POTUS: everything, but for Turncoats placed in secret until all lie there."""

import msgspec

from potluck.core.state import OVER
from potluck.core.view import View
from potluck.games.potus import position as at
from potluck.games.potus.board import KIND, NAMES, STEP, STEPS, WALL, WAYS
from potluck.games.potus.moving import is_ready, token_on
from potluck.games.potus.notation import EVENT_WORDS, PRESIDENT_WORDS
from potluck.games.potus.position import DRAW, NONE, PRIZE, SLOTS, TEAM, TURNCOATS, kind_of
from potluck.games.potus.position_text import PHASES
from potluck.games.potus.presidents import CARDS, CATEGORY_NAMES, PRESIDENTS
from potluck.games.potus.rules import PotusState
from potluck.games.potus.words import KINDS


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


class Earned(msgspec.Struct, frozen=True):
    """Show how the money of a seat came together: what it scored in the last round, its bonus, and all the rest."""

    scored: int
    bonus: int
    rest: int  # by Events, and in the rounds before


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
    earned: Earned | None  # how its money came together, once the match is over


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
    battles: int  # the round ends without a bonus after as many; 0 for never
    round: int  # rounds finished
    rounds: int
    winner: int | None  # once the match is over; None for a draw


def view(state: PotusState, viewer: int) -> PotusView:
    """Show a position to a viewer."""
    data = state.data
    over = state.to_move == OVER and state.winner() != DRAW
    return PotusView(
        game="potus",
        to_move=int(state.to_move),
        turn=int(state.turn),
        phase=PHASES[state.phase()],
        board=state.options.board.drawing.split("/"),
        tokens=[_show_token(state, slot) for slot in _seen_slots(state, viewer)],
        trails=_show_trails(state),
        sides=[_show_side(state, seat) for seat in range(2)],
        categories=list(CATEGORY_NAMES),
        owner=None if state.owner() == NONE else int(state.owner()),
        actor=None if state.actor() == NONE else int(state.actor()),
        left=int(data[at.LEFT]),
        extra=int(data[at.EXTRA]),
        ordered=bool(data[at.ORDERED]),
        silent=bool(data[at.SILENT]),
        unseen=_cards_with(state, at.UNSEEN),
        events_drawn=[EVENT_WORDS[event] for event in range(at.EVENTS) if data[at.DRAWN + event]],
        events_waiting=[EVENT_WORDS[event] for event in range(at.EVENTS) if not data[at.DRAWN + event]],
        turncoats=int(state.options.turncoats),
        battle=int(data[at.FOUGHT]),
        battles=int(state.options.battles),
        round=int(data[at.ROUND]),
        rounds=int(state.options.rounds),
        winner=int(state.winner()) if over else None,
    )


def _seen_slots(state: PotusState, viewer: int) -> list[int]:
    """List the tokens on the board that a viewer sees, in the order of squares."""
    slots = [
        slot
        for slot in range(SLOTS)
        if state.data[at.WHERE + slot] != WALL
        and not (slot % TEAM >= TURNCOATS and state.is_hidden(1 - slot // TEAM, viewer))
    ]
    return sorted(
        slots, key=lambda slot: (state.data[at.WHERE + slot], slot // TEAM, kind_of(slot), _flags_of(state, slot))
    )


def _flags_of(state: PotusState, slot: int) -> tuple[int, bool]:
    """Give what distinguishes tokens of one kind on one square."""
    return int(state.data[at.FLAGS + slot]), slot == state.moving()


def _show_token(state: PotusState, slot: int) -> Token:
    """Show a token."""
    flags = int(state.data[at.FLAGS + slot])
    asked = state.phase() == at.MOVING and slot // TEAM == state.actor()
    return Token(
        cell=NAMES[state.data[at.WHERE + slot]],
        seat=slot // TEAM,
        kind=KINDS[kind_of(slot)],
        converted=bool(flags & at.CONVERTED),
        finished=bool(flags & at.FINISHED),
        moving=slot == state.moving(),
        ready=asked and is_ready(state, slot),
    )


def _show_trails(state: PotusState) -> list[Trail]:
    """Follow each legal step straight on, as long as the same token may go on."""
    if state.phase() != at.MOVING or state.to_move < 0:
        return []
    return [_follow(state, int(move)) for move in state.moves()]


def _follow(state: PotusState, move: int) -> Trail:
    """Play a step on a copy, then straight on as long as the same token may."""
    kind, rest = divmod(move - STEP, KIND)
    cells: list[str] = []
    ahead = state.copy()
    slot = token_on(ahead, kind, rest // WAYS)
    target = rest // WAYS
    while not cells or (ahead.moving() == slot and ahead.why_not(move) == 0):
        target = int(STEPS[target * WAYS + rest % WAYS])
        cells.append(NAMES[target])
        ahead.play(move)
        move = STEP + kind * KIND + target * WAYS + rest % WAYS
    return Trail(KINDS[kind], NAMES[rest // WAYS], cells)


def _show_side(state: PotusState, seat: int) -> Side:
    """Show what a seat has."""
    data = state.data
    return Side(
        money=int(state.money(seat)),
        scored=int(data[at.SCORED + seat]),
        placed=int(data[at.PLACED + seat]),
        owed=int(data[at.OWED + seat]),
        vetoed=int(data[at.VETOED + seat]),
        silenced=bool(data[at.SILENCED + seat]),
        favoured=bool(data[at.FAVOURED + seat]),
        card=None if state.face(seat) == NONE else _show_card(int(state.face(seat))),
        pile=int(data[at.PILE + seat]),
        known=_cards_with(state, at.WAITING + seat),
        turned=_cards_with(state, at.TURNED + seat),
        earned=_show_earned(state, seat) if state.to_move == OVER else None,
    )


def _show_earned(state: PotusState, seat: int) -> Earned:
    """Show how the money of a seat came together."""
    turncoats = int(state.data[at.SCORED + seat])
    scored = turncoats * PRIZE
    bonus = PRIZE if turncoats == state.options.turncoats else 0
    return Earned(scored, bonus, int(state.money(seat)) - scored - bonus)


def _cards_with(state: PotusState, status: int) -> list[str]:
    """List the President cards with one status."""
    return [PRESIDENT_WORDS[card] for card in range(CARDS) if state.data[at.CARD + card] == status]


def _show_card(card: int) -> Card:
    """Show a President card."""
    number, word, name, party, years, _, *ratings = PRESIDENTS[card]
    return Card(number, word, name, party, years, list(ratings))
