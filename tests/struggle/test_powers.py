"""The nine special rules of Struggle on drawn positions."""

import re

import pytest

import potluck
from potluck import OVER, Game
from potluck.games.struggle.board import NAMES
from potluck.games.struggle.position import COLOURS
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.rules import StruggleState
from struggle.drawn import drawn, legal, moves_from, pieces, play, refused, rule_field

WHITES = "Wa1 wg7"


def game_of(near: str, far: str = "none", **options: bool | int | str) -> Game:
    return potluck.load("struggle", powers=f"{near}/{far}", **options)


def test_the_nine_are_what_the_rulebook_names() -> None:
    nine = nine_powers()
    usual = ["blue", "", "", "blue", "red", "", "black", "yellow", "green"]
    assert [COLOURS[power.colour] if power.colour else "" for power in nine] == usual
    assert [power.ruling for power in nine] == [f"ST{number}" for number in range(13, 22)]
    titles = "Torus, Nonaggression Pact, Caboose, Teleporter, Armor, Mad Hatter, Grim Reaper, Jolt, Tumbling Tower"
    assert [power.title for power in nine] == titles.split(", ")
    assert [power.name for power in nine] == [
        *("torus", "pact", "caboose", "teleporter"),
        *("armor", "hatter", "reaper", "jolt", "tower"),
    ]
    assert all(re.fullmatch(r"[A-Z][a-z]+,? [a-z].*\.", power.text) for power in nine)


# Torus

TORUS = game_of("torus:blue+armor:red+hatter", "torus:blue+armor:red+hatter")


def test_st13_sideways_off_an_edge_leads_to_the_other_end_of_the_row() -> None:
    state = drawn(f"{WHITES} Ba5", game=TORUS)
    assert moves_from(state, "a5", TORUS) == {"a5-a6", "a5-b5", "a5-b4", "a5-e1"}
    assert "e1-a5" in legal(drawn(f"{WHITES} Be1", game=TORUS), TORUS)
    refused(drawn(f"{WHITES} Ka5 Bb1", game=TORUS), "a5-e1", "ST5", TORUS)  # black carries nothing
    assert "b6-f2" in legal(drawn(f"{WHITES} Bb6", game=TORUS), TORUS)  # the cut row wraps too


def test_st13_forward_off_an_edge_leads_on_from_the_other_end() -> None:
    assert {"c7-d7", "c7-g4"} <= legal(drawn(f"{WHITES} Bc7", game=TORUS), TORUS)
    assert {"a6-b6", "a6-f2"} <= legal(drawn(f"{WHITES} Ba6", game=TORUS), TORUS)  # the cut end is an edge
    assert {"b7-b6", "b7-f2"} <= legal(drawn(f"{WHITES} bb7", "seat=1", TORUS), TORUS)
    assert moves_from(drawn("Wa1 we5 Bf7", game=TORUS), "f7", TORUS) == {"f7-g7", "f7-g6"}  # each once
    assert moves_from(drawn("Wa1 we5 Bg7", game=TORUS), "g7", TORUS) == set()  # a row of one space
    refused(drawn("Wa1 we5 Ka6", game=TORUS), "a6-f2", "ST5", TORUS)


def test_st13_jumps_cross_the_seam_and_name_the_jumped_piece() -> None:
    assert "a5^e1^d2" in legal(drawn(f"{WHITES} Ba5 Ke1", game=TORUS), TORUS)  # the jumped piece lies across
    assert "a5^a6^f2" in legal(drawn(f"{WHITES} Ba5 Ra6", game=TORUS), TORUS)  # the goal lies across
    state = drawn("Wa1 we5 Be7 Rg6 kf7", game=TORUS)
    two = {"e7^f7^g7", "e7^g6^g7"}
    assert two <= legal(state, TORUS)
    paths = [TORUS.path(state, TORUS.read(state, text)) for text in sorted(two)]
    assert paths == [["e7", "g7", "f7"], ["e7", "g7", "g6"]]
    play(state, "e7^f7^g7", game=TORUS)
    assert "kf7" not in pieces(state)
    round_row_two = drawn(f"{WHITES} Bb1 Ka2", game=TORUS)
    assert moves_from(round_row_two, "b1^", TORUS) == set()  # it would end where it began


def test_st13_a_step_and_a_jump_may_share_their_ends() -> None:
    state = drawn(f"{WHITES} Ba3 Kc1", game=TORUS)
    assert {"a3-b2", "a3^c1^b2"} <= legal(state, TORUS)
    assert TORUS.path(state, TORUS.read(state, "a3-b2")) == ["a3", "b2", "b2"]
    assert TORUS.path(state, TORUS.read(state, "a3^c1^b2")) == ["a3", "b2", "c1"]


def test_st13_not_while_swapped_or_jolted() -> None:
    state = drawn(f"{WHITES} Ba5 Kc3", game=TORUS)
    play(state, "a5<>c3", game=TORUS)
    assert "a5-e1" not in legal(state, TORUS)
    assert "The rules on black and blue cannot be used this turn." in TORUS.aside(state, 0)
    game = game_of("torus:blue+jolt:yellow+armor:red")
    jolted = drawn(f"{WHITES} Ba5 Ya4", game=game)
    play(jolted, "a4^a5^a6", game=game)
    assert legal(jolted, game) == {"a5-b5", "a5-b4", "stop"}
    refused(jolted, "a5-e1", "ST5", game)


