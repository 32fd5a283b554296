"""One open socket: a bounded queue of messages, and whatever it may see."""

import asyncio
from collections.abc import Awaitable, Callable

from potluck.table.match.events import encode
from potluck.table.protocol import FromServer


class Viewer:
    """Send messages to one socket, in order; a reader that is too slow is let go."""

    def __init__(self, mine: tuple[int, ...], most: int) -> None:
        self.mine = mine
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(most)
        self.too_slow = False
        self.speaker: asyncio.Task[None] | None = None

    def send(self, message: FromServer) -> None:
        """Queue a message."""
        self.send_bytes(encode(message))

    def send_bytes(self, message: bytes | None) -> None:
        """Queue an encoded message, or the end."""
        if self.too_slow:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.too_slow = True
            if self.speaker is not None:
                self.speaker.cancel()

    async def pump(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write queued messages to the socket until the end."""
        while (message := await self.queue.get()) is not None:
            await write(message.decode())
