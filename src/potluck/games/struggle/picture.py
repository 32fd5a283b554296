"""Plain drawings of Struggle: round pieces for seat 0, cut ones for seat 1, each with the letter of its colour."""

from itertools import zip_longest

from potluck.core.svg import SIDES, canvas, disc
from potluck.games.struggle.board import CELLS, NAMES, ROW, ROWS, SPACES
from potluck.games.struggle.view import Built, Piece, Rule, StruggleView

UNIT = 44
RISE = 38
RIM = 30
WIDTH = 7 * UNIT + 2 * RIM
HEIGHT = 13 * RISE + 2 * RIM
FACES = {
    "white": ("#FDFBF5", "W"),
    "black": ("#26221F", "K"),
    "blue": ("#2C67CC", "B"),
    "green": ("#2C8650", "G"),
    "red": ("#CB3527", "R"),
    "yellow": ("#F0BE2C", "Y"),
}
EMBLEMS = ("()", "<>")  # of the seats, in characters


def sketch(view: StruggleView) -> str:
    """Draw a view in characters: (W) for seat 0, <W> for seat 1, |2| for a tower; beside it, the rules."""
    marks = {built.cell: f"|{built.levels}|" for built in view.built}
    for piece in view.pieces:
        left, right = EMBLEMS[piece.seat][0], EMBLEMS[piece.seat][1]
        marks[piece.cell] = f"{left}{FACES[piece.colour][1]}{right}"
    rows = []
    for row in range(ROWS, 0, -1):
        names = [NAMES[cell] for cell in range(CELLS) if ROW[cell] == row]
        line = " ".join(marks.get(name, f" {name[0]}{name[1]}"[:3]) for name in names)
        rows.append(f"{row:2} {line:^24}")
    notes = [_rule_words(rule, view.captured[rule.seat]) for rule in view.rules] + [
        _lost_words(seat, lost) for seat, lost in enumerate(view.captured)
    ]
    return "\n".join(f"{left}   {right}".rstrip() for left, right in zip_longest(rows, notes, fillvalue=""))


def _rule_words(rule: Rule, lost: list[str]) -> str:
    """Write whose rule it is, how it stands, and whether its carrier may not use it now."""
    carried = "" if rule.note else f"on {rule.carrier}" if rule.carrier else ""
    words = [
        f"{EMBLEMS[rule.seat]} {rule.title}",
        carried,
        rule.note,
        "" if rule.usable or rule.carrier in lost else "not now",
    ]
    return " · ".join(word for word in words if word)


def _lost_words(seat: int, colours: list[str]) -> str:
    """Write which pieces a side has lost."""
    return f"{EMBLEMS[seat]} has lost {', '.join(colours)}" if colours else ""


def picture(view: StruggleView) -> str:
    """Draw a view as SVG."""
    ranged = {cell for built in view.built for cell in built.reach}
    parts = [
        *(_space(cell, NAMES[cell] in ranged) for cell in range(CELLS)),
        *(_tower(built) for built in view.built),
        *(_piece(piece) for piece in view.pieces),
    ]
    return canvas("Struggle", WIDTH, HEIGHT, "#1D5C58", parts)


def _at(name: str) -> str:
    """Place a drawing on a space."""
    along, up = SPACES[NAMES.index(name)]
    x = WIDTH / 2 + (along - up) * UNIT / 2
    y = HEIGHT - RIM - RISE / 2 - (along + up) * RISE
    return f'<g transform="translate({x:g} {y:g})">'


def _space(cell: int, ranged: bool) -> str:
    """Draw a space; home bases in their seat's colour, ranges of towers dashed."""
    row = ROW[cell]
    fill = "#F6DDD3" if row <= 3 else "#D9E3F2" if row >= 11 else "#F2F1E6" if row in (4, 10) else "#E4EAE0"
    rim = 'stroke="#6B4600" stroke-width="2" stroke-dasharray="4 3"' if ranged else 'stroke="#2E6F6A"'
    name = f'<text y="17" font-size="7" text-anchor="middle" fill="#2E6F6A">{NAMES[cell]}</text>'
    return f'{_at(NAMES[cell])}<circle r="20" fill="{fill}" {rim}/>{name}</g>'


def _tower(built: Built) -> str:
    """Draw a tower with its levels."""
    discs = "".join(
        f'<ellipse cy="{4 - 7 * level}" rx="15" ry="8" fill="#A8743F" stroke="#5A3900"/>'
        for level in range(built.levels)
    )
    emblem = disc(built.seat, 6, f'fill="{SIDES[built.seat][0]}"')
    return f'{_at(built.cell)}{discs}<g transform="translate(0 {11 - 7 * built.levels})">{emblem}</g></g>'


def _piece(piece: Piece) -> str:
    """Draw a piece: the rim says whose, the face which; a dot for each rule it carries."""
    face, letter = FACES[piece.colour]
    ink = "#2A2420" if letter in "WY" else "#FFF7EA"
    ring = '<circle r="20" fill="none" stroke="#FFB627" stroke-width="3"/>' if piece.active or piece.granted else ""
    dots = "".join(f'<circle cx="{7 * index - 7}" cy="-17" r="3" fill="#FFB627"/>' for index in range(len(piece.rules)))
    text = f'<text y="5" font-size="14" font-weight="bold" text-anchor="middle" fill="{ink}">{letter}</text>'
    body = disc(piece.seat, 17, f'fill="{SIDES[piece.seat][0]}"') + disc(piece.seat, 12, f'fill="{face}"')
    return f"{_at(piece.cell)}{ring}{body}{text}{dots}</g>"
