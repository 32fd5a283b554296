"""A database of 0.1.0, and one record of each game and version, opened by today's Potluck (RELIABILITY 16).

0.1.0.db.gz was written by the server of 0.1.0; 0.1.0.json has the keys to its matches, and what 0.1.0 showed of them.
"""

import asyncio
import contextlib
import gzip
import json
import re
import shutil
import sqlite3
import stat
import zlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from potluck.core.errors import BadRecord
from potluck.games import game_class, names
from potluck.records import read
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.rooms import Room
from potluck.table.match.replay import demand_record
from potluck.table.protocol.refusals import Refused
from potluck.table.store import database as databases
from potluck.table.store.database import HEAD, REVISIONS, Database, migrate
from potluck.table.store.sql import SqlStore
from table.memory import FirstMove
from table.servers import Postgres, postgres

HERE = Path(__file__).parent
MATCHES: list[dict[str, Any]] = json.loads((HERE / "0.1.0.json").read_text(encoding="utf-8"))
RECORDS = sorted((HERE / "records").glob("*.txt"))
KINDS = ["sqlite", "postgresql"] if list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) else ["sqlite"]
Act = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The database as 0.1.0 left it."""
    file = tmp_path / "potluck.db"
    file.write_bytes(gzip.decompress((HERE / "0.1.0.db.gz").read_bytes()))
    return file


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as found:
        yield found


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, old: Path) -> str:
    """The same database in SQLite and in PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{old}"
    found: Postgres = request.getfixturevalue("server")
    move_over(old, found.url)
    return found.url


def move_over(old: Path, url: str) -> None:
    """Copy the tables of 0.1.0 to a server."""
    from alembic import command

    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    config = scripts()
    with engine.begin() as target, contextlib.closing(sqlite3.connect(old)) as source:
        target.execute(text("DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
        config.attributes["connection"] = target
        command.upgrade(config, "0001")
        for table in ("matches", "seals", "events", "keys", "leases"):
            columns = [row[1] for row in source.execute(f"PRAGMA table_info({table})")]
            places = ", ".join(f":{column}" for column in columns)
            for row in source.execute(f"SELECT * FROM {table}"):
                values = dict(zip(columns, row, strict=True))
                if table == "matches":
                    values |= {"listed": bool(values["listed"]), "spectators": bool(values["spectators"])}
                target.execute(text(f"INSERT INTO {table} VALUES ({places})"), values)
    engine.dispose()


def scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(databases.__file__).parent / "migrations"))
    return config


def opened(url: str, act: Act) -> None:
    """Open a table without its web, and do something at it."""

    async def run() -> None:
        database = Database(url)
        migrate(database)
        hall = Hall(SqlStore(database, 1000), FirstMove(), Limits(secret_pause=0.0, lease=0.3))
        hall.open()
        try:
            await act(hall)
        finally:
            await hall.stop()

    asyncio.run(run())


def kept(what: str, game: str = "") -> list[dict[str, Any]]:
    return [match for match in MATCHES if match["what"] == what and game in ("", match["game"])]


def said(room: Room, seat: int = 0) -> list[str]:
    return [line.text for line in room.snapshot((seat,)).log]


def test_there_is_one_head_and_it_is_ours() -> None:
    script = ScriptDirectory.from_config(scripts())
    assert script.get_heads() == [HEAD]
    assert sorted(revision.revision for revision in script.walk_revisions()) == list(REVISIONS)


@pytest.mark.parametrize("what", ["running", "bot", "over", "waiting"])
def test_every_match_of_0_1_0_goes_on_or_is_shown_as_what_it_was(url: str, what: str) -> None:
    async def act(hall: Hall) -> None:
        for match in kept(what):
            room = await hall.room(match["match"])
            assert room.seats_of(match["tokens"][0]) is not None
            shown = room.snapshot((0,))
            if room.match.lenient:  # the rules have changed since
                assert game_class(match["game"]).rules_version > 1
                assert (shown.status, shown.choices) == ("over", [])
                assert any("have changed since" in line.text for line in shown.log)
                assert shown.result is not None
                continue
            assert room.match.setup.rules == game_class(match["game"]).rules_version
            assert shown.status == {"running": "playing", "bot": "playing"}.get(what, what)
            if "ply" in match:
                assert shown.ply >= match["ply"]
            if what == "over":
                assert shown.result is not None
                assert (shown.result.ending, shown.result.scores) == (match["ending"], match["scores"])

    opened(url, act)


