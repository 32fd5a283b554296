"""The limits of the table: every queue, room and match is bounded, and every bound can be set."""

import msgspec


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bound what one viewer, one match and one process may use."""

    messages: float = 20.0  # over one line, each second
    burst: int = 40  # of them at once
    out_queue: int = 64  # messages waiting for a slow reader
    spectators: int = 256  # a match
    waiting: int = 64  # commands that wait for their turn at one match
    rooms: int = 20_000  # matches held in memory
    idle: float = 120.0  # seconds until a match that nobody watches leaves the memory
    lease: float = 15.0  # seconds that a process looks after a match without renewing
    away: float = 30.0  # seconds without a line until a bot may sit in
    secret_pause: float = 0.8  # seconds that a bot takes at least, where its time could tell a secret
    plies: int = 20_000  # moves, and other events, of one match
    thoughts: int = 64  # hints, reviews, analyses and records that wait or are thought about
    address_thoughts: int = 8  # of one address; an analysis without a key to the match counts as four
    match_thoughts: int = 8  # of one match
    lobby: int = 100  # matches in each list of the lobby
