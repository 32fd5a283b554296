"""The end of a match is a moment: what happened in one sentence, the winner's colour, sums that come together."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import SHORT, Guest

# One move before the end: the position, the move, and what happened then.
CIRCLES = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ....T.A. C.o.o.ou"
LAST: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "potential": (
        {},
        ".......... .......... .......... .......... .......... .......... ..a....... ..2....... .......... .......... "
        "seat=0",
        "c3-c5",
        "You drained Crumb's last piece in turn 1.",
    ),
    "struggle": (
        {"powers": "none"},
        ". .W ... .... ..... ...... ..... ...... ..... .... w.. k. . seat=0",
        "g6-g7",
        "Your white reached Crumb's star in turn 1.",
    ),
    "potion_explosion": (
        {"rounds": 5, "first": 1},
        "RBKYRBKYR+7 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 RBKYRBKYR+7 sands7+8 sands7+8 magnet7+8 magnet7+7 wisdom7+7 "
        "seats=2 phase=turn kinds=sands+magnet+wisdom+love+draft+lava acted=pick round=4 "
        "desk0=sands4/magnet4 done0=lava4 desk1=sands4/magnet4",
        "end",
        "You brewed 1 potion for 5 points, 5 more than Crumb.",
    ),
    "potus": (
        {},
        f"{CIRCLES} phase=move actor=0 left=2 money=450/300",
        "T e2-e1",
        "You brought the last Turncoat home in turn 1: $650 to $300.",
    ),
    "magic_potion": (
        {},
        "....... ....... ....... ....... ...M... ....... ...p... thief=blue,dead swordsman=blue,dead priest=blue,2,0 "
        "magician=red,20,0 necromancer=red,dead merchant=red,dead a7=I,II,none,none,none,none "
        "round=1 phase=act actor=magician",
        "blast",
        "Crumb's last character, the Priest, fell in round 1.",
    ),
}
# Pieces of text that lie on one another, within the account and the slip
OVERLAPS = """() => {
    const found = [];
    for (const box of document.querySelectorAll(".cab, .slip")) {
        const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), texts = [];
        for (let node; (node = walker.nextNode());) {
            if (!node.textContent.trim() || node.parentElement.closest(".vh, svg")) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const place of range.getClientRects()) texts.push([node.textContent.trim(), place]);
        }
        for (const [i, [one, a]] of texts.entries())
            for (const [other, b] of texts.slice(i + 1))
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) found.push([one, other]);
    }
    return found;
}"""


def end(guest: Guest, game: str) -> str:
    """Play the last move of a match, and return what happened."""
    options, position, move, how = LAST[game]
    guest.begin(game, options=options, position=position, begins=options.get("first", 0))
    assert guest.wait_for_turn()
    guest.say(move)
    expect(guest.table).to_have_attribute("data-status", "over", timeout=20_000)
    return how


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", list(SHORT))
def test_the_end_is_told_in_one_sentence(regulars: Callable[[bool], Guest], game: str, phone: bool) -> None:
    """The sentence is of this match; who won stands above and at the names; the ruling is small and below."""
    guest = regulars(phone)
    how = end(guest, game)
    slip = guest.page.get_by_role("region", name="The match is over")
    expect(slip.get_by_role("heading")).to_have_text(how)
    expect(slip.locator(".eyebrow")).to_contain_text("You won")
    ruling, sentence = slip.locator(".rule"), slip.get_by_role("heading")
    expect(ruling.locator(".rul")).to_have_text(guest.page.locator(".slip").get_attribute("data-how") or "?")
    small, large = (
        float(found.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")) for found in (ruling, sentence)
    )
    assert small < large
    assert (ruling.bounding_box() or {"y": 0})["y"] > (sentence.bounding_box() or {"y": 9999})["y"]
    if game == "potion_explosion":
        expect(guest.page.locator(".cab .win")).to_have_count(1)
    else:
        expect(guest.page.locator("[data-wash]")).to_have_count(1)
        expect(guest.page.locator(".strip .ended").filter(has_text="won")).to_have_count(1)
    assert guest.page.evaluate(OVERLAPS) == []
    guest.must_be_quiet()


SUMS = """() => {
    window.sums = [];
    new MutationObserver(() => {
        const total = document.querySelector(".slip .total, .cab .total")?.querySelector("b").textContent.trim();
        if (total && total !== window.sums.at(-1)) window.sums.push(total);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
MOVES = "node => getComputedStyle(node).animationName"


@pytest.fixture(scope="module")
def mover(server: Server, chromium: Browser) -> Iterator[Guest]:
    """Somebody whose page moves."""
    with Guest(chromium, server.port, moving=True) as found:
        yield found


@pytest.mark.parametrize("game", list(SHORT))
def test_the_end_is_seen(mover: Guest, game: str) -> None:
    """The sheet with the sentence is laid down; the winner's colour runs over the board, or their shelf is filled."""
    end(mover, game)
    slip = mover.page.get_by_role("region", name="The match is over")
    assert slip.evaluate(MOVES) != "none"
    seen = mover.page.locator(".cab .win .grp" if game == "potion_explosion" else "[data-wash]").first
    assert seen.evaluate(MOVES) != "none"
    mover.must_be_quiet()


@pytest.mark.parametrize(("game", "total", "steps"), [("potus", "$650", 3), ("potion_explosion", "5", 1)])
def test_scores_add_up_before_ones_eyes(mover: Guest, game: str, total: str, steps: int) -> None:
    """The figures count up one after the other, and then all stands."""
    page = mover.page
    page.evaluate(SUMS)
    end(mover, game)
    expect(page.locator(".slip .total, .cab .total").first.locator("b")).to_have_text(total, timeout=20_000)
    sums = page.evaluate("window.sums")
    assert len(sums) > steps, sums
    assert sums[0] != total
    if game == "potus":
        parts = page.locator(".slip li").first.locator(".part b").all_text_contents()
        assert [text.strip() for text in parts] == ["$500", "$100", "$50", "$650"]


def test_somebody_who_resigns_is_told_when(regulars: Callable[[bool], Guest]) -> None:
    """Without a last move the sentence says who gave up, and in which turn."""
    guest = regulars(False)
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Resign …").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    expect(guest.page.locator(".slip .say")).to_have_text("You resigned in turn 1.")
    expect(guest.page.locator(".slip .eyebrow")).to_contain_text("You lost")
