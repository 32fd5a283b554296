"""CRASH 2 and 3 on a real disk: the process dies, or the system refuses, at a write or an fsync.

strace stops the server at the system call and kills it there, or lets the call fail.
"""

import asyncio
import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.client import Client, new_id
from table.servers import Server
from table.test_auth import begin
from table.test_crash import Ledger, killed_by, lay_out, play_for, resolve, rows_of

WRITES, SYNCS = "pwrite64", "fdatasync,fsync"


@contextlib.contextmanager
def broken(server: Server, calls: str, fault: str) -> Iterator[None]:
    """Let some system calls of a server go wrong, counted from now on."""
    assert server.process is not None
    command = ["strace", "-f", "-p", str(server.process.pid), "-o", "/dev/null"]
    command += ["-e", f"trace={calls}", "-e", f"inject={calls}:{fault}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        assert "attached" in said, said
        try:
            yield
        finally:
            tracer.terminate()


@pytest.mark.parametrize(("calls", "counts"), [(WRITES, [1, 2, 3, 4, 6, 9, 14, 25]), (SYNCS, [1, 2, 4])])
def test_crash_2_death_at_a_write_loses_and_doubles_nothing(data: Path, calls: str, counts: list[int]) -> None:
    ledger = Ledger()
    with Server(data=data) as server:
        for number in counts:
            seats = asyncio.run(lay_out(server.port, 2))
            with broken(server, calls, f"signal=KILL:when={number}"):
                asyncio.run(killed_by(server, seats, ledger))
            server.start()
            asyncio.run(resolve(server.port, ledger))
        server.end()
    ledger.check(rows_of(data))
    assert len(ledger.done) > len(counts)


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("calls", [WRITES, SYNCS])
def test_crash_3_one_failure_of_the_disk_harms_nobody(data: Path, calls: str, error: str) -> None:
    ledger = Ledger()
    with Server(data=data) as server:
        for number in range(1, 5):
            seats = asyncio.run(lay_out(server.port, 2))
            before = len(ledger.done)
            with broken(server, calls, f"error={error}:when={number}"):
                asyncio.run(play_for(server.port, seats, ledger, 0.4))
            asyncio.run(resolve(server.port, ledger))
            assert len(ledger.done) > before
        server.end()
    ledger.check(rows_of(data))


@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("calls", [WRITES, SYNCS])
def test_crash_3_a_disk_that_stays_broken_is_told_and_survived(data: Path, calls: str, error: str) -> None:
    async def fail(server: Server, match: str, ann: str) -> str:
        async with Client(server.port) as client:
            shown = await client.show(match, ann)
            id = new_id()
            move = {"do": "move", "move": shown["choices"][0]["move"]}
            reply = await client.command(match, ann, shown["version"], move, id)
            assert (reply["type"], reply["code"]) == ("refusal", "read_only"), reply
            assert "nothing can be saved" in reply["sentence"]
            shown = await client.show(match, ann)
            assert (shown["read_only"], shown["ply"]) == (True, 0)
            return id

    async def recover(server: Server, match: str, ann: str, id: str) -> None:
        async with Client(server.port) as client:
            while (shown := await client.show(match, ann))["read_only"]:
                await asyncio.sleep(0.1)
            move = {"do": "move", "move": shown["choices"][0]["move"]}
            reply = await client.command(match, ann, shown["version"], move, id)
            assert reply["type"] == "done"
            assert (await client.show(match, ann))["ply"] == 1

    async def start(server: Server) -> tuple[str, str]:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            return match, ann

    with Server(data=data) as server:
        match, ann = asyncio.run(start(server))
        with broken(server, calls, f"error={error}:when=1+"):
            id = asyncio.run(fail(server, match, ann))
        asyncio.run(recover(server, match, ann, id))
        server.end()
    assert [command for _, _, command in rows_of(data)].count(id) == 1
