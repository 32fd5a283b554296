"""What a study found: figures with intervals over groups, and the sentences that say what they mean."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from statistics import fmean, pvariance
from typing import NamedTuple

import msgspec

from potluck import __version__
from potluck.core.english import capital
from potluck.games import load_text, options_text, rulings
from potluck.lab.factors import ban_of
from potluck.lab.measures import Measures
from potluck.lab.plan import Plan, Row
from potluck.lab.seating import call, describe
from potluck.lab.statistics import Estimate, difference, estimate, share, spread_of, student
from potluck.lab.stopping import Rule, read_rule
from potluck.lab.study import LOOK as APART
from potluck.players.judge import win_chance
from potluck.records.findings import Arm, Effect, Figure, Findings

Group = Sequence[Row]
Course = tuple[str, str, tuple[float, ...]]
Of = Callable[[Row], float | None]  # measures one match; None where it does not apply

ALARM, LOOK, GOOD, PLAIN = "alarm", "look", "good", ""  # marks of sentences
UNFAIR = 0.05  # a share of the points this far from fair is an alarm
MANY_DRAWS = 0.25  # share of the matches that is worth a look
MOSTLY_DRAWN = 0.5  # share that is an alarm
VAGUE = 0.6  # the width of an interval that says nothing
MOST_EFFECTS = 12  # said in sentences; the report lists the others
MOST_PARTED = 5  # said of those that other players make more or less of


class Said(NamedTuple):
    """Hold a finding in words."""

    mark: str
    text: str
    size: float = 0.0  # of an alarm: how far from fair it is; of effects, which stay in their order, the farthest


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


JUDGED = ("near_equal", "drama", "decisiveness", "comebacks", "lead_changes", "quiet")  # they need verdicts


def find(plan: Plan, groups: Sequence[Group], command: str = "", stop: str = "") -> Findings:
    """Work out what a study found; `stop` is the rule that was to stop it early, if there was one."""
    game = load_text(plan.game, plan.options)
    seats = [str(side) for side in game.sides[: plan.seats]]
    rows = [row for group in groups for row in group]
    rule = read_rule(stop, plan.seats) if stop else None
    by_seat = seat_figures(groups, seats)
    if rule:
        by_seat = corrected_figures(plan, groups, by_seat, rule)
    figures = [*by_seat, *player_figures(plan, groups), *match_figures(groups), *luck_figures(rows)]
    endings = ending_figures(groups)
    effects, hands = dealt_effects(groups) if plan.deal else ([], [])
    shared = shared_effects(plan, groups)
    said = in_order(
        [
            *sentences(plan, figures, endings, rows),
            *stop_sentences(groups, rule),
            *arm_sentences(plan, groups, seats),
            *effect_sentences(effects, plan),
            *shared_sentences(shared, seats[0]),
        ]
    )
    return Findings(
        game=plan.game,
        title=game.title,
        options=options_text(game),
        players=[call(game, name) for name in plan.seating()],
        settings=[describe(game, name) for name in plan.seating()],
        seats=seats,
        rules=game.rules_version,
        matches=len(rows),
        judged=plan.judge,
        judged_matches=sum(row.measures.near_equal is not None for row in rows),
        command=command,
        version=__version__,
        sentences=[one.text for one in said],
        marks=[one.mark for one in said],
        figures=figures,
        endings=endings,
        used=used_figures(groups),
        gained=gained_figures(groups),
        arms=arm_figures(plan, groups, seats),
        effects=effects,
        shared=shared,
        hands=hands,
        known=known_options(plan, groups),
        digest=digest_of(rows),
    )


def in_order(said: Iterable[Said]) -> list[Said]:
    """Put the alarms first, the greatest before the others; the rest stays as it is."""
    return sorted(said, key=lambda one: (one.mark != ALARM, -round(one.size, 4)))


def digest_of(rows: Iterable[Row]) -> str:
    """Sum up all records, so that two runs of a study can be compared at a glance."""
    digest = sha256()
    for row in rows:
        digest.update(f"{row.number} {row.record}".encode())
    return digest.hexdigest()[:16]


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


def corrected_figures(plan: Plan, groups: Sequence[Group], figures: Sequence[Figure], rule: Rule) -> list[Figure]:
    """Correct what the seats get for the rule that stopped the study; the others share what its seat loses by it."""
    found = rule.corrected(seat_values(groups, rule.seat), APART * len(plan.arms()), plan.groups)
    if len(figures) == 2:  # what one seat has, the other has not
        ends = [(1 - found.mean, 1 - found.high, 1 - found.low)] * 2
    else:
        moved = (figures[rule.seat].mean - found.mean) / (len(figures) - 1)
        ends = [(one.mean + moved, max(0.0, one.low + moved), min(1.0, one.high + moved)) for one in figures]
    ends[rule.seat] = (found.mean, found.low, found.high)
    return [
        msgspec.structs.replace(one, mean=mean, low=low, high=high)
        for one, (mean, low, high) in zip(figures, ends, strict=True)
    ]


def stop_sentences(groups: Sequence[Group], rule: Rule | None) -> list[Said]:
    """Say by which rule a study stopped early, and what a test has decided."""
    if not rule:
        return []
    said = f"The study was to stop by the rule {rule.text}: what the seats get is corrected for that."
    return [Said(PLAIN, " ".join(filter(None, (rule.verdict(seat_values(groups, 0)), said))))]


def seat_values(groups: Iterable[Group], seat: int) -> list[float]:
    """List the points of a seat, by group."""
    return per_group(groups, lambda row: points(row, seat))


def measure_of(name: str) -> Of | None:
    """Find what a figure measures of one match; the points of players and shares of luck are not of one match."""
    if re.fullmatch("seat[0-3]", name):
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
    spread = student(len(tenths)) * ((len(tenths) - 1) * pvariance(tenths)) ** 0.5  # the jackknife's
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


def gained_figures(groups: Sequence[Group]) -> list[Figure]:
    """Measure the chance of winning that a use of each thing brought until the seat's next decision."""
    names = sorted({name for group in groups for row in group for name in row.measures.gained})

    def of(name: str) -> Of:
        return lambda row: row.measures.gained[name] / row.measures.used[name] if name in row.measures.gained else None

    return [figure(name, name, estimate(per_group(groups, of(name))), "%") for name in names]


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


