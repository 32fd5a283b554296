"""Matches of older rules: played again by today's, they go on if they are the same, and end if they are not."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from potluck.core.errors import BadOptions, BrokenRule
from potluck.games import game_class
from potluck.records import match as records
from potluck.records.seal import commitment
from potluck.table.match import events, undo
from potluck.table.match.keepsake import Keepsake, digest
from potluck.table.match.keys import Key
from potluck.table.match.match import Match
from potluck.table.match.ports import Change, Kept, Row, Unloadable
from potluck.table.match.replay import chance_of
from potluck.table.protocol import Status

SEED = 32  # bytes


class Found(NamedTuple):
    """Hold what the store has of a match, before anything is made of it."""

    id: str
    setup: events.Setup
    status: Status  # as the lobby has it
    seed: bytes
    rows: Sequence[Row]
    keepsake: Keepsake | None = None


class Differs(Exception):
    """Tell what today's rules make of a match that was another thing before."""


def revive(found: Found, keys: list[Key]) -> Kept:
    """Make a match of what was found, ready to be shown and played on."""
    match, change = rebuild(found)
    match.told()  # here, where nobody waits for it
    match.state_at(len(match.moves))
    undo.prepare(match)
    return Kept(match, found.seed, keys, change, found.status)


def rebuild(found: Found) -> tuple[Match, Change]:
    """Make a match of what was found; tell what today's rules change about it."""
    check_whole(found)
    try:
        version = game_class(found.setup.game).rules_version
        if found.setup.rules > version:
            raise Unloadable(f"it was played by rules {found.setup.rules}, and this table knows rules {version}")
        if any(isinstance(row.event, events.Outdated) for row in found.rows):
            return fold(found, lenient=True), ""
        if found.setup.rules == version:
            return fold(found), ""
        return renew(found, version)
    except BrokenRule:
        return fold(found, lenient=True), "other"
    except BadOptions as error:
        if found.setup.code:
            return fold(found, lenient=True), "other"
        raise Unloadable(f"this table lacks rules that it was played by ({error})") from error


def check_whole(found: Found) -> None:
    """Refuse a match of which a part is missing."""
    if [row.seq for row in found.rows] != list(range(1, len(found.rows) + 1)):
        raise Unloadable("some of its events are missing")
    if not found.setup.imported and not fits_seal(found):
        raise Unloadable("its sealed seed is missing")


def fits_seal(found: Found) -> bool:
    """Tell whether the seed is the one that was sealed; where terms belong to the seal, whether it is one at all."""
    return commitment(found.seed) == found.setup.seal if found.setup.sealed == 1 else len(found.seed) == SEED


def fold(found: Found, *, lenient: bool = False) -> Match:
    """Fold all events into a match."""
    match = Match(found.id, found.setup, lenient=lenient)
    match.keepsake = found.keepsake
    for row in found.rows:
        match.apply(row.event, row.at, row.seat, row.command)
    return match


def renew(found: Found, version: int) -> tuple[Match, Change]:
    """Bring a match of older rules to today's if it is the same by them."""
    try:
        match = replay_strictly(found)
    except BadOptions:
        raise
    except Exception:  # whatever it is, by today's rules this is another match
        return fold(found, lenient=True), "other"
    match.setup = msgspec.structs.replace(found.setup, rules=version)
    return match, "same"


def replay_strictly(found: Found) -> Match:
    """Play a match again: every move must be legal, every outcome the one that is drawn, and the end the same."""
    match = Match(found.id, found.setup)
    match.keepsake = found.keepsake
    for row in found.rows:
        check_event(match, row.event, found.seed)
        match.apply(row.event, row.at, row.seat, row.command)
    check_end(match, found)
    return match


def check_event(match: Match, event: events.AnyEvent, seed: bytes) -> None:
    """Check what an event does to the board."""
    if isinstance(event, events.Began):
        game = type(match.game)(**{**match.setup.options, "first": event.first})
        position = chance_of(match, seed).fill(game, match.setup.position)
        begun = records.Match(game, match.seats, position, dice=chance_of(match, seed))
        demand_same([position, begun.moves], [event.position or match.setup.position, event.chance])
    elif isinstance(event, events.Moved):
        twin = match.course.copy()
        twin.push(twin.check(event.moves[0]))
        twin.settle(chance_of(match, seed))
        demand_same(twin.moves[len(match.moves) :], event.moves)
    elif isinstance(event, events.Imported):
        twin = match.course.copy()
        for move in event.moves:
            twin.push(twin.check(move))
        if twin.is_over:
            demand_same([twin.result], [records.Result(tuple(event.scores), event.ending)])


def demand_same(now: Sequence[object], then: Sequence[object]) -> None:
    """Refuse what comes out differently."""
    if list(now) != list(then):
        raise Differs(f"{now} instead of {then}")


def check_end(match: Match, found: Found) -> None:
    """Compare how far the match has come, and what it was told as, with what is known of it."""
    if match.course.given is None:
        demand_same([match.status == "over"], [found.status == "over"])
    kept = found.keepsake
    if kept is not None and kept.version == match.version:
        demand_same([match.ending, match.scores, digest(match.told())], [kept.ending, kept.scores, kept.told])


def outdated(match: Match) -> events.Outdated:
    """Say how a match of older rules ends: without a result, or as it had ended before the rules changed."""
    kept = match.keepsake
    if kept is not None and kept.ending:
        return events.Outdated(match.setup.rules, kept.ending, kept.scores)
    if match.status == "over" and match.course.given is not None:  # resigned, agreed: no rule had a part in it
        return events.Outdated(match.setup.rules, match.ending, match.scores)
    return events.Outdated(match.setup.rules, "void", [0.0] * match.seats)
