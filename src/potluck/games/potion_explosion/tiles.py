"""The tiles of Potion Explosion: eight kinds of potion, each with 4, 5, 6 and 7 holes, two copies of each (PX19).

A tile is a number: kind * 4 + size, where size 0 has four holes and is a starter.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KINDS: Final[i64] = 8
SIZES: Final = 4
TILES: Final[i64] = 32
COPIES: Final = 2
KINDS_IN_PLAY: Final = 6
FEWEST_HOLES: Final = 4

SANDS: Final = 0
MAGNET: Final = 1
WISDOM: Final = 2
BALM: Final = 3
PRISMATIC: Final = 4
LOVE: Final = 5
DRAFT: Final = 6
LAVA: Final = 7

KIND_NAMES: Final = ("sands", "magnet", "wisdom", "balm", "prismatic", "love", "draft", "lava")
BEGINNER: Final = ("sands", "magnet", "wisdom", "prismatic", "love", "draft")  # without Balm and Lavamancing (PX16)

# points, then red, blue, black and yellow holes
RECIPES: Final = (
    # Sands of Time
    (3, 0, 0, 2, 2),
    (4, 1, 2, 0, 2),
    (6, 0, 2, 4, 0),
    (9, 4, 1, 0, 2),
    # Potion of Magnetical Attraction
    (4, 0, 2, 2, 0),
    (6, 2, 0, 2, 1),
    (8, 2, 4, 0, 0),
    (10, 1, 0, 2, 4),
    # Potion of Wisdom
    (5, 2, 0, 0, 2),
    (6, 2, 1, 2, 0),
    (8, 0, 0, 2, 4),
    (11, 2, 4, 1, 0),
    # Balm of Uttermost Stickiness
    (4, 1, 1, 2, 0),
    (5, 0, 0, 2, 3),
    (7, 2, 0, 1, 3),
    (10, 3, 4, 0, 0),
    # Potion of Prismatic Joy
    (3, 2, 1, 0, 1),
    (5, 2, 0, 3, 0),
    (7, 1, 2, 3, 0),
    (9, 0, 3, 0, 4),
    # Elixir of Blind Love
    (4, 1, 0, 1, 2),
    (5, 0, 3, 0, 2),
    (7, 0, 3, 2, 1),
    (10, 4, 0, 3, 0),
    # Abyssal Draft
    (4, 2, 2, 0, 0),
    (6, 0, 2, 1, 2),
    (8, 4, 0, 0, 2),
    (10, 0, 2, 4, 1),
    # Filter of Lavamancing
    (5, 0, 2, 1, 1),
    (7, 3, 2, 0, 0),
    (9, 3, 1, 0, 2),
    (11, 0, 0, 4, 3),
)

POINTS: Final = vec[i64]([recipe[0] for recipe in RECIPES])
HOLES: Final = vec[i64]([holes for recipe in RECIPES for holes in recipe[1:]])  # HOLES[tile * 4 + colour]
TILE_NAMES: Final = [f"{KIND_NAMES[tile // SIZES]}{tile % SIZES + FEWEST_HOLES}" for tile in range(TILES)]


def size_of(tile: i64) -> i64:
    """Count the holes of a tile."""
    return tile % SIZES + FEWEST_HOLES