def known_options(plan: Plan, groups: Sequence[Group]) -> dict[str, str]:
    """Say of every option that is varied what it does to the first seat, in the words of the page that offers it."""
    game = load_text(plan.game, plan.options)
    options = {option.name: option for option in game.options}
    matches = sum(len(group) for group in groups)
    players = ", ".join("random moves" if name == "uniform" else capital(call(game, name)) for name in plan.players)
    known = {}
    for vary in plan.vary:
        parts = []
        for value, chosen in value_groups(plan, groups, vary.option).items():
            first = share(seat_values(chosen, 0))
            name = options[vary.option].call(value)
            parts.append(f"{name}: the first seat gets {figure('seat0', '', first, '%').shown()} of the points")
        known[vary.option] = f"{'; '.join(parts)}, in {matches:,} matches of {players}"
    return known


# What is dealt


def dealt_effects(groups: Sequence[Group]) -> tuple[list[Effect], list[Effect]]:
    """Find the effects of what was dealt, and those of whole hands."""
    from potluck.lab.balance import Dealt, effects, hands

    matches = [
        Dealt(number, row.dealt[0], row.dealt[1], points(row, 0))
        for number, group in enumerate(groups)
        for row in group
    ]
    return effects(matches), hands(matches)


def with_others(found: Findings, others: Sequence[Arm]) -> Findings:
    """Put studies with other players beside what was found, and say what is stronger or weaker with them."""
    said = [sentence for other in others for sentence in strength_sentences(found, other)]
    sentences, marks = [*found.sentences, *said], [*found.marks, *(LOOK for _ in said)]
    return msgspec.structs.replace(found, beside=list(others), sentences=sentences, marks=marks)


