"""What a viewer sees of Potion Explosion: everything that anybody has seen, and counts of what nobody has."""

import msgspec

from potluck.core.state import CHANCE, OVER
from potluck.core.view import View
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOUR_NAMES,
    COLOURS,
    POOL,
    SIGHT,
    SPOT_NAMES,
    STACKS,
    TRACK_NAMES,
    TRACKS,
)
from potluck.games.potion_explosion.notation import PHASES, counts_at, marked_spots, repeated, winners
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.taking import is_collision
from potluck.games.potion_explosion.tiles import HOLES, KIND_NAMES, KINDS, POINTS, SIZES, TILE_NAMES, TILES
from potluck.games.potion_explosion.words import TITLES

DRAWINGS = ("kind", "starter", "tile", "sight", "landing", "track")  # in the order of the events of chance


class Hole(msgspec.Struct, frozen=True):
    """Show one hole of a tile."""

    colour: str
    marble: str | None  # the colour of the marble on it


class Tile(msgspec.Struct, frozen=True):
    """Show one tile."""

    name: str  # as in notation: wisdom5
    kind: str
    title: str
    points: int
    holes: list[Hole]


class Track(msgspec.Struct, frozen=True):
    """Show one track of the dispenser."""

    name: str
    marbles: list[str]  # the seen ones, from the bottom
    hidden: int  # how many lie behind the lid
    lid: list[str]  # the highest of them, from below, as far as everybody knows them


class Stack(msgspec.Struct, frozen=True):
    """Show one stack of tiles."""

    top: Tile | None
    under: int  # how many lie under it


class Bottle(msgspec.Struct, frozen=True):
    """Show the completed potions of one kind."""

    kind: str
    title: str
    points: list[int]  # one entry a potion
    drunk: int  # how many of them were drunk


class Desk(msgspec.Struct, frozen=True):
    """Show what a seat has."""

    seat: int
    burners: list[Tile | None]
    pool: list[str]  # marbles held; in the seat's own turn the hand as well
    fresh: list[str]  # those of them taken this turn, which must be placed if they can
    bottles: list[Bottle]
    tokens: int
    helps: int
    points: int
    taken: int  # marbles of the last pick, when a tie is broken


class Chain(msgspec.Struct, frozen=True):
    """Show where a chain of explosions is."""

    track: str
    below: int  # how many marbles lie below the gap
    burning: str | None  # the colour that still explodes if it comes into sight
    next: list[str]  # the seen marbles that explode next
    later: list[list[str]]  # and those that explode after them, as far as they are seen


class PotionExplosionView(View, frozen=True, kw_only=True, tag_field="kind", tag="potion_explosion"):
    """Show a position of Potion Explosion."""

    seat: int  # whose turn it is, also while chance draws
    phase: str
    drawing: str | None  # what chance draws now, one of DRAWINGS
    tracks: list[Track]
    reach: int  # places of a track within reach of Little Help and potions
    unseen: dict[str, int]  # hidden marbles by colour, whatever their tracks
    returning: list[str]  # marbles on their way back
    rolling: int  # how many of them have not reached a track
    landing: str | None  # the track in which one lands in sight
    marked: list[str]  # marbles that a potion has marked
    left: int  # marbles that Prismatic Joy may still place
    chain: Chain | None
    stacks: list[Stack]
    deck: dict[str, int]  # tiles that lie unseen in the stacks, whatever the stack
    kinds: list[str]  # in play
    starters: list[Tile]  # laid out for the draft
    desks: list[Desk]
    pool_size: int
    picked: bool
    helped: bool
    helps_left: int
    countdown: int  # skill tokens left before the end is triggered
    round: int  # rounds finished
    rounds: int  # the match ends after as many; 0 for never
    last_round: bool
    tie: bool  # a last pick decides
    winners: list[int] | None  # once the match is over


def view(state: PotionExplosionState, viewer: int) -> PotionExplosionView:
    """Show a position to anybody."""
    data = state.data
    return PotionExplosionView(
        game="potion_explosion",
        to_move=int(state.to_move),
        turn=int(state.turn),
        seat=int(state.seat()),
        phase=PHASES[state.phase()],
        drawing=DRAWINGS[data[at.EVENT] - 1] if state.to_move == CHANCE else None,
        tracks=[_track(state, track) for track in range(TRACKS)],
        reach=int(state.options.far_reach),
        unseen=dict(zip(COLOUR_NAMES, counts_at(state, at.UNSEEN), strict=True)),
        returning=_marbles(counts_at(state, at.RETURNING)),
        rolling=int(data[at.ROLLING]),
        landing=TRACK_NAMES[data[at.LANDED] - 1] if data[at.LANDED] else None,
        marked=[SPOT_NAMES[spot] for spot in marked_spots(state)],
        left=int(data[at.LEFT]),
        chain=_chain(state) if state.phase() == at.CHAIN else None,
        stacks=[_stack(state, stack) for stack in range(STACKS)],
        deck={TILE_NAMES[tile]: int(data[at.DECK + tile]) for tile in range(TILES) if data[at.DECK + tile]},
        kinds=[KIND_NAMES[kind] for kind in range(KINDS) if data[at.IN_PLAY + kind]],
        starters=[_tile(kind * SIZES, None) for kind in range(KINDS) for _ in range(data[at.STARTERS + kind])],
        desks=[_desk(state, seat) for seat in range(state.seats)],
        pool_size=POOL,
        picked=bool(data[at.PICKED]),
        helped=bool(data[at.AIDED]),
        helps_left=int(state.helps_left()),
        countdown=int(data[at.COUNTDOWN]),
        round=int(data[at.ROUND]),
        rounds=int(state.options.rounds),
        last_round=state.phase() > at.DRAFTING and bool(state.is_last_round()),
        tie=bool(data[at.TIED]),
        winners=winners(state) if state.to_move == OVER else None,
    )


