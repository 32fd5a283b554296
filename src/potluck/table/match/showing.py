"""A match as one viewer may see it: the only place where a snapshot is made."""

import msgspec

from potluck.core.english import capital, listed, name_seats
from potluck.core.state import SPECTATOR
from potluck.core.view import Choice
from potluck.games import Ruling, rulings
from potluck.table.match import undo
from potluck.table.match.match import Match
from potluck.table.match.names import sides
from potluck.table.match.outcome import why_unrated
from potluck.table.protocol import Fairness, LogLine, Player, Position, Result, Snapshot
from potluck.table.protocol.base import Audience


class Elsewhere(msgspec.Struct):
    """Hold who is connected to another process, as far as it has told."""

    here: set[int]
    spectators: int
    told: int  # when


class Presence(msgspec.Struct):
    """Hold who is connected; it is not kept."""

    here: set[int] = msgspec.field(default_factory=set)
    since: dict[int, int] = msgspec.field(default_factory=dict)  # when a seat was left alone
    spectators: int = 0
    elsewhere: dict[str, Elsewhere] = msgspec.field(default_factory=dict)  # by process


class Surroundings(msgspec.Struct):
    """Hold what a snapshot shows beside the match itself."""

    presence: Presence
    now: int
    seed: str = ""  # of the dice; shown after the end
    read_only: bool = False


def viewer_of(match: Match, mine: tuple[int, ...]) -> int:
    """Find the seat whose view the holder of some seats gets: the one to move, or the one that moved last."""
    if not mine:
        return SPECTATOR
    if match.state.to_move in mine:
        return int(match.state.to_move)
    if len(mine) == 1:
        return mine[0]
    return next((ply.seat for ply in reversed(match.told().plies) if ply.seat in mine), mine[0])


def snapshot(match: Match, mine: tuple[int, ...], around: Surroundings, log_from: int = 0) -> Snapshot:
    """Show a match to the holder of some seats, or to a spectator."""
    viewer = viewer_of(match, mine)
    game, state, story = match.game, match.state, match.told()
    you = viewer if len(mine) == 1 else None
    choices, view = choices_of(match, viewer), match.view(viewer)
    log_from, lines = story.lines_from(viewer, log_from)
    return Snapshot(
        match=match.id,
        version=match.version,
        now=around.now,
        game=game.name,
        title=game.title,
        options=game.changed_options(),
        status=match.status,
        viewer=viewer,
        mine=list(mine),
        curtain=len(mine) > 1 and game.has_secrets,
        view=view,
        prompt=prompt(match, viewer, you),
        aside=name_seats(game.aside(state, viewer), match.names, you) if choices else "",
        goals=[] if match.pages else game.goals(view, max(viewer, 0)),
        coach=name_seats(game.coach(view, viewer), match.names, None) if choices and viewer in match.coached else "",
        coached=viewer in match.coached,
        choices=choices,
        forced=len(choices) == 1 and game.is_forced(state),
        undo_to=free_undo(match, viewer),
        ask_undo_to=undo.last_own(match, viewer) if viewer >= 0 else None,
        log_from=log_from,
        log=[LogLine(line.ply, line.turn, line.seat, name_seats(line.text, match.names, you)) for line in lines],
        ply=len(match.moves),
        turn=int(state.turn),
        steps=[] if match.pages else story.turn_steps(viewer, int(state.turn)),
        last=[[] if match.pages else story.last_steps(viewer, seat, int(state.turn)) for seat in range(match.seats)],
        players=players(match, around.presence),
        clock=match.clocks.show(around.now, stopped=around.read_only) if match.clocks else None,
        offers=match.offers,
        spectators=around.presence.spectators,
        fairness=fairness(match, around.seed),
        result=result(match, you),
        rematch=match.rematch,
        hints=hints_allowed(match),
        sit_in=match.setup.sit_in,
        unrated=why_unrated(match),
        audience=audience(match),
        read_only=around.read_only,
    )


def choices_of(match: Match, viewer: int) -> list[Choice]:
    """Offer the legal moves to the seat to move, unless a bot plays for it."""
    if match.status != "playing" or match.state.to_move != viewer or match.places[viewer].stand_in:
        return []
    choices = match.game.choices(match.state)
    return [msgspec.structs.replace(one, label=name_seats(one.label, match.names, viewer)) for one in choices]


def position(match: Match, mine: tuple[int, ...]) -> Position:
    """Write the position as the holder of some seats may know it."""
    return Position(match.version, match.game.write_position(match.state, viewer_of(match, mine)))


