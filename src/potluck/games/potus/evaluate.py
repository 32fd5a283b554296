"""A guess at unfinished matches of POTUS: money, and how far the Turncoats are on their way to a circle."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.state import State
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, HALF, SHIPPED, SIZE, WALL
from potluck.games.potus.position import TEAM, Options, PotusPosition

# What a token is worth, in dollars.
LIBERATED: Final = 70  # a converted Turncoat beside a circle
STEP_COST: Final = 6  # each step further
CAPTIVE: Final = 20  # an unconverted Turncoat beside its Candidate
REACH_COST: Final = 2  # each step further
# What it is worth to the near seat that the other's Turncoat stands on a square of its half, by the matches won after
# Turncoats were put anywhere (docs/bots.md). Row 4 is the last.
HIDDEN: Final = (
    *(0, 35, 33, 17, 23, -7, -15, 3),
    *(-18, -29, -13, 4, 20, -8, 0, 1),
    *(2, 0, -22, 0, -8, 0, -4, -1),
    *(3, 3, 1, -12, -7, -4, -13, 16),
)
SPAN: Final = 250.0  # a lead of this much money is worth about half a win


@final
class PotusEvaluator(Evaluator):
    """Compare money and progress."""

    def __init__(self, options: Options) -> None:
        self.distance = vec[i64]([0] * (2 * CELLS))  # [seat * CELLS + cell]: steps to the nearest scoring circle
        for seat in range(2):
            for cell in range(CELLS):
                self.distance[seat * CELLS + cell] = nearest_circle(options, seat, cell)
        self.hidden = vec[i64]([0] * (2 * CELLS))  # [seat * CELLS + cell]: what a Turncoat put there is worth to it
        if is_usual(options):
            for cell in range(HALF):
                self.hidden[cell] = HIDDEN[cell]
                self.hidden[2 * CELLS - 1 - cell] = HIDDEN[cell]

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the difference, never quite a win."""
        assert isinstance(state, PotusPosition)
        lead = float(self.worth(state, seat) - self.worth(state, 1 - seat)) / SPAN
        return NEVER_CERTAIN * lead / (1.0 + abs(lead))

    def worth(self, state: PotusPosition, seat: i64) -> i64:
        """Add up money, Turncoats on their way, and what a nearly won round promises."""
        data = state.data
        total = state.money(seat)
        if data[at.PHASE] == at.PLACING:
            return total + self.placing_worth(state, seat)
        home = i64(data[at.WHERE + seat * TEAM])
        first = seat * TEAM + at.TURNCOATS
        for slot in range(first, first + state.options.turncoats):
            cell = i64(data[at.WHERE + slot])
            if cell == WALL:
                continue
            if i64(data[at.FLAGS + slot]) & at.CONVERTED != 0:
                total += LIBERATED - STEP_COST * self.distance[seat * CELLS + cell]
            else:
                total += CAPTIVE - REACH_COST * distance_of(home, cell)
        return total + at.PRIZE * i64(data[at.SCORED + seat]) // (2 * state.options.turncoats)

    def placing_worth(self, state: PotusPosition, seat: i64) -> i64:
        """Add up what it is worth to a seat that Turncoats of the other stand where it has put them."""
        first = (1 - seat) * TEAM + at.TURNCOATS
        total: i64 = 0
        for slot in range(first, first + state.options.turncoats):
            cell = i64(state.data[at.WHERE + slot])
            if cell != WALL:
                total += self.hidden[seat * CELLS + cell]
        return total


def is_usual(options: Options) -> bool:
    """Tell whether Turncoats go the ways on which it was found out where they are well hidden."""
    if options.board.drawing != SHIPPED or options.stride != 1:
        return False
    for cell in range(HALF):
        if options.scoring[CELLS + cell] != 0:  # a circle that counts for the other seat
            return False
    return True


def nearest_circle(options: Options, seat: i64, cell: i64) -> i64:
    """Count the steps from a square to the nearest circle where a seat scores."""
    least: i64 = SIZE
    for other in range(CELLS):
        if options.scoring[seat * CELLS + other] != 0:
            least = min(least, distance_of(cell, other))
    return least


def distance_of(cell: i64, other: i64) -> i64:
    """Count the steps between two squares of an empty board."""
    across = cell % SIZE - other % SIZE
    along = cell // SIZE - other // SIZE
    return max(max(across, -across), max(along, -along))
