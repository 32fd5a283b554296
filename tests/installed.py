"""See that what is installed here opens a table with its page: python tests/installed.py compiled.

It needs nothing but Potluck and the standard library, so it runs on every wheel, in the container and on bare machines.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PATIENCE = 120  # seconds until a table is open
GAMES = ("potential", "struggle", "potion_explosion", "potus", "magic_potion")


def main(expected: str) -> None:
    """Ask for the version, open a table, and load its page as a browser would."""
    os.chdir(tempfile.gettempdir())  # not where the sources are
    potluck = [sys.executable, "-m", "potluck.cli"]
    version = subprocess.run([*potluck, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert f", {expected}, " in version, version
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [*potluck, "table", "--no-open", "--port", str(port), "--data", data]
        table = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait(table, port)
            parts = load_page(port)
        finally:
            table.send_signal(signal.SIGINT)
            table.wait(30)
    print(f"{version}: the table opened with {', '.join(parts)}")


def wait(table: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait until the table answers."""
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE:
        assert table.poll() is None, f"the table ended with {table.returncode}"
        try:
            fetch(port, "/healthz")
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"no table after {PATIENCE} s")


def fetch(port: int, path: str) -> str:
    """Fetch something from the table."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return str(answer.read().decode(errors="replace"))


def load_page(port: int) -> list[str]:
    """Load the page, its scripts and styles and the list of games."""
    page = fetch(port, "/")
    parts = re.findall(r'(?:src|href)="(/?[^":]+\.(?:js|css|svg))"', page)
    assert any(part.endswith(".js") for part in parts), f"the page has no script: {page[:300]}"
    for part in parts:
        assert fetch(port, "/" + part.lstrip("./")), part
    games = fetch(port, "/api/games")
    assert all(f'"{name}"' in games for name in GAMES), games[:300]
    return [Path(part).name for part in parts]


if __name__ == "__main__":
    main(sys.argv[1])
