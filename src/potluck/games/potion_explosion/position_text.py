"""Positions of Potion Explosion as text.

Five words for the tracks: the seen marbles from the bottom (R B K Y), then + and how many lie behind the lid, then with
lid=queue : and the highest of them, as far as everybody knows them. Five
words for the stacks: the tile on top, then + and how many lie under it. Then fields; those with a number are a seat's:

| field | meaning |
| --- | --- |
| seats, seat, phase | how many, whose turn, and what is going on in it |
| kinds, starters | the kinds in play; starters laid out for the draft |
| desk0 | the two burners: a tile, the marbles on it, and the open holes if they are not those one would expect |
| pool0, done0, drunk0, tokens0, helps0, taken0 | marbles held, tiles completed, kinds drunk, tokens, the last pick |
| fresh, acted | what the mover took this turn and still holds; pick and help, once made |
| gap, burning, tie | a chain: its track and how many marbles lie below the gap; what goes on exploding; the last pick |
| marked, left | a potion taking effect: marked marbles; marbles that may still be placed |
| returning, landing | marbles on their way back; the track in which one lands |
| round, ending | rounds finished; how a finished match ended |

The multisets that hidden marbles and tiles are drawn from follow from the rest, and so does the countdown.
"""

import re

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.fields import check_fields, number_field, position_words, showing, word_field, write_fields
from potluck.core.state import ALL
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOUR_MARKS,
    COLOUR_NAMES,
    COLOURS,
    DEPTH,
    HELPS,
    LENGTH,
    MOST_SEATS,
    POOL,
    SIGHT,
    SPOT_NAMES,
    STACKS,
    TRACK_NAMES,
    TRACKS,
)
from potluck.games.potion_explosion.checks import complete
from potluck.games.potion_explosion.notation import PHASES, counts_at, marbles_text, marked_spots, repeated
from potluck.games.potion_explosion.position import Options
from potluck.games.potion_explosion.rules import PotionExplosionState, empty_state
from potluck.games.potion_explosion.tiles import (
    HOLES,
    KIND_NAMES,
    KINDS,
    KINDS_IN_PLAY,
    SIZES,
    TILE_NAMES,
    TILES,
    size_of,
)

FIELDS = (
    *("seats", "seat", "phase", "kinds", "starters", "fresh", "acted", "gap", "burning", "tie", "marked", "left"),
    *("returning", "landing", "round", "ending"),
)
SEAT_FIELDS = ("desk", "pool", "done", "drunk", "tokens", "helps", "taken")
ENDINGS = ("PX14", "PX15", "PX26")


# Writing


def write_position(state: PotionExplosionState, viewer: int = ALL) -> str:
    """Write a position: tracks, stacks, the course of the turn, then a line for each desk."""
    tracks = " ".join(_write_track(state, track) for track in range(TRACKS))
    stacks = " ".join(_write_stack(state, stack) for stack in range(STACKS))
    desks = [_write_desk(state, seat) for seat in range(state.seats)]
    return "\n".join([tracks, stacks, _write_course(state), *desks])


def _write_track(state: PotionExplosionState, track: int) -> str:
    """Write the seen marbles of a track, the number of the hidden ones, and those of them that everybody knows."""
    marbles = "".join(COLOUR_MARKS[colour] for colour in state.marbles_of(track))
    known, hidden = int(state.data[at.KNOWN + track]), int(state.data[at.HIDDEN + track])
    lid = f":{marbles[known:]}" if marbles[known:] else ""
    return marbles[:known] + (f"+{hidden}{lid}" if hidden else "") or "-"


def _write_stack(state: PotionExplosionState, stack: int) -> str:
    """Write the top of a stack and the number of tiles under it."""
    top, under = int(state.data[at.TOP + stack]), int(state.data[at.UNDER + stack])
    return (TILE_NAMES[top - 1] if top else "") + (f"+{under}" if under else "") or "-"


