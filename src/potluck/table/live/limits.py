"""The limits of the table: every queue, room and match is bounded, and every bound can be set."""

from typing import Annotated

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=1, le=1 << 40)]
Time = Annotated[float, Meta(gt=0.0, le=86_400.0 * 365)]  # in seconds
Rate = Annotated[float, Meta(gt=0.0, le=1e9)]  # each second


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bound what one viewer, one match and one process may use."""

    messages: Rate = 20.0  # over one line, each second
    program_messages: Rate = 100.0  # over the line of a program
    burst: Count = 40  # of them at once
    out_queue: Count = 64  # messages waiting for a slow reader
    spectators: Annotated[int, Meta(ge=0)] = 256  # a match
    waiting: Count = 64  # commands that wait for their turn at one match
    rooms: Count = 20_000  # matches held in memory
    room_bytes: Count = 256 << 20  # of memory that they take, as estimated
    idle: Time = 120.0  # seconds until a match that nobody watches leaves the memory
    lease: Time = 15.0  # seconds that a process looks after a match without renewing
    away: Time = 30.0  # seconds without a line until a bot may sit in
    mail_wait: Annotated[float, Meta(ge=0.0, le=86_400.0)] = 60.0  # seconds in which a turn may be taken without a mail
    secret_pause: Annotated[float, Meta(ge=0.0, le=60.0)] = 0.8  # that a bot takes where its time could tell a secret
    plies: Count = 20_000  # moves of one match, which is drawn then
    asides: Count = 200  # take-backs, proposals, departures and the like of one player in one match
    thoughts: Count = 64  # hints, reviews, analyses and records that wait or are thought about
    address_thoughts: Count = 8  # of one address; an analysis without a key to the match counts as four
    match_thoughts: Count = 8  # of one match
    reviews: Count = 2  # made at once; others wait for their turn
    review_thoughts: Count = 2  # decisions of one review that are judged at once
    address_reviews: Count = 4  # of one address, under way
    unstarted: Time = 604_800.0  # seconds until a table that nobody came to is closed, with its invitations
    lobby: Count = 100  # matches in each list of the lobby
    frame: Count = 4096  # bytes of one message over the socket
    body: Count = 65_536  # bytes of one request
    record: Count = 1 << 20  # bytes of an imported record
    tables: Count = 30  # created from one address in an hour
    page: Count = 64  # frames in one piece of a replay
