"""A browser's parts without a browser: a shelf in memory, and bots that think at once."""

import json
from typing import Any

from potluck.table.solo.bots import think
from potluck.table.solo.table import Solo

Json = Any


class MemoryShelf:
    """Keep texts as long as the test runs; say `wrong` when told to fail."""

    def __init__(self) -> None:
        self.folders: dict[str, dict[tuple[str | int, ...], str]] = {}
        self.wrong = ""

    async def read(self, folder: str, match: str = "") -> str:
        kept = self.folders.get(folder, {})
        return json.dumps([kept[key] for key in sorted(kept) if match in ("", key[0])])

    async def write(self, changes: str) -> str:
        if self.wrong:
            return self.wrong
        made = {folder: dict(kept) for folder, kept in self.folders.items()}
        for do, folder, key, text in json.loads(changes):
            kept = made.setdefault(folder, {})
            if do == "add" and tuple(key) in kept:
                return "ConstraintError"
            if do == "remove":
                made[folder] = {other: text for other, text in kept.items() if other[0] != key[0]}
            else:
                kept[tuple(key)] = text
        self.folders = made
        return ""


class Mind:
    """Think at once; or never, as long as it hangs."""

    def __init__(self) -> None:
        self.ended = 0

    async def ask(self, question: str) -> str:
        return think(question)

    def end(self) -> None:
        self.ended += 1


class Page:
    """Ask a table as the page does."""

    def __init__(self, shelf: MemoryShelf | None = None, mind: Mind | None = None) -> None:
        self.shelf = shelf or MemoryShelf()
        self.said: list[tuple[int, Json]] = []
        self.solo = Solo(self.shelf, mind or Mind(), self.hear)

    def hear(self, viewer: int, text: str) -> None:
        self.said.append((viewer, json.loads(text) if text else None))

    async def __aenter__(self) -> "Page":
        await self.solo.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.solo.hall.stop()

    async def ask(self, method: str, address: str, body: Json = None) -> tuple[int, Json]:
        text = body if isinstance(body, str) else json.dumps(body) if body is not None else ""
        status, kind, answer = json.loads(await self.solo.ask(method, address, text))
        return status, json.loads(answer) if kind == "application/json" else answer
