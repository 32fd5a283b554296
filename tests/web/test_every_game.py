"""What the page promises holds in all five games: previews by touch, turns that are seen, the log, plain English."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import MIDDLE, SHORT, Guest, middle_of

# Notation, names of options and fields, and what a program says by mistake
CODES = re.compile(r"\b[a-k]\d{1,2}[-^@*~>][a-k]\d|\w_\w|\b[a-z]+=\w|\{\d\}|undefined|\bNaN\b|\bnull\b|\[object")
HAPPENED = re.compile(r"\byou (placed|moved|slid|jumped|picked|took|gave|stayed|attacked|drank|used|stopped)\b", re.I)
WORDS = """() => {
    const found = [document.querySelector("main.table").innerText];
    for (const name of ["aria-label", "title"])
        for (const element of document.querySelectorAll(`main.table [${name}]`)) found.push(element.getAttribute(name));
    return found;
}"""
NEWEST = """() => {
    const list = document.querySelector(".log ol").getBoundingClientRect();
    const line = [...document.querySelectorAll(".log li p")].at(-1)?.getBoundingClientRect();
    return !line || (line.top >= list.top - 2 && line.bottom <= list.bottom + 2 && line.bottom <= innerHeight);
}"""
LOG = """() => [...document.querySelectorAll(".log li p")].map(line =>
    [Number(line.dataset.turn), Number(line.dataset.seat), line.innerText])"""


@dataclass
class Walk:
    """Hold what was seen in some turns of a match."""

    texts: set[str] = field(default_factory=set)
    lonely: list[str] = field(default_factory=list)  # questions with one answer and no reason for it
    log: list[tuple[int, int, str]] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)  # moves after which the newest line was out of sight


def begin_amid(guest: Guest, game: str, *, log: bool = True) -> None:
    """Begin in the middle of a match, where things on the board are moved; open the log where it is folded."""
    position = middle_of(game, 160) if game == "magic_potion" else middle_of(game)
    guest.begin(game, options=MIDDLE.get(game, {}), position=position)
    assert guest.wait_for_turn()
    full = guest.page.get_by_role("button", name="Full log")
    if log and full.count():
        full.click()


@pytest.fixture(scope="module")
def walk(regulars: Callable[[bool], Guest]) -> Callable[[str], Walk]:
    """Play some turns of each game by clicking what is lit, and note all that is seen."""

    @cache
    def walked(game: str) -> Walk:
        guest, dice, seen = regulars(False), random.Random(11), Walk()
        begin_amid(guest, game)
        for _ in range(22):
            if not guest.wait_for_turn():
                break
            seen.log = [(turn, seat, text) for turn, seat, text in guest.page.evaluate(LOG)]
            seen.texts.update(guest.page.evaluate(WORDS))
            if not guest.page.evaluate(NEWEST):
                seen.hidden.append(int(guest.fact("ply")))
            things = guest.things()
            if len(things) == 1 and not guest.page.locator("[data-only]").count():
                seen.lonely.append(f"{guest.page.locator('.say').inner_text()} {things}")
            if things:
                guest.page.locator(dice.choice(things)).first.dispatch_event("click")
            guest.page.wait_for_timeout(80)
        return seen

    return walked


@pytest.mark.parametrize("game", list(SHORT))
def test_nothing_is_said_in_codes(walk: Callable[[str], Walk], game: str) -> None:
    """Whatever is seen or heard at a table in the middle of a match is English."""
    assert [text for text in walk(game).texts if CODES.search(text)] == []


@pytest.mark.parametrize("game", list(SHORT))
def test_each_line_of_the_log_stands_under_its_turn_and_seat(walk: Callable[[str], Walk], game: str) -> None:
    lines = walk(game).log
    assert len({turn for turn, *_ in lines}) > 2
    assert [turn for turn, *_ in lines] == sorted(turn for turn, *_ in lines)
    assert {seat for _, seat, _ in lines} >= {0, 1}
    others = {0: "Crumb ", 1: "You "}  # what was drawn for both is in nobody's turn, a Veto strikes the other side
    odd = [text for _, seat, text in lines if text.startswith(others.get(seat, "?"))]
    assert [text for text in odd if not text.endswith("to a Veto.")] == []


@pytest.mark.parametrize("game", list(SHORT))
def test_the_newest_line_of_the_log_is_in_sight(walk: Callable[[str], Walk], game: str) -> None:
    assert walk(game).hidden == []


@pytest.mark.parametrize("game", list(SHORT))
def test_a_question_has_more_than_one_answer(walk: Callable[[str], Walk], game: str) -> None:
    assert walk(game).lonely == []


@pytest.mark.parametrize("game", list(SHORT))
def test_pointing_at_a_line_of_any_game_lights_its_squares(guest: Guest, game: str) -> None:
    begin_amid(guest, game)
    guest.play_by_click_once(random.Random(5))
    assert guest.wait_for_turn()
    guest.page.wait_for_timeout(500)  # the log comes to rest
    line = guest.page.locator(".log li p").filter(has_text=re.compile(r"\b[a-j]\d")).last
    line.hover()
    squares = set(re.findall(r"\b[a-j](?:10|[1-9])\b", line.inner_text()))
    expect(guest.page.locator("[data-named]")).to_have_count(len(squares))
    guest.page.mouse.move(2, 2)
    expect(guest.page.locator("[data-named]")).to_have_count(0)


@pytest.mark.parametrize("game", list(SHORT))
def test_by_touch_nothing_is_played_at_once(regulars: Callable[[bool], Guest], game: str) -> None:
    """The first tap says what would happen, that the next one plays, and shows a ghost where something would go."""
    guest, dice = regulars(True), random.Random(4)
    begin_amid(guest, game, log=False)  # on a phone it lies over the board
    told, ghost = guest.page.locator(".told"), guest.page.locator("[data-ghost]")
    for _ in range(24):
        assert guest.wait_for_turn()
        ply = guest.fact("ply")
        spots = [thing for thing in guest.things() if thing.startswith("[data-spot")]
        assert spots, "something on the board can be tapped"
        spot = guest.page.locator(f"{dice.choice(spots)} > [fill=transparent]").first
        spot.evaluate("node => node.scrollIntoView({block: 'center', behavior: 'instant'})")
        spot.tap(force=True)
        guest.page.wait_for_timeout(250)
        text = told.inner_text() if told.count() else ""
        goes = game == "potion_explosion" or ghost.count()  # a marble goes to the hand
        if text.endswith("Tap again to play.") and goes:
            break
        assert guest.fact("ply") == ply, "a first tap plays nothing"
    assert "would" in text or ": " in text, text
    assert not HAPPENED.search(text), text
    assert guest.fact("ply") == ply
    spot.tap(force=True)
    expect(guest.table).not_to_have_attribute("data-ply", ply)


STEPS = """() => {
    window.gaps = [];
    const table = document.querySelector("main.table");
    let steps = 0, last = 0; // the first step is Ada's own
    new MutationObserver(() => {
        steps = table.dataset.mine === "false" ? steps + 1 : 0;
        if (steps > 2) window.gaps.push(performance.now() - last);
        last = performance.now();
    }).observe(table, {attributeFilter: ["data-ply"]});
}"""


@pytest.mark.parametrize("game", list(SHORT))
def test_the_computers_turn_is_seen_in_every_game(server: Server, chromium: Browser, game: str) -> None:
    """Its steps come one after another, with time to look; they leave marks; they can be shown again and skipped."""
    with Guest(chromium, server.port, moving=True) as guest:
        page = guest.page
        begin_amid(guest, game)
        page.evaluate(STEPS)
        dice = random.Random(6)
        for _ in range(40):
            guest.play_by_click_once(dice)
            assert guest.wait_for_turn()
            several = game == "struggle" or page.evaluate("window.gaps.length")  # whose turns have one step mostly
            if several and page.locator("[data-trail]").count():
                break
        expect(page.locator("[data-trail]")).not_to_have_count(0)
        gaps = page.evaluate("window.gaps")
        assert not gaps or sum(gaps) / len(gaps) > 500, gaps  # a busy machine draws one late, and the next in time
        ply = guest.fact("ply")
        page.locator("[data-act=again]").dispatch_event("click")  # the whole log may lie over it
        expect(guest.table).not_to_have_attribute("data-ply", ply)
        page.locator(".tray").dispatch_event("click")
        expect(guest.table).to_have_attribute("data-ply", ply)
        assert guest.wait_for_turn()
        guest.must_be_quiet()
