"""What people may set, who may watch, what others answer: told on the page, and so."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from table.servers import Server
from web.browsing import SHORT, Guest
from web.test_first_hour import resign
from web.test_people import begin_at_home

FRIEND = {"kind": "friend"}
FOUR_TO_ONE = "........a. " + ".......... " * 6 + ".3.3...... .3.3...... .......... seat=0"


@pytest.fixture
def friend(server: Server, chromium: Browser) -> Iterator[Guest]:
    """Somebody else, with a browser of their own."""
    with Guest(chromium, server.port, name="Bob") as found:
        yield found
        found.must_be_quiet()


def more(guest: Guest, entry: str) -> None:
    """Choose something from the menu of a match."""
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name=entry).click()


def prefer(guest: Guest, *names: str) -> None:
    """Turn switches of the preferences, and close them."""
    more(guest, "Preferences")
    for name in names:
        guest.page.get_by_role("switch", name=name).click()
    guest.page.get_by_role("button", name="Close the preferences").click()


# Who can watch


@pytest.mark.parametrize(
    ("others", "audience"),
    [(FRIEND, "link"), ({"kind": "person", "name": "Bob"}, "link"), ({"kind": "bot", "level": "crumb"}, "link")],
    ids=["by link", "on one screen", "computer"],
)
def test_a_match_is_listed_nowhere_and_says_who_can_watch(
    guest: Guest, friend: Guest, others: dict[str, str], audience: str
) -> None:
    """Somebody else's home page knows nothing of it; the menu of the match says who can see it."""
    match = guest.begin("potential", others, options={})
    guest.page.get_by_role("button", name="More", exact=True).click()
    expect(guest.page.get_by_role("button", name="Copy link to watch")).to_be_visible()
    told = guest.page.locator(f"[data-audience={audience}]").last
    expect(told).to_have_text("Whoever has the link can watch; the match is listed nowhere.")
    friend.open("/")
    expect(friend.page.get_by_text("Nobody is waiting.")).to_be_visible()
    assert match not in friend.page.content()


def test_a_match_is_listed_when_that_is_asked_for(guest: Guest, friend: Guest) -> None:
    page = guest.page
    guest.open("/new/struggle")
    page.get_by_label("Who sits at seat 2").select_option("friend")
    page.get_by_role("switch", name="Listed").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("[data-audience=lobby]")).to_contain_text("Anybody can watch")
    friend.open("/")
    offered = friend.page.locator("section").filter(has_text="Open matches").last
    expect(offered).to_contain_text("Struggle")
    page.locator("[data-act=cancel]").click()
    page.get_by_role("button", name="Cancel it").click()
    friend.page.reload()
    expect(friend.page.get_by_text("Nobody is waiting.")).to_be_visible()


# What others answer


def test_whoever_declines_a_draw_or_a_takeback_is_named(guest: Guest, friend: Guest) -> None:
    guest.page.get_by_text("A friend, by link").click()
    guest.page.locator("[data-play=potential]").click()
    link = guest.page.locator("[data-invite]").inner_text()
    guest.go("/puzzles")  # meanwhile
    friend.accept(link)
    guest.go("/matches")
    wanted = guest.page.get_by_role("region", name="Your turn").locator("[data-row]")
    expect(wanted).to_contain_text("All seats are taken. Open it, and it begins.")
    wanted.get_by_role("link", name="Go on").click()
    expect(guest.table).to_have_attribute("data-status", "playing")
    more(guest, "Offer a draw")
    expect(friend.page.locator(".slip")).to_contain_text("Ada offers a draw")
    friend.page.get_by_role("button", name=re.compile("Decline|Refuse|Play on")).click()
    expect(guest.page.locator(".news")).to_have_text("Bob declines the draw and plays on.")


def test_a_computer_that_stands_worse_takes_a_draw(guest: Guest) -> None:
    """It judges its position: with one piece against four, a draw is welcome."""
    guest.begin("potential", position=FOUR_TO_ONE, options={})
    assert guest.wait_for_turn()
    more(guest, "Offer a draw")
    expect(guest.table).to_have_attribute("data-status", "over")
    expect(guest.page.locator(".slip .eyebrow")).to_contain_text("Drawn")


def test_resigning_asks_once_more_and_can_be_thought_better_of(guest: Guest) -> None:
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    more(guest, "Resign")
    expect(guest.page.get_by_role("button", name="Yes, resign")).to_be_visible()
    guest.page.get_by_role("button", name=re.compile("Play on|Keep playing|No")).first.click()
    expect(guest.table).to_have_attribute("data-status", "playing")
    expect(guest.page.get_by_role("button", name="Yes, resign")).to_have_count(0)


# What stays where it is


@pytest.mark.parametrize("place", ["match", "replay"])
def test_a_rematch_leads_nobody_away(guest: Guest, friend: Guest, place: str) -> None:
    """Whoever looks at the result or the replay stays there when the other begins a rematch, and comes if they like."""
    match = guest.begin("potential", FRIEND, options={})
    friend.accept(guest.page.locator("[data-invite]").inner_text())
    assert guest.wait_for_turn()
    resign(guest)
    friend.open(f"/{place}/{match}")
    expect(friend.table).to_be_visible()
    guest.page.locator("[data-act=rematch]").click()
    other = friend.context.new_page()  # another tab, in which they agree
    other.goto(f"{friend.home}/match/{match}")
    expect(other.get_by_text("Ada wants to play again.")).to_be_visible()
    other.locator("[data-act=rematch]").click()
    other.wait_for_url(lambda url: match not in url)
    if place == "match":
        expect(friend.page.locator("[data-act=follow]")).to_be_visible()
    friend.page.wait_for_timeout(1000)
    assert friend.page.url.endswith(f"/{place}/{match}")
    friend.page.reload()
    expect(friend.table).to_be_visible()
    assert friend.page.url.endswith(f"/{place}/{match}")
    friend.open("/matches")
    expect(friend.page.locator("[data-row]")).to_have_count(2)