# Nonaggression Pact

PACT = game_of("pact+hatter+tower:green", "pact+hatter+tower:green")


def test_st14_a_pact_keeps_two_pieces_apart_for_good() -> None:
    state = drawn(f"{WHITES} Kc3 kc4 Bd3", game=PACT)
    assert "c3^c4^c5" in legal(state, PACT)
    play(state, "c3&c4", game=PACT)
    assert state.to_move == 0  # for nothing
    refused(state, "c3^c4^c5", "ST14", PACT)
    refused(state, "d3&c4", "ST14", PACT)  # only once
    assert "pact;own:2;enemy:2" in rule_field(PACT, state, 0)
    play(state, "d3-e3", game=PACT)
    refused(state, "c4^c3^c2", "ST14", PACT)  # neither way
    other = drawn(f"{WHITES} Bc3 kc4 Kb1", "seat=0 rules0=pact;own:2;enemy:2+hatter+tower:green", PACT)
    assert "c3^c4^c5" in legal(other, PACT)
    rules = "rules0=pact;own:2;enemy:3+hatter+tower:green"
    for seat, jump in ((0, "c3^c4^c5"), (1, "c4^c3^c2")):  # black and the enemy's blue
        refused(drawn(f"{WHITES} Kc3 bc4", f"seat={seat} {rules}", PACT), jump, "ST14", PACT)
        assert jump in legal(drawn(f"{WHITES} Bc3 kc4", f"seat={seat} {rules}", PACT), PACT)


def test_st14_a_pact_is_made_at_the_start_of_a_turn_with_nonwhite_pieces() -> None:
    state = drawn(f"{WHITES} Kc3 kc4 Be3 Gd4", game=PACT)
    pairs = {text for text in legal(state, PACT) if "&" in text}
    assert pairs == {"c3&c4", "e3&c4", "d4&c4"}
    refused(state, "a1&c4", "ST14", PACT)
    refused(state, "c3&g7", "ST14", PACT)
    play(state, "c3^c4^c5", game=PACT)
    refused(state, "c5&g7", "ST14", PACT)
    order = drawn(f"{WHITES} Kc3 kc4 Be3", game=PACT)
    play(order, "c3<>e3", "e3&c4", game=PACT)  # in any order with the Hatter
    assert "hatter;wait:3" in rule_field(PACT, order, 0)
    brave = game_of("pact+hatter+tower:green", pact_with_white=True)
    state = drawn(f"{WHITES} Kc3 kc4", game=brave)
    assert {text for text in legal(state, brave) if "&" in text} == {"a1&g7", "a1&c4", "c3&g7", "c3&c4"}
    refused(drawn(f"{WHITES} Kc3 kc4", game=potluck.load("struggle", powers="none")), "c3&c4", "ST14")


def test_st14_a_pact_by_colour_binds_each_pair_of_different_owners() -> None:
    game = game_of("pact+hatter+tower:green", pact_by_colour=True)
    state = drawn(f"{WHITES} Kc3 bc4 Be3 ke4", game=game)
    assert "black&black" not in legal(state, game)
    play(state, "black&blue", game=game)
    refused(state, "c3^c4^c5", "ST14", game)
    refused(state, "e3^e4^e5", "ST14", game)
    assert game.path(drawn(f"{WHITES} Kc3 bc4", game=game), 201 + 1 * 6 + 2) == ["pact", "black", "blue"]
    same = drawn(f"{WHITES} Kc3 kc4 bg6", "seat=0 rules0=pact;own:2;enemy:3+hatter+tower:green", game)
    assert "c3^c4^c5" in legal(same, game)


def test_st14_the_layers_partner_neither_triggers_the_tower_nor_falls() -> None:
    rules = "rules0=pact;own:4;enemy:2+hatter+tower:green;tower_at:d4;levels:3"
    state = drawn(f"{WHITES} Gb1 2d4 kd6 bf5", f"seat=1 {rules}", PACT)
    play(state, "d6-d5", game=PACT)
    assert {"kd5", "bf5"} <= pieces(state)
    assert "tower_at:d4" in rule_field(PACT, state, 0)
    play(state, "a1-a2", "f5-e5", game=PACT)
    assert pieces(state) == {"Wa2", "wg7", "Gb1", "kd5"}


# Caboose

CABOOSE = game_of("caboose+armor:red+tower:green", "caboose+armor:red+tower:green")


def test_a_caboose_that_leads_outside_is_written_with_its_way() -> None:
    state = drawn(f"{WHITES} Kc2 Bc3 Gc4", game=CABOOSE)
    first = CABOOSE.read(state, "c2>>c5") - NAMES.index("c2") * 6 - 2
    codes = [NAMES.index(cell) * 6 + way for cell, ways in (("a1", (0, 3, 4, 5)), ("g7", (1, 2))) for way in ways]
    assert [CABOOSE.write(state, first + code) for code in codes] == [
        *("a1>>right", "a1>>left", "a1>>back-left", "a1>>back-right", "g7>>ahead-right", "g7>>ahead-left"),
    ]


