"""Being told that it is one's turn: what the page offers, and what it does not."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from table.servers import Server
from table.test_news import Mailbox, PushService, text_of
from web.browsing import Guest
from web.test_first_hour import DAYS
from web.test_for_everybody import violations


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    found = Mailbox()
    found.controller.start()
    yield found
    found.controller.stop()


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.http.shutdown()
    found.http.server_close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox, service: PushService) -> Iterator[Server]:
    mails = ("--smtp", mailbox.url, "--mail-from", "table@potluck.example")
    pushes = ("--push-contact", "mailto:host@potluck.example", "--push-host", service.host)
    limits = ("mail_wait=0.2", "post=0.05")
    with Server(data=tmp_path_factory.mktemp("news"), limits=limits, options=(*mails, *pushes)) as found:
        yield found


@pytest.fixture
def ada(table: Server, chromium: Browser) -> Iterator[Guest]:
    with Guest(chromium, table.port) as found:
        be(found)
        yield found
        found.must_be_quiet()


def be(guest: Guest) -> None:
    """Be known to the table."""
    guest.page.evaluate(
        """async () => fetch("/api/me", {method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({name: "Ada", face: "pear"})})"""
    )


def slip(page: Page) -> Any:
    return page.get_by_role("region", name="When it is your turn")


def wait_until(page: Page, happened: Callable[[], Any]) -> None:
    """Wait for something that no element of the page tells."""
    for _ in range(600):
        if happened():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not happen")


def test_an_address_is_confirmed_by_a_link_and_removed_with_one_click(ada: Guest, mailbox: Mailbox) -> None:
    page = ada.page
    ada.open("/me")
    part = slip(page)
    part.get_by_label("Your mail address").fill("nobody@")
    part.get_by_label("Your mail address").evaluate("field => field.form.noValidate = true")
    part.get_by_role("button", name="Send a link").click()
    expect(part.get_by_role("alert")).to_contain_text("no address that a mail can be sent to")
    part.get_by_label("Your mail address").fill("ada@home.example")
    part.get_by_role("button", name="Send a link").click()
    expect(part).to_contain_text("not confirmed yet")
    assert violations(ada) == []
    (link,) = re.findall(r"http\S+/mail/on#\S+", text_of(mailbox.wait(1)[0]))
    page.goto(link)
    assert violations(ada) == []
    page.get_by_role("button", name="Yes, tell me here").click()
    expect(page.get_by_role("status")).to_contain_text("ada@home.example is confirmed")
    assert "#" not in page.url
    ada.open("/me")
    expect(slip(page)).to_contain_text("gets a mail")
    page.goto(link.replace("/mail/on", "/mail/off"))
    expect(page.get_by_role("alert")).to_contain_text("no mails are sent")  # it is a link for something else
    ada.open("/me")
    slip(page).get_by_role("button", name="Remove").click()
    expect(slip(page).get_by_label("Your mail address")).to_be_visible()


def test_the_link_in_a_mail_ends_mails_at_once(ada: Guest, mailbox: Mailbox, table: Server, chromium: Browser) -> None:
    before = len(mailbox.mails)
    ada.page.evaluate(
        """async () => fetch("/api/me/mail", {method: "PUT", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({mail: "ada@away.example"})})"""
    )
    (link,) = re.findall(r"http\S+/mail/on#\S+", text_of(mailbox.wait(before + 1)[-1]))
    ada.page.goto(link)
    ada.page.get_by_role("button", name="Yes, tell me here").click()
    expect(ada.page.get_by_role("status")).to_be_visible()
    ada.begin("potential", {"kind": "friend"}, begins=1, clock=DAYS)
    invitation = ada.page.locator("[data-invite]").inner_text()
    with Guest(chromium, table.port, name="Bo") as bo:
        bo.accept(invitation)
        assert bo.wait_for_turn()
        ada.open("/me")  # away from the match
        bo.page.get_by_role("button", name="More", exact=True).click()
        bo.page.get_by_role("button", name=re.compile("Resign|Call")).first.click()
        bo.page.get_by_role("button", name=re.compile("^Yes")).click()
    mail = mailbox.wait(before + 2)[-1]
    assert mail["subject"] == "Potential with Bo: it is over"
    (off,) = re.findall(r"http\S+/mail/off#\S+", text_of(mail))
    ada.page.goto(off)
    expect(ada.page.get_by_role("status")).to_contain_text("You get no more mails from this table.")


def test_a_browser_is_asked_first_and_a_message_leads_to_the_match(ada: Guest, service: PushService) -> None:
    page = ada.page
    ada.context.grant_permissions(["notifications"], origin=ada.home)
    made = service.subscription()
    page.add_init_script(
        """made => undefined""".replace("made => undefined", f"window.made = {json.dumps(made)};")
        + """
        let there = false;
        const fake = {endpoint: made.endpoint, toJSON: () => ({endpoint: made.endpoint, keys: made}),
            unsubscribe: async () => { there = false; return true; }};
        PushManager.prototype.subscribe = async () => { there = true; return fake; };
        PushManager.prototype.getSubscription = async () => there ? fake : null;"""
    )
    ada.open("/me")
    slip(page).get_by_role("button", name="Turn on").click()
    expect(slip(page)).to_contain_text("on, also while no page is open")
    assert page.evaluate("async () => (await (await fetch('/api/me')).json()).news.browsers") == 1
    session = ada.context.new_cdp_session(page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, lambda: found and ada.context.service_workers)
    told = json.dumps({"title": "Potential with Bo: your turn", "text": "<b>It is</b> your turn.", "match": "abc"})
    ada.context.service_workers[0].evaluate(
        """() => { self.shown = [];
            self.registration.showNotification = async (title, {body, tag}) => self.shown.push([title, body, tag]); }"""
    )
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": ada.home, "registrationId": found[0]["registrationId"], "data": told},
    )
    worker = ada.context.service_workers[0]
    wait_until(page, lambda: worker.evaluate("() => self.shown.length"))
    shown = worker.evaluate("() => self.shown")
    assert shown == [["Potential with Bo: your turn", "<b>It is</b> your turn.", "abc"]]  # text, not markup
    slip(page).get_by_role("button", name="Turn off").click()
    expect(slip(page).get_by_role("button", name="Turn on")).to_be_visible()
    assert page.evaluate("async () => (await (await fetch('/api/me')).json()).news.browsers") == 0


def test_vacation_is_begun_and_ended_and_the_other_side_sees_it(ada: Guest, table: Server, chromium: Browser) -> None:
    ada.begin("potential", {"kind": "friend"}, clock=DAYS)
    invitation = ada.page.locator("[data-invite]").inner_text()
    with Guest(chromium, table.port, name="Bo", language="de-DE") as bo:
        bo.accept(invitation)
        expect(bo.table).to_have_attribute("data-status", "playing")
        ada.open("/me")
        slip(ada.page).get_by_label("Vacation, in days").fill("5")
        slip(ada.page).get_by_role("button", name="Begin today").click()
        expect(slip(ada.page)).to_contain_text(re.compile(r"On vacation until \w+day, [A-Z][a-z]+ \d+"))
        assert violations(ada) == []
        # English words, and the day first, as somebody is used to whose browser speaks German
        expect(bo.page.get_by_text(re.compile(r"on vacation until \d+ [A-Z][a-z]+$"))).to_be_visible()
        slip(ada.page).get_by_role("button", name="I am back").click()
        expect(slip(ada.page)).to_contain_text("You have 29 days")
        expect(bo.page.get_by_text(re.compile("on vacation until"))).to_have_count(0)
        bo.must_be_quiet()


def test_whose_number_for_the_dice_is_in_another_browser_finds_a_way_on(
    ada: Guest, table: Server, chromium: Browser
) -> None:
    ada.begin("potential", {"kind": "friend"}, clock=DAYS)
    invitation = ada.page.locator("[data-invite]").inner_text()
    expect(ada.page.get_by_text("Waiting for a friend.")).to_be_visible()
    keys = ada.context.storage_state()
    keys["origins"] = []  # another device: signed in, and without what this browser keeps
    match = ada.page.url
    ada.page.goto("about:blank")
    with Guest(chromium, table.port, name="Bo") as bo, Guest(chromium, table.port, phone=True, keys=keys) as other:
        bo.accept(invitation)
        other.page.goto(match)
        expect(other.page.locator("[data-elsewhere]")).to_contain_text("Open this match there once")
        assert violations(other) == []
        other.page.locator("[data-act=cancel]").click()
        other.page.get_by_role("button", name="Call it off").click()
        other.page.wait_for_url(other.home + "/")
        expect(bo.table).to_have_attribute("data-status", "over")


def test_a_table_that_sends_nothing_offers_nothing(guest: Guest) -> None:
    be(guest)
    guest.open("/me")
    expect(slip(guest.page)).to_contain_text("this table sends no mails or messages")
    expect(slip(guest.page).get_by_label("Your mail address")).to_have_count(0)
    expect(slip(guest.page).get_by_role("button", name="Turn on")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_an_invitation_is_read_without_anything_over_it_or_beside_the_page(
    guest: Guest, width: int, height: int
) -> None:
    guest.begin("struggle", {"kind": "friend"})
    link = guest.page.locator("[data-invite]").inner_text()
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    expect(guest.page.locator("dd").first).to_contain_text("Different from the rulebook: ")
    assert not re.search(r"\w_\w|=", guest.page.locator("dl").inner_text())
    board = guest.page.locator("main .board").bounding_box()
    heading = guest.page.get_by_role("heading", level=1).bounding_box()
    assert board is not None
    assert heading is not None
    beside = board["x"] + board["width"] <= heading["x"] or board["y"] + board["height"] <= heading["y"] + 4
    assert beside, "the board does not lie over the words"
    assert guest.page.evaluate("() => document.documentElement.scrollWidth") <= width
    button = guest.page.get_by_role("button", name="Take the seat").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= height, "the button is in the first view"
