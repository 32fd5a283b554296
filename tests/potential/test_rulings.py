"""Every ruling of Potential on a drawn position: a case that it allows, and one that it refuses or changes."""

import pytest

import potluck
from kit import walk
from potluck import OVER, Dice, Game, State
from potluck.core.errors import BadNotation, BadOptions, IllegalMove
from potluck.core.grids import square_name
from potluck.games.potential.board import CELLS, NAMES, WAY_NAMES, WAYS
from potluck.games.potential.notation import pieces_of
from potluck.games.potential.position import NONE, STONE
from potluck.games.potential.rules import PotentialState

GAME = potluck.load("potential")


def drawn(drawing: str, fields: str = "seat=0", game: Game = GAME) -> PotentialState:
    """Set up a position from its lower left corner: rows from top to bottom, the last one is row 1."""
    rows = drawing.split()
    board = ["." * 10] * (10 - len(rows)) + [row.ljust(10, ".") for row in rows]
    state = game.read_position("\n".join(board) + " " + fields)
    assert isinstance(state, PotentialState)
    return state


def legal(state: State, game: Game = GAME) -> set[str]:
    return {game.write(state, move) for move in state.moves()}


def play(state: State, *texts: str, game: Game = GAME) -> None:
    for text in texts:
        state.play(game.read(state, text))


def refused(state: State, text: str, ruling: str, game: Game = GAME) -> None:
    with pytest.raises(IllegalMove, match=rf"\({ruling}\)") as error:
        game.read(state, text)
    assert error.value.ruling == ruling


def charges(state: State, seat: int) -> dict[str, int]:
    assert isinstance(state, PotentialState)
    return {square_name(cell, 10): charge for cell, charge in pieces_of(state, seat).items()}


def fill_with_stones(state: PotentialState, *free: str) -> None:
    """Block the empty squares but those named: sixteen pieces cannot."""
    for cell in range(CELLS):
        if state.data[cell] == 0 and square_name(cell, 10) not in free:
            state.data[cell] = STONE


LONE = """
    ........b
    .........
    .........
    .........
    ..2......
    .........
    .........
"""


def test_pt1_a_slide_goes_to_a_neighbouring_empty_square() -> None:
    state = drawn(LONE)
    assert legal(state) == {"c3-c4", "c3-d4", "c3-d3", "c3-d2", "c3-c2", "c3-b2", "c3-b3", "c3-b4"}
    blocked = drawn(".....\n..2..\n..2..\n.....\n....b")
    refused(blocked, "c3-c4", "PT1")
    refused(blocked, "c3-c3", "PT1")


def test_pt2_a_jump_goes_straight_over_one_neighbour_to_the_empty_square_behind() -> None:
    state = drawn("......\n......\n......\n...b..\n..2...\n..b...\n.b....\n......")
    assert {"c4-e6", "c4-c2"} <= legal(state)
    refused(state, "c4-a4", "PT2")  # nothing to jump over
    refused(state, "c4-d6", "PT2")  # not in a straight line
    refused(drawn("......\n..b...\n..b...\n..2...\n......\n......"), "c3-c5", "PT1")  # the square behind is taken


def test_pt3_a_jump_moves_a_point_of_charge_to_the_jumper() -> None:
    state = drawn("......\n......\n..c...\n..2...\n......\n......")
    play(state, "c3-c5")
    assert charges(state, 0) == {"c5": 3}
    assert charges(state, 1) == {"c4": 2}
    play(state, "c5-c6")
    assert charges(state, 0) == {"c6": 3}  # a slide moves none


def test_pt4_an_overcharged_piece_is_removed_and_the_jumped_one_drained_all_the_same() -> None:
    state = drawn("......\n......\n..c...\n..6...\n......\n....2.\n......")
    play(state, "c4-c6")
    assert charges(state, 0) == {"e2": 2}
    assert charges(state, 1) == {"c5": 2}
    assert state.to_move == 1  # its turn ended at once
    drained = drawn("......\n..a...\n..2...\n......\n....b.\n......")
    play(drained, "c4-c6", "c6-c5")  # the square of the drained piece is free at once
    assert charges(drained, 1) == {"e2": 2}


