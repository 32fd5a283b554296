"""How often an address may do something."""

import time
from collections import OrderedDict

ADDRESSES = 10_000  # remembered at once


class Buckets:
    """Let each address do something at a rate, with bursts."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Tell whether an address may go on."""
        level, then = self.levels.pop(address, (self.burst, 0.0))
        now = time.monotonic()
        level = min(self.burst, level + (now - then) * self.rate)
        allowed = level >= 1.0
        self.levels[address] = (level - 1.0 if allowed else level, now)
        if len(self.levels) > ADDRESSES:
            self.levels.popitem(last=False)
        return allowed
