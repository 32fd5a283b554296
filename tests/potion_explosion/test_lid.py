"""What is behind the lid, against a simulated box (PX20, PX21): mixed with the unseen marbles, or a queue."""

import math
from collections import Counter, deque

import pytest

import potluck
from kit import MATCHES, seen, viewers
from oracle.box import Box
from potion_explosion.drawing import drawn, play, track, weights
from potluck import CHANCE, OVER, Dice, Game
from potluck.core.errors import BadNotation
from potluck.games.potion_explosion.board import COLOUR_NAMES, TRACKS
from potluck.games.potion_explosion.position import (
    EVENT,
    HIDDEN,
    KNOWN,
    LANDING,
    ONTO,
    RETURNING,
    ROLLING,
    SIGHTING,
    TUMBLING,
    UNSEEN,
)
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.view import PotionExplosionView
from potluck.records import Match
from potluck.records.seal import Seal

MIXED = potluck.load("potion_explosion")
QUEUE = potluck.load("potion_explosion", lid="queue")
both = pytest.mark.parametrize("game", [MIXED, QUEUE], ids=["mixed", "queue"])


class Course:
    """A random match whose chance is a simulated box."""

    def __init__(self, game: Game, seed: int, seats: int = 2) -> None:
        self.game = game
        self.box = Box(seed)
        self.dice = Dice(seed)
        state = game.new(seats)
        assert isinstance(state, PotionExplosionState)
        self.state = state
        self.moves: list[int] = []
        self.hand: deque[str] = deque()  # marbles on their way back, in the order in which they roll
        self.hidden = 0  # marbles that have rolled behind a lid

    def step(self) -> tuple[int, list[int], list[int]]:
        """Make a move; return what was drawn, from which weights."""
        state = self.state
        moves = list(state.moves())
        weights = [int(state.weight(move)) for move in moves] if state.to_move == CHANCE else []
        move = self.draw() if state.to_move == CHANCE else moves[self.dice.below(len(moves))]
        assert move in moves
        state.play(move)
        self.moves.append(move)
        self.compare()
        return move, moves, weights

    def draw(self) -> int:
        """Let the box say what chance draws; what it does not hold is drawn by the dice."""
        data = self.state.data
        if data[EVENT] == SIGHTING:
            return COLOUR_NAMES.index(self.box.next_in_sight(int(data[ONTO]) - 1).colour)
        if data[EVENT] == TUMBLING:
            return self.roll()
        if data[EVENT] == LANDING:
            return COLOUR_NAMES.index(self.hand[0])
        return self.dice.sample(self.state)

    def roll(self) -> int:
        """Roll the next marble."""
        data = self.state.data
        if not self.hand:
            counts = [int(data[RETURNING + colour]) for colour in range(4)]
            marbles = [name for name, count in zip(COLOUR_NAMES, counts, strict=True) for _ in range(count)]
            self.box.chance.shuffle(marbles)
            self.hand.extend(marbles)
        assert len(self.hand) == data[ROLLING]
        return self.box.find_track([int(data[KNOWN + track]) for track in range(TRACKS)])

    def compare(self) -> None:
        """Follow the marble that has rolled, then compare what lies behind the lids."""
        data = self.state.data
        if len(self.hand) > data[ROLLING]:
            colour = self.hand.popleft()
            for track in range(TRACKS):
                if data[HIDDEN + track] > len(self.box.behind[track]):
                    self.box.put_behind(track, colour)
                    self.hidden += 1
        if self.game is MIXED and not self.hand:
            self.box.shake()
        lids = [self.state.marbles_of(track)[int(data[KNOWN + track]) :] for track in range(TRACKS)]
        known = [self.box.remembered(track) if self.game is QUEUE else [] for track in range(TRACKS)]
        assert [[COLOUR_NAMES[colour] for colour in lid] for lid in lids] == known
        assert [int(data[HIDDEN + track]) for track in range(TRACKS)] == list(map(len, self.box.behind))
        unseen = Counter(m.colour for t in self.box.behind for m in t if self.game is MIXED or not m.returned)
        if not self.hand:
            assert [unseen[name] for name in COLOUR_NAMES] == [int(data[UNSEEN + colour]) for colour in range(4)]
        if len(self.moves) % 50 == 0:
            view = self.game.view(self.state, 0)
            assert isinstance(view, PotionExplosionView)
            assert [shown.lid for shown in view.tracks] == known


class Tally:
    """Compare how often outcomes came with how often they should have come, whatever the weights were each time."""

    def __init__(self) -> None:
        self.surplus: Counter[int] = Counter()
        self.variance: Counter[int] = Counter()

    def count(self, move: int, moves: list[int], weights: list[int]) -> None:
        for outcome, weight in zip(moves, weights, strict=True):
            share = weight / sum(weights)
            self.surplus[outcome] += (outcome == move) - share  # type: ignore[assignment]
            self.variance[outcome] += share * (1 - share)  # type: ignore[assignment]

    def fits(self) -> bool:
        return all(abs(self.surplus[outcome]) <= 4 * math.sqrt(self.variance[outcome]) for outcome in self.surplus)