# What one may set


def test_moves_are_confirmed_by_whoever_wants_to(guest: Guest) -> None:
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    prefer(guest, "Confirm moves")
    for spot in ("d3", "d4"):
        guest.page.locator(f'[data-spot="{spot}"]').click()
    expect(guest.page.locator(".told")).to_have_text(re.compile("^You would slide from d3 to d4"))
    expect(guest.table).to_have_attribute("data-ply", "0")
    guest.page.locator('[data-spot="d4"]').click()
    expect(guest.table).to_have_attribute("data-ply", "1")


@pytest.mark.parametrize("game", ["potential", "struggle", "potus", "magic_potion"])
def test_the_board_is_turned_with_its_coordinates(guest: Guest, game: str) -> None:
    guest.begin(game, options={"powers": "none"} if game == "struggle" else {})
    assert guest.wait_for_turn()

    def rows() -> list[float]:
        """Find how high the first and the third row lie."""
        letters = [guest.page.locator(".tray .coord").get_by_text(row, exact=True).first for row in "13"]
        return [(letter.bounding_box() or {"y": 0.0})["y"] for letter in letters]

    guest.page.locator(".tray .coord").first.wait_for()
    first, third = rows()
    assert first > third
    prefer(guest, "Turn the board")
    first, third = rows()
    assert first < third
    prefer(guest, "Turn the board")
    first, third = rows()
    assert first > third


SOUNDS = """() => {
    window.played = [];
    for (const [kind, make] of [["knock", "createBufferSource"], ["tone", "createOscillator"]]) {
        const made = AudioContext.prototype[make];
        AudioContext.prototype[make] = function () { window.played.push(kind); return made.call(this); };
    }
}"""


def test_sounds_are_off_until_asked_for_and_chosen_by_kind(guest: Guest) -> None:
    page = guest.page
    page.evaluate(SOUNDS)
    guest.begin("potential", {"kind": "person", "name": "Bob"}, options={})
    assert guest.wait_for_turn()
    guest.say("d3-d4")
    assert page.evaluate("window.played") == []
    prefer(guest, "Sounds")
    guest.say("d4-d5")
    page.wait_for_function("() => window.played.includes('knock')")
    more(guest, "Preferences")
    page.get_by_label("Volume").fill("20")
    page.get_by_label("Moves", exact=True).uncheck()
    page.get_by_role("button", name="Close the preferences").click()
    page.evaluate("window.played.length = 0")
    guest.play_by_click_once(random.Random(1))
    assert "knock" not in page.evaluate("window.played")
    page.reload()
    more(guest, "Preferences")
    expect(page.get_by_label("Volume")).to_have_value("20")
    expect(page.get_by_label("Moves", exact=True)).not_to_be_checked()


def test_less_motion_is_a_choice_of_the_page_too(server: Server, chromium: Browser) -> None:
    """Whatever the machine says: then nothing moves."""
    with Guest(chromium, server.port, moving=True) as guest:
        guest.begin("potential", options={})
        assert guest.wait_for_turn()
        travels = """() => {
            const thing = document.body.appendChild(document.createElement("i"));
            thing.style.transition = "translate 1s";
            return getComputedStyle(thing).transitionDuration === "1s";
        }"""
        assert guest.page.evaluate(travels)
        prefer(guest, "Less motion")
        assert not guest.page.evaluate(travels)
        guest.must_be_quiet()


# What is kept


def test_a_rating_stands_on_the_page_after_five_matches_with_its_course(guest: Guest) -> None:
    """Four are too few; with the fifth there is a figure, a line, and the same as a table."""
    page = guest.page
    for number in range(5):
        begin_at_home(guest)
        resign(guest)
        guest.open("/me")
        left = page.get_by_text("After five rated matches your rating stands here")
        expect(left).to_have_count(0 if number == 4 else 1)
    page.get_by_role("button", name="As a table").click()
    expect(page.locator("figure table tbody tr")).to_have_count(5)
    shown = [int(figure) for figure in re.findall(r"\b\d{3,4}\b", page.locator("figure table").inner_text())]
    assert shown
    assert min(shown) >= 0
    card = page.locator("[data-level=crumb]")
    expect(card).to_contain_text("lost 5 of 5")

    def beaten(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "tallies": [{"level": "crumb", "won": 2, "played": 5}]})

    page.route("**/api/me/games/potential", beaten)
    page.reload()
    expect(card).to_contain_text("won 2 of 5")
    expect(page.get_by_text(re.compile(r"in Potential: 1 of \d+ beaten"))).to_be_visible()


@pytest.mark.parametrize("game", list(SHORT))
def test_nothing_is_near_or_far_for_whoever_sits_on_the_other_side(
    regulars: Callable[[bool], Guest], game: str
) -> None:
    """Puzzles of the second seat, lessons and analyses call the sides by what is seen of them, and name the squares."""
    guest = regulars(False)
    for path in (f"/puzzles/{game}", f"/learn/{game}/1/1", f"/analysis/{game}"):
        guest.go(path)
        guest.page.locator("main.table .tray svg").first.wait_for()
        expect(guest.page.locator("main.table .tray .coord").first).to_be_visible()
        assert not re.search(r"\b(Near|Far|Near’s|Far’s)\b(?! \+)", guest.table.inner_text())
