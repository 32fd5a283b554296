"""Retreat, a special rule of your own for Struggle: one piece may step back.

potluck play struggle --rules examples/retreat.py -o "powers=retreat+armor+jolt/classic"
"""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.games.struggle.board import NAMES
from potluck.games.struggle.position import COLOURS, NONE, TEAM, StrugglePosition
from potluck.games.struggle.power import Power

RED = 4
BACK_LEFT = 4  # of the six ways around a space, as the owner sees them: the last two lead backward


class Retreat(Power):
    """Let the carrier use the turn to step to a free space behind it."""

    def __init__(self) -> None:
        text = "One piece may use your turn to step backward."
        super().__init__("retreat", "Retreat", text, codes=2, colour=RED)  # code 0: back to the left, 1: to the right

    def target(self, position: StrugglePosition, place: i64, code: i64) -> i64:
        """Find the space behind the carrier."""
        slot = position.carrier(place)
        return position.next_to(position.seat_of(place), position.cell_of(slot), BACK_LEFT + code)

    def turn_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Offer the free spaces behind the carrier, unless it is gone, swapped or jolted."""
        if not position.is_usable(place):
            return count
        for code in range(2):
            if position.is_free(self.target(position, place, code)):  # nothing outside the board is free
                out[count] = self.base + code
                count += 1
        return count

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Step back; it is no landing. It uses up the turn."""
        slot = position.carrier(place)
        position.carry(slot, self.target(position, place, code))
        position.arrive(slot)
        return True

    # Words

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write retreat:left or retreat:right."""
        return f"retreat:{('left', 'right')[code]}"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule, then the space."""
        return ["retreat", NAMES[self.target(position, place, code)]]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Say where it went."""
        colour = COLOURS[position.carrier(place) % TEAM]
        return f"moved {colour} back to {NAMES[self.target(position, place, code)]}"

    def explain(self, position: StrugglePosition, place: i64, text: str) -> str:
        """Say why it cannot step back."""
        if not text.startswith("retreat:"):
            return ""
        return "you do not have the rule Retreat" if place == NONE else "your Retreat needs a free space behind it"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Name the carrier."""
        return f"on {COLOURS[position.carrier(place) % TEAM]}"
