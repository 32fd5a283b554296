"""Bad input in the lab and the arena: one clear line, exit code 2, nothing lost and nothing begun."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import potluck
from potluck import cli
from potluck.bots.search import Limit
from potluck.core.game import Game
from potluck.lab.arena import arena, report
from potluck.lab.executors import Inline
from potluck.lab.plan import Plan
from potluck.lab.study import Study

PLAN = Plan(game="potential", options="removal_target=1", players=("uniform",), groups=60)
SHORT = ("-o", "removal_target=1", "--players", "uniform", "--matches", "2", "--workers", "1")


class Broken:
    """A player of somebody's own that fails as the name of its module's attribute says."""

    trouble = ""
    answer = ""

    def __init__(self, game: Game, seed: int) -> None:
        """Sit down."""

    def clock(self) -> float:
        """Take no time."""
        return 0.0

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Raise, or answer nonsense."""
        if not self.answer:
            raise ZeroDivisionError("one over none")
        return self.answer

    def close(self) -> None:
        """Hold nothing."""


class Babbling(Broken):
    """Answer what is no move."""

    answer = "castles"


class Unseated(Broken):
    """Do not even sit down."""

    def __init__(self, game: Game, seed: int) -> None:
        raise KeyError("chair")


def refuse(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must be refused in one line; return the line."""
    monkeypatch.setattr("sys.argv", ["potluck", *words])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("lab", "run", "chess", "--study", "s"), "game 'chess'"),
        (("lab", "run", "potential", "--study", "s", "-o", "size=3"), "option 'size=3'"),
        (("lab", "run", "potential", "--study", "s", "--players", "wizard"), "level 'wizard': expected one of"),
        (("lab", "run", "potential", "--study", "s", "--players", "club,club,club"), "expected one for all seats"),
        (("lab", "run", "potential", "--study", "s", "--vary", "size=1"), "--vary 'size=1': expected option=value"),
        (("lab", "run", "potential", "--study", "s", "--vary", "layout=round"), "expected one of wave, columns"),
        (("lab", "run", "potential", "--study", "s", "--seats", "5"), "is played by 2"),
        (("lab", "run", "potential", "--study", "s", "--seats", "0"), "Invalid value"),
        (("lab", "run", "potential", "--study", "s", "--judge", "-1"), "Invalid value"),
        (("lab", "run", "potential", "--study", "s", "--until", "luck ±1%"), "--until 'luck ±1%': expected a seat"),
        (("lab", "run", "potential", "--study", "s", "--until", "seat9 ±1%"), "--until 'seat9 ±1%': expected a seat"),
        (("lab", "run", "potential", "--study", "s", "--deal"), "--deal: potential deals nothing"),
        (("lab", "run", "potential", *SHORT, "--study", "nowhere/s"), "nowhere/s: this is no study, or it is damaged"),
        (("lab", "run", "potential", *SHORT, "--study", "letter.txt"), "letter.txt: this is no study"),
        (("lab", "report", "nowhere.study"), "nowhere.study: there is no such study"),
        (("lab", "report", "good.study", "--html", "nowhere/r.html"), "nowhere/r.html: No such file"),
        (("lab", "report", "good.study", "--findings", "nowhere/f.json"), "nowhere/f.json: No such file"),
        (("lab", "report", "."), "this is no study, or it is damaged"),
        (("lab", "export", "good.study", "table.txt"), "expected a file that ends in .csv or .parquet"),
        (("lab", "export", "good.study", "nowhere/t.csv"), "nowhere/t.csv: No such file"),
        (("lab", "tune", "potential", "--over", "size=1", "--target", "draws=5%"), "'size=1'"),
        (
            ("lab", "tune", "potential", "--over", "layout=all", "--target", "beauty=5%"),
            "'beauty=5%': expected",
        ),
        (("lab", "tune", "potential", "--over", "layout=all", "--target", "seatX=5%"), "'seatX=5%': expected"),
        (("lab", "tune", "potential", "--over", "layout=all", "--target", "draws=²%"), "'draws=²%': expected"),
        (("lab", "check", "nowhere.py"), "nowhere.py"),
        (("lab", "check", "letter.txt"), "letter.txt: expected special rules in Python, or lines Game: "),
        (("lab", "check", "picture.txt"), "picture.txt: expected a text in UTF-8"),
        (("arena", "potential", "club"), "is played by 2"),
        (("arena", "potential", "club", "club"), "expected different ones"),
        (("arena", "potential", "club", "wizard"), "level 'wizard'"),
        (("arena", "potential", "club", "mcts:steps=many"), "mcts:steps=many"),
        (("arena", "potential", "club", "exec ./no-such-bot"), "cannot be started"),
        (("arena", "potential", "club", "nowhere.at:All"), "No module named"),
        (("arena", "potential", "club", f"{__name__}:Unseated"), "it cannot sit down: KeyError('chair')"),
        (("arena", "struggle", "club", "net:nowhere.net"), "player net:nowhere.net: No such file"),
        (("arena", "struggle", "club", "net:letter.txt"), "player net:letter.txt: this is not the file of a net"),
        (("arena", "potential", "club", "openspiel:wishes=3"), "expected openspiel:simulations=100"),
        (("arena", "potential", "club", "greedy", "--sprt", "10"), "--sprt 10: expected two numbers"),
        (("arena", "potential", "club", "greedy", "--sprt", "nan,inf"), "--sprt 'nan,inf': expected two numbers"),
        (("arena", "potential", "club", "greedy", "--until", "much"), "--until much: expected a width"),
        (("arena", "potential", "club", "greedy", "--time", "soon"), "--time soon: expected"),
        (("arena", "potential", "club", "greedy", "--steps", "-4"), "Invalid value"),
        (
            ("arena", "potential", "club", "greedy", "--study", "good.study"),
            "good.study: it holds another study: options is removal_target=1 there, not",
        ),
        (("lab", "run", "potential", "--study", "s", "--sprt", "9,1"), "--sprt 9,1: expected two numbers of Elo, the"),
        (
            ("lab", "run", "potential", "--study", "s", "--sprt", "0,9", "--until", "seat0 ±1%"),
            "expected one rule to stop",
        ),
        (
            ("lab", "run", "potential", "--study", "s", "--ray", "127.0.0.1:1"),
            "--ray 127.0.0.1:1: there is no cluster: ",
        ),
        (("lab", "skill", "potential", "--player", "club"), "--player club: expected settings with {steps} in them"),
        (("arena", "potential", "club", "greedy", "--sprt", "0,9", "--until", "2%"), "expected one rule to stop"),
        (("arena", "potential", "club", "greedy", "--steps", "9", "--time", "1s"), "expected one budget of a move"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("a letter, and no study at all, though long enough to be one", encoding="utf-8")
    Path("picture.txt").write_bytes(b"\x89PNG\xff\xfe: 1")
    with Study(Path("good.study"), PLAN) as study:
        study.run(Inline(), lambda _: True, look=1)
    kept = Path("good.study").read_bytes()
    said = refuse(words, monkeypatch, capsys)
    assert said.count("\n") == 1 or "Usage" in said  # one line, or the usage that typer prints
    assert complaint.replace("'", "") in " ".join(said.replace("'", "").replace("│", " ").split())
    assert Path("good.study").read_bytes() == kept
    assert not Path("s").exists()


@pytest.mark.parametrize("command", ["report", "compare", "export", "run"])
@pytest.mark.parametrize("place", [0.3, 0.6, 0.9])
def test_a_damaged_study_is_named(
    command: str, place: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.study"
    with Study(file, PLAN) as study:
        study.run(Inline(), lambda _: True, look=20)
    data = bytearray(file.read_bytes())
    start = int(len(data) * place) // 4096 * 4096
    data[start : start + 8192] = b"\xa5" * 8192
    file.write_bytes(data[:-4096])
    rest = {
        "report": (str(file),),
        "compare": (str(file), str(file)),
        "export": (str(file), str(tmp_path / "t.csv")),
        "run": ("potential", "-o", PLAN.options, "--players", "uniform", "--matches", "120", "--study", str(file)),
    }[command]
    said = refuse(("lab", command, *rest), monkeypatch, capsys)
    assert "s.study" in said
    assert "damaged" in said


@pytest.mark.parametrize("change", ["delete from study where name = 'plan'", "update study set value = '{' where 1"])
def test_a_plan_that_is_damaged_is_refused(tmp_path: Path, change: str) -> None:
    Study(tmp_path / "s.study", PLAN).close()
    with closing(sqlite3.connect(tmp_path / "s.study")) as database, database:
        database.execute(change)
        database.execute("update study set value = '1' where name = 'format'")
    with pytest.raises(potluck.BadRecord, match="plan is damaged"):
        Study(tmp_path / "s.study")


@pytest.mark.parametrize(
    ("player", "trouble"), [("Broken", "ZeroDivisionError('one over none')"), ("Babbling", "castles")]
)
def test_ones_own_player_that_fails_forfeits_and_the_report_says_why(player: str, trouble: str) -> None:
    game = potluck.load("potential", removal_target=1)
    found = arena(game, [f"{__name__}:{player}", "uniform"], 2, executor=Inline())
    assert found.standings[0].losses == 2
    assert "In 2 of them: player" in report(found)
    assert trouble in report(found)
