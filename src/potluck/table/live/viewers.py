"""Those who watch a match: for each a bounded queue of messages to their line."""

import asyncio

from potluck.table.match.ports import Transport
from potluck.table.protocol import FromServer
from potluck.table.protocol.wire import encode


class Viewer:
    """Send messages to one line, in order; a reader that is too slow is let go."""

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

    async def speak(self, transport: Transport) -> None:
        """Send what is queued until the end, then close the line."""
        while (message := await self.queue.get()) is not None:
            await transport.send(message.decode())
        await transport.close()
