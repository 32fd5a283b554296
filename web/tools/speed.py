"""Measure how soon a board can be used and how long a move takes to the table and back, in a real browser.

python web/tools/speed.py [moves]

It needs the built page, Playwright and Chromium. The promise, on one machine: a board within a second, 95 of 100 moves
within 50 ms.
"""

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from table.servers import Server  # noqa: E402
from web.browsing import FLAGS, SHORT, Guest  # noqa: E402

SCREEN = {"kind": "person", "name": "Bob"}  # both on one screen: no bot thinks between two moves
ROUND_TRIP = """() => new Promise(done => {
    const table = document.querySelector("main.table");
    const all = [...document.querySelectorAll(".spot.may")];
    const held = document.querySelector(".spot[aria-pressed=true]");
    if (!held) all[Math.floor(Math.random() * all.length)].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    requestAnimationFrame(() => {
        const targets = [...document.querySelectorAll(".spot.may")].filter(spot => !/piece/.test(spot.ariaLabel));
        const start = performance.now();
        new MutationObserver((_, observer) => {
            observer.disconnect();
            done(performance.now() - start);
        }).observe(table, {attributeFilter: ["data-ply"]});
        targets[Math.floor(Math.random() * targets.length)].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    });
})"""


def board_times(browser: Browser, port: int, game: str, times: int = 5) -> list[float]:
    """Measure from asking for the address until the board can be used, with an empty cache."""
    found = []
    for _ in range(times):
        with Guest(browser, port) as guest:
            match = guest.begin(game, options={})
            guest.wait_for_turn()
            cookies = guest.context.cookies()
            with Guest(browser, port) as fresh:
                fresh.context.add_cookies(cookies)  # type: ignore[arg-type]
                fresh.page.goto("about:blank")
                fresh.page.goto(f"{fresh.home}/match/{match}", wait_until="commit")
                fresh.page.wait_for_selector(".spot.may, [data-pick]")
                found.append(float(fresh.page.evaluate("performance.now()")))
    return found


def round_trips(browser: Browser, port: int, moves: int) -> list[float]:
    """Measure from the click that decides until the table has confirmed and the board shows it."""
    with Guest(browser, port) as guest:
        found: list[float] = []
        while len(found) < moves:
            guest.begin("potential", SCREEN, options={})
            while len(found) < moves and guest.wait_for_turn():
                found.append(float(guest.page.evaluate(ROUND_TRIP)))
                guest.page.wait_for_timeout(60)  # the table allows some twenty messages a second
        return found


def main(moves: int) -> None:
    """Measure, and say it in a table."""
    with Server(data=Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for game in SHORT:
            times = board_times(browser, server.port, game)
            print(f"{game:17} board usable after {statistics.median(times):4.0f} ms (slowest {max(times):.0f})")
        trips = sorted(round_trips(browser, server.port, moves))
        p95 = trips[int(len(trips) * 0.95)]
        print(f"{moves} moves: median {statistics.median(trips):.1f} ms, p95 {p95:.1f} ms, slowest {trips[-1]:.1f} ms")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
