"""Players in the browser: what the page promises about names, matches and ways back is so."""

import re

from playwright.sync_api import Browser, Page, Route, expect

import potluck
from potluck.records.record import write
from table.servers import Server
from web.browsing import Guest


def begin_at_home(guest: Guest, game: str = "potential") -> str:
    """Begin a match against the computer as the home page offers it; return its id."""
    guest.open("/")
    guest.page.locator(f"[data-play={game}]").click()
    guest.page.wait_for_url("**/match/*")
    guest.wait_for_turn()
    return guest.page.url.rpartition("/")[2]


def rows(page: Page, heading: str) -> list[str]:
    """List the matches under a heading."""
    found = page.get_by_role("region", name=heading).locator("[data-row]")
    return [str(row.get_attribute("data-row")) for row in found.all()]


def give_up(guest: Guest) -> None:
    """Abandon the first match of the list, when everybody has had a turn or not."""
    guest.page.get_by_role("button", name=re.compile("^More about")).first.click()
    guest.page.get_by_role("button", name="Abandon…").click()
    guest.page.get_by_role("button", name="Abandon it").click()


def test_all_matches_are_listed_rematches_too_and_finished_ones_keep_their_address(guest: Guest) -> None:
    page = guest.page
    first = begin_at_home(guest)
    guest.open("/")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("link", name="All 1 match").click()
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    assert rows(page, "Your turn") == [first]
    give_up(guest)
    expect(page.get_by_role("region", name="Finished")).to_contain_text("No result")
    page.get_by_role("button", name=re.compile("^More about")).click()
    page.get_by_role("link", name="Result and rematch").click()
    page.locator("[data-act=rematch]").click()
    page.wait_for_url(lambda url: first not in url)
    guest.wait_for_turn()
    second = page.url.rpartition("/")[2]
    page.go_back()
    expect(page.locator("[data-act=follow]")).to_be_visible()
    assert page.url.endswith(first), "a result does not lead on to the rematch by itself"
    guest.open("/matches")
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    assert (rows(page, "Your turn"), rows(page, "Finished")) == ([second], [first])


def test_matches_are_found_by_game_opponent_result_and_words_and_back_works(guest: Guest) -> None:
    page = guest.page
    begin_at_home(guest, "potential")
    begin_at_home(guest, "struggle")
    guest.open("/matches")
    expect(page.locator("[data-row]")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^Struggle")).click()
    expect(page.locator("[data-row]")).to_have_count(1)
    assert page.url.endswith("?game=struggle")
    page.go_back()
    expect(page.locator("[data-row]")).to_have_count(2)
    page.get_by_role("searchbox").fill("nobody of that name")
    expect(page.get_by_text("Nothing found, with the words “nobody of that name”.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Opponent").select_option(index=1)
    expect(page.locator("[data-row]")).to_have_count(2)
    expect(page.locator("[data-row] .who [data-face=crumb]")).to_have_count(2)  # bots have faces of their own
    page.get_by_label("Result").select_option("won")
    expect(page.locator("[data-row]")).to_have_count(0)


def test_a_finished_match_is_deleted_from_the_list_after_a_question(guest: Guest) -> None:
    page = guest.page
    begin_at_home(guest)
    guest.open("/matches")
    give_up(guest)
    expect(page.get_by_role("region", name="Finished")).to_be_visible()
    page.get_by_role("button", name=re.compile("^More about")).click()
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("No matches yet.")).to_be_visible()


def test_a_record_from_elsewhere_is_opened_and_a_damaged_one_is_refused_in_a_sentence(guest: Guest) -> None:
    def open_file(text: str) -> None:
        file = guest.page.locator("input[type=file]")
        file.set_input_files({"name": "match.txt", "mimeType": "text/plain", "buffer": text.encode()})

    match = potluck.Match("struggle", powers="builders/classic", seed=7)
    match.play("a2^b2^c2")
    match.resign(1)
    guest.open("/matches")
    open_file("Game: chess")
    expect(guest.page.get_by_role("alert")).to_contain_text("expected a line Rules")
    assert guest.page.url.endswith("/matches")
    open_file(write(match.record()))
    guest.page.wait_for_url("**/replay/*")
    expect(guest.page.get_by_text("jumped with black from a2 over b2 to c2").first).to_be_visible()


def test_a_code_brings_everything_to_another_device(guest: Guest, server: Server, chromium: Browser) -> None:
    match = begin_at_home(guest)
    guest.open("/me")
    guest.page.get_by_role("radio", name="mushroom").click()
    guest.page.get_by_role("button", name="Get a code").click()
    code = guest.page.locator("[data-code]").inner_text()
    with Guest(chromium, server.port, phone=True, name="Somebody else") as phone:
        phone.open("/me")
        phone.page.get_by_label("The code that you wrote down").fill("XXXX-XXXX-XXXX-XXXX")
        phone.page.get_by_role("button", name="Come back").click()
        form = phone.page.get_by_role("form", name="Come back with your code")  # the sentence is beside the field
        expect(form.get_by_role("alert")).to_contain_text("no player has this code")
        expect(form.get_by_label("The code that you wrote down")).to_have_attribute("aria-invalid", "true")
        expect(phone.page.get_by_role("alert")).to_have_count(1)
        phone.page.get_by_label("The code that you wrote down").fill(code.lower())
        phone.page.get_by_role("button", name="Come back").click()
        expect(phone.page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        expect(phone.page.locator(".me [data-face=mushroom]")).to_be_visible()
        phone.open("/")
        phone.page.get_by_role("button", name="Continue").click()
        phone.page.wait_for_url(f"**/match/{match}")
        assert phone.wait_for_turn()
        guest.page.reload()
        guest.page.get_by_role("button", name="Sign out everywhere else").click()
        expect(guest.page.get_by_text("Signed in on 1 device")).to_be_visible()
        phone.open("/")
        expect(phone.page.get_by_text("No matches yet.")).to_be_visible()
        phone.must_be_quiet()


def test_a_passkey_brings_somebody_back(guest: Guest) -> None:
    page = guest.page
    session = guest.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    able = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal", **dict.fromkeys(able, True)}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    match = begin_at_home(guest)
    page.get_by_role("link", name="Potluck").click()
    page.get_by_role("link", name="Ada").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text(re.compile("Passkey: "))).to_be_visible()
    guest.context.clear_cookies()  # as if the browser's data had been cleared
    page.reload()
    expect(page.get_by_text("A guest, until you play")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text(re.compile("Passkey: "))).to_be_visible()
    page.get_by_role("link", name="All your matches").click()
    expect(page.locator(f"[data-row='{match}']")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text(re.compile("Passkey: "))).to_have_count(0)


def test_where_a_passkey_cannot_be_used_nothing_is_said_of_it(guest: Guest) -> None:
    """As on plain http from another machine, or without the extra: the row is not there, and the code is."""

    def without(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "passkey_possible": False})

    begin_at_home(guest)
    guest.page.route("**/api/me", without)
    guest.open("/me")
    expect(guest.page.get_by_role("button", name="Get a code")).to_be_visible()
    assert "passkey" not in guest.page.locator("main").inner_text().lower()


