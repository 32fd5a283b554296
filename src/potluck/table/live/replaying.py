"""Looking at a match again: its record, its replay, advice, and matches from elsewhere."""

import asyncio
import datetime

from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.errors import BadRecord
from potluck.core.state import ALL, CHANCE, SPECTATOR, State
from potluck.games import load_text, options_text
from potluck.players.door import see
from potluck.players.levels import level_names
from potluck.records.record import Record, read, write
from potluck.table import protocol
from potluck.table.live.hall import Hall
from potluck.table.live.room import Room
from potluck.table.live.workers import Hung, Question
from potluck.table.match import events
from potluck.table.match.decide import Refused, new_id
from potluck.table.match.events import Setup
from potluck.table.match.match import Match
from potluck.table.match.plan import card_of
from potluck.table.match.showing import hints_allowed
from potluck.table.protocol import FriendPlan
from potluck.table.store import rows as store
from potluck.table.store.writer import Unsaved


def record_of(match: Match, seed: bytes) -> Record:
    """Make the record of a match; the seed belongs to it only after the end."""
    over = match.status == "over"
    made = datetime.datetime.fromtimestamp(match.setup.created / 1000, datetime.UTC)
    return Record(
        game=match.game.name,
        options=options_text(match.game),
        rules=match.setup.rules,
        seats=match.seats,
        moves=list(match.moves),
        players=match.names,
        date=made.strftime("%Y-%m-%d"),
        position=match.setup.position,
        match=match.id,
        seal=match.setup.seal,
        nonces=[place.nonce for place in match.places if place.nonce],
        seed=seed.hex() if over and not match.setup.imported else "",
        result=match.scores,
        ending=match.ending,
    )


def record_text(room: Room) -> str:
    """Write the record; while a match with secrets is played nobody gets it."""
    match = room.match
    if match.game.has_secrets and match.status != "over":
        raise Refused("not_over", "the record tells everything, so it is there only after the end")
    return write(record_of(match, room.seed))


def replay_viewer(room: Room, mine: tuple[int, ...], wanted: str) -> int:
    """Find whose eyes a replay is seen through: one's own, or after the end anybody's."""
    own = mine[0] if mine else SPECTATOR
    if wanted == "":
        return own
    if wanted == "spectator":
        return SPECTATOR
    if room.match.status != "over":
        raise Refused("not_over", "other seats can be looked at after the end")
    if wanted == "all":
        return ALL
    if wanted.isdecimal() and int(wanted[:3]) < room.match.seats:
        return int(wanted)
    raise Refused("bad_request", "as: expected spectator, all or a seat")


def replay(match: Match, viewer: int, first: int, count: int) -> protocol.Replay:
    """Show a stretch of the match as a viewer saw it."""
    moves = list(match.moves)
    state = match.state_at(min(first, len(moves)))
    frames: list[protocol.Frame] = []
    for ply in range(first, min(first + count, len(moves) + 1)):
        move = moves[ply] if ply < len(moves) else None
        step = None if move is None else step_of(match, state, move, ply, viewer)
        told = [] if move is None else match.game.tell(state, move, viewer)
        lines = [name_seats(line, match.names) for line in told]
        frames.append(protocol.Frame(ply, int(state.turn), match.game.view(state, viewer), step, lines))
        if move is not None:
            state.play(move)
    return protocol.Replay(match.id, viewer, len(moves), frames)


def step_of(match: Match, state: State, move: int, ply: int, viewer: int) -> protocol.Step:
    """Show one move as a viewer may know it."""
    seat = int(state.to_move)
    text = match.game.write(state, move, viewer)
    known = seat != CHANCE and (viewer in (seat, ALL) or text == match.game.write(state, move))
    return protocol.Step(ply, seat, text, match.game.path(state, move) if known else [])


# Advice


async def hint(room: Room, seat: int) -> protocol.Hint:
    """Advise the seat to move, where that is allowed."""
    match = room.match
    if match.status != "playing" or match.state.to_move != seat:
        raise Refused("not_your_turn", "hints are for the seat to move")
    if not hints_allowed(match):
        raise Refused("not_allowed", "hints are for matches against bots, or when all agree")
    return await advise(room, match.state, seat)


async def analysis(room: Room, ply: int) -> protocol.Hint:
    """Show the best moves at a point of a finished match."""
    state = past_state(room.match, ply)
    if state.to_move < 0:
        return protocol.Hint(room.match.version, [])
    return await advise(room, state, int(state.to_move))


def past_state(match: Match, ply: int) -> State:
    """Find the state at a ply of a match that is over."""
    if match.status != "over":
        raise Refused("not_over", "looking back comes after the end")
    if ply > len(match.moves):
        raise Refused("bad_request", f"ply: expected at most {len(match.moves)}")
    return match.state_at(ply)


def position(match: Match, ply: int) -> protocol.Position:
    """Write the position at a ply of a match that is over, when nothing is secret any more."""
    return protocol.Position(match.version, match.game.write_position(past_state(match, ply), ALL))


async def advise(room: Room, state: State, seat: int) -> protocol.Hint:
    """Ask a worker for the best moves of a seat, as it may know the position."""
    game = room.match.game
    version = room.match.version
    position = see(game, state, seat, Dice(room.hall.random_seed()))
    question = Question("analyse", game.name, game.chosen, position, seat, level_names(game)[-1], 0)
    try:
        answer = await room.hall.workers.ask(question)
    except Hung as error:
        raise Refused("failed", str(error)) from error
    codes = {game.write(state, move): int(move) for move in state.moves()}
    lines = [line for line in answer.lines if line.move in codes]
    return protocol.Hint(
        version,
        [protocol.HintLine(codes[line.move], line.move, line.chance, line.line, line.reason) for line in lines],
    )


# Matches from elsewhere


async def import_record(hall: Hall, body: bytes) -> protocol.Imported:
    """Keep a record as a finished match, after playing it through the rules."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("bad_record", "record: expected a text in UTF-8") from error
    return await keep_record(hall, await asyncio.to_thread(read_record, text, hall.limits.plies))


def read_record(text: str, plies: int) -> Record:
    """Read a record through the rules."""
    try:
        record = read(text)
    except BadRecord as error:
        raise Refused("bad_record", str(error)) from error
    if len(record.moves) > plies:
        raise Refused("bad_record", f"record: expected at most {plies} moves")
    return record


async def keep_record(hall: Hall, record: Record) -> protocol.Imported:
    """Write a record into the database as one event."""
    game = load_text(record.game, record.options)
    setup = Setup(
        game=game.name,
        options=game.changed_options(),
        rules=record.rules,
        seats=[FriendPlan() for _ in range(record.seats)],
        created=store.now(),
        seal=record.seal,
        position=record.position,
        imported=True,
    )
    scores = record.result or [0.0] * record.seats
    event = events.Imported(record.moves, record.players, record.ending or "aborted", scores)
    id = new_id()
    match = Match(id, setup)
    match.apply(event, setup.created, events.TABLE, "")
    rows = store.event_rows(id, 0, events.TABLE, store.new_command(), [event], setup.created)
    try:
        await hall.writer.save(rows, *store.match_writes(id, setup, b"", card_of(match)))
    except Unsaved as error:
        raise Refused("read_only", str(error)) from error
    return protocol.Imported(id, len(record.moves))
