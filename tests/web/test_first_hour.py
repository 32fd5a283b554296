"""A first hour at the table: learn, lose, win, invite a friend, come back on another device, finish a match of days."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from table.servers import Server
from web.browsing import Guest
from web.test_learn import Learner, by_mouse

ONE_JUMP = ".......... .......... .......... .......... ...1a..... " + ".......... " * 5 + "seat=0"
DAYS = {"kind": "days", "days": 3}


def resign(guest: Guest) -> None:
    """Give up; the page asks once more."""
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    expect(guest.table).to_have_attribute("data-status", "over")


def take_turn(guest: Guest) -> None:
    """Make moves until it is somebody else's turn."""
    assert guest.wait_for_turn()
    turn = guest.fact("turn")
    for _ in range(60):
        if guest.fact("turn") != turn or guest.fact("mine") != "true":
            return
        things = guest.things()
        if things:
            guest.page.locator(things[0]).first.dispatch_event("click")
        guest.page.wait_for_timeout(50)
    pytest.fail("the turn does not end")


def way_on(page: Page) -> None:
    """See that a finished match is no dead end."""
    expect(page.locator("[data-act=rematch]")).to_be_visible()
    expect(page.locator("[data-act=replay]")).to_be_visible()


def test_a_first_hour_has_no_dead_end(server: Server, chromium: Browser) -> None:
    with (
        Guest(chromium, server.port) as ada,
        Guest(chromium, server.port, name="Bo") as bo,
        Guest(chromium, server.port, phone=True, name="Somebody") as phone,
    ):
        learn(ada)
        lose(ada)
        win(ada)
        match = invite(ada, bo)
        come_back(ada, phone, match)
        finish(phone, bo, match)
        for guest in (ada, bo, phone):
            guest.must_be_quiet()


def learn(ada: Guest) -> None:
    """Do what the first lesson says, as somebody who has never been here is offered it."""
    ada.page.evaluate("() => localStorage.removeItem('potluck-lessons')")
    ada.open("/")
    ada.page.locator("[data-play=potential]").click()
    ada.page.wait_for_url("**/learn/potential")
    ada.page.get_by_role("link", name="Start").click()
    learner = Learner(ada, by_mouse)
    assert "you have won" in learner.do_step()
    learner.go_on()


def lose(ada: Guest) -> None:
    """Play against the computer, and give up."""
    ada.open("/")
    ada.page.locator("[data-play=potential]").click()
    ada.page.wait_for_url("**/match/*")
    take_turn(ada)
    ada.wait_for_turn()
    resign(ada)
    way_on(ada.page)


def win(ada: Guest) -> None:
    """Win with one jump."""
    ada.begin("potential", position=ONE_JUMP, options={})
    assert ada.wait_for_turn()
    for thing in ("d6", "f6"):
        ada.page.locator(f'[data-spot="{thing}"]').first.dispatch_event("click")
    expect(ada.table).to_have_attribute("data-status", "over")
    expect(ada.page.get_by_text(re.compile("You won|have won|You win")).first).to_be_visible()
    way_on(ada.page)
    ada.open("/matches")
    finished = ada.page.get_by_role("region", name="Finished")
    expect(finished).to_contain_text("Won")
    expect(finished).to_contain_text("Lost")


def invite(ada: Guest, bo: Guest) -> str:
    """Invite a friend to a match with three days for each turn."""
    match = ada.begin("potential", {"kind": "friend"}, options={}, clock=DAYS)
    link = ada.page.locator("[data-invite]").inner_text()
    bo.page.goto(link)
    expect(bo.page.get_by_text("3 days for each turn.")).to_be_visible()
    bo.page.get_by_role("button", name="Take the seat").click()
    expect(bo.page.locator(".clock").first).to_have_text(re.compile("3 d 0 h|2 d 23 h"))  # not "2 d" after a second
    take_turn(ada)
    take_turn(bo)
    return match


def come_back(ada: Guest, phone: Guest, match: str) -> None:
    """Bring everything to a phone with the code; the match waits there, and the page says so everywhere."""
    ada.open("/me")
    ada.page.get_by_role("button", name="Get a code").click()
    code = ada.page.locator("[data-code]").inner_text()
    phone.open("/me")
    phone.page.get_by_label("The code that you wrote down").fill(code)
    phone.page.get_by_role("button", name="Come back").click()
    expect(phone.page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    phone.open("/matches")
    row = phone.page.get_by_role("region", name="Your turn").locator(f"[data-row='{match}']")
    expect(row).to_contain_text("2 days 23 h left")
    expect(phone.page).to_have_title(re.compile(r"^\(1\) My matches"))
    assert phone.page.locator("link[rel=icon]").get_attribute("href") == "/pot-turn.svg"
    row.get_by_role("link", name="Go on").click()


def finish(phone: Guest, bo: Guest, match: str) -> None:
    """Play on from the phone until the friend gives up."""
    take_turn(phone)
    take_turn(bo)
    phone.wait_for_turn()
    resign(bo)
    expect(phone.table).to_have_attribute("data-status", "over")
    way_on(phone.page)
    phone.open("/matches")
    row = phone.page.get_by_role("region", name="Finished").locator(f"[data-row='{match}']")
    expect(row).to_contain_text("Won")
    expect(row).to_contain_text("rated")
    expect(phone.page).to_have_title(re.compile("^My matches"))
    row.get_by_role("link", name="Replay").click()
    expect(phone.page.get_by_role("slider").first).to_be_visible()
