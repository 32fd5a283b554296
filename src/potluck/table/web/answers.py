"""Answers over HTTP: messages as JSON, refusals with a fitting status."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from potluck.table.live import asking
from potluck.table.live.asking import Answer
from potluck.table.protocol import Refusal
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import decode
from potluck.table.web.lines import address_of

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def respond(answer: Answer) -> Response:
    """Send an answer over HTTP."""
    return Response(answer.body, answer.status, media_type=answer.media_type)


def json_answer(message: object, status: int = 200) -> Response:
    """Answer with a message."""
    return respond(asking.json_answer(message, status))


def refusal_answer(refusal: Refusal) -> Response:
    """Answer with a refusal."""
    return respond(asking.refusal_answer(refusal))


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Refuse a request, or a socket before it is accepted."""
    answer = refusal_answer(refused.message())
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await answer(scope, receive, send)


class Bodies:
    """Read the bodies of requests, each up to a limit, and all that are on their way from one address up to another."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.arriving: Counter[str] = Counter()

    async def read(self, request: Request, most: int) -> bytes:
        """Read a body."""
        address = address_of(request.scope)
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                self.arriving[address] += len(chunk)
                self._check(len(body), most, address)
        except ClientDisconnect as error:
            raise Refused("bad_request", "the request ended before its body did") from error
        finally:
            self.arriving[address] -= len(body)
            if not self.arriving[address]:
                del self.arriving[address]
        return bytes(body)

    def _check(self, size: int, most: int, address: str) -> None:
        """Refuse what is too much."""
        if size > most:
            raise Refused("too_large", f"expected at most {most} bytes")
        if self.arriving[address] > self.most:
            raise Refused("too_fast", "too much is arriving from your address at once")

    async def read_message(self, request: Request, kind: type[T], most: int) -> T:
        """Read a message from a request."""
        if not is_json(request):
            raise Refused("bad_request", "expected a body in application/json")
        return decode(await self.read(request, most), kind)


def is_json(request: Request) -> bool:
    """Tell whether the body says that it is JSON."""
    return request.headers.get("content-type", "").partition(";")[0].strip() == "application/json"
