"""The limits of the server: what one address, one request and one socket may use."""

from potluck.table.live import limits


class Limits(limits.Limits, frozen=True):
    """Bound the lines to the table, besides what happens at it."""

    frame: int = 4096  # bytes of one message over the socket
    body: int = 65_536  # bytes of one request
    record: int = 1 << 20  # bytes of an imported record
    buffer: int = 65_536  # bytes that the system keeps for a slow reader, besides
    tables: int = 30  # created from one address in an hour
    guesses: int = 20  # wrong keys from one address in a minute
    requests: float = 200.0  # from one address, each second
    request_burst: int = 400
    ping: float = 20.0  # seconds between signs of life
    ping_timeout: float = 20.0
    upgrade: float = 10.0  # seconds until a connection has sent its first request
    sockets: int = 20_000  # a process
    unsaved: int = 10_000  # events waiting for the disk
    bot_memory: int = 1 << 30  # bytes of one bot process
    think: float = 10.0  # seconds for one decision of a bot
    stop: float = 5.0  # seconds for a graceful end
    page: int = 64  # frames in one piece of a replay


DEFAULT = Limits()
