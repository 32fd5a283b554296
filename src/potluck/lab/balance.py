"""Which things are too strong, alone, together, and against one another.

Things were dealt at random, so what the sides that have them win is their effect. The points of seat 0 are fitted by a
logistic regression, regularised by a ridge: an advantage of the seat, an effect of each thing, of each own pair, and
of each thing against each of the enemy's. The group is the unit of every error; of the many effects those are
believed that hold a rate of false discoveries of 5 %. Too few groups for all effects may still be enough for the
things by themselves; too few for these are believed nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from math import hypot

import msgspec
import numpy as np
import numpy.typing as npt

from potluck.lab.statistics import chance_of, discoveries, share, student
from potluck.records.findings import Effect, Figure

RIDGE = 1.0
NEEDED = 5  # groups for each effect that is looked for
FEWEST = 20  # groups in which a hand was held, for it to be judged
Array = npt.NDArray[np.float64]


class Dealt(msgspec.Struct, frozen=True):
    """Hold what both sides of a match were dealt, and what it brought seat 0."""

    group: int
    own: list[str]
    enemy: list[str]
    points: float  # of seat 0, from 0 to 1


def effects(matches: Sequence[Dealt]) -> list[Effect]:
    """Find the effects, the surest first."""
    names = sorted({name for match in matches for name in (*match.own, *match.enemy)})
    terms = [term for term in terms_of(names) if any(row_of(match, [term]) != [0.0] for match in matches)]
    single = [term for term in terms if term[0] == "alone"]
    groups = len({match.group for match in matches})
    found = fitted_effects(matches, terms, groups >= NEEDED * len(terms))
    if NEEDED * len(single) <= groups < NEEDED * len(terms):
        found = fitted_effects(matches, single, True) + [effect for effect in found if effect.kind != "alone"]
    found = apart_from_pairs(matches, found)
    return sorted(found, key=lambda effect: (-effect.believed, -abs(effect.logit) / effect.error))


def fitted_effects(matches: Sequence[Dealt], terms: "Sequence[Term]", enough: bool) -> list[Effect]:
    """Fit some effects, and say which to believe; none where there are not enough groups."""
    design = np.array([[1.0, *row_of(match, terms)] for match in matches])
    points = np.array([match.points for match in matches])
    fitted = fit(design, points)
    errors = errors_of(design, points, fitted, [match.group for match in matches])
    logits, spreads = fitted[1:], errors[1:]
    believed = discoveries([chance_of(logit, error) for logit, error in zip(logits, spreads, strict=True)])
    return [
        Effect(kind, list(parts), side_points(matches, kind, parts), float(logit), float(error), bool(sure) and enough)
        for (kind, parts), logit, error, sure in zip(terms, logits, spreads, believed, strict=True)
    ]


def apart_from_pairs(matches: Sequence[Dealt], found: Sequence[Effect]) -> list[Effect]:
    """Judge what is part of a broken pair by the sides that have it without the other: it may be harmless alone."""
    broken = [effect.names for effect in found if effect.believed and is_broken(effect)]
    judged = []
    for effect in found:
        partners = {name for pair in broken if effect.names[0] in pair for name in pair} - set(effect.names)
        if effect.kind == "alone" and partners:
            points = side_points(matches, effect.kind, tuple(effect.names), partners)
            sure = points.low > 0.5 if effect.logit > 0 else points.high < 0.5
            effect = msgspec.structs.replace(effect, points=points, believed=effect.believed and sure)
        judged.append(effect)
    return judged


def hands(matches: Sequence[Dealt]) -> list[Effect]:
    """Judge all that a side was dealt, as a team: what it wins against the field, the best first.

    A hand of two is a pair, and judged as such.
    """
    names = sorted({tuple(sorted(side)) for match in matches for side in (match.own, match.enemy) if len(side) > 2})
    points = [side_points(matches, "hand", name) for name in names]
    held = Counter(tuple(sorted(side)) for match in matches for side in (match.own, match.enemy))
    judged = [(name, found) for name, found in zip(names, points, strict=True) if held[name] >= FEWEST]
    errors = [max(1e-12, (found.high - found.low) / 2 / student(held[name])) for name, found in judged]
    sure = discoveries([chance_of(one.mean - 0.5, error) for (_, one), error in zip(judged, errors, strict=True)])
    found = [
        Effect("hand", list(name), one, 4 * (one.mean - 0.5), 4 * error, believed)
        for (name, one), error, believed in zip(judged, errors, sure, strict=True)
    ]
    return sorted(found, key=lambda effect: -effect.logit)


def parted(one: Sequence[Effect], other: Sequence[Effect]) -> list[tuple[Effect, Effect]]:
    """List the effects that differ between two studies by more than luck, the surest first: of other players, say."""
    by_label = {effect.label: effect for effect in other}
    pairs = [(effect, by_label[effect.label]) for effect in one if effect.label in by_label]
    chances = [chance_of(mine.logit - theirs.logit, hypot(mine.error, theirs.error)) for mine, theirs in pairs]
    sure = [pair for pair, is_sure in zip(pairs, discoveries(chances), strict=True) if is_sure]
    return sorted(sure, key=lambda pair: -abs(pair[0].logit - pair[1].logit))


Term = tuple[str, tuple[str, ...]]


def terms_of(names: Sequence[str]) -> list[Term]:
    """List the effects that are looked for."""
    pairs = list(combinations(names, 2))
    return [
        *(("alone", (name,)) for name in names),
        *(("together", pair) for pair in pairs),
        *(("against", pair) for pair in pairs),
    ]


def row_of(match: Dealt, terms: Sequence[Term]) -> list[float]:
    """Describe a match: +1 where seat 0 has it, -1 where seat 1 does."""
    return [
        float(has(kind, parts, match.own, match.enemy)) - has(kind, parts, match.enemy, match.own)
        for kind, parts in terms
    ]


def has(kind: str, parts: tuple[str, ...], own: Sequence[str], enemy: Sequence[str]) -> bool:
    """Tell whether a side has a thing, a pair, just this hand, or one thing while the enemy has the other."""
    if kind == "against":
        return parts[0] in own and parts[1] in enemy
    if kind == "hand" and len(own) != len(parts):
        return False
    return all(part in own for part in parts)


def side_points(
    matches: Sequence[Dealt], kind: str, parts: tuple[str, ...], without: Collection[str] = frozenset()
) -> Figure:
    """Measure what the sides that have something win, over groups; those that have certain others do not count."""
    by_group: dict[int, list[float]] = {}
    for match in matches:
        for own, enemy, points in ((match.own, match.enemy, match.points), (match.enemy, match.own, 1 - match.points)):
            if has(kind, parts, own, enemy) and not any(name in own for name in without):
                by_group.setdefault(match.group, []).append(points)
    found = share([sum(values) / len(values) for values in by_group.values()])
    return Figure("points", "points of the sides that have it", found.mean, found.low, found.high, "%")


# The regression


def fit(design: Array, points: Array) -> Array:
    """Fit a logistic regression with a ridge on all but the seat, by Newton's method."""
    beta = np.zeros(design.shape[1])
    for _ in range(25):
        slope = design.T @ (points - expected(design, beta)) - ridge_of(design) * beta
        step = np.linalg.solve(curvature_of(design, beta), slope)
        beta += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return beta


