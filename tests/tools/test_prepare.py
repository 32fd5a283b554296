"""Setting up: what is done is known, what is missing is said in a sentence with its remedy."""

import fcntl
import importlib.util
import json
import os
import shutil
import socket
import sys
import threading
from collections import namedtuple
from pathlib import Path

import pytest

import preflight
import prepare
from progress import Failed, Progress

Usage = namedtuple("Usage", "total used free")


def make_tool(folder: Path, name: str, text: str) -> None:
    """Put a small program into a folder."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


# Preflight


def test_this_python_will_do() -> None:
    preflight.check_python()


def test_an_old_python_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(preflight.Missing, match=r"needs Python 3\.11 or newer.*make play PYTHON=python3\.13"):
        preflight.check_python()


def test_without_venv_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(preflight.Missing, match="sudo apt-get install python3-venv"):
        preflight.check_python()


def test_a_full_disk_is_noticed_before_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    preflight.check_disk(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(10, 10, 3e8))
    with pytest.raises(preflight.Missing, match=r"needs 1\.5 GB to set up, and 0\.3 GB are free"):
        preflight.check_disk(tmp_path)


def test_without_a_compiler_it_is_interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("POTLUCK_INTERPRETED", raising=False)
    monkeypatch.setenv("CC", str(tmp_path / "cc"))
    assert "There is no C compiler" in preflight.why_interpreted()
    assert preflight.why_interpreted().endswith("sudo apt-get install gcc python3-dev")


def test_without_headers_it_is_interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("POTLUCK_INTERPRETED", raising=False)
    make_tool(tmp_path, "cc", "echo 'fatal error: Python.h: No such file' >&2; exit 1")
    monkeypatch.setenv("CC", str(tmp_path / "cc"))
    assert preflight.why_interpreted().startswith("Python's headers are missing, so the games will run interpreted")
    make_tool(tmp_path, "cc", "exit 0")
    assert preflight.why_interpreted() == ""


@pytest.mark.parametrize(
    ("tools", "fits"),
    [
        ({}, False),
        ({"node": "v18.19.0"}, False),
        ({"node": "v20.19.2"}, False),
        ({"node": "v18.19.0", "npm": ""}, False),
        ({"node": "v20.19.0", "npm": ""}, True),
        ({"node": "v24.1.0", "npm": ""}, True),
    ],
)
def test_node_must_be_new_and_have_npm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tools: dict[str, str], fits: bool
) -> None:
    for name, version in tools.items():
        make_tool(tmp_path, name, f"echo {version}")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert preflight.has_node() == fits


def test_the_network_is_asked_where_packages_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "PIP_PROXY", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    assert preflight.index_address() == ("", 0)
    for route, notice in ((True, ""), (False, "The network does not answer")):
        monkeypatch.setattr(preflight, "has_route", lambda route=route: route)
        assert preflight.network_notice()[:27] == notice
    with socket.create_server(("127.0.0.1", 0)) as index:
        port = index.getsockname()[1]
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{port}/simple")
        assert preflight.index_address() == ("127.0.0.1", port)
        assert preflight.network_notice() == ""
    assert preflight.network_notice().startswith("127.0.0.1 does not answer")


def test_a_table_that_is_open_is_left_alone(tmp_path: Path) -> None:
    assert not preflight.is_table_open(str(tmp_path))
    with (tmp_path / "potluck.db").open("w") as lock:
        assert not preflight.is_table_open(str(tmp_path))
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert preflight.is_table_open(str(tmp_path))


def test_the_readme_names_what_the_tests_need() -> None:
    words = " ".join((Path(__file__).parents[2] / "README.md").read_text().split())
    assert f"`make test` also needs {listed(sorted(preflight.DEBIAN))}, and says so first." in words


def listed(names: list[str]) -> str:
    """Write names as the README does."""
    return ", ".join(f"`{name}`" for name in names[:-1]) + f" and `{names[-1]}`"


def test_what_the_tests_need_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(preflight, "missing_debian", lambda: ["chromium", "strace"])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(preflight.Missing, match="sudo apt-get install chromium strace"):
        preflight.get_debian()


# Steps


def test_a_digest_changes_with_any_source_and_with_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    before = prepare.digest(str(tmp_path))
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("built")
    (tmp_path / "a.py").touch()
    assert prepare.digest(str(tmp_path)) == before
    (tmp_path / "a.py").write_text("2")
    assert prepare.digest(str(tmp_path)) != before


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make something that looks like a finished .venv in an empty folder."""
    make_tool(tmp_path, "python", f"echo '{sys.version}'".replace("\n", " "))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(prepare, "NOTES", tmp_path / "made-from.json")
    monkeypatch.setattr(prepare, "PYTHON", str(tmp_path / "python"))
    monkeypatch.setattr(sys, "version", sys.version.replace("\n", " "))
    prepare.NOTES.write_text(json.dumps({"place": str(tmp_path), "package": "abc"}))
    return tmp_path


