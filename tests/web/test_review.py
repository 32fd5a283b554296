"""Review, replay and analysis in the browser: what is clicked, dragged, tried again, branched and shared."""

import random
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, FilePayload, Route, expect

import potluck
from potluck.games import load_text
from potluck.players.review import reviewer
from potluck.records import write
from table.servers import Server
from web.browsing import Guest
from web.test_for_everybody import violations

OPTIONS = {"struggle": "powers=builders/classic"}


def finished(server: Server, game: str, moves: int = 60, seed: int = 4) -> str:
    """Keep a random match that somebody resigned."""
    match = potluck.Match(load_text(game, OPTIONS.get(game, "")), seed=seed, players=["Ada", "Ben"])
    dice = random.Random(seed)
    while not match.is_over and len(match.moves) < moves:
        match.play(dice.choice(list(match.state.moves())))
    if not match.is_over:
        match.resign(1)
    return kept(server, match)


def kept(server: Server, match: potluck.Match) -> str:
    """Keep a match at the table."""
    home = f"http://localhost:{server.port}"
    answer = httpx.post(f"{home}/api/records", content=write(match.record()), headers={"origin": home}, timeout=60)
    return str(answer.json()["match"])


def thrown_away(server: Server) -> str:
    """Keep a match in which a win was thrown away."""
    rows = [".........."] * 7 + ["..a.......", "..2.......", ".........."]
    match = potluck.Match("potential", position=" ".join(rows) + " seat=0", chance=False, players=["Ada", "Ben"])
    best = reviewer(match.game, 2_000).decide(match.state, match.state.moves()[0]).best
    match.play(next(move for move in match.state.moves() if move != best))
    match.resign(1)
    return kept(server, match)


@pytest.fixture
def mover(server: Server, chromium: Browser) -> Iterator[Guest]:
    """Somebody whose browser moves things."""
    with Guest(chromium, server.port) as found:
        found.page.emulate_media(reduced_motion="no-preference")
        yield found
        found.must_be_quiet()


def test_replay_folds_chance_into_the_decision_that_caused_it(guest: Guest, server: Server) -> None:
    """Potion Explosion begins with dozens of draws; the first press shows the first pick."""
    match = finished(server, "potion_explosion", 120)
    guest.open(f"/replay/{match}")
    expect(guest.page.get_by_role("heading", name="The starting position.")).to_be_visible()
    guest.page.wait_for_selector(".moves li")
    first = guest.page.locator(".moves li").first.inner_text()
    guest.page.keyboard.press("ArrowRight")
    expect(guest.page.locator(".moves li.cur")).to_have_count(1)
    assert guest.page.locator(".moves li.cur").inner_text() == first


def test_replay_chart_is_clicked_and_dragged_and_the_current_move_stays_in_sight(guest: Guest, server: Server) -> None:
    match = finished(server, "struggle", 80)
    guest.open(f"/replay/{match}")
    guest.page.wait_for_selector(".moves li")
    box = guest.page.locator(".both").bounding_box()
    assert box is not None
    guest.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 6)
    guest.page.mouse.down()
    middle = int(guest.fact("ply"))
    assert 25 < middle < 55
    guest.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 6, steps=4)
    guest.page.mouse.up()
    assert int(guest.fact("ply")) > middle + 15
    seen = guest.page.evaluate(
        """() => {
            const list = document.querySelector(".moves ol").getBoundingClientRect();
            const row = document.querySelector(".moves li.cur").getBoundingClientRect();
            return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
        }"""
    )
    assert seen


def test_replay_jumps_without_animating_what_was_skipped(mover: Guest, server: Server) -> None:
    match = finished(server, "struggle", 60)
    mover.open(f"/replay/{match}")
    mover.page.wait_for_selector(".moves li")
    moving = "() => document.querySelector('.tray').getAnimations({subtree: true}).length"
    mover.page.keyboard.press("End")
    expect(mover.table).to_have_attribute("data-ply", "60")
    assert mover.page.evaluate(moving) == 0
    mover.page.keyboard.press("ArrowLeft")
    mover.page.wait_for_function(f"({moving})() > 0")  # a single step still moves


@pytest.mark.parametrize(
    ("game", "moves", "beside"),
    [("potus", 40, "No. "), ("magic_potion", 60, "Thief"), ("potion_explosion", 100, "Ben")],
)
def test_replay_shows_what_lies_beside_the_board(
    guest: Guest, server: Server, game: str, moves: int, beside: str
) -> None:
    """POTUS shows the battle, Magic Potion the characters, Potion Explosion all desks."""
    match = finished(server, game, moves)
    guest.open(f"/replay/{match}#{moves}")
    guest.page.wait_for_selector(".moves li")
    side = guest.page.locator(".side")
    if game == "magic_potion":
        assert guest.page.locator(".side [data-figure], .side .figure, .side li").count() > 6
    else:
        expect(side).to_contain_text(beside)
    speeds = guest.page.get_by_role("radiogroup", name="Speed")
    assert speeds.evaluate("node => node.scrollWidth <= node.clientWidth")  # none of them is cut off
    guest.page.wait_for_function("() => document.querySelectorAll('.moves .ch').length > 4")
    for width, height in ((1280, 800), (1440, 900)):
        guest.page.set_viewport_size({"width": width, "height": height})
        expect(guest.page.locator(".moves li.cur")).to_be_in_viewport(ratio=0.9)
        expect(guest.page.locator(".side .strip, .tray").last).to_be_in_viewport(ratio=0.99)
    expect(side).not_to_contain_text("waiting for a friend")  # nobody is expected where all is over


