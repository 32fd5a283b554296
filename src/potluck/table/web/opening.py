"""Opening the table: its port, its address and its page; or the page of this table if it is open already."""

import errno
import fcntl
import io
import os
import socket as sockets
import sys
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.table.store.files import CannotOpen

PATIENCE = 10  # seconds for a table that is open already to answer
PORTS = 20  # ports to try after the one that was asked for
BACKLOG = 4096


class Address(msgspec.Struct, frozen=True):
    """Say where and how to serve."""

    host: str = "127.0.0.1"
    port: int = 8765
    lan: bool = False  # friends in the same network may come
    origins: tuple[str, ...] = ()  # further names of this table, as behind a proxy: https://potluck.example
    proxies: tuple[str, ...] = ()  # addresses of proxies whose word about where a request comes from counts

    def bind(self) -> str:
        """Return the address to listen at."""
        return "0.0.0.0" if self.lan else self.host

    def hosts(self) -> list[str]:
        """List the names by which this table is known."""
        names = {"localhost", "127.0.0.1", "[::1]", self.host, *(lan_addresses() if self.lan else [])}
        return [f"{name}:{self.port}" for name in names] + ([*names] if self.port == 80 else [])

    def links(self) -> list[str]:
        """List the links that lead here."""
        names = [self.host if self.host != "127.0.0.1" else "localhost", *(lan_addresses() if self.lan else [])]
        return [*self.origins, *(f"http://{name}:{self.port}" for name in names)]


def check_origin(origin: str) -> str:
    """Refuse a name of this table that no browser would send."""
    try:
        parts = urlsplit(origin)
        right = parts.scheme in ("http", "https") and parts.hostname and origin == f"{parts.scheme}://{parts.netloc}"
        right = right and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        right = False
    if not right or origin != origin.lower() or not origin.isascii():
        raise BadOptions(
            f"--origin {shown(origin)}: expected a scheme and a name in small letters: https://potluck.example"
        )
    return origin


def lan_addresses() -> list[str]:
    """List the addresses of this machine in its network."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only chooses the way
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def take_port(address: Address) -> tuple[sockets.socket, Address]:
    """Listen at the port, or at the next one that no other program uses; return the address that it became."""
    for port in range(address.port, min(address.port + PORTS, 65_536)):
        try:
            return listen(address.bind(), port), msgspec.structs.replace(address, port=port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotOpen(f"{address.bind()}:{port}: {error.strerror}") from error
    raise CannotOpen(f"port {address.port}: other programs use it and the next ones; name another with --port")


def listen(host: str, port: int) -> sockets.socket:
    """Listen at a port."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    try:
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)  # a table that has just closed may open again
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


# A table that is open


def link_file(url: str) -> Path | None:
    """Say where the table that is open on a file leaves its link; databases of a server may have many tables."""
    kind, _, path = url.partition(":///")
    return Path(path).resolve().with_suffix(".link") if kind == "sqlite" else None


def leave_link(url: str, link: str) -> None:
    """Let others find the table that is open here."""
    if (file := link_file(url)) is not None:
        file.write_text(link, encoding="utf-8")
        file.chmod(0o600)


def forget_link(url: str) -> None:
    """Take the link away when the table closes."""
    if (file := link_file(url)) is not None:
        file.unlink(missing_ok=True)


def open_already(url: str) -> str:
    """Return the link of this table if some process has it open and answers there; nothing if none does."""
    file = link_file(url)
    if file is None or not file.exists() or not is_locked(file.with_suffix(".db")):
        return ""
    link = file.read_text(encoding="utf-8")
    return link if answers(link) else ""


def answers(link: str) -> bool:
    """Tell whether a table answers at a link, well or not."""
    try:
        with urllib.request.urlopen(f"{link}/healthz", timeout=PATIENCE):
            return True
    except urllib.error.HTTPError:
        return True
    except (OSError, ValueError):
        return False


def is_locked(path: Path) -> bool:
    """Tell whether another process holds a lock; it is only looked at."""
    if not path.exists():
        return False
    with path.open() as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


# Its page


def show_page(link: str) -> bool:
    """Open a page in the browser; tell whether there is one."""
    screen = sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return screen and webbrowser.open(link)


def qr_code(link: str) -> str:
    """Draw a link for the camera of a phone."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
