"""The general rulings of Struggle on drawn positions; the nine special rules are in test_powers.py."""

import pickle
from pathlib import Path

import pytest

import potluck
from kit import check_codes
from potluck import CHANCE, OVER, Dice
from potluck.core.errors import BadNotation, BadOptions, BrokenRule
from potluck.games.struggle.board import CELLS, NAMES, ROW
from potluck.games.struggle.custom import load_rules
from potluck.games.struggle.game import Struggle
from potluck.games.struggle.options import SETS
from potluck.games.struggle.position import DESIGNATE, PICK, PLAY, SET
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.view import StruggleView
from potluck.records import read, write
from struggle.drawn import PLAIN, drawn, legal, moves_from, pieces, play, refused, rule_field

WHITES = "Wa1 wg7"


def test_st1_white_on_row_1_the_others_on_rows_2_and_3() -> None:
    assert pieces(PLAIN.new()) == {
        *["Wa1", "Ka2", "Bb1", "Ga3", "Rb2", "Yc1"],
        *["wg7", "kg6", "bf7", "gg5", "rf6", "ye7"],
    }
    game = potluck.load("struggle", setup="open", powers="none")
    state = game.new()
    assert legal(state, game) == {"black:a2", "black:b1", "black:a3", "black:b2", "black:c1"}
    refused(state, "black:a4", "ST1", game)
    play(state, "black:c1", "black:g6", game=game)
    refused(state, "blue:c1", "ST1", game)
    play(state, "blue:a2", "blue:f7", "green:b2", "green:e7", "red:a3", "red:f6", game=game)
    assert pieces(state) == {*["Wa1", "Kc1", "Ba2", "Gb2", "Ra3", "Yb1"], *["wg7", "kg6", "bf7", "ge7", "rf6", "yg5"]}
    assert (state.to_move, state.turn) == (0, 0)
    assert "a1-" not in str(legal(state, game))  # all is set up and white is shut in
    assert "b1-c1" not in legal(state, game)
    refused(state, "black:c1", "ST1", game)


def test_st1_rules_are_chosen_before_pieces_are_placed_and_designated() -> None:
    game = potluck.load("struggle", setup="open", first=1)
    state = game.new()
    phases = []
    while state.turn == 0 and game.prompt(state, state.to_move).partition(" ")[0] != "Move":
        phases.append(game.write_position(state).partition("phase=")[2].partition(" ")[0])
        state.play(state.moves()[0])
    assert list(dict.fromkeys(phases)) == ["pick", "set", "designate"]
    assert (phases.count("pick"), phases.count("set")) == (6, 8)
    with pytest.raises(BadOptions, match="setup"):
        potluck.load("struggle", setup="slow")


def test_st2_each_side_has_three_different_rules() -> None:
    game = potluck.load("struggle")
    state = game.new()
    assert len(state.moves()) == 9
    play(state, "armor", game=game)
    assert state.to_move == 1
    play(state, "armor", game=game)  # both may have the same
    refused(state, "armor", "ST2", game)
    play(state, "torus", "jolt", "pact", "pact", game=game)
    assert rule_field(game, state, 0) == "rules0=torus+pact+armor"
    for bad in ("torus+torus+jolt", "torus+jolt", "torus+jolt+pact+armor", "torus+jolt+pact/x+jolt+pact/none", "torus"):
        with pytest.raises(BadOptions, match=r"ST2|ST23"):
            potluck.load("struggle", powers=bad)


