"""The games in Gymnasium: its own check, the opponents, and the batch of matches."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

import potluck.adapters.gymnasium as ours
from adapters.cases import some_cases
from kit import COMPILED, Case, every_game
from potluck import OVER
from potluck.adapters.match import camel
from potluck.adapters.tensors import Glass
from potluck.adapters.vector import PotluckVectorEnv
from potluck.core.errors import BadOptions, IllegalMove

STEPS = 300 if COMPILED else 40


def play(env: Any, seed: int, steps: int) -> list[tuple[int, float, bool, int]]:
    """Play random legal moves; begin again when a match ends."""
    rng = np.random.default_rng(seed)
    trace = []
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        observation, reward, over, _, info = env.step(action)
        trace.append((action, reward, over, int(observation.sum())))
        assert (info["action_mask"] == env.action_masks()).all()
        if over:
            env.reset()
    return trace


def made(case: Case, **arguments: Any) -> Any:
    """Make an environment of a case."""
    return ours.PotluckEnv(case.name, seats=case.seats, **{**case.options, **arguments})


@every_game
def test_gymnasiums_own_check_passes(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(f"potluck/{camel(name)}-v0", illegal="lose")
    check_env(env.unwrapped, skip_render_check=True)


@some_cases
def test_the_agent_sits_where_it_is_told(case: Case) -> None:
    env = made(case, seat=1)
    observation, info = env.reset(seed=1)
    assert info["seat"] == 1
    assert env.match.state.to_move == 1
    assert (observation == Glass(env.game).look(env.match.state, 1)).all()
    seen = set()
    env = made(case, seat="random")
    for seed in range(40):
        seen.add(env.reset(seed=seed)[1]["seat"])
    assert seen == set(range(case.seats))
    env = made(case, seat="every")
    env.reset(seed=1)
    for _, _, over, _ in play(env, 1, STEPS // 4):
        assert over in (True, False)
    assert env.seat == env.match.state.to_move


@every_game
def test_the_reward_is_the_score_of_the_seat_that_moved(name: str) -> None:
    env = ours.PotluckEnv(name, seat=0)
    env.reset(seed=3)
    while env.match.state.to_move != OVER:
        action = int(np.flatnonzero(env.action_masks())[0])
        _, reward, over, cut, _ = env.step(action)
        assert over == (env.match.state.to_move == OVER)
        assert reward == (env.match.state.score(0) if over else 0.0)
        assert not cut
    with pytest.raises(IllegalMove, match="over"):
        env.step(0)


@some_cases
def test_copies_go_on_alike_and_apart(case: Case) -> None:
    env = made(case)
    assert copy.deepcopy(env).reset(seed=1)[1]["seat"] == env.reset(seed=1)[1]["seat"]
    play(env, 1, 10)
    twins = [copy.deepcopy(env), env.clone(), pickle.loads(pickle.dumps(env))]
    played = play(env, 2, STEPS // 2)
    assert all(play(twin, 2, STEPS // 2) == played for twin in twins)


@every_game
def test_an_illegal_action_raises_with_its_ruling_or_loses_if_asked_for(name: str) -> None:
    env = ours.PotluckEnv(name)
    env.reset(seed=1)
    key = env.match.state.key()
    for wrong in (-1, None, 0.5, 10**30):
        with pytest.raises(IllegalMove):
            env.step(wrong)
    assert env.match.state.key() == key
    env = ours.PotluckEnv(name, illegal="lose")
    env.reset(seed=1)
    for _ in range(2):
        _, reward, over, _, info = env.step(-1)
        assert (reward, over) == (-1.0, True)
        assert not info["action_mask"].any()


@every_game
def test_the_opponent_can_be_a_bot_of_any_level(name: str) -> None:
    """It answers from what its seat knows and the dice alone, so a copy meets the same answers."""
    level = "mcts:steps=4" if name != "potential" else "novice"
    env = ours.PotluckEnv(name, opponent=level, seat=0)
    env.reset(seed=1)
    twin = env.clone()
    assert play(env, 1, 4) == play(twin, 1, 4)
    many = vector(Case(name, {}, env.beginning.state.seats), 2, opponent=level)
    many.reset(seed=1)
    assert not many.step(many.sample())[3].any()
    with pytest.raises(BadOptions, match="level 'genius': expected one of"):
        ours.PotluckEnv(name, opponent="genius")


@every_game
def test_pictures_show_what_the_agent_may_see(name: str) -> None:
    env = ours.PotluckEnv(name, seat=0, render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    env = ours.PotluckEnv(name)
    env.reset(seed=1)
    assert env.render() is None


def test_bad_arguments_are_refused_in_a_sentence() -> None:
    for seat in (2, -1, "north", 1.0):
        with pytest.raises(BadOptions, match="expected 0 to 1, or one of random, every"):
            ours.PotluckEnv("potential", seat=seat)  # type: ignore[arg-type]
    env = PotluckVectorEnv(3, name="potential")
    env.reset(seed=1)
    for wrong in ([0, 0], [0.5, 1.0, 2.0], [[1], [2], [3]], None):
        with pytest.raises(BadOptions, match="expected 3 whole numbers"):
            env.step(wrong)


def test_a_match_that_ends_before_the_agents_first_move_does_not_count() -> None:
    short = Case("potential", {"removal_target": 1, "initial_charge": 5, "max_charge": 5}, 2)
    env = made(short, seat=1)
    for seed in range(60):
        assert env.reset(seed=seed)[1]["action_mask"].any()
    many = vector(short, 60, seat=1)
    assert many.reset(seed=1)[1]["action_mask"].any(1).all()
    for _ in range(20):
        assert many.step(many.sample())[4]["action_mask"].any(1).all()


# Many matches at once


def vector(case: Case, count: int, **arguments: Any) -> Any:
    """Make a batch of a case."""
    made = {"seats": case.seats, **case.options, **arguments}
    name = f"potluck/{camel(case.name)}-v0"
    return gymnasium.make_vec(name, count, vectorization_mode="vector_entry_point", **made).unwrapped


@some_cases
@pytest.mark.parametrize("seat", ["every", "random", 1])
def test_a_batch_shows_each_match_as_it_is(case: Case, seat: str | int) -> None:
    env = vector(case, 5, seat=seat)
    observations, infos = env.reset(seed=1)
    glass = Glass(env.game)
    finished = 0
    for _ in range(STEPS):
        for index, state in enumerate(env.batch.states):
            mover = int(state.to_move)
            assert infos["seat"][index] == mover
            assert seat != 1 or mover == 1
            assert (observations[index] == glass.look(state, mover)).all()
            assert list(np.flatnonzero(infos["action_mask"][index])) == list(state.moves())
        observations, rewards, ended, cut, infos = env.step(env.sample())
        finished += int(ended.sum())
        assert not cut.any()
        assert not rewards[~ended].any()
        for place in np.flatnonzero(ended):
            assert infos["_final_obs"][place]
            assert abs(infos["scores"][place].sum()) < 1e-9
            assert rewards[place] in infos["scores"][place]
    assert finished or not COMPILED or (env.game.limit or STEPS) > 5 * STEPS // 10


@every_game
def test_a_batch_is_seen_without_a_copy_cannot_be_written_and_can_be_kept(name: str) -> None:
    env = vector(Case(name, {}, ours.PotluckEnv(name).beginning.state.seats), 4)
    observations, infos = env.reset(seed=1)
    kept = observations.copy(), infos["action_mask"].copy()
    for _ in range(5):
        again, _, _, _, later = env.step(env.sample())
    assert (observations == kept[0]).all()
    assert (infos["action_mask"] == kept[1]).all()
    for view, memory in ((again, env.batch.observations), (later["action_mask"], env.batch.masks)):
        assert view.dtype == np.uint8
        assert np.shares_memory(view, np.asarray(memoryview(memory)))
        with pytest.raises(ValueError, match="read-only"):
            view[0, 0] = 1


@every_game
def test_a_seed_decides_a_batch(name: str) -> None:
    case = Case(name, {}, ours.PotluckEnv(name).beginning.state.seats)
    traces = []
    for _ in range(2):
        env = vector(case, 3)
        env.reset(seed=7)
        traces.append([(*env.sample(), env.step(env.sample())[0].sum()) for _ in range(30)])
    assert traces[0] == traces[1]


@every_game
def test_a_batch_refuses_an_illegal_action_and_plays_none(name: str) -> None:
    case = Case(name, {}, ours.PotluckEnv(name).beginning.state.seats)
    env = vector(case, 3)
    env.reset(seed=1)
    keys = [state.key() for state in env.batch.states]
    moves = env.sample()
    for wrong in (-1, env.game.move_count, 2**40):
        with pytest.raises(IllegalMove):
            env.step([*moves[:2], wrong])
    assert [state.key() for state in env.batch.states] == keys
    env = vector(case, 3, illegal="lose", seat=0)
    env.reset(seed=1)
    _, rewards, ended, _, infos = env.step([*env.sample()[:2], -1])
    assert (rewards[2], ended[2]) == (-1.0, True)
    assert infos["scores"][2][0] == -1
    assert abs(infos["scores"][2].sum()) < 1e-9
