"""The report of a study: one HTML file without network, findings first, in light, dark and print."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from potluck.core.state import SPECTATOR
from potluck.lab.findings import Group
from potluck.lab.plan import Row
from potluck.records.findings import Effect, Figure, Findings
from potluck.records.match import Match
from potluck.records.record import read

SAMPLES = 3  # matches to leaf through
PICTURES = 7  # of each
MOST_EFFECTS = 30  # listed in the table
WIDTH = 640  # of a plot
ROW = 30
STYLE = files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def write_report(findings: Findings, groups: Sequence[Group]) -> str:
    """Write the whole page."""
    rows = [row for group in groups for row in group]
    sections = [
        head(findings),
        section(
            "What was found",
            "<ol class=found>" + "".join(f"<li>{escape(said)}" for said in findings.sentences) + "</ol>",
        ),
        section(
            "Who wins",
            shares_plot(
                [found for found in findings.figures if found.name.startswith(("seat", "player"))],
                1 / len(findings.seats),
            ),
        ),
        section("How matches end", shares_plot(findings.endings)),
        section("How long they are", lengths_plot(rows)),
        section("All measures", figures_table(findings.figures)),
    ]
    if findings.arms:
        sections.append(section("What was varied", arms_table(findings)))
    if findings.effects:
        sections.append(section("What is strong, alone and together", effects_part(findings.effects)))
    if findings.used:
        sections.append(section("What is used", "<p>How often a match tells of it.</p>" + figures_table(findings.used)))
    sections.append(section("Three matches to leaf through", "".join(sample(row) for row in samples(rows))))
    sections.append(section("How it was made", made(findings)))
    title = f"Lab report: {escape(findings.title)}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{''.join(sections)}</main></body></html>\n"
    )


def section(title: str, body: str) -> str:
    """Write a part of the page under its title."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def head(findings: Findings) -> str:
    """Write what was studied."""
    players = ", ".join(dict.fromkeys(findings.players))
    options = f", {findings.options}" if findings.options else ""
    return (
        f"<h1>{escape(findings.title)}</h1><p class=lead>{findings.matches:,} matches of {escape(players)}"
        f"{escape(options)}. Every figure has its interval of 95 %.</p>"
    )


# Plots


def shares_plot(figures: Sequence[Figure], fair: float | None = None) -> str:
    """Draw shares as bars with their intervals, and where a fair share would be."""
    left, scale = 200, WIDTH - 200 - 160
    parts = []
    for index, found in enumerate(figures):
        y = index * ROW
        low, mean, high = (left + scale * max(0.0, min(1.0, value)) for value in (found.low, found.mean, found.high))
        parts.append(
            f'<text x="0" y="{y + 19}">{escape(found.text[:34])}</text>'
            f'<rect class="bar" x="{left}" y="{y + 6}" width="{mean - left:.1f}" height="18" rx="3"/>'
            f'<path class="rule" d="M{low:.1f} {y + 15}H{high:.1f}M{low:.1f} {y + 10}v10M{high:.1f} {y + 10}v10"/>'
            f'<text x="{WIDTH - 152}" y="{y + 19}">{escape(found.shown())}</text>'
        )
    if fair is not None:
        parts.append(f'<path class="fair" d="M{left + scale * fair:.1f} 0V{len(figures) * ROW}"/>')
    said = "; ".join(f"{found.text}: {found.shown()}" for found in figures)
    return plot(len(figures) * ROW, "".join(parts), said)


def plot(height: int, body: str, said: str) -> str:
    """Frame a drawing, and say what it shows to those who do not see it."""
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(said)}">{body}</svg>'