def test_bots_of_0_1_0_move_on(url: str) -> None:
    async def act(hall: Hall) -> None:
        for match in kept("bot"):
            room = await hall.room(match["match"])
            if room.match.lenient:
                continue
            assert room.match.settings(room.match.places[1].level) == f"0.1.0-{room.match.places[1].level}"
            for _ in range(200):
                if room.match.state.to_move == 0 or room.match.status == "over":
                    break
                await asyncio.sleep(0.05)
            assert room.match.state.to_move == 0 or room.match.status == "over"
            assert room.match.clocks is not None
            assert min(room.match.clocks.left) > 500_000, "the years in between are charged to nobody"

    opened(url, act)


def test_before_anything_changes_a_copy_is_taken(url: str, old: Path) -> None:
    database = Database(url)
    migrate(database)
    migrate(database)
    database.close()
    with contextlib.closing(copy_of(url, old)) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert copy.execute("SELECT count(*) FROM matches").fetchall() == [(len(MATCHES),)]
        assert copy.execute("SELECT sum(length(body)) FROM events").fetchall()[0][0] > 50_000


def copy_of(url: str, old: Path) -> Any:
    """Connect to the copy: a file that only its owner can read, or a schema of its own."""
    if url.startswith("sqlite"):
        (copy,) = old.parent.glob("*-before-*.db")
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        return sqlite3.connect(copy)
    connection = psycopg.connect(url)
    schemas = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before%' ORDER BY nspname DESC"
    found = connection.execute(schemas).fetchall()
    connection.execute(f"SET search_path TO {found[0][0]}".encode())
    return connection


def test_new_rules_alone_are_reason_enough_for_a_copy(old: Path) -> None:
    for _ in range(2):
        database = Database(f"sqlite:///{old}")
        migrate(database)
        database.close()
        assert len(list(old.parent.glob("*-before-*.db"))) == 1
    with contextlib.closing(sqlite3.connect(old)) as found, found:
        found.execute("UPDATE facts SET value = 'potential=0' WHERE name = 'rules'")
    old.parent.joinpath("before").mkdir()
    shutil.move(next(old.parent.glob("*-before-*.db")), old.parent / "before")
    database = Database(f"sqlite:///{old}")
    migrate(database)
    database.close()
    assert len(list(old.parent.glob("*-before-*.db"))) == 1


# The machinery, with rules that count as older: version 0


def age(old: Path, match: str, *changes: tuple[str, str]) -> None:
    """Let a match be of older rules; change what some of its events say."""
    with contextlib.closing(sqlite3.connect(old)) as found, found:
        setup: str = found.execute("SELECT setup FROM matches WHERE id = ?", (match,)).fetchone()[0]
        found.execute(
            "UPDATE matches SET setup = ? WHERE id = ?", (re.sub(r'"rules":\d+', '"rules":0', setup, count=1), match)
        )
        for before, after in changes:
            changed = "UPDATE events SET body = replace(body, ?, ?) WHERE match = ? AND body LIKE ?"
            assert found.execute(changed, (before, after, match, f"%{before}%")).rowcount


def last_move(old: Path, match: str) -> tuple[str, str]:
    """Find the last move of a match; turn it into one that no rules allow."""
    with contextlib.closing(sqlite3.connect(old)) as found:
        wanted = "SELECT body FROM events WHERE match = ? AND body LIKE '%\"moved\"%' ORDER BY seq DESC"
        body: str = found.execute(wanted, (match,)).fetchone()[0]
    return body, re.sub(r'"moves":\[\d+', '"moves":[999999', body)


def keep_it(url: str, id: str) -> list[str]:
    """Open a match by its own rules; return what was told. A clean stop keeps what was shown."""
    told: list[str] = []

    async def act(hall: Hall) -> None:
        told.extend(said(await hall.room(id)))

    opened(url, act)
    return told


def test_a_match_that_is_the_same_counts_as_the_new_version(old: Path) -> None:
    (match,) = kept("running", "potential")
    age(old, match["match"])

    async def act(hall: Hall) -> None:
        room = await hall.room(match["match"])
        assert (room.match.status, room.match.setup.rules) == ("playing", game_class("potential").rules_version)
        assert len(room.match.moves) == match["ply"]

    opened(f"sqlite:///{old}", act)
    with contextlib.closing(sqlite3.connect(old)) as found:
        setup = found.execute("SELECT setup FROM matches WHERE id = ?", (match["match"],)).fetchone()[0]
    assert json.loads(setup)["rules"] == game_class("potential").rules_version


