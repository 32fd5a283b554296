"""Series of matches between players: paired seeds, seats swapped, on all cores, resumable.

A match is named by its game, options, players by seat, and seed; its result is one line of JSON. A series that is
given a file skips what the file already holds and appends the rest as it comes; results of older rules or of levels
that have changed since do not count.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Protocol

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord, PotluckError
from potluck.core.game import Game
from potluck.games import load_text
from potluck.players.door import see
from potluck.players.guests import BotFailure, seat_player
from potluck.players.levels import SEARCHES, THINKING, level
from potluck.records.match import Match
from potluck.records.record import write

LONGEST = 20_000  # moves after which a match without a declared limit is given up as drawn
FOREIGN = ("exec", "openspiel")  # how the names of players begin that are not levels
OPENING = b'{"pairing"'  # how the line of a result begins


class Pairing(msgspec.Struct, frozen=True):
    """Name one match to be played."""

    game: str
    options: str
    players: tuple[str, ...]  # names of levels by seat, as seat_player reads them
    seed: int


class Result(msgspec.Struct, frozen=True):
    """Tell how a match went."""

    pairing: Pairing
    scores: tuple[float, ...]
    ending: str  # the ruling that ended it, or aborted, forfeit, void
    moves: int
    turns: int
    seconds: tuple[float, ...]  # thinking time of each seat: the processor's for a built-in bot, else the clock's
    asked: tuple[int, ...]  # moves asked of each seat
    troubles: tuple[str, ...] = ()  # what went wrong with bots from outside
    under: str = ""  # a name for the rules and the settings of the levels that it was played under
    record: str = ""  # the match itself; results of before 0.2 have none


Progress = Callable[[int, int], None]  # called with how many matches are done, of how many


def paired(game: str, options: str, players: tuple[str, ...], pairs: int, first_seed: int = 0) -> list[Pairing]:
    """List matches in groups: within one the seed is the same and every player sits in every seat once."""
    return [
        Pairing(game, options, players[turn:] + players[:turn], first_seed + seed)
        for seed in range(pairs)
        for turn in range(len(players))
    ]


def is_foreign(name: str) -> bool:
    """Tell whether a player is none of ours: a process, a visitor, or a class of one's own, package.module:Name."""
    search, colon, _ = name.partition(":")
    return name.startswith(FOREIGN) or (bool(colon) and search not in SEARCHES)


def conditions(pairing: Pairing) -> str:
    """Name the version of the rules and of the players, so that old results can be told from new ones."""
    game = load_text(pairing.game, pairing.options)
    settings = [name if is_foreign(name) else level(game, name) for name in pairing.players]
    return sha256(msgspec.json.encode([game.rules_version, THINKING, settings])).hexdigest()[:12]


# One match