def test_st2_rules_may_be_banned_drawn_or_chosen_in_secret() -> None:
    game = potluck.load("struggle", banned="torus+jolt")
    state = game.new()
    assert not legal(state, game) & {"torus", "jolt"}
    refused(state, "torus", "ST2", game)
    with pytest.raises(BadOptions, match="Torus is banned"):
        potluck.load("struggle", banned="torus", powers="classic")
    with pytest.raises(BadOptions, match="at least three"):
        potluck.load("struggle", banned="torus+jolt+pact+caboose+armor+hatter+reaper")
    for banned in ("chess", "jolt+jolt"):
        with pytest.raises(BadOptions, match="banned"):
            potluck.load("struggle", banned=banned)
    drawing = potluck.load("struggle", powers="random", banned="torus")
    state = drawing.new()
    while state.to_move == CHANCE:
        assert "torus" not in legal(state, drawing)
        state.play(Dice(3).sample(state))
    names = rule_field(drawing, state, 0).replace("rules0=", "").split("+")
    assert len(set(names)) == 3
    secret = potluck.load("struggle", powers="secret")
    state = secret.new()
    play(state, "torus", "armor", "jolt", game=secret)
    assert state.to_move == 1
    assert "rules0=?+?+?" in secret.write_position(state, 1)
    assert "rules0=torus+armor+jolt" in secret.write_position(state, 0)
    assert secret.write(state, state.moves()[0], 0) == "?"
    assert secret.tell(state, state.moves()[0], 0) == ["{1} decided in secret."]
    play(state, "torus", "armor", "tower", game=secret)
    assert "rules0=torus+armor+jolt rules1=torus+armor+tower" in secret.write_position(state, 1)


def test_st3_rules_sit_on_nonwhite_pieces_several_on_one_if_wanted() -> None:
    game = potluck.load("struggle", powers="torus+armor+jolt")
    state = game.new()
    refused(state, "torus:white", "ST3", game)
    play(state, "torus:blue", "torus:blue", "armor:blue", game=game)
    assert rule_field(game, state, 0) == "rules0=torus:blue+armor:blue+jolt"
    single = potluck.load("struggle", powers="torus+armor+jolt", one_rule_per_piece=True)
    state = single.new()
    play(state, "torus:blue", "torus:red", game=single)
    refused(state, "armor:blue", "ST3", single)
    play(state, "armor:green", game=single)
    brave = potluck.load("struggle", powers="torus+armor+jolt", white_may_carry=True)
    state = brave.new()
    play(state, "torus:white", game=brave)
    assert rule_field(brave, state, 0) == "rules0=torus:white+armor+jolt"
    for bad in ("torus:white+armor+jolt", "caboose:blue+armor+jolt", "torus:pink+armor+jolt"):
        with pytest.raises(BadOptions, match="ST3"):
            potluck.load("struggle", powers=bad)
    with pytest.raises(BadOptions, match="ST3"):
        potluck.load("struggle", powers="torus:red+armor:red+jolt", one_rule_per_piece=True)


STUCK = "Wg7 Kf7 Bg6 wa1 kb1 ba2"  # each side has reached the other's corner: nothing is ahead or beside


def test_st4_who_can_move_must_and_who_cannot_skips() -> None:
    free = drawn("Wa1 wg7")
    assert legal(free) == {"a1-a2", "a1-b1"}
    refused(free, "skip", "ST4")
    state = drawn(STUCK)
    assert legal(state) == {"skip"}
    check_codes(PLAIN, state, range(PLAIN.move_count))
    play(state, "skip")
    assert state.to_move == 1
    play(state, "skip")
    assert (state.to_move, state.ending(), state.score(0)) == (OVER, "ST4", 0.0)


def test_st4_only_two_skips_in_a_row_end_the_match() -> None:
    state = drawn("Wg7 Kf7 Bg6 wa1 kb3")
    for move in ("b3-b2", "b2-c1", "c1-b1"):
        play(state, "skip")
        assert (state.to_move, "skipped=1" in PLAIN.write_position(state)) == (1, True)
        play(state, move)
        assert (state.to_move, "skip" in PLAIN.write_position(state)) == (0, False)


def test_st4_a_skip_is_not_asked_for_once_nothing_is_hidden() -> None:
    secret = potluck.load("struggle", powers="none", setup="secret")
    assert secret.has_secrets
    assert secret.is_forced(drawn(STUCK, game=secret))
    assert PLAIN.is_forced(drawn(STUCK))
    assert not secret.is_open(secret.new())


