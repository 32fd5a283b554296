"""The lab at the table: studies that the host put there, their reports, and what is known of an option."""

import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import Guest


def test_the_lab_lists_studies_and_opens_their_reports(guest: Guest) -> None:
    guest.page.get_by_role("button", name="Lab").click()
    study = guest.page.locator("[data-study=layouts]")
    expect(study).to_contain_text("20 matches of random moves, pieces to lose: 1")  # in words, not as programs write it
    expect(study).to_contain_text("of the points")
    expect(guest.page.locator("[data-study]")).to_have_count(1)  # a damaged file is left out
    with guest.context.expect_page() as opened:
        study.get_by_role("link", name="The whole report").click()
    expect(opened.value.locator("h2").first).to_have_text("Who wins")
    assert opened.value.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"


def test_the_options_page_says_what_is_known(guest: Guest) -> None:
    guest.page.goto(f"{guest.home}/new/potential")
    expect(guest.page.locator(".known")).to_contain_text("Wave: the first seat gets")
    guest.page.goto(f"{guest.home}/new/struggle")
    expect(guest.page.locator(".opt").first).to_be_visible()
    expect(guest.page.locator(".known")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_a_phone(server: Server, chromium: Browser, dark: bool) -> None:
    with Guest(chromium, server.port, phone=True, dark=dark) as guest:
        for path in ("", "lab", "lab/layouts.html"):
            guest.page.goto(f"{guest.home}/{path}")
            expect(guest.page.locator("main")).to_be_visible()
            if not path:
                expect(guest.page.get_by_role("link", name="Lab", exact=True)).to_be_visible()
            assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