def expected(design: Array, beta: Array) -> Array:
    """Return the points that the fit expects of every match."""
    return np.asarray(1 / (1 + np.exp(-design @ beta)))


def ridge_of(design: Array) -> Array:
    """Hold every coefficient back but the seat's."""
    ridge = np.full(design.shape[1], RIDGE)
    ridge[0] = 1e-9
    return ridge


def curvature_of(design: Array, beta: Array) -> Array:
    """Return how sharply the likelihood falls off around a fit."""
    chances = expected(design, beta)
    return np.asarray((design * (chances * (1 - chances))[:, None]).T @ design + np.diag(ridge_of(design)))


def errors_of(design: Array, points: Array, beta: Array, groups: Sequence[int]) -> Array:
    """Return the error of every coefficient, matches of one group counted as one (the sandwich of Huber and White).

    It agrees with drawing the groups anew (the bootstrap) and takes a hundredth of the time.
    """
    _, places = np.unique(np.array(groups), return_inverse=True)
    scores = design * (points - expected(design, beta))[:, None]
    sums = np.zeros((int(places.max()) + 1, design.shape[1]))
    np.add.at(sums, places, scores)
    inverse = np.linalg.inv(curvature_of(design, beta))
    freedom = max(1, len(sums) - design.shape[1])  # what a fit with many effects has spent does not count twice
    return np.asarray(np.sqrt(np.diag(inverse @ (sums.T @ sums) @ inverse) * len(sums) / freedom)) + 1e-12


# Words


def advice(effect: Effect, ban: str = "") -> str:
    """Say what an effect means for a designer; `ban` is the ruling by which players may ban a pair."""
    strong = effect.logit > 0
    said = f"{effect.label} wins {effect.points.shown()} against the field"
    if effect.kind == "alone":
        return f"{said}: {'strong' if strong else 'weak'} by itself."
    if effect.kind == "against":
        return f"{said}: {effect.names[0]} is {'good' if strong else 'bad'} against {effect.names[1]}."
    if is_broken(effect):
        return f"{said}: stronger than its parts; consider banning the pair{f' ({ban})' if ban else ''}."
    return f"{said}: {'stronger' if strong else 'weaker'} than its parts."


def is_broken(effect: Effect) -> bool:
    """Tell whether a pair is stronger than its parts, and stronger than fair."""
    return effect.kind == "together" and effect.logit > 0 and effect.points.low > 0.5
