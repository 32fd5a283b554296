"""make mutate GAME=…: break a game's rules in small ways, one at a time, and see how many ways its tests notice.

The rules are the modules that are compiled, without the evaluators. mutmut makes the mutants; a sample of them is run
interpreted against the tests of the game and the kit. What each test reaches and how long it takes is recorded first:
a mutant is judged by the tests that reach its lines, by all if importing does, the likely ones first, until one fails
or the tests have had SECONDS; none that takes LONGEST is asked. So a survivor might be noticed by a longer test.

Records and verdicts are kept in build/mutants, so that a run that was stopped goes on; survivors are judged again.
POTLUCK_MUTANTS sets the size of the sample, POTLUCK_WORKERS how many are judged side by side.
"""

import ast
import difflib
import hashlib
import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from libcst import Module
from libcst.metadata import ByteSpanPositionProvider, CodeSpan, MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace
from rich.progress import Progress

from forked import LONGEST, Wish
from kit import ROOT
from test_layers import compiled

SAMPLE = int(os.environ.get("POTLUCK_MUTANTS", "300"))
WORKERS = int(os.environ.get("POTLUCK_WORKERS", "2"))
SECONDS = float(os.environ.get("POTLUCK_SECONDS", "20"))  # of processor time, as recorded, for the tests of a mutant
KEPT = ROOT / "build" / "mutants"
EVALUATORS = ("evaluate.py", "learned.py")


class Mutant(NamedTuple):
    """Hold one broken version of a file."""

    file: Path
    text: str

    @property
    def digest(self) -> str:
        """Name this text for good."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def difference(self) -> str:
        """Show what is broken."""
        before = self.file.read_text(encoding="utf-8").splitlines()
        lines = difflib.unified_diff(before, self.text.splitlines(), lineterm="", n=0)
        return "\n".join([self.file.name, *(line for line in lines if line[:3] not in ("---", "+++"))])

    def place(self) -> tuple[str, range, range]:
        """Find the function that is broken, its lines, and those of the statement; no name if no function is."""
        good = self.file.read_text(encoding="utf-8")
        pairs = zip(good.splitlines(), self.text.splitlines(), strict=False)
        line = next(number for number, (before, after) in enumerate(pairs, 1) if before != after)
        statements = [node for node in ast.walk(ast.parse(good)) if isinstance(node, ast.stmt)]
        around = sorted((node for node in statements if line in lines_of(node)), key=lambda node: len(lines_of(node)))
        names = [node for node in reversed(around) if isinstance(node, ast.ClassDef | ast.FunctionDef)]
        inside = next(
            (node for node in names if isinstance(node, ast.FunctionDef) and line >= node.body[0].lineno), None
        )
        if inside is None:
            return "", range(0), lines_of(around[0])
        name = ".".join(node.name for node in names[: names.index(inside) + 1])
        return name, range(inside.body[0].lineno, (inside.end_lineno or 0) + 1), lines_of(around[0])


def lines_of(node: ast.stmt) -> range:
    """Number the lines of a statement."""
    return range(node.lineno, (node.end_lineno or 0) + 1)


class Reach(NamedTuple):
    """Know a test: the file it stands in, the processor time it takes, and the lines of the rules that it reaches."""

    digest: str
    seconds: float
    lines: dict[str, list[int]]


def wish(mutant: Mutant, tests: dict[str, Reach], kills: Counter[str]) -> Wish:
    """Choose the tests that may notice a mutant, those first that notice much in little time."""
    function, body, statement = mutant.place()
    name = mutant.file.name
    quick = [test for test in tests if test and tests[test].seconds < LONGEST]
    reached = [test for test in quick if not set(statement).isdisjoint(tests[test].lines.get(name, []))]
    if not function or not set(body).isdisjoint(tests[""].lines.get(name, [])):
        function, reached = "", quick
    reached.sort(key=lambda test: (tests[test].seconds + 0.002) / (kills[test] + 0.2))
    sums = itertools.accumulate(tests[test].seconds for test in reached)
    chosen = {test: 3 + 5 * tests[test].seconds for test, spent in zip(reached, sums, strict=True) if spent < SECONDS}
    return {"file": str(mutant.file), "text": mutant.text, "function": function, "tests": chosen}


def rules_of(game: str) -> list[Path]:
    """List the modules that hold a game's rules."""
    return [file for file in compiled() if file.parent.name == game and file.name not in EVALUATORS]


