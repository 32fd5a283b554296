"""What happens at the table in a real browser: friends, lines lost and found, watching, refusals, phones, replays."""

import random
import re

import pytest
from playwright.sync_api import Browser, expect

from potluck.players.levels import LEVELS, NAMES
from potluck.records import read, verify
from table.servers import Server
from web.browsing import Guest

FRIEND = {"kind": "friend"}
CHAIN = (
    "BKYKYBKKY+7 KKBYBYKRY+7 RKYBYYKRB+7 YKRKKRKBK+7 YRYBBYKYR+7 magnet4+8 balm7+8 balm5+8 sands4+8 sands6+7 seats=2 "
    "seat=0 phase=turn kinds=sands+magnet+balm+prismatic+love+draft round=0 desk0=balm4/love4 desk1=draft4/magnet4"
)
FULL = (  # the near piece on e5 overcharges if it jumps the one on f6
    ".......... .......... .......... .......... .....b.... "
    "....6..... ...1...... .......... .......... .......... seat=0"
)


def test_two_clicks_from_home_to_the_first_move(guest: Guest) -> None:
    """Click a tray, then a piece and its target."""
    guest.page.locator("[data-play=potential]").click()
    assert guest.wait_for_turn()
    ply = guest.fact("ply")
    piece = next(thing for thing in guest.things())
    guest.page.locator(piece).click()
    target = next(thing for thing in guest.things() if thing != piece)
    guest.page.locator(target).click()
    expect(guest.table).not_to_have_attribute("data-ply", ply)


def test_a_new_match_with_other_rules_and_a_clock(guest: Guest) -> None:
    """Set up a match in the form; a wrong number is refused at its field."""
    page = guest.page
    guest.open("/new/potential")
    page.get_by_role("button", name="More: Charge at the start").click()
    page.get_by_role("radio", name="Minutes", exact=True).click()
    page.get_by_label("Minutes each", exact=True).fill("5")
    page.get_by_role("radio", name="Ada").click()
    page.get_by_label("Greatest charge", exact=True).fill("99")
    expect(page.get_by_role("alert")).to_have_text("Greatest charge takes a whole number from 4 to 9.")
    page.get_by_label("Greatest charge", exact=True).fill("6")
    page.get_by_role("button", name="Start the match").click()
    assert guest.wait_for_turn()
    expect(page.locator(".clock").first).to_contain_text(re.compile(r"[45]:\d\d"))
    expect(page.get_by_role("button", name=re.compile("your piece, charge 3"))).to_have_count(8)


def test_two_browsers_in_one_match_by_invitation(guest: Guest, server: Server, chromium: Browser) -> None:
    """A friend opens the link, both move, each sees the other's move; the link works once."""
    guest.begin("potential", FRIEND)
    link = guest.page.locator("[data-invite]").inner_text()
    with Guest(chromium, server.port, name="Bob") as friend:
        friend.accept(link)
        assert guest.wait_for_turn()
        expect(friend.table).to_have_attribute("data-status", "playing")
        assert "#" not in friend.page.url
        guest.play_by_click_once(random.Random(3))
        expect(friend.table).to_have_attribute("data-ply", guest.fact("ply"))
        expect(friend.page.get_by_label("What happened").first).to_contain_text("Ada")
        friend.must_be_quiet()
    with Guest(chromium, server.port, name="Eve") as late:
        late.page.goto(link)
        expect(late.page.get_by_role("heading", level=1)).to_contain_text("already been used")


