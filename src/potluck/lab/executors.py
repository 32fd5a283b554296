"""Where the matches of a study are played: here, in processes of this machine, or on a cluster by Ray.

An executor is handed chunks, which are pure functions of the plan, and hands back rows in the order they come. Work
that is lost with a process or a machine is done again; the rows come out the same.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Protocol

from potluck.core.errors import PotluckError
from potluck.lab.plan import Plan, Row, play_chunk

AHEAD = 2  # chunks in hand for each worker
RETRIES = 3  # times that a chunk is played again when its process dies
Chunk = Sequence[int]  # numbers of matches
Work = Callable[[Plan, Chunk], list[Row]]


class Executor(Protocol):
    """Play chunks somewhere."""

    workers: int

    def run(self, plan: Plan, chunks: Iterable[Chunk], work: Work = play_chunk) -> Iterator[list[Row]]:
        """Play chunks, and hand out their rows as they come."""


class Inline:
    """Play here, one chunk after another."""

    workers = 1

    def run(self, plan: Plan, chunks: Iterable[Chunk], work: Work = play_chunk) -> Iterator[list[Row]]:
        """Play chunks in this process."""
        for chunk in chunks:
            yield work(plan, chunk)


class Processes:
    """Play in processes of this machine."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        """Get processes ready, which start with the first chunk and end with this one, even if it is killed."""
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=end_with_parent)

    def run(self, plan: Plan, chunks: Iterable[Chunk], work: Work = play_chunk) -> Iterator[list[Row]]:
        """Play chunks; those of a process that died are played again in others."""
        waiting, owed = iter(chunks), list[Chunk]()
        for _ in range(1 + RETRIES):
            try:
                yield from self._drain(plan, waiting, owed, work)
                return
            except BrokenProcessPool:
                self.pool = self._begin()
        raise PotluckError(f"the processes died {1 + RETRIES} times; what was played is kept: the same command goes on")

    def _drain(self, plan: Plan, waiting: Iterator[Chunk], owed: list[Chunk], work: Work) -> Iterator[list[Row]]:
        """Keep the processes busy; `owed` holds what they were given and have not answered."""
        running: dict[Future[list[Row]], Chunk] = {self.pool.submit(work, plan, chunk): chunk for chunk in owed}
        while True:
            for chunk in islice(waiting, AHEAD * self.workers - len(running)):
                owed.append(chunk)
                running[self.pool.submit(work, plan, chunk)] = chunk
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                rows = future.result()
                owed.remove(running.pop(future))
                yield rows


def end_with_parent() -> None:
    """See to it that this process ends when the one that started it is gone, even if that was killed."""
    Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent() -> None:
    """Wait until the parent is gone, and end."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


class Ray:
    """Play on a cluster by Ray, which plays again what was lost with a machine."""

    def __init__(self, address: str = "local") -> None:
        try:
            import ray
        except ImportError as error:
            raise PotluckError("--ray needs pip install 'potluck[cluster]'") from error
        self.ray: Any = ray
        if not self.ray.is_initialized():
            self.ray.init(None if address == "local" else address, log_to_driver=False, include_dashboard=False)
        self.workers = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def run(self, plan: Plan, chunks: Iterable[Chunk], work: Work = play_chunk) -> Iterator[list[Row]]:
        """Play chunks as tasks; the plan is sent once."""
        task = self.ray.remote(max_retries=-1, retry_exceptions=False)(work)
        sent = self.ray.put(plan)
        waiting = iter(chunks)
        running = [task.remote(sent, chunk) for chunk in islice(waiting, AHEAD * self.workers)]
        while running:
            done, running = self.ray.wait(running, num_returns=1)
            running += [task.remote(sent, chunk) for chunk in islice(waiting, len(done))]
            yield from self.ray.get(done)
