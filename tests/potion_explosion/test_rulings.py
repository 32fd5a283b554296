"""Each ruling of Potion Explosion but the potions: a case that it allows, and one that it refuses or changes."""

import pytest

import potluck
from potion_explosion.drawing import (
    GAME,
    NINTH,
    PLAIN,
    begun,
    drawn,
    field,
    play,
    refused,
    settled,
    texts,
    track,
    weights,
)
from potluck import CHANCE, OVER, Dice
from potluck.core.errors import BadOptions
from potluck.games.potion_explosion.board import MOVE_COUNT
from potluck.games.potion_explosion.course import resume
from potluck.games.potion_explosion.position import COUNTDOWN, DECK, HIDDEN, KNOWN, TIE, TURN, UNDER, UNSEEN
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import HOLES, KIND_NAMES, POINTS, RECIPES, TILE_NAMES


def began(seats: int = 2, seed: int = 3, **options: int | str) -> PotionExplosionState:
    """Set a match up and let chance and the draft run to the first turn."""
    state = begun(seats, potluck.load("potion_explosion", **options))
    dice = Dice(seed)
    while state.to_move == CHANCE or state.phase() < TURN:
        state.play(dice.sample(state) if state.to_move == CHANCE else state.moves()[0])
    return state


# Dispenser and explosions


def test_px1_one_regular_pick_from_the_lowest_eight() -> None:
    state = drawn()
    picks = [text for text in texts(state) if len(text) == 2]
    assert len(picks) == 40
    assert "a9" not in picks
    assert "out of reach" in refused(state, "a9", "PX1")
    assert "regular pick first" in refused(state, "end", "PX1")
    settled(play(state, "a4"))
    refused(state, "b1", "PX1")


def test_px1_without_a_marble_in_reach_the_turn_may_end() -> None:
    everything = "R" * 20 + "B" * 20 + "K" * 20 + "Y" * 20
    state = drawn(f"pool0={everything} fresh={everything} desk0=-/- done0=draft4+lava4", tracks="- - - - -")
    assert texts(state) == ["end"]
    assert "no marble on a1" in refused(state, "a1", "PX1")
    placed = drawn(f"pool0={everything} fresh={everything} desk0=-/wisdom4", tracks="- - - - -")
    assert texts(placed) == ["red-2", "yellow-2", "brew"]
    refused(settled(play(placed, "brew")), "end", "PX1")  # the marbles of the potion are back within reach


def test_px2_the_whole_run_explodes_and_the_chain_goes_on() -> None:
    state = drawn(tracks="BBKYRYYKR " + " ".join(PLAIN.split()[1:]))
    play(state, "a5 (red) explode (yellow) (black) (blue) explode (red) (red)")
    assert state.to_move == 0
    assert "explode" not in texts(state)
    assert field(state, "fresh") == "RKKYYY"
    assert track(state, "a")[:3] == "BBR"


def test_px2_hidden_marbles_join_the_explosion() -> None:
    state = drawn(tracks="KRYRRRRRR " + " ".join(PLAIN.split()[1:]))
    play(state, "a3 (red) explode (red) (red)")
    assert field(state, "burning") == "red"
    assert field(state, "fresh") == "R" * 10 + "Y"
    play(state, "(black)")
    assert field(state, "burning") == ""
    settled(state)
    assert texts(state) == ["explode"]
    assert track(state, "a").startswith("KK")


def test_px2_a_chain_may_eat_its_way_to_the_end_of_the_track() -> None:
    tracks = "KRYR YKYRBKYRB KYRBKYRBK YRBKYRBKY BBKYRBKYR"
    state = play(drawn("pool1=BBB pool0=YYYYYYYYK fresh=YYYYYYYYK", tracks=tracks), "a3 explode")
    assert track(state, "a") == "K"
    assert "explode" not in texts(state)


def test_px3_equal_neighbours_do_not_explode_by_themselves() -> None:
    tracks = "RRKKKYBBY " + " ".join(PLAIN.split()[1:])
    inside = settled(play(drawn(tracks=tracks), "a4"))
    assert texts(inside) == ["explode"]
    beside = settled(play(drawn(tracks=tracks), "a6"))
    assert "explode" not in texts(beside)  # K meets B; the three K and two B touched before
    bottom = settled(play(drawn(tracks=tracks), "a1"))
    assert "explode" not in texts(bottom)
    refused(bottom, "explode", "PX3")


