"""The Event cards of POTUS: a table of our own (PO18 to PO28).

Other cards can take their place row by row, combining the effects below: the rules look at nothing but these
columns.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

EVENTS: Final[i64] = 11

# Effects. Where a player is meant it is `whom`: 0 the one who drew the card, 1 the other.
ORDER: Final = 0  # `amount` extra movements now for the drawer, with one token not yet moved this turn
UNION: Final = 1  # tied categories of the next battle count for him
MONEY: Final = 2  # `amount` dollars, not below 0
FLIGHT: Final = 3  # the token that landed moves to an open Rushmore square, an Advocate within its half
DEFECTION: Final = 4  # the drawer converts one of his Turncoats where it lies
VETO: Final = 5  # `amount` movements fewer on his next turn
HOME: Final = 6  # his Candidate returns to its start
FILIBUSTER: Final = 7  # his Advocates may not move on his next turn
RECOUNT: Final = 8  # both turn one more card; the winner gets one movement now

Row = tuple[str, str, str, int, int, int, str]

# word in notation, name, ruling, effect, whom, amount; what it says
TABLE: Final[tuple[Row, ...]] = (
    ("Order", "Executive Order", "PO18", ORDER, 0, 2, "2 extra movements now with one token not yet moved this turn"),
    ("Union", "State of the Union", "PO19", UNION, 0, 0, "tied categories of the next battle count for the drawer"),
    ("Donation", "Campaign Donation", "PO20", MONEY, 0, 50, "$50 for the drawer"),
    ("AirForce", "Air Force One", "PO21", FLIGHT, 0, 0, "the token that landed flies to an open Rushmore square"),
    ("Defection", "Defection", "PO22", DEFECTION, 0, 0, "the drawer converts one Turncoat where it lies"),
    ("Veto", "Veto", "PO23", VETO, 1, 1, "the opponent's next turn has 1 movement fewer"),
    ("Impeachment", "Impeachment", "PO24", HOME, 1, 0, "the opponent's Candidate returns to start"),
    ("Filibuster", "Filibuster", "PO25", FILIBUSTER, 1, 0, "the opponent's Advocates may not move on the next turn"),
    ("Scandal", "Scandal", "PO26", HOME, 0, 0, "the drawer's Candidate returns to start"),
    ("Deficit", "Budget Deficit", "PO27", MONEY, 0, -50, "the drawer loses $50, but not below $0"),
    ("Recount", "Recount", "PO28", RECOUNT, 0, 0, "both turn one more card, and the winner makes 1 movement now"),
)

EFFECT: Final = vec[i64]([row[3] for row in TABLE])
WHOM: Final = vec[i64]([row[4] for row in TABLE])
AMOUNT: Final = vec[i64]([row[5] for row in TABLE])
