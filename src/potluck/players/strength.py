"""How strong the levels were measured to be: the data file that the ladder writes and the table shows."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

STEP = 200  # Elo from one level to the next, as they are meant to be
DOUBT = 400  # half of the interval of a level that was not measured


class Rating(msgspec.Struct, frozen=True):
    """Place a player on the Elo scale, with its interval."""

    elo: int
    low: int
    high: int
    matches: int


class Rung(msgspec.Struct, frozen=True):
    """Tell how one player fared against another."""

    upper: str
    lower: str
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    verdict: str  # of the sequential test: stronger, weaker, or open


class Ladder(msgspec.Struct, frozen=True):
    """Hold the measured strength of a game's levels."""

    game: str
    options: str
    kind: str  # quick or full
    measured: str  # the day
    ratings: dict[str, Rating]
    rungs: list[Rung]
    milliseconds: dict[str, float]  # a move of each player took on the machine that measured


def middle(names: Sequence[str]) -> str:
    """Name the level that is 1500 by agreement."""
    return names[(len(names) - 1) // 2]


def rating_of(game: str, names: Sequence[str], name: str) -> Rating:
    """Tell how strong one of a game's levels is: as measured, or else as it is meant to be, with much doubt."""
    ladder = measured().get(game)
    if ladder is not None and name in ladder.ratings:
        return ladder.ratings[name]
    elo = 1500 + STEP * (names.index(name) - names.index(middle(names)))
    return Rating(elo, elo - DOUBT, elo + DOUBT, 0)


def measured() -> Mapping[str, Ladder]:
    """Read the strength that this version of Potluck was measured to have, by game."""
    text = files(__package__).joinpath("strength.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Ladder])


def save(ladder: Ladder, path: Path) -> dict[str, Ladder]:
    """Put the ladder of a game into a data file, beside those of the other games; return them all."""
    known = msgspec.json.decode(path.read_bytes(), type=dict[str, Ladder]) if path.exists() else {}
    known[ladder.game] = ladder
    path.write_text(json.dumps(msgspec.to_builtins(known), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return known
