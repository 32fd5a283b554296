"""The site as make site builds it, and a Chromium."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import make_site
from web.browsing import FLAGS


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from this source, or the folder POTLUCK_SITE; what has not changed comes from the cache."""
    folder = tmp_path_factory.mktemp("host") / "potluck"  # under a sub-path, as at GitHub Pages
    if "POTLUCK_SITE" in os.environ:
        folder.symlink_to(Path(os.environ["POTLUCK_SITE"]).resolve())
        return folder
    try:
        make_site.find_python()
    except make_site.Missing as missing:
        pytest.skip(f"NOT TESTED: {missing}")
    make_site.build(folder)
    return folder


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a module; what drives it runs a loop, and other modules run their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()
