"""The Event cards, each drawn by either player (PO18 to PO28, PO39, PO41)."""

import pytest

from potluck import CHANCE
from potluck.games.potus.events import TABLE
from potluck.games.potus.position import (
    BATTLE,
    DEFECTING,
    EVENTS,
    EXTRA,
    FAVOURED,
    FLYING,
    FOUGHT,
    LEFT,
    MOVING,
    ORDERED,
    OWED,
    RECOUNTING,
    SILENCED,
    SILENT,
    VETOED,
)
from potluck.games.potus.words import THINGS
from potus.play import Side, finished, load

GAME = load()
both = pytest.mark.parametrize("side", [Side(GAME, 0), Side(GAME, 1)], ids=["near", "far"])

# The Candidate has landed on the Event square d3.
START = """
    .o.o.o.S
    .a......
    ....*...
    .*U.aU.*
    *..c..*.
    .A.C..u.
    ..t...T.
    S.A.o.o. phase=event actor=0 lander=Cd3 finished=Cd3 money=50/100 left="""


@both
def test_po18_executive_order_gives_two_movements_with_one_token_not_yet_moved(side: Side) -> None:
    state = side.drawn(START + "1")
    after = side.played(state, "Order")
    assert (after.data[EXTRA], after.data[LEFT], after.data[ORDERED]) == (2, 1, True)
    assert side.refused(after, "C d3-e3") == "PO4"
    first = side.played(after, "A b3-b2")
    assert side.legal(first) == {"A b2-b1"}
    assert side.refused(first, "T g2-g1") == "PO18"
    second = side.played(first, "A b2-b1")
    assert (second.data[EXTRA], second.data[LEFT], second.data[ORDERED]) == (0, 1, False)
    assert len(finished(second)) == 2
    assert side.refused(second, "A b1-a2") == "PO4"
    assert "T g2-h2" in side.legal(second)


@both
def test_po18_as_far_as_legal_and_not_beyond_an_event_or_a_circle(side: Side) -> None:
    scored = side.played(side.drawn(START + "1"), "Order", "T g2-g1")
    assert side.money(scored) == (150, 100)
    assert (scored.data[EXTRA], scored.data[ORDERED], scored.data[LEFT]) == (0, False, 1)
    edge = side.played(side.drawn(START + "1"), "Order", "T g2-h2")
    assert (edge.data[EXTRA], edge.data[LEFT]) == (0, 1)  # nothing lies beyond h2
    event = side.played(side.drawn(START + "0"), "Order", "A b3-a4")
    assert event.to_move == CHANCE
    again = side.played(event, "Donation")
    assert again.phase() == BATTLE


@both
def test_po18_without_a_token_that_can_move_nothing_happens(side: Side) -> None:
    state = side.drawn(
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .A.C..u.
        ......A.
        S.o.o.o. phase=event actor=0 lander=Cd3 finished=Ab3/Ag2/Cd3 left=2"""
    )
    assert side.played(state, "Order").phase() == BATTLE


@both
def test_po19_state_of_the_union_makes_ties_count_in_the_next_battle(side: Side) -> None:
    state = side.played(side.drawn(START + "0"), "Union")
    assert side.own(state, FAVOURED) == 1
    assert side.other(state, FAVOURED) == 0
    cards = ("Washington", "Jefferson")
    fought = side.played(state, *cards)
    assert (fought.owner(), fought.data[LEFT]) == (side.seat, 4)
    assert side.own(fought, FAVOURED) == 0


@both
def test_po20_campaign_donation_pays_50(side: Side) -> None:
    assert side.money(side.played(side.drawn(START + "1"), "Donation")) == (100, 100)


@both
def test_po21_air_force_one_takes_the_token_to_an_open_rushmore_square(side: Side) -> None:
    state = side.played(side.drawn(START + "1"), "AirForce")
    assert state.phase() == FLYING
    assert side.legal(state) == {"g6"}
    assert side.refused(state, "b7") == "PO21"
    assert side.refused(state, "c3") == "PO21"
    assert side.refused(state, "T g2-g1") == "PO21"
    after = side.played(state, "g6")
    assert side.standing(after, "g6") == "C"
    assert side.standing(after, "d3") == "*"
    assert after.phase() == MOVING  # no landing, so no teleport
    assert side.refused(after, "C g6-g7") == "PO4"


@both
def test_po21_an_advocate_flies_within_its_half(side: Side) -> None:
    state = side.drawn(
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .R.A..u.
        ......A.
        C.o.o.o. phase=event actor=0 lander=Ad3 finished=Ad3 left=1"""
    )
    flying = side.played(state, "AirForce")
    assert len(side.legal(flying)) == 32 - 2 - 3  # Rushmore, and the squares of d3, g3, a1 (an Advocate is on Rushmore)
    assert side.refused(flying, "b3") == "PO21"
    assert side.refused(flying, "d5") == "PO21"
    after = side.played(flying, "a4")
    assert side.standing(after, "a4") == "A"
    assert after.phase() == MOVING  # no landing on the Event square


