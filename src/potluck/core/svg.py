"""What the plain drawings of the games share: a canvas, the names along a square board, and the shapes of two sides."""

from collections.abc import Iterable
from math import cos, pi, sin

SIDES = (("#C6402B", "#7E2114"), ("#2E61B4", "#173866"))  # by seat: the face of its pieces, and their depth


def canvas(title: str, width: int, height: int, ground: str, parts: Iterable[str]) -> str:
    """Lay out a drawing on a ground with round corners."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{title}"><rect width="{width}" height="{height}" rx="16" '
        f'fill="{ground}"/>{"".join(parts)}</svg>'
    )


def square_labels(size: int, unit: int, rim: int) -> str:
    """Write the names of rows and columns into the rim of a square board."""
    return "".join(_label(size, unit, rim, index) for index in range(size))


def _label(size: int, unit: int, rim: int, index: int) -> str:
    """Write the name of a row and of a column."""
    middle = rim + index * unit + unit // 2
    style = 'fill="#F4EADB" text-anchor="middle"'
    return (
        f'<text x="{rim // 2}" y="{middle + 4}" {style}>{size - index}</text>'
        f'<text x="{middle}" y="{rim + size * unit + 16}" {style}>{chr(97 + index)}</text>'
    )


def disc(seat: int, radius: int, style: str) -> str:
    """Draw a round disc for seat 0, an octagon for seat 1: nothing is told by colour alone."""
    if seat == 0:
        return f'<circle r="{radius}" {style}/>'
    return polygon([(radius * cos((k + 0.5) * pi / 4), radius * sin((k + 0.5) * pi / 4)) for k in range(8)], style)


def polygon(corners: list[tuple[float, float]], style: str) -> str:
    """Draw a polygon."""
    return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}" {style}/>'
