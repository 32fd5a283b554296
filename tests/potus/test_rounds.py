"""Placing, scoring, rounds and the end (PO13 to PO15, PO29, PO30, PO40, PO42)."""

import pytest

from potluck import Dice
from potluck.core.errors import BadOptions
from potluck.games.potus.board import NAMES, SHIPPED
from potluck.games.potus.position import BATTLE, LEFT, OPENER, PLACING, SCORED
from potus.facts import check
from potus.play import Side, drawn, legal, load, played, refused, standing

GAME = load()
SETUP = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."
both = pytest.mark.parametrize("seat", [0, 1])


def test_po13_the_players_place_the_opponents_turncoats_in_turn_in_their_own_half() -> None:
    state = drawn(GAME, f"{SETUP} phase=place")
    assert len(state.moves()) == 29
    assert legal(GAME, state) >= {"d3", "c1", "h4"}
    for square in ("a1", "b3", "d5", "a8"):
        assert refused(GAME, state, square) == "PO13"
    after = played(GAME, state, "d2")
    assert after.to_move == 1
    assert standing(GAME, after, "d2") == "u"
    assert refused(GAME, played(GAME, after, "d5"), "d2") == "PO13"
    assert refused(GAME, after, "C h8-h7") == "PO13"


def test_po13_no_special_squares_keeps_events_and_circles_free() -> None:
    game = load(no_special_squares=True)
    state = drawn(game, f"{SETUP} phase=place")
    assert refused(game, state, "d3") == "PO13"
    assert refused(game, state, "c1") == "PO13"
    assert len(state.moves()) == 29 - 3 - 3


def test_po13_secret_placement_hides_turncoats_until_all_lie_there() -> None:
    game = load(secret_placement=True, turncoats=3)
    state = played(game, drawn(game, f"{SETUP} phase=place"), "d2", "d5", "e2", "e5", "f2")
    assert "near=???" in game.write_position(state, 1)
    assert "u" not in game.write_position(state, 1).split("phase")[0]
    assert "far=" not in game.write_position(state, 1)
    assert game.write(state, 40, 0) == "?"
    assert game.write(state, 40, 1) == "a6"
    assert game.tell(state, 40, 0) == ["{1} placed a Turncoat."]
    assert not game.is_open(state)
    assert (len(state.witnesses(1, 40)), game.read(state, "a6")) == (0, 40)  # it shows what nobody can be certain of
    shown = played(game, state, "a6")
    assert shown.phase() == BATTLE
    assert game.is_open(shown)
    assert len(shown.witnesses(1, shown.moves()[0])) == 1
    assert game.write_position(shown, 1) == game.write_position(shown)


def test_po13_any_secret_placing_is_possible() -> None:
    game = load(secret_placement=True, turncoats=3)
    start = drawn(game, f"{SETUP} phase=place")
    state = played(game, start, "d2", "d5", "e2")
    squares, dice = set[str](), Dice(4)
    for _ in range(120):
        twin = state.copy()
        twin.determinize(1, dice)
        check(game, twin)
        marks = "".join(reversed(game.write_position(twin).split()[:8]))
        placed = [name for name, mark in zip(NAMES, marks, strict=True) if mark == "u"]
        assert (len(placed), marks[NAMES.index("d5")]) == (2, "U")
        squares.update(placed)
    assert squares == legal(game, start)
    assert len(state.witnesses(1, game.read(state, "a6"))) == 1  # it shows nothing that was hidden
    assert len(start.witnesses(0, game.read(start, "d2"))) == 1


CIRCLES = """
    .o.o.o.c
    .a......
    ....*.a.
    .*U....*
    *.....*.
    .A.*....
    ....TTA.
    C.o.o.oU phase=move actor=0 left=2"""


@both
def test_po14_entering_an_own_circle_scores_and_takes_the_turncoat_off(seat: int) -> None:
    side = Side(GAME, seat)
    state = side.drawn(CIRCLES.replace("oU", "ou"))
    after = side.played(state, "T e2-e1")
    assert side.money(after) == (100, 0)
    assert side.standing(after, "e1") == "o"
    assert side.own(after, SCORED) == side.own(state, SCORED) + 1
    assert after.data[LEFT] == 1
    beside = side.played(state, "T e2-d1")
    assert side.money(beside) == (0, 0)


def test_po14_a_foreign_circle_is_a_plain_square_unless_agreed() -> None:
    rows = ".o.o.o.c .a....T. ....*.a. .*U....* *.....*. .A.*.... ......A. C.o.o.ou phase=move actor=0 left=1"
    assert standing(GAME, played(GAME, drawn(GAME, rows), "T g7-f8"), "f8") == "T"
    game = load(any_circle=True)
    assert played(game, drawn(game, rows), "T g7-f8").money(0) == 100
    lying = ".o.o.U.c .a..C... ....*.a. .*U....* *.....*. .A.*.... ......A. S.o.o.ou phase=move actor=0 left=2"
    freed = played(game, drawn(game, lying), "C e7-f8")
    assert freed.money(0) == 0  # converted on a circle, it must still enter one
    assert standing(game, freed, "f8") == "CT"