def test_st15_a_line_of_three_advances_forward_or_sideways() -> None:
    state = drawn(f"{WHITES} Kc2 Bc3 Gc4", game=CABOOSE)
    assert {text for text in legal(state, CABOOSE) if ">>" in text} == {"c2>>c5"}
    assert CABOOSE.path(state, CABOOSE.read(state, "c2>>c5")) == ["caboose", "c2", "c5"]
    play(state, "c2>>c5", game=CABOOSE)
    assert pieces(state) == {"Wa1", "wg7", "Kc3", "Bc4", "Gc5"}
    assert state.to_move == 1
    row = drawn(f"{WHITES} Kb4 Bc3 Gd2", game=CABOOSE)
    assert {text for text in legal(row, CABOOSE) if ">>" in text} == {"b4>>e1", "d2>>a5"}
    refused(state, "c5>>c2", "ST15", CABOOSE)


def test_st15_all_of_the_line_with_a_free_space_ahead() -> None:
    four = drawn(f"{WHITES} Kc2 Bc3 Gc4 Yc5", game=CABOOSE)
    assert {text for text in legal(four, CABOOSE) if ">>" in text} == {"c2>>c6"}
    for blocked in ("kc5", "Wc5"):
        pieces_ = f"wg7 Kc2 Bc3 Gc4 {blocked}" + ("" if "W" in blocked else " Wa1")
        assert ">>" not in str(legal(drawn(pieces_, game=CABOOSE), CABOOSE))
    white = drawn("Wc2 wg7 Kc3 Bc4", game=CABOOSE)
    assert ">>" not in str(legal(white, CABOOSE))  # white is no wagon
    edge = drawn(f"{WHITES} Ka4 Ba5 Ga6", game=CABOOSE)
    refused(edge, "a4>>ahead-left", "ST15", CABOOSE)
    assert ">>" not in str(legal(edge, CABOOSE))  # it does not wrap
    tower = drawn(
        f"{WHITES} Kc2 Bc3 Yc4 2c5", "seat=0 rules0=caboose+armor:red+tower:green;tower_at:c5;levels:1", CABOOSE
    )
    assert ">>" not in str(legal(tower, CABOOSE))


def test_st15_a_caboose_takes_nothing_and_does_not_land() -> None:
    rules = "rules1=caboose+armor:red+tower:green;tower_at:d6;levels:2"
    state = drawn(f"{WHITES} Kc3 Bc4 Gc5 5d6", f"seat=0 {rules}", CABOOSE)
    play(state, "c3>>c6", game=CABOOSE)
    assert {"Kc4", "Bc5", "Gc6"} <= pieces(state)
    landing = game_of("caboose+armor:red+tower:green", "caboose+armor:red+tower:green", any_arrival_lands=True)
    state = drawn(f"{WHITES} Kc3 Bc4 Gc5 5d6", f"seat=0 {rules}", landing)
    play(state, "c3>>c6", game=landing)
    assert pieces(state) == {"Wa1", "wg7", "Kc4", "Bc5"}


def test_st15_backward_and_in_part_if_agreed() -> None:
    line = f"{WHITES} Kc2 Bc3 Gc4 Yc5"
    back = game_of("caboose+armor:red+tower:green", caboose_backward=True)
    assert {text for text in legal(drawn(line, game=back), back) if ">>" in text} == {"c2>>c6", "c5>>c1"}
    assert back.limit is None
    part = game_of("caboose+armor:red+tower:green", caboose_part=True)
    state = drawn(line, game=part)
    assert {text for text in legal(state, part) if ">>" in text} == {"c2>>c6", "c3>>c6"}
    play(state, "c3>>c6", game=part)
    assert {"Kc2", "Bc4", "Gc5", "Yc6"} <= pieces(state)


# Teleporter

TELEPORT = game_of("teleporter:blue+armor:red+hatter", "tower:green+armor:red+hatter")


def test_st16_a_teleport_goes_to_a_free_space_near_and_not_behind() -> None:
    state = drawn(f"{WHITES} Bc3 kc4 Kd3", game=TELEPORT)
    goals = {text[3:] for text in legal(state, TELEPORT) if "@" in text}
    assert {"b4", "d2", "a5", "e1", "c6", "f3", "e4", "d4", "e3", "c5"} <= goals
    assert not goals & {"c4", "d3", "c2", "b3", "g3", "f4"}
    refused(state, "c3@c4", "ST16", TELEPORT)  # occupied
    refused(state, "c3@c2", "ST16", TELEPORT)  # behind
    refused(state, "c3@g3", "ST16", TELEPORT)  # too far
    refused(state, "d3@d4", "ST16", TELEPORT)  # another piece
    assert TELEPORT.path(state, TELEPORT.read(state, "c3@c6")) == ["teleporter", "c6"]
    play(state, "c3@c5", game=TELEPORT)
    assert {"Bc5", "kc4"} <= pieces(state)  # nothing is jumped
    assert state.to_move == 1


