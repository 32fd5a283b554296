"""The endpoints over HTTP: each request is handed to `live.rest`, and its answer sent."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette import requests
from starlette.responses import Response
from starlette.routing import Route

from potluck.table.live.buckets import Buckets
from potluck.table.live.rest import Rest
from potluck.table.live.rooms import Room
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused
from potluck.table.store.sql import SqlStore
from potluck.table.web.answers import Bodies, Handler, is_json, refusal_answer, respond
from potluck.table.web.holders import cookie_name, count_guess, holder, set_cookie, token_of
from potluck.table.web.limits import Limits
from potluck.table.web.lines import address_of
from potluck.table.web.people import People
from potluck.table.web.post import PostOffice
from potluck.table.web.telling import Telling
from potluck.table.web.waiting import while_waiting

T = TypeVar("T")


class Routes:
    """Carry requests to the endpoints, and answers back."""

    def __init__(self, rest: Rest, limits: Limits, store: SqlStore, office: PostOffice) -> None:
        self.rest = rest
        self.store = store
        self.bodies = Bodies(limits.bodies)
        self.guesses = Buckets(limits.guesses / 60, limits.guesses)
        self.people = People(rest.hall, store, limits, self.bodies, self.guesses, office)
        self.telling = Telling(self.people, office, limits.proofs)

    def all(self) -> list[Route]:
        """List the addresses."""
        found = [route(endpoint, self.carrying(endpoint)) for endpoint in self.rest.handlers()]
        asked = {**self.people.handlers(), **self.telling.handlers()}
        return [*found, *(route(endpoint, self.refusing(handler)) for endpoint, handler in asked.items())]

    def refusing(self, handler: Handler) -> Handler:
        """Turn refusals into answers."""

        async def answer(request: requests.Request) -> Response:
            try:
                return await handler(request)
            except Refused as refused:
                self.rest.hall.desk.count_refusal(refused.code)
                return refusal_answer(refused.message())

        return answer

    def carrying(self, endpoint: Endpoint) -> Handler:
        """Answer at an endpoint."""

        async def carry(request: requests.Request) -> Response:
            answer = await self.rest.answer(endpoint, HttpRequest(request, self))
            response = respond(answer)
            if answer.key is not None:
                match, mine, token = answer.key
                set_cookie(response, request, cookie_name(match, mine[0]), token, f"/api/matches/{match}")
            return response

        return carry


class HttpRequest:
    """Be the `Request` of one endpoint, over HTTP."""

    def __init__(self, request: requests.Request, routes: Routes) -> None:
        self.request = request
        self.routes = routes
        self.path_params = request.path_params
        self.query_params = request.query_params
        self.address = address_of(request.scope)

    @property
    def is_json(self) -> bool:
        """Tell whether the body says that it is JSON."""
        return is_json(self.request)

    @property
    def is_bearer(self) -> bool:
        """Tell whether the key comes as a token."""
        return self.request.headers.get("authorization", "").lower().startswith("bearer ")

    def key_to(self, match: str) -> str:
        """Return the key that comes with the request."""
        return token_of(self.request, match)

    async def holds(self, room: Room) -> tuple[int, ...]:
        """Return the seats of whoever asks."""
        return await holder(self.request, room, self.routes.guesses, self.routes.store)

    async def player(self, match: str = "") -> str:
        """Name the player who sits down."""
        return await self.routes.people.player_for(self.request, match)

    def count_guess(self) -> None:
        """Count a wrong key."""
        count_guess(self.request, self.routes.guesses)

    async def read(self, most: int) -> bytes:
        """Read the body."""
        return await self.routes.bodies.read(self.request, most)

    async def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something as long as the asker is there."""
        return await while_waiting(self.request, work)


def route(endpoint: Endpoint, handler: Handler) -> Route:
    """Answer at an endpoint."""
    return Route(endpoint.path, handler, methods=[endpoint.method])
