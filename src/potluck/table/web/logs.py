"""The log: lines of JSON, always, in which no position, key or value of the database stands."""

import json
import logging
import os
import re
import sys
import threading
import traceback
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from potluck.core.errors import PotluckError

SIZE = 10 << 20  # bytes of one file
FILES = 5  # older ones that are kept
LONGEST = 500  # characters of one text
SECRET = re.compile(r"(?<=//)[^@/\s]+(?=@)|[A-Za-z0-9_-]{32,}")  # passwords in addresses, keys, seeds
NOISE = (
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade",
)  # anybody could fill the log with them
log = logging.getLogger("potluck.table")


class JsonLines(logging.Formatter):
    """Write each record as a line of JSON; of an error only what it is and where, not what it says."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        text = SECRET.sub("…", record.getMessage().strip())[:LONGEST]
        fields: dict[str, object] = {"time": at, "level": record.levelname, "from": record.name, "text": text}
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = kinds(record.exc_info[1])
            fields["where"] = [f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in frames(record.exc_info[1])]
        return json.dumps(fields)


def kinds(error: BaseException) -> list[str]:
    """Name an error and those that led to it; of the system's own also what they say, which is no secret."""
    found: list[str] = []
    at: BaseException | None = error
    while at is not None and len(found) < 10:
        said = f": {at.strerror}" if isinstance(at, OSError) and at.strerror else ""
        found.append(type(at).__name__ + said)
        at = at.__cause__ or at.__context__
    return found


def frames(error: BaseException) -> list[traceback.FrameSummary]:
    """List where an error came from, the innermost last."""
    return traceback.extract_tb(error.__traceback__)[-20:]


def begin_log(file: Path | None = None) -> None:
    """Send everything that is logged, warned of or goes wrong here to one place."""
    handler = logging.StreamHandler() if file is None else rotating(file)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.getMessage().startswith(NOISE))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name in ("alembic", "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = report
    sys.unraisablehook = lambda about: report(about.exc_type, about.exc_value, about.exc_traceback)
    threading.excepthook = lambda about: report(about.exc_type, about.exc_value, about.exc_traceback)


class OwnFile(RotatingFileHandler):
    """Write to a file that only its owner may read, and to another one when it is full."""

    def _open(self) -> Any:
        """Open the file."""
        return open(self.baseFilename, self.mode, encoding="utf-8", opener=lambda at, how: os.open(at, how, 0o600))


def rotating(file: Path) -> logging.Handler:
    """Open the file of the log, or say why it cannot be."""
    try:
        return OwnFile(file, maxBytes=SIZE, backupCount=FILES)
    except OSError as error:
        raise PotluckError(f"--log-file {file}: {error.strerror}") from error


def report(kind: type[BaseException], error: BaseException | None, at: TracebackType | None) -> None:
    """Log what nobody caught."""
    log.error("not caught: %s", kind.__name__, exc_info=(kind, error or kind(), at))
