"""The arena: who is stronger, by how much, and how surely.

Two to four players meet in groups: within one the seed is the same, and everybody sits in every seat once. The match
goes on for a number of matches, until the score is known well enough, or until a sequential test decides.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.games import options_text
from potluck.lab.executors import Executor, Processes
from potluck.lab.findings import Group, points
from potluck.lab.markdown import table
from potluck.lab.plan import Plan, Row
from potluck.lab.statistics import Estimate, SequentialTest, after_stop, elo, share
from potluck.lab.study import Progress, Stop, Study

MOST = 20_000  # matches after which a test that does not end is given up


class Standing(msgspec.Struct, frozen=True):
    """Tell how a player fared."""

    name: str
    points: Estimate  # share of the points, from 0 to 1
    wins: int
    draws: int
    losses: int
    milliseconds: float  # a move

    @property
    def elo(self) -> tuple[float, float, float]:
        """Return the difference in Elo to the others, with its interval, for two players."""
        return elo(self.points.mean), elo(self.points.low), elo(self.points.high)


class Outcome(msgspec.Struct, frozen=True):
    """Hold what a meeting in the arena came to."""

    game: str
    matches: int
    standings: list[Standing]
    verdict: str  # of the sequential test: stronger, not stronger, open; empty without one
    ratio: float  # its log-likelihood ratio


def arena(
    game: Game,
    players: Sequence[str],
    matches: int = 100,
    *,
    sprt: tuple[float, float] | None = None,
    until: float = 0.0,
    steps: int = 0,
    seconds: float = 0.0,
    seed: int = 0,
    study: Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Let players meet: for so many matches, until the score is known so well, or until a test of two Elo decides."""
    if len(set(players)) < len(players):
        raise BadOptions(f"players {', '.join(players)}: expected different ones")
    plan = Plan(
        game=game.name,
        options=options_text(game),
        seats=len(players),
        players=tuple(players),
        groups=-(-(MOST if sprt or until else matches) // len(players)),
        seed=seed,
        steps=steps,
        seconds=seconds,
    ).check()
    test = SequentialTest(*sprt) if sprt else None
    if test and (len(players) != 2 or test.low >= test.high):
        raise BadOptions("a sequential test: expected two players, and two numbers of Elo, the smaller first")
    with TemporaryDirectory() as folder:
        kept = Study(study or Path(folder) / "arena.study", plan)
        groups = kept.run(executor or Processes(), stop_rule(players[0], test, until), progress)
        kept.close()
    return outcome(plan, groups, test)


def stop_rule(first: str, test: SequentialTest | None, until: float) -> Stop | None:
    """Say when enough is known."""
    if test:
        return lambda groups: bool(test.verdict(group_points(groups, first)))
    if until:
        return lambda groups: share(group_points(groups, first)).spread <= until
    return None


def group_points(groups: Sequence[Group], name: str) -> list[float]:
    """List the share of the points that a player got, by group."""
    return [sum(points(row, row.players.index(name)) for row in group) / len(group) for group in groups]


def outcome(plan: Plan, groups: Sequence[Group], test: SequentialTest | None) -> Outcome:
    """Sum a meeting up."""
    first = group_points(groups, plan.players[0])
    verdict = (test.verdict(first) or "open") if test else ""
    rows = [row for group in groups for row in group]
    standings = [standing(name, groups, rows) for name in plan.players]
    if test:
        found = after_stop(first, test)
        mirrored = Estimate(1 - found.mean, 1 - found.high, 1 - found.low, found.groups)
        standings = [
            msgspec.structs.replace(one, points=estimate)
            for one, estimate in zip(standings, (found, mirrored), strict=True)
        ]
    return Outcome(plan.game, len(rows), standings, verdict, test.ratio(first) if test else 0.0)


def standing(name: str, groups: Sequence[Group], rows: Sequence[Row]) -> Standing:
    """Sum up how one player fared."""
    won = [points(row, row.players.index(name)) for row in rows]
    even = 1 / len(rows[0].players)
    asked = sum(row.asked[row.players.index(name)] for row in rows)
    spent = sum(row.seconds[row.players.index(name)] for row in rows)
    return Standing(
        name=name,
        points=share(group_points(groups, name)),
        wins=sum(value > even for value in won),
        draws=sum(value == even for value in won),
        losses=sum(value < even for value in won),
        milliseconds=round(1000 * spent / max(1, asked), 2),
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
    if not found.verdict:
        return text
    first = found.standings[0].name
    said = {"stronger": f"{first} is stronger", "not stronger": f"{first} is not stronger"}.get(found.verdict, "open")
    return f"{text} The test: {said} (log-likelihood ratio {found.ratio:.2f}); the score is corrected for the stop."


def read_time(text: str) -> float:
    """Read "50ms" or "0.2s"."""
    for unit, scale in (("ms", 0.001), ("s", 1.0)):
        number = text.removesuffix(unit)
        if number != text and number.replace(".", "", 1).isdigit() and float(number) > 0:
            return float(number) * scale
    raise BadOptions(f"--time {shown(text)}: expected a time like 50ms or 0.2s")


def read_pair(text: str) -> tuple[float, float]:
    """Read "0,10": two numbers of Elo."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as error:
        raise BadOptions(f"--sprt {shown(text)}: expected two numbers of Elo, like 0,10") from error
    return low, high


def read_share(text: str) -> float:
    """Read "2%"."""
    number = text.removesuffix("%")
    if not number.replace(".", "", 1).isdigit() or float(number) <= 0:
        raise BadOptions(f"--until {shown(text)}: expected a width like 2%")
    return float(number) / 100
