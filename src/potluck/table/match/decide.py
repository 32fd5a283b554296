"""What may happen at a match: from an action of a seat to the events that follow from it, or to a refusal."""

import re
from collections.abc import Callable
from typing import NamedTuple

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation, BrokenRule, IllegalMove
from potluck.core.game import Game
from potluck.core.state import ALL, State
from potluck.players.levels import level_name, level_names
from potluck.records import match as records
from potluck.records.seal import Seal, commitment
from potluck.records.secrecy import SURE, redraw
from potluck.table import protocol
from potluck.table.match import events, undo
from potluck.table.match.clocks import LAG
from potluck.table.match.events import AnyEvent
from potluck.table.match.match import Match, Place, agreed_first
from potluck.table.match.showing import hints_allowed
from potluck.table.protocol import ids
from potluck.table.protocol.refusals import Refused

ASIDES = protocol.Undo | protocol.Propose | protocol.Leave | protocol.SitIn
REVEALED = "since then chance has decided something, or a secret has been revealed"


class Decision(NamedTuple):
    """Hold what follows from a command."""

    seat: int
    events: list[AnyEvent]
    rematch: str = ""  # the id of the match that is created with it


class Table(NamedTuple):
    """Hold what a decision needs beside the match."""

    seal: Seal
    is_away: Callable[[int], bool]  # whether the person of a seat has been away long enough
    most: int = 20_000  # moves of one match
    asides: int = 200  # take-backs, proposals, departures and the like of one seat
    lag: int = 0  # milliseconds that the command was on its way, as its client measured


def decide(match: Match, mine: tuple[int, ...], action: protocol.Action, table: Table) -> Decision:
    """Turn an action of the holder of some seats into events; a rule of the players' own that fails voids the match."""
    try:
        return decide_action(match, mine, action, table)
    except BrokenRule as error:
        return Decision(actor(match, mine), [events.Voided(str(error))])


def decide_action(match: Match, mine: tuple[int, ...], action: protocol.Action, table: Table) -> Decision:
    """Let each kind of action have its events."""
    seat = actor(match, mine)
    if isinstance(action, ASIDES) and sum(match.asides[own] for own in mine) >= table.asides:
        raise Refused(
            "not_allowed", f"at most {table.asides} take-backs, proposals and departures of one player a match"
        )
    match action:
        case protocol.Move() | protocol.Say():
            return decide_move(match, mine, action, table)
        case protocol.Commit():
            return decide_commit(match, mine, action.commitment)
        case protocol.Reveal():
            return decide_reveal(match, mine, action.nonce, table.seal)
        case protocol.Ready():
            return decide_ready(match, mine, action.nonce, table.seal)
        case protocol.Undo():
            return decide_undo(match, seat, action)
        case protocol.Resign():
            return decide_resign(match, seat)
        case protocol.Abort():
            return decide_abort(match, seat)
        case protocol.Propose():
            return decide_proposal(match, seat, action)
        case protocol.Answer():
            return decide_answer(match, mine, action)
        case protocol.Leave():
            return decide_leave(match, mine)
        case protocol.Return():
            return decide_return(match, mine)
        case protocol.SitIn():
            return decide_sit_in(match, mine, action.seat, table)
        case protocol.CallCoach():
            return decide_coach(match, seat)


def demand_seat(mine: tuple[int, ...]) -> None:
    """Refuse spectators."""
    if not mine:
        raise Refused("no_credential", "this needs a seat at the match")


def actor(match: Match, mine: tuple[int, ...]) -> int:
    """Find the seat that acts or asks: of several, the one to move."""
    demand_seat(mine)
    mover = int(match.state.to_move)
    return mover if mover in mine else mine[0]


def demand_playing(match: Match) -> None:
    """Refuse what makes sense only while the match is played."""
    if match.status == "waiting":
        raise Refused("waiting", "the match has not begun")
    if match.status == "over":
        raise Refused("over", f"the match is over ({match.ending})", match.ending if match.loser is None else "")


def demand_turn(match: Match, seat: int) -> None:
    """Refuse what makes sense only for the seat to move."""
    if match.status != "playing" or match.state.to_move != seat:
        raise Refused("not_your_turn", "it is not your turn")


