"""AUTH: a seat acts only through its own key."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from potluck.records.seal import commitment
from potluck.table.match.keys import BITS, find_key, hash_token, make_key
from table.client import NONCE, Client, Json, bearer, new_id
from table.servers import Server

TWO = [{"kind": "person", "name": "Ann"}, {"kind": "friend"}]


async def begin(client: Client, game: str = "potential", **more: Any) -> tuple[str, str, str]:
    """Begin a match of two people; return it and their tokens."""
    created = await client.create(game, TWO, begins=0, **more)
    joined = await client.join(created["match"], name="Bob", invite=created["invites"][0]["token"])
    for token in (created["token"], joined["token"]):
        assert (await client.ready(created["match"], token))["type"] == "done"
    return created["match"], created["token"], joined["token"]


@pytest.mark.parametrize(
    "extra",
    ['"seat": 1', '"player": 1', '"seat": 1, "seat": 0', '"a": {"do": "move", "move": 16, "seat": 1}'],
)
def test_auth_1_a_message_that_names_a_seat_is_refused(server: Server, extra: str) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            seat = await client.socket(match, ann)
            action = '"a": {"do": "move", "move": 16}, ' if '"a"' not in extra else ""
            await seat.socket.send(f'{{"type": "command", "id": "{new_id()}", "v": 4, {action}{extra}}}')
            assert (await seat.next("refusal"))["code"] == "bad_request"
            assert (await client.show(match))["ply"] == 0
            await seat.close()

    asyncio.run(play())


ACTIONS: list[Json] = [
    {"do": "move", "move": 16},
    {"do": "say", "text": "c2-c3"},
    {"do": "undo"},
    {"do": "resign"},
    {"do": "abort"},
    {"do": "propose", "what": "draw"},
    {"do": "answer", "what": "draw", "yes": True},
    {"do": "leave"},
    {"do": "coach"},
    {"do": "return"},
    {"do": "sit_in", "seat": 1},
    {"do": "commit", "commitment": commitment(NONCE)},
    {"do": "reveal", "nonce": NONCE},
    {"do": "ready", "nonce": NONCE},
]


def test_auth_2_no_command_without_the_right_key(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, bob = await begin(client)
            _, other, _ = await begin(client)
            gone = await client.http.delete(f"/api/matches/{match}/key", headers=bearer(bob))
            assert gone.status_code == 200
            before = await client.show(match, ann)
            for action in ACTIONS:
                for token, code in (("", "no_credential"), (other, "wrong_credential"), (bob, "wrong_credential")):
                    reply = await client.command(match, token, before["version"], action)
                    assert (reply["type"], reply["code"]) == ("refusal", code), (action, code)
            after = await client.show(match, ann)
            assert (after["version"], after["view"]) == (before["version"], before["view"])

    asyncio.run(play())


def test_auth_2_a_spectator_cannot_act_over_the_socket(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, _, _ = await begin(client)
            uri = f"ws://localhost:{server.port}/api/matches/{match}/socket"
            async with connect(uri, origin=f"http://localhost:{server.port}", max_size=None) as socket:  # type: ignore[arg-type]
                first = json.loads(await socket.recv())
                assert (first["viewer"], first["mine"], first["choices"]) == (-3, [], [])
                for action in ACTIONS:
                    await socket.send(json.dumps({"type": "command", "id": new_id(), "v": 4, "a": action}))
                    while (message := json.loads(await socket.recv()))["type"] == "attendance":
                        pass
                    assert message["code"] == "no_credential"

    asyncio.run(play())


def test_auth_3_a_refused_socket_never_joins(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            uri = f"ws://localhost:{server.port}/api/matches/{match}/socket"
            headers: list[dict[str, str]] = [bearer("wrong"), {}, bearer(ann) | {"origin": "https://evil.example"}]
            for header in headers:
                with pytest.raises(InvalidStatus) as refused:
                    await connect(uri, additional_headers=header)
                assert refused.value.response.status_code in (401, 403)
            shown = await client.show(match, ann)
            assert shown["spectators"] == 0
            assert [player["presence"] for player in shown["players"]] == ["here", "here"]  # both have just asked

    asyncio.run(play())


def test_auth_4_tokens_are_long_and_only_their_hashes_are_kept(server: Server, tmp_path: Path) -> None:
    assert BITS >= 128
    token, key = make_key("seat", [0])
    assert len(token) * 6 >= 128
    assert key.hash == hash_token(token)
    assert find_key([key], token, "seat") == key
    assert find_key([key], token + "x", "seat") is None
    assert find_key([key], token, "invite") is None

    async def play() -> None:
        async with Client(server.port) as client:
            _, ann, bob = await begin(client)
            folder = Path(server.arguments[server.arguments.index("--data") + 1])
            with closing(sqlite3.connect(folder / "potluck.db")) as database:
                kept = "\n".join(database.iterdump())
            assert ann not in kept
            assert bob not in kept
            assert ann not in server.said()

    asyncio.run(play())


def test_auth_4_guessing_is_throttled(data: Path) -> None:
    async def play(port: int) -> None:
        async with Client(port) as client:
            match, ann, _ = await begin(client)
            shown = await client.show(match, ann)
            codes = [(await client.command(match, f"guess{number}", 4, ACTIONS[0]))["code"] for number in range(12)]
            assert codes[:5] == ["wrong_credential"] * 5
            assert codes[-1] == "too_fast"
            move = {"do": "move", "move": shown["choices"][0]["move"]}
            assert (await client.command(match, ann, shown["version"], move))["type"] == "done"

    with Server(data=data, limits=("guesses=5",)) as server:
        asyncio.run(play(server.port))


def test_auth_5_a_wrong_token_changes_nothing(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            seat = await client.socket(match, ann)
            with pytest.raises(InvalidStatus):
                await client.socket(match, "wrong")
            reply = await seat.do({"do": "move", "move": seat.snapshot["choices"][0]["move"]})
            assert reply["type"] == "done"
            await seat.close()

    asyncio.run(play())


def test_auth_6_an_invitation_is_exchanged_once_for_a_cookie(server: Server) -> None:
    origin = {"origin": f"http://localhost:{server.port}"}
    with httpx.Client(base_url=f"http://localhost:{server.port}", headers=origin) as browser:
        created = browser.post("/api/matches", json={"game": "potential", "seats": TWO})
        match, invite = created.json()["match"], created.json()["invites"][0]["token"]
        cookie = created.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=strict", f"path=/api/matches/{match}"))
        assert created.json()["token"] == ""
        with httpx.Client(base_url=browser.base_url, headers=origin) as friend:
            joined = friend.post(
                f"/api/matches/{match}/join", json={"name": "Bob", "invite": invite, "commitment": commitment(NONCE)}
            )
            assert joined.json() == {"match": match, "mine": [1], "token": ""}
            again = friend.post(f"/api/matches/{match}/join", json={"name": "Eve", "invite": invite})
            assert (again.status_code, again.json()["code"]) == (410, "used")
            assert friend.get(f"/api/matches/{match}").json()["mine"] == [1]
            nobody = friend.post(f"/api/matches/{match}/join", json={"name": "Eve", "invite": "guess"})
            assert nobody.json()["code"] == "wrong_credential"
            uninvited = friend.post(f"/api/matches/{match}/join", json={"name": "Eve"})
            assert uninvited.json()["code"] == "no_credential"


BAD_MOVES = ["-1", "1.5", "NaN", str(2**70), "true", '"16"', "null", "[16]", "801", "1e400"]


def test_auth_9_moves_that_are_none_and_moves_out_of_turn(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, bob = await begin(client)
            seat = await client.socket(match, ann)
            version = seat.snapshot["version"]
            for move in BAD_MOVES:
                text = f'{{"type":"command","id":"{new_id()}","v":{version},"a":{{"do":"move","move":{move}}}}}'
                await seat.socket.send(text)
                assert (await seat.next("refusal"))["code"] in ("illegal", "bad_request"), move
            reply = await client.command(match, bob, version, {"do": "move", "move": 16})
            assert reply["code"] == "not_your_turn"
            refusal = await seat.do({"do": "say", "text": "c2-c9"})
            assert (refusal["code"], refusal["ruling"]) == ("illegal", "PT2")
            assert (await seat.do({"do": "resign"}))["type"] == "done"
            reply = await client.command(match, bob, version + 1, {"do": "move", "move": 16})
            assert reply["code"] == "over"
            assert (await client.show(match))["result"]["ending"] == "resigned"
            await seat.close()

    asyncio.run(play())


def test_hot_seat_one_key_holds_several_seats(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            seats: list[Json] = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]
            created = await client.create("potential", seats, begins=0)
            seat = await client.socket(created["match"], created["token"])
            assert (await seat.do({"do": "ready", "nonce": NONCE}))["type"] == "done"
            movers: set[int] = set()
            while len(movers) < 2:
                await seat.version(seat.snapshot["version"])
                if not seat.snapshot["choices"]:
                    await seat.next("snapshot")
                    continue
                movers.add(seat.snapshot["viewer"])
                reply = await seat.do({"do": "move", "move": seat.snapshot["choices"][0]["move"]})
                await seat.version(reply["version"])
            assert not seat.snapshot["curtain"]
            await seat.close()

    asyncio.run(play())
