"""Imported once by the process that tables are forked from: what every table does first is done already."""

import contextlib
import io
import tempfile

import pytest  # noqa: F401

from potluck.cli import app
from potluck.core.errors import PotluckError
from potluck.table.live.catalogue import game_cards
from potluck.table.live.puzzling import check_puzzles
from potluck.table.live.teaching import check_lessons
from potluck.table.store.database import open_database
from potluck.table.web import serve  # noqa: F401

game_cards()
check_lessons()
check_puzzles()
with tempfile.TemporaryDirectory() as folder:
    open_database(f"sqlite:///{folder}/potluck.db").close()
with contextlib.suppress(PotluckError, SystemExit), contextlib.redirect_stderr(io.StringIO()):
    app(["table", "--limit", "none"])  # refused, once all that reads a command line is there
