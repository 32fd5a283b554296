"""Plain drawings of POTUS: as SVG, and in characters for a terminal."""

from math import cos, pi, sin

from potluck.core.svg import SIDES, canvas, disc, polygon, square_labels
from potluck.games.potus.board import SIZE
from potluck.games.potus.view import PotusView, Token
from potluck.games.potus.words import PRINTS

UNIT = 48
RIM = 24


def sketch(view: PotusView) -> str:
    """Draw a view in characters: (C) for seat 0, <C> for seat 1, an unconverted Turncoat t; and what both have."""
    rows = [
        f"{SIZE - row} " + "".join(_cell(view, row, column) for column in range(SIZE)) + f"  {note}"
        for row, note in enumerate(_notes(view))
    ]
    return "\n".join([*rows, "  " + "".join(f" {chr(97 + column)}  " for column in range(SIZE))])


def _cell(view: PotusView, row: int, column: int) -> str:
    """Draw a square in four characters; of a stack the top token and how many stand there."""
    here = [token for token in view.tokens if token.cell == f"{chr(97 + column)}{SIZE - row}"]
    if not here:
        return f"[dim] {view.board[row][column].replace('.', '·')}  [/dim]"
    top = here[-1]
    letter = top.kind[0].lower() if top.kind == "Turncoat" and not top.converted else top.kind[0]
    body = f"({letter})" if top.seat == 0 else f"<{letter}>"
    count = str(len(here)) if len(here) > 1 else " "
    return f"[bold {('red', 'blue')[top.seat]}{' reverse' if top.moving else ''}]{body}[/]{count}"


def _notes(view: PotusView) -> list[str]:
    """Write beside each row what the two sides have: the far one's above, the near one's below."""
    far, near = (
        [
            f"${side.money}, {side.scored} of {view.turncoats} scored",
            f"{side.card.name}: {' '.join(map(str, side.card.ratings))}" if side.card else "",
        ]
        for side in reversed(view.sides)
    )
    return [*far, "", "", "", "", *reversed(near)]


def picture(view: PotusView) -> str:
    """Draw a view as SVG."""
    size = SIZE * UNIT + 2 * RIM
    parts = [
        *(_square(view.board[row][column], row, column) for row in range(SIZE) for column in range(SIZE)),
        f'<path d="M{RIM} {RIM + 4 * UNIT}h{SIZE * UNIT}" stroke="#22406F" stroke-width="3"/>',
        square_labels(SIZE, UNIT, RIM),
        *(_token(token, _depth(view.tokens, index)) for index, token in enumerate(view.tokens)),
    ]
    return canvas("POTUS", size, size, "#22406F", parts)


def _square(letter: str, row: int, column: int) -> str:
    """Draw a square and what is printed on it."""
    x, y = RIM + column * UNIT, RIM + row * UNIT
    light, dark = ("#F3F4F8", "#E1E8F1") if row < SIZE // 2 else ("#FCF5EC", "#F5E8DB")
    square = f'<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{light if (row + column) % 2 else dark}"/>'
    if letter not in PRINTS:
        return square
    middle = f'x="{x + UNIT // 2}" y="{y + UNIT // 2 + 3}"'
    ring = f'<circle cx="{x + UNIT // 2}" cy="{y + UNIT // 2}" r="19" fill="none" stroke="#3A5A8C"/>'
    words = f'<text {middle} font-size="9" text-anchor="middle" fill="#3A5A8C">{PRINTS[letter]}</text>'
    return square + (ring if letter in "So" else "") + words


def _depth(tokens: list[Token], index: int) -> int:
    """Count the tokens below one on its square."""
    return sum(token.cell == tokens[index].cell for token in tokens[:index])


def _token(token: Token, depth: int) -> str:
    """Draw a token; those of a stack stand a little apart."""
    x = RIM + (ord(token.cell[0]) - 97) * UNIT + UNIT / 2 + 5 * depth
    y = RIM + (SIZE - int(token.cell[1])) * UNIT + UNIT / 2 - 5 * depth
    face, deep = SIDES[token.seat]
    ring = '<circle r="21" fill="none" stroke="#FFB627" stroke-width="3"/>' if token.moving else ""
    flat = token.kind == "Turncoat" and not token.converted
    radius = 18 if token.kind == "Candidate" else 14
    fill = f'fill="#FFF9F0" stroke="{face}" stroke-width="2" stroke-dasharray="4 3"' if flat else f'fill="{face}"'
    base = "" if flat else disc(token.seat, radius, f'fill="{deep}" transform="translate(0 3)"')
    return f'<g transform="translate({x:g} {y:g})">{ring}{base}{disc(token.seat, radius, fill)}{_mark(token)}</g>'


def _mark(token: Token) -> str:
    """Draw the star of a Candidate or Turncoat, or the shield of an Advocate."""
    if token.kind == "Advocate":
        return '<path d="M-6 -6h12v5q0 6 -6 9q-6 -3 -6 -9z" fill="#C9CCD0" stroke="#6E747C"/>'
    size = 11 if token.kind == "Candidate" else 7
    corners = [
        (size * (1, 0.45)[k % 2] * sin(k * pi / 5), -size * (1, 0.45)[k % 2] * cos(k * pi / 5)) for k in range(10)
    ]
    hollow = token.kind == "Turncoat" and not token.converted
    style = f'fill="none" stroke="{SIDES[token.seat][0]}"' if hollow else 'fill="#FFF7EA"'
    return polygon(corners, style)