def test_fair_2_the_page_checks_the_dice_against_what_it_kept(guest: Guest, server: Server, chromium: Browser) -> None:
    """Both players' pages prove the dice by themselves; one that was not there before the match says that it cannot."""
    match = guest.begin("potus", FRIEND)
    link = guest.page.locator("[data-invite]").inner_text()
    with (
        Guest(chromium, server.port, name="Bob") as friend,
        Guest(chromium, server.port, name="Wen") as watcher,
    ):
        friend.accept(link)
        expect(guest.table).to_have_attribute("data-status", "playing")
        watcher.open(f"/match/{match}")
        friend.page.get_by_role("button", name="More", exact=True).click()
        friend.page.get_by_role("button", name="Resign").click()
        expect(guest.table).to_have_attribute("data-status", "playing")  # it asks once more
        friend.page.get_by_role("button", name="Yes, resign").click()
        for player in (guest, friend):
            expect(player.page.locator("[data-proven=true]")).to_contain_text("as it was sealed")
        expect(watcher.page.locator(".sealed")).to_contain_text("Not proven here")
        guest.page.get_by_text("How", exact=True).click()
        command = guest.page.locator(".sealed details code").inner_text()
        record = guest.page.request.get(f"http://localhost:{server.port}/api/matches/{match}/record").text()
        assert verify(read(record), command.split()[-1]).version == 2
        friend.must_be_quiet()
        watcher.must_be_quiet()


def test_fair_5_a_bot_plays_for_somebody_who_asks_for_it_until_they_are_back(
    guest: Guest, server: Server, chromium: Browser
) -> None:
    guest.begin("potential", FRIEND)
    link = guest.page.locator("[data-invite]").inner_text()
    with Guest(chromium, server.port, name="Bob") as friend:
        friend.accept(link)
        expect(guest.table).to_have_attribute("data-status", "playing")
        guest.page.get_by_role("button", name="More", exact=True).click()
        guest.page.get_by_role("button", name="Let a bot play for me").click()
        expect(friend.page.get_by_text("A bot takes over for Ada.").first).to_be_attached()
        guest.page.locator("[data-act=return]").click()
        expect(guest.page.locator("[data-act=return]")).to_have_count(0)
        friend.must_be_quiet()


def test_a_lost_line_is_found_again_in_mid_turn(guest: Guest, server: Server) -> None:
    """The table goes away in the middle of a turn: the page says so, comes back, and nothing is lost."""
    guest.begin("potential", options={})
    guest.play_by_click_once(random.Random(4))
    guest.page.wait_for_timeout(300)
    ply = guest.fact("ply")
    guest.context.set_offline(True)
    server.kill()
    expect(guest.page.get_by_text("Reconnecting").first).to_be_visible(timeout=15_000)
    server.start()
    guest.context.set_offline(False)
    expect(guest.page.get_by_text("Connected")).to_be_visible(timeout=20_000)
    expect(guest.table).to_have_attribute("data-ply", ply)
    assert guest.wait_for_turn()
    guest.play_by_click_once(random.Random(4))
    expect(guest.table).not_to_have_attribute("data-ply", ply)


def test_a_spectator_sees_the_match_and_cannot_move(guest: Guest, server: Server, chromium: Browser) -> None:
    """Somebody with the plain link watches; the players see how many do."""
    match = guest.begin("struggle")
    with Guest(chromium, server.port, name="Wen") as watcher:
        watcher.open(f"/match/{match}")
        expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
        expect(guest.page.get_by_text("1 watching")).to_be_visible()
        guest.play_by_click_once(random.Random(5))
        expect(watcher.table).to_have_attribute("data-ply", re.compile(r"[1-9]"))
        assert watcher.things() == []


def test_an_illegal_click_says_why_with_the_ruling(guest: Guest) -> None:
    """Click a piece, then a square it cannot reach: the slip names the ruling, and the drawer shows it first."""
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.locator('[data-spot="c2"]').click()
    guest.page.locator('[data-spot="c7"]').dispatch_event("click")
    note = guest.page.locator(".nope")
    expect(note).to_contain_text(re.compile(r"Not c7: .*\(PT\d+\)"))
    note.get_by_role("button").click()
    expect(guest.page.get_by_text("This rule just stopped you")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("region", name="Rules")).to_have_count(0)