@both
def test_po21_without_an_open_square_nothing_happens(side: Side) -> None:
    state = side.drawn(START.replace("....*...", "....*.a.").replace("*U.aU.*", "*U..U.*") + "1")
    assert side.played(state, "AirForce").phase() == MOVING


@both
def test_po22_defection_converts_a_turncoat_where_it_lies(side: Side) -> None:
    state = side.played(side.drawn(START + "1"), "Defection")
    assert state.phase() == DEFECTING
    assert side.legal(state) == {"c5", "f5"}
    assert side.refused(state, "g3") == "PO22"
    assert side.refused(state, "T g2-g1") == "PO22"
    after = side.played(state, "f5")
    assert side.standing(after, "f5") == "T"
    assert "T f5-f6" in side.legal(after)
    none = side.drawn(START.replace("*U.aU.*", "*T.a..*") + "1")
    assert side.played(none, "Defection").phase() == MOVING


@both
def test_po23_a_veto_takes_a_movement_and_vetoes_add_up(side: Side) -> None:
    state = side.played(side.drawn(START + "0 owed=0/2"), "Veto")
    assert (state.owner(), state.data[LEFT]) == (1 - side.seat, 1)
    assert side.other(state, VETOED) == 0
    twice = side.played(side.drawn(START + "0 owed=0/2 veto=0/2"), "Veto")
    assert twice.phase() == BATTLE  # three vetoes and two movements: none is left
    later = side.played(side.drawn(START + "1"), "Veto")
    assert side.other(later, VETOED) == 1


@both
def test_po24_impeachment_sends_the_opponents_candidate_home(side: Side) -> None:
    after = side.played(side.drawn(START + "1"), "Impeachment")
    assert side.standing(after, "h8") == "c"
    assert side.standing(after, "d4") == "."
    assert side.standing(after, "d3") == "C"


@both
def test_po25_a_filibuster_keeps_the_opponents_advocates_still(side: Side) -> None:
    state = side.played(side.drawn(START + "0 owed=0/1"), "Filibuster")
    assert state.data[SILENT]
    assert not {text for text in side.legal(state) if text.startswith("A")}
    assert side.refused(state, "A b7-b6") == "PO25"
    later = side.played(side.drawn(START + "1"), "Filibuster")
    assert side.other(later, SILENCED) == 1
    assert "A b3-b2" in side.legal(later)


@both
def test_po25_a_movement_by_recount_is_not_the_next_turn(side: Side) -> None:
    state = side.drawn(START + "1 filibuster=0/1")
    cards = ("Fillmore", "Lincoln") if side.seat == 0 else ("Lincoln", "Fillmore")
    after = side.played(state, "Recount", *cards)
    assert after.actor() == 1 - side.seat
    assert "A b7-b6" in side.legal(after)


