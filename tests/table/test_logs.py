"""The log: lines of JSON, always, without positions, keys or values of the database."""

import asyncio
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from potluck.core.errors import PotluckError
from potluck.table.store.database import Database, migrate
from potluck.table.web import logs
from potluck.table.web.logs import JsonLines, begin_log, report
from table.client import Client
from table.servers import Server
from table.test_auth import begin

SECRET = "s3cret" * 6


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Path]:
    """A log into a file; afterwards everything is as it was."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        begin_log(tmp_path / "log")
        yield tmp_path / "log"
        for handler in root.handlers:
            handler.close()
        logging.captureWarnings(False)
    root.handlers[:], root.level = before[0], before[1]
    sys.excepthook, sys.unraisablehook, threading.excepthook = hooks


def read(file: Path) -> list[dict[str, object]]:
    """Read all lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def fail(*_: object) -> None:
    """Go wrong, saying too much."""
    try:
        raise OSError(28, "No space left on device")
    except OSError as error:
        raise ValueError(f"position {SECRET}\nsecond line") from error


def test_errors_are_told_by_kind_and_place_and_not_by_their_words(lines: Path) -> None:
    try:
        fail()
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    (told,) = read(lines)
    assert told["text"] == "Exception in ASGI application"
    assert told["error"] == ["ValueError", "OSError: No space left on device"]
    assert str(told["where"][-1]).startswith("test_logs.py:")  # type: ignore[index]
    assert SECRET not in lines.read_text()


def test_whatever_goes_wrong_anywhere_is_a_line(lines: Path) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    warnings.warn("odd\nindeed", stacklevel=1)
    report(ValueError, None, None)

    async def forget() -> None:
        asyncio.get_running_loop().call_soon(fail)
        await asyncio.sleep(0.01)

    asyncio.run(forget())
    told = read(lines)
    assert [line["from"] for line in told] == ["potluck.table", "py.warnings", "potluck.table", "asyncio"]
    assert told[0]["error"] == told[3]["error"] == ["ValueError", "OSError: No space left on device"]


def test_keys_and_passwords_do_not_stand_in_it(lines: Path) -> None:
    logging.getLogger("x").warning("key %s, postgresql://ann:hunter2@db/potluck", SECRET)
    assert read(lines)[0]["text"] == "key …, postgresql://…@db/potluck"


def test_strangers_cannot_fill_it(lines: Path) -> None:
    for said in ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.", "well"):
        logging.getLogger("uvicorn.error").warning(said)
    logging.getLogger("uvicorn.error").info("connection open")
    logging.getLogger("x").warning("y" * 10_000 + " " * 10_000)
    assert [len(str(line["text"])) for line in read(lines)] == [4, 1]  # one long word could be a key


def test_a_full_file_makes_room_for_another(lines: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (handler,) = [each for each in logging.getLogger().handlers if isinstance(each, logs.OwnFile)]
    monkeypatch.setattr(handler, "maxBytes", 2000)
    for number in range(200):
        logging.getLogger("x").warning("line %d", number)
    files = sorted(lines.parent.iterdir())
    assert [file.name for file in files] == ["log", "log.1", "log.2", "log.3", "log.4", "log.5"]
    assert all(file.stat().st_size <= 2000 for file in files)
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)
    assert read(lines)[-1]["text"] == "line 199"


def test_a_file_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PotluckError, match=r"^--log-file .*: No such file or directory$"):
        begin_log(tmp_path / "nowhere" / "log")


def test_values_of_the_database_are_not_told(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/potluck.db")
    migrate(database)
    with database.reader.connect() as connection, pytest.raises(Exception, match="hide_parameters") as failed:
        connection.execute(text("SELECT nothing FROM nowhere WHERE x = :x"), {"x": SECRET})
    assert SECRET not in str(failed.value)
    database.close()


def test_a_table_writes_nothing_but_lines_of_json(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.log"
    server = Server(data=data)
    server.arguments += ["--log-file", str(file)]
    with server:

        async def play() -> None:
            async with Client(server.port) as client:
                match, ann, _ = await begin(client)
                seat = await client.socket(match, ann)
                seat.socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
                await seat.socket.wait_closed()

        asyncio.run(play())
        assert "Traceback" not in server.said()
    assert all({"time", "level", "from", "text"} <= set(line) for line in read(file))
    assert logs.SIZE == 10 << 20
    assert JsonLines().format(logging.makeLogRecord({"msg": "a\nb"})).count("\n") == 0
