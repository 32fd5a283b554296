"""Interaction balance, on deals whose strong and weak things are planted."""

import random
from math import exp

import msgspec
import numpy as np
import pytest

import potluck
from potluck.lab.balance import Dealt, advice, effects, errors_of, fit, row_of, terms_of
from potluck.lab.factors import deals_all, held, is_dealt
from potluck.lab.plan import Plan, play_number, read_vary

NAMES = [f"R{number}" for number in range(6)]


def deal(truth: dict[tuple[str, ...], float], groups: int, seed: int = 1) -> list[Dealt]:
    """Deal three things to each side; `truth` gives the logit of a thing, of an own pair, or of a thing > enemy's."""
    dice = random.Random(seed)
    matches = []
    for group in range(groups):
        for _ in range(2):
            own, enemy = dice.sample(NAMES, 3), dice.sample(NAMES, 3)
            logit = strength(truth, own, enemy) - strength(truth, enemy, own)
            matches.append(Dealt(group, own, enemy, float(dice.random() < 1 / (1 + exp(-logit)))))
    return matches


def strength(truth: dict[tuple[str, ...], float], own: list[str], enemy: list[str]) -> float:
    """Sum what a side's things are worth."""
    worth = 0.0
    for names, logit in truth.items():
        if names[0] == ">":
            worth += logit * (names[1] in own and names[2] in enemy)
        else:
            worth += logit * all(name in own for name in names)
    return worth


def believed(truth: dict[tuple[str, ...], float], groups: int = 1500, seed: int = 1) -> set[str]:
    """Name what is believed."""
    return {effect.label for effect in effects(deal(truth, groups, seed)) if effect.believed}


def test_what_is_broken_comes_out_on_top() -> None:
    """A strong thing, and two that are harmless alone and broken together."""
    found = effects(deal({("R1",): 0.8, ("R2", "R3"): 1.0}, 1500))
    assert {effect.label for effect in found[:2]} == {"R1", "R2 with R3"}
    assert all(effect.believed for effect in found[:2])
    pair = next(effect for effect in found if effect.label == "R2 with R3")
    assert pair.points.low > 0.5
    assert "consider banning the pair" in advice(pair)
    assert "strong by itself" in advice(next(effect for effect in found if effect.label == "R1"))


def test_one_against_another_is_found() -> None:
    found = effects(deal({(">", "R1", "R4"): 1.2}, 1500))
    assert found[0].label == "R1 against R4"
    assert found[0].believed
    assert "R1 is good against R4" in advice(found[0])


def test_a_pair_that_disappoints_is_said_to() -> None:
    found = effects(deal({("R1", "R2"): -1.2}, 1500))
    assert "weaker than its parts" in advice(found[0])


def test_where_everything_is_fair_little_is_believed() -> None:
    """Over twenty fair deals at most two have any false alarm."""
    alarms = sum(bool(believed({}, 300, seed)) for seed in range(20))
    assert alarms <= 2


def test_errors_agree_with_the_bootstrap() -> None:
    matches = deal({("R1",): 0.5}, 400)
    terms = terms_of(NAMES)
    design = np.array([[1.0, *row_of(match, terms)] for match in matches])
    points = np.array([match.points for match in matches])
    groups = [match.group for match in matches]
    errors = errors_of(design, points, fit(design, points), groups)
    dice = np.random.default_rng(1)
    drawn = []
    for _ in range(24):
        chosen = dice.integers(0, 400, 400)
        places = np.concatenate([2 * chosen, 2 * chosen + 1])
        drawn.append(fit(design[places], points[places]))
    assert np.median(np.std(drawn, axis=0) / errors) == pytest.approx(1.0, abs=0.15)


def test_struggle_deals_rules() -> None:
    match = potluck.Match("struggle", powers="random", seed=3)
    while not match.is_over:
        match.play(match.state.moves()[0])
    assert [len(rules) for rules in held(match)] == [3, 3]
    assert not is_dealt(match, match.begin())


def test_magic_potion_deals_heroes() -> None:
    plan = Plan(game="magic_potion", players=("uniform",), deal=True)
    rows = [play_number(plan, number) for number in (0, 2)]
    assert all([len(heroes) for heroes in row.dealt] == [3, 3] for row in rows)
    assert rows[0].dealt != rows[1].dealt


def test_what_deals_nothing_is_refused() -> None:
    with pytest.raises(potluck.BadOptions, match="deals nothing"):
        Plan(game="potential", deal=True).check()


def test_too_few_matches_are_believed_little() -> None:
    """Of 36 effects of six things, thirty groups tell none, and sixty only those of things by themselves."""
    strong = {("R1",): 3.0, ("R2", "R3"): 3.0}
    assert believed(strong, 25) == set()
    assert believed(strong, 100) <= set(NAMES)
    assert "R1" in believed(strong, 100)


def test_what_a_pair_means_is_said_with_the_ruling_that_bans_it() -> None:
    pair = next(effect for effect in effects(deal({("R2", "R3"): 1.0}, 1500)) if effect.label == "R2 with R3")
    assert advice(pair, "ST2").endswith("stronger than its parts; consider banning the pair (ST2).")


def test_the_first_potions_and_the_kinds_in_play_are_dealt() -> None:
    plan = Plan(game="potion_explosion", options="rounds=2", players=("greedy",), deal=True).check()
    row = play_number(plan, 0)
    assert [len(side) for side in row.dealt] == [2, 2]
    assert len(row.shared) == 6
    assert {name for side in row.dealt for name in side} <= set(row.shared)
    with pytest.raises(potluck.BadOptions, match="between two seats"):
        msgspec.structs.replace(plan, seats=3).check()


def test_all_sets_can_be_asked_for() -> None:
    assert deals_all("struggle", "powers=all")
    assert not deals_all("struggle", "setup=all")
    assert not deals_all("potential", "layout=all")
    sets = read_vary("potion_explosion", "kinds=all")
    assert len(sets.values) == 28
    Plan(game="potion_explosion", players=("uniform",), vary=(sets,)).check()
