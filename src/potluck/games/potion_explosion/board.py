"""The dispenser of Potion Explosion: five tracks of 16 marbles, place 1 at the bottom; and the numbers of the moves.

    a  b  c  d  e
   16 16 16 16 16    10 … 16: behind the lid, seen by nobody
    …  …  …  …  …
    9  9  9  9  9         9: seen, but out of reach
    8  8  8  8  8
    …  …  …  …  …     1 … 8: within reach
    1  1  1  1  1

The seen marbles of a track are numbered along it from the bottom: the spot of place p of track t is t * 9 + p - 1.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COLOURS: Final[i64] = 4
MARBLES: Final = 20  # of each colour
COLOUR_NAMES: Final = ("red", "blue", "black", "yellow")
COLOUR_MARKS: Final = "RBKY"

TRACKS: Final[i64] = 5
SIGHT: Final = 9  # places of a track that are seen
DEPTH: Final = 7  # places behind the lid
REACH: Final = 8  # places within reach
LENGTH: Final = 16  # places of a track
SPOTS: Final = 45
TRACK_NAMES: Final = "abcde"
SPOT_NAMES: Final = [f"{track}{place}" for track in TRACK_NAMES for place in range(1, SIGHT + 1)]

STACKS: Final[i64] = 5
BURNERS: Final[i64] = 2
POOL: Final = 3  # the most marbles that a pool holds
HELPS: Final = 21  # Little Help tokens
MOST_SEATS: Final = 4

# The moves: the table is at the top of rules.py.
HELP: Final = 45
EXPLODE: Final = 90
PLACE: Final = 91
BREW: Final = 99
PRISM: Final = 100
DRINK: Final = 132
ROB: Final = 140
RETURN: Final = 144
STACK: Final = 148
END: Final = 153
MOVE_COUNT: Final = 154
CHANCE_COUNT: Final = 32
ROOM: Final = 2 * SPOTS + 8 + 1 + 8 + 1  # in a turn: picks, Little Help, placing, together, drinking, ending

NONE: Final = -1


def roll_weights() -> vec[i64]:
    """Table how often a returned marble ends in each track: table[mask * 5 + track].

    The mask has a bit for each track with room. A marble meant for a full track goes to the nearest one with room, and
    two equally near ones share it (PX20); so the weights are tenths.
    """
    table: list[int] = []
    for mask in range(1 << TRACKS):
        weights = [0] * TRACKS
        roomy = [track for track in range(int(TRACKS)) if mask >> track & 1]
        for meant in range(int(TRACKS) if roomy else 0):
            least = min(abs(track - meant) for track in roomy)
            nearest = [track for track in roomy if abs(track - meant) == least]
            for track in nearest:
                weights[track] += 2 // len(nearest)
        table += weights
    return vec[i64](table)


ROLLS: Final = roll_weights()
