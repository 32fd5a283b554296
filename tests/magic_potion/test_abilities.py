"""Rulings of Magic Potion on the special abilities."""

import potluck
from magic_potion.field import GAME, dice, drawn, health, items, legal, lying, play, refused, where
from potluck import CHANCE
from potluck.games.magic_potion.board import NAMES

BITE = "hunter=red,18,0,I* thief=red,9,0 swordsman=blue,20,1,II* priest=blue,9,0"


def test_mp17_the_assassin_passes_through_and_must_stab() -> None:
    facts = "assassin=red,15,0,I* thief=red,9,0 priest=blue,18,0,II* merchant=blue,18,0"
    state = drawn(".......\n...p...\n..TA...\n..b....", facts, "phase=move actor=assassin")
    assert "stab-d4" in legal(state)
    refused(state, "go-d4", "MP11")
    refused(state, "stab-b2", "MP17")
    refused(state, "stab-d3", "MP17")
    play(state, "stab-d4")
    assert where(state, "assassin") == "d4"
    assert state.to_move == CHANCE  # d4 is a surprise slot
    play(state, "+1")
    assert legal(state) == {"attack-priest", "show-I*", "show-+1"}
    refused(state, "done", "MP17")
    refused(state, "attack-merchant", "MP17")
    play(state, "show-+1", "attack-priest", "roll-1", "roll-0")
    assert state.left() == 2
    play(state, "6", "1")
    assert health(state, "priest") == 11  # 6 + 1 + 3 against 3


def test_mp17_the_slot_behind_must_be_free_and_the_passed_an_enemy() -> None:
    facts = "assassin=red,15,0,I* thief=red,9,0 priest=blue,18,0,II* merchant=blue,18,0"
    state = drawn("...b...\n...p...\n..TA...", facts, "phase=move actor=assassin")
    refused(state, "stab-d3", "MP17")
    refused(state, "stab-b1", "MP17")
    other = drawn("...p...\n..bT...\n...A...", facts, "phase=move actor=thief")
    refused(other, "stab-b2", "MP17")


def test_mp18_the_hound_bites_and_holds() -> None:
    state = drawn("...s..p\n.......\n...H..T", BITE, "phase=move actor=hunter")
    play(state, "stay")
    refused(state, "hound-d4", "MP18")
    refused(state, "hound-d1", "MP18")
    refused(state, "hound-stay", "MP18")
    assert len(legal(state)) == 9
    play(state, "hound-d3")
    assert (state.hound(), state.bitten()) == (NAMES.index("d3"), 3)
    play(state, "done", "stay")
    assert state.to_move == CHANCE  # the thief has moved, the swordsman rolls
    held, free = state.copy(), state.copy()
    play(held, "4")
    refused(held, "go-d4", "MP9")
    assert held.bitten() == 3
    play(free, "5")
    assert (free.bitten(), free.hound()) == (-1, 49)
    assert "go-d4" in legal(free)


def test_mp18_an_enemy_that_walks_onto_the_hound_is_not_bitten() -> None:
    state = drawn("...s..p\n.......\n...H..T", BITE, "phase=move actor=swordsman hound=d2")
    play(state, "go-d2")
    assert (where(state, "swordsman"), state.bitten()) == ("d2", -1)


def test_mp18_the_hound_can_stay_be_recalled_or_move_on() -> None:
    state = drawn("...s..p\n.......\n...H..T", BITE, "phase=hound actor=hunter hound=d3 bitten=swordsman")
    stays, home, away = state.copy(), state.copy(), state.copy()
    play(stays, "hound-stay")
    assert stays.bitten() == 3
    play(home, "hound-home")
    assert (home.bitten(), home.hound()) == (-1, 49)
    play(away, "hound-d4")
    assert (away.bitten(), away.hound()) == (-1, NAMES.index("d4"))


