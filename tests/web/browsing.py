"""What the tests do in the browser: sit down, look, click, press keys; only through what a person has."""

import json
import random
import shutil
from functools import cache
from typing import Any, Self

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

import potluck

# The same browser without its windows where there is one, which opens a page in half the time.
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PORCH = "/pot.svg"  # a picture of the table's: nothing runs there, so it costs the browser next to nothing
MOVES = 3  # the level at which a hint names the moves

# Options under which a match is short, so that whole matches can be played in the browser.
SHORT: dict[str, dict[str, Any]] = {
    "potential": {"removal_target": 1, "quiet_turns": 12},
    "struggle": {"powers": "torus+armor+jolt/caboose+reaper+jolt", "quiet_turns": 3},
    "potion_explosion": {"rounds": 1},
    "potus": {"turncoats": 3, "battles": 40},
    "magic_potion": {"round_limit": 1},
}


# Options of matches that are begun in their middle, where the usual ones would need choices before it.
MIDDLE: dict[str, dict[str, Any]] = {"struggle": {"powers": "torus+armor+jolt/caboose+reaper+jolt"}}

# Lessons are offered once at each tray: these guests have seen that.
OFFERED = json.dumps({game: {"offered": True} for game in SHORT})


def kept_before(**settings: str) -> dict[str, str]:
    """Say what the browser of a guest has kept: their name, and that lessons were offered."""
    return {"potluck": json.dumps({"level": "novice", **settings}), "potluck-lessons": OFFERED}


