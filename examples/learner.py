"""A small learner in numpy that beats the random bot at a short game of Potential within minutes.

    pip install 'potluck[gymnasium]'
    python examples/learner.py --minutes 2

It is an actor with a critic that share a hidden layer, trained by PPO on many matches at once, all moves masked by what
is legal. It plays against the random bot on a seat drawn for each match.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import potluck.adapters.gymnasium  # noqa: F401  (registers the games)

GAME = "potluck/Potential-v0"
OPTIONS = {"removal_target": 1, "quiet_turns": 10}  # who loses a piece first has lost
Array = np.ndarray[Any, Any]


class Network:
    """Hold a hidden layer with two heads, what to play and what it is worth; learn by Adam."""

    def __init__(self, inputs: int, hidden: int, outputs: int, rng: np.random.Generator) -> None:
        shapes = {"w": (inputs, hidden), "b": (hidden,), "p": (hidden, outputs), "v": (hidden, 1), "c": (1,)}
        scales = {"w": (2 / inputs) ** 0.5, "b": 0.0, "p": 0.01, "v": 0.01, "c": 0.0}
        self.weights = {
            name: rng.normal(0, 1, shape).astype(np.float32) * scales[name] for name, shape in shapes.items()
        }
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.steps = 0

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the chances of the legal moves, and the expected scores."""
        weights = self.weights
        hidden = np.maximum(seen @ weights["w"] + weights["b"], 0)
        logits = np.where(masks, hidden @ weights["p"], np.float32(-1e9))
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ weights["v"] + weights["c"])[:, 0]

    def learn(self, seen: Array, hidden: Array, logits: Array, values: Array, rate: float) -> None:
        """Follow the gradients of the two heads back through the hidden layer."""
        weights = self.weights
        back = (logits @ weights["p"].T + values[:, None] @ weights["v"].T) * (hidden > 0)
        gradients = {"w": seen.T @ back, "b": back.sum(0), "p": hidden.T @ logits}
        gradients |= {"v": hidden.T @ values[:, None], "c": values.sum(keepdims=True)}
        self.steps += 1
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            first = self.first[name] / (1 - 0.9**self.steps)
            second = self.second[name] / (1 - 0.999**self.steps)
            weights[name] -= rate * first / (np.sqrt(second) + 1e-8)


class Lesson(NamedTuple):
    """Hold what was seen, done and learned of it, one row a move."""

    seen: Array
    masks: Array
    moves: Array
    chances: Array  # of the move made, when it was made
    returns: Array
    advantages: Array


def scaled(observations: Array) -> Array:
    """Turn bytes into numbers around 1."""
    return np.minimum(observations, 8).astype(np.float32) / 4


def choose(chances: Array, rng: np.random.Generator) -> Array:
    """Draw a move in each row."""
    drawn = (chances.cumsum(1) > rng.random((len(chances), 1))).argmax(1)
    legal = chances[np.arange(len(drawn)), drawn] > 0
    return np.where(legal, drawn, chances.argmax(1))


def gather(env: Any, network: Network, seen: Array, masks: Array, length: int, rng: Any) -> tuple[Lesson, Array, Array]:
    """Play `length` moves in every match, and work out what each was worth."""
    rows: list[tuple[Array, ...]] = []
    for _ in range(length):
        _, chances, values = network.look(scaled(seen), masks)
        moves = choose(chances, rng)
        taken = chances[np.arange(len(moves)), moves]
        after, rewards, ended, _, infos = env.step(moves)
        rows.append((scaled(seen), masks, moves, taken, values, rewards, ended))
        seen, masks = after, infos["action_mask"]
    following = network.look(scaled(seen), masks)[2]
    running = np.zeros_like(following)
    advantages = []
    for _, _, _, _, values, rewards, ended in reversed(rows):
        running = rewards + 0.99 * following * ~ended - values + 0.99 * 0.95 * running * ~ended
        advantages.append(running)
        following = values
    parts = [np.concatenate(part) for part in zip(*rows, strict=True)]
    gained = np.concatenate(advantages[::-1]).astype(np.float32)
    return Lesson(parts[0], parts[1], parts[2], parts[3], gained + parts[4], gained), seen, masks


def train(network: Network, lesson: Lesson, rng: np.random.Generator, rate: float = 1e-3, clip: float = 0.2) -> None:
    """Improve on a lesson by PPO: three passes in small portions."""
    for _ in range(3):
        for part in np.array_split(rng.permutation(len(lesson.moves)), max(1, len(lesson.moves) // 512)):
            seen, masks, moves, old, returns, gained = (column[part] for column in lesson)
            gained = (gained - gained.mean()) / (gained.std() + 1e-6)
            hidden, chances, values = network.look(seen, masks)
            rows = np.arange(len(part))
            ratio = chances[rows, moves] / np.maximum(old, 1e-8)
            useful = np.where(gained > 0, ratio < 1 + clip, ratio > 1 - clip)
            push = -(ratio * gained * useful)[:, None]
            logits = -push * chances
            logits[rows, moves] += push[:, 0]
            network.learn(seen, hidden, logits / len(part), (values - returns) / len(part), rate)


def evaluate(network: Network, matches: int, seed: int) -> float:
    """Return the mean score against the random bot, the learner drawing its moves."""
    env: Any = gymnasium.make_vec(GAME, 64, vectorization_mode="vector_entry_point", **OPTIONS)
    rng = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    scores: list[float] = []
    while len(scores) < matches:
        _, chances, _ = network.look(scaled(seen), infos["action_mask"])
        seen, rewards, ended, _, infos = env.step(choose(chances, rng))
        scores += rewards[ended].tolist()
    return float(np.mean(scores))


def lessons(minutes: float, seed: int = 1, matches: int = 64) -> Iterator[tuple[int, Network]]:
    """Learn for as long; yield the number of moves learned from and the network, after every lesson."""
    rng = np.random.default_rng(seed)
    env: Any = gymnasium.make_vec(GAME, matches, vectorization_mode="vector_entry_point", **OPTIONS)
    seen, infos = env.reset(seed=seed)
    masks = infos["action_mask"]
    network = Network(seen.shape[1], 128, masks.shape[1], rng)
    moves = 0
    end = time.monotonic() + 60 * minutes
    yield moves, network
    while time.monotonic() < end:
        lesson, seen, masks = gather(env, network, seen, masks, 32, rng)
        train(network, lesson, rng)
        moves += len(lesson.moves)
        yield moves, network


def main(arguments: list[str] | None = None) -> float:
    """Learn, tell how it goes, and return the mean score against the random bot at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    chosen = parser.parse_args(arguments)
    for number, (moves, network) in enumerate(lessons(chosen.minutes)):
        if number % 20 == 0:
            print(f"{moves:>9,} moves: mean score {evaluate(network, 200, 7):+.2f} against the random bot")
    score = evaluate(network, 1000, 8)
    print(f"at the end, over 1,000 matches: {score:+.3f} ± {2 / 1000**0.5:.3f}")
    return score


if __name__ == "__main__":
    main()
