"""The eight potions of Potion Explosion: what each does, and what it refuses."""

import pytest

from potion_explosion.drawing import GAME, NINTH, PLAIN, drawn, field, play, refused, settled, texts, track, weights
from potluck import CHANCE

REST = " ".join(PLAIN.split()[1:])
JOY = "magnet+sands+prismatic+balm+love+lava"


def test_px11_potions_are_drunk_at_any_time_of_the_own_turn_once() -> None:
    state = drawn("done0=wisdom5+lava5")
    assert {"wisdom", "lava"} <= set(texts(state))
    settled(play(state, "wisdom b1"))
    assert "drunk once" in refused(state, "wisdom", "PX11")
    assert field(state, "done0") == "wisdom5+lava5"
    assert field(state, "drunk0") == "wisdom"
    settled(play(state, "a1"))
    assert "lava" in texts(state)  # after the pick as well
    assert "completed no Sands of Time" in refused(state, "sands", "PX11")


def test_px11_a_potion_may_be_drunk_in_the_turn_that_completes_it() -> None:
    state = drawn("pool0=R desk0=wisdom4:RYY/lava4")
    assert "wisdom" not in texts(state)
    settled(play(state, "red-1"))
    assert "wisdom" in texts(state)


def test_px11_a_potion_without_effect_is_not_drunk() -> None:
    done = "done0=love5+sands5+prismatic5+balm5 "
    state = drawn(done, kinds=JOY)
    assert "pools of the others are empty" in refused(state, "love", "PX11")
    assert "no other potion" in refused(state, "sands", "PX11")
    assert "no marble, or no hole" in refused(state, "prismatic", "PX11")
    assert "have one colour" in refused(state, "balm", "PX11")
    better = drawn(done, "pool1=R pool0=K", tracks="RRKYRBKYB " + REST, kinds=JOY)
    assert {"love", "prismatic", "balm"} <= set(texts(better))
    everything = "R" * 20 + "B" * 20 + "K" * 20 + "Y" * 20
    bare = drawn(
        f"done0=wisdom5+draft5+lava5+magnet5 pool0={everything} fresh={everything} desk0=-/-", tracks="- - - - -"
    )
    for kind in ("wisdom", "draft", "lava", "magnet"):
        refused(bare, kind, "PX11")
    holes = drawn("done0=prismatic5 pool0=R desk0=-/-", kinds=JOY)
    refused(holes, "prismatic", "PX11")


def test_px12_wisdom_takes_one_marble() -> None:
    state = play(drawn("done0=wisdom5", tracks="RBRKYRBKY " + REST), "wisdom")
    assert texts(state) == [f"{name}{place}" for name in "abcde" for place in range(1, 9)]
    assert "out of reach" in refused(state, "a9", "PX6")
    settled(play(state, "a2"))
    assert track(state, "a").startswith("RRK")  # nothing exploded
    assert field(state, "fresh") == "B"
    far = play(drawn("done0=wisdom5", game=NINTH), "wisdom", NINTH)
    assert "a9" in texts(far, NINTH)


def test_px12_blind_love_takes_a_whole_pool() -> None:
    two = play(drawn("done0=love5 pool1=RRB"), "love")
    assert field(two, "pool1") == ""
    assert field(two, "fresh") == "RRB"  # the only pool leaves no choice
    three = play(drawn("seats=4 done0=love5 pool1=RRB pool2=Y"), "love")
    assert texts(three) == ["pool-1", "pool-2"]
    assert "is empty" in refused(three, "pool-3", "PX12")
    assert "opponent" in refused(three, "pool-0", "PX12")
    play(three, "pool-2")
    assert field(three, "pool1") == "RRB"
    assert field(three, "pool0") == "Y"
    refused(drawn(), "pool-1", "PX12")
    pair = play(drawn("seats=3 done0=love5 pool1=RRB pool2=Y"), "love")
    assert "no seat 3" in refused(pair, "pool-3", "PX12")


def test_px12_magnetical_attraction_takes_two_touching_marbles() -> None:
    state = play(drawn("done0=magnet5", tracks="RRKYRBKYB " + REST), "magnet")
    assert "a1" not in texts(state)
    assert "different colours" in refused(state, "a1", "PX12")
    assert "a8" not in texts(state)  # the one above it is out of reach
    refused(state, "a8", "PX12")
    settled(play(state, "a2"))
    assert track(state, "a").startswith("RYRBKYB")
    assert field(state, "fresh") == "RK"


def test_px12_prismatic_joy_places_on_any_colour() -> None:
    state = play(drawn("done0=prismatic5 pool0=RRKK fresh=K desk0=balm4/lava4", kinds=JOY), "prismatic")
    assert "end" not in texts(state)
    assert "not yet chosen" in refused(state, "end", "PX29")
    refused(state, "yellow-1-red", "PX12")
    refused(state, "red-1-yellow", "PX12")
    play(state, "red-1-blue")
    assert field(state, "desk0") == "balm4:R:RKK/lava4"
    assert field(state, "left") == "2"
    play(state, "red-2-yellow black-2-blue")
    assert field(state, "phase") == "turn"  # three at most
    assert field(state, "desk0") == "balm4:R:RKK/lava4:RK:BK"


