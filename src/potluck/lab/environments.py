"""How fast the environments are, beside PettingZoo's own and a Python game of OpenSpiel's in the same run.

Everything is made by its name from the registries, ours too: whoever asks has imported the adapters before.
"""

import warnings
from importlib.util import find_spec
from random import random
from typing import Any

from potluck.lab.bench import Measure, peer_match, per_second

PEERS = {"connect_four-v3": "pygame", "chess-v6": "chess"}  # of PettingZoo, with the library that each needs
SCRIPTED = "python_tic_tac_toe"  # a game that OpenSpiel has in Python, as ours are to it
BATCH = 256  # matches stepped in one call


def environment_measures(names: list[str]) -> list[Measure]:
    """List what is measured of the environments of our games, and of their peers."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401

    measures = [
        aec_measure(("peers", "pettingzoo", peer), f"classic/{peer}")
        for peer, library in PEERS.items()
        if find_spec(library) is not None
    ]
    measures.append(spiel_measure(("peers", "open_spiel", SCRIPTED), pyspiel.load_game(SCRIPTED)))
    for name in names:
        measures.append(aec_measure(("environments", name), f"potluck/{name}-v0"))
        measures.append(batch_measure(name))
        measures.append(spiel_measure(("environments", name), pyspiel.load_game(f"potluck_{name}")))
    return measures


def aec_measure(path: tuple[str, ...], identity: str) -> Measure:
    """Measure a PettingZoo environment as it is made, wrappers and all."""
    import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = pettingzoo.make("aec", identity)
    return Measure((*path, "pettingzoo_steps_per_s"), lambda seconds: per_second(lambda: aec_match(env), seconds))


def aec_match(env: Any) -> int:
    """Play one random match; return how many steps it took."""
    env.reset()
    made = 0
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if over or cut else legal[int(random() * len(legal))])
        made += 1
    return made


def batch_measure(name: str) -> Measure:
    """Measure many matches in one compiled call, in which the agent plays all seats."""
    import gymnasium

    identity = f"potluck/{name.title().replace('_', '')}-v0"
    env: Any = gymnasium.make_vec(identity, BATCH, vectorization_mode="vector_entry_point", seat="every").unwrapped
    env.reset(seed=1)

    def step() -> int:
        env.step(env.sample())
        return BATCH

    return Measure(("environments", name, "batched_steps_per_s"), lambda seconds: per_second(step, seconds))


def spiel_measure(path: tuple[str, ...], game: Any) -> Measure:
    """Measure a plain loop over OpenSpiel's interface."""
    return Measure((*path, "open_spiel_steps_per_s"), lambda seconds: per_second(lambda: peer_match(game), seconds))


def ratio_rows(report: dict[str, dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    """Compare in words: each game with PettingZoo's, its batch with its single environment, and with OpenSpiel's."""
    zoo = report["peers"].get("pettingzoo", {})
    script = report["peers"]["open_spiel"][SCRIPTED]["open_spiel_steps_per_s"]
    rows = []
    for name, figures in report["environments"].items():
        single, spiel = figures["pettingzoo_steps_per_s"], figures["open_spiel_steps_per_s"]
        beside = " ".join(f"{single / peer['pettingzoo_steps_per_s']:.1f}×" for peer in zoo.values())
        rows.append((name, beside, f"{figures['batched_steps_per_s'] / single:.1f}×", f"{spiel / script:.1f}×"))
    return rows
