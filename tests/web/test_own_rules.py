"""Rules of one's own in Struggle on the page (ST23): listed and picked like the nine, and called what they are."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import Guest

VEIL = Path(__file__).parents[2] / "examples" / "veil.py"


def test_st23_a_rule_of_ones_own_is_listed_picked_and_called_what_it_is(chromium: Browser, tmp_path: Path) -> None:
    rules = ("--rules", str(VEIL))
    with Server(data=tmp_path, options=rules) as server, Guest(chromium, server.port) as guest:
        page = guest.page
        guest.open("/new/struggle")
        card = page.get_by_role("switch", name="Veil")
        expect(card).to_have_attribute("aria-checked", "false")
        shown = page.locator("[data-thing^=veil]").first
        expect(shown).to_contain_text("no enemy piece can jump this piece for a cycle")
        expect(shown).to_contain_text("Python code of veil.py, run by the host of this table")
        card.click()
        expect(card).to_have_attribute("aria-checked", "true")
        page.get_by_role("button", name="Start the match").click()
        page.wait_for_url("**/match/*")
        says = re.compile(r"Veil \(veil\.py\): not from the rulebook, but Python code that the host of this table")
        expect(page.get_by_text(says)).to_be_visible()
        expect(page.locator("header")).to_contain_text("rules of your own")
        expect(page.locator("header")).not_to_contain_text("own: your own")
        page.get_by_role("button", name="Veil").click()
        expect(page.locator("main.table")).to_contain_text("You chose Veil.")
        guest.must_be_quiet()
