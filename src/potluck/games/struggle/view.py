"""What a viewer sees of Struggle: everything but what the other side has decided in secret before the first turn."""

import msgspec

from potluck.core.state import OVER
from potluck.core.view import View
from potluck.games.struggle import position as at
from potluck.games.struggle.board import CELLS, NAMES
from potluck.games.struggle.custom import file_of
from potluck.games.struggle.position import COLOURS, DRAW, NONE, OBSTACLE, PIECES, PLACES, RULES, TEAM
from potluck.games.struggle.position_text import PHASES
from potluck.games.struggle.power import Power
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.words import THINGS


class Piece(msgspec.Struct, frozen=True):
    """Show one piece."""

    cell: str
    seat: int
    colour: str
    active: bool  # it is in the middle of its move
    granted: bool  # it may make a jolted move
    lame: bool  # its rules cannot be used this turn
    rules: list[str]  # the names of the rules it carries


class Rule(msgspec.Struct, frozen=True):
    """Show one special rule of a seat."""

    seat: int
    name: str  # "?" while it is secret
    title: str
    text: str
    carrier: str | None  # a colour, or "?" while it is secret
    usable: bool  # the carrier is there and may use it
    note: str  # how it stands: "on black, whole"
    ruling: str
    sign: str  # of a rule of one's own: SVG path data on a field of 20 by 20
    file: str  # of a rule of one's own: the file that the host of the match has loaded it from


class Built(msgspec.Struct, frozen=True):
    """Show what a rule has put on the board: a tower."""

    cell: str
    seat: int
    rule: str
    title: str
    levels: int
    reach: list[str]  # the spaces in its range


class Choosable(msgspec.Struct, frozen=True):
    """Show a special rule that may be chosen."""

    name: str
    title: str
    text: str
    sign: str  # as of a rule that is had
    file: str


class StruggleView(View, frozen=True, kw_only=True, tag_field="kind", tag="struggle"):
    """Show a position of Struggle."""

    phase: str  # pick, set, designate, play or answer
    mover: int  # whose turn it is; another may be asked for a decision
    pieces: list[Piece]
    rules: list[Rule]
    built: list[Built]
    captured: list[list[str]]  # by seat: the colours it has lost
    active: str | None
    entered: list[str]  # where the chain has been
    granted: list[str]  # where jolted pieces stand that may still move
    left: str | None  # where a tower may be laid now
    placed: list[int]  # by seat: how many pieces are on the board, the secret ones too
    choosable: list[Choosable]  # the rules that may be chosen in this match
    quiet: int
    quiet_limit: int  # a draw at as many; 0 for never
    winner: int | None  # once the match is over; None for a draw


def view(state: StruggleState, viewer: int) -> StruggleView:
    """Show a position as a viewer may see it."""
    lost = [[slot for slot in range(seat * TEAM, seat * TEAM + TEAM) if not state.is_alive(slot)] for seat in range(2)]
    begun = state.phase >= at.PLAY
    return StruggleView(
        game="struggle",
        to_move=int(state.to_move),
        turn=int(state.turn),
        phase=PHASES[state.phase],
        mover=int(state.mover),
        pieces=[_piece(state, slot, viewer) for slot in range(PIECES) if _is_shown(state, slot, viewer)],
        rules=[_rule(state, place, viewer) for place in range(PLACES) if state.data[at.RULE + place]],
        built=[_built(state, cell) for cell in range(CELLS) if state.data[cell] >= OBSTACLE],
        captured=[[COLOURS[slot % TEAM] for slot in slots] if begun else [] for slots in lost],
        active=NAMES[state.cell_of(state.active)] if state.active != NONE else None,
        entered=[NAMES[cell] for cell in range(CELLS) if state.has_entered(cell)],
        granted=[NAMES[state.cell_of(slot)] for slot in range(PIECES) if state.is_granted(slot)],
        left=NAMES[state.left] if state.left != NONE else None,
        placed=[TEAM - len(slots) for slots in lost],
        choosable=[_choosable(power) for power in state.options.powers if state.options.allowed[power.number]],
        quiet=int(state.quiet),
        quiet_limit=int(state.options.quiet_turns),
        winner=int(state.winner()) if state.to_move == OVER and state.winner() != DRAW else None,
    )


def _is_shown(state: StruggleState, slot: int, viewer: int) -> bool:
    """Tell whether a viewer may see where a piece stands."""
    return state.is_alive(slot) and (slot % TEAM == 0 or not state.hides_setup(slot // TEAM, viewer))


def _piece(state: StruggleState, slot: int, viewer: int) -> Piece:
    """Show a piece."""
    carried = [
        place for place in range(PLACES) if state.carrier(place) == slot and not state.hides_carrier(place, viewer)
    ]
    return Piece(
        NAMES[state.cell_of(slot)],
        slot // TEAM,
        COLOURS[slot % TEAM],
        bool(slot == state.active),
        bool(state.is_granted(slot)),
        bool(state.is_lame(slot)),
        [str(state.power(place).name) for place in carried],
    )


def _rule(state: StruggleState, place: int, viewer: int) -> Rule:
    """Show a rule with its carrier."""
    seat = place // RULES
    if state.hides_rules(seat, viewer):
        hidden = THINGS["?"]
        return Rule(seat, "?", hidden.name, hidden.effect, None, False, "", hidden.ruling, "", "")
    power = state.power(place)
    slot = state.carrier(place)
    open_ = slot != NONE and not state.hides_carrier(place, viewer)
    carrier = None if slot == NONE else COLOURS[slot % TEAM] if open_ else "?"
    usable = (power.colour == 0 or state.is_usable(place)) and state.phase in (at.PLAY, at.ANSWER)
    note = power.note(state, place) if open_ or power.colour == 0 else ""
    told = (power.name, power.title, power.text, carrier, bool(usable), note, power.ruling)
    return Rule(seat, *told, power.sign, file_of(power))


def _choosable(power: Power) -> Choosable:
    """Show a rule that may be chosen."""
    return Choosable(power.name, power.title, power.text, power.sign, file_of(power))


def _built(state: StruggleState, cell: int) -> Built:
    """Show what a rule has built."""
    place = int(state.data[cell]) - OBSTACLE
    power = state.power(place)
    reach = [NAMES[other] for other in power.reach(state, place)]
    return Built(NAMES[cell], place // RULES, power.name, power.title, int(state.recall(place, 1)), reach)
