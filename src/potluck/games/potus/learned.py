"""A learned guess at unfinished matches of POTUS: which inputs of the net are active in a position.

A position is seen as the side to move sees it, its own tokens first and the board turned round for the far seat; where
President cards are turned, as the near seat sees it. The net adds to what the hand-made evaluator finds.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.evaluator import Evaluator
from potluck.core.net import MOST, Net, squashed
from potluck.core.state import OVER, State
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, HALF, WALL
from potluck.games.potus.evaluate import PotusEvaluator, distance_of, nearest_circle
from potluck.games.potus.position import TEAM, Options, PotusPosition
from potluck.games.potus.presidents import CARDS

LAYOUT: Final = 1  # counts the changes of what follows
# Where each kind of input begins (literals, since mypyc folds no sum of imported constants): first, by side and square,
# Candidates, Advocates, unconverted and converted Turncoats; then, each by side,
REACH: Final[i64] = 512  # the steps from the Candidate to an unconverted Turncoat
HOMEWARD: Final[i64] = 528  # the steps of a converted Turncoat to a circle, by its danger
READY: Final[i64] = 608  # the same steps, by the movements that may be used for it now
HUNTED: Final[i64] = 704  # the danger of the Candidate
LEAD: Final[i64] = 714  # money more than the other's, in $50
TALLY: Final[i64] = 731  # Turncoats brought home, by both
TURN: Final[i64] = 767  # movements left, by whose turn it is
MORE: Final[i64] = 783  # extra movements
NEXT: Final[i64] = 787  # movements that the other has in this battle still
ASKED: Final[i64] = 792  # the phase
VETO: Final[i64] = 801  # movements vetoed
FLAGGED: Final[i64] = 809  # silenced, favoured; then whether the Advocates are silent
WALKER: Final[i64] = 814  # the square of the token under way
TIRED: Final[i64] = 878  # the Candidate of the turn's owner is finished
CARDS_KNOWN: Final[i64] = 879  # how much better the own cards are than the other's, of those that were seen
INPUTS: Final = 896
SPAN: Final[i64] = 8  # steps are 0 … 7; a lead is cut at this many buckets to either side
DANGERS: Final[i64] = 5  # none, then the steps of the nearest enemy Advocate on its own half, 4 or more as 4
USABLE: Final[i64] = 6  # movements 0 … 4, or 5 for a token that is finished
FORTUNE: Final[i64] = 50  # dollars in a bucket
RATINGS: Final[i64] = 8  # points of ratings in a bucket
SIDE: Final[i64] = 256  # inputs of one side's tokens
DOLLAR: Final[i64] = 16384  # what a dollar of the hand-made evaluator counts: DOLLARS are a lead of 1
DOLLARS: Final = 64.0


@final
class PotusNet(Evaluator):
    """Value a position by a net."""

    def __init__(self, net: Net, options: Options) -> None:
        self.net = net
        self.facts = Facts(options)
        self.known = PotusEvaluator(options)

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score as the side to move sees it."""
        assert isinstance(state, PotusPosition)
        if state.data[at.PHASE] == at.PLACING:
            return self.glance(state, seat)
        view = view_of(state)
        known = DOLLAR * (self.known.worth(state, view) - self.known.worth(state, 1 - view))
        value = self.net.value_beside(self.facts.activate(state, view, self.net.active), known)
        return value if view == seat else -value

    def glance(self, state: State, seat: i64) -> float:
        """Evaluate by what the hand-made evaluator finds alone, counted as the net counts it."""
        if state.to_move == OVER:
            return state.score(seat)
        assert isinstance(state, PotusPosition)
        return squashed(lead_of(self.known, state, seat))


def view_of(state: PotusPosition) -> i64:
    """Tell as whom a position is seen: who moves or has drawn an Event, or the near seat before a battle."""
    if state.to_move >= 0:
        return state.to_move
    return max(0, state.actor())


def inputs_of(state: PotusPosition) -> list[int]:
    """List the active inputs of a position, for training."""
    active = vec[i64]([0] * MOST)
    count = Facts(state.options).activate(state, view_of(state), active)
    return [int(active[index]) for index in range(count)]


def known_of(state: PotusPosition) -> float:
    """Tell the lead that the hand-made evaluator finds, for training."""
    return lead_of(PotusEvaluator(state.options), state, view_of(state))


def lead_of(known: PotusEvaluator, state: PotusPosition, seat: i64) -> float:
    """Tell the lead that the hand-made evaluator finds for a seat, counted as the net counts it."""
    return float(known.worth(state, seat) - known.worth(state, 1 - seat)) / DOLLARS


