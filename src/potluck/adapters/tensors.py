"""What a seat knows, as numbers: one definition for all adapters, from the parts that each game declares.

`State.observe` writes the parts one after another as bytes. Nothing here adds to them, so nothing can leak here.
"""

from typing import Any, NamedTuple

import numpy as np
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import NDArray

from potluck.core.game import Game
from potluck.core.state import State

Bytes = NDArray[np.uint8]


class Place(NamedTuple):
    """Say where a part stands among the bytes."""

    name: str
    first: int
    shape: tuple[int, ...]
    text: str

    @property
    def end(self) -> int:
        """Return the index after its last byte."""
        return self.first + int(np.prod(self.shape))


def places(game: Game) -> list[Place]:
    """List the parts of an observation with their indices."""
    found = []
    index = 0
    for part in game.observation:
        found.append(Place(part.name, index, part.shape, part.text))
        index += part.size
    return found


def split(game: Game, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Name the parts of an observation, or of a batch of them: views in their own shapes, not copies."""
    batch = observation.shape[:-1]
    return {
        place.name: observation[..., place.first : place.end].reshape(*batch, *place.shape) for place in places(game)
    }


def table(game: Game) -> str:
    """Write the parts as rows of a Markdown table, as docs/games has them."""
    rows = [
        f"| {place.name} | {place.first} | {' × '.join(map(str, drawn_shape(place.shape)))} | {place.text} |"
        for place in places(game)
    ]
    return "\n".join(["| part | index | shape | meaning |", "| --- | --- | --- | --- |", *rows])


def drawn_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out a single plane."""
    return shape[1:] if len(shape) > 1 and shape[0] == 1 else shape


class Glass:
    """Look at states through one buffer: each look returns a fresh array that is the caller's."""

    def __init__(self, game: Game) -> None:
        self.buffer = vec[u8]([0] * game.observation_size)
        self.seen = view_of(self.buffer)

    def look(self, state: State, seat: int) -> Bytes:
        """Return what a seat knows."""
        state.look(seat, self.buffer)
        return self.seen.copy()


def view_of(buffer: object) -> NDArray[Any]:
    """Look at the memory of a vec as a read-only array, without a copy."""
    return np.asarray(memoryview(buffer))  # type: ignore[arg-type]