class Opponent(Protocol):
    """Answer positions with moves, as a Player does and a Guest."""

    @property
    def trouble(self) -> str:
        """Say what went wrong, if anything did."""

    def clock(self) -> float:
        """Tell the time that thinking is measured by."""

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with a move."""

    def close(self) -> None:
        """Let go of whatever is held."""


Seat = Callable[[Game, str, int], Opponent]  # seats a player by its name, with a seed


def play_match(pairing: Pairing, sit_down: Seat = seat_player) -> Result:
    """Play a match to its end."""
    game = load_text(pairing.game, pairing.options)
    dice = Dice(pairing.seed)
    players = [sit_down(game, name, dice.word()) for name in pairing.players]
    try:
        return Course(game, pairing, players, dice).play()
    finally:
        for player in players:
            player.close()


class Course:
    """Lead one match between opponents."""

    def __init__(
        self, game: Game, pairing: Pairing, players: Sequence[Opponent], dice: Dice, limit: Limit | None = None
    ) -> None:
        self.pairing = pairing
        self.limit = limit  # for every move, in the place of the players' own
        self.players = players
        self.dice = dice
        self.match = Match(game, len(players), dice=dice, players=pairing.players)
        self.seconds = [0.0] * len(players)
        self.asked = [0] * len(players)

    def play(self) -> Result:
        """Ask the players in turn until the match is over."""
        match = self.match
        most = match.game.limit or LONGEST
        while not match.is_over and len(match.moves) < most:
            seat = match.to_move
            try:
                with match.void_if_broken():
                    match.play(self._ask(seat))
            except BotFailure:
                match.forfeit(seat)
        if not match.is_over:
            match.end((0.0,) * match.seats, "aborted")
        return self._result()

    def _ask(self, seat: int) -> int | str:
        """Ask a player for its move, unless only one is legal."""
        moves = self.match.state.moves()
        if len(moves) == 1:
            return moves[0]
        player = self.players[seat]
        start = player.clock()
        text = player.choose(see(self.match.game, self.match.state, seat, self.dice), seat, self.limit)
        self.seconds[seat] += player.clock() - start
        self.asked[seat] += 1
        return text

    def _result(self) -> Result:
        """Write down how the match went."""
        assert self.match.result
        return Result(
            pairing=self.pairing,
            scores=self.match.result.scores,
            ending=self.match.result.ending,
            moves=len(self.match.moves),
            turns=int(self.match.state.turn),
            seconds=tuple(round(seconds, 3) for seconds in self.seconds),
            asked=tuple(self.asked),
            troubles=tuple(player.trouble for player in self.players if player.trouble),
            under=conditions(self.pairing),
            record=write(self.match.record()),
        )


# Many matches


class Series:
    """Play matches on all cores, and remember their results in a file, if one is given."""

    def __init__(self, path: Path | None = None, workers: int = 0, sit_down: Seat = seat_player) -> None:
        self.path = path
        self.sit_down = sit_down
        self.workers = workers or os.cpu_count() or 1
        self.known = known_results(path) if path else {}
        if path:
            drop_cut_off(path)
            path.touch()  # refused now rather than after the first match
        self.pool: ProcessPoolExecutor | None = None
        self.running: dict[Future[Result], Pairing] = {}

    def __enter__(self) -> "Series":
        self.pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=end_with_parent)
        return self

    def __exit__(self, *error: object) -> None:
        if self.pool:
            self.pool.shutdown(cancel_futures=True)

    def submit(self, pairing: Pairing) -> Result | None:
        """Start a match; return its result if it is known already."""
        if pairing in self.known:
            return self.known[pairing]
        assert self.pool
        self.running[self.pool.submit(play_match, pairing, self.sit_down)] = pairing
        return None

    def is_full(self) -> bool:
        """Tell whether all cores have work, and one match each waits."""
        return len(self.running) >= 2 * self.workers

    def next_results(self) -> list[Result]:
        """Wait until at least one running match is over."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        try:
            results = [future.result() for future in done]
        except BrokenProcessPool as error:
            raise PotluckError(
                "a series was cut short: one of its processes was ended from outside; "
                "the same command with the same file goes on where it stopped"
            ) from error
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


def known_results(path: Path) -> dict[Pairing, Result]:
    """Collect the results of a file that still count."""
    today: dict[tuple[str, str, tuple[str, ...]], str] = {}
    known = {}
    for result in read_results(path):
        match = result.pairing
        name = (match.game, match.options, match.players)
        if name not in today:
            today[name] = conditions(match)
        if result.under == today[name]:
            known[match] = result
    return known


def read_results(path: Path) -> Iterator[Result]:
    """Read the results of a file; a last line that was cut off is left out."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    for number, line in enumerate(lines, 1):
        if is_cut_off(line):
            return
        try:
            yield msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError as error:
            raise BadRecord(f"{path}, line {number}: {error}") from error


def is_cut_off(line: bytes) -> bool:
    """Tell whether a line is the beginning of a result, left by a run that was ended in the middle of it."""
    return not line.endswith(b"\n") and line[: len(OPENING)] == OPENING[: len(line)]


def drop_cut_off(path: Path) -> None:
    """Take such a line off, so that the next result stands on a line of its own."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if lines and is_cut_off(lines[-1]):
        os.truncate(path, path.stat().st_size - len(lines[-1]))


def end_with_parent() -> None:
    """See to it that this process ends when the one that started it is gone, even if that was killed."""
    Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent() -> None:
    """Wait until the parent is gone, and end."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


def play_series(
    pairings: Iterable[Pairing],
    path: Path | None = None,
    workers: int = 0,
    progress: Progress | None = None,
    sit_down: Seat = seat_player,
) -> list[Result]:
    """Play all matches; return their results in the order asked."""
    wanted = list(pairings)
    waiting = list(reversed(wanted))
    with Series(path, workers, sit_down) as series:
        while waiting or series.running:
            while waiting and not series.is_full():
                series.submit(waiting.pop())
            if series.running:
                series.next_results()
            if progress:
                progress(len(wanted) - len(waiting) - len(series.running), len(wanted))
        return [series.known[pairing] for pairing in wanted]
