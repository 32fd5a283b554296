"""The ladder: the levels of a game meet one another, and their strength is measured.

It is a chain of close rungs: from any move at random, over measuring sticks that choose more and more carefully, to
the gentlest level, and from there from neighbour to neighbour. It is played from below, since the gentle ones are
quick. The quick ladder stops a pairing as soon as a sequential test tells 50 % from 65 %, at 40 matches at the latest;
the full one plays 200 pairs of each, and 100 of the two highest. The level in the middle is 1500 by agreement.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from time import monotonic

from potluck.games import NAMES, load_text
from potluck.lab.arena import Outcome, PairProgress, arena, pace
from potluck.lab.executors import Executor, Processes
from potluck.lab.markdown import table
from potluck.lab.ratings import Tally, rate
from potluck.lab.statistics import SequentialTest, elo
from potluck.players.levels import level_names
from potluck.players.strength import Ladder, Rung, middle

QUICK_MATCHES = 40
FULL_MATCHES = 400
SHARES = (0.05, 0.25, 1.0)  # of its matches that the full ladder plays in one go
TOP_MATCHES, TOP = 200, 2  # of the highest rungs, which take the longest, and how many those are
BOUNDS = (0.0, elo(0.65))  # of the sequential test
FEWEST = 10  # matches of a rung that links two ratings
LOOK = 4  # groups of two between its looks
SEED = 10_000  # no level was tuned on the matches that measure it
STICKS: Mapping[str, tuple[str, ...]] = {  # below the gentlest level, from any move at random upwards
    "potential": (
        "uniform",
        "greedy:softness=1:cutoff=0.2",
        "greedy:softness=1:cutoff=0.12",
        "greedy:softness=0.1:cutoff=0.12",
        "greedy:softness=0.05:cutoff=0.12",
    ),
    "struggle": ("uniform", "greedy:softness=1:cutoff=0.6"),
    "potion_explosion": ("uniform",),
    "potus": ("uniform", "greedy:softness=0.15:cutoff=0.25"),
    "magic_potion": ("uniform", "greedy:softness=1:cutoff=0.3"),
}


def pairs_of(names: Sequence[str], sticks: Sequence[str] = ()) -> list[tuple[str, str]]:
    """List who plays whom from below, the stronger first."""
    return [(upper, lower) for lower, upper in pairwise([*sticks, *names])]


def climb(
    game: str,
    options: str = "",
    full: bool = False,
    folder: Path | None = None,
    executor: Executor | None = None,
    most: int = 0,
    progress: PairProgress | None = None,
    minutes: float = 0.0,
    sticks: int = 0,
) -> Ladder:
    """Measure the levels of a game; a folder lets it go on where an earlier run stopped; minutes end it in time.

    Every rung is played a little before any is played much, and gets an equal part of the time that is left.
    """
    rules, executor = load_text(game, options), executor or Processes()
    end = monotonic() + 60 * minutes if minutes else inf
    names = level_names(rules)
    pairs = pairs_of(names, STICKS.get(game, ("uniform",)))
    meetings = {}
    for share in SHARES if full else (1.0,):
        for rest, pair in zip(range(len(pairs), 0, -1), pairs, strict=True):
            fixed = sticks if pair[1] not in names else 0
            usual = (TOP_MATCHES if rest <= TOP else FULL_MATCHES) if full else QUICK_MATCHES
            meetings[pair] = arena(
                rules,
                pair,
                max(2, round(share * (fixed or most or usual))),
                sprt=None if full or fixed else BOUNDS,
                seed=SEED,
                folder=folder,
                executor=executor,
                progress=progress and partial(progress, " – ".join(pair)),
                look=LOOK,
                deadline=end if end == inf else monotonic() + (end - monotonic()) / rest,
            )
    return sum_up(game, options, full, meetings, middle(names))


def sum_up(game: str, options: str, full: bool, meetings: Mapping[tuple[str, str], Outcome], anchor: str) -> Ladder:
    """Fit the ratings of all who are linked to the middle by rungs that were played."""
    tallies: dict[tuple[str, str], Tally] = {pair: meetings[pair].standings[0] for pair in linked(meetings, anchor)}
    ratings = rate(tallies, anchor) if tallies else {}
    return Ladder(
        game=game,
        options=options,
        kind="full" if full else "quick",
        measured=datetime.now(UTC).date().isoformat(),
        ratings=dict(sorted(ratings.items(), key=lambda item: item[1].elo)),
        rungs=[rung(*pair, met) for pair, met in meetings.items()],
        milliseconds={name: pace_of(meetings.values(), name) for name in ratings},
    )


def linked(meetings: Mapping[tuple[str, str], Outcome], anchor: str) -> list[tuple[str, str]]:
    """List the pairings that were played enough and lead to the middle without a gap."""
    names, found = {anchor}, list[tuple[str, str]]()
    left = [pair for pair, met in meetings.items() if met.matches >= FEWEST]
    while near := [pair for pair in left if names.intersection(pair)]:
        found += near
        names.update(name for pair in near for name in pair)
        left = [pair for pair in left if pair not in near]
    return found


def rung(upper: str, lower: str, met: Outcome) -> Rung:
    """Sum a pairing up."""
    stood = met.standings[0]
    return Rung(
        upper=upper,
        lower=lower,
        wins=stood.wins,
        draws=stood.draws,
        losses=stood.losses,
        score=round(stood.points.mean, 3),
        low=round(stood.points.low, 3),
        high=round(stood.points.high, 3),
        verdict=SequentialTest(*BOUNDS).verdict(met.first) or "open",
    )


def pace_of(meetings: Iterable[Outcome], name: str) -> float:
    """Tell how long a move of a player took, in milliseconds."""
    stood = [one for met in meetings for one in met.standings if one.name == name]
    return pace(sum(one.seconds for one in stood), sum(one.asked for one in stood))


# The page


def report(ladder: Ladder) -> str:
    """Write a ladder as Markdown."""
    players = table(
        ("player", "Elo", "95 %", "matches", "ms a move"),
        (
            (name, above(rating.elo), f"{above(rating.low)} … {rating.high}", rating.matches, ladder.milliseconds[name])
            for name, rating in ladder.ratings.items()
            if rating.matches
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


def above(elo: int) -> str:
    """Show a rating; the scale has nothing below zero."""
    return str(elo) if elo >= 0 else "below 0"


def strength_page(ladders: Mapping[str, Ladder], head: str) -> str:
    """Write the page of measured strength: what is above its first game stays, the games are written anew."""
    parts = [re.split(r"\n## [^\n]* ladder, ", head)[0].rstrip()]
    for name in NAMES:
        if name in ladders:
            found = ladders[name]
            title = f"## {load_text(name, found.options).title}: {found.kind} ladder, {found.measured}"
            parts.append(f"{title}\n\n{report(found)}")
    return "\n\n".join(parts) + "\n"
