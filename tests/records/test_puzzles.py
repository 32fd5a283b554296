"""Puzzles as data: every shipped one is solved by its answers in the kernel, and damaged files are refused."""

import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.state import CHANCE
from potluck.records.puzzles import Puzzle, Trial, matches_mined, puzzles, read_puzzles, write_puzzles

SHIPPED = [pytest.param(game, puzzle, id=f"{game}-{puzzle.id}") for game in potluck.names() for puzzle in puzzles(game)]
LEAST = 40  # of each game
EMPTY = ".......... "  # a row of Potential
GOOD = f"""# Puzzles of Potential

Mined from 7 bot matches: see docs/puzzles.md.

## The easiest first

### one
* kind: win
* position: {EMPTY * 4}...1a..... {EMPTY * 5}seat=0
* rating: 1480
* solved: novice 0/20, club 10/20
* worth: 100 31
* from: seed 12, casual and club, turn 31
* do: d6-f6
"""
FORCED = f"""### two
* kind: force
* position: {EMPTY * 4}...2a.a... {EMPTY * 5}seat=0
* rating: 1480
* solved: club 10/20
* worth: 90 31
* from: seed 12, casual and club, turn 31
* do: d6-d5, d5-d4, (e6-f5), d4-d5, d5-d6
"""


@pytest.mark.parametrize("game", potluck.names())
def test_at_least_forty_ship_and_no_two_are_the_same(game: str) -> None:
    found = puzzles(game)
    assert len(found) >= LEAST
    assert len({puzzle.position for puzzle in found}) == len(found)
    assert [puzzle.rating for puzzle in found] == sorted(puzzle.rating for puzzle in found)


@pytest.mark.parametrize(("game", "puzzle"), SHIPPED)
def test_every_answer_of_a_shipped_puzzle_solves_it_and_some_turn_does_not(game: str, puzzle: Puzzle) -> None:
    for line in puzzle.lines:
        assert Trial(game, puzzle, [move for move in line if not move.startswith("(")]).done
    assert any(random_try(game, puzzle, seed) == "wrong" for seed in range(60))
    assert len(Trial(game, puzzle).match.legal()) > 1


def random_try(game: str, puzzle: Puzzle, seed: int) -> str:
    """Try a puzzle with any legal moves."""
    trial, dice = Trial(game, puzzle), Dice(seed)
    while trial.kind in ("begun", "right"):
        choices = trial.match.legal()
        trial.play(choices[dice.below(len(choices))].text)
    return trial.kind


def test_a_file_is_written_as_it_is_read() -> None:
    found = read_puzzles("potential", GOOD)
    assert write_puzzles("Potential", found, 7) == GOOD
    assert (matches_mined(GOOD), matches_mined("nothing")) == (7, 0)
    assert read_puzzles("potential", "Mined from 3 bot matches.") == []


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert puzzles("chess") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("* kind: win\n", "", r"puzzles.md, line 7, 'one': expected a field kind"),
        ("* kind: win", "* kind: fun", "kind 'fun': expected one of win, force"),
        ("* kind: win", "* sort: win", r"line 8: '\* sort: win': expected \* field: value"),
        ("* rating: 1480", "* rating: high", "rating 'high': expected a number from 400 to 3000"),
        ("* worth: 100 31", "* worth: 100", "worth '100': expected two numbers"),
        ("* worth: 100 31", "* worth: 30 31", "an answer that is better than the next best turn"),
        ("club 10/20", "club 30/20", "solved 'club 30/20': expected a level and its tries"),
        ("d6-f6", "d6-e6", "do 'd6-e6': illegal move"),
        ("...1a.....", "...3a.a...", "the answer stops in the middle of a turn"),
        ("d6-f6", "d6-d7, d7-d8", "it is not the solver's turn"),
        ("* do: d6-f6", "* do: d6-f6\n* do: d6-d7, (e6-e7), d7-d8", "answers that differ only in their last turn"),
        ("seat=0", "seat=7", "position field seat"),
        ("### one", "### one\n* kind: win\n### one", "line 7, 'one': expected a field position"),
        ("Mined from 7 bot matches: see docs/puzzles.md.\n\n## The", "The", "expected puzzles, each below a line ###"),
    ],
)
def test_a_damaged_puzzle_is_refused_with_its_line(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(potluck.BadRecord, match=complaint):
        read_puzzles("potential", GOOD.replace(old, new))


def test_two_puzzles_of_one_name_are_refused() -> None:
    with pytest.raises(potluck.BadRecord, match="there is another puzzle of this name"):
        read_puzzles("potential", GOOD + "\n" + GOOD[GOOD.index("### one") :])


def test_a_puzzle_is_somebodys_decision() -> None:
    (puzzle,) = read_puzzles("potential", GOOD)
    match = Trial("potential", puzzle, ["d6-f6"]).match
    over = GOOD.replace(puzzle.position, " ".join(match.game.write_position(match.state).split()))
    with pytest.raises(potluck.BadRecord, match="expected somebody to decide"):
        read_puzzles("potential", over)


def test_an_answer_of_two_turns_waits_for_the_reply_and_any_order_counts() -> None:
    (puzzle,) = read_puzzles("potential", GOOD[: GOOD.index("### one")] + FORCED)
    trial = Trial("potential", puzzle)
    assert [trial.play(move).kind for move in ("d6-c5", "c5-d4")] == ["right", "right"]  # another way to d4
    assert trial.match.to_move == 0  # the other side has replied
    assert (trial.stage, trial.turn_begun) == (1, 2)
    assert [trial.play(move).kind for move in ("d4-d5", "d5-d6")] == ["right", "done"]
    assert trial.answer() == []
    assert trial.play("d6-d7").sentence == "This try is over."


def test_a_wrong_turn_is_told_when_it_is_over_and_refusals_change_nothing() -> None:
    (puzzle,) = read_puzzles("potential", GOOD)
    trial = Trial("potential", puzzle)
    refused = trial.play("d6-d8")
    assert (refused.kind, refused.ruling) == ("refused", "PT2")
    assert trial.play("nonsense").kind == "refused"
    assert trial.made == []
    assert trial.play("d6-d7").kind == "wrong"


def test_what_is_counted_is_sure_whatever_chance_draws() -> None:
    puzzle = next(puzzle for puzzle in puzzles("potion_explosion") if puzzle.kind == "explosion")
    trial = Trial("potion_explosion", puzzle, puzzle.lines[0])
    assert trial.done
    assert trial.match.to_move == CHANCE
    assert potluck.load("struggle").tally(trial.match.state, 0) == 0  # a game that counts nothing
