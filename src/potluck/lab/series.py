"""Series of matches between players: paired seeds, seats swapped, on all cores, resumable.

A match is named by its game, options, players by seat, and seed; its result is one line of JSON. A series that is
given a file skips what the file already holds and appends the rest as it comes.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import msgspec

from potluck.core.dice import Dice
from potluck.core.errors import BadRecord
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.games import load_text
from potluck.players.door import Player, see
from potluck.players.levels import level

LONGEST = 20_000  # moves after which a match without a declared limit is given up as drawn


class Pairing(msgspec.Struct, frozen=True):
    """Name one match to be played."""

    game: str
    options: str
    players: tuple[str, ...]  # names of levels by seat
    seed: int


class Result(msgspec.Struct, frozen=True):
    """Tell how a match went."""

    pairing: Pairing
    scores: tuple[float, ...]
    ending: str  # the ruling that ended it, or aborted
    moves: int
    turns: int
    seconds: tuple[float, ...]  # thinking time of each seat
    asked: tuple[int, ...]  # moves asked of each seat


Progress = Callable[[int, int], None]  # called with how many matches are done, of how many


def paired(game: str, options: str, players: tuple[str, ...], pairs: int, first_seed: int = 0) -> list[Pairing]:
    """List matches in groups: within one the seed is the same and every player sits in every seat once."""
    return [
        Pairing(game, options, players[turn:] + players[:turn], first_seed + seed)
        for seed in range(pairs)
        for turn in range(len(players))
    ]


# One match


def play_match(pairing: Pairing) -> Result:
    """Play a match to its end."""
    game = load_text(pairing.game, pairing.options)
    state = game.new(len(pairing.players))
    dice = Dice(pairing.seed)
    players = [Player(game, level(game, name), dice.word()) for name in pairing.players]
    seconds = [0.0] * len(players)
    asked = [0] * len(players)
    moves = 0
    most = game.limit or LONGEST
    while state.to_move != OVER and moves < most:
        seat = state.to_move
        if seat == CHANCE:
            state.play(dice.draw(state))
        else:
            start = perf_counter()
            move = ask(game, state, players[seat], dice)
            seconds[seat] += perf_counter() - start
            asked[seat] += 1
            state.play(move)
        moves += 1
    return finish(pairing, state, moves, seconds, asked)


def ask(game: Game, state: State, player: Player, dice: Dice) -> int:
    """Ask a player for its move, unless only one is legal."""
    moves = state.moves()
    if len(moves) == 1:
        return moves[0]
    seat = state.to_move
    return game.read(state, player.choose(see(game, state, seat, dice), seat))


def finish(pairing: Pairing, state: State, moves: int, seconds: list[float], asked: list[int]) -> Result:
    """Write the result of a match down."""
    over = state.to_move == OVER
    scores = tuple(state.score(seat) if over else 0.0 for seat in range(len(pairing.players)))
    ending = state.ending() if over else "aborted"
    return Result(pairing, scores, ending, moves, state.turn, tuple(round(s, 3) for s in seconds), tuple(asked))


# Many matches


class Series:
    """Play matches on all cores, and remember their results in a file, if one is given."""

    def __init__(self, path: Path | None = None, workers: int = 0) -> None:
        self.path = path
        self.workers = workers or os.cpu_count() or 1
        self.known = {result.pairing: result for result in read_results(path)} if path else {}
        self.pool: ProcessPoolExecutor | None = None
        self.running: dict[Future[Result], Pairing] = {}

    def __enter__(self) -> "Series":
        self.pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        return self

    def __exit__(self, *error: object) -> None:
        if self.pool:
            self.pool.shutdown(cancel_futures=True)

    def submit(self, pairing: Pairing) -> Result | None:
        """Start a match; return its result if it is known already."""
        if pairing in self.known:
            return self.known[pairing]
        assert self.pool
        self.running[self.pool.submit(play_match, pairing)] = pairing
        return None

    def is_full(self) -> bool:
        """Tell whether all cores have work, and one match each waits."""
        return len(self.running) >= 2 * self.workers

    def next_results(self) -> list[Result]:
        """Wait until at least one running match is over."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        results = [future.result() for future in done]
        for future in done:
            del self.running[future]
        for result in results:
            self.known[result.pairing] = result
            self._write(result)
        return results

    def _write(self, result: Result) -> None:
        """Append a result to the file, at once."""
        if self.path:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")


def read_results(path: Path) -> Iterator[Result]:
    """Read the results of a file; a last line that was cut off is left out."""
    if not path.exists():
        return
    lines = path.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        try:
            yield msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError as error:
            if number < len(lines):
                raise BadRecord(f"{path}, line {number}: {error}") from error


def play_series(
    pairings: Iterable[Pairing], path: Path | None = None, workers: int = 0, progress: Progress | None = None
) -> list[Result]:
    """Play all matches; return their results in the order asked."""
    wanted = list(pairings)
    waiting = list(reversed(wanted))
    with Series(path, workers) as series:
        while waiting or series.running:
            while waiting and not series.is_full():
                series.submit(waiting.pop())
            if series.running:
                series.next_results()
            if progress:
                progress(len(wanted) - len(waiting) - len(series.running), len(wanted))
        return [series.known[pairing] for pairing in wanted]
