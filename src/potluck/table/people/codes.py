"""Codes that lead back to a player: long enough that nobody guesses one, easy to write down; kept only as hashes."""

import secrets

from potluck.table.match.keys import hash_token

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are mistaken for others
GROUPS, EACH = 4, 4  # 80 bits
ALIKE = str.maketrans("ILO", "110")


def new_code() -> str:
    """Make a code, in groups."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(EACH)) for _ in range(GROUPS))


def hash_code(code: str) -> str:
    """Return what is kept of a code, however it was typed; empty if it can be none."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum()).translate(ALIKE)
    return hash_token(f"code {plain}") if len(plain) == GROUPS * EACH and set(plain) <= set(LETTERS) else ""
