"""Answers over HTTP: messages as JSON, refusals with a fitting status."""

import functools
from collections.abc import Hashable
from typing import Any, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from potluck.table.match.decide import Refused
from potluck.table.match.events import encode
from potluck.table.protocol import Refusal

STATUS = {
    "bad_request": 400,
    "bad_options": 422,
    "bad_name": 422,
    "bad_record": 422,
    "bad_origin": 403,
    "not_found": 404,
    "no_credential": 401,
    "wrong_credential": 403,
    "used": 410,
    "full": 409,
    "private": 403,
    "stale": 409,
    "not_your_turn": 409,
    "illegal": 422,
    "waiting": 409,
    "over": 409,
    "not_over": 409,
    "not_allowed": 409,
    "too_large": 413,
    "too_fast": 429,
    "read_only": 503,
    "failed": 503,
}
T = TypeVar("T")


def json_answer(message: object, status: int = 200) -> Response:
    """Answer with a message."""
    return Response(encode(message), status, media_type="application/json")


def refusal_answer(refusal: Refusal) -> Response:
    """Answer with a refusal."""
    return json_answer(refusal, STATUS[refusal.code])


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Refuse a request, or a socket before it is accepted."""
    answer = refusal_answer(Refusal(refused.code, refused.sentence, refused.ruling))
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


@functools.cache
def decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    """Make the decoder of a message, once."""
    return msgspec.json.Decoder(cast(Any, kind))


def decode(text: bytes | str, kind: type[T]) -> T:
    """Decode a message, or refuse it in a sentence."""
    try:
        message: T = decoder(cast(Hashable, kind)).decode(text)
        return message
    except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError, OverflowError) as error:
        raise Refused("bad_request", f"not a message of this protocol: {str(error)[:200]}") from error
