"""Bots in a browser think in a second worker, which is ended and replaced when it hangs."""

import asyncio
from typing import Protocol

import msgspec

from potluck.table.live.answering import answer
from potluck.table.live.workers import Worker
from potluck.table.match.ports import BotFailed, Question, Thought


class Mind(Protocol):
    """Be the second worker; web/src/solo/mind.ts is it."""

    async def ask(self, question: str) -> str:
        """Answer a question."""

    def end(self) -> None:
        """End, whatever is being thought about; the next question starts anew."""


class Thinker(Worker):
    """Ask the second worker; it hears nothing while it thinks, so that what is begun is thought to its end."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(0)
        self.mind = mind

    async def ask(self, question: Question, seconds: float) -> Thought:
        """Send a question, and wait for its answer."""
        asked = self.mind.ask(msgspec.json.encode(question).decode())
        try:
            return msgspec.json.decode(await asyncio.wait_for(asked, seconds), type=Thought)
        except TimeoutError:
            raise BotFailed(f"no answer within {seconds:g} s") from None

    def stop(self) -> None:
        """Let it think to its end."""

    async def end(self) -> None:
        """End the worker."""
        self.mind.end()


def think(question: str) -> str:
    """Answer a question, inside the second worker."""
    return msgspec.json.encode(answer(question.encode(), lambda: False)).decode()
