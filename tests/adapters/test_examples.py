"""The examples run."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from kit import COMPILED, ROOT


def load(name: str) -> dict[str, Any]:
    """Run the file of an example without starting it."""
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))


def test_openspiels_search_beats_a_random_player() -> None:
    game = "potluck_potential(removal_target=1,quiet_turns=5)"
    arguments = ["--matches", "1", "--simulations", "4", "--game", game]
    assert -1 <= load("openspiel_mcts")["main"](arguments) <= 1


@pytest.mark.skipif(not COMPILED, reason="learning takes a compiled kernel")
def test_the_learner_learns(capsys: pytest.CaptureFixture[str]) -> None:
    example = load("learner")
    lessons = example["lessons"](60.0)
    network = next(network for moves, network in lessons if moves >= 20_000)
    assert example["evaluate"](network, 400, 3) > 0.1  # the random bot scores 0 against itself, give or take 0.1
    assert -1 <= example["main"](["--minutes", "0"]) <= 1
    assert "at the end" in capsys.readouterr().out


@pytest.mark.skipif(not COMPILED, reason="learning takes a compiled kernel")
def test_the_curve_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "curve.svg"
    monkeypatch.setattr(sys, "argv", ["learning_curve.py", "0", str(file)])
    monkeypatch.setattr(sys, "path", sys.path[:])
    load("learning_curve")
    assert "<svg" in file.read_text()
