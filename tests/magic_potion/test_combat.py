"""Rulings of Magic Potion on attack and defence."""

import potluck
from magic_potion.field import GAME, dice, drawn, health, items, legal, lying, play, refused, where
from potluck import ALL, CHANCE
from potluck.games.magic_potion.rules import MagicPotionState

DUEL = "magician=red,20,3,I* swordsman=blue,20,2,II*"
DICE_GAME = potluck.load("magic_potion", bonus_as="dice")


def test_mp1_values_are_points_added_to_the_dice() -> None:
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician")
    play(state, "attack-swordsman", "roll-3", "roll-2")
    assert (dice(state, "magician"), dice(state, "swordsman")) == (0, 0)
    play(state, "1", "2", "4", "3", "3")
    assert health(state, "swordsman") == 18  # 1 + 2 + 4 + 3 = 10 against 3 + 3 + 2 = 8
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician")
    play(state, "attack-swordsman", "roll-1", "roll-0", "1")
    assert health(state, "swordsman") == 18  # 1 + 3 = 4 against 2


def test_mp1_with_dice_the_values_are_rolled() -> None:
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician", DICE_GAME)
    play(state, "attack-swordsman", "roll-1", "roll-0", game=DICE_GAME)
    assert (state.left(), state.answer(), state.attack(), state.defence()) == (4, 2, 0, 0)
    play(state, "1", "2", "3", "4", "5", "1", game=DICE_GAME)
    assert health(state, "swordsman") == 16


def test_mp38_values_as_dice_are_enough_to_attack() -> None:
    facts = "thief=red,18,0,I* necromancer=red,15,0 merchant=blue,18,0,II*"
    state = drawn("..NT...\n...b...", facts, "phase=act actor=thief", DICE_GAME)
    play(state, "attack-merchant", "roll-0", game=DICE_GAME)
    assert (state.left(), state.answer()) == (2, 3)
    plain = drawn("..NT...\n...b...", facts, "phase=act actor=thief")
    refused(plain, "attack-merchant", "MP15")
    facts = "thief=red,undead,3,0,I! necromancer=red,15,0 merchant=blue,18,1,II*"
    undead = drawn("..NT...\n...b...", facts, "phase=act actor=thief", DICE_GAME)
    play(undead, "attack-merchant", "roll-0", game=DICE_GAME)
    assert (undead.left(), undead.answer()) == (2, 3)
    flat = drawn("..NT...\n...b...", facts, "phase=act actor=thief")
    play(flat, "attack-merchant", "roll-0")
    assert health(flat, "merchant") == 18  # 2 against 3, and nobody rolled


def test_mp3_the_swordsman_rolls_two_dice_more_at_whom_they_damaged() -> None:
    facts = "swordsman=red,20,1,I* thief=red,9,0 magician=blue,20,0,II* merchant=blue,18,0"
    state = drawn("...S..T\n..bm...", facts, "phase=act actor=swordsman grudge=magician")
    play(state, "attack-magician")
    assert legal(state) == {"roll-0", "roll-1"}
    play(state, "roll-1", "roll-0")
    assert state.left() == 3
    play(state, "1", "1", "1")
    assert (health(state, "magician"), state.grudge()) == (15, 5)
    other = drawn("...S..T\n...bm..", facts, "phase=act actor=swordsman grudge=magician")
    play(other, "attack-merchant", "6")
    assert (health(other, "merchant"), state.left()) == (11, 0)
    idle = drawn("...S..T\n...bm..", facts, "phase=act actor=swordsman grudge=magician")
    play(idle, "done")
    assert idle.grudge() == -1


def test_mp3_a_harmless_attack_is_not_remembered() -> None:
    facts = "swordsman=red,20,1,I* magician=blue,20,3,II*"
    state = drawn("...S...\n...m...", facts, "phase=act actor=swordsman grudge=magician")
    play(state, "attack-magician", "roll-0", "roll-3", "1", "1", "6", "6", "6")
    assert (health(state, "magician"), state.grudge()) == (20, -1)


