"""Puzzles in a real browser: solved by mouse, by touch and by keyboard, missed, helped, at any size and in the dark."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from potluck.records.puzzles import Puzzle, puzzles
from potluck.table.live import puzzling
from potluck.table.protocol import PuzzleStanding, PuzzleTry, Tried
from table.servers import Server
from web.browsing import Guest
from web.test_for_everybody import violations

READY = "main.pz[data-ready=true]"


def easiest(game: str, kind: str) -> Puzzle:
    """Take the easiest puzzle of a kind that takes one turn."""
    return next(puzzle for puzzle in puzzles(game) if puzzle.kind == kind and "(" not in "".join(puzzle.lines[0]))


def clicks(game: str, puzzle: Puzzle) -> list[list[str]]:
    """List the clicks of its answer."""
    return tried(game, puzzle, help="answer").show


def wrong_path(game: str, puzzle: Puzzle) -> list[str]:
    """Find the clicks of one move that ends the turn and does not solve the puzzle."""
    begun = tried(game, puzzle)
    return next(choice.path for choice in begun.choices if tried(game, puzzle, path=choice.path).kind == "wrong")


def tried(game: str, puzzle: Puzzle, **more: Any) -> Tried:
    """Try a puzzle, and wait for the answer."""
    found = puzzling.attempt(game, PuzzleTry(puzzle.id, **more), PuzzleStanding(), {}, 0)
    return [outcome for outcome in found if outcome][-1].answer.tried


def by_mouse(guest: Guest, thing: str) -> None:
    """Click on a thing of the board, or on its button."""
    found(guest, thing).click(force=True)


def by_touch(guest: Guest, thing: str) -> None:
    """Tap on a thing: the first tap shows it, the second plays."""
    found(guest, thing).tap(force=True)
    if guest.page.locator(f'main.pz[data-tapped="{thing}"]').count():
        found(guest, thing).tap(force=True)


def by_keyboard(guest: Guest, thing: str) -> None:
    """Go to a thing with N, and press it."""
    for _ in range(200):
        guest.page.keyboard.press("n")
        if (
            guest.page.evaluate("() => document.activeElement.dataset.spot ?? document.activeElement.dataset.pick")
            == thing
        ):
            break
    guest.page.keyboard.press("Enter")


def found(guest: Guest, thing: str):  # type: ignore[no-untyped-def]
    """Find a thing on the board, or its button."""
    return guest.page.locator(f'.spot[data-spot="{thing}"], [data-pick="{thing}"]').first


def play(guest: Guest, paths: list[list[str]], act: Callable[[Guest, str], None]) -> None:
    """Make the clicks of an answer; a piece that goes on is held already."""
    page = guest.page
    for path in paths:
        page.wait_for_selector(READY)
        held = page.locator(".spot[aria-pressed=true]").count() > 0
        for thing in path[1:] if held and len(path) > 1 else path:
            act(guest, thing)
    page.wait_for_selector(READY)


@pytest.mark.parametrize(
    ("game", "kind", "act", "phone", "dark"),
    [
        ("struggle", "win", by_mouse, False, False),
        ("potential", "win", by_keyboard, False, True),
        ("magic_potion", "piece", by_touch, True, False),
    ],
)
def test_a_puzzle_is_solved(
    chromium: Browser, server: Server, game: str, kind: str, act: Callable[[Guest, str], None], phone: bool, dark: bool
) -> None:
    puzzle = easiest(game, kind)
    with Guest(chromium, server.port, phone=phone, dark=dark) as guest:
        guest.page.goto(f"{guest.home}/puzzles/{game}/{puzzle.id}")
        guest.page.wait_for_selector(READY)
        assert violations(guest) == []
        play(guest, clicks(game, puzzle), act)
        expect(guest.page.locator("main.pz")).to_have_attribute("data-phase", "solved")
        expect(guest.page.locator(".score")).to_contain_text(re.compile(r"15\d\d|16\d\d|17\d\d"))
        assert violations(guest) == []
        onward = guest.page.get_by_role("button", name="Next puzzle")
        if act is by_keyboard:
            expect(onward).to_be_focused()
            guest.page.keyboard.press("Enter")
        else:
            onward.click()
        expect(guest.page.locator("main.pz")).not_to_have_attribute("data-puzzle", puzzle.id)
        expect(guest.page.locator(".past li.y")).to_have_count(1)


def test_a_miss_is_answered_and_tried_again_and_the_answer_is_shown(chromium: Browser, server: Server) -> None:
    puzzle = easiest("struggle", "save")
    with Guest(chromium, server.port) as guest:
        page = guest.page
        page.goto(f"{guest.home}/puzzles/struggle/{puzzle.id}")
        page.wait_for_selector(READY)
        play(guest, [wrong_path("struggle", puzzle)], by_mouse)
        expect(page.locator(".slip")).to_contain_text("The other side’s winning chance is then", timeout=20_000)
        expect(page.locator(".score")).to_contain_text("−")
        assert violations(guest) == []
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("main.pz")).to_have_attribute("data-phase", "ask")
        expect(page.locator(".keys")).to_contain_text("does not count any more")
        page.keyboard.press("a")
        expect(page.locator("main.pz")).to_have_attribute("data-phase", "shown", timeout=20_000)
        assert violations(guest) == []


def test_a_hint_says_before_that_it_costs_and_points(chromium: Browser, server: Server) -> None:
    puzzle = easiest("potential", "win")
    with Guest(chromium, server.port, phone=True, dark=True) as guest:
        page = guest.page
        page.goto(f"{guest.home}/puzzles/potential/{puzzle.id}")
        page.wait_for_selector(READY)
        expect(page.locator(".keys")).to_contain_text("A hint makes the puzzle unrated.")
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".pointers [data-ring]")).to_have_count(1)
        expect(page.locator(".keys")).to_contain_text("does not count any more")
        play(guest, clicks("potential", puzzle), by_touch)
        expect(page.locator("main.pz")).to_have_attribute("data-phase", "solved")
        expect(page.locator(".score")).to_contain_text("1500")


def test_puzzles_are_found_from_home_and_from_the_lessons(chromium: Browser, server: Server) -> None:
    with Guest(chromium, server.port) as guest:
        page = guest.page
        page.goto(guest.home)
        page.get_by_role("link", name="Puzzles", exact=True).first.click()
        expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
        assert violations(guest) == []
        page.get_by_role("link", name="Solve it").click()
        page.wait_for_selector(READY)
        page.goto(f"{guest.home}/learn")
        page.get_by_role("link", name="Puzzles").first.click()
        expect(page.locator("[data-solve]")).to_have_count(5)
        page.locator("[data-solve=potus]").click()
        page.wait_for_selector(READY)
        page.goto(f"{guest.home}/puzzles/struggle/none")
        expect(page.locator("main")).to_contain_text("There is no")
