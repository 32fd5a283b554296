"""Training a net: gradient descent (Adam) on what searches and outcomes said of positions.

A position is the numbers of its active inputs. Its target is what a search found, put on the scale of outcomes, mixed
with how the match ended; a position that no match went through has the search's value alone.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from potluck.core.evaluator import NEVER_CERTAIN
from potluck.core.net import MOST, SCALE, UNITS
from potluck.players.nets import Weights

Floats = NDArray[np.float32]
LARGEST = 1.0  # a weight of an input
LARGEST_BIAS = 3.9  # with which no lane can overflow
BATCH = 1024
SPEED = 3e-3
SEED = 1
TRUST = 0.6  # in what searches found, beside how matches ended
WEIGHED = 4096  # what a weight of 1 of a hidden unit is in the file


class Examples(NamedTuple):
    """Hold positions with what is known of them, as the side to move sees it."""

    inputs: NDArray[np.uint16]  # by position: its active inputs, then the number that stands for none
    values: Floats  # what a search found
    outcomes: Floats  # how the match ended, or nan
    matches: NDArray[np.int32]  # the match that it is from, so that none is both trained on and tested on
    known: Floats  # the lead that is known without the net, to which it adds


def gather(
    inputs: list[list[int]], values: list[float], outcomes: list[float], matches: list[int], known: list[float]
) -> Examples:
    """Put examples into arrays."""
    table = np.full((len(inputs), MOST), 65535, np.uint16)
    for number, active in enumerate(inputs):
        table[number, : len(active)] = active
    floats = [np.array(column, np.float32) for column in (values, outcomes, known)]
    return Examples(table, floats[0], floats[1], np.array(matches, np.int32), floats[2])


def joined(parts: list[Examples]) -> Examples:
    """Put the examples of several runs together; their matches stay apart."""
    shift, matches = 0, []
    for part in parts:
        matches.append(part.matches + shift)
        shift += int(part.matches.max(initial=0)) + 1
    inputs, values, outcomes, _, known = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Examples(inputs, values, outcomes, np.concatenate(matches), known)


# Targets


def lead(values: Floats) -> Floats:
    """Undo the squashing of values that are not certain."""
    cut: Floats = np.clip(values / np.float32(NEVER_CERTAIN), -0.999, 0.999)
    leads: Floats = cut / (1 - np.abs(cut))
    return leads


def squashed(leads: Floats) -> Floats:
    """Squash leads to values from -1 to 1, as the net does."""
    values: Floats = leads / (1 + np.abs(leads))
    return values


def scale_of(examples: Examples) -> float:
    """Find by how much the leads of searches must be stretched to foretell outcomes best."""
    known = ~np.isnan(examples.outcomes) & (np.abs(examples.values) < NEVER_CERTAIN)
    if not known.any():
        return 1.0
    leads, outcomes = lead(examples.values[known]), examples.outcomes[known]
    errors = [(float(np.mean((squashed(leads * k) - outcomes) ** 2)), float(k)) for k in np.geomspace(0.05, 20, 60)]
    return min(errors)[1]


def targets(examples: Examples, trust: float) -> Floats:
    """Mix what searches found with how matches ended."""
    certain = np.abs(examples.values) >= NEVER_CERTAIN
    found = np.where(
        certain, np.sign(examples.values), squashed(lead(examples.values) * np.float32(scale_of(examples)))
    )
    ended = np.nan_to_num(examples.outcomes)
    return np.where(np.isnan(examples.outcomes), found, trust * found + (1 - trust) * ended).astype(np.float32)


# Descent


class Parameters(NamedTuple):
    """Hold the net while it is trained."""

    rows: Floats  # by input and unit; the last row stands for no input
    bias: Floats
    out: Floats
    last: Floats


def begin(inputs: int, dice: np.random.Generator) -> Parameters:
    """Draw the weights that training begins with."""
    rows = dice.normal(0, 0.05, (inputs + 1, UNITS)).astype(np.float32)
    rows[inputs] = 0
    out = (dice.normal(0, 0.3, UNITS)).astype(np.float32)
    return Parameters(rows, np.full(UNITS, 0.3, np.float32), out, np.zeros(1, np.float32))


def forward(net: Parameters, inputs: NDArray[np.int64], known: Floats) -> tuple[Floats, Floats]:
    """Value positions; return what the hidden units held, and the leads."""
    held = net.rows[inputs].sum(axis=1) + net.bias
    return held, np.maximum(held, 0) @ net.out + net.last[0] + known


def gradients(net: Parameters, inputs: NDArray[np.int64], known: Floats, target: Floats) -> Parameters:
    """Tell how the loss changes with each weight."""
    held, leads = forward(net, inputs, known)
    off = ((squashed(leads) - target) / len(target)).astype(np.float32)
    back = off[:, None] * net.out * (held > 0)
    flat, each = inputs.ravel(), inputs.shape[1]
    size = len(net.rows)
    rows = np.stack([np.bincount(flat, np.repeat(back[:, unit], each), size) for unit in range(UNITS)], axis=1)
    rows[-1] = 0
    return Parameters(
        rows.astype(np.float32), back.sum(axis=0), np.maximum(held, 0).T @ off, np.array([off.sum()], np.float32)
    )


class Adam:
    """Step down the gradient, each weight at a pace of its own."""

    def __init__(self, net: Parameters, steps: int) -> None:
        self.net = net
        self.steps = steps
        self.done = 0
        self.means = [np.zeros_like(part) for part in net]
        self.squares = [np.zeros_like(part) for part in net]

    def step(self, slopes: Parameters) -> None:
        """Change the weights; keep them so small that no lane of the finished net can overflow."""
        self.done += 1
        pace = SPEED * min(1.0, self.done / 50) * max(0.02, 0.5 * (1 + np.cos(np.pi * self.done / self.steps)))
        for part, slope, mean, square in zip(self.net, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair = np.sqrt(square / (1 - 0.999**self.done)) + 1e-8
            part -= (pace * (mean / (1 - 0.9**self.done)) / fair).astype(np.float32)
        np.clip(self.net.rows, -LARGEST, LARGEST, out=self.net.rows)
        np.clip(self.net.bias, -LARGEST_BIAS, LARGEST_BIAS, out=self.net.bias)


class Trained(NamedTuple):
    """Hold a net, and its mean square error on matches that it did not see."""

    weights: Weights
    errors: list[float]  # after each epoch


def train(
    examples: Examples,
    inputs: int,
    *,
    trust: float = TRUST,
    boldness: float = 1.0,
    epochs: int = 8,
    say: Callable[[str], None] = lambda said: None,
) -> Trained:
    """Train a net on examples, and keep so much of what it says; one match in twenty is kept back to test it on."""
    dice = np.random.default_rng(SEED)
    table = np.minimum(examples.inputs.astype(np.int64), inputs)
    wanted = targets(examples, trust)
    kept_back = examples.matches % 20 == 0
    learned, tested = np.flatnonzero(~kept_back), np.flatnonzero(kept_back)
    net = begin(inputs, dice)
    size = min(BATCH, len(learned))
    adam = Adam(net, epochs * (len(learned) // size))
    errors = []
    for epoch in range(epochs):
        dice.shuffle(learned)
        for first in range(0, len(learned) - size + 1, size):
            batch = learned[first : first + size]
            most = int((table[batch] < inputs).sum(axis=1).max())
            adam.step(gradients(net, table[batch, :most], examples.known[batch], wanted[batch]))
        leads = forward(net, table[tested], examples.known[tested])[1]
        errors.append(float(np.mean((squashed(leads) - wanted[tested]) ** 2)))
        say(f"epoch {epoch + 1} of {epochs}: error {errors[-1]:.4f} on matches that it has not seen")
    seen = np.unique(table[table < inputs])
    kept = net._replace(out=net.out * np.float32(boldness), last=net.last * np.float32(boldness))
    return Trained(rounded(kept, inputs, seen), errors)


def rounded(net: Parameters, inputs: int, seen: NDArray[np.int64]) -> Weights:
    """Make whole numbers of the weights; an input that was never active has none."""
    rows = {int(number): tuple(int(w) for w in np.rint(net.rows[number] * SCALE)) for number in seen}
    bias = tuple(int(w) for w in np.rint(net.bias * SCALE))
    out = tuple(int(w) for w in np.rint(net.out * WEIGHED))
    return Weights(inputs, rows, bias, out, round(float(net.last[0]) * SCALE * WEIGHED))
