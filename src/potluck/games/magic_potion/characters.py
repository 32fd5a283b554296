"""The eight characters of Magic Potion, in turn order."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CAST: Final[i64] = 8
TEAM: Final = 3  # characters of a side

# name, letter, speed, health, attack near, attack far (0: no attack at that range), defence, ability
CHARACTERS: Final = (
    ("assassin", "A", 2, 15, 3, 0, 1, "Back Stab"),
    ("hunter", "H", 1, 18, 1, 3, 1, "Hound's Thwart"),
    ("thief", "T", 2, 18, 2, 0, 1, "Steal"),
    ("swordsman", "S", 1, 20, 4, 0, 2, "Bonus Attack"),
    ("priest", "P", 1, 18, 2, 1, 3, "Healing"),
    ("magician", "M", 2, 20, 1, 3, 2, "Fire Blast"),
    ("necromancer", "N", 1, 15, 1, 1, 2, "Summon Dead Friend"),
    ("merchant", "B", 2, 18, 2, 0, 3, "Bribe"),
)

ASSASSIN: Final = 0
HUNTER: Final = 1
THIEF: Final = 2
SWORDSMAN: Final = 3
PRIEST: Final = 4
MAGICIAN: Final = 5
NECROMANCER: Final = 6
MERCHANT: Final = 7

WHO: Final = [row[0] for row in CHARACTERS]
LETTERS: Final = "".join([row[1] for row in CHARACTERS])
SPEED: Final = vec[i64]([row[2] for row in CHARACTERS])
FULL: Final = vec[i64]([row[3] for row in CHARACTERS])
NEAR: Final = vec[i64]([row[4] for row in CHARACTERS])
FAR: Final = vec[i64]([row[5] for row in CHARACTERS])
DEFENCE: Final = vec[i64]([row[6] for row in CHARACTERS])
ABILITIES: Final = [row[7] for row in CHARACTERS]