def plan_of(
    game: str,
    *seats: dict[str, Any],
    options: dict[str, Any] | None = None,
    begins: int = 0,
    position: str = "",
    clock: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Plan a match of Ada against others, or against the gentlest bot."""
    return {
        "game": game,
        "seats": [{"kind": "person", "name": "Ada"}, *(seats or ({"kind": "bot", "level": "crumb"},))],
        "options": SHORT[game] if options is None else options,
        "begins": begins,
        "position": position,
        "clock": clock,
    }


@cache
def middle_of(game: str, moves: int = 40, seed: int = 5) -> str:
    """Play a match at random in no time, and write down a position of its middle in which Ada is to move."""
    dice = random.Random(seed)
    match = potluck.Match(game, seed=seed, **MIDDLE.get(game, {}))
    while len(match.moves) < moves or match.to_move != 0:
        match.play(dice.choice(list(match.state.moves())))
    return match.game.write_position(match.state)


class Guest:
    """Somebody with a browser at the table."""

    def __init__(
        self,
        browser: Browser,
        port: int,
        *,
        phone: bool = False,
        dark: bool = False,
        name: str = "Ada",
        keys: Any = None,
        moving: bool = False,
        language: str = "en-US",
        speaks: str = "en",
    ) -> None:
        self.context = browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            locale=language,
            is_mobile=phone,
            reduced_motion="no-preference" if moving else "reduce",
            storage_state=keys,  # of somebody whose seats this guest shares
        )
        self.phone = phone
        self.home = f"http://localhost:{port}"
        self.window: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.window.on("console", self.hear)
        self.window.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.open(PORCH)
        if not keys:
            self.window.evaluate("kept => Object.assign(localStorage, kept)", kept_before(name=name, language=speaks))

    @property
    def page(self) -> Page:
        """Look at the page: the home page, unless the guest has gone to another one."""
        if self.is_outside():
            self.open("/")
        return self.window

    def is_outside(self) -> bool:
        """Tell whether no page of the table was opened yet."""
        return self.window.url == self.home + PORCH

    def hear(self, message: ConsoleMessage) -> None:
        """Note what the browser complains about."""
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            self.troubles.append(message.text)

    def must_be_quiet(self) -> None:
        """Fail if the browser had anything to complain about."""
        assert not self.troubles, self.troubles

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for routed in (self.window, self.context):  # what is still being answered is wanted by nobody
            routed.unroute_all(behavior="ignoreErrors")
        self.context.close()

    # Sitting down

    def begin(self, game: str, *seats: dict[str, Any], **chosen: Any) -> str:
        """Create a match as the page does, and open it."""
        created = self.window.evaluate(
            """async plan => {
                const headers = {"Content-Type": "application/json"};
                const answer = await fetch("/api/matches", {method: "POST", headers, body: JSON.stringify(plan)});
                const created = await answer.json();
                if (!answer.ok) throw new Error(JSON.stringify(created));
                sessionStorage.setItem("invites:" + created.match, JSON.stringify(created.invites));
                return created;
            }""",
            plan_of(game, *seats, **chosen),
        )
        match = str(created["match"])
        self.go(f"/match/{match}")
        return match

    def begin_in_the_middle(self, game: str) -> None:
        """Begin a match from a position of its middle, and make one move."""
        self.begin(game, options=MIDDLE.get(game, {}), position=middle_of(game))
        self.play_by_click_once(random.Random(5))
        assert self.wait_for_turn()

    def go(self, path: str) -> None:
        """Follow a link of the page, which is not loaded anew for it."""
        if self.is_outside():
            self.open(path)
        else:
            self.window.evaluate(
                "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
            )

    def open(self, path: str) -> None:
        """Go to a page of the table."""
        self.window.goto(self.home + path)

    def accept(self, link: str) -> None:
        """Look at an invitation, and take the seat."""
        self.window.goto(link)
        self.page.get_by_role("button", name="Take the seat").click()
        self.page.wait_for_url("**/match/*")

    # Looking

    @property
    def table(self) -> Locator:
        """Find the table itself."""
        return self.page.locator("main.table")

    def fact(self, name: str) -> str:
        """Read what the table says of itself: its status, ply, turn, and whether it is my turn."""
        return self.table.get_attribute(f"data-{name}") or ""

    def wait_for_turn(self) -> bool:
        """Wait until it is my turn; tell whether the match goes on."""
        self.page.wait_for_selector("main.table[data-mine=true], main.table[data-status=over]", timeout=60_000)
        return self.fact("status") != "over"

    def things(self) -> list[str]:
        """List what may be chosen now: things on the board, then buttons, as selectors."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll(".spot.may")].map(spot => `[data-spot="${spot.dataset.spot}"]`)
                .concat([...document.querySelectorAll("[data-pick]")]
                    .map(button => `[data-pick="${button.dataset.pick}"]`))"""
        )
        return [str(thing) for thing in found]

    def ask_for_hint(self, level: int = 1) -> Locator:
        """Ask for a hint, and for as much as this level tells: whereabouts, which piece, or all moves of the turn."""
        self.page.locator("[data-act=hint]").click()
        hint = self.page.locator("[data-hint]")
        hint.wait_for(timeout=60_000)
        if level > 1:
            self.page.keyboard.press(str(level))
        expect(hint).to_have_attribute("data-hint", str(level))
        if level == MOVES:
            hint.locator("li").first.wait_for()
        return hint

    # Playing

    def choose(self, thing: str) -> None:
        """Click a thing; on a phone where the slip may lie over it, without scrolling first."""
        found = self.page.locator(f"{thing} > [fill=transparent], {thing}:not(.spot)").first
        if self.phone:
            found.dispatch_event("click")
        else:
            found.click()

    def say(self, move: str) -> None:
        """Type a move as it is written in records."""
        ply = self.fact("ply")
        self.page.keyboard.press("/")
        self.page.keyboard.insert_text(move)
        self.page.keyboard.press("Enter")
        expect(self.table).not_to_have_attribute("data-ply", ply)

    def play_by_click(self, dice: random.Random, clicks: int = 2000) -> None:
        """Play by clicking anything that is lit, until the match is over."""
        for _ in range(clicks):
            if not self.wait_for_turn():
                return
            things = self.things()
            if not things:  # a forced move is being made
                self.page.wait_for_timeout(30)
                continue
            self.choose(dice.choice(things))

    def play_by_click_once(self, dice: random.Random) -> None:
        """Make one move, however many clicks it takes."""
        if not self.wait_for_turn():
            return
        ply = self.fact("ply")
        for _ in range(500):
            things = self.things()
            if self.fact("ply") != ply:
                return
            if things:  # none: the move is on its way
                self.page.locator(dice.choice(things)).first.dispatch_event("click")
            self.page.wait_for_timeout(60)
        raise AssertionError("no move was made")

    def play_by_keys(self, dice: random.Random, presses: int = 4000) -> None:
        """Play with the keyboard alone: n goes to the next thing that may be chosen, Enter chooses it."""
        for _ in range(presses):
            if not self.wait_for_turn():
                return
            count = len(self.things())
            if not count:
                self.page.wait_for_timeout(30)
                continue
            for _ in range(1 + dice.randrange(min(count, 9))):
                self.page.keyboard.press("n")
            self.page.keyboard.press("Enter")

    def must_be_over(self) -> None:
        """Check that the result is shown."""
        expect(self.table).to_have_attribute("data-status", "over")
        expect(self.page.get_by_role("button", name="Replay")).to_be_visible()