@both
def test_po26_a_scandal_sends_the_own_candidate_home(side: Side) -> None:
    after = side.played(side.drawn(START + "1"), "Scandal")
    assert side.standing(after, "a1") == "C"
    assert side.standing(after, "d4") == "c"
    assert side.refused(after, "C a1-a2") == "PO4"  # it has moved this turn


@both
def test_po27_a_deficit_takes_50_but_not_below_nothing(side: Side) -> None:
    assert side.money(side.played(side.drawn(START + "1"), "Deficit")) == (0, 100)
    poor = side.drawn(START.replace("money=50/100", "money=0/100") + "1")
    assert side.money(side.played(poor, "Deficit")) == (0, 100)


@both
def test_po28_a_recount_gives_the_better_card_one_movement_now(side: Side) -> None:
    state = side.played(side.drawn(START + "1 union=1/0 battles=7"), "Recount")
    assert state.phase() == RECOUNTING
    strong, weak = ("Lincoln", "Fillmore") if side.seat == 0 else ("Fillmore", "Lincoln")
    won = side.played(state, strong, weak)
    assert (won.actor(), won.data[LEFT], won.data[EXTRA]) == (side.seat, 2, 0)
    assert side.refused(won, "C d3-e3") == "PO4"
    lost = side.played(state, weak, strong)
    assert (lost.actor(), lost.owner(), lost.data[LEFT], lost.data[EXTRA]) == (1 - side.seat, side.seat, 1, 1)
    assert "C d4-d5" in side.legal(lost)
    for after in (won, lost):
        assert after.data[FOUGHT] == 7
        assert side.own(after, FAVOURED) == 1


@both
def test_po39_the_event_pile_is_shuffled_when_it_has_run_out(side: Side) -> None:
    state = side.drawn(START + "1 events=xxxxxxxxx.x")
    assert side.legal(state) == {"Deficit"}
    after = side.played(state, "Deficit", "A b3-a4")
    assert len(after.moves()) == EVENTS
    partly = side.drawn(START + "1 events=xx.......xx")
    assert len(partly.moves()) == 7


@both
def test_po39_an_event_within_an_event_is_resolved_at_once(side: Side) -> None:
    state = side.played(side.drawn(START + "1 events=.xxxxxxxxxx"), "Order", "A b3-a4")
    assert state.to_move == CHANCE
    chained = side.played(state, "Order")
    assert (chained.data[EXTRA], chained.data[LEFT]) == (2, 1)
    assert not {text for text in side.legal(chained) if text.startswith(("A a4", "C"))}
    strong, weak = ("Lincoln", "Fillmore") if side.seat else ("Fillmore", "Lincoln")
    recount = side.played(state, "Recount", strong, weak)
    assert (recount.actor(), recount.data[EXTRA], recount.data[ORDERED]) == (1 - side.seat, 1, False)


@both
def test_po41_a_recount_movement_in_the_others_turn_stands_alone(side: Side) -> None:
    weak, strong = ("Fillmore", "Lincoln") if side.seat == 0 else ("Lincoln", "Fillmore")
    state = side.played(side.drawn(START + "1 owed=0/2"), "Recount", weak, strong)
    moved = side.played(state, "C d4-d5")
    assert (moved.actor(), moved.owner(), moved.data[LEFT], moved.data[EXTRA]) == (side.seat, side.seat, 1, 0)
    assert len(finished(moved)) == 2
    assert side.other(moved, OWED) == 2
    then = side.played(moved, "T g2-h2")
    assert (then.owner(), then.data[LEFT]) == (1 - side.seat, 2)
    assert finished(then) == []


def test_the_events_are_those_of_the_table() -> None:
    assert len(TABLE) == EVENTS
    assert len({row[0] for row in TABLE}) == EVENTS
    assert [THINGS[row[0]].ruling for row in TABLE] == [f"PO{number}" for number in range(18, 29)]