def test_st4_a_stuck_player_loses_if_agreed() -> None:
    game = potluck.load("struggle", powers="none", stuck_loses=True)
    state = drawn(STUCK, "seat=1", game)
    play(state, "skip", game=game)
    assert (state.ending(), state.score(0)) == ("ST4", 1.0)


def test_st4_a_stuck_player_may_swap_or_make_a_pact_and_a_skip_is_no_move() -> None:
    game = potluck.load("struggle", powers="hatter+pact+caboose")
    state = drawn(STUCK, game=game)
    assert {"skip", "f7<>g6", "f7&b1"} <= legal(state, game)
    play(state, "f7&b1", "f7<>g6", "skip", game=game)
    assert "hatter;wait:3" in rule_field(game, state, 0)
    play(state, "skip", game=game)
    assert state.ending() == "ST4"


def test_st5_steps_and_jumps_go_forward_or_sideways() -> None:
    state = drawn(f"{WHITES} Kc3")
    assert moves_from(state, "c3") == {"c3-d3", "c3-c4", "c3-d2", "c3-b4"}
    refused(state, "c3-b3", "ST5")
    refused(state, "c3-c2", "ST5")
    refused(state, "c3-e3", "ST5")
    refused(state, "c3^d3^e3", "ST5")
    far = drawn(f"{WHITES} kc3", "seat=1")
    assert moves_from(far, "c3") == {"c3-b3", "c3-c2", "c3-d2", "c3-b4"}
    refused(far, "c3-c4", "ST5")
    jumper = drawn(f"{WHITES} Kc3 Bd3 gc4 Gd2 rb4 Ra5")
    assert moves_from(jumper, "c3") == {"c3^d3^e3", "c3^c4^c5", "c3^d2^e1"}
    refused(jumper, "c3^b4^a5", "ST5")
    refused(jumper, "c3-d3", "ST5")
    refused(jumper, "c3^c4^c6", "ST5")
    refused(jumper, "c3^b3^a3", "ST5")


def test_st2_pairs_of_rules_may_be_banned_for_one_side() -> None:
    game = potluck.load("struggle", banned="torus+reaper&armor")
    state = game.new()
    play(state, "armor", "reaper", game=game)
    with pytest.raises(potluck.IllegalMove, match=r"Grim Reaper is banned beside Armor \(ST2\)"):
        game.read(state, "reaper")
    assert legal(state, game) == {"pact", "caboose", "teleporter", "hatter", "jolt", "tower"}
    play(state, "pact", "jolt", "hatter", game=game)
    refused(state, "armor", "ST2", game)
    with pytest.raises(BadNotation, match=r"armor is banned there \(ST2\)"):
        drawn(WHITES, "seat=0 rules0=pact+hatter+jolt:red rules1=pact+armor:red+reaper:black", game)
    with pytest.raises(BadOptions, match=r"Grim Reaper is banned beside Armor \(ST2\)"):
        potluck.load("struggle", banned="armor&reaper", powers="armor+reaper+jolt")
    for bad in ("armor&armor", "armor&reaper&jolt", "armor&chess", "armor&", "armor&jolt+jolt&armor"):
        with pytest.raises(BadOptions, match=r"option banned=.*ST2"):
            potluck.load("struggle", banned=bad)
    alone = "+".join(f"armor&{other}" for other in ("torus", "pact", "caboose", "teleporter", "hatter", "reaper"))
    with pytest.raises(BadOptions, match="three rules to be left to go with Armor and Jolt"):
        potluck.load("struggle", banned=f"{alone}+tower")


def test_st2_what_is_banned_beside_another_is_never_drawn() -> None:
    for mode in ("random", "secret"):
        game = potluck.load("struggle", powers=mode, banned="+".join(f"pact&{other}" for other in ("armor", "jolt")))
        for seed in range(30):
            state, dice = game.new(), Dice(seed)
            while state.turn == 0 and len(state.moves()) > 1 and "rules1" not in game.write_position(state):
                moves = state.moves()
                state.play(moves[dice.below(len(moves))])
            twin = state.copy()
            twin.determinize(1, dice)
            for held in (rule_field(game, state, 0), rule_field(game, twin, 0)):
                assert "pact" not in held or not {"armor", "jolt"} & set(held.partition("=")[2].split("+"))


