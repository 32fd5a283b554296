"""The report of a study: one HTML file without network or script, findings first, in light, dark and print."""

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

import msgspec

from potluck.core.english import name_seats
from potluck.core.state import CHANCE, SPECTATOR
from potluck.lab.findings import Group, ending_text
from potluck.lab.plan import Row
from potluck.lab.plots import against_map, bars, dots, framed, heat_map, histogram, signed
from potluck.records.findings import Effect, Figure, Findings
from potluck.records.match import Match
from potluck.records.record import read

PICTURES = 6  # of each match to leaf through
MOST_EFFECTS = 30  # listed in the table
EXTREMES = 6  # hands listed at either end
LARGEST = 9  # effects drawn beside the map
STYLE = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
SIGNS = {"alarm": ("!", "Too much: "), "look": ("?", "Worth a look: "), "good": ("✓", "Good: ")}


def write_report(findings: Findings, groups: Sequence[Group]) -> str:
    """Write the whole page."""
    rows = [row for group in groups for row in group]
    title = f"Lab report: {escape(findings.title)}"
    body = head(findings) + "".join(section(name, part) for name, part in sections(findings, rows) if part)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{body}</main></body></html>\n"
    )


def sections(findings: Findings, rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Write the parts of the page below the findings, in their order; an empty one is left out."""
    yield "Who wins", seats_part(findings)
    yield "How long a match lasts", histogram([row.measures.turns for row in rows], "turn")
    yield "How it ends", endings_part(findings)
    yield "Too strong, alone and together", effects_part(findings.effects, "the sides that have it")
    yield "Against one another", against_map(findings.effects, "one against another")
    yield "All that a side was dealt", hands_part(findings.hands)
    yield "With other players", strengths_part(findings)
    yield "What holds for all seats", effects_part(findings.shared, findings.seats[0])
    yield "What was varied", arms_part(findings)
    yield "What is used", used_part(findings)
    yield "All measures", figures_table(findings)
    yield "Three matches to leaf through", "".join(sample(row) for row in samples(rows))
    yield "Run it again", made(findings)


def section(title: str, body: str) -> str:
    """Write a part of the page under its title."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def head(findings: Findings) -> str:
    """Write what was studied, what was found, and the facts of the study beside it."""
    marks = findings.marks or [""] * len(findings.sentences)
    said = "".join(finding(*one) for one in zip(marks, findings.sentences, strict=True))
    listed = "".join(f"<dt>{name}<dd>{escape(value)}" for name, value in facts_of(findings).items() if value)
    return (
        f"<p class=lead>{escape(findings.title)}</p><h1>What {findings.matches:,} matches say</h1>"
        f"<div class=top><ol class=found>{said}</ol><dl>{listed}</dl></div>"
    )


def facts_of(findings: Findings) -> dict[str, str]:
    """List the facts of the study; empty ones do not apply."""
    return {
        "Matches": f"{findings.matches:,}",
        "Players": players_of(findings),
        "Options": findings.options or "as by default",
        "Varied": ", ".join(findings.known),
        "Dealt at random": ", ".join(sorted({name for effect in findings.effects for name in effect.names})),
        "Intervals": "95 %, over groups on one seed",
        "Judged": judged_text(findings),
    }


def finding(mark: str, text: str) -> str:
    """Write one finding with its sign."""
    sign, spoken = SIGNS.get(mark, ("", ""))
    drawn = f'<i aria-hidden="true">{sign}</i>'
    return f'<li class="{mark or "plain"}">{drawn}<span><span class=vh>{spoken}</span>{escape(text)}</span>'


def judged_text(findings: Findings) -> str:
    """Say how many matches were judged, and how."""
    if not findings.judged:
        return "no verdicts were asked for"
    return f"{findings.judged_matches:,} matches, each decision by a search of {findings.judged:,} steps"


# Parts


def seats_part(findings: Findings) -> str:
    """Draw what every seat and player gets, in all matches, by what was varied, and in other studies."""
    named = [found for found in findings.figures if found.name.startswith(("seat", "player "))]
    others = [(arm.options, arm) for arm in findings.arms] if len(findings.arms) <= LARGEST else []
    others += [(f"{arm.options}, {arm.matches:,} matches", arm) for arm in findings.beside]
    extra = [
        msgspec.structs.replace(found, text=f"{findings.seats[0]}: {label}")
        for label, arm in others
        for found in arm.figures
        if found.name == "seat0"
    ]
    fair = 1 / len(findings.seats)
    said = f"Share of the points; the broken line is {100 * fair:.0f} %, and a hollow dot cannot be told from it."
    return f"<p>{said}</p>{dots([*named, *extra], fair)}"


def endings_part(findings: Findings) -> str:
    """Draw how often each ruling ends a match, and quote them."""
    quoted = "".join(
        f"<li><b>{escape(found.name)}</b> {escape(ending_text(findings.game, found.name))}"
        for found in findings.endings
    )
    return f"{bars(findings.endings)}<ul class=quiet>{quoted}</ul>"


def effects_part(effects: Sequence[Effect], whose: str) -> str:
    """Show effects: a map of all pairs, the largest with their intervals, and the surest as a table."""
    if not effects:
        return ""
    rows = [
        f"<tr><td>{escape(effect.label)}<td class=n>{escape(effect.points.shown())}"
        f"<td class=n>{signed(25 * effect.logit)} ± {49 * effect.error:.1f}"
        f"<td class=n>{'yes' if effect.believed else 'no'}"
        for effect in effects[:MOST_EFFECTS]
    ]
    heads = ("what", f"points of {whose}", "beyond its parts", "surer than luck")
    largest = [
        Figure("", effect.label, effect.logit / 4, effect.logit / 4 - reach, effect.logit / 4 + reach, "%")
        for effect in effects[:LARGEST]
        for reach in [0.49 * effect.error]
    ]
    return (
        heat_map(effects, f"pairs, points of {whose}")
        + f"<h3>The {len(largest)} surest, beyond their parts</h3>{dots(largest, 0.0)}"
        + f"<details><summary>The {len(rows)} surest as a table</summary>{framed(heads, rows, 'effects')}</details>"
    )


def hands_part(hands: Sequence[Effect]) -> str:
    """List the best and the worst of all that a side was dealt."""
    if not hands:
        return ""
    rows = [
        f'<tr><th scope="row">{escape(effect.label)}<td class=n>{escape(effect.points.shown())}'
        f"<td class=n>{'yes' if effect.believed else 'no'}"
        for effect in (hands if len(hands) <= 2 * EXTREMES else [*hands[:EXTREMES], *hands[-EXTREMES:]])
    ]
    said = f"The best and the worst of {len(hands)}, against the field."
    return f"<p>{said}</p>{framed(('dealt', 'points', 'surer than luck'), rows, 'all that a side was dealt')}"


def strengths_part(findings: Findings) -> str:
    """Set what is dealt beside what it is worth in other studies: things by themselves, then pairs that stand out."""
    others = [arm for arm in findings.beside if arm.effects]
    if not others:
        return ""
    shown = [effect for effect in findings.effects if effect.kind == "alone"]
    shown.sort(key=lambda effect: -effect.points.mean)
    shown += [effect for effect in findings.effects if effect.kind == "together" and effect.believed]
    known = [{effect.label: effect.points.shown() for effect in arm.effects} for arm in others]
    rows = [
        f'<tr><th scope="row">{escape(effect.label)}<td class=n>{escape(effect.points.shown())}'
        + "".join(f"<td class=n>{escape(labels.get(effect.label, '–'))}" for labels in known)
        for effect in shown
    ]
    heads = ("what", *(f"points with {name}" for name in (players_of(findings), *(arm.options for arm in others))))
    return framed(heads, rows, "with other players")


def players_of(findings: Findings) -> str:
    """Name who played."""
    return ", ".join(dict.fromkeys(findings.settings or findings.players))


def arms_part(findings: Findings) -> str:
    """Tabulate the main figures of every combination of what was varied, and of other studies."""
    arms = [*findings.arms, *findings.beside]
    if not arms:
        return ""
    names = ("seat0", "draws", "turns", "decisions", "comebacks")
    texts = {found.name: found.text for found in findings.figures}
    known = [name for name in names if name in texts]
    rows = []
    for arm in arms:
        by_name = {found.name: found.shown() for found in arm.figures}
        cells = "".join(f"<td class=n>{escape(by_name.get(name, '–'))}" for name in known)
        rows.append(f'<tr><th scope="row">{escape(arm.options)}<td class=n>{arm.matches:,}{cells}')
    return framed(("options", "matches", *(texts[name] for name in known)), rows, "what was varied")


def used_part(findings: Findings) -> str:
    """Write how often a match tells of each thing, and what a use of it brought."""
    if not findings.used:
        return ""
    gained = {found.name: found.shown() for found in findings.gained}
    rows = [
        f'<tr><th scope="row">{escape(found.text)}<td class=n>{escape(found.shown())}'
        + (f"<td class=n>{gained.get(found.name, '–')}" if gained else "")
        for found in findings.used
    ]
    heads = ("what", "times a match", *(["chance gained by a use"] if gained else []))
    more = ", and what that did to the chance of winning" if gained else ""
    return f"<p>How often a match tells of it{more}.</p>{framed(heads, rows, 'what is used')}"


def figures_table(findings: Findings) -> str:
    """Write all figures as a table."""
    rows = [
        f'<tr><th scope="row">{escape(found.text)}<td class=n>{escape(found.shown())}' for found in findings.figures
    ]
    return framed(("measure", "mean"), rows, "all measures")


# Matches


def samples(rows: Sequence[Row]) -> list[Row]:
    """Choose a short, a middling and a long match."""
    ordered = sorted(rows, key=lambda row: (row.measures.turns, row.number))
    places = [len(ordered) // 10, len(ordered) // 2, len(ordered) * 9 // 10]
    return [ordered[place] for place in dict.fromkeys(places)]


def sample(row: Row) -> str:
    """Show a match in pictures, each with the last thing that was done before it."""
    match = Match.from_record(read(row.record))
    last = len(match.moves)
    plies = sorted({last * place // (PICTURES - 1) for place in range(PICTURES)})
    figures = "".join(leaf(match, ply, last) for ply in plies)
    title = f"Match {row.number:,}: {row.measures.turns} turns, ended by {row.ending}"
    pages = f'<div class=leaf tabindex=0 role="region" aria-label="pictures of match {row.number}">{figures}</div>'
    return f"<h3>{escape(title)}</h3>{pages}"


def leaf(match: Match, ply: int, last: int) -> str:
    """Show one picture of a match."""
    picture = match.game.picture(match.game.view(match.state_at(ply), SPECTATOR))
    place = "At the end" if ply == last else "At the start" if ply == 0 else f"After {ply} of {last} moves"
    return f"<figure>{picture}<figcaption>{place}{escape(done_before(match, ply))}</figcaption></figure>"


def done_before(match: Match, ply: int) -> str:
    """Tell the last decision before a picture."""
    for place, state, move in reversed(list(match.steps())[:ply]):
        if state.to_move != CHANCE and (told := match.game.tell(state, move, SPECTATOR)):
            return f": {name_seats(told[0], list(match.game.sides[: match.seats]))}" if place < ply else ""
    return ""


def made(findings: Findings) -> str:
    """Say how to make the report again."""
    return (
        f"<p>The same seed gives the same matches and the same figures on any machine.</p>"
        f"<pre tabindex=0>{escape(findings.command)}</pre>"
        f"<p class=quiet>Potluck {escape(findings.version)}, rules {findings.rules} of {escape(findings.title)}, "
        f"digest of the records {findings.digest}. "
        "Figures are measured by computer players; people may find what they overlook. "
        "docs/lab.md defines every measure.</p>"
    )
