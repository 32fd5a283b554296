"""Every address of the table, declared once: routes, the OpenAPI document, docs/protocol.md and the page's client."""

import re
from typing import Any, NamedTuple

from potluck.core.view import Thing
from potluck.table.protocol.commands import Command, Done
from potluck.table.protocol.learning import Lessons, Tried, Try
from potluck.table.protocol.lists import (
    Agreement,
    GameCard,
    Health,
    Hint,
    Imported,
    LabStudy,
    Lobby,
    Problem,
    Replay,
    RulingCard,
)
from potluck.table.protocol.people import (
    Challenge,
    Course,
    Credential,
    Gone,
    Invitation,
    Look,
    MailAddress,
    Me,
    MyMatches,
    NewPlayer,
    Proof,
    Recover,
    RecoveryCode,
    Subscription,
    Vacation,
)
from potluck.table.protocol.puzzles import Puzzles, PuzzleTried, PuzzleTry
from potluck.table.protocol.questions import AskWhy, Position, Preview, Why
from potluck.table.protocol.reviews import Review
from potluck.table.protocol.setup import Created, Invite, Join, Joined, Key, NewMatch
from potluck.table.protocol.snapshot import Snapshot
from potluck.table.protocol.study import Edit, Edited, Judged, Studied, StudiedLines, Study, StudyLines

