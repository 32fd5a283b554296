"""The limits of the table: every queue, body, room and cache is bounded, and every bound can be set."""

import msgspec


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bound what one client, one match and one server may use."""

    frame: int = 4096  # bytes of one message over the socket
    body: int = 65_536  # bytes of one request
    record: int = 1 << 20  # bytes of an imported record
    messages: float = 20.0  # over one socket, each second
    burst: int = 40  # of them at once
    out_queue: int = 64  # messages waiting for a slow reader
    buffer: int = 65_536  # bytes that the system keeps for a slow reader, besides
    tables: int = 30  # created from one address in an hour
    guesses: int = 20  # wrong keys from one address in a minute
    requests: float = 200.0  # from one address, each second
    request_burst: int = 400
    ping: float = 20.0  # seconds between signs of life
    ping_timeout: float = 20.0
    upgrade: float = 10.0  # seconds until a connection has sent its first request
    spectators: int = 256  # a match
    sockets: int = 20_000  # a process
    waiting: int = 64  # commands that wait for their turn at one match
    rooms: int = 20_000  # matches held in memory
    unsaved: int = 10_000  # events waiting for the disk
    idle: float = 120.0  # seconds until a match that nobody watches leaves the memory
    stop: float = 5.0  # seconds for a graceful end
    lease: float = 15.0  # seconds that a process looks after a match without renewing
    away: float = 30.0  # seconds without a line until a bot may sit in
    think: float = 10.0  # seconds for one decision of a bot
    secret_pause: float = 0.8  # seconds that a bot takes at least, where its time could tell a secret
    bot_memory: int = 1 << 30  # bytes of one bot process
    page: int = 64  # frames in one piece of a replay
    plies: int = 20_000  # moves, and other events, of one match
    lobby: int = 100  # matches in each list of the lobby


DEFAULT = Limits()
