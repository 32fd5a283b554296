"""The limits of the server: what one address, one request and one socket may use."""

import msgspec

from potluck.core.english import expectation
from potluck.core.errors import BadOptions
from potluck.table.live import limits
from potluck.table.live.limits import Count, Rate, Time


class Limits(limits.Limits, frozen=True):
    """Bound the lines to the table, besides what happens at it."""

    head: Count = 16_384  # bytes of a request before its body
    headers: Count = 64  # lines of them
    url: Count = 2048  # bytes of the address in a request
    bodies: Count = 4 << 20  # bytes of all requests of one address that are still arriving
    buffer: Count = 65_536  # bytes that the system keeps for a slow reader, besides
    players: Count = 30  # who were not known before, from one address in an hour
    devices: Count = 16  # browsers that a player is signed in with
    post: Time = 2.0  # seconds between two looks at what is to be sent
    mails: Count = 100  # to one player in a day, and as many messages to each of their browsers
    proofs: Count = 5  # mails to confirm an address, for one player, one address and one mailbox in a day
    guesses: Count = 20  # wrong keys from one address in a minute
    requests: Rate = 200.0  # from one address, each second
    request_burst: Count = 400
    ping: Time = 20.0  # seconds between signs of life
    ping_timeout: Time = 20.0
    upgrade: Time = 10.0  # seconds for the head of a request
    upload: Time = 20.0  # seconds for the body of a request
    answer: Time = 120.0  # seconds until an answer has been read
    keep_alive: Time = 20.0  # seconds that a connection may wait for its next request
    lines: Count = 512  # connections from one address
    places: Count = 8  # sockets opened with one key
    sockets: Count = 20_000  # a process
    unsaved: Count = 10_000  # events waiting for the disk
    bot_memory: Count = 1 << 30  # bytes of one bot process
    think: Time = 10.0  # seconds for one decision of a bot
    stop: Time = 5.0  # seconds for a graceful end


DEFAULT = Limits()


def read_limits(texts: list[str]) -> Limits:
    """Read limits such as messages=50; one that makes no sense is refused in a sentence."""
    known = msgspec.to_builtins(DEFAULT)
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            raise BadOptions(f"limit {text}: there is none of that name; there are {', '.join(known)}")
        known[name] = value
        try:
            msgspec.convert(known, Limits, strict=False)
        except msgspec.ValidationError as error:
            raise BadOptions(f"limit {text}: {expectation(str(error))}") from error
    return msgspec.convert(known, Limits, strict=False)