def strength_sentences(found: Findings, other: Arm) -> list[str]:
    """Say what is stronger or weaker for other players: what is broken for some may be fair for others."""
    if not (found.effects and other.effects):
        return []
    from potluck.lab.balance import parted

    players = [", ".join(dict.fromkeys(found.settings)), other.options]
    return [
        f"{mine.label} wins {mine.points.shown()} with {players[0]}, and {theirs.points.shown()} with {players[1]}: "
        f"{'weaker' if mine.logit > theirs.logit else 'stronger'} there."
        for mine, theirs in parted(found.effects, other.effects)[:MOST_PARTED]
    ]


def effect_sentences(found: Sequence[Effect], plan: Plan) -> list[Said]:
    """Say which effects are believed: what is broken or far from fair first, of both the surest first."""
    from potluck.lab.balance import advice, is_broken

    believed = [effect for effect in found if effect.believed]
    marked = [(ALARM if is_broken(effect) or is_unfair(effect) else LOOK, effect) for effect in believed]
    marked.sort(key=lambda one: one[0] != ALARM)
    size = max((abs(effect.points.mean - 0.5) for mark, effect in marked if mark == ALARM), default=0.0)
    said = [
        Said(mark, advice(effect, ban_of(plan.game)), size if mark == ALARM else 0.0)
        for mark, effect in marked[:MOST_EFFECTS]
    ]
    more = len(believed) - len(said)
    return [*said, Said(PLAIN, f"{more} more effects are surer than luck; the report lists them.")] if more else said


def is_unfair(effect: Effect) -> bool:
    """Tell whether a thing by itself is far from fair."""
    return effect.kind == "alone" and not 0.5 - UNFAIR <= effect.points.mean <= 0.5 + UNFAIR


# What holds for all seats alike


def shared_effects(plan: Plan, groups: Sequence[Group]) -> list[Effect]:
    """Find what the first seat gains by what was drawn for all, and by pairs of the options that are varied."""
    tags = shared_tags(plan, groups)
    if len(plan.vary) < 2 and not any(row.shared for row in groups[0]):
        return []
    from potluck.lab.balance import Dealt, effects

    return effects(
        [
            Dealt(number, tags[number] + row.shared, [], points(row, 0))
            for number, group in enumerate(groups)
            for row in group
        ]
    )


def shared_tags(plan: Plan, groups: Sequence[Group]) -> list[list[str]]:
    """List the values of the options that are varied, by group."""
    names = {vary.option for vary in plan.vary}
    parts = [[part.strip() for part in arm.split(",")] for arm in plan.arms()]
    tags = [[part for part in arm if part.partition("=")[0] in names] for arm in parts]
    return [tags[place % len(tags)] for place in range(len(groups))]


def shared_sentences(found: Sequence[Effect], name: str) -> list[Said]:
    """Say which of them are believed; what an option does by itself is said elsewhere."""
    said = []
    for effect in found:
        if effect.believed and (effect.kind == "together" or "=" not in effect.label):
            than = "its parts explain" if effect.kind == "together" else "without"
            more = "more" if effect.logit > 0 else "less"
            said.append(
                Said(LOOK, f"{effect.label}: {name} gets {effect.points.shown()} of the points, {more} than {than}.")
            )
    return said[:MOST_EFFECTS]


# Sentences


def sentences(plan: Plan, figures: Sequence[Figure], endings: Sequence[Figure], rows: Sequence[Row]) -> list[Said]:
    """Say what the figures mean, the most important first."""
    by_name = {found.name: found for found in figures}
    said = [seat_sentence(found, plan.seats) for found in figures if found.name.startswith("seat")]
    said += [
        Said(PLAIN, f"{capital(found.text.removeprefix('points of '))} gets {found.shown()} of the points.")
        for found in figures
        if found.name.startswith("player ")
    ]
    said.append(draw_sentence(by_name["draws"]))
    said.append(Said(PLAIN, length_sentence(rows)))
    most = max(endings, key=lambda found: found.mean)
    ends = f"Most often {most.name} ends a match, {most.shown()} of them: {ending_text(plan.game, most.name)}"
    said.append(Said(PLAIN, ends))
    if "luck" in by_name:
        luck = by_name["luck"].shown()
        said.append(Said(PLAIN, f"Luck makes {luck} of what happens to the chances of winning, play the rest."))
    if is_known(by_name, "comebacks"):
        said.append(Said(PLAIN, f"{by_name['comebacks'].shown()} of the winners had been below a chance of 20 %."))
    if is_known(by_name, "decisiveness"):
        said.append(Said(PLAIN, f"A match is decided after {by_name['decisiveness'].shown()} of its decisions."))
    return said


