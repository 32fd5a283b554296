"""A position of Potion Explosion put together by hand: marbles, stacks, the desks, and what was completed and drunk."""

import re
from collections import Counter
from collections.abc import Iterator

from potluck.core.editing import Account, Draft, Knob, Tool, number, pick, several, split, to_move
from potluck.core.errors import BadNotation
from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOUR_MARKS,
    COLOUR_NAMES,
    COLOURS,
    HELPS,
    LENGTH,
    MARBLES,
    SPOT_NAMES,
    STACKS,
    TRACK_NAMES,
    TRACKS,
)
from potluck.games.potion_explosion.tiles import COPIES, KIND_NAMES, KINDS_IN_PLAY, SIZES, TILE_NAMES
from potluck.games.potion_explosion.words import TITLES

SETUP: tuple[str, ...] = ("setup", "drafting")  # phases before the first turn
WORDS: int = TRACKS + STACKS
PLACES = dict.fromkeys([*SPOT_NAMES, "burner1", "burner2", *COLOUR_NAMES, "pool"], (0, 0))
OF_A_SEAT = ("desk", "pool", "done", "drunk", "tokens", "helps")
LID, UNDER = "lid", "under them"
MOST_TOKENS = 9
MOST_UNDER = 9
MOST_ROUNDS = 99


def lay_out(draft: Draft) -> None:
    """Let a fresh turn begin."""
    lasting = [f"{name}{seat}" for seat in range(seats_of(draft)) for name in OF_A_SEAT]
    draft.keep("seats", "seat", "kinds", "round", *lasting, phase="turn")


def seats_of(draft: Draft) -> int:
    """Read how many sit there."""
    return int(draft.fields.get("seats", "2"))


def tools(draft: Draft) -> list[Tool]:
    """List what can be placed."""
    return [Tool(name, name.capitalize()) for name in COLOUR_NAMES]


# The dispenser


def track_of(draft: Draft, track: int) -> tuple[str, int]:
    """Read the seen marbles of a track, and how many lie behind the lid."""
    found = re.fullmatch(r"([RBKY]*)(?:\+([0-9]+))?(?::[RBKY]+)?|-", draft.words[track])
    return (found[1] or "", int(found[2] or 0)) if found else ("", 0)


def lay_track(draft: Draft, track: int, seen: str, hidden: int) -> None:
    """Write a track."""
    draft.words[track] = seen + (f"+{hidden}" if hidden else "") or "-"


def hide(draft: Draft, count: int) -> None:
    """Lay so many marbles behind the lid, as evenly as there is room."""
    room = [LENGTH - len(track_of(draft, track)[0]) for track in range(TRACKS)]
    if count > sum(room):
        raise BadNotation(f"a track holds {LENGTH} marbles, so there is room for {sum(room)} behind the lid (PX19)")
    laid = [0] * TRACKS
    for _ in range(count):
        laid[min((track for track in range(TRACKS) if laid[track] < room[track]), key=lambda track: laid[track])] += 1
    for track in range(TRACKS):
        lay_track(draft, track, track_of(draft, track)[0], laid[track])


# The desks


def burners(draft: Draft, seat: int) -> list[list[str]]:
    """Read the tiles of a seat with their marbles and, if they are told, their open holes."""
    return [word.split(":") for word in draft.fields.get(f"desk{seat}", "-/-").split("/")]


def lay_burners(draft: Draft, seat: int, tiles: list[list[str]]) -> None:
    """Write the tiles of a seat."""
    draft.turn(f"desk{seat}", "/".join(":".join(filter(None, tile)) for tile in tiles))


def place(draft: Draft, tool: str, spot: str, near: int) -> None:
    """Place a marble: instead of another in a track or above it, on a tile, in the pool."""
    colour = COLOUR_MARKS[COLOUR_NAMES.index(tool)]
    if spot in SPOT_NAMES:
        track, number_ = TRACK_NAMES.index(spot[0]), int(spot[1]) - 1
        seen, hidden = track_of(draft, track)
        seen = seen[:number_] + colour + seen[number_ + 1 :]
        lay_track(draft, track, seen, min(hidden, LENGTH - len(seen)))
    elif spot.startswith("burner"):
        tiles = burners(draft, near)
        tile, on, *rest = [*tiles[int(spot[-1]) - 1], ""][: 2 + (len(tiles[int(spot[-1]) - 1]) > 2)]
        if tile == "-":
            raise BadNotation("there is no tile on that burner (PX9)")
        holes = [hole.replace(colour, "", 1) if colour in hole else hole[1:] for hole in rest]
        tiles[int(spot[-1]) - 1] = [tile, on + colour, *holes]
        lay_burners(draft, near, tiles)
    elif spot in PLACES:
        draft.turn(f"pool{near}", draft.fields.get(f"pool{near}", "") + colour)
    else:
        raise BadNotation("no marble can be placed there")


