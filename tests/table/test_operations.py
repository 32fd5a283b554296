"""Running a table: health, figures, limits, copies, records in and out."""

import asyncio
import re
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import text

import potluck
from potluck.core.errors import BadOptions, PotluckError
from potluck.records import read
from potluck.records.match import Match
from potluck.records.record import write
from potluck.table.store.database import HEAD, Database, current_revision, migrate
from potluck.table.store.schema import metadata
from potluck.table.web.limits import DEFAULT, Limits, read_limits
from potluck.table.web.opening import Address
from potluck.table.web.page import Page
from potluck.table.web.serve import check_token
from table.client import Client
from table.servers import Postgres, Server, potluck_command
from table.test_auth import begin


def test_the_limits_that_we_ship() -> None:
    assert (DEFAULT.frame, DEFAULT.body, DEFAULT.record) == (4096, 65_536, 1 << 20)
    assert (DEFAULT.messages, DEFAULT.burst, DEFAULT.out_queue) == (20, 40, 64)
    assert (DEFAULT.tables, DEFAULT.spectators) == (30, 256)
    assert (DEFAULT.ping, DEFAULT.ping_timeout, DEFAULT.upgrade, DEFAULT.stop) == (20, 20, 10, 5)


def test_every_limit_can_be_set() -> None:
    for field in msgspec.structs.fields(Limits):
        changed = read_limits([f"{field.name}=7"])
        assert getattr(changed, field.name) == 7
    for bad in ("nothing=1", "frame=many", "frame"):
        with pytest.raises(BadOptions, match="limit"):
            read_limits([bad])


def test_a_weak_token_is_refused() -> None:
    check_token("")
    check_token("x" * 16)
    with pytest.raises(BadOptions, match="at least 16"):
        check_token("secret")


def test_addresses_and_links() -> None:
    assert "localhost:8765" in Address().hosts()
    assert Address().bind() == "127.0.0.1"
    assert Address(lan=True).bind() == "0.0.0.0"
    assert Address(origins=("https://potluck.example",)).links()[0] == "https://potluck.example"


def test_health_and_figures(server: Server) -> None:
    url = f"http://localhost:{server.port}"
    assert httpx.get(f"{url}/healthz").json() == {"status": "ok", "ill": {}}
    figures = httpx.get(f"{url}/metrics").text
    for name in ("loop_lag_seconds", "commit_seconds", "sockets", "rooms", "saved_total", "refusals_total"):
        assert f"potluck_{name}" in figures


def test_the_plain_page_stands_in_until_the_page_is_built(server: Server, tmp_path: Path) -> None:
    answer = httpx.get(f"http://localhost:{server.port}/match/abc")
    assert answer.status_code == 200
    assert "text/html" in answer.headers["content-type"]
    page = Page(tmp_path)
    (tmp_path / "index.html").write_text("built", encoding="utf-8")
    assert page.find("index.html") is not None
    assert page.find("../" + tmp_path.name + "x") is None
    assert page.find("nothing") is None


def test_two_tables_cannot_share_a_folder(server: Server) -> None:
    folder = server.arguments[server.arguments.index("--data") + 1]
    with pytest.raises(PotluckError, match="another table"):
        Database(f"sqlite:///{folder}/potluck.db")


def test_sqlite_is_durable(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/potluck.db")
    with database.writer.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    database.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_make_the_tables_of_the_schema(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    postgres: Postgres | None = request.getfixturevalue("database") if kind == "postgresql" else None
    database = Database(postgres.url if postgres else f"sqlite:///{tmp_path}/potluck.db")
    migrate(database)
    migrate(database)
    with database.writer.connect() as connection:
        assert current_revision(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_an_odd_database_is_refused() -> None:
    with pytest.raises(PotluckError, match="expected sqlite"):
        Database("nonsense")


def test_backup_export_import(data: Path, tmp_path: Path) -> None:
    async def play(port: int) -> str:
        async with Client(port) as client:
            match, ann, _ = await begin(client)
            version = (await client.show(match, ann))["version"]
            assert (await client.command(match, ann, version, {"do": "resign"}))["type"] == "done"
            return match

    copy = tmp_path / "copy" / "potluck.db"
    copy.parent.mkdir()
    with Server(data=data) as server:
        match = asyncio.run(play(server.port))
        done = potluck_command("backup", str(copy), "--data", str(data))
        assert done.returncode == 0, done.stderr
        assert "checked" in done.stdout
    assert potluck_command("backup", str(copy), "--data", str(data)).returncode == 2
    out = tmp_path / "records"
    assert potluck_command("export", str(out), "--data", str(copy.parent)).returncode == 0
    text_ = (out / f"{match}.txt").read_text(encoding="utf-8")
    assert read(text_).ending == "resigned"
    done = potluck_command("import", str(out / f"{match}.txt"), "--data", str(data))
    assert done.returncode == 0, done.stderr
    imported = re.search(r"match ([0-9a-f]{16})", done.stdout)
    assert imported
    with Server(data=data) as server:
        shown = httpx.get(f"http://localhost:{server.port}/api/matches/{imported[1]}").json()
        assert (shown["status"], shown["result"]["ending"]) == ("over", "resigned")


def test_imp_bad_records_are_refused_with_their_line(server: Server) -> None:
    game = potluck.load("potential")
    good = write(Match(game).record())
    bad = {
        good.replace("Rules: 2", "Rules: 99"): "rules",
        good + "1. 0 c2-c9\n": "line",
        good.replace("Result: *", "Result: 1 -1\nEnding: PT17"): "Ending",
        good + "1. 0 " + "x " * 400_000: "line",
        "": "record",
        "\x00": "line",
    }
    url = f"http://localhost:{server.port}"
    before = httpx.get(f"{url}/metrics").text
    for record, word in bad.items():
        answer = httpx.post(f"{url}/api/records", content=record.encode(), timeout=20)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_record"), record[:80]
        assert word in answer.json()["sentence"]
    assert httpx.post(f"{url}/api/records", content=b"\xff\xfe").json()["code"] == "bad_record"
    saved = re.compile(r"potluck_saved_total (\d+)")
    assert saved.search(before)
    good_one = httpx.post(f"{url}/api/records", content=good.encode())
    assert good_one.status_code == 201
