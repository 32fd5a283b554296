"""Tokens: steps, obstacles, stacks, conversions, hits, Rushmore (PO4 to PO12 and PO31 to PO38)."""

import pytest

from potluck import CHANCE
from potluck.core.errors import BadNotation
from potluck.games.potus.position import BATTLE, DRAWING, LEFT, MOVING
from potus.play import drawn, finished, legal, load, played, refused, standing, steps_of

GAME = load()


def test_po4_a_token_moves_one_square_at_a_time_in_one_direction() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *...C.*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=3""",
    )
    assert steps_of(GAME, state, "C e4") == {"d5", "e5", "f5", "d4", "f4", "d3", "e3", "f3"}
    assert refused(GAME, state, "C e4-e6") == "PO4"
    after = played(GAME, state, "C e4-e5")
    assert steps_of(GAME, after, "C e5") == {"e6"}
    assert refused(GAME, after, "C e5-f5") == "PO4"
    other = played(GAME, after, "A b3-c3")
    assert finished(other) == ["e5"]
    assert refused(GAME, other, "C e5-e6") == "PO4"
    assert steps_of(GAME, other, "A c3") == {"d3"}


def test_po4_with_orthogonal_only_no_token_moves_diagonally() -> None:
    game = load(orthogonal_only=True)
    state = drawn(
        game,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *...C.*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=1""",
    )
    assert steps_of(game, state, "C e4") == {"e5", "d4", "f4", "e3"}
    assert steps_of(game, state, "A b3") == {"b4", "a3", "c3", "b2"}
    assert refused(game, state, "C e4-f5") == "PO4"


def test_po5_movements_are_used_as_long_as_a_step_is_legal() -> None:
    text = """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        ...*....
        uu......
        CuA..A.. phase=move actor=0 left=3 finished=Ac1"""
    free = drawn(GAME, text)
    assert {text[:4] for text in legal(GAME, free)} == {"A f1"}
    lost = played(GAME, free, "A f1-g1", "A g1-h1")  # the third movement cannot be used
    assert lost.phase() == BATTLE
    assert lost.turn == 1
    assert played(GAME, free, "A f1-e1", "A e1-d1").phase() == BATTLE  # the own Advocate on c1 stops it as well
    with pytest.raises(BadNotation, match="PO5"):
        drawn(GAME, text.replace("finished=Ac1", "silent=1"))


