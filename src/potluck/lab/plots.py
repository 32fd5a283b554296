"""The drawings of a report: plain SVG and tables, sized so that their words stay readable on a phone.

A drawing is as wide as there is room: places across are per cent, so that nothing but the lines is stretched.
"""

from collections import Counter
from collections.abc import Sequence
from html import escape

import msgspec

from potluck.lab.statistics import spread_of
from potluck.records.findings import Effect, Figure

TALL = 22  # of the track of a figure
HIGH = 130  # of a histogram
BARS = 24  # of a histogram, at most
SHADES = 3  # of a heat map, on either side of none


def framed(heads: Sequence[str], rows: Sequence[str], label: str) -> str:
    """Put a table into a frame that scrolls where it is too wide, by keyboard too."""
    head = "".join(f'<th scope="col">{escape(text)}' if text else "<td>" for text in heads)
    table = f"<table><thead><tr>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<div class=scroll tabindex=0 role="region" aria-label="{escape(label)}">{table}</div>'


# Figures with their intervals


def dots(figures: Sequence[Figure], fair: float | None = None) -> str:
    """Draw figures as dots with their intervals on one scale; a hollow dot cannot be told from fair."""
    low, high = scale_of(figures, fair)
    rows = []
    for found in figures:
        ends = [100 * (value - low) / (high - low) for value in (found.low, found.mean, found.high)]
        hollow = fair is not None and found.low <= fair <= found.high
        line = "" if fair is None else upright(100 * (fair - low) / (high - low))
        rows.append(row(found.text, track(line + whisker(*ends) + dot(ends[1], hollow)), found.shown()))
    return grid(rows, *(f"{100 * value:.0f} %".replace("-", "−") for value in (low, high)))


def scale_of(figures: Sequence[Figure], fair: float | None) -> tuple[float, float]:
    """Choose a scale that holds all intervals and what would be fair, with room on both sides."""
    ends = [value for found in figures for value in (found.low, found.high)] + ([] if fair is None else [fair])
    low, high = max(-1.0, min(ends)), min(1.0, max(ends))
    room = max(0.01, (high - low) * 0.08)
    return low - room, high + room


def bars(figures: Sequence[Figure]) -> str:
    """Draw shares as bars from 0 to 100 % with their intervals."""
    rows = []
    for found in figures:
        ends = [100 * max(0.0, min(1.0, value)) for value in (found.low, found.mean, found.high)]
        bar = f'<rect class=bar x=0 y=4 width="{ends[1]:.1f}%" height=14 rx=3 />'
        rows.append(row(found.text, track(bar + whisker(*ends)), found.shown()))
    return grid(rows, "0", "100 %")


def grid(rows: Sequence[str], low: str, high: str) -> str:
    """Set rows of a plot one below the other, and below them the ends of their scale."""
    foot = f"<div class=row><span></span><div class=ends><span>{low}</span><span>{high}</span></div></div>"
    return f"<div class=plot>{''.join(rows)}{foot}</div>"


def row(text: str, drawing: str, value: str) -> str:
    """Lay out one row: what it is, the drawing, the figure in words."""
    return f"<div class=row><span>{escape(text)}</span>{drawing}<b>{escape(value)}</b></div>"


def track(body: str, tall: int = TALL) -> str:
    """Frame what is drawn across; the words beside it say the same."""
    return f'<svg aria-hidden="true" width="100%" height={tall}>{body}</svg>'


def upright(place: float) -> str:
    """Draw where a fair share would be."""
    return f'<line class=fair x1="{place:.1f}%" x2="{place:.1f}%" y1=0 y2={TALL} />'


def whisker(low: float, _mean: float, high: float) -> str:
    """Draw an interval."""
    low, high = max(0.0, low), min(100.0, high)
    return "".join(
        f'<line class=rule x1="{one:.1f}%" x2="{other:.1f}%" y1={top} y2={end} />'
        for one, other, top, end in ((low, high, 11, 11), (low, low, 7, 15), (high, high, 7, 15))
    )


