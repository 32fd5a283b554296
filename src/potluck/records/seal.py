"""Chance that anybody can verify.

Before the match the table shows the SHA-256 of a secret seed. Each seat then adds a nonce. Every chance move is

    HMAC-SHA256(seed, "match|nonces|ply|attempt|round")

read as a number and mapped to the outcomes in ascending order by their weights; `round` rises from 0 while the number
falls into the incomplete last stretch of the range. After the match the seed is published, and `verify` recomputes it
all. `attempt` is 0, because a move is never taken back across chance; older records may hold others.
"""

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from potluck.core.errors import BadRecord
from potluck.core.state import CHANCE, State
from potluck.records.record import Record, replay

RANGE = 1 << 256


class Seal(NamedTuple):
    """Hold what decides the chance of one match."""

    seed: bytes
    match: str
    nonces: tuple[str, ...] = ()

    def sample(self, state: State, ply: int, attempt: int = 0) -> int:
        """Draw the chance move of a ply."""
        outcomes = list(state.moves())
        weights = [state.weight(move) for move in outcomes]
        rest = self._below(sum(weights), ply, attempt)
        for move, weight in zip(outcomes, weights, strict=True):
            rest -= weight
            if rest < 0:
                return move
        raise AssertionError("chance has no outcome")

    def _below(self, limit: int, ply: int, attempt: int) -> int:
        """Draw a number below a limit, all equally likely."""
        for number in range(1 << 16):
            text = f"{self.match}|{','.join(self.nonces)}|{ply}|{attempt}|{number}"
            value = int.from_bytes(hmac.digest(self.seed, text.encode(), "sha256"), "big")
            if value < RANGE - RANGE % limit:
                return value % limit
        raise AssertionError("a fair draw was refused 65536 times")


def new_seed() -> bytes:
    """Make a secret seed of 256 bits."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """Return what may be shown of a seed before the match."""
    return hashlib.sha256(seed).hexdigest()


def verify(record: Record) -> int:
    """Recompute every chance move of a record; return how many there are, or refuse it with the first that differs."""
    if not re.fullmatch(r"[0-9a-f]{64}", record.seed):
        raise BadRecord("record: expected a line Seed: with 64 hexadecimal digits; it is published after the match")
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.seal:
        raise BadRecord("header Seed: it is not the seed that was sealed before the match")
    seal = Seal(seed, record.match, tuple(record.nonces))
    game = record.load()
    draws = 0
    for ply, state, move in replay(record):
        if state.to_move != CHANCE:
            continue
        drawn = seal.sample(state, ply, record.attempts.get(ply, 0))
        if drawn != move:
            texts = game.write(state, drawn), game.write(state, move)
            raise BadRecord(f"move {ply + 1}: the seal draws ({texts[0]}), but the record says ({texts[1]})")
        draws += 1
    return draws
