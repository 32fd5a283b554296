"""Keys to seats: random, kept only as hashes, compared in constant time."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Literal, NamedTuple

BITS = 192


class Key(NamedTuple):
    """Hold what the server keeps of a key."""

    hash: str
    kind: str  # seat, or invite: to be exchanged once for a seat's key
    seats: tuple[int, ...]
    ended: int | None = None  # when it was used up or revoked


def new_token() -> str:
    """Make a secret that nobody can guess."""
    return secrets.token_urlsafe(BITS // 8)


def hash_token(token: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def make_key(kind: Literal["seat", "invite"], seats: Iterable[int]) -> tuple[str, Key]:
    """Make a secret and its key."""
    token = new_token()
    return token, Key(hash_token(token), kind, tuple(seats))


def find_key(keys: Iterable[Key], token: str, kind: str) -> Key | None:
    """Find the key that a secret fits; all are compared, so that time tells nothing."""
    wanted = hash_token(token)
    found = None
    for key in keys:
        if hmac.compare_digest(key.hash, wanted) and key.kind == kind:
            found = key
    return found
