"""Our bots meet OpenSpiel's search."""

from pathlib import Path

import pytest

import potluck
from potluck.lab import duel
from potluck.lab.duel import Bout, Visitor, bouts, fight, report, sit_down
from potluck.players.door import Player

GAME = potluck.load("potential", removal_target=1)
WON = ".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0"


def test_openspiels_search_finds_a_win_in_one() -> None:
    visitor = sit_down(potluck.load("potential"), "openspiel:simulations=40", 3)
    assert visitor.choose(WON, 0) == "d6-f6"
    assert isinstance(sit_down(GAME, "greedy", 3), Player)


def test_time_is_calibrated_in_simulations() -> None:
    visitor = Visitor(GAME, "openspiel:seconds=0.2", 3)
    assert visitor.simulations == duel.FEWEST
    visitor._calibrate(16, 0.01)  # 320 would have fitted
    assert visitor.simulations == (16 + 320) / 2
    visitor._calibrate(168, 100.0)
    assert visitor.simulations == 84
    fixed = Visitor(GAME, "openspiel:simulations=1000", 3)
    fixed._calibrate(1000, 0.01)
    assert fixed.simulations == 1000


def test_both_bouts_are_fought_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bouts(GAME) == [
        ("master", "openspiel:seconds=0.2"),
        ("mcts:steps=1000:temperature=0.25:heuristic_playout=20", "openspiel:simulations=1000"),
    ]
    monkeypatch.setattr(duel, "bouts", lambda _: [("greedy", "openspiel:simulations=2")])
    told: list[tuple[str, int, int]] = []
    path = tmp_path / "duel.jsonl"
    found = fight(GAME, 2, path, workers=1, progress=lambda *what: told.append(what))
    assert told[-1] == ("greedy – openspiel:simulations=2", 2, 2)
    (bout,) = found
    assert bout.wins + bout.draws + bout.losses == 2
    assert min(bout.milliseconds) > 0
    again = fight(GAME, 2, path, workers=1)
    assert again == found  # from the file


def test_a_report_is_a_table() -> None:
    bout = Bout("potential", "master", "openspiel:seconds=0.2", 55, 1, 4, 0.925, 0.83, 0.97, (201.5, 199.0))
    assert report([bout]).splitlines()[-1] == (
        "| potential | master | seconds=0.2 | 55 | 1 | 4 | 92% | 83% … 97% | 201.5 · 199.0 |"
    )