def test_po6_every_square_entered_is_landed_on() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*..U..*
        *...C.*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=2""",
    )
    through = played(GAME, state, "C e4-e5")
    assert standing(GAME, through, "e5") == "CT"
    assert played(GAME, through, "C e5-e6").phase() == DRAWING  # no token moves past an Event
    beside = played(GAME, state, "C e4-f5")
    assert standing(GAME, beside, "e5") == "U"


def test_po7_a_token_stops_on_an_event_square_and_others_use_what_is_left() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.C...*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=3""",
    )
    landed = played(GAME, state, "C c4-d3")
    assert landed.to_move == CHANCE
    assert len(landed.moves()) == 11
    after = played(GAME, landed, "Donation")
    assert finished(after) == ["d3"]
    assert refused(GAME, after, "C d3-e2") == "PO4"
    assert after.data[LEFT] == 2
    assert "A b3-c3" in legal(GAME, after)
    leaving = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .A.C..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=1""",
    )
    assert "e4" in steps_of(GAME, leaving, "C d3")


@pytest.mark.parametrize("token", ["A", "T"])
def test_po7_any_token_triggers_an_event(token: str) -> None:
    rows = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ..X...A. C.o.o.o.".replace("X", token)
    if token == "A":
        rows = rows.replace("..A...A.", "..A.....")
    state = drawn(GAME, f"{rows} phase=move actor=0 left=1")
    after = played(GAME, state, f"{token} c2-d3", "Donation")
    assert after.money(0) == 50


RUSH = """
    .o.o.o.c
    .a......
    ....*...
    .*U..a.*
    *.....*.
    .R.*..u.
    ..A....A
    C.o.o.o. phase=move actor=0"""


def test_po8_on_rushmore_a_token_may_teleport_and_take_a_new_direction() -> None:
    state = drawn(GAME, RUSH.replace("C.o", "S.o").replace("..A....A", "CA.....A") + " left=2")
    landed = played(GAME, state, "C a2-b3")
    assert legal(GAME, landed) == {"g2", "g6", "stay"}
    assert refused(GAME, landed, "b7") == "PO8"
    assert refused(GAME, landed, "c3") == "PO8"
    assert refused(GAME, landed, "C b3-c4") == "PO8"
    jumped = played(GAME, landed, "g6")
    assert jumped.data[LEFT] == 1
    assert steps_of(GAME, jumped, "C g6") == {"f7", "g7", "h7", "f6", "h6", "g5", "h5"}
    stayed = played(GAME, landed, "stay")
    assert steps_of(GAME, stayed, "C b3") == {"c4"}
    assert refused(GAME, stayed, "stay") == "PO8"


def test_po8_the_teleport_is_free_also_with_the_last_movement_and_only_once() -> None:
    state = drawn(GAME, RUSH.replace("C.o", "S.o").replace("..A....A", "CA.....A") + " left=1")
    landed = played(GAME, state, "C a2-b3")
    assert "g6" in legal(GAME, landed)
    assert standing(GAME, played(GAME, landed, "g6"), "g6") == "C"
    again = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.R.
        .*U..a.*
        *.....*.
        .R.*..u.
        ......RA
        S.oAo.C. phase=move actor=0 left=2 moving=Cg1 way=n teleported=1""",
    )
    assert played(GAME, again, "C g1-g2").phase() == MOVING
    closed = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .R.*..u.
        CA....A.
        S.o.o.o. phase=move actor=0 left=2""",
    )
    assert played(GAME, closed, "C a2-b3").phase() == MOVING


def test_po8_declining_does_not_use_the_teleport_up() -> None:
    game = load(board=".o.o.o.S/.R....../....*.R./.*.....*/*.....*./RR.*..../......../S.o.o.o.")
    state = drawn(
        game,
        """
        .o.o.o.c
        .a......
        ....*...
        .*U..a.*
        *.....*.
        ..C*....
        ...uA..A
        S.o.o.o. phase=move actor=0 left=2""",
    )
    first = played(game, state, "C c3-b3")
    assert legal(game, first) == {"a3", "g6", "stay"}
    second = played(game, first, "stay", "C b3-a3")
    assert legal(game, second) == {"b3", "g6", "stay"}


def test_po8_an_occupied_rushmore_square_is_not_open() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.c.
        .*U..a.*
        *.....*.
        .R.*..u.
        CA....T.
        A.o.o.o. phase=move actor=0 left=1""",
    )
    assert played(GAME, state, "C a2-b3").to_move == CHANCE  # nothing is open, so the turn is over


def test_po9_candidates_and_turncoats_do_not_pass_advocates_or_enemies() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.a.
        .*U....*
        *.TcC.*.
        .A.AT.u.
        ........
        S.o.o.o. phase=move actor=0 left=2""",
    )
    assert refused(GAME, state, "C e4-d4") == "PO9"
    assert refused(GAME, state, "C e4-d3") == "PO9"
    assert refused(GAME, state, "T c4-d4") == "PO9"
    assert refused(GAME, state, "T c4-b3") == "PO9"
    assert standing(GAME, played(GAME, state, "C e4-e3"), "e3") == "CT"
    stack = played(GAME, state, "T e3-e4")
    assert standing(GAME, stack, "e4") == "CT"
    assert "f5" in steps_of(GAME, stack, "C e4")


def test_po9_tokens_leave_a_stack_one_by_one() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .A.*+.u.
        ......A.
        S.o.o.oc phase=move actor=0 left=3 stacks=e3:CTT""",
    )
    after = played(GAME, state, "T e3-f2")
    assert standing(GAME, after, "e3") == "CT"
    assert {"C e3-e4", "T e3-e4", "T f2-g1"} <= legal(GAME, after)
    assert len([text for text in legal(GAME, state) if text == "T e3-e4"]) == 1


