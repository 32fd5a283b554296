"""The tools that measure levels: what set-ups are worth, the matches of a ladder as lines, and the old names."""

import json
from pathlib import Path

import numpy as np
import pytest

import nearest
import openings
import potluck
import rungs
from potluck.lab import ladder
from potluck.lab.executors import Inline
from potluck.players import levels
from potluck.players.settings import Level, write_level

POTION = "Game: magic_potion\n\n1. 0 pick-thief\n2. 1 pick-priest\n3. 0 give-5 give-0\n4. 1 go-d5 done\n"
POTUS = "Game: potus\n\n1. 0 b1\n2. 1 g8\n3. 0 c2\n3. 0 (Nixon)\n4. 0 A.f3-g4\n"


def test_the_choices_of_a_set_up_are_read_from_a_record() -> None:
    assert openings.choices(POTION) == [(0, "pick-thief"), (1, "pick-priest")]
    assert openings.choices(POTUS) == [(0, "b1"), (1, "g8"), (0, "c2")]


def test_a_planted_worth_is_found_with_its_error() -> None:
    chance = np.random.default_rng(4)
    planted = np.array([0.4, 0.1, -0.1, -0.4])
    sides = np.array([chance.permutation([1.0, 1.0, -1.0, -1.0]) for _ in range(4000)])
    points = (chance.random(4000) < 1 / (1 + np.exp(-0.3 - sides @ planted))).astype(float)
    worth, errors = openings.fit(sides, points)
    assert sum(worth) == pytest.approx(0, abs=1e-9)
    assert np.all(np.abs(worth - planted) < 4 * errors)
    assert np.all(errors < 0.05)


def test_the_matches_of_a_ladder_become_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = {"crumb": Level("greedy", softness=0.1, cutoff=0.1), "whisk": Level("greedy")}
    monkeypatch.setattr(levels, "LEVELS", {"potus": quick})
    for module in (ladder, rungs):
        monkeypatch.setattr(module, "STICKS", {"potus": ("uniform",)})
    monkeypatch.setattr("sys.argv", ["rungs.py", "potus", str(tmp_path)])
    with pytest.raises(SystemExit, match="nothing was played of crumb – uniform, whisk – crumb"):
        rungs.main()
    found = ladder.climb("potus", full=True, folder=tmp_path, executor=Inline(), most=4)
    rungs.main()
    head, *lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert head["game"] == "potus"
    assert head["seed"] == ladder.SEED
    assert head["settings"]["crumb"] == write_level(quick["crumb"])
    for rung in found.rungs:
        met = [line for line in lines if (line["upper"], line["lower"]) == (rung.upper, rung.lower)]
        assert [line["number"] for line in met] == [0, 1, 2, 3]
        assert sum(line["scores"][line["first"]] > 0 for line in met) == rung.wins


def test_the_nearest_level_is_looked_for_until_the_score_crosses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = {"crumb": 0.9, "spoon": 0.7, "teacup": 0.4}
    monkeypatch.setattr(
        nearest,
        "meeting",
        lambda game, old, name, matches, executor: {"game": game.name, "players": [old, name], "score": scores[name]},
    )
    game = potluck.load("potential")
    found = nearest.meetings(game, "0.1.0-novice", 2, Inline())
    assert [one["score"] for one in found] == [0.9, 0.7, 0.4]
    assert "0.1.0-novice – teacup 40.0%" in capsys.readouterr().out
    file = tmp_path / "nearest.jsonl"
    other = {"game": "struggle", "players": ["0.1.0-club", "whisk"], "score": 0.5}
    file.write_text(json.dumps(other) + "\n")
    for _ in range(2):  # the second time in the place of the first
        nearest.keep(file, "potential", "0.1.0-novice", found)
    assert [json.loads(line) for line in file.read_text().splitlines()] == [*found, other]


def test_a_level_with_the_same_settings_needs_no_match() -> None:
    game = potluck.load("potential")
    same = write_level(levels.level(game, "ladle"))
    assert nearest.meetings(game, same, 2, Inline()) == []
