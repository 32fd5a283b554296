"""All connections of a process: counted by address before anything is parsed, and never all taken by strangers."""

import asyncio
import functools
import ipaddress
import resource
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from starlette.types import Scope

from potluck.core.errors import BadOptions
from potluck.table.protocol.refusals import Refused
from potluck.table.web.limits import Limits

SPARE = 256  # descriptors for the database, the bots and files
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Line(Protocol):
    """Be one connection."""

    def is_busy(self) -> bool:
        """Tell whether somebody is being answered."""

    def is_closing(self) -> bool:
        """Tell whether the connection ends as soon as the other side has read what was sent."""

    def drop(self) -> None:
        """End at once."""


class Lines:
    """Make room for whoever comes: the oldest connection that serves nobody is let go, where there are most of them.

    Sockets of players and of spectators are let go for nobody. Spectators may have half of what an address may have,
    and three quarters of what a process may have; the rest is for players.
    """

    def __init__(self, limits: Limits, most: int, proxies: Iterable[Network] = ()) -> None:
        self.limits = limits
        self.most = most
        self.proxies = tuple(proxies)
        self.all: dict[Line, bool] = {}  # and whether each was closing at the last look
        self.strangers: dict[
            str, dict[Line, None]
        ] = {}  # without a socket, by address, in the order in which they came
        self.watching: Counter[str] = Counter()  # the sockets of spectators, by address

    def enter(self, line: Line, address: str) -> bool:
        """Take a connection in, letting another one go if there are too many; tell whether there is a place."""
        here = self.strangers.setdefault(network_of(address), {})
        there = True
        if len(here) >= self.limits.lines and not is_within(address, self.proxies):
            there = self._thin(here)
        elif len(self.all) >= self.most:
            there = self._thin(max(self.strangers.values(), key=len))
        self.strangers.setdefault(network_of(address), here)[line] = None
        self.all[line] = False
        return there

    def _thin(self, crowd: dict[Line, None]) -> bool:
        """Let the oldest connection of a crowd go, if possible one that serves nobody; tell whether there was one."""
        if not crowd:
            return False
        oldest = min(crowd, key=lambda line: line.is_busy())
        del crowd[oldest]
        oldest.drop()
        return True

    def become_socket(self, line: Line, address: str) -> None:
        """Count a connection no more among those that may have to go."""
        network = network_of(address)
        here = self.strangers.get(network, {})
        here.pop(line, None)
        if not here:
            self.strangers.pop(network, None)

    def leave(self, line: Line, address: str) -> None:
        """Forget a connection that has ended."""
        self.become_socket(line, address)
        self.all.pop(line, None)

    async def keep_sweeping(self) -> None:
        """Look for dead connections again and again."""
        while True:
            await asyncio.sleep(self.limits.upgrade / 2)
            self.sweep()

    def sweep(self) -> None:
        """Drop connections whose other side does not read our last words."""
        for line, closing in list(self.all.items()):
            if closing:
                line.drop()
            self.all[line] = line.is_closing()

    def admit_spectator(self, address: str) -> None:
        """Count the socket of a spectator, unless the places that are left are for players."""
        if self.watching.total() >= self.most * 3 // 4:
            raise Refused("full", "too many people are watching already; the places that are left are for players")
        if self.watching[address] >= max(1, self.limits.lines // 2):
            raise Refused("full", "too many people are watching from your address")
        self.watching[address] += 1

    def release_spectator(self, address: str) -> None:
        """Let a spectator go."""
        self.watching[address] -= 1
        if not self.watching[address]:
            del self.watching[address]


# Addresses


@functools.lru_cache(4096)
def network_of(address: str) -> str:
    """Name who an address belongs to, as far as that can be told: one of IPv4, or the first 64 bits of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    found = getattr(found, "ipv4_mapped", None) or found
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def address_of(scope: Scope) -> str:
    """Name the network that a request comes from: whoever has it counts as one."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def is_within(address: str, networks: tuple[Network, ...]) -> bool:
    """Tell whether an address is in one of some networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    found = getattr(found, "ipv4_mapped", None) or found
    return any(found in network for network in networks)


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8."""
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text))
        except ValueError as error:
            raise BadOptions(f"--trust-proxy {text}: expected an address such as 127.0.0.1 or 10.0.0.0/8") from error
    return tuple(found)


def take_descriptors(wanted: int) -> int:
    """Ask the system for as many descriptors as it allows; return how many connections that is enough for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = hard if hard != resource.RLIM_INFINITY else max(soft, wanted + SPARE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    return min(wanted, enough - min(SPARE, enough // 2))