def test_st5_a_chain_may_enter_a_space_twice_by_the_letter_of_the_rulebook() -> None:
    game = potluck.load("struggle", powers="none", chain_enters_twice=True)
    state = drawn(f"{WHITES} Kb4 Bc3", game=game)
    for _ in range(3):
        play(state, "b4^c3^d2", "d2^c3^b4", game=game)
    assert legal(state, game) == {"b4^c3^d2", "stop"}
    assert "entered" not in game.write_position(state)
    with pytest.raises(BadNotation, match="entered"):
        drawn(f"{WHITES} Kb4 Bc3", "seat=0 active=b4 entered=d2", game)
    assert game.limit is None


def test_st5_a_chain_may_stop_and_enters_no_space_twice() -> None:
    state = drawn(f"{WHITES} Kb4 Bc3 Ge2")
    play(state, "b4^c3^d2")
    assert legal(state) == {"d2^e2^f2", "stop"}
    refused(state, "d2^c3^b4", "ST5")
    refused(state, "d2-d3", "ST5")
    refused(state, "c3-c4", "ST5")
    stopped = state.copy()
    play(stopped, "stop")
    assert (stopped.to_move, pieces(stopped) >= {"Kd2"}) == (1, True)
    play(state, "d2^e2^f2")  # from sideways to forward; no jump is left, so the turn ends by itself
    assert (state.to_move, pieces(state) >= {"Kf2"}) == (1, True)
    refused(drawn(f"{WHITES} Kb4"), "stop", "ST5")


def test_st6_jumped_enemies_are_removed_at_once_own_pieces_stay() -> None:
    state = drawn(f"{WHITES} Kc3 gd3 Ye4")
    play(state, "c3^d3^e3")
    assert legal(state) == {"e3^e4^e5", "stop"}
    assert pieces(state) == {"Wa1", "wg7", "Ke3", "Ye4"}
    own = drawn(f"{WHITES} Kc2 Bd2")
    play(own, "c2^d2^e2")
    assert {"Ke2", "Bd2"} <= pieces(own)


def test_st7_every_step_and_jump_lands_arrivals_by_rules_do_not() -> None:
    powers = "teleporter:blue+caboose+hatter/tower:green+armor:red+jolt:yellow"
    tower = "rules1=armor:red+jolt:yellow+tower:green;tower_at:d4;levels:2"
    for lands in (False, True):
        game = potluck.load("struggle", powers=powers, any_arrival_lands=lands)
        state = drawn(f"{WHITES} Bc2 5d4", f"seat=0 {tower}", game)
        play(state, "c2@c4", game=game)
        assert ("Bc4" in pieces(state)) is not lands
    state = drawn(f"{WHITES} Bc3 5d4", f"seat=0 {tower}", game)
    play(state, "c3-c4", game=game)
    assert not {"Bc3", "Bc4"} & pieces(state)


def test_st8_removing_white_or_reaching_its_start_wins() -> None:
    capture = drawn("Wa1 Kc3 wc4", "seat=0")
    play(capture, "c3^c4^c5")
    assert (capture.ending(), capture.score(0), capture.score(1)) == ("ST8", 1.0, -1.0)
    run = drawn("Wg6 wa3 ka2")
    play(run, "g6-g7")
    assert (run.ending(), run.score(0)) == ("ST8", 1.0)
    other = drawn("Wa1 wg7 Kg6", "seat=0")
    assert "g6-f7" in legal(other)
    far = drawn("Wd4 wa2", "seat=1")
    play(far, "a2-a1")
    assert far.score(1) == 1.0
    nonwhite = drawn("Wa1 we5 Kg6")
    play(nonwhite, "g6-g7")
    assert nonwhite.to_move == 1


