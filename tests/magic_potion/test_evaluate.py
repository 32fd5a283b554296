"""The guess at unfinished matches: what is announced counts before it is rolled."""

from math import log

import pytest

import potluck
from magic_potion.field import GAME, drawn, play
from potluck import Game, State
from potluck.games.magic_potion.evaluate import certainty, expected_surplus, likelihood, scale_of, surplus

FIELD = "...M...\n.......\n...s..."
ACT = "phase=act actor=magician"


def guess(state: State, game: Game = GAME) -> float:
    """Guess for Red; Blue's guess is the opposite."""
    evaluator = game.evaluator()
    assert evaluator.evaluate(state, 0) == pytest.approx(-evaluator.evaluate(state, 1))
    return evaluator.evaluate(state, 0)


def after(*texts: str, facts: str = "magician=red,20,3,I* swordsman=blue,20,2,II*", game: Game = GAME) -> float:
    """Guess after some moves of a duel at a distance of two."""
    state = drawn(FIELD, facts, ACT, game)
    play(state, *texts, game=game)
    return guess(state, game)


@pytest.mark.parametrize("game", [GAME, potluck.load("magic_potion", bonus_as="dice")])
def test_an_attack_is_worth_its_dice(game: Game) -> None:
    naked = "magician=red,20,3,I* swordsman=blue,20,0,II*"
    idle = after("done", facts=naked, game=game)
    assert after(facts=naked, game=game) > idle
    assert after("attack-swordsman", facts=naked, game=game) > idle
    assert after("attack-swordsman", "roll-3", facts=naked, game=game) > idle


def test_a_defence_is_worth_its_dice() -> None:
    announced = ("attack-swordsman", "roll-3")
    assert after(*announced, "roll-2") < after(*announced, "roll-0")
    assert after(*announced) <= after(*announced, "roll-1")  # the defender gives the best answer


def test_the_dice_rolled_so_far_count() -> None:
    announced = ("attack-swordsman", "roll-2", "roll-0")
    assert after(*announced, "1") < after(*announced) < after(*announced, "6")


def test_a_fall_counts_more_than_the_health_it_costs() -> None:
    strong = "magician=red,20,3,I* swordsman=blue,20,0,II*"
    weak = strong.replace("blue,20", "blue,3")
    fresh = after("attack-swordsman", "roll-3", facts=strong) - after("done", facts=strong)
    assert after("attack-swordsman", "roll-3", facts=weak) - after("done", facts=weak) > fresh


def test_fire_and_healing_are_foreseen() -> None:
    burnt = drawn(FIELD, "magician=red,20,0,I* swordsman=blue,20,0,II*", ACT)
    idle = burnt.copy()
    play(idle, "done")
    assert guess(burnt) > guess(idle)
    priest = drawn("...P...\n.......\n...s...", "priest=red,9,3,I* swordsman=blue,20,0,II*", "phase=act actor=priest")
    healing = priest.copy()
    play(healing, "heal-priest")
    play(priest, "done")
    assert guess(healing) > guess(priest)


def test_a_theft_is_foreseen() -> None:
    facts = "thief=red,18,3,I* merchant=blue,18,2,II*"
    state = drawn("...T...\n...b...", facts, "phase=act actor=thief")
    play(state, "attack-merchant", "roll-3", "roll-0", "6", "6", "6")
    kept = state.copy()
    play(kept, "done")
    assert guess(state) > guess(kept)


def drafted(*heroes: str) -> float:
    """Guess for Red after heroes were picked in turn."""
    state = GAME.new()
    play(state, *(f"pick-{hero}" for hero in heroes))
    return guess(state)


def test_heroes_are_drafted_by_what_teams_win_with_them() -> None:
    by_worth = ("magician", "thief", "merchant", "assassin", "hunter", "priest", "swordsman", "necromancer")
    worth = [drafted(hero) for hero in by_worth]
    assert worth[0] > worth[3] > worth[4] > worth[5] > worth[7]  # a swordsman's health does not make up for the rest
    assert min(worth[:4]) > max(worth[4:])
    assert drafted("magician", "thief", "merchant", "necromancer") > drafted("magician", "thief", "swordsman", "priest")


def test_far_more_than_enough_is_simply_the_difference() -> None:
    assert surplus(100.0, 1.0) == 100.0
    assert surplus(0.0, 1.0) == pytest.approx(log(2))
    assert surplus(-50.0, 1.0) == pytest.approx(0.0)


@pytest.mark.parametrize("dice", [0, 1, 17, 63, 64, 398])
@pytest.mark.parametrize("lead", [-1400, -193, -192, -7, 0, 1, 40, 192, 193, 1400])
def test_what_is_looked_up_is_what_would_be_computed(lead: int, dice: int) -> None:
    assert expected_surplus(lead, dice) == surplus(lead / 2, scale_of(dice))
    assert likelihood(lead, dice) == certainty(lead / 2, scale_of(dice))


def test_a_summoned_friend_counts_before_it_stands() -> None:
    facts = "necromancer=red,15,3,I* swordsman=blue,20,0,II*"
    state = drawn("...N...\n.......\n...s...", facts, "phase=act actor=necromancer")
    called = state.copy()
    play(called, "summon-merchant")
    play(state, "done")
    assert guess(called) > guess(state)


def test_the_undead_are_worth_less_than_the_living() -> None:
    facts, turn = "necromancer=red,15,0,I* thief=red,{} swordsman=blue,20,0,II*", "phase=move actor=necromancer"
    living, undead = (drawn("..NT...\n.......\n...s...", facts.format(thief), turn) for thief in ("3,0", "undead,3,0"))
    dead = drawn("..N....\n.......\n...s...", facts.format("dead"), turn)
    assert guess(dead) < guess(undead) < guess(living)


def test_a_recipe_on_the_field_is_worth_more_to_whoever_is_nearer() -> None:
    facts = "thief=red,18,0 priest=blue,18,0,II* {}=I"
    near, far = (
        drawn("...T...\n.......\n...p...", facts.format(cell), "phase=move actor=thief") for cell in ("c3", "c1")
    )
    assert guess(near) > guess(far)


def test_an_item_about_to_be_drawn_is_worth_more_than_a_blank_one() -> None:
    facts = "thief=red,18,0,I* priest=blue,18,0,II*"
    state = drawn("....T..\n.......\np......\n.......", facts, "phase=move actor=thief")
    play(state, "go-d4")
    blank = state.copy()
    play(blank, "none")
    assert guess(state) > guess(blank)
