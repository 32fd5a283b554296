"""The positions that the page is illustrated with are those that the games show today."""

import json
import subprocess
import sys

import pytest

from kit import ROOT


@pytest.mark.parametrize("name", ["examples", "pictures"])
def test_written_positions_are_not_stale(name: str) -> None:
    made = subprocess.run(
        [sys.executable, f"web/tools/{name}.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kept = (ROOT / "web" / "src" / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(made.stdout) == json.loads(kept), f"make types writes web/src/{name}.json anew"