def test_pt5_both_last_pieces_gone_in_one_jump_is_a_draw() -> None:
    state = drawn("......\n..a...\n..6...\n......\n......")
    play(state, "c3-c5")
    assert (state.to_move, state.score(0), state.score(1), state.ending()) == (OVER, 0, 0, "PT5")
    alone = drawn("......\n..a...\n..6...\n......\n....b.\n......")
    play(alone, "c4-c6")
    assert (alone.to_move, alone.score(0), alone.ending()) == (OVER, -1, "PT17")


def test_pt6_a_stuck_active_piece_forfeits_the_rest() -> None:
    game = potluck.load("potential", no_double_jumps=True)
    state = drawn(STUCK, "seat=0", game)
    play(state, "a3-a1", game=game)
    assert state.to_move == 1  # three moves owed, one made, and no way on
    free = drawn(STUCK, "seat=0")
    play(free, "a3-a1")
    assert legal(free) == {"a1-a3"}  # without the bar it can always go back
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    refused(drawn(STUCK, "seat=0", careful), "a3-a1", "PT6", careful)
    assert "a3-a4" in legal(drawn(STUCK, "seat=0", careful), careful)


def test_pt6_the_duty_to_complete_looks_ahead() -> None:
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    # From e1 over d1 to c1; from there only over b1 to a1, where the piece is stuck with two moves owed.
    state = drawn("c.c.2.....\nbbbb......\n.c.c2.....", "seat=0", careful)
    refused(state, "e1-c1", "PT6", careful)
    assert "e1-e2" in legal(state, careful)
    assert "e1-c1" in legal(drawn("c.c.2.....\nbbbb......\n.c.c2....."))


def test_pt6_a_match_that_ends_with_a_cut_turn_does_not_complete_it() -> None:
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    refused(drawn(STUCK, "seat=0 quiet=99", careful), "a3-a1", "PT6", careful)  # the turn would be the hundredth
    hasty = potluck.load("potential", no_double_jumps=True)
    drawn_out = drawn(STUCK, "seat=0 quiet=99", hasty)
    play(drawn_out, "a3-a1", game=hasty)
    assert drawn_out.ending() == "PT16"


def test_pt6_a_move_that_ends_the_match_completes_the_turn() -> None:
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True, removal_target=7)
    state = drawn("......\n..a...\n..2...\n......\n.2..b.\n......", "seat=0", careful)
    assert "c4-c6" in legal(state, careful)
    play(state, "c4-c6", game=careful)
    assert state.ending() == "PT14"


def test_pt6_when_no_move_lets_the_turn_be_completed_all_are_legal() -> None:
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    state = drawn("..........\n..........\n.d2.......", "seat=0", careful)
    fill_with_stones(state, "a1")
    assert legal(state, careful) == {"c1-a1"}
    play(state, "c1-a1", game=careful)
    assert state.turn == 1  # cut short


def test_pt6_the_only_move_that_lets_the_turn_be_completed_is_forced() -> None:
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    state = drawn("..........\n..........\n.d2.......", "seat=0", careful)
    fill_with_stones(state, "a1", "d1", "e1")
    assert legal(state, careful) == {"c1-d1"}  # not c1-a1, where it would be stuck


def test_pt6_a_jump_over_another_piece_lets_the_turn_go_on() -> None:
    barred = potluck.load("potential", no_double_jumps=True)
    state = drawn("..........\n..........\n.d2.......", "seat=0", barred)
    fill_with_stones(state, "a1")
    play(state, "c1-a1", game=barred)
    assert state.turn == 1  # no way on: cut short
    open_ = drawn("..........\nd.........\n.d2.......", "seat=0", barred)
    fill_with_stones(open_, "a1", "a3")
    play(open_, "c1-a1", game=barred)
    assert legal(open_, barred) == {"a1-a3"}


# A piece that jumps to a1 is walled in: over a2 it may not jump again, b1 and b2 are backed.
STUCK = """
    ....
    2.b.
    dbb.
    .bb.
"""


def test_pt7_a_player_without_a_move_skips() -> None:
    state = drawn("b.b.......\nbb........\n1bb.......")
    assert legal(state) == {"skip"}
    play(state, "skip")
    assert state.to_move == 1
    freed = drawn("b.........\nbb........\n1bb.......")
    assert legal(freed) == {"a1-c3"}


def test_pt7_a_piece_without_a_move_is_not_activated() -> None:
    state = drawn("b.b.......\nbb........\n1bb...2...")
    assert {text[:2] for text in legal(state)} == {"g1"}
    refused(state, "a1-a2", "PT1")


