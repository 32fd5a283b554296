"""Running the table: one process that serves, with every limit set explicitly."""

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import uvicorn

from potluck.core.errors import BadOptions
from potluck.table.live.puzzling import check_puzzles
from potluck.table.live.teaching import check_lessons
from potluck.table.store.database import open_database
from potluck.table.web.app import TableApp
from potluck.table.web.connection import Connection, SocketConnection
from potluck.table.web.limits import DEFAULT, Limits
from potluck.table.web.lines import Lines, read_networks, take_descriptors
from potluck.table.web.logs import begin_log
from potluck.table.web.opening import BACKLOG, Address, forget_link, leave_link, take_port
from potluck.table.web.post import Post, check_post

WEAKEST = 16  # characters of a token that somebody chose


def configure(app: TableApp, address: Address, limits: Limits) -> uvicorn.Config:
    """Set the server up, with nothing left to defaults that matters."""
    shared = {"limits": limits, "lines": app.lines}
    return uvicorn.Config(
        app,
        host=address.bind(),
        port=address.port,
        http=type("LimitedConnection", (Connection,), shared),
        ws=type("LimitedSocket", (SocketConnection,), shared),
        ws_max_size=limits.frame,
        ws_max_queue=8,
        ws_ping_interval=limits.ping,
        ws_ping_timeout=limits.ping_timeout,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=bool(address.proxies),
        forwarded_allow_ips=list(address.proxies),
        timeout_keep_alive=limits.keep_alive,  # type: ignore[arg-type]
        timeout_graceful_shutdown=max(1, int(limits.stop) - 1),
        backlog=BACKLOG,
    )


def check_token(token: str) -> None:
    """Refuse a token that somebody could guess."""
    if token and len(token) < WEAKEST:
        raise BadOptions(f"metrics token: expected at least {WEAKEST} characters")


def check_site(site: Path | None) -> None:
    """Refuse a folder that make site has not built."""
    if site is not None and not (site / "index.html").is_file():
        raise BadOptions(f"--site {site}: there is no index.html in it; make site builds such a folder")


def serve(
    url: str,
    address: Address,
    limits: Limits = DEFAULT,
    bots: int = 2,
    metrics_token: str = "",
    opened: Callable[[Address], None] = lambda address: None,
    log_file: Path | None = None,
    lab: Path | None = None,
    site: Path | None = None,
    post: Post | None = None,
) -> None:
    """Serve until told to stop; `opened` is called when whoever comes will be answered."""
    check_token(metrics_token)
    check_site(site)
    check_post(post or Post())
    check_lessons()
    check_puzzles()
    begin_log(log_file)
    database = open_database(url)
    listener, address = take_port(address)
    lines = Lines(limits, take_descriptors(limits.sockets), read_networks(address.proxies))
    post = msgspec.structs.replace(post or Post(), link=address.links()[0])
    app = TableApp(database, address.hosts(), address.origins, lines, bots, metrics_token, lab, site, post)
    server = uvicorn.Server(configure(app, address, limits))
    threading.Thread(target=announce, args=(server, url, address, opened), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # what the server does with a signal is all there is to do
    gc.freeze()  # what is there when the table opens stays, and need not be looked through
    gc.set_threshold(50_000, 20, 50)  # what lives here lives long
    sys.setswitchinterval(0.001)  # the loop does not wait long for the writer
    server.run([listener])
    forget_link(url)


def announce(server: uvicorn.Server, url: str, address: Address, opened: Callable[[Address], None]) -> None:
    """Say that the table is open, once it is."""
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        leave_link(url, address.links()[0])
        opened(address)
