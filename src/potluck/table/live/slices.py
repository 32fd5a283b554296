"""Long work on the loop, in short steps: between two of them everybody else may go on, however many do such work."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Slices:
    """Let one step of all long work be done at a time, whoever waits longest first."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    async def gather(self, steps: Iterator[T | None], go_on: Callable[[], bool] = lambda: True) -> list[T]:
        """Do the steps one after the other, as long as they are wanted; gather what they find."""
        found: list[T] = []
        while go_on():
            async with self.turn:
                try:
                    step = next(steps)
                except StopIteration:
                    break
            if step is not None:
                found.append(step)
            await asyncio.sleep(0)
        return found
