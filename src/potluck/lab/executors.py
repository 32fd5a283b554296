"""Where work is done: here, in processes of this machine, or on a cluster by Ray.

An executor is handed chunks, which are pure functions of a plan, and hands back what they make in the order it
comes. Work that is lost with a process or a machine is done again; it comes out the same. The matches of a study, of
the arena, of the ladder and of the duel are such work, and so is the self-play that nets learn from.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from ctypes import CDLL
from functools import cache
from itertools import islice
from multiprocessing import get_context, parent_process
from socket import create_connection
from threading import Thread
from typing import Any, Protocol, TypeVar

from potluck.core.english import shown
from potluck.core.errors import BadOptions, PotluckError

AHEAD = 2  # chunks in hand for each worker
PATIENCE = 5.0  # seconds for a cluster to answer
MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1  # parameters of mallopt, by their names in malloc.h
LARGEST, KEPT = 32 << 20, 1 << 30  # bytes: of an allocation that is made in the heap, and of what is free at its end
RETRIES = 3  # times that a chunk is played again when its process dies
Chunk = Sequence[int]  # numbers of what is to be done: matches of a study, pieces of self-play
P = TypeVar("P")  # a plan
R = TypeVar("R")  # what is made of each number


class Executor(Protocol):
    """Do chunks of work somewhere."""

    workers: int

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Do chunks of work, and hand out what they make as it comes."""


class Inline:
    """Work here, one chunk after another."""

    workers = 1

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Do chunks in this process."""
        for chunk in chunks:
            yield work(plan, chunk)


class Processes:
    """Work in processes of this machine."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        """Get processes ready, which start with the first chunk and end with this one, even if it is killed."""
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=end_with_parent)

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Do chunks; those of a process that died are done again in others."""
        waiting, owed = iter(chunks), list[Chunk]()
        for _ in range(1 + RETRIES):
            try:
                yield from self._drain(plan, waiting, owed, work)
                return
            except BrokenProcessPool:
                self.pool = self._begin()
        raise PotluckError(f"the processes died {1 + RETRIES} times; what was played is kept: the same command goes on")

    def _drain(
        self, plan: P, waiting: Iterator[Chunk], owed: list[Chunk], work: Callable[[P, Chunk], list[R]]
    ) -> Iterator[list[R]]:
        """Keep the processes busy; `owed` holds what they were given and have not answered."""
        running: dict[Future[list[R]], Chunk] = {self.pool.submit(work, plan, chunk): chunk for chunk in owed}
        while True:
            for chunk in islice(waiting, AHEAD * self.workers - len(running)):
                owed.append(chunk)
                running[self.pool.submit(work, plan, chunk)] = chunk
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                made = future.result()
                owed.remove(running.pop(future))
                yield made


def end_with_parent() -> None:
    """See to it that this process ends when the one that started it is gone, even if that was killed."""
    Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent() -> None:
    """Wait until the parent is gone, and end."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


@cache
def keep_memory() -> None:
    """Have glibc keep what is freed: the tables of a search are asked for anew by every player and every verdict.

    Given back to the system each time, they have to be mapped and cleared again, which takes longer than the search.
    """
    with suppress(OSError, AttributeError, TypeError):  # other systems have no mallopt
        library = CDLL(None)
        library.mallopt(MMAP_THRESHOLD, LARGEST)
        library.mallopt(TRIM_THRESHOLD, KEPT)


def knock(address: str) -> None:
    """See whether anybody answers at HOST:PORT; Ray itself would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?([^:/]+):(\d{1,5})", address)
    if found:
        create_connection((found[1], int(found[2])), PATIENCE).close()


class Ray:
    """Work on a cluster by Ray, which does again what was lost with a machine."""

    def __init__(self, address: str = "local") -> None:
        try:
            import ray
        except ImportError as error:
            raise PotluckError("--ray needs pip install 'potluck[cluster]'") from error
        self.ray: Any = ray
        if not self.ray.is_initialized():
            self._join(address)
        self.workers = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _join(self, address: str) -> None:
        """Join a cluster, or begin one on this machine."""
        try:
            knock(address)
            self.ray.init(None if address == "local" else address, log_to_driver=False, include_dashboard=False)
        except (OSError, RuntimeError, ValueError) as error:
            why = (getattr(error, "strerror", "") or str(error) or type(error).__name__).partition("\n")[0]
            raise BadOptions(f"--ray {shown(address)}: there is no cluster: {why}") from error

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Do chunks as tasks; the plan is sent once."""
        try:
            yield from self._run(plan, chunks, work)
        except self.ray.exceptions.RayTaskError:
            raise
        except self.ray.exceptions.RayError as error:
            what = f"a worker of the cluster died {1 + RETRIES} times at the same work ({type(error).__name__})"
            raise PotluckError(f"{what}; what was played is kept: the same command goes on") from error

    def _run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Keep the workers busy."""
        task = self.ray.remote(max_retries=RETRIES, retry_exceptions=False)(work)
        sent = self.ray.put(plan)
        waiting = iter(chunks)
        running = [task.remote(sent, chunk) for chunk in islice(waiting, AHEAD * self.workers)]
        while running:
            done, running = self.ray.wait(running, num_returns=1)
            running += [task.remote(sent, chunk) for chunk in islice(waiting, len(done))]
            yield from self.ray.get(done)
