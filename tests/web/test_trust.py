"""What players see for themselves: the dice recomputed, four at the table with room, pieces told apart."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, expect

from table.servers import Server
from web.browsing import SHORT, Guest
from web.test_for_everybody import violations
from web.test_says import ATTACK

BOTS = [{"kind": "bot", "level": "novice"}] * 3


def resign(guest: Guest) -> None:
    """End the match at once."""
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    expect(guest.table).to_have_attribute("data-status", "over")


def test_the_dice_are_recomputed_on_a_page_that_claims_no_more(guest: Guest) -> None:
    page = guest.page
    match = guest.begin("potus")
    for _ in range(2 * SHORT["potus"]["turncoats"]):
        guest.play_by_click_once(random.Random(2))
    resign(guest)
    page.locator("[data-act=verify]").click()
    page.wait_for_url(f"**/verify/{match}")
    expect(page.locator("[data-fits=true]")).to_contain_text("What was published fits together.")
    expect(page.locator("[data-check=true]")).not_to_have_count(0)
    expect(page.locator("[data-check=false]")).to_have_count(0)
    expect(page.locator("tbody tr")).not_to_have_count(0)
    expect(page.get_by_text("This page does not know the rules")).to_contain_text("potluck verify")
    assert "--receipt" in page.locator("pre").inner_text()
    assert violations(guest) == []


def test_a_seed_that_was_exchanged_is_found_out(guest: Guest) -> None:
    page = guest.page
    match = guest.begin("potus")
    resign(guest)

    def exchange(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        shown = answer.json()
        shown["fairness"]["seed"] = "00" * 32
        route.fulfill(response=answer, json=shown)  # type: ignore[attr-defined]

    page.route(f"**/api/matches/{match}", exchange)
    guest.open(f"/verify/{match}")
    expect(page.locator("[data-fits=false]")).to_contain_text("Something does not fit.")
    expect(page.locator("[data-check=false]").first).to_contain_text("Seal of the seed and the terms")


@pytest.mark.parametrize(
    ("game", "options"), [("potential", {}), ("struggle", {"powers": "none"}), ("struggle", {"powers": "classic"})]
)
def test_nothing_is_said_of_dice_where_nothing_was_drawn(
    regulars: Callable[[bool], Guest], game: str, options: dict[str, str]
) -> None:
    guest = regulars(False)
    guest.begin(game, options=options)
    resign(guest)
    expect(guest.page.locator(".sealed")).to_have_count(0)
    expect(guest.page.get_by_text(re.compile("dice", re.IGNORECASE))).to_have_count(0)


@pytest.mark.parametrize(("game", "begins"), [("potion_explosion", 0), ("magic_potion", 0), ("potential", None)])
def test_sealed_dice_are_named_where_something_was_drawn(
    regulars: Callable[[bool], Guest], game: str, begins: int | None
) -> None:
    """Who begins is drawn, too, where nobody has chosen it."""
    guest = regulars(False)
    guest.begin(game, options={}, begins=begins)
    resign(guest)
    expect(guest.page.locator(".sealed")).to_have_count(1)
    expect(guest.page.locator("[data-act=verify]")).to_be_visible()


def inside(found: Locator, height: int) -> bool:
    """Tell whether a thing is wholly on the screen."""
    box = found.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def test_four_at_the_table_have_room(guest: Guest) -> None:
    """Distinct names, a token drawn for each that is counted, slip and log in sight at 1280 by 800."""
    page = guest.page
    guest.begin("potion_explosion", *BOTS, options={})
    assert guest.wait_for_turn()
    names = page.locator(".opp .who b").all_inner_texts()
    assert len(set(names)) == 3
    expect(page.locator("[data-countdown]")).to_have_count(6)
    dice = random.Random(3)
    while "starter" in page.locator(".say").inner_text():
        guest.play_by_click_once(dice)
        assert guest.wait_for_turn()
    assert inside(page.locator(".slip").first, 800)
    last = page.get_by_label("What happened").first.locator("li").last
    assert inside(last, 800)


@pytest.mark.parametrize("phone", [False, True])
def test_magic_potion_fits(server: Server, chromium: Browser, phone: bool) -> None:
    """In the draft and in the middle, where each character has health, two attacks, defence, dice and items."""
    with Guest(chromium, server.port, phone=phone) as guest:
        guest.begin("magic_potion", options={})
        assert guest.wait_for_turn()
        wide, high = guest.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide <= (390 if phone else 1280)
        assert phone or high <= 800
        guest.begin("magic_potion", options={}, position=ATTACK)
        assert guest.wait_for_turn()
        rows = guest.page.locator(".deck li:not(.hd)")
        expect(rows).to_have_count(6)
        for row in rows.all():
            place = row.bounding_box()
            assert place
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= wide
            assert row.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), "nothing is cut off"
            for value in row.locator(".n, .dc, .cd").all():
                expect(value).to_be_visible()
            assert row.locator(".n, .dc, .cd").count() == 6


def test_letters_and_patterns_are_there_for_those_who_ask(guest: Guest) -> None:
    page = guest.page
    guest.begin("struggle", {"kind": "person", "name": "Bob"}, options={"powers": "classic"})
    piece = page.locator("svg[role=group] text").filter(has_text=re.compile("^K$"))
    expect(piece).not_to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("radio", name="None", exact=True).click()
    expect(piece).to_have_count(0)
    page.get_by_role("radio", name="Usual", exact=True).click()
    expect(piece).not_to_have_count(0)
    expect(page.locator("[fill^='url(#pattern']")).to_have_count(0)
    page.get_by_role("switch", name="Patterns").click()
    expect(page.locator("[fill^='url(#pattern']")).not_to_have_count(0)
    guest.begin("potential", {"kind": "person", "name": "Bob"}, options={})
    expect(page.locator(".letter")).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("radio", name="On all", exact=True).click()
    expect(page.locator(".letter").first).to_be_attached()
