"""A small client of the table, for tests and benchmarks: real HTTP, real sockets."""

import asyncio
import json
import secrets
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from potluck.records.seal import commitment

Json = dict[str, Any]
NONCE = "0123456789abcdef" * 2


class Client:
    """Talk to one table over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seats: list[Seat] = []
        self.promised: dict[str, list[str]] = {}  # by match: the tokens that have committed to NONCE
        self.http = httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=30)

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        for seat in self.seats:
            await seat.drop()
        await self.http.aclose()

    async def create(self, game: str, seats: list[Json], **more: Any) -> Json:
        answer = await self.http.post("/api/matches", json={"game": game, "seats": seats, "keep": "token", **more})
        assert answer.status_code == 201, answer.text
        created: Json = answer.json()
        return created

    async def join(self, match: str, **more: Any) -> Json:
        answer = await self.http.post(f"/api/matches/{match}/join", json={"keep": "token", **more})
        assert answer.status_code == 200, answer.text
        joined: Json = answer.json()
        return joined

    async def show(self, match: str, token: str = "") -> Json:
        answer = await self.http.get(f"/api/matches/{match}", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        snapshot: Json = answer.json()
        return snapshot

    async def command(self, match: str, token: str, version: int, action: Json, id: str = "") -> Json:
        body = {"type": "command", "id": id or new_id(), "v": version, "a": action}
        answer = await self.http.post(f"/api/matches/{match}/commands", json=body, headers=bearer(token))
        reply: Json = answer.json()
        return reply

    async def ready(self, match: str, token: str) -> Json:
        """Commit to a nonce; the last of this client's seats reveals those of all."""
        reply = await self.add(match, token, {"do": "commit", "commitment": commitment(NONCE)})
        self.promised.setdefault(match, []).append(token)
        if all((await self.show(match, token))["fairness"]["commitments"]):
            for known in self.promised.pop(match):
                reply = await self.add(match, known, {"do": "reveal", "nonce": NONCE})
        return reply

    async def add(self, match: str, token: str, action: Json) -> Json:
        """Do something at the newest version."""
        return await self.command(match, token, (await self.show(match, token))["version"], action)

    async def socket(self, match: str, token: str) -> "Seat":
        seat = Seat(match, token, self.port)
        await seat.open()
        self.seats.append(seat)
        return seat


class Seat:
    """Sit at a match over a socket."""

    def __init__(self, match: str, token: str, port: int) -> None:
        self.match = match
        self.token = token
        self.port = port
        self.snapshot: Json = {}
        self.socket: ClientConnection

    async def open(self) -> None:
        uri = f"ws://localhost:{self.port}/api/matches/{self.match}/socket"
        headers = bearer(self.token) or {"Origin": f"http://localhost:{self.port}"}  # a spectator's page
        self.socket = await connect(uri, additional_headers=headers, max_size=None, compression=None)
        await self.next("snapshot")

    async def close(self) -> None:
        await self.socket.close()

    async def drop(self) -> None:
        """Lose the line."""
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def receive(self) -> Json:
        """Return the next message, keeping the newest snapshot."""
        async with asyncio.timeout(60):
            message: Json = json.loads(await self.socket.recv())
        if message["type"] == "snapshot":
            self.snapshot = message
        return message

    async def next(self, kind: str) -> Json:
        """Wait for a message of a kind."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def send(self, message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def do(self, action: Json, id: str = "", version: int | None = None) -> Json:
        """Send a command and wait for its reply."""
        id = id or new_id()
        version = self.snapshot["version"] if version is None else version
        await self.send({"type": "command", "id": id, "v": version, "a": action})
        while True:
            message = await self.receive()
            if message["type"] in ("done", "refusal") and message["id"] == id:
                return message

    async def version(self, version: int) -> Json:
        """Wait until the snapshot is at least of a version."""
        while self.snapshot["version"] < version:
            await self.next("snapshot")
        return self.snapshot

    async def watch(self) -> None:
        """Look on until the match is over."""
        while self.snapshot["status"] != "over":
            await self.next("snapshot")

    async def play(self, pick: Any = None) -> None:
        """Make moves whenever it is this seat's turn, until the match is over."""
        while self.snapshot["status"] != "over":
            choices = self.snapshot["choices"]
            if choices:
                move = pick(choices) if pick else secrets.choice(choices)
                reply = await self.do({"do": "move", "move": move["move"]})
                if reply["type"] == "done":
                    await self.version(reply["version"])
                else:
                    assert reply["code"] == "stale", reply
                    await self.next("snapshot")
            else:
                await self.next("snapshot")


async def agree(seats: "list[Seat]") -> None:
    """Let all commit to a nonce, then all reveal it once they see that all have committed."""
    for seat in seats:
        reply = await seat.do({"do": "commit", "commitment": commitment(NONCE)})
        assert reply["type"] == "done", reply
    for seat in seats:
        while not all(seat.snapshot["fairness"]["commitments"]):
            await seat.next("snapshot")
        reply = await seat.do({"do": "reveal", "nonce": NONCE})
        assert reply["type"] == "done", reply


def bearer(token: str) -> dict[str, str]:
    """Carry a token."""
    return {"authorization": f"Bearer {token}"} if token else {}


def new_id() -> str:
    """Make the id of a command."""
    return secrets.token_hex(16)
