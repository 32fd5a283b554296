"""The measuring sticks: a look one move ahead must be worth something in every game."""

import os

import pytest

import potluck
from potluck.lab.arena import arena
from potluck.lab.executors import Inline

MATCHES = 16 if os.environ.get("POTLUCK_MODE") == "compiled" else 4


@pytest.mark.parametrize("name", potluck.names())
def test_greedy_clearly_beats_uniform(name: str) -> None:
    found = arena(potluck.load(name), ["greedy", "uniform"], MATCHES, executor=Inline())
    assert found.standings[0].points.mean >= 0.75
