"""SIM: hundreds of tables in a simulated world; `POTLUCK_SEED=17 pytest tests/table/test_sim.py` runs one again."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from unittest import mock

import pytest

from potluck.table.live.ledger import Ledger
from potluck.table.live.rooms import Room
from potluck.table.match.match import Match
from potluck.table.match.ports import Row
from potluck.table.store.writer import Job
from table.simulation import Broken, SimWriter, World

PARTS = 10
ONE = os.environ.get("POTLUCK_SEED")
FIRST = int(os.environ.get("POTLUCK_FIRST", "0"))
SEEDS = [int(ONE)] if ONE else list(range(FIRST, FIRST + int(os.environ.get("POTLUCK_SEEDS", "40"))))


@pytest.mark.parametrize("part", range(min(PARTS, len(SEEDS))))
def test_sim_promises_hold_in_every_storm(part: int) -> None:
    done = 0
    for seed in SEEDS[part::PARTS]:
        world = World(seed)
        world.run()
        done += sum(len(person.done) for person in world.people)
    assert done > len(SEEDS[part::PARTS])


def test_sim_a_seed_can_be_seen_again() -> None:
    first, again, other = World(3), World(3), World(4)
    for world in (first, again, other):
        world.run()
    assert first.trace == again.trace != other.trace


# That the simulation notices: each of these breaks one promise.


class Hasty(SimWriter):
    """Confirm before the commit."""

    async def save(self, rows: Sequence[Row], *others: Any) -> int:
        self.jobs.put(Job(rows, others, self.loop.create_future()))
        return 0


class Trusting(SimWriter):
    """Take it for granted that a commit without an answer has worked."""

    def _saved(self, batch: list[Job]) -> dict[int, bool]:
        return {id(job): True for job in batch}


def forget_commands() -> Any:
    """Do not know what was done already."""
    return mock.patch.object(Room, "done", return_value=None)


def charge_downtime() -> Any:
    """Let the clock run while there is no table."""
    return mock.patch.object(Match, "_resumed", return_value=None)


def show_early() -> Any:
    """Show what is about to be saved."""
    save = Ledger.save

    async def hasty(ledger: Ledger, decision: Any, id: str, *writes: Any) -> int:
        ledger.match.version += 1
        ledger.on_change([], False)
        ledger.match.version -= 1
        return await save(ledger, decision, id, *writes)

    return mock.patch.object(Ledger, "save", hasty)


@pytest.mark.parametrize(
    ("promise", "writer", "flaw"),
    [
        ("acknowledged is committed", Hasty, nullcontext),
        ("acknowledged is committed", Trusting, nullcontext),
        ("what was done is not refused", SimWriter, forget_commands),
        ("downtime is not charged", SimWriter, charge_downtime),
        ("shown is committed", SimWriter, show_early),
    ],
)
def test_sim_notices_a_broken_promise(
    promise: str, writer: type[SimWriter], flaw: Callable[[], AbstractContextManager[Any]]
) -> None:
    with flaw():
        assert any(promise in failure for failure in failures(writer))


def failures(writer: type[SimWriter]) -> Iterator[str]:
    """Run seed after seed, and tell what goes wrong."""
    for seed in range(60):
        try:
            World(seed, writer).run()
        except Broken as broken:
            yield str(broken)