def test_mp18_on_a_surprise_slot_the_hound_stops_draws_and_must_leave() -> None:
    state = drawn("....T..\n.......\n...H...\n..s...p", BITE, "phase=move actor=thief hound=d4")
    play(state, "go-d4")
    assert state.to_move != CHANCE
    state = drawn("...H..T\n..s...p", BITE, "phase=hound actor=hunter hound=d4")
    refused(state, "hound-stay", "MP18")
    assert GAME.prompt(state, 0) == "Send the hound up to 2 slots, or keep it."
    beside = drawn("...H..T\n..s...p", BITE, "phase=hound actor=hunter hound=d3")
    assert GAME.prompt(beside, 0) == "Send the hound up to 2 slots, leave it, or keep it."
    state = drawn("...H...\n....T..\n.......\n..s...p", BITE, "phase=hound actor=hunter hound=d4")
    refused(state, "hound-stay", "MP18")


def test_mp18_the_hound_goes_with_its_master_and_returns_from_the_fallen() -> None:
    facts = "hunter=red,1,0,I* thief=red,9,1 swordsman=blue,1,1,II* priest=blue,9,0"
    state = drawn("...s..p\n...T...\n..H....", facts, "phase=act actor=thief hound=d3 bitten=swordsman")
    play(state, "attack-swordsman", "roll-0", "6", "done")
    assert (state.bitten(), state.hound()) == (-1, 49)
    state = drawn("...H..p\n...s...\nT......", facts, "phase=act actor=swordsman hound=c3")
    play(state, "attack-hunter", "roll-0", "6")
    assert (where(state, "hunter"), state.hound()) == (None, 49)


def test_mp34_the_hound_moves_after_the_hunter() -> None:
    state = drawn("...s..p\n.......\n...H..T", BITE, "phase=move actor=hunter")
    refused(state, "hound-d3", "MP9")
    play(state, "go-d2")
    refused(state, "done", "MP34")
    assert "hound-d4" in legal(state)
    play(state, "hound-home")
    refused(state, "hound-d4", "MP9")


def test_mp19_the_thief_steals_after_four_damage() -> None:
    facts = "thief=red,18,1,I* priest=blue,18,3,II*,+1 merchant=blue,9,0"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0", "5")
    assert health(state, "priest") == 14
    assert legal(state) == {"steal-item", "steal-dice", "done"}
    refused(state, "take-II", "MP19")
    coins, card, nothing = state.copy(), state.copy(), state.copy()
    play(coins, "steal-dice")
    assert (dice(coins, "thief"), dice(coins, "priest")) == (2, 1)
    play(card, "steal-item")
    assert {GAME.write(card, move) for move in card.moves()} == {"II*", "+1"}
    play(card, "II*")
    assert (items(card, "thief"), items(card, "priest", 0)) == (["I*", "II!"], ["?"])
    play(nothing, "done")
    assert nothing.to_move == 1
    little = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(little, "attack-priest", "roll-0", "4")
    assert little.to_move == 1  # 3 damage


def test_mp19_the_thief_steals_before_the_target_falls() -> None:
    facts = "thief=red,18,1,I* priest=blue,2,1,II* merchant=blue,9,0"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0", "6")
    assert (health(state, "priest"), where(state, "priest")) == (0, "d1")
    refused(state, "go-d3", "MP19")
    play(state, "steal-dice")
    assert (dice(state, "thief"), where(state, "priest"), lying(state, "d1")) == (1, None, ["II"])
    bare = drawn("...T..b\n...p...", "thief=red,18,1,I* priest=blue,9,1 merchant=blue,9,0", "phase=act actor=thief")
    play(bare, "attack-priest", "roll-0", "6")
    refused(bare, "steal-item", "MP19")
    nothing = drawn("...T..b\n...p...", "thief=red,18,1,I* priest=blue,9,0 merchant=blue,9,0", "phase=act actor=thief")
    play(nothing, "attack-priest", "6")
    assert nothing.to_move == 1  # it is not asked what to take


def test_mp19_equal_items_are_drawn_as_one() -> None:
    facts = "thief=red,18,1,I* priest=blue,18,0,none!,none*,none! merchant=blue,9,0,II*"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0", "6", "steal-item")
    assert {GAME.write(state, move): state.weight(move) for move in state.moves()} == {"none*": 1, "none!": 2}
    assert len(list(state.moves())) == 2


