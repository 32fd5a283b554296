"""Records are read and written in the bots' processes: a long one takes seconds, and nobody else waits for it."""

import msgspec

from potluck.records.record import Record
from potluck.table.live.desk import Desk
from potluck.table.match.match import Match
from potluck.table.match.ports import Claim, Question, Urgency
from potluck.table.match.replay import demand_record, record_of
from potluck.table.protocol.refusals import Refused

FAILED = "the record could not be worked on"


async def write_record(desk: Desk, match: Match, seed: bytes, address: str) -> str:
    """Write the record of a match, if it may be seen."""
    demand_record(match)
    record = msgspec.json.encode(record_of(match, seed)).decode()
    question = Question("write", match.game.name, text=record, code=match.game.code)
    thought = await desk.ask(question, Claim(Urgency.RECORD, address, match.id), FAILED)
    return thought.text


async def read_record(desk: Desk, text: str, address: str) -> Record:
    """Read a record through the rules."""
    thought = await desk.ask(Question("read", text=text), Claim(Urgency.RECORD, address), FAILED)
    if thought.refused:
        raise Refused("bad_record", thought.refused)
    return msgspec.json.decode(thought.text, type=Record)
