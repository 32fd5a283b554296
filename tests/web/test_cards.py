"""Every thing on every board has a card: with the pointer, with the keyboard, with a long press."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import SHORT, Guest
from web.test_for_everybody import violations

# Show the card of every spot and of everything that has one, and list those without.
WALK = """async () => {
    const press = target => target.dispatchEvent(
        new KeyboardEvent("keydown", {key: "i", bubbles: true, cancelable: true}));
    const named = () => new Promise(done => setTimeout(() =>
        done(document.querySelector(".card-of h3")?.textContent ?? ""), 0));
    const without = [];
    const seen = {};
    for (const spot of document.querySelectorAll(".tray .spot")) {
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
        spot.focus();
        press(spot);
        const name = await named();
        if (!name) without.push(spot.dataset.spot);
        seen[spot.dataset.spot] = name;
    }
    document.activeElement.blur();
    document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    const drawn = [...document.querySelectorAll("main [data-card]")].filter(thing => thing.getClientRects().length);
    for (const thing of drawn) {
        press(document.body);
        if (!await named()) without.push(thing.dataset.card);
    }
    return {without, seen, drawn: drawn.length};
}"""

# List the words and numbers on the board, and the signs beside it, that lie on no thing with a card.
BARE = """() => {
    const inside = (box, x, y) => x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
    const things = [...document.querySelectorAll(".tray .spot, .tray [data-card]")]
        .map(thing => thing.getBoundingClientRect());
    const words = [...document.querySelectorAll(".tray text:not(.coord)")].filter(text => {
        const box = text.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return box.width && text.textContent.trim() && !things.some(thing => inside(thing, x, y));
    });
    const signs = [...document.querySelectorAll(".strip .tally svg, .opp svg, .battle svg, .deck svg, .order svg")]
        .filter(sign => sign.getClientRects().length && !sign.closest("[data-card], .em, .emblem"));
    return [...words.map(text => text.textContent.trim()), ...signs.map(sign => sign.outerHTML.slice(0, 80))];
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_every_thing_has_a_card(regulars: Callable[[bool], Guest], game: str, phone: bool) -> None:
    guest = regulars(phone)
    guest.begin_in_the_middle(game)
    guest.page.wait_for_load_state("networkidle")
    walked: dict[str, Any] = guest.page.evaluate(WALK)
    assert walked["without"] == []
    assert len(walked["seen"]) > 30
    assert guest.page.evaluate(BARE) == []
    goal = guest.page.locator("[data-goal]")
    expect(goal).to_be_in_viewport(ratio=1)
    expect(goal.locator(".have").first).to_have_text(re.compile(r"\d"))
    guest.must_be_quiet()


def test_the_pointer_shows_a_card_with_its_picture_and_ruling(guest: Guest) -> None:
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.wait_for_load_state("networkidle")
    guest.page.locator('[data-spot="c3"], .spot[aria-label*="your piece"]').first.hover(force=True)
    card = guest.page.get_by_role("tooltip")
    expect(card).to_contain_text("Piece")
    expect(card).to_contain_text("It makes as many moves in a turn as it has charge.")
    expect(card.locator(".pic svg")).to_be_visible()
    assert violations(guest) == []
    card.get_by_text("PT18").click()
    expect(guest.page.locator(".rules, [aria-label=Rules]").first).to_be_visible()
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_a_card_stays_while_others_come_and_go(server: Server, chromium: Browser, guest: Guest) -> None:
    """Somebody begins to watch: the position is the same, and whoever reads a card reads on."""
    match = guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.wait_for_load_state("networkidle")
    guest.page.locator('.spot[aria-label*="your piece"]').first.focus()
    guest.page.keyboard.press("i")
    card = guest.page.get_by_role("tooltip")
    expect(card).to_be_visible()
    with Guest(chromium, server.port, name="Bo") as watcher:
        watcher.open(f"/match/{match}")
        expect(guest.page.get_by_text("1 watching")).to_be_visible()
        expect(card).to_be_visible()
    guest.must_be_quiet()


def test_a_long_press_shows_a_card_and_plays_nothing(server: Server, chromium: Browser) -> None:
    with Guest(chromium, server.port, phone=True) as guest:
        guest.begin("potential", options={})
        assert guest.wait_for_turn()
        guest.page.wait_for_load_state("networkidle")
        spot = guest.page.locator(".spot.may").first
        box = spot.bounding_box()
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = guest.context.new_cdp_session(guest.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        expect(guest.page.get_by_role("tooltip")).to_contain_text("Piece")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(spot).not_to_have_attribute("aria-pressed", "true")
        guest.must_be_quiet()


def test_choices_that_matter_say_what_they_do(guest: Guest) -> None:
    guest.begin("struggle", options={})
    assert guest.wait_for_turn()
    choices = guest.page.locator(".slip .choice")
    expect(choices).to_have_count(9)
    expect(choices.filter(has_text="Armor")).to_contain_text("to remove it")
    guest.begin("magic_potion", options={})
    assert guest.wait_for_turn()
    expect(guest.page.locator(".slip .choice").filter(has_text="Priest")).to_contain_text("Healing")
    assert violations(guest) == []
