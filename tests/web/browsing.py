"""What the tests do in the browser: sit down, look, click, press keys; only through what a person has."""

import random
from typing import Any, Self

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

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

# Options under which a match is short, so that whole matches can be played in the browser.
SHORT: dict[str, dict[str, Any]] = {
    "potential": {"removal_target": 1, "quiet_turns": 12},
    "struggle": {"powers": "torus+armor+jolt/caboose+reaper+jolt", "quiet_turns": 3},
    "potion_explosion": {"rounds": 1},
    "potus": {"turncoats": 3, "battles": 40},
    "magic_potion": {"round_limit": 1},
}


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
    ) -> None:
        self.context = browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            storage_state=keys,  # of somebody whose seats this guest shares
        )
        self.phone = phone
        self.home = f"http://localhost:{port}"
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.goto(self.home)
        kept = f'{{"name": "{name}", "level": "novice"}}'
        self.page.evaluate("kept => localStorage.setItem('potluck', kept)", kept)
        self.page.reload()

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
        self.context.close()

    # Sitting down

    def begin(
        self,
        game: str,
        *seats: dict[str, Any],
        options: dict[str, Any] | None = None,
        begins: int = 0,
        position: str = "",
    ) -> str:
        """Create a match as the page does, and open it."""
        plan = {
            "game": game,
            "seats": [{"kind": "person", "name": "Ada"}, *(seats or ({"kind": "bot", "level": "novice"},))],
            "options": SHORT[game] if options is None else options,
            "begins": begins,
            "position": position,
        }
        created = self.page.evaluate(
            """async plan => {
                const headers = {"Content-Type": "application/json"};
                const answer = await fetch("/api/matches", {method: "POST", headers, body: JSON.stringify(plan)});
                const created = await answer.json();
                if (!answer.ok) throw new Error(JSON.stringify(created));
                sessionStorage.setItem("invites:" + created.match, JSON.stringify(created.invites));
                return created;
            }""",
            plan,
        )
        match = str(created["match"])
        self.open(f"/match/{match}")
        return match

    def open(self, path: str) -> None:
        """Go to a page of the table."""
        self.page.goto(self.home + path)

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

    # Playing

    def choose(self, thing: str) -> None:
        """Click a thing; on a phone where the slip may lie over it, without scrolling first."""
        found = self.page.locator(f"{thing} > [fill=transparent], {thing}:not(.spot)").first
        if self.phone:
            found.dispatch_event("click")
        else:
            found.click(timeout=5000)

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
        for _ in range(8):
            things = self.things()
            if self.fact("ply") != ply or not things:
                return
            self.page.locator(dice.choice(things)).first.dispatch_event("click")
            self.page.wait_for_timeout(60)

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
