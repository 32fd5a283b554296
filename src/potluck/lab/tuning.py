"""Tuning options to a target: which values give five draws in a hundred, and an even chance for both seats.

All candidates are played on the same seeds; the worse half is dropped and the others are played twice as long, until
few are left (successive halving). Those are measured once more on seeds that nothing was chosen by.
"""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.lab.executors import Executor
from potluck.lab.findings import AMOUNTS, SHARES, Group, measure_of, moves_of, per_group
from potluck.lab.plan import Plan, Vary, read_amount, read_vary
from potluck.lab.statistics import Estimate, estimate
from potluck.lab.study import Study

FINALISTS = 4
MOST = 256  # candidates
STEPS = 9  # values that a range is cut into, at most
Progress = Callable[[str], None]  # called with what is under way


class Target(msgspec.Struct, frozen=True):
    """Ask for a value of a figure."""

    name: str  # as in a report: seat0, draws, turns …
    value: float

    def miss(self, found: float) -> float:
        """Tell how far a value is from it: in shares as they are, in amounts as a part of what was asked for."""
        return abs(found - self.value) / (max(1.0, self.value) if self.name in AMOUNTS else 1.0)


class Candidate(msgspec.Struct, frozen=True):
    """Hold one setting, and what it was measured to give of each target."""

    options: str
    found: list[Estimate]
    misses: list[float]

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

    def tune(self, over: Sequence[Vary], progress: Progress | None = None) -> Tuned:
        """Drop the worse half again and again, and measure who is left on other seeds."""
        left = candidates(self.plan.options, over)
        count, groups = len(left), self.plan.groups
        inert: list[str] | None = None
        while True:
            if progress:
                progress(f"{len(left)} candidates, {groups * self.plan.rotation} matches each")
            played = {options: self._play(options, groups, self.plan.seed) for options in left}
            inert = inert_options(over, played) if inert is None else inert
            ranked = sorted((self._measure(*item) for item in played.items()), key=lambda one: one.distance)
            if len(left) <= FINALISTS:
                break
            left = [one.options for one in ranked[: max(FINALISTS, len(ranked) // 2)]]
            groups *= 2
        fresh = [self._measure(options, self._play(options, groups, self.plan.seed + 1)) for options in left]
        return Tuned(self.targets, front_of(fresh), inert, count, groups * self.plan.rotation)

    def _play(self, options: str, groups: int, seed: int) -> list[Group]:
        """Play a candidate; what was played before is not played again."""
        plan = msgspec.structs.replace(self.plan, options=options, groups=groups, seed=seed)
        with Study(self.folder / plan.name(), plan) as study:
            return list(study.run(self.executor))

    def _measure(self, options: str, groups: Sequence[Group]) -> Candidate:
        """Measure a candidate against the targets."""
        found = [estimate(per_group(groups, of)) for target in self.targets if (of := measure_of(target.name))]
        misses = [target.miss(one.mean) for target, one in zip(self.targets, found, strict=True)]
        return Candidate(options, found, misses)


def candidates(options: str, over: Sequence[Vary]) -> list[str]:
    """List the combinations of values."""
    sets = list(product(*([f"{vary.option}={value}" for value in vary.values] for vary in over)))
    if not 2 <= len(sets) <= MOST:
        raise BadOptions(f"--over makes {len(sets)} combinations: expected 2 to {MOST}")
    return [", ".join(filter(None, (options, *chosen))) for chosen in sets]


def front_of(found: Sequence[Candidate]) -> list[Candidate]:
    """Keep those that no other beats in all targets, the nearest first."""
    kept = [one for one in found if not any(beats(other, one) for other in found)]
    return sorted(kept, key=lambda one: one.distance)


def beats(one: Candidate, other: Candidate) -> bool:
    """Tell whether a candidate is as near in all targets, and nearer in one."""
    pairs = list(zip(one.misses, other.misses, strict=True))
    return all(mine <= theirs for mine, theirs in pairs) and any(mine < theirs for mine, theirs in pairs)


def inert_options(over: Sequence[Vary], played: dict[str, list[Group]]) -> list[str]:
    """Name the options whose every value gave the same matches, whatever the others were."""
    courses = {options: [moves_of(row) for group in groups for row in group] for options, groups in played.items()}
    found = []
    for vary in over:
        families: dict[str, list[list[str]]] = {}
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
    """Read "draws=5%", "seat0=50%" or "turns=90"."""
    name, _, value = text.partition("=")
    amount = read_amount(value.removesuffix("%"))
    if not measure_of(name) or amount is None:
        known = ["seat0", "draws", *SHARES, *AMOUNTS]
        raise BadOptions(
            f"--target {shown(text)}: expected a figure and a value, like draws=5%; figures are {', '.join(known)}"
        )
    return Target(name, amount / (100 if value.endswith("%") else 1))


def report(found: Tuned) -> str:
    """Write what tuning came to."""
    lines = [f"{found.candidates} candidates; those left were measured on other seeds, {found.matches} matches each."]
    for one in found.front:
        parts = [
            f"{target.name} {shown_value(target, measured)}"
            for target, measured in zip(found.targets, one.found, strict=True)
        ]
        lines.append(f"• {one.options}: {', '.join(parts)}")
    lines += [f"The option {name} is inert: every value gives the same matches." for name in found.inert]
    return "\n".join(lines)


def shown_value(target: Target, found: Estimate) -> str:
    """Write a measured value with its error."""
    if target.name in AMOUNTS:
        return f"{found.mean:.1f} ± {found.spread:.1f}"
    return f"{found.mean:.1%} ± {100 * found.spread:.1f}"