def dot(place: float, hollow: bool) -> str:
    """Draw a mean."""
    return f'<circle class={"hollow" if hollow else "dot"} cx="{place:.1f}%" cy=11 r=5 />'


def histogram(values: Sequence[int], unit: str) -> str:
    """Draw how many matches took how long; the middle nine in ten are filled."""
    least = min(values)
    step = max(1, (max(values) - least) // BARS + 1)
    counts = Counter((value - least) // step for value in values)
    wide = 100 / (max(counts) + 1)
    low, middle, high = spread_of(values)
    parts = []
    for place in range(max(counts) + 1):
        tall = HIGH * counts[place] / max(counts.values())
        filled = low <= least + place * step + step / 2 <= high + step
        at = f'x="{place * wide + 0.2:.2f}%" y="{HIGH - tall:.1f}" width="{wide - 0.4:.2f}%" height="{tall:.1f}"'
        parts.append(f"<rect class={'bar' if filled else 'rest'} {at} />")
    half = 100 * ((middle - least) / step + 0.5) / (max(counts) + 1)
    parts.append(f'<line class=fair x1="{half:.1f}%" x2="{half:.1f}%" y1=0 y2={HIGH} />')
    said = f"Half are over by {unit} {middle:.0f}; nine in ten take {low:.0f} to {high:.0f}."
    ends = f"<div class=ends><span>{least}</span><span>{max(values)} {unit}s</span></div>"
    return f"<p>{said}</p>{track(''.join(parts), HIGH)}{ends}"


# Pairs


def heat_map(effects: Sequence[Effect], label: str) -> str:
    """Tabulate what every pair adds to its parts, and on the diagonal every thing by itself."""
    by_names = {tuple(sorted(effect.names)): effect for effect in effects if effect.kind != "against"}
    names = sorted({name for effect in effects for name in effect.names})
    rows = []
    for place, one in enumerate(names):
        cells = (
            cell(by_names.get((one,) if one == other else tuple(sorted((one, other))))) for other in names[: place + 1]
        )
        rows.append(f'<tr><th scope="row">{escape(one)}{"".join(cells)}')
    heads = ["", *names]
    key = "<p class=key>Points of winning chance that a pair adds to its parts; framed: a thing by itself. "
    key += "▲ surely too strong, ▼ surely too weak.</p>"
    return f"<div class=heat>{framed(heads, rows, label)}</div>{key}"


def against_map(effects: Sequence[Effect], label: str) -> str:
    """Tabulate what having one thing adds while the enemy has another; nothing where nobody has an enemy."""
    gains = {}
    for effect in effects:
        if effect.kind == "against":
            one, other = effect.names
            gains[one, other] = effect
            gains[other, one] = msgspec.structs.replace(effect, logit=-effect.logit)
    names = sorted({one for one, _ in gains})
    rows = [
        f'<tr><th scope="row">{escape(one)}{"".join(cell(gains.get((one, other))) for other in names)}' for one in names
    ]
    key = "<p class=key>Points of winning chance that the thing at the left adds, beyond what it is worth by itself, "
    key += "while the enemy has the one above. ▲ surely good against it, ▼ surely bad.</p>"
    return f"<div class=heat>{framed(['', *names], rows, label)}</div>{key}" if rows else ""


def cell(effect: Effect | None) -> str:
    """Write one effect in the colour of its size."""
    if effect is None:
        return "<td class=h3>–"
    points = 25 * effect.logit  # near an even chance, a logit is four times a share
    shade = SHADES + max(-SHADES, min(SHADES, round(points / 2)))
    sign = ("▲" if points > 0 else "▼") if effect.believed else ""
    frame = " own" if effect.kind == "alone" else ""
    return f'<td class="h{shade}{frame}">{sign}{signed(points)}'


def signed(points: float) -> str:
    """Write what is added or taken away."""
    return f"{points:+.1f}".replace("-", "−")
