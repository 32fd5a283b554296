"""The files that hold the nets of learned evaluators: one a game, beside its rules.

A file begins with MAGIC and a line of JSON; then come, as whole numbers, the inputs that have weights, their weights,
and those of the hidden units. A net is used only for the game, the rules and the inputs that it was trained for.
"""

import struct
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

import msgspec

from potluck.core.errors import PotluckError
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.net import UNITS, Net

MAGIC = b"potluck net 1\n"
MADE: dict[tuple[bytes, str, int, int], Net] = {}  # nets that come with games, as they were made
LAST = struct.Struct(f"<{UNITS}i{UNITS}ii")  # biases, weights of the units, and what is added at the end


class Head(msgspec.Struct, frozen=True):
    """Say what a net was trained for, and how."""

    game: str
    rules_version: int
    layout: int
    inputs: int
    used: int  # inputs that have weights
    trained: str  # how, in a sentence
    digest: str = ""  # of all the above and of the numbers


class Weights(NamedTuple):
    """Hold a net as its whole numbers."""

    inputs: int
    rows: dict[int, tuple[int, ...]]  # by input, where there is any weight
    bias: tuple[int, ...]
    out: tuple[int, ...]
    last: int

    def net(self) -> Net:
        """Make the net."""
        nothing = (0,) * UNITS
        rows = list(chain.from_iterable(self.rows.get(number, nothing) for number in range(self.inputs)))
        return Net(rows, list(self.bias), list(self.out), self.last)


class Judgement(NamedTuple):
    """Hold the evaluator that judges a game, and why it is not the learned one."""

    evaluator: Evaluator
    trouble: str = ""


def judge(game: Game) -> Judgement:
    """Find the learned evaluator for what was agreed on, or the hand-made one with the reason."""
    trouble = game.untrained()
    if trouble:
        return Judgement(game.evaluator(), trouble)
    try:
        return Judgement(game.learned(shipped(game)))
    except PotluckError as error:
        return Judgement(game.evaluator(), str(error))


@cache
def shipped_file(name: str) -> bytes:
    """Read the net that comes with a game; nothing if none does."""
    file = files("potluck.games").joinpath(name, "learned.net")
    return file.read_bytes() if file.is_file() else b""


def shipped(game: Game) -> Net:
    """Make the net that comes with a game, once: that takes as long as a short match of a quick level."""
    key = (shipped_file(game.name), game.name, game.rules_version, game.layout)
    if key not in MADE:
        MADE[key] = read_net(key[0], game).net()
    return MADE[key]


def write_net(game: Game, weights: Weights, trained: str) -> bytes:
    """Write the file of a net."""
    numbers = sorted(weights.rows)
    body = struct.pack(f"<{len(numbers)}H", *numbers)
    for number in numbers:
        body += struct.pack(f"<{UNITS}h", *weights.rows[number])
    body += LAST.pack(*weights.bias, *weights.out, weights.last)
    head = Head(game.name, game.rules_version, game.layout, weights.inputs, len(numbers), trained)
    head = msgspec.structs.replace(head, digest=digest(head, body))
    return MAGIC + msgspec.json.encode(head) + b"\n" + body


def digest(head: Head, body: bytes) -> str:
    """Compute the checksum of what a file says of itself and of its numbers."""
    return sha256(msgspec.json.encode(msgspec.structs.replace(head, digest="")) + body).hexdigest()


def read_net(file: bytes, game: Game) -> Weights:
    """Read the file of a net; one that is damaged or was trained for something else is refused."""
    head, body = split_net(file)
    expected = (game.name, game.rules_version, game.layout)
    if (head.game, head.rules_version, head.layout) != expected:
        raise PotluckError(
            f"the net is for {head.game}, rules {head.rules_version}, inputs {head.layout};"
            f" this is {game.name}, rules {game.rules_version}, inputs {game.layout}"
        )
    if digest(head, body) != head.digest or len(body) != head.used * (2 + 2 * UNITS) + LAST.size:
        raise PotluckError(f"the net for {head.game} is damaged: its checksum is not that of what it holds")
    numbers = struct.unpack_from(f"<{head.used}H", body)
    rows = {
        number: struct.unpack_from(f"<{UNITS}h", body, 2 * head.used + 2 * UNITS * index)
        for index, number in enumerate(numbers)
    }
    last = LAST.unpack_from(body, len(body) - LAST.size)
    return Weights(head.inputs, rows, last[:UNITS], last[UNITS:-1], last[-1])


def split_net(file: bytes) -> tuple[Head, bytes]:
    """Separate what a file says of itself from its numbers."""
    if not file:
        raise PotluckError("no net comes with this game")
    line, found, body = file.removeprefix(MAGIC).partition(b"\n")
    if not file.startswith(MAGIC) or not found:
        raise PotluckError("this is not the file of a net")
    try:
        return msgspec.json.decode(line, type=Head), body
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PotluckError(f"the net is damaged: {error}") from error
