"""A game: its declared facts, its options, and the doors at which everything from outside is checked.

A game's own folder fills in the hooks that raise NotImplementedError here. The doors (`new`, `check`, `read`)
are written once, for all games: inside them the kernel trusts, outside nobody does.
"""

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

import msgspec
from librt.vecs import vec
from mypy_extensions import u8

from potluck.core.dice import Dice
from potluck.core.errors import BadNotation, BadOptions, IllegalMove
from potluck.core.evaluator import Evaluator
from potluck.core.state import ALL, CHANCE, OVER, State

Value = int | bool | str


class Option(msgspec.Struct, frozen=True):
    """Declare one thing that players may agree on before a match."""

    name: str
    default: Value
    text: str  # what it changes, in a sentence
    ruling: str = ""  # the ruling that it changes
    choices: tuple[Value, ...] = ()  # the values it takes, if they can be listed
    least: int | None = None  # or the smallest
    most: int | None = None  # and the greatest number

    def describe(self) -> str:
        """Say which values it takes."""
        if isinstance(self.default, bool):
            return "on or off"
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if isinstance(self.default, int):
            return f"a whole number from {self.least} to {self.most}"
        return "a text without , = ( )"

    def check(self, value: object) -> Value:
        """Return the value if the option can take it."""
        fits = isinstance(value, type(self.default)) and isinstance(value, bool) == isinstance(self.default, bool)
        if fits and self.choices:
            fits = value in self.choices
        elif fits and isinstance(value, int) and not isinstance(value, bool):
            fits = (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
        elif fits and isinstance(value, str):
            fits = not re.search(r"[,=()\n]", value)
        if not fits or not isinstance(value, int | str):
            raise BadOptions(f"option {self.name}={shown(value)}: expected {self.describe()}")
        return value

    def read(self, text: str) -> Value:
        """Read a value from its text, as records and the command line write it."""
        if isinstance(self.default, bool):
            if text not in ("on", "off"):
                raise BadOptions(f"option {self.name}={text}: expected on or off")
            return text == "on"
        if isinstance(self.default, int):
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise BadOptions(f"option {self.name}={text}: expected {self.describe()}")
            return int(text)
        return text


FIRST = Option("first", 0, "The seat that begins.", least=0, most=3)


class Part(msgspec.Struct, frozen=True):
    """Name one part of what `observe` writes."""

    name: str
    shape: tuple[int, ...]  # planes × rows × columns, or a length
    text: str

    @property
    def size(self) -> int:
        """Count its bytes."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Refusal(NamedTuple):
    """Say why a move is illegal: the ruling's id and a player's sentence."""

    ruling: str
    sentence: str


class Choice(msgspec.Struct, frozen=True):
    """Offer one legal move to a person."""

    move: int
    text: str  # in notation
    path: list[str]  # the clicks that mean it
    label: str  # for a button


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Show what one viewer may see of a state; each game adds its own fields."""

    game: str
    to_move: int  # a seat, CHANCE or OVER
    turn: int  # turns finished so far


class Game:
    """Hold the facts and the options of one game; make, check, write and show its states."""

    name: ClassVar[str]  # as in load("potential")
    title: ClassVar[str]  # as people write it
    about: ClassVar[str]  # one line for a list of games
    rules_version: ClassVar[int]  # rises when the same record would mean another match
    seats: ClassVar[tuple[int, ...]]  # how many may sit down
    sides: ClassVar[tuple[str, ...]]  # what the seats are called at the board
    options: ClassVar[tuple[Option, ...]]  # declared; the chosen values are in `chosen`
    has_chance: bool  # these two may depend on the options
    has_secrets: bool
    observation: ClassVar[tuple[Part, ...]]  # the parts of what observe writes, in order
    move_count: int  # seats' moves are 0 … move_count - 1
    chance_count: int  # chance moves are 0 … chance_count - 1
    limit: int | None  # the longest match in moves, or None

    def __init__(self, **options: Value) -> None:
        self._starts: dict[int, State] = {}  # the state at the set-up, by the number of seats
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOptions(f"option {shown(name)}: {self.name} has no such option; expected {', '.join(known)}")
        self.chosen: dict[str, Value] = {
            name: option.check(options.get(name, option.default)) for name, option in known.items()
        }
        if int(self.chosen["first"]) >= max(self.seats):
            raise BadOptions(f"option first={self.chosen['first']}: expected a seat from 0 to {max(self.seats) - 1}")

    # Facts

    @property
    def observation_size(self) -> int:
        """Count the bytes that observe writes."""
        return sum(part.size for part in self.observation)

    def changed_options(self) -> dict[str, Value]:
        """Return the options that differ from their defaults."""
        return {option.name: self.chosen[option.name] for option in self.options if self.differs(option)}

    def differs(self, option: Option) -> bool:
        """Tell whether an option was changed."""
        return self.chosen[option.name] != option.default

    # Doors

    def new(self, seats: int | None = None) -> State:
        """Start a match."""
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise BadOptions(f"seats={shown(seats)}: {self.title} is played by {either(self.seats)}")
        if int(self.chosen["first"]) >= seats:
            raise BadOptions(f"option first={self.chosen['first']}: expected a seat from 0 to {seats - 1}")
        if seats not in self._starts:
            self._starts[seats] = self.start(seats)
        return self._starts[seats].copy()

    def check(self, state: State, move: object) -> int:
        """Return the move if it is legal; otherwise say which ruling forbids it."""
        if not isinstance(move, int) or isinstance(move, bool):
            raise IllegalMove(f"illegal move {shown(move)}: expected the number of a move")
        if move in list(state.moves()):
            return move
        if state.to_move == OVER:
            raise IllegalMove(f"illegal move {shown(move)}: the match is over ({state.ending()})", state.ending())
        count = self.chance_count if state.to_move == CHANCE else self.move_count
        if not 0 <= move < count:
            raise IllegalMove(f"illegal move {shown(move)}: expected a number from 0 to {count - 1}")
        if state.to_move == CHANCE:
            raise IllegalMove(f"illegal move {move}: chance cannot draw that here")
        raise self.refuse(state, self.write(state, move))

    def read(self, state: State, text: str) -> int:
        """Find the legal move that a text means."""
        words = " ".join(text.split())
        for move in state.moves():
            if self.write(state, move) == words:
                return move
        raise self.refuse(state, words)

    def refuse(self, state: State, text: str) -> IllegalMove:
        """Make the error for a text that is no legal move here."""
        if state.to_move == OVER:
            return IllegalMove(f"illegal move {shown(text)}: the match is over ({state.ending()})", state.ending())
        if state.to_move == CHANCE:
            return IllegalMove(f"illegal move {shown(text)}: chance draws next, and cannot draw that")
        refusal = self.explain(state, text)
        return IllegalMove(f"illegal move {shown(text)}: {refusal.sentence} ({refusal.ruling})", refusal.ruling)

    def choices(self, state: State) -> list[Choice]:
        """Offer the legal moves to the person to move."""
        return [
            Choice(move, self.write(state, move), self.path(state, move), self.label(state, move))
            for move in state.moves()
        ]

    def observation_of(self, state: State, seat: int) -> vec[u8]:
        """Return what the seat knows, as observe writes it."""
        return state.observation(seat, self.observation_size)

    # What each game fills in

    def start(self, seats: int) -> State:
        """Set the game up."""
        raise NotImplementedError

    def write(self, state: State, move: int, viewer: int = ALL) -> str:
        """Write any move of the game, legal here or not, as this viewer may know it."""
        raise NotImplementedError

    def explain(self, state: State, text: str) -> Refusal:
        """Say which ruling forbids what a text asks for; raise BadNotation if it asks for nothing."""
        raise NotImplementedError

    def draw(self, state: State, viewer: int = ALL) -> str:
        """Write the position as words between spaces; line breaks among them are for the eye."""
        raise NotImplementedError

    def parse(self, text: str, dice: Dice | None = None) -> State:
        """Read a position; what it hides is drawn from the dice, and refused without them."""
        raise NotImplementedError

    def view(self, state: State, viewer: int) -> View:
        """Show what a viewer may see: the only way out for information."""
        raise NotImplementedError

    def picture(self, view_: View) -> str:
        """Draw a view as plain SVG."""
        raise NotImplementedError

    def path(self, state: State, move: int) -> list[str]:
        """Name the things to click that mean this move."""
        raise NotImplementedError

    def prompt(self, state: State, seat: int) -> str:
        """Say what is expected now; {0}, {1} … stand for the names of the seats."""
        raise NotImplementedError

    def tell(self, state: State, move: int, seat: int) -> list[str]:
        """Say what the move does, a sentence a line, as the seat may know it; of chance only what matters."""
        raise NotImplementedError

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        raise NotImplementedError

    # What a game may leave as it is

    def label(self, state: State, move: int) -> str:
        """Name the move on a button."""
        return self.write(state, move)

    def sketch(self, state: State, viewer: int) -> str:
        """Draw what a viewer sees in characters, for a terminal; [red] and the like colour it."""
        return self.draw(state, viewer).replace("[", r"\[")

    def aside(self, state: State, seat: int) -> str:
        """State consequences worth knowing before a choice; empty when there are none."""
        return ""


def position_words(text: str, count: int) -> tuple[list[str], dict[str, str]]:
    """Split a position into its first `count` words and the name=value fields that follow them."""
    words = text.split()
    fields: dict[str, str] = {}
    if len(words) < count:
        raise BadNotation(f"position {shown(text)}: expected {count} words of board, but got {len(words)}")
    for word in words[count:]:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            raise BadNotation(f"position word {shown(word)}: expected name=value, each name once")
        fields[name] = value
    return words[:count], fields


def number_field(fields: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    """Read a whole number from the fields of a position."""
    text = fields.get(name, str(default))
    if not re.fullmatch(r"-?[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise BadNotation(f"position field {name}={shown(text)}: expected a whole number from {least} to {most}")
    return int(text)


def check_fields(fields: Mapping[str, str], known: tuple[str, ...]) -> None:
    """Refuse fields that a position of this game does not have."""
    for name in fields:
        if name not in known:
            raise BadNotation(f"position field {shown(name)}: expected one of {', '.join(known)}")


def shown(value: object) -> str:
    """Quote something from outside, cut to a readable length."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "of more than 20 digits"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…" + text[-1]


def either(numbers: tuple[int, ...]) -> str:
    """List the numbers of seats in words."""
    return " or ".join(str(number) for number in numbers)


def name_seats(sentence: str, names: Sequence[str], you: int | None = None) -> str:
    """Put names for {0}, {1} … into a sentence; the seat `you` is addressed, and the verb right after it agrees."""

    def put(found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(names):
            return found[0]
        if seat != you:
            return names[seat] + found[2]
        word = "You" if found.start() == 0 or sentence[found.start() - 2 : found.start()] == ". " else "you"
        return f"{word}r" if found[2] == "'s" else word + agree(found[2])

    return SEAT.sub(put, sentence)


SEAT: Final = re.compile(r"\{(\d)\}('s| [a-z]*s\b|)")
SECOND_PERSON: Final = {" is": " are", " was": " were", " has": " have"}


def agree(verb: str) -> str:
    """Turn a verb of the third person into one that goes with you."""
    return SECOND_PERSON.get(verb) or verb.removesuffix("s")
