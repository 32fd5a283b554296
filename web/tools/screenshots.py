"""Photograph every page and every board at the start, in the middle and at the end.

python web/tools/screenshots.py [game …]

The best go to docs/images, all of them to docs/images/all. It needs the built page, Playwright and Chromium.
"""

import random
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from table.servers import Server  # noqa: E402
from web.browsing import FLAGS, SHORT, Guest  # noqa: E402

BEST = ROOT / "docs" / "images"
ALL = BEST / "all"
# Moves until the picture of the middle
MIDDLE = {"potential": 12, "struggle": 26, "potion_explosion": 24, "potus": 26, "magic_potion": 34}
SEED = {"potential": 5, "struggle": 2, "potion_explosion": 3, "potus": 4, "magic_potion": 6}
STYLES = [(False, False), (True, False), (False, True), (True, True)]  # phone, dark


def shoot(guest: Guest, name: str, phone: bool, dark: bool, *, best: bool = False) -> None:
    """Take one picture."""
    guest.page.wait_for_timeout(250)
    file = f"{name}-{'390' if phone else '1280'}-{'dark' if dark else 'light'}"
    guest.page.screenshot(path=ALL / f"{file}.jpg", type="jpeg", quality=85)
    if best:
        guest.page.screenshot(path=BEST / f"{file}.png")


def point(guest: Guest, dice: random.Random) -> None:
    """Choose a piece and point at one of its targets, so that the picture shows what is lit."""
    if not guest.wait_for_turn():
        return
    pieces = [thing for thing in guest.things() if "spot" in thing]
    if pieces:
        guest.page.locator(dice.choice(pieces)).first.hover(force=True)
        guest.page.wait_for_timeout(500)


def photograph_game(browser: Browser, port: int, game: str, phone: bool, dark: bool) -> None:
    """Play one match, and photograph its start and its middle; then the end of a short one."""
    dice = random.Random(SEED[game])
    with Guest(browser, port, phone=phone, dark=dark) as guest:
        guest.begin(game, options={})
        guest.wait_for_turn()
        shoot(guest, f"{game}-start", phone, dark)
        for _ in range(MIDDLE[game]):
            guest.play_by_click_once(dice)
        guest.wait_for_turn()
        if not phone:
            point(guest, dice)
        shoot(guest, f"{game}-middle", phone, dark, best=not dark or game == "struggle")
        match = guest.begin(game, options=SHORT[game])
        guest.play_by_click(dice)
        shoot(guest, f"{game}-end", phone, dark, best=game == "potion_explosion" and not phone and not dark)
        if game == "potential":
            guest.open(f"/replay/{match}")
            guest.page.get_by_role("button", name="A move on").click()
            guest.page.wait_for_timeout(6000)  # the chart grows while a bot thinks
            for _ in range(7):
                guest.page.keyboard.press("ArrowRight")
            shoot(guest, "replay", phone, dark, best=not phone and not dark)


def photograph_pages(browser: Browser, port: int, phone: bool, dark: bool) -> None:
    """Photograph the pages without a board, and the small states."""
    with Guest(browser, port, phone=phone, dark=dark) as guest:
        guest.page.wait_for_selector("[data-play]")
        if not phone:
            guest.page.locator("[data-play=potential]").hover()
        shoot(guest, "home", phone, dark, best=True)
        guest.open("/new/potion_explosion")
        guest.page.wait_for_selector("form")
        shoot(guest, "new-match", phone, dark)
        guest.open("/rules/potus")
        guest.page.wait_for_timeout(300)
        shoot(guest, "rules", phone, dark)
        guest.open("/match/nothing")
        guest.page.wait_for_timeout(800)
        shoot(guest, "dead-link", phone, dark)
        guest.begin("struggle", {"kind": "friend"})
        shoot(guest, "waiting", phone, dark)
        guest.begin("magic_potion", {"kind": "person", "name": "Bob"}, options={"secret_setup": True})
        guest.page.wait_for_timeout(500)
        shoot(guest, "curtain", phone, dark)
        guest.begin("potential", options={})
        guest.wait_for_turn()
        guest.page.locator('[data-spot="c2"]').dispatch_event("click")
        guest.page.locator('[data-spot="c4"]').dispatch_event("click")
        guest.page.wait_for_timeout(400)
        shoot(guest, "refusal", phone, dark)
        guest.page.get_by_role("button", name="Rules").click()
        guest.page.wait_for_timeout(500)
        shoot(guest, "drawer", phone, dark)


def main(games: list[str]) -> None:
    """Photograph everything, or only some games."""
    ALL.mkdir(parents=True, exist_ok=True)
    with Server(data=Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for phone, dark in STYLES:
            if not games:
                photograph_pages(browser, server.port, phone, dark)
            for game in games or list(SHORT):
                if game in SHORT:
                    photograph_game(browser, server.port, game, phone, dark)
                    print(f"{game}, {'phone' if phone else 'desk'}, {'dark' if dark else 'light'}", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
