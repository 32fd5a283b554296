"""A simulated box for Potion Explosion: real marbles behind the five lids, whatever anybody sees of them.

It knows only what the rulebook says of the dispenser: marbles lie in tracks one behind the other, come into sight in
that order, and roll back to the top of a random track, or of the nearest one with room. Shaking the box is what the
players do who take no notice of what they return: all hidden marbles change places.
"""

import random
from dataclasses import dataclass

TRACKS = 5
LENGTH = 16
SIGHT = 9


@dataclass
class Marble:
    colour: str
    returned: bool = False
    """Whether it was seen before, so that a good memory knows where it lies."""


class Box:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        marbles = [Marble(colour) for colour in ("red", "blue", "black", "yellow") for _ in range(20)]
        self.chance.shuffle(marbles)
        self.behind = [marbles[track * LENGTH : track * LENGTH + LENGTH] for track in range(TRACKS)]

    def next_in_sight(self, track: int) -> Marble:
        """Let the lowest hidden marble of a track come into sight."""
        return self.behind[track].pop(0)

    def find_track(self, seen: list[int]) -> int:
        """Roll a marble: to a random track, or to the nearest one with room."""
        meant = self.chance.randrange(TRACKS)
        roomy = [track for track in range(TRACKS) if seen[track] + len(self.behind[track]) < LENGTH]
        least = min(abs(track - meant) for track in roomy)
        return self.chance.choice([track for track in roomy if abs(track - meant) == least])

    def put_behind(self, track: int, colour: str) -> None:
        """Let a marble join the hidden ones of a track at the top."""
        self.behind[track].append(Marble(colour, returned=True))

    def remembered(self, track: int) -> list[str]:
        """List what a good memory knows of a track, from below."""
        return [marble.colour for marble in self.behind[track] if marble.returned]

    def shake(self) -> None:
        """Let all hidden marbles change places."""
        marbles = [marble for track in self.behind for marble in track]
        self.chance.shuffle(marbles)
        for track, length in enumerate([len(track) for track in self.behind]):
            self.behind[track], marbles = marbles[:length], marbles[length:]

    def swap_unseen(self) -> None:
        """Let the marbles that nobody has seen yet change places: nobody could tell."""
        unseen = [marble for track in self.behind for marble in track if not marble.returned]
        colours = [marble.colour for marble in unseen]
        self.chance.shuffle(colours)
        for marble, colour in zip(unseen, colours, strict=True):
            marble.colour = colour
