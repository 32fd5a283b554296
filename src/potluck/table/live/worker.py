"""One bot process: a question a line on standard input, an answer a line on standard output.

It holds no secret: a position arrives already redrawn for the seat that asks.
"""

import contextlib
import os
import resource
import sys

import msgspec

from potluck.core.dice import Dice
from potluck.games import load
from potluck.players.analysis import analyse
from potluck.players.door import choose, enter
from potluck.table.match.ports import Question, Thought

POLITENESS = 5  # the server goes first


def main() -> None:
    """Answer questions until the input ends."""
    memory = int(sys.argv[1])
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(POLITENESS)
    sys.stdout.buffer.write(b"ready\n")
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(line)) + b"\n")
        sys.stdout.buffer.flush()


def answer(line: bytes) -> Thought:
    """Answer one question."""
    try:
        question = msgspec.json.decode(line, type=Question)
        game = load(question.game, **question.options)
        if question.do == "choose":
            return Thought(choose(game, question.position, question.seat, question.level, question.seed))
        state = enter(game, question.position, question.seat, Dice(question.seed))
        return Thought(lines=analyse(game, state, question.seat, seed=question.seed))
    except Exception as error:  # whatever it is, the table must learn it
        return Thought(error=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
