"""The dispenser of Potion Explosion: five tracks of 16 marbles, place 1 at the bottom; and the bytes of a state.

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
REACH: Final = 8  # places within reach
LENGTH: Final = 16  # places of a track
SPOTS: Final = 45
TRACK_NAMES: Final = "abcde"
SPOT_NAMES: Final = [f"{track}{place}" for track in TRACK_NAMES for place in range(1, SIGHT + 1)]

STACKS: Final[i64] = 5
BURNERS: Final[i64] = 2
POOL: Final = 3  # the most marbles that a pool holds
HELPS: Final = 21  # Little Help tokens

# The bytes of a state: the dispenser, the tiles of nobody, what the mover must place, then a block for each seat.
TRACK: Final = 0  # TRACK + spot: the colour of a seen marble
KNOWN: Final = 45  # KNOWN + track: how many of its marbles are seen
HIDDEN: Final = 50  # HIDDEN + track: how many lie behind the lid
UNSEEN: Final = 55  # UNSEEN + colour: marbles behind the lid, whatever their tracks
RETURNING: Final = 59  # RETURNING + colour: marbles on their way back into the dispenser
TOP: Final = 63  # TOP + stack: 1 + the tile on top, or 0
UNDER: Final = 68  # UNDER + stack: how many tiles lie under the top
DECK: Final = 73  # DECK + tile: copies that lie unseen in the stacks, whatever the stack
STARTERS: Final = 105  # STARTERS + kind: starters laid out for the draft
IN_PLAY: Final = 113  # IN_PLAY + kind: 1 unless the kind was removed
FRESH: Final = 121  # FRESH + colour: marbles that the mover took this turn and still holds
DESKS: Final = 125  # DESKS + seat * DESK: the block of a seat
DESK: Final = 73
HELD: Final = 0  # + colour: the pool; in its own turn the hand as well
TILE: Final = 4  # + burner: 1 + the tile that brews there, or 0
OPEN: Final = 6  # + burner * 4 + colour: its empty holes
ON: Final = 14  # + burner * 4 + colour: the marbles on it
READY: Final = 22  # + kind: completed potions not yet drunk
DRUNK: Final = 30  # + kind: completed potions that were drunk
DONE: Final = 38  # + tile: completed copies
TOKENS: Final = 70  # skill tokens
HELPED: Final = 71  # Little Help tokens
TAKEN: Final = 72  # marbles taken to break a tie


def rolling_weights() -> vec[i64]:
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


ROLLING: Final = rolling_weights()
BITS: Final = vec[i64]([1 << spot for spot in range(SPOTS)])  # compiled, 1 << 31 does not fit the 1
