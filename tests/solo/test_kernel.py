"""The compiled rules for browsers do what these do, and lack nothing that they import."""

import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_perft_and_moves_of_bots_are_the_same_and_no_import_is_missing(site: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("NOT TESTED: there is no node to run the rules for browsers")
    folder = next(site.glob("kernel-*"))
    command = [node, str(HERE / "kernel.mjs"), str(folder), str(HERE / "equal.py")]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    assert told["found"] == json.loads(runpy.run_path(str(HERE / "equal.py"))["found"])
    assert told["missing"] == []
    assert told["libraries"] > 60
