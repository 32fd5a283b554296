"""The table inside a browser: the rooms and endpoints of the server, between a shelf, a second worker and a page."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote

from potluck.table.live import serving
from potluck.table.live.asking import Answer, refusal_answer
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.rooms import Room
from potluck.table.live.viewers import Viewer
from potluck.table.live.workers import Workers
from potluck.table.match.ports import LineLost
from potluck.table.protocol import Refusal, endpoints
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import encode
from potluck.table.solo.bots import Mind, Thinker
from potluck.table.solo.own import Own
from potluck.table.solo.store import Shelf, ShelfStore, seats_here

T = TypeVar("T")
ROOM = 64 << 20  # bytes of memory for matches: a tab has little
THINK = 90.0  # seconds for one decision of a bot: five times what a server gives it, and a slow machine
ALONE = Limits(messages=200.0, burst=400, tables=1 << 20, room_bytes=ROOM, review_thoughts=1)
Post = Callable[[int, str], None]  # a message to a viewer; an empty one ends the line


class PageTransport:
    """Be the `Transport` of one viewer, between a worker and its page."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self.post = post
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        self.is_open = True

    async def receive(self) -> str | None:
        """Return the next message."""
        return await self.heard.get()

    async def send(self, text: str) -> None:
        """Send a message."""
        if not self.is_open:
            raise LineLost
        self.post(text)

    async def close(self, reason: str = "") -> None:
        """End the line."""
        if self.is_open:
            self.is_open = False
            self.post("")


class PageRequest:
    """Be the `Request` of one endpoint, from the page of this browser, which holds every seat of a person."""

    is_json, is_bearer, address = True, False, ""

    def __init__(self, path_params: dict[str, str], query: str, body: str) -> None:
        self.path_params = path_params
        self.query_params = dict(parse_qsl(query, keep_blank_values=True))
        self.body = body.encode()

    def key_to(self, match: str) -> str:
        """Return nothing: alone, nobody needs a key."""
        return ""

    async def holds(self, room: Room) -> tuple[int, ...]:
        """Return the seats of the people at this screen."""
        return seats_here(room.match.setup)

    async def player(self, match: str = "") -> str:
        """Return nobody in particular: alone, nobody needs to be known."""
        return ""

    def count_guess(self) -> None:
        """Count nothing: nobody guesses here."""

    async def read(self, most: int) -> bytes:
        """Read the body, up to a limit."""
        if len(self.body) > most:
            raise Refused("too_large", f"expected at most {most} bytes")
        return self.body

    async def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that takes a while."""
        return await work


class Solo:
    """Answer what the page asks."""

    def __init__(self, shelf: Shelf, mind: Mind, post: Post) -> None:
        self.store = ShelfStore(shelf)
        self.post = post
        self.mind = mind
        self.lines: dict[int, PageTransport] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Open the table; return how many of the matches that are kept here cannot be read."""
        await self.store.open()
        self.workers = Workers(1, THINK, 0, ALONE, lambda _: Thinker(self.mind))
        self.hall = Hall(self.store, self.workers, ALONE)
        self.rest = Own(self.store, self.hall, ALONE)
        self.hall.open()
        return self.store.unread

    async def ask(self, method: str, address: str, body: str = "") -> str:
        """Answer a request: the status, the kind of answer and its text, in JSON."""
        answer = await self.answer(method, address, body)
        return encode([answer.status, answer.media_type, answer.body.decode()]).decode()

    async def answer(self, method: str, address: str, body: str) -> Answer:
        """Answer at the endpoint that an address leads to."""
        path, _, query = address.partition("?")
        for endpoint in self.rest.by_endpoint:
            found = pattern(endpoint.path).fullmatch(path)
            if found and endpoint.method == method:
                return await self.rest.answer(endpoint, PageRequest(unquoted(found), query, body))
        return refusal_answer(Refusal("not_found", "there is nothing at this address"))

    # Lines

    def enter(self, viewer: int, address: str) -> None:
        """Open the line of a viewer."""
        transport = self.lines[viewer] = PageTransport(lambda text: self.post(viewer, text))
        task = asyncio.get_running_loop().create_task(self.attend(address, transport))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def attend(self, address: str, transport: PageTransport) -> None:
        """Serve a viewer to the end."""
        found = pattern(endpoints.SOCKET.path).fullmatch(address.partition("?")[0])
        try:
            room = await self.hall.room(found["match"] if found else "")
            await serving.attend(room, Viewer(seats_here(room.match.setup), ALONE.out_queue), transport)
        except Refused:
            pass  # whoever asks for the match over its endpoint is told why
        finally:
            await transport.close()

    def hear(self, viewer: int, text: str) -> None:
        """Take a message from a viewer."""
        if viewer in self.lines:
            self.lines[viewer].heard.put_nowait(text)

    def leave(self, viewer: int) -> None:
        """Let a viewer go."""
        transport = self.lines.pop(viewer, None)
        if transport is not None:
            transport.is_open = False
            transport.heard.put_nowait(None)


def pattern(path: str) -> re.Pattern[str]:
    """Make a pattern of an address of the endpoint table."""
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


def unquoted(found: re.Match[str]) -> dict[str, str]:
    """Read what stands in an address."""
    return {name: unquote(value) for name, value in found.groupdict().items()}
