"""The socket of one viewer: bound to a match and to seats before it is accepted, limited in what it may send."""

import asyncio
import contextlib
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from potluck.table import protocol
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.room import Room
from potluck.table.live.viewers import Viewer
from potluck.table.match import preview
from potluck.table.match.decide import Refused
from potluck.table.match.events import encode
from potluck.table.protocol import FromClient
from potluck.table.store.rows import now
from potluck.table.web.answers import decode, refuse
from potluck.table.web.guard import Buckets
from potluck.table.web.holders import demand_seat, demand_sight, holder
from potluck.table.web.rest import check_id, mover_of

POLICY_VIOLATION, GOING_AWAY = 1008, 1001


class Sockets:
    """Accept sockets, and listen to them."""

    def __init__(self, hall: Hall, guesses: Buckets) -> None:
        self.hall = hall
        self.guesses = guesses
        self.open = 0

    async def attend(self, socket: WebSocket) -> None:
        """Serve one socket from its upgrade to its end."""
        try:
            room, viewer = await self.admit(socket)
        except Refused as refused:
            self.hall.count_refusal(refused.code)
            await refuse(socket.scope, socket.receive, socket.send, refused)
            return
        self.open += 1
        try:
            await socket.accept()
            room.enter(viewer)
            await self.serve(socket, room, viewer)
        except Refused as refused:
            await self.say_bye(socket, refused)
        finally:
            self.open -= 1
            room.leave(viewer)

    async def admit(self, socket: WebSocket) -> tuple[Room, Viewer]:
        """Bind a socket to its match and its seats; a client without an origin must bring a token."""
        if self.open >= self.hall.limits.sockets:
            raise Refused("full", "too many are connected already")
        bearer = socket.headers.get("authorization", "").lower().startswith("bearer ")
        if "origin" not in socket.headers and not bearer:
            raise Refused("no_credential", "a program must bring a token: Authorization: Bearer …")
        room = await self.hall.room(socket.path_params["match"])
        await room.refresh()
        mine = holder(socket, room, self.guesses)
        demand_sight(mine, room)
        return room, Viewer(mine, self.hall.limits.out_queue)

    async def serve(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Listen and speak until one side ends."""
        speaker = viewer.speaker = asyncio.create_task(self.speak(socket, viewer))
        listener = asyncio.create_task(self.listen(socket, room, viewer))
        try:
            done, _ = await asyncio.wait((speaker, listener), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if not viewer.too_slow:
                raise
        finally:
            for task in (speaker, listener):
                task.cancel()
            await asyncio.gather(speaker, listener, return_exceptions=True)

    async def speak(self, socket: WebSocket, viewer: Viewer) -> None:
        """Send what is queued, then close."""
        await viewer.pump(socket.send_text)
        await socket.close(GOING_AWAY)

    async def listen(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Answer message after message, at a limited rate."""
        pace = Pace(self.hall.limits)
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not pace.allows():
                raise Refused("too_fast", "too many messages")
            text = message.get("text")
            if text is None:
                raise Refused("bad_request", "expected text, but got bytes")
            if len(text.encode("utf-8", "replace")) > self.hall.limits.frame:
                raise Refused("too_large", f"expected at most {self.hall.limits.frame} bytes")
            viewer.send(await self.answer(room, viewer, text))

    async def answer(self, room: Room, viewer: Viewer, text: str) -> protocol.FromServer:
        """Answer one message; a refusal leaves the socket open."""
        id = ""
        try:
            message: FromClient = decode(text, FromClient)  # type: ignore[arg-type]
            match message:
                case protocol.Command():
                    id = message.id
                    check_id(id)
                    return await room.command(demand_seat(viewer.mine), message)
                case protocol.AskPreview():
                    return preview.preview(room.match, mover_of(room, demand_seat(viewer.mine)), message.move)
                case protocol.AskPreviews():
                    return await preview.previews(room.match, mover_of(room, demand_seat(viewer.mine)), message.moves)
                case protocol.AskWhy():
                    seat = mover_of(room, demand_seat(viewer.mine))
                    return preview.why(room.match, seat, message.path, message.text)
                case protocol.AskPosition():
                    return room.position(viewer.mine)
                case protocol.Ping():
                    return protocol.Pong(now())
        except Refused as refused:
            self.hall.count_refusal(refused.code)
            return protocol.Refusal(refused.code, refused.sentence, refused.ruling, id, room.match.version)

    async def say_bye(self, socket: WebSocket, refused: Refused) -> None:
        """Close a socket that broke a limit, with the reason."""
        self.hall.count_refusal(refused.code)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(encode(protocol.Bye(refused.code, refused.sentence)).decode())
            await socket.close(POLICY_VIOLATION, refused.sentence)


class Pace:
    """Let one socket send at a rate, with bursts."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.level = float(limits.burst)
        self.then = time.monotonic()

    def allows(self) -> bool:
        """Count a message, and tell whether it may pass."""
        now = time.monotonic()
        self.level = min(self.limits.burst, self.level + (now - self.then) * self.limits.messages)
        self.then = now
        self.level -= 1
        return self.level >= 0
