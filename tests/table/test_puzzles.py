"""Puzzles at the table: tried by clicks, judged by the kernel, rated at the first try, kept with the player."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import potluck
from potluck.core.dice import Dice
from potluck.records.puzzles import Puzzle, Trial, puzzles, tasks_of
from potluck.table.live import puzzling
from potluck.table.live.teaching import NOWHERE
from potluck.table.people.puzzling import MOST, first_rating, settle
from potluck.table.people.rating import Rating
from potluck.table.protocol import PuzzleStanding, PuzzleTry
from potluck.table.protocol.refusals import Refused
from table.servers import Server

NOW = 1_700_000_000_000
FIRSTS = [pytest.param(game, kind, id=f"{game}-{kind}") for game in potluck.names() for kind in tasks_of(game)]


def attempt(game: str, standing: PuzzleStanding | None = None, **asked: Any) -> puzzling.Outcome:
    """Try a puzzle, and wait for the answer."""
    tried = puzzling.attempt(game, PuzzleTry(**asked), standing or PuzzleStanding(), {}, NOW)
    return [outcome for outcome in tried if outcome is not None][-1]


def one_of(game: str, kind: str) -> Puzzle:
    """Take a puzzle of a kind."""
    return next(puzzle for puzzle in puzzles(game) if puzzle.kind == kind)


def solve(game: str, puzzle: Puzzle, standing: PuzzleStanding | None = None) -> puzzling.Outcome:
    """Solve a puzzle by the clicks of its answer."""
    moves: list[str] = []
    while True:
        shown = attempt(game, PuzzleStanding(tried=[puzzle.id]), puzzle=puzzle.id, moves=moves, help="answer").answer
        for path in shown.tried.show:
            outcome = attempt(game, standing, puzzle=puzzle.id, moves=moves, path=path)
            moves = outcome.answer.tried.moves
        if outcome.answer.tried.kind == "done":
            return outcome


def miss(game: str, puzzle: Puzzle, standing: PuzzleStanding | None = None) -> puzzling.Outcome:
    """Miss a puzzle, by any legal moves that do not solve it."""
    return next(outcome for seed in range(40) if (outcome := wander(game, puzzle, standing, Dice(seed))))


def wander(game: str, puzzle: Puzzle, standing: PuzzleStanding | None, dice: Dice) -> puzzling.Outcome | None:
    """Make any legal moves until the turn is over; None if that has solved the puzzle."""
    moves: list[str] = []
    while True:
        choices = attempt(game, puzzle=puzzle.id, moves=moves).answer.tried.choices
        path = choices[dice.below(len(choices))].path
        outcome = attempt(game, standing, puzzle=puzzle.id, moves=moves, path=path)
        moves = outcome.answer.tried.moves
        if outcome.answer.tried.kind in ("wrong", "done"):
            return outcome if outcome.answer.tried.kind == "wrong" else None


@pytest.mark.parametrize(("game", "kind"), FIRSTS)
def test_one_puzzle_of_every_kind_is_solved_by_its_clicks_and_a_miss_is_answered(game: str, kind: str) -> None:
    if kind not in {puzzle.kind for puzzle in puzzles(game)}:
        return
    puzzle, task = one_of(game, kind), tasks_of(game)[kind]
    begun = attempt(game, puzzle=puzzle.id).answer
    assert (begun.tried.kind, begun.counts, begun.source, begun.title) == ("begun", True, "", task.title)
    solved = solve(game, puzzle).answer
    assert solved.tried.sentence == task.praise
    assert solved.source.startswith("From a match between bots like ")
    assert solved.change is not None
    assert solved.change > 0
    missed = miss(game, puzzle).answer
    assert missed.tried.kind == "wrong"
    assert missed.tried.sentence
    assert not missed.tried.choices


def test_the_first_try_alone_counts_and_moves_person_and_puzzle() -> None:
    puzzle = one_of("struggle", "win")
    first = solve("struggle", puzzle)
    assert (first.standing.streak, first.standing.best, first.standing.tried) == (1, 1, [puzzle.id])
    assert first.standing.rating > 1500
    assert first.moved[puzzle.id].rating < first_rating(puzzle).rating
    assert first.answer.card.rating == round(first.moved[puzzle.id].rating)
    again = miss("struggle", puzzle, first.standing)
    assert (again.standing, again.moved, again.answer.change) == (first.standing, {}, None)
    other = miss("struggle", puzzles("struggle")[-1], first.standing)
    assert (other.standing.streak, other.standing.best) == (0, 1)
    assert [result.solved for result in other.standing.last] == [True, False]


def test_help_makes_a_puzzle_unrated_and_shows_as_much_as_was_asked() -> None:
    puzzle = one_of("struggle", "win")
    standing = PuzzleStanding(streak=3, best=3)
    hint = attempt("struggle", standing, puzzle=puzzle.id, help="hint")
    assert (hint.standing.streak, hint.standing.tried, hint.answer.counts) == (3, [puzzle.id], False)
    assert (len(hint.answer.tried.point), hint.answer.tried.show) == (1, [])
    assert attempt("struggle", standing, puzzle=puzzle.id, help="answer").standing.streak == 0
    assert attempt("struggle", standing, puzzle=puzzle.id, help="skip").answer.tried.show == []
    assert solve("struggle", puzzle, hint.standing).answer.change is None


def test_a_refused_click_has_the_kernels_reason_and_counts_nothing() -> None:
    puzzle = one_of("struggle", "win")
    view: Any = attempt("struggle", puzzle=puzzle.id).answer.tried.view
    other = next(piece.cell for piece in view.pieces if piece.seat != view.to_move)
    refused = attempt("struggle", puzzle=puzzle.id, path=[other, "d7"])
    assert refused.answer.tried.kind == "refused"
    assert refused.answer.tried.sentence
    assert refused.standing == PuzzleStanding()
    assert attempt("struggle", puzzle=puzzle.id, path=["x"]).answer.tried.sentence == NOWHERE


def test_marbles_are_counted_in_words() -> None:
    assert (puzzling.amount(1, "marble"), puzzling.amount(3, "marble")) == ("one marble", "3 marbles")


def test_a_lost_match_is_said_so() -> None:
    trial = Trial("struggle", one_of("struggle", "save"))
    trial.match.resign(trial.seat)
    assert puzzling.why_wrong(trial) == "That loses the match."


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    for count in (1, 40, 89, 97 * 89):
        assert len({puzzling.today_number(count, day) for day in range(count)}) == count


@pytest.mark.parametrize(("game", "puzzle"), [("chess", "x"), ("struggle", "x")])
def test_what_there_is_not_is_refused(game: str, puzzle: str) -> None:
    with pytest.raises(Refused) as refused:
        attempt(game, puzzle=puzzle)
    assert refused.value.code == "not_found"


# Over HTTP


def home(server: Server) -> str:
    """Write the address of a table."""
    return f"http://localhost:{server.port}"


def guest_of(server: Server) -> httpx.Client:
    """Come with a browser of one's own."""
    return httpx.Client(headers={"Origin": home(server)})