def test_st16_not_onto_a_tower_nor_while_swapped_nor_without_it() -> None:
    tower = "rules1=armor:red+hatter+tower:green;tower_at:c5;levels:1"
    state = drawn(f"{WHITES} Bc3 Kb1 5c5", f"seat=0 {tower}", TELEPORT)
    refused(state, "c3@c5", "ST16", TELEPORT)
    play(state, "b1<>c3", game=TELEPORT)
    refused(state, "b1@b3", "ST16", TELEPORT)
    gone = drawn(f"{WHITES} Kb1", game=TELEPORT)
    refused(gone, "b1@b3", "ST16", TELEPORT)
    refused(drawn(f"{WHITES} kb1", "seat=1", TELEPORT), "b1@a1", "ST16", TELEPORT)
    chain = drawn(f"{WHITES} Bc3 Kd3 Re4", game=TELEPORT)
    play(chain, "c3^d3^e3", game=TELEPORT)
    refused(chain, "e3@e5", "ST16", TELEPORT)  # it takes a whole turn


# Armor

ARMOR = game_of("armor:red+torus:blue+hatter", "armor:red+torus:blue+hatter")


def test_st17_an_armored_piece_must_be_jumped_twice() -> None:
    state = drawn(f"{WHITES} Kc3 rc4 Bb2 Yd3", game=ARMOR)
    play(state, "c3^c4^c5", game=ARMOR)
    assert "rc4" in pieces(state)
    assert "armor:red;broken:1" in rule_field(ARMOR, state, 1)
    play(state, "g7-f7", "b2-b3", "f7-g6", "b3-b4", "g6-f7", game=ARMOR)
    again = drawn(f"{WHITES} Kc3 rc4", "seat=0 rules1=torus:blue+armor:red;broken:1+hatter", ARMOR)
    play(again, "c3^c4^c5", game=ARMOR)
    assert "rc4" not in pieces(again)
    assert "broken" not in rule_field(ARMOR, again, 1)  # gone with its piece


def test_st17_armor_may_be_broken_and_jumped_again_in_one_chain_and_holds_when_swapped() -> None:
    game = game_of("torus:blue+armor:red+hatter", "armor:red+torus:blue+hatter")
    # Round the ring of row 5: blue jumps red from both sides.
    state = drawn(f"{WHITES} Ba5 rb4 Kd2", game=game)
    play(state, "a5^b4^c3", game=game)
    assert "rb4" in pieces(state)
    play(state, "c3^d2^e1", game=game)
    assert pieces(state) >= {"Be1", "rb4", "Kd2"}
    assert "armor:red;broken:1" in rule_field(game, state, 1)
    swapped = drawn(f"{WHITES} rc4 kd6 Kb3", "seat=1", ARMOR)
    play(swapped, "c4<>d6", "c4-c3", "b3-c2", "g7-f7", game=ARMOR)
    assert "armor:red+hatter;wait:1" in rule_field(ARMOR, swapped, 1)
    hit = drawn(f"{WHITES} rc4 Kc3", "seat=0 rules1=torus:blue+armor:red+hatter;wait:2", ARMOR)
    play(hit, "c3^c4^c5", game=ARMOR)
    assert "rc4" in pieces(hit)


def test_st17_zap_and_tower_go_through_armor_unless_it_absorbs_all() -> None:
    for absorbs in (False, True):
        game = game_of("armor:red+torus:blue+hatter", "armor:red+torus:blue+hatter", armor_absorbs_all=absorbs)
        state = drawn("We5 wb1 rg6 kf7", game=game)
        play(state, "e5-e6", game=game)
        assert ("rg6" in pieces(state)) is absorbs
        assert "kf7" not in pieces(state)
        assert ("broken:1" in rule_field(game, state, 1)) is absorbs


def test_st17_armor_may_fall_to_jumps_alone() -> None:
    sides = "armor:red+tower:green+hatter", "armor:red+torus:blue+hatter"
    game = game_of(*sides, armor_only_jumps=True)
    broken = "seat=0 rules1=torus:blue+armor:red;broken:1+hatter"
    for fields in ("seat=0", broken):
        zapped = drawn("We5 wb1 rg6 kf7", fields, game)
        play(zapped, "e5-e6", game=game)
        assert pieces(zapped) >= {"rg6"}
        assert "kf7" not in pieces(zapped)
        assert ("broken:1" in rule_field(game, zapped, 1)) is (fields == broken)
    tower = "seat=1 rules0=armor:red+hatter+tower:green;tower_at:d4;levels:2"
    fallen = drawn(f"{WHITES} 2d4 re5 kd5", tower, game)
    play(fallen, "e5-e4", game=game)
    assert pieces(fallen) >= {"re4"}
    assert "kd5" not in pieces(fallen)
    jumped = drawn(f"{WHITES} Kc3 rc4", broken, game)
    play(jumped, "c3^c4^c5", game=game)
    assert "rc4" not in pieces(jumped)


# Mad Hatter

HATTER = game_of("hatter+reaper:black+jolt:yellow", "hatter+reaper:black+jolt:yellow")


def test_st18_two_nonwhite_pieces_swap_before_the_move() -> None:
    state = drawn(f"{WHITES} Kc3 Be4 Gb2 kg6", game=HATTER)
    assert {text for text in legal(state, HATTER) if "<>" in text} == {"c3<>e4", "b2<>c3", "b2<>e4"}
    refused(state, "a1<>c3", "ST18", HATTER)
    refused(state, "c3<>b2", "ST18", HATTER)  # written the other way round
    play(state, "c3<>e4", game=HATTER)
    assert {"Ke4", "Bc3"} <= pieces(state)
    assert state.to_move == 0
    assert "c3-c4" in legal(state, HATTER)


