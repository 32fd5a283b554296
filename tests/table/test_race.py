"""RACE: whatever happens at the same instant, there is one outcome and everybody learns it."""

import asyncio
from pathlib import Path

from table.client import Client, new_id
from table.servers import Server
from table.test_auth import begin


def test_race_1_the_same_command_is_done_once(data: Path) -> None:
    async def first(port: int) -> tuple[str, str, str, dict[str, object]]:
        async with Client(port) as client:
            match, ann, _ = await begin(client)
            seat, other = await client.socket(match, ann), await client.socket(match, ann)
            move = {"do": "move", "move": seat.snapshot["choices"][0]["move"]}
            id, version = new_id(), seat.snapshot["version"]
            jobs = [client.command(match, ann, version, move, id) for _ in range(20)]
            replies = await asyncio.gather(*jobs, seat.do(move, id), other.do(move, id))
            assert all(reply == replies[0] for reply in replies)
            assert replies[0]["type"] == "done"
            await seat.close()
            again = await client.socket(match, ann)
            assert await again.do(move, id, version) == replies[0]
            assert again.snapshot["ply"] == 1
            await again.close()
            await other.close()
            return match, ann, id, replies[0]

    async def second(port: int, match: str, ann: str, id: str, reply: dict[str, object]) -> None:
        async with Client(port) as client:
            for _ in range(3):
                assert await client.command(match, ann, 1, {"do": "resign"}, id) == reply
            assert (await client.show(match))["ply"] == 1

    with Server(data=data) as server:
        kept = asyncio.run(first(server.port))
        server.kill()
        server.start()
        asyncio.run(second(server.port, *kept))


def test_race_2_two_commands_at_one_version(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, bob = await begin(client)
            shown = await client.show(match, ann)
            moves = [choice["move"] for choice in shown["choices"][:8]]
            jobs = [client.command(match, ann, shown["version"], {"do": "move", "move": move}) for move in moves]
            jobs += [client.command(match, bob, shown["version"], {"do": "resign"})]
            replies = await asyncio.gather(*jobs)
            done = [reply for reply in replies if reply["type"] == "done"]
            assert {reply.get("code") for reply in replies} <= {None, "stale", "over"}
            assert (await client.show(match))["version"] == shown["version"] + len(done)
            assert 1 <= len(done) <= 2

    asyncio.run(play())


def test_an_offer_does_not_make_a_move_stale(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, bob = await begin(client)
            shown = await client.show(match, ann)
            offer = await client.command(match, bob, shown["version"], {"do": "propose", "what": "draw"})
            assert offer["type"] == "done"
            move = {"do": "move", "move": shown["choices"][0]["move"]}
            assert (await client.command(match, ann, shown["version"], move))["type"] == "done"
            assert (await client.show(match))["offers"] == []

    asyncio.run(play())


def test_race_3_a_bots_answer_after_a_resignation_is_dropped(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "club"}]
            created = await client.create("potential", seats, begins=1)
            match, ann = created["match"], created["token"]
            assert (await client.ready(match, ann))["type"] == "done"  # the bot begins to think
            while (reply := await client.add(match, ann, {"do": "resign"}))["type"] == "refusal":
                assert reply["code"] == "stale"  # the bot has moved since
            plies = (await client.show(match))["ply"]
            await asyncio.sleep(1.5)
            after = await client.show(match)
            assert (after["ply"], after["result"]["ending"]) == (plies, "resigned")

    asyncio.run(play())


def test_race_5_the_flag_and_a_move_at_the_same_instant(server: Server) -> None:
    async def one(client: Client, delay: float) -> str:
        match, ann, _ = await begin(client, clock={"kind": "bank", "seconds": 1})
        shown = await client.show(match, ann)
        await asyncio.sleep(delay)
        move = {"do": "move", "move": shown["choices"][0]["move"] if shown["choices"] else 0}
        reply = await client.command(match, ann, shown["version"], move)
        await asyncio.sleep(1.3)
        after = await client.show(match, ann)
        assert after["result"]["ending"] == "flag"  # ours before the move, or somebody's after it
        assert after["ply"] == (1 if reply["type"] == "done" else 0)
        assert after["result"]["scores"] in ([-1.0, 1.0], [1.0, -1.0])
        return str(reply.get("code", "done"))

    async def play() -> None:
        async with Client(server.port) as client:
            jobs = [one(client, 0.97 + 0.004 * number) for number in range(16)]
            assert set(await asyncio.gather(*jobs)) <= {"done", "over", "stale"}

    asyncio.run(play())


def test_race_6_a_command_in_flight_when_the_line_is_lost(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            for _ in range(10):
                seat = await client.socket(match, ann)
                if not seat.snapshot["choices"]:
                    await seat.close()
                    break
                move = {"do": "move", "move": seat.snapshot["choices"][0]["move"]}
                id, version, ply = new_id(), seat.snapshot["version"], seat.snapshot["ply"]
                await seat.send({"type": "command", "id": id, "v": version, "a": move})
                seat.socket.transport.abort()
                again = await client.socket(match, ann)
                reply = await again.do(move, id, version)
                assert reply["type"] == "done"
                await again.version(reply["version"])
                assert again.snapshot["ply"] == ply + 1
                await again.close()

    asyncio.run(play())
