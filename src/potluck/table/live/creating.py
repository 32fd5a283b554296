"""New matches: as they were asked for, as they follow each other, and as they were played elsewhere."""

from collections.abc import Sequence

import msgspec

from potluck.games import load_text
from potluck.records.record import Record
from potluck.table.live.clock import now
from potluck.table.live.leases import Leases
from potluck.table.match import events
from potluck.table.match.events import AnyEvent, Setup
from potluck.table.match.keys import Key
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan, card_of
from potluck.table.match.ports import AddEvents, AddKeys, AddMatch, Row, Sit, Stay, Store, Write
from potluck.table.protocol import Created, FriendPlan, Imported, NewMatch, ids


def rows_of(match: str, version: int, seat: int, command: str, happened: Sequence[AnyEvent], at: int) -> list[Row]:
    """Make the rows of the events that follow from one command; the first carries its id."""
    return [
        Row(match, version + 1 + number, at, seat, ids.new_command() if number else command, event)
        for number, event in enumerate(happened)
    ]


def first_rows(plan: Plan) -> list[Row]:
    """Make the rows of the first events of a match."""
    return rows_of(plan.id, 0, events.TABLE, ids.new_command(), plan.events(), plan.setup.created)


def match_writes(plan: Plan, keys: Sequence[Key]) -> list[Write]:
    """Write a match and the keys to it."""
    writes: list[Write] = [AddMatch(plan.id, plan.setup, plan.seed, plan.card())]
    return [*writes, AddKeys(plan.id, keys)] if keys else writes


async def create(store: Store, leases: Leases, new: NewMatch, player: str = "") -> Created:
    """Create a match, perhaps for a player whom the table knows."""
    plan = Plan(new, now())
    rows = first_rows(plan)
    writes = match_writes(plan, plan.keys)
    if any(isinstance(row.event, events.Began) for row in rows):
        writes.append(leases.taking(plan.id))
    if player and plan.created.mine:
        writes.append(Sit(plan.id, player, plan.created.mine, plan.setup.created))
    await store.save(rows, *writes)
    return plan.created


def rematch_writes(match: Match, keys: Sequence[Key], id: str) -> list[Write]:
    """Write the match that follows another: the same players with the same keys, and the next seat begins."""
    plan = Plan.again(match, id, now())
    kept = [key for key in keys if key.kind == "seat" and key.ended is None]
    return [*match_writes(plan, kept), AddEvents(first_rows(plan)), Stay(match.id, id, plan.setup.created)]


async def keep_record(store: Store, record: Record) -> Imported:
    """Keep a record as a finished match: one event."""
    game = load_text(record.game, record.options)
    setup = Setup(
        game=game.name,
        options=game.changed_options(),
        rules=record.rules,
        seats=[FriendPlan() for _ in range(record.seats)],
        created=now(),
        seal=record.seal,
        sealed=record.sealed,
        position=record.position,
        imported=True,
        code=list(game.code),
    )
    scores = record.result or [0.0] * record.seats
    event = events.Imported(record.moves, record.players, record.ending or "aborted", scores)
    match = Match(ids.new_match(), setup)
    match.apply(msgspec.structs.replace(event, moves=[]), setup.created, events.TABLE, "")  # as far as the card shows
    rows = rows_of(match.id, 0, events.TABLE, ids.new_command(), [event], setup.created)
    await store.save(rows, AddMatch(match.id, setup, b"", card_of(match)))
    return Imported(match.id, len(record.moves))
