"""Notices between processes that share a store: which match has changed, and who is connected where.

A notice carries nothing that counts: whoever gets one reads the store. After a lost line everything is read again.
"""

import asyncio
import logging
from collections.abc import Mapping

from potluck.table.live.desk import Desk
from potluck.table.live.rooms import Room
from potluck.table.match.ports import Notice

PATIENCE = 1.0  # seconds until a lost line is tried again
log = logging.getLogger("potluck.table")


async def follow(desk: Desk, rooms: Mapping[str, Room]) -> None:
    """Follow the notices of other processes."""
    while True:
        try:
            async for notice in desk.store.notices():
                await hear(desk, rooms, notice)
        except Exception as error:
            log.warning("notices: %s", error)
        await asyncio.sleep(PATIENCE)


async def hear(desk: Desk, rooms: Mapping[str, Room], notice: Notice | None) -> None:
    """Follow one notice; after a lost line read everything that may have been missed."""
    if notice is None:
        for room in list(rooms.values()):
            await room.ledger.refresh()
    elif notice.match in rooms and notice.owner != desk.store.owner:
        desk.run(rooms[notice.match].hear(notice))


def forget_silent(desk: Desk, rooms: Mapping[str, Room], now: int) -> None:
    """Forget who was connected to processes that are silent, and repeat who is connected here."""
    for room in rooms.values():
        elsewhere = room.presence.elsewhere
        silent = [owner for owner, said in elsewhere.items() if now - said.told > desk.limits.lease * 1000]
        for owner in silent:
            del elsewhere[owner]
        if room.viewers or silent:
            room.update_presence()
