"""What is kept of people, and what can be written about them."""

from typing import NamedTuple

from potluck.table.people.rating import Rating
from potluck.table.protocol import LobbyEntry

MAIL = "mail"  # where a letter goes that does not go to a browser


class Person(NamedTuple):
    """Hold a player."""

    id: str
    name: str
    face: str
    created: int
    code: str | None = None  # the hash of the code that leads back; a guest has none
    mail: str = ""
    proof: str = ""  # the hash of what proves that the address is theirs; empty once it did
    away: int = 0  # on vacation until then


class Device(NamedTuple):
    """Hold a browser that a player is signed in with."""

    hash: str
    player: str
    id: str
    name: str
    added: int
    used: int


class Passkey(NamedTuple):
    """Hold what is known of a passkey."""

    id: str
    player: str
    key: bytes
    uses: int
    name: str
    added: int
    used: int


class Push(NamedTuple):
    """Hold where a browser is told something."""

    endpoint: str
    player: str
    keys: str
    added: int
    device: str = ""  # the id of the browser


class Letter(NamedTuple):
    """Hold what waits to be sent to a player."""

    id: str
    player: str
    match: str  # empty in a letter about the address itself
    what: str
    place: str  # mail, or the endpoint of a browser
    due: int
    tries: int = 0
    made: int = 0


class Vacation(NamedTuple):
    """Hold when a player was, or is, on vacation."""

    player: str
    begins: int
    ends: int


class Sitting(NamedTuple):
    """Hold where a player sits, and what is known of the match."""

    card: LobbyEntry
    seats: tuple[int, ...]
    result: "Ended | None" = None


class Ended(NamedTuple):
    """Hold how a match ended for a player."""

    match: str
    game: str
    at: int
    outcome: str
    unrated: str
    rivals: str  # JSON
    before: float | None
    after: float | None
    deviation: float | None


class Standing(NamedTuple):
    """Hold the rating of a player in a game."""

    game: str
    rating: Rating
    matches: int
    at: int


# What can be written


class AddPerson(NamedTuple):
    """Add a player."""

    person: Person


class ChangePerson(NamedTuple):
    """Change something about a player."""

    player: str
    values: dict[str, str | int | None]


class AddDevice(NamedTuple):
    """Let a browser in; of too many the one that was used least recently is let go."""

    device: Device
    most: int


class UseDevice(NamedTuple):
    """Note that a browser was used."""

    hash: str
    at: int


class EndDevices(NamedTuple):
    """Sign browsers out: one, or all but one."""

    player: str
    id: str = ""
    keep: str = ""  # the hash of the one that stays


class AddPasskey(NamedTuple):
    """Add a passkey."""

    passkey: Passkey


class UsePasskey(NamedTuple):
    """Note that a passkey was used."""

    id: str
    uses: int
    at: int


class EndPasskey(NamedTuple):
    """Remove a passkey."""

    player: str
    id: str


class Challenge(NamedTuple):
    """Remember what a passkey is asked to sign, and forget what is older."""

    hash: str
    at: int
    old: int


class TakeChallenge(NamedTuple):
    """Take a challenge away; one row is touched if it was there."""

    hash: str
    old: int


class Hide(NamedTuple):
    """Take a match off a player's list."""

    player: str
    match: str


class Merge(NamedTuple):
    """Give all that a guest has to a player, and forget the guest."""

    guest: str
    player: str


class EndPerson(NamedTuple):
    """Forget a player and all that is theirs alone."""

    player: str


class AddPush(NamedTuple):
    """Tell a browser from now on."""

    push: Push
    most: int


class EndPush(NamedTuple):
    """Do not tell a browser of a player any more, or any of them."""

    player: str
    endpoint: str = ""


class KeepFact(NamedTuple):
    """Keep something under a name, unless there is something."""

    name: str
    value: str


class AddLetter(NamedTuple):
    """Let something be sent, now or once more."""

    letter: Letter


class TakeLetter(NamedTuple):
    """Take a letter out before it is sent; one row is touched if no other process has it."""

    id: str


class Rest(NamedTuple):
    """Be on vacation from now on, until then; what was left of one before is over."""

    player: str
    begins: int
    ends: int


class KeepPuzzles(NamedTuple):
    """Keep how a player stands at the puzzles of a game."""

    player: str
    game: str
    body: str  # JSON


class MovePuzzle(NamedTuple):
    """Keep the rating of a puzzle that a try has moved."""

    game: str
    puzzle: str
    rating: Rating


WaysIn = AddDevice | UseDevice | EndDevices | AddPasskey | UsePasskey | EndPasskey | Challenge | TakeChallenge
Telling = AddPush | EndPush | KeepFact | AddLetter | TakeLetter
PeopleWrite = AddPerson | ChangePerson | Hide | Merge | EndPerson | Rest | KeepPuzzles | MovePuzzle | WaysIn | Telling
