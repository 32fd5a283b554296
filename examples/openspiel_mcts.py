"""OpenSpiel's own tree search plays Potential against a random player: their algorithm, our rules.

pip install 'potluck[openspiel]'
python examples/openspiel_mcts.py --matches 4 --simulations 50
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import potluck.adapters.openspiel  # noqa: F401  (registers the games)


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], rng: np.random.RandomState) -> list[float]:
    """Play one match; return the score of each seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def main(arguments: list[str] | None = None) -> float:
    """Play some matches, the searcher on either seat; return its mean score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="potluck_potential(removal_target=2)")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    chosen = parser.parse_args(arguments)
    game = pyspiel.load_game(chosen.game)
    rng = np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, chosen.simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    scores = []
    for number in range(chosen.matches):
        seat = number % game.num_players()
        bots = [pyspiel.make_uniform_random_bot(player, number) for player in range(game.num_players())]
        bots[seat] = searcher
        scores.append(play(game, bots, rng)[seat])
        print(f"match {number + 1}: MCTS on seat {seat} scores {scores[-1]:+g}")
    print(f"mean score of MCTS: {np.mean(scores):+.2f}")
    return float(np.mean(scores))


if __name__ == "__main__":
    main()
