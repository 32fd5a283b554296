"""CARE: one broken match, one dead thread, one full disk hurts nobody else, and /healthz knows."""

import asyncio
import contextlib
import json
import logging
import socket
import sqlite3
import stat
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar

import httpx
import msgspec
import pytest

from potluck.core.errors import BadOptions, PotluckError
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.viewers import Viewer
from potluck.table.live.workers import Workers
from potluck.table.match import ports
from potluck.table.match.ports import Unsaved
from potluck.table.protocol import (
    BotPlan,
    Created,
    FriendPlan,
    Join,
    Move,
    NewMatch,
    PersonPlan,
    Refusal,
    Resign,
    ids,
)
from potluck.table.protocol.commands import Command, Done, Ready
from potluck.table.protocol.refusals import Refused
from potluck.table.store.backup import backup_file, restore_file
from potluck.table.store.database import Database, migrate, open_database
from potluck.table.store.files import CannotOpen
from potluck.table.store.sql import SqlStore
from potluck.table.store.writer import Job, Writer
from potluck.table.web.console import tell
from potluck.table.web.opening import Address, take_port
from potluck.table.web.operations import Operations
from table.memory import FirstMove, Pipe
from table.servers import Postgres, Server, free_port, postgres, potluck_command

LIMITS = Limits(secret_pause=0.0, lease=0.3)
Act = Callable[[Hall], Awaitable[Any]]


def opened(data: Path, act: Act) -> Any:
    """Open a table without its web, and do something at it."""

    async def run() -> Any:
        database = Database(f"sqlite:///{data}/potluck.db")
        migrate(database)
        hall = Hall(SqlStore(database, 1000), FirstMove(), LIMITS)
        hall.open()
        try:
            return await act(hall)
        finally:
            await hall.stop()

    return asyncio.run(run())


async def against_a_bot(hall: Hall, game: str = "potential", **options: Any) -> Created:
    """Begin a match that the bot begins."""
    created = await hall.create(NewMatch(game, [PersonPlan("Ann"), BotPlan("crumb")], options, begins=1))
    room = await hall.room(created.match)
    reply = await room.command((0,), Command(ids.new_command(), room.match.version, Ready("0" * 32)))
    assert isinstance(reply, Done)
    return created


async def moved(hall: Hall, match: str) -> bool:
    """Wait until the bot of a match has had its turn."""
    room = await hall.room(match)
    for _ in range(200):
        if room.match.state.to_move == 0:
            return True
        await asyncio.sleep(0.02)
    return False


async def well_again(hall: Hall) -> None:
    """Wait until a table that is read-only is so no more."""
    states = [hall.desk.read_only]
    while states[-1] and len(states) < 200:
        await asyncio.sleep(0.05)
        states.append(hall.desk.read_only)
    assert (states[0], states[-1]) == (True, False)


