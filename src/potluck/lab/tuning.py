"""Tuning options to a target: which values give five draws in a hundred, and an even chance for both seats.

A target is a figure, as a report names it, or what one player gets of the points against another; several of these
are a matrix of who shall beat whom by how much. All candidates are played on the same seeds; the worse half is dropped
and the others are played twice as long, until few are left (successive halving). Those are measured once more on seeds
that nothing was chosen by.
"""

from collections.abc import Callable, Sequence
from itertools import product
from math import inf
from pathlib import Path

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.games import load_text
from potluck.lab.arena import group_points
from potluck.lab.executors import Executor
from potluck.lab.findings import AMOUNTS, JUDGED, SHARES, Course, Group, course_of, measure_of, per_group
from potluck.lab.markdown import table
from potluck.lab.plan import Plan, Vary, read_amount, read_vary
from potluck.lab.statistics import Estimate, estimate, share
from potluck.lab.study import Study
from potluck.records.findings import Figure

FINALISTS = 4
MOST = 256  # candidates
STEPS = 9  # values that a range is cut into, at most
AGAINST = " against "  # between the two players of a target
Played = dict[tuple[str, ...], list[Group]]  # what was played of a candidate, by who played it
Progress = Callable[[str], None]  # called with what is under way


class Target(msgspec.Struct, frozen=True):
    """Ask for a value of a figure, or of what one player gets of the points against another."""

    name: str  # as in a report: seat0, draws, turns …; or "expert against club"
    value: float

    @property
    def pair(self) -> tuple[str, ...]:
        """Name the two players who are to meet; nobody if a figure is asked for."""
        one, against, other = self.name.partition(AGAINST)
        return (one, other) if against else ()

    def miss(self, found: float) -> float:
        """Tell how far a value is from it: in shares as they are, in amounts as a part of what was asked for."""
        return abs(found - self.value) / (max(1.0, self.value) if self.name in AMOUNTS else 1.0)

    def measure(self, groups: Sequence[Group]) -> Estimate:
        """Measure what it asks for."""
        of = measure_of(self.name)
        if of:
            return (estimate if self.name in AMOUNTS else share)(per_group(groups, of))
        return share(group_points(groups, self.pair[0]))


class Candidate(msgspec.Struct, frozen=True):
    """Hold one setting, and what it was measured to give of each target."""

    options: str
    found: list[Estimate]
    misses: list[float]
    twins: list[str] = []  # settings that gave the same matches wherever both were played

    @property
    def distance(self) -> float:
        """Sum up how far it is from all targets."""
        return sum(miss**2 for miss in self.misses)


class Tuned(msgspec.Struct, frozen=True):
    """Hold what tuning came to."""

    targets: list[Target]
    front: list[Candidate]  # of which none is better in all targets, the nearest first; on seeds held out
    inert: list[str]  # options whose values gave the same matches
    candidates: int
    matches: int  # of each finalist, on the seeds held out