def test_pt7_nobody_can_move_is_a_draw() -> None:
    state = drawn("b.b.......\nbb........\n1bb.......")
    fill_with_stones(state)
    play(state, "skip")
    assert (state.to_move, state.score(0), state.score(1), state.ending()) == (OVER, 0, 0, "PT7")


def test_pt8_the_edge_drains_before_a_piece_is_chosen() -> None:
    state = drawn("b.........\n..........\n..2.......\n..........\n....3.....", "seat=0")
    play(state, "c3-c4", "c4-c3")
    assert charges(state, 1) == {"a5": 1}  # drained to 1 at the start of its turn
    play(state, "a5-b5")
    assert state.to_move == 0  # the charge after the drain is the number of moves
    assert charges(state, 0) == {"c3": 2, "e1": 2}  # the own piece in the Edge too, not sooner
    last = drawn("a.........\n..........\n..2.......\n..........\n..........", "seat=0")
    play(last, "c3-c4", "c4-c3")
    assert (last.to_move, last.score(0), last.ending()) == (OVER, 1, "PT17")


def test_pt8_the_edge_drains_a_player_who_must_skip() -> None:
    state = drawn("2.2..2....\n22........\nb22.......")
    play(state, "f3-f4", "f4-f3")
    assert charges(state, 1) == {"a1": 1}
    assert legal(state) == {"skip"}


def test_pt9_crossing_the_edge_costs_nothing_and_nothing_lies_outside() -> None:
    state = drawn("........b.\n..........\n..........\n..2.......\n..........")
    play(state, "c2-c1", "c1-c2")
    assert charges(state, 0) == {"c2": 2}
    outside = drawn("........b.\n..........\n2.........")
    refused(outside, "a1-w", "PT9")
    refused(outside, "a1-sw", "PT9")
    assert legal(outside) == {"a1-a2", "a1-b1", "a1-b2"}


def test_pt10_the_first_move_chooses_the_active_piece() -> None:
    state = drawn("........b.\n..........\n..2..2....\n..........")
    assert {"c2-c3", "f2-f3"} <= legal(state)
    play(state, "c2-c3")
    refused(state, "f2-f3", "PT10")
    assert all(text.startswith("c3-") for text in legal(state))


def test_pt11_the_same_piece_may_be_jumped_again_and_again() -> None:
    drawing = "......\n......\n..d...\n..2...\n......\n......"
    state = drawn(drawing)
    play(state, "c3-c5", "c5-c3", "c3-c5")
    assert charges(state, 1) == {"c4": 1}
    barred = potluck.load("potential", no_double_jumps=True)
    state = drawn(drawing, "seat=0", barred)
    play(state, "c3-c5", game=barred)
    refused(state, "c5-c3", "PT11", barred)
    play(state, "c5-b5", "b5-c5", game=barred)  # the turn of three is over; a slide would have lifted the bar
    assert state.to_move == 1
    assert state.barred() == NONE


def test_pt11_a_slide_lifts_the_bar() -> None:
    game = potluck.load("potential", no_double_jumps=True)
    state = drawn("......\n......\n..d...\n..4...\n......\n......", "seat=0", game)
    play(state, "c3-c5", "c5-b5", "b5-c5", "c5-c3", game=game)
    assert charges(state, 1) == {"c4": 2}


def test_pt11_the_bar_ends_with_the_piece() -> None:
    game = potluck.load("potential", no_double_jumps=True)
    state = drawn("......\n......\n..a...\n..2...\n......\n....b.", "seat=0", game)
    play(state, "c3-c5", game=game)
    assert state.barred() == NONE


def test_pt11_a_jump_may_cost_two_moves() -> None:
    game = potluck.load("potential", jump_costs_two=True)
    state = drawn("......\n......\n..d...\n..2...\n......\n......", "seat=0", game)
    play(state, "c3-c5", game=game)
    assert (state.made(), state.owed()) == (2, 1)
    play(state, "c5-c3", game=game)  # a turn may end with a jump
    assert state.to_move == 1
    assert charges(state, 0) == {"c3": 4}


def test_pt12_a_piece_may_go_back_to_the_square_it_left() -> None:
    state = drawn(LONE)
    play(state, "c3-c4", "c4-c3")
    assert state.to_move == 1
    assert charges(state, 0) == {"c3": 2}
    refused(drawn("........b.\n..2.......\n..2.......\n.........."), "c2-c3", "PT1")