PLACES = {
    "match": "the id of a match",
    "game": "the name of a game",
    "device": "the id of a browser, or `others` for all but this one",
    "passkey": "the id of a passkey",
}  # what stands in an address


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
AGREE = Endpoint(
    "agree",
    "POST",
    "/api/games/{game}/options",
    "Say what is wrong with options, if anything.",
    list[Problem],
    Agreement,
)
THINGS = Endpoint(
    *("things", "GET", "/api/games/{game}/things", "Explain every thing of a game by its name.", dict[str, Thing])
)
LESSONS = Endpoint("lessons", "GET", "/api/games/{game}/lessons", "Show how a game is taught.", Lessons)
TRY = Endpoint("attempt", "POST", "/api/games/{game}/lessons", "Try a step of a lesson.", Tried, Try)
PUZZLES = Endpoint(
    "puzzles", "GET", "/api/games/{game}/puzzles", "Show the puzzles of a game, and how the player stands.", Puzzles
)
SOLVE = Endpoint("solve", "POST", "/api/games/{game}/puzzles", "Try a puzzle.", PuzzleTried, PuzzleTry)
LOBBY = Endpoint("lobby", "GET", "/api/matches", "List open tables, and matches to watch.", Lobby)
CREATE = Endpoint("create", "POST", "/api/matches", "Create a match.", Created, NewMatch, status=201)
IMPORT = Endpoint(
    "import_record", "POST", "/api/records", "Keep a record as a finished match.", Imported, str, status=201
)
SHOW = Endpoint("snapshot", "GET", MATCH, "Show the match as the caller may see it.", Snapshot, query=(SEAT,))
JOIN = Endpoint(
    "join", "POST", f"{MATCH}/join", "Take a seat; without an invitation only at a listed table.", Joined, Join
)
LOOK = Endpoint(
    *("look", "POST", f"{MATCH}/invitation", "Look at an invitation; nothing is spent by it.", Invitation, Look),
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
ME = Endpoint("me", "GET", "/api/me", "Show whoever asks to themselves.", Me)
BE = Endpoint("be", "POST", "/api/me", "Be known from now on, in this browser.", Me, NewPlayer, status=201)
RENAME = Endpoint("rename", "PUT", "/api/me", "Take another name or face.", Me, NewPlayer)
DELETE_ME = Endpoint("delete_me", "DELETE", "/api/me", "Delete the player and what is theirs.", Gone)
CODE = Endpoint("code", "POST", "/api/me/code", "Get a code that leads back; the one before is void.", RecoveryCode)
RECOVER = Endpoint("recover", "POST", "/api/me/recover", "Come back with a code.", Me, Recover)
SIGN_OUT = Endpoint("sign_out", "DELETE", "/api/me/devices/{device}", "Sign a browser out.", Me)
MY_MATCHES = Endpoint("my_matches", "GET", "/api/me/matches", "List the player's matches.", MyMatches)
FORGET = Endpoint("forget", "DELETE", "/api/me/matches/{match}", "Take a finished match off the list.", MyMatches)
CLAIM = Endpoint(
    *("claim", "POST", f"{MATCH}/claim", "Add a match to the player's, by the key to a seat.", Joined),
    query=(SEAT,),
)
COURSE = Endpoint("course", "GET", "/api/me/games/{game}", "Show the course of the player's rating.", Course)
DOWNLOAD = Endpoint("download", "GET", "/api/me/download", "Download what is kept of the player.", dict[str, Any])
SET_MAIL = Endpoint(
    *("set_mail", "PUT", "/api/me/mail", "Be told by mail, once the address is confirmed; or not.", Me, MailAddress)
)
PROVE_MAIL = Endpoint(
    "prove_mail", "POST", "/api/mail/on", "Confirm an address with what was mailed to it.", MailAddress, Proof
)
END_MAIL = Endpoint(
    *("end_mail", "POST", "/api/mail/off", "Get no more mails, with what each mail has.", MailAddress),
    query=(Query("token", str, "what was in the mail", required=True),),
)
ADD_PUSH = Endpoint("add_push", "POST", "/api/me/pushes", "Tell this browser.", Me, Subscription)
END_PUSH = Endpoint(
    *("end_push", "DELETE", "/api/me/pushes", "Do not tell a browser any more.", Me),
    query=(Query("endpoint", str, "which one; all if left out"),),
)
REST = Endpoint("rest", "PUT", "/api/me/vacation", "Begin or end a vacation.", Me, Vacation)
NEW_PASSKEY = Endpoint("new_passkey", "POST", "/api/me/passkeys/new", "Begin to add a passkey.", Challenge)
ADD_PASSKEY = Endpoint("add_passkey", "POST", "/api/me/passkeys", "Add a passkey.", Me, Credential)
END_PASSKEY = Endpoint("end_passkey", "DELETE", "/api/me/passkeys/{passkey}", "Remove a passkey.", Me)
ASK_PASSKEY = Endpoint("ask_passkey", "POST", "/api/me/passkeys/ask", "Begin to come back with a passkey.", Challenge)
USE_PASSKEY = Endpoint("use_passkey", "POST", "/api/me/passkeys/use", "Come back with a passkey.", Me, Credential)
REVIEW = Endpoint(
    *("review", "GET", f"{MATCH}/review", "Show the review of a finished match, or how far it is.", Review),
    query=(SEAT,),
)
BEGIN_REVIEW = Endpoint(
    *("begin_review", "POST", f"{MATCH}/review", "Begin the review of a finished match, unless there is one.", Review),
    query=(SEAT,),
)
BETTER = Endpoint(
    *("better", "GET", f"{MATCH}/better", "Show the better line at a marked decision of a review.", Replay),
    query=(PLY, SEAT),
)
STUDY = Endpoint("study", "POST", "/api/study", "Show a position that is studied.", Studied, Study)
STUDY_LINES = Endpoint(
    "study_lines", "POST", "/api/study/lines", "Find the best moves of a position.", StudiedLines, StudyLines
)
STUDY_JUDGE = Endpoint("study_judge", "POST", "/api/study/judge", "Judge the last move of a study.", Judged, Study)
EDIT = Endpoint("edit", "POST", "/api/study/edit", "Change a position by hand.", Edited, Edit)
LAB = Endpoint("lab", "GET", "/api/lab", "List the studies of the lab that the host put there.", list[LabStudy])
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

ENDPOINTS = tuple(found for found in list(globals().values()) if isinstance(found, Endpoint))