def lengths_plot(rows: Sequence[Row]) -> str:
    """Draw how many matches took how many turns."""
    turns = [row.measures.turns for row in rows]
    step = max(1, (max(turns) - min(turns)) // 24 + 1)
    counts = Counter((value - min(turns)) // step for value in turns)
    wide = WIDTH / (max(counts) + 1)
    bars = []
    for place in range(max(counts) + 1):
        tall = 120 * counts[place] / max(counts.values())
        place_and_size = f'x="{place * wide:.1f}" y="{130 - tall:.1f}" width="{wide - 2:.1f}" height="{tall:.1f}"'
        bars.append(f'<rect class="bar" {place_and_size}/>')
    ends = (
        f'<text x="0" y="150">{min(turns)} turns</text>'
        f'<text x="{WIDTH}" y="150" text-anchor="end">{max(turns)} turns</text>'
    )
    return plot(156, "".join(bars) + ends, f"Matches took {min(turns)} to {max(turns)} turns.")


# Tables


def figures_table(figures: Sequence[Figure]) -> str:
    """Write figures as a table."""
    rows = "".join(f"<tr><td>{escape(found.text)}<td class=n>{escape(found.shown())}" for found in figures)
    return framed('<th scope="col">measure<th scope="col">mean', rows)


def framed(heads: str, rows: str) -> str:
    """Put a table into a frame that scrolls where it is too wide, by keyboard too."""
    table = f"<table><thead><tr>{heads}</thead><tbody>{rows}</tbody></table>"
    return f'<div class=scroll tabindex=0 role="region" aria-label="table">{table}</div>'


def arms_table(findings: Findings) -> str:
    """Write the main figures of every combination of what was varied."""
    names = [found.name for found in findings.arms[0].figures if found.name in ("seat0", "draws", "turns", "comebacks")]
    heads = "".join(f'<th scope="col">{escape(name)}' for name in ("options", "matches", *names))
    rows = []
    for arm in findings.arms:
        by_name = {found.name: found.shown() for found in arm.figures}
        cells = "".join(f"<td class=n>{escape(by_name.get(name, '–'))}" for name in names)
        rows.append(f"<tr><td>{escape(arm.options)}<td class=n>{arm.matches:,}{cells}")
    return framed(heads, "".join(rows))


# What is dealt


def effects_part(effects: Sequence[Effect]) -> str:
    """Show the effects of what was dealt: a map of all pairs, and the surest in words."""
    rows = "".join(
        f"<tr><td>{escape(effect.label)}<td class=n>{escape(effect.points.shown())}"
        f"<td class=n>{effect.logit:+.2f} ± {1.96 * effect.error:.2f}<td>{'yes' if effect.believed else 'no'}"
        for effect in effects[:MOST_EFFECTS]
    )
    heads = "".join(f'<th scope="col">{head}' for head in ("what", "points", "beyond its parts", "believed"))
    return heat_map(effects) + framed(heads, rows)


def heat_map(effects: Sequence[Effect]) -> str:
    """Draw the points of every pair, and on the diagonal of every thing by itself."""
    points = {tuple(sorted(effect.names)): effect.points for effect in effects if effect.kind != "against"}
    names = sorted({name for effect in effects for name in effect.names})
    left, cell = 150, (WIDTH - 150) / len(names)
    parts = []
    for row, one in enumerate(names):
        parts.append(f'<text x="0" y="{row * ROW + 20}">{escape(one[:20])}</text>')
        for column, other in enumerate(names[: row + 1]):
            found = points[(one,) if one == other else tuple(sorted((one, other)))]
            heat = max(-1.0, min(1.0, (found.mean - 0.5) * 5))
            x, ink = left + column * cell, "hot" if heat > 0 else "cold"
            place = f'x="{x:.1f}" y="{row * ROW}" width="{cell - 2:.1f}" height="{ROW - 2}"'
            parts.append(f'<rect class="{ink}" fill-opacity="{abs(heat):.2f}" {place} rx="3"/>')
            middle = f'x="{x + cell / 2:.1f}" y="{row * ROW + 20}" text-anchor="middle"'
            parts.append(f"<text {middle}>{100 * found.mean:.0f}</text>")
    return plot(len(names) * ROW, "".join(parts), "Points of every thing and every pair; the table below lists them.")


# Matches


def samples(rows: Sequence[Row]) -> list[Row]:
    """Choose a short, a middling and a long match."""
    ordered = sorted(rows, key=lambda row: (row.measures.turns, row.number))
    places = [len(ordered) // 10, len(ordered) // 2, len(ordered) * 9 // 10]
    return [ordered[place] for place in dict.fromkeys(places)][:SAMPLES]


def sample(row: Row) -> str:
    """Show a match in pictures."""
    match = Match.from_record(read(row.record))
    last = len(match.moves)
    plies = sorted({last * place // (PICTURES - 1) for place in range(PICTURES)})
    figures = "".join(
        f"<figure>{match.game.picture(match.game.view(match.state_at(ply), SPECTATOR))}"
        f"<figcaption>{'the end' if ply == last else f'after {ply} moves'}</figcaption></figure>"
        for ply in plies
    )
    title = f"Match {row.number}: {row.measures.turns} turns, ended by {row.ending}"
    leaf = f'<div class=leaf tabindex=0 role="region" aria-label="pictures">{figures}</div>'
    return f"<details><summary>{escape(title)}</summary>{leaf}</details>"


def made(findings: Findings) -> str:
    """Say how to make the report again."""
    verdicts = f"verdicts by searches of {findings.judged:,} steps" if findings.judged else "no verdicts were asked for"
    return (
        f"<p>Potluck {escape(findings.version)}, rules {findings.rules} of {escape(findings.title)}; {verdicts}.</p>"
        f"<p><code>{escape(findings.command)}</code></p>"
    )
