"""The ladder: the levels of a game play one another, and their strength is measured.

Pairings are neighbours on the ladder, and the top level against the measuring sticks uniform and greedy. The quick
ladder stops a pairing of neighbours as soon as a sequential test tells 50 % from 65 %, at 40 matches at the latest, and
plays half as many against the sticks; the full one plays them all, and the levels two apart besides.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec

from potluck.games import load_text
from potluck.lab.ratings import Rating, Tally, interval, rate, sequential_test
from potluck.lab.series import Pairing, Result, Series, paired
from potluck.players.levels import SIMPLE, level_names

QUICK_MATCHES = 40
FULL_MATCHES = 400
ANCHOR = "club"
LUCKY = ("potion_explosion", "potus")  # luck decides much: a level beats the one below in at least 55 %


class Rung(msgspec.Struct, frozen=True):
    """Tell how one player fared against another."""

    upper: str
    lower: str
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    verdict: str  # of the sequential test: stronger, weaker, or open


class Ladder(msgspec.Struct, frozen=True):
    """Hold the measured strength of a game's levels."""

    game: str
    options: str
    kind: str  # quick or full
    measured: str  # the day
    ratings: dict[str, Rating]
    rungs: list[Rung]
    milliseconds: dict[str, float]  # a move of each player took on the machine that measured


Progress = Callable[[str, int, int], None]  # called with the pairing, the matches done, and the most to be played


def pairs_of(names: Sequence[str], full: bool) -> list[tuple[str, str]]:
    """List who plays whom, the stronger first."""
    pairs = [(upper, lower) for lower, upper in pairwise(names)]
    if full:
        pairs += [(upper, lower) for lower, upper in zip(names, names[2:], strict=False)]
    return pairs + [(names[-1], simple) for simple in reversed(SIMPLE)]


class Climb:
    """Play one pairing of the ladder, match by match; matches count in the order planned, whichever ends first."""

    def __init__(self, pair: tuple[str, str], matches: Sequence[Pairing], full: bool) -> None:
        self.pair = pair
        self.waiting = list(reversed(matches))
        self.matches = matches
        self.to_the_end = full or pair[1] in SIMPLE
        self.known: dict[Pairing, Result] = {}
        self.done: list[Result] = []
        self.tally = Tally()

    def add(self, result: Result) -> None:
        """Take a result; count what can be counted, and stop when enough is known."""
        self.known[result.pairing] = result
        while len(self.done) < len(self.matches) and self.matches[len(self.done)] in self.known:
            if not self.to_the_end and sequential_test(self.tally):
                self.waiting.clear()
                return
            self._count(self.known[self.matches[len(self.done)]])

    def _count(self, result: Result) -> None:
        """Count a match."""
        self.done.append(result)
        players = result.pairing.players
        upper, lower = players.index(self.pair[0]), players.index(self.pair[1])
        self.tally.add(result.scores[upper], result.scores[lower])

    def rung(self) -> Rung:
        """Sum the pairing up."""
        tally = self.tally
        low, high = interval(tally)
        verdict = sequential_test(tally) or "open"
        return Rung(
            *self.pair,
            wins=tally.wins,
            draws=tally.draws,
            losses=tally.losses,
            score=round(tally.score, 3),
            low=round(low, 3),
            high=round(high, 3),
            verdict=verdict,
        )


def climb(
    game: str,
    options: str = "",
    full: bool = False,
    path: Path | None = None,
    workers: int = 0,
    most: int = 0,
    progress: Progress | None = None,
) -> Ladder:
    """Measure the levels of a game; with a path, go on where an earlier run stopped."""
    names = level_names(load_text(game, options))
    most = most or (FULL_MATCHES if full else QUICK_MATCHES)
    climbs = [
        Climb(pair, paired(game, options, pair, most // (2 if full or pair[1] not in SIMPLE else 4)), full)
        for pair in pairs_of(names, full)
    ]
    with Series(path, workers) as series:
        owners: dict[Pairing, Climb] = {}
        while any(one.waiting for one in climbs) or series.running:
            for one in climbs:
                while one.waiting and not series.is_full():
                    start(series, one, owners)
            for result in series.next_results() if series.running else ():
                owners[result.pairing].add(result)
                if progress:
                    one = owners[result.pairing]
                    progress(" – ".join(one.pair), len(one.done), len(one.matches))
    return sum_up(game, options, full, climbs)


def start(series: Series, one: Climb, owners: dict[Pairing, Climb]) -> None:
    """Start the next match of a pairing, or count it at once if its result is known."""
    pairing = one.waiting.pop()
    owners[pairing] = one
    known = series.submit(pairing)
    if known:
        one.add(known)


def sum_up(game: str, options: str, full: bool, climbs: Sequence[Climb]) -> Ladder:
    """Fit the ratings."""
    results = [result for one in climbs for result in one.done]
    names = {name for one in climbs for name in one.pair}
    ratings = rate({one.pair: one.tally for one in climbs}, ANCHOR if ANCHOR in names else min(names))
    return Ladder(
        game=game,
        options=options,
        kind="full" if full else "quick",
        measured=datetime.now(UTC).date().isoformat(),
        ratings=dict(sorted(ratings.items(), key=lambda item: item[1].elo)),
        rungs=[one.rung() for one in climbs],
        milliseconds={name: pace(results, name) for name in ratings},
    )


def pace(results: Sequence[Result], name: str) -> float:
    """Tell how long a move of a player took, in milliseconds."""
    seats = [
        (result, seat) for result in results for seat, player in enumerate(result.pairing.players) if player == name
    ]
    asked = sum(result.asked[seat] for result, seat in seats)
    return round(1000 * sum(result.seconds[seat] for result, seat in seats) / max(asked, 1), 1)


# Where the strength is kept


def save(ladder: Ladder, path: Path) -> None:
    """Put the ladder of a game into the data file, beside those of the other games."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[ladder.game] = msgspec.to_builtins(ladder)
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def report(ladder: Ladder) -> str:
    """Write a ladder as Markdown."""
    lines = [
        "| player | Elo | 95 % | matches | ms a move |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {name} | {rating.elo} | {rating.low} … {rating.high} | {rating.matches} | {ladder.milliseconds[name]} |"
            for name, rating in ladder.ratings.items()
        ),
        "",
        "| pairing | won | drawn | lost | score | 95 % | test |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(
            f"| {rung.upper} – {rung.lower} | {rung.wins} | {rung.draws} | {rung.losses} | {rung.score:.0%} "
            f"| {rung.low:.0%} … {rung.high:.0%} | {rung.verdict} |"
            for rung in ladder.rungs
        ),
    ]
    return "\n".join(lines)


def load_ladders(path: Path) -> Mapping[str, Ladder]:
    """Read the data file."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Ladder])
