"""A table and a Chromium for the tests of the page.

Without Playwright, a browser or the built page there is nothing to test.
"""

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import potluck.table
from table.servers import Server

BUILT = (Path(potluck.table.__file__).parent / "page" / "index.html").is_file()
if not (BUILT and importlib.util.find_spec("playwright") and shutil.which("chromium")):
    collect_ignore_glob = ["test_*.py"]
else:
    from playwright.sync_api import Browser, sync_playwright

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
