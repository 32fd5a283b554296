"""The games in PettingZoo: its own checks, and what its users ask for: copies, pickles, states."""

import copy
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

import potluck.adapters.pettingzoo as ours
from adapters.cases import some_cases
from kit import COMPILED, Case, every_game
from potluck.core.errors import BadOptions, IllegalMove, PotluckError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import its games in a way that it calls deprecated
    from pettingzoo.test import api_test, render_test, seed_test

CYCLES = 400 if COMPILED else 60


def play(env: Any, rng: random.Random, most: int = 10_000) -> list[tuple[str, int, float]]:
    """Play random legal moves to the end; return who did what, and what it was told of its reward."""
    trace = []
    for agent in env.agent_iter(most):
        observation, reward, over, cut, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        action = None if over or cut else int(legal[rng.randrange(len(legal))])
        trace.append((agent, -1 if action is None else action, reward))
        env.step(action)
    return trace


def made(case: Case) -> Any:
    """Make an environment of a case."""
    options: dict[str, Any] = case.options
    return ours.PotluckEnv(case.name, seats=case.seats, **options)


def begun(case: Case, moves: int, seed: int = 1) -> Any:
    """Return an environment some moves into a match."""
    env = made(case)
    env.reset(seed=seed)
    play(env, random.Random(seed), moves)
    return env


@every_game
@pytest.mark.filterwarnings("ignore:Observation")  # a dict with a mask is what it wants of its own board games
def test_pettingzoos_own_api_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(getattr(ours, f"{name}_v0").env(), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


@every_game
def test_pettingzoos_own_seed_test_passes(name: str) -> None:
    seed_test(getattr(ours, f"{name}_v0").env, num_cycles=CYCLES)
    env = getattr(ours, f"{name}_v0").env()
    env.reset(seed=1)
    assert env.agents


@every_game
def test_pettingzoos_own_render_test_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(getattr(ours, f"{name}_v0").env)
    assert capsys.readouterr().out.count("\n") > 5
    assert getattr(ours, f"{name}_v0").env().render() is None


@some_cases
def test_a_seed_decides_chance(case: Case) -> None:
    first, second = begun(case, 20), begun(case, 20)
    assert first.match.moves == second.match.moves
    first.reset()
    second.reset()
    assert play(first, random.Random(2)) == play(second, random.Random(2))
    env = made(case)
    env.reset()
    assert env.agents


@some_cases
def test_copies_go_on_alike_and_apart(case: Case) -> None:
    env = begun(case, 15)
    kept = pickle.dumps(env.get_state())
    twins = [copy.deepcopy(env), env.clone(), pickle.loads(pickle.dumps(env))]
    played = play(env, random.Random(3))
    for twin in twins:
        assert twin.match.state.key() != env.match.state.key()
        assert play(twin, random.Random(3)) == played
    fresh = made(case)
    fresh.set_state(pickle.loads(kept))
    assert play(fresh, random.Random(3)) == played
    env.set_state(pickle.loads(kept))
    assert play(env, random.Random(3)) == played


def test_an_environment_can_be_copied_before_it_begins_and_in_the_middle_of_its_end() -> None:
    env = ours.potential_v0.env(removal_target=1)
    assert copy.deepcopy(env).agents == []
    env.reset(seed=1)
    while not any(env.terminations.values()):
        play(env, random.Random(1), 1)
    twin = env.clone()
    assert play(twin, random.Random(1)) == play(env, random.Random(1))
    done = pickle.loads(pickle.dumps(env))
    assert done.agents == []
    done.reset()
    assert done.agents == done.possible_agents


@every_game
def test_rewards_come_once_and_sum_to_nothing(name: str) -> None:
    env = getattr(ours, f"{name}_v0").env()
    env.reset(seed=4)
    trace = play(env, random.Random(4))
    last = {agent: reward for agent, action, reward in trace if action == -1}
    assert set(last) == set(env.possible_agents)
    assert abs(sum(last.values())) < 1e-9
    assert all(reward == 0 for _, action, reward in trace if action >= 0)
    assert env.agents == []
    with pytest.raises(PotluckError, match="reset"):
        env.step(None)


@every_game
def test_an_illegal_action_raises_with_its_ruling_or_loses_if_asked_for(name: str) -> None:
    for wrong in (-1, 10**30, None, 1.5, "a1", True):
        env = begun(Case(name, {}, len(ours.PotluckEnv(name).possible_agents)), 3)
        key = env.match.state.key()
        with pytest.raises(IllegalMove, match="illegal move"):
            env.step(wrong)
        assert env.match.state.key() == key
    env = ours.PotluckEnv(name, illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(-1)
    assert all(env.terminations.values())
    assert env.rewards[loser] == -1
    assert abs(sum(env.rewards.values())) < 1e-9
    assert not env.last()[0]["action_mask"].any()


@every_game
def test_observations_are_the_callers_to_keep(name: str) -> None:
    env = getattr(ours, f"{name}_v0").env()
    env.reset(seed=1)
    kept = env.last()[0]
    before = copy.deepcopy(kept)
    play(env, random.Random(5), 6)
    assert all((kept[part] == before[part]).all() for part in kept)
    idle = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(idle)["action_mask"].any()


def test_a_match_can_be_cut_short() -> None:
    env = pettingzoo.make("aec", "potluck/potential-v0", max_cycles=7)
    env.reset(seed=1)
    trace = play(env, random.Random(1))
    assert [action for _, action, _ in trace].count(-1) == 2
    assert len(trace) == 7 + 2


@every_game
def test_the_registry_knows_our_games(name: str) -> None:
    env = pettingzoo.make("aec", f"potluck/{name}-v0")
    assert str(env) == f"{name}_v0"
    with pytest.raises(AttributeError, match="nothing_v0"):
        _ = ours.nothing_v0


def test_bad_arguments_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadOptions, match="illegal='ignore': expected one of raise, lose"):
        ours.potential_v0.env(illegal="ignore")
    with pytest.raises(BadOptions, match="render_mode='3d': expected one of"):
        ours.potential_v0.env(render_mode="3d")
    with pytest.raises(BadOptions, match="no such option"):
        ours.potential_v0.env(colour="red")
