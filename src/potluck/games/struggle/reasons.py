"""Why the rules refuse a move: the number of the ruling plus a hundred for each further sentence that it has.

`why_not` answers with the ruling, reason % 100; words.py has the sentences.
"""

from typing import Final

SENTENCE: Final = 100

# Before the first turn.
NOT_BEGUN: Final = 1
NOT_HOME: Final = 101
BEGUN: Final = 201
NOT_OFFERED: Final = 2
CHOSEN: Final = 102
BARRED: Final = 202
WHITE_CARRIES: Final = 3
CARRIES_ONE: Final = 103

# Steps, jumps, stop and skip.
CAN_MOVE: Final = 4
NO_CHAIN: Final = 5
OTHER_MOVED: Final = 105
AFTER_STEP: Final = 205
AFTER_JUMP: Final = 305
OCCUPIED: Final = 405
ENTERED_TWICE: Final = 505
NOT_JOLTED: Final = 20
NO_PIECE: Final = 24
NOT_YOURS: Final = 124
OUTSIDE: Final = 25

# The nine rules: what their own rulings say stands in powers.py.
PACT_MADE: Final = 114
NOT_FREE: Final = 116
BEHIND: Final = 216
TOO_FAR: Final = 316
SWAPPED_ONCE: Final = 118
WAITING: Final = 218
TOWER_STANDS: Final = 121

# Any special rule: the number of its own ruling is added.
KEPT_APART: Final = 1000
NOT_OVER: Final = 1100
NOT_HAD: Final = 1200
CARRIER_GONE: Final = 1300
UNUSABLE: Final = 1400
BUSY: Final = 1500
ASKED: Final = 1600
FORBIDDEN: Final = 1700
