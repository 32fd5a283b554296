"""Drawn positions: pieces by name and space, as a player would set them up."""

import pytest

import potluck
from potluck import Game, State
from potluck.core.errors import IllegalMove
from potluck.games.struggle.board import CELLS, NAMES, ROW
from potluck.games.struggle.position import PIECES
from potluck.games.struggle.position_text import LETTERS
from potluck.games.struggle.rules import StruggleState

PLAIN = potluck.load("struggle", powers="none")


def drawn(pieces: str, fields: str = "seat=0", game: Game = PLAIN) -> StruggleState:
    """Set up "Wa1 Kc3 wg7 0d4": letters as positions write them, digits for towers; rules as the game begins."""
    marks = {word[1:]: word[0] for word in pieces.split()}
    assert set(marks) <= set(NAMES)
    rows = [
        "".join(marks.get(NAMES[cell], ".") for cell in range(CELLS) if ROW[cell] == row) for row in range(13, 0, -1)
    ]
    given = [word for word in game.write_position(game.new()).split() if word.startswith("rules")]
    rules = [word for word in given if word.partition("=")[0] not in fields]
    state = game.read_position(" ".join([*rows, fields, *rules]))
    assert isinstance(state, StruggleState)
    return state


def legal(state: State, game: Game = PLAIN) -> set[str]:
    return {game.write(state, move) for move in state.moves()}


def moves_from(state: State, space: str, game: Game = PLAIN) -> set[str]:
    """List the moves of the piece on a space, its special ones too."""
    return {text for text in legal(state, game) if text.startswith(space)}


def play(state: State, *texts: str, game: Game = PLAIN) -> None:
    for text in texts:
        state.play(game.read(state, text))


def refused(state: State, text: str, ruling: str, game: Game = PLAIN) -> None:
    with pytest.raises(IllegalMove, match=rf"\({ruling}\)") as error:
        game.read(state, text)
    assert error.value.ruling == ruling


def pieces(state: State) -> set[str]:
    """List what stands where, as `drawn` takes it."""
    assert isinstance(state, StruggleState)
    return {LETTERS[slot] + NAMES[state.cell_of(slot)] for slot in range(PIECES) if state.is_alive(slot)}


def rule_field(game: Game, state: State, seat: int) -> str:
    """Read the rules of a seat from the drawing of a state."""
    return next((word for word in game.write_position(state).split() if word.startswith(f"rules{seat}")), "")