def _write_course(state: PotionExplosionState) -> str:
    """Write whose turn it is and how far it is."""
    data = state.data
    acted = "+".join(name for name, done in (("pick", data[at.PICKED]), ("help", data[at.AIDED])) if done)
    marked = [SPOT_NAMES[spot] for spot in marked_spots(state)]
    chain = state.phase() == at.CHAIN
    fields = {
        "seats": str(state.seats),
        "seat": str(state.seat()),
        "phase": PHASES[state.phase()],
        "kinds": "+".join(KIND_NAMES[kind] for kind in range(KINDS) if data[at.IN_PLAY + kind]),
        "starters": "+".join(repeated(KIND_NAMES, counts_at(state, at.STARTERS, KINDS))),
        "fresh": marbles_text(counts_at(state, at.FRESH)),
        "acted": acted,
        "gap": f"{TRACK_NAMES[data[at.CHAIN_TRACK]]}{data[at.GAP]}" if chain else "",
        "burning": COLOUR_NAMES[data[at.BURNING] - 1] if data[at.BURNING] else "",
        "tie": "on" if chain and state.data[at.TIED] else "",
        "marked": "+".join(marked),
        "left": str(data[at.LEFT] or ""),
        "returning": marbles_text(counts_at(state, at.RETURNING)),
        "landing": TRACK_NAMES[data[at.LANDED] - 1] if data[at.LANDED] else "",
        "round": str(data[at.ROUND]) if state.options.rounds else "",
        "ending": state.ending(),
    }
    return write_fields(fields)


def _write_desk(state: PotionExplosionState, seat: int) -> str:
    """Write what a seat has."""
    data, desk = state.data, at.DESKS + seat * at.DESK
    fields = {
        "desk": "/".join(_write_burner(state, desk, burner) for burner in range(BURNERS)),
        "pool": marbles_text(counts_at(state, desk + at.HELD)),
        "done": "+".join(repeated(TILE_NAMES, counts_at(state, desk + at.DONE, TILES))),
        "drunk": "+".join(repeated(KIND_NAMES, counts_at(state, desk + at.DRUNK, KINDS))),
        "tokens": str(data[desk + at.TOKENS] or ""),
        "helps": str(data[desk + at.HELPED] or ""),
        "taken": str(data[desk + at.TAKEN] or ""),
    }
    return write_fields({f"{name}{seat}": value for name, value in fields.items()})


def _write_burner(state: PotionExplosionState, desk: int, burner: int) -> str:
    """Write a tile with the marbles on it; name the open holes if marbles lie on holes of other colours."""
    tile = int(state.data[desk + at.TILE + burner]) - 1
    if tile < 0:
        return "-"
    on = counts_at(state, desk + at.ON + burner * COLOURS)
    holes = counts_at(state, desk + at.OPEN + burner * COLOURS)
    plain = all(HOLES[tile * COLOURS + colour] == on[colour] + holes[colour] for colour in range(COLOURS))
    parts = [TILE_NAMES[tile], marbles_text(on)] if any(on) else [TILE_NAMES[tile]]
    return ":".join(parts if plain else [*parts, marbles_text(holes)])


# Reading


def read_position(text: str, options: Options, dice: Dice | None = None) -> PotionExplosionState:
    """Read a position; what must be drawn or decided next follows from it."""
    words, fields = position_words(text, TRACKS + STACKS)
    seats = number_field(fields, "seats", 2, MOST_SEATS, least=2)
    check_fields(fields, (*FIELDS, *(f"{name}{seat}" for seat in range(seats) for name in SEAT_FIELDS)))
    if options.first >= seats:
        raise BadNotation(f"position field seats={seats}: expected more than first={options.first}")
    state = empty_state(options, seats)
    for track, word in enumerate(words[:TRACKS]):
        _read_track(state, track, word)
    for stack, word in enumerate(words[TRACKS:]):
        _read_stack(state, stack, word)
    _read_kinds(state, fields)
    for seat in range(seats):
        _read_desk(state, seat, fields)
    with showing(state):
        _read_course(state, fields)
        complete(state, _read_end(state, fields))
    return state


def _read_track(state: PotionExplosionState, track: int, word: str) -> None:
    """Read the marbles of a track."""
    match = re.fullmatch(r"([RBKY]{0,9})(?:\+([1-9]|1[0-6])(?::([RBKY]{1,7}))?)?|-", word)
    seen, hidden, lid = ((match[1] or ""), int(match[2] or 0), (match[3] or "")) if match else ("", 0, "")
    if not match or len(seen) + hidden > LENGTH or len(lid) > hidden:
        raise BadNotation(f"position track {shown(word)}: expected up to nine of R B K Y, then + and a number")
    if lid and not state.options.queue:
        raise BadNotation(f"position track {shown(word)}: nobody knows what is behind the lid without lid=queue (PX21)")
    for place, mark in enumerate(seen):
        state.data[at.TRACK + track * SIGHT + place] = COLOUR_MARKS.index(mark)
    state.data[at.KNOWN + track] = len(seen)
    state.data[at.HIDDEN + track] = hidden
    for place, mark in enumerate(lid):
        state.data[at.LID + track * DEPTH + place] = COLOUR_MARKS.index(mark) + 1


