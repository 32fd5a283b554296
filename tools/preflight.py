"""Look at the machine before anything is done: one sentence, with its remedy, for all that is not as it should be."""

import fcntl
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import urllib.parse
from pathlib import Path

OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 19)
ROOM = 1.5e9  # bytes that .venv, build and node_modules take together, and some air
DEBIAN = {
    "caddy": "caddy",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "nginx": "/usr/sbin/nginx",
    "postgresql": "/usr/lib/postgresql/*/bin/initdb",
    "strace": "strace",
    "systemd": "systemd-analyze",
}


class Missing(Exception):
    """Say what is missing and how to get it."""


def check_python() -> None:
    """Refuse a Python that is too old or cannot make a virtual environment."""
    if sys.version_info < OLDEST_PYTHON:
        raise Missing(
            f"Potluck needs Python 3.11 or newer, and this is {sys.version.split()[0]}: "
            "install a newer one and say which, as in make play PYTHON=python3.13"
        )
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Missing("Potluck needs Python's venv module: sudo apt-get install python3-venv")


def check_disk(place: Path) -> None:
    """Refuse a disk that would be full before the end."""
    free = shutil.disk_usage(place).free
    if free < ROOM:
        raise Missing(f"Potluck needs {ROOM / 1e9:.1f} GB to set up, and {free / 1e9:.1f} GB are free here: make room")


def why_interpreted() -> str:
    """Say why nothing can be compiled here, with the remedy; nothing if it can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    slow = "so the games will run interpreted: much slower, the bots weaker. For speed: sudo apt-get install {}"
    if os.environ.get("POTLUCK_INTERPRETED"):
        return "POTLUCK_INTERPRETED is set, so the games will run interpreted: much slower, the bots weaker."
    if shutil.which(compiler) is None:
        return f"There is no C compiler ({compiler}), " + slow.format("gcc python3-dev")
    if not compiles(compiler):
        return "Python's headers are missing, " + slow.format("python3-dev")
    return ""


def compiles(compiler: str) -> bool:
    """Try whether a file that needs Python's headers compiles."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "try.c")
        file.write_text("#include <Python.h>\nint tried;\n")
        command = [compiler, "-I" + sysconfig.get_path("include"), "-fsyntax-only", str(file)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def node_version(command: str = "node") -> "tuple[int, ...]":
    """Ask the machine's node for its version; none without node or without npm."""
    if shutil.which(command) is None or shutil.which("npm") is None:
        return ()
    answer = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in answer.strip().lstrip("v").split(".") if part.isdigit())


def has_node() -> bool:
    """Tell whether the machine's node can build the page."""
    return node_version() >= OLDEST_NODE


def index_address() -> "tuple[str, int]":
    """Find where packages come from, as far as the environment says: a proxy, or the index that pip was told."""
    for name in ("https_proxy", "HTTPS_PROXY", "PIP_PROXY", "PIP_INDEX_URL"):
        if os.environ.get(name):
            parts = urllib.parse.urlsplit(os.environ[name])
            return parts.hostname or "", parts.port or (80 if parts.scheme == "http" else 443)
    return "", 0


def has_route() -> bool:
    """Tell whether a way leads out of this machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents, which nobody has
        except OSError:
            return False
    return True


def network_notice() -> str:
    """Say that packages may not come; nothing if they can."""
    host, port = index_address()
    if answers(host, port) if host else has_route():
        return ""
    missing = host or "The network"
    return f"{missing} does not answer: without a network, the set-up works only with packages that pip has kept."


def answers(host: str, port: int) -> bool:
    """Tell whether a host takes a connection."""
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def is_table_open(data: str) -> bool:
    """Tell whether a table is open on a folder of matches, or on the user's own: then nothing of it may be replaced."""
    shared = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    lock = Path(data or Path(shared, "potluck"), "potluck.db")
    if not lock.exists():
        return False
    with lock.open() as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def missing_debian() -> "list[str]":
    """List the Debian packages that the tests need and are not here."""
    return [
        package for package, sign in DEBIAN.items() if not shutil.which(sign) and not list(Path("/").glob(sign[1:]))
    ]


def get_debian() -> None:
    """Install what the tests need from Debian, if we may; else say what to install."""
    missing = missing_debian()
    if not missing:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing(
            f"The tests need a browser, a database, proxies and strace: sudo apt-get install {' '.join(missing)}"
        )
    print(f"Installing {' '.join(missing)} from Debian …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *missing]):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