def test_st9_white_landing_on_the_fourth_row_zaps_the_home_base() -> None:
    state = drawn("We5 wb1 kg6 be7 gf5 Kf7")
    play(state, "e5-e6")
    assert pieces(state) == {"We6", "wb1", "gf5", "Kf7"}
    beside = drawn("We5 wb1 kg6")
    play(beside, "e5-d6")
    assert "kg6" in pieces(beside)
    chain = drawn("We4 wb1 kg6 re5 gf6")
    play(chain, "e4^e5^e6")
    assert "kg6" not in pieces(chain)  # within the chain
    winning = drawn("We5 wg7 kg6")
    play(winning, "e5-e6")
    assert (winning.ending(), winning.score(0)) == ("ST8", 1.0)
    nonwhite = drawn("Wa1 Ke5 wg7")
    play(nonwhite, "e5-e6")
    assert nonwhite.to_move == 1


def test_st9_white_may_be_immune_and_own_pieces_may_be_zapped() -> None:
    immune = potluck.load("struggle", powers="none", white_immune_to_zap=True)
    state = drawn("We5 wg7 kg6", game=immune)
    play(state, "e5-e6", game=immune)
    assert pieces(state) == {"We6", "wg7"}
    both = potluck.load("struggle", powers="none", zap_own_too=True)
    state = drawn("We5 wb1 kg6 Kf7", game=both)
    play(state, "e5-e6", game=both)
    assert pieces(state) == {"We6", "wb1"}


def test_st10_quiet_turns_end_in_a_draw() -> None:
    game = potluck.load("struggle", powers="none", quiet_turns=3)
    state = drawn(f"{WHITES} Kc3 kd5", game=game)
    play(state, "c3-d2", "d5-e4", game=game)
    assert game.aside(state, 0) == "The match is a draw after 1 more quiet turn."
    play(state, "d2-c3", game=game)
    assert (state.ending(), state.score(0)) == ("ST10", 0.0)
    moving = drawn(f"{WHITES} Kc3 kd5", "seat=0 quiet=2", game)
    play(moving, "c3-c4", game=game)
    assert moving.to_move == 1
    assert "quiet" not in game.write_position(moving)
    endless = potluck.load("struggle", powers="none", quiet_turns=0)
    state = drawn(f"{WHITES} Kc3 kd5", game=endless)
    play(state, "c3-d2", "d5-e4", "d2-c3", "e4-d5", game=endless)
    assert state.to_move == 0
    assert endless.limit is None
    assert game.limit is not None
    skipping = drawn(STUCK, "seat=0 quiet=2", game)
    play(skipping, "skip", game=game)
    assert skipping.ending() == "ST10"


def test_st11_ten_minutes_each_and_the_flag_is_the_tables_business() -> None:
    assert Struggle.clock == 600
    assert not hasattr(PLAIN.new(), "clock")


def test_st11_the_clock_does_not_run_before_the_first_turn() -> None:
    game = potluck.load("struggle", setup="open")
    state = game.new()
    assert isinstance(state, StruggleState)
    stopped = []
    while state.turn < 1:
        stopped.append((int(state.phase), game.stops_clock(state)))
        state.play(state.moves()[0])
    assert {phase for phase, off in stopped if off} == {PICK, SET, DESIGNATE}
    assert {phase for phase, off in stopped if not off} == {PLAY}
    assert not PLAIN.stops_clock(PLAIN.new())


VEIL = Path(__file__).parents[2] / "examples" / "veil.py"
RETREAT = Path(__file__).parents[2] / "examples" / "retreat.py"


