"""The HTTP part of the protocol: one method for each endpoint."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from potluck.table import protocol
from potluck.table.live import advice, catalogue, creating, records, serving
from potluck.table.live.hall import Hall
from potluck.table.live.rooms import Room
from potluck.table.match import preview, replay, showing
from potluck.table.match.decide import actor, demand_seat
from potluck.table.protocol import endpoints, ids
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused
from potluck.table.web.answers import Bodies, json_answer, refusal_answer
from potluck.table.web.guard import Buckets
from potluck.table.web.holders import count_guess, demand_sight, holder, set_cookie, token_of
from potluck.table.web.limits import Limits
from potluck.table.web.lines import address_of
from potluck.table.web.waiting import while_waiting

LARGEST = 1 << 31  # of the numbers in an address
Handler = Callable[[Request], Awaitable[Response]]


class Rest:
    """Answer requests."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self.hall = hall
        self.limits = limits
        self.tables = Buckets(limits.tables / 3600, limits.tables)
        self.bodies = Bodies(limits.bodies)
        self.guesses = Buckets(limits.guesses / 60, limits.guesses)

    def handlers(self) -> dict[Endpoint, Handler]:
        """Say who answers at which endpoint."""
        return {
            endpoints.GAMES: self.games,
            endpoints.RULINGS: self.rulings,
            endpoints.LOBBY: self.lobby,
            endpoints.CREATE: self.create,
            endpoints.IMPORT: self.import_record,
            endpoints.SHOW: self.show,
            endpoints.JOIN: self.join,
            endpoints.FOLLOW: self.follow,
            endpoints.REVOKE: self.revoke,
            endpoints.ROTATE: self.rotate,
            endpoints.INVITE: self.invite,
            endpoints.COMMAND: self.command,
            endpoints.PREVIEW: self.preview,
            endpoints.POSITION: self.position,
            endpoints.WHY: self.why,
            endpoints.RECORD: self.record,
            endpoints.REPLAY: self.replay,
            endpoints.HINT: self.hint,
            endpoints.ANALYSIS: self.analysis,
        }

    def routes(self) -> list[Route]:
        """List the addresses."""
        return [route(endpoint, self.refusing(handler)) for endpoint, handler in self.handlers().items()]

    def refusing(self, handler: Handler) -> Handler:
        """Turn refusals into answers."""

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Refused as refused:
                self.hall.desk.count_refusal(refused.code)
                return refusal_answer(refused.message())

        return answer

    # Games

    async def games(self, request: Request) -> Response:
        """Describe all games."""
        return json_answer(catalogue.game_cards())

    async def rulings(self, request: Request) -> Response:
        """Show the rulings of a game."""
        agreed = request.query_params.get("options", "")
        return json_answer(catalogue.ruling_cards(request.path_params["game"], agreed))

    # Matches

    async def lobby(self, request: Request) -> Response:
        """List open tables, and matches to watch."""
        return json_answer(await self.hall.lobby())

    async def create(self, request: Request) -> Response:
        """Create a match."""
        new = await self.bodies.read_message(request, protocol.NewMatch, self.limits.body)
        self.count_table(request)
        created = await self.hall.create(new)
        answer = json_answer(created if new.keep == "token" else msgspec.structs.replace(created, token=""), 201)
        if created.mine and new.keep == "cookie":
            set_cookie(answer, request, created.match, tuple(created.mine), created.token)
        return answer

    def count_table(self, request: Request) -> None:
        """Refuse too many tables from one address."""
        if not self.tables.take(address_of(request.scope)):
            raise Refused("too_fast", f"at most {self.limits.tables} tables an hour from one address")

    async def show(self, request: Request) -> Response:
        """Show a match."""
        room, mine = await self.enter(request)
        return json_answer(room.snapshot(mine))

    async def enter(self, request: Request) -> tuple[Room, tuple[int, ...]]:
        """Find the match that a request is about, and the seats of whoever asks."""
        room = await self.hall.room(request.path_params["match"])
        await room.ledger.refresh()
        mine = holder(request, room, self.guesses)
        demand_sight(mine, room)
        room.poll(mine)
        return room, mine

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        join = await self.bodies.read_message(request, protocol.Join, self.limits.body)
        room = await self.hall.room(request.path_params["match"])
        try:
            token, mine = await room.join(join, address_of(request.scope))
        except Refused as refused:
            if refused.code == "wrong_credential":
                count_guess(request, self.guesses)
            raise
        return self.hand_over(request, room.match.id, mine, token, join.keep)

    def hand_over(self, request: Request, match: str, mine: tuple[int, ...], token: str, keep: str) -> Response:
        """Hand a key over, as a cookie or as a token."""
        if keep == "token":
            return json_answer(protocol.Joined(match, list(mine), token))
        answer = json_answer(protocol.Joined(match, list(mine)))
        set_cookie(answer, request, match, mine, token)
        return answer

    async def follow(self, request: Request) -> Response:
        """Go on to the rematch with the same key."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        if not room.match.rematch:
            raise Refused("not_allowed", "no rematch has been agreed on")
        return self.hand_over(request, room.match.rematch, mine, token_of(request, room.match.id), "cookie")

    async def rotate(self, request: Request) -> Response:
        """Exchange the key that comes with the request for a new one."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        token, mine = await room.rotate(token_of(request, room.match.id))
        bearer = request.headers.get("authorization", "").lower().startswith("bearer ")
        return self.hand_over(request, room.match.id, mine, token, "token" if bearer else "cookie")

    async def invite(self, request: Request) -> Response:
        """Withdraw an invitation, and make another."""
        asked = await self.bodies.read_message(request, protocol.Invite, self.limits.body)
        room, mine = await self.enter(request)
        demand_seat(mine)
        return json_answer(protocol.Key(asked.seat, await room.invite(mine, asked.seat)))

    async def revoke(self, request: Request) -> Response:
        """Destroy the key that comes with the request."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        await room.revoke(token_of(request, room.match.id))
        return json_answer(protocol.Joined(room.match.id, []))

    async def command(self, request: Request) -> Response:
        """Do something at a match."""
        command = await self.bodies.read_message(request, protocol.Command, self.limits.frame)
        room, mine = await self.enter(request)
        ids.check_command(command.id)
        demand_seat(mine)
        reply = await room.command(mine, command)
        return refusal_answer(reply) if isinstance(reply, protocol.Refusal) else json_answer(reply)

    # Questions

    async def preview(self, request: Request) -> Response:
        """Tell what a choice would do."""
        room, mine = await self.enter(request)
        move = number(request, "move", None, LARGEST)
        return json_answer(preview.preview(room.match, actor(room.match, mine), move))

    async def position(self, request: Request) -> Response:
        """Write the position as text; that at an earlier point when the match is over."""
        room, mine = await self.enter(request)
        if "ply" not in request.query_params:
            return json_answer(showing.position(room.match, mine))
        ply = number(request, "ply", 0, LARGEST)
        return json_answer(replay.position(room.match, ply))

    async def why(self, request: Request) -> Response:
        """Say why something is no choice."""
        room, mine = await self.enter(request)
        asked = await self.bodies.read_message(request, protocol.AskWhy, self.limits.frame)
        return json_answer(await serving.explain(room.desk, room.match, actor(room.match, mine), asked))

    async def record(self, request: Request) -> Response:
        """Write the record of a match."""
        room, _ = await self.enter(request)
        written = records.write_record(room.desk, room.match, room.ledger.seed, address_of(request.scope))
        return PlainTextResponse(await while_waiting(request, written))

    async def replay(self, request: Request) -> Response:
        """Show a stretch of a match again."""
        room, mine = await self.enter(request)
        viewer = replay.replay_viewer(room.match, mine, request.query_params.get("as", ""))
        first = number(request, "first", 0, LARGEST)
        count = number(request, "count", self.limits.page, self.limits.page)
        frames = await room.desk.slices.gather(replay.frames(room.match, viewer, first, count))
        return json_answer(replay.replay(room.match, viewer, frames))

    async def hint(self, request: Request) -> Response:
        """Advise the seat to move."""
        room, mine = await self.enter(request)
        asked = advice.hint(room.desk, room.match, actor(room.match, mine), address_of(request.scope))
        return json_answer(await while_waiting(request, asked))

    async def analysis(self, request: Request) -> Response:
        """Show the best moves at a point of a finished match."""
        room, mine = await self.enter(request)
        ply = number(request, "ply", 0, LARGEST)
        asked = advice.analyse(room.desk, room.match, ply, mine, address_of(request.scope))
        return json_answer(await while_waiting(request, asked))

    async def import_record(self, request: Request) -> Response:
        """Keep the record of a match that was played elsewhere."""
        body = await self.bodies.read(request, self.limits.record)
        self.count_table(request)
        found = await records.read_record(self.hall.desk, replay.record_words(body), address_of(request.scope))
        record = replay.check_record(found, self.limits.plies)
        return json_answer(await creating.keep_record(self.hall.store, record), 201)


def route(endpoint: Endpoint, handler: Handler) -> Route:
    """Answer at an endpoint."""
    return Route(endpoint.path, handler, methods=[endpoint.method])


def number(request: Request, name: str, default: int | None, most: int) -> int:
    """Read a number from the address; without a default it must be there."""
    text = request.query_params.get(name, "" if default is None else str(default))
    if not text.isdecimal() or not text.isascii() or len(text) > 10 or int(text) > most:
        raise Refused("bad_request", f"{name}: expected a number from 0 to {most}")
    return int(text)
