"""Drawn positions of Potion Explosion: what a test does not say is filled up so that nothing is missing."""

import re

import pytest

import potluck
from potluck import CHANCE, Dice, Game
from potluck.core.errors import IllegalMove
from potluck.games.potion_explosion.position_text import write_position
from potluck.games.potion_explosion.rules import PotionExplosionState

GAME = potluck.load("potion_explosion")
NINTH = potluck.load("potion_explosion", ninth_by_help=True)
KINDS = "sands+magnet+wisdom+love+draft+lava"
PLAIN = "RBKYRBKYR BKYRBKYRB KYRBKYRBK YRBKYRBKY RBKYRBKYR"  # no two touching marbles are equal


def drawn(*fields: str, tracks: str = PLAIN, kinds: str = KINDS, game: Game = GAME) -> PotionExplosionState:
    """Read a position; hidden marbles, stacks and plain desks are added where the fields leave them out."""
    given = dict(field.split("=", 1) for field in " ".join(fields).split())
    seats = int(given.get("seats", 2))
    for seat in range(seats):
        given.setdefault(f"desk{seat}", "/".join(f"{kind}{4 + seat // 2}" for kind in kinds.split("+")[:2]))
    used = " ".join([*given.values(), *(f"{kind}4" for kind in filter(None, given.get("starters", "").split("+")))])
    hidden = 80 - len(re.findall("[RBKY]", tracks + marbles_of(given)))
    stacks = given.pop("stacks", "")
    given.setdefault("kinds", kinds)
    words = [*lidded(tracks.split(), hidden), *(stacks.split(",") if stacks else piled(kinds, used))]
    text = " ".join([*words, *(f"{name}={value}" for name, value in given.items())])
    state = game.read_position(text)
    assert isinstance(state, PotionExplosionState)
    return state


def begun(seats: int = 2, game: Game = GAME) -> PotionExplosionState:
    """Start a match."""
    state = game.new(seats)
    assert isinstance(state, PotionExplosionState)
    return state


def marbles_of(given: dict[str, str]) -> str:
    """Collect the marbles that lie on desks, in pools and on their way."""
    desks = [
        part.split(":")[1]
        for name in given
        if name.startswith("desk")
        for part in given[name].split("/")
        if ":" in part
    ]
    return " ".join([*desks, *(given[name] for name in given if name.startswith("pool") or name == "returning")])


def lidded(tracks: list[str], hidden: int) -> list[str]:
    """Put the hidden marbles behind the lids of tracks whose nine places are filled, unless that is given."""
    if any("+" in track for track in tracks):
        return tracks
    words = []
    for track in tracks:
        behind = min(hidden, 7) if len(track) == 9 else 0
        hidden -= behind
        words.append(f"{track}+{behind}" if behind else track)
    assert hidden == 0, f"{hidden} marbles find no place"
    return words


def piled(kinds: str, used: str) -> list[str]:
    """Pile the tiles that are nowhere else into five stacks."""
    tiles = [f"{kind}{size}" for size in (7, 6, 5, 4) for kind in kinds.split("+") for _ in range(2)]
    for tile in re.findall(r"[a-z]+[4-7]", used):
        tiles.remove(tile)
    sizes = [(len(tiles) + 4 - stack) // 5 for stack in range(5)]
    return [f"{tiles[stack]}+{size - 1}" if size > 1 else tiles[stack] for stack, size in enumerate(sizes)]


def play(state: PotionExplosionState, moves: str, game: Game = GAME) -> PotionExplosionState:
    """Play moves; a draw in parentheses must be asked for, other draws are made by dice."""
    dice = Dice(7)
    for text in moves.split():
        while state.to_move == CHANCE and not text.startswith("("):
            state.play(dice.sample(state))
        assert (state.to_move == CHANCE) == text.startswith("("), f"{text} in {write_position(state)}"
        state.play(game.read(state, text.strip("()")))
    return state


def settled(state: PotionExplosionState) -> PotionExplosionState:
    """Let chance draw until somebody decides."""
    dice = Dice(7)
    while state.to_move == CHANCE:
        state.play(dice.sample(state))
    return state


def texts(state: PotionExplosionState, game: Game = GAME) -> list[str]:
    """Write the legal moves."""
    return [game.write(state, move) for move in state.moves()]


def refused(state: PotionExplosionState, text: str, ruling: str, game: Game = GAME) -> str:
    """Check that a move is refused with this ruling; return the sentence."""
    with pytest.raises(IllegalMove) as error:
        game.read(state, text)
    assert error.value.ruling == ruling, str(error.value)
    return str(error.value)


def track(state: PotionExplosionState, name: str) -> str:
    """Write one track."""
    return write_position(state).split()["abcde".index(name)]


def field(state: PotionExplosionState, name: str) -> str:
    """Read one field of a position, empty if it is not there."""
    words = dict(word.split("=", 1) for word in write_position(state).split() if "=" in word)
    return words.get(name, "")


def weights(state: PotionExplosionState, game: Game = GAME) -> dict[str, int]:
    """Write what chance can draw, with how often."""
    return {game.write(state, move): int(state.weight(move)) for move in state.moves()}
