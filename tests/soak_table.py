"""make soak-table: the table's large numbers, portion by portion; what was done is kept, so that it can be interrupted.

    python tests/soak_table.py [PART …]

A part goes on where it ended; one that is done is told, not run. A portion that fails is run again next time.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "soak-table.json"


class Part(NamedTuple):
    """Say what is run how often."""

    tests: str  # as pytest -k takes it
    variable: str  # that says how often
    number: int
    portion: int


PARTS = {
    "deaths": Part("crash_1_", "POTLUCK_ROUNDS", 1000, 50),
    "storms": Part("storm", "POTLUCK_SEEDS", 5000, 200),
    "cuts": Part("power_cut", "POTLUCK_CUTS", 20_000, 1000),
    "inputs": Part("whatever", "POTLUCK_BAD_INPUTS", 8000, 400),  # for each of some 130 tests: a million in all
    "comparisons": Part("two_histories", "POTLUCK_COMPARISONS", 1_000_000, 100_000),
    "connections": Part("flood_5 and coming", "POTLUCK_CYCLES", 10_000, 10_000),
    "matches": Part("flood_5 and matches", "POTLUCK_MATCHES", 1000, 1000),
}


def main(names: list[str]) -> int:
    """Run the named parts, or all, as far as they are not done; return how many failed."""
    done: dict[str, list[float]] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    failed = 0
    for name in names or PARTS:
        part = PARTS[name]
        count, spent = done.get(name, [0, 0])
        while count < part.number:
            begun = time.monotonic()
            if not run(part, int(count)):
                print(f"{name}: failed after {count:,.0f}", flush=True)
                failed += 1
                break
            count, spent = count + part.portion, spent + time.monotonic() - begun
            done[name] = [count, spent]
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(done))
            print(f"{name}: {count:,.0f} of {part.number:,} in {spent:,.0f} s, all well", flush=True)
    return failed


def run(part: Part, first: int) -> bool:
    """Run one portion; tell whether it held."""
    changed = {part.variable: str(part.portion), "POTLUCK_FIRST": str(first), "POTLUCK_MODE": "compiled"}
    command = [sys.executable, "-m", "pytest", "-q", "tests/table", "-k", part.tests]
    return subprocess.run(command, env={**os.environ, **changed}, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
