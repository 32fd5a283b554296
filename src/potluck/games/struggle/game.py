"""Struggle: facts, options and doors."""

import re

from mypy_extensions import u8

from potluck.core.contract import Folder
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.options import FIRST, Option, Value
from potluck.core.state import State
from potluck.core.view import Part
from potluck.games.struggle import explain, log, notation, picture, position_text, view
from potluck.games.struggle.custom import catalogue, find_rule
from potluck.games.struggle.evaluate import StruggleEvaluator
from potluck.games.struggle.position import (
    CARRIER,
    COLOURS,
    PHASE,
    PICK,
    PLACES,
    RULES,
    SET,
    TEAM,
    Options,
)
from potluck.games.struggle.power import MEMORY_BYTES, Power
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.rules import StruggleState, empty_state
from potluck.games.struggle.setup import give, may_carry, next_decision, place_quickly, place_whites

# Sets of three rules with their carriers, to be named in the option powers (ST28).
SETS = {
    "classic": "torus:blue+reaper:black+jolt:yellow",
    "raiders": "teleporter:blue+armor:red+jolt:yellow",
    "builders": "tower:green+hatter+armor:red",
    "diplomats": "pact+caboose+reaper:black",
}
MODES = ("open", "random", "secret")
SWITCHES = {
    "white_may_carry": ("White may carry special rules too.", "ST3"),
    "one_rule_per_piece": ("A piece carries at most one special rule.", "ST3"),
    "stuck_loses": ("A player who cannot move loses.", "ST4"),
    "any_arrival_lands": ("Teleport, Caboose, Hatter and Reaper arrivals are landings too.", "ST7"),
    "white_immune_to_zap": ("A zap does not remove white.", "ST9"),
    "zap_own_too": ("A zap also removes the zapper's own pieces in the enemy's home base.", "ST9"),
    "pact_by_colour": ("A pact names two colours, and binds every pair of them with different owners.", "ST14"),
    "pact_with_white": ("A pact may name white.", "ST14"),
    "caboose_backward": ("A line may also go backward.", "ST15"),
    "caboose_part": ("The front part of a line, three pieces or more, may advance alone.", "ST15"),
    "armor_absorbs_all": ("Armor also saves its piece from a first zap or tower.", "ST17"),
    "hatter_once": ("The Mad Hatter swaps once a match.", "ST18"),
}
LIVELY_TURNS = 275  # at most: each side's rows add up to 72, a Reaper gives back 12 five times, and ten removals
TURN_MOVES = 300  # at most: pact, swap, a chain of 46 jumps with lay and stop, five jolted chains, two answers