def is_known(figures: Mapping[str, Figure], name: str) -> bool:
    """Tell whether a share was measured well enough to be spoken of."""
    return name in figures and figures[name].high - figures[name].low < VAGUE


def seat_sentence(found: Figure, seats: int) -> Said:
    """Say whether a seat is fair."""
    fair = 1 / seats
    said = f"{capital(found.text.removeprefix('points of '))} gets {found.shown()} of the points"
    if found.low <= fair <= found.high:
        return Said(GOOD, f"{said}: no advantage is to be seen.")
    text = f"{said}: {'an advantage' if found.mean > fair else 'a disadvantage'}."
    size = abs(found.mean - fair)
    return Said(ALARM, text, size) if size >= UNFAIR else Said(LOOK, text)


def draw_sentence(draws: Figure) -> Said:
    """Say how many matches nobody wins: an alarm where that is most of them."""
    text = f"{draws.shown()} of the matches are drawn."
    if draws.low > MOSTLY_DRAWN:
        return Said(ALARM, text, draws.mean - MOSTLY_DRAWN)
    return Said(LOOK if draws.low > MANY_DRAWS else PLAIN, text)


def length_sentence(rows: Sequence[Row]) -> str:
    """Say how long matches are."""
    low, middle, high = spread_of([row.measures.turns for row in rows])
    return f"Half of the matches are over by turn {middle:.0f}; nine in ten take {low:.0f} to {high:.0f} turns."


def ending_text(game: str, ending: str) -> str:
    """Quote the ruling that ends a match."""
    known = rulings(game)
    return known[ending].text if ending in known else "an ending that the rules do not know."


def arm_sentences(plan: Plan, groups: Sequence[Group], seats: Sequence[str]) -> list[Said]:
    """Name the options that change who wins or how long it takes, and those that change nothing at all."""
    said: list[Said] = []
    for vary in plan.vary:
        by_value = value_groups(plan, groups, vary.option)
        if is_inert(by_value):
            said.append(Said(LOOK, f"The option {vary.option} is inert: every value gives the same matches."))
            continue
        first, *others = by_value
        for value in others:
            said += changes(by_value[value], by_value[first], f"{vary.option}={value}", first, seats[0])
    return said


def changes(chosen: Sequence[Group], plain: Sequence[Group], setting: str, other: str, name: str) -> list[Said]:
    """Say what one value of an option changes against another: who wins, and how long it takes."""
    said = []
    of_points = difference(seat_values(chosen, 0), seat_values(plain, 0))
    if of_points.excludes(0.0):
        said.append(Said(LOOK, f"With {setting} {name} gets {shift(of_points, '%')} of the points than with {other}."))
    turns = difference(*(per_group(groups, lambda row: row.measures.turns) for groups in (chosen, plain)))
    if turns.excludes(0.0):
        said.append(
            Said(
                PLAIN,
                f"With {setting} a match takes {shift(turns, '').replace('less', 'fewer')} turns than with {other}.",
            )
        )
    return said


def shift(found: Estimate, unit: str) -> str:
    """Write a difference as so much more, or so much less."""
    sign = 1 if found.mean > 0 else -1
    low, high = sorted((sign * found.low, sign * found.high))
    return f"{Figure('', '', sign * found.mean, low, high, unit).shown()} {'more' if sign > 0 else 'less'}"


def is_inert(by_value: dict[str, list[Group]]) -> bool:
    """Tell whether every value of an option gave the same courses of play."""
    courses = [[course_of(row) for group in chosen for row in group] for chosen in by_value.values()]
    return len(courses) > 1 and all(course == courses[0] for course in courses[1:])


def course_of(row: Row) -> Course:
    """Return what happened in a match, which its header does not tell: its moves, its ending and its scores."""
    return row.record.partition("\n\n")[2], row.ending, row.scores
