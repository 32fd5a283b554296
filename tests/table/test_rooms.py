"""The rooms of the table: nothing imports in a circle, and what a browser could run needs nothing of a server."""

import os
import subprocess
import sys

import grimp

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


def test_nothing_imports_in_a_circle_even_for_types() -> None:
    graph = grimp.build_graph("potluck", exclude_type_checking_imports=False, cache_dir=None)
    table = {module for module in graph.modules if module.startswith("potluck.table.")}
    assert len(table) > 50
    for module in sorted(table):
        imported = graph.find_modules_directly_imported_by(module)
        assert module not in imported
        assert [other for other in imported & table if graph.find_shortest_chain(other, module)] == [], module
