"""The editor of the analysis board: by mouse, by touch and by keyboard, in every game."""

import re

import pytest
from playwright.sync_api import Browser, expect

import potluck
from table.servers import Server
from web.browsing import Guest
from web.test_for_everybody import violations


def edit(guest: Guest, game: str) -> None:
    """Open the editor of a game."""
    guest.go(f"/analysis/{game}")
    guest.page.get_by_role("button", name="Edit the position").click()
    expect(guest.page.locator("[data-tool]").first).to_be_visible()


def test_a_marble_too_many_is_told_framed_and_mended(guest: Guest) -> None:
    page = guest.page
    edit(guest, "potion_explosion")
    page.locator("[data-tool=red]").click()
    page.locator("[data-spot=pool]").click()
    fault = page.locator("[data-fault]")
    expect(fault).to_contain_text("80 marbles, but 81 are placed.")
    expect(fault.locator("tr.wrong")).to_contain_text("behind the lid")
    expect(page.locator("[data-knob=lid]")).to_have_class(re.compile("wrong"))
    expect(page.get_by_role("button", name="Analyse this")).to_have_attribute("aria-disabled", "true")
    assert violations(guest) == []
    page.locator("[data-act=mend]").click()
    expect(page.get_by_text("This position is possible.")).to_be_visible()
    page.get_by_role("button", name="Analyse this").click()
    expect(page.get_by_text("The position to start from")).to_be_visible()
    expect(page.locator("[data-spot=red]")).to_have_count(1)


@pytest.mark.parametrize("game", potluck.names())
def test_things_are_taken_and_placed_by_keyboard(guest: Guest, game: str) -> None:
    page = guest.page
    edit(guest, game)
    text = page.locator("#position")
    page.get_by_role("button", name="As text").click()
    before = text.input_value()
    page.get_by_role("button", name="As text").click()
    thing = page.locator('.spot:not([aria-label*="empty"]):not([aria-label*="free"]):not([data-spot=pool])').first
    thing.focus()
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("2")
    expect(page.locator("[data-tool]").nth(1)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="As text").click()
    expect(text).to_have_value(before)
    page.locator("#position").press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("[data-tool]")).to_have_count(0)


def test_a_long_press_takes_away_and_a_tap_places(server: Server, chromium: Browser) -> None:
    with Guest(chromium, server.port, phone=True, dark=True) as guest:
        page = guest.page
        edit(guest, "potential")
        piece, place = page.locator('[data-spot="c2"]'), page.locator('[data-spot="b2"]')
        box = piece.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = guest.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        expect(piece).to_have_attribute("aria-label", re.compile("empty"))
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.locator("[data-tool=piece0]").tap()
        place.tap()
        expect(place).to_have_attribute("aria-label", re.compile("piece, charge 1"))
        expect(piece).to_have_attribute("aria-label", re.compile("empty"))
        assert violations(guest) == []
        guest.must_be_quiet()


def test_what_cannot_be_placed_says_why(guest: Guest) -> None:
    page = guest.page
    edit(guest, "potus")
    page.locator("[data-tool=A0]").click()
    page.locator('[data-spot="d8"]').dispatch_event("click")
    expect(page.locator("[data-note]")).to_have_text("An Advocate stays in its half.")
    page.get_by_role("button", name="As text").click()
    page.locator("#position").fill("nonsense")
    page.get_by_role("button", name="Take this").click()
    expect(page.locator("[data-note]")).to_contain_text("words of board")
    expect(page.get_by_text("This position is possible.")).to_be_visible()  # nothing is lost


def test_what_stands_beside_the_board_is_changed_and_says_what_is_wrong(guest: Guest) -> None:
    page = guest.page
    edit(guest, "magic_potion")
    page.get_by_text("Sides and memory").click()
    team = page.locator("[data-knob=team-0]")
    gone = team.locator(".chip").first
    name = gone.inner_text()
    gone.click()
    expect(team.locator(".why")).to_have_text("The position needs three characters a side.")
    assert violations(guest) == []
    team.get_by_label("Add to").select_option(label=name)
    expect(page.get_by_text("This position is possible.")).to_be_visible()
    expect(team.locator(".chip")).to_have_count(3)
    page.locator('[data-tool="+3"]').click()
    page.locator('[data-spot="d4"]').dispatch_event("click")
    page.get_by_role("button", name="As text").click()
    expect(page.locator("#position")).to_have_value(re.compile(r"d4=\+3"))


def test_a_tower_is_built_where_a_side_has_the_rule(guest: Guest) -> None:
    page = guest.page
    edit(guest, "struggle")
    page.get_by_text("Blue's rules").click()
    rules = page.locator("[data-knob^=rule-1-]")
    if not page.locator("[data-tool=tower1]").count():
        rules.last.locator("select").select_option("tower")
    page.locator("[data-tool=tower1]").click()
    page.locator('[data-spot="d5"]').dispatch_event("click")
    expect(page.locator('[data-spot="d5"]')).to_have_attribute("aria-label", re.compile("1 level$"))
    page.locator('[data-spot="d5"]').dispatch_event("click")
    expect(page.locator('[data-spot="d5"]')).to_have_attribute("aria-label", re.compile("2 levels"))