# Moves


def decide_move(match: Match, mine: tuple[int, ...], action: protocol.Move | protocol.Say, table: Table) -> Decision:
    """Check a move, and let chance draw what follows."""
    demand_playing(match)
    mover = int(match.state.to_move)
    if mover not in mine:
        raise Refused("not_your_turn", f"it is {match.names[mover]}'s turn")
    if match.places[mover].stand_in:
        raise Refused("not_allowed", "a bot is playing for you; take your seat back first")
    move = find_move(match, mover, action)
    moved = events.Moved(mover, follow(match, move, table.seal), lag=max(0, min(table.lag, LAG)))
    return Decision(mover, unless_full(match, moved, table.most))


def find_move(match: Match, seat: int, action: protocol.Move | protocol.Say) -> int:
    """Return the legal move that was asked for; the reason why not depends on what the seat knows alone."""
    legal = list(match.state.moves())
    if isinstance(action, protocol.Move):
        if action.move in legal:
            return action.move
    else:
        words = " ".join(action.text.split())
        for move in legal:
            if match.game.write(match.state, move) == words:
                return move
    raise why_not(match.game, known_to(match, seat), action)


def why_not(game: Game, twin: State, action: protocol.Move | protocol.Say) -> Refused:
    """Say which ruling forbids a move, on a board redrawn for the seat."""
    try:
        if isinstance(action, protocol.Move):
            game.check(twin, action.move)
        else:
            game.read(twin, action.text)
    except IllegalMove as error:
        return Refused("illegal", str(error), error.ruling)
    except BadNotation as error:
        return Refused("illegal", str(error))
    return Refused("illegal", "that is not a legal move here")


def known_to(match: Match, seat: int) -> State:
    """Copy the state with all redrawn that a seat cannot know."""
    return redraw(match.state, seat, Dice(match.version))


def follow(match: Match, move: int, seal: Seal) -> list[int]:
    """List a move and what chance draws after it."""
    twin = match.course.copy()
    twin.push(move)
    twin.settle(seal)
    if match.game.code:
        match.game.tell(match.state, move, ALL)
        examine(twin)
    return twin.moves[len(match.moves) :]


def unless_full(match: Match, moved: events.Moved, most: int) -> list[AnyEvent]:
    """Draw the match after a move if it has as many moves as a match can have and has not ended by itself."""
    if len(match.moves) + len(moved.moves) < most:
        return [moved]
    twin = match.course.copy()
    for move in moved.moves:
        twin.push(move)
    return [moved] if twin.is_over else [moved, events.Full()]


def examine(course: records.Match) -> None:
    """See that rules of the players' own can offer and show what comes now; raise what is wrong with them."""
    course.legal()
    course.view()
    if course.broken:
        raise course.broken


# Beginning and ending


def decide_commit(match: Match, mine: tuple[int, ...], promised: str) -> Decision:
    """Promise a nonce."""
    demand_waiting(match)
    check_commitment(promised)
    if any(match.places[seat].commitment for seat in mine):
        raise Refused("not_allowed", "you have already committed to a nonce")
    return Decision(mine[0], [events.Committed(list(mine), promised)])


def decide_reveal(match: Match, mine: tuple[int, ...], nonce: str, seal: Seal) -> Decision:
    """Show the nonce that was promised, and begin when it was the last."""
    demand_waiting(match)
    check_nonce(nonce)
    if match.reveal_by is None:
        raise Refused("waiting", "not everybody has committed to a nonce yet: keep yours secret")
    if mine[0] not in match.withheld():
        raise Refused("not_allowed", "you have already revealed your nonce")
    if commitment(nonce) != match.places[mine[0]].commitment:
        raise Refused("not_allowed", "this is not the nonce that you committed to")
    return Decision(mine[0], [events.Readied(list(mine), nonce), *begin(match, mine, nonce, seal)])


def decide_ready(match: Match, mine: tuple[int, ...], nonce: str, seal: Seal) -> Decision:
    """Commit and reveal at once, where there is nobody to wait for."""
    if any(not place.level and seat not in mine for seat, place in enumerate(match.places)):
        raise Refused("not_allowed", "others add to the dice too: commit to a nonce first, then reveal it")
    check_nonce(nonce)
    promise = decide_commit(match, mine, commitment(nonce))
    return Decision(mine[0], [*promise.events, events.Readied(list(mine), nonce), *begin(match, mine, nonce, seal)])