def test_px4_an_explosion_is_a_forced_move_of_its_own() -> None:
    state = settled(play(drawn(tracks="YRBRKYRBK " + " ".join(PLAIN.split()[1:])), "a3"))
    assert texts(state) == ["explode"]
    refused(state, "help-a1", "PX4")
    refused(state, "end", "PX4")
    helped = settled(play(drawn(tracks="YRBRKYRBK " + " ".join(PLAIN.split()[1:])), "help-a3"))
    assert "explode" not in texts(helped)
    assert track(helped, "a").startswith("YRRK")


def test_px5_a_little_help_once_a_turn() -> None:
    state = settled(play(drawn(), "help-a1"))
    assert field(state, "helps0") == "1"
    assert state.points(0) == -2
    refused(state, "help-a1", "PX5")
    settled(play(state, "a1"))
    after = settled(play(drawn(), "a1"))
    assert "help-a1" in texts(after)
    spent = drawn("helps0=11 helps1=10")
    assert not any(text.startswith("help") for text in texts(spent))
    assert "no Little Help token is left" in refused(spent, "help-a1", "PX5")


def test_px6_the_ninth_marble_is_out_of_reach() -> None:
    refused(drawn(), "help-a9", "PX6")
    far = drawn(game=NINTH)
    assert "help-a9" in texts(far, NINTH)
    assert "a9" not in texts(far, NINTH)
    refused(far, "a9", "PX1", NINTH)


# Hand, pool and potions


def test_px7_what_was_taken_must_be_placed() -> None:
    state = drawn("acted=pick pool0=RK fresh=R desk0=wisdom4/draft4")
    assert "red" in refused(state, "end", "PX7")
    play(state, "red-2")
    assert "end" in texts(state)
    kept = drawn("acted=pick pool0=RK desk0=wisdom4/draft4")  # from the pool: may be placed, need not
    assert {"red-1", "end"} <= set(texts(kept))


def test_px7_a_marble_of_this_turn_is_placed_first() -> None:
    state = play(drawn("acted=pick pool0=RR fresh=R desk0=wisdom4/love4:R"), "red-1")
    assert field(state, "fresh") == ""
    assert "end" in texts(state)


def test_px8_beyond_three_you_choose_what_returns() -> None:
    state = play(drawn("acted=pick pool0=BKKKKYY fresh=KKKK desk0=wisdom4:RR/sands7:B"), "end")
    assert texts(state) == ["return-blue", "return-black"]  # a yellow hole is empty
    refused(state, "return-yellow", "PX8")
    refused(state, "return-red", "PX8")
    play(state, "return-black return-blue")  # after that only black may return
    settled(state)
    assert field(state, "pool0") == "KYY"
    assert state.to_move == 1


def test_px8_nothing_returns_while_the_pool_has_room() -> None:
    state = drawn("acted=pick pool0=KKK desk0=wisdom4/draft4")
    assert "at the end of your turn" in refused(state, "return-black", "PX8")
    play(state, "end")
    assert state.to_move == 1
    assert field(state, "pool0") == "KKK"
    tiles = drawn("phase=tiles acted=pick pool0=K desk0=wisdom4/-")
    assert "has room" in refused(tiles, "return-black", "PX8")


def test_px8_what_leaves_no_choice_returns_by_itself() -> None:
    state = play(drawn("acted=pick pool0=KKKKK fresh=KK desk0=wisdom4/draft4"), "end")
    assert state.to_move == CHANCE
    assert field(state, "returning") == "KK"


def test_px9_a_full_tile_is_completed_at_once() -> None:
    state = play(drawn("pool0=B desk0=draft4:RRB/wisdom4:R"), "blue-1")
    assert field(state, "done0") == "draft4"
    assert field(state, "desk0") == "-/wisdom4:R"
    assert field(state, "returning") == "RRBB"
    assert state.to_move == CHANCE
    stays = play(drawn("pool0=B desk0=draft4:RR/wisdom4:R"), "blue-1")
    assert field(stays, "desk0") == "draft4:RRB/wisdom4:R"


def test_px10_new_tiles_come_one_at_a_time_at_the_end_of_the_turn() -> None:
    state = drawn("acted=pick done0=draft4+wisdom4 desk0=-/- pool0=RBK")
    refused(state, "stack-1", "PX10")
    play(state, "end")
    first = field(state, "desk0")
    assert first == "-/-"
    assert texts(state) == [f"stack-{stack}" for stack in range(1, 6)]
    play(state, "stack-2")
    assert state.to_move == CHANCE  # what the stack uncovers is seen before the second choice
    settled(state)
    assert state.to_move == 0
    play(state, "stack-2")
    settled(state)
    assert state.to_move == 1
    assert field(state, "pool0") == "RBK"  # nothing was placed on the new tiles


