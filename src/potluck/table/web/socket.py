"""The socket of one viewer: bound to a match and to seats before it is accepted."""

import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from potluck.table.live import serving
from potluck.table.live.buckets import Buckets
from potluck.table.live.hall import Hall
from potluck.table.live.rest import demand_sight
from potluck.table.live.rooms import Room
from potluck.table.live.viewers import Viewer
from potluck.table.match.ports import LineLost
from potluck.table.protocol.refusals import Refused
from potluck.table.store.sql import SqlStore
from potluck.table.web.answers import refuse
from potluck.table.web.holders import holder
from potluck.table.web.lines import Lines, address_of

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

    def __init__(self, hall: Hall, lines: Lines, guesses: Buckets, store: SqlStore) -> None:
        self.hall = hall
        self.store = store
        self.lines = lines
        self.limits = lines.limits
        self.guesses = guesses
        self.open = 0
        self.places: dict[tuple[str, tuple[int, ...]], list[WebSocket]] = {}  # of players, the oldest first

    async def attend(self, socket: WebSocket) -> None:
        """Serve one socket from its upgrade to its end."""
        try:
            room, mine = await self.admit(socket)
        except Refused as refused:
            self.hall.desk.count_refusal(refused.code)
            await refuse(socket.scope, socket.receive, socket.send, refused)
            return
        self.open += 1
        try:
            await self.take_place(socket, (room.match.id, mine))
            await socket.accept()
            viewer = Viewer(mine, self.limits.out_queue)
            await serving.attend(room, viewer, SocketTransport(socket, self.limits.frame))
        finally:
            self.open -= 1
            self.leave_place(socket, (room.match.id, mine))

    async def admit(self, socket: WebSocket) -> tuple[Room, tuple[int, ...]]:
        """Bind a socket to its match and its seats; a client without an origin must bring a token."""
        bearer = socket.headers.get("authorization", "").lower().startswith("bearer ")
        if "origin" not in socket.headers and not bearer:
            raise Refused("no_credential", "a program must bring a token: Authorization: Bearer …")
        room = await self.hall.room(socket.path_params["match"], address_of(socket.scope))
        await room.ledger.refresh()
        mine = await holder(socket, room, self.guesses, self.store)
        demand_sight(mine, room)
        if not mine:
            self.lines.admit_spectator(address_of(socket.scope))
        return room, mine

    async def take_place(self, socket: WebSocket, place: tuple[str, tuple[int, ...]]) -> None:
        """Let a player in; the oldest of too many sockets with one key is closed."""
        if not place[1]:
            return
        here = self.places.setdefault(place, [])
        here.append(socket)
        if len(here) > self.limits.places:
            oldest = here.pop(0)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await oldest.close(POLICY_VIOLATION, f"this seat is open in {self.limits.places} newer places")

    def leave_place(self, socket: WebSocket, place: tuple[str, tuple[int, ...]]) -> None:
        """Let a player or a spectator go."""
        if not place[1]:
            self.lines.release_spectator(address_of(socket.scope))
            return
        here = self.places.get(place, [])
        if socket in here:
            here.remove(socket)
        if not here:
            self.places.pop(place, None)
