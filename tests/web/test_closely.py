"""What somebody sees who looks closely: everything in its place, in the right colour, counted right, without codes."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from table.servers import Server
from web.browsing import SHORT, Guest
from web.test_end import OVERLAPS, end
from web.test_says import ATTACK, GIVING

FRIEND = {"kind": "friend"}
BANNED = re.compile(r"the seal fits|laying the table|dashes close|by consent|far side of|_|\b\w\d@", re.IGNORECASE)


def bottom(found: Locator) -> float:
    """Find where a thing ends."""
    box = found.bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize("game", ["potential", "struggle", "potus", "magic_potion"])
def test_what_the_computer_did_stays_marked_in_its_colour(regulars: Callable[[bool], Guest], game: str) -> None:
    """A dashed start, dots in the colour of the seat that moved, brackets at the end."""
    guest = regulars(False)
    guest.begin(game, options={"powers": "none"} if game == "struggle" else {})
    dice = random.Random(7)
    trail = guest.page.locator("[data-trail]")
    for _ in range(40):
        assert guest.wait_for_turn()
        if trail.count():
            break
        guest.play_by_click_once(dice)
    expect(trail.first).to_be_attached()
    colours = {way.get_attribute("stroke") for way in guest.page.locator("[data-trail] .way").all()}
    assert colours <= {"var(--seat-1)"}


@pytest.mark.parametrize("game", ["potential", "potion_explosion"])
def test_turns_are_counted_alike_everywhere(regulars: Callable[[bool], Guest], game: str) -> None:
    """Result, chart, replay and review name the same number, though a match may end within a turn or after it."""
    guest = regulars(False)
    page = guest.page
    end(guest, game)
    told = page.locator(".slip .turns").inner_text()
    match = guest.page.url.rsplit("/", 1)[1]
    guest.go(f"/replay/{match}")
    expect(page.locator(".about")).to_contain_text(f"replay, {told}")
    expect(page.locator("svg.chart text").last).to_have_text(told.split()[0])
    guest.go(f"/review/{match}")
    expect(page.locator(".about")).to_contain_text(f"review, {told}")


def test_potus_has_a_log_in_sight(regulars: Callable[[bool], Guest]) -> None:
    """With the battle beside the board, two lines at least stand above the own name at 1280 by 800."""
    guest = regulars(False)
    guest.begin("potus", options=SHORT["potus"])
    dice = random.Random(4)
    while guest.page.locator(".battle").count() == 0:
        guest.play_by_click_once(dice)
        assert guest.wait_for_turn()
    log = guest.page.get_by_label("What happened").first.locator("ol").bounding_box()
    assert log
    assert log["height"] >= 44
    assert bottom(guest.page.locator(".strip").last) <= 800


@pytest.mark.parametrize("coached", [False, True])
def test_magic_potion_keeps_both_sides_in_sight(regulars: Callable[[bool], Guest], coached: bool) -> None:
    """In the middle of a match too, with a coach or without: all figures, and nothing below the screen."""
    guest = regulars(False)
    page = guest.page
    guest.begin("magic_potion", options={}, position=ATTACK)
    assert guest.wait_for_turn()
    if coached:
        page.locator("[data-call]").click()
        expect(page.locator("[data-coach]")).to_be_visible()
    expect(page.locator(".deck li:not(.hd)")).to_have_count(6)
    below = bottom(page.locator(".strip").last)
    if coached:
        page.get_by_role("button", name="Send the coach away").click()
    assert below <= 800


def test_items_stay_on_their_square(regulars: Callable[[bool], Guest]) -> None:
    """Seven items that lie together are drawn closer, not over the rim."""
    guest = regulars(False)
    items = "a7=I,II,none,none,none,none,+1"
    cast = (
        "thief=blue,dead swordsman=blue,dead priest=blue,2,0 magician=red,20,0 necromancer=red,dead merchant=red,dead"
    )
    field = "....... ....... ....... ....... ...M... ....... ...p..."
    guest.begin("magic_potion", options={}, position=f"{field} {cast} {items} round=1 phase=act actor=magician")
    assert guest.wait_for_turn()
    square = guest.page.locator('[data-spot="a7"]').bounding_box()
    drawn = guest.page.locator("[data-lying=a7]")
    expect(drawn).to_have_count(7)
    assert square
    expect(guest.page.get_by_role("button", name=re.compile("^a7, "))).to_have_accessible_name(
        re.compile("^a7, .*items: I, II, blank, blank, blank, blank, \\+1")
    )
    for item in drawn.all():
        box = item.bounding_box()
        assert box
        assert square["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= square["x"] + square["width"] + 1


def test_pieces_are_called_by_the_names_of_their_rules(regulars: Callable[[bool], Guest]) -> None:
    guest = regulars(False)
    guest.begin("struggle", {"kind": "person", "name": "Bob"}, options={"powers": "classic"})
    expect(guest.page.get_by_role("button", name=re.compile("black with Grim Reaper"))).not_to_have_count(0)
    expect(guest.page.get_by_role("button", name=re.compile("with reaper"))).to_have_count(0)


def test_a_single_answer_that_nobody_may_guess_says_why_it_is_asked(regulars: Callable[[bool], Guest]) -> None:
    """In a secret set-up a forced answer would tell the others something: it is asked, and says so."""
    guest = regulars(False)
    guest.begin("magic_potion", options={"secret_setup": True}, position=GIVING)
    assert guest.wait_for_turn()
    guest.page.locator("[data-pick=give-5]").click()
    expect(guest.page.locator("[data-only]")).to_contain_text("Only one answer is possible")


def test_a_refused_takeback_says_so(guest: Guest, server: Server, chromium: Browser) -> None:
    guest.begin("potential", FRIEND, options={})
    with Guest(chromium, server.port, name="Bob") as friend:
        friend.accept(guest.page.locator("[data-invite]").inner_text())
        assert guest.wait_for_turn()
        guest.say("d3-d4")
        guest.say("d4-d5")
        assert friend.wait_for_turn()
        guest.page.get_by_role("button", name="More", exact=True).click()
        guest.page.get_by_role("button", name="Ask to take back").click()
        expect(friend.page.locator(".slip")).to_contain_text("Ada wants to take a move back")
        friend.page.get_by_role("button", name="Refuse").click()
        expect(guest.page.locator(".news")).to_have_text("Bob wants the move to stand.")
        friend.must_be_quiet()


@pytest.mark.parametrize("phone", [False, True])
def test_many_bottles_overlap_nothing(regulars: Callable[[bool], Guest], phone: bool) -> None:
    """The account of Potion Explosion with all that can stand in it; its figures add up."""
    guest = regulars(phone)
    position = (
        "RBKYRBKYR+7 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 RBKYRBKYR+7 sands7+6 sands7+6 magnet7+6 magnet7+5 wisdom7+5 "
        "seats=2 phase=turn kinds=sands+magnet+wisdom+love+draft+lava acted=pick round=4 "
        "desk0=sands4/magnet4 done0=lava4+lava5+lava6+love4+love5+draft4+draft5 helps0=2 "
        "desk1=sands4/magnet4 done1=wisdom4+wisdom5+draft6+draft7"
    )
    guest.begin("potion_explosion", options={"rounds": 5, "first": 1}, position=position, begins=1)
    assert guest.wait_for_turn()
    guest.say("end")
    expect(guest.table).to_have_attribute("data-status", "over", timeout=20_000)
    assert guest.page.evaluate(OVERLAPS) == []
    for shelf in guest.page.locator(".shelf").all():
        figures = [int(text) for text in re.findall(r"\d+", shelf.locator(".sum").get_attribute("aria-label") or "")]
        potions, tokens, helps, points = figures
        assert potions + tokens - helps == points


def test_the_page_has_no_words_of_its_makers() -> None:
    """The catalogue has all that the page itself says; codes and words that only we understand are not in it."""
    words = json.loads(Path("web/src/words/en.json").read_text(encoding="utf-8"))
    assert [word for word in words if BANNED.search(re.sub(r"\{\d\}", "", word))] == []


def test_rules_name_options_as_the_form_does(regulars: Callable[[bool], Guest]) -> None:
    guest = regulars(False)
    guest.go("/rules/potus")
    expect(guest.page.locator("#rule-PO4 .ref")).to_contain_text("can be set: “")
    assert "_" not in guest.page.locator(".pages").inner_text()


def test_every_page_without_a_board_leads_to_the_others(regulars: Callable[[bool], Guest]) -> None:
    guest = regulars(False)
    for path in ("/", "/learn", "/puzzles", "/rules/potus", "/matches", "/me", "/new/potus", "/match/none"):
        guest.go(path)
        ways = guest.page.get_by_role("navigation", name="Pages")
        for name in ("Learn", "Puzzles", "Rules"):
            expect(ways.get_by_role("link", name=name)).to_be_visible()
    expect(guest.page.get_by_role("link", name="My matches")).to_be_visible()


def test_no_matches_are_said_to_be_there_only_when_that_is_known(server: Server, chromium: Browser) -> None:
    with Guest(chromium, server.port) as guest:
        guest.page.route("**/api/me", lambda _route: None)  # the answer does not come
        guest.open("/")
        expect(guest.page.get_by_text("Looking for your matches …")).to_be_visible()
        expect(guest.page.get_by_text("No matches yet.")).to_have_count(0)