@both
def test_po14_the_last_turncoat_wins_the_round_and_another_100(seat: int) -> None:
    side = Side(GAME, seat)
    state = side.drawn(
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*.....*
        *.....*.
        .A.*....
        ....T.A.
        C.o.o.ou phase=move actor=0 left=2 owed=0/1 money=400/600"""
    )
    after = side.played(state, "T e2-e1")
    assert after.ending() == "PO14"
    assert side.money(after) == (600, 600)
    assert [after.score(0), after.score(1)] == [0.0, 0.0]
    assert len(after.moves()) == 0


@both
def test_po15_the_loser_of_a_round_places_first_in_the_next(seat: int) -> None:
    side = Side(load(rounds=3), seat)
    text = """
        .o.o.o.c
        .a......
        ....*.a.
        .*.....*
        *.....*.
        .A.*....
        ....T.A.
        C.o.o.ou phase=move actor=0 left=2 money=400/500"""
    after = side.played(side.drawn(text), "T e2-e1")
    assert after.phase() == PLACING
    assert after.to_move == after.data[OPENER] == 1 - seat
    last = side.played(side.drawn(text + " round=2"), "T e2-e1")
    assert last.score(seat) == 1.0
    assert last.ending() == "PO14"


@both
@pytest.mark.parametrize(("money", "first"), [("0/0", 1), ("100/100", 1), ("100/50", 1), ("50/100", 0)])
def test_po15_after_a_round_that_nobody_won_the_poorer_places_first_or_the_second(
    seat: int, money: str, first: int
) -> None:
    side = Side(load(rounds=3), seat)
    rows = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."
    state = side.drawn(f"{rows} phase=battle battles=249 opener=0 money={money}")
    after = (
        side.played(state, "Washington", "Jefferson")
        if seat == 0
        else played(side.game, state, "Washington", "Jefferson")
    )
    assert after.phase() == PLACING
    assert after.data[OPENER] == after.to_move == first ^ seat


def test_po29_candidates_begin_in_their_corners_and_advocates_on_rushmore() -> None:
    state = GAME.new()
    text = GAME.write_position(state)
    assert text.split()[:8] == SETUP.split()
    seven = load(turncoats=7).new()
    for _ in range(14):
        seven.play(seven.moves()[0])
    assert load(turncoats=7).write_position(seven).count("U") == 7


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("S/", "./", "the far half needs one start square"),
        ("/S.o", "/.So", "the near half needs one start square, in a corner of its back row"),
        ("*.R.", "*...", "the far half needs two Rushmore squares, and has 1"),
        ("......R.", ".....RR.", "the near half needs two Rushmore squares, and has 3"),
        ("*", ".", "the board needs an Event square"),
        (".o.o.o.S", ".......S", "the far back row needs a scoring circle"),
        ("......R.", "....o.R.", "the scoring circles of the near half belong in its back row"),
        (".o.o.o.S/", "", "8 rows of 8 letters"),
        (".R.*", ".R.X", "8 rows of 8 letters"),
    ],
)
def test_po30_a_board_that_cannot_be_played_on_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadOptions, match=r"\(PO30\)") as refusal:
        load(board=SHIPPED.replace(old, new))
    assert complaint in str(refusal.value)


def test_po30_another_board_of_the_same_kind_is_played_on() -> None:
    game = load(board="S...o.../......*./R......R/......../......../R......R/.*....../...o...S")
    rows = game.write_position(game.new()).split()
    assert rows[0] == "c...o..."
    assert rows[5] == "A......A"
    with pytest.raises(BadOptions, match="PO13"):
        load(board="S*o*****/*R****R*/********/********/********/********/*R****R*/*****o*S", no_special_squares=True)


def test_po40_a_new_round_is_set_up_afresh_and_only_money_stays() -> None:
    game = load(rounds=3)
    state = drawn(
        game,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*.....*
        *.....*.
        .A.*....
        ....T.A.
        C.o.o.ou phase=move actor=0 left=2 owed=0/1 veto=1/0 union=1/1 filibuster=0/1 money=400/50 battles=30
        events=xx......... cards=nf.........................................""",
    )
    after = played(game, state, "T e2-e1")
    assert game.write_position(after).split()[:8] == SETUP.split()
    assert game.write_position(after).split()[8:] == ["phase=place", "opener=1", "money=600/50", "round=1"]


@both
def test_po42_first_places_first(seat: int) -> None:
    game = load(first=seat)
    state = game.new()
    assert state.to_move == seat
    state.play(state.moves()[0])
    assert state.to_move == 1 - seat
