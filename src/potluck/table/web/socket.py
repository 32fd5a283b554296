"""The socket of one viewer: bound to a match and to seats before it is accepted."""

from starlette.websockets import WebSocket, WebSocketDisconnect

from potluck.table.live import serving
from potluck.table.live.hall import Hall
from potluck.table.live.rooms import Room
from potluck.table.live.viewers import Viewer
from potluck.table.match.ports import LineLost
from potluck.table.protocol.refusals import Refused
from potluck.table.web.answers import refuse
from potluck.table.web.guard import Buckets
from potluck.table.web.holders import demand_sight, holder
from potluck.table.web.limits import Limits

POLICY_VIOLATION, GOING_AWAY = 1008, 1001


class SocketTransport:
    """Be the `Transport` of one viewer, on a WebSocket."""

    def __init__(self, socket: WebSocket, most: int) -> None:
        self.socket = socket
        self.most = most

    async def receive(self) -> str | None:
        """Return the next message; refuse one that is no text or too long."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | None = message.get("text")
        if text is None:
            raise Refused("bad_request", "expected text, but got bytes")
        if len(text.encode("utf-8", "replace")) > self.most:
            raise Refused("too_large", f"expected at most {self.most} bytes")
        return text

    async def send(self, text: str) -> None:
        """Send a message."""
        try:
            await self.socket.send_text(text)
        except WebSocketDisconnect as error:
            raise LineLost from error

    async def close(self, reason: str = "") -> None:
        """Close the socket."""
        await self.socket.close(POLICY_VIOLATION if reason else GOING_AWAY, reason)


class Sockets:
    """Accept sockets, and count them."""

    def __init__(self, hall: Hall, limits: Limits, guesses: Buckets) -> None:
        self.hall = hall
        self.limits = limits
        self.guesses = guesses
        self.open = 0

    async def attend(self, socket: WebSocket) -> None:
        """Serve one socket from its upgrade to its end."""
        try:
            room, viewer = await self.admit(socket)
        except Refused as refused:
            self.hall.desk.count_refusal(refused.code)
            await refuse(socket.scope, socket.receive, socket.send, refused)
            return
        self.open += 1
        try:
            await socket.accept()
            await serving.attend(room, viewer, SocketTransport(socket, self.limits.frame))
        finally:
            self.open -= 1

    async def admit(self, socket: WebSocket) -> tuple[Room, Viewer]:
        """Bind a socket to its match and its seats; a client without an origin must bring a token."""
        if self.open >= self.limits.sockets:
            raise Refused("full", "too many people are connected already")
        bearer = socket.headers.get("authorization", "").lower().startswith("bearer ")
        if "origin" not in socket.headers and not bearer:
            raise Refused("no_credential", "a program must bring a token: Authorization: Bearer …")
        room = await self.hall.room(socket.path_params["match"])
        await room.ledger.refresh()
        mine = holder(socket, room, self.guesses)
        demand_sight(mine, room)
        return room, Viewer(mine, self.limits.out_queue)