def test_a_review_is_made_shown_and_tried_again(guest: Guest, server: Server) -> None:
    match = thrown_away(server)
    guest.open(f"/review/{match}")
    guest.page.wait_for_selector("main.rev[data-status=done]", timeout=120_000)
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("played at")
    assert guest.page.locator(".seats li").count() == 2
    assert " = " in guest.page.locator(".sum p").inner_text()
    expect(guest.page.locator(".turning li").last).to_be_in_viewport(ratio=1)
    guest.page.locator(".turning li button").first.click()
    guest.page.keyboard.press("n")
    expect(guest.page.locator(".slip .better")).to_contain_text("Better:")
    guest.page.locator("[data-act=again]").click()
    expect(guest.page.get_by_role("heading", name="Find a better move.")).to_be_visible()
    for _ in range(6):
        things = guest.things()
        guest.page.locator(f"{things[0]} > [fill=transparent], {things[0]}:not(.spot)").first.dispatch_event("click")
        if "keeps" in guest.page.locator(".slip .aside").first.inner_text():
            break
        guest.page.wait_for_timeout(200)
    expect(guest.page.locator(".slip .aside").first).to_contain_text("keeps", timeout=60_000)
    guest.page.locator("[data-act=answer]").click()
    expect(guest.page.locator("[data-act=again]")).to_be_visible()
    guest.page.reload()
    guest.page.wait_for_selector("main.rev[data-status=done]")  # it was kept


def test_parts_of_a_chance_that_are_more_than_all_of_it_are_explained(guest: Guest, server: Server) -> None:
    match = thrown_away(server)

    def exaggerate(route: Route) -> None:
        answer = route.fetch()
        review = answer.json()
        for seat in review.get("seats", []):
            seat["luck"], seat["decisions"] = seat["luck"] - 1.31, [seat["decisions"][0] + 1.31, *seat["decisions"][1:]]
        route.fulfill(response=answer, json=review)

    guest.page.route(f"**/api/matches/{match}/review", exaggerate)
    guest.open(f"/review/{match}")
    guest.page.wait_for_selector("main.rev[data-status=done]", timeout=120_000)
    expect(guest.page.locator("[data-over]")).to_contain_text("counts each time")
    assert "%" not in guest.page.get_by_role("heading", level=1).inner_text()


def test_an_analysis_branches_comments_is_shared_and_refuses_a_damaged_file(guest: Guest, server: Server) -> None:
    match = finished(server, "struggle", 12)
    guest.open(f"/analysis/struggle?match={match}&ply=6")
    guest.page.wait_for_selector("main.ana")
    guest.page.wait_for_selector(".lines li button", timeout=60_000)
    guest.page.locator(".lines li button").first.click()
    expect(guest.page.locator(".tree .move")).to_have_count(1)
    guest.page.get_by_role("button", name="Back", exact=True).click()
    guest.page.wait_for_selector(".lines li:nth-child(2) button", timeout=60_000)
    lines = guest.page.get_by_role("radiogroup", name="Lines")
    for many in ("1", "5"):
        lines.get_by_role("radio", name=many).click()
        expect(guest.page.locator(".lines li")).to_have_count(int(many), timeout=60_000)
    guest.page.locator(".lines li:nth-child(2) button").click()
    expect(guest.page.locator(".tree .move")).to_have_count(2)
    expect(guest.page.locator(".tree .other")).to_have_count(1)
    remark = "Keeps the star <img src=x onerror='hacked=1'> covered."  # text, never markup
    said, field = guest.page.locator(".tree .said"), guest.page.get_by_label("Comment on this move")
    for typed, key, kept in (
        ("No", "Escape", []),
        (remark, "Enter", [remark]),
        ("", "Enter", []),
        (remark, "Enter", [remark]),
    ):
        guest.page.keyboard.press("c")
        expect(field).to_be_focused()
        field.fill(typed)
        guest.page.keyboard.press(key)
        expect(field).to_have_count(0)
        expect(said).to_have_text(kept)
    expect(guest.page.get_by_role("button", name="Comment")).to_be_focused()
    guest.page.get_by_role("button", name="Share by link").click()
    guest.page.wait_for_function("() => location.hash.length > 20")
    guest.page.reload()
    expect(guest.page.locator(".tree .said")).to_have_text(remark, timeout=30_000)
    assert guest.page.locator(".tree img").count() == 0
    text = b"Game: struggle\nKind: analysis\nRules: 1\n"
    damaged: FilePayload = {"name": "old.txt", "mimeType": "text/plain", "buffer": text}
    guest.page.locator("input[type=file]").set_input_files(damaged)
    expect(guest.page.locator(".slip .nope").first).to_contain_text("old.txt: line 3")


def test_a_running_match_between_people_is_not_analysed(guest: Guest) -> None:
    match = guest.begin("potential", {"kind": "person", "name": "Ben"})
    guest.page.wait_for_selector("main.table")
    guest.open(f"/analysis/potential?match={match}")
    expect(guest.page.locator("body")).to_contain_text("Analysis opens when it ends.")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_review_replay_and_analysis_are_for_everybody(server: Server, chromium: Browser, phone: bool) -> None:
    match = thrown_away(server)
    with Guest(chromium, server.port, phone=phone, dark=not phone) as guest:
        guest.open(f"/review/{match}")
        guest.page.wait_for_selector("main.rev[data-status=done]", timeout=120_000)
        assert violations(guest) == []
        guest.open(f"/replay/{match}")
        guest.page.wait_for_selector(".moves li")
        assert violations(guest) == []
        guest.open(f"/analysis/potential?match={match}&ply=0")
        guest.page.wait_for_selector(".lines li", timeout=60_000)
        guest.page.locator(".lines li button").first.click()
        guest.page.wait_for_selector(".tree .move")
        assert violations(guest) == []