class Tuner:
    """Tune the options of a game."""

    def __init__(self, plan: Plan, targets: Sequence[Target], folder: Path, executor: Executor) -> None:
        self.plan = plan
        self.targets = list(targets)
        self.folder = folder
        self.executor = executor
        self.fields = list(dict.fromkeys(target.pair or plan.players for target in targets))
        for target in targets:
            self._check(target)

    def _check(self, target: Target) -> None:
        """Refuse a target that these matches cannot measure."""
        asked, plan = f"--target {shown(target.name)}", self.plan
        if target.pair:
            if plan.seats != 2 or len(set(target.pair)) < 2:
                raise BadOptions(f"{asked}: expected two different players, in a game of two seats")
            msgspec.structs.replace(plan, players=target.pair).check()
        elif target.name in JUDGED and not plan.judge:
            raise BadOptions(f"{asked}: it is measured by verdicts on each decision; add --judge 100")
        elif target.name.startswith("seat") and int(target.name[4:]) >= plan.seats:
            raise BadOptions(f"{asked}: there are {plan.seats} seats, from seat0 on")

    def tune(self, over: Sequence[Vary], progress: Progress | None = None) -> Tuned:
        """Drop the worse half again and again, and measure who is left on other seeds."""
        left = candidates(self.plan, over)
        count, matches = len(left), self.plan.groups * self.plan.rotation
        inert: list[str] | None = None
        twins: dict[str, list[str]] = {}
        while True:
            if progress:
                progress(f"{len(left)} candidates, {matches * len(self.fields)} matches each")
            played = {options: self._play(options, matches, self.plan.seed) for options in left}
            inert = inert_options(over, played) if inert is None else inert
            ranked = sorted((self._measure(*item) for item in played.items()), key=lambda one: one.distance)
            distinct = set_twins_apart([one.options for one in ranked], played, twins)
            is_over, left = len(left) <= FINALISTS, distinct[: max(FINALISTS, len(distinct) // 2)]
            if is_over:
                break
            matches *= 2
        fresh = [self._measure(options, self._play(options, matches, self.plan.seed + 1)) for options in left]
        fresh = [msgspec.structs.replace(one, twins=sorted(twins.get(one.options, []))) for one in fresh]
        return Tuned(self.targets, front_of(fresh), inert, count, matches * len(self.fields))

    def _play(self, options: str, matches: int, seed: int) -> Played:
        """Play a candidate with all who are to play it; what was played before is not played again."""
        return {players: self._study(options, players, matches, seed) for players in self.fields}

    def _study(self, options: str, players: tuple[str, ...], matches: int, seed: int) -> list[Group]:
        """Play a candidate with some players."""
        plan = msgspec.structs.replace(self.plan, options=options, players=players, seed=seed).of(matches)
        with Study(self.folder / plan.name(), plan) as study:
            return list(study.run(self.executor))

    def _measure(self, options: str, played: Played) -> Candidate:
        """Measure a candidate against the targets; one of which nothing is known misses by far."""
        found = [target.measure(played[target.pair or self.plan.players]) for target in self.targets]
        misses = [target.miss(one.mean) if one.groups else inf for target, one in zip(self.targets, found, strict=True)]
        return Candidate(options, found, misses)


def candidates(plan: Plan, over: Sequence[Vary]) -> list[str]:
    """List the combinations of values, each of which the game must take."""
    sets = list(product(*([f"{vary.option}={value}" for value in vary.values] for vary in over)))
    if not 2 <= len(sets) <= MOST:
        raise BadOptions(f"--over makes {len(sets)} combinations: expected 2 to {MOST}")
    listed = [", ".join(filter(None, (plan.options, *chosen))) for chosen in sets]
    for options in listed:
        load_text(plan.game, options)
    return listed


def front_of(found: Sequence[Candidate]) -> list[Candidate]:
    """Keep those that no other beats in all targets, the nearest first."""
    kept = [one for one in found if not any(beats(other, one) for other in found)]
    return sorted(kept, key=lambda one: one.distance)


def beats(one: Candidate, other: Candidate) -> bool:
    """Tell whether a candidate is as near in all targets, and nearer in one."""
    pairs = list(zip(one.misses, other.misses, strict=True))
    return all(mine <= theirs for mine, theirs in pairs) and any(mine < theirs for mine, theirs in pairs)


def courses_of(played: Played) -> list[Course]:
    """List what happened in all matches of a candidate."""
    return [course_of(row) for groups in played.values() for group in groups for row in group]


def set_twins_apart(ranked: Sequence[str], played: dict[str, Played], twins: dict[str, list[str]]) -> list[str]:
    """Keep the first of candidates that gave the same matches, and note the others as its twins."""
    kept: list[str] = []
    courses: dict[tuple[Course, ...], str] = {}
    for options in ranked:
        first = courses.setdefault(tuple(courses_of(played[options])), options)
        if first == options:
            kept.append(options)
        else:
            twins.setdefault(first, []).extend([options, *twins.pop(options, [])])
    return kept


def inert_options(over: Sequence[Vary], played: dict[str, Played]) -> list[str]:
    """Name the options whose every value gave the same matches, whatever the others were."""
    courses = {options: courses_of(by_players) for options, by_players in played.items()}
    found = []
    for vary in over:
        families: dict[str, list[list[Course]]] = {}
        for options, course in courses.items():
            others = ", ".join(part for part in options.split(", ") if not part.startswith(f"{vary.option}="))
            families.setdefault(others, []).append(course)
        if all(course == family[0] for family in families.values() for course in family):
            found.append(vary.option)
    return found


# Reading


def read_over(game: str, text: str) -> Vary:
    """Read what may be changed: "quiet_turns=40..200", or values as --vary takes them."""
    name, _, values = text.partition("=")
    low, dots, high = values.partition("..")
    if not dots:
        return read_vary(game, text)
    if not low.isdecimal() or not high.isdecimal() or int(low) >= int(high):
        raise BadOptions(f"--over {shown(text)}: expected a range like {name}=40..200")
    step = max(1, -(-(int(high) - int(low)) // (STEPS - 1)))
    return read_vary(game, f"{name}={','.join(str(value) for value in [*range(int(low), int(high), step), int(high)])}")


def read_target(text: str) -> Target:
    """Read "draws=5%", "seat0=50%", "turns=90" or "expert against club=70%"."""
    name, _, value = text.rpartition("=")
    amount, percent = read_amount(value.removesuffix("%")), value.endswith("%")
    known = measure_of(name) or all(name.partition(AGAINST))
    if not known or amount is None or (percent if name in AMOUNTS else amount > (100 if percent else 1)):
        figures = ["seat0", "draws", *SHARES, *AMOUNTS]
        raise BadOptions(
            f"--target {shown(text)}: expected a figure and a value, like draws=5%, or two players, like "
            f"'expert against club=70%'; figures are {', '.join(figures)}"
        )
    return Target(name, amount / (100 if percent else 1))


def report(found: Tuned) -> str:
    """Write what tuning came to: what was measured, and how far the nearest is from what was asked for."""
    heads = ("options", *(f"{target.name}, {asked(target)} asked" for target in found.targets))
    rows = [(one.options, *map(shown_value, found.targets, one.found)) for one in found.front]
    lines = [
        f"{found.candidates} candidates; those left were measured on other seeds, {found.matches} matches each.",
        f"\n{table(heads, rows)}\n",
        f"Nearest is {found.front[0].options}: {', '.join(map(verdict, found.targets, found.front[0].found))}.",
    ]
    lines += [f"{one.options} gave the same matches as with {twins_text(one)}." for one in found.front if one.twins]
    lines += [f"The option {name} is inert: every value gives the same matches." for name in found.inert]
    return "\n".join(lines)


def twins_text(one: Candidate) -> str:
    """Write in what the settings differ that gave the same matches."""
    own = one.options.split(", ")
    return " or ".join(", ".join(part for part in twin.split(", ") if part not in own) for twin in one.twins)


def asked(target: Target) -> str:
    """Write what is asked for."""
    return f"{target.value:g}" if target.name in AMOUNTS else f"{100 * target.value:g} %"


def verdict(target: Target, found: Estimate) -> str:
    """Say whether a target is met, as far as the matches tell, or what is too much or too little."""
    if not found.excludes(target.value):
        return f"{target.name} as asked"
    return f"{target.name} too {'high' if found.mean > target.value else 'low'}"


def shown_value(target: Target, found: Estimate) -> str:
    """Write a measured value with its error."""
    return Figure("", "", found.mean, found.low, found.high, "" if target.name in AMOUNTS else "%").shown()