@final
class Facts:
    """Find the active inputs of positions, with what follows from the board and the cards at hand."""

    def __init__(self, options: Options) -> None:
        self.steps = vec[i64]([0] * (2 * CELLS))  # [seat * CELLS + cell]: to the nearest scoring circle
        for index in range(2 * CELLS):
            self.steps[index] = min(nearest_circle(options, index // CELLS, index % CELLS), SPAN - 1)
        self.worth = vec[i64]([0] * CARDS)
        for card in range(CARDS):
            self.worth[card] = options.deck.sum_of(card)

    def activate(self, state: PotusPosition, view: i64, active: vec[i64]) -> i64:
        """Write the active inputs of a position; return how many."""
        count: i64 = 0
        for side in range(i64(2)):
            count = self._activate_team(state, view, side, active, count)
        count = activate_counts(state, view, active, count)
        active[count] = CARDS_KNOWN + bucket(self._card_lead(state.data, view), RATINGS)
        return count + 1

    def _activate_team(self, state: PotusPosition, view: i64, side: i64, active: vec[i64], count: i64) -> i64:
        """Write where the tokens of a side stand, and how its Turncoats are on their way; side 0 is the own one."""
        data = state.data
        seat = view ^ side
        first = seat * TEAM
        home = i64(data[at.WHERE + first])
        turn: i64 = 63 if view == 1 else 0
        active[count] = side * SIDE + (home ^ turn)
        active[count + 1] = HUNTED + side * DANGERS + danger(data, 1 - seat, home)
        count += 2
        for slot in range(first + 1, first + at.TURNCOATS):
            active[count] = side * SIDE + 64 + (i64(data[at.WHERE + slot]) ^ turn)
            count += 1
        movements = movements_of(state, seat)
        for slot in range(first + at.TURNCOATS, first + at.TURNCOATS + state.options.turncoats):
            cell = i64(data[at.WHERE + slot])
            if cell == WALL:
                continue
            flags = i64(data[at.FLAGS + slot])
            if flags & at.CONVERTED == 0:
                active[count] = side * SIDE + 128 + (cell ^ turn)
                active[count + 1] = REACH + side * SPAN + distance_of(home, cell)
                count += 2
            else:
                steps = self.steps[seat * CELLS + cell]
                usable: i64 = movements if flags & at.FINISHED == 0 else USABLE - 1
                active[count] = side * SIDE + 192 + (cell ^ turn)
                active[count + 1] = HOMEWARD + (side * SPAN + steps) * DANGERS + danger(data, 1 - seat, cell)
                active[count + 2] = READY + (side * SPAN + steps) * USABLE + usable
                count += 3
        return count

    def _card_lead(self, data: vec[u8], view: i64) -> i64:
        """Compare the ratings of the cards that both are known to have."""
        lead: i64 = 0
        for card in range(CARDS):
            kind = i64(data[at.CARD + card])
            if kind != at.UNSEEN:
                lead += self.worth[card] if (kind - 1) & 1 == view else -self.worth[card]
        return lead


def activate_counts(state: PotusPosition, view: i64, active: vec[i64], count: i64) -> i64:
    """Write money, Turncoats brought home, movements, the phase, and what Events have left behind."""
    data = state.data
    other = 1 - view
    active[count] = LEAD + bucket(state.money(view) - state.money(other), FORTUNE)
    active[count + 1] = TALLY + min(i64(data[at.SCORED + view]), 5) * 6 + min(i64(data[at.SCORED + other]), 5)
    mine: i64 = 0 if i64(data[at.OWNER]) == view + 1 else SPAN
    active[count + 2] = TURN + mine + min(i64(data[at.LEFT]), SPAN - 1)
    active[count + 3] = MORE + min(i64(data[at.EXTRA]), 3)
    active[count + 4] = NEXT + min(i64(data[at.OWED + other]), 4)
    active[count + 5] = ASKED + i64(data[at.PHASE])
    count += 6
    for side in range(i64(2)):
        seat = view ^ side
        if data[at.VETOED + seat] != 0:
            active[count] = VETO + side * 4 + min(i64(data[at.VETOED + seat]), 3)
            count += 1
        if data[at.SILENCED + seat] != 0:
            active[count] = FLAGGED + side
            count += 1
        if data[at.FAVOURED + seat] != 0:
            active[count] = FLAGGED + 2 + side
            count += 1
    return activate_walker(data, view, active, count)


def activate_walker(data: vec[u8], view: i64, active: vec[i64], count: i64) -> i64:
    """Write which token is under way, and what the owner of the turn may not use any more."""
    if data[at.SILENT] != 0:
        active[count] = FLAGGED + 4
        count += 1
    if data[at.UNDER_WAY] != 0:
        cell = i64(data[at.WHERE - 1 + i64(data[at.UNDER_WAY])])
        active[count] = WALKER + (cell ^ 63 if view == 1 else cell)
        count += 1
    owner = i64(data[at.OWNER]) - 1
    if owner >= 0 and i64(data[at.FLAGS + owner * TEAM]) & at.FINISHED != 0:
        active[count] = TIRED
        count += 1
    return count


def movements_of(state: PotusPosition, seat: i64) -> i64:
    """Count the movements that a seat can still use in this battle, at most 4."""
    data = state.data
    movements = i64(data[at.LEFT]) if state.owner() == seat else i64(data[at.OWED + seat])
    if state.actor() == seat:
        movements += i64(data[at.EXTRA])
    return min(movements, 4)


def danger(data: vec[u8], enemy: i64, cell: i64) -> i64:
    """Tell how far the nearest Advocate of an enemy is from a square of its half; 0 on the other half."""
    if cell // HALF != enemy:
        return 0
    first: i64 = at.WHERE + enemy * TEAM
    near = min(distance_of(cell, i64(data[first + 1])), distance_of(cell, i64(data[first + 2])))
    return max(1, min(near, DANGERS - 1))


def bucket(lead: i64, width: i64) -> i64:
    """Sort a lead into 0 … 16; 8 is none."""
    half = width // 2
    steps = (lead + half) // width if lead >= 0 else -((half - lead) // width)
    return max(-SPAN, min(SPAN, steps)) + SPAN
