"""Veil, a special rule of your own for Struggle that lasts for a cycle: for a while nobody can jump one of your pieces.

potluck play struggle --rules examples/veil.py -o "powers=veil+torus+reaper/raiders"
"""

from potluck.games.struggle import own
from potluck.games.struggle.own import CYCLE_TURNS, Moves, Position, Power

LEFT = 0  # memory: turns left of the cycle; the game counts it down at the end of every turn
USED = 1


class Veil(Power):
    """Once, at the start of your turn and for nothing: no enemy can jump the carrier for a cycle."""

    def __init__(self) -> None:
        text = "Once, at the start of your turn: no enemy piece can jump this piece for a cycle, three turns of both."
        memory = ("left", "used")
        super().__init__("veil", "Veil", text, codes=1, colour=own.GREEN, memory=memory, cycle=LEFT)

    def free_moves(self, position: Position, place: int, out: Moves, count: int) -> int:
        """Offer the veil while it has not been used."""
        ready = position.recall(place, USED) == 0 and own.carrier(position, place) is not None
        return own.offer(self, out, count, [0] if ready else [])

    def play(self, position: Position, place: int, code: int) -> bool:
        """Begin the cycle; the turn goes on."""
        position.remember(place, USED, 1)
        position.begin_cycle(place)
        return False

    def keeps_apart(self, position: Position, place: int, one: int, other: int) -> bool:
        """Keep enemies from jumping the carrier: `one` is the piece that would jump."""
        return bool(other == position.carrier(place) and position.recall(place, LEFT) > 0)

    # Words

    def write(self, position: Position, place: int, code: int) -> str:
        """Write the one move."""
        return "veil:on"

    def path(self, position: Position, place: int, code: int) -> list[str]:
        """Click the rule."""
        return ["veil"]

    def tell(self, position: Position, place: int, code: int) -> str:
        """Say what is veiled."""
        return f"veiled {own.colour(position.carrier(place))}"

    def explain(self, position: Position, place: int, text: str) -> str:
        """Say why there is no veil."""
        if text != "veil:on" or place < 0:
            return super().explain(position, place, text)
        return "your Veil is used up, or its piece is gone"

    def note(self, position: Position, place: int) -> str:
        """Say how long it lasts."""
        left = min(position.recall(place, LEFT), CYCLE_TURNS)
        state = f"{left} turns left" if left else "used" if position.recall(place, USED) else "ready"
        return f"{super().note(position, place)}, {state}"

    def fault(self, position: Position, place: int) -> str:
        """Check what a written position says: the cycle runs only after the veil was used."""
        left, used = position.recall(place, LEFT), position.recall(place, USED)
        return "" if used <= 1 and left <= CYCLE_TURNS + 1 and (used or not left) else "a veil lasts for a cycle, once"
