"""What teaches in every game: lessons, hints and puzzles for everybody, choices that tell, analyses that are kept."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import potluck
from table.servers import Server
from web.browsing import Guest
from web.test_for_everybody import violations
from web.test_learn import READY as LESSON
from web.test_puzzles import READY, by_mouse, clicks, easiest, play


@pytest.mark.parametrize("game", potluck.names())
def test_lessons_and_hints_are_for_everybody_in_every_game(server: Server, chromium: Browser, game: str) -> None:
    with Guest(chromium, server.port, phone=True, dark=True) as guest:
        guest.go(f"/learn/{game}/1/1")
        guest.page.wait_for_selector(LESSON)
        assert violations(guest) == []
        guest.page.get_by_role("button", name="Show me").click()
        guest.page.wait_for_selector(LESSON)
        guest.begin(game, options={})
        assert guest.wait_for_turn()
        guest.ask_for_hint(3)
        assert violations(guest) == []
        guest.must_be_quiet()


@pytest.mark.parametrize(
    ("game", "kind"), [("potion_explosion", "explosion"), ("potus", "score"), ("magic_potion", "item")]
)
def test_puzzles_of_chance_are_solved_by_mouse(guest: Guest, game: str, kind: str) -> None:
    puzzle = easiest(game, kind)
    guest.go(f"/puzzles/{game}/{puzzle.id}")
    guest.page.wait_for_selector(READY)
    assert violations(guest) == []
    play(guest, clicks(game, puzzle), by_mouse)
    expect(guest.page.locator("main.pz")).to_have_attribute("data-phase", "solved")
    assert violations(guest) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_starters_show_their_recipe_and_say_what_drinking_them_does(
    regulars: Callable[[bool], Guest], phone: bool
) -> None:
    guest = regulars(phone)
    guest.begin("potion_explosion", options={})
    assert guest.wait_for_turn()
    guest.page.wait_for_load_state("networkidle")
    starters = guest.things()
    assert len(starters) > 1
    for starter in starters:
        thing = guest.page.locator(starter).first
        expect(thing).to_have_accessible_name(re.compile(r" \d points: (\d\s(red|blue|black|yellow)(, )?)+\s"))
        expect(thing.locator("use[href^='#hole-']")).to_have_count(4)
        thing.focus()
        guest.page.keyboard.press("i")
        card = guest.page.get_by_role("tooltip")
        expect(card).to_contain_text(re.compile("Takes|Repeats|Returns|Places"))
        guest.page.keyboard.press("Escape")
        expect(card).to_have_count(0)
    guest.go("/learn/potion_explosion/3/1")  # where they are chosen in a lesson
    taught = guest.page.locator("main.lesson [data-pick]")
    expect(taught).to_have_count(4)
    expect(taught.filter(has_text=re.compile("Takes|Repeats|Returns|Places"))).to_have_count(4)


def test_an_analysis_is_saved_and_opened_again(guest: Guest, tmp_path: Path) -> None:
    page = guest.page
    guest.go("/analysis/magic_potion")
    page.wait_for_selector("main.ana")
    page.get_by_role("switch", name="Engine").uncheck()
    for made in (1, 2):
        page.locator(".slip [data-pick]").first.click()
        expect(page.locator(".tree .move")).to_have_count(made)
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".slip [data-pick]").nth(1).click()
    expect(page.locator(".tree .move")).to_have_count(3)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / "analysis.txt"
    saving.value.save_as(file)
    assert "Kind: analysis" in file.read_text(encoding="utf-8")
    guest.open("/analysis/magic_potion")
    page.wait_for_selector("main.ana")
    expect(page.locator(".tree .move")).to_have_count(0)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".tree .move")).to_have_count(3)