def prompt(match: Match, viewer: int, you: int | None) -> str:
    """Say what is expected now."""
    if match.status == "waiting":
        return waiting_for(match)
    found = result(match, you)
    if found is not None and match.course.given is not None:
        return found.sentence
    mover = int(match.state.to_move)
    if mover >= 0 and match.places[mover].bot and mover != viewer:
        return f"{match.names[mover]} is thinking."
    return name_seats(match.game.prompt(match.state, viewer), match.names, you)


def waiting_for(match: Match) -> str:
    """Say who keeps the match from beginning."""
    missing = [place.name for place in match.places if not place.level and not place.commitment]
    if missing:
        free = missing.count("")
        friends = ["a friend" if free == 1 else f"{free} friends"] if free else []
        return f"Waiting for {listed([*filter(None, missing), *friends])}."
    names = [f"{match.names[seat]}'s" for seat in match.withheld()]
    return f"Waiting for {listed(names)} {'number' if len(names) == 1 else 'numbers'} for the dice."


def free_undo(match: Match, viewer: int) -> int | None:
    """Find the ply that the undo button leads to."""
    if viewer < 0 or match.places[viewer].bot:
        return None
    own = undo.last_own(match, viewer)
    return own if own is not None and own >= undo.free_from(match, viewer) else None


def players(match: Match, presence: Presence) -> list[Player]:
    """Show who sits where."""
    return [
        Player(
            seat=seat,
            side=sides(match.game)[seat],
            kind=place.kind,
            name=place.name,
            face=place.face,
            level=place.level,
            presence="left" if place.left else "here" if place.level or seat in presence.here else "away",
            away_since=presence.since.get(seat),
            stand_in=place.stand_in,
            ready=bool(place.level or place.commitment),
        )
        for seat, place in enumerate(match.places)
    ]


def fairness(match: Match, seed: str) -> Fairness:
    """Show the seal, and after the end the seed."""
    over = match.status == "over"
    terms = match.terms() if over and match.setup.sealed > 1 else ""
    return Fairness(match.setup.seal, match.commitments, match.nonces, seed if over else "", terms, match.setup.sealed)


def result(match: Match, you: int | None) -> Result | None:
    """Show how the match ended."""
    if match.status != "over":
        return None
    ruling = ruling_of(match)
    sentence, how = (name_seats(text, match.names, you) for text in (ending_sentence(match), how_it_ended(match)))
    return Result(match.scores, match.ending, sentence, how, ruling.text if ruling else "")


def ruling_of(match: Match) -> Ruling | None:
    """Find the ruling that ended the match."""
    return rulings(match.game.name, match.game.chosen).get(match.ending)


def how_it_ended(match: Match) -> str:
    """Say in one sentence what happened in this match at its end."""
    if match.loser is not None:
        return f"{ending_sentence(match)[:-1]} in turn {int(match.state.turn) + 1}."
    return match.told().ending or ending_sentence(match)


def ending_sentence(match: Match) -> str:
    """Say how the match ended."""
    if match.ending == "agreed":
        return "The match is drawn by agreement."
    if match.ending == "aborted":
        return "The match was called off."
    if match.ending == "void" and match.fault:
        return f"{capital(match.fault)}."
    if match.lenient and match.ending == "void":
        return f"The rules of {match.game.title} have changed since, so the match is void: nobody has won or lost."
    if match.ending == "full":
        return "The match is drawn: it cannot be any longer."
    if match.ending in ("void", "withheld"):
        return "Not everybody revealed their number for the dice."
    if match.loser is not None:
        return f"{{{match.loser}}} {'resigned' if match.ending == 'resigned' else 'ran out of time'}."
    ruling = ruling_of(match)
    best = max(match.scores, default=0.0)
    winners = [seat for seat, score in enumerate(match.scores) if score == best]
    who = " and ".join(f"{{{seat}}}" for seat in winners)
    outcome = f"{who} won" if len(winners) < match.seats else "Drawn"
    return f"{outcome}: {ruling.text}" if ruling else f"{outcome}."


def audience(match: Match) -> Audience:
    """Say who can watch."""
    if not match.setup.spectators:
        return "players"
    return "lobby" if match.setup.listed else "link"


def hints_allowed(match: Match) -> bool:
    """Tell whether advice may be asked for: against bots only, or by agreement."""
    return match.hints or len({place.hand for place in match.places if place.hand is not None}) <= 1