def test_a_browser_of_old_that_has_only_keys_brings_its_matches_along(guest: Guest) -> None:
    match = guest.begin("potential")
    guest.page.evaluate(
        "match => localStorage.setItem('potluck-matches', JSON.stringify([{match, game: 'potential', at: 1}]))", match
    )
    guest.open("/matches")
    expect(guest.page.locator(f"[data-row='{match}']")).to_be_visible()


def test_who_deletes_themselves_is_told_what_goes_and_is_a_guest_again(guest: Guest) -> None:
    page = guest.page
    match = begin_at_home(guest)
    guest.open("/me")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert match in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Delete me…").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Matches with others stay theirs, without your name")
    page.get_by_role("button", name="Delete me", exact=True).click()
    expect(page.get_by_text("You are deleted, with 1 match of yours.")).to_be_visible()
    guest.open(f"/match/{match}")
    expect(page.get_by_role("heading")).to_contain_text("no")


def test_an_invitation_says_what_it_is_for_and_can_be_renewed_and_cancelled(
    guest: Guest, server: Server, chromium: Browser
) -> None:
    page = guest.page
    page.get_by_text("A friend, by link").click()
    page.locator("[data-play=struggle]").click()
    link = page.locator("[data-invite]").inner_text()
    expect(page.locator("[data-audience=link]")).to_contain_text("the match is listed nowhere")
    page.locator("[data-act=renew]").click()
    expect(page.locator("[data-invite]")).not_to_have_text(link)
    newer = page.locator("[data-invite]").inner_text()
    with Guest(chromium, server.port, name="Bo") as friend:
        friend.page.goto(link)
        expect(friend.page.get_by_role("main")).to_contain_text("a newer link took its place")
        friend.page.goto("about:blank")
        friend.page.goto(newer)
        expect(friend.page.get_by_role("heading", level=1)).to_have_text("A match of Struggle?")
        expect(friend.page.get_by_text("Ada invites you")).to_be_visible()
        expect(friend.page.get_by_text("As in the rulebook.")).to_be_visible()
        expect(friend.page.get_by_text("Only people who have the link.")).to_be_visible()
        expect(friend.page.get_by_text(re.compile(r"^For \d+ more days?, unless Ada takes it back\."))).to_be_visible()
        page.locator("[data-act=cancel]").click()
        page.get_by_role("button", name="Cancel it").click()
        page.wait_for_url(guest.home + "/")
        friend.page.get_by_role("button", name="Take the seat").click()
        expect(friend.page.get_by_role("heading", level=1)).to_have_text("This invitation has ended.")
        expect(friend.page.get_by_text("It was taken back, or nobody came in time.")).to_be_visible()
        expect(friend.page.get_by_role("button", name="Watch")).to_have_count(0)  # nothing began
        friend.must_be_quiet()


def test_levels_stand_on_the_scale_of_the_player_and_one_of_them_is_suggested(guest: Guest) -> None:
    guest.open("/me")
    page = guest.page
    expect(page.get_by_text("After five rated matches your rating stands here")).to_be_visible()
    expect(page.locator("[data-level]")).not_to_have_count(0)
    assert "-" not in "".join(page.locator("figure text").all_text_contents()), "nothing is below zero"
    expect(page.locator("[data-level].next")).to_have_count(1)
    expect(page.locator("[data-level] .btn.go")).to_have_text("Play Spoon")
    guest.open("/new/potential")
    expect(page.get_by_role("radio", name=re.compile("suggested for you"))).to_have_accessible_name(
        re.compile("^Spoon")
    )
    guest.open("/me")
    page.locator("[data-level=crumb] button").click()
    page.wait_for_url("**/match/*")
    assert guest.wait_for_turn()
    expect(page.get_by_text("Crumb").first).to_be_visible()
