"""A learned guess at unfinished matches of Potion Explosion: which inputs of the net are active in a position.

A position is seen by the seat whose turn it is. The net adds to what the hand-made evaluator finds, which knows the
desks: it is told what they lack, what is about to explode, and how much a pick could bring. It judges two seats.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.evaluator import Evaluator
from potluck.core.net import MOST, Net
from potluck.core.state import State
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import BURNERS, COLOURS, SIGHT, TRACKS
from potluck.games.potion_explosion.end_of_turn import earned_tokens
from potluck.games.potion_explosion.evaluate import PotionExplosionEvaluator, worth
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KINDS, TILES

LAYOUT: Final = 1  # counts the changes of what follows
# Where each kind of input begins (literals, since mypyc folds no sum of imported constants): first, by side, the tiles
# that brew, with their empty holes; then
HOLDING: Final[i64] = 512  # by side and colour, the empty holes, and the marbles that are held or about to explode
BOTTLES: Final[i64] = 904  # by side and kind, how many are completed, and how many of these may be drunk
COMPLETED: Final[i64] = 1096  # by side, how many kinds are completed
COUNTDOWN: Final[i64] = 1114  # skill tokens left, by whether the owner of the turn plays last in a round
LEAD: Final[i64] = 1126  # by how near the end is, what the hand-made evaluator finds
ASKED: Final[i64] = 1177  # the phase
ACTED: Final[i64] = 1193  # whether the regular pick is made, and a Little Help taken
AWARD: Final[i64] = 1197  # skill tokens earned in this turn
PICK: Final[i64] = 1200  # by side and whether it picks later, marbles of its best pick that fit, and all that it lacks
SECOND: Final[i64] = 1552  # by side, marbles that fit of its best pick in another track
INPUTS: Final = 1568
SPAN: Final[i64] = 8  # empty holes of a tile and marbles of a pick that fit are 0 … 7
CAP: Final[i64] = 7  # empty holes and marbles of a colour are 0 … 6
CASES: Final[i64] = 12  # of a kind: completed 0 … 3, of these ready 0 … 2
LACKED: Final[i64] = 11  # marbles that a side lacks are 0 … 10
TOKENS_LEFT: Final[i64] = 6  # skill tokens left are 0 … 5
LEADS: Final[i64] = 17  # buckets of a lead; the middle one is none
FORTUNE: Final = 4.0  # points in a bucket
POINTS: Final = 16.0  # points of the hand-made evaluator that are a lead of 1
POINT: Final = 65536.0  # what one of them counts in the net


@final
class PotionExplosionNet(Evaluator):
    """Value a position by a net."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.facts = Facts()
        self.known = PotionExplosionEvaluator()

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score as the seat whose turn it is sees it; of three or four by hand."""
        assert isinstance(state, PotionExplosionState)
        if state.seats > 2:
            return self.known.guess(state, seat)
        view = view_of(state)
        lead = lead_of(state, view)
        count = self.facts.activate(state, view, lead, self.net.active)
        value = self.net.value_beside(count, i64(lead * POINT))
        return value if view == seat else -value

    def needs_playout(self, state: State) -> bool:
        """Tell whether a playout should come first: where it judges by hand, since the net has foreseen the turn."""
        return state.seats > 2


def view_of(state: PotionExplosionState) -> i64:
    """Tell as whom a position is seen: whose turn it is."""
    return state.seat()


def inputs_of(state: PotionExplosionState) -> list[int]:
    """List the active inputs of a position, for training."""
    active = vec[i64]([0] * MOST)
    view = view_of(state)
    count = Facts().activate(state, view, lead_of(state, view), active)
    return [int(active[index]) for index in range(count)]


def known_of(state: PotionExplosionState) -> float:
    """Tell the lead that the hand-made evaluator finds, for training."""
    return lead_of(state, view_of(state)) / POINTS


def lead_of(state: PotionExplosionState, seat: i64) -> float:
    """Tell by how many points the hand-made evaluator finds a seat ahead."""
    return worth(state, seat) - worth(state, 1 - seat)


@final
class Facts:
    """Find the active inputs of positions, with what a pick could bring."""

    def __init__(self) -> None:
        self.coming = vec[i64]([0] * COLOURS)  # marbles that are about to explode
        self.lacks = vec[i64]([0] * (2 * COLOURS))  # by side and colour, the marbles that fit beside those held
        self.taken = vec[i64]([0] * COLOURS)  # marbles of the pick that is looked at
        self.best = vec[i64]([0] * 2)  # by side, the marbles of the best pick that fit,
        self.second = vec[i64]([0] * 2)  # and those of the best pick in another track
        self.fit = vec[i64]([0] * 2)  # and those of the best pick in the track that is looked at

    def activate(self, state: PotionExplosionState, view: i64, lead: float, active: vec[i64]) -> i64:
        """Write the active inputs of a position; return how many."""
        data = state.data
        self._foresee(data)
        count: i64 = 0
        for side in range(i64(2)):
            desk = at.DESKS + (view ^ side) * at.DESK
            count = activate_tiles(data, desk, side, active, count)
            count = self._activate_holding(data, desk, side, active, count)
            count = activate_bottles(data, desk, side, active, count)
        self._look_for_picks(data)
        count = self._activate_picks(data, active, count)
        return activate_course(state, view, lead, active, count)

    def _foresee(self, data: vec[u8]) -> None:
        """Count the marbles that a chain under way will still take, as far as they are seen."""
        coming = self.coming
        for colour in range(COLOURS):
            coming[colour] = 0
        if data[at.PHASE] == at.CHAIN:
            track = i64(data[at.CHAIN_TRACK])
            first = at.TRACK + track * SIGHT
            gap = first + i64(data[at.GAP])
            explode(data, first, gap, gap, first + i64(data[at.KNOWN + track]), coming)

    def _activate_holding(self, data: vec[u8], desk: i64, side: i64, active: vec[i64], count: i64) -> i64:
        """Write which holes of a side are empty and what it holds for them; note what it lacks."""
        for colour in range(COLOURS):
            holes = i64(data[desk + at.OPEN + colour]) + i64(data[desk + at.OPEN + COLOURS + colour])
            held = i64(data[desk + at.HELD + colour])
            if side == 0:
                held += self.coming[colour]
            self.lacks[side * COLOURS + colour] = max(0, holes - held)
            active[count] = HOLDING + ((side * COLOURS + colour) * CAP + min(holes, CAP - 1)) * CAP + min(held, CAP - 1)
            count += 1
        return count

    # What a pick could bring

    def _look_for_picks(self, data: vec[u8]) -> None:
        """Find the best pick of each side, and its best in another track; one that explodes nothing takes one."""
        best = self.best
        second = self.second
        fit = self.fit
        for side in range(i64(2)):
            best[side] = 1
            second[side] = 1
        for track in range(TRACKS):
            first = at.TRACK + track * SIGHT
            known = i64(data[at.KNOWN + track])
            fit[0] = 1
            fit[1] = 1
            below = i64(data[first])
            here = i64(data[first + 1])
            for spot in range(first + 1, first + known - 1):
                above = i64(data[spot + 1])
                if above == below:
                    self._follow(data, spot, first, first + known)
                below = here
                here = above
            for side in range(i64(2)):
                if fit[side] > best[side]:
                    second[side] = best[side]
                    best[side] = fit[side]
                elif fit[side] > second[side]:
                    second[side] = fit[side]

    def _follow(self, data: vec[u8], spot: i64, first: i64, end: i64) -> None:
        """Count the marbles that fit, of those that a pick takes which makes others collide."""
        taken = self.taken
        lacks = self.lacks
        for colour in range(COLOURS):
            taken[colour] = 0
        taken[i64(data[spot])] = 1
        explode(data, first, spot, spot + 1, end, taken)
        mine: i64 = 0
        theirs: i64 = 0
        for colour in range(COLOURS):
            mine += min(taken[colour], lacks[colour])
            theirs += min(taken[colour], lacks[COLOURS + colour])
        self.fit[0] = max(self.fit[0], mine)
        self.fit[1] = max(self.fit[1], theirs)

    def _activate_picks(self, data: vec[u8], active: vec[i64], count: i64) -> i64:
        """Write how much of what a side lacks a pick could bring, and how much in another track."""
        picked = i64(data[at.PICKED])
        for side in range(i64(2)):
            lacked: i64 = 0
            for colour in range(COLOURS):
                lacked += self.lacks[side * COLOURS + colour]
            turn = side * 2 + (picked ^ side)
            fit = min(self.best[side], SPAN - 1)
            active[count] = PICK + (turn * SPAN + fit) * LACKED + min(lacked, LACKED - 1)
            active[count + 1] = SECOND + side * SPAN + min(self.second[side], SPAN - 1)
            count += 2
        return count


def activate_tiles(data: vec[u8], desk: i64, side: i64, active: vec[i64], count: i64) -> i64:
    """Write the tiles that brew on a side, with their empty holes."""
    for burner in range(BURNERS):
        tile = i64(data[desk + at.TILE + burner]) - 1
        if tile >= 0:
            holes: i64 = 0
            for colour in range(COLOURS):
                holes += i64(data[desk + at.OPEN + burner * COLOURS + colour])
            active[count] = (side * TILES + tile) * SPAN + holes
            count += 1
    return count


def activate_bottles(data: vec[u8], desk: i64, side: i64, active: vec[i64], count: i64) -> i64:
    """Write the completed potions of a side, by kind."""
    kinds: i64 = 0
    for kind in range(KINDS):
        ready = i64(data[desk + at.READY + kind])
        completed = ready + i64(data[desk + at.DRUNK + kind])
        if completed > 0:
            active[count] = BOTTLES + (side * KINDS + kind) * CASES + min(completed, 3) * 3 + min(ready, 2)
            count += 1
            kinds += 1
    active[count] = COMPLETED + side * (KINDS + 1) + kinds
    return count + 1


def activate_course(state: PotionExplosionState, view: i64, lead: float, active: vec[i64], count: i64) -> i64:
    """Write how near the end is, who leads, what is going on, and the skill tokens that the turn has earned."""
    data = state.data
    desk = state.desk()
    left = i64(data[at.COUNTDOWN])
    last: i64 = 1 if state.options.first != view else 0
    active[count] = COUNTDOWN + last * TOKENS_LEFT + min(left, TOKENS_LEFT - 1)
    active[count + 1] = LEAD + min(left, 2) * LEADS + bucket(lead)
    active[count + 2] = ASKED + i64(data[at.PHASE])
    active[count + 3] = ACTED + i64(data[at.PICKED]) + 2 * i64(data[at.AIDED])
    active[count + 4] = AWARD + max(0, min(earned_tokens(state, desk) - i64(data[desk + at.TOKENS]), 2))
    return count + 5


def explode(data: vec[u8], first: i64, low: i64, high: i64, end: i64, taken: vec[i64]) -> None:
    """Count what explodes by colour, as far as it is seen, once the marbles below `low` and from `high` on meet."""
    while low > first and high < end and data[low - 1] == data[high]:
        colour = i64(data[high])
        while low > first and i64(data[low - 1]) == colour:
            low -= 1
            taken[colour] += 1
        while high < end and i64(data[high]) == colour:
            high += 1
            taken[colour] += 1


def bucket(lead: float) -> i64:
    """Sort a lead into 0 … 16; 8 is none."""
    return max(0, min(LEADS - 1, i64(max(0.0, lead / FORTUNE + 8.5))))
