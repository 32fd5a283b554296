"""What the test kit needs to know of Magic Potion."""

from potluck import OVER, Game, State
from potluck.games.magic_potion.board import CELLS, WALL
from potluck.games.magic_potion.characters import CAST
from potluck.games.magic_potion.items import CARDS
from potluck.games.magic_potion.position import (
    CELL,
    DEAD,
    DEALT_FACE,
    DICE,
    DRAWN_FACE,
    FACE,
    HEALTH,
    HELD,
    LIFE,
    LYING,
    NOBODY,
    NONE,
    OPEN_FACE,
    PILE,
    PLACE,
    SIDE,
    STEAL,
    STOLEN,
    USED,
)
from potluck.games.magic_potion.rules import MagicPotionState

VARIANTS: list[tuple[dict[str, int | bool | str], int]] = [
    ({}, 2),
    ({"bonus_as": "dice", "round_limit": 12}, 2),
    ({"swordsman": "extra_attack", "undead_hp": 5, "first": 1}, 2),
    ({"double_first_recovery": True, "bribe_with_attack": True, "round_limit": 0}, 2),
    ({"secret_setup": True, "first": 1, "round_limit": 6}, 2),
    ({"secret_setup": True, "one_carrier": True}, 2),
    ({"bonus_as": "dice", "swordsman": "extra_attack", "double_first_recovery": True, "undead_hp": 1}, 2),
]


def check(game: Game, state: State) -> None:
    """Check that characters, slots, items, dice and health agree."""
    assert isinstance(state, MagicPotionState)
    check_characters(state)
    check_cards(state)
    if state.to_move != OVER:
        assert not state.has_recipe(0)
        assert not state.has_recipe(1)
        assert state.round() <= (state.options.round_limit or 999)
        assert all(state.next_living(seat, NONE) != NONE for seat in range(2)) or state.phase() == 0
    if state.bitten() != NONE:
        assert state.data[CELL + state.bitten()] == state.hound()


def check_characters(state: MagicPotionState) -> None:
    data = state.data
    standing = {cell: int(data[cell]) - 1 for cell in range(CELLS) if data[cell]}
    placed = {int(data[CELL + who]): who for who in range(CAST) if data[CELL + who] != WALL}
    assert standing == placed
    for who in range(CAST):
        if data[LIFE + who] == DEAD:
            assert data[CELL + who] == WALL
            assert data[HEALTH + who] == data[DICE + who] == data[HELD + who] == 0
        else:
            assert data[SIDE + who] != NOBODY
            fallen = state.to_move == OVER or (state.phase() in (STEAL, STOLEN) and who == state.target())
            assert (0 if fallen else 1) <= int(data[HEALTH + who]) <= state.full_health(who)
            assert data[DICE + who] == 0 or not state.is_undead(who)


def check_cards(state: MagicPotionState) -> None:
    data = state.data
    for card in range(CARDS):
        place, face = int(data[PLACE + card]), int(data[FACE + card])
        assert place < LYING + CELLS
        if place >= LYING or place == USED:
            assert face == OPEN_FACE
        elif place == PILE:
            assert face == DRAWN_FACE
        elif place >= CAST:
            assert face == DEALT_FACE
            assert state.round() == 0
        else:
            assert data[LIFE + place] != DEAD
    for who in range(CAST):
        assert data[HELD + who] == sum(data[PLACE + card] == who for card in range(CARDS))