def test_a_player_is_rated_and_a_stranger_brings_their_own_standing(server: Server) -> None:
    puzzle = one_of("potential", "win")
    address = f"{home(server)}/api/games/potential/puzzles"
    solution = attempt("potential", puzzle=puzzle.id, help="answer").answer.tried.show
    with guest_of(server) as stranger, guest_of(server) as player:
        assert stranger.get(address).json()["standing"] is None
        mine = msgspec.to_builtins(PuzzleStanding(rating=1700.0))
        answers = click_through(stranger, address, puzzle.id, solution, {"standing": mine})
        assert answers[-1]["tried"]["kind"] == "done"
        assert answers[-1]["standing"]["rating"] > 1700
        player.post(f"{home(server)}/api/me", json={"name": "Ada"})
        answers = click_through(player, address, puzzle.id, solution, {"standing": mine})
        shown = player.get(address).json()
        assert shown["standing"] == answers[-1]["standing"]
        assert 1500 < shown["standing"]["rating"] < 1700 + 200
        assert shown["standing"]["tried"] == [puzzle.id]
        assert shown["today"] in {card["id"] for card in shown["puzzles"]}
        card = next(card for card in shown["puzzles"] if card["id"] == puzzle.id)
        assert card["rating"] == answers[-1]["card"]["rating"] < puzzle.rating
        assert click_through(player, address, puzzle.id, solution, {})[-1]["change"] is None
        kept = player.get(f"{home(server)}/api/me/download").json()["puzzles"]
        assert kept["potential"]["tried"] == [puzzle.id]
        player.delete(f"{home(server)}/api/me")
        assert player.get(address).json()["standing"] is None