def _marbles(counts: list[int]) -> list[str]:
    """List marbles by colour."""
    return repeated(COLOUR_NAMES, counts)


def _track(state: PotionExplosionState, track: int) -> Track:
    """Show a track."""
    known = int(state.data[at.KNOWN + track])
    marbles = [COLOUR_NAMES[colour] for colour in state.marbles_of(track)]
    return Track(TRACK_NAMES[track], marbles[:known], int(state.data[at.HIDDEN + track]), marbles[known:])


def _chain(state: PotionExplosionState) -> Chain:
    """Show where a chain is, and which marbles explode in it."""
    track, gap, burning = int(state.data[at.CHAIN_TRACK]), int(state.data[at.GAP]), int(state.data[at.BURNING])
    marbles = counts_at(state, at.TRACK + track * SIGHT, int(state.data[at.KNOWN + track]))
    places = _explosions(marbles, gap) if is_collision(state) else [[]]
    spots = [[SPOT_NAMES[track * SIGHT + place] for place in explosion] for explosion in places]
    return Chain(TRACK_NAMES[track], gap, COLOUR_NAMES[burning - 1] if burning else None, spots[0], spots[1:])


def _explosions(marbles: list[int], gap: int) -> list[list[int]]:
    """List the places of the marbles that explode together, explosion by explosion, from the gap outwards."""
    explosions = []
    low = high = gap
    while low > 0 and high < len(marbles) and marbles[low - 1] == marbles[high]:
        colour = marbles[high]
        bottom, top = low, high
        while low > 0 and marbles[low - 1] == colour:
            low -= 1
        while high < len(marbles) and marbles[high] == colour:
            high += 1
        explosions.append([*range(low, bottom), *range(top, high)])
    return explosions


def _stack(state: PotionExplosionState, stack: int) -> Stack:
    """Show a stack."""
    top = int(state.data[at.TOP + stack]) - 1
    return Stack(_tile(top, None) if top >= 0 else None, int(state.data[at.UNDER + stack]))


def _tile(tile: int, holes: list[Hole] | None) -> Tile:
    """Show a tile; without holes given, an empty one."""
    empty = [Hole(name, None) for name in _marbles([int(HOLES[tile * COLOURS + colour]) for colour in range(COLOURS)])]
    kind = tile // SIZES
    return Tile(TILE_NAMES[tile], KIND_NAMES[kind], TITLES[kind], int(POINTS[tile]), holes or empty)


def _burner(state: PotionExplosionState, desk: int, burner: int) -> Tile | None:
    """Show a tile with its marbles: on holes of their colour as far as there are any."""
    tile = int(state.data[desk + at.TILE + burner]) - 1
    if tile < 0:
        return None
    on = counts_at(state, desk + at.ON + burner * COLOURS)
    filled = [
        int(HOLES[tile * COLOURS + colour]) - int(state.data[desk + at.OPEN + burner * COLOURS + colour])
        for colour in range(COLOURS)
    ]
    fitting = [min(pair) for pair in zip(on, filled, strict=True)]
    others = _marbles([count - same for count, same in zip(on, fitting, strict=True)])
    holes = []
    for colour, name in enumerate(COLOUR_NAMES):
        strange = filled[colour] - fitting[colour]
        holes += [Hole(name, name)] * fitting[colour] + [Hole(name, others.pop(0)) for _ in range(strange)]
        holes += [Hole(name, None)] * (int(HOLES[tile * COLOURS + colour]) - filled[colour])
    return _tile(tile, holes)


def _desk(state: PotionExplosionState, seat: int) -> Desk:
    """Show what a seat has."""
    data, desk = state.data, at.DESKS + seat * at.DESK
    return Desk(
        seat=seat,
        burners=[_burner(state, desk, burner) for burner in range(BURNERS)],
        pool=_marbles(counts_at(state, desk + at.HELD)),
        fresh=_marbles(counts_at(state, at.FRESH)) if seat == state.seat() else [],
        bottles=[
            _bottle(state, desk, kind)
            for kind in range(KINDS)
            if data[desk + at.READY + kind] + data[desk + at.DRUNK + kind]
        ],
        tokens=int(data[desk + at.TOKENS]),
        helps=int(data[desk + at.HELPED]),
        points=int(state.points(seat)),
        taken=int(data[desk + at.TAKEN]),
    )


def _bottle(state: PotionExplosionState, desk: int, kind: int) -> Bottle:
    """Show the completed potions of a kind."""
    points = [
        int(POINTS[tile])
        for tile in range(kind * SIZES, kind * SIZES + SIZES)
        for _ in range(state.data[desk + at.DONE + tile])
    ]
    return Bottle(KIND_NAMES[kind], TITLES[kind], points, int(state.data[desk + at.DRUNK + kind]))