def test_st18_again_after_three_more_moves() -> None:
    state = drawn(f"{WHITES} Kc3 Be4 kg6", game=HATTER)
    play(state, "c3<>e4", game=HATTER)
    refused(state, "c3<>e4", "ST18", HATTER)
    for own, their in (("c3-c4", "g6-g5"), ("c4-c5", "g5-g4"), ("c5-c6", "g4-g3")):
        play(state, own, game=HATTER)
        assert "c3<>e4" not in legal(state, HATTER)
        play(state, their, game=HATTER)
    assert "c6<>e4" in legal(state, HATTER)
    once = game_of("hatter+reaper:black+jolt:yellow", hatter_once=True)
    state = drawn(f"{WHITES} Kc3 Be4 kg6", game=once)
    play(state, "c3<>e4", "c3-c4", "g6-g5", "c4-c5", "g5-g4", "c5-c6", "g4-g3", game=once)
    refused(state, "c6<>e4", "ST18", once)
    assert "used" in str(once.view(state, 0))


def test_st18_rules_on_the_swapped_pieces_cannot_be_used() -> None:
    state = drawn(f"{WHITES} Yc2 Bc3 Gb1", game=HATTER)
    jolted = state.copy()
    play(jolted, "c2^c3^c4", game=HATTER)
    assert "c3-d3" in legal(jolted, HATTER)
    play(state, "b1<>c2", game=HATTER)
    assert "stop" not in legal(state, HATTER)
    again = drawn(f"{WHITES} Gc2 Bc3 Yb1", game=HATTER)
    play(again, "b1<>c2", "c2^c3^c4", game=HATTER)
    assert again.to_move == 1  # the swapped Jolt jolts nothing
    refused(drawn(f"{WHITES} Kc3 Bb1", game=potluck.load("struggle", powers="none")), "b1<>c3", "ST18")


# Grim Reaper

REAPER = game_of("reaper:black+armor:red+hatter", "reaper:black+tower:green+hatter")


def test_st19_the_reaper_goes_where_the_last_piece_was_removed() -> None:
    state = drawn(f"{WHITES} kg6 bc4 Kb1 Bc3", game=REAPER)
    play(state, "c3^c4^c5", game=REAPER)
    assert pieces(state) == {"Wa1", "wg7", "kc4", "Kb1", "Bc5"}
    assert state.to_move == 1
    white = drawn(f"{WHITES} kg6 bc4 Kb1 Bc3", "seat=1", REAPER)
    play(white, "c4^c3^c2", game=REAPER)
    assert "Kc3" in pieces(white)  # each side has its own


def test_st19_any_piece_may_be_the_reaper_and_any_rule_come_before_it() -> None:
    for powers in ("reaper:yellow+jolt:yellow+tower:green", "torus:blue+hatter+reaper:yellow"):
        game = game_of(powers, powers)
        for seat, board, jump, gone in ((1, "Yb1 Kc4 bc5", "c5^c4^c3", "Yc4"), (0, "yg6 kc4 Bc3", "c3^c4^c5", "yc4")):
            state = drawn(f"{WHITES} {board}", f"seat={seat}", game)
            play(state, jump, game=game)
            assert gone in pieces(state)


def test_st19_of_several_in_a_chain_the_last_counts() -> None:
    state = drawn(f"{WHITES} kg6 bc4 gd5 Bc3", game=REAPER)
    play(state, "c3^c4^c5", game=REAPER)
    assert "kg6" in pieces(state)  # not before the turn ends
    play(state, "c5^d5^e5", game=REAPER)
    assert "kd5" in pieces(state)


def test_st19_the_owner_chooses_among_pieces_removed_at_once() -> None:
    state = drawn("We5 wb1 kd3 bg6 gf7 rf6", game=REAPER)
    play(state, "e5-e6", game=REAPER)
    assert (state.to_move, state.turn) == (1, 0)  # in the enemy's turn
    assert legal(state, REAPER) == {"d3+g6", "d3+f7", "d3+f6"}
    refused(state, "d3-d2", "ST19", REAPER)
    assert REAPER.prompt(state, 1) == "Choose where your Grim Reaper goes."
    assert REAPER.path(state, REAPER.read(state, "d3+f7")) == ["f7"]
    play(state, "d3+f7", game=REAPER)
    assert pieces(state) == {"We6", "wb1", "kf7"}
    assert (state.to_move, state.turn) == (1, 1)
    refused(state, "f7+g6", "ST19", REAPER)


def test_st19_a_single_free_space_is_taken_without_asking_and_none_leaves_it() -> None:
    state = drawn("We5 wb1 kd3 bg6", game=REAPER)
    play(state, "e5-e6", game=REAPER)
    assert (state.to_move, "kg6" in pieces(state)) == (1, True)
    gone = drawn("We5 wb1 kg5 bg6 gf7", game=REAPER)
    play(gone, "e5-e6", game=REAPER)
    assert (gone.to_move, pieces(gone)) == (1, {"We6", "wb1"})  # the Reaper was zapped too
    game = game_of("jolt:yellow+armor:red+hatter", "reaper:black+tower:green+hatter")
    taken = drawn(f"{WHITES} Yc3 Bd2 rd3 kg6", game=game)
    play(taken, "c3^d3^e3", game=game)
    assert "kd3" in pieces(taken)
    # The jolted blue steps to where red was taken, so the Reaper stays.
    jolted = drawn(f"{WHITES} Yc2 Bd2 rd3 kg6", game=game)
    play(jolted, "c2^d2^e2", "e2^d3^c4", "d2-d3", game=game)
    assert {"Bd3", "kg6"} <= pieces(jolted)


