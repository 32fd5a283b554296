"""Answers over HTTP: messages as JSON, refusals with a fitting status."""

from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from potluck.table.protocol import Refusal
from potluck.table.protocol.refusals import REASONS, Refused
from potluck.table.protocol.wire import decode, encode

T = TypeVar("T")


def json_answer(message: object, status: int = 200) -> Response:
    """Answer with a message."""
    return Response(encode(message), status, media_type="application/json")


def refusal_answer(refusal: Refusal) -> Response:
    """Answer with a refusal."""
    return json_answer(refusal, REASONS[refusal.code].status)


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Refuse a request, or a socket before it is accepted."""
    answer = refusal_answer(refused.message())
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await answer(scope, receive, send)


async def read_body(request: Request, most: int) -> bytes:
    """Read the body of a request, up to a limit."""
    if int(request.headers.get("content-length") or 0) > most:
        raise Refused("too_large", f"expected at most {most} bytes")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused("too_large", f"expected at most {most} bytes")
    return bytes(body)


async def read_message(request: Request, kind: type[T], most: int) -> T:
    """Read a message from a request."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("bad_request", "expected a body in application/json")
    return decode(await read_body(request, most), kind)
