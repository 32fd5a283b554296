"""Plain drawings of Potion Explosion, as SVG and in characters: the dispenser, the tops of the stacks, the desks."""

from itertools import zip_longest

from potluck.core.english import counted
from potluck.core.svg import canvas
from potluck.games.potion_explosion.board import COLOUR_MARKS, COLOUR_NAMES, SIGHT
from potluck.games.potion_explosion.view import Desk, PotionExplosionView, Stack, Tile, Track

FILLS = {"red": "#CF3426", "blue": "#2E74D6", "black": "#2B2530", "yellow": "#F3BE22"}
MARKS = dict(zip(COLOUR_NAMES, COLOUR_MARKS, strict=True))
UNIT = 34
WIDTH = 640
TOP = 380  # where the desks begin
ROW = 118  # a desk
INKS = {"red": "red", "blue": "blue", "black": "white", "yellow": "yellow"}  # in a terminal


def sketch(view: PotionExplosionView) -> str:
    """Draw a view in characters: a marble is R, B, K or Y, a hole that waits for one the small letter.

    What everybody knows behind the lid stands dimmed above the number of the hidden ones.
    """
    beside = [
        f"countdown {view.countdown} · Little Help {view.helps_left} · round {view.round + 1}",
        "",
        *(f"{name}  {_stack_words(stack)}" for name, stack in zip("12345", view.stacks, strict=True)),
    ]
    rows = [
        *(_track_row(view, place) for place in reversed(range(SIGHT))),
        _tracks_words([t.name for t in view.tracks]),
    ]
    lids = zip_longest(*(track.lid for track in view.tracks))  # level by level, the lowest first
    levels = [_tracks_words([MARKS[colour] if colour else "" for colour in level]) for level in lids]
    top = _tracks_words([f"+{track.hidden}" for track in view.tracks])
    left = [*reversed(levels), top, *rows]
    lines = [f"{words}    {right}".rstrip() for words, right in zip_longest(left, beside, fillvalue="")]
    return "\n".join([*lines, *(line for desk in view.desks for line in _desk_words(view, desk))])


def _tracks_words(words: list[str]) -> str:
    """Write a word at each track."""
    return "  " + "".join(f"[dim]{word:>4}[/]" for word in words)


def _track_row(view: PotionExplosionView, place: int) -> str:
    """Write the marbles at one height; marked and exploding ones reversed."""
    lit = {*view.marked, *(view.chain.next if view.chain else [])}
    marks = [
        f"   {_mark(track.marbles[place], f'{track.name}{place + 1}' in lit)}" if place < len(track.marbles) else "   ·"
        for track in view.tracks
    ]
    return f"[dim]{place + 1:2}[/]" + "".join(marks)


def _mark(colour: str, lit: bool = False) -> str:
    """Write a marble."""
    return f"[bold {INKS[colour]}{' reverse' if lit else ''}]{MARKS[colour]}[/]"


def _tile_words(tile: Tile | None) -> str:
    """Write a tile with its holes."""
    if tile is None:
        return "empty"
    holes = [
        _mark(hole.marble) if hole.marble else f"[{INKS[hole.colour]}]{MARKS[hole.colour].lower()}[/]"
        for hole in tile.holes
    ]
    return f"{tile.name} ({tile.points}) {' '.join(holes)}"


def _stack_words(stack: Stack) -> str:
    """Write the top of a stack and how many tiles lie under it."""
    return f"{_tile_words(stack.top)}  [dim]+{stack.under}[/]"


def _desk_words(view: PotionExplosionView, desk: Desk) -> list[str]:
    """Write a desk in two lines: what was won, and what is being brewed."""
    won = [counted(desk.points, "point"), f"tokens {desk.tokens}", f"Little Help {desk.helps}"]
    won += [f"{bottle.kind} ×{len(bottle.points)} ({bottle.drunk} drunk)" for bottle in desk.bottles]
    turn = "▶" if desk.seat == view.seat else " "
    held = " ".join(_mark(colour) for colour in desk.pool) or "none"
    brewed = " | ".join(_tile_words(tile) for tile in desk.burners)
    return ["", f"{turn} [bold]desk {desk.seat + 1}[/]  {' · '.join(won)}", f"    {brewed} | marbles {held}"]