class Struggle(Game):
    """A running fight across a diamond for two, each with three special rules of his own."""

    name = "struggle"
    title = "Struggle"
    about = "Bring your white across the board, or take the other's; three special rules each."
    rules_version = 1
    rulings = "ST"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture)
    seats = (2,)
    sides = ("Near", "Far")
    options = (
        Option("setup", "quick", "How the pieces are placed.", "ST1", choices=("quick", "open", "secret")),
        Option("powers", "open", "The special rules: open, random or secret choice, a set, or rules by name.", "ST2"),
        Option("banned", "", "Special rules that may not be chosen, joined by +.", "ST2"),
        Option("extra", "", "Rules of your own that may be chosen besides the nine, joined by +.", "ST23"),
        *(Option(name, False, text, ruling) for name, (text, ruling) in SWITCHES.items()),
        Option("quiet_turns", 60, "Draw after as many quiet turns; 0 is never.", "ST10", least=0, most=1000),
        FIRST,
    )
    has_chance = False
    has_secrets = False
    clock = 600  # seconds each, when a clock is used (ST11)
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
        mode = str(self.chosen["powers"])
        self.given = mode not in MODES
        sides = read_sides(mode) if self.given else [[], []]
        extra = read_rules("extra", str(self.chosen["extra"]))
        named = sorted({name for name, _ in [*sides[0], *sides[1], *((name, "") for name in extra)]})
        nine = [power.name for power in nine_powers()]
        own = [find_rule(name).full_name for name in named if name not in nine]
        self.chosen["powers"] = full_names(mode)
        self.chosen["extra"] = "+".join(find_rule(name).full_name for name in extra)
        self.rules = self._rules(catalogue(own))
        self.rules.start = self._prepare(sides)
        self.move_count = int(self.rules.codes) + len(self.rules.powers)
        self.has_chance = mode == "random"
        self.chance_count = len(self.rules.powers) if self.has_chance else 0
        self.has_secrets = mode == "secret" or self.chosen["setup"] == "secret"
        quiet = int(self.chosen["quiet_turns"])
        endless = not quiet or own or self.chosen["caboose_backward"]
        self.limit = None if endless else LIVELY_TURNS * quiet * TURN_MOVES + 20

    def _rules(self, powers: list[Power]) -> Options:
        """Gather what the rules look at."""
        chosen = self.chosen
        rules = Options(powers, int(chosen["quiet_turns"]), int(chosen["first"]))
        for name in SWITCHES:
            setattr(rules, name, bool(chosen[name]))
        rules.random_powers = chosen["powers"] == "random"
        rules.secret_powers = chosen["powers"] == "secret"
        rules.secret_setup = chosen["setup"] == "secret"
        banned = read_rules("banned", str(chosen["banned"]))
        offered = [*(power.name for power in nine_powers()), *read_rules("extra", str(chosen["extra"]))]
        names = [power.name for power in powers]
        for name in banned:
            if name not in names:
                raise BadOptions(
                    f"option banned={chosen['banned']}: {shown(name)} is no special rule of this match (ST2)"
                )
        if len(set(offered) - set(banned)) < RULES and not self.given:
            raise BadOptions(f"option banned={chosen['banned']}: expected at least three rules to be left (ST2)")
        for power in powers:
            rules.allow(power.number, power.name in offered and power.name not in banned)
        return rules

    def _prepare(self, sides: list[list[tuple[str, str]]]) -> StruggleState:
        """Make the state at which a match begins."""
        state = empty_state(self.rules)
        place_whites(state)
        if self.chosen["setup"] == "quick":
            place_quickly(state)
        banned = read_rules("banned", str(self.chosen["banned"]))
        names = [power.name for power in self.rules.powers]
        for seat, side in enumerate(sides):
            for name, colour in sorted(side, key=lambda rule: names.index(rule[0])):
                if name in banned:
                    raise BadOptions(f"option powers={self.chosen['powers']}: {name} is banned (ST2)")
                self._give(state, seat, names.index(name) + 1, colour)
        state.data[PHASE] = SET if self.given else PICK
        next_decision(state)
        return state

    def _give(self, state: StruggleState, seat: int, number: int, colour: str) -> None:
        """Give a seat a rule that the options name, with its carrier if they name that too (ST3)."""
        place = give(state, seat, number)
        if not colour:
            return
        power = state.power(place)
        where = f"option powers={self.chosen['powers']}: {power.name}:{colour}"
        if colour not in COLOURS or power.colour == 0:
            raise BadOptions(f"{where}: expected a colour, for a rule that sits on a piece (ST3)")
        if not may_carry(state, seat, COLOURS.index(colour)):
            raise BadOptions(f"{where}: that piece may not carry it (ST3)")
        state.data[CARRIER + place] = u8(seat * TEAM + COLOURS.index(colour) + 1)
        self.rules.give(place, seat * TEAM + COLOURS.index(colour))

    def start(self, seats: int) -> State:
        """Set up what the options give (ST1, ST2, ST3)."""
        assert self.rules.start
        return self.rules.start.copy()

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return StruggleEvaluator()


def read_sides(text: str) -> list[list[tuple[str, str]]]:
    """Read the rules that the option powers gives each side, as pairs of name and colour."""
    sides = text.split("/")
    if len(sides) > 2:
        raise BadOptions(f"option powers={text}: expected two sides, torus+armor+jolt/caboose+reaper+jolt (ST2)")
    return [read_side(text, side) for side in (sides * 2)[:2]]


def read_side(text: str, side: str) -> list[tuple[str, str]]:
    """Read three different rules, the name of a set, or none."""
    if side == "none":
        return []
    words = SETS.get(side, side).split("+")
    rules = [(name.partition("@")[0], colour) for name, _, colour in (word.partition(":") for word in words)]
    nine = [power.name for power in nine_powers()]
    for word in words:
        name = word.partition(":")[0]
        if name not in nine:
            find_rule(name)
    if len(rules) != RULES or len({name for name, _ in rules}) != RULES:
        raise BadOptions(f"option powers={text}: expected three different rules for each side, or a set (ST2)")
    return rules


def read_rules(option: str, text: str) -> list[str]:
    """Read a list of rules by name."""
    names = [name.partition("@")[0] for name in text.split("+")] if text else []
    nine = [power.name for power in nine_powers()]
    if len(set(names)) != len(names) or (option == "extra" and set(names) & set(nine)):
        raise BadOptions(f"option {option}={text}: expected each rule once (ST2)")
    return names


def full_names(text: str) -> str:
    """Write the rules that players wrote as records name them, name@sha256 (ST23)."""
    nine = [power.name for power in nine_powers()]
    known = [*nine, *MODES, *SETS, "none"]

    def full(word: re.Match[str]) -> str:
        return word[0] if word[1] in known else find_rule(word[0]).full_name

    return re.sub(r"(?<![:\w@])([a-z_]+)(@[0-9a-f]*)?", full, text)


GAME = Struggle
