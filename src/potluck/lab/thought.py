"""A long thought, watched: its memory must stay within bounds, and it must end in time."""

import resource
import sys
from collections.abc import Callable, Sequence
from time import process_time, time

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import CHANCE
from potluck.lab.markdown import table
from potluck.players.door import enter, make_search, see
from potluck.players.levels import level

PARTS = 10  # of the time, after each of which memory is looked at
SEED = 2026

Progress = Callable[[float], None]  # called with the part of the time that has passed


class Thought(msgspec.Struct, frozen=True):
    """Tell how a long thought went."""

    game: str
    level: str
    seconds: float
    processor: float  # seconds of processor time
    late: float  # seconds from the deadline to the answer
    steps: int
    memory: tuple[float, ...]  # megabytes: the most that the process had held after each part of the time


class Watch(Limit):
    """Look at the memory now and then while a search asks whether it is late."""

    def __init__(self, seconds: float, progress: Progress | None = None) -> None:
        super().__init__(0, seconds)
        self.progress = progress
        self.memory: list[float] = []

    def is_late(self) -> bool:
        """Tell whether the time is up, and look at the memory after each part of it."""
        passed = 1.0 - (self.deadline - time()) / self.seconds
        if passed >= (len(self.memory) + 1) / PARTS:
            self.memory.append(peak_memory())
            if self.progress:
                self.progress(passed)
        return super().is_late()


def peak_memory() -> float:
    """Tell how many megabytes this process has held at most."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def ponder(game: Game, level_name: str, seconds: float, progress: Progress | None = None) -> Thought:
    """Let a level think about the first decision of a match for so long."""
    dice = Dice(SEED)
    state = game.new()
    while state.to_move == CHANCE:
        state.play(dice.sample(state))
    seat = int(state.to_move)
    position = enter(game, see(game, state, seat, dice), seat, dice)
    search = make_search(game, level(game, level_name), dice)
    watch = Watch(seconds, progress)
    begun, worked = time(), process_time()
    search.think(position, watch)
    late = max(0.0, time() - begun - seconds)  # a search that has seen everything is early
    return Thought(
        game.name, level_name, seconds, process_time() - worked, late, int(search.steps), tuple(watch.memory)
    )


def report(found: Sequence[Thought]) -> str:
    """Write thoughts as Markdown."""
    return table(
        ("game", "level", "steps", "processor time", "late", "memory after each tenth of the time, MB"),
        (
            (
                one.game,
                one.level,
                f"{one.steps:,}",
                f"{one.processor:.1f} of {one.seconds:g} s",
                f"{1000 * one.late:.1f} ms",
                " ".join(f"{peak:.1f}" for peak in one.memory),
            )
            for one in found
        ),
    )