def take(draft: Draft, spot: str, near: int) -> None:
    """Take a marble away: from a track, from a tile, or from the pool."""
    pool = draft.fields.get(f"pool{near}", "")
    if spot in SPOT_NAMES:
        track, number_ = TRACK_NAMES.index(spot[0]), int(spot[1]) - 1
        seen, hidden = track_of(draft, track)
        lay_track(draft, track, seen[:number_] + seen[number_ + 1 :], hidden)
    elif spot.startswith("burner"):
        tiles = burners(draft, near)
        tile, *marbles = tiles[int(spot[-1]) - 1]
        tiles[int(spot[-1]) - 1] = [tile, marbles[0][:-1] if marbles else ""]
        lay_burners(draft, near, tiles)
    elif spot in COLOUR_NAMES:
        draft.turn(f"pool{near}", pool.replace(COLOUR_MARKS[COLOUR_NAMES.index(spot)], "", 1))
    elif spot in PLACES:
        draft.turn(f"pool{near}", pool[:-1])
    else:
        raise BadNotation("nothing can be taken from there")


def knobs(draft: Draft, near: int) -> list[Knob]:
    """List what stands beside the board."""
    hidden = str(sum(track_of(draft, track)[1] for track in range(TRACKS)))
    words, mend = ["marbles"], "Put {value} behind the lid"
    rounds = [number(draft, "round", "Rounds finished", MOST_ROUNDS)] if "round" in draft.fields else []
    return [
        to_move(draft, seats_of(draft)),
        *rounds,
        Knob(LID, "Behind the lid", hidden, most=COLOURS * MARBLES, words=words, mend=mend),
        *desk_knobs(draft, near),
        *stack_knobs(draft),
    ]


def laid(draft: Draft) -> dict[str, str]:
    """List the tiles of the kinds in play, with their names."""
    kinds = draft.fields.get("kinds", "").split("+")
    names = {name: f"{TITLES[tile // SIZES]}, {name[-1]} holes" for tile, name in enumerate(TILE_NAMES)}
    return {name: title for name, title in names.items() if name[:-1] in kinds}


