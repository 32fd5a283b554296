"""Rulings of Magic Potion on moving, picking up and items."""

from magic_potion.field import GAME, dice, drawn, items, legal, lying, play, refused, where
from potluck import CHANCE, SPECTATOR

PAIR = "thief=red,18,2,I* priest=blue,18,1,II*"


def test_mp9_a_turn_is_move_then_act_and_each_is_optional() -> None:
    state = drawn("...T...\n...p...", PAIR, "phase=move actor=thief")
    refused(state, "attack-priest", "MP9")
    refused(state, "done", "MP9")
    play(state, "stay")
    assert legal(state) == {"attack-priest", "show-I*", "done"}
    refused(state, "go-d4", "MP9")
    play(state, "done")
    assert GAME.prompt(state, 1) == "Move the Priest up to 1 slot, or stay."


def test_mp9_a_turn_with_nothing_to_decide_is_over() -> None:
    state = drawn("...T...\n.......\n...p...", "thief=red,18,2 priest=blue,18,1,II*,I!", "phase=move actor=thief")
    play(state, "go-e3")
    assert state.to_move == 1


def test_mp11_moving_goes_along_free_slots_up_to_the_speed() -> None:
    state = drawn("...T...\n..Hp...", PAIR + " hunter=red,18,0", "phase=move actor=thief")
    assert legal(state) == {
        *("stay", "go-b2", "go-c2", "go-e2", "go-f2", "go-c3", "go-d3", "go-e3", "go-d4", "go-e1"),
    }
    refused(state, "go-d1", "MP11")
    refused(state, "go-c1", "MP11")
    refused(state, "go-d5", "MP11")
    refused(state, "go-b1", "MP11")
    assert GAME.write(state, GAME.read(state, "go-d2")) == "stay"
    slow = drawn("...P...\n.......\n...t...", "priest=red,18,0,I* thief=blue,9,0,II*", "phase=move actor=priest")
    refused(slow, "go-d1", "MP11")
    blocked = drawn(".H.....\nTp.....", PAIR + " hunter=red,18,0", "phase=move actor=thief")
    assert legal(blocked) == {"stay", "go-a2", "go-a3"}
    refused(blocked, "go-b1", "MP11")


def test_mp12_who_stood_on_a_surprise_slot_must_leave_it() -> None:
    state = drawn("...T...\n.......\n.......\n..p....", PAIR, "phase=move actor=thief")
    assert "stay" not in legal(state)
    refused(state, "stay", "MP12")
    beside = drawn("....T..\n.......\n.......\n..p....", PAIR, "phase=move actor=thief")
    assert "stay" in legal(beside)


def test_mp12_walled_in_or_held_is_exempt() -> None:
    facts = "thief=red,18,2,I* assassin=red,15,0 priest=blue,18,1,II* hunter=blue,18,0"
    walled = drawn("A......\nTp.....\nh......\n.......\n.......\n.......", facts, "phase=move actor=thief")
    assert where(walled, "thief") == "a5"
    surprised = drawn("A......\nTp.....\nh......\n.......\n.......", facts, "phase=move actor=thief")
    assert where(surprised, "thief") == "a4"
    assert legal(walled) == legal(surprised) == {"stay"}
    held = drawn("T......\n.......\n...h...\nA..p...", facts, "phase=free actor=thief hound=a4 bitten=thief")
    play(held, "4")
    assert (where(held, "thief"), GAME.prompt(held, 0)) == ("a4", "Act with the Thief: show an item or end the turn.")


def test_mp12_a_back_stab_is_a_way_off_the_surprise_slot() -> None:
    facts = "assassin=red,15,0,I* thief=red,18,0 priest=blue,18,1,II* hunter=blue,18,0"
    state = drawn("T......\nAp.....\nh......\n.......\n.......", facts, "phase=move actor=assassin")
    assert (where(state, "assassin"), legal(state)) == ("a4", {"stab-c4", "stab-a2"})
    refused(state, "stay", "MP12")
    undead = facts.replace("assassin=red,15,0,I*", "assassin=red,undead,3,0 necromancer=red,15,0,I*")
    state = drawn("T......\nAp.....\nh......\n.......\nN......\n", undead, "phase=move actor=assassin")
    assert legal(state) == {"stay"}  # the undead stab nobody (MP21), and have no other way


