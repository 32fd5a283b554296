"""The measuring sticks: a look one move ahead must be worth something in every game."""

import os

import pytest

import potluck
from potluck.lab.ratings import Tally
from potluck.lab.series import paired, play_match

PAIRS = 20 if os.environ.get("POTLUCK_MODE") == "compiled" else 2


@pytest.mark.parametrize("name", potluck.names())
def test_greedy_clearly_beats_uniform(name: str) -> None:
    tally = Tally()
    for pairing in paired(name, "", ("greedy", "uniform"), PAIRS):
        scores = dict(zip(pairing.players, play_match(pairing).scores, strict=True))
        tally.add(scores["greedy"], scores["uniform"])
    assert tally.score >= 0.75
