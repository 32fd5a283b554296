"""One request to an endpoint and its answer, however they are carried: over HTTP, or inside a browser."""

from collections.abc import Coroutine, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from potluck.table.live.rooms import Room
from potluck.table.protocol import Refusal
from potluck.table.protocol.refusals import REASONS, Refused
from potluck.table.protocol.wire import decode, encode

T = TypeVar("T")


class Request(Protocol):
    """Be what somebody asks at an endpoint."""

    @property
    def path_params(self) -> Mapping[str, Any]:
        """Return what stands in the address."""

    @property
    def query_params(self) -> Mapping[str, str]:
        """Return what follows the `?` of the address."""

    @property
    def address(self) -> str:
        """Name whose allowance the request is counted against."""

    @property
    def is_json(self) -> bool:
        """Tell whether the body says that it is JSON."""

    @property
    def is_bearer(self) -> bool:
        """Tell whether the key comes as a token, and a new one is to be handed over so."""

    def key_to(self, match: str) -> str:
        """Return the key to a match that comes with the request; nothing without one."""

    async def holds(self, room: Room) -> tuple[int, ...]:
        """Return the seats of whoever asks; none for a spectator."""

    async def player(self, match: str = "") -> str:
        """Name the player who sits down; nobody in particular if they sit at that match already."""

    def count_guess(self) -> None:
        """Count a wrong key, and refuse too many."""

    async def read(self, most: int) -> bytes:
        """Read the body, up to a limit."""

    async def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that takes a while, as long as the asker waits."""


class Handed(NamedTuple):
    """Hold a key that is handed over with an answer, for the browser to keep."""

    match: str
    mine: tuple[int, ...]
    token: str


class Answer(NamedTuple):
    """Hold what is answered."""

    body: bytes
    status: int = 200
    media_type: str = "application/json"
    key: Handed | None = None


def json_answer(message: object, status: int = 200, key: Handed | None = None) -> Answer:
    """Answer with a message."""
    return Answer(encode(message), status, key=key)


def text_answer(text: str) -> Answer:
    """Answer with plain text."""
    return Answer(text.encode(), media_type="text/plain; charset=utf-8")


def refusal_answer(refusal: Refusal) -> Answer:
    """Answer with a refusal."""
    return json_answer(refusal, REASONS[refusal.code].status)


async def read_message(request: Request, kind: type[T], most: int) -> T:
    """Read a message from a request."""
    if not request.is_json:
        raise Refused("bad_request", "expected a body in application/json")
    return decode(await request.read(most), kind)
