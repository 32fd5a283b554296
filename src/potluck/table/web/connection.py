"""One connection: its bytes, its time and its frames are limited before anything is made of them."""

import asyncio
import socket as sockets
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from potluck.table.live.serving import Pace
from potluck.table.protocol import Bye, Refusal
from potluck.table.protocol.refusals import Code
from potluck.table.protocol.wire import encode
from potluck.table.web.limits import DEFAULT
from potluck.table.web.lines import Lines

PIECE = 4096  # bytes parsed before the limits are looked at again
PIPELINED = 16  # requests sent before the first of them is answered
LINGER = 1.0  # seconds in which the other side can read our last answer
REST = 2 << 20  # bytes that it may go on sending meanwhile; a proxy that cannot says 502, not what we said
WORDS: dict[int, tuple[Code, str]] = {
    400: ("bad_request", "this is not a request of HTTP"),
    408: ("bad_request", "the request did not arrive in time"),
    413: ("too_large", "the body of the request is too large"),
    414: ("too_large", "the address in the request is too long"),
    429: ("too_fast", "too many requests before the first was answered"),
    431: ("too_large", "the request has too many or too long header lines"),
}


class Connection(HttpToolsProtocol):
    """Serve requests of which each arrives within limits of bytes and time."""

    limits = DEFAULT
    lines = Lines(DEFAULT, DEFAULT.sockets)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Find a place, and wait for the first request."""
        super().connection_made(transport)
        self.part = "idle"  # of a request that is arriving: idle, head, body or unwanted; over when no more is read
        self.taken = 0  # bytes of this part
        self.excess = 0  # the status to refuse the request with
        self.timer: asyncio.TimerHandle | None = None
        self.answering: RequestResponseCycle | None = None
        self.address = self.client[0] if self.client else ""
        self.app_state = {**self.app_state, "line": self}
        transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, self.limits.buffer)
        if not self.lines.enter(self, self.address):
            transport.abort()
        self.wait(self.limits.upgrade)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place."""
        self.stop_waiting()
        self.lines.leave(self, self.address)
        self.hang_up()
        super().connection_lost(exc)

    def is_busy(self) -> bool:
        """Tell whether somebody is being answered."""
        return self.answering is not None and not self.answering.response_complete

    def is_closing(self) -> bool:
        """Tell whether the connection ends as soon as the other side has read what was sent."""
        return self.transport.is_closing()

    def drop(self) -> None:
        """End at once."""
        self.transport.abort()

    # Time

    def wait(self, seconds: float) -> None:
        """Give what comes next so much time."""
        self.stop_waiting()
        self.timer = self.loop.call_later(seconds, self.on_time)

    def stop_waiting(self) -> None:
        """Give what comes next as much time as it needs."""
        if self.timer is not None:
            self.timer.cancel()

    def on_time(self) -> None:
        """End a connection that took too long."""
        if self.part == "unwanted":
            self.refuse(413)
        elif self.part in ("head", "body"):
            self.refuse(408)
        else:
            self.drop()

    # Bytes

    def data_received(self, data: bytes) -> None:
        """Parse what comes in small pieces, so that a limit is noticed within one of them."""
        for start in range(0, len(data), PIECE):
            if self.part == "over":
                self.skip(len(data) - start)
                return
            self.parse(data[start : start + PIECE])

    def parse(self, piece: bytes) -> None:
        """Parse a piece and look at the limits."""
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            self.upgrade()
            return
        except httptools.HttpParserError:
            self.excess = self.excess or 400
        self.taken += len(piece)
        if self.part in ("idle", "head") and self.taken > self.limits.head:  # blank lines before a head count too
            self.excess = 431
        elif self.part in ("body", "unwanted") and self.taken > self.limits.record + PIECE:
            self.excess = 413
        if self.excess and self.part != "over":
            self.refuse(self.excess)

    def skip(self, count: int) -> None:
        """Take what is still on its way, up to a limit."""
        self.taken += count
        if self.taken > REST:
            self.drop()

    def upgrade(self) -> None:
        """Go on as a socket, or as nothing else."""
        self.stop_waiting()
        self.part = "over"
        if not self._should_upgrade():
            self.cycle.keep_alive = False
        elif self.is_busy():
            self.refuse(400)  # a socket cannot begin before the last request has been answered
        else:
            self.lines.become_socket(self, self.address)
            self.handle_websocket_upgrade()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to answer."""
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    # What the parser finds

    def on_message_begin(self) -> None:
        """Begin a request."""
        self._unset_keepalive_if_required()
        self.part, self.taken = "head", 0
        self.wait(self.limits.upgrade)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take the address of a request."""
        if len(self.url) + len(url) > self.limits.url:
            self.excess = 414
        else:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a line of the head, or of what follows the body."""
        if len(self.headers) >= self.limits.headers:
            self.excess = 431
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer, and wait for the body."""
        self.part, self.taken = "body", 0
        self.wait(self.limits.upload)
        if len(self.pipeline) >= PIPELINED:
            self.excess = 429
        elif self.is_too_long():
            self.part = "unwanted"
            self.wait(LINGER)  # a proxy that has not sent it yet would say 502, not what we say
        if not self.excess and self.part == "body":
            super().on_headers_complete()

    def is_too_long(self) -> bool:
        """Tell whether a request says of its body that it is longer than any may be."""
        return any(name == b"content-length" and int(value) > self.limits.record for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        if not self.excess and self.part == "body":
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait until the answer has been read."""
        if self.part == "unwanted":
            self.excess = 413
        elif not self.excess:
            self.part, self.taken = "idle", 0
            self.stop_waiting()
            if self.is_busy():
                self.wait(self.limits.answer)
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that nobody wanted."""
        if self.part == "idle" and not self.pipeline:
            self.stop_waiting()
        super().on_response_complete()

    # The end

    def refuse(self, status: int) -> None:
        """Refuse a request in a sentence, unless it was answered already or another answer is on its way, and close."""
        answering = self.answering
        if answering is None or (answering.response_complete and self.part != "body") or not answering.response_started:
            self.transport.write(closing_answer(status))
        self.hang_up()
        self.end()

    def hang_up(self) -> None:
        """Tell whoever is answering that nobody listens."""
        self.pipeline.clear()
        if self.answering is not None and not self.answering.response_complete:
            self.answering.disconnected = True
            self.answering.message_event.set()

    def end(self) -> None:
        """Say no more, and read for a moment what is on its way, so that our answer is not lost; then close."""
        self.part, self.taken = "over", 0
        self.flow.resume_reading()
        if not self.transport.is_closing():
            self.transport.write_eof()
        self.wait(LINGER)


def closing_answer(status: int) -> bytes:
    """Write the answer to a request that is not passed on."""
    code, sentence = WORDS[status]
    body = encode(Refusal(code, sentence))
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body


class SocketConnection(WebSocketsSansIOProtocol):
    """Serve a socket of which every frame counts, and whose frames wait until the last message has been taken."""

    limits = DEFAULT

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.pace = Pace(self.limits)
        self.held = b""  # bytes that came before the last message was taken
        self.line: Connection = self.app_state["line"]
        self.close_timeout = LINGER
        self.late = 0  # bytes that came after we had closed

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the place."""
        self.line.lines.leave(self.line, self.line.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what comes in small pieces; after our farewell only as much as an honest answer to it may need."""
        if self.close_sent:
            self.late += len(data) + len(self.held)
            if self.late > REST // 32:
                self.transport.pause_reading()
                return
        self.held = self.held + data if self.held else data
        self.parse_held()

    def parse_held(self) -> None:
        """Parse until there is a message for the table."""
        while self.held and not self.read_paused:
            piece, self.held = self.held[:PIECE], self.held[PIECE:]
            if not self.close_sent or self.close_timer is not None:
                super().data_received(piece)

    def handle_events(self) -> None:
        """Count the frames that are no messages, then do what they ask for."""
        if not self.pace.allows(sum(is_extra(event) for event in self.conn.events)) and not self.close_sent:
            self.throw_out()
        else:
            super().handle_events()

    def throw_out(self) -> None:
        """Close a socket that sends too many frames."""
        sentence = f"too many frames; keep to {self.limits.messages:g} a second"
        self.conn.events.clear()
        self.conn.writes.clear()
        self.conn.send_text(encode(Bye("too_fast", sentence)))
        self.conn.fail(1008, sentence)
        self.handle_parser_exception()

    async def receive(self) -> Any:
        """Hand the next message over, and go on parsing."""
        message = await super().receive()
        self.parse_held()
        return message


def is_extra(event: object) -> bool:
    """Tell whether a frame is no whole message: a ping, a pong, a part, or nothing at all."""
    return isinstance(event, Frame) and not (event.opcode in (Opcode.TEXT, Opcode.BINARY) and event.fin and event.data)
