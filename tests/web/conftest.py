"""A table and a Chromium for the tests of the page."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from table.servers import Server
from web.browsing import FLAGS, Guest


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One table for all tests that leave it well."""
    with Server(data=tmp_path_factory.mktemp("data"), limits=("messages=20", "burst=40")) as table:
        yield table


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def guest(server: Server, chromium: Browser) -> Iterator[Guest]:
    """A person at the table, with a browser window of the usual size."""
    with Guest(chromium, server.port) as found:
        yield found
        found.must_be_quiet()
