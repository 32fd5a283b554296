"""The site in a real browser, under a sub-path: with the server gone, and with bad luck of every kind."""

import contextlib
import gzip
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from solo.hosting import Host
from web.browsing import SHORT, Guest, plan_of
from web.test_for_everybody import violations
from web.test_learn import Learner
from web.test_learn import by_mouse as point_at
from web.test_puzzles import by_mouse, clicks, easiest
from web.test_puzzles import play as solve

PATIENCE = 120_000  # milliseconds for a kernel to start on a busy machine
ASK = "async ([method, address, body]) => { const a = await potluck.send(method, address, {body}); return a.text() }"
expect.set_options(timeout=60_000)
# Change what the browser keeps, from outside of the table: a page of the site that has no table runs it.
CHANGE = """([version, folder, text]) => new Promise((done, failed) => {
    const request = indexedDB.open("potluck-solo", version ?? undefined);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
        const database = request.result;
        if (!folder) return database.close(), done();
        const change = database.transaction(folder, "readwrite");
        change.oncomplete = () => (database.close(), done());
        change.objectStore(folder).openCursor().onsuccess = ({ target: { result } }) => {
            if (result) result.update(text), result.continue();
        };
    };
})"""

# Cut off what the browser keeps of a started Python.
CUT = """async length => {
    const name = (await caches.keys()).find((name) => name.startsWith("potluck-memory-"));
    const cache = await caches.open(name), [key] = await cache.keys();
    const whole = await (await cache.match(key)).arrayBuffer();
    await cache.put(key, new Response(whole.slice(0, length ?? whole.byteLength / 2)));
}"""


