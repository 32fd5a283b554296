"""The arena: who is stronger, by how much, and how surely.

Two to four players meet in groups: within one the seed is the same, and everybody sits in every seat once. The match
goes on for a number of matches, until the score is known well enough, or until a sequential test decides.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.games import options_text
from potluck.lab.executors import Executor, Inline, Processes
from potluck.lab.findings import Group, per_group, points
from potluck.lab.markdown import table
from potluck.lab.plan import Plan, Row, read_amount
from potluck.lab.ratings import Tally
from potluck.lab.seating import Maker, enrol
from potluck.lab.statistics import Estimate, SequentialTest, after_stop, after_until, elo, share
from potluck.lab.study import LOOK, Progress, Stop, Study

PairProgress = Callable[[str, int, int], None]  # called with the pairing, the matches done, and the most to be played
FEW, MOST = 100, 20_000  # matches, unless asked for: without a rule to stop, and with one that does not come to an end
MOST_TROUBLES = 5  # that are told
VOID = "void"  # the ending of a match that counts for nobody
OPENING = 6  # moves that are drawn in a game without chance: there the same players would play the same match again


def pace(seconds: float, asked: int) -> float:
    """Tell how long a move took, in milliseconds, to three digits."""
    return float(f"{1000 * seconds / max(1, asked):.3g}")


class Standing(Tally, frozen=True, kw_only=True):
    """Tell how a player fared."""

    name: str
    points: Estimate  # share of the points, from 0 to 1
    seconds: float  # of thinking
    asked: int  # moves

    @property
    def milliseconds(self) -> float:
        """Tell how long a move took."""
        return pace(self.seconds, self.asked)

    @property
    def elo(self) -> tuple[float, float, float]:
        """Return the difference in Elo to the others, with its interval, for two players."""
        return elo(self.points.mean), elo(self.points.low), elo(self.points.high)


class Outcome(msgspec.Struct, frozen=True):
    """Hold what a meeting in the arena came to."""

    game: str
    matches: int
    standings: list[Standing]
    first: list[float]  # the share of the points of the first player, by group
    verdict: str  # of the sequential test: stronger, not stronger, open; empty without one
    ratio: float  # its log-likelihood ratio
    troubles: dict[str, int]  # what went wrong with players from outside, and in how many matches

    def _repr_markdown_(self) -> str:
        """Show it in a notebook."""
        return report(self)


def arena(
    game: Game,
    players: Sequence[str | Maker],
    matches: int = 0,
    *,
    sprt: tuple[float, float] | None = None,
    until: float = 0.0,
    steps: int = 0,
    seconds: float = 0.0,
    seed: int = 0,
    opening: int | None = None,
    study: Path | None = None,
    folder: Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    look: int = LOOK,
    deadline: float = inf,
) -> Outcome:
    """Let players meet: for so many matches, until the score is known so well, or until a test of two Elo decides.

    A player is a name (lab/seating.py) or a class of one's own; a class that no other process could find is played
    here. The matches are kept in the study, or in one of the folder by a name that no other meeting has. In a game
    without chance every group has an opening of its own, of so many moves.
    """
    names = [enrol(player) for player in players]
    if len(set(names)) < len(names):
        raise BadOptions(f"players {', '.join(names)}: expected different ones")
    plan = Plan(
        game=game.name,
        options=options_text(game),
        seats=len(names),
        players=tuple(names),
        seed=seed,
        steps=steps,
        seconds=seconds,
        opening=opening_of(game) if opening is None else opening,
    )
    plan = plan.of(matches or (MOST if sprt or until else FEW)).check()
    test = SequentialTest(*sprt) if sprt else None
    if test and (len(names) != 2 or test.low >= test.high):
        raise BadOptions("a sequential test: expected two players, and two numbers of Elo, the smaller first")
    if sprt and until:
        raise BadOptions("--sprt and --until: expected one rule to stop")
    if steps and seconds:
        raise BadOptions("--steps and --time: expected one budget of a move")
    with TemporaryDirectory() as spare, Study(study or Path(folder or spare) / plan.name(), plan) as kept:
        where = executor or (Processes() if names == list(players) else Inline())
        groups = kept.run(where, stop_rule(names[0], test, until), progress, look, deadline)
    corrected = partial(after_until, width=until, look=look, most=plan.groups) if until else None
    return outcome(plan, groups, test, corrected)


def opening_of(game: Game) -> int:
    """Say how many moves are drawn before the players are asked, so that no two groups are one match."""
    return 0 if game.has_chance else OPENING


def meetings(
    game: Game,
    pairs: Sequence[tuple[str, str]],
    matches: int,
    seed: int,
    folder: Path | None = None,
    executor: Executor | None = None,
    progress: PairProgress | None = None,
) -> list[Outcome]:
    """Let one pair after the other meet, for so many matches each."""
    return [
        arena(
            game,
            pair,
            matches,
            seed=seed,
            folder=folder,
            executor=executor,
            progress=progress and partial(progress, " – ".join(pair)),
        )
        for pair in pairs
    ]


def stop_rule(first: str, test: SequentialTest | None, until: float) -> Stop | None:
    """Say when enough is known."""
    if test:
        return lambda groups: bool(test.verdict(group_points(groups, first)))
    if until:
        return lambda groups: share(group_points(groups, first)).spread <= until
    return None


def group_points(groups: Sequence[Group], name: str) -> list[float]:
    """List the share of the points that a player got, by group."""
    return per_group(groups, lambda row: None if row.ending == VOID else points(row, row.players.index(name)))


def outcome(
    plan: Plan,
    groups: Sequence[Group],
    test: SequentialTest | None,
    until: Callable[[Sequence[float]], Estimate] | None = None,
) -> Outcome:
    """Sum a meeting up; `until` corrects the score of the first player where a width has stopped it."""
    first = group_points(groups, plan.players[0])
    verdict = (test.verdict(first) or "open") if test else ""
    rows = [row for group in groups for row in group if row.ending != VOID]
    standings = [standing(name, groups, rows) for name in plan.players]
    troubles = dict(Counter(trouble for row in rows for trouble in row.troubles).most_common(MOST_TROUBLES))
    if first and len(standings) == 2 and (test or until):
        found = after_stop(first, test) if test else until(first) if until else share(first)
        mirrored = Estimate(1 - found.mean, 1 - found.high, 1 - found.low, found.groups)
        standings = [
            msgspec.structs.replace(one, points=estimate)
            for one, estimate in zip(standings, (found, mirrored), strict=True)
        ]
    return Outcome(plan.game, len(rows), standings, first, verdict, test.ratio(first) if test else 0.0, troubles)


def standing(name: str, groups: Sequence[Group], rows: Sequence[Row]) -> Standing:
    """Sum up how one player fared."""
    won = [points(row, row.players.index(name)) for row in rows]
    even = 1 / max(1, len(rows[0].players) if rows else 1)
    return Standing(
        name=name,
        points=share(group_points(groups, name)),
        wins=sum(value > even for value in won),
        draws=sum(value == even for value in won),
        losses=sum(value < even for value in won),
        seconds=sum(row.seconds[row.players.index(name)] for row in rows),
        asked=sum(row.asked[row.players.index(name)] for row in rows),
    )


def report(found: Outcome) -> str:
    """Write a meeting as Markdown."""
    rows = [
        (
            one.name,
            f"{one.points.mean:.1%}",
            f"{one.points.low:.1%} … {one.points.high:.1%}",
            f"{one.wins} · {one.draws} · {one.losses}",
            "{:+.0f} ({:+.0f} … {:+.0f})".format(*one.elo) if len(found.standings) == 2 else "",
            one.milliseconds,
        )
        for one in found.standings
    ]
    heads = ("player", "score", "95 %", "won · drawn · lost", "Elo", "ms a move")
    text = f"{table(heads, rows)}\n\n{found.matches:,} matches of {found.game}."
    text += "".join(f"\nIn {count:,} of them: {trouble}." for trouble, count in found.troubles.items())
    if not found.verdict:
        return text
    first = found.standings[0].name
    said = {"stronger": f"{first} is stronger", "not stronger": f"{first} is not stronger"}.get(found.verdict, "open")
    return f"{text} The test: {said} (log-likelihood ratio {found.ratio:.2f}); the score is corrected for the stop."


def read_time(text: str) -> float:
    """Read "50ms" or "0.2s"."""
    for unit, scale in (("ms", 0.001), ("s", 1.0)):
        amount = read_amount(text.removesuffix(unit)) if text.endswith(unit) else None
        if amount:
            return amount * scale
    raise BadOptions(f"--time {shown(text)}: expected a time like 50ms or 0.2s")


def read_share(text: str) -> float:
    """Read "2%"."""
    amount = read_amount(text.removesuffix("%"))
    if not amount:
        raise BadOptions(f"--until {shown(text)}: expected a width like 2%")
    return amount / 100
