"""One bot process: a question a line on standard input, an answer a line on standard output.

It holds no secret: a position arrives already redrawn for the seat that asks, a record when everybody may see it. Any
line that comes while it thinks, and the end of the input, mean that it need not go on.
"""

import contextlib
import os
import resource
import select
import sys

import msgspec

from potluck.table.live.answering import answer

POLITENESS = 5  # the server goes first
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
            say(msgspec.json.encode(answer(line, inbox.has_more)))


def say(line: bytes) -> None:
    """Answer with a line."""
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