def sample(files: list[Path]) -> tuple[list[Mutant], int]:
    """Draw a sample of all the ways in which mutmut breaks these files; say how many there are."""
    ways: list[tuple[Path, Module, Mutation, CodeSpan | None]] = []
    for file in files:
        module, mutations, _, _ = create_mutations(str(file), file.read_text(encoding="utf-8"))
        spans = MetadataWrapper(module, unsafe_skip_copy=True).resolve(ByteSpanPositionProvider)
        ways += [(file, module, mutation, spans.get(mutation.original_node)) for mutation in mutations]
    random.Random(2026).shuffle(ways)
    mutants: list[Mutant] = []
    for file, module, mutation, span in ways:
        text = broken(module, mutation, span)
        if text != module.code:
            mutants.append(Mutant(file, text))
        if len(mutants) == SAMPLE:
            break
    return mutants, len(ways)


def broken(module: Module, mutation: Mutation, span: CodeSpan | None) -> str:
    """Write a file with one node changed: in its text, where it stands there as it is; else by walking the tree."""
    if span is not None:
        before, after = module.bytes[: span.start], module.bytes[span.start + span.length :]
        found = module.bytes[span.start : span.start + span.length].decode()
        if found == module.code_for_node(mutation.original_node):
            return before.decode() + module.code_for_node(mutation.mutated_node) + after.decode()
    walked = deep_replace(module, mutation.original_node, mutation.mutated_node)
    assert isinstance(walked, Module)
    return walked.code


def start(what: str, game: str) -> subprocess.Popen[str]:
    """Start a process that runs tests on the sources."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "POTLUCK_MODE": "interpreted"}
    command = [sys.executable, str(ROOT / "tests" / "forked.py"), what, game]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


class Runner:
    """Judge mutants one after another."""

    def __init__(self, game: str) -> None:
        self.warm = start("warm", game)
        self.fresh = start("fresh", game)

    def killer(self, wish: Wish) -> str:
        """Name the test that notices; nothing if none does."""
        runner = self.warm if wish["function"] else self.fresh
        assert runner.stdin is not None
        assert runner.stdout is not None
        runner.stdin.write(json.dumps(wish) + "\n")
        return str(json.loads(runner.stdout.readline()))

    def close(self) -> None:
        """End both processes."""
        self.warm.communicate()
        self.fresh.communicate()


def known(game: str) -> dict[str, Reach]:
    """Read what the tests reach; record it first of those in changed files, and of all if the rules have changed."""
    rules = b"".join(file.read_bytes() for file in rules_of(game))
    kept = KEPT / f"{game}-{hashlib.sha256(rules).hexdigest()[:12]}.json"
    old = {name: Reach(*reach) for name, reach in json.loads(kept.read_text()).items()} if kept.exists() else {}
    done = {name: reach for name, reach in old.items() if name and reach.digest == digest_of(name)}
    text = start("record", game).communicate(json.dumps([*done]))[0]
    if not text:
        sys.exit("The tests fail without any mutant.")
    tests = done | {name: Reach(digest_of(name), **reach) for name, reach in json.loads(text).items()}
    KEPT.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(tests), encoding="utf-8")
    return tests


def digest_of(test: str) -> str:
    """Name what the file of a test says."""
    file = ROOT / test.partition("::")[0]
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.is_file() else ""


def verdicts_of(game: str) -> dict[str, str]:
    """Read who killed which mutant in earlier runs."""
    file = KEPT / f"{game}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return dict(line.split(" ", 1) for line in lines)


def judge(game: str, chosen: list[Mutant], killers: dict[str, str]) -> None:
    """Run the tests on every mutant that is not killed yet, and keep each verdict at once."""
    runners: Queue[Runner] = Queue()
    tests = known(game)
    kills = Counter(killers.values())
    with Progress() as progress, ThreadPoolExecutor(WORKERS) as pool:
        for _ in range(WORKERS):
            runners.put(Runner(game))
        task = progress.add_task(f"{game}: {len(chosen)} mutants", total=len(chosen))

        def run(mutant: Mutant) -> None:
            if mutant.digest not in killers:
                runner = runners.get()
                killer = runner.killer(wish(mutant, tests, kills))
                runners.put(runner)
                kills[killer] += 1
                if killer:
                    killers[mutant.digest] = killer
                    with (KEPT / f"{game}.txt").open("a", encoding="utf-8") as file:
                        file.write(f"{mutant.digest} {killer}\n")
                else:
                    progress.console.print(mutant.difference(), markup=False, highlight=False, soft_wrap=True)
            progress.advance(task)

        list(pool.map(run, chosen))
        for runner in runners.queue:
            runner.close()


def main(game: str, files: list[str]) -> None:
    """Run the sample and print what survived."""
    chosen, count = sample([file for file in rules_of(game) if not files or file.name in files])
    killers = verdicts_of(game)
    judge(game, chosen, killers)
    killed = sum(mutant.digest in killers for mutant in chosen)
    print(f"{game}: {killed} of {len(chosen)} mutants killed ({killed / len(chosen):.1%}), drawn from {count}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
