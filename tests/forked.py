"""Collect tests once, then run some of them in a forked child for every broken version of a rule: for tests/mutate.py.

`record` tells which lines of the rules each test reaches, and how long it takes. `warm` has imported the rules, and its
children replace one function; the children of `fresh` import a whole broken file, for what is run by importing it.
Both read a wish a line, as JSON, and answer with the test that failed, or nothing.
"""

import contextlib
import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Generator
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

import coverage
import hypothesis  # noqa: F401  (imported here so that no child has to)
import msgspec  # noqa: F401
import pytest

MEMORY = 4 << 30  # bytes: a rule that heaps up things for ever is noticed too
UNUSED = ["cacheprovider", "schemathesis", "anyio", "faulthandler", "junitxml"]
BROKEN = 70  # how a child ends that could not run its tests
LONGEST = 4.0  # processor seconds, watched, of a test that is run for mutants
SOON = 0.01  # processor seconds until a test is left after all
IS_FUNCTION = 2  # a flag of its code: it has names of its own

Wish = dict[str, Any]  # file, text, function; tests: processor seconds that each may take


def functions_of(code: CodeType) -> dict[str, CodeType]:
    """List the functions and methods that a file's code makes when it is imported."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    found: dict[str, CodeType] = {}
    for one in inner:
        found |= {one.co_qualname: one} if one.co_flags & IS_FUNCTION else functions_of(one)
    return found


class Collected:
    """Stop pytest when it has collected the tests of a game, and go on otherwise."""

    def __init__(self, go: Callable[["Collected"], None]) -> None:
        self.go = go
        self.items: dict[str, pytest.Item] = {}
        self.is_calling = False
        self.tracer = sys.gettrace()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take over from pytest."""
        self.items = {item.nodeid: item for item in session.items}
        self.go(self)
        return True

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        """Know when a test itself runs, and not what is around it; watch it even where conftest.py looks away."""
        self.is_calling = True
        sys.settrace(self.tracer)
        try:
            yield
        finally:
            self.is_calling = False

    def skip(self, _: int, frame: FrameType | None) -> None:
        """Leave a test that takes too long, a little later if coverage is at work: it may hold a lock."""
        if frame is not None and Path(frame.f_code.co_filename).parent.name == "coverage":
            signal.setitimer(signal.ITIMER_PROF, SOON)
        elif self.is_calling:
            pytest.skip("It takes too long.")

    def run(self, tests: dict[str, float], says: Callable[[str], object]) -> bool:
        """Run tests, each within its processor time, and say which; stop with the first that fails."""
        for name, following in pairwise([*tests, ""]):
            says(name)
            item = self.items[name]
            signal.setitimer(signal.ITIMER_PROF, tests[name])  # telling what failed may find no end either
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=self.items.get(following))
            signal.setitimer(signal.ITIMER_PROF, 0)
            if item.session.testsfailed:
                return False
        return True


def stop(words: str) -> NoReturn:
    """End this process with a sentence; pytest would keep it from ending otherwise."""
    print(words, file=sys.stderr, flush=True)
    os._exit(1)


def collect(game: str, go: Callable[[Collected], None]) -> None:
    """Let pytest collect the tests of a game and of the kit."""
    without = [word for plugin in UNUSED for word in ("-p", f"no:{plugin}")]
    tests = ["tests/test_golden.py", f"tests/{game}", "tests/test_every_game.py", "-k", game]
    pytest.main(["-s", "-W", "ignore::pytest.PytestAssertRewriteWarning", *without, *tests], plugins=[Collected(go)])


