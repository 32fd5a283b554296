"""Work for whoever asks, as long as they wait for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from potluck.table.protocol.refusals import Refused

T = TypeVar("T")


async def while_waiting(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do something that takes a while, and stop when the asker hangs up."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Refused("failed", "nobody waits for the answer any more")
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()


async def hung_up(request: Request) -> None:
    """Wait until the asker is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