def test_st19_not_for_a_broken_armor_nor_when_swapped_and_the_movers_goes_first() -> None:
    armor = drawn(f"{WHITES} Kb1 Rc4 kd6 bc5", "seat=1", REAPER)
    play(armor, "c5^c4^c3", game=REAPER)
    assert {"Kb1", "Rc4"} <= pieces(armor)
    tower = "rules1=hatter+reaper:black+tower:green;tower_at:d4;levels:2"
    fall = drawn(f"{WHITES} Kb1 Bc3 Ge3 5d4", f"seat=0 {tower}", REAPER)
    play(fall, "c3-c4", game=REAPER)
    assert legal(fall, REAPER) == {"b1+c4", "b1+e3"}  # both fell at once
    swapped = drawn(f"{WHITES} Kb1 Bc3 Yb2 5d4", f"seat=0 {tower}", REAPER)
    play(swapped, "b1<>b2", "c3-c4", game=REAPER)
    assert {"Kb2", "Yb1"} <= pieces(swapped)
    both = drawn(f"{WHITES} Kb1 Bc2 rc3 kg6 5d4", f"seat=0 {tower}", REAPER)
    play(both, "c2^c3^c4", game=REAPER)  # takes red, lands in the tower's range and falls
    assert {"Kc4", "kc3"} <= pieces(both)


# Jolt

JOLT = game_of("jolt:yellow+torus:green+tower:blue", "tower:green+armor:red+hatter")


def test_st20_a_jolted_piece_moves_once_on_either_side() -> None:
    game = game_of("jolt:yellow+armor:red+hatter", "jolt:yellow+armor:red+hatter")
    near, far = drawn(f"{WHITES} Yc2 Bc3 Gc5", game=game), drawn(f"{WHITES} ye6 be5 ge3", "seat=1", game)
    play(near, "c2^c3^c4", "c4^c5^c6", "c3-c4", game=game)
    play(far, "e6^e5^e4", "e4^e3^e2", "e5-e4", game=game)
    assert [moves_from(near, space, game) for space in ("c4", "c6", "a1")] == [set()] * 3
    assert [moves_from(far, space, game) for space in ("e4", "e2", "g7")] == [set()] * 3
    assert "c5-d5" in legal(near, game)  # green has not moved yet
    assert "e3-d3" in legal(far, game)


def test_st20_jolted_pieces_may_move_after_the_chain() -> None:
    state = drawn(f"{WHITES} Yc2 Bc3 Gd4 kd3", game=JOLT)
    play(state, "c2^c3^c4", game=JOLT)
    assert "stop" in legal(state, JOLT)
    play(state, "c4^d4^e4", game=JOLT)
    assert JOLT.prompt(state, 0) == "Move blue or green, without special rules, or stop here."
    assert moves_from(state, "c3", JOLT) == {"c3-c4", "c3^d3^e3", "c3-d2", "c3-b4"}
    refused(state, "e4-e5", "ST20", JOLT)
    refused(state, "c3@c4", "ST16", JOLT)
    play(state, "d4-d5", game=JOLT)
    play(state, "c3^d3^e3", game=JOLT)
    assert "kd3" not in pieces(state)
    assert legal(state, JOLT) == {"e3^e4^e5", "stop"}  # a jolted move may be a chain
    play(state, "stop", game=JOLT)
    assert (state.to_move, pieces(state)) == (1, {"Wa1", "wg7", "Ye4", "Gd5", "Be3"})


def test_st20_each_is_optional_and_only_nonwhite_own_pieces_are_jolted() -> None:
    state = drawn(f"{WHITES} Yc2 Bc3 Gd4", game=JOLT)
    play(state, "c2^c3^c4", "stop", game=JOLT)
    assert legal(state, JOLT) == {"c3-d3", "c3-d2", "c3-b4", "c3^c4^c5", "stop"}
    play(state, "stop", game=JOLT)
    assert state.to_move == 1
    white = drawn("Wc3 wg7 Yc2", game=JOLT)
    play(white, "c2^c3^c4", game=JOLT)
    assert white.to_move == 1
    other = drawn(f"{WHITES} Kc2 Bc3", game=JOLT)
    play(other, "c2^c3^c4", game=JOLT)
    assert other.to_move == 1  # black is not the Jolt


def test_st20_a_jolted_piece_uses_no_rules_and_jolts_nothing() -> None:
    torus = drawn(f"{WHITES} Ya4 Ga5", game=JOLT)
    play(torus, "a4^a5^a6", game=JOLT)
    refused(torus, "a5-e1", "ST5", JOLT)
    layer = drawn(f"{WHITES} Yc3 Bc4", game=JOLT)
    play(layer, "c3^c4^c5", "c4-d4", game=JOLT)
    assert layer.to_move == 1  # blue may not lay a tower
    chain = drawn(f"{WHITES} Yc2 Bc3 Kd3", game=JOLT)
    play(chain, "c2^c3^c4", "stop", "c3^d3^e3", game=JOLT)
    assert chain.to_move == 1  # black was jumped by a jolted piece


