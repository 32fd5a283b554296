"""The ids of matches, commands and processes: random, so that nobody has to be asked for one."""

import re
import secrets

from potluck.table.protocol.refusals import Refused


def new_match() -> str:
    """Make the id of a match."""
    return secrets.token_hex(8)


def is_match(id: str) -> bool:
    """Tell whether something can be the id of a match; what cannot be is not asked the database for."""
    return re.fullmatch(r"[0-9a-f]{16}", id) is not None


def new_command() -> str:
    """Make the id of a command that the table itself gives."""
    return secrets.token_hex(16)


def new_owner() -> str:
    """Make the id of a process that looks after matches."""
    return secrets.token_hex(8)


def check_command(id: str) -> None:
    """Refuse a command id that is not 128 bits."""
    if not re.fullmatch(r"[0-9a-f]{32}", id):
        raise Refused("bad_request", "id: expected 32 hexadecimal digits")