def test_mp20_healing_is_one_die_up_to_full_health() -> None:
    facts = "priest=red,13,2,I* thief=red,18,0 merchant=blue,9,0,II*"
    state = drawn("P..T...\n.......\n......b", facts, "phase=act actor=priest")
    refused(state, "heal-thief", "MP20")
    refused(state, "heal-merchant", "MP20")
    play(state, "heal-priest", "6")
    assert (health(state, "priest"), dice(state, "priest"), state.to_move) == (18, 1, 1)
    poor = drawn("P..T...\n.......\n......b", facts.replace("13,2", "13,0"), "phase=act actor=priest")
    refused(poor, "heal-priest", "MP20")
    state = drawn("P..T...\n.......\n......b", facts.replace("thief=red,18", "thief=red,2"), "phase=act actor=priest")
    play(state, "heal-thief", "3")
    assert health(state, "thief") == 5
    other = drawn("P.Tb...", facts, "phase=act actor=merchant")
    refused(other, "heal-merchant", "MP20")


def test_mp21_the_necromancer_summons_for_two_dice() -> None:
    facts = "necromancer=red,15,3,I* thief=red,dead priest=blue,18,0,II*"
    state = drawn("...N...\n.......\n.......\n......p", facts, "phase=act actor=necromancer")
    refused(state, "summon-priest", "MP21")
    play(state, "summon-thief")
    refused(state, "place-d5", "MP21")
    refused(state, "done", "MP21")
    play(state, "place-c1")
    assert (where(state, "thief"), health(state, "thief"), dice(state, "necromancer")) == ("c1", 3, 1 + 5)
    assert state.round() == 2
    poor = drawn("...N...\n.......\n.......\n......p", facts.replace("15,3", "15,1"), "phase=act actor=necromancer")
    refused(poor, "summon-thief", "MP21")


def test_mp21_no_summons_without_a_free_slot() -> None:
    facts = "necromancer=red,15,3,I* thief=red,dead priest=blue,18,0,II* magician=blue,9,0 merchant=blue,9,0"
    state = drawn("..Npm..\n..bH...", facts + " hunter=red,9,0", "phase=act actor=necromancer")
    play(state, "summon-thief")
    assert legal(state) == {"place-e1"}
    facts = "necromancer=red,15,3,I* thief=red,undead,3,0 hunter=red,dead priest=blue,18,0,II* magician=blue,9,0"
    state = drawn("..Npm..\n..bT...", facts + " merchant=blue,9,0", "phase=act actor=necromancer")
    play(state, "summon-hunter")
    assert legal(state) == {"place-e1"}
    refused(state, "place-c1", "MP27")


def test_mp21_the_undead_act_after_their_master_with_flat_values() -> None:
    facts = "necromancer=red,15,0,I* thief=red,undead,3,0,+2! hunter=red,fresh,3,0 priest=blue,18,0,II*"
    state = drawn("..N.p..\n.......\n....T..\n..H....", facts, "phase=move actor=priest")
    play(state, "stay", "done", "stay", "done")
    assert GAME.prompt(state, 0) == "Move the Hunter up to 1 slot, or stay."
    play(state, "stay")
    assert GAME.prompt(state, 0) == "Move the Thief up to 1 slot, or stay."
    play(state, "go-e3")
    refused(state, "show-+2!", "MP21")
    play(state, "attack-priest", "roll-0")
    assert health(state, "priest") == 18  # 2 against 3, without dice
    assert state.round() == 2


def test_mp21_those_summoned_this_turn_wait() -> None:
    facts = "necromancer=red,15,2,I* thief=red,dead hunter=red,9,0 priest=blue,18,0,II*"
    state = drawn("...N..p\nH......", facts, "phase=act actor=necromancer")
    play(state, "summon-thief", "place-c1")
    assert state.round() == 2


