"""What one may set before a match: everything by its name, nothing as a code."""

import json
import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from table.servers import Server
from web.browsing import Guest
from web.test_first_hour import resign

CODES = re.compile(r"[a-z]_[a-z]|[A-Z]{2}\d|option \w+=|[.SRo*]{8}/")  # names of options, rulings, boards


def said(page: Page) -> str:
    """Read the sentences that say the whole set-up."""
    return page.locator("[data-said]").inner_text()


def options_of(page: Page) -> list[str]:
    """List the parts of the form by the option they are about."""
    found = page.eval_on_selector_all("[data-option]", "found => found.map(one => one.dataset.option)")
    return [str(name) for name in found]


@pytest.mark.parametrize("game", ["potential", "struggle", "potion_explosion", "potus", "magic_potion"])
def test_every_option_is_shown_without_codes_and_every_preset_begins_a_match(guest: Guest, game: str) -> None:
    page = guest.page
    guest.open(f"/new/{game}")
    expect(page.get_by_role("radio", name=re.compile("^Rulebook"))).to_have_attribute("aria-checked", "true")
    if page.get_by_role("button", name=re.compile("finer points")).count():
        page.get_by_role("button", name=re.compile("finer points")).click()
    card = page.evaluate(
        "async game => (await (await fetch('/api/games')).json()).find(one => one.name === game)", game
    )
    own = {"extra"}  # shown with the other rules
    assert {option["name"] for option in card["options"]} - {"first"} - own <= set(options_of(page))
    assert not CODES.search(page.locator("main").inner_text())
    assert not page.locator("main input[type=text]:not([inputmode=numeric])").count(), "no option is typed as a text"
    for name in ("First game", "Long"):
        page.get_by_role("radio", name=re.compile(f"^{name}")).click()
        expect(page.get_by_role("radio", name=re.compile(f"^{name}"))).to_have_attribute("aria-checked", "true")
        expect(page.locator(".differs")).to_have_count(0)
    assert "30 minutes" in said(page)
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/match/*")


def test_clearing_a_number_means_the_usual_one_and_errors_stand_at_their_field(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/potential")
    field = page.get_by_label("Greatest charge", exact=True)
    field.fill("99")
    expect(page.locator("[data-option=max_charge]")).to_contain_text(
        "Greatest charge takes a whole number from 4 to 9."
    )
    expect(page.locator("[data-troubles]")).to_have_text(
        re.compile("One field needs another look: *greatest charge *.")
    )
    page.locator("[data-troubles]").get_by_role("button", name="greatest charge").click()
    field.fill("")
    expect(field).to_have_attribute("placeholder", "6")
    expect(page.locator("[data-troubles]")).to_have_count(0)
    assert "beyond 6" in said(page)
    field.fill("4")
    page.get_by_label("Charge at the start", exact=True).fill("5")
    start = page.locator("[data-option=initial_charge]")
    expect(start).to_contain_text("Charge at the start: expected at most the greatest charge, 4.")


def test_rules_are_banned_by_a_switch_and_paired_by_two_menus(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/struggle")
    page.get_by_role("switch", name="Teleporter").click()
    expect(page.locator("[data-thing=teleporter]")).to_contain_text("Teleporter, banned")
    page.get_by_label("The one rule").select_option("armor")
    page.get_by_label("The other rule").select_option("armor")
    expect(page.get_by_text("Armor cannot be paired with itself. Choose another rule.")).to_be_visible()
    page.get_by_label("The other rule").select_option("reaper")
    page.get_by_role("button", name="Add the pair").click()
    expect(page.locator("[data-said]")).to_contain_text("Teleporter is banned. Nobody may have Armor with Grim Reaper.")
    expect(page.locator(".differs")).to_have_count(1)
    for name in ("Torus", "Nonaggression Pact", "Caboose", "Armor", "Mad Hatter", "Jolt"):
        page.get_by_role("switch", name=name).click()
    expect(page.locator("[data-option=banned]")).to_contain_text("at least three rules to be left")
    page.get_by_role("switch", name="Jolt").click()
    expect(page.locator("[data-troubles]")).to_have_count(0)
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/match/*")
    assert guest.wait_for_turn()
    expect(page.locator("[data-pick]")).to_have_count(3)


def test_a_board_of_ones_own_is_drawn_and_an_impossible_one_is_not_used(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/potus")
    page.get_by_role("radio", name="Your own").click()
    square = page.locator("[data-spot=g2]")
    square.focus()
    page.keyboard.press("Delete")
    wrong = page.locator("[data-option=board]").get_by_role("alert")
    expect(wrong).to_have_text("Board: the near half needs two Rushmore squares, and has 1.")
    expect(page.get_by_role("radio", name=re.compile("Rushmore"))).to_contain_text("1 near, 2 far")
    page.keyboard.press("Control+z")
    expect(wrong).to_have_count(0)
    square.focus()
    page.keyboard.press("Delete")
    page.get_by_role("radio", name=re.compile("Rushmore")).click()
    page.locator("[data-spot=e3] > [fill=transparent]").click()
    expect(wrong).to_have_count(0)
    expect(page.locator("[data-said]")).to_contain_text("The board is your own.")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_role("button", name=re.compile("^e3, .*Rushmore"))).to_have_count(1)


def test_six_kinds_are_chosen_as_cards(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/potion_explosion")
    page.get_by_role("radio", name="Chosen").click()
    page.get_by_role("switch", name="Sands of Time").click()
    expect(page.locator("[data-option=kinds]").get_by_role("alert")).to_have_text("Choose 6 of them, not 5.")
    page.get_by_role("switch", name="Filter of Lavamancing").click()
    expect(page.locator("[data-troubles]")).to_have_count(0)
    expect(page.locator("[data-said]")).to_contain_text("Filter of Lavamancing.")


def test_each_side_has_a_clock_of_its_own(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/potential")
    page.get_by_role("radio", name="Minutes", exact=True).click()
    page.get_by_label("Seconds before it runs", exact=True).fill("90")
    expect(page.get_by_text("Seconds before it runs: a whole number from 0 to 60.")).to_be_visible()
    page.get_by_label("Seconds before it runs", exact=True).fill("3")
    page.get_by_label("Seconds more after a turn", exact=True).fill("7")
    expect(page.locator("[data-said]")).to_contain_text("10 minutes each, 7 seconds more a turn, the first 3 seconds")
    page.get_by_label("Seconds more after a turn", exact=True).fill("0")
    page.get_by_role("switch", name="Same for everybody").click()
    page.get_by_label("Minutes each, Ada", exact=True).fill("2")
    expect(page.locator("[data-said]")).to_contain_text("Ada: 2 minutes, the first 3 seconds of a turn free")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/match/*")
    expect(page.locator(".clock").filter(has_text=re.compile("2:00|1:5"))).to_have_count(1)
    expect(page.locator(".clock").filter(has_text=re.compile("10:00|9:5"))).to_have_count(1)


def test_days_for_every_turn_and_a_match_that_does_not_count(guest: Guest) -> None:
    """Both are set in the form, and stand where the match is listed."""
    page = guest.page
    guest.open("/new/potential")
    page.get_by_role("radio", name="Days a turn").click()
    page.get_by_label("Days for every turn", exact=True).fill("5")
    expect(page.locator("[data-said]")).to_contain_text("5 days for each turn")
    page.get_by_role("switch", name="Rated").click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/match/*")
    assert guest.wait_for_turn()
    expect(page.locator(".clock").first).to_have_text(re.compile("5 d 0 h|4 d 23 h"))
    for _ in range(2):  # both have had a turn, so that giving up is a result
        guest.play_by_click_once(random.Random(3))
    assert guest.wait_for_turn()
    resign(guest)
    guest.open("/matches")
    expect(page.get_by_role("region", name="Finished")).to_contain_text("unrated: as agreed")


def test_presets_of_ones_own_are_kept_in_the_browser(guest: Guest) -> None:
    page = guest.page
    guest.open("/new/magic_potion")
    page.get_by_role("switch", name="One carrier").click()
    expect(page.get_by_role("radio", name=re.compile("^Yours"))).to_contain_text("Rulebook with 1 change")
    page.get_by_role("button", name=re.compile("Keep as")).click()
    page.get_by_label("Name of the preset").fill("<b>Tuesday")
    page.keyboard.press("Enter")
    page.reload()
    page.get_by_role("radio", name=re.compile("^<b>Tuesday")).click()
    expect(page.get_by_role("switch", name="One carrier")).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Forget “<b>Tuesday”").click()
    expect(page.get_by_role("radio", name=re.compile("Tuesday"))).to_have_count(0)


def test_presets_that_are_damaged_lose_nothing_else(guest: Guest) -> None:
    kept = {"potential": [{"name": "Old", "options": {"gone": 1, "max_charge": 5}, "clock": None}]}
    guest.page.evaluate("kept => localStorage.setItem('potluck-presets', kept)", json.dumps(kept))
    guest.open("/new/potential")
    guest.page.get_by_role("radio", name=re.compile("^Old")).click()
    expect(guest.page.locator("[data-said]")).to_contain_text("beyond 5")
    guest.page.evaluate("localStorage.setItem('potluck-presets', '{')")
    guest.open("/new/potential")
    expect(guest.page.get_by_role("radio", name=re.compile("^Rulebook"))).to_be_visible()


@pytest.mark.parametrize("game", ["struggle", "potus"])
def test_the_form_fits_a_phone(server: Server, chromium: Browser, game: str) -> None:
    with Guest(chromium, server.port, phone=True, dark=True) as guest:
        guest.open(f"/new/{game}")
        expect(guest.page.get_by_role("button", name="Start the match")).to_be_visible()
        if game == "potus":
            guest.page.get_by_role("radio", name="Your own").click()
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
        guest.must_be_quiet()
