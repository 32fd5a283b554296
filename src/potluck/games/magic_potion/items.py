"""The eighteen item cards of Magic Potion: seven kinds; cards of a kind cannot be told apart.

Red begins with Recipe I and two of none, Blue with Recipe II and two of none; the other twelve are the pile.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# name, how many, energy
ITEMS: Final = (
    ("I", 1, 0),
    ("II", 1, 0),
    ("III", 1, 0),
    ("none", 6, 0),
    ("+1", 4, 1),
    ("+2", 4, 2),
    ("+3", 1, 3),
)
KINDS: Final = 7
CARDS: Final[i64] = 18
RECIPES: Final[i64] = 3  # the kinds below are pieces of the recipe, and so are the cards of these numbers
NOTHING: Final = 3  # the kind "none"
DEALT_NOTHING: Final = 2  # cards of none that each side begins with

ITEM_NAMES: Final = [row[0] for row in ITEMS]
COPIES: Final = vec[i64]([row[1] for row in ITEMS])
ENERGY: Final = vec[i64]([row[2] for row in ITEMS])
KIND: Final = vec[i64]([kind for kind in range(KINDS) for _ in range(ITEMS[kind][1])])  # of each card, ascending

DEALT: Final = ((0, 3, 4), (1, 5, 6))  # the cards that each side begins with
