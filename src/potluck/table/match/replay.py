"""Looking at a match again: its record, its replay, its earlier positions."""

import datetime
from collections.abc import Iterator, Sequence

import msgspec

from potluck.core.english import name_seats
from potluck.core.errors import BadRecord
from potluck.core.state import ALL, CHANCE, SPECTATOR, State
from potluck.games import options_text
from potluck.records.record import Record, read
from potluck.records.seal import Seal
from potluck.table import protocol
from potluck.table.match.keepsake import Keepsake, Page, digest
from potluck.table.match.match import Match, agreed_first
from potluck.table.match.names import clean_name
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import encode


def chance_of(match: Match, seed: bytes) -> Seal:
    """Return what decides the chance of a match."""
    return Seal(seed, match.id, tuple(match.nonces))


def keepsake_of(match: Match) -> Keepsake:
    """Keep a match as its audiences see it now."""
    story = match.told()
    pages = {
        audience: Page(msgspec.Raw(encode(match.view(audience))), story.lines[audience]) for audience in story.audiences
    }
    return Keepsake(match.setup.rules, match.version, digest(story), match.ending, match.scores, pages)


def record_of(match: Match, seed: bytes) -> Record:
    """Make the record of a match; the seed belongs to it only after the end."""
    setup = match.setup
    over = match.status == "over"
    nonces, promises = match.nonces, match.commitments
    made = datetime.datetime.fromtimestamp(setup.created / 1000, datetime.UTC)
    return Record(
        game=match.game.name,
        options=options_text(match.game),
        rules=setup.rules,
        seats=match.seats,
        moves=list(match.moves),
        players=match.names,
        date=made.strftime("%Y-%m-%d"),
        position=match.course.position,
        hidden=setup.position if "?" in setup.position else "",
        begins_drawn=setup.sealed > 1 and not setup.imported and agreed_first(setup) is None,
        match=match.id,
        seal=setup.seal,
        sealed=setup.sealed,
        commitments=promises if setup.sealed > 1 and all(promises) else [],
        nonces=nonces if all(nonces) else [],
        seed=seed.hex() if over and not setup.imported else "",
        result=match.scores,
        ending=match.ending,
    )


def demand_record(match: Match) -> None:
    """Refuse the record of a match with secrets while it is played, and of one of older rules."""
    if match.lenient:
        raise Refused("not_allowed", "this match is of older rules, and by today's its record cannot be written")
    if match.game.has_secrets and match.status != "over":
        raise Refused("not_over", "the record shows everything, so it is available only after the end")


def record_words(body: bytes) -> str:
    """Read the text of a record from its bytes."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("bad_record", "record: expected a text in UTF-8") from error


def read_record(body: bytes, most: int) -> Record:
    """Read a record through the rules."""
    try:
        return check_record(read(record_words(body)), most)
    except BadRecord as error:
        raise Refused("bad_record", str(error)) from error


def check_record(record: Record, most: int) -> Record:
    """Refuse a record of too many moves, or of names that nobody can have."""
    if len(record.moves) > most:
        raise Refused("bad_record", f"record: expected at most {most} moves")
    try:
        record.players = [clean_name(name) for name in record.players]
    except Refused as refused:
        raise Refused("bad_record", f"Players: {refused.sentence}") from refused
    return record


def replay_viewer(match: Match, mine: tuple[int, ...], wanted: str) -> int:
    """Find whose view a replay shows: the caller's own, or after the end anybody's."""
    own = mine[0] if mine else SPECTATOR
    if wanted == "":
        return own
    if wanted == "spectator":
        return SPECTATOR
    if match.status != "over":
        raise Refused("not_over", "you can look through other seats only after the end")
    if wanted == "all":
        return ALL
    if wanted.isdecimal() and int(wanted[:3]) < match.seats:
        return int(wanted)
    raise Refused("bad_request", "as: expected spectator, all or a seat")


def replay(match: Match, viewer: int, frames: list[protocol.Frame]) -> protocol.Replay:
    """Show a stretch of the match as a viewer saw it."""
    return protocol.Replay(match.id, viewer, len(match.moves), frames)


def frames(match: Match, viewer: int, first: int, count: int) -> Iterator[protocol.Frame]:
    """Show one position after the other as a viewer saw it, with what came next."""
    moves = list(match.moves)
    state = match.state_at(min(first, len(moves)))
    for ply in range(first, min(first + count, len(moves) + 1)):
        move = moves[ply] if ply < len(moves) else None
        yield frame(match, state, move, ply, viewer)
        if move is not None:
            state.play(move)


def line_frames(match: Match, ply: int, line: Sequence[str]) -> Iterator[protocol.Frame]:
    """Show a line from a point of a match that is over, one position after the other."""
    state = past_state(match, ply)
    for place, text in enumerate([*line, ""]):
        move = match.game.read(state, text) if text else None
        yield frame(match, state, move, ply + place, ALL)
        if move is not None:
            state.play(move)


def frame(match: Match, state: State, move: int | None, ply: int, viewer: int) -> protocol.Frame:
    """Show one position as a viewer saw it, with the move made there, if one is."""
    step = None if move is None else step_of(match, state, move, ply, viewer)
    told = [] if move is None else match.game.tell(state, move, viewer)
    lines = [name_seats(line, match.names) for line in told]
    return protocol.Frame(ply, int(state.turn), match.game.view(state, viewer), step, lines)


def step_of(match: Match, state: State, move: int, ply: int, viewer: int) -> protocol.Step:
    """Show one move as a viewer may know it."""
    seat = int(state.to_move)
    text = match.game.write(state, move, viewer)
    known = seat != CHANCE and (viewer in (seat, ALL) or text == match.game.write(state, move))
    return protocol.Step(ply, seat, text, match.game.path(state, move) if known else [])


def past_state(match: Match, ply: int) -> State:
    """Find the state at a ply of a match that is over."""
    if match.status != "over":
        raise Refused("not_over", "you can look back only after the end")
    if ply > len(match.moves):
        raise Refused("bad_request", f"ply: expected at most {len(match.moves)}")
    return match.state_at(ply)


def position(match: Match, ply: int) -> protocol.Position:
    """Write the position at a ply of a match that is over, when nothing is secret any more."""
    return protocol.Position(match.version, match.game.write_position(past_state(match, ply), ALL))
