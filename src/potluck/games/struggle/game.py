"""Struggle: facts, options and doors."""

from potluck.core.contract import Folder
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.net import Net
from potluck.core.options import FIRST, Loaded, Option, Value
from potluck.core.state import State
from potluck.core.view import Part
from potluck.games.struggle import coach, editing, explain, log, notation, picture, position_text, view
from potluck.games.struggle.custom import code_of, file_of, loaded_powers
from potluck.games.struggle.evaluate import StruggleEvaluator
from potluck.games.struggle.learned import LAYOUT, StruggleNet
from potluck.games.struggle.options import (
    MODES,
    NINE,
    SWITCHES,
    agree,
    full_names,
    own_rules,
    read_extra,
    read_sides,
    set_up,
)
from potluck.games.struggle.position import DESIGNATE, PICK, PLACES, SET, TEAM, Options, StrugglePosition
from potluck.games.struggle.power import MEMORY_BYTES
from potluck.games.struggle.words import CHOOSING, POWERS, PRESETS, SETUPS, THINGS

LIVELY_TURNS = 275  # at most: each side's rows add up to 72, a Reaper gives back 12 five times, and ten removals
TURN_MOVES = 300  # at most: pact, swap, a chain of 46 jumps with lay and stop, five jolted chains, two answers


class Struggle(Game):
    """A running fight across a diamond for two, each with three special rules of their own."""

    name = "struggle"
    title = "Struggle"
    about = "Bring your white across the board, or take the other's; three special rules each."
    rules_version = 1
    rulings = "ST"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture, coach, editing)
    seats = (2,)
    sides = ("Near", "Far")
    options = (
        Option(
            *("setup", "quick", "How the pieces are placed.", "ST1", ("quick", "open", "secret")),
            title="Placing the pieces",
            names=("Quick", "In the open", "In secret"),
            says=SETUPS,
        ),
        Option(
            *("powers", "open", "How each side gets its three special rules.", "ST2", tuple(CHOOSING)),
            title="Special rules",
            names=tuple(CHOOSING.values()),
            says=POWERS,
            editor=True,
        ),
        Option(
            *("banned", "", "Rules, and pairs of rules for one side, that are banned.", "ST2"),
            title="Banned rules",
            says=("",),
            things=tuple(NINE),
            editor=True,
        ),
        Option(
            *("extra", "", "Rules of your own that may be chosen besides the nine.", "ST23"),
            title="Rules of your own",
            says=("",),
            editor=True,
        ),
        *(Option(name, False, THINGS[name].effect, THINGS[name].ruling, finer=True) for name in SWITCHES),
        Option(
            *("quiet_turns", 60, f"{THINGS['quiet_limit'].effect} 0 means never.", "ST10", (), 0, 1000),
            title="Quiet turns until a draw",
            unit="turn",
            says=("After {} in a row without a removal or a forward movement it is a draw.",),
            zero="Quiet turns are never a draw.",
        ),
        FIRST,
    )
    presets = PRESETS
    clock = 600  # ST11
    layout = LAYOUT
    observation = (
        Part("own", (TEAM, 7, 7), "1 where the seat's own white, black, blue, green, red, yellow stands, by a and b."),
        Part("theirs", (TEAM, 7, 7), "The same for the other seat."),
        Part(
            "own built", (1, 7, 7), "Where a rule of the seat has built: its second byte of memory (levels) plus one."
        ),
        Part("their built", (1, 7, 7), "The same for the other seat."),
        Part("entered", (1, 7, 7), "1 where the chain has been."),
        Part("moving", (1, 7, 7), "1 where the active piece and the jolted ones stand."),
        Part(
            "rules",
            (PLACES, 2 + MEMORY_BYTES),
            "Of each rule, own first: its number, its carrier's colour + 1, its memory.",
        ),
        Part("mine", (1,), "1 when the seat is to move."),
        Part("phase", (1,), "0 choosing rules, 1 placing, 2 designating, 3 play, 4 an answer."),
        Part("stepped", (1,), "1 when the active piece has stepped."),
        Part("jolted", (1,), "1 during jolted moves."),
        Part("skipped", (1,), "1 when the last turn was skipped."),
        Part("quiet", (1,), "Quiet turns in a row, at most 255."),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        chosen = self.chosen
        mode = str(chosen["powers"])
        given = [] if mode in MODES else read_sides(mode)
        extra = read_extra(str(chosen["extra"]))
        chosen["powers"] = full_names(mode)
        chosen["extra"] = full_names(str(chosen["extra"]))
        own = own_rules(f"{chosen['powers']}+{chosen['extra']}")
        self.code = [code_of(name) for name in own]
        self.rules = agree(chosen, own, extra)
        self.rules.start = set_up(self.rules, chosen, given)
        self.move_count = int(self.rules.codes) + len(self.rules.powers)
        faces = max(int(power.dice) for power in self.rules.powers)
        self.has_chance = mode == "random" or faces > 0
        self.chance_count = max(len(self.rules.powers) if mode == "random" else 0, faces)
        self.has_secrets = mode == "secret" or chosen["setup"] == "secret"
        quiet = int(chosen["quiet_turns"])
        endless = not quiet or own or chosen["caboose_backward"] or chosen["chain_enters_twice"]
        self.limit = None if endless else LIVELY_TURNS * quiet * TURN_MOVES + 20

    def start(self, seats: int) -> State:
        """Set up what the options give (ST1, ST2, ST3)."""
        assert self.rules.start
        return self.rules.start.copy()

    @classmethod
    def loaded(cls) -> list[Loaded]:
        """List the rules that players wrote, as far as they are loaded here (ST23)."""
        return [Loaded(rule.name, rule.title, rule.text, rule.sign, file_of(rule)) for rule in loaded_powers()]

    def stops_clock(self, state: State) -> bool:
        """Let no clock run while rules are chosen, pieces placed and carriers designated (ST11)."""
        assert isinstance(state, StrugglePosition)
        return state.phase in (PICK, SET, DESIGNATE)

    def is_open(self, state: State) -> bool:
        """Tell that nothing is hidden once the pieces are placed and the carriers designated (ST1, ST2)."""
        assert isinstance(state, StrugglePosition)
        return not self.has_secrets or state.phase not in (PICK, SET, DESIGNATE)

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return StruggleEvaluator()

    def learned(self, net: Net) -> Evaluator:
        """Return the guess that a net makes."""
        return StruggleNet(net)

    def untrained(self) -> str:
        """Say why the net cannot judge: it has seen the rules of the rulebook, openly chosen, and no other."""
        if self.code:
            return "it has not seen rules of one's own"
        if self.has_secrets:
            return "it has not seen secret set-ups"
        switched = [name for name in SWITCHES if self.chosen[name]]
        return f"it has not seen the option {switched[0]}" if switched else ""


GAME = Struggle