def test_what_is_done_is_known(venv: Path) -> None:
    assert prepare.read_notes()["package"] == "abc"


def test_a_half_made_environment_is_made_anew(venv: Path) -> None:
    make_tool(venv, "python", "exit 1")  # as when pip is missing in it
    assert prepare.read_notes() == {}
    prepare.NOTES.unlink()
    assert prepare.read_notes() == {}


def test_a_folder_that_was_renamed_gets_a_new_environment(venv: Path) -> None:
    prepare.NOTES.write_text(json.dumps({"place": "/home/before", "package": "abc"}))
    assert prepare.read_notes() == {}


def test_an_environment_of_another_python_is_made_anew(venv: Path) -> None:
    make_tool(venv, "python", "echo 3.9.2")
    assert prepare.read_notes() == {}


def test_the_page_waits_for_node_and_for_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "read_notes", dict)
    steps = prepare.Steps(interpreted="")
    done: list[str] = []
    arrived = threading.Event()

    def install(step: str, stale: list[str]) -> None:
        done.append(step)
        if step == "libraries":
            assert arrived.wait(10)  # the page is built meanwhile

    def npm(name: str, *arguments: str) -> None:
        done.append(name)
        arrived.set()

    monkeypatch.setattr(steps, "install", install)
    monkeypatch.setattr(steps, "npm", npm)
    monkeypatch.setattr(steps, "note", lambda step: None)
    steps.side_by_side([steps.libraries, steps.page], ["modules"])
    assert done[0] == "node"
    assert done.index("libraries") < done.index("dev")


def test_a_page_whose_node_does_not_come_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "read_notes", dict)
    steps = prepare.Steps(interpreted="")
    steps.progress = Progress(Path(os.devnull))

    def fail(step: str, stale: list[str]) -> None:
        raise Failed(step)

    monkeypatch.setattr(steps, "install", fail)
    with pytest.raises(Failed, match="node"):
        steps.side_by_side([steps.libraries, steps.page], [])


def test_only_what_changed_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "read_notes", dict)
    steps = prepare.Steps(interpreted="")
    assert steps.stale("play") == ["builders", "node", "libraries", "package", "modules", "page", "whole"]
    steps.notes = dict(steps.made_from)
    assert steps.stale("test") == []
    steps.notes["page"] = steps.notes["whole"] = "older"
    assert steps.stale("play") == ["page", "whole"]
    slow = prepare.Steps(interpreted="There is no C compiler")
    slow.notes = dict(steps.made_from)
    assert slow.stale("play") == ["package", "whole"]  # and when a compiler appears, it is compiled


def test_two_set_ups_of_one_folder_come_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    entered, left = threading.Event(), threading.Event()

    def other() -> None:
        with prepare.alone():
            entered.set()
            assert left.is_set()

    with prepare.alone():
        waiting = threading.Thread(target=other)
        waiting.start()
        assert not entered.wait(0.3)
        left.set()
    waiting.join(10)
    assert entered.is_set()
    assert "Another command is setting up this folder; waiting for it." in capsys.readouterr().out


# Progress


def test_what_a_step_says_to_people_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(tmp_path / "log")
    progress.run("building", ["sh", "-c", "echo noise; echo potluck: compiled 1 of 7"])
    shown = capsys.readouterr().out
    assert "compiled 1 of 7" in shown
    assert "noise" not in shown
    assert (tmp_path / "log").read_text() == "noise\npotluck: compiled 1 of 7\n"


def test_a_step_that_takes_long_says_how_far_it_is(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "log")
    progress.under_way["building"] = progress.begun
    assert progress.describe("building") == "building (0 s)"
    progress.heard["building"] = "compiled 4 of 9: potus"
    assert progress.describe("building") == "building (compiled 4 of 9: potus, 0 s)"


def test_a_step_that_fails_shows_how_it_ended(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"building failed:\nno space left\n\(all of it: .*log\)"):
        Progress(tmp_path / "log").run("building", ["sh", "-c", "echo no space left; exit 1"])