def test_pt13_an_overcharging_jump_is_legal_and_may_be_forced() -> None:
    state = drawn("......\n..c...\n..6...\n......\n....2.\n......")
    assert "c4-c6" in legal(state)
    forced = drawn("b.b.......\nbb........\n6b........", "seat=0 active=a1 made=1")
    assert legal(forced) == {"a1-c1"}
    play(forced, "a1-c1")
    assert (forced.to_move, forced.ending()) == (OVER, "PT17")


def test_pt14_a_quick_game_ends_at_the_agreed_number() -> None:
    game = potluck.load("potential", removal_target=7)
    state = drawn("......\n..a...\n..2...\n......\n.2..b.\n......", "seat=0", game)
    play(state, "c4-c6", game=game)
    assert (state.to_move, state.score(0), state.ending()) == (OVER, 1, "PT14")
    full = drawn("......\n..a...\n..2...\n......\n....b.\n......")
    play(full, "c4-c6")
    assert full.to_move == 0


def test_pt14_both_at_once_is_a_draw() -> None:
    game = potluck.load("potential", removal_target=7)
    state = drawn("......\n..a...\n..6...\n......\n.2..b.\n......", "seat=0", game)
    play(state, "c4-c6", game=game)
    assert (state.to_move, state.score(0), state.ending()) == (OVER, 0, "PT14")


def test_pt15_charges_begin_at_two_and_end_at_six() -> None:
    assert set(charges(GAME.new(), 0).values()) == {2}
    assert set(charges(potluck.load("potential", initial_charge=4).new(), 1).values()) == {4}
    low = potluck.load("potential", max_charge=4)
    state = drawn("......\n..c...\n..4...\n......\n....2.\n......", "seat=0", low)
    play(state, "c4-c6", game=low)
    assert charges(state, 0) == {"e2": 2}
    with pytest.raises(BadOptions, match="PT15"):
        potluck.load("potential", initial_charge=5, max_charge=4)


def test_pt1_what_is_backed_and_pt11_what_is_barred_cannot_be_jumped() -> None:
    backed = drawn("..b.......\n..b.......\n..2.......")
    assert backed.why_not(NAMES.index("c1") * WAYS) == 1
    once = potluck.load("potential", no_double_jumps=True)
    jumped = drawn("..d.......\n..2.......\n........b.", game=once)
    play(jumped, "c2-c4", game=once)
    assert jumped.why_not(NAMES.index("c4") * WAYS + WAY_NAMES.index("s")) == 11


def test_pt16_a_hundred_quiet_turns_are_a_draw() -> None:
    state = drawn(LONE, "seat=0 quiet=99")
    play(state, "c3-c4", "c4-c3")
    assert (state.to_move, state.score(0), state.ending()) == (OVER, 0, "PT16")
    sooner = drawn(LONE, "seat=0 quiet=98")
    play(sooner, "c3-c4", "c4-c3")
    assert sooner.to_move == 1
    never = potluck.load("potential", quiet_turns=0)
    endless = drawn(LONE, "seat=0 quiet=99", never)
    play(endless, "c3-c4", "c4-c3", game=never)
    assert endless.to_move == 1


def test_pt16_without_a_limit_a_removal_is_no_draw() -> None:
    never = potluck.load("potential", quiet_turns=0)
    state = drawn("......\n......\n..a...\n..2...\n......\n....b.", "seat=0", never)
    play(state, "c3-c5", "c5-c6", "c6-c5", game=never)
    assert (state.to_move, state.turn, state.quiet()) == (1, 1, 0)
    dice = Dice(16)
    for _ in range(5):
        match = never.new()
        for _ in walk(never, match, dice):
            pass
        assert match.ending() == "PT17"


def test_pt16_the_ruling_says_the_number_that_was_agreed_on() -> None:
    short = potluck.load("potential", quiet_turns=20, max_charge=9, initial_charge=3)
    said = potluck.rulings("potential", short.chosen)
    assert said["PT16"].text.startswith("After 20 turns in a row")
    assert said["PT15"].text == "Pieces begin with charge 3, and no piece has a charge above 9."
    never = potluck.rulings("potential", potluck.load("potential", quiet_turns=0).chosen)
    assert never["PT16"].text.startswith("Not in this match: After 100 turns")
    assert potluck.rulings("potential")["PT16"].text.startswith("After 100 turns in a row")