def click_through(
    client: httpx.Client, address: str, puzzle: str, paths: list[list[str]], more: dict[str, Any]
) -> list[dict[str, Any]]:
    """Make the clicks of an answer."""
    answers: list[dict[str, Any]] = []
    for path in paths:
        moves = answers[-1]["tried"]["moves"] if answers else []
        answers.append(client.post(address, json={"puzzle": puzzle, "moves": moves, "path": path, **more}).json())
    return answers


def test_a_guest_gives_their_standing_to_the_player_they_become(server: Server) -> None:
    puzzle = one_of("potential", "win")
    address = f"{home(server)}/api/games/potential/puzzles"
    with guest_of(server) as player, guest_of(server) as guest:
        player.post(f"{home(server)}/api/me", json={"name": "Ada"})
        code = player.post(f"{home(server)}/api/me/code").json()["code"]
        guest.post(f"{home(server)}/api/me", json={"name": "Bea"})
        guest.post(address, json={"puzzle": puzzle.id, "help": "skip"})
        guest.post(f"{home(server)}/api/me/recover", json={"code": code})
        assert guest.get(address).json()["standing"]["tried"] == [puzzle.id]


def test_games_and_puzzles_that_are_not_there_are_refused_over_http(server: Server) -> None:
    for game in ("chess", "struggle"):
        answer = httpx.post(f"{home(server)}/api/games/{game}/puzzles", json={"puzzle": "x"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert httpx.get(f"{home(server)}/api/games/chess/puzzles").status_code == 404
    long = {"puzzle": "x", "moves": ["x"] * 65}
    assert httpx.post(f"{home(server)}/api/games/struggle/puzzles", json=long).status_code == 400


def test_one_try_never_moves_a_newcomer_far() -> None:
    """Missing the easiest puzzle costs little more than missing an even one, and the next tries are as free as it."""
    easy, even = (settle(PuzzleStanding(), "one", Rating(rating, 90.0), False, 0)[0] for rating in (600.0, 1500.0))
    assert 150 < 1500 - even.rating < 200
    assert 1500 - easy.rating == pytest.approx(200)
    assert easy.last[-1].change == -200
    assert easy.deviation > even.deviation
    lucky, _ = settle(PuzzleStanding(), "one", Rating(2600.0, 90.0), True, 0)
    assert lucky.rating == pytest.approx(1700)


def test_only_so_many_tries_are_remembered() -> None:
    full = PuzzleStanding(tried=[str(number) for number in range(MOST)])
    puzzle = one_of("struggle", "win")
    after = attempt("struggle", full, puzzle=puzzle.id, help="hint").standing
    assert (len(after.tried), after.tried[-1]) == (MOST, puzzle.id)


DAMAGED = """
import pathlib, sys
from potluck.records import puzzles
folder = sys.argv[1]
puzzles.files = lambda package: pathlib.Path(folder)
sys.argv = ["potluck", "table", "--no-open", "--data", folder]
from potluck.cli import main
main()
"""


def test_a_damaged_puzzle_keeps_the_table_from_opening(tmp_path: Path) -> None:
    folder = tmp_path / potluck.names()[0]
    folder.mkdir()
    (folder / "puzzles.md").write_text("# Puzzles\n## One\n### x\n* kind: win\n* sing: La.\n")
    ended = subprocess.run(
        [sys.executable, "-c", DAMAGED, str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 2
    assert f"{folder.name}/puzzles.md, line 5: '* sing: La.': expected * field: value" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_nobody_keeps_nothing() -> None:
    nobody = puzzling.Nobody()
    asyncio.run(nobody.keep("", "struggle", PuzzleStanding(), {"x": Rating()}))
    assert asyncio.run(nobody.standing("", "struggle")) == PuzzleStanding()
    assert asyncio.run(nobody.ratings("struggle")) == {}