def change(data: Path, statement: str, *values: object) -> None:
    """Change what is kept, while the table is closed."""
    with contextlib.closing(sqlite3.connect(data / "potluck.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount


SPOILT = {
    "an event that is none": 'UPDATE events SET body = \'{"e":"nonsense"}\' WHERE match = ? AND seq = 2',
    "no text at all": "UPDATE events SET body = x'ff00ff' WHERE match = ? AND seq = 2",
    "a gap": "UPDATE events SET seq = 77 WHERE match = ? AND seq = 2",
    "a lost seed": "DELETE FROM seals WHERE match = ?",
    "another seed": "UPDATE seals SET seed = x'00' WHERE match = ?",
    "a set-up that is none": "UPDATE matches SET setup = '[]' WHERE id = ?",
    "rules of tomorrow": "UPDATE matches SET setup = replace(setup, '\"rules\":', '\"rules\":9') WHERE id = ?",
    "a missing game": "UPDATE matches SET setup = replace(setup, 'potential', 'patience') WHERE id = ?",
    "missing rules": 'UPDATE matches SET setup = replace(setup, \'"options":{\', \'"options":{"x":"y"\') WHERE id = ?',
    "a key that is none": "UPDATE keys SET seats = 'x' WHERE match = ?",
    "a card that is none": "UPDATE matches SET card = '{' WHERE id = ?",
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_care_1_a_match_that_does_not_load_is_set_aside_and_the_others_go_on(
    data: Path, spoil: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def begin(hall: Hall) -> list[Created]:
        return [await against_a_bot(hall) for _ in range(6)]

    created = opened(data, begin)
    with contextlib.closing(sqlite3.connect(data / "potluck.db")) as connection, connection:
        # the bots are to move again, and nobody looks after the matches
        connection.execute("DELETE FROM events WHERE seq > 4")
        connection.execute("DELETE FROM keepsakes")
        connection.execute("UPDATE matches SET listed = 1")
    bad, good = created[0].match, [one.match for one in created[1:]]
    change(data, SPOILT[spoil], bad)

    async def look(hall: Hall) -> None:
        assert all([await moved(hall, match) for match in good])
        assert len((await hall.lobby()).playing) >= len(good)
        if spoil == "a card that is none":
            assert await moved(hall, bad)
            return
        for _ in range(3):
            with pytest.raises(Refused, match="nothing of it is lost; ask whoever runs this table") as refused:
                await hall.room(bad)
            assert refused.value.code == "set_aside"

    opened(data, look)
    lines = [record.message for record in caplog.records if f"match {bad} is set aside" in record.message]
    assert len(lines) == (0 if spoil == "a card that is none" else 1), "once, not at every look"


def test_care_1_a_match_comes_back_when_what_it_lacked_is_there_again(data: Path) -> None:
    created = opened(data, against_a_bot)
    right = "UPDATE matches SET setup = replace(setup, 'patience', 'potential') WHERE id = ?"
    change(data, SPOILT["a missing game"], created.match)

    async def refused(hall: Hall) -> None:
        with pytest.raises(Refused, match="patience"):
            await hall.room(created.match)

    opened(data, refused)
    change(data, right, created.match)
    assert opened(data, lambda hall: moved(hall, created.match))


def test_care_1_a_match_that_breaks_while_it_is_played_is_set_aside(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(hall: Hall) -> None:
        from potluck.table.live import serving

        bad, good = [(await against_a_bot(hall)).match for _ in range(2)]
        assert await moved(hall, bad)
        room = await hall.room(bad)
        pipe = Pipe()
        line = asyncio.create_task(serving.attend(room, Viewer((0,), 64), pipe))
        await pipe.hear("snapshot")

        def fail(*_: object) -> None:
            raise ZeroDivisionError("as if the rules had a fault")

        room.match.view = fail  # type: ignore[method-assign, assignment]
        move = int(room.match.state.moves()[0])
        done = await pipe.ask(
            {"type": "command", "id": ids.new_command(), "v": room.match.version, "a": {"do": "move", "move": move}},
            "done",
        )
        assert done["type"] == "done", "what was saved is acknowledged"
        bye = await pipe.hear("bye")
        assert (bye["code"], "nothing of it is lost" in bye["sentence"]) == ("set_aside", True)
        pipe.to_table.put_nowait(None)
        await line
        with pytest.raises(Refused, match="set aside"):
            await hall.room(bad)
        hall.each(lambda found: found.broadcast())
        assert await moved(hall, good)
        hall.aside.clear()  # ten minutes later
        assert await moved(hall, bad)

    with caplog.at_level(logging.ERROR):
        opened(data, act)
    assert "ZeroDivisionError" in caplog.text


def test_care_1_more_broken_matches_than_one_round_sees_starve_nobody(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("potluck.table.live.hall.ROUND", 2)

    async def begin(hall: Hall) -> list[str]:
        return [(await against_a_bot(hall)).match for _ in range(7)]

    created = opened(data, begin)
    with contextlib.closing(sqlite3.connect(data / "potluck.db")) as connection, connection:
        connection.execute("DELETE FROM events WHERE seq > 4")
        connection.execute("DELETE FROM keepsakes")
        for match in created[:6]:
            connection.execute(SPOILT["a lost seed"], (match,))

    async def look(hall: Hall) -> bool:
        await asyncio.sleep(1.5)  # nobody asks for it: the rounds must find it
        return created[6] in hall.rooms

    assert opened(data, look)


def test_care_4_a_clean_stop_brings_everything_into_the_file(data: Path, tmp_path: Path) -> None:
    async def begin(hall: Hall) -> list[str]:
        return [(await against_a_bot(hall)).match for _ in range(5)]

    created = opened(data, begin)
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "potluck.db").write_bytes((data / "potluck.db").read_bytes())

    async def look(hall: Hall) -> None:
        for match in created:
            assert await moved(hall, match)
            room = await hall.room(match)
            reply = await room.command((0,), Command(ids.new_command(), room.match.version, Resign()))
            assert isinstance(reply, Done)

    opened(copy, look)
    assert not list(data.glob("*-wal"))


def test_care_1_a_lease_that_is_renewed_while_it_is_taken_is_still_ours(data: Path) -> None:
    async def act(hall: Hall) -> None:
        match = (await against_a_bot(hall)).match
        assert await moved(hall, match)
        leases = hall.desk.leases
        found = await hall.store.find_lease(match)
        assert found.owner == hall.store.owner
        await asyncio.sleep(0.002)
        await leases.renew()
        assert await hall.store.save([], leases.taking(match, found)) == 1

    opened(data, act)


# The writer


class Faulty(Writer):
    """Fail as told, before anything is written."""

    faults: ClassVar[list[BaseException]] = []  # met by one try each

    def _write(self, batch: list[Job]) -> list[int | Exception]:
        if self.faults:
            raise self.faults.pop()
        return super()._write(batch)


@pytest.mark.parametrize(
    "fault", [RuntimeError("x"), MemoryError(), KeyError("k"), AssertionError(), SystemExit(1), OSError(28, "No space")]
)
def test_care_2_the_writer_meets_any_exception_refuses_and_recovers(data: Path, fault: BaseException) -> None:
    async def act() -> None:
        database = open_database(f"sqlite:///{data}/potluck.db")
        store = SqlStore(database, 1000, Faulty)
        hall = Hall(store, FirstMove(), LIMITS)
        room = await hall.room((await against_a_bot(hall)).match)
        assert await moved(hall, room.match.id)
        Faulty.faults = [fault] * 6
        move = Command(ids.new_command(), room.match.version, Move(int(room.match.state.moves()[0])))
        refused = await room.command((0,), move)
        assert isinstance(refused, Refusal)
        assert (refused.code, "nothing can be saved at the moment" in refused.sentence) == ("read_only", True)
        await well_again(hall)
        assert not Faulty.faults
        assert store.writer.is_alive()
        assert isinstance(await room.command((0,), move), Done)
        await hall.stop()

    asyncio.run(act())


class Mute(Writer):
    """Write, and lose the answer as often as told."""

    silences: ClassVar[int] = 0

    def _write(self, batch: list[Job]) -> list[int | Exception]:
        outcomes = super()._write(batch)
        if any(job.rows for job in batch) and Mute.silences:
            Mute.silences -= 1
            raise OSError("the line was lost")
        return outcomes

    def _saved(self, batch: list[Job]) -> dict[int, bool]:
        if Mute.silences:
            raise OSError("the line was lost")
        return super()._saved(batch)


def test_care_2_what_was_saved_without_an_answer_is_shown_soon(data: Path) -> None:
    async def act() -> None:
        store = SqlStore(open_database(f"sqlite:///{data}/potluck.db"), 1000, Mute)
        hall = Hall(store, FirstMove(), LIMITS)
        created = await hall.create(NewMatch("potential", [PersonPlan("Ann"), PersonPlan("Bob")], {}, begins=0))
        room = await hall.room(created.match)
        ready = Command(ids.new_command(), room.match.version, Ready("0" * 32))
        assert isinstance(await room.command((0, 1), ready), Done)
        before = room.match.version
        Mute.silences = 2
        move = Command(ids.new_command(), before, Move(int(room.match.state.moves()[0])))
        refused = await room.command((0, 1), move)
        assert isinstance(refused, Refusal)
        assert refused.code == "read_only", refused
        assert room.match.version == before
        doubts = [room.ledger.in_doubt]
        Mute.silences = 0
        while doubts[-1]:
            await asyncio.sleep(0.05)
            doubts.append(room.ledger.in_doubt)
        assert len(doubts) > 1
        assert room.match.version == before + 1
        assert isinstance(await room.command((0, 1), move), Done)  # it is known to be done
        await hall.stop()

    asyncio.run(act())


def test_care_2_one_job_that_cannot_be_written_harms_no_other(data: Path) -> None:
    async def act(hall: Hall) -> None:
        store = hall.store
        bad = ports.SetSetup("x", object())  # type: ignore[arg-type]  # nothing that JSON knows
        found = await asyncio.gather(
            *(store.save([], ports.Beat(number)) for number in range(5)),
            store.save([], bad),
            *(store.save([], ports.Beat(number)) for number in range(5)),
            return_exceptions=True,
        )
        assert [type(one) for one in found] == [int] * 5 + [Unsaved] + [int] * 5
        assert not hall.desk.read_only

    opened(data, act)


# Health


class Operated:
    """Ask a table's operations without its web."""

    def __init__(self, hall: Hall, workers: Workers) -> None:
        assert isinstance(hall.store, SqlStore)
        self.operations = Operations(hall, hall.store, workers, None, "")  # type: ignore[arg-type]

    async def ill(self) -> dict[str, str]:
        self.operations.checked = -100.0
        answer = await self.operations.health(None)  # type: ignore[arg-type]
        found: dict[str, Any] = json.loads(bytes(answer.body))
        assert (answer.status_code, found["status"]) == ((503, "ill") if found["ill"] else (200, "ok"))
        return dict(found["ill"])


def test_care_3_health_names_what_is_ill(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(hall: Hall) -> None:
        workers = Workers(1, 5.0, 1 << 30)
        table = Operated(hall, workers)
        writer = hall.store.writer  # type: ignore[attr-defined]
        assert await table.ill() == {}
        full = sqlite3.OperationalError("database or disk is full")
        with monkeypatch.context() as broken:
            broken.setattr(writer, "_write", lambda batch: (_ for _ in ()).throw(OSError(28, str(full))))
            assert list(await table.ill()) == ["disk"]
        assert await table.ill() == {}
        with monkeypatch.context() as broken:
            broken.setattr("potluck.table.web.operations.PATIENCE", 0.2)
            broken.setattr(writer, "_write", lambda batch: (time.sleep(0.6), [0] * len(batch))[1])  # type: ignore[func-returns-value]
            assert list(await table.ill()) == ["writer"]
        with monkeypatch.context() as broken:
            broken.setattr(writer, "is_alive", lambda: False)
            assert await table.ill() == {"writer": "its thread has ended"}
        lag = asyncio.create_task(table.operations.watch_lag())
        await asyncio.sleep(0.1)
        time.sleep(1.3)
        await asyncio.sleep(0.1)
        assert list(await table.ill()) == ["loop"]
        table.operations.late = 0.0
        lag.cancel()
        workers.well = False  # somebody's question has failed
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "/nowhere/python")
            assert list(await table.ill()) == ["workers"]
        assert await table.ill() == {}, "a process that starts again is well again"
        await workers.stop()

    opened(data, act)


def test_care_3_a_database_that_is_gone_refuses_instead_of_failing() -> None:
    async def act(cluster: Postgres) -> None:
        store = SqlStore(open_database(cluster.url), 1000)
        hall = Hall(store, FirstMove(), LIMITS)
        table = Operated(hall, Workers(1, 5.0, 1 << 30))
        room = await hall.room((await against_a_bot(hall)).match)
        assert await table.ill() == {}
        await asyncio.to_thread(cluster.stop, "immediate")
        assert list(await table.ill()) == ["database"]
        refused = await room.command((0,), Command(ids.new_command(), room.match.version, Resign()))
        assert isinstance(refused, Refusal)
        assert refused.code == "read_only"
        for ask in (hall.room("0" * 16), hall.lobby()):
            with pytest.raises(Refused, match="try again soon") as found:
                await ask
            assert found.value.code == "read_only"
        await asyncio.to_thread(cluster.start)
        await well_again(hall)
        assert await table.ill() == {}
        while True:  # the bot may move meanwhile
            done = await room.command((0,), Command(ids.new_command(), room.match.version, Resign()))
            if not isinstance(done, Refusal) or done.code != "stale":
                break
        assert isinstance(done, Done)
        await hall.stop()

    with postgres() as cluster:
        asyncio.run(act(cluster))


# Files


def table_with(data: Path, count: int) -> list[str]:
    """Open a table, begin some matches, and close it."""

    async def begin(hall: Hall) -> list[str]:
        return [(await against_a_bot(hall)).match for _ in range(count)]

    return list(opened(data, begin))


def ids_in(file: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return {id for (id,) in connection.execute("SELECT id FROM matches")}


def test_care_4_backup_and_restore_lose_nothing_and_resurrect_nothing(data: Path, tmp_path: Path) -> None:
    first = set(table_with(data, 3))
    copy = tmp_path / "copy.db"
    assert backup_file(data, copy) == 3
    later = set(table_with(data, 2))
    with contextlib.closing(sqlite3.connect(data / "potluck.db", isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=wal")
        writer.execute("UPDATE facts SET value = 'x' WHERE name = 'alive'")
        wal = (data / "potluck.db-wal").read_bytes()
    (data / "potluck.db-wal").write_bytes(wal)  # left behind by a table that was killed
    restored = restore_file(data, copy)
    assert restored.matches == 3
    assert not (data / "potluck.db-wal").exists()
    assert restored.before is not None
    assert ids_in(restored.before) == first | later
    assert ids_in(data / "potluck.db") == first

    async def look(hall: Hall) -> list[bool]:
        return [await moved(hall, match) for match in first]

    assert opened(data, look) == [True] * 3
    for file in (copy, restored.before, data / "potluck.db"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_care_4_a_damaged_table_is_restored_and_its_file_kept(data: Path, tmp_path: Path) -> None:
    kept = set(table_with(data, 2))
    copy = tmp_path / "copy.db"
    backup_file(data, copy)
    (data / "potluck.db").write_bytes(b"no database at all" * 1000)
    restored = restore_file(data, copy)
    assert restored.before is not None
    assert restored.before.read_bytes().startswith(b"no database at all")
    assert ids_in(data / "potluck.db") == kept


def spoil_page(file: Path) -> None:
    """Damage a database in its middle."""
    body = bytearray(file.read_bytes())
    for place in range(4096, len(body), 4096):
        body[place : place + 64] = b"\xff" * 64
    file.write_bytes(body)


def test_care_4_restore_checks_what_it_is_given(data: Path, tmp_path: Path) -> None:
    table_with(data, 1)
    before = (data / "potluck.db").read_bytes()
    text, empty, torn, newer = (tmp_path / name for name in ("text", "empty", "torn", "newer"))
    text.write_text("hello " * 1000, encoding="utf-8")
    empty.touch()
    backup_file(data, torn)
    spoil_page(torn)
    backup_file(data, newer)
    with contextlib.closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for file, reason in {
        text: "no database",
        empty: "no database",
        torn: "damaged|no database",
        newer: "newer",
    }.items():
        with pytest.raises(CannotOpen, match=reason):
            restore_file(data, file)
    for file in (tmp_path / "nothing", data / "potluck.db"):
        with pytest.raises(BadOptions):
            restore_file(data, file)
    assert (data / "potluck.db").read_bytes() == before
    database = Database(f"sqlite:///{data}/potluck.db")
    backup_file(data, tmp_path / "good")
    with pytest.raises(CannotOpen, match="another table is open"):
        restore_file(data, tmp_path / "good")
    database.close()


def test_only_the_owner_can_read_what_a_table_keeps(data: Path) -> None:
    async def look(hall: Hall) -> list[str]:
        await against_a_bot(hall)
        return sorted(file.name for file in data.iterdir() if stat.S_IMODE(file.stat().st_mode) != 0o600)

    assert opened(data, look) == []
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    (data / "potluck.db").chmod(0o644)  # as 0.1.0 left it
    assert opened(data, look) == []


@pytest.mark.parametrize("way", ["symlink", "folder", "hard link", "relative"])
def test_a_second_table_on_the_same_file_is_refused_by_whatever_path(
    data: Path, tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{data}/potluck.db")
    other = tmp_path / "other"
    if way == "folder":
        other.symlink_to(data)
    else:
        other.mkdir()
    if way == "symlink":
        (other / "potluck.db").symlink_to(data / "potluck.db")
    elif way == "hard link":
        (other / "potluck.db").hardlink_to(data / "potluck.db")
    monkeypatch.chdir(data)
    path = "potluck.db" if way == "relative" else str(other / "potluck.db")
    with pytest.raises(CannotOpen, match="another table is open on this data; stop it first"):
        Database(f"sqlite:///{path}")
    database.close()


def test_what_keeps_a_table_from_opening_is_one_sentence_with_the_remedy(data: Path, tmp_path: Path) -> None:
    def refuse(*reasons: str) -> None:
        done = potluck_command("table", "--no-open", "--port", str(free_port()), "--data", str(data))
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        assert "The table is open" not in done.stdout
        for reason in reasons:
            assert reason in done.stderr

    database = Database(f"sqlite:///{data}/potluck.db")
    refuse("another table is open", "stop it first")
    migrate(database)
    database.close()
    change(data, "UPDATE alembic_version SET version_num = ?", "9999")
    refuse("a newer Potluck", "update Potluck", "potluck restore")
    (data / "potluck.db").write_bytes(b"no database at all" * 1000)
    refuse("damaged", "potluck restore")
    (data / "potluck.db").unlink()
    (data / "potluck.db").mkdir()
    refuse("--data")


def test_a_port_that_others_use_is_one_sentence_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.table.web.opening.PORTS", 1)
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(CannotOpen, match="name another with --port"):
        take_port(Address(port=other.getsockname()[1]))


# Retention


def test_a_table_that_nobody_came_to_expires_with_its_invitations(data: Path) -> None:
    async def act(hall: Hall) -> None:
        new = NewMatch("potential", [PersonPlan("Ann"), FriendPlan()], {}, listed=True)
        created = await hall.create(new)
        room = await hall.room(created.match)
        await hall.round()
        assert room.match.status == "waiting"
        hall.limits = room.desk.limits = msgspec.structs.replace(LIMITS, unstarted=0.001)
        await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="expired"):
            await room.join(Join("Bob", invite=created.invites[0].token))
        with pytest.raises(Refused, match="all seats are taken"):
            await room.join(Join("Bob"))
        await hall.round()
        shown = room.snapshot((0,))
        assert shown.result is not None
        assert (shown.status, shown.result.ending) == ("over", "aborted")
        assert shown.log[-1].text == "Nobody came, so the table was closed."
        await asyncio.sleep(0.2)
        assert (await hall.lobby()).open == []
        with pytest.raises(Refused, match="the invitation was taken back, or has expired"):
            await room.join(Join("Bob", invite=created.invites[0].token))

    opened(data, act)


def test_an_invitation_can_be_withdrawn_and_made_anew_by_the_host_alone(data: Path) -> None:
    async def act(hall: Hall) -> None:
        created = await hall.create(NewMatch("potion_explosion", [PersonPlan("Ann"), FriendPlan(), FriendPlan()]))
        room = await hall.room(created.match)
        first = created.invites[0]
        second = await room.invite((0,), first.seat)
        with pytest.raises(Refused, match="withdrawn"):
            await room.join(Join("Eve", invite=first.token))
        token, mine = await room.join(Join("Bob", invite=second))
        assert room.seats_of(token) == mine == (first.seat,)
        refused = ((0,), first.seat, "sits there"), ((0,), 0, "left for a friend"), (mine, 2, "set the table up")
        for asker, seat, reason in refused:
            with pytest.raises(Refused, match=reason):
                await room.invite(asker, seat)

    opened(data, act)


def test_one_address_takes_one_listed_seat(data: Path) -> None:
    async def act(hall: Hall) -> None:
        new = NewMatch("potion_explosion", [PersonPlan("Ann"), FriendPlan(), FriendPlan()], {}, listed=True)
        created = await hall.create(new)
        room = await hall.room(created.match)
        await room.join(Join("Bob"), "192.0.2.1")
        with pytest.raises(Refused, match="others need an invitation"):
            await room.join(Join("Eve"), "192.0.2.1")
        await room.join(Join("Eve", invite=created.invites[1].token), "192.0.2.1")

    opened(data, act)


def test_a_key_rotates_and_lines_of_the_old_one_are_closed(data: Path) -> None:
    async def act(hall: Hall) -> None:
        created = await against_a_bot(hall)
        room = await hall.room(created.match)
        viewer = Viewer((0,), 64)
        room.enter(viewer)
        token, mine = await room.rotate(created.token)
        await asyncio.sleep(0.01)
        assert (room.seats_of(created.token), room.seats_of(token), mine) == (None, (0,), (0,))
        sent = [viewer.queue.get_nowait() for _ in range(viewer.queue.qsize())]
        assert None in sent, "whoever holds the old key sees nothing more"
        with pytest.raises(Refused, match="does not belong"):
            await room.rotate(created.token)

    opened(data, act)


# The console


def told(data: Path, *words: str) -> str:
    return asyncio.run(tell(f"sqlite:///{data}/potluck.db", list(words)))


def test_the_console_looks_after_a_table_that_is_closed(data: Path) -> None:
    match, other = table_with(data, 2)
    assert match in told(data, "list")
    assert "Ann (away)" in told(data, "look", match)
    with pytest.raises(PotluckError, match="not over; end it first"):
        told(data, "delete", match)
    assert told(data, "end", match) == f"{match}: ended."
    assert "Ending: aborted" in told(data, "export", match)
    assert "The host ended the match." in told(data, "look", match)
    assert told(data, "delete", match) == f"{match}: deleted."
    assert match not in told(data, "list")
    with pytest.raises(PotluckError, match="no such match"):
        told(data, "look", match)
    change(data, SPOILT["a lost seed"], other)
    assert told(data, "delete", other) == f"{other}: deleted."
    assert told(data, "list") == "There are none."
    for words in (["nothing"], ["look"], ["block", "here"], ["reissue", match, "0"]):
        with pytest.raises(PotluckError):
            told(data, *words)
    with contextlib.closing(sqlite3.connect(data / "potluck.db")) as connection:
        for part in ("events", "seals", "keys", "leases", "keepsakes"):
            assert connection.execute(f"SELECT count(*) FROM {part}").fetchone() == (0,)


def test_the_console_speaks_to_a_table_that_is_open(data: Path) -> None:
    with Server(data=data) as server:
        url = f"http://localhost:{server.port}"
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "crumb"}]
        created = httpx.post(f"{url}/api/matches", json={"game": "potential", "seats": seats, "keep": "token"}).json()
        match, bearer = created["match"], {"authorization": f"Bearer {created['token']}"}
        assert stat.S_IMODE((data / "potluck.sock").stat().st_mode) == 0o600
        assert match in told(data, "list")
        assert "Potential, waiting: Ann (away)" in told(data, "look", match)
        invite = told(data, "reissue", match, "0").rpartition("#")[2]
        assert httpx.get(f"{url}/api/matches/{match}", headers=bearer).status_code == 403
        join = {"name": "X", "invite": invite, "keep": "token"}
        back = httpx.post(f"{url}/api/matches/{match}/join", json=join, headers=bearer).json()
        bearer = {"authorization": f"Bearer {back['token']}"}
        shown = httpx.get(f"{url}/api/matches/{match}", headers=bearer).json()
        assert (shown["mine"], shown["players"][0]["name"]) == ([0], "Ann")
        rotated = httpx.post(f"{url}/api/matches/{match}/key", headers=bearer).json()
        assert httpx.get(f"{url}/api/matches/{match}", headers=bearer).status_code == 403
        assert rotated["mine"] == [0]
        assert told(data, "end", match) == f"{match}: ended."
        assert told(data, "block", "127.0.0.1") == "127.0.0.1: blocked."
        answer = httpx.get(f"{url}/api/matches")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_allowed")
        assert told(data, "unblock", "127.0.0.1") == "127.0.0.1: let in again."
        assert httpx.get(f"{url}/api/matches").status_code == 200
        with pytest.raises(PotluckError, match="admin: expected one of"):
            told(data, "dance")
    assert not (data / "potluck.sock").exists()
