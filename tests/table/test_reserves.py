"""FLOOD 10: strangers never take the last threads, and whoever asks for little does not wait behind them."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.turns import Turns
from potluck.table.match.ports import Kept
from potluck.table.protocol import LobbyEntry, NewMatch, ProgramPlan, Status
from table.memory import FirstMove, MemoryStore


class SlowStore(MemoryStore):
    """Count who reads at the same time, and in which order matches are loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = self.most = self.lists = 0
        self.loaded: list[str] = []

    async def load_match(self, id: str) -> Kept | None:
        self.loaded.append(id)
        await self.read()
        return await super().load_match(id)

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        self.lists += 1
        found = await super().load_cards(status, count)
        await self.read()
        return found

    async def read(self) -> None:
        self.reading += 1
        self.most = max(self.most, self.reading)
        for _ in range(9):
            await asyncio.sleep(0)
        self.reading -= 1


def in_hall(act: Callable[[Hall, SlowStore], Awaitable[None]]) -> None:
    """Do something in a hall on a slow store."""

    async def run() -> None:
        store = SlowStore()
        hall = Hall(store, FirstMove(), Limits())
        await act(hall, store)
        await hall.stop()

    asyncio.run(run())


def test_flood_10_a_player_waits_for_one_load_of_a_stranger_at_most() -> None:
    async def act(hall: Hall, store: SlowStore) -> None:
        new = NewMatch("potential", [ProgramPlan("A"), ProgramPlan("B")])
        theirs = [(await hall.create(new)).match for _ in range(20)]
        ours = (await hall.create(new)).match
        asked = [asyncio.ensure_future(hall.room(id, "stranger")) for id in theirs]
        await asyncio.sleep(0)
        asked.append(asyncio.ensure_future(hall.room(ours, "player")))
        await asyncio.gather(*asked)
        assert store.loaded.index(ours) == 1
        assert len(store.loaded) == 21
        assert store.most == 1

    in_hall(act)


def test_flood_10_all_who_wait_for_the_lobby_get_one_list() -> None:
    async def act(hall: Hall, store: SlowStore) -> None:
        found = [asyncio.ensure_future(hall.lobby()) for _ in range(50)]
        while not store.reading:  # the first list is being read
            await asyncio.sleep(0)
        await hall.create(NewMatch("potential", [ProgramPlan("A"), ProgramPlan("B")]))
        found += [asyncio.ensure_future(hall.lobby()) for _ in range(50)]
        lists = await asyncio.gather(*found)
        assert (store.lists, store.most) == (4, 1)
        assert lists[0] != lists[-1]  # whoever has made a table finds it there

    in_hall(act)


def test_flood_10_whoever_hangs_up_passes_the_turn_on() -> None:
    async def run() -> None:
        turns = Turns()
        order: list[str] = []

        async def take(who: str) -> None:
            async with turns.turn(who):
                order.append(who)
                await asyncio.sleep(0)
                tasks[1].cancel()  # while it waits
                await asyncio.sleep(0)
            tasks[2].cancel()  # in the moment in which it is given the turn

        tasks = [asyncio.ensure_future(take(who)) for who in ("a", "b", "c", "d")]
        await tasks[3]
        assert order == ["a", "d"]
        assert (turns.is_taken, turns.waiting, turns.asked) == (False, [], {})
        with pytest.raises(asyncio.CancelledError):
            await tasks[2]

    asyncio.run(run())