def test_st12_a_cycle_is_three_turns_of_both_players() -> None:
    load_rules(VEIL)
    game = potluck.load("struggle", powers="veil:green+armor:red+torus:blue/none")
    state = drawn(f"{WHITES} Gc3 Kb1 kd3 bg6", game=game)
    play(state, "veil:on", "b1-c1", game=game)
    refused(state, "veil:on", "ST23", game)
    for turn, move in enumerate(["g6-f7", "c1-b2", "f7-g6", "b2-c1", "g6-f7"]):
        assert "veil:green;left:" in rule_field(game, state, 0)
        assert ("d3^c3^b3" in legal(state, game)) is False, turn
        play(state, move, game=game)
    assert "left:1" in rule_field(game, state, 0)
    play(state, "c1-b2", game=game)  # the sixth turn after the one that began it
    assert rule_field(game, state, 0) == "rules0=torus:blue+armor:red+veil:green;used:1"
    assert "d3^c3^b3" in legal(state, game)


def test_st22_captured_piece_then_goal_zap_towers_laying() -> None:
    game = potluck.load("struggle", powers="tower:green+armor:red+jolt:yellow")
    fallen = "rules1=armor:red+jolt:yellow+tower:green;tower_at:d5;levels:3"
    # White takes the enemy's white with a jump into the range of his tower: the jumped piece comes first.
    first = drawn("Wd3 wd4 5d5 kg6", f"seat=0 {fallen}", game)
    assert "d3^d4^d5" not in legal(first, game)
    capture = drawn("Wc3 wd3 5d5 kg6", f"seat=0 {fallen}", game)
    play(capture, "c3^d3^e3", game=game)
    assert capture.score(0) == 1.0
    # The zap comes before the tower: both whites would fall.
    zap = drawn("We5 wg7 5e4", "seat=0 rules1=armor:red+jolt:yellow+tower:green;tower_at:e4;levels:3", game)
    play(zap, "e5-e6", game=game)
    assert zap.score(0) == 1.0
    # The tower comes before laying: a layer that falls lays nothing.
    layer = drawn(f"{WHITES} Gc3 5d4", "seat=0 rules1=armor:red+jolt:yellow+tower:green;tower_at:d4;levels:2", game)
    play(layer, "c3-c4", game=game)
    assert pieces(layer) == {"Wa1", "wg7"}
    assert layer.to_move == 1


BROKEN = """
from potluck.games.struggle.power import Power


class Bomb(Power):
    def __init__(self):
        super().__init__("bomb", "Bomb", "Breaks.", codes=2)

    def turn_moves(self, position, place, out, count):
        out[count] = self.base
        return count + 1

    def play(self, position, place, code):
        return 1 // 0 == 0


class Liar(Power):
    def __init__(self):
        super().__init__("liar", "Liar", "Offers what it has not.", codes=1)

    def free_moves(self, position, place, out, count):
        out[count] = self.base + 1
        return count + 1


class Thief(Liar):
    def __init__(self):
        Power.__init__(self, "thief", "Thief", "Counts wrong.", codes=1)

    def free_moves(self, position, place, out, count):
        return None
"""


def test_st23_a_rule_of_ones_own_is_named_with_its_digest(tmp_path: Path) -> None:
    full = load_rules(RETREAT)[0]
    name, _, digest = full.partition("@")
    assert (name, len(digest)) == ("retreat", 64)
    game = potluck.load("struggle", powers="retreat:red+armor+jolt/retreat+torus+tower")
    assert game.chosen["powers"] == f"{full}:red+armor+jolt/{full}+torus+tower"
    assert potluck.games.load_text("struggle", potluck.games.options_text(game)).chosen == game.chosen
    assert game.limit is None
    extra = potluck.load("struggle", extra="retreat", banned="torus")
    assert extra.chosen["extra"] == full
    assert "retreat" in legal(extra.new(), extra)
    state = drawn(
        f"{WHITES} Rc3", "seat=0 rules0=armor:blue+jolt:red+retreat:red rules1=torus:blue+tower:red+retreat:red", game
    )
    assert {"retreat:left", "retreat:right"} <= legal(state, game)
    play(state, "retreat:left", game=game)
    assert "Rb3" in pieces(state)
    other = full[:-1] + ("0" if full[-1] != "0" else "1")
    for powers, why in ((f"{other}+armor+jolt", "another content"), ("unheard+armor+jolt", "load a file of rules")):
        with pytest.raises(BadOptions, match=why):
            potluck.load("struggle", powers=powers)
    for bad in ("retreat+retreat", "torus"):
        with pytest.raises(BadOptions, match="each rule once"):
            potluck.load("struggle", extra=bad)


