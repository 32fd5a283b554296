"""What the net of Potion Explosion sees: each fact of a position as one input, from the seat whose turn it is."""

from collections import Counter

import pytest

from kit import walk
from potion_explosion.drawing import GAME, PLAIN, begun, drawn, play, settled
from potluck import Dice, load
from potluck.bots.search import Limit
from potluck.core.net import MOST, UNITS
from potluck.games.potion_explosion.board import COLOUR_NAMES
from potluck.games.potion_explosion.evaluate import PotionExplosionEvaluator, worth
from potluck.games.potion_explosion.game import PotionExplosion
from potluck.games.potion_explosion.learned import (
    ACTED,
    ASKED,
    AWARD,
    BOTTLES,
    COMPLETED,
    COUNTDOWN,
    HOLDING,
    INPUTS,
    LEAD,
    PICK,
    SECOND,
    PotionExplosionNet,
    bucket,
    inputs_of,
    known_of,
    view_of,
)
from potluck.games.potion_explosion.position import DESK, DESKS, SEAT
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KIND_NAMES, TILE_NAMES
from potluck.games.potion_explosion.view import Bottle, Desk, PotionExplosionView, view
from potluck.players.door import make_search
from potluck.players.nets import Weights, judge
from potluck.players.settings import Level

REST = " " + " ".join(PLAIN.split()[1:])
SILENT = Weights(INPUTS, {}, (0,) * UNITS, (0,) * UNITS, 0).net()


# The inputs, found the plain way


def empty(desk: Desk) -> Counter[str]:
    """Count the empty holes of a desk by colour."""
    return Counter(hole.colour for tile in desk.burners if tile for hole in tile.holes if not hole.marble)


def held(shown: PotionExplosionView, side: int) -> Counter[str]:
    """Count what a side holds, with what is about to explode."""
    seat = shown.seat ^ side
    marbles = Counter(shown.desks[seat].pool)
    if shown.chain and side == 0:
        exploding = [*shown.chain.next, *(spot for several in shown.chain.later for spot in several)]
        marbles.update(shown.tracks["abcde".index(spot[0])].marbles[int(spot[1]) - 1] for spot in exploding)
    return marbles


def picked(marbles: list[str], place: int) -> Counter[str]:
    """Take a marble, and what explodes then."""
    taken, below, above = [marbles[place]], marbles[:place], marbles[place + 1 :]
    while below and above and below[-1] == above[0]:
        colour = above[0]
        while below and below[-1] == colour:
            taken.append(below.pop())
        while above and above[0] == colour:
            taken.append(above.pop(0))
    return Counter(taken)


def picks_of(shown: PotionExplosionView, side: int) -> list[int]:
    """List the inputs of what a pick could bring a side."""
    lacks = empty(shown.desks[shown.seat ^ side]) - held(shown, side)
    best = sorted(
        max([1, *(min(8, (picked(track.marbles, place) & lacks).total()) for place in range(len(track.marbles)))])
        for track in shown.tracks
    )
    later = shown.picked != bool(side)
    fit = min(best[-1], 7)
    return [
        PICK + ((side * 2 + later) * 8 + fit) * 11 + min(lacks.total(), 10),
        SECOND + side * 8 + min(best[-2], 7),
    ]


def desk_of(shown: PotionExplosionView, side: int) -> list[int]:
    """List the inputs of a desk."""
    desk = shown.desks[shown.seat ^ side]
    tiles = [
        (side * 32 + TILE_NAMES.index(tile.name)) * 8 + sum(hole.marble is None for hole in tile.holes)
        for tile in desk.burners
        if tile
    ]
    holes, marbles = empty(desk), held(shown, side)
    holding = [
        HOLDING + ((side * 4 + number) * 7 + min(holes[colour], 6)) * 7 + min(marbles[colour], 6)
        for number, colour in enumerate(COLOUR_NAMES)
    ]
    bottles = [BOTTLES + (side * 8 + KIND_NAMES.index(bottle.kind)) * 12 + case_of(bottle) for bottle in desk.bottles]
    return [*tiles, *holding, *bottles, COMPLETED + side * 9 + len(desk.bottles)]


def case_of(bottle: Bottle) -> int:
    """Number how many potions of a kind are completed, and how many of these may be drunk."""
    return min(len(bottle.points), 3) * 3 + min(len(bottle.points) - bottle.drunk, 2)


