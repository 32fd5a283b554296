"""Whole matches of all games over real sockets, people and bots mixed, on SQLite and on PostgreSQL."""

import asyncio
from typing import Any

import pytest

import potluck
from potluck.records import read, verify
from table.client import Client, Json, Seat, agree, bearer
from table.servers import Postgres, Server

MOST = 4000  # moves of a random match


def seats_for(name: str) -> list[Json]:
    """Seat a person, a friend who comes by link, and bots on the rest."""
    count = max(potluck.load(name).seats)
    rest: list[Json] = [{"kind": "bot", "level": "crumb"}] * (count - 2)
    return [{"kind": "person", "name": "Ann"}, {"kind": "friend"}, *rest]


async def play_whole(name: str, ports: list[int], seats: list[Json], **options: Any) -> str:
    """Play a match, each person at another server; return its record."""
    async with Client(ports[0]) as here, Client(ports[-1]) as there:
        created = await here.create(name, seats, **options)
        match = created["match"]
        people: list[Seat] = [await here.socket(match, created["token"])] if created["token"] else []
        for invite in created["invites"]:
            joined = await there.join(match, name="Bob", invite=invite["token"])
            people.append(await there.socket(match, joined["token"]))
        await agree(people)
        watcher = await there.socket(match, people[-1].token)
        await asyncio.wait_for(asyncio.gather(watcher.watch(), *(seat.play() for seat in people)), 240)
        record = await there.http.get(f"/api/matches/{match}/record", headers=bearer(people[0].token))
        for seat in [*people, watcher]:
            await seat.close()
        assert record.status_code == 200
        return record.text


def check_record(text: str) -> None:
    """A record can be read, and its dice verified."""
    record = read(text)
    assert record.ending
    assert len(record.result) == record.seats
    assert verify(record).version == 2


QUICK: dict[str, dict[str, Any]] = {
    "potential": {"options": {"removal_target": 2}},
    "potus": {"options": {"battles": 60}},
    "potion_explosion": {"options": {"rounds": 15}},
    "magic_potion": {"options": {"round_limit": 12}},
}


@pytest.mark.parametrize("name", potluck.names())
def test_people_and_bots_play_on_sqlite(name: str, server: Server) -> None:
    seats = [{"kind": "person", "name": "Ann"}] + [{"kind": "bot", "level": "crumb"}] * (
        potluck.load(name).seats[0] - 1
    )
    check_record(asyncio.run(play_whole(name, [server.port], seats, **QUICK.get(name, {}))))
    check_record(asyncio.run(play_whole(name, [server.port], seats_for(name), **QUICK.get(name, {}))))


@pytest.fixture(scope="module")
def pair(database: Postgres) -> Any:
    """Two processes on one PostgreSQL."""
    with Server(database=database.url) as first, Server(database=database.url) as second:
        yield [first.port, second.port]


@pytest.mark.parametrize("name", potluck.names())
def test_two_processes_share_a_match_on_postgresql(name: str, pair: list[int]) -> None:
    bots: list[Json] = [{"kind": "bot", "level": "crumb"}] * (potluck.load(name).seats[0] - 1)
    check_record(asyncio.run(play_whole(name, pair, [*bots, {"kind": "friend"}], **QUICK.get(name, {}))))
    check_record(asyncio.run(play_whole(name, pair, seats_for(name), **QUICK.get(name, {}))))
