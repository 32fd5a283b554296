"""Photograph every page, and every board at the start, in the middle and at the end.

python web/tools/screenshots.py [game …]

Each match is played once, by the computer's advice, and photographed on two desks and a phone, light and dark. All
pictures go to docs/images/all, the best to docs/images. It needs the built page, Playwright, Chromium and Pillow.
"""

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from table.servers import GENEROUS, Server  # noqa: E402
from web.browsing import DESK, FLAGS, PHONE, SHORT, Guest  # noqa: E402

BEST = ROOT / "docs" / "images"
ALL = BEST / "all"
SIZES = (DESK, {"width": 1440, "height": 900}, PHONE)
MIDDLE = {"potential": 16, "struggle": 22, "potion_explosion": 70, "potus": 30, "magic_potion": 30}  # own moves
POSED = {"potion_explosion": "Pick one marble", "magic_potion": "Move the|Act with"}  # what is to be done in the middle
END: dict[str, dict[str, Any]] = SHORT | {"potential": {"removal_target": 3}, "potion_explosion": {"rounds": 7}}
ADVISED = {"potential", "potion_explosion"}  # matches that are played to their end by advice
SHOWN = {  # in the documents
    *("home-1280-light", "home-390-dark", "replay-1280-light"),
    *("potential-middle-1280-light", "struggle-middle-1280-dark", "potion_explosion-middle-1280-light"),
    *("potus-middle-1280-light", "magic_potion-middle-1280-light"),
    *("struggle-middle-390-light", "potion_explosion-middle-390-light", "potus-middle-390-dark"),
}
PAGES = {
    "new-match": "/new/potion_explosion",
    "rules": "/rules/potus",
    "dead-link": "/match/no",
    "learn": "/learn",
    "lesson": "/learn/struggle/1/1",
    "puzzles": "/puzzles",
    "matches": "/matches",
    "me": "/me",
    "lab": "/lab",
    "analysis": "/analysis/potus",
    **{f"puzzle-{game}": f"/puzzles/{game}" for game in SHORT},
}
HINT = (
    "match => fetch(`/api/matches/${match}/hint`, {method: 'POST'}).then(a => a.json()).then(h => h.lines?.[0]?.text)"
)

Pose = Callable[[Guest], None]


def shoot(guest: Guest, name: str) -> None:
    """Take one picture; one that the README shows is kept in few colours, so that it stays small."""
    guest.page.wait_for_timeout(300)
    guest.page.screenshot(path=ALL / f"{name}.png")
    if name in SHOWN:
        picture = Image.open(ALL / f"{name}.png").convert("RGB")
        picture.quantize(256, method=Image.Quantize.MEDIANCUT).save(BEST / f"{name}.png", optimize=True)


def everywhere(browser: Browser, port: int, guest: Guest | None = None) -> Iterator[tuple[Guest, str]]:
    """Look from desks and phone, in light and dark, with the keys of somebody who sits at a match."""
    keys = guest.context.storage_state() if guest else None
    for size in SIZES:
        with Guest(browser, port, phone=size is PHONE, keys=keys) as other:
            other.page.set_viewport_size(size)  # type: ignore[arg-type]
            for theme in ("light", "dark"):
                other.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                yield other, f"{size['width']}-{theme}"


def album(browser: Browser, guest: Guest, name: str, pose: Pose | None = None, ready: str = "main.table") -> None:
    """Photograph the page that somebody looks at, in all styles, when something on it is there."""
    port = int(guest.home.rsplit(":", 1)[1])
    path = guest.page.url.removeprefix(guest.home)
    for other, style in everywhere(browser, port, guest):
        other.open(path)
        other.page.wait_for_selector(ready)
        if pose:
            pose(other)
        shoot(other, f"{name}-{style}")


