"""Short words for tests of POTUS: draw a position, play texts, ask what is legal and why not."""

import pytest

import potluck
from potluck.core.errors import IllegalMove
from potluck.core.options import Value
from potluck.games.potus.board import NAMES
from potluck.games.potus.game import Potus
from potluck.games.potus.position import FINISHED, FLAGS, SLOTS, WHERE
from potluck.games.potus.rules import PotusState

ENEMY = {"C": "c", "A": "a", "T": "t", "U": "u"}


def load(**options: Value) -> Potus:
    game = potluck.load("potus", **options)
    assert isinstance(game, Potus)
    return game


def drawn(game: Potus, text: str) -> PotusState:
    """Read a drawn position."""
    state = game.read_position(text)
    assert isinstance(state, PotusState)
    return state


def played(game: Potus, state: PotusState, *texts: str) -> PotusState:
    """Play texts from a position and return what they lead to; the position stays as it is."""
    state = state.copy()
    for text in texts:
        state.play(game.read(state, text))
    return state


def legal(game: Potus, state: PotusState) -> set[str]:
    """List the legal moves as texts."""
    return {game.write(state, move) for move in state.moves()}


def steps_of(game: Potus, state: PotusState, token: str) -> set[str]:
    """List the squares a token named like "C b2" may step to."""
    return {text.partition("-")[2] for text in legal(game, state) if text.startswith(token + "-")}


def refused(game: Potus, state: PotusState, text: str) -> str:
    """Name the ruling that refuses a text."""
    with pytest.raises(IllegalMove) as error:
        game.read(state, text)
    assert error.value.ruling in str(error.value)
    return error.value.ruling


def standing(game: Potus, state: PotusState, square: str) -> str:
    """Give the letters of the tokens on a square, sorted."""
    rows = game.write_position(state).split()[:8]
    mark = rows[8 - int(square[1])]["abcdefgh".index(square[0])]
    if mark != "+":
        return mark
    stacks = next(word for word in game.write_position(state).split() if word.startswith("stacks="))
    return next(word[3:] for word in stacks[7:].split("/") if word.startswith(square))


def finished(state: PotusState) -> list[str]:
    """List the squares of tokens that are finished this turn."""
    slots = [slot for slot in range(SLOTS) if state.data[FLAGS + slot] & FINISHED]
    return sorted(NAMES[state.data[WHERE + slot]] for slot in slots)


def turned_round(text: str) -> str:
    """Draw the same position with the seats exchanged: the board is turned by half a turn.

    Only for the shipped board, and fields with squares, ways and pairs are turned too.
    """
    words = text.split()
    rows = ["".join(swap_letter(mark) for mark in reversed(row)) for row in reversed(words[:8])]
    fields = words[8:] if "opener=" in text else [*words[8:], "opener=0"]
    return " ".join([*rows, *(turn_field(word) for word in fields)])


def swap_letter(mark: str) -> str:
    return mark.swapcase() if mark in "CATUcatu" else mark


def turn_square(name: str) -> str:
    return NAMES[63 - NAMES.index(name)]


def turn_field(word: str) -> str:
    """Turn one field of a position."""
    name, _, value = word.partition("=")
    if name in ("actor", "owner", "opener"):
        value = str(1 - int(value))
    elif name in ("owed", "veto", "filibuster", "union", "money", "shown"):
        value = "/".join(reversed(value.split("/")))
    elif name in ("moving", "lander", "finished"):
        value = "/".join(swap_letter(token[0]) + turn_square(token[1:]) for token in value.split("/"))
    elif name == "way":
        ways = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
        value = ways[(ways.index(value) + 4) % 8]
    elif name == "stacks":
        value = "/".join(f"{turn_square(s[:2])}:{''.join(map(swap_letter, s[3:]))}" for s in value.split("/"))
    elif name == "cards":
        value = value.translate(str.maketrans("nfNF", "fnFN"))
    return f"{name}={value}"


def turn_text(text: str) -> str:
    """Turn a move."""
    kind, _, squares = text.rpartition(" ")
    turned = "-".join(turn_square(square) if square in NAMES else square for square in squares.split("-"))
    return f"{kind} {turned}".strip()


class Side:
    """Play a test from either side: everything is said as seat 0 sees it, and turned round for seat 1."""

    def __init__(self, game: Potus, seat: int) -> None:
        self.game = game
        self.seat = seat

    def drawn(self, text: str) -> PotusState:
        return drawn(self.game, turned_round(text) if self.seat else text)

    def played(self, state: PotusState, *texts: str) -> PotusState:
        return played(self.game, state, *(turn_text(text) if self.seat else text for text in texts))

    def legal(self, state: PotusState) -> set[str]:
        texts = legal(self.game, state)
        return {turn_text(text) for text in texts} if self.seat else texts

    def refused(self, state: PotusState, text: str) -> str:
        return refused(self.game, state, turn_text(text) if self.seat else text)

    def standing(self, state: PotusState, square: str) -> str:
        found = standing(self.game, state, turn_square(square) if self.seat else square)
        return "".join(sorted(map(swap_letter, found))) if self.seat else found

    def own(self, state: PotusState, fact: int) -> int:
        return int(state.data[fact + self.seat])

    def other(self, state: PotusState, fact: int) -> int:
        return int(state.data[fact + 1 - self.seat])

    def money(self, state: PotusState) -> tuple[int, int]:
        return int(state.money(self.seat)), int(state.money(1 - self.seat))