def record(game: str, answers: int) -> None:
    """Run the tests but those read; tell of each its time and the lines it reaches, "" by importing."""
    done = set(json.loads(sys.stdin.read() or "[]"))
    watch = coverage.Coverage(data_file=None, config_file=False, include=[f"*/games/{game}/*"])
    watch.start()

    def go(tests: Collected) -> None:
        signal.signal(signal.SIGPROF, tests.skip)
        seconds: dict[str, float] = {"": 0.0}
        for name in [name for name in tests.items if name not in done]:
            watch.switch_context(name)
            before = time.process_time()
            if not tests.run({name: LONGEST}, lambda name: None):
                stop(f"{name} fails.")
            seconds[name] = time.process_time() - before
        watch.stop()
        data = watch.get_data()
        lines: dict[str, dict[str, list[int]]] = {name: defaultdict(list) for name in seconds}
        for file in data.measured_files():
            for line, names in data.contexts_by_lineno(file).items():
                for name in names:
                    lines[name][Path(file).name].append(line)
        answer = {name: {"seconds": seconds[name], "lines": lines[name]} for name in seconds}
        os.write(answers, json.dumps(answer).encode())

    collect(game, go)


def answer(answers: int, act: Callable[[Callable[[str], object]], bool]) -> None:
    """Let a child act and end; tell which test it was at when it failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            os._exit(not act(lambda name: os.write(writing, f"{name}\n".encode())))
        except BaseException:
            traceback.print_exc()
            os._exit(BROKEN)
    os.close(writing)
    with os.fdopen(reading) as names:
        last = names.read().rstrip("\n").rpartition("\n")[2]
    status = os.waitpid(child, 0)[1]
    if os.waitstatus_to_exitcode(status) == BROKEN:
        stop("The tests could not be run.")
    os.write(answers, (json.dumps((last or "import") if status else "") + "\n").encode())


def warm(game: str, answers: int) -> None:
    """Let children replace one function each."""

    def go(tests: Collected) -> None:
        functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                functions[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
        gc.freeze()  # so that no child touches what all share

        def act(says: Callable[[str], object]) -> bool:
            if wish["function"]:
                code = functions_of(compile(wish["text"], wish["file"], "exec"))[wish["function"]]
                assert functions[wish["file"], wish["function"]]
                for function in functions[wish["file"], wish["function"]]:
                    function.__code__ = code
            return tests.run(wish["tests"], says)

        for line in sys.stdin:
            wish: Wish = json.loads(line)
            answer(answers, act)

    collect(game, go)


class Hidden:
    """Hide the rules of a game from whoever imports them."""

    def __init__(self, game: str) -> None:
        self.name = f"potluck.games.{game}"

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse what is hidden."""
        if name == self.name:
            raise ImportError(name)


def import_the_rest(game: str) -> None:
    """Import what the tests of a game need and what does not need its rules, so that no child has to."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        collect(game, lambda _: os._exit(os.write(writing, "\n".join(sys.modules).encode()) == 0))
    os.close(writing)
    with os.fdopen(reading) as lines:
        names = lines.read().split("\n")
    os.wait()
    sys.meta_path.insert(0, Hidden(game))
    for name in names:
        if name.startswith("potluck"):
            with contextlib.suppress(ImportError):
                import_module(name)
    del sys.meta_path[0]


def fresh(game: str, answers: int) -> None:
    """Let children import one broken file each."""
    import_the_rest(game)
    get_code = SourceFileLoader.get_code

    def act(says: Callable[[str], object]) -> bool:
        def broken(loader: SourceFileLoader, name: str) -> CodeType | None:
            if loader.path == wish["file"]:
                return compile(wish["text"], loader.path, "exec")
            return get_code(loader, name)

        def go(tests: Collected) -> None:
            os._exit(not tests.run(wish["tests"], says))

        SourceFileLoader.get_code = broken  # type: ignore[method-assign, assignment]
        collect(game, go)
        return False  # nothing was collected

    for line in sys.stdin:
        wish: Wish = json.loads(line)
        answer(answers, act)


if __name__ == "__main__":
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    {"record": record, "warm": warm, "fresh": fresh}[sys.argv[1]](sys.argv[2], answers)