def test_st20_pieces_jolted_before_the_jolt_falls_still_move() -> None:
    tower = "rules1=armor:red+hatter+tower:green;tower_at:d5;levels:2"
    state = drawn(f"{WHITES} Yc3 Bc4 5d5", f"seat=0 {tower}", JOLT)
    play(state, "c3^c4^c5", game=JOLT)  # next to the tower
    assert pieces(state) == {"Wa1", "wg7", "Bc4"}
    assert legal(state, JOLT) == {"c4-c5", "c4-d4", "c4-d3", "c4-b5", "stop"}
    near = drawn(f"{WHITES} Yc3 Bc4 5d5", f"seat=0 {tower.replace('levels:2', 'levels:3')}", JOLT)
    play(near, "c3^c4^c5", game=JOLT)
    assert (near.to_move, pieces(near)) == (1, {"Wa1", "wg7"})  # the jolted one fell too


# Tumbling Tower

TOWER = game_of("tower:green+armor:red+hatter", "tower:green+armor:red+hatter")


def tower_at(space: str, levels: int, seat: int = 0) -> str:
    return f"rules{seat}=armor:red+hatter+tower:green;tower_at:{space};levels:{levels}"


def test_st21_a_base_may_be_laid_on_the_space_just_left() -> None:
    state = drawn(f"{WHITES} Gc3 kg6", game=TOWER)
    play(state, "c3-c4", game=TOWER)
    assert legal(state, TOWER) == {"lay", "stop"}
    assert TOWER.prompt(state, 0) == "Lay a tower where green stood, or stop here."
    refused(state, "c4^c5^c6", "ST5", TOWER)
    nothing = state.copy()
    play(nothing, "stop", game=TOWER)
    assert "tower_at" not in rule_field(TOWER, nothing, 0)
    play(state, "lay", game=TOWER)
    assert state.to_move == 1
    assert rule_field(TOWER, state, 0) == tower_at("c3", 1)
    play(state, "g6-g5", "c4-c5", game=TOWER)
    assert state.to_move == 1  # one at a time
    refused(state, "lay", "ST21", TOWER)


def test_st21_laying_in_the_middle_five_rows_only_by_the_designated_piece_within_a_chain_too() -> None:
    low = drawn(f"{WHITES} Gc2", game=TOWER)
    play(low, "c2-c3", game=TOWER)
    assert low.to_move == 1  # row 4
    high = drawn("Wa1 wb1 Ge6", game=TOWER)
    play(high, "e6-f5", game=TOWER)
    assert high.to_move == 1  # row 10
    other = drawn(f"{WHITES} Kc3", game=TOWER)
    play(other, "c3-c4", game=TOWER)
    assert other.to_move == 1
    refused(drawn(f"{WHITES} Gc3", game=TOWER), "lay", "ST21", TOWER)
    chain = drawn(f"{WHITES} Gc3 Bc4 Kd5", game=TOWER)
    play(chain, "c3^c4^c5", game=TOWER)
    assert legal(chain, TOWER) == {"lay", "c5^d5^e5", "stop"}
    play(chain, "lay", game=TOWER)
    assert legal(chain, TOWER) == {"c5^d5^e5", "stop"}
    swapped = drawn(f"{WHITES} Gc3 Bc4", game=TOWER)
    play(swapped, "c3<>c4", "c4-d4", game=TOWER)
    assert swapped.to_move == 1


def test_st21_nobody_stands_on_it_and_only_its_owner_jumps_it() -> None:
    fields = f"seat=0 {tower_at('d3', 1)}"
    own = drawn(f"{WHITES} Kc3 2d3", fields, TOWER)
    assert "c3^d3^e3" in legal(own, TOWER)
    assert "c3-d3" not in legal(own, TOWER)
    enemy = drawn(f"{WHITES} ke3 2d3", f"seat=1 {tower_at('d3', 1)}", TOWER)
    refused(enemy, "e3^d3^c3", "ST21", TOWER)
    refused(enemy, "e3-d3", "ST5", TOWER)


def test_st21_jumps_of_nonwhite_pieces_raise_it_to_three() -> None:
    for levels, after in ((1, 2), (2, 3), (3, 3)):
        state = drawn(f"{WHITES} Kc3 2d3", f"seat=0 {tower_at('d3', levels)}", TOWER)
        play(state, "c3^d3^e3", game=TOWER)
        assert rule_field(TOWER, state, 0) == tower_at("d3", after)
    white = drawn("Wc3 wg7 2d3", f"seat=0 {tower_at('d3', 1)}", TOWER)
    play(white, "c3^d3^e3", game=TOWER)
    assert rule_field(TOWER, white, 0) == tower_at("d3", 1)
    swapped = drawn(f"{WHITES} Kc3 Bb1 2d3", f"seat=0 {tower_at('d3', 1)}", TOWER)
    play(swapped, "b1<>c3", "c3^d3^e3", game=TOWER)
    assert rule_field(TOWER, swapped, 0).startswith("rules0=armor:red+hatter;wait:2+tower:green;tower_at:d3;levels:2")


