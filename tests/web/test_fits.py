"""Nothing is cut off, covered or too small to read, on a desk of 1280 by 800 and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from web.browsing import DESK, PHONE, Guest


def box(found: Locator) -> FloatRect:
    """Find where a thing is."""
    place = found.bounding_box()
    assert place
    return place


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["potential", "struggle"])
def test_a_hint_covers_neither_board_nor_name(regulars: Callable[[bool], Guest], game: str, phone: bool) -> None:
    """With all of a hint open the own name is on the screen of a desk, and more than the board's half on a phone."""
    guest = regulars(phone)
    guest.begin(game, options={"powers": "none"} if game == "struggle" else {})
    assert guest.wait_for_turn()
    guest.page.locator("[data-act=hint]").click()
    guest.page.locator("[data-hint]").wait_for()
    guest.page.keyboard.press("3")
    guest.page.locator("[data-hint='3']").wait_for()
    slip, tray = box(guest.page.locator(".slip")), box(guest.page.locator(".tray"))
    if phone:
        assert slip["y"] > tray["y"] + tray["height"] * 0.75
    else:
        name = box(guest.page.locator(".strip").last)
        assert name["y"] + name["height"] <= DESK["height"]
    guest.page.get_by_role("button", name="Hide the hint").click()
    expect(guest.page.locator("[data-hint]")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_switches_stand_beside_their_words(regulars: Callable[[bool], Guest], phone: bool) -> None:
    """However long the words of a preference are."""
    guest = regulars(phone)
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Preferences").click()
    rows = guest.page.locator(".preferences [role=switch]")
    expect(rows).not_to_have_count(0)
    for row in rows.all():
        words, switch = box(row.locator("span")), box(row.locator("i"))
        assert switch["x"] >= words["x"] + words["width"]
    guest.page.get_by_role("button", name="Close the preferences").click()


def test_the_levels_beside_a_rating_are_read_on_a_phone(regulars: Callable[[bool], Guest]) -> None:
    """The names and figures of the chart are no smaller than other small words, and lie within the screen."""
    guest = regulars(True)
    guest.go("/me")
    names = guest.page.locator("figure svg text.name")
    expect(names.first).to_be_visible()
    for name in names.all():
        place = box(name)
        assert place["height"] >= 11
        assert place["x"] + place["width"] <= 390


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_words_of_a_single_button_fit(regulars: Callable[[bool], Guest], phone: bool) -> None:
    """The one button that a turn has left has room for its words."""
    guest = regulars(phone)
    position = (
        "RBKYRBKYR+6 BKYRBKYRB+6 KYRBKYRBK+6 YRBKYRBKY+6 RBKYRBKYR+7 sands7+8 sands7+8 magnet7+8 magnet7+8 wisdom7+7 "
        "seats=2 seat=0 phase=turn kinds=sands+magnet+wisdom+love+draft+lava acted=pick+help round=4 helps0=1 "
        "desk0=sands4/magnet4 pool0=KKYY fresh=KKYY desk1=sands4/magnet4"
    )
    guest.begin("potion_explosion", options={}, position=position)
    assert guest.wait_for_turn()
    button = guest.page.locator("[data-pick=brew]")
    expect(button).to_be_visible()
    assert button.evaluate("node => node.scrollHeight <= node.clientHeight")


@pytest.mark.parametrize("width", [360, 390])
def test_wide_letters_push_nothing_over_the_edge(regulars: Callable[[bool], Guest], width: int) -> None:
    """The page uses the letters of the machine, and some machines have only wide ones."""
    guest = regulars(True)
    guest.page.set_viewport_size({"width": width, "height": 740})
    for path in ["/", "/new/struggle", "/learn", "/puzzles", "/me", "/matches", "/rules/potus", "/verify"]:
        guest.go(path)
        guest.page.add_style_tag(content="* { letter-spacing: 0.09em !important; }")
        expect(guest.page.locator("h1, h2").first).to_be_visible()
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width, path
    guest.page.set_viewport_size(PHONE)  # type: ignore[arg-type]


def test_the_address_of_the_rules_alone_shows_rules(regulars: Callable[[bool], Guest]) -> None:
    """Somebody types /rules: it is no match that is missing."""
    guest = regulars(False)
    guest.go("/rules")
    expect(guest.page.get_by_role("navigation", name="Games")).to_be_visible()


@pytest.mark.parametrize("path", ["/learn/potion_explosion/1/1", "/puzzles/potion_explosion"])
def test_what_to_do_stays_in_reach_of_the_thumb(regulars: Callable[[bool], Guest], path: str) -> None:
    """A bench is higher than a phone: the slips of lessons and puzzles stay at the lower edge, as at a match."""
    guest = regulars(True)
    guest.go(path)
    slip = guest.page.locator(".slip").first
    expect(slip).to_be_visible()
    guest.page.locator(".tray .spot").first.wait_for(state="attached")
    guest.page.set_viewport_size({"width": 390, "height": 640})  # with the bars of a browser
    guest.page.evaluate("scrollTo(0, 0)")
    expect(slip).to_be_in_viewport(ratio=0.99)
    guest.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
