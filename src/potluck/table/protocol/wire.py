"""Messages as text: written, and read or refused in a sentence."""

import functools
from collections.abc import Hashable
from typing import Any, TypeVar, cast

import msgspec

from potluck.table.protocol.refusals import Refused

T = TypeVar("T")
encode = msgspec.json.Encoder().encode


@functools.cache
def decoder(kind: Hashable) -> msgspec.json.Decoder[Any]:
    """Make the decoder of a message, once."""
    return msgspec.json.Decoder(cast(Any, kind))


def decode(text: bytes | str, kind: type[T]) -> T:
    """Decode a message, or refuse it in a sentence."""
    try:
        message: T = decoder(cast(Hashable, kind)).decode(text)
        return message
    except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError, OverflowError) as error:
        raise Refused("bad_request", f"this is not a message of the protocol: {str(error)[:200]}") from error