def test_st21_it_falls_on_enemies_in_range_when_one_lands_there() -> None:
    state = drawn(f"{WHITES} ke5 be3 gd6 Kc3 2d4", f"seat=1 {tower_at('d4', 2)}", TOWER)
    play(state, "e5-d5", game=TOWER)
    assert pieces(state) == {"Wa1", "wg7", "gd6", "Kc3"}  # black and blue were next to it, green two away
    assert rule_field(TOWER, state, 0) == "rules0=armor:red+hatter+tower:green"
    low = drawn(f"{WHITES} ke5 2d4", f"seat=1 {tower_at('d4', 1)}", TOWER)
    play(low, "e5-d5", game=TOWER)
    assert "kd5" in pieces(low)  # one level has no range
    white = drawn("Wa1 we6 2d4", f"seat=1 {tower_at('d4', 3)}", TOWER)
    play(white, "e6-e5", game=TOWER)
    assert (white.ending(), white.score(0)) == ("ST8", 1.0)
    bystander = drawn("Wa1 wd5 ke6 2d4", f"seat=1 {tower_at('d4', 3)}", TOWER)
    play(bystander, "e6-e5", game=TOWER)
    assert bystander.score(0) == 1.0  # white in range falls with it


def test_st21_growing_and_own_landings_do_nothing_and_it_outlives_its_layer() -> None:
    grow = drawn(f"{WHITES} Kc3 kc4 2d3", f"seat=0 {tower_at('d3', 1)}", TOWER)
    play(grow, "c3^d3^e3", game=TOWER)
    assert "kc4" in pieces(grow)
    orphan = drawn(f"{WHITES} ke5 2d4", f"seat=1 {tower_at('d4', 2)}", TOWER)  # no green on the board
    play(orphan, "e5-e4", game=TOWER)
    assert "ke4" not in pieces(orphan)
    own = drawn(f"{WHITES} Kc3 2d4", f"seat=0 {tower_at('d4', 3)}", TOWER)
    play(own, "c3-c4", game=TOWER)
    assert {"Kc4"} <= pieces(own)


def test_st21_jolted_pieces_raise_it_too() -> None:
    game = game_of("tower:green+jolt:yellow+armor:red")
    rules = "rules0=armor:red+jolt:yellow+tower:green;tower_at:d3;levels:1"
    state = drawn(f"{WHITES} Yc2 Bc3 2d3", f"seat=0 {rules}", game)
    play(state, "c2^c3^c4", "stop", "c3^d3^e3", game=game)
    assert "levels:2" in rule_field(game, state, 0)


# All of them together


@pytest.mark.parametrize("name", ["hatter", "pact", "caboose", "teleporter", "reaper", "tower"])
def test_a_rule_that_one_does_not_have_cannot_be_used(name: str) -> None:
    game = potluck.load("struggle", powers="none")
    state = game.new()
    text = {"hatter": "a2<>b1", "pact": "a2&g6", "caboose": "a3>>a4", "teleporter": "b1@b4", "reaper": "a2+b4"}
    with pytest.raises(potluck.IllegalMove, match="you do not have the rule"):
        game.read(state, text.get(name, "lay"))


def test_a_match_over_keeps_its_position() -> None:
    state = drawn("Wg6 wa3 ka2", game=TOWER)
    play(state, "g6-g7", game=TOWER)
    assert state.to_move == OVER
    again = TOWER.read_position(TOWER.write_position(state))
    assert isinstance(again, StruggleState)
    assert again.key() == state.key()


def test_a_standing_tower_is_the_only_one_and_covers_its_range() -> None:
    state = drawn(f"{WHITES} Gc3 2d4", f"seat=0 {tower_at('d4', 2)}", TOWER)
    refused(state, "lay", "ST21", TOWER)
    assert len(state.power(2).reach(state, 2)) == 6
    assert state.power(5).reach(state, 5) == []


def test_a_jolted_piece_that_cannot_move_is_passed_over() -> None:
    game = game_of("jolt:yellow+armor:red+hatter")
    shut = drawn("Wa1 wb1 Ye7 Kf7 Bg6", game=game)
    play(shut, "e7^f7^g7", game=game)
    assert shut.to_move == 1
    free = drawn("Wa1 wb1 Ye7 Kf7", game=game)
    play(free, "e7^f7^g7", game=game)
    assert legal(free, game) == {"f7-g6", "stop"}


def test_the_log_tells_which_space_the_owner_chose() -> None:
    state = drawn("We5 wb1 kd3 bg6 gf7", game=REAPER)
    play(state, "e5-e6", game=REAPER)
    assert REAPER.tell(state, REAPER.read(state, "d3+g6"), 0) == ["{1} sent the Reaper to g6."]


def test_an_arrival_may_end_the_match_if_arrivals_land() -> None:
    game = game_of("reaper:black+armor:red+teleporter:white", any_arrival_lands=True, white_may_carry=True)
    state = drawn("We6 wa3", game=game)
    play(state, "e6@g7", game=game)
    assert (state.ending(), state.score(0)) == ("ST8", 1.0)
    plain = game_of("reaper:black+armor:red+teleporter:white", white_may_carry=True)
    state = drawn("We6 wa3", game=plain)
    play(state, "e6@g7", game=plain)
    assert state.to_move == 1
