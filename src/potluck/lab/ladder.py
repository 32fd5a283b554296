"""The ladder: the levels of a game play one another, and their strength is measured.

Pairings are neighbours on the ladder, and the top level against the measuring sticks uniform and greedy. The quick
ladder stops a pairing as soon as a sequential test tells 50 % from 65 %, at 40 matches at the latest; the full one
plays them all, and the levels two apart besides. A number of matches against the sticks may be asked for in either.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from math import inf
from pathlib import Path
from time import monotonic

from potluck.games import NAMES, load_text
from potluck.lab.markdown import table
from potluck.lab.ratings import Tally, interval, rate, sequential_test
from potluck.lab.series import Pairing, Result, Series, paired
from potluck.players.levels import SIMPLE, level_names
from potluck.players.strength import Ladder, Rung

QUICK_MATCHES = 40
FULL_MATCHES = 400
FIRST_SEED = 10_000  # those below are for experiments: levels are not measured by the matches that they were tuned on
ANCHOR = "club"

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
        self.to_the_end = full
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

    def keep_only(self, known: Mapping[Pairing, Result]) -> None:
        """Play no more matches than are played already."""
        self.waiting = [pairing for pairing in self.waiting if pairing in known]

    def _count(self, result: Result) -> None:
        """Count a match."""
        self.done.append(result)
        count(self.tally, self.pair, result)

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
    minutes: float = 0.0,
    sticks: int = 0,
) -> Ladder:
    """Measure the levels of a game; a path lets it go on where an earlier run stopped; minutes end it in time."""
    deadline = monotonic() + 60 * minutes if minutes else inf
    names = level_names(load_text(game, options))
    most = most or (FULL_MATCHES if full else QUICK_MATCHES)
    climbs = [
        Climb(pair, paired(game, options, pair, (fixed or most) // 2, FIRST_SEED), full or bool(fixed))
        for pair in pairs_of(names, full)
        for fixed in [sticks if pair[1] in SIMPLE else 0]
    ]
    with Series(path, workers) as series:
        owners: dict[Pairing, Climb] = {}
        while any(one.waiting for one in climbs) or series.running:
            for one in climbs:
                if monotonic() > deadline:
                    one.keep_only(series.known)
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


def count(tally: Tally, pair: tuple[str, str], result: Result) -> None:
    """Count a match for the first of a pair, unless it is void."""
    if result.ending == "void":
        return
    first, second = (result.scores[result.pairing.players.index(name)] for name in pair)
    tally.add(first, second)


def pace(results: Sequence[Result], name: str) -> float:
    """Tell how long a move of a player took, in milliseconds."""
    seats = [
        (result, seat) for result in results for seat, player in enumerate(result.pairing.players) if player == name
    ]
    asked = sum(result.asked[seat] for result, seat in seats)
    return round(1000 * sum(result.seconds[seat] for result, seat in seats) / max(asked, 1), 1)


# The page


def report(ladder: Ladder) -> str:
    """Write a ladder as Markdown."""
    players = table(
        ("player", "Elo", "95 %", "matches", "ms a move"),
        (
            (name, rating.elo, f"{rating.low} … {rating.high}", rating.matches, ladder.milliseconds[name])
            for name, rating in ladder.ratings.items()
            if rating.matches and name not in SIMPLE  # a stick that met the top level alone has no place on the scale
        ),
    )
    pairings = table(
        ("pairing", "won", "drawn", "lost", "score", "95 %", "test"),
        (
            (
                *(f"{rung.upper} – {rung.lower}", rung.wins, rung.draws, rung.losses),
                *(f"{rung.score:.0%}", f"{rung.low:.0%} … {rung.high:.0%}", rung.verdict),
            )
            for rung in ladder.rungs
            if rung.wins + rung.draws + rung.losses
        ),
    )
    return f"{players}\n\n{pairings}"


def strength_page(ladders: Mapping[str, Ladder], head: str) -> str:
    """Write the page of measured strength: what is above its first game stays, the games are written anew."""
    parts = [head.split("\n## ")[0].rstrip()]
    for name in NAMES:
        if name in ladders:
            found = ladders[name]
            title = f"## {load_text(name, found.options).title}: {found.kind} ladder, {found.measured}"
            parts.append(f"{title}\n\n{report(found)}")
    return "\n\n".join(parts) + "\n"