def _read_stack(state: PotionExplosionState, stack: int, word: str) -> None:
    """Read the top of a stack and how many lie under it."""
    match = re.fullmatch(r"([a-z]+[4-7])?(?:\+([1-9]))?|-", word)
    if not match or (match[1] and match[1] not in TILE_NAMES):
        raise BadNotation(f"position stack {shown(word)}: expected a tile like wisdom5, then + and a number")
    state.data[at.TOP + stack] = TILE_NAMES.index(match[1]) + 1 if match[1] else 0
    state.data[at.UNDER + stack] = int(match[2] or 0)


def _read_kinds(state: PotionExplosionState, fields: dict[str, str]) -> None:
    """Read the kinds in play and the starters laid out."""
    kinds = _names(fields, "kinds", KIND_NAMES)
    allowed = [name for kind, name in enumerate(KIND_NAMES) if state.options.kinds >> kind & 1]
    if len(set(kinds)) != len(kinds) or len(kinds) < KINDS_IN_PLAY or not set(kinds) <= set(allowed):
        raise BadNotation(f"position field kinds={shown(fields.get('kinds', ''))}: expected six of {'+'.join(allowed)}")
    for kind, name in enumerate(KIND_NAMES):
        state.data[at.IN_PLAY + kind] = name in kinds
    for name in _names(fields, "starters", KIND_NAMES):
        _count(state, at.STARTERS + KIND_NAMES.index(name), 1)


def _names(fields: dict[str, str], field: str, known: tuple[str, ...] | list[str]) -> list[str]:
    """Read names joined by +."""
    text = fields.get(field, "")
    names = text.split("+") if text else []
    if not set(names) <= set(known) or len(names) > 99:
        raise BadNotation(f"position field {field}={shown(text)}: expected names joined by +, of {', '.join(known)}")
    return names


def _marbles(fields: dict[str, str], field: str) -> list[int]:
    """Read marbles written as letters."""
    return _letters(field, fields.get(field, ""))


def _letters(field: str, text: str) -> list[int]:
    """Count the letters of each colour."""
    if not re.fullmatch(r"[RBKY]{0,80}", text):
        raise BadNotation(f"position field {field}={shown(text)}: expected letters of R B K Y")
    return [text.count(mark) for mark in COLOUR_MARKS]


def _count(state: PotionExplosionState, index: int, more: int) -> None:
    """Raise a byte."""
    state.data[index] = int(state.data[index]) + more


