"""Retreat, a special rule of your own for Struggle: one piece may step back.

potluck play struggle --rules examples/retreat.py -o "powers=retreat+armor+jolt/classic"
"""

from potluck.games.struggle import own
from potluck.games.struggle.own import Moves, Position, Power


class Retreat(Power):
    """Let the carrier use the turn to step to a free space behind it."""

    def __init__(self) -> None:
        text = "One piece may use your turn to step backward."
        sign = "M10 3v10M5 9l5 5 5-5M4 17h12"
        super().__init__("retreat", "Retreat", text, codes=2, colour=own.RED, sign=sign)  # 0: to the left, 1: right

    def target(self, position: Position, place: int, code: int) -> int | None:
        """Find the space behind the carrier; None if it may not go now, or nothing is there."""
        slot = own.carrier(position, place)
        if slot is None:
            return None
        return own.next_to(position, own.owner(slot), position.cell_of(slot), own.BACK[code])

    def turn_moves(self, position: Position, place: int, out: Moves, count: int) -> int:
        """Offer the free spaces behind the carrier."""
        codes = [code for code in range(2) if own.free(position, self.target(position, place, code))]
        return own.offer(self, out, count, codes)

    def play(self, position: Position, place: int, code: int) -> bool:
        """Step back; it is no landing. It uses up the turn."""
        target = self.target(position, place, code)
        assert target is not None
        own.move(position, position.carrier(place), target)
        return True

    # Words

    def write(self, position: Position, place: int, code: int) -> str:
        """Write retreat:left or retreat:right."""
        return f"retreat:{('left', 'right')[code]}"

    def path(self, position: Position, place: int, code: int) -> list[str]:
        """Click the rule, then the space."""
        target = self.target(position, place, code)
        return ["retreat", own.named(target) if target is not None else "nowhere"]

    def tell(self, position: Position, place: int, code: int) -> str:
        """Say where it went."""
        return f"moved {own.colour(position.carrier(place))} back to {self.path(position, place, code)[1]}"

    def explain(self, position: Position, place: int, text: str) -> str:
        """Say why it cannot step back."""
        if not text.startswith("retreat:") or place < 0:
            return super().explain(position, place, text)
        return "your Retreat needs a free space behind it"