def test_pt16_the_count_goes_far_and_then_stands_still() -> None:
    long = potluck.load("potential", quiet_turns=1000)
    never = potluck.load("potential", quiet_turns=0)
    for game, quiet, after in ((long, 253, 254), (long, 254, 255), (long, 255, 256), (never, 65_534, 65_534)):
        state = drawn(LONE, f"seat=0 quiet={quiet}", game)
        play(state, "c3-c4", "c4-c3", game=game)
        assert state.quiet() == after
    with pytest.raises(BadNotation, match="quiet"):
        drawn(LONE, "seat=0 quiet=65535", never)
    last = drawn(LONE, "seat=0 quiet=999", long)
    play(last, "c3-c4", "c4-c3", game=long)
    assert last.ending() == "PT16"


def test_pt16_a_removal_by_the_edge_belongs_to_the_turn_it_begins() -> None:
    state = drawn("a.......b\n.........\n..2......\n.........", "seat=0 quiet=50")
    play(state, "c2-c3", "c3-c2")
    assert charges(state, 1) == {"i4": 2}
    assert state.quiet() == -1
    play(state, "i4-i5", "i5-i4")
    assert state.quiet() == 0
    play(state, "c2-c3", "c3-c2")
    assert state.quiet() == 1


def test_pt16_the_count_is_looked_at_before_the_next_drain() -> None:
    state = drawn("a........\n.........\n..2......\n.........", "seat=0 quiet=99")
    play(state, "c2-c3", "c3-c2")
    assert (state.score(0), state.ending()) == (0, "PT16")


def test_pt17_a_player_without_pieces_loses_at_once() -> None:
    state = drawn("......\n..a...\n..2...\n......\n......")
    play(state, "c3-c5")
    assert (state.to_move, state.score(0), state.score(1), state.ending()) == (OVER, 1, -1, "PT17")
    refused(state, "c5-c6", "PT17")
    going_on = drawn("......\n..b...\n..2...\n......\n......")
    play(going_on, "c3-c5")
    assert going_on.to_move == 0


def test_pt18_the_turn_ends_when_the_moves_equal_the_charge() -> None:
    state = drawn("........b\n.........\n..3......\n.........")
    play(state, "c2-c3", "c3-c4")
    assert (state.to_move, state.owed()) == (0, 1)
    play(state, "c4-c5")
    assert state.to_move == 1


def test_pt19_a_rising_charge_raises_the_moves_owed() -> None:
    state = drawn("......\n......\n..c...\n..2...\n......\n......")
    play(state, "c3-c5")
    assert (state.made(), state.owed()) == (1, 2)
    slid = drawn(LONE)
    play(slid, "c3-c4")
    assert (slid.made(), slid.owed()) == (1, 1)


def test_pt20_eight_pieces_a_side_on_the_marked_squares() -> None:
    wave = GAME.new()
    assert list(charges(wave, 0)) == ["c2", "e2", "g2", "i2", "b3", "d3", "f3", "h3"]
    assert list(charges(wave, 1)) == ["c8", "e8", "g8", "i8", "b9", "d9", "f9", "h9"]
    columns = potluck.load("potential", layout="columns").new()
    assert list(charges(columns, 0)) == ["c2", "e2", "g2", "i2", "c3", "e3", "g3", "i3"]
    assert list(charges(columns, 1)) == ["b8", "d8", "f8", "h8", "b9", "d9", "f9", "h9"]


def test_pt21_a_player_who_can_move_may_not_skip() -> None:
    refused(GAME.new(), "skip", "PT21")
    assert legal(drawn("b.b.......\nbb........\n1bb.......")) == {"skip"}


def test_pt22_you_activate_one_of_your_own_pieces() -> None:
    state = GAME.new()
    assert "b3-b4" in legal(state)
    refused(state, "b9-b8", "PT22")
    refused(state, "e5-e6", "PT22")


def test_pt23_own_pieces_may_be_jumped_too() -> None:
    state = drawn("......\n......\n..1...\n..2...\n......\n....b.")
    play(state, "c3-c5")
    assert charges(state, 0) == {"c5": 3}  # the own piece is drained and removed
    assert state.to_move == 0


def test_pt24_the_players_take_turns() -> None:
    assert GAME.new().to_move == 0
    assert potluck.load("potential", first=1).new().to_move == 1
    state = drawn(LONE)
    movers = [before.to_move for before, _ in walk(GAME, state, Dice(1), 12)]
    assert movers[:4] == [0, 0, 1, 1]
