"""Which process looks after a match: a lease that must be renewed, and that another process takes when it was not."""

from potluck.table.live.clock import now
from potluck.table.match.ports import Lease, ReleaseLease, RenewLeases, SetDue, Store, TakeLease


class Leases:
    """Take, renew and give up the leases of one process."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.store = store
        self.length = int(seconds * 1000)

    def is_held(self, found: Lease) -> bool:
        """Tell whether another process looks after the match."""
        return found.owner not in ("", self.store.owner) and found.until >= now() and self.store.shared

    def lost(self, found: Lease) -> int:
        """Count the milliseconds in which nobody looked after the match."""
        return max(0, now() - found.until + self.length) if found.owner not in ("", self.store.owner) else 0

    def taking(self, match: str, found: Lease | None = None) -> TakeLease:
        """Write that this process looks after a match from now on, unless another was quicker."""
        return TakeLease(match, now() + self.length, found or Lease())

    async def release(self, match: str) -> None:
        """Give a lease up."""
        await self.store.save([], ReleaseLease(match))

    async def set_due(self, match: str, due: int) -> None:
        """Say when a match that leaves the memory is needed again."""
        await self.store.save([], SetDue(match, due))

    async def renew(self) -> set[str]:
        """Renew all leases of this process; return the matches that it still holds."""
        await self.store.save([], RenewLeases(now() + self.length))
        return await self.store.held()