def test_st23_a_rule_that_fails_voids_the_match_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    load_rules(file)
    game = potluck.load("struggle", powers="bomb+armor:red+jolt:red/none")
    match = potluck.Match(game)
    match.play("a3-a4")
    match.play("g5-g4")
    before = match.state.key()
    match.play("bomb:0")
    assert match.result == ((0.0, 0.0), "void")
    assert match.fault.startswith("the rule bomb failed (broken.py, line 14: ZeroDivisionError: ")
    assert match.fault.endswith("so the match is void")
    assert match.state.key() == before  # at the last position that it had
    text = write(match.record())
    assert "Ending: void" in text
    assert read(text).ending == "void"
    assert potluck.Match.from_record(text).result == match.result
    for name, why in (("liar", "different codes from 0 to 0, but got"), ("thief", "expected the new count")):
        broken = potluck.load("struggle", powers=f"{name}+armor:red+jolt:red")
        with pytest.raises(BrokenRule, match=why) as error:
            broken.new().moves()
        assert (error.value.rule, str(pickle.loads(pickle.dumps(error.value)))) == (name, str(error.value))
        played = potluck.Match(broken)
        played.play("a3-a4")
        assert played.result == ((0.0, 0.0), "void")
        listed = potluck.Match(broken)
        assert (listed.legal(), listed.result) == ([], ((0.0, 0.0), "void"))
        assert why in listed.fault
        assert why in repr(listed)