def test_px10_the_only_stack_gives_its_tile_and_then_burners_stay_empty() -> None:
    long = potluck.load("potion_explosion", countdown=15)
    desks = f"desk1=wisdom4/love4 done1={most_tiles()} tokens1={tokens_of(most_tiles())} acted=pick"
    state = drawn(desks, "stacks=lava7,-,-,-,- desk0=-/draft4 done0=sands4+sands4", game=long)
    play(state, "end", long)
    assert field(state, "desk0") == "lava7/draft4"
    assert settled(state).to_move == 1
    empty = drawn(desks, "seat=1 stacks=-,-,-,-,- desk0=lava7/- done0=draft4+sands4+sands4", game=long)
    play(empty, "end", long)
    assert field(empty, "desk0") == "lava7/-"


def most_tiles() -> str:
    """List the tiles of the kinds in play but for a few, so that the stacks are all but empty."""
    tiles = [
        f"{kind}{size}" for kind in ("sands", "magnet", "wisdom", "love", "draft", "lava") for size in (4, 5, 6, 7) * 2
    ]
    for tile in ("sands4", "sands4", "lava7", "draft4", "wisdom4", "love4"):
        tiles.remove(tile)
    return "+".join(tiles)


# Skill tokens, end, score


def test_px13_three_of_a_kind_and_five_kinds_earn_tokens_once() -> None:
    start = "acted=pick pool0=R desk0=draft4:RBB/wisdom4"
    third = settled(play(drawn(start, "done0=draft5+draft6"), "red-1 end stack-1"))
    assert field(third, "tokens0") == "1"
    assert third.data[COUNTDOWN] == 3
    fourth = settled(play(drawn(start, "done0=draft4+draft5+draft6 tokens0=1"), "red-1 end stack-1"))
    assert field(fourth, "tokens0") == "1"
    fifth = settled(play(drawn(start, "done0=sands5+magnet5+wisdom5+love5"), "red-1 end stack-1"))
    assert field(fifth, "tokens0") == "1"
    both = drawn(start, "done0=sands5+magnet5+wisdom5+love5+draft5+draft6 tokens0=1")
    assert field(settled(play(both, "red-1 end stack-1")), "tokens0") == "2"
    two = settled(play(drawn(start, "done0=draft5"), "red-1 end stack-1"))
    assert field(two, "tokens0") == ""


def test_px13_tokens_are_checked_after_new_tiles() -> None:
    state = play(drawn("acted=pick pool0=R desk0=draft4:RBB/wisdom4 done0=draft5+draft6"), "red-1 end")
    settled(state)
    assert field(state, "tokens0") == ""
    assert texts(state)[0] == "stack-1"


def test_px14_the_round_is_finished_when_the_countdown_is_taken() -> None:
    assert [began(seats).data[COUNTDOWN] for seats in (2, 3, 4)] == [4, 5, 6]
    assert began(2, countdown=9).data[COUNTDOWN] == 9
    one = potluck.load("potion_explosion", countdown=1)
    desks = "acted=pick pool0=R desk0=draft4:RBB/wisdom4 done0=draft5+draft6"
    state = settled(play(drawn(desks, game=one), "red-1 end stack-1", one))
    assert state.to_move == 1  # the second player still has a turn
    assert state.is_last_round()
    settled(play(state, "a1", one))
    play(state, "end" if "end" in texts(state, one) else "red-1 end", one)
    assert settled(state).to_move == OVER
    assert state.ending() == "PX14"
    assert (state.score(0), state.score(1)) == (1, -1)


def test_px14_the_last_player_ends_the_match_at_once() -> None:
    one = potluck.load("potion_explosion", countdown=1)
    state = drawn("seat=1 acted=pick pool1=R desk1=draft4:RBB/wisdom4 done1=draft5+draft6", game=one)
    play(state, "red-1 end stack-1", one)
    assert settled(state).to_move == OVER


def test_px14_empty_stacks_end_the_match_too() -> None:
    state = drawn(
        f"seat=1 acted=pick stacks=-,-,-,-,- desk0=lava7/- desk1=wisdom4/love4 done1={most_tiles()}",
        f"done0=draft4+sands4+sands4 tokens1={tokens_of(most_tiles())}",
        game=potluck.load("potion_explosion", countdown=15),
    )
    assert settled(play(state, "end")).to_move == OVER
    assert state.ending() == "PX14"