def _read_desk(state: PotionExplosionState, seat: int, fields: dict[str, str]) -> None:
    """Read what a seat has."""
    desk = at.DESKS + seat * at.DESK
    burners = fields.get(f"desk{seat}", "-/-").split("/")
    if len(burners) != BURNERS:
        raise BadNotation(f"position field desk{seat}={shown(fields[f'desk{seat}'])}: expected two burners, as in a/b")
    for burner, word in enumerate(burners):
        if word != "-":
            _read_burner(state, desk, burner, word)
    for colour, count in enumerate(_marbles(fields, f"pool{seat}")):
        state.data[desk + at.HELD + colour] = count
    for name in _names(fields, f"done{seat}", TILE_NAMES):
        tile = TILE_NAMES.index(name)
        _count(state, desk + at.DONE + tile, 1)
        _count(state, desk + at.READY + tile // SIZES, 1)
    for name in _names(fields, f"drunk{seat}", KIND_NAMES):
        kind = KIND_NAMES.index(name)
        if state.data[desk + at.READY + kind] == 0:
            raise BadNotation(f"position field drunk{seat}: expected no more {name} than done{seat} has")
        _count(state, desk + at.READY + kind, -1)
        _count(state, desk + at.DRUNK + kind, 1)
    state.data[desk + at.TOKENS] = number_field(fields, f"tokens{seat}", 0, 9)
    state.data[desk + at.HELPED] = number_field(fields, f"helps{seat}", 0, HELPS)
    state.data[desk + at.TAKEN] = number_field(fields, f"taken{seat}", 0, LENGTH)


def _read_burner(state: PotionExplosionState, desk: int, burner: int, word: str) -> None:
    """Read a tile with its marbles; without a third part they lie on holes of their own colours."""
    name, *parts = word.split(":")
    if name not in TILE_NAMES or len(parts) > 2:
        raise BadNotation(f"position burner {shown(word)}: expected a tile like wisdom5:RRK, or -")
    tile = TILE_NAMES.index(name)
    on = _letters("desk", parts[0] if parts else "")
    holes = [int(HOLES[tile * COLOURS + colour]) for colour in range(COLOURS)]
    rest = (
        _letters("desk", parts[1])
        if len(parts) == 2
        else [hole - marble for hole, marble in zip(holes, on, strict=True)]
    )
    fits = all(0 <= left <= hole for left, hole in zip(rest, holes, strict=True))
    if not fits or sum(rest) == 0 or sum(on) + sum(rest) != size_of(tile):
        raise BadNotation(f"position burner {shown(word)}: expected marbles that fit its holes, not all of them (PX9)")
    state.data[desk + at.TILE + burner] = tile + 1
    for colour in range(COLOURS):
        state.data[desk + at.ON + burner * COLOURS + colour] = on[colour]
        state.data[desk + at.OPEN + burner * COLOURS + colour] = rest[colour]


def _read_course(state: PotionExplosionState, fields: dict[str, str]) -> None:
    """Read whose turn it is and how far it is."""
    state.data[at.PHASE] = word_field(fields, "phase", PHASES, "turn")
    state.data[at.SEAT] = number_field(fields, "seat", 0, int(state.seats) - 1)
    for colour in range(COLOURS):
        state.data[at.FRESH + colour] = _marbles(fields, "fresh")[colour]
        state.data[at.RETURNING + colour] = _marbles(fields, "returning")[colour]
    acted = _names(fields, "acted", ("pick", "help"))
    state.data[at.PICKED], state.data[at.AIDED] = "pick" in acted, "help" in acted
    for name in _names(fields, "marked", SPOT_NAMES):
        state.data[at.MARKED + SPOT_NAMES.index(name)] = 1
    state.data[at.LEFT] = number_field(fields, "left", 0, POOL)
    state.data[at.ROUND] = number_field(fields, "round", 0, int(state.options.rounds))
    if "landing" in fields:
        state.data[at.LANDED] = word_field(fields, "landing", tuple(TRACK_NAMES)) + 1
    _read_chain(state, fields)


def _read_chain(state: PotionExplosionState, fields: dict[str, str]) -> None:
    """Read where a chain of explosions is."""
    if ("gap" in fields) != (state.phase() == at.CHAIN) or ("burning" in fields and state.phase() != at.CHAIN):
        raise BadNotation("position fields gap and burning: expected gap with phase=chain, and neither without")
    if state.phase() != at.CHAIN:
        return
    match = re.fullmatch(r"([a-e])([0-8])", fields["gap"])
    if not match or int(match[2]) > state.data[at.KNOWN + TRACK_NAMES.index(match[1])]:
        raise BadNotation(f"position field gap={shown(fields['gap'])}: expected a track and how many lie below, as c3")
    track, gap = TRACK_NAMES.index(match[1]), int(match[2])
    state.data[at.CHAIN_TRACK], state.data[at.GAP] = track, gap
    if "burning" in fields:
        state.data[at.BURNING] = word_field(fields, "burning", COLOUR_NAMES) + 1
        if state.data[at.KNOWN + track] != gap or state.data[at.HIDDEN + track] == 0:
            raise BadNotation("position field burning: expected only hidden marbles above the gap (PX2)")


def _read_end(state: PotionExplosionState, fields: dict[str, str]) -> str:
    """Read whether a tie is being broken; return how a finished match ended."""
    if ("tie" in fields and state.phase() != at.CHAIN) or ("ending" in fields) != (state.phase() == at.FINISHED):
        raise BadNotation("position fields tie and ending: expected tie=on in a chain, ending with phase=over")
    ending = ENDINGS[word_field(fields, "ending", ENDINGS, "PX14")]
    tied = word_field(fields, "tie", ("off", "on"), "off") or state.phase() == at.TIE or ending == "PX15"
    state.data[at.TIED] = bool(tied)
    return ending