BAD_FILES = {
    "nothing": ("x = 1\n", "at least one class"),
    "syntax": ("x = (\n", "line 1: SyntaxError"),
    "raises": ("\n\nraise RuntimeError('no')\n", "line 3: RuntimeError: no"),
    "init": (BROKEN.replace('super().__init__("bomb", "Bomb", "Breaks.", codes=2)', "1 / 0"), "line 7: ZeroDivision"),
    "name": (BROKEN.replace('"bomb"', '"Bomb!"'), "name of small letters"),
    "stop": (BROKEN.replace('"bomb"', '"stop"'), "name of small letters"),
    "taken": (BROKEN.replace('"bomb"', '"torus"'), "a rule of the rulebook"),
    "codes": (BROKEN.replace("codes=2", "codes=5000"), "at most 2000 codes"),
    "memory": (BROKEN.replace("codes=2", "memory=('a',) * 7"), "at most 6 bytes"),
    "cycle": (BROKEN.replace("codes=2", "cycle=1"), "the cycle's among them"),
    "dice": (BROKEN.replace("codes=2", "dice=101"), "a die of at most 100 faces"),
    "sign": (BROKEN.replace("codes=2", "sign='<script>'"), "SVG path data as sign"),
    "bytes": (BROKEN.replace("codes=2", "memory=('A B',)"), "names of small letters"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_st23_a_file_without_usable_rules_is_refused(name: str, tmp_path: Path) -> None:
    text, why = BAD_FILES[name]
    file = tmp_path / f"{name}.py"
    file.write_text(text)
    with pytest.raises(BadOptions, match=why):
        load_rules(file)
    with pytest.raises(BadOptions, match="No such file"):
        load_rules(tmp_path / "missing.py")


def test_st24_you_move_your_own_pieces_of_six_colours() -> None:
    state = drawn(f"{WHITES} Kc3 kd5")
    refused(state, "d5-d4", "ST24")
    refused(state, "e1-e2", "ST24")
    play(state, "c3-c4")
    view = PLAIN.view(PLAIN.new(), 0)
    assert isinstance(view, StruggleView)
    for seat in range(2):
        colours = [piece.colour for piece in view.pieces if piece.seat == seat]
        assert colours == ["white", "black", "blue", "green", "red", "yellow"]
    with pytest.raises(BadNotation, match="one K on the board"):
        drawn(f"{WHITES} Kc3 Kd5")


def test_st25_the_board_has_47_spaces_and_nothing_lies_outside() -> None:
    assert [sum(ROW[cell] == row for cell in range(CELLS)) for row in range(1, 14)] == [
        1,
        2,
        3,
        4,
        5,
        6,
        5,
        6,
        5,
        4,
        3,
        2,
        1,
    ]
    assert {"a7", "g1"} & set(NAMES) == set()
    state = drawn(f"{WHITES} Ka6 Rf1")
    assert moves_from(state, "a6") == {"a6-b6", "a6-b5"}
    refused(state, "a6-a7", "ST25")
    refused(state, "f1-g1", "ST25")
    refused(state, "a6-left", "ST25")


def test_st26_the_players_take_turns() -> None:
    state = PLAIN.new()
    play(state, "a3-a4")
    assert (state.to_move, state.turn) == (1, 1)
    play(state, "g5-g4")
    assert (state.to_move, state.turn) == (0, 2)
    assert potluck.load("struggle", powers="none", first=1).new().to_move == 1


def test_st27_colours_in_their_order_and_carriers_in_the_order_of_the_rules() -> None:
    game = potluck.load("struggle", setup="open", powers="torus+hatter+jolt/caboose+pact+hatter")
    state = game.new()
    refused(state, "red:a2", "ST27", game)
    play(state, "black:a2", "black:f7", "blue:b1", "blue:g6", "green:a3", "green:e7", "red:b2", "red:f6", game=game)
    assert {"Yc1", "yg5"} <= pieces(state)
    refused(state, "jolt:blue", "ST27", game)
    play(state, "torus:blue", game=game)
    assert state.to_move == 0  # the other has nothing to designate
    play(state, "jolt:yellow", game=game)
    assert game.prompt(state, 0) == "Move a piece, or use a special rule."


def test_st27_a_secret_setup_is_shown_when_both_are_done() -> None:
    game = potluck.load("struggle", setup="secret", powers="torus:red+armor+hatter")
    state = game.new()
    play(state, "black:c1", "blue:a2", game=game)
    assert (state.to_move, state.turn) == (0, 0)
    assert "placed0=2" in game.write_position(state, 1)
    assert "Kc1" not in str(game.view(state, 1))
    play(state, "green:b2", "red:b1", "armor:yellow", game=game)
    assert state.to_move == 1
    assert "rules0=torus:red+armor:?+hatter" in game.write_position(state, 1)
    assert "rules0=torus:red+armor:yellow+hatter" in game.write_position(state, 0)
    with pytest.raises(BadNotation, match="expected dice"):
        game.read_position(game.write_position(state, 1))
    play(state, "black:g6", "blue:f7", "green:e7", "red:f6", "armor:black", game=game)
    assert game.write_position(state, 0) == game.write_position(state, 1)
    assert "armor:yellow" in game.write_position(state, 1)


def test_st28_rules_may_be_given_with_or_without_their_carriers() -> None:
    assert legal(PLAIN.new()) == {"a3-a4", "a3-b3", "b2-b3", "b2-c2", "c1-c2", "c1-d1"} | {
        "a2^a3^a4", "a2^b2^c2", "b1^b2^b3", "b1^c1^d1"
    }  # fmt: skip
    for name in SETS:
        game = potluck.load("struggle", powers=name)
        assert game.prompt(game.new(), 0) == "Move a piece, or use a special rule."
    game = potluck.load("struggle", powers="classic/torus+armor:red+jolt")
    assert game.prompt(game.new(), 1) == "Choose the piece that carries Torus."
    mixed = potluck.load("struggle", powers="none/builders").new()
    assert mixed.to_move == 0
    with pytest.raises(BadOptions, match="ST2"):
        potluck.load("struggle", powers="none/none/none")
