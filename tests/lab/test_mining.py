"""Puzzles are mined, rated and checked again: what is shipped holds against a search ten times as strong."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import potluck
from potluck.cli import app
from potluck.core.dice import Dice
from potluck.lab import mining
from potluck.players.levels import level
from potluck.players.settings import Level
from potluck.records.puzzles import WON, Puzzle, Trial, Turn, puzzles, read_puzzles

SAMPLE = [pytest.param(game, puzzles(game)[len(puzzles(game)) // 2], id=game) for game in potluck.names()]
EMPTY = ".......... "  # a row of Potential
EVEN = f"{EMPTY * 4}...1a..... {EMPTY * 5}seat=0"


@pytest.mark.parametrize(("game", "puzzle"), SAMPLE)
def test_a_sample_of_what_is_shipped_holds_against_ten_times_the_budget(game: str, puzzle: Puzzle) -> None:
    assert mining.doubt(game, puzzle) == ""


@pytest.mark.parametrize(("game", "puzzle"), SAMPLE)
def test_greedy_does_not_solve_what_is_shipped(game: str, puzzle: Puzzle) -> None:
    setting = Level("greedy")
    assert not any(mining.solves_all(puzzle.load(game), puzzle, setting, seed) for seed in range(4))


def test_mining_goes_on_where_it_stopped_and_finds_the_same_again(tmp_path: Path) -> None:
    told: list[str] = []
    out, other = tmp_path / "puzzles.md", tmp_path / "again.md"
    mining.run("struggle", out, 60, told.append, most=1)
    assert told[-1].endswith("matches")
    (first,) = read_puzzles("struggle", out.read_text())
    assert (tmp_path / "puzzles.new").exists() is False
    mining.run("struggle", other, 60, told.append, most=1)
    assert other.read_text() == out.read_text()
    mined = mining.resume("struggle", out)[1]
    mining.run("struggle", out, 0, told.append)
    assert mining.resume("struggle", out) == ({first.id: first}, mined)
    assert mining.doubt("struggle", first) == ""


def test_a_puzzle_with_another_answer_is_doubted() -> None:
    puzzle = next(puzzle for puzzle in puzzles("struggle") if puzzle.kind == "win")
    trial = Trial("struggle", puzzle)
    wrong = next(
        end
        for end in mining.ends_of(trial.match.state)
        if end.outcome not in trial.stages[0].targets and end.state.to_move >= 0
    )
    line = mining.write_moves(trial.match.game, trial.match.state.copy(), wrong.moves, "{}")
    assert mining.doubt("struggle", msgspec.structs.replace(puzzle, lines=[line])) == "another turn is the best"
    lost = msgspec.structs.replace(puzzle, kind="save", lines=[line])
    assert mining.doubt("struggle", lost).startswith(("another turn", "no turn"))


HOPED_FOR = (  # the magician holds III in about half of the worlds
    "..h.... ......T ..s.... m..B.A. ....... ....... ....... assassin=red,15,19,none!,+2 hunter=blue,18,21,II! "
    "thief=red,18,4,I!,none,none! swordsman=blue,20,1,none! magician=blue,20,3,III,none!,+1,+1,+1 "
    "merchant=red,18,5,none!,+2 used=+3 round=5 phase=move actor=merchant hound=g7"
)


def test_what_is_only_likely_is_no_answer() -> None:
    sure = next(puzzle for puzzle in puzzles("magic_potion") if puzzle.kind == "item")
    line = ["go-b4", "bribe-magician", "take-III"]
    hoped = msgspec.structs.replace(sure, position=HOPED_FOR, lines=[line], count=2)
    assert mining.doubt("magic_potion", hoped) == "the answer does not hold whatever is hidden"
    game = hoped.load("magic_potion")
    recipe = mining.RECIPES["magic_potion"]
    assert mining.asked_for(game, recipe, game.read_position(HOPED_FOR)) == ("", 0)


def test_the_item_that_somebody_must_hold_is_concluded() -> None:
    """Two of the three dealt items were seen blank, so the third is the piece; somebody else could be bribed too."""
    sure = next(puzzle for puzzle in puzzles("magic_potion") if puzzle.kind == "item")
    game = sure.load("magic_potion")
    recipe = mining.RECIPES["magic_potion"]
    state = game.read_position(sure.position)
    assert mining.asked_for(game, recipe, state) == ("item", sure.count)
    assert mining.asked_for(game, recipe, state, "piece") == ("", 0)
    seen = game.read_position(sure.position.replace("II*", "II!"))
    assert mining.asked_for(game, recipe, seen)[0] in ("piece", "win")


def test_all_ends_of_a_turn_are_listed_once_and_wins_are_one() -> None:
    game = potluck.load("potential")
    state = game.read_position(EVEN)
    ends = mining.ends_of(state)
    assert len({end.outcome for end in ends}) == len(ends)
    assert sum(end.outcome == WON for end in ends) == 1
    assert len(ends) == len(state.moves())  # one move a turn with charge 1


def test_a_turn_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "MOST_POSITIONS", 3)
    assert mining.ends_of(potluck.load("potential").new()) == []


def test_a_rating_is_where_the_levels_solve_half() -> None:
    assert mining.rating_of({"club": (500, 1000)}) == 1500
    easy = mining.rating_of({"novice": (20, 20)})
    hard = mining.rating_of(
        {"novice": (0, 20), "casual": (0, 20), "club": (0, 20), "expert": (0, 10), "master": (0, 2)}
    )
    assert easy < 900 < 2100 < hard


def test_what_holds_only_in_some_worlds_is_no_answer() -> None:
    puzzle = next(puzzle for puzzle in puzzles("magic_potion") if puzzle.count)
    state = Trial("magic_potion", puzzle).match.state
    game = puzzle.load("magic_potion")
    ends = mining.ends_of(state)
    seat = int(state.to_move)
    asked = [end for end in ends if mining.is_asked(game, end, seat, puzzle.count)]
    assert asked
    assert all(mining.is_certain(game, state, end, puzzle.count) for end in asked)
    other = next(end for end in ends if end not in asked)
    assert not mining.is_certain(game, state, other, puzzle.count)
    nowhere = mining.End(b"", state, (int(game.move_count) - 1,))
    assert not mining.is_certain(game, state, nowhere, puzzle.count)


def test_a_solver_errs_as_its_level_does() -> None:
    state = potluck.load("potential").new()
    player = mining.Solver(potluck.load("potential"), level(potluck.load("potential"), "0.1.0-novice"), 1)
    assert player.choose(state) in list(state.moves())
    assert mining.erring(player.search, Level("greedy", overlooks=1.0), Dice(1)) == 0
    assert Turn.of(state).goes_on(state)


def test_the_commands_say_what_they_do(tmp_path: Path) -> None:
    run = CliRunner().invoke
    checked = run(app, ["puzzles", "check", "struggle", "--sample", "1"])
    assert (checked.exit_code, checked.output) == (0, "struggle: 1 of 1 puzzles hold\n")
    file = tmp_path / "mined.md"
    mined = run(app, ["puzzles", "mine", "struggle", "--minutes", "0", "--out", str(file)])
    assert (mined.exit_code, mined.output) == (0, "0 puzzles of 0 matches\n")
    odd = run(app, ["puzzles", "mine", "struggle", "--kind", "riddle"])
    assert (odd.exit_code, "expected one of win, force, save" in str(odd.exception or odd.output)) == (1, True)
    refused = run(app, ["puzzles", "mine", "chess"])
    assert isinstance(refused.exception, potluck.PotluckError)


def test_a_doubtful_file_ends_with_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "doubt", lambda name, puzzle: "another turn is the best")
    checked = CliRunner().invoke(app, ["puzzles", "check", "potus", "--sample", "1"])
    assert checked.exit_code == 1
    assert "another turn is the best" in checked.output
