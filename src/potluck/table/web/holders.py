"""Who asks: the seats that come with a request's cookie or token, and nothing that its body says."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from potluck.table.live.rooms import Room, wrong_key
from potluck.table.protocol.refusals import Refused
from potluck.table.web.guard import Buckets, remember
from potluck.table.web.lines import address_of

YEAR = 365 * 86_400  # seconds


def cookie_name(match: str, seat: int) -> str:
    """Name the cookie of a seat."""
    return f"potluck-{match}-{seat}"


def set_cookie(answer: Response, connection: HTTPConnection, match: str, mine: tuple[int, ...], token: str) -> None:
    """Let the browser keep a key, out of reach of scripts and of other sites."""
    answer.set_cookie(
        cookie_name(match, mine[0]),
        token,
        max_age=YEAR,
        path=f"/api/matches/{match}",
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


def token_of(connection: HTTPConnection, match: str) -> str:
    """Find the key that comes with a request: a bearer token, or the cookie of the seat that it names."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return bearer.strip()
    if connection.scope.get("method") not in ("GET", "HEAD") and "origin" not in connection.headers:
        return ""  # a client without an origin is a program, and programs bring tokens
    seat = connection.query_params.get("seat", "")
    names = [cookie_name(match, int(seat))] if seat.isdecimal() and len(seat) < 3 else sorted(connection.cookies)
    prefix = f"potluck-{match}-"
    return next(
        (connection.cookies[name] for name in names if name.startswith(prefix) and name in connection.cookies), ""
    )


def holder(connection: HTTPConnection, room: Room, guesses: Buckets) -> tuple[int, ...]:
    """Return the seats of whoever asks; empty for a spectator."""
    token = token_of(connection, room.match.id)
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


def demand_sight(mine: tuple[int, ...], room: Room) -> None:
    """Refuse spectators where they are not wanted."""
    if not mine and not room.match.setup.spectators:
        raise Refused("private", "this match is not open to spectators")
