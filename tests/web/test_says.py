"""What the page says: never of a move that has not happened; what others do is seen; log, marks and buttons."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from table.servers import Server
from web.browsing import SHORT, Guest

ATTACK = """.h.n.p.
.....A.
.......
.......
.....T.
...S...
.......
assassin=red,15,30,I!
hunter=blue,18,18,none!
thief=red,14,13,none!
swordsman=red,20,11,none!
priest=blue,18,18,II!
necromancer=blue,15,16,none!
used=+1
round=11 phase=act actor=assassin hound=a3"""
GIVING = """.......
.......
.......
.......
.......
.......
.......
assassin=red,15,0
hunter=red,18,0
thief=red,18,0
priest=blue,18,0
magician=blue,20,0
merchant=blue,18,0
round=0 phase=give actor=assassin left=5"""
EVENT = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*.... ......A. C.o.o.ou phase=move actor=0 left=3 owed=0/1"
BETWEEN = """BRBKYRBKY+7 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 RBKYRBKYR+7
sands7+8 sands7+8 magnet7+8 magnet7+8 wisdom7+7
seats=2 seat=0 phase=turn kinds=sands+magnet+wisdom+love+draft+lava round=0
desk0=sands4/magnet4
desk1=sands4/magnet4"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-pick], [data-act]")].map(button => {
    const box = button.getBoundingClientRect();
    return [button.dataset.pick ?? `act ${button.dataset.act}`, [Math.round(box.x), Math.round(box.y)]];
}))"""

VOID = """() => document.documentElement.scrollHeight - scrollY
    - document.querySelector("main.table").getBoundingClientRect().bottom"""


@pytest.mark.parametrize("game", ["potential", "struggle", "potus", "potion_explosion", "magic_potion"])
def test_a_preview_never_tells_of_a_move_as_if_it_had_happened(regulars: Callable[[bool], Guest], game: str) -> None:
    """Point at whatever may be chosen: the slip says what would happen, and the log stays as it is."""
    guest = regulars(False)
    guest.begin(game, options={})
    dice = random.Random(2)
    told, spoken = guest.page.locator(".told"), guest.page.locator("[data-spoken]")
    seen = 0
    for _ in range(4):
        assert guest.wait_for_turn()
        said = spoken.text_content()
        for thing in guest.things()[:3]:
            guest.page.locator(thing).first.hover(force=True)
            guest.page.wait_for_timeout(150)
            text = told.inner_text() if told.count() else ""
            seen += bool(text)
            assert not text or re.search(r"\bwould\b|^Then |: ", text), text
            assert not re.search(r"\b[Yy]ou (placed|moved|slid|jumped|picked|took|gave|stayed)\b", text), text
        assert spoken.text_content() == said, "the log is of what has happened"
        guest.play_by_click_once(dice)
    assert seen


def test_a_tap_shows_and_says_that_the_next_one_plays(server: Server, chromium: Browser) -> None:
    """On a phone the first tap says what would happen and how to go on."""
    with Guest(chromium, server.port, phone=True) as guest:
        guest.begin("potential", options={})
        assert guest.wait_for_turn()
        guest.page.locator('[data-spot="d3"]').tap()
        guest.page.locator('[data-spot="d4"]').tap()
        expect(guest.page.locator(".told")).to_have_text("You would slide from d3 to d4. Tap again to play.")
        expect(guest.page.locator("[data-ghost]")).to_have_count(1)
        expect(guest.table).to_have_attribute("data-ply", "0")
        guest.must_be_quiet()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SHORT)
def test_buttons_stay_where_they_are(regulars: Callable[[bool], Guest], game: str, phone: bool) -> None:
    """Within a turn a button that is still there after a choice has not moved."""
    guest = regulars(phone)
    guest.begin(game, options={"powers": "classic"} if game == "struggle" else {})  # a draft is no turn
    dice = random.Random(3)
    before: dict[str, Any] = {}
    turn = ""
    for _ in range(24 if phone else 14):
        if not guest.wait_for_turn():
            break
        now = guest.page.evaluate(PLACES)
        if guest.fact("turn") == turn:
            moved = {name: (before[name], now[name]) for name in now if name in before and before[name] != now[name]}
            assert not moved
        before, turn = now, guest.fact("turn")
        if things := guest.things():  # none: the move is on its way
            guest.page.locator(dice.choice(things)).first.dispatch_event("click")
        guest.page.wait_for_timeout(60)
    assert guest.page.evaluate(VOID) <= 1, "the page is longer than the table"


def test_the_computers_turn_can_be_watched_skipped_and_shown_again(server: Server, chromium: Browser) -> None:
    """Each step of the computer is shown for a moment; a click skips to the end; it can be seen once more."""
    with Guest(chromium, server.port, moving=True) as guest:
        page = guest.page
        guest.begin("potential", options={})
        assert guest.wait_for_turn()
        page.evaluate(
            """() => {
                window.plies = [];
                const table = document.querySelector("main.table");
                new MutationObserver(() => window.plies.push([table.dataset.ply, performance.now()]))
                    .observe(table, {attributeFilter: ["data-ply"]});
            }"""
        )
        for start, end in (("d3", "d4"), ("d4", "d5")):
            page.locator(f'[data-spot="{start}"]').dispatch_event("click")
            page.locator(f'[data-spot="{end}"]').dispatch_event("click")
            expect(page.locator(f'[data-spot="{end}"]')).to_have_attribute("aria-label", re.compile("your piece"))
        assert guest.wait_for_turn()
        times = [at for _, at in page.evaluate("window.plies")][2:]  # the computer makes two steps
        assert all(later - sooner > 500 for sooner, later in zip(times, times[1:], strict=False)), times
        ply = guest.fact("ply")
        page.locator("[data-act=again]").click()
        expect(page.get_by_text("shown again")).to_be_visible()
        expect(guest.table).not_to_have_attribute("data-ply", ply)
        page.locator("[data-act=skip]").click()
        expect(guest.table).to_have_attribute("data-ply", ply)
        assert guest.wait_for_turn()
        page.locator("[data-act=again]").click()
        page.get_by_role("radio", name="Fast").click()
        expect(guest.table).to_have_attribute("data-ply", ply, timeout=9000)
        guest.must_be_quiet()


COMPARED = r"(You have|has) (\d movements?|no movement), .*(have|has) (\d|none)\. .* moves? first|Nobody won"


@pytest.mark.parametrize(
    ("game", "position", "moves", "kind", "means"),
    [
        ("potus", "", [], "battle", COMPARED),
        ("potus", EVENT, ["A b3-c3", "A c3-d3"], "event", r"You drew .+\."),
        ("magic_potion", ATTACK, ["attack-priest", "roll-3"], "attack", r"Attack \d+ against defence \d+"),
        ("potion_explosion", BETWEEN, ["a2"], "explosion", r"Explosion: you took 2 blue"),
    ],
    ids=["battle", "event", "attack", "explosion"],
)
def test_a_moment_is_staged_with_what_it_means(
    guest: Guest, game: str, position: str, moves: list[str], kind: str, means: str
) -> None:
    """A battle, an Event, an attack and an explosion are laid on the board as a sheet; a click puts it away."""
    guest.begin(game, options={}, position=position)
    page = guest.page
    dice = random.Random(4)
    for _ in range(0 if position else 5):
        guest.play_by_click_once(dice)
    for move in moves:
        assert guest.wait_for_turn()
        guest.say(move)
    sheet = page.locator(f"[data-moment={kind}]")
    expect(sheet).to_contain_text(re.compile(means))
    laid, tray = sheet.bounding_box(), page.locator(".tray").bounding_box()
    assert laid
    assert tray
    assert tray["x"] <= laid["x"]
    assert laid["x"] + laid["width"] <= tray["x"] + tray["width"], "names and slip stay free"
    assert laid["y"] + laid["height"] <= tray["y"] + tray["height"]
    assert guest.wait_for_turn()
    page.locator(".tray").dispatch_event("click")
    expect(page.locator("[data-moment]")).to_have_count(0)


def test_the_log_is_grouped_by_turn_with_the_newest_in_sight(guest: Guest) -> None:
    """Oldest first, each line under its turn and seat; what the Edge takes stands under the turn that it begins."""
    guest.begin("potential", options={})
    dice = random.Random(9)
    for _ in range(24):
        guest.play_by_click_once(dice)
    assert guest.wait_for_turn()
    lines = guest.page.evaluate(
        """() => [...document.querySelectorAll(".log li p")].map(line =>
            [Number(line.dataset.turn), Number(line.dataset.seat), line.innerText])"""
    )
    assert [turn for turn, *_ in lines] == sorted(turn for turn, *_ in lines)
    leaks = [(turn, seat, text) for turn, seat, text in lines if "leaks" in text]
    assert leaks
    for turn, seat, text in leaks:
        assert seat == turn % 2, text
        assert text.startswith("You") is (seat == 0), text
    last = guest.page.locator(".log li p").last
    expect(last).to_be_in_viewport()
    guest.page.set_viewport_size({"width": 1280, "height": 660})  # as when the slip grows
    expect(last).to_be_in_viewport(ratio=0.9)
    assert guest.page.locator(".log li").count() < len(lines)


def test_pointing_at_a_line_lights_its_squares(guest: Guest) -> None:
    """Both ends of a slide are lit while the pointer is on its line, with the keyboard too."""
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.locator('[data-spot="d3"]').click()
    guest.page.locator('[data-spot="d4"]').click()
    expect(guest.table).to_have_attribute("data-ply", "1")
    guest.page.get_by_text("You slid from d3 to d4.").first.hover()
    expect(guest.page.locator("[data-named]")).to_have_count(2)
    expect(guest.page.locator('[data-named="d4"]')).to_be_visible()
    guest.page.mouse.move(5, 5)
    expect(guest.page.locator("[data-named]")).to_have_count(0)
    guest.page.locator(".log ol").focus()
    guest.page.keyboard.press("ArrowUp")
    expect(guest.page.locator("[data-named]")).to_have_count(2)


@pytest.mark.parametrize("place", ["match", "replay", "lesson", "puzzle"])
def test_a_question_mark_opens_the_rules_and_types_nothing(regulars: Callable[[bool], Guest], place: str) -> None:
    """The key opens the drawer wherever there is one; its search field stays empty."""
    guest = regulars(False)
    page = guest.page
    if place in ("match", "replay"):
        match = guest.begin("potential", options={})
        assert guest.wait_for_turn()
        if place == "replay":
            guest.go(f"/replay/{match}")
    else:
        guest.go("/learn/struggle/1/1" if place == "lesson" else "/puzzles/struggle")
    page.locator("main.table .tray svg").first.wait_for(state="attached")
    page.keyboard.press("?")
    field = page.get_by_role("region", name="Rules").get_by_role("searchbox")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def test_a_lost_line_is_noticed_within_five_seconds(guest: Guest) -> None:
    """Nothing comes through any more, though no socket is closed: the page says so, by its own clock."""
    silent: list[bool] = []
    guest.page.clock.install()
    guest.page.route_web_socket(
        re.compile("/ws|/socket|/live|ws:"),
        lambda line: relay(line, silent),
    )
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.clock.pause_at(guest.page.evaluate("Date.now() + 1000"))
    silent.append(True)
    guest.page.clock.run_for(5000)
    expect(guest.page.get_by_text("Reconnecting").first).to_be_visible()  # and stays, since nothing comes through


def test_a_machine_without_a_network_is_noticed_at_once(guest: Guest) -> None:
    """The browser knows it, so nothing has to be waited for; and it is found again as soon as there is one."""
    guest.page.clock.install()
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.clock.pause_at(guest.page.evaluate("Date.now() + 1000"))
    guest.context.set_offline(True)
    expect(guest.page.get_by_text("Reconnecting").first).to_be_visible()
    guest.page.clock.resume()
    guest.context.set_offline(False)
    expect(guest.page.get_by_text("Reconnecting")).to_have_count(0)


def relay(line: WebSocketRoute, silent: list[bool]) -> None:
    """Pass on what the page and the table say, until everything is silent."""
    table = line.connect_to_server()
    line.on_message(lambda message: None if silent else table.send(message))
    table.on_message(lambda message: None if silent else line.send(message))


def test_a_page_that_cannot_be_loaded_says_so_and_can_be_tried_again(guest: Guest) -> None:
    """Whatever is loaded when it is opened: without a line there is a sentence and a way to go on."""
    page = guest.page
    page.route("**/assets/NewMatch*", lambda route: route.abort())
    guest.go("/new/potential")
    expect(page.get_by_role("heading", name="This page could not be loaded.")).to_be_visible()
    page.unroute("**/assets/NewMatch*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Potential").first).to_be_visible()
    guest.troubles.clear()  # the browser reports the file that it could not load


def test_a_declined_draw_says_so(guest: Guest) -> None:
    """The computer does not stand worse at the start, so it declines, and the slip says that."""
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Offer a draw").click()
    expect(guest.page.locator(".news")).to_have_text(re.compile(r"^.+ declines the draw and plays on\.$"))


def test_nobody_is_asked_for_an_empty_answer(regulars: Callable[[bool], Guest]) -> None:
    """Whoever has given all dice to the first character is not asked to give none to the second."""
    guest = regulars(False)
    guest.begin("magic_potion", options={}, position=GIVING)
    assert guest.wait_for_turn()
    expect(guest.page.locator(".say")).to_have_text("Give dice to the Assassin: 5 dice left.")
    guest.page.locator("[data-pick=give-5]").click()
    expect(guest.table).not_to_have_attribute("data-ply", "0")
    asked = guest.page.evaluate(
        """() => new Promise(done => {
            const asked = new Set(), slip = document.querySelector(".slip");
            const look = () => document.querySelector("main.table")?.dataset.mine === "true"
                && asked.add(document.querySelector(".say").textContent);
            look();
            new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
            setTimeout(() => done([...asked]), 2500);
        })"""
    )
    assert not [prompt for prompt in asked if "no dice left" in prompt]


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", list(SHORT))
def test_coordinates_are_on_every_board_until_they_are_hidden(
    regulars: Callable[[bool], Guest], game: str, phone: bool
) -> None:
    """Squares that sentences name can be found on the board, on a phone too; a setting hides the letters."""
    guest = regulars(phone)
    guest.begin(game, options={})
    assert guest.wait_for_turn()
    letters = guest.page.locator(".tray .coord")
    expect(letters.first).to_be_visible()
    assert {"a", "b", "c", "1", "2", "3"} <= set(letters.all_text_contents())
    small = guest.page.evaluate(
        "() => Math.min(...[...document.querySelectorAll('.coord')].map(t => t.getBoundingClientRect().height))"
    )
    assert small >= 11
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Preferences").click()
    guest.page.get_by_role("switch", name="Coordinates").click()
    expect(letters).to_have_count(0)
    guest.page.get_by_role("switch", name="Coordinates").click()
    expect(letters.first).to_be_visible()
    guest.page.get_by_role("button", name="Close the preferences").click()
