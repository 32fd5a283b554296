"""Our bots meet OpenSpiel's searches."""

from pathlib import Path

import pytest

import potluck
from potluck.bots.search import Limit
from potluck.lab import duel, visitor
from potluck.lab.arena import report
from potluck.lab.executors import Inline
from potluck.lab.seating import sit_down
from potluck.lab.visitor import Visitor
from potluck.players.door import Player

GAME = potluck.load("potential", removal_target=1)
WON = ".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0"


@pytest.mark.parametrize("name", ["openspiel:simulations=40", "openspiel:python:simulations=40"])
def test_openspiels_searches_find_a_win_in_one(name: str) -> None:
    assert sit_down(potluck.load("potential"), name, 3).choose(WON, 0) == "d6-f6"
    assert isinstance(sit_down(GAME, "greedy", 3), Player)


@pytest.mark.parametrize("name", potluck.names())
@pytest.mark.parametrize("player", ["openspiel:simulations=2", "openspiel:python:simulations=4"])
def test_they_answer_in_every_game(name: str, player: str) -> None:
    game = potluck.load(name)
    match = potluck.Match(game, seed=4)
    while len(match.state.moves()) == 1:
        match.play(match.state.moves()[0])
    seen = match.state.copy()
    seen.determinize(match.to_move, potluck.Dice(1))
    text = sit_down(game, player, 1).choose(game.write_position(seen), match.to_move)
    assert text in [choice.text for choice in match.legal()]


def test_time_is_calibrated_in_simulations() -> None:
    guest = Visitor(GAME, "openspiel:seconds=0.2", 3)
    assert guest.simulations == visitor.FEWEST
    guest._calibrate(16, 0.01, 0.2)  # 320 would have fitted
    assert guest.simulations == (16 + 320) / 2
    guest._calibrate(168, 100.0, 0.2)
    assert guest.simulations == 84
    fixed = Visitor(GAME, "openspiel:simulations=1000", 3)
    fixed._calibrate(1000, 0.01, 0.0)
    assert fixed.simulations == 1000


def test_a_budget_of_the_meeting_counts_for_visitors_too() -> None:
    guest = Visitor(potluck.load("potential"), "openspiel:simulations=100000", 3)
    assert guest.choose(WON, 0, Limit(30, 0.0)) == "d6-f6"  # a hundred thousand would take minutes


def test_bouts_are_fought_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert duel.bouts(GAME) == [
        ("cauldron", "openspiel:seconds=0.2"),
        ("mcts:steps=1000:temperature=0.25:heuristic_playout=20", "openspiel:simulations=1000"),
        ("mcts:steps=100", "openspiel:python:simulations=100"),
    ]
    monkeypatch.setattr(duel, "bouts", lambda _: [("greedy", "openspiel:simulations=2")])
    told: list[tuple[str, int, int]] = []
    found = duel.fight(GAME, 2, tmp_path, Inline(), lambda *what: told.append(what))
    assert told[-1] == ("greedy – openspiel:simulations=2", 2, 2)
    (bout,) = found
    assert bout.matches == 2
    assert min(one.milliseconds for one in bout.standings) > 0
    assert "| openspiel:simulations=2 |" in report(bout)
    assert duel.fight(GAME, 2, tmp_path, Inline()) == found  # from the file