def test_arrow_keys_follow_the_board_and_escape_goes_back(guest: Guest) -> None:
    """Move the cursor by geometry, choose, go back; a move can be typed too."""
    page = guest.page
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    page.locator('[data-spot="c2"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-spot="c3"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-spot="d3"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-spot="d3"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator('[data-spot="d3"]')).not_to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    page.keyboard.type("d3-d4")
    page.keyboard.press("Enter")
    expect(guest.table).to_have_attribute("data-ply", "1")
    expect(page.locator("[data-spoken]")).to_contain_text("d3 to d4")


def test_a_move_can_be_taken_back(guest: Guest) -> None:
    """Undo a move of the running turn by the button."""
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.locator('[data-spot="d3"]').click()
    guest.page.locator('[data-spot="d4"]').click()
    expect(guest.table).to_have_attribute("data-ply", "1")
    back = guest.page.get_by_role("button", name="Take back")
    expect(back).to_have_accessible_name("Take back; the match is then unrated")
    back.click()
    expect(guest.table).to_have_attribute("data-ply", "0")


def test_one_screen_with_secrets_has_a_curtain(guest: Guest) -> None:
    """In a game with secrets the board is covered until the next person says so."""
    guest.begin("magic_potion", {"kind": "person", "name": "Bob"}, options={"secret_setup": True})
    show = guest.page.get_by_role("button", name="I am Ada, show my side")
    show.click()
    expect(show).to_have_count(0)


def test_the_replay_steps_through_the_match(guest: Guest) -> None:
    """After the match look at it again: by button, by key, by slider."""
    match = guest.begin("potential")
    guest.play_by_click(random.Random(6))
    guest.page.get_by_role("button", name="Replay").click()
    expect(guest.page.get_by_text("The starting position.")).to_be_visible()
    guest.page.get_by_role("button", name="Forward one move").click()
    expect(guest.table).to_have_attribute("data-ply", "1")
    guest.page.keyboard.press("ArrowRight")
    expect(guest.table).to_have_attribute("data-ply", "2")
    guest.page.keyboard.press("End")
    assert int(guest.fact("ply")) > 2
    record = guest.page.request.get(f"{guest.home}/api/matches/{match}/record").text()
    assert record.startswith("[") or "potential" in record


def test_a_phone_shows_first_and_plays_at_the_second_tap(server: Server, chromium: Browser) -> None:
    """On a touch screen the first tap shows what a move would do; nothing is wider than the screen."""
    with Guest(chromium, server.port, phone=True) as guest:
        guest.begin("potential", options={})
        assert guest.wait_for_turn()
        guest.page.locator('[data-spot="d3"]').tap()
        guest.page.locator('[data-spot="d4"]').tap()
        expect(guest.page.locator(".told")).to_contain_text("d4")
        expect(guest.table).to_have_attribute("data-ply", "0")
        guest.page.locator('[data-spot="d4"]').tap()
        expect(guest.table).to_have_attribute("data-ply", "1")
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= 390
        guest.must_be_quiet()


def test_dead_links_have_a_page_that_says_what_to_do(guest: Guest) -> None:
    """An unknown match, a used invitation, an unknown address."""
    for path in ("/match/nothing", "/match/nothing#token", "/replay/nothing", "/nowhere"):
        guest.open(path)
        expect(guest.page.get_by_role("heading", level=1)).to_have_text("There is no match at this link.")
        expect(guest.page.get_by_role("button", name="All games")).to_be_visible()


@pytest.mark.parametrize("path", ["/new/chess", "/analysis/chess", "/rules/chess"])
def test_an_unknown_game_is_an_error(path: str, guest: Guest) -> None:
    """The page names the game that it does not know, instead of drawing another one."""
    guest.open(path)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("This page cannot be shown.")
    expect(guest.page.get_by_text("There is no game named “chess”.")).to_be_visible()
    guest.page.get_by_role("link", name="All games").click()
    expect(guest.page.locator("[data-play=potential]")).to_be_visible()


def test_names_are_checked_at_the_field_and_shown_as_text(guest: Guest) -> None:
    """A name that is too long or has signs of mark-up is refused at the field; any other is shown as it is."""
    page = guest.page
    page.get_by_role("link", name="Ada").click()
    page.get_by_role("button", name="Change the name").click()
    field = page.get_by_label("Your name at the table")
    field.fill("x" * 30)
    expect(page.get_by_text("A name has at most 24 letters.")).to_be_visible()
    field.fill("<img src=x>")
    expect(page.get_by_text("A name has letters, digits and simple punctuation.")).to_be_visible()
    field.fill("Šárka Ω")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Potluck").click()
    page.get_by_text("Same screen").click()
    page.locator("[data-play=potential]").click()
    assert guest.wait_for_turn()
    expect(page.get_by_text("Šárka Ω").first).to_be_visible()


def test_a_shared_link_leads_to_a_move_of_the_replay(guest: Guest) -> None:
    """The link of the replay names the move, and opens there."""
    match = guest.begin("potential")
    guest.play_by_click(random.Random(6))
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.open(f"/replay/{match}")
    guest.page.get_by_role("button", name="Forward one move").click()
    guest.page.get_by_role("button", name="Forward one move").click()
    guest.page.get_by_role("button", name="Share").click()
    link = guest.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{guest.home}/replay/{match}#2"
    guest.page.goto("about:blank")
    guest.page.goto(link)
    expect(guest.table).to_have_attribute("data-ply", "2")


def test_the_result_shows_the_course_of_the_match(guest: Guest) -> None:
    """After the match a chart shows the points of both, and names them for those who cannot see it."""
    guest.begin("potion_explosion")
    guest.play_by_click(random.Random(8))
    chart = guest.page.get_by_role("img", name=re.compile(r"^Points: .*Ada −?-?\d+"))
    expect(chart).to_be_visible()
    expect(guest.page.get_by_role("heading", level=2).first).to_contain_text(re.compile(r"\d points?, \d+ more than"))


def test_the_theme_follows_the_machine_until_somebody_chooses(guest: Guest) -> None:
    """While the page is open too; whoever comes back to what the machine says follows it again."""
    page = guest.page
    cloth = "() => getComputedStyle(document.body).backgroundColor"
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()
    light = page.evaluate(cloth)
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_role("button", name="Dark theme")).to_be_visible()
    assert page.evaluate(cloth) != light
    page.get_by_role("button", name="Dark theme").click()  # light, whatever the machine says
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(cloth) == light
    page.get_by_role("button", name="Light theme").click()
    page.emulate_media(color_scheme="light")
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()
    assert page.evaluate(cloth) == light


