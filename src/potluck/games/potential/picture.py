"""Plain drawings of Potential: as SVG, and in characters for a terminal."""

from potluck.core.svg import SIDES, canvas, square_labels
from potluck.games.potential.board import EDGE, NAMES, SIZE
from potluck.games.potential.view import Piece, PotentialView

UNIT = 40
RIM = 24
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def sketch(view: PotentialView) -> str:
    """Draw a view in characters: (2) for seat 0, <2> for seat 1, the Edge dotted."""
    pieces = {piece.cell: piece for piece in view.pieces}
    rows = [
        f"{row + 1:2} " + "".join(_mark(row * SIZE + column, pieces) for column in range(SIZE))
        for row in reversed(range(SIZE))
    ]
    rows[0] += f"   <> has lost {view.removed[1]} of {view.target}"
    rows[-1] += f"   () has lost {view.removed[0]} of {view.target}"
    return "\n".join([*rows, "   " + "".join(f" {chr(97 + column)} " for column in range(SIZE))])


def _mark(cell: int, pieces: dict[str, Piece]) -> str:
    """Draw a square in three characters."""
    piece = pieces.get(NAMES[cell])
    if piece is None:
        return "[dim] : [/dim]" if EDGE[cell] else "[dim] · [/dim]"
    body = f"({piece.charge})" if piece.seat == 0 else f"<{piece.charge}>"
    colour = ("red", "blue")[piece.seat]
    return f"[bold {colour}{' reverse' if piece.active else ''}]{body}[/]"


def picture(view: PotentialView) -> str:
    """Draw a view as SVG."""
    size = SIZE * UNIT + 2 * RIM
    parts = [
        '<defs><pattern id="edge" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" '
        'fill="#DCD7E6"/><circle cx="2" cy="2" r="1.1" fill="#8f87b5"/><circle cx="6" cy="6" r="1.1" '
        'fill="#8f87b5"/></pattern></defs>',
        f'<rect x="{RIM}" y="{RIM}" width="{SIZE * UNIT}" height="{SIZE * UNIT}" fill="url(#edge)"/>',
        *(_square(row, column) for row in range(1, SIZE - 1) for column in range(1, SIZE - 1)),
        square_labels(SIZE, UNIT, RIM),
        *(_die(piece) for piece in view.pieces),
    ]
    return canvas("Potential", size, size, "#413A6B", parts)


def _square(row: int, column: int) -> str:
    """Draw a square inside the ring."""
    fill = "#FBF7EF" if (row + column) % 2 else "#F2EDEE"
    return f'<rect x="{RIM + column * UNIT}" y="{RIM + row * UNIT}" width="{UNIT}" height="{UNIT}" fill="{fill}"/>'


def _die(piece: Piece) -> str:
    """Draw a piece with its charge."""
    cell = NAMES.index(piece.cell)
    x = RIM + (cell % SIZE) * UNIT + UNIT / 2
    y = RIM + (SIZE - 1 - cell // SIZE) * UNIT + UNIT / 2
    face, deep = SIDES[piece.seat]
    ring = '<circle r="19" fill="none" stroke="#FFB627" stroke-width="3"/>' if piece.active else ""
    corner = 6 if piece.seat == 0 else 1
    body = (
        f'<rect x="-15" y="-13" width="30" height="30" rx="{corner}" fill="{deep}"/>'
        f'<rect x="-15" y="-15" width="30" height="30" rx="{corner}" fill="{face}"/>'
    )
    return f'<g transform="translate({x:g} {y:g})">{ring}{body}{_pips(piece)}</g>'


def _pips(piece: Piece) -> str:
    """Draw the charge: pips up to six, a figure above."""
    if piece.charge not in PIPS:
        return f'<text y="6" fill="#FFF7EA" font-size="18" text-anchor="middle">{piece.charge}</text>'
    if piece.seat == 0:
        return "".join(f'<circle cx="{x * 8}" cy="{y * 8}" r="2.8" fill="#FFF7EA"/>' for x, y in PIPS[piece.charge])
    return "".join(
        f'<rect x="-2.4" y="-2.4" width="4.8" height="4.8" fill="#FFF7EA" '
        f'transform="translate({x * 8} {y * 8}) rotate(45)"/>'
        for x, y in PIPS[piece.charge]
    )