def test_mp3_as_an_extra_attack() -> None:
    game = potluck.load("magic_potion", swordsman="extra_attack")
    facts = "swordsman=red,20,2,I* thief=red,9,0 magician=blue,20,0,II* merchant=blue,18,0"
    state = drawn("...S..T\n..bm...", facts, "phase=act actor=swordsman grudge=magician", game)
    play(state, "attack-magician", "roll-1", "roll-0", "1", game=game)
    assert health(state, "magician") == 17
    assert legal(state, game) == {"attack-magician", "show-I*", "done"}
    refused(state, "attack-merchant", "MP3", game)
    again = state.copy()
    play(again, "done", game=game)
    assert again.grudge() == 5
    play(state, "attack-magician", "roll-1", "roll-0", "1", "1", "1", game=game)
    assert (health(state, "magician"), state.to_move, state.grudge()) == (12, 1, 5)
    fresh = drawn("...S..T\n..bm...", facts, "phase=act actor=swordsman", game)
    play(fresh, "attack-magician", "roll-1", "roll-0", "1", game=game)
    assert (fresh.to_move, fresh.grudge()) == (1, 5)


def test_mp36_a_fall_ends_the_memory() -> None:
    facts = "swordsman=red,20,1,I* thief=red,9,1 magician=blue,2,0,II* merchant=blue,18,2"
    state = drawn("..S....\n..mT...\n...b...", facts, "phase=act actor=thief grudge=magician")
    play(state, "attack-magician", "roll-0", "6", "done")
    assert (where(state, "magician"), state.grudge()) == (None, -1)
    state = drawn("..S....\n..bT...\n...m...", facts.replace("20,1", "1,0"), "phase=act actor=merchant grudge=magician")
    play(state, "attack-swordsman", "roll-2", "roll-0", "6", "6")
    assert state.grudge() == -1


def test_mp5_the_fallen_drop_their_items_and_lose_their_dice() -> None:
    facts = "magician=red,20,1,I* swordsman=blue,2,7,II*,+2,+1! priest=blue,9,0"
    state = drawn("...M..p\n.......\n...s...", facts, "phase=act actor=magician")
    play(state, "attack-swordsman", "roll-0", "6")
    assert (where(state, "swordsman"), dice(state, "swordsman")) == (None, 0)
    assert lying(state, "d1") == ["II", "+1", "+2"]
    alive = drawn("...M..p\n.......\n...s...", facts.replace("blue,2,", "blue,8,"), "phase=act actor=magician")
    play(alive, "attack-swordsman", "roll-0", "6")
    assert (where(alive, "swordsman"), items(alive, "swordsman")) == ("d1", ["II*", "+1!", "+2"])


def test_mp6_one_attack_or_ability_a_turn() -> None:
    facts = "magician=red,20,3,I* swordsman=blue,20,2,II*"
    state = drawn("...M...\n.......\n...s...", facts, "phase=act actor=magician")
    assert {"attack-swordsman", "blast", "done"} < legal(state)
    play(state, "blast")
    assert (state.to_move, health(state, "swordsman")) == (1, 18)
    facts = "merchant=red,18,2,I* swordsman=blue,20,0,II* thief=blue,9,0"
    state = drawn("..tB...\n...s...", facts, "phase=act actor=merchant")
    play(state, "bribe-swordsman", "take-II")
    assert (state.round(), state.to_move) == (2, 1)
    both = potluck.load("magic_potion", bribe_with_attack=True)
    state = drawn("..tB...\n...s...", facts, "phase=act actor=merchant", both)
    play(state, "bribe-swordsman", "take-II", game=both)
    assert legal(state, both) == {"attack-swordsman", "attack-thief", "show-I*", "done"}
    refused(state, "bribe-thief", "MP6", both)