def test_levels_show_their_measured_strength(guest: Guest) -> None:
    """Each level of the computer has its figure, and the chosen one says how sure that is, and how it plays."""
    positions = LEVELS["potential"][NAMES[-1]].steps
    guest.open("/new/potential")
    levels = guest.page.get_by_role("radiogroup", name="Level at seat 2").get_by_role("radio")
    expect(levels).to_have_count(len(LEVELS["potential"]))
    levels.last.click()
    expect(
        guest.page.get_by_text(
            re.compile(rf"^(measured Elo \d+( ± \d+)?|not yet measured)\. Looks through up to {positions:,} positions")
        )
    ).to_be_visible()


def test_an_explosion_is_shown_before_the_click(guest: Guest) -> None:
    """Point at marbles until one would let others collide: they are numbered, and named for those who cannot see."""
    guest.begin("potion_explosion", options={}, position=CHAIN)
    assert guest.wait_for_turn()
    guest.page.locator('[data-spot="c4"]').hover()
    for cell in ("c2", "c3", "c5", "c6", "c7"):  # three yellow, then two black
        expect(guest.page.locator(f'[data-spot="{cell}"]')).to_have_attribute("aria-label", re.compile("would explode"))
    expect(guest.page.locator('[data-spot="c9"]')).not_to_have_attribute("aria-label", re.compile("would explode"))


def test_danger_is_shown_as_soon_as_a_piece_is_chosen(guest: Guest) -> None:
    """Choosing a piece asks one question about all its moves, and marks those that would lose it."""
    asked: list[str] = []
    guest.page.on("websocket", lambda line: line.on("framesent", lambda frame: asked.append(str(frame))))
    guest.begin("potential", options={}, position=FULL)
    assert guest.wait_for_turn()
    guest.page.locator('[data-spot="e5"]').dispatch_event("click")
    expect(guest.page.locator('[data-spot="g7"]')).to_have_attribute("aria-label", re.compile("danger"))
    expect(guest.page.locator('[data-spot="e6"]')).not_to_have_attribute("aria-label", re.compile("danger"))
    assert sum("previews" in frame for frame in asked) == 1
    assert not any('"preview"' in frame for frame in asked)