def demand_waiting(match: Match) -> None:
    """Refuse what makes sense only before the match."""
    if match.status != "waiting":
        raise Refused("not_allowed", "the match has already begun")


def check_commitment(text: str) -> None:
    """Refuse what cannot be the SHA-256 of a nonce."""
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise Refused(
            "bad_request", f"commitment {shown(text)}: expected 64 hexadecimal digits, the SHA-256 of a nonce"
        )


def check_nonce(nonce: str) -> None:
    """Refuse a nonce that others could guess from its commitment."""
    if not re.fullmatch(r"[0-9a-f]{32,64}", nonce):
        raise Refused("bad_request", f"nonce {shown(nonce)}: expected 32 to 64 random hexadecimal digits")


def begin(match: Match, mine: tuple[int, ...], nonce: str, seal: Seal) -> list[AnyEvent]:
    """Begin the match if the nonce of these seats was the last that was missing; only now anything is drawn."""
    nonces = match.spread([nonce if seat in mine else place.nonce for seat, place in enumerate(match.places)])
    if not all(nonces):
        return []
    ready = Seal(seal.seed, seal.match, tuple(nonces))
    first = first_seat(match, ready)
    game = type(match.game)(**{**match.setup.options, "first": first})
    position = ready.fill(game, match.setup.position)
    course = records.Match(game, match.seats, position, dice=ready)
    if game.code:
        examine(course)
    return [events.Began(first, course.moves, position if position != match.setup.position else "")]


def first_seat(match: Match, seal: Seal) -> int:
    """Find who begins: as agreed, or drawn from the seal."""
    agreed = agreed_first(match.setup)
    return seal.first(match.seats) if agreed is None else agreed


def decide_resign(match: Match, seat: int) -> Decision:
    """Give up, once."""
    demand_playing(match)
    if match.places[seat].gone:
        raise Refused("not_allowed", "you have already given up")
    return Decision(seat, [events.Gone(seat, "resigned")])


def decide_abort(match: Match, seat: int) -> Decision:
    """Call a match off that has hardly begun."""
    if match.status == "over":
        raise Refused("over", "the match is over")
    if match.status == "playing" and match.state.turn >= match.seats:
        raise Refused("not_allowed", "a match can be called off only before everybody has had a turn; you can resign")
    if match.status == "playing" and seat in match.setup.spoiled and others(match, seat):
        raise Refused("not_allowed", "you called off the match before this one, too; you can resign")
    if seat in match.withheld() and any(match.places[other].nonce for other in others(match, seat)):
        return Decision(seat, [events.Withheld(match.hand_of(seat))])  # who has seen a nonce must show their own
    return Decision(seat, [events.Aborted(seat)])


# Agreements


def decide_undo(match: Match, seat: int, action: protocol.Undo) -> Decision:
    """Take moves back within one's own turn, or ask the others."""
    demand_playing(match)
    if match.places[seat].bot:
        raise Refused("not_allowed", "a bot is playing for you; take your seat back first")
    own = undo.last_own(match, seat, SURE)
    to = own if action.to is None else action.to
    if own is None or to is None or not 0 <= to < len(match.moves):
        raise Refused("not_allowed", f"you cannot take a move back: {REVEALED}")
    if to >= undo.free_from(match, seat, SURE, to):
        return Decision(seat, [events.Undone(seat, to)])
    if to < undo.open_plies(match, SURE, to) or match.story.plies[to].seat != seat:
        raise Refused("not_allowed", f"you cannot take that back: {REVEALED}")
    return propose(match, seat, "undo", to)


