"""The command line, as a person types it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

import potluck
from kit import COMPILED, ROOT
from potluck import Dice, cli
from potluck.games import load_text
from potluck.records import read, write
from potluck.records.seal import Seal, commitment, receipt
from potluck.terminal import TerminalMatch, seat_bot

RUNNER = CliRunner()


def run(*words: str, typed: str = "") -> str:
    result = RUNNER.invoke(cli.app, list(words), input=typed, env={"COLUMNS": "120", "TERM": "dumb"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_games_lists_all() -> None:
    output = run("games")
    for name in potluck.names():
        assert name in output


@pytest.mark.parametrize("name", potluck.names())
def test_show_tells_rulings_options_and_notation(name: str) -> None:
    output = run("show", name)
    for ruling in potluck.rulings(name):
        assert ruling in output
    for option in potluck.load(name).options:
        assert option.name in output


def test_play_refuses_with_the_ruling_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    typed = f"\n?\nb3-b5\nnonsense\nb3-b4\nundo\nb3-b4\nb4-b5\nsave {file}\nresign\n"
    output = run("play", "potential", "--friends", "--save", str(file), typed=typed)
    assert "(PT2)" in output
    assert "expected a move like" in output
    assert "b3-b4" in output
    assert "won (resigned)" in output
    record = read(file.read_text())
    assert record.ending == "resigned"
    assert record.moves


@pytest.mark.parametrize(
    ("nonces", "sealed", "words"),
    [
        ([], 2, "Only --receipt shows"),
        (["0" * 32, "1" * 32], 2, "those that you were promised"),
        (["one"], 1, "older than commitments"),
    ],
)
def test_verify_says_what_it_has_proven_and_what_not(
    tmp_path: Path, nonces: list[str], sealed: int, words: str
) -> None:
    record = potluck.Match("potus", dice=Seal(bytes(32), "m", tuple(nonces))).record()
    if sealed == 1:
        record.sealed, record.seal, record.commitments = 1, commitment(bytes(32)), []
    kept = ["--receipt", receipt("m", record.seal, record.commitments)] if len(nonces) > 1 else []
    file = tmp_path / "match.txt"
    file.write_text(write(record))
    output = run("verify", str(file), *kept)
    assert f"Verified: {len(record.moves)} chance move" in output
    assert words in output


def test_play_against_the_bot_and_leave() -> None:
    output = run("play", "potential", typed="undo\nb3-b4\nb4-b5\nundo\nquit\n")
    assert "There is nothing to take back" in output
    assert "You slid from b3 to b4" in output
    assert "Left the match" in output


class Typist(Console):
    """Type the first legal move whenever asked."""

    match: TerminalMatch
    asked = 0

    def input(self, *_words: Any, **_style: Any) -> str:
        """Choose, and count; nobody is asked who has no choice."""
        self.asked += 1
        moves = self.match.state.moves()
        assert len(moves) > 1
        return self.match.game.write(self.match.state, moves[0])


def test_a_whole_match_can_be_played_by_typing() -> None:
    game = potluck.load("potion_explosion", rounds=2)
    console = Typist(quiet=True)
    console.match = TerminalMatch(game, 2, {}, ["A", "B"], console)
    record = console.match.run()
    assert record.ending.startswith("PX")
    assert 0 < console.asked < len(record.moves)


def test_bots_play_a_whole_match() -> None:
    game = potluck.load("potential", removal_target=1)
    bots = {0: seat_bot(game, "uniform"), 1: seat_bot(game, "uniform")}
    match = TerminalMatch(game, 2, bots, ["A", "B"], Console(quiet=True))
    match.dice = Dice(3)
    record = match.run()
    assert record.ending in ("PT14", "PT16")
    assert read(write(record)).moves == record.moves


def test_saving_where_one_cannot_is_said() -> None:
    output = run("play", "potential", typed="save /nowhere/at/all\nquit\n")
    assert "No such file" in output


@pytest.mark.parametrize("name", potluck.names())
def test_replay_shows_a_record(name: str, tmp_path: Path) -> None:
    file = min((ROOT / "tests" / name / "golden").glob("*.txt"), key=lambda path: path.stat().st_size)
    record = tmp_path / "record.txt"
    record.write_text(file.read_text().partition("=====")[0])
    output = run("replay", str(record))
    assert "At the end" in output
    assert "Turn 1" in output
    assert "At the end" in run("replay", "--step", str(record), typed="\n" * 500)


def test_perft_counts() -> None:
    assert "415" in run("perft", "potential", "2")


def test_bench_writes_its_figures(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    output = run("bench", "potential", "--rounds", "1", "--seconds", "0.01", "--json", str(file))
    assert "playout_moves_per_s" in output
    figures = json.loads(file.read_text())["games"]["potential"]
    assert set(figures) >= {"playout_moves_per_s", "python_moves_per_s", "copies_per_s"}
    assert all(figure > 0 for figure in figures.values())


def test_golden_rewrites_transcripts(tmp_path: Path) -> None:
    source = next((ROOT / "tests" / "potential" / "golden").glob("*.txt"))
    file = tmp_path / "golden.txt"
    file.write_text(source.read_text().partition("=====")[0])
    assert "changed" in run("golden", str(file))
    assert "as it was" in run("golden", str(file))
    assert file.read_text() == source.read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("play", "chess"), "game 'chess': expected one of"),
        (("play", "potential", "-o", "size=3"), "option 'size=3'"),
        (("show", "chess"), "game 'chess'"),
        (("replay", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("verify", "README.md"), "expected a header"),
        (("perft", "potential", "3", "-o", "layout=round"), "expected one of wave, columns"),
        (("bench", "chess"), "game 'chess'"),
        (("ladder", "potential", "--results", "README.md"), "README.md: File exists"),
        (("ladder", "potential", "--data", "nowhere/strength.json"), "there is no folder nowhere"),
        (("ladder", "potential", "--page", "nowhere.md"), "nowhere.md: No such file or directory"),
        (("duel", "potential", "--results", "README.md/duel"), "README.md/duel: Not a directory"),
        (("ponder", "potential", "--level", "wizard"), "level 'wizard': expected one of crumb"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", ["potluck", *words])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 2
    output = capsys.readouterr().err
    assert complaint in output.replace("\n", " ")
    assert "Traceback" not in output


def test_binary_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(potluck.BadRecord, match="expected a text in UTF-8"):
        cli.load_record(file)


def test_a_hint_compares_moves(tmp_path: Path) -> None:
    drawing = [".........."] * 7 + ["..a.......", "..2.......", ".........."]
    file = tmp_path / "open.txt"
    file.write_text(f"Game: potential\nRules: 2\nSeats: 2\nPosition: {' '.join(drawing)} seat=0\nResult: *\n\n")
    output = run("hint", str(file), "--lines", "2", "--seconds", "0.3")
    assert "c2-c4" in output
    assert "100%" in output
    file.write_text(file.read_text().replace("Result: *", "Result: 1 -1\nEnding: PT17") + "1. 0 c2-c4\n")
    with pytest.raises(potluck.BadOptions, match="no seat is to move"):
        run("hint", str(file))


def test_the_engine_answers_lines() -> None:
    output = run("engine", typed="potluck\ngame potential\nlevel uniform\nposition start\ngo\nquit\n")
    assert "bestmove" in output


SHORT = ("-o", "removal_target=1, quiet_turns=4", "--most", "2")


def test_the_ladder_measures_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.ladder.level_names", lambda _: ["crumb", "spoon"])
    data, page = tmp_path / "strength.json", tmp_path / "strength.md"
    page.write_text("# Strength\n")
    files = ("--data", str(data), "--page", str(page), "--results", str(tmp_path / "matches"))
    assert "spoon" in run("ladder", "potential", *SHORT, *files)
    assert "potential" in json.loads(data.read_text())
    assert "## Potential: quick ladder" in page.read_text()
    assert len(list((tmp_path / "matches").glob("*.study"))) == 6  # five sticks and two levels


def test_a_ladder_without_a_game_is_that_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    output = run("ladder", "--minutes", "1e-9")
    positions = [output.index(f"{name}\n| player") for name in potluck.names()]
    assert positions == sorted(positions)


def test_a_long_thought_is_reported() -> None:
    assert "| potential | club | " in run("ponder", "potential", "--level", "club", "--seconds", "0.1")


def test_a_duel_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.duel.bouts", lambda _: [("greedy", "uniform")])
    assert "| greedy | 100.0% |" in run("duel", "potential", "--matches", "2")
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "potluck.lab.visitor", None)
    with pytest.raises(potluck.BadOptions, match="needs pip install"):
        run("duel", "potential")


def test_rules_of_ones_own_are_loaded_from_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POTLUCK_RULES", "")
    file = str(ROOT / "examples" / "retreat.py")
    words = ("play", "struggle", "--rules", file, "-o", "powers=retreat+armor+jolt/classic", "--level", "uniform")
    assert "Left the match" in run(*words, typed="?\nquit\n")
    with pytest.raises(potluck.BadOptions, match="No such file"):
        run("show", "struggle", "--rules", "nowhere.py")


def test_every_command_takes_rules_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POTLUCK_RULES", "")
    group: Any = typer.main.get_command(cli.app)
    parts = [each for each in group.commands.values() if hasattr(each, "commands")]
    for name, command in {name: each for part in (group, *parts) for name, each in part.commands.items()}.items():
        if command in parts:
            continue
        assert "--rules" in [option for each in command.params for option in each.opts], name
    file = str(ROOT / "examples" / "retreat.py")
    options = "powers=retreat:red+armor:red+jolt:yellow/classic"
    with pytest.raises(potluck.BadOptions, match="load a file of rules"):
        run("perft", "struggle", "1", "-o", options.replace("retreat", "unheard"))
    assert "1 10" in run("perft", "struggle", "1", "--rules", file, "-o", options)
    match = potluck.Match(load_text("struggle", options), seed=1)
    for _ in range(5):
        match.play(match.legal()[0].move)
    record = tmp_path / "match.txt"
    record.write_text(write(match.record()))
    assert "retreat@" in record.read_text()
    assert "def " not in record.read_text()
    assert "At the end" in run("replay", str(record), "--rules", file)
    assert "Turn 2" in run("replay", str(record), "--rules", file)


def test_a_process_loads_the_rules_that_its_starter_named() -> None:
    code = "import potluck; print(potluck.load('struggle', powers='veil+torus+reaper/raiders').new().to_move)"
    environment = {**os.environ, "POTLUCK_RULES": str(ROOT / "examples" / "veil.py")}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


# Without a server, as in a browser

SERVER = ("alembic", "httptools", "platformdirs", "prometheus_client", "segno", "sqlalchemy", "starlette", "uvicorn")
WITHOUT_SERVER = f"""
import sys
sys.modules.update(dict.fromkeys({SERVER}))
from potluck import cli
cli.main()
"""


def run_without_server(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", WITHOUT_SERVER, *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ, check=False)


def test_without_the_server_the_rest_works() -> None:
    assert "potion_explosion" in run_without_server("games").stdout


def test_without_the_server_the_table_says_so() -> None:
    ended = run_without_server("table")
    assert ended.returncode == 2
    assert "the server's libraries are not installed" in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_the_version_says_how_it_was_built() -> None:
    built = "compiled" if COMPILED else "interpreted"
    assert run("--version").startswith(f"potluck {potluck.__version__}, {built}, Python 3.")