def tokens_of(tiles: str) -> int:
    """Count the tokens that these tiles earn, in another way than the rules do."""
    kinds = [tile[:-1] for tile in tiles.split("+")]
    return sum(kinds.count(kind) >= 3 for kind in set(kinds)) + (len(set(kinds)) >= 5)


def test_px15_points_and_the_last_pick() -> None:
    points = drawn("done0=wisdom4+lava7+lava6+lava5 drunk0=wisdom tokens0=1 helps0=3")
    assert points.points(0) == 5 + 11 + 9 + 7 + 4 - 6
    rounds = potluck.load("potion_explosion", rounds=5)
    state = drawn("seat=1 acted=pick round=4", tracks="RBBKYRBKY " + " ".join(PLAIN.split()[1:]), game=rounds)
    play(state, "end", rounds)
    assert (state.phase(), state.to_move) == (TIE, 0)
    refused(state, "help-a1", "PX15", rounds)
    refused(state, "a9", "PX1", rounds)
    play(state, "b1", rounds)
    assert settled(state).to_move == 1
    assert field(state, "taken0") == "1"


def test_px15_most_marbles_win_and_equal_ones_share() -> None:
    rounds = potluck.load("potion_explosion", rounds=5)
    tracks = "BRBKYRBKY " + " ".join(PLAIN.split()[1:])
    for last, scores in (("a2 explode", (-1, 1)), ("c1", (0, 0))):
        state = drawn("seat=1 acted=pick round=4", tracks=tracks, game=rounds)
        play(state, f"end b1 {last}", rounds)
        assert settled(state).to_move == OVER
        assert state.ending() == "PX15"
        assert [state.score(0), state.score(1)] == list(scores)
        assert field(state, "ending") == "PX15"


def test_px15_nothing_within_reach_counts_nothing() -> None:
    rounds = potluck.load("potion_explosion", rounds=5)
    state = settled(play(drawn("seat=1 acted=pick round=4", game=rounds), "end b1", rounds))
    assert field(state, "seat") == "1"
    bare = state.copy()  # as if the first pick had taken all there was
    for index in range(5):
        bare.data[KNOWN + index] = 0
        bare.data[HIDDEN + index] = 0
    resume(bare)
    assert bare.to_move == OVER
    assert (bare.score(0), bare.score(1)) == (1, -1)


def test_px16_two_kinds_are_removed_and_starters_drafted_there_and_back() -> None:
    state = begun(3)
    assert weights(state) == dict.fromkeys(KIND_NAMES, 1)
    play(state, "(wisdom) (love)")
    assert "wisdom" not in field(state, "kinds")
    assert set(weights(state)) == {"sands4", "magnet4", "balm4", "prismatic4", "draft4", "lava4"}
    play(state, "(sands4) (sands4) (magnet4) (balm4) (lava4) (draft4)")
    movers = []
    for text in ("balm", "sands", "lava", "draft", "magnet"):
        movers.append(int(state.to_move))
        play(state, text)
    assert movers == [0, 1, 2, 2, 1]
    assert field(state, "desk0") == "balm4/sands4"  # the last starter leaves no choice
    assert field(state, "desk2") == "lava4/draft4"


def test_px16_kinds_may_be_chosen() -> None:
    beginner = began(2, kinds="beginner")
    assert field(beginner, "kinds") == "sands+magnet+wisdom+prismatic+love+draft"
    named = began(2, kinds="lava+balm+love+sands+draft+magnet")
    assert field(named, "kinds") == "sands+magnet+balm+love+draft+lava"
    for text in ("lava", "lava+lava+love+sands+draft+magnet", "a+b+c+d+e+f", ""):
        with pytest.raises(BadOptions, match="PX16"):
            potluck.load("potion_explosion", kinds=text)
    draft = play(begun(), "(wisdom) (love) (sands4) (sands4) (magnet4) (balm4)")
    refused(draft, "lava", "PX16")
    refused(draft, "a1", "PX16")


