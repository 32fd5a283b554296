"""What pip and python -m build call: the page is built once, with node from PyPI where there is none."""

import subprocess
from pathlib import Path

import pytest

import backend
import node
import preflight


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder without a built page."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "web").mkdir()
    return tmp_path


def test_a_clone_asks_for_node_where_there_is_none(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "has_node", lambda: False)
    assert backend.requirements() == [node.WHEEL]
    monkeypatch.setattr(preflight, "has_node", lambda: True)
    assert backend.requirements() == []


def test_an_sdist_needs_no_node(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "has_node", lambda: False)
    (clone / backend.PAGE).parent.mkdir(parents=True)
    (clone / backend.PAGE).touch()
    monkeypatch.setattr(subprocess, "run", None)  # nothing is run
    assert backend.requirements() == []
    backend.make_page()


def test_a_clone_builds_its_page_first(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(preflight, "has_node", lambda: True)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: calls.append(command))
    backend.make_page()
    assert [call[:2] for call in calls] == [["npm", "install"], ["npm", "run"]]


def test_npm_of_the_wheel_is_called_by_its_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "has_node", lambda: False)
    program, script = node.npm(Path("/wheel"))
    assert program == "/wheel/bin/node"
    assert script.endswith("/npm/bin/npm-cli.js")
    assert node.search_path(Path("/wheel")).startswith("/wheel/bin:")