def course_of(state: PotionExplosionState, shown: PotionExplosionView) -> list[int]:
    """List the inputs of the turn and the end."""
    desk = shown.desks[shown.seat]
    earned = sum(len(bottle.points) >= 3 for bottle in desk.bottles) + (len(desk.bottles) >= 5)
    lead = worth(state, shown.seat) - worth(state, 1 - shown.seat)
    return [
        COUNTDOWN + 6 * (shown.seat != int(state.options.first)) + min(shown.countdown, 5),
        LEAD + 17 * min(shown.countdown, 2) + max(0, min(16, int((lead + 34) // 4))),
        ASKED + int(state.phase()),
        ACTED + shown.picked + 2 * shown.helped,
        AWARD + min(earned - desk.tokens, 2),
    ]


@pytest.mark.parametrize("first", [0, 1])
def test_every_fact_of_a_position_is_an_input(first: int) -> None:
    game, seen = load("potion_explosion", first=first), set[int]()
    for seed in range(3):
        for state, _ in walk(game, game.new(), Dice(seed), 800):
            assert isinstance(state, PotionExplosionState)
            inputs, shown = inputs_of(state), view(state, 0)
            expected = [*desk_of(shown, 0), *desk_of(shown, 1), *picks_of(shown, 0), *picks_of(shown, 1)]
            assert sorted(inputs) == sorted(expected + course_of(state, shown))
            assert len(inputs) <= MOST
            seen.update(inputs)
    assert 0 <= min(seen) < max(seen) < INPUTS
    assert len(seen) > INPUTS // 3
    assert any(AWARD < number < PICK for number in seen)


def test_what_is_about_to_explode_counts_as_held() -> None:
    """After a5 one yellow marble meets two, then one black marble meets another; a Draft and a Love wait for them."""
    state = drawn("desk0=draft4/love5", tracks="BBKYRYYKR" + REST)
    nine_lacked = 9
    assert PICK + 3 * 11 + nine_lacked in inputs_of(state)  # the red one fits, and two of the three yellow ones
    play(state, "a5 (red)")
    empty_and_held = [(2, 1), (5, 0), (0, 2), (2, 3)]  # red, blue, black, yellow
    expected = {HOLDING + (number * 7 + holes) * 7 + held for number, (holes, held) in enumerate(empty_and_held)}
    assert expected <= set(inputs_of(state))


def test_a_lead_is_sorted_into_seventeen_buckets() -> None:
    assert [bucket(lead) for lead in (-200.0, -31.0, -2.5, -1.5, 1.5, 2.5, 30.0, 200.0)] == [0, 0, 7, 8, 8, 9, 16, 16]


# What the net makes of them


def test_a_net_that_says_nothing_leaves_what_the_hand_made_evaluator_finds() -> None:
    evaluator = PotionExplosionNet(SILENT)
    for state, _ in walk(GAME, GAME.new(), Dice(3), 400):
        assert isinstance(state, PotionExplosionState)
        lead = (worth(state, 0) - worth(state, 1)) / 16
        assert evaluator.guess(state, 0) == pytest.approx(0.98 * lead / (1 + abs(lead)), abs=1e-5)
        assert evaluator.guess(state, 1) == -evaluator.guess(state, 0)
        assert known_of(state) == (-lead if view_of(state) else lead)


def test_the_net_sees_both_seats_alike() -> None:
    """A position with the desks and the turn exchanged has the same value for the other seat."""
    rows = {number: tuple((number * 7 + unit * 13) % 90 - 45 for unit in range(UNITS)) for number in range(INPUTS)}
    evaluator = PotionExplosionNet(Weights(INPUTS, rows, (0,) * UNITS, (900,) * UNITS, 0).net())
    other = PotionExplosion(first=1)
    for state, _ in walk(GAME, GAME.new(), Dice(5), 400):
        assert isinstance(state, PotionExplosionState)
        twin = PotionExplosionState(other.rules, 2, state.data[:])
        for index in range(DESKS, DESKS + DESK):
            twin.data[index], twin.data[index + DESK] = state.data[index + DESK], state.data[index]
        twin.data[SEAT] = 1 - state.data[SEAT]
        assert evaluator.guess(state, 0) == evaluator.guess(twin, 1) != 0.0


def test_three_and_four_seats_are_judged_by_hand() -> None:
    evaluator = PotionExplosionNet(SILENT)
    for seats in (3, 4):
        for state, _ in walk(GAME, begun(seats), Dice(2), 100):
            for seat in range(seats):
                assert evaluator.guess(state, seat) == PotionExplosionEvaluator().guess(state, seat)


def test_the_net_has_seen_any_kinds_and_no_other_option() -> None:
    judged = judge(load("potion_explosion", countdown=8))
    assert isinstance(judged.evaluator, PotionExplosionEvaluator)
    assert judged.trouble == "it has not seen the option countdown"
    assert load("potion_explosion", first=1, kinds="beginner").untrained() == ""


# The net that comes with the game


def test_the_net_that_comes_with_the_game_judges_it() -> None:
    judged = judge(GAME)
    assert judged.trouble == ""
    assert isinstance(judged.evaluator, PotionExplosionNet)


def test_the_net_foresees_an_explosion_to_which_the_hand_made_evaluator_is_blind() -> None:
    """Taking a5 brings a red marble, three yellow and two black ones; b5 brings a red one and nothing more."""
    start = drawn("desk0=wisdom4/sands6", tracks="BBKYRYYKR" + REST)
    big, small = (settled(play(start.copy(), pick)) for pick in ("a5", "b5"))
    assert GAME.evaluator().guess(big, 0) == GAME.evaluator().guess(small, 0)
    net = judge(GAME).evaluator
    assert net.guess(big, 0) > net.guess(small, 0) + 0.1


@pytest.mark.parametrize(("seats", "learned"), [(2, True), (3, True), (2, False)])
def test_a_playout_comes_first_only_where_the_net_does_not_judge(seats: int, learned: bool) -> None:
    state = next(
        state for state, _ in walk(GAME, begun(seats), Dice(2), 100) if state.to_move >= 0 and len(state.moves()) > 9
    )
    judgements = {}
    for playout in (0, 8):
        settings = Level("mcts", 12, temperature=0.4, heuristic_playout=playout, candidates=8, turns=1, learned=learned)
        search = make_search(GAME, settings, Dice(3))
        search.think(state.copy(), Limit(settings.steps, 0.0))
        judgements[playout] = sorted(zip(search.moves, search.values, strict=True))
    assert (judgements[0] == judgements[8]) == (learned and seats == 2)
