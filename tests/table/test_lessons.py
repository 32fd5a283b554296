"""Lessons over HTTP: every step can be done by the clicks that the table shows, and wrong tries are answered."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

import potluck
from potluck.records.lessons import lessons
from potluck.table.live import teaching
from potluck.table.protocol import Tried, Try
from potluck.table.protocol.refusals import Refused
from table.servers import Server

STEPS = [
    pytest.param(game, chapter, step, id=f"{game}-{found.title}".replace(" ", "_"))
    for game in potluck.names()
    for chapter, part in enumerate(lessons(game))
    for step, found in enumerate(part.steps)
]


def attempt(game: str, **tried: Any) -> Tried:
    """Try a step, and wait for the answer."""
    found = [answer for answer in teaching.attempt(game, Try(**tried)) if answer is not None]
    return found[-1]


@pytest.mark.parametrize(("game", "chapter", "step"), STEPS)
def test_every_step_is_done_by_the_clicks_that_are_shown(game: str, chapter: int, step: int) -> None:
    here = attempt(game, chapter=chapter, step=step)
    assert (here.kind, here.moves) == ("begun", [])
    for _ in range(teaching.MOST):
        here = attempt(game, chapter=chapter, step=step, moves=here.moves, path=here.show[0])
        if here.kind == "done":
            break
        assert here.kind == "right"
    assert here.sentence
    assert not here.choices
    assert attempt(game, chapter=chapter, step=step, moves=here.moves).kind == "done"


def test_a_wrong_try_is_answered_and_shown_but_not_made() -> None:
    chapter, step = place("potential", "Take a point")
    begun = attempt("potential", chapter=chapter, step=step)
    wrong = attempt("potential", chapter=chapter, step=step, path=["c4", "d5"])
    assert (wrong.kind, wrong.sentence) == ("wrong", "That slides past it, and takes nothing.")
    assert wrong.view == begun.view
    assert wrong.after not in (None, wrong.view)


@pytest.mark.parametrize(("path", "ruling"), [(["c4", "c6"], "PT2"), (["a1", "a2"], "PT22"), (["x", "y"], "")])
def test_a_refused_try_has_the_kernels_reason(path: list[str], ruling: str) -> None:
    chapter, step = place("potential", "Only neighbours")
    refused = attempt("potential", chapter=chapter, step=step, path=path)
    assert (refused.kind, refused.ruling) == ("refused", ruling)
    assert refused.sentence
    assert refused.after is None


def place(game: str, title: str) -> tuple[int, int]:
    """Find a step by its title."""
    return next(
        (chapter, step)
        for chapter, part in enumerate(lessons(game))
        for step, found in enumerate(part.steps)
        if found.title == title
    )


@pytest.mark.parametrize(
    ("tried", "code"),
    [
        ({"chapter": 99, "step": 0}, "not_found"),
        ({"chapter": 0, "step": -1}, "not_found"),
        ({"chapter": 0, "step": 0, "moves": ["x"] * 65}, "too_large"),
        ({"chapter": 0, "step": 0, "path": ["x"] * 65}, "too_large"),
    ],
)
def test_what_cannot_be_tried_is_refused(tried: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        attempt("potential", **tried)
    assert refused.value.code == code


DAMAGED = """
import pathlib, sys
from potluck.records import lessons
folder = sys.argv[1]
lessons.files = lambda package: pathlib.Path(folder)
sys.argv = ["potluck", "table", "--no-open", "--data", folder]
from potluck.cli import main
main()
"""


def test_a_damaged_lesson_keeps_the_table_from_opening(tmp_path: Path) -> None:
    folder = tmp_path / potluck.names()[0]
    folder.mkdir()
    (folder / "lessons.md").write_text("# Lessons\n## One\n### Take it\n* say: Take it.\n* sing: La.\n")
    ended = subprocess.run(
        [sys.executable, "-c", DAMAGED, str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 2
    assert f"{folder.name}/lessons.md, line 5: '* sing: La.': expected * field: value" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_lessons_over_http(server: Server) -> None:
    home = f"http://localhost:{server.port}/api/games"
    found = httpx.get(f"{home}/struggle/lessons").json()
    assert found["title"] == "Struggle"
    assert found["chapters"][0]["steps"][0]["seconds"] > 0
    answer = httpx.post(f"{home}/struggle/lessons", json={"chapter": 0, "step": 0}).json()
    assert answer["kind"] == "begun"
    assert answer["show"]
    assert httpx.get(f"{home}/chess/lessons").json()["code"] == "not_found"
    assert httpx.post(f"{home}/chess/lessons", json={"chapter": 0, "step": 0}).json()["code"] == "not_found"
    assert httpx.post(f"{home}/struggle/lessons", json={"chapter": "x"}).json()["code"] == "bad_request"


@pytest.mark.parametrize("game", potluck.names())
def test_the_first_win_takes_less_than_five_minutes_as_documented(game: str) -> None:
    taught = teaching.lesson_cards(game)
    steps = [step for chapter in taught.chapters for step in chapter.steps]
    words = sum(len(f"{one.title} {one.say} {one.aside} {one.praise} {one.know}".split()) for one in steps)
    first = sum(step.seconds for step in taught.chapters[0].steps)
    seconds = sum(step.seconds for step in steps)
    assert 60 <= first <= 90
    assert seconds < 300
    assert "you have won" in steps[-1].praise
    row = [taught.title, len(taught.chapters), len(steps), words, f"{first} s", f"{seconds // 60}:{seconds % 60:02}"]
    docs = Path(__file__).parents[2] / "docs" / "lessons.md"
    assert f"| {' | '.join(map(str, row))} |" in docs.read_text(encoding="utf-8")