def picture(view: PotionExplosionView) -> str:
    """Draw a view as SVG."""
    height = TOP + ROW * len(view.desks) + 8
    parts = [
        '<rect x="14" y="14" width="200" height="352" rx="10" fill="#EFE0DE"/>',
        *(_track(view, track, 24 + index * 38) for index, track in enumerate(view.tracks)),
        *(_stack(stack, 232 + index * 80) for index, stack in enumerate(view.stacks)),
        _text(232, 350, f"Countdown {view.countdown} · Little Help {view.helps_left} · round {view.round + 1}"),
        *(_desk(view, desk, TOP + index * ROW) for index, desk in enumerate(view.desks)),
    ]
    return canvas("Potion Explosion", WIDTH, height, "#6C2B4D", parts)


def _text(x: float, y: float, words: str, fill: str = "#F8F0EA", anchor: str = "start") -> str:
    """Write words."""
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}">{words}</text>'


def _marble(x: float, y: float, colour: str, lit: bool = False) -> str:
    """Draw a marble with the letter of its colour."""
    ink = "#2A1B00" if colour == "yellow" else "#FFF7EA"
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="none" stroke="#FFB627" stroke-width="3"/>' if lit else ""
    ball = f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="{FILLS[colour]}" stroke="#1E1216"/>'
    return ring + ball + _text(x, y + 4, MARKS[colour], ink, "middle")


def _track(view: PotionExplosionView, track: Track, x: float) -> str:
    """Draw a track from its bottom up; marked and exploding marbles are lit."""
    lit = {*view.marked, *(view.chain.next if view.chain else [])}
    marbles = [
        _marble(x + 16, 330 - place * UNIT, colour, f"{track.name}{place + 1}" in lit)
        for place, colour in enumerate(track.marbles)
    ]
    lid = [
        f'<circle cx="{x + 1 + place * 5:g}" cy="18" r="3" fill="{FILLS[colour]}" opacity="0.6"/>'
        for place, colour in enumerate(track.lid)
    ]
    more = _text(x + 16, 330 - SIGHT * UNIT + 8, f"+{track.hidden}", "#4B1A34", "middle")
    return "".join([*marbles, *lid, more, _text(x + 16, 360, track.name, "#4B1A34", "middle")])


def _stack(stack: Stack, x: float) -> str:
    """Draw the top of a stack."""
    if stack.top is None:
        return f'<rect x="{x:g}" y="20" width="72" height="100" rx="8" fill="none" stroke="#EFE0DE"/>'
    return _tile(stack.top, x, 20, 72) + _text(x + 36, 136, f"+{stack.under}", anchor="middle")


def _tile(tile: Tile, x: float, y: float, width: float) -> str:
    """Draw a tile: its kind, its points, its holes and the marbles on them."""
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="100" rx="8" fill="#FCF8F1"/>',
        _text(x + 6, y + 15, f"{tile.kind} {tile.points}", "#4B1A34"),
    ]
    for index, hole in enumerate(tile.holes):
        centre = (x + 16 + index % 3 * 20, y + 34 + index // 3 * 24)
        fill = FILLS[hole.marble] if hole.marble else "none"
        parts.append(
            f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="8" fill="{fill}" '
            f'stroke="{FILLS[hole.colour]}" stroke-width="3"/>'
        )
    return "".join(parts)


def _desk(view: PotionExplosionView, desk: Desk, y: float) -> str:
    """Draw a desk: two burners, the pool, the completed potions and the points."""
    edge = "#FFB627" if desk.seat == view.seat else "#4B1A34"
    tiles = [_tile(tile, 24 + index * 82, y + 6, 72) for index, tile in enumerate(desk.burners) if tile]
    marbles = [_marble(206 + index * 28, y + 34, colour) for index, colour in enumerate(desk.pool)]
    bottles = ", ".join(f"{bottle.kind} ×{len(bottle.points)} ({bottle.drunk} drunk)" for bottle in desk.bottles)
    sums = f"{counted(desk.points, 'point')} · tokens {desk.tokens} · Little Help {desk.helps}"
    frame = f'<rect x="14" y="{y:g}" width="{WIDTH - 28}" height="112" rx="10" fill="#8A4468" stroke="{edge}"/>'
    return "".join([frame, *tiles, *marbles, _text(194, y + 76, sums), _text(194, y + 98, bottles)])
