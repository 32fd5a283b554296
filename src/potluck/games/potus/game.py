"""POTUS: facts, options and doors."""

from potluck.core.contract import Folder
from potluck.core.errors import bad_option
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.net import Net
from potluck.core.options import FIRST, Option, Value
from potluck.core.state import State
from potluck.core.view import Part
from potluck.games.potus import coach, editing, explain, log, notation, picture, position_text, view
from potluck.games.potus.board import HALF, MOVE_COUNT, SHIPPED, SIZE, read_board
from potluck.games.potus.evaluate import PotusEvaluator
from potluck.games.potus.learned import LAYOUT, PotusNet
from potluck.games.potus.position import ENDED, EVENTS, MOST_BATTLES, PLACING, SCORED, Options, PotusPosition
from potluck.games.potus.presidents import CARDS, CATEGORIES, PRESIDENTS, Deck
from potluck.games.potus.rounds import set_up
from potluck.games.potus.rules import empty_state
from potluck.games.potus.words import PRESETS, PRINTED, THINGS


class Potus(Game):
    """Presidents for two: turn cards for movements, liberate Turncoats and bring them home."""

    name = "potus"
    title = "POTUS"
    about = "President cards give movements; free your Turncoats from the other half and bring them to your circles."
    rules_version = 2
    rulings = "PO"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture, coach, editing)
    seats = (2,)
    sides = ("Near", "Far")
    options = (
        Option(
            *("turncoats", 5, THINGS["turncoats"].effect, "PO13", (), 3, 7),
            unit="Turncoat",
            says=("Each side has {}.",),
        ),
        Option(
            *("rounds", 1, THINGS["rounds"].effect, "PO15", (1, 3, 5)),
            names=("One", "Three", "Five"),
            says=("One round is played.", "Three rounds are played.", "Five rounds are played."),
        ),
        Option("orthogonal_only", False, THINGS["orthogonal_only"].effect, "PO4"),
        Option("redeal", False, THINGS["redeal"].effect, "PO1", finer=True),
        Option("burn_one", False, THINGS["burn_one"].effect, "PO1", finer=True),
        Option(
            *("turncoat_return", "opponent_corner", THINGS["turncoat_return"].effect, "PO12"),
            choices=("opponent_corner", "own_corner"),
            names=("The opponent’s", "Its own"),
            says=("", "A Turncoat that is hit returns to its own start square."),
            finer=True,
        ),
        Option("no_special_squares", False, THINGS["no_special_squares"].effect, "PO13", finer=True),
        Option("secret_placement", False, THINGS["secret_placement"].effect, "PO13"),
        Option("any_circle", False, THINGS["any_circle"].effect, "PO14", finer=True),
        Option(
            *("battles", 250, f"{THINGS['battles'].effect} 0 means never.", "PO16", (), 0, MOST_BATTLES),
            unit="battle",
            says=("A round has at most {}.",),
            zero="The number of battles has no limit.",
            finer=True,
        ),
        Option(
            *("board", SHIPPED, THINGS["board"].effect, "PO30", (SHIPPED,)),
            names=("Usual",),
            says=("The board is the usual one.", "The board is your own."),
            things=PRINTED,
            editor=True,
        ),
        FIRST,
    )
    presets = PRESETS
    layout = LAYOUT
    has_chance = True
    observation = (
        Part("candidates", (2, SIZE, SIZE), "1 where the seat's Candidate stands, then where the other's does."),
        Part("advocates", (2, SIZE, SIZE), "1 where the seat's Advocates stand, then where the other's do."),
        Part("unconverted", (2, SIZE, SIZE), "1 where unconverted Turncoats of the seat lie, then of the other."),
        Part("converted", (2, SIZE, SIZE), "How many converted Turncoats of the seat stand there, then of the other."),
        Part("finished", (2, SIZE, SIZE), "How many tokens of the seat are finished this turn, then of the other."),
        Part("moving", (1, SIZE, SIZE), "At the moving token 2 plus its way, 0 for north, or 1 if it may turn."),
        Part("lander", (1, SIZE, SIZE), "1 at the token whose Event is being drawn or flown."),
        Part(
            "cards",
            (CARDS,),
            "0 unseen, 1 turned by the seat, 2 by the other, 3 waiting in its pile, 4 in the other's.",
        ),
        Part("events", (EVENTS,), "1 for Event cards out of their pile."),
        Part("phase", (ENDED + 1,), "1 at what is asked for: see position.py."),
        Part("who", (4,), "Who is to move, owns the turn, acts, placed first: 1 the seat, 2 the other, 0 nobody."),
        Part("movements", (5,), "Left, extra, by Executive Order, teleported, Advocates silenced."),
        Part("faces", (2,), "The face-up card of the seat plus one, then of the other."),
        Part("money", (2,), "In $50, at most 255: the seat's, then the other's."),
        Part("clock", (2,), "Battles of this round, rounds finished."),
        Part("facts", (6, 2), "Placed, scored, owed, vetoed, silenced, favoured: of the seat and of the other."),
    )
    move_count = MOVE_COUNT
    chance_count = CARDS + EVENTS

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        chosen = self.chosen
        self.has_secrets = bool(chosen["secret_placement"])
        self.rules = Options(
            read_board(str(chosen["board"])),
            Deck(PRESIDENTS),
            int(chosen["turncoats"]),
            int(chosen["rounds"]),
            bool(chosen["orthogonal_only"]),
            bool(chosen["redeal"]),
            bool(chosen["burn_one"]),
            chosen["turncoat_return"] == "own_corner",
            bool(chosen["no_special_squares"]),
            bool(chosen["secret_placement"]),
            bool(chosen["any_circle"]),
            int(chosen["battles"]),
        )
        self.check_room()
        self.limit = self.longest_match()

    def check_room(self) -> None:
        """Refuse a board without room for the Turncoats (PO13)."""
        turncoats = int(self.chosen["turncoats"])
        for seat in range(2):
            places = sum(self.rules.placing[seat * HALF : seat * HALF + HALF])
            if places < turncoats:
                why = f"{places} squares of a half take Turncoats, and {turncoats} are to be placed"
                raise bad_option("board", self.chosen["board"], why, "PO13")

    def longest_match(self) -> int:
        """Bound the length of a match in moves; where battles have no limit, programs stop there all the same."""
        turncoats = int(self.chosen["turncoats"])
        events = 2 * (3 + turncoats)  # a token that lands on an Event is finished for this turn
        steps = CATEGORIES + 2 * events  # an Event gives 2 movements at most
        turn = 2 * steps + 3 * events  # a teleport after each step; a draw and two cards, or a choice, for each Event
        battles = int(self.chosen["battles"]) or MOST_BATTLES
        return int(self.chosen["rounds"]) * (2 * turncoats + battles * (2 + 2 * turn))

    def start(self, seats: int) -> State:
        """Set the tokens and the piles up (PO29, PO42)."""
        state = empty_state(self.rules)
        set_up(state, int(self.chosen["first"]))
        return state

    def is_open(self, state: State) -> bool:
        """Tell that nothing is hidden once all Turncoats lie on the board (PO13)."""
        assert isinstance(state, PotusPosition)
        return not self.has_secrets or state.phase() != PLACING

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return PotusEvaluator(self.rules)

    def learned(self, net: Net) -> Evaluator:
        """Return the guess that a net makes."""
        return PotusNet(net, self.rules)

    def untrained(self) -> str:
        """Say why the net cannot judge: it has seen the game of the rulebook and no other."""
        changed = [name for name in self.changed_options() if name != "first"]
        return f"it has not seen the option {changed[0]}" if changed else ""

    def tally(self, state: State, seat: int) -> int:
        """Count the Turncoats that are home."""
        assert isinstance(state, PotusPosition)
        return int(state.data[SCORED + seat])


GAME = Potus
