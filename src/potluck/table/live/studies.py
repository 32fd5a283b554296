"""Studies of the lab that the host has put into a folder: the table only reads what they found.

NAME.json holds the findings of a study, as `potluck lab report --findings` writes them; NAME.html is its report.
"""

import logging
from functools import lru_cache
from pathlib import Path

import msgspec

from potluck.records.findings import Findings
from potluck.table.protocol.lists import LabStudy

MOST = 100  # studies listed
LARGEST = 4_000_000  # bytes of a file that is read
log = logging.getLogger("potluck.table")


class Studies:
    """Read a folder of studies; without one there are none."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def cards(self) -> list[LabStudy]:
        """List the studies by name; a file that cannot be read is left out, and the log says why."""
        files = sorted(self.folder.glob("*.json"))[:MOST] if self.folder else []
        found = ((file, read(file, *stamp(file))) for file in files)
        return [card(file, findings) for file, findings in found if findings]

    def report(self, name: str) -> bytes | None:
        """Return the report of a study that is listed."""
        for file in self.folder.glob("*.html") if self.folder else ():
            if file.stem == name and stamp(file)[1] <= LARGEST:
                return file.read_bytes()
        return None


def stamp(file: Path) -> tuple[int, int]:
    """Tell when a file was written, and its size."""
    found = file.stat()
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=MOST)
def read(file: Path, written: int, size: int) -> Findings | None:
    """Read the findings of a file, once for each time it is written."""
    try:
        if size > LARGEST:
            raise msgspec.ValidationError(f"expected at most {LARGEST} bytes")
        return msgspec.json.decode(file.read_bytes(), type=Findings)
    except (msgspec.MsgspecError, OSError, UnicodeDecodeError) as error:
        log.warning("%s is left out of the lab: %s", file, error)
        return None


def card(file: Path, findings: Findings) -> LabStudy:
    """Show what a study found."""
    return LabStudy(
        name=file.stem,
        game=findings.game,
        title=findings.title,
        options=findings.options,
        players=list(dict.fromkeys(findings.players)),
        rules_version=findings.rules,
        matches=findings.matches,
        sentences=findings.sentences,
        known=findings.known,
        report=file.with_suffix(".html").is_file(),
    )