def desk_knobs(draft: Draft, near: int) -> Iterator[Knob]:
    """List what a seat has: tiles, potions, tokens."""
    group, tiles = f"{{{near}}}: burners and potions", {"-": "none", **laid(draft)}
    for burner in range(BURNERS):
        title = ("First burner", "Second burner")[burner]
        yield pick(f"burner{burner + 1}", title, burners(draft, near)[burner][0], tiles, group, [f"desk{near}"])
    done, drunk = chosen(draft, f"done{near}"), chosen(draft, f"drunk{near}")
    words = [f"tiles {name}" for name in done]
    yield several(pick(f"done{near}", "Completed potions", done, laid(draft), group, words), COPIES)
    kinds = {name[:-1]: TITLES[TILE_NAMES.index(name) // SIZES] for name in done}
    yield several(pick(f"drunk{near}", "Potions drunk", drunk, kinds, group), COPIES * SIZES)
    yield number(draft, f"tokens{near}", "Skill tokens", MOST_TOKENS, group=group)
    yield number(draft, f"helps{near}", "Little Helps taken", int(HELPS), group=group)


def chosen(draft: Draft, field: str) -> list[str]:
    """Read names that are joined by +."""
    return [name for name in draft.fields.get(field, "").split("+") if name]


def stack_knobs(draft: Draft) -> Iterator[Knob]:
    """List the tile on top of each stack, and how many lie under it; and the kinds in play."""
    group, tiles = "Stacks", {"-": "none", **laid(draft)}
    for stack in range(STACKS):
        top, under = stack_of(draft, stack)
        words = [f"tiles {top}"]
        yield pick(f"top{stack + 1}", f"On top of stack {stack + 1}", top or "-", tiles, group, words)
        title = f"Under it, stack {stack + 1}"
        yield Knob(f"under{stack + 1}", title, under, most=MOST_UNDER, words=["stacks", UNDER], group=group)
    kinds = {name: TITLES[kind] for kind, name in enumerate(KIND_NAMES)}
    yield several(pick("kinds", "Kinds in play", chosen(draft, "kinds"), kinds, group))


def stack_of(draft: Draft, stack: int) -> tuple[str, str]:
    """Read the tile on top of a stack, and how many lie under it."""
    top, _, under = draft.words[TRACKS + stack].removeprefix("-").partition("+")
    return top, under or "0"


def turn(draft: Draft, name: str, value: str, near: int) -> None:
    """Turn a knob."""
    if name == LID:
        hide(draft, int(value))
    elif name.startswith("burner"):
        tiles = burners(draft, near)
        tiles[int(name[-1]) - 1] = [value]
        lay_burners(draft, near, tiles)
    elif name.startswith(("top", "under")):
        stack = int(name[-1]) - 1
        top, under = stack_of(draft, stack)
        top, under = (value, under) if name.startswith("top") else (top, value)
        draft.words[TRACKS + stack] = (top.strip("-") + (f"+{under}" if under != "0" else "")) or "-"
    elif name == "kinds" and len(split(value)) < KINDS_IN_PLAY:
        raise BadNotation("six kinds are in play, so add another one first (PX16)")
    elif name.startswith(("done", "drunk", "kinds")):
        draft.turn(name, "+".join(in_order(split(value))))
        if name.startswith("done"):
            drink(draft, near)
    else:
        draft.turn(name, value)


def in_order(names: list[str]) -> list[str]:
    """Sort tiles or kinds as they are written."""
    return sorted(names, key=[*TILE_NAMES, *KIND_NAMES].index)


def drink(draft: Draft, near: int) -> None:
    """Let no more be drunk than was completed."""
    left = Counter(name[:-1] for name in chosen(draft, f"done{near}"))
    drunk = Counter(chosen(draft, f"drunk{near}")) & left
    draft.turn(f"drunk{near}", "+".join(in_order(list(drunk.elements()))))


def account(draft: Draft) -> Account | None:
    """Count the marbles, or else the tiles, if they are not as many as there are."""
    return marble_account(draft) or tile_account(draft)


def tile_account(draft: Draft) -> Account | None:
    """Count the tiles."""
    stacks = [stack_of(draft, stack) for stack in range(STACKS)]
    seats = range(seats_of(draft))
    rows = [
        ("on top of the stacks", sum(bool(top) for top, _ in stacks)),
        (UNDER, sum(int(under) for _, under in stacks)),
        ("on burners", sum(tile[0] != "-" for seat in seats for tile in burners(draft, seat))),
        ("completed", sum(len(chosen(draft, f"done{seat}")) for seat in seats)),
    ]
    placed, there = sum(count for _, count in rows), len(laid(draft)) * COPIES
    return None if placed == there else Account(f"{there} tiles, but {placed} are placed.", "PX23", rows, UNDER)


def marble_account(draft: Draft) -> Account | None:
    """Count the marbles."""
    tracks = [track_of(draft, track) for track in range(TRACKS)]
    tiles = "".join("".join(tile[1:2]) for seat in range(seats_of(draft)) for tile in burners(draft, seat))
    pools = "".join(draft.fields.get(f"pool{seat}", "") for seat in range(seats_of(draft)))
    seen = "".join(marbles for marbles, _ in tracks)
    for mark, name in zip(COLOUR_MARKS, COLOUR_NAMES, strict=True):
        rows = [("in the tracks", seen.count(mark)), ("on tiles", tiles.count(mark)), ("in pools", pools.count(mark))]
        if sum(count for _, count in rows) > MARBLES:
            placed = sum(count for _, count in rows)
            return Account(f"{MARBLES} {name} marbles, but {placed} are placed.", "PX19", rows, "")
    rows = [
        ("seen in the tracks", len(seen)),
        ("behind the lid", sum(hidden for _, hidden in tracks)),
        ("on tiles", len(tiles)),
        ("in pools", len(pools)),
    ]
    placed = sum(count for _, count in rows)
    if placed == COLOURS * MARBLES:
        return None
    return Account(f"{COLOURS * MARBLES} marbles, but {placed} are placed.", "PX19", rows, "behind the lid")