def test_px17_winners_share_one_and_the_others_minus_one() -> None:
    over = (
        "seats=4 phase=over ending=PX15 seat=3 round=5 desk0=sands4/sands5 desk1=magnet4/magnet5 desk2=sands4/magnet4"
    )
    rounds = potluck.load("potion_explosion", rounds=5)
    shared = drawn(over, "desk3=love4/love5 pool0=R pool1=R taken0=1 taken1=1 done0=lava4 done1=lava4", game=rounds)
    assert [shared.score(seat) for seat in range(4)] == [0.5, 0.5, -0.5, -0.5]
    alone = drawn(over, "desk3=love4/love5 pool0=RR pool1=R taken0=2 taken1=1 done0=lava4 done1=lava4", game=rounds)
    assert [round(alone.score(seat), 6) for seat in range(4)] == [1, -0.333333, -0.333333, -0.333333]


def test_px18_turns_go_round_from_the_first_player() -> None:
    state = began(3, first=1)
    game = potluck.load("potion_explosion", first=1)
    movers: list[int] = []
    dice = Dice(5)
    while len(movers) < 7:
        movers += [int(state.seat())] if not movers or movers[-1] != state.seat() else []
        state.play(dice.sample(state) if state.to_move == CHANCE else state.moves()[len(state.moves()) - 1])
    assert movers == [1, 2, 0, 1, 2, 0, 1]
    assert game.chosen["first"] == 1


def test_px19_marbles_and_tiles_are_those_of_the_box() -> None:
    assert len(TILE_NAMES) == len(set(TILE_NAMES)) == len(RECIPES) == 32
    holes = [sum(HOLES[tile * 4 + colour] for tile in range(32)) * 2 for colour in range(4)]
    assert holes == [88, 88, 88, 88]
    assert [sum(recipe[1:]) for recipe in RECIPES[:4]] == [4, 5, 6, 7]
    assert (min(POINTS), max(POINTS)) == (3, 11)
    with pytest.raises(potluck.BadNotation, match="at most 20 of each colour"):
        drawn("pool0=RRR", tracks=" ".join(["R" * 9] * 5))


def test_px20_a_returning_marble_rolls_to_a_track_with_room() -> None:
    state = play(drawn("acted=pick pool0=KKKKK fresh=KK desk0=wisdom4/draft4"), "end")
    assert [int(state.data[HIDDEN + index]) for index in range(5)] == [7, 7, 7, 7, 2]
    assert weights(state) == {"e": 10}  # the others are full
    play(state, "(e)")
    assert int(state.data[HIDDEN + 4]) == 3


def test_px20_the_nearest_track_with_room_takes_what_a_full_one_cannot() -> None:
    tracks = " ".join(PLAIN.split()[:4]) + " -"
    hand = "RRRRRRYYYYYY"
    full = drawn(f"acted=pick returning=KKKK pool0={hand} fresh={hand}", tracks=tracks)
    assert weights(full) == {"e": 10}
    hand += "B"
    tracks = "RBKYRBKYR+6 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 -"
    ends = drawn(f"acted=pick returning=KKKK pool0={hand} fresh={hand}", tracks=tracks)
    assert weights(ends) == {"a": 2 + 2 + 1, "e": 2 + 2 + 1}  # c lies as near to a as to e
    hand += "B"
    tracks = "RBKYRBKYR+6 BKYRBKYRB+6 KYRBKYRBK+7 YRBKYRBKY+7 -"
    three = drawn(f"acted=pick returning=KKKK pool0={hand} fresh={hand}", tracks=tracks)
    assert weights(three) == {"a": 2, "b": 2 + 2, "e": 2 + 2}


def test_px21_hidden_marbles_are_drawn_from_what_nobody_has_seen() -> None:
    state = play(drawn("pool1=RRR"), "b1")
    seen = [PLAIN.count(mark) for mark in "RBKY"]
    assert list(weights(state).values()) == [20 - seen[0] - 3, 20 - seen[1], 20 - seen[2], 20 - seen[3]]
    play(state, "(yellow)")
    assert track(state, "b")[8] == "Y"


def test_px21_in_sight_a_marble_keeps_its_colour() -> None:
    tracks = " ".join(PLAIN.split()[:4]) + " RB"
    state = drawn("acted=pick returning=KY pool0=RRRRRRYYYYYY fresh=RRRRRRYYYYYY", tracks=tracks)
    play(state, "(e)")
    assert weights(state) == {"black": 1, "yellow": 1}
    play(state, "(yellow) (e) (black)")
    assert track(state, "e") == "RBYK"
    hidden = drawn("acted=pick returning=K pool0=RRR", tracks=PLAIN)
    unseen = int(hidden.data[UNSEEN + 2])
    play(hidden, "(e)")
    assert int(hidden.data[UNSEEN + 2]) == unseen + 1  # mixed with the unseen


