"""Facts of Potion Explosion for the test kit: variants, and what holds at every state."""

from potluck import CHANCE, OVER
from potluck.core.game import Game, Value
from potluck.core.state import State
from potluck.games.potion_explosion.board import (
    COLOURS,
    DECK,
    DESK,
    DESKS,
    DONE,
    DRUNK,
    FRESH,
    HELD,
    HIDDEN,
    IN_PLAY,
    KNOWN,
    LENGTH,
    MARBLES,
    ON,
    OPEN,
    POOL,
    READY,
    RETURNING,
    SIGHT,
    SPOTS,
    STACKS,
    STARTERS,
    TILE,
    TOP,
    TRACK,
    TRACKS,
    UNDER,
    UNSEEN,
)
from potluck.games.potion_explosion.codes import DRAFTING, RETURNS, TUMBLING
from potluck.games.potion_explosion.potions import COPIES, HOLES, KINDS, SIZES, TILES, size_of
from potluck.games.potion_explosion.rules import PotionExplosionState

VARIANTS: list[tuple[dict[str, Value], int]] = [
    ({}, 2),
    ({}, 3),
    ({}, 4),
    ({"kinds": "beginner", "first": 1}, 2),
    ({"kinds": "balm+lava+prismatic+love+sands+draft", "ninth_by_help": True}, 3),
    ({"countdown": 15, "ninth_by_help": True}, 2),
    ({"countdown": 1, "first": 3}, 4),
    ({"rounds": 3}, 2),
    ({"rounds": 0, "countdown": 2, "kinds": "balm+lava+prismatic+magnet+sands+wisdom"}, 4),
]


def check(game: Game, state: State) -> None:
    """Check that marbles and tiles are conserved, and that every count fits the others."""
    assert isinstance(state, PotionExplosionState)
    check_marbles(state)
    check_tiles(state)
    for seat in range(state.seats):
        check_desk(state, seat)
    if state.to_move == CHANCE and state.event == TUMBLING:
        assert sum(state.weight(track) for track in range(TRACKS)) == 10


def check_marbles(state: PotionExplosionState) -> None:
    """Count the marbles of each colour, wherever they are."""
    data = state.data
    hidden = sum(int(data[HIDDEN + track]) for track in range(TRACKS))
    for colour in range(COLOURS):
        total = data[UNSEEN + colour] + data[RETURNING + colour]
        for spot in range(SPOTS):
            if spot % SIGHT < data[KNOWN + spot // SIGHT]:
                total += data[TRACK + spot] == colour
            else:
                assert data[TRACK + spot] == 0
        for desk in range(DESKS, DESKS + state.seats * DESK, DESK):
            total += data[desk + HELD + colour] + data[desk + ON + colour] + data[desk + ON + COLOURS + colour]
        assert total == MARBLES
    unseen = sum(data[UNSEEN + colour] for colour in range(COLOURS))
    returning = sum(data[RETURNING + colour] for colour in range(COLOURS))
    assert hidden + state.rolling == unseen + returning
    assert all(data[KNOWN + track] + data[HIDDEN + track] <= LENGTH for track in range(TRACKS))
    if state.to_move != CHANCE and state.phase > DRAFTING:
        assert all(data[KNOWN + track] == SIGHT or data[HIDDEN + track] == 0 for track in range(TRACKS))
        assert returning == 0 or state.phase == RETURNS


def check_tiles(state: PotionExplosionState) -> None:
    """Count the copies of each tile, wherever they are."""
    data = state.data
    for tile in range(TILES):
        total = data[DECK + tile] + sum(data[TOP + stack] == tile + 1 for stack in range(STACKS))
        total += data[STARTERS + tile // SIZES] if tile % SIZES == 0 else 0
        for desk in range(DESKS, DESKS + state.seats * DESK, DESK):
            total += data[desk + DONE + tile] + (data[desk + TILE] == tile + 1) + (data[desk + TILE + 1] == tile + 1)
        assert total == (COPIES if data[IN_PLAY + tile // SIZES] else 0)
    if state.phase > DRAFTING:
        under = sum(data[UNDER + stack] for stack in range(STACKS))
        assert under == sum(data[DECK + tile] for tile in range(TILES))


def check_desk(state: PotionExplosionState, seat: int) -> None:
    """Check the pool, the holes and the potions of a seat."""
    data, desk = state.data, DESKS + seat * DESK
    held = [int(data[desk + HELD + colour]) for colour in range(COLOURS)]
    if seat != state.seat and not state.tie and state.to_move != OVER:
        assert sum(held) <= POOL
    if seat == state.seat:
        assert all(data[FRESH + colour] <= held[colour] for colour in range(COLOURS))
    for burner in range(2):
        holes = sum(data[desk + OPEN + burner * COLOURS + colour] for colour in range(COLOURS))
        marbles = sum(data[desk + ON + burner * COLOURS + colour] for colour in range(COLOURS))
        tile = int(data[desk + TILE + burner]) - 1
        assert (tile >= 0) == (holes > 0)
        assert marbles + holes == (size_of(tile) if tile >= 0 else 0)
        for colour in range(COLOURS if tile >= 0 else 0):
            assert int(data[desk + OPEN + burner * COLOURS + colour]) <= HOLES[tile * COLOURS + colour]
    for kind in range(KINDS):
        done = sum(data[desk + DONE + tile] for tile in range(kind * SIZES, kind * SIZES + SIZES))
        assert done == data[desk + READY + kind] + data[desk + DRUNK + kind]
