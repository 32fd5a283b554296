"""Fit what choices of the set-up are worth, from matches in which chance made them: docs/bots.md shows what came of it.

    openings.py STUDY

In Magic Potion the study deals heroes (`potluck lab run magic_potion --deal`), in POTUS Turncoats stand anywhere
(`potluck arena potus … --opening 1`). The points of seat 0 are fitted by a logistic regression with a small ridge: the
seat, and each thing that a side has. What a thing is worth more than the others on average is shown on the scale of the
hand-made evaluator, with its standard error: half of the logit is a lead.
"""

import argparse
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from potluck.games.magic_potion.characters import WHO
from potluck.games.magic_potion.evaluate import SPAN as HUNDREDTHS
from potluck.games.potus.board import HALF, NAMES
from potluck.games.potus.evaluate import SPAN as DOLLARS
from potluck.lab.plan import Row
from potluck.lab.study import Study

Numbers = NDArray[np.float64]
RIDGE = 1.0
CORNER = 63  # a square and the one opposite have this sum


class Thing(NamedTuple):
    """Name what a side can have, and the scale that it is shown on."""

    names: list[str]
    span: float


THINGS = {"magic_potion": Thing(list(WHO), HUNDREDTHS), "potus": Thing(list(NAMES[:HALF]), DOLLARS)}


def main() -> None:
    """Fit a study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=Path)
    with Study(parser.parse_args().study) as study:
        rows, game = list(study.rows()), study.plan.game
    thing = THINGS[game]
    found = [counted(row, thing) for row in rows]
    points = np.array([(scores[0] + 1) / 2 for scores in (row.scores for row in rows)])
    things = np.array(found, float)
    met = things.any(axis=0)
    worth, errors = fit(things[:, met], points)
    print(f"{len(rows):,} matches of {game}")
    for name, value, error in zip(np.array(thing.names)[met], worth, errors, strict=True):
        print(f"{name:12} {value * thing.span / 2:+6.0f} ± {error * thing.span / 2:.0f}")


def counted(row: Row, thing: Thing) -> list[int]:
    """Count what seat 0 has more of than seat 1, as the record tells; a far square counts as the near one opposite."""
    counts = [0] * len(thing.names)
    for seat, word in choices(row.record):
        name = word.removeprefix("pick-")
        if name in thing.names:
            counts[thing.names.index(name)] += 1 if seat == 0 else -1
        elif word in NAMES:
            counts[CORNER - NAMES.index(word)] -= 1
    return counts


def choices(record: str) -> list[tuple[int, str]]:
    """List the choices of the set-up with their seats: heroes that were picked, squares of Turncoats."""
    turns = re.findall(r"^\d+\. (\d) (pick-\w+|[a-h][1-8])$", record, re.MULTILINE)
    return [(int(seat), word) for seat, word in turns]


def fit(things: Numbers, points: Numbers) -> tuple[Numbers, Numbers]:
    """Fit a logistic regression by Newton's method; return what each thing is worth, with its standard error.

    A side that has a thing lacks another, so only what sets a thing apart from the mean of all can be told.
    """
    inputs = np.hstack([np.ones((len(points), 1)), things])
    weights = np.zeros(inputs.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        curve = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, inputs.T @ (points - chances) - RIDGE * weights)
    count = things.shape[1]
    apart = np.hstack([np.zeros((count, 1)), np.eye(count) - 1 / count])  # without the seat, and less the mean
    return apart @ weights, np.sqrt(np.diag(apart @ np.linalg.inv(curve) @ apart.T))


if __name__ == "__main__":
    main()