def test_po10_an_unconverted_turncoat_blocks_all_but_its_candidate() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.a.
        .*TUC..*
        *..u..*.
        .A.A....
        ........
        S.o.o.oc phase=move actor=0 left=2""",
    )
    assert refused(GAME, state, "T d5-e6") == "PO10"
    assert refused(GAME, state, "T c5-d5") == "PO10"
    assert refused(GAME, state, "T c5-d4") == "PO10"
    assert refused(GAME, state, "C e5-d4") == "PO10"
    assert refused(GAME, state, "A d3-d4") == "PO11"
    after = played(GAME, state, "C e5-d5")
    assert standing(GAME, after, "d5") == "CT"
    assert "C d5-c5" in legal(GAME, after)


def test_po11_advocates_keep_to_their_half_and_off_rushmore() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.a.
        .*U....*
        *AA...*.
        .RC*..u.
        .......c
        S.o.o.o. phase=move actor=0 left=2""",
    )
    assert refused(GAME, state, "A b4-b5") == "PO11"
    assert refused(GAME, state, "A b4-b3") == "PO11"
    assert refused(GAME, state, "A b4-c3") == "PO11"
    assert refused(GAME, state, "A b4-c4") == "PO11"
    assert steps_of(GAME, state, "A b4") == {"a4", "a3"}


HIT = """
    .o.o.o.S
    .a......
    ....*.a.
    .*U....*
    *.....*.
    .A.+..u.
    ....A...
    C.o.o.o. phase=move actor=0 left=3 stacks=d3:ctt"""


def test_po12_an_advocate_sends_all_enemies_on_its_square_back() -> None:
    state = drawn(GAME, HIT.replace("*..u.", "...u."))
    after = played(GAME, state, "A e2-d3", "Donation")
    assert standing(GAME, after, "d3") == "A"
    assert standing(GAME, after, "h8") == "c"
    assert standing(GAME, after, "a1") == "Ctt"
    game = load(turncoat_return="own_corner")
    own = played(game, drawn(game, HIT), "A e2-d3", "Donation")
    assert standing(game, own, "h8") == "ctt"
    assert standing(game, own, "a1") == "C"


def test_po12_an_advocate_goes_on_after_a_hit_but_not_onto_a_start_with_enemies() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .R.*A.u.
        .t.C....
        S.A.o.o. phase=move actor=0 left=3""",
    )
    hit = played(GAME, state, "A c1-b2")
    assert standing(GAME, hit, "a1") == "t"
    assert steps_of(GAME, hit, "A b2") == {"a3"}
    assert refused(GAME, hit, "A e3-d2") == "PO11"
    home = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .R.*A.u.
        .A.C....
        t.o.o.o. phase=move actor=0 left=3""",
    )
    assert refused(GAME, home, "A b2-a1") == "PO12"
    empty = drawn(GAME, GAME.write_position(home).replace("t.o.o.o.", "S.o.o.o."))
    assert "a1" in steps_of(GAME, empty, "A b2")


def test_po31_nobody_moves_the_tokens_of_the_other() -> None:
    state = drawn(GAME, HIT)
    assert refused(GAME, state, "A b7-b6") == "PO31"
    assert refused(GAME, state, "C d3-d4") == "PO31"
    assert refused(GAME, state, "T d3-d4") == "PO31"
    assert refused(GAME, state, "T c5-c6") == "PO10"
    assert "A b3-b4" in legal(GAME, state)


def test_po32_nothing_lies_outside_the_board() -> None:
    state = drawn(GAME, HIT)
    assert refused(GAME, state, "C a1-sw") == "PO32"
    assert steps_of(GAME, state, "C a1") == {"a2", "b2", "b1"}


