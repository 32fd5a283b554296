"""A long thought is watched."""

import potluck
from potluck.lab.thought import PARTS, Thought, ponder, report


def test_a_thought_ends_in_time_and_its_memory_is_watched() -> None:
    told: list[float] = []
    game = potluck.load("potus")
    thought = ponder(game, "mcts:steps=1:nodes=2000", 0.2, told.append)
    assert thought.steps > 1
    assert thought.late >= 0.0
    assert thought.processor > 0.0
    assert 0 < len(thought.memory) <= PARTS
    assert list(thought.memory) == sorted(thought.memory)
    assert thought.memory[0] > 1.0
    assert len(told) == len(thought.memory)
    assert told == sorted(told)


def test_a_report_is_a_table() -> None:
    thought = Thought("potus", "master", 600.0, 599.2, 0.0013, 1_234_567, (55.1, 55.94))
    assert report([thought]).splitlines()[-1] == (
        "| potus | master | 1,234,567 | 599.2 of 600 s | 1.3 ms | 55.1 55.9 |"
    )