@both
def test_px21_marbles_come_into_sight_and_roll_as_in_a_real_box(game: Game) -> None:
    tallies = {event: Tally() for event in (SIGHTING, TUMBLING, LANDING)}
    hidden = known = 0
    for seed in range(max(3, MATCHES // 20)):
        course = Course(game, seed, 2 + seed % 3)
        while course.state.to_move != OVER:
            event = int(course.state.data[EVENT]) if course.state.to_move == CHANCE else 0
            move, moves, weights = course.step()
            if event in tallies:
                tallies[event].count(move, moves, weights)
                known += event == SIGHTING and len(moves) == 1
        hidden += course.hidden
    assert hidden > 100
    assert all(tally.variance.total() > 100 for tally in tallies.values())
    assert all(tally.fits() for tally in tallies.values())
    assert (known > 30) == (game is QUEUE)  # what returned comes back in its turn, and everybody knew it


@both
def test_px21_twins_with_other_marbles_behind_the_lid_are_shown_alike(game: Game) -> None:
    course = Course(game, 5)
    while course.hidden < 30:
        course.step()
    while course.state.to_move != CHANCE or course.state.data[EVENT] != SIGHTING or len(course.state.moves()) == 1:
        course.step()
    twins = [Match(game, 2, chance=False) for _ in range(2)]
    for seed, twin in enumerate(twins):
        twin.dice = Seal(bytes([seed]) * 32, "m", ("a", "b"))
        for move in course.moves:
            twin.push(move)
    first, second = (twin.state for twin in twins)
    for viewer in viewers(first):
        assert seen(game, first, viewer) == seen(game, second, viewer) == seen(game, course.state, viewer)
    assert first.key() == second.key()
    came = set()
    for _ in range(40):  # whatever nobody has seen may come next, and the state has not decided it
        course.box.shake() if game is MIXED else course.box.swap_unseen()
        came.add(course.box.behind[int(course.state.data[ONTO]) - 1][0].colour)
    assert came == {COLOUR_NAMES[move] for move in course.state.moves()}


REST = "BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7"


def test_px21_a_returned_marble_keeps_its_place_in_a_queue() -> None:
    start = "acted=pick pool0=KKKKK fresh=KK desk0=wisdom4/draft4"
    state = play(drawn(start, game=QUEUE), "end (e)", QUEUE)
    assert weights(state, QUEUE) == {"black": 2}  # the colour is seen as it rolls
    play(state, "(black)", QUEUE)
    assert track(state, "e") == "RBKYRBKYR+3:K"
    play(state, "(e) (black)", QUEUE)
    assert track(state, "e") == "RBKYRBKYR+4:KK"
    mixed = play(drawn(start), "end (e) (e)")
    assert track(mixed, "e") == "RBKYRBKYR+4"


def test_px21_what_everybody_knows_behind_the_lid_comes_into_sight_in_its_turn() -> None:
    tracks = f"RBKYRBKYR+3:KY {REST} RBKYRBKYR+7"
    state = drawn("pool1=RR pool0=YY", tracks=tracks, game=QUEUE)
    unseen = int(state.data[UNSEEN + COLOUR_NAMES.index("black")])
    play(state, "a1 (blue)", QUEUE)  # nobody has seen the lowest one
    assert track(state, "a") == "BKYRBKYRB+2:KY"
    play(state, "help-a1", QUEUE)
    assert weights(state, QUEUE) == {"black": 1}
    play(state, "(black)", QUEUE)
    assert track(state, "a") == "KYRBKYRBK+1:Y"
    assert int(state.data[UNSEEN + COLOUR_NAMES.index("black")]) == unseen  # it was not one of the unseen


def test_px21_known_marbles_behind_the_lid_explode_with_their_run() -> None:
    state = drawn("pool1=RR pool0=KK", tracks=f"BRBBBBBBB+3:BBY {REST} RBKYRBKYR+7", game=QUEUE)
    play(state, "a2 (blue) explode", QUEUE)
    for colour, line in (("blue", 1), ("yellow", 0)):
        assert weights(state, QUEUE) == {colour: 1}
        told = QUEUE.tell(state, QUEUE.read(state, colour), 0)
        assert told == ["A hidden blue marble exploded as well: {0} took it."] * line
        play(state, f"({colour})", QUEUE)
    assert track(state, "a") == "Y"


@pytest.mark.parametrize(
    ("tracks", "complaint"),
    [
        (f"RBKYRBKYR+1:KY {REST} RBKYRBKYR+7", r"then \+ and a number"),
        (f"RBKYRBKYR:KY {REST} RBKYRBKYR+7", r"then \+ and a number"),
        (f"RBKYRBKYR+7:KYX {REST} RBKYRBKYR+7", r"then \+ and a number"),
    ],
)
def test_queues_that_cannot_be_are_refused(tracks: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        drawn("", tracks=tracks, game=QUEUE)


def test_nobody_knows_what_is_mixed() -> None:
    with pytest.raises(BadNotation, match=r"without lid=queue \(PX21\)"):
        drawn("", tracks=f"RBKYRBKYR+7:K {REST} RBKYRBKYR+7")
    with pytest.raises(BadNotation, match=r"no marble that has landed \(PX21\)"):
        drawn("acted=pick returning=KK pool0=RRR", tracks=f"RBKYRBKYR+4 {REST} RBKYRBKYR+6", game=QUEUE)