def test_px22_tracks_close_before_marbles_return() -> None:
    state = drawn("done0=lava4", tracks="RRRRRBKYB " + " ".join(PLAIN.split()[1:]))
    play(state, "lava a1 a2 a3 a4 a5")
    assert list(weights(state)) == ["red", "blue", "black", "yellow"]
    play(state, "(blue) (blue) (blue) (blue) (black)")
    assert set(weights(state)) <= set("abcde")


def test_px22_nobody_decides_while_chance_draws() -> None:
    assert {int(begun().why_not(move)) for move in (0, MOVE_COUNT - 1)} == {16}  # in the set-up
    assert {int(play(drawn(), "a1").why_not(move)) for move in (0, MOVE_COUNT - 1)} == {22}


def test_px23_the_other_tiles_are_dealt_into_five_stacks() -> None:
    sizes = {2: [9, 9, 9, 9, 8], 3: [9, 9, 8, 8, 8], 4: [8, 8, 8, 8, 8]}
    for seats, expected in sizes.items():
        state = began(seats)
        assert [int(state.data[UNDER + stack]) + 1 for stack in range(5)] == expected
        assert sum(int(state.data[DECK + tile]) for tile in range(32)) == sum(expected) - 5
    with pytest.raises(potluck.BadNotation, match="PX23"):
        drawn("stacks=lava7,-,-,-,-")


def test_px24_all_marbles_begin_in_five_tracks_of_sixteen() -> None:
    assert GAME.write_position(GAME.new()).split()[:5] == ["+16"] * 5
    state = began(4)
    assert all(len(word) == 11 and word.endswith("+7") for word in GAME.write_position(state).split()[:5])


def test_px25_a_marble_goes_on_a_hole_of_its_colour() -> None:
    state = drawn("pool0=RB desk0=wisdom4/love4")
    assert {"red-1", "red-2"} <= set(texts(state))
    refused(state, "blue-1", "PX25")
    assert "you hold no yellow marble" in refused(state, "yellow-1", "PX25")
    refused(state, "red-1-yellow", "PX25")


def test_px26_a_match_ends_after_the_agreed_rounds() -> None:
    rounds = potluck.load("potion_explosion", rounds=5)
    state = play(drawn("seat=1 acted=pick round=4 done0=lava4", game=rounds), "end", rounds)
    assert state.to_move == OVER
    assert state.ending() == "PX26"
    endless = potluck.load("potion_explosion", rounds=0)
    assert play(drawn("seat=1 acted=pick done0=lava4", game=endless), "end", endless).to_move == 0
    assert endless.limit is None


def test_px27_forced_marbles_are_placed_together() -> None:
    state = drawn("acted=pick pool0=RRRYYK fresh=RRRYYK desk0=wisdom4/love4")
    assert "brew" in texts(state)
    play(state, "brew")
    assert field(state, "desk0") == "wisdom4:RR/love4:RK"
    assert field(state, "fresh") == "YY"  # either tile could take them
    refused(state, "brew", "PX27")
    single = drawn("acted=pick pool0=K fresh=K desk0=wisdom4/love4")
    assert "brew" not in texts(single)
    assert "black-2" in texts(single)
    full = play(drawn("acted=pick pool0=YYYYRRR fresh=YYYYRRR desk0=wisdom4/love4:K"), "brew")
    assert field(full, "done0") == "wisdom4+love4"


def test_px28_after_the_end_of_the_turn_only_its_steps_follow() -> None:
    state = play(drawn("acted=pick pool0=BKKKKYY fresh=KKKK desk0=wisdom4:RR/sands7:B done0=lava4"), "end")
    refused(state, "lava", "PX28")
    tiles = play(drawn("acted=pick desk0=wisdom4/- done0=lava4"), "end")
    refused(tiles, "help-a1", "PX28")
    stacks = "stacks=lava7+9,-,lava6+9,lava5+9,magnet7+9"
    empty = drawn(stacks, "phase=tiles acted=pick desk0=wisdom4/- done0=lava4+wisdom6+wisdom6+wisdom7+wisdom7")
    refused(empty, "stack-2", "PX10")
    assert "stack-1" in texts(empty)


def test_px29_a_potion_takes_effect_before_anything_else() -> None:
    state = play(drawn("done0=wisdom4"), "wisdom")
    refused(state, "help-a1", "PX29")
    refused(state, "end", "PX29")
    settled(play(state, "a1"))
    assert "help-a1" in texts(state)
