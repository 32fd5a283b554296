"""Every address of the table, declared once: routes, the OpenAPI document, docs/protocol.md and the page's client."""

import re
from typing import Any, NamedTuple

from potluck.table.protocol.commands import Command, Done
from potluck.table.protocol.lists import GameCard, Health, Hint, Imported, Lobby, Replay, RulingCard
from potluck.table.protocol.questions import AskWhy, Position, Preview, Why
from potluck.table.protocol.setup import Created, Invite, Join, Joined, Key, NewMatch
from potluck.table.protocol.snapshot import Snapshot

PLACES = {"match": "the id of a match", "game": "the name of a game"}  # what stands in an address


class Query(NamedTuple):
    """Describe what may follow the `?` of an address."""

    name: str
    kind: type[int] | type[str]
    text: str
    required: bool = False


class Endpoint(NamedTuple):
    """Describe one address: what it does, what it is sent and what it answers; `str` is plain text."""

    name: str
    method: str
    path: str
    text: str
    answer: Any
    body: Any = None
    query: tuple[Query, ...] = ()
    status: int = 200

    @property
    def places(self) -> list[str]:
        """Name what stands in the address."""
        return re.findall(r"\{(\w+)\}", self.path)


MATCH = "/api/matches/{match}"
SEAT = Query("seat", int, "which of this browser's seats asks, where it holds several keys")
PLY = Query("ply", int, "the number of moves made before this point; the match must be over")

GAMES = Endpoint("games", "GET", "/api/games", "Describe the games.", list[GameCard])
RULINGS = Endpoint(
    *("rulings", "GET", "/api/games/{game}/rulings", "Show the rules of a game in our words.", list[RulingCard]),
    query=(Query("options", str, "what was agreed on, as quiet_turns=50, first=1: its numbers stand in the rules"),),
)
LOBBY = Endpoint("lobby", "GET", "/api/matches", "List open tables, and matches to watch.", Lobby)
CREATE = Endpoint("create", "POST", "/api/matches", "Create a match.", Created, NewMatch, status=201)
IMPORT = Endpoint(
    "import_record", "POST", "/api/records", "Keep a record as a finished match.", Imported, str, status=201
)
SHOW = Endpoint("snapshot", "GET", MATCH, "Show the match as the caller may see it.", Snapshot, query=(SEAT,))
JOIN = Endpoint(
    "join", "POST", f"{MATCH}/join", "Take a seat; without an invitation only at a listed table.", Joined, Join
)
FOLLOW = Endpoint(
    "follow", "POST", f"{MATCH}/follow", "Get the key to the rematch that was agreed on.", Joined, query=(SEAT,)
)
REVOKE = Endpoint("revoke", "DELETE", f"{MATCH}/key", "Destroy the key that is used.", Joined, query=(SEAT,))
ROTATE = Endpoint(
    "rotate", "POST", f"{MATCH}/key", "Exchange the key that is used for a new one.", Joined, query=(SEAT,)
)
INVITE = Endpoint(
    *("invite", "POST", f"{MATCH}/invite", "Withdraw the invitation to a seat, and get another.", Key, Invite),
    query=(SEAT,),
)
COMMAND = Endpoint("command", "POST", f"{MATCH}/commands", "Do something at a match.", Done, Command, (SEAT,))
PREVIEW = Endpoint(
    *("preview", "GET", f"{MATCH}/preview", "Tell what a choice would do.", Preview),
    query=(Query("move", int, "the number of the choice", required=True), SEAT),
)
POSITION = Endpoint(
    *("position", "GET", f"{MATCH}/position", "Write the position as text, now or at an earlier point.", Position),
    query=(PLY, SEAT),
)
WHY = Endpoint(
    "why", "POST", f"{MATCH}/why", "Say why a click path, or a text, is not a legal move.", Why, AskWhy, (SEAT,)
)
RECORD = Endpoint(
    *("record", "GET", f"{MATCH}/record", "Write the record; of a game with secrets only after the end.", str),
    query=(SEAT,),
)
REPLAY = Endpoint(
    *("replay", "GET", f"{MATCH}/replay", "Show a stretch of the match again.", Replay),
    query=(
        Query("first", int, "the first point to show; 0 if left out"),
        Query("count", int, "how many points to show, at most 64"),
        Query("as", str, "whose view: `spectator`, or after the end `all` or a seat; the caller's if left out"),
        SEAT,
    ),
)
HINT = Endpoint(
    *("hint", "POST", f"{MATCH}/hint", "Advise the seat to move; against bots, or when everybody agreed.", Hint),
    query=(SEAT,),
)
ANALYSIS = Endpoint(
    *("analysis", "GET", f"{MATCH}/analysis", "Show the best moves at a point of a finished match.", Hint),
    query=(PLY, SEAT),
)
OPENAPI = Endpoint("openapi", "GET", "/api/openapi.json", "Describe all of this as OpenAPI.", dict[str, Any])
HEALTH = Endpoint("health", "GET", "/healthz", "Tell whether the table can do its work.", Health)
METRICS = Endpoint("metrics", "GET", "/metrics", "Show the table's figures to those who run it.", str)
SOCKET = Endpoint(*("socket", "WS", f"{MATCH}/socket", "Open the socket of a viewer.", None), query=(SEAT,))

ENDPOINTS = (
    *(
        GAMES,
        RULINGS,
        LOBBY,
        CREATE,
        IMPORT,
        SHOW,
        JOIN,
        FOLLOW,
        REVOKE,
        ROTATE,
        INVITE,
        COMMAND,
        PREVIEW,
        POSITION,
        WHY,
        RECORD,
    ),
    *(REPLAY, HINT, ANALYSIS, OPENAPI, HEALTH, METRICS, SOCKET),
)