def test_mp13_arriving_draws_an_item_and_takes_what_lies_there() -> None:
    state = drawn("...T...\n.......\n.......\n.p.....", PAIR + " e5=+1 d3=+2,none", "phase=move actor=thief")
    play(state, "go-d3")
    assert items(state, "thief") == ["I*", "none!", "+2!"]
    assert state.to_move == 0
    state = drawn("....T..\n.......\np......\n.......", PAIR + " d4=+2", "phase=move actor=thief")
    play(state, "go-d4")
    assert state.to_move == CHANCE
    play(state, "+3")
    assert items(state, "thief") == ["I*", "+2!", "+3"]


def test_mp13_no_item_is_drawn_from_an_empty_pile() -> None:
    used = "used=+1,+1,+1,+1,+2,+2,+2,+2,+3 b1=III,none,none,none,none,none,none"
    state = drawn("....T..\n.......\np......\n.......", f"{PAIR} {used}", "phase=move actor=thief")
    play(state, "go-d4")
    assert state.to_move == 0
    assert items(state, "thief") == ["I*"]


def test_mp14_shown_energy_becomes_dice() -> None:
    state = drawn("...T...\n...p...", "thief=red,18,0,I*,+2 priest=blue,18,0,II*,+1!", "phase=move actor=thief")
    play(state, "stay")
    assert legal(state) == {"show-I*", "show-+2", "done"}
    refused(state, "show-+1", "MP14")
    play(state, "show-+2")
    assert (dice(state, "thief"), items(state, "thief")) == (2, ["I*"])
    play(state, "attack-priest", "roll-1")
    assert legal(state) == {"show-II*", "show-+1!", "roll-0"}
    refused(state, "show-+2", "MP14")
    play(state, "show-+1!")
    assert legal(state) == {"show-II*", "roll-0", "roll-1"}


def test_mp14_an_open_blank_cannot_be_shown_again() -> None:
    state = drawn("...T...\n...p...", "thief=red,18,0,none* priest=blue,18,0,II*", "phase=act actor=thief")
    play(state, "show-none*")
    assert items(state, "thief") == ["none!"]
    state = drawn("...T...\n...p...", "thief=red,18,1,none! priest=blue,18,0,II*", "phase=act actor=thief")
    refused(state, "show-none!", "MP14")


def test_mp28_items_may_be_kept_unseen() -> None:
    facts = "thief=red,18,0,I*,+2,+2,+3,none priest=blue,18,0,II*"
    state = drawn("...T...\n...p...", facts, "phase=move actor=thief")
    play(state, "stay", "done")
    assert items(state, "thief", 1) == ["?", "?", "?", "?", "?*"]
    assert items(state, "thief", 0) == ["I*", "none", "+2", "+2", "+3"]
    refused(state, "show-+2", "MP9")


def test_mp35_a_recipe_piece_may_be_shown() -> None:
    state = drawn("...T...\n...p...", PAIR, "phase=act actor=thief")
    play(state, "show-I*")
    assert items(state, "thief", 1) == ["I!"]
    refused(state, "show-I!", "MP14")


def test_mp37_staying_takes_nothing() -> None:
    facts = "necromancer=red,15,2,I* thief=red,dead priest=blue,18,0,II* d1=+2"
    state = drawn("...N...\n.......\n...p...\n.......", facts, "phase=act actor=necromancer")
    play(state, "summon-thief", "place-d1")
    assert (lying(state, "d1"), items(state, "thief")) == (["+2"], [])
    state = drawn("...N...\n.......\n...p...\n...T...", facts.replace("dead", "undead,3,0"), "phase=move actor=thief")
    play(state, "stay")
    assert lying(state, "d1") == ["+2"]
    other = drawn("...N...\n.......\n...p...\n..T....", facts.replace("dead", "undead,3,0"), "phase=move actor=thief")
    play(other, "go-d1")
    assert items(other, "thief") == ["+2!"]
    assert items(other, "thief", SPECTATOR) == ["+2!"]


def test_mp32_nobody_keeps_more_than_199_dice() -> None:
    state = drawn("...T...\n...p...", "thief=red,18,198,+3 priest=blue,18,0,II*", "phase=act actor=thief")
    play(state, "show-+3")
    assert dice(state, "thief") == 199
    few = drawn("...T...\n...p...", "thief=red,18,195,+3 priest=blue,18,0,II*", "phase=act actor=thief")
    play(few, "show-+3", "attack-priest")
    assert dice(few, "thief") == 198
    refused(few, "roll-199", "MP16")
    assert len(few.moves()) == 198