def decide_proposal(match: Match, seat: int, action: protocol.Propose) -> Decision:
    """Propose something to the others."""
    if action.what == "undo":
        raise Refused("bad_request", "to take a move back, use the action undo")
    if action.what == "rematch":
        if match.status != "over":
            raise Refused("not_over", "you can ask for a rematch only after the end")
        if match.rematch or match.setup.imported:
            raise Refused(
                "not_allowed", "there is already a rematch" if match.rematch else "this match was played elsewhere"
            )
        return propose(match, seat, "rematch")
    demand_playing(match)
    if action.what == "draw" and not others(match, seat):
        hopeful = next((bot for bot, place in enumerate(match.places) if place.bot and hopes(match, bot)), None)
        if hopeful is not None:
            return Decision(seat, [events.Proposed(seat, "draw", None), events.Answered(hopeful, "draw", False)])
    return propose(match, seat, action.what)


def hopes(match: Match, bot: int) -> bool:
    """Tell whether a bot would rather play on: by what it knows it does not stand worse."""
    return match.game.evaluator().evaluate(known_to(match, bot), bot) >= 0.0


def others(match: Match, seat: int) -> set[int]:
    """List the seats of other people and programs, who must agree."""
    return set(match.people()) - set(match.hand_of(seat))


def propose(match: Match, seat: int, what: protocol.Offer, to: int | None = None) -> Decision:
    """Propose something; where nobody else is asked it is agreed at once."""
    if any(offer.what == what for offer in match.offers):
        raise Refused("not_allowed", "that has already been proposed")
    proposed = events.Proposed(seat, what, to)
    if others(match, seat):
        return Decision(seat, [proposed])
    rematch = ids.new_match() if what == "rematch" else ""
    return Decision(seat, [proposed, events.Answered(seat, what, True, rematch)], rematch)


def decide_answer(match: Match, mine: tuple[int, ...], action: protocol.Answer) -> Decision:
    """Answer a proposal of another seat."""
    offer = next((offer for offer in match.offers if offer.what == action.what), None)
    if offer is None or (action.yes and set(mine) <= set(offer.agreed)):
        raise Refused("not_allowed", "nobody has proposed that to you")
    missing = set(match.people()) - set(offer.agreed) - set(mine)
    rematch = ids.new_match() if action.what == "rematch" and action.yes and not missing else ""
    return Decision(mine[0], [events.Answered(mine[0], action.what, action.yes, rematch)], rematch)


def decide_coach(match: Match, seat: int) -> Decision:
    """Call a coach, once."""
    demand_playing(match)
    if not hints_allowed(match):
        raise Refused("not_allowed", "a coach is for matches against bots, or when everybody agrees to hints")
    if seat in match.coached:
        raise Refused("not_allowed", "your coach is here already")
    return Decision(seat, [events.Coached(seat)])


def decide_leave(match: Match, mine: tuple[int, ...]) -> Decision:
    """Leave the table."""
    if all(match.places[seat].left for seat in mine):
        raise Refused("not_allowed", "you have already left")
    return Decision(mine[0], [events.Left(list(mine))])


def decide_return(match: Match, mine: tuple[int, ...]) -> Decision:
    """Take the seats back."""
    if not any(match.places[seat].left or is_kept(match.places[seat]) for seat in mine):
        raise Refused("not_allowed", "your seat is yours already, or you have given up")
    return Decision(mine[0], [events.Returned(list(mine))])


def is_kept(place: Place) -> bool:
    """Tell whether a bot keeps a seat for somebody who may come back."""
    return bool(place.stand_in) and not place.gone


def decide_sit_in(match: Match, mine: tuple[int, ...], seat: int, table: Table) -> Decision:
    """Let a bot of the level agreed on play: for oneself, or, if all agreed to that, for somebody who is away."""
    demand_playing(match)
    if not 0 <= seat < match.seats or match.places[seat].bot:
        raise Refused("not_allowed", "a bot can take over only for a person or a program")
    if seat not in mine:
        if not match.setup.sit_in:
            raise Refused(
                "not_allowed", "it was not agreed that a bot plays for whoever is away; they can let one play"
            )
        if not match.places[seat].left and not table.is_away(seat):
            raise Refused("not_allowed", f"{match.names[seat]} has not been away long enough")
    return Decision(seat if seat in mine else mine[0], [events.SatIn(seat, match.stand_in())])


def check_level(game: Game, level: str) -> None:
    """Refuse a level that the game does not have."""
    names = level_names(game)
    if level_name(game, level) not in names:
        raise Refused("bad_options", f"level {shown(level)}: expected one of {', '.join(names)}")
