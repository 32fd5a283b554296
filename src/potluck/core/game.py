"""A game: its declared facts, its options, and the doors at which everything from outside is checked.

A game's own folder says what it is: `start` and `evaluator` here, words and pictures in the modules that `folder`
names. The doors (`new`, `check`, `read`) are written once, for all games: inside them the kernel trusts, outside
nobody does.
"""

from collections.abc import Sequence
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import u8

from potluck.core.contract import Folder
from potluck.core.dice import Dice
from potluck.core.english import either, shown
from potluck.core.errors import BadOptions, IllegalMove, bad_option
from potluck.core.evaluator import Evaluator
from potluck.core.net import Net
from potluck.core.options import Code, Loaded, Option, Preset, Value
from potluck.core.state import ALL, CHANCE, OVER, Rules, State
from potluck.core.view import Choice, Goal, Part, Refusal, View


class Game:
    """Hold the facts and the options of one game; make, check, write and show its states."""

    name: ClassVar[str]  # as in load("potential")
    title: ClassVar[str]  # as people write it
    about: ClassVar[str]  # one line for a list of games
    rules_version: ClassVar[int]  # rises when the same record would mean another match
    layout: ClassVar[int] = 0  # rises when the inputs of its learned evaluator change; 0: it has none
    seats: ClassVar[tuple[int, ...]]  # how many may sit down
    sides: ClassVar[tuple[str, ...]]  # what the seats are called at the board
    options: ClassVar[tuple[Option, ...]]  # declared; the chosen values are in `chosen`
    presets: ClassVar[tuple[Preset, ...]]  # bundles of options; the one without any is as the rulebook says
    has_chance: bool = False  # these two may depend on the options
    has_secrets: bool = False
    observation: ClassVar[tuple[Part, ...]]  # the parts of what observe writes, in order
    move_count: int  # seats' moves are 0 … move_count - 1
    chance_count: int  # chance moves are 0 … chance_count - 1
    limit: int | None  # the longest match in moves, or None
    clock: ClassVar[int] = 0  # seconds each that the rulebook suggests for a clock; 0 if it suggests none
    point_span: ClassVar[float] = 0.0  # points that make a seat e times as likely to win; 0 where none are counted
    rulings: ClassVar[str]  # the letters that its rulings begin with, as in PT7
    folder: ClassVar[Folder]  # the modules of its folder
    code: Sequence[Code] = ()  # rules that players wrote, which may fail; whoever keeps a match keeps them too
    rules: Rules  # the chosen options as the compiled rules look at them

    def __init__(self, **options: Value) -> None:
        self.rules = Rules()
        self._starts: dict[int, State] = {}  # the state at the set-up, by the number of seats
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOptions(f"option {shown(name)}: {self.name} has no such option; expected {', '.join(known)}")
        self.chosen: dict[str, Value] = {
            name: option.check(options.get(name, option.default)) for name, option in known.items()
        }

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options().items())
        return f"load({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self.chosen == other.chosen

    def __hash__(self) -> int:
        return hash((self.name, *self.chosen.values()))

    def __reduce__(self) -> tuple[object, ...]:
        return remake, (type(self), self.changed_options())

    def keep(self, state: State) -> tuple[object, ...]:
        """Say how pickle is to rebuild a state: from its position text."""
        return recall, (self, self.write_position(state), int(state.turn))

    # Facts

    @property
    def observation_size(self) -> int:
        """Count the bytes that observe writes."""
        return sum(part.size for part in self.observation)

    def changed_options(self) -> dict[str, Value]:
        """Return the options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.options}
        return {name: value for name, value in self.chosen.items() if value != defaults[name]}

    # Doors

    def new(self, seats: int | None = None) -> State:
        """Start a match."""
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise BadOptions(f"seats={shown(seats)}: {self.title} is played by {either(self.seats)}")
        if int(self.chosen["first"]) >= seats:
            raise bad_option("first", self.chosen["first"], f"expected a seat from 0 to {seats - 1}")
        if seats not in self._starts:
            self.rules.game = self
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
        raise refused(self.write(state, move), self.why_not(state, move))

    def read(self, state: State, text: str) -> int:
        """Find the legal move that a text means."""
        words = " ".join(text.split())
        for move in state.moves():
            if self.write(state, move) == words:
                return move
        asked = self.attempt(state, words) if state.to_move >= 0 else None
        if isinstance(asked, int) and state.why_not(asked) == 0:  # written otherwise, but nothing else can be meant
            return asked
        raise self.refuse(state, words)

    def refuse(self, state: State, text: str) -> IllegalMove:
        """Make the error for a text that is no legal move here."""
        if state.to_move == OVER:
            return IllegalMove(f"illegal move {shown(text)}: the match is over ({state.ending()})", state.ending())
        if state.to_move == CHANCE:
            return IllegalMove(f"illegal move {shown(text)}: chance draws next, and cannot draw that")
        return refused(text, self.explain(state, text))

    def explain(self, state: State, text: str) -> Refusal:
        """Say which ruling forbids what a text asks for; raise BadNotation if it asks for nothing."""
        asked = self.attempt(state, text)
        return asked if isinstance(asked, Refusal) else self.why_not(state, asked)

    def attempt(self, state: State, text: str) -> int | Refusal:
        """Find the move that a text asks for, legal or not; refuse what no move means."""
        return self.folder.explain.attempt(state, text)

    def why_not(self, state: State, move: int) -> Refusal:
        """Say which ruling forbids a move that is not legal here."""
        ruling = int(state.why_not(move))
        return Refusal(f"{self.rulings}{ruling}", self.folder.explain.sentence(state, move, ruling))

    def choices(self, state: State) -> list[Choice]:
        """Offer the legal moves to the person to move."""
        return [self._choice(state, move, self.write(state, move)) for move in state.moves()]

    def _choice(self, state: State, move: int, text: str) -> Choice:
        """Offer one legal move."""
        notation = self.folder.notation
        return Choice(move, text, notation.move_path(state, move), notation.label_move(state, move, text))

    def observation_of(self, state: State, seat: int) -> vec[u8]:
        """Return what the seat knows, as observe writes it."""
        return state.observation(seat, self.observation_size)

    @classmethod
    def loaded(cls) -> list[Loaded]:
        """List the rules that players wrote, as far as they are loaded here."""
        return []

    def is_forced(self, state: State) -> bool:
        """Tell whether a seat has but one choice, and everybody knows it, so that nobody needs to be asked."""
        return state.to_move >= 0 and self.is_open(state) and len(list(state.moves())) == 1

    def is_open(self, state: State) -> bool:
        """Tell whether everybody knows what the seat to move may do."""
        return not self.has_secrets

    def stops_clock(self, state: State) -> bool:
        """Tell whether the decision at hand is made off the clock, as a set-up before the first turn is."""
        return False

    # What each game fills in

    def start(self, seats: int) -> State:
        """Set the game up."""
        raise NotImplementedError

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        raise NotImplementedError

    # What a game whose puzzles ask for the most of something fills in as well

    def tally(self, state: State, seat: int) -> int:
        """Count what the puzzles of the game ask a seat for; 0 where they ask for something else."""
        return 0

    # What a game with a learned evaluator fills in as well

    def learned(self, net: Net) -> Evaluator:
        """Return the guess that a net makes."""
        raise NotImplementedError  # pragma: no cover

    def untrained(self) -> str:
        """Say why no net can judge matches with these options; nothing if one can."""
        return "this game has no learned evaluator"

    # What the modules of its folder say: see core/contract.py

    def write(self, state: State, move: int, viewer: int = ALL) -> str:
        """Write any move of the game, legal here or not, as this viewer may know it."""
        return self.folder.notation.write_move(state, move, viewer)

    def path(self, state: State, move: int) -> list[str]:
        """Name the things to click that mean this move."""
        return self.folder.notation.move_path(state, move)

    def label(self, state: State, move: int) -> str:
        """Name the move on a button."""
        return self.folder.notation.label_move(state, move, self.write(state, move))

    def write_position(self, state: State, viewer: int = ALL) -> str:
        """Write the position as words between spaces; line breaks among them are for the eye."""
        return self.folder.position_text.write_position(state, viewer)

    def read_position(self, text: str, dice: Dice | None = None) -> State:
        """Read a position; what it hides is drawn from the dice, and refused without them."""
        self.rules.game = self
        return self.folder.position_text.read_position(text, self.rules, dice)

    def prompt(self, state: State, seat: int) -> str:
        """Say what is expected now; {0}, {1} … stand for the names of the seats."""
        return self.folder.log.prompt(state, seat)

    def aside(self, state: State, seat: int) -> str:
        """State consequences worth knowing before a choice; empty when there are none."""
        return self.folder.log.aside(state, seat)

    def tell(self, state: State, move: int, viewer: int) -> list[str]:
        """Say what the move does, a sentence a line, as the viewer may know it; of chance only what matters."""
        return self.folder.log.tell(state, played(state, move), move, viewer)

    def how_it_ended(self, state: State, move: int) -> str:
        """Say in one sentence what happened by the move that ends the match; {0}, {1} … stand for the names."""
        return self.folder.log.how_it_ended(state, played(state, move), move)

    def begins(self, sentence: str) -> bool:
        """Tell whether a sentence is about the turn that begins, not about the move that ended the one before."""
        return any(words in sentence for words in self.folder.log.BEGINS)

    def view(self, state: State, viewer: int) -> View:
        """Show what a viewer may see: the only way out for information."""
        return self.folder.view.view(state, viewer)

    def goals(self, view: View, seat: int) -> list[Goal]:
        """Name the ways to win, with the progress of a seat."""
        return self.folder.coach.goals(view, seat)

    def coach(self, view: View, seat: int) -> str:
        """Say what a seat may do in its turn, and what threatens it, as far as the view shows."""
        return self.folder.coach.coach(view, seat)

    def picture(self, view: View) -> str:
        """Draw a view as plain SVG."""
        return self.folder.picture.picture(view)

    def sketch(self, state: State, viewer: int) -> str:
        """Draw what a viewer sees in characters, for a terminal; [red] and the like colour it."""
        return self.folder.picture.sketch(self.view(state, viewer))


def played(state: State, move: int) -> State:
    """Copy a state, and make a move in the copy."""
    after = state.copy()
    after.play(move)
    return after


def refused(text: str, refusal: Refusal) -> IllegalMove:
    """Make the error for a move that a ruling forbids."""
    return IllegalMove(f"illegal move {shown(text)}: {refusal.sentence} ({refusal.ruling})", refusal.ruling)


def remake(kind: type[Game], options: dict[str, Value]) -> Game:
    """Prepare a game that was pickled."""
    return kind(**options)


def recall(game: Game, text: str, turn: int) -> State:
    """Rebuild a state that was pickled; a text that was altered is refused."""
    state = game.read_position(text)
    state.turn = turn
    return state
