"""Facts of Potion Explosion for the test kit: variants, and what holds at every state."""

from potluck import CHANCE, OVER
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import State
from potluck.games.potion_explosion.board import COLOURS, DEPTH, LENGTH, MARBLES, POOL, SIGHT, STACKS, TRACKS
from potluck.games.potion_explosion.position import (
    DECK,
    DESK,
    DESKS,
    DONE,
    DRAFTING,
    DRUNK,
    EVENT,
    FRESH,
    HELD,
    HIDDEN,
    IN_PLAY,
    KNOWN,
    LID,
    ON,
    OPEN,
    READY,
    RETURNING,
    RETURNS,
    ROLLING,
    STARTERS,
    TIED,
    TILE,
    TOP,
    TRACK,
    TUMBLING,
    UNDER,
    UNSEEN,
)
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import COPIES, HOLES, KINDS, SIZES, TILES

VARIANTS: list[tuple[dict[str, Value], int]] = [
    ({}, 2),
    ({}, 3),
    ({}, 4),
    ({"kinds": "beginner", "first": 1}, 2),
    ({"kinds": "balm+lava+prismatic+love+sands+draft", "ninth_by_help": True}, 3),
    ({"countdown": 15, "ninth_by_help": True}, 2),
    ({"countdown": 1, "first": 3}, 4),
    ({"rounds": 3}, 2),
    ({"lid": "queue"}, 2),
    ({"lid": "queue", "kinds": "lava+draft+balm+sands+love+magnet", "countdown": 9}, 4),
    ({"rounds": 0, "countdown": 2, "kinds": "balm+lava+prismatic+magnet+sands+wisdom"}, 4),
]
RECIPES = [bytes(list(HOLES[tile * COLOURS : tile * COLOURS + COLOURS])) for tile in range(TILES)]


def check(game: Game, state: State) -> None:
    """Check that marbles and tiles are conserved, and that every count fits the others."""
    assert isinstance(state, PotionExplosionState)
    data = bytes(memoryview(state.data))
    desks = [data[desk : desk + DESK] for desk in range(DESKS, len(data), DESK)]
    check_marbles(state, data, desks)
    check_tiles(state, data, desks)
    for seat, desk in enumerate(desks):
        check_desk(desk)
        if seat == state.seat():
            assert all(data[FRESH + colour] <= desk[HELD + colour] for colour in range(COLOURS))
        elif not data[TIED] and state.to_move != OVER:
            assert sum(desk[HELD : HELD + COLOURS]) <= POOL
    if state.to_move == CHANCE and data[EVENT] == TUMBLING:
        assert sum(state.weight(track) for track in range(TRACKS)) == 10


def check_marbles(state: PotionExplosionState, data: bytes, desks: list[bytes]) -> None:
    """Count the marbles of each colour, wherever they are."""
    known, hidden = data[KNOWN : KNOWN + TRACKS], data[HIDDEN : HIDDEN + TRACKS]
    firsts = range(TRACK, TRACK + TRACKS * SIGHT, SIGHT)
    seen = b"".join(data[first : first + known[track]] for track, first in enumerate(firsts))
    lids = [data[lid : lid + DEPTH].rstrip(b"\0") for lid in range(LID, LID + TRACKS * DEPTH, DEPTH)]
    assert all(0 not in lid and len(lid) <= hidden[track] for track, lid in enumerate(lids))
    assert state.options.queue or not any(lids)
    lidded = b"".join(lids)
    assert not any(any(data[first + known[track] : first + SIGHT]) for track, first in enumerate(firsts))
    for colour in range(COLOURS):
        total = data[UNSEEN + colour] + data[RETURNING + colour] + seen.count(colour) + lidded.count(colour + 1)
        total += sum(desk[HELD + colour] + desk[ON + colour] + desk[ON + COLOURS + colour] for desk in desks)
        assert total == MARBLES
    returning = sum(data[RETURNING : RETURNING + COLOURS])
    assert sum(hidden) + data[ROLLING] == sum(data[UNSEEN : UNSEEN + COLOURS]) + returning + len(lidded)
    assert not state.options.queue or data[ROLLING] == returning
    assert all(above + below <= LENGTH for above, below in zip(hidden, known, strict=True))
    if state.to_move != CHANCE and state.phase() > DRAFTING:
        assert all(above == 0 or below == SIGHT for above, below in zip(hidden, known, strict=True))
        assert returning == 0 or state.phase() == RETURNS


def check_tiles(state: PotionExplosionState, data: bytes, desks: list[bytes]) -> None:
    """Count the copies of each tile, wherever they are."""
    on_show = data[TOP : TOP + STACKS] + b"".join(desk[TILE : TILE + 2] for desk in desks)
    totals = [data[DECK + tile] + on_show.count(tile + 1) for tile in range(TILES)]
    for kind in range(KINDS):
        totals[kind * SIZES] += data[STARTERS + kind]
    for desk in desks:
        totals = [total + done for total, done in zip(totals, desk[DONE : DONE + TILES], strict=True)]
    assert totals == [COPIES * data[IN_PLAY + tile // SIZES] for tile in range(TILES)]
    if state.phase() > DRAFTING:
        assert sum(data[UNDER : UNDER + STACKS]) == sum(data[DECK : DECK + TILES])


def check_desk(desk: bytes) -> None:
    """Check the holes and the potions of a seat."""
    for burner in range(2):
        holes = desk[OPEN + burner * COLOURS : OPEN + burner * COLOURS + COLOURS]
        marbles = sum(desk[ON + burner * COLOURS : ON + burner * COLOURS + COLOURS])
        tile = desk[TILE + burner] - 1
        recipe = RECIPES[tile] if tile >= 0 else bytes(COLOURS)
        assert (tile >= 0) == any(holes)
        assert marbles + sum(holes) == sum(recipe)
        assert all(left <= hole for left, hole in zip(holes, recipe, strict=True))
    for kind in range(KINDS):
        done = sum(desk[DONE + kind * SIZES : DONE + kind * SIZES + SIZES])
        assert done == desk[READY + kind] + desk[DRUNK + kind]


def soak_explosions() -> None:
    """Compare 10^5 random tracks with the oracle."""
    from potion_explosion.test_oracle import compare_tracks

    assert compare_tracks(100_000, 4) > 5_000


def soak_recounts() -> None:
    """Count the points of a thousand matches again, from what the log tells."""
    from potion_explosion.test_oracle import recount

    for seed in range(333):
        for seats in (2, 3, 4):
            recount(seats, 1000 + seed)


SOAK = [soak_explosions, soak_recounts]
