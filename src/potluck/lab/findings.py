"""What a study found: figures with intervals over groups, and the sentences that say what they mean."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, pvariance, quantiles

from potluck import __version__
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.games import load_text, options_text, rulings
from potluck.lab.measures import Measures
from potluck.lab.plan import Plan, Row
from potluck.lab.statistics import Estimate, difference, estimate, share
from potluck.players.judge import win_chance
from potluck.records.findings import Arm, Effect, Figure, Findings

Group = Sequence[Row]
Of = Callable[[Row], float | None]  # measures one match; None where it does not apply

FORCED = "share of the moves with one choice only"
SHARES: dict[str, tuple[str, Callable[[Measures], float | None]]] = {
    "forced": (FORCED, lambda m: m.forced / max(1, m.forced + m.decisions)),
    "near_equal": ("share of the decisions whose second best was as good", lambda m: m.near_equal),
    "drama": ("how far winners were behind, on average", lambda m: m.drama),
    "decisiveness": ("share of the match after which nothing turned", lambda m: m.decisiveness),
    "comebacks": ("share of the matches won from a chance below 20 %", lambda m: m.comeback),
}
AMOUNTS: dict[str, tuple[str, Callable[[Measures], float | None]]] = {
    "turns": ("turns of a match", lambda m: m.turns),
    "decisions": ("decisions of a match", lambda m: m.decisions),
    "choices": ("legal moves at a decision", lambda m: m.choices),
    "lead_changes": ("changes of the lead in a match", lambda m: m.lead_changes),
    "quiet": ("decisions of the longest quiet stretch", lambda m: m.quiet),
}


def find(plan: Plan, groups: Sequence[Group], command: str = "") -> Findings:
    """Work out what a study found."""
    game = load_text(plan.game, plan.options)
    seats = [str(side) for side in game.sides[: plan.seats]]
    rows = [row for group in groups for row in group]
    figures = [*seat_figures(groups, seats), *player_figures(plan, groups), *match_figures(groups), *luck_figures(rows)]
    endings = ending_figures(groups)
    arms = arm_figures(plan, groups, seats)
    effects = dealt_effects(groups) if plan.deal else []
    return Findings(
        game=plan.game,
        title=game.title,
        options=options_text(game),
        players=list(plan.seating()),
        seats=seats,
        rules=game.rules_version,
        matches=len(rows),
        judged=plan.judge,
        command=command,
        version=__version__,
        sentences=[
            *sentences(plan, figures, endings, rows),
            *arm_sentences(plan, groups, seats),
            *effect_sentences(effects),
        ],
        figures=figures,
        endings=endings,
        used=used_figures(groups),
        arms=arms,
        effects=effects,
        known=known_options(plan, groups, seats),
    )


def figure(name: str, text: str, found: Estimate, unit: str = "") -> Figure:
    """Make a figure of an estimate."""
    return Figure(name, text, found.mean, found.low, found.high, unit)


def per_group(groups: Iterable[Group], of: Of) -> list[float]:
    """Average a measure over the matches of each group; groups to which it does not apply are left out."""
    found = ([value for row in group if (value := of(row)) is not None] for group in groups)
    return [fmean(values) for values in found if values]


def points(row: Row, seat: int) -> float:
    """Return what a match brought a seat, from 0 to 1."""
    return win_chance(row.scores[seat], len(row.scores))


# Figures


def seat_figures(groups: Sequence[Group], seats: Sequence[str]) -> list[Figure]:
    """Measure the share of the points that each seat gets."""
    return [
        figure(f"seat{seat}", f"points of seat {seat} ({name})", share(seat_values(groups, seat)), "%")
        for seat, name in enumerate(seats)
    ]


def seat_values(groups: Iterable[Group], seat: int) -> list[float]:
    """List the points of a seat, by group."""
    return per_group(groups, lambda row: points(row, seat))


def measure_of(name: str) -> Of | None:
    """Find what a figure measures of one match; the points of players and shares of luck are not of one match."""
    if name.startswith("seat"):
        return lambda row: points(row, int(name[4:]))
    if name == "draws":
        return is_drawn
    found = (SHARES | AMOUNTS).get(name)
    return (lambda row: found[1](row.measures)) if found else None


def is_drawn(row: Row) -> float:
    """Tell whether a match was drawn."""
    return float(len(set(row.scores)) == 1)


def player_figures(plan: Plan, groups: Sequence[Group]) -> list[Figure]:
    """Measure the share of the points that each player gets, where they differ."""
    names = sorted(set(plan.seating()))
    if len(names) < 2:
        return []

    def of(name: str) -> Of:
        return lambda row: fmean([points(row, seat) for seat, player in enumerate(row.players) if player == name])

    return [figure(f"player {name}", f"points of {name}", share(per_group(groups, of(name))), "%") for name in names]


def match_figures(groups: Sequence[Group]) -> list[Figure]:
    """Measure what every match has, and what the verdicts on it tell."""
    draws = per_group(groups, is_drawn)
    found = [figure("draws", "share of the matches that are drawn", share(draws), "%")]
    for table, unit, estimator in ((SHARES, "%", share), (AMOUNTS, "", estimate)):
        for name, (text, of) in table.items():
            values = per_group(groups, lambda row, of=of: of(row.measures))  # type: ignore[misc]
            if values:
                found.append(figure(name, text, estimator(values), unit))
    return found


def luck_figures(rows: Sequence[Row]) -> list[Figure]:
    """Measure the share of luck in what happens to the chances of seat 0; the interval is by leaving tenths out."""
    pairs = [(row.measures.luck[0], row.measures.play[0]) for row in rows if row.measures.luck]
    if len(pairs) < 20 or not any(luck for luck, _ in pairs):
        return []
    tenths = [
        luck_share(pairs[:start] + pairs[start + len(pairs) // 10 :])
        for start in range(0, len(pairs), len(pairs) // 10)
    ]
    whole = luck_share(pairs)
    spread = 1.96 * ((len(tenths) - 1) * pvariance(tenths)) ** 0.5  # the jackknife's
    return [
        Figure(
            "luck", "share of luck, the rest is play", whole, max(0.0, whole - spread), min(1.0, whole + spread), "%"
        )
    ]


def luck_share(pairs: Sequence[tuple[float, float]]) -> float:
    """Compare the variance of luck with that of play."""
    luck, play = (pvariance(values) for values in zip(*pairs, strict=True))
    return luck / (luck + play) if luck + play else 0.0


def ending_figures(groups: Sequence[Group]) -> list[Figure]:
    """Measure how often each ruling ends a match."""
    names = sorted({row.ending for group in groups for row in group})
    return [
        figure(name, name, share(per_group(groups, lambda row, name=name: float(row.ending == name))), "%")  # type: ignore[misc]
        for name in names
    ]


def used_figures(groups: Sequence[Group]) -> list[Figure]:
    """Measure how often each thing is used in a match, the most used first."""
    names = sorted({name for group in groups for row in group for name in row.measures.used})
    found = [
        figure(name, name, estimate(per_group(groups, lambda row, name=name: row.measures.used.get(name, 0))))  # type: ignore[misc]
        for name in names
    ]
    return sorted(found, key=lambda used: -used.mean)


# What is varied


def arm_groups(plan: Plan, groups: Sequence[Group]) -> dict[str, list[Group]]:
    """Sort the groups by the combination of options that they played."""
    arms = plan.arms()
    return {
        arm: [group for place, group in enumerate(groups) if place % len(arms) == index]
        for index, arm in enumerate(arms)
    }


def arm_figures(plan: Plan, groups: Sequence[Group], seats: Sequence[str]) -> list[Arm]:
    """Measure every combination of what is varied by itself."""
    if not plan.vary:
        return []
    return [
        Arm(arm, sum(len(group) for group in chosen), [*seat_figures(chosen, seats), *match_figures(chosen)])
        for arm, chosen in arm_groups(plan, groups).items()
    ]


def value_groups(plan: Plan, groups: Sequence[Group], option: str) -> dict[str, list[Group]]:
    """Sort the groups by the value of one option that is varied."""
    found: dict[str, list[Group]] = {}
    for arm, chosen in arm_groups(plan, groups).items():
        settings = dict(part.strip().split("=", 1) for part in arm.split(",") if part)
        found.setdefault(settings[option], []).extend(chosen)
    return found


def known_options(plan: Plan, groups: Sequence[Group], seats: Sequence[str]) -> dict[str, str]:
    """Say of every option that is varied what it does to the first seat."""
    known = {}
    for vary in plan.vary:
        parts = []
        for value, chosen in value_groups(plan, groups, vary.option).items():
            found = seat_figures(chosen, seats)[0]
            parts.append(f"{value}: {seats[0]} gets {found.shown()}")
        matches = sum(len(group) for group in groups)
        known[vary.option] = f"{'; '.join(parts)} of the points, in {matches:,} matches of {', '.join(plan.players)}"
    return known


# What is dealt


def dealt_effects(groups: Sequence[Group]) -> list[Effect]:
    """Find the effects of what was dealt."""
    from potluck.lab.balance import Dealt, effects

    return effects(
        [
            Dealt(number, row.dealt[0], row.dealt[1], points(row, 0))
            for number, group in enumerate(groups)
            for row in group
        ]
    )


def effect_sentences(found: Sequence[Effect]) -> list[str]:
    """Say which effects are believed, the surest first."""
    from potluck.lab.balance import advice

    return [advice(effect) for effect in found if effect.believed]


# Sentences


def sentences(plan: Plan, figures: Sequence[Figure], endings: Sequence[Figure], rows: Sequence[Row]) -> list[str]:
    """Say what the figures mean, the most important first."""
    by_name = {found.name: found for found in figures}
    said = [seat_sentence(found, plan.seats) for found in figures if found.name.startswith("seat")]
    said += [
        f"{found.text.removeprefix('points of ').capitalize()} gets {found.shown()} of the points."
        for found in figures
        if found.name.startswith("player ")
    ]
    said.append(f"{by_name['draws'].shown()} of the matches are drawn.")
    said.append(length_sentence(rows))
    most = max(endings, key=lambda found: found.mean)
    said.append(f"Most often {most.name} ends a match, {most.shown()} of them: {ending_text(plan.game, most.name)}")
    if "luck" in by_name:
        said.append(f"Luck makes {by_name['luck'].shown()} of what happens to the chances of winning, play the rest.")
    if "comebacks" in by_name:
        said.append(f"{by_name['comebacks'].shown()} of the winners had been below a chance of 20 %.")
    if "decisiveness" in by_name:
        said.append(f"A match is decided after {by_name['decisiveness'].shown()} of its decisions.")
    return said


def seat_sentence(found: Figure, seats: int) -> str:
    """Say whether a seat is fair."""
    fair = 1 / seats
    name = found.text.removeprefix("points of s")
    name = f"S{name}"
    if found.low <= fair <= found.high:
        return f"{name} gets {found.shown()} of the points: no advantage is to be seen."
    return f"{name} gets {found.shown()} of the points: {'an advantage' if found.mean > fair else 'a disadvantage'}."


def length_sentence(rows: Sequence[Row]) -> str:
    """Say how long matches are."""
    turns = sorted(row.measures.turns for row in rows)
    if len(turns) < 2:
        return f"The match took {turns[0]} turns."
    cuts = quantiles(turns, n=20, method="inclusive")
    return f"A match takes {cuts[9]:.0f} turns; nine in ten take {cuts[0]:.0f} to {cuts[18]:.0f}."


def ending_text(game: str, ending: str) -> str:
    """Quote the ruling that ends a match."""
    known = rulings(game)
    return known[ending].text if ending in known else "an ending that the rules do not know."


def arm_sentences(plan: Plan, groups: Sequence[Group], seats: Sequence[str]) -> list[str]:
    """Name the options that change who wins, and those that change nothing at all."""
    said = []
    for vary in plan.vary:
        by_value = value_groups(plan, groups, vary.option)
        if is_inert(by_value):
            said.append(f"The option {vary.option} is inert: every value gives the same matches.")
            continue
        first, *others = by_value
        for value in others:
            found = difference(seat_values(by_value[value], 0), seat_values(by_value[first], 0))
            if found.excludes(0.0):
                shift = Figure("", "", found.mean, found.low, found.high, "%").shown()
                said.append(f"With {vary.option}={value} {seats[0]} gets {shift} more of the points than with {first}.")
    return said


def is_inert(by_value: dict[str, list[Group]]) -> bool:
    """Tell whether every value of an option gave the same courses of play."""
    courses = [[moves_of(row) for group in chosen for row in group] for chosen in by_value.values()]
    return len(courses) > 1 and all(course == courses[0] for course in courses[1:])


def moves_of(row: Row) -> str:
    """Return the moves of a record."""
    return row.record.partition("\n\n")[2]


# Enough


def read_until(text: str) -> Callable[[Sequence[Group]], bool]:
    """Read a rule to stop: "seat0 ±1%" is when the points of seat 0 are known to one in a hundred."""
    name, _, width = text.replace("+-", "±").partition("±")
    name, width = name.strip(), width.strip().removesuffix("%")
    if not name.startswith("seat") or not name[4:].isdigit() or not width.replace(".", "", 1).isdigit():
        raise BadOptions(f"--until {shown(text)}: expected a seat and a width, like 'seat0 ±1%'")
    wanted = float(width) / 100

    def enough(groups: Sequence[Group]) -> bool:
        return share(seat_values(groups, int(name[4:]))).spread <= wanted

    return enough
