"""Every page through axe: nothing serious may be wrong for people who cannot see, point or tell colours apart."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from table.servers import Server
from web.browsing import SHORT, Guest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(guest: Guest, part: str = "") -> list[str]:
    """Run axe on the page or a part of it, and list what is serious."""
    if not guest.page.evaluate("'axe' in window"):
        guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = guest.page.evaluate("part => axe.run(part || document, {resultTypes: ['violations']})", part)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"][:4]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new/potion_explosion", "/rules/potus", "/match/nothing"])
def test_pages(server: Server, chromium: Browser, path: str, dark: bool) -> None:
    """Look at the pages without a board."""
    with Guest(chromium, server.port, dark=dark) as guest:
        guest.open(path)
        guest.page.wait_for_load_state("networkidle")
        assert violations(guest) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_boards(server: Server, chromium: Browser, game: str, phone: bool) -> None:
    """Look at each board in the middle of a match, then with the rules open."""
    with Guest(chromium, server.port, phone=phone, dark=not phone) as guest:
        guest.begin_in_the_middle(game)
        assert violations(guest) == []
        guest.page.get_by_role("button", name="Rules").click()
        guest.page.get_by_role("region", name="Rules").locator("[id^=rule-]").first.wait_for()
        assert violations(guest, "[aria-label=Rules]") == []


def test_the_result_and_the_replay(guest: Guest) -> None:
    """Look at what comes after a match."""
    match = guest.begin("potion_explosion")
    guest.play_by_click(random.Random(8))
    assert violations(guest) == []
    guest.open(f"/replay/{match}")
    guest.page.get_by_role("button", name="Forward one move").click()
    assert violations(guest) == []
