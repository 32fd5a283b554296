"""The benchmark of the environments."""

import json
from pathlib import Path

from typer.testing import CliRunner

from potluck import cli


def test_bench_measures_the_environments_beside_their_peers(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    arguments = ["bench", "potential", "--environments", "--rounds", "1", "--seconds", "0.01", "--json", str(file)]
    output = CliRunner().invoke(cli.app, arguments).output
    figures = json.loads(file.read_text())
    names = {"pettingzoo_steps_per_s", "batched_steps_per_s", "open_spiel_steps_per_s"}
    assert set(figures["environments"]["potential"]) == names
    assert all(figure > 0 for figure in figures["environments"]["potential"].values())
    assert figures["peers"]["open_spiel"]["python_tic_tac_toe"]["open_spiel_steps_per_s"] > 0
    assert "batched as single" in " ".join(output.split())
