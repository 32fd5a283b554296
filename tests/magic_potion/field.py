"""Drawing positions of Magic Potion for tests."""

import pytest

import potluck
from potluck import Game, State
from potluck.core.errors import IllegalMove
from potluck.games.magic_potion.board import NAMES, WALL
from potluck.games.magic_potion.characters import TEAM, WHO
from potluck.games.magic_potion.notation import cards_at
from potluck.games.magic_potion.position import CELL, DICE, HEALTH
from potluck.games.magic_potion.position_text import card_names
from potluck.games.magic_potion.rules import MagicPotionState

GAME = potluck.load("magic_potion")
OUTSIDE = ["I", "II", "none", "none", "none", "none"]  # the items that are never in the pile


def drawn(field: str, facts: str, turn: str = "phase=move", game: Game = GAME) -> MagicPotionState:
    """Set up a position: rows down to row 1, then facts; who is missing in a team is dead, loose items lie on a7."""
    rows = field.split()
    board = ["." * 7] * (7 - len(rows)) + [row.ljust(7, ".") for row in rows]
    words = facts.split() + fallen(facts)
    loose = list(OUTSIDE)
    for word in words:
        name, _, values = word.partition("=")
        for item in values.split(","):
            from_pile = name in WHO and item in ("none", "none~", "none^")
            if item.rstrip("*!~^") in loose and not from_pile:
                loose.remove(item.rstrip("*!~^"))
    if loose:
        words.append(f"a7={','.join(loose)}")
    state = game.read_position(" ".join([*board, *words, turn]))
    assert isinstance(state, MagicPotionState)
    return state


def fallen(facts: str) -> list[str]:
    """Fill the teams up with dead characters."""
    words = []
    free = [name for name in WHO if f"{name}=" not in facts]
    for side in ("red", "blue"):
        for _ in range(TEAM - facts.count(f"={side},")):
            words.append(f"{free.pop()}={side},dead")
    return words


def legal(state: State, game: Game = GAME) -> set[str]:
    return {game.write(state, move) for move in state.moves()}


def play(state: State, *texts: str, game: Game = GAME) -> None:
    for text in texts:
        state.play(game.read(state, text))


def refused(state: State, text: str, ruling: str, game: Game = GAME) -> None:
    with pytest.raises(IllegalMove, match=rf"\({ruling}\)") as error:
        game.read(state, text)
    assert error.value.ruling == ruling


def health(state: MagicPotionState, name: str) -> int:
    return int(state.data[HEALTH + WHO.index(name)])


def dice(state: MagicPotionState, name: str) -> int:
    return int(state.data[DICE + WHO.index(name)])


def where(state: MagicPotionState, name: str) -> str | None:
    cell = int(state.data[CELL + WHO.index(name)])
    return None if cell == WALL else NAMES[cell]


def items(state: MagicPotionState, name: str, viewer: int = potluck.ALL) -> list[str]:
    return card_names(state, WHO.index(name), viewer)


def lying(state: MagicPotionState, cell: str) -> list[str]:
    place = 12 + NAMES.index(cell)
    assert len(cards_at(state, place)) == len(card_names(state, place, potluck.ALL))
    return [name.rstrip("!") for name in card_names(state, place, potluck.ALL)]