def wait_until_open(page: Page) -> None:
    """Wait for the table in the worker; the page's policy allows no other way to ask again and again."""
    for _ in range(PATIENCE // 200):
        phase = page.evaluate("globalThis.potluck?.table.phase")
        if phase == "ready":
            return
        if phase == "failed":
            break
        page.wait_for_timeout(200)
    raise AssertionError(page.evaluate("JSON.stringify(globalThis.potluck?.table)"))


class SoloGuest(Guest):
    """Somebody with a browser and no server."""

    def __init__(self, browser: Browser, host: Host, **more: Any) -> None:
        super().__init__(browser, host.port, **more)
        self.page.set_default_timeout(60_000)
        self.home = f"http://localhost:{host.port}/potluck/"
        self.page.goto(self.home)
        self.wait_until_open()

    def wait_until_open(self) -> None:
        """Wait for the table in the worker."""
        wait_until_open(self.page)

    def ask(self, method: str, address: str, body: str = "") -> str:
        """Ask the table in the worker."""
        return str(self.page.evaluate(ASK, [method, address, body]))

    def begin(self, game: str, *seats: dict[str, Any], **chosen: Any) -> str:
        """Create a match as the page does, and open it."""
        plan = plan_of(game, *seats, **chosen)
        match = str(json.loads(self.ask("POST", "/api/matches", json.dumps(plan)))["match"])
        self.go(f"/match/{match}")
        return match

    def go(self, path: str) -> None:
        """Follow a link of the page."""
        self.page.evaluate("path => { location.hash = path }", path)

    def reload(self) -> None:
        """Load the page anew."""
        self.page.reload()
        self.wait_until_open()

    def wait_until_kept(self) -> None:
        """Wait until the page works without a network."""
        expect(self.page.get_by_text("now works without a network")).to_be_visible(timeout=PATIENCE)

    def change(self, folder: str = "", text: str = "", version: int | None = None) -> None:
        """Change what the browser keeps while no table is open."""
        self.page.goto(f"{self.home}pot.svg")
        self.page.evaluate(CHANGE, [version, folder, text])
        self.page.goto(self.home)


@pytest.fixture(scope="module")
def traveller(site: Path, chromium: Browser) -> Iterator[SoloGuest]:
    """Somebody whose server has gone away after the first visit."""
    host = Host(site.parent)
    with SoloGuest(chromium, host) as guest:
        guest.wait_until_kept()
        host.stop()
        yield guest
        guest.must_be_quiet()


@pytest.fixture(scope="module")
def unlucky(site: Path, chromium: Browser) -> Iterator[SoloGuest]:
    """Somebody to whom everything happens."""
    host = Host(site.parent)
    with SoloGuest(chromium, host) as guest:
        yield guest
    host.stop()


# With the server gone


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_with_the_server_gone(traveller: SoloGuest, game: str, tmp_path: Path) -> None:
    match, dice = traveller.begin(game), random.Random(5)
    traveller.play_by_click_once(dice)
    said = traveller.page.get_by_text("in your own browser")
    if said.count():  # once, not at every match
        traveller.page.get_by_role("button", name="OK").click()
    ply = traveller.fact("ply")
    traveller.reload()  # in mid-match, from what the browser has kept
    traveller.wait_for_turn()
    assert int(traveller.fact("ply")) >= int(ply)
    assert said.count() == 0
    assert violations(traveller) == []
    traveller.play_by_click(dice)
    traveller.must_be_over()
    record = tmp_path / f"{game}.txt"
    record.write_text(traveller.ask("GET", f"/api/matches/{match}/record"), encoding="utf-8")
    verify = [sys.executable, "-m", "potluck.cli", "verify", str(record)]
    verified = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def finished(guest: SoloGuest) -> str:
    """Play a short match by commands, and give up."""
    match = guest.begin("struggle")
    guest.play_by_click_once(random.Random(3))
    guest.wait_for_turn()
    for number in range(600):
        shown = json.loads(guest.ask("GET", f"/api/matches/{match}"))
        command = {"type": "command", "id": f"{number:032x}", "v": shown["version"], "a": {"do": "resign"}}
        guest.ask("POST", f"/api/matches/{match}/commands", json.dumps(command))
        listed = json.loads(guest.ask("GET", "/api/me/matches"))["matches"]
        if any(one["card"]["match"] == match and one["card"]["status"] == "over" for one in listed):
            return match
        guest.page.wait_for_timeout(100)
    raise AssertionError(shown)


def test_history_and_what_is_saved_and_brought_back(traveller: SoloGuest, tmp_path: Path) -> None:
    match, page = finished(traveller), traveller.page
    traveller.go("/")
    page.get_by_role("link", name="All ").click()
    row = page.locator(f'[data-row="{match}"]')
    expect(row.get_by_text("Lost")).to_be_visible()
    assert violations(traveller) == []
    row.get_by_role("button", name="More about").click()
    with page.expect_download() as record:
        page.get_by_role("link", name="Download the record").click()
    assert Path(record.value.path()).read_text(encoding="utf-8").startswith("Game: struggle\n")
    traveller.go("/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all matches").click()
    file = tmp_path / "saved.json"
    saved.value.save_as(file)
    traveller.go("/matches")
    row.get_by_role("button", name="More about").click()
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete it").click()
    expect(row).to_have_count(0)
    traveller.go("/")
    page.locator("input[type=file]").set_input_files(file)
    expect(row).to_be_visible(timeout=PATIENCE)
    wait_until_open(page)
    traveller.go("/")
    page.locator("input[type=file]").set_input_files(str(record.value.path()))
    expect(page.get_by_role("button", name="Forward one move")).to_be_visible()


def test_review_and_analysis_of_a_match(traveller: SoloGuest) -> None:
    match, page = finished(traveller), traveller.page
    traveller.go(f"/review/{match}")
    page.wait_for_selector("main.rev[data-status=done]", timeout=PATIENCE)
    assert violations(traveller) == []
    traveller.go(f"/replay/{match}")
    page.locator("[data-act=analyse]").click()
    page.wait_for_selector(".lines li button", timeout=PATIENCE)
    page.locator(".lines li button").first.click()
    expect(page.locator(".tree .move")).to_have_count(1)
    page.get_by_role("button", name="Share by link").click()
    traveller.reload()
    expect(page.locator(".tree .move")).to_have_count(1)


def test_a_lesson_and_a_puzzle(traveller: SoloGuest) -> None:
    traveller.go("/learn/struggle/1/1")
    assert Learner(traveller, point_at).do_step()
    assert violations(traveller) == []
    puzzle = easiest("potential", "win")
    traveller.go(f"/puzzles/potential/{puzzle.id}")
    solve(traveller, clicks("potential", puzzle), by_mouse)
    expect(traveller.page.locator("main.pz")).to_have_attribute("data-phase", "solved")
    assert violations(traveller) == []


def test_it_can_be_installed(traveller: SoloGuest) -> None:
    traveller.go("/")
    assert violations(traveller) == []
    devtools = traveller.context.new_cdp_session(traveller.page)
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{traveller.home}manifest.webmanifest"


# Bad luck


def test_without_room_nothing_counts_that_was_not_saved(unlucky: SoloGuest) -> None:
    page = unlucky.page
    page.goto(f"{unlucky.home}pot.svg")
    page.wait_for_timeout(3000)  # Chromium remembers for a while how much room there was
    devtools = unlucky.context.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": unlucky.home, "quotaSize": 1})
    page.goto(unlucky.home)
    unlucky.wait_until_open()
    page.locator("[data-play=struggle]").click()
    expect(page.get_by_text("no room left").first).to_be_visible()
    assert json.loads(unlucky.ask("GET", "/api/me/matches"))["matches"] == []
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": unlucky.home})
    page.wait_for_timeout(3000)  # the table tries again every second
    page.locator("[data-play=struggle]").click()
    expect(unlucky.table).to_be_visible()


@pytest.mark.parametrize("length", [None, 0])
def test_a_damaged_memory_is_thrown_away_and_made_anew(unlucky: SoloGuest, length: int | None) -> None:
    unlucky.page.goto(unlucky.home)
    unlucky.reload()
    assert unlucky.page.evaluate("potluck.table.snapshot")
    unlucky.page.evaluate(CUT, length)
    unlucky.reload()
    assert not unlucky.page.evaluate("potluck.table.snapshot")
    json.loads(unlucky.ask("GET", "/api/me/matches"))


def test_a_killed_tab_loses_nothing_and_a_second_one_takes_the_table_over(unlucky: SoloGuest) -> None:
    match = unlucky.begin("struggle", {"kind": "person", "name": "Ben"})
    unlucky.wait_for_turn()
    unlucky.play_by_click_once(random.Random(2))
    unlucky.wait_for_turn()
    ply, first = unlucky.fact("ply"), unlucky.page
    second = unlucky.context.new_page()
    second.goto(unlucky.home)
    second.get_by_role("button", name="Play here").click(timeout=PATIENCE)
    wait_until_open(second)
    expect(first.get_by_text("one table is enough")).to_be_visible()
    first.evaluate("location.hash = '/'")
    expect(first.get_by_text("Potluck is open in another tab.", exact=True)).to_be_visible()
    first.close()
    second.evaluate("match => { location.hash = '/match/' + match }", match)
    expect(second.locator("main.table")).to_have_attribute("data-ply", ply)
    third = unlucky.window = unlucky.context.new_page()
    with contextlib.suppress(Error):
        second.goto("chrome://crash")
    third.goto(f"{unlucky.home}#/match/{match}")
    unlucky.wait_until_open()
    expect(unlucky.table).to_have_attribute("data-ply", ply)


def test_damaged_matches_are_named_and_saved_with_the_others(unlucky: SoloGuest) -> None:
    match = unlucky.begin("struggle")
    unlucky.wait_for_turn()
    unlucky.change("events", "{")
    unlucky.wait_until_open()
    unlucky.go(f"/match/{match}")
    expect(unlucky.page.get_by_text("Save all matches")).to_be_visible()
    unlucky.change("heads", "{")
    unlucky.wait_until_open()
    expect(unlucky.page.get_by_text("cannot be read. Nothing was removed")).to_be_visible()
    assert all(text == "{" for _, text in saved(unlucky.page)["heads"])


def test_data_of_a_newer_version_is_left_alone_and_can_be_saved(unlucky: SoloGuest) -> None:
    before = len(saved(unlucky.page)["heads"])
    unlucky.change(version=99)
    expect(unlucky.page.get_by_text("A newer Potluck has kept matches")).to_be_visible(timeout=PATIENCE)
    assert len(saved(unlucky.page)["heads"]) == before


def saved(page: Page) -> dict[str, list[Any]]:
    """Save all matches, and read the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all matches").last.click()
    kept: dict[str, list[Any]] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return kept


# Builds, addresses


@pytest.mark.parametrize("unfinished", [False, True])
def test_a_newer_build_is_offered_and_works_with_the_server_gone(
    site: Path, chromium: Browser, tmp_path: Path, unfinished: bool
) -> None:
    folder = tmp_path / "potluck"
    shutil.copytree(site, folder)
    host = Host(tmp_path, keeps_for=600)  # a host that lets browsers keep pages for a while
    with SoloGuest(chromium, host) as guest:
        guest.wait_until_kept()
        match = guest.begin("struggle", {"kind": "person", "name": "Ben"})
        guest.wait_for_turn()
        build_anew(folder)
        guest.go("/")
        guest.reload()
        if unfinished:  # a browser leaves an old build alone while it is fetching something
            guest.page.evaluate("void fetch('unfinished')")
        guest.page.get_by_role("button", name="Use it").click()
        guest.page.wait_for_selector("html[data-build=newer]", state="attached")
        guest.wait_until_open()
        host.stop()
        guest.reload()
        assert guest.page.locator("html[data-build=newer]").count() == 1
        guest.go(f"/match/{match}")
        assert guest.wait_for_turn()
        guest.must_be_quiet()


def build_anew(folder: Path) -> None:
    """Change a site as a newer build would."""
    page, worker = folder / "index.html", folder / "sw.js"
    replace(page, page.read_text().replace("<html ", '<html data-build="newer" ', 1))
    replace(worker, re.sub(r'VERSION = "\w+"', 'VERSION = "newer"', worker.read_text()))


def replace(file: Path, text: str) -> None:
    """Write a file in one go: a browser looks for a newer build whenever it likes."""
    written = file.with_suffix(".new")
    written.write_text(text)
    written.replace(file)


@pytest.mark.parametrize("path", ["/me", "/lab", "/join/0123456789abcdef", "/match/0123456789abcdef#invitation"])
def test_what_needs_a_server_is_explained(traveller: SoloGuest, path: str) -> None:
    traveller.go(path)
    expect(traveller.page.get_by_role("heading", name="This needs a table that somebody hosts")).to_be_visible()
    assert traveller.page.get_by_text("Enter a code").count() == 0


@pytest.mark.parametrize("name", ["THIRD-PARTY.txt", "manifest.webmanifest", "index.html", "sw.js"])
def test_no_address_is_absolute(site: Path, name: str) -> None:
    text = (site / name).read_text(encoding="utf-8")
    assert 'href="/' not in text
    assert 'src="/' not in text
    assert '"/' not in text.replace('"/"', "")


def test_it_is_small(site: Path) -> None:
    compressed = [len(gzip.compress(file.read_bytes(), 6)) for file in site.rglob("*") if file.is_file()]
    assert sum(compressed) < 7_000_000


def test_what_others_made_is_named(site: Path) -> None:
    text = (site / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    assert [part for part in ("Pyodide", "CPython", "msgspec", "svelte", "unofficial") if part not in text] == []