def test_po33_a_candidate_converts_all_that_lie_in_its_direction() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        .UUU*.a.
        C*.U...*
        *.....*.
        .A.*..u.
        ......A.
        S.o.o.oc phase=move actor=0 left=4""",
    )
    after = played(GAME, state, "C a5-b6", "C b6-c7")
    assert standing(GAME, after, "b6") == "T"
    row = drawn(GAME, GAME.write_position(state).replace(".UUU*.a.", "CUUU*.a.").replace("C*.U...*", ".*.U...*"))
    along = played(GAME, row, "C a6-b6", "C b6-c6", "C c6-d6")
    assert [standing(GAME, along, square) for square in ("b6", "c6", "d6")] == ["T", "T", "CT"]
    assert refused(GAME, along, "C d6-d5") == "PO4"


def test_po34_a_turncoat_just_converted_may_move_in_the_same_turn() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.S
        .a......
        ....*.a.
        .*CU...*
        *.....*.
        .A.*..u.
        ......A.
        S.o.o.oc phase=move actor=0 left=3""",
    )
    after = played(GAME, state, "C c5-d5")
    assert {"T d5-d4", "T d5-e4", "C d5-e5"} <= legal(GAME, after)
    moved = played(GAME, after, "T d5-d4")
    assert finished(moved) == ["d5"]
    assert refused(GAME, state, "T d5-d4") == "PO10"


def test_po35_being_sent_back_is_no_landing() -> None:
    game = load(board=".o.o.o.S/.R....../....*.R./.*.....*/*.....*./.R.*..../......R./S.o.o.o.")
    state = drawn(
        game,
        """
        .o.o.o.C
        .a......
        ....*.a.
        .*U....*
        *.....*.
        .A.*.cu.
        ....A...
        S.o.o.o. phase=move actor=0 left=2""",
    )
    after = played(game, state, "A e2-f3")
    assert standing(game, after, "h8") == "Cc"
    assert after.phase() == MOVING
    assert after.data[LEFT] == 1
    assert after.money(0) == after.money(1) == 0


def test_po36_within_a_step_conversion_and_hit_come_before_the_print() -> None:
    state = drawn(GAME, HIT)
    landed = played(GAME, state, "A e2-d3")
    assert landed.to_move == CHANCE
    assert standing(GAME, landed, "h8") == "c"
    converted = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....U.a.
        .*.C...*
        *.....*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=2""",
    )
    drawing = played(GAME, converted, "C d5-e6")
    assert drawing.to_move == CHANCE
    assert standing(GAME, drawing, "e6") == "CT"
    assert "defect" not in GAME.write_position(played(GAME, drawing, "Defection"))  # it is converted already


def test_po37_joining_own_tokens_ends_the_move() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*.a.
        .*U....*
        *..TC.*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=3""",
    )
    joined = played(GAME, state, "C e4-d4")
    assert finished(joined) == ["d4"]
    assert refused(GAME, joined, "C d4-c4") == "PO4"
    assert "T d4-c4" in legal(GAME, joined)
    passing = played(GAME, state, "C e4-e5")
    assert finished(passing) == []


def test_po37_on_rushmore_the_token_may_teleport_first_and_then_go_on() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.c
        .a......
        ....*...
        .*U..a.*
        *.....*.
        .T.*..u.
        .CA...RA
        S.o.o.o. phase=move actor=0 left=2""",
    )
    landed = played(GAME, state, "C b2-b3")
    assert standing(GAME, landed, "b3") == "CT"
    assert finished(played(GAME, landed, "stay")) == ["b3"]
    gone = played(GAME, landed, "g6")
    assert finished(gone) == []
    assert "C g6-g7" in legal(GAME, gone)


def test_po38_a_mixed_square_is_closed_even_if_own_tokens_stand_there() -> None:
    state = drawn(
        GAME,
        """
        .o.o.o.+
        .a....C.
        ....*.a.
        .*U....*
        *.....*.
        .A.*..u.
        ......A.
        S.o.o.o. phase=move actor=0 left=2 stacks=h8:Tc""",
    )
    assert refused(GAME, state, "C g7-h8") == "PO38"
    assert "g8" in steps_of(GAME, state, "T h8")
    alone = drawn(
        GAME, GAME.write_position(state).replace("+", "T").replace(" stacks=h8:Tc", "").replace("....*.a.", "....*ca.")
    )
    assert "h8" in steps_of(GAME, alone, "C g7")
