"""What lies face down leaves no trace in the page: not in its text, names, classes, attributes or addresses.

Two matches differ only in what one side cannot know. What its browser holds must be the same, byte for byte.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server
from web.browsing import Guest

FRIEND = {"kind": "friend"}
FIELD = "....s.. .nb.... ....... ....... ..M.... ....AT. ....... "
CAST = (
    "assassin=red,15,6,none! thief=red,18,5,none! swordsman=blue,20,7,none! magician=red,20,4,I! "
    "necromancer=blue,15,6,II!,{item} merchant=blue,18,5,none! round=4 phase=move actor=magician"
)

Play = Callable[[Guest, Guest], None]


def choose(friend: Guest, *things: str) -> None:
    """Let the friend click some things, one after the other."""
    for thing in things:
        assert friend.wait_for_turn()
        ply = friend.fact("ply")
        friend.page.locator(f'[data-spot="{thing}"], [data-pick="{thing}"]').first.dispatch_event("click")
        expect(friend.table).not_to_have_attribute("data-ply", ply)


def watched(guest: Guest) -> list[str]:
    """Collect the addresses that a browser asks for, from now on, when it has what the home page needs."""
    guest.page.wait_for_load_state("networkidle")
    found: list[str] = []
    guest.page.on("request", lambda request: found.append(request.url))
    guest.page.on("websocket", lambda socket: found.append(socket.url))
    return found


def traces(guest: Guest, match: str, asked: list[str]) -> tuple[str, list[str]]:
    """Read everything the browser holds, without what differs between any two matches."""
    guest.page.wait_for_timeout(400)
    html = str(guest.page.evaluate("document.documentElement.outerHTML + JSON.stringify({...localStorage})"))
    html = re.sub(r'"at":\d+', "", html.replace(match, ""))
    html = re.sub(r"[0-9a-f]{16,}", "", html)  # seals, nonces and commitments
    told = {address.replace(match, "").split("#")[0] for address in asked}
    return html, sorted(address for address in told if not address.endswith("/api/me"))  # which is asked now and then


def with_friend(
    server: Server, chromium: Browser, game: str, options: dict[str, object], play: Play
) -> tuple[str, list[str]]:
    """Play the beginning of a match against a friend, and read what the own browser holds then."""
    with Guest(chromium, server.port) as guest, Guest(chromium, server.port, name="Bob") as friend:
        asked = watched(guest)
        match = guest.begin(game, FRIEND, options=options, begins=1)
        friend.accept(guest.page.locator("[data-invite]").inner_text())
        play(guest, friend)
        guest.page.evaluate("sessionStorage.clear()")
        return traces(guest, match, asked)


@pytest.mark.parametrize(
    ("game", "options", "one", "other"),
    [
        ("struggle", {"powers": "secret"}, ["torus"], ["jolt"]),
        ("potus", {"secret_placement": True}, ["a5"], ["d6"]),
        ("struggle", {"powers": "none", "setup": "secret"}, ["f7"], ["g5"]),
    ],
    ids=["rules", "turncoats", "pieces"],
)
def test_a_secret_choice_leaves_no_trace(
    server: Server, chromium: Browser, game: str, options: dict[str, object], one: list[str], other: list[str]
) -> None:
    """The friend chooses this or that in secret: the page is the same."""
    this = with_friend(server, chromium, game, options, lambda _guest, friend: choose(friend, *one))
    that = with_friend(server, chromium, game, options, lambda _guest, friend: choose(friend, *other))
    assert this == that


def test_an_item_face_down_leaves_no_trace(server: Server, chromium: Browser) -> None:
    """The other side carries +3 or +1 Energy face down: the page is the same, and says that there are two items."""
    found = []
    for item in ("+3", "+1"):
        with Guest(chromium, server.port) as guest:
            asked = watched(guest)
            match = guest.begin("magic_potion", options={}, position=FIELD + CAST.format(item=item))
            assert guest.wait_for_turn()
            found.append(traces(guest, match, asked))
    assert found[0] == found[1]
    assert "2 items" in found[0][0]


def test_the_comparison_would_notice(server: Server, chromium: Browser) -> None:
    """An item that lies open does make a difference, so that the tests above can fail."""
    found = []
    for item in ("+3!", "+1!"):
        with Guest(chromium, server.port) as guest:
            match = guest.begin("magic_potion", options={}, position=FIELD + CAST.format(item=item))
            assert guest.wait_for_turn()
            found.append(traces(guest, match, []))
    assert found[0] != found[1]
