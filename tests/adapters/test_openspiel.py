"""The games in OpenSpiel: the same match through the kernel, OpenSpiel and PettingZoo."""

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest

import potluck
from adapters.cases import load, some_cases
from kit import Case, every_game, walk
from potluck import CHANCE, OVER, Dice, State
from potluck.adapters.openspiel import PREFIX, register
from potluck.adapters.pettingzoo import PotluckEnv
from potluck.core.errors import BadOptions, IllegalMove


def reached(game: Any, case: Case, most: int, seed: int = 5) -> tuple[Any, State]:
    """Play the same random match in OpenSpiel and in the kernel, up to some move."""
    state = game.new_initial_state()
    kernel = case.load().new(case.seats)
    for _, move in walk(case.load(), kernel, Dice(seed), most):
        state.apply_action(int(move))
    return state, kernel


class Script:
    """Draw for chance what a match drew before."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws

    def sample(self, state: State) -> int:
        return self.draws.pop(0)


@some_cases
def test_one_match_is_the_same_in_kernel_openspiel_and_pettingzoo(case: Case) -> None:
    kernel = case.load().new(case.seats)
    draws = [int(move) for state, move in walk(case.load(), kernel, Dice(6)) if state.to_move == CHANCE]
    kernel = case.load().new(case.seats)
    state = load(case).new_initial_state()
    options: dict[str, Any] = case.options
    env = PotluckEnv(case.name, seats=case.seats, **options)
    env.dice = Script(draws)
    env.reset()
    for before, move in walk(case.load(), kernel, Dice(6)):
        moves = list(before.moves())
        assert state.current_player() == before.to_move
        assert state.legal_actions() == moves
        if before.to_move == CHANCE:
            total = sum(before.weight(move) for move in moves)
            assert state.chance_outcomes() == [(move, int(before.weight(move)) / int(total)) for move in moves]
        else:
            observation, _, over, _, info = env.last()
            assert env.agent_selection == f"player_{before.to_move}"
            assert not over
            assert list(np.flatnonzero(observation["action_mask"])) == moves
            assert info["action_mask"] is observation["action_mask"]
            env.step(move)
        state.apply_action(int(move))
    scores = [kernel.score(seat) for seat in range(case.seats)]
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == scores
    assert [env._cumulative_rewards[agent] for agent in env.agents] == scores
    assert all(env.terminations.values())


@some_cases
def test_strings_are_our_notation_and_round_trip(case: Case) -> None:
    game = case.load()
    state, kernel = reached(load(case), case, 30)
    assert str(state) == game.write_position(kernel)
    for move in kernel.moves():
        text = state.action_to_string(int(move))
        assert text == game.write(kernel, move)
        assert state.string_to_action(text) == move
    if kernel.to_move >= 0:
        assert state.action_to_string(CHANCE, 0) == "chance 0"


@some_cases
def test_states_survive_cloning_and_pickling(case: Case) -> None:
    state, kernel = reached(load(case), case, 40)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert twin.match.state.key() == kernel.key()
        assert twin.history() == state.history()
        for seat in range(case.seats):
            assert twin.information_state_string(seat) == state.information_state_string(seat)
        if not twin.is_terminal():
            twin.apply_action(twin.legal_actions()[0])
    assert state.match.state.key() == kernel.key()


@some_cases
def test_a_resampled_state_is_the_same_to_its_player(case: Case) -> None:
    game = load(case)
    rng = random.Random(7)
    for most in (5, 25, 60):
        state, kernel = reached(game, case, most)
        if kernel.to_move in (CHANCE, OVER):
            continue
        for seat in range(case.seats):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            again = pickle.loads(pickle.dumps(other))
            assert str(again) == str(other)
            other.apply_action(other.legal_actions()[0])
            assert other.information_state_string(seat)


@some_cases
def test_a_resampled_state_knows_nothing_that_its_player_does_not(case: Case) -> None:
    """Two truths that a player cannot tell apart give, with the same sampler, the same resampled state."""
    game = load(case)
    state, kernel = reached(game, case, 25)
    for seat in range(case.seats) if kernel.to_move >= 0 else ():
        truth = state.resample_from_infostate(seat, random.Random(1).random)
        first = state.resample_from_infostate(seat, random.Random(2).random)
        second = truth.resample_from_infostate(seat, random.Random(2).random)
        assert str(first) == str(second)
        for viewer in range(case.seats):
            assert first.information_state_string(viewer) == second.information_state_string(viewer)


@some_cases
def test_information_states_recall_every_move(case: Case) -> None:
    game = load(case)
    state, _ = reached(game, case, 12)
    for seat in range(case.seats):
        told = state.match.told_to(seat)
        assert len(told) == len(state.history())
        assert all(line.mover in (CHANCE, seat) or line.text for line in told)
        assert state.information_state_string(seat).startswith(state.observation_string(seat))
        own = [line.move for line in told if line.mover == seat]
        assert own == [step.action for step in state.full_history() if step.player == seat]
    size, told = case.load().observation_size, state.match.told_to(0)
    tensor = state.information_state_tensor(0)
    assert len(tensor) == size + 2 * 16
    assert tensor[:size] == state.observation_tensor(0)
    assert tensor[size : size + 2] == [told[-1].mover + 2, told[-1].move + 1]
    assert tensor[size + 22 : size + 26] == [told[0].mover + 2, told[0].move + 1, 0, 0]
    short = pyspiel.load_game(PREFIX + case.name, {"recall": 0, "players": case.seats})
    assert short.information_state_tensor_size() == short.observation_tensor_size() == size


@every_game
def test_observers_show_the_public_the_private_and_the_whole(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name)
    state, kernel = reached(game, Case(name, {}, game.num_players()), 30)
    rules = potluck.load(name)
    kinds = pyspiel.PrivateInfoType

    def look(public: bool, private: Any) -> str:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        text: str = game.make_py_observer(kind).string_from(state, 0)
        return text

    assert rules.write_position(kernel, potluck.SPECTATOR) in look(True, kinds.NONE)
    assert rules.write_position(kernel, potluck.ALL) in look(True, kinds.ALL_PLAYERS)
    assert rules.write_position(kernel, 0) in look(True, kinds.SINGLE_PLAYER)
    private = look(False, kinds.SINGLE_PLAYER)
    assert bool(private) == rules.has_secrets
    assert not set(private.splitlines()) & set(rules.write_position(kernel, potluck.SPECTATOR).splitlines())
    with pytest.raises(ValueError, match="expected none"):
        game.make_py_observer(None, {"colour": 1})


@some_cases
def test_parameters_are_our_options(case: Case) -> None:
    game = load(case)
    again = pyspiel.load_game(str(game))
    assert again.rules.chosen == case.load().chosen == game.rules.chosen
    assert again.num_players() == case.seats
    assert str(again) == str(game)
    assert (again.max_chance_nodes_in_history() > 0) == case.load().has_chance


def test_bad_parameters_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadOptions, match="expected one of wave, columns"):
        pyspiel.load_game("potluck_potential(layout=foo)")
    with pytest.raises(pyspiel.SpielError, match="colour"):
        pyspiel.load_game("potluck_potential(colour=red)")
    with pytest.raises(BadOptions, match="seats=3"):
        pyspiel.load_game("potluck_potential(players=3)")


@every_game
def test_an_illegal_action_is_refused_with_its_ruling(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name)
    state, _ = reached(game, Case(name, {}, game.num_players()), 20)
    before = str(state)
    legal = state.legal_actions()
    wrong = next(move for move in range(len(legal) + 1) if move not in legal)
    with pytest.raises(IllegalMove):
        state.apply_action(wrong)
    assert str(state) == before


@every_game
def test_openspiels_search_plays_our_games(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(PREFIX + name)
    state, _ = reached(game, Case(name, {}, game.num_players()), 3)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rng = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=rng, allow_inconsistent_action_sets=True)
    else:
        bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_registering_again_changes_nothing() -> None:
    before = pyspiel.registered_names()
    register()
    assert pyspiel.registered_names() == before
    assert {PREFIX + name for name in potluck.names()} <= set(before)


def test_the_interpreter_ends_quietly() -> None:
    done = subprocess.run([sys.executable, "-c", "import potluck.adapters.openspiel"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
