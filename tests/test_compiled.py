"""The compiled kernel and the interpreted one do the same, move by move."""

import hashlib
import os
import subprocess
import sys

import potluck
from kit import COMPILED, ROOT, Case, cases, walk
from potluck import Dice

MATCHES = 2


def trace(case: Case) -> str:
    """Digest everything that happens in a few random matches."""
    digest = hashlib.sha256()
    game = case.load()
    evaluator = game.evaluator()
    for seed in range(MATCHES):
        state = game.new(case.seats)
        for before, move in walk(game, state, Dice(seed), 300):
            guess = round(evaluator.evaluate(before, 0), 9)
            digest.update(repr((list(before.moves()), move, before.to_move, before.turn, guess)).encode())
            digest.update(before.key())
            twin = before.copy()
            twin.determinize(0, Dice(seed))
            digest.update(twin.key() + bytes(memoryview(game.observation_of(before, 0))))
    return digest.hexdigest()


def traces() -> list[str]:
    return [f"{case.name} {case.options} {case.seats} {trace(case)}" for case in cases()]


def test_this_run_is_what_it_says_it_is() -> None:
    expected = os.environ.get("POTLUCK_MODE")
    assert expected in (None, "compiled" if COMPILED else "interpreted")


def interpreted_traces() -> list[str]:
    """Get the traces of the interpreted modules, from a process of their own."""
    command = [sys.executable, "-c", "import test_compiled; print('\\n'.join(test_compiled.traces()))"]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_compiled_equals_interpreted() -> None:
    if COMPILED:
        assert interpreted_traces() == traces()
    else:
        assert traces() == traces()  # at least it depends on nothing but the seed; the compiled run compares both


def test_names_lists_the_games() -> None:
    assert potluck.names()[0] == "potential"
