"""Chance that anybody can verify, against the other players and against the host.

Before the match the table shows its seal, the SHA-256 of a secret seed and of the terms of the match. Each player
then commits to a nonce by its SHA-256, and reveals it only when all commitments are there. Every chance move is

    HMAC-SHA256(seed, "match|nonces|ply|attempt|round")

read as a number and mapped to the outcomes in ascending order by their weights; `round` rises from 0 while the number
falls into the incomplete last stretch of the range. Who begins and what a position hides are drawn in the same way.
After the match the seed is published, and `verify` recomputes it all. `attempt` is 0, because a move is never taken
back across chance; older records may hold others, and have a seal of version 1: the SHA-256 of the seed alone, and
nonces that nobody committed to. docs/fairness.md says what this proves, and against whom.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from potluck.core.dice import Dice
from potluck.core.errors import BadRecord
from potluck.core.game import Game
from potluck.core.state import CHANCE, State
from potluck.records.record import SEALED, Record, replay

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
        raise AssertionError("chance has no outcome")  # pragma: no cover

    def first(self, seats: int) -> int:
        """Draw the seat that begins."""
        return self._number("first") % seats

    def fill(self, game: Game, position: str) -> str:
        """Fill in what is hidden (`?`) in a position."""
        return filled(game, position, Dice(self._number("position") >> 200))

    def _below(self, limit: int, ply: int, attempt: int) -> int:
        """Draw a number below a limit, all equally likely."""
        for number in range(1 << 16):
            value = self._number(f"{ply}|{attempt}|{number}")
            if value < RANGE - RANGE % limit:
                return value % limit
        raise AssertionError("a fair draw was refused 65536 times")  # pragma: no cover

    def _number(self, what: str) -> int:
        """Draw a number of 256 bits for one purpose."""
        text = f"{self.match}|{','.join(self.nonces)}|{what}"
        return int.from_bytes(hmac.digest(self.seed, text.encode(), "sha256"), "big")


def filled(game: Game, position: str, dice: Dice) -> str:
    """Draw what is hidden (`?`) in a position; one that hides nothing stays as it is."""
    if "?" not in position:
        return position
    return " ".join(game.write_position(game.read_position(position, dice)).split())


def new_seed() -> bytes:
    """Make a secret seed of 256 bits."""
    return secrets.token_bytes(32)


def commitment(secret: str | bytes) -> str:
    """Return what may be shown of a secret before it is revealed."""
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


def seal_of(seed: bytes, terms: str) -> str:
    """Return what is shown before the match: it fits one seed and one set of terms."""
    return commitment(f"{terms}|{seed.hex()}")


def receipt(match: str, seal: str, commitments: Sequence[str]) -> str:
    """Return what a player keeps before they reveal their nonce: it fits one course of chance."""
    return commitment(f"{match}|{seal}|{','.join(commitments)}")


class Verified(NamedTuple):
    """Tell what was recomputed."""

    draws: int
    version: int
    begins: bool  # who begins was drawn
    filled: bool  # what the position hid was drawn


def verify(record: Record, kept: str = "") -> Verified:
    """Recompute all that chance decided in a record, or refuse it with the first thing that differs.

    With the receipt that a player kept the seed, the terms and all nonces are those of before the match.
    """
    if not re.fullmatch(r"[0-9a-f]{64}", record.seed):
        raise BadRecord("record: expected a line Seed: with 64 hexadecimal digits; it is published after the match")
    seed = bytes.fromhex(record.seed)
    if record.sealed > SEALED:
        raise BadRecord(f"header Seal: version {record.sealed}: this Potluck knows seals up to version {SEALED}")
    if record.seal != (commitment(seed) if record.sealed == 1 else seal_of(seed, record.terms())):
        raise BadRecord("header Seed: it is not the seed that was sealed, with these terms, before the match")
    _verify_nonces(record, kept)
    seal = Seal(seed, record.match, tuple(record.nonces))
    _verify_start(record, seal)
    return Verified(_verify_moves(record, seal), record.sealed, record.begins_drawn, bool(record.hidden))


def _verify_nonces(record: Record, kept: str) -> None:
    """Refuse nonces that nobody committed to, and commitments that a player has not seen."""
    if record.sealed > 1 and [commitment(nonce) for nonce in record.nonces] != record.commitments:
        raise BadRecord("header Nonces: they are not those that the players committed to")
    if kept and receipt(record.match, record.seal, record.commitments) != kept:
        raise BadRecord("record: the receipt that was kept is of another seal, or of other commitments")


def _verify_start(record: Record, seal: Seal) -> None:
    """Refuse another seat that begins, and other hidden things, than the seal draws."""
    game = record.load()
    if record.begins_drawn and seal.first(record.seats) != game.chosen["first"]:
        raise BadRecord(f"header Begins: the seal draws seat {seal.first(record.seats)}")
    if record.hidden and seal.fill(game, record.hidden) != record.position:
        raise BadRecord("header Position: the seal draws something else for what it hides")


def _verify_moves(record: Record, seal: Seal) -> int:
    """Recompute every chance move; return how many there are."""
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
