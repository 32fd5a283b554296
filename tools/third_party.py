"""Write THIRD-PARTY.txt anew: what the package carries of others' work, and what is installed beside it.

python tools/third_party.py, after the page was built; it reads the metadata of the packages that are installed here.
"""

import json
import re
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "THIRD-PARTY.txt"
PARTS = ROOT / "src" / "potluck" / "table" / "page" / "parts.json"
MODULES = ROOT / "web" / "node_modules"


def closure(requirements: list[str]) -> list[Distribution]:
    """List what requirements bring along on this machine, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(name)
        waiting += [Requirement(text) for text in found[name].requires or []]
    return [found[name] for name in sorted(found)]


def run_time() -> list[Distribution]:
    """List what pip installs with Potluck."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return closure(project["dependencies"])


def licence(part: Distribution) -> str:
    """Find the licence of a Python package in its metadata."""
    said = part.metadata.get_all("License-Expression") or part.metadata.get_all("License") or []
    kinds = [kind for kind in part.metadata.get_all("Classifier", []) if kind.startswith("License ::")]
    return str((said or [kind.rpartition(" :: ")[2] for kind in kinds] or ["unknown"])[0]).splitlines()[0]


def licence_text(part: Distribution) -> str:
    """Read the text of a Python package's licence."""
    name = part.metadata.get_all("License-File", [])[0]
    text = part.read_text(f"licenses/{name}")
    assert text, name
    return text


def carried() -> list[tuple[str, str, str]]:
    """List what the package carries: name, licence, text; the run-time of mypyc, and parts of the page."""
    mypy = distribution("mypy")
    parts = [("mypyc's run-time library (mypy)", licence(mypy), licence_text(mypy))]
    for name in json.loads(PARTS.read_text()):
        package = json.loads((MODULES / name / "package.json").read_text())
        text = next(path for path in (MODULES / name).iterdir() if path.name.lower().startswith("licen")).read_text()
        parts.append((name, package["license"], text))
    return parts


def write() -> str:
    """Write the whole text."""
    beside = "".join(f"{part.metadata['Name']}: {licence(part)}\n" for part in run_time())
    texts = "".join(f"\n\n== {name}: {kind}\n\n{text.strip()}\n" for name, kind, text in carried())
    return (
        "Potluck is under the licence in LICENSE. This file is written by tools/third_party.py.\n\n"
        f"Installed beside it by pip, each with its own licence in its metadata:\n\n{beside}\n"
        f"Carried inside the package, compiled or bundled:{texts}"
    )


if __name__ == "__main__":
    FILE.write_text(write(), encoding="utf-8")
