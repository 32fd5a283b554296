"""The moves, the draws of chance and the phases of Potion Explosion, as numbers.

| code | move |
| --- | --- |
| 0 … 44 | the marble on that spot: your regular pick, or what a potion takes, marks or returns |
| 45 + spot | take that marble with a Little Help |
| 90 | the next explosion of a chain |
| 91 + colour × 2 + burner | place a marble on a hole of its colour |
| 99 | place everything that must be placed and can go one way only |
| 100 + colour × 8 + burner × 4 + hole | Prismatic Joy: place a marble on a hole of any colour |
| 132 + kind | drink a potion; let Sands of Time copy one; take a starter |
| 140 + seat | Blind Love: empty the pool of that seat |
| 144 + colour | return a marble that the pool cannot hold |
| 148 + stack | take the tile on top |
| 153 | end your turn, or the effect of the potion |

| draw | chance |
| --- | --- |
| kind | a kind is removed from the game |
| tile | a starter is laid out; the new top of a stack |
| colour | a marble comes into sight; a returning marble lands in sight |
| track | a returning marble rolls there |
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.state import Rules
from potluck.games.potion_explosion.board import DECK, IN_PLAY, RETURNING, SPOTS, UNSEEN

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

# What chance draws: each outcome is as frequent as the byte at BASES[event] + outcome, but for ROLLING.
REMOVING: Final = 0  # a kind
LAYING: Final = 1  # a starter
UNCOVERING: Final = 2  # the tile on top of a stack
SIGHTING: Final = 3  # the colour of the lowest hidden marble of a track
LANDING: Final = 4  # the colour of a marble that lands in sight
TUMBLING: Final = 5  # the track of a returning marble
BASES: Final = vec[i64]([IN_PLAY, DECK, DECK, UNSEEN, RETURNING, 0])
OUTCOMES: Final = vec[i64]([8, 32, 32, 4, 4, 5])

# Where the match is; from EFFECT on, a potion of that kind is taking effect.
SETUP: Final = 0
DRAFTING: Final = 1
TURN: Final = 2
CHAIN: Final = 3
RETURNS: Final = 4
TILES_DUE: Final = 5
TIE: Final = 6
FINISHED: Final = 7
EFFECT: Final = 8

NONE: Final = -1


class Options(Rules):
    """Hold the options that the rules look at."""

    def __init__(self, first: i64, kinds: i64, countdown: i64, ninth_by_help: bool, rounds: i64) -> None:
        super().__init__()
        self.first = first
        self.kinds = kinds  # a bit for each kind that may be in play; all eight when chance removes two
        self.countdown = countdown  # skill tokens of the countdown stack; 0: as many as the seats ask for
        self.far_reach: i64 = 9 if ninth_by_help else 8  # places within reach of Little Help and potions (PX6)
        self.rounds = rounds  # the match ends after as many; 0: never
