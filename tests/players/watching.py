"""Watch how a judge looks at positions."""

import pytest

import potluck
from potluck.bots.search import Search
from potluck.players.judge import Judge


def watch(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the steps of every look that a judge takes from now on; 0 are the judge's own."""
    made: list[int] = []
    look = judge.look

    def count(state: potluck.State, seed: int, steps: int = 0) -> Search:
        made.append(steps)
        return look(state, seed, steps)

    monkeypatch.setattr(judge, "look", count)
    return made
