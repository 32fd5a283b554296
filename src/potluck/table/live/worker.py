"""One bot process: a question a line on standard input, an answer a line on standard output.

It holds no secret: a position arrives already redrawn for the seat that asks, a record when everybody may see it. Any
line that comes while it thinks, and the end of the input, mean that it need not go on.
"""

import contextlib
import os
import resource
import select
import sys
import traceback
from pathlib import Path

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord, BrokenRule
from potluck.games import load, restore
from potluck.players.analysis import analyse, analyst
from potluck.players.door import Player, enter
from potluck.players.levels import level
from potluck.records.record import Record, read, write
from potluck.table.match.ports import Question, Thought

POLITENESS = 5  # the server goes first
OFTEN = 16  # questions about the time between two looks at the input
PIECE = 1 << 16  # bytes read at once


class Inbox:
    """Read lines from a file, and see whether more have come."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.kept = b""

    def line(self) -> bytes | None:
        """Wait for the next line; None at the end."""
        while b"\n" not in self.kept:
            piece = os.read(self.file, PIECE)
            if not piece:
                return None
            self.kept += piece
        line, _, self.kept = self.kept.partition(b"\n")
        return line

    def has_more(self) -> bool:
        """Tell whether another line, or the end, has come."""
        return b"\n" in self.kept or bool(select.select([self.file], [], [], 0)[0])


class Heed(Limit):
    """Think until the steps are done, or until told that nobody waits."""

    def __init__(self, steps: int, inbox: Inbox) -> None:
        super().__init__(steps, 0.0)
        self.inbox = inbox
        self.asked = 0

    def is_late(self) -> bool:
        """Look at the input now and then."""
        self.asked += 1
        return self.asked % OFTEN == 0 and self.inbox.has_more()


def main() -> None:
    """Answer questions until the input ends."""
    memory = int(sys.argv[1])
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(POLITENESS)
    inbox = Inbox(sys.stdin.fileno())
    say(b"ready")
    while (line := inbox.line()) is not None:
        if line:  # an empty one came too late to stop anything
            say(msgspec.json.encode(answer(line, inbox)))


def say(line: bytes) -> None:
    """Answer with a line."""
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def answer(line: bytes, inbox: Inbox) -> Thought:
    """Answer one question."""
    try:
        question = msgspec.json.decode(line, type=Question)
        if question.do == "ping":
            return Thought()
        restore(question.game, question.code)
        if question.do == "write":
            return Thought(text=write(msgspec.json.decode(question.text, type=Record)))
        if question.do == "read":
            return read_text(question.text)
        return think(question, inbox)
    except BrokenRule as error:
        return Thought(broken=(error.rule, error.reason))
    except Exception as error:  # whatever it is, the table must learn it; its words could show the position
        at = traceback.extract_tb(error.__traceback__)[-1]
        return Thought(error=f"{type(error).__name__} at {Path(at.filename).name}:{at.lineno}")


def read_text(text: str) -> Thought:
    """Read a record, or say what is wrong with it."""
    try:
        return Thought(text=msgspec.json.encode(read(text)).decode())
    except BadRecord as error:
        return Thought(refused=str(error))


def think(question: Question, inbox: Inbox) -> Thought:
    """Choose a move, or find the best."""
    game = load(question.game, **question.options)
    if question.do == "choose":
        setting = level(game, question.level)
        player = Player(game, setting, question.seed)
        return Thought(player.choose(question.position, question.seat, Heed(setting.steps, inbox)))
    state = enter(game, question.position, question.seat, Dice(question.seed))
    return Thought(lines=analyse(game, state, question.seat, Heed(analyst(game).steps, inbox), seed=question.seed))


if __name__ == "__main__":
    main()