def test_mp15_near_far_and_too_far() -> None:
    facts = "thief=red,18,1,I* hunter=red,18,1,none* swordsman=blue,20,0,II* priest=blue,9,0"
    state = drawn("...T..p\n.......\n..Hs...", facts, "phase=act actor=thief")
    refused(state, "attack-swordsman", "MP15")
    state = drawn("..T...p\n..H....\n..s....", facts, "phase=act actor=hunter")
    play(state, "attack-swordsman", "roll-0", "1")
    assert health(state, "swordsman") == 20  # near +1 against 2
    state = drawn("..H...p\n.......\n..s.T..", facts, "phase=act actor=hunter")
    play(state, "attack-swordsman", "roll-0", "1")
    assert health(state, "swordsman") == 18  # far +3 against 2
    state = drawn(".H....p\n.......\n..s.T..", facts, "phase=act actor=hunter")
    refused(state, "attack-swordsman", "MP15")
    blocked = drawn("..H...p\n..T....\n..s....", facts, "phase=act actor=hunter")
    assert "attack-swordsman" in legal(blocked)


def test_mp15_an_attack_needs_a_die() -> None:
    facts = "magician=red,20,0,I* swordsman=blue,20,2,II*"
    state = drawn("...M...\n.......\n...s...", facts, "phase=act actor=magician")
    refused(state, "attack-swordsman", "MP15")
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician")
    play(state, "attack-swordsman")
    refused(state, "roll-0", "MP15")
    assert legal(state) == {"roll-1", "roll-2", "roll-3"}


def test_mp16_the_defender_answers_before_the_dice_roll() -> None:
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician")
    refused(state, "attack-magician", "MP16")
    refused(state, "attack-hunter", "MP16")
    play(state, "attack-swordsman")
    refused(state, "roll-4", "MP16")
    refused(state, "done", "MP16")
    play(state, "roll-2")
    assert (state.to_move, dice(state, "magician")) == (1, 1)
    assert legal(state) == {"show-II*", "roll-0", "roll-1", "roll-2"}
    refused(state, "roll-3", "MP16")
    refused(state, "attack-magician", "MP16")
    play(state, "roll-1")
    assert (state.to_move, dice(state, "swordsman")) == (CHANCE, 1)
    play(state, "1", "1", "6")
    assert health(state, "swordsman") == 20  # 5 against 8


def test_mp16_a_defender_without_anything_to_decide_is_not_asked() -> None:
    state = drawn("...M...\n.......\n...s...", "magician=red,20,1,I* swordsman=blue,20,0", "phase=act actor=magician")
    play(state, "attack-swordsman")
    assert (state.to_move, state.left(), state.answer()) == (CHANCE, 1, 0)
    facts = "magician=red,20,1,I* swordsman=blue,20,0,II!,none!"  # everybody has seen what it carries
    seen = drawn("...M...\n.......\n...s...", facts, "phase=act actor=magician")
    play(seen, "attack-swordsman")
    assert seen.to_move == CHANCE
    asked = drawn(
        "...M...\n.......\n...s...", "magician=red,20,1,I* swordsman=blue,20,0,II*", "phase=act actor=magician"
    )
    play(asked, "attack-swordsman")
    assert (asked.to_move, GAME.prompt(asked, 1)) == (1, "How many dice does the Swordsman roll against the Magician?")


def followed(state: MagicPotionState, *texts: str) -> list[str]:
    """Play moves; after each the position can be written and read again. Return what is told of them."""
    told = []
    for text in texts:
        move = GAME.read(state, text)
        told += GAME.tell(state, move, ALL)
        state.play(move)
        assert GAME.read_position(GAME.write_position(state)).key() == state.key()
    return told


def test_every_moment_of_an_attack_is_written_and_told() -> None:
    state = drawn("...M...\n.......\n...s...", DUEL, "phase=act actor=magician")
    told = followed(state, "attack-swordsman", "roll-1", "roll-2", "1", "6", "6")
    assert "Attack 4 against defence 14: no damage." in told
    assert health(state, "swordsman") == 20
    facts = "assassin=red,15,1,I* thief=red,9,0 priest=blue,18,1,II* merchant=blue,18,0"
    state = drawn("...p...\n..TA...\n..b....", facts, "phase=move actor=assassin")
    assert "Attack 6 against defence 9: no damage." in followed(
        state, "stab-d4", "+1", "attack-priest", "roll-1", "roll-1", "2", "1", "6"
    )