def test_mp21_the_undead_cannot_pay_and_fall_with_their_master() -> None:
    facts = "necromancer=red,1,0,I* priest=red,undead,2,0,+1! thief=red,9,0 magician=blue,18,0,II* merchant=blue,9,1"
    state = drawn("...N..T\nb......\nP..m...", facts, "phase=act actor=magician")
    play(state, "blast")
    assert (where(state, "priest"), lying(state, "a1"), lying(state, "d3")) == (None, ["+1"], ["I"])
    healer = drawn("...N..T\nm......\nP.....b", facts, "phase=act actor=priest")
    refused(healer, "heal-priest", "MP21")
    helped = drawn("...N..T\nb......\nP..m...", facts, "phase=act actor=merchant")
    play(helped, "bribe-priest")
    assert (dice(helped, "priest"), dice(helped, "merchant")) == (0, 0)  # the die went to the bag


def test_mp21_the_bitten_undead_cannot_roll() -> None:
    facts = "necromancer=red,15,0,I* thief=red,undead,3,0 hunter=blue,18,0,II*"
    state = drawn("..N.h..\n.......\n....T..", facts, "phase=move actor=necromancer hound=e1 bitten=thief")
    play(state, "stay", "done")
    assert (state.round(), where(state, "thief"), state.bitten()) == (2, "e1", 2)
    near = drawn("..N....\n.......\n...hT..", facts, "phase=move actor=necromancer hound=e1 bitten=thief")
    play(near, "stay", "done")
    assert legal(near) == {"attack-hunter", "done"}


def test_mp2_the_undead_have_three_health() -> None:
    facts = "necromancer=red,15,3,I* thief=red,dead priest=blue,18,0,II*"
    state = drawn("...N..p", facts, "phase=act actor=necromancer")
    play(state, "summon-thief", "place-c1")
    assert health(state, "thief") == 3
    game = potluck.load("magic_potion", undead_hp=5)
    state = drawn("...N..p", facts, "phase=act actor=necromancer", game)
    play(state, "summon-thief", "place-c1", game=game)
    assert health(state, "thief") == 5


def test_mp22_fire_blast_hits_the_cross_within_two() -> None:
    facts = "magician=red,20,0,I* swordsman=blue,20,3,II* priest=blue,18,3 thief=blue,9,0"
    state = drawn("...s...\n...M.p.\n..t....", facts, "phase=act actor=magician")
    play(state, "blast")
    assert [health(state, name) for name in ("swordsman", "priest", "thief")] == [18, 16, 9]
    state = drawn("..s....\np..M...\n..t....", facts, "phase=act actor=magician")
    refused(state, "blast", "MP22")
    state = drawn("..s....\np..M...\n...t...", facts, "phase=act actor=swordsman")
    refused(state, "blast", "MP22")


def test_mp23_a_bribe_shows_all_items_and_takes_one() -> None:
    facts = "merchant=red,18,1,I* priest=blue,18,0,II*,+2,none thief=blue,9,0"
    state = drawn("...B..t\n...p...", facts, "phase=act actor=merchant")
    refused(state, "bribe-thief", "MP23")
    play(state, "bribe-priest")
    assert (dice(state, "merchant"), dice(state, "priest")) == (0, 1)
    assert items(state, "priest", 0) == ["II!", "none!", "+2!"]
    assert legal(state) == {"take-II", "take-none", "take-+2"}
    refused(state, "take-III", "MP23")
    refused(state, "done", "MP23")
    play(state, "take-+2")
    assert (items(state, "merchant", 1), items(state, "priest", 0)) == (["+2!", "?*"], ["II!", "none!"])
    empty = drawn(
        "...B..t\n...p...", "merchant=red,18,1,I* priest=blue,18,0 thief=blue,9,0,II*", "phase=act actor=merchant"
    )
    play(empty, "bribe-priest")
    assert (dice(empty, "priest"), empty.round()) == (1, 2)
    poor = drawn("...B..t\n...p...", facts.replace("18,1,I*", "18,0,I*"), "phase=act actor=merchant")
    refused(poor, "bribe-priest", "MP23")
