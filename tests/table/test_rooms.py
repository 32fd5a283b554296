"""The rooms of the table: what a browser could run needs nothing of a server."""

import os
import subprocess
import sys

from kit import ROOT

SERVER_ONLY = ["sqlalchemy", "alembic", "starlette", "uvicorn", "websockets", "prometheus_client", "fcntl", "resource"]
PORTABLE = """
import importlib, pkgutil, sys, threading
for name in {blocked}:
    sys.modules[name] = None  # importing it fails
def refuse(*_):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
import potluck.table.match, potluck.table.protocol
for room in (potluck.table.match, potluck.table.protocol):
    for found in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
        importlib.import_module(found.name)
for name in ("hall", "rooms", "caretaker", "notices", "serving", "advice", "catalogue"):
    importlib.import_module(f"potluck.table.live.{{name}}")
print(sorted(name for name in sys.modules if name.startswith(("potluck.table.store", "potluck.table.web"))))
import asyncio
from table.memory import play
print(asyncio.run(play("potential", 8)) > 8)
"""


def test_protocol_match_and_live_run_without_a_server_a_database_or_a_thread() -> None:
    script = PORTABLE.format(blocked=SERVER_ONLY)
    paths = os.pathsep.join([str(ROOT / "tests"), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\nTrue\n", "")
