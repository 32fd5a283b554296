"""What those who run the table look at: is it well, and how much does it do."""

import asyncio
import hmac
import time

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from potluck.table.live.clock import now
from potluck.table.live.hall import Hall
from potluck.table.live.workers import STARTING, Workers
from potluck.table.match.ports import Beat, BotFailed, Claim, Question, Unsaved, Urgency
from potluck.table.protocol import Health, Refusal, endpoints
from potluck.table.store.sql import SqlStore
from potluck.table.web.answers import json_answer, refusal_answer
from potluck.table.web.routes import route
from potluck.table.web.socket import Sockets

FORWARDED = {"forwarded", "x-forwarded-for", "via"}
LAG = 0.05  # seconds between two looks at the loop
FADES = 0.98  # what is left of a lag at the next look
LATE = 1.0  # seconds that the loop may be late
FRESH = 1.0  # seconds for which a check counts
PATIENCE = 5.0  # seconds for one durable write


class Operations:
    """Measure the table."""

    def __init__(self, hall: Hall, store: SqlStore, workers: Workers, sockets: Sockets, token: str) -> None:
        self.hall = hall
        self.store = store
        self.writer = store.writer
        self.workers = workers
        self.sockets = sockets
        self.token = token
        self.peak = 0.0  # the longest lag since somebody looked
        self.late = 0.0  # the longest lag of late, fading
        self.checking: asyncio.Future[dict[str, str]] | None = None
        self.checked = 0.0  # when the last check ended
        self.registry = CollectorRegistry()
        self.lags = Histogram(
            "potluck_loop_lag_seconds",
            "How late the loop comes to what it was to do.",
            registry=self.registry,
            buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0),
        )
        self.registry.register(self)

    def collect(self) -> list[Metric]:
        """Gather the figures of the moment."""
        hall = self.hall
        peak, self.peak = self.peak, 0.0
        gauges = {
            "potluck_loop_lag_peak_seconds": ("The longest lag of the loop since the last look.", peak),
            "potluck_sockets": ("Open sockets.", self.sockets.open),
            "potluck_rooms": ("Matches in memory.", len(hall.rooms)),
            "potluck_commit_seconds": ("Time of the last commit.", self.writer.commit_seconds),
            "potluck_read_only": ("Whether nothing can be saved.", int(hall.desk.read_only)),
        }
        counters = {
            "potluck_saved": ("Commands saved.", self.writer.saved),
            "potluck_commits": ("Transactions committed.", self.writer.commits),
            "potluck_workers_replaced": ("Bot processes that hung or died.", self.workers.replaced),
        }
        found: list[Metric] = [GaugeMetricFamily(name, text, value) for name, (text, value) in gauges.items()]
        found += [CounterMetricFamily(name, text, value) for name, (text, value) in counters.items()]
        refusals = CounterMetricFamily("potluck_refusals", "Refusals by their reason.", labels=["code"])
        for code, count in hall.desk.refusals.items():
            refusals.add_metric([code], count)
        return [*found, refusals]

    async def watch_lag(self) -> None:
        """Keep measuring how late the loop is."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(LAG)
            lag = max(0.0, time.perf_counter() - begun - LAG)
            self.peak = max(self.peak, lag)
            self.late = max(lag, self.late * FADES)
            self.lags.observe(lag)

    def routes(self) -> list[Route]:
        """List the addresses."""
        return [route(endpoints.HEALTH, self.health), route(endpoints.METRICS, self.metrics)]

    async def health(self, request: Request) -> Response:
        """Tell whether the table can do its work, and if not what is ill; looked at anew once a second at most."""
        old = time.monotonic() - self.checked > FRESH or self.hall.desk.read_only
        if self.checking is None or (self.checking.done() and old):
            self.checking = asyncio.ensure_future(self.check())
        ill = await asyncio.shield(self.checking)
        return json_answer(Health("ill" if ill else "ok", ill), 503 if ill else 200)

    async def check(self) -> dict[str, str]:
        """Ask the writer, the disk, the loop and the workers how they are."""
        found = {"loop": self.ask_loop(), **await self.ask_writer(), "workers": await self.ask_workers()}
        self.checked = time.monotonic()
        return {name: sentence for name, sentence in found.items() if sentence}

    def ask_loop(self) -> str:
        """Tell how late the loop has been of late."""
        return f"it was {self.late:.1f} s late" if self.late > LATE else ""

    async def ask_writer(self) -> dict[str, str]:
        """Write something, and wait until it is on the disk."""
        if not self.store.writer.is_alive():
            return {"writer": "its thread has ended"}
        try:
            await asyncio.wait_for(self.store.save([], Beat(now())), PATIENCE)
        except TimeoutError:
            return {"writer": f"it has written nothing for {PATIENCE:g} s"}
        except Unsaved as error:
            return {"database" if self.store.shared else "disk": str(error)}
        return {}

    async def ask_workers(self) -> str:
        """Ask a bot process for a word, unless all are thinking or none was needed yet."""
        workers = self.workers
        if not workers.idle or (workers.well and not any(worker.process for worker in workers.all)):
            return ""
        try:
            await asyncio.wait_for(workers.ask(Question("ping"), Claim(Urgency.LIVE)), STARTING)
        except (BotFailed, TimeoutError) as error:
            return f"the bots cannot think: {str(error) or 'no answer'}"
        return ""

    async def metrics(self, request: Request) -> Response:
        """Show the figures to whoever may see them: this machine, or the holder of the token."""
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
        here = request.client is not None and request.client.host in ("127.0.0.1", "::1") and not self.token
        if FORWARDED & set(request.headers):
            here = False  # it comes through a proxy on this machine
        if not here and not (self.token and hmac.compare_digest(bearer, self.token.encode())):
            return refusal_answer(Refusal("no_credential", "the figures need the token of this table"))
        return PlainTextResponse(generate_latest(self.registry), media_type="text/plain; version=0.0.4")
