"""Plain drawings of Magic Potion: round figures for Red, cut ones for Blue; ? on the surprise slots."""

from itertools import zip_longest

from potluck.core.svg import SIDES, canvas, disc, square_labels
from potluck.games.magic_potion.board import NAMES, SIZE
from potluck.games.magic_potion.view import Figure, Lying, MagicPotionView

UNIT = 60
RIM = 24
GROUNDS = ("#F6DDD3", "#D9E3F2")
INKS = ("red", "blue")  # in a terminal


def sketch(view: MagicPotionView) -> str:
    """Draw a view in characters: (T) for Red, <T> for Blue, the hound *, items %; beside it, what each one has."""
    rows = [
        f"{row + 1} " + "".join(_mark(view, NAMES[row * SIZE + column]) for column in range(SIZE))
        for row in reversed(range(SIZE))
    ]
    rows.append("  " + "".join(f" {chr(97 + column)} " for column in range(SIZE)))
    limit = f" of {view.round_limit}" if view.round_limit else ""
    notes = [f"round {view.round}{limit} · {view.pile} items in the pile"]
    notes += [_figure_words(figure) for figure in view.figures if figure.seat is not None]
    notes += [f"{lying.cell}: {' '.join(_item(item) for item in lying.items)}" for lying in view.lying]
    notes += [f"hound on {view.hound}"] if view.hound else []
    blank = " " * (2 + 3 * SIZE)
    return "\n".join(f"{left}   {right}".rstrip() for left, right in zip_longest(rows, notes, fillvalue=blank))


def _mark(view: MagicPotionView, cell: str) -> str:
    """Write a slot in three characters."""
    for figure in view.figures:
        if figure.cell == cell:
            body = f"({figure.letter})" if figure.seat == 0 else f"<{figure.letter}>"
            return f"[bold {INKS[figure.seat or 0]}{' reverse' if figure.acts else ''}]{body}[/]"
    if cell == view.hound:
        return " * "
    if any(lying.cell == cell for lying in view.lying):
        return " % "
    home = [INKS[seat] for seat in range(2) if cell in view.homes[seat]]
    return f"[dim {' '.join(home)}] {'?' if cell in view.surprises else '·'} [/]"


def _item(name: str) -> str:
    """Write an item: without the mark that it lies open, for here only what the viewer knows is named."""
    return name.rstrip("!")


def _figure_words(figure: Figure) -> str:
    """Write what a character has."""
    owner = ("Red", "Blue")[figure.seat or 0]
    side = f"[{INKS[figure.seat or 0]}]{figure.letter}[/] {owner:4} {figure.name:11}"
    if figure.life == "dead":
        return f"{side} [dim]has fallen[/]"
    has = [
        f"health {figure.health:2}/{figure.full}",
        f"dice {'?' if figure.dice is None else figure.dice:>2}",
        f"near {figure.near} far {figure.far} defence {figure.defence}",
        "undead" if figure.life in ("undead", "fresh") else "",
        " ".join(_item(item) for item in figure.items),
    ]
    return f"{side} {' · '.join(words for words in has if words)}"


def picture(view: MagicPotionView) -> str:
    """Draw a view as SVG."""
    size = SIZE * UNIT + 2 * RIM
    parts = [
        *(_slot(cell, view) for cell in range(SIZE * SIZE)),
        square_labels(SIZE, UNIT, RIM),
        *(_items(lying) for lying in view.lying),
        *(_figure(figure) for figure in view.figures if figure.cell),
        _hound(view.hound) if view.hound else "",
    ]
    return canvas("Magic Potion", size, size, "#455B25", parts)


def _corner(cell: str) -> tuple[int, int]:
    """Find the top left corner of a slot."""
    number = NAMES.index(cell)
    return RIM + number % SIZE * UNIT, RIM + (SIZE - 1 - number // SIZE) * UNIT


def _slot(cell: int, view: MagicPotionView) -> str:
    """Draw a slot: a territory in its side's colour, a surprise slot with its mark."""
    name = NAMES[cell]
    x, y = _corner(name)
    fill = "#F7F5E6" if cell % 2 else "#EDEEDA"
    for ground, homes in zip(GROUNDS, view.homes, strict=True):
        fill = ground if name in homes else fill
    square = f'<rect x="{x + 1}" y="{y + 1}" width="{UNIT - 2}" height="{UNIT - 2}" rx="6" fill="{fill}"/>'
    if name not in view.surprises:
        return square
    return square + f'<text x="{x + 30}" y="{y + 39}" fill="#5B7236" font-size="26" text-anchor="middle">?</text>'


def _items(lying: Lying) -> str:
    """Draw the items that lie on a slot."""
    x, y = _corner(lying.cell)
    text = " ".join(item.rstrip("!") for item in lying.items)
    return (
        f'<rect x="{x + 6}" y="{y + 42}" width="48" height="14" rx="3" fill="#FCF8F1" stroke="#857665"/>'
        f'<text x="{x + 30}" y="{y + 52}" font-size="9" text-anchor="middle" fill="#2A2420">{text}</text>'
    )


def _figure(figure: Figure) -> str:
    """Draw a character with its letter, health, dice and the backs of its items."""
    x, y = _corner(figure.cell or "")
    face, deep = SIDES[figure.seat or 0]
    ring = '<circle r="23" fill="none" stroke="#FFB627" stroke-width="3"/>' if figure.acts else ""
    shape = disc(figure.seat or 0, 19, f'fill="{face}" stroke="{deep}" stroke-width="3"')
    faded = ' opacity=".6"' if figure.life in ("undead", "fresh") else ""
    letter = f'<text y="7" fill="#FFF7EA" font-size="20" text-anchor="middle">{figure.letter}</text>'
    facts = (
        f'<text x="-26" y="28" fill="#2A2420" font-size="10">{figure.health}</text>'
        f'<text x="16" y="28" fill="#2A2420" font-size="10">⚅{"?" if figure.dice is None else figure.dice}</text>'
    )
    backs = "".join(
        f'<rect x="{17 + 4 * index}" y="-27" width="7" height="10" rx="1" fill="#6B3F52"/>'
        for index in range(len(figure.items))
    )
    return f'<g transform="translate({x + 30} {y + 28})"{faded}>{ring}{shape}{letter}{facts}{backs}</g>'


def _hound(cell: str) -> str:
    """Draw the hound in the corner of its slot."""
    x, y = _corner(cell)
    return f'<text x="{x + 4}" y="{y + 16}" font-size="14" fill="#2A2420">&#x2739;</text>'
