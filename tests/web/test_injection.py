"""Text from others stays text: mark-up in names, options, sentences and addresses runs nothing and draws nothing."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from web.browsing import SHORT, Guest

CORPUS = [
    "<img src=x onerror='hacked=1'>",
    "<script>hacked=1</script>",
    "\"><svg onload='hacked=1'>",
    "'-hacked-'",
    "{{hacked=1}}{@html hacked}",
    "javascript:hacked=1",
    "</p><iframe srcdoc='<script>parent.hacked=1</script>'>",
    "<a href='javascript:hacked=1'>x</a>",
    "<style>*{display:none}</style>",
    "constructor",
    "__proto__",
]
EVERYTHING = " ".join(CORPUS[:9])
SAID = {"prompt", "aside", "sentence", "label", "title", "note", "ability", "party", "years", "side", "about", "text"}


def must_be_text(page: Page) -> None:
    """Check that nothing ran, and that no mark-up from outside became an element."""
    assert page.evaluate("'hacked' in window") is False
    strange = "img, iframe, style:not([data-vite]), script:not([src]), [onerror], [onload], a[href^=javascript]"
    body = page.evaluate("strange => [...document.body.querySelectorAll(strange)].map(node => node.outerHTML)", strange)
    assert body == []


def poisoned(value: Any) -> Any:
    """Put the corpus in place of all that is said, and of the players' names."""
    if isinstance(value, list):
        return [poisoned(member) for member in value]
    if not isinstance(value, dict):
        return value
    return {
        name: EVERYTHING
        if isinstance(member, str) and (name in SAID or (name == "name" and "presence" in value))
        else poisoned(member)
        for name, member in value.items()
    }


def poison(guest: Guest) -> None:
    """Let the table say nothing but the corpus, over HTTP and over the socket."""

    def answer(route: Route) -> None:
        response = route.fetch()
        if "json" not in response.headers.get("content-type", ""):
            route.fulfill(response=response)
            return
        route.fulfill(response=response, body=json.dumps(poisoned(response.json())))

    def socket(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: route.send(json.dumps(poisoned(json.loads(message)))))

    guest.context.route("**/api/**", answer)
    guest.context.route_web_socket("**/api/**", socket)


def test_the_policy_forbids_scripts_that_the_page_does_not_bring(guest: Guest) -> None:
    """A script written into the page does not run, so that nothing runs even if something slips through."""
    guest.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "hacked = 1";
            document.body.append(script);
            document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='hacked=1'>");
        }"""
    )
    guest.page.wait_for_timeout(300)
    assert guest.page.evaluate("'hacked' in window") is False
    assert any("Content Security Policy" in trouble for trouble in guest.troubles)
    guest.troubles.clear()


@pytest.mark.parametrize("game", SHORT)
def test_a_table_that_says_mark_up_is_shown_as_text(guest: Guest, game: str) -> None:
    """Whatever a table says at a match and after it is text."""
    poison(guest)
    match = guest.begin(game, options={})
    assert guest.wait_for_turn()
    expect(guest.page.get_by_text("<img src=x").first).to_be_visible()
    must_be_text(guest.page)
    guest.page.get_by_role("button", name="Rules").click()
    expect(guest.page.get_by_label("The rulings").get_by_text("<img src=x").first).to_be_visible()
    must_be_text(guest.page)
    guest.open(f"/replay/{match}")
    expect(guest.table).to_be_visible()
    must_be_text(guest.page)


@pytest.mark.parametrize("path", ["/", "/new/struggle", "/rules/potus"])
def test_pages_without_a_board_show_text(guest: Guest, path: str) -> None:
    """Titles, options and rulings are text."""
    poison(guest)
    guest.open(path)
    expect(guest.page.get_by_text("<img src=x").first).to_be_visible()
    must_be_text(guest.page)


def test_names_with_mark_up_are_refused_in_a_sentence(guest: Guest) -> None:
    """Type mark-up into the form of a new match: the page says at the field what is wrong, and nothing is mark-up."""
    page = guest.page
    guest.open("/new/struggle")
    for text in CORPUS:
        page.get_by_label("Name at seat 1", exact=True).fill(text)
        if re.search(r"[<>{}'=]", text):
            expect(page.get_by_role("alert")).to_contain_text("A name has")
            expect(page.locator("[data-troubles]")).to_contain_text("the name at seat 1")
        must_be_text(page)


@pytest.mark.parametrize(
    "address", [lambda text: f"/match/{text}", lambda text: f"/replay/x#{text}", lambda text: f"/new/{text}"]
)
def test_addresses_are_no_mark_up(guest: Guest, address: Callable[[str], str]) -> None:
    """Open links with mark-up in them."""
    for text in CORPUS[:4]:
        guest.open(address(quote(text)))
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        must_be_text(guest.page)
