"""What is known to: an analysis shows a position as one seat knows it, and as the other, in the pictures and in words.

The engine's lines are about that, too: they name nothing that whoever looks cannot know.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

import potluck
from table.servers import Server
from web.browsing import Guest
from web.test_review import kept
from web.test_secrets import CAST, FIELD

ITEM = "+3"  # the necromancer of Blue carries it face down
HOLDER = "b6"


def look_as(guest: Guest, whom: str) -> None:
    """Choose whose knowledge is shown, and wait for the lines that belong to it."""
    seats = guest.page.get_by_role("radiogroup", name="What is known to")
    with guest.page.expect_response(lambda answer: answer.url.endswith("/lines")):
        seats.get_by_role("radio", name=whom).click()
    expect(seats.get_by_role("radio", name=whom)).to_be_checked()


def analyse(guest: Guest, server: Server, match: potluck.Match, ply: int) -> None:
    """Finish a match, keep it, and open a point of it."""
    match.resign(0)
    guest.open(f"/analysis/{match.game.name}?match={kept(server, match)}&ply={ply}")
    guest.page.wait_for_selector(".lines li button", timeout=60_000)


def magic_match(phase: str, actor: str) -> potluck.Match:
    """Begin a match in which Blue hides an item."""
    position = FIELD + re.sub("phase=.*", f"phase={phase} actor={actor}", CAST.format(item=ITEM))
    return potluck.Match("magic_potion", position=position, chance=False, players=["Ada", "Ben"])


def card_of(guest: Guest, spot: str) -> Locator:
    """Open the card of what stands on a slot."""
    guest.page.keyboard.press("Escape")
    guest.page.locator(f'[data-spot="{spot}"]').focus()
    guest.page.keyboard.press("i")
    card = guest.page.get_by_role("tooltip")
    card.wait_for()
    return card


def test_an_item_face_down_is_shown_to_its_side_alone(guest: Guest, server: Server) -> None:
    """Red sees that there is an item, Blue sees which, Everybody does, and Red again does not."""
    analyse(guest, server, magic_match("act", "necromancer"), 0)
    show = guest.page.locator(f"[data-pick='show-{ITEM}']")
    lines = guest.page.locator(".lines")
    for whom, knows in (("Red", False), ("Blue", True), ("Red", False), ("Everybody", True)):
        look_as(guest, whom)
        expect(show).to_have_count(int(knows))
        expect(guest.page.locator(".lines li")).to_have_count(2 if knows else 1)
        said = card_of(guest, HOLDER).inner_text()
        assert ("Energy" in said) is knows
        assert (f"{ITEM}" in lines.inner_text()) is knows


def test_a_move_that_is_gone_back_to_is_shown_as_the_seat_knows_it_now(guest: Guest, server: Server) -> None:
    """What was shown of a position for one seat is not shown again for another."""
    page = guest.page
    analyse(guest, server, magic_match("act", "necromancer"), 0)
    look_as(guest, "Red")
    page.get_by_role("switch", name="Engine").uncheck()
    page.locator("[data-pick=done]").click()
    expect(page.locator(".tree .move")).to_have_count(1)
    seats = page.get_by_role("radiogroup", name="What is known to")
    seats.get_by_role("radio", name="Blue").click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(f"[data-pick='show-{ITEM}']")).to_have_count(1)
    seats.get_by_role("radio", name="Red").click()
    expect(page.locator(f"[data-pick='show-{ITEM}']")).to_have_count(0)


SET_UP = ["black:a2", "blue:b1", "green:a3", "red:c1", "black:f7", "blue:f6", "green:g5"]


def test_a_secret_set_up_is_shown_to_its_side_alone(guest: Guest, server: Server) -> None:
    """Struggle has secrets only if they were agreed on; then its analysis asks for whom it is shown, too."""
    match = potluck.Match("struggle", seed=1, players=["Ada", "Ben"], powers="none", setup="secret")
    for move in SET_UP:
        match.play(move)
    analyse(guest, server, match, len(SET_UP))
    spots = guest.page.locator("[data-spot]")
    for whom, near, far in (("Red", True, False), ("Blue", False, True), ("Everybody", True, True)):
        guest.page.get_by_role("radiogroup", name="What is known to").get_by_role("radio", name=whom).click()
        for cell, shown in (("a2", near), ("f7", far)):
            spot = spots.and_(guest.page.locator(f'[data-spot="{cell}"]'))
            expect(spot).to_have_accessible_name(re.compile("empty|free") if not shown else re.compile("black"))
        expect(guest.page.locator(".spot.may")).to_have_count(2 if far else 0)
        expect(guest.page.locator(".lines li")).to_have_count(2 if far else 0)
    guest.page.locator(".spot.may").first.dispatch_event("click")
    for whom, said in (("Everybody", "placed red"), ("Red", "decided in secret"), ("Blue", "placed red")):
        guest.page.get_by_role("radiogroup", name="What is known to").get_by_role("radio", name=whom).click()
        for place in (".tree .move", ".slip .eyebrow"):  # wherever the move is told
            expect(guest.page.locator(place)).to_contain_text(said)


def test_where_nothing_is_hidden_nobody_is_asked_for_whom(guest: Guest) -> None:
    guest.open("/analysis/struggle")
    guest.page.wait_for_selector("main.ana")
    expect(guest.page.get_by_text("What is known to")).to_have_count(0)


@pytest.mark.parametrize("whom", ["Red", "Blue"])
def test_an_open_item_is_known_to_both(guest: Guest, server: Server, whom: str) -> None:
    """The comparison above would notice: what lies open is there for either."""
    analyse(guest, server, magic_match("act", "necromancer"), 0)
    look_as(guest, whom)
    assert "II" in card_of(guest, HOLDER).inner_text()