def test_a_match_that_would_be_another_is_void_and_shown_as_it_was_kept(old: Path) -> None:
    url = f"sqlite:///{old}"
    (match,) = kept("running", "potential")
    id = match["match"]
    told = keep_it(url, id)
    age(old, id, last_move(old, id))

    async def act(hall: Hall) -> None:
        for seat in (0, 1):
            room = await hall.room(id)
            shown = room.snapshot((seat,))
            assert shown.result is not None
            assert (shown.status, shown.result.ending, shown.result.scores) == ("over", "void", [0.0, 0.0])
            assert "the match is void: nobody has won or lost" in shown.result.sentence
            assert shown.prompt == shown.result.sentence
            assert "have changed since" in shown.log[-1].text
            assert b'"game":"potential"' in bytes(shown.view)  # type: ignore[call-overload]
            with pytest.raises(Refused, match="older rules"):
                demand_record(room.match)
        assert said(room)[:-1] == told, "the log is the one that was kept"

    opened(url, act)
    opened(url, act)  # and it stays so
    with contextlib.closing(sqlite3.connect(old)) as found:
        wanted = "SELECT body FROM events WHERE match = ? ORDER BY seq DESC"
        (last,) = found.execute(wanted, (id,)).fetchone()
        assert json.loads(last) == {"e": "outdated", "rules": 0, "ending": "void", "scores": [0.0, 0.0]}
        assert found.execute("SELECT status FROM matches WHERE id = ?", (id,)).fetchone() == ("over",)


def test_what_0_1_0_did_not_keep_is_shown_as_far_as_the_rules_allow_and_said(old: Path) -> None:
    (match,) = kept("running", "potential")
    age(old, match["match"], last_move(old, match["match"]))

    async def act(hall: Hall) -> None:
        room = await hall.room(match["match"])
        assert (room.match.status, room.match.ending) == ("over", "void")
        assert len(room.match.moves) == match["ply"] - 1
        assert f"What happened after move {match['ply'] - 1} was not kept." in said(room)

    opened(f"sqlite:///{old}", act)


@pytest.mark.parametrize("game", ["potus", "potion_explosion"])
def test_another_outcome_of_chance_makes_another_match(old: Path, game: str) -> None:
    (match,) = kept("running", game)
    with contextlib.closing(sqlite3.connect(old)) as found, found:
        found.execute("UPDATE seals SET seed = ? WHERE match = ?", (b"\0" * 32, match["match"]))
        seal = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        setup = found.execute("SELECT setup FROM matches WHERE id = ?", (match["match"],)).fetchone()[0]
        changed = json.dumps({**json.loads(setup), "seal": seal}, separators=(",", ":"))
        found.execute("UPDATE matches SET setup = ? WHERE id = ?", (changed, match["match"]))
    age(old, match["match"])

    async def act(hall: Hall) -> None:
        room = await hall.room(match["match"])
        assert (room.match.status, room.match.ending) == ("over", "void")

    opened(f"sqlite:///{old}", act)


def test_a_finished_match_keeps_the_result_that_it_had(old: Path) -> None:
    url = f"sqlite:///{old}"
    (match,) = kept("over", "potential")
    keep_it(url, match["match"])
    age(old, match["match"], last_move(old, match["match"]))

    async def act(hall: Hall) -> None:
        shown = (await hall.room(match["match"])).snapshot(())
        assert shown.result is not None
        assert (shown.result.ending, shown.result.scores) == (match["ending"], match["scores"])
        assert shown.log[-1].text.endswith("This is how the match was kept.")

    opened(url, act)


def test_a_finished_match_of_which_nothing_was_kept_is_void(old: Path) -> None:
    (match,) = kept("over", "potential")
    age(old, match["match"], last_move(old, match["match"]))

    async def act(hall: Hall) -> None:
        assert (await hall.room(match["match"])).match.ending == "void"

    opened(f"sqlite:///{old}", act)


def test_a_move_that_means_something_else_now_is_noticed(old: Path) -> None:
    url = f"sqlite:///{old}"
    (match,) = kept("running", "potential")
    keep_it(url, match["match"])
    with contextlib.closing(sqlite3.connect(old)) as found, found:
        (body,) = found.execute("SELECT body FROM keepsakes WHERE match = ?", (match["match"],)).fetchone()
        told = {**json.loads(zlib.decompress(body)), "told": "other words"}
        found.execute("UPDATE keepsakes SET body = ?", (zlib.compress(json.dumps(told).encode()),))
    age(old, match["match"])

    async def act(hall: Hall) -> None:
        assert (await hall.room(match["match"])).match.ending == "void"

    opened(url, act)


def test_there_is_a_record_of_every_game_and_version() -> None:
    for name in names():
        for version in range(1, game_class(name).rules_version + 1):
            assert (HERE / "records" / f"{name}-{version}.txt") in RECORDS, f"{name} of rules {version}: no record"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_of_older_rules_is_the_same_match_or_is_refused_in_a_sentence(file: Path) -> None:
    name, _, version = file.stem.rpartition("-")
    today = game_class(name).rules_version
    try:
        record = read(file.read_text(encoding="utf-8"))
        assert (record.game, record.rules) == (name, today)
    except BadRecord as error:
        assert int(version) < today, "by its own rules every record can be read"
        assert str(error).endswith(f"it was played by rules {version}, and these are {today}")
