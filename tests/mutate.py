"""make mutate GAME=…: break rules.py in small ways, one at a time, and see how many ways the game's tests notice.

mutmut makes the mutants; a sample of them is run interpreted, first against the tests of the game, then, if those
notice nothing, against the kit. POTLUCK_MUTANTS sets the size of the sample.
"""

import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from libcst import Module
from mutmut.mutation.file_mutation import create_mutations, deep_replace
from rich.progress import Progress

from kit import ROOT

SAMPLE = int(os.environ.get("POTLUCK_MUTANTS", "300"))
WORKERS = 2
SECONDS = 120  # of processor time: a mutant that never ends is noticed too, a busy machine changes nothing


class Mutant(NamedTuple):
    """Hold one broken version of a file."""

    file: Path
    text: str

    def difference(self) -> str:
        """Show what is broken."""
        before = self.file.read_text(encoding="utf-8").splitlines()
        lines = difflib.unified_diff(before, self.text.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if line[:3] not in ("---", "+++"))


def mutants_of(file: Path) -> list[Mutant]:
    """Break a file in every way that mutmut knows."""
    code = file.read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(str(file), code)
    mutants = []
    for mutation in mutations:
        broken = deep_replace(module, mutation.original_node, mutation.mutated_node)
        assert isinstance(broken, Module)
        if broken.code != code:
            mutants.append(Mutant(file, broken.code))
    return mutants


def notices(folder: Path, game: str, mutant: Mutant) -> bool:
    """Run the tests with one mutant in place; tell whether they noticed."""
    place = folder / mutant.file.relative_to(ROOT / "src")
    place.write_text(mutant.text, encoding="utf-8")
    try:
        own, kit = [f"tests/{game}"], ["tests/test_every_game.py", "tests/test_golden.py", "-k", game]
        return any(fails(folder, selection) for selection in (own, kit))
    finally:
        shutil.copy(mutant.file, place)


def fails(folder: Path, selection: list[str]) -> bool:
    """Run a selection of tests until the first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *selection]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "POTLUCK_MATCHES": "10"}
    limited = ["prlimit", f"--cpu={SECONDS}", *command]
    return subprocess.run(limited, cwd=ROOT, env=environment, capture_output=True, check=False).returncode != 0


def main(game: str, files: list[str]) -> None:
    """Run the sample and print what survived."""
    folder = ROOT / "src" / "potluck" / "games" / game
    mutants = [mutant for name in files or ["rules.py"] for mutant in mutants_of(folder / name)]
    chosen = random.Random(2026).sample(mutants, min(SAMPLE, len(mutants)))
    folders: Queue[Path] = Queue()
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as temporary, Progress() as progress, ThreadPoolExecutor(WORKERS) as pool:
        for number in range(WORKERS):
            copy = Path(temporary) / str(number)
            shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
            folders.put(copy)
        if fails(folders.queue[0], [f"tests/{game}"]):
            sys.exit("The tests fail without any mutant.")
        task = progress.add_task(f"{len(chosen)} of {len(mutants)} mutants", total=len(chosen))

        def run(mutant: Mutant) -> None:
            place = folders.get()
            if not notices(place, game, mutant):
                survivors.append(mutant)
                progress.console.print(mutant.difference(), markup=False, highlight=False)
            folders.put(place)
            progress.advance(task)

        list(pool.map(run, chosen))
    killed = len(chosen) - len(survivors)
    print(f"{game}: {killed} of {len(chosen)} mutants killed ({killed / len(chosen):.1%}), {len(survivors)} survived")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
