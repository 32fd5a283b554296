"""What every request must pass: a Host that is ours, an Origin that is ours, and not too many from one address."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from potluck.table.live.buckets import ADDRESSES, Buckets
from potluck.table.protocol.refusals import Refused
from potluck.table.web.answers import refuse
from potluck.table.web.limits import Limits
from potluck.table.web.lines import address_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}


class Guard:
    """Check every request before anything else sees it, and set the headers of every answer."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str], origins: Iterable[str] = ()) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.hosts = frozenset([*hosts, *(urlsplit(origin).netloc for origin in self.origins)])
        self.blocked: set[str] = set()
        self.requests = Buckets(limits.requests, limits.request_burst)
        self.proven: OrderedDict[str, None] = OrderedDict()  # keys that were right

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Refused as refused:
            await refuse(scope, receive, with_headers(send), refused)
            return
        await self.app(scope, receive, with_headers(send) if scope["type"] == "http" else send)

    def check(self, scope: Scope) -> None:
        """Refuse a request from elsewhere."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host.lower() not in self.hosts:
            raise Refused("bad_origin", "this table does not answer to that name")
        if address_of(scope) in self.blocked:
            raise Refused("not_allowed", "whoever runs this table has blocked your address")
        scope["proven"] = self.proven
        key = key_in(headers)
        if not self.requests.take(f"{address_of(scope)} {key}" if key in self.proven else address_of(scope)):
            raise Refused("too_fast", "too many requests from your address")
        if b"%00" in scope["query_string"]:  # no text of ours has it, and PostgreSQL takes none that does
            raise Refused("bad_request", "an address cannot contain %00")
        origin = headers.get("origin")
        if origin is not None and not self.is_ours(origin, host, scope):
            raise Refused("bad_origin", "requests from other pages are refused")
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and scope["path"].startswith("/api"):
            raise Refused("bad_origin", "requests from other pages are refused")

    def is_ours(self, origin: str, host: str, scope: Scope) -> bool:
        """Tell whether a page of ours has sent a request."""
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return origin == f"{scheme}://{host}" or origin in self.origins


def key_in(headers: Headers) -> str:
    """Name the credentials of a request; whoever has right ones does not share a limit with strangers."""
    shown = f"{headers.get('authorization', '')} {headers.get('cookie', '')}"
    return hashlib.sha256(shown.encode()).hexdigest() if shown.strip() else ""


def remember(scope: Scope) -> None:
    """Remember that the key of a request was right."""
    proven: OrderedDict[str, None] = scope.get("proven", OrderedDict())
    proven[key_in(Headers(scope=scope))] = None
    if len(proven) > ADDRESSES:
        proven.popitem(last=False)


def with_headers(send: Send) -> Send:
    """Add the headers of every answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
