"""Learning in a real browser: the lessons by mouse, touch and keyboard, by what the page itself says and points at."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import potluck
from table.servers import Server
from web.browsing import Guest
from web.test_for_everybody import violations

WORDS = 200 / 60  # that a newcomer reads in a second
CLICK = 2  # seconds
PATIENCE = 30.0  # seconds for one step, on a busy machine
READY = "main.lesson[data-ready=true]"
POINTED = """() => {
    const arrow = document.querySelector(".pointers .arrow");
    const held = document.querySelector(".spot[aria-pressed]")?.dataset.spot;
    if (arrow) return [arrow.dataset.from, arrow.dataset.to].filter(thing => thing !== held);
    const ring = document.querySelector(".pointers [data-ring]");
    const button = document.querySelector("[data-pick].pointed");
    return ring ? [ring.dataset.ring] : button ? [button.dataset.pick] : [];
}"""
CODE = re.compile(r"\b[a-h]\d+[-x@][a-h]\d|\b(go|give|roll|attack|place|pick)-\w")  # how records write moves


class Learner:
    """Somebody who does what the page says, and counts how long a newcomer takes for it."""

    def __init__(self, guest: Guest, act: Callable[[Guest, str], None]) -> None:
        self.guest = guest
        self.act = act
        self.seconds = 0.0

    def read(self) -> str:
        """Read title and slip, but not the buttons."""
        said = self.guest.page.evaluate(
            """() => [...document.querySelectorAll(".head h1, .slip .say, .slip .aside")]
                .map(part => part.textContent).join(" ")"""
        )
        self.seconds += len(said.split()) / WORDS
        return str(said)

    def do_step(self) -> str:
        """Do the step that is open; return the praise."""
        page = self.guest.page
        page.wait_for_selector(READY)
        self.read()
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest:
            if page.locator("main.lesson[data-kind=done]").count():
                break
            self.click_what_is_pointed_at()
            page.wait_for_selector(READY)
        return self.read()

    def click_what_is_pointed_at(self) -> None:
        """Click where the first arrow begins, or goes to, or what is ringed; where nothing is, ask to be shown."""
        page = self.guest.page
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        things = page.evaluate(POINTED)
        if not things:
            page.get_by_role("button", name="Show me").click()
            self.seconds += CLICK
            page.wait_for_function(f"() => document.querySelector({READY!r}) && ({POINTED})().length", timeout=20_000)
            return
        before = page.locator("main.lesson").get_attribute("data-kind")
        assert before != "done"
        self.act(self.guest, things[0])
        self.seconds += CLICK

    def go_on(self) -> None:
        """Go on to the next step."""
        title = self.guest.page.locator("main.lesson").get_attribute("data-lesson")
        self.act(self.guest, "next")
        self.seconds += CLICK
        self.guest.page.wait_for_function(
            "title => document.querySelector('main.lesson')?.dataset.lesson !== title", arg=title
        )


def by_mouse(guest: Guest, thing: str) -> None:
    """Click a thing, or what leads on."""
    guest.page.locator(selector(thing)).first.click(force=True)


def by_touch(guest: Guest, thing: str) -> None:
    """Tap a thing, or what leads on."""
    guest.page.locator(selector(thing)).first.tap(force=True)


PRESSES = """thing => {
    const found = [...document.querySelectorAll(".spot.may, [data-pick]")];
    const at = found.findIndex(one => thing === one.dataset.spot || thing === one.dataset.pick);
    const here = found.indexOf(document.activeElement);
    return at < 0 ? null : here < 0 ? at + 1 : (at - here + found.length) % found.length;
}"""


def by_keys(guest: Guest, thing: str) -> None:
    """Go to a thing with n alone, and choose it with Enter; what leads on has the focus already."""
    if thing != "next":
        guest.page.wait_for_function(f"thing => ({PRESSES})(thing) !== null", arg=thing)
        for _ in range(guest.page.evaluate(PRESSES, thing)):
            guest.page.keyboard.press("n")
        here = guest.page.evaluate("() => ({...document.activeElement.dataset})")
        assert thing in (here.get("spot"), here.get("pick"))
    guest.page.keyboard.press("Enter")


def selector(thing: str) -> str:
    """Find what answers to the pointer."""
    if thing == "next":
        return ".slip .btn.go"
    return f'[data-spot="{thing}"] > [fill=transparent], [data-pick="{thing}"]'


def first_chapter(guest: Guest, game: str) -> dict[str, Any]:
    """Ask the table for the first chapter of a game."""
    found = guest.page.evaluate("game => fetch(`/api/games/${game}/lessons`).then(answer => answer.json())", game)
    return dict(found["chapters"][0])


def learn(guest: Guest, game: str, act: Callable[[Guest, str], None]) -> None:
    """Do the first chapter of a game."""
    steps = first_chapter(guest, game)["steps"]
    guest.go(f"/learn/{game}/1/1")
    learner = Learner(guest, act)
    for step in steps:
        assert step["praise"] in learner.do_step()
        learner.go_on()
    guest.go("/learn")
    chapters = guest.page.locator(f".games [data-game={game}] li")
    expect(chapters.first).to_contain_text("done")
    expect(chapters.nth(1)).to_contain_text("step 1 of")


@pytest.mark.parametrize("game", potluck.names())
def test_the_lessons_by_mouse_lead_to_a_first_win_within_five_minutes(guest: Guest, game: str) -> None:
    guest.go(f"/learn/{game}")
    guest.page.get_by_role("link", name="Start").click()
    learner = Learner(guest, by_mouse)
    while "you have won" not in learner.do_step() or guest.page.locator("text=Play a match with a coach").count() == 0:
        learner.go_on()
    assert learner.seconds < 300
    guest.go("/learn")
    expect(guest.page.locator(f".games [data-game={game}] .stamp")).to_be_visible()


@pytest.mark.parametrize("game", potluck.names())
def test_a_chapter_by_touch(server: Server, chromium: Browser, game: str) -> None:
    with Guest(chromium, server.port, phone=True, dark=True) as guest:
        learn(guest, game, by_touch)
        assert game != "potential" or violations(guest) == []
        guest.must_be_quiet()


@pytest.mark.parametrize("game", potluck.names())
def test_a_chapter_by_keyboard(guest: Guest, game: str) -> None:
    learn(guest, game, by_keys)
    assert game != "potential" or violations(guest) == []


def test_a_wrong_try_is_answered_and_a_step_can_be_skipped(guest: Guest) -> None:
    guest.open("/learn/potential/1/3")
    guest.page.wait_for_selector(READY)
    for cell in ("c4", "c6"):
        by_mouse(guest, cell)
    expect(guest.page.locator(".nope")).to_contain_text("Not c6:")
    expect(guest.page.locator(".nope .rul")).to_have_text("(PT2)")
    guest.page.locator(".nope .rul").click()
    expect(guest.page.get_by_role("button", name="Rules", exact=True)).to_have_attribute("aria-expanded", "true")
    guest.page.keyboard.press("Escape")
    assert violations(guest) == []
    guest.page.get_by_role("button", name="Skip this step").click()
    expect(guest.page.locator("main.lesson")).to_have_attribute("data-lesson", "Take a point")


def test_a_wrong_move_slides_back(guest: Guest) -> None:
    guest.open("/learn/potential/2/1")
    guest.page.wait_for_selector(READY)
    for cell in ("c4", "d5"):
        by_mouse(guest, cell)
    expect(guest.page.locator(".nope")).to_contain_text("That slides past it")
    guest.page.wait_for_selector(READY)
    expect(guest.page.locator('[data-spot="c4"]')).to_have_attribute("aria-label", "c4, your piece, charge 1, chosen")


def test_the_place_is_kept(guest: Guest) -> None:
    guest.open("/learn/struggle/1/2")
    Learner(guest, by_mouse).do_step()
    guest.open("/learn")
    expect(guest.page.locator(".now")).to_contain_text("You stopped at step 3 of 4")
    guest.page.get_by_role("link", name="Go on").click()
    expect(guest.page.locator("main.lesson")).to_have_attribute("data-lesson", "Forward")


def test_the_first_click_on_a_tray_offers_the_lessons_once(guest: Guest) -> None:
    guest.page.evaluate("() => localStorage.removeItem('potluck-lessons')")
    guest.open("/")
    guest.page.locator("[data-play=potential]").click()
    expect(guest.page.locator(".now")).to_contain_text("New to Potential?")
    assert violations(guest) == []
    guest.page.locator("[data-skip]").click()
    guest.page.get_by_role("button", name="Start").first.wait_for()
    guest.open("/")
    guest.page.locator("[data-play=potential]").click()
    guest.page.wait_for_selector("main.table[data-status=playing]")


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/potential/9/1", "/learn/potential/x"])
def test_a_lesson_that_is_not_there(guest: Guest, path: str) -> None:
    guest.open(path)
    expect(guest.page.locator("h1, h2").first).to_be_visible()
    expect(guest.page.locator("main.lesson")).to_have_count(0)


def test_the_coach_speaks_once_a_turn_and_can_be_sent_away(guest: Guest) -> None:
    guest.open("/learn/potential")
    guest.page.get_by_role("button", name="Play with a coach").first.click()
    assert guest.wait_for_turn()
    expect(guest.page.locator("[data-coach]")).to_contain_text("Coach: A piece moves as often as its charge says")
    expect(guest.page.locator("[data-goal]")).to_contain_text("Take all their pieces 0 of 8 taken")
    assert violations(guest) == []
    guest.page.get_by_role("button", name="Send the coach away").click()
    guest.page.reload()
    guest.wait_for_turn()
    expect(guest.page.locator("[data-coach]")).to_have_count(0)
    guest.page.locator("[data-call]").click()
    expect(guest.page.locator("[data-coach]")).to_be_visible()


def test_a_hint_has_three_levels_and_plays_the_whole_turn(guest: Guest) -> None:
    """Ask for a hint: whereabouts, the piece, then all moves of the turn with one click to play them."""
    position = ".......... " * 4 + "..aa...... .......... ..2....... " + ".......... " * 3 + "seat=0"
    guest.begin("potential", options={}, position=position)
    assert guest.wait_for_turn()
    page = guest.page
    guest.ask_for_hint()
    expect(page.locator(".pointers [data-area=c4]")).to_have_count(1)
    assert page.locator(".pointers [data-ring], .pointers .arrow").count() == 0
    page.keyboard.press("2")
    expect(page.locator(".pointers [data-ring=c4]")).to_have_count(1)
    assert page.locator(".pointers .arrow").count() == 0
    page.get_by_role("button", name="3This move").click()
    expect(page.locator(".pointers .arrow").first).to_have_attribute("data-from", "c4")
    arrows = page.locator(".pointers .arrow").count()
    assert arrows == page.locator("[data-hint] li").count() > 1
    assert violations(guest) == []
    page.locator("[data-act=play]").click()
    page.wait_for_function("made => Number(document.querySelector('main.table').dataset.ply) >= made", arg=arrows)


def test_a_hint_stays_while_others_come_and_go(server: Server, chromium: Browser, guest: Guest) -> None:
    """Somebody begins to watch: the position is the same, and so is the advice about it."""
    match = guest.begin("struggle", options={})
    assert guest.wait_for_turn()
    hint = guest.ask_for_hint()
    with Guest(chromium, server.port, name="Bo") as watcher:
        watcher.open(f"/match/{match}")
        expect(guest.page.get_by_text("1 watching")).to_be_visible()
        expect(hint).to_be_visible()


@pytest.mark.parametrize("game", potluck.names())
def test_figures_of_a_hint_never_contradict_its_order(regulars: Callable[[bool], Guest], game: str) -> None:
    guest = regulars(False)
    guest.begin(game, options={})
    assert guest.wait_for_turn()
    hint = guest.ask_for_hint(3).inner_text()
    figures = guest.page.locator(".figures").all_inner_texts()
    assert not re.search(r"\b(Near|Far|desk)\b", hint), "players have names"
    assert not CODE.search(hint), "a hint speaks plain English"
    numbers = [int(number) for number in re.findall(r"[Ww]ins (\d+)", " ".join(figures))]
    assert numbers == sorted(numbers, reverse=True)
    ply = guest.fact("ply")
    guest.page.locator("[data-act=play]").click()
    guest.page.wait_for_function("ply => document.querySelector('main.table').dataset.ply !== ply", arg=ply)
