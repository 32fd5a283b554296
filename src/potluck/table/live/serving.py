"""One viewer's line to a match: questions and commands in, answers and snapshots out, at a limited rate."""

import asyncio
import contextlib
import time

import msgspec

from potluck.core.errors import BrokenRule
from potluck.table import protocol
from potluck.table.live.clock import now
from potluck.table.live.desk import Desk
from potluck.table.live.limits import Limits
from potluck.table.live.rooms import Room
from potluck.table.live.viewers import Viewer
from potluck.table.match import events, preview, showing, why
from potluck.table.match.decide import actor, demand_seat
from potluck.table.match.match import Match
from potluck.table.match.ports import LineLost, Transport
from potluck.table.protocol import FromClient, ids
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import decode, encode

MOST = 64  # choices in one question for previews


async def attend(room: Room, viewer: Viewer, transport: Transport) -> None:
    """Serve a viewer until one side ends; one who breaks a limit is told which."""
    try:
        room.enter(viewer)
        await converse(room, viewer, transport)
    except Refused as refused:
        room.desk.count_refusal(refused.code)
        with contextlib.suppress(LineLost, RuntimeError):
            await transport.send(encode(protocol.Bye(refused.code, refused.sentence)).decode())
            await transport.close(refused.sentence)
    finally:
        room.leave(viewer)


async def converse(room: Room, viewer: Viewer, transport: Transport) -> None:
    """Listen and speak until one side ends."""
    speaker = viewer.speaker = asyncio.create_task(viewer.speak(transport))
    listener = asyncio.create_task(listen(room, viewer, transport))
    try:
        done, _ = await asyncio.wait((speaker, listener), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except LineLost:
        pass
    except asyncio.CancelledError:
        if not viewer.too_slow:
            raise
    finally:
        for task in (speaker, listener):
            task.cancel()
        await asyncio.gather(speaker, listener, return_exceptions=True)


async def listen(room: Room, viewer: Viewer, transport: Transport) -> None:
    """Answer message after message, at a limited rate.

    Whoever waits for each answer is slowed down to the pace of the line; whoever sends on without waiting is let go.
    """
    pace = Pace(room.desk.limits, is_program(room.match, viewer.mine))
    receiving = asyncio.ensure_future(transport.receive())
    try:
        while (text := await receiving) is not None:
            receiving = asyncio.ensure_future(transport.receive())
            if await pace.waits() and receiving.done():
                raise Refused("too_fast", pace.sentence())
            viewer.send(await answer(room, viewer.mine, text))
    finally:
        receiving.cancel()


def is_program(match: Match, mine: tuple[int, ...]) -> bool:
    """Tell whether all seats of a line are planned for programs."""
    return bool(mine) and all(match.places[seat].kind == "program" for seat in mine)


async def answer(room: Room, mine: tuple[int, ...], text: str) -> protocol.FromServer:
    """Answer one message; a refusal leaves the line open."""
    id = ""
    match = room.match
    try:
        message: FromClient = decode(text, FromClient)  # type: ignore[arg-type]
        match message:
            case protocol.Command():
                id = message.id
                ids.check_command(id)
                demand_seat(mine)
                return await room.command(mine, message)
            case protocol.AskPreview():
                return preview.preview(match, actor(match, mine), message.move)
            case protocol.AskPreviews():
                return await look_ahead(room.desk, match, actor(match, mine), message.moves)
            case protocol.AskWhy():
                return await explain(room.desk, match, actor(match, mine), message)
            case protocol.AskPosition():
                return showing.position(match, mine)
            case protocol.Ping():
                return protocol.Pong(now())
    except BrokenRule as error:
        await room.caretaker.add(events.TABLE, [events.Voided(str(error))], match.board_version)
        return Refused("over", str(error)).message(id, match.version)
    except Refused as refused:
        room.desk.count_refusal(refused.code)
        return refused.message(id, match.version)


async def look_ahead(desk: Desk, match: Match, seat: int, moves: list[int]) -> protocol.Previews:
    """Tell what several choices would do, as far as the board stays as it is."""
    if len(moves) > MOST:
        raise Refused("too_large", f"expected at most {MOST} moves")
    version, board = match.version, match.board_version
    found = await desk.slices.gather(preview.previews(match, seat, moves), lambda: match.board_version == board)
    return protocol.Previews(version, [msgspec.structs.replace(one, view=None) for one in found])


async def explain(desk: Desk, match: Match, seat: int, asked: protocol.AskWhy) -> protocol.Why:
    """Say why something is no choice."""
    *_, found = await desk.slices.gather(why.why(match, seat, asked.path, asked.text))
    return found


class Pace:
    """Let one line send at a rate, with bursts; programs may be faster than people."""

    def __init__(self, limits: Limits, program: bool = False) -> None:
        self.rate = limits.program_messages if program else limits.messages
        self.burst = float(limits.burst)
        self.level = self.burst
        self.then = time.monotonic()

    def allows(self, count: int = 1) -> bool:
        """Tell whether so many messages may pass, and count them if they may."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < count:
            return False
        self.level -= count
        return True

    async def waits(self) -> bool:
        """Wait until a message may pass; tell whether that took a while."""
        waited = False
        while not self.allows():
            waited = True
            await asyncio.sleep(1 / self.rate)
        return waited

    def sentence(self) -> str:
        """Name the limit, and the pace to keep."""
        return (
            f"too many messages: {self.burst:g} may come at once, then {self.rate:g} a second; "
            "wait for the answer to one before you send the next"
        )
