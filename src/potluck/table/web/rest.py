"""The HTTP part of the protocol."""

import asyncio
import functools
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from potluck.core.errors import PotluckError
from potluck.games import game_class, load, names, rulings
from potluck.players.levels import level_names
from potluck.players.strength import measured
from potluck.table import protocol
from potluck.table.live import replaying
from potluck.table.live.hall import Hall
from potluck.table.live.room import Room
from potluck.table.match import preview
from potluck.table.match.decide import Refused
from potluck.table.web.answers import json_answer, read_body, read_message, refusal_answer
from potluck.table.web.guard import Buckets, address_of
from potluck.table.web.holders import count_guess, demand_seat, demand_sight, holder, set_cookie, token_of

Endpoint = Callable[["Rest", Request], Awaitable[Response]]


def endpoint(function: Endpoint) -> Endpoint:
    """Turn refusals into answers."""

    @functools.wraps(function)
    async def answer(self: "Rest", request: Request) -> Response:
        try:
            return await function(self, request)
        except Refused as refused:
            self.hall.count_refusal(refused.code)
            return refusal_answer(protocol.Refusal(refused.code, refused.sentence, refused.ruling))

    return answer


class Rest:
    """Answer requests."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tables = Buckets(hall.limits.tables / 3600, hall.limits.tables)
        self.guesses = Buckets(hall.limits.guesses / 60, hall.limits.guesses)

    def routes(self) -> list[Route]:
        """List the addresses."""
        match = "/api/matches/{match}"
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}/rulings", self.rulings),
            Route("/api/matches", self.lobby, methods=["GET"]),
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/records", self.import_record, methods=["POST"]),
            Route(match, self.show),
            Route(f"{match}/join", self.join, methods=["POST"]),
            Route(f"{match}/follow", self.follow, methods=["POST"]),
            Route(f"{match}/key", self.revoke, methods=["DELETE"]),
            Route(f"{match}/commands", self.command, methods=["POST"]),
            Route(f"{match}/preview", self.preview),
            Route(f"{match}/position", self.position),
            Route(f"{match}/why", self.why, methods=["POST"]),
            Route(f"{match}/record", self.record),
            Route(f"{match}/replay", self.replay),
            Route(f"{match}/hint", self.hint, methods=["POST"]),
            Route(f"{match}/analysis", self.analysis),
        ]

    # Games

    @endpoint
    async def games(self, request: Request) -> Response:
        """Describe all games."""
        return json_answer([game_card(name) for name in names()])

    @endpoint
    async def rulings(self, request: Request) -> Response:
        """Show the rulings of a game."""
        try:
            game_class(request.path_params["game"])
        except PotluckError as error:
            raise Refused("not_found", str(error)) from error
        found = rulings(request.path_params["game"]).values()
        return json_answer([protocol.RulingCard(*ruling) for ruling in found])

    # Matches

    @endpoint
    async def lobby(self, request: Request) -> Response:
        """List open tables, and matches to watch."""
        return json_answer(await self.hall.lobby())

    @endpoint
    async def create(self, request: Request) -> Response:
        """Create a match."""
        new = await read_message(request, protocol.NewMatch, self.hall.limits.body)
        self.count_table(request)
        created = await self.hall.create(new)
        answer = json_answer(created if new.keep == "token" else msgspec.structs.replace(created, token=""), 201)
        if created.mine and new.keep == "cookie":
            set_cookie(answer, request, created.match, tuple(created.mine), created.token)
        return answer

    def count_table(self, request: Request) -> None:
        """Refuse too many tables from one address."""
        if not self.tables.take(address_of(request.scope)):
            raise Refused("too_fast", f"at most {self.hall.limits.tables} tables an hour from one address")

    @endpoint
    async def show(self, request: Request) -> Response:
        """Show a match."""
        room, mine = await self.enter(request)
        return json_answer(room.snapshot(mine))

    async def enter(self, request: Request) -> tuple[Room, tuple[int, ...]]:
        """Find the match that a request is about, and the seats of whoever asks."""
        room = await self.hall.room(request.path_params["match"])
        await room.refresh()
        mine = holder(request, room, self.guesses)
        demand_sight(mine, room)
        return room, mine

    @endpoint
    async def join(self, request: Request) -> Response:
        """Take a seat."""
        join = await read_message(request, protocol.Join, self.hall.limits.body)
        room = await self.hall.room(request.path_params["match"])
        try:
            token, mine = await room.join(join)
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

    @endpoint
    async def follow(self, request: Request) -> Response:
        """Go on to the rematch with the same key."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        if not room.match.rematch:
            raise Refused("not_allowed", "nobody has agreed on a rematch")
        return self.hand_over(request, room.match.rematch, mine, token_of(request, room.match.id), "cookie")

    @endpoint
    async def revoke(self, request: Request) -> Response:
        """Destroy the key that comes with the request."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        await room.revoke(token_of(request, room.match.id))
        return json_answer(protocol.Joined(room.match.id, []))

    @endpoint
    async def command(self, request: Request) -> Response:
        """Do something at a match."""
        command = await read_message(request, protocol.Command, self.hall.limits.frame)
        room, mine = await self.enter(request)
        check_id(command.id)
        reply = await room.command(demand_seat(mine), command)
        return refusal_answer(reply) if isinstance(reply, protocol.Refusal) else json_answer(reply)

    # Questions

    @endpoint
    async def preview(self, request: Request) -> Response:
        """Tell what a choice would do."""
        room, mine = await self.enter(request)
        seat = mover_of(room, demand_seat(mine))
        return json_answer(preview.preview(room.match, seat, number(request, "move", 0, 1 << 31)))

    @endpoint
    async def position(self, request: Request) -> Response:
        """Write the position as text; that at an earlier ply when the match is over."""
        room, mine = await self.enter(request)
        if "ply" not in request.query_params:
            return json_answer(room.position(mine))
        ply = number(request, "ply", 0, 1 << 31)
        return json_answer(await asyncio.to_thread(replaying.position, room.match, ply))

    @endpoint
    async def why(self, request: Request) -> Response:
        """Say why something is no choice."""
        room, mine = await self.enter(request)
        asked = await read_message(request, protocol.AskWhy, self.hall.limits.frame)
        return json_answer(preview.why(room.match, mover_of(room, demand_seat(mine)), asked.path, asked.text))

    @endpoint
    async def record(self, request: Request) -> Response:
        """Write the record of a match."""
        room, _ = await self.enter(request)
        return PlainTextResponse(await asyncio.to_thread(replaying.record_text, room))

    @endpoint
    async def replay(self, request: Request) -> Response:
        """Show a stretch of a match again."""
        room, mine = await self.enter(request)
        viewer = replaying.replay_viewer(room, mine, request.query_params.get("as", ""))
        first = number(request, "first", 0, 1 << 31)
        count = number(request, "count", self.hall.limits.page, self.hall.limits.page)
        return json_answer(await asyncio.to_thread(replaying.replay, room.match, viewer, first, count))

    @endpoint
    async def hint(self, request: Request) -> Response:
        """Advise the seat to move."""
        room, mine = await self.enter(request)
        return json_answer(await replaying.hint(room, mover_of(room, demand_seat(mine))))

    @endpoint
    async def analysis(self, request: Request) -> Response:
        """Show the best moves at a point of a finished match."""
        room, _ = await self.enter(request)
        return json_answer(await replaying.analysis(room, number(request, "ply", 0, 1 << 31)))

    @endpoint
    async def import_record(self, request: Request) -> Response:
        """Keep the record of a match that was played elsewhere."""
        body = await read_body(request, self.hall.limits.record)
        self.count_table(request)
        return json_answer(await replaying.import_record(self.hall, body), 201)


def mover_of(room: Room, mine: tuple[int, ...]) -> int:
    """Return the seat that a question is about: the one to move, if it is mine."""
    mover = int(room.match.state.to_move)
    return mover if mover in mine else mine[0]


def number(request: Request, name: str, default: int, most: int) -> int:
    """Read a number from the address."""
    text = request.query_params.get(name, str(default))
    if not text.isdecimal() or not text.isascii() or len(text) > 10 or int(text) > most:
        raise Refused("bad_request", f"{name}: expected a number from 0 to {most}")
    return int(text)


def check_id(id: str) -> None:
    """Refuse a command id that is not 128 bits."""
    if len(id) != 32 or not all(digit in "0123456789abcdef" for digit in id):
        raise Refused("bad_request", "id: expected 32 hexadecimal digits")


def game_card(name: str) -> protocol.GameCard:
    """Describe a game."""
    game = load(name)
    return protocol.GameCard(
        name=game.name,
        title=game.title,
        about=game.about,
        rules_version=game.rules_version,
        seats=list(game.seats),
        sides=list(game.sides),
        has_chance=game.has_chance,
        has_secrets=game.has_secrets,
        options=[
            protocol.OptionCard(
                *(option.name, option.default, option.text, option.ruling),
                *(list(option.choices), option.least, option.most),
            )
            for option in game.options
        ],
        levels=[level_card(game.name, level) for level in level_names(game)],
    )


def level_card(game: str, level: str) -> protocol.LevelCard:
    """Describe a level, with its strength as far as it was measured."""
    ladder = measured().get(game)
    rating = ladder.ratings.get(level) if ladder is not None else None
    if rating is None:
        return protocol.LevelCard(level)
    return protocol.LevelCard(level, rating.elo, (rating.high - rating.low) // 2)
