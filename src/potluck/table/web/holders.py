"""Who asks: the seats that come with a request's cookie or token, and nothing that its body says."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from potluck.table.live.buckets import Buckets
from potluck.table.live.rooms import Room, wrong_key
from potluck.table.match.keys import hash_token
from potluck.table.protocol.refusals import Refused
from potluck.table.store.people import seats_with
from potluck.table.store.sql import SqlStore
from potluck.table.web.guard import remember
from potluck.table.web.lines import address_of

PLAYER = "potluck-player"  # the cookie of a player whom the table knows
YEAR = 365 * 86_400  # seconds


def cookie_name(match: str, seat: int) -> str:
    """Name the cookie of a seat."""
    return f"potluck-{match}-{seat}"


def set_cookie(answer: Response, connection: HTTPConnection, name: str, token: str, path: str) -> None:
    """Let the browser keep a key, out of reach of scripts and of other sites."""
    secure = connection.url.scheme in ("https", "wss")
    answer.set_cookie(name, token, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="strict")


def may_use_cookies(connection: HTTPConnection) -> bool:
    """Tell whether a page of ours has sent a request; a client without an origin is a program, and brings a token."""
    return connection.scope.get("method") in ("GET", "HEAD") or "origin" in connection.headers


def player_token(connection: HTTPConnection) -> str:
    """Find the key to a player that comes with a request."""
    return connection.cookies.get(PLAYER, "") if may_use_cookies(connection) else ""


def token_of(connection: HTTPConnection, match: str) -> str:
    """Find the key that comes with a request: a bearer token, or the cookie of the seat that it names."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    if not may_use_cookies(connection):
        return ""
    seat = connection.query_params.get("seat", "")
    names = [cookie_name(match, int(seat))] if seat.isdecimal() and len(seat) < 3 else sorted(connection.cookies)
    prefix = f"potluck-{match}-"
    return next(
        (connection.cookies[name] for name in names if name.startswith(prefix) and name in connection.cookies), ""
    )


async def holder(
    connection: HTTPConnection, room: Room, guesses: Buckets, store: SqlStore | None = None
) -> tuple[int, ...]:
    """Return the seats of whoever asks, as a player or by a key to a seat; empty for a spectator."""
    token = token_of(connection, room.match.id)
    named = "seat" in connection.query_params or "authorization" in connection.headers
    if store is not None and player_token(connection) and not (named and token):
        sitting = await store.read(seats_with, room.match.id, hash_token(player_token(connection)))
        if sitting:
            remember(connection.scope)
            return sitting
    if not token:
        return ()
    mine = room.seats_of(token)
    if mine is None:
        count_guess(connection, guesses)
        raise wrong_key()
    remember(connection.scope)
    return mine


def count_guess(connection: HTTPConnection, guesses: Buckets) -> None:
    """Throttle wrong keys; a right one always fits, even if others at the same address guess."""
    if not guesses.take(address_of(connection.scope)):
        raise Refused("too_fast", "too many wrong keys from your address")