def test_px12_prismatic_joy_may_stop_and_may_complete() -> None:
    state = play(drawn("done0=prismatic5 pool0=RRK desk0=balm4:RBK/lava4", kinds=JOY), "prismatic red-1-black")
    assert field(state, "returning") == "RRBK"  # the marbles that lay there, whatever the holes
    settled(state)
    assert "end" in texts(state)
    play(state, "end")
    assert field(state, "phase") == "turn"
    assert field(state, "pool0") == "RK"
    last = play(drawn("done0=prismatic5 pool0=R desk0=balm4/lava4", kinds=JOY), "prismatic red-1-black")
    assert field(last, "phase") == "turn"


def test_px12_abyssal_draft_takes_bottom_marbles_of_different_colours() -> None:
    tracks = "RBKYRBKYR RKYRBKYRB KYRBKYRBK YRBKYRBKY BBKYRBKYR"
    state = play(drawn("done0=draft5", tracks=tracks), "draft")
    assert texts(state) == ["a1", "b1", "c1", "d1", "e1"]
    refused(state, "a2", "PX12")
    play(state, "a1")
    assert texts(state) == ["c1", "d1", "e1", "end"]
    assert "each colour" in refused(state, "b1", "PX12")
    assert "marked already" in refused(state, "a1", "PX12")
    assert track(state, "a").startswith("RBK")  # all at the same time, so nothing has moved
    play(state, "c1 end")
    settled(state)
    assert field(state, "fresh") == "RK"
    assert track(state, "a").startswith("BKY")
    full = play(drawn("done0=draft5", tracks=tracks), "draft a1 c1 d1 e1")
    assert field(full, "fresh") == "RBKY"  # four colours leave nothing to add
    hand = "RRRRRRYYYYYYKKKK"
    gone = play(drawn(f"done0=draft5 pool0={hand} fresh={hand} desk0=-/-", tracks=tracks[:40] + "-"), "draft")
    assert texts(gone) == ["a1", "b1", "c1", "d1"]


def test_px12_balm_takes_a_run_of_one_colour() -> None:
    tracks = "RRRRKYYKB " + REST
    state = play(drawn("done0=balm5", tracks=tracks, kinds=JOY), "balm")
    assert texts(state) == ["a1", "a2", "a3", "a6"]
    refused(state, "a4", "PX12")
    play(state, "a1")
    assert texts(state) == ["a2", "a3", "a4"]
    refused(state, "a5", "PX12")
    settled(play(state, "a3"))
    assert field(state, "fresh") == "RRR"
    assert track(state, "a").startswith("RKYYKB")
    pair = play(drawn("done0=balm5", tracks=tracks, kinds=JOY), "balm a6")
    assert field(pair, "fresh") == "YY"  # only one upper end
    edge = play(drawn("done0=balm5", tracks="RBKYRBKYY BBKYRBKYR " + " ".join(PLAIN.split()[2:]), kinds=JOY), "balm")
    assert texts(edge) == ["b1"]


def test_px12_lavamancing_returns_marbles_of_one_colour_in_one_track() -> None:
    tracks = "RBRYRBKRB RBKYRBKYR " + " ".join(PLAIN.split()[2:])
    state = play(drawn("done0=lava5", tracks=tracks), "lava a1")
    assert texts(state) == ["a3", "a5", "a8", "end"]
    refused(state, "a2", "PX12")
    refused(state, "b1", "PX12")
    refused(state, "a1", "PX12")
    play(state, "a8 end")
    assert field(state, "returning") == "RR"
    assert track(state, "a").startswith("BRYRBKB")
    assert field(state, "fresh") == ""
    lone = play(drawn("done0=lava5", tracks=tracks), "lava a7")
    assert field(lone, "returning") == "K"  # no other black one within reach
    five = play(drawn("done0=lava5", tracks="RRRRRRRBK " + REST), "lava a1 a2 a3 a4 a7")
    assert field(five, "returning") == "RRRRR"


def test_px12_sands_of_time_repeats_a_drunk_potion() -> None:
    state = play(drawn("done0=sands5+wisdom5+lava5+sands6 drunk0=wisdom+lava+sands"), "sands")
    assert texts(state) == ["wisdom", "lava"]
    assert "another Sands" in refused(state, "sands", "PX12")
    assert "not drunk" in refused(state, "magnet", "PX12")
    settled(play(state, "lava a1"))
    assert field(state, "drunk0") == "sands+sands+wisdom+lava"
    only = play(drawn("done0=sands5+wisdom5 drunk0=wisdom"), "sands")
    assert field(only, "phase") == "wisdom"  # no choice
    refused(drawn("done0=sands5+wisdom5"), "sands", "PX11")  # wisdom is not drunk
    idle = play(drawn("done0=sands5+wisdom5+lava5+love5 drunk0=wisdom+lava+love"), "sands")
    assert "would have no effect" in refused(idle, "love", "PX11")
    robbed = play(drawn("done0=sands5+love5 drunk0=love pool1=K"), "sands")
    assert field(robbed, "pool0") == "K"


@pytest.mark.parametrize("moves", ["wisdom a2", "magnet a2", "help-a2"])
def test_px4_only_the_regular_pick_triggers_explosions(moves: str) -> None:
    state = settled(play(drawn("done0=wisdom5+magnet5", tracks="RBKRYRBKY " + REST), moves))
    assert "explode" not in texts(state)


def test_refilled_marbles_join_at_the_top() -> None:
    state = play(drawn("pool0=R desk0=wisdom4:RYY/lava4"), "red-1")
    assert state.to_move == CHANCE
    assert set(weights(state, GAME)) <= set("abcde")
