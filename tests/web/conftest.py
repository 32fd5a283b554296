"""A table and a Chromium for the tests of the page."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from potluck.lab.findings import find
from potluck.lab.plan import Plan, Vary, play_chunk
from potluck.lab.report import write_report
from table.servers import Server
from web.browsing import BROWSER, FLAGS, Guest

expect.set_options(timeout=30_000)  # what is slow on a busy machine is not wrong


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One table for all tests that leave it well."""
    limits = ("messages=20", "burst=40")
    with Server(data=tmp_path_factory.mktemp("data"), limits=limits, lab=lab_folder(tmp_path_factory)) as table:
        yield table


def lab_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Put a small study of the lab where the table shows it, with its report."""
    folder = tmp_path_factory.mktemp("lab")
    layouts = (Vary("layout", ("wave", "columns")),)
    plan = Plan(game="potential", options="removal_target=1", players=("uniform",), groups=20, vary=layouts)
    groups = [[row] for row in play_chunk(plan, range(20))]
    found = find(plan, groups, "potluck lab run potential")
    (folder / "layouts.json").write_bytes(msgspec.json.encode(found))
    (folder / "layouts.html").write_text(write_report(found, groups), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def regulars(server: Server, chromium: Browser) -> Iterator[Callable[[bool], Guest]]:
    """People who stay for several matches, at a desk or with a phone: their page is loaded once."""
    with ExitStack() as stack:
        yield cache(lambda phone: stack.enter_context(Guest(chromium, server.port, phone=phone)))


@pytest.fixture
def guest(server: Server, chromium: Browser) -> Iterator[Guest]:
    """A person at the table, with a browser window of the usual size."""
    with Guest(chromium, server.port) as found:
        yield found
        found.must_be_quiet()
