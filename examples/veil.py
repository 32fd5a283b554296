"""Veil, a special rule of your own for Struggle that lasts for a cycle: for a while nobody can jump one of your pieces.

potluck play struggle --rules examples/veil.py -o "powers=veil+torus+reaper/raiders"
"""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.games.struggle.position import COLOURS, CYCLE_TURNS, NONE, TEAM, StrugglePosition
from potluck.games.struggle.power import Power

GREEN = 3
LEFT = 0  # memory: turns left of the cycle; the game counts it down at the end of every turn
USED = 1


class Veil(Power):
    """Once, at the start of your turn and for nothing: no enemy can jump the carrier for a cycle."""

    def __init__(self) -> None:
        text = "Once, at the start of your turn: no enemy piece can jump this piece for a cycle, three turns of both."
        memory = ("left", "used")
        super().__init__("veil", "Veil", text, codes=1, colour=GREEN, memory=memory, cycle=LEFT)

    def free_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Offer the veil while it has not been used."""
        if position.recall(place, USED) == 0 and position.is_usable(place):
            out[count] = self.base
            count += 1
        return count

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Begin the cycle; the turn goes on."""
        position.remember(place, USED, 1)
        position.begin_cycle(place)
        return False

    def keeps_apart(self, position: StrugglePosition, place: i64, one: i64, other: i64) -> bool:
        """Keep enemies from jumping the carrier: `one` is the piece that would jump."""
        return other == position.carrier(place) and position.recall(place, LEFT) > 0

    # Words

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the one move."""
        return "veil:on"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule."""
        return ["veil"]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Say what is veiled."""
        return f"veiled {COLOURS[position.carrier(place) % TEAM]}"

    def explain(self, position: StrugglePosition, place: i64, text: str) -> str:
        """Say why there is no veil."""
        if text != "veil:on":
            return ""
        return "you do not have the rule Veil" if place == NONE else "your Veil is used up, or its piece is gone"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Say how long it lasts."""
        colour = COLOURS[position.carrier(place) % TEAM]
        if position.recall(place, LEFT) > 0:
            return f"on {colour}, {min(position.recall(place, LEFT), CYCLE_TURNS)} turns left"
        return f"on {colour}, {'used' if position.recall(place, USED) else 'ready'}"

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check what a written position says: the cycle runs only after the veil was used."""
        left, used = position.recall(place, LEFT), position.recall(place, USED)
        return "" if used <= 1 and left <= CYCLE_TURNS + 1 and (used or not left) else "a veil lasts for a cycle, once"
