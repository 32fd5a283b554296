"""The application: all parts put together."""

import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from potluck.table.live import catalogue
from potluck.table.live.hall import Hall
from potluck.table.live.rest import Rest
from potluck.table.live.studies import Studies
from potluck.table.live.workers import Workers
from potluck.table.protocol import endpoints
from potluck.table.protocol.openapi import document
from potluck.table.store import rows
from potluck.table.store.database import Database
from potluck.table.store.puzzles import SqlPuzzlers
from potluck.table.store.sql import SqlStore
from potluck.table.web.answers import json_answer
from potluck.table.web.console import Console, listening, socket_file
from potluck.table.web.guard import Guard
from potluck.table.web.limits import DEFAULT
from potluck.table.web.lines import Lines
from potluck.table.web.operations import Operations
from potluck.table.web.page import Page, Site, to_site
from potluck.table.web.post import Post, PostOffice
from potluck.table.web.routes import Routes, route
from potluck.table.web.socket import Sockets


class TableApp:
    """Serve the table from one process."""

    def __init__(
        self,
        database: Database,
        hosts: Iterable[str],
        origins: Iterable[str] = (),
        lines: Lines | None = None,
        bots: int = 2,
        metrics_token: str = "",
        lab: Path | None = None,
        site: Path | None = None,
        post: Post | None = None,
    ) -> None:
        self.post = post or Post()
        self.studies = Studies(lab)
        self.database = database
        self.lines = lines or Lines(DEFAULT, DEFAULT.sockets)
        self.limits = self.lines.limits
        self.bots = bots
        self.metrics_token = metrics_token
        self.site = site
        self.hall: Hall | None = None
        self.inner = Starlette(lifespan=self.lifespan)
        self.guard = Guard(self.inner, self.limits, hosts, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await self.guard(scope, receive, send)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Look after the matches, and close everything in the end."""
        limits = self.limits
        store = SqlStore(self.database, limits.unsaved)
        workers = Workers(self.bots, limits.think, limits.bot_memory, limits)
        hall = self.hall = Hall(store, workers, limits)
        office = PostOffice(store, self.post, limits.mails)
        routes = Routes(Rest(hall, limits, self.studies, SqlPuzzlers(store)), limits, store, office)
        sockets = Sockets(hall, self.lines, routes.guesses, store)
        operations = Operations(hall, store, workers, sockets, self.metrics_token)
        app.router.routes += [
            *routes.all(),
            *operations.routes(),
            route(endpoints.OPENAPI, openapi),
            WebSocketRoute(endpoints.SOCKET.path, sockets.attend),
            Route("/solo", to_site),
            Route("/solo/{path:path}", Site(self.site).answer),
            Route("/{path:path}", Page(studies=self.studies).answer),
        ]
        self.guard.blocked |= await store.read(rows.blocked)
        console = Console(hall, store, self.guard.blocked)
        catalogue.game_cards()  # all games are imported now, and nobody has to wait for that later
        hall.open()
        await office.open()
        if office.has_mail:
            hall.desk.run(office.carry(limits.post, mail=True))
        if office.public:
            hall.desk.run(office.carry(limits.post, mail=False))
        hall.desk.run(operations.watch_lag())
        hall.desk.run(self.lines.keep_sweeping())
        try:
            async with listening(console, socket_file(str(self.database.url))):
                yield
        finally:
            await hall.stop()


async def openapi(request: Request) -> Response:
    """Describe the HTTP part of the protocol."""
    return json_answer(document())
