"""A table without a server, a database or a thread, as a browser could run it: the ports, filled in with little."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import potluck
from potluck.core.dice import Dice
from potluck.core.options import Value
from potluck.players.door import enter
from potluck.players.review import Review
from potluck.table.live import serving
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.viewers import Viewer
from potluck.table.match import ports
from potluck.table.match.keys import Key
from potluck.table.match.match import Match
from potluck.table.match.ports import Bots, Claim, Conflict, Kept, Lease, Question, Row, Thought, Write
from potluck.table.protocol import BotPlan, LobbyEntry, NewMatch, PersonPlan, SeatPlan, Status, ids

Json = dict[str, Any]
QUICK = Limits(secret_pause=0.0)


class MemoryStore:
    """Keep matches as long as the process lives."""

    owner, shared, remedy = "here", False, "ask whoever runs this table"

    def __init__(self) -> None:
        self.matches: dict[str, ports.AddMatch] = {}
        self.cards: dict[str, LobbyEntry] = {}
        self.events: dict[str, list[Row]] = defaultdict(list)
        self.keys: dict[str, list[Key]] = defaultdict(list)
        self.leases: dict[str, Lease] = {}
        self.reviews: dict[str, Review] = {}

    def watch(self, on_trouble: Callable[[bool], None]) -> None:
        """Saving never fails."""

    async def save(self, rows: Sequence[Row], *writes: Write) -> int:
        for row in rows:
            if row.seq != len(self.events[row.match]) + 1:
                raise Conflict
            self.events[row.match].append(row)
        for write in writes:
            self.write(write)
        return 1

    def write(self, write: Write) -> None:
        match write:
            case ports.AddMatch(id, _, _, card):
                self.matches[id], self.cards[id] = write, card
            case ports.AddEvents(rows):
                self.events[rows[0].match] = list(rows)
            case ports.SetCard(card):
                self.cards[card.match] = card
            case ports.AddKeys(match, keys):
                self.keys[match] += keys
            case ports.EndKeys(match, hashes, at):
                self.keys[match] = [key._replace(ended=at) if key.hash in hashes else key for key in self.keys[match]]
            case ports.TakeLease(match, until, _):
                self.leases[match] = Lease(self.owner, until)
            case ports.ReleaseLease(match):
                self.leases.pop(match, None)
            case ports.SetDue() | ports.RenewLeases() | ports.Beat() | ports.Notice():
                pass  # there is no other process
            case ports.KeepReview(match, review):
                self.reviews[match] = review
            case ports.Sit() | ports.Stay() | ports.Unsit() | ports.Settle() | ports.Scrub() | ports.Tell():
                pass  # nobody has a name that is kept
            case ports.SetSetup() | ports.Keep() | ports.Delete() | ports.Block() | ports.Unblock():
                pass  # there are no other rules, and nobody runs it

    async def load_match(self, id: str) -> Kept | None:
        if id not in self.matches:
            return None
        match = Match(id, self.matches[id].setup)
        for row in self.events[id]:
            match.apply(row.event, row.at, row.seat, row.command)
        return Kept(match, self.matches[id].seed, list(self.keys[id]))

    async def load_events(self, id: str, after: int) -> list[Row]:
        return self.events[id][after:]

    async def load_keys(self, id: str) -> list[Key]:
        return list(self.keys[id])

    async def load_review(self, id: str) -> Review | None:
        return self.reviews.get(id)

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        return [card for card in self.cards.values() if card.status == status][:count]

    async def find_lease(self, match: str) -> Lease:
        return self.leases.get(match, Lease())

    async def held(self) -> set[str]:
        return set(self.leases)

    async def neglected(self, now: int, count: int) -> list[str]:
        return []

    async def unstarted(self, before: int, count: int) -> list[str]:
        return []

    async def resting(self, match: str, now: int) -> dict[int, int]:
        return {}

    async def notices(self) -> AsyncIterator[ports.Notice | None]:
        yield None

    async def close(self) -> None:
        """Nothing is waiting."""


class FirstMove:
    """Think for the bots: take the first move."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        game = potluck.load(question.game, **question.options)
        state = enter(game, question.position, question.seat, Dice(question.seed))
        return Thought(game.write(state, state.moves()[0]))

    async def stop(self) -> None:
        """Nothing runs."""


class Pipe:
    """Carry messages between a viewer in this process and the table."""

    def __init__(self) -> None:
        self.to_table: asyncio.Queue[str | None] = asyncio.Queue()
        self.to_viewer: asyncio.Queue[Json] = asyncio.Queue()

    async def receive(self) -> str | None:
        return await self.to_table.get()

    async def send(self, text: str) -> None:
        self.to_viewer.put_nowait(json.loads(text))

    async def close(self, reason: str = "") -> None:
        self.to_viewer.put_nowait({"type": "closed", "reason": reason})

    async def hear(self, *kinds: str) -> Json:
        """Wait for a message of some kind."""
        while True:
            said = await asyncio.wait_for(self.to_viewer.get(), 30)
            if said["type"] in kinds:
                return said

    async def ask(self, question: Json, *kinds: str) -> Json:
        """Ask something, and wait for the answer."""
        self.to_table.put_nowait(json.dumps(question))
        return await self.hear(*kinds)

    async def do(self, version: int, action: Json) -> Json:
        """Send a command, and wait for its answer."""
        command = {"type": "command", "id": ids.new_command(), "v": version, "a": action}
        return await self.ask(command, "done", "refusal")


class Table:
    """Sit down at a match against a bot."""

    def __init__(
        self, game: str, bots: Bots | None = None, limits: Limits = QUICK, options: dict[str, Value] | None = None
    ) -> None:
        self.game = game
        self.options = options or {}
        self.hall = Hall(MemoryStore(), bots or FirstMove(), limits)
        self.pipe = Pipe()

    async def __aenter__(self) -> "Table":
        self.hall.open()
        seats = potluck.load(self.game).seats[0]
        plans: list[SeatPlan] = [PersonPlan("Ann"), *[BotPlan("crumb")] * (seats - 1)]
        created = await self.hall.create(NewMatch(self.game, plans, self.options, begins=0))
        room = await self.hall.room(created.match)
        mine = room.seats_of(created.token)
        assert mine == (0,)
        self.room, self.match = room, room.match
        self.line = asyncio.create_task(serving.attend(room, Viewer(mine, 64), self.pipe))
        first = await self.pipe.hear("snapshot")
        assert (await self.pipe.do(first["version"], {"do": "ready", "nonce": "0" * 32}))["type"] == "done"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.pipe.to_table.put_nowait(None)
        await self.line
        await self.hall.stop()

    async def my_turn(self) -> Json:
        """Wait until it is our turn, or the match is over."""
        shown = await self.pipe.hear("snapshot")
        while not shown["choices"] and shown["status"] != "over":
            shown = await self.pipe.hear("snapshot")
        return shown


async def play(game: str, turns: int) -> int:
    """Play some moves against a bot; return how many moves there were."""
    async with Table(game) as table:
        for _ in range(turns):
            shown = await table.my_turn()
            if shown["status"] == "over":
                break
            await table.pipe.do(shown["version"], {"do": "move", "move": shown["choices"][0]["move"]})
        return len(table.match.moves)
