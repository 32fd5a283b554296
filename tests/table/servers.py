"""Real servers for tests: tables as processes of their own, and a PostgreSQL made for the occasion."""

import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from multiprocessing import forkserver
from pathlib import Path
from unittest import mock

GENEROUS = (
    "tables=1000000",
    "requests=100000",
    "request_burst=100000",
    "messages=10000",
    "burst=10000",
    "guesses=100000",
    "players=1000000",
    "lines=100000",
    "places=1000",
)
MOMENT = 0.005  # seconds
QUICK = ("secret_pause=0.0",)


def free_port() -> int:
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Forked:
    """A process forked from one that has imported everything, so that it starts in no time."""

    context = multiprocessing.get_context("forkserver")

    def __init__(self, arguments: list[str], log: str, watched: bool = False) -> None:
        self.context.set_forkserver_preload(["table.servers", "table.warm"])
        with mock.patch.dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))):  # to find these
            forkserver.ensure_running()
        self.process = self.context.Process(target=run_potluck, args=(arguments, log, watched), daemon=False)
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        self.process.join(seconds)
        assert self.process.exitcode is not None
        return self.process.exitcode


def run_potluck(arguments: list[str], log: str, watched: bool) -> None:
    """Run a command in this process."""
    if watched:
        watch_stalls()
    for number, name in ((1, log), (2, f"{log}.err" if Path(f"{log}.err").exists() else log)):
        with Path(name).open("a", encoding="utf-8") as file:
            os.dup2(file.fileno(), number)
    from potluck.cli import main

    sys.argv[1:] = arguments
    main()


def potluck_command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as a person would, but for the start of Python."""
    with tempfile.TemporaryDirectory() as folder:
        told, complained = Path(folder, "told"), Path(folder, "told.err")
        complained.touch()
        code = Forked(list(arguments), str(told)).wait(120)
        return subprocess.CompletedProcess(arguments, code, told.read_text(), complained.read_text())


def watch_stalls() -> None:
    """Write down what holds the loop for more than a moment, by its own processor time: other programs do not count."""
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # its callbacks cannot be watched
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        took = time.thread_time() - begun
        if took > MOMENT:
            print(f"stall {took:.4f} {handle!r}"[:400], flush=True)

    asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]


class Server:
    """Run one table."""

    def __init__(
        self,
        *,
        data: Path | None = None,
        database: str = "",
        limits: tuple[str, ...] = (),
        bots: int = 1,
        watched: bool = False,
        lab: Path | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        self.watched = watched
        self.opened = 0  # how much it had written by then
        self.port = free_port()
        self.arguments = ["--port", str(self.port), "--no-open", "--bots", str(bots)]
        self.arguments += ["--data", str(data)] if data else ["--database", database]
        self.arguments += ["--lab", str(lab)] if lab else []
        self.arguments += options
        for limit in (*GENEROUS, *QUICK, *limits):
            self.arguments += ["--limit", limit]
        self.process: Forked | subprocess.Popen[bytes] | None = None
        self.log = tempfile.NamedTemporaryFile(prefix="table", suffix=".log")  # noqa: SIM115

    def spawn(self) -> "Forked | subprocess.Popen[bytes]":
        """Make the process."""
        return Forked(["table", *self.arguments], self.log.name, self.watched)

    def start(self) -> "Server":
        """Start the process, and wait until it is well."""
        self.process = self.spawn()
        try:
            self.wait()
        except BaseException:
            self.__exit__()  # nobody else would end it
            raise
        self.opened = len(self.said())
        return self

    def wait(self) -> None:
        """Wait until the table says that it is well."""
        assert self.process is not None
        for _ in range(6000):  # two minutes, for a busy machine
            if self.is_well():
                return
            if self.process.poll() is not None:
                raise AssertionError(self.said())
            time.sleep(0.02)
        raise AssertionError("the table did not open\n" + self.said())

    def is_well(self) -> bool:
        """Ask the table how it is; on a busy machine a loop may be late, and is well all the same."""
        try:
            urllib.request.urlopen(f"http://localhost:{self.port}/healthz", timeout=2).read()
        except urllib.error.HTTPError as answer:
            return list(json.loads(answer.read())["ill"]) == ["loop"]
        except (OSError, http.client.HTTPException):  # the latter where a connection to a free port reaches itself
            return False
        return True

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> int:
        """End the process; return its code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(20)
        self.process = None
        return code

    def said(self) -> str:
        """Return what the process has written."""
        return Path(self.log.name).read_text(encoding="utf-8")

    def stalls(self) -> list[tuple[float, str]]:
        """List what has held the loop for more than a moment since the table was open, the longest first."""
        lines = [
            line.split(maxsplit=2) for line in self.said()[self.opened :].splitlines() if line.startswith("stall ")
        ]
        return sorted(((float(took), what) for _, took, what in lines), reverse=True)

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.end()
        self.log.close()


def as_postgres(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


def tools() -> Path:
    """Find PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found and (initdb := shutil.which("initdb")):
        found = [Path(initdb)]
    assert found, "these tests need PostgreSQL: apt-get install postgresql"
    return found[-1].parent


class Postgres:
    """Run a PostgreSQL in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"postgresql://potluck@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Make the cluster."""
        self.folder.chmod(0o777)
        data = str(self.folder / "data")
        self.run(["initdb", "-D", data, "-U", "potluck", "-A", "trust", "-E", "UTF8", "--no-sync"])

    def start(self) -> None:
        """Start the server."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        data = str(self.folder / "data")
        self.run(["pg_ctl", "-D", data, "-w", "-l", str(self.folder / "log"), "-o", options, "start"])

    def stop(self, mode: str = "fast") -> None:
        """Stop the server."""
        self.run(["pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop"])

    def run(self, command: list[str]) -> None:
        """Run one of PostgreSQL's programs."""
        found = str(tools() / command[0])
        done = subprocess.run(
            as_postgres([found, *command[1:]]), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/"
        )
        assert done.returncode == 0, done.stderr.decode()


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Make a PostgreSQL, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="potluck-pg", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