def point(guest: Guest) -> None:
    """Choose a piece and point at something, so that the picture shows what is lit and what it would do."""
    page = guest.page
    if not guest.wait_for_turn():
        return
    own = page.locator('.spot.may[aria-label*="your "]')
    if own.count() > 1 and not page.locator(".spot[aria-pressed=true]").count():
        own.nth(own.count() // 2).dispatch_event("click")
        page.wait_for_timeout(300)
    if guest.phone:
        return
    most, best = -1, None
    for spot in page.locator(".spot.may").all()[:45]:
        spot.hover(force=True)
        page.wait_for_timeout(130)
        taken = page.locator('.spot[aria-label*="would explode"]').count()
        if taken > most and "your " not in (spot.get_attribute("aria-label") or ""):
            most, best = taken, spot
    if best:
        best.hover(force=True)
        page.wait_for_timeout(400)


def advise(guest: Guest, match: str, dice: random.Random) -> None:
    """Make the move that the computer would make."""
    if not guest.wait_for_turn():
        return
    ply = guest.fact("ply")
    text = guest.page.evaluate(HINT, match)
    if not text:
        guest.play_by_click_once(dice)
        return
    guest.page.keyboard.press("/")
    guest.page.keyboard.insert_text(text)
    guest.page.keyboard.press("Enter")
    guest.page.locator(f'main.table:not([data-ply="{ply}"])').wait_for()


def photograph_game(browser: Browser, port: int, game: str) -> None:
    """Play one match until its middle, and a short one until its end."""
    dice = random.Random(5)
    with Guest(browser, port) as guest:
        match = guest.begin(game, options={})
        guest.wait_for_turn()
        album(browser, guest, f"{game}-start")
        for _ in range(MIDDLE[game]):
            advise(guest, match, dice)
        while guest.wait_for_turn() and not re.search(POSED.get(game, ""), guest.page.locator(".say").inner_text()):
            advise(guest, match, dice)
        album(browser, guest, f"{game}-middle", point)
        match = guest.begin(game, options=END[game])
        while guest.wait_for_turn():
            advise(guest, match, dice) if game in ADVISED else guest.play_by_click_once(dice)
        album(browser, guest, f"{game}-end", lambda other: other.page.wait_for_timeout(1500))
        if game == "potus":
            guest.open(f"/verify/{match}")
            album(browser, guest, "verify", ready="[data-fits]")
        if game == "potential":
            photograph_replay(browser, guest, match)


def photograph_replay(browser: Browser, guest: Guest, match: str) -> None:
    """Photograph the replay and the review, once their charts have grown."""
    guest.open(f"/replay/{match}#9")
    guest.page.wait_for_timeout(40_000)
    album(browser, guest, "replay", lambda other: other.page.wait_for_timeout(8000))
    guest.open(f"/review/{match}")
    guest.page.locator(".rev .say").first.wait_for(timeout=300_000)
    album(browser, guest, "review", ready=".rev .say")


def photograph_pages(browser: Browser, port: int) -> None:
    """Photograph the pages without a board, and the small states."""
    for guest, style in everywhere(browser, port):
        page = guest.page
        guest.open("/")
        page.wait_for_selector("[data-play]")
        if not guest.phone:
            page.locator("[data-play=potential]").hover()
        shoot(guest, f"home-{style}")
        for name, path in PAGES.items():
            guest.open(path)
            page.wait_for_timeout(900)
            shoot(guest, f"{name}-{style}")
        guest.begin("struggle", {"kind": "friend"})
        shoot(guest, f"waiting-{style}")
        guest.begin("magic_potion", {"kind": "person", "name": "Bob"}, options={"secret_setup": True})
        page.wait_for_timeout(500)
        shoot(guest, f"curtain-{style}")
        guest.begin("potential", options={})
        guest.wait_for_turn()
        page.locator('[data-spot="c2"]').dispatch_event("click")
        page.locator('[data-spot="c4"]').dispatch_event("click")
        page.wait_for_timeout(400)
        shoot(guest, f"refusal-{style}")
        page.get_by_role("button", name="Rules").click()
        page.wait_for_timeout(500)
        shoot(guest, f"drawer-{style}")


def main(wanted: list[str]) -> None:
    """Photograph everything, or only some games, or only the pages."""
    ALL.mkdir(parents=True, exist_ok=True)
    with Server(data=Path(tempfile.mkdtemp()), limits=GENEROUS) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        if not wanted or "pages" in wanted:
            photograph_pages(browser, server.port)
        for game in SHORT:
            if not wanted or game in wanted:
                photograph_game(browser, server.port, game)
                print(game, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