def test_rules_have_pictures(guest: Guest) -> None:
    """The drawer shows parts of boards, which nobody can click or tab into, and 'next' never leads into them."""
    guest.begin("potential", options={})
    assert guest.wait_for_turn()
    guest.page.get_by_role("button", name="Rules").click()
    expect(guest.page.locator(".cut svg").first).to_be_visible()
    assert guest.page.locator(".cut .spot").count() == 0
    assert guest.page.locator(".cut").count() >= 4


def test_the_log_speaks_to_the_reader(guest: Guest) -> None:
    """Whoever reads is addressed: 'You have 2', never 'You has'."""
    guest.begin("potus")
    for _ in range(14):
        guest.play_by_click_once(random.Random(5))
    said = guest.page.get_by_label("What happened").first.inner_text()
    assert re.search(r"\b[Yy]ou have \d", said)
    assert not re.search(r"\b[Yy]ou (has|is|was|moves|loses)\b", said)


def test_a_replay_can_be_continued_against_the_computer(guest: Guest) -> None:
    """Go to a move, lay its position on a new table and play on; the position can be copied as text too."""
    match = guest.begin("potential")
    guest.play_by_click(random.Random(6))
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.open(f"/replay/{match}#1")
    expect(guest.table).to_have_attribute("data-ply", "1")
    guest.page.get_by_role("button", name="Copy position").click()
    expect(guest.page.get_by_role("button", name="Copied")).to_be_visible()
    text = guest.page.evaluate("navigator.clipboard.readText()")
    assert "seat=" in text
    guest.page.get_by_role("button", name="Continue from here").click()
    guest.page.wait_for_url(re.compile(r"/match/(?!" + match + ")"))
    assert guest.wait_for_turn()
    answer = guest.page.request.get(guest.page.url.replace("/match/", "/api/matches/") + "/record")
    assert " ".join(text.split()) in " ".join(answer.text().split())
    guest.play_by_click_once(random.Random(7))
    assert int(guest.fact("ply")) > 0


def test_a_finished_position_cannot_be_continued(guest: Guest) -> None:
    """At the end of a replay the page says what to do instead."""
    match = guest.begin("potential")
    guest.play_by_click(random.Random(6))
    guest.open(f"/replay/{match}")
    expect(guest.page.get_by_role("slider")).not_to_have_attribute("aria-valuetext", re.compile("of 0$"))
    guest.page.keyboard.press("End")
    expect(guest.table).not_to_have_attribute("data-ply", "0")
    guest.page.get_by_role("button", name="Continue from here").dispatch_event("click")
    expect(guest.page.get_by_text("Go back some moves first")).to_be_visible()


FULL_HAND = (
    "RK RRKKRYBYR BRBBYRKBB+7 KBRYBKBKY+7 BYBRBBKRY+7 balm6+8 balm5+8 love6+8 sands5+7 balm6+7 seats=2 seat=0 "
    "phase=turn kinds=sands+magnet+balm+love+draft+lava fresh=RRRRYYY acted=pick+help round=7 desk0=draft4:RBB/love6 "
    "pool0=RRRRKKKYYY done0=balm4 helps0=8 desk1=sands4:YY/sands4:KYY pool1=RRB helps1=7"
)


@pytest.mark.parametrize(("colour", "count"), [("red", 4), ("black", 3), ("yellow", 3)])
def test_every_marble_of_a_full_hand_answers_to_the_pointer(guest: Guest, colour: str, count: int) -> None:
    """In two rows too: no colour lies over another."""
    guest.begin("potion_explosion", options={}, position=FULL_HAND)
    assert guest.wait_for_turn()
    marbles = guest.page.locator(f'[data-spot="{colour}"] > circle[fill=transparent]')
    expect(marbles).to_have_count(count)
    for number in range(count):
        marbles.nth(number).click(trial=True)
    marbles.first.click()
    placed = re.compile(f"^{count - 1} {colour} in your hand")  # it fits one burner only, so it goes there at once
    expect(guest.page.locator(f'[data-spot="{colour}"]')).to_have_attribute("aria-label", placed)
