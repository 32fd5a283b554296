"""What the options of Struggle say: the special rules of each side, and the state at which a match begins."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.options import Value
from potluck.games.struggle.custom import catalogue, find_rule
from potluck.games.struggle.position import CARRIER, COLOURS, PHASE, PICK, RULES, SET, TEAM, Options
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.rules import StruggleState, empty_state
from potluck.games.struggle.setup import give, may_carry, next_decision, place_quickly, place_whites

NINE = [power.name for power in nine_powers()]
# Sets of three rules with their carriers, to be named in the option powers (ST28).
SETS = {
    "classic": "torus:blue+reaper:black+jolt:yellow",
    "raiders": "teleporter:blue+armor:red+jolt:yellow",
    "builders": "tower:green+hatter+armor:red",
    "diplomats": "pact+caboose+reaper:black",
}
MODES = ("open", "random", "secret")
SWITCHES = (
    *("white_may_carry", "one_rule_per_piece", "stuck_loses", "any_arrival_lands", "white_immune_to_zap"),
    *("zap_own_too", "pact_by_colour", "pact_with_white", "caboose_backward", "caboose_part", "armor_absorbs_all"),
    "hatter_once",
)

Side = list[tuple[str, str]]  # the rules that the option powers gives a side: name and colour

# Reading


def read_sides(text: str) -> list[Side]:
    """Read the rules that the option powers gives each side, as pairs of name and colour."""
    sides = text.split("/")
    if len(sides) > 2:
        raise BadOptions(f"option powers={text}: expected two sides, torus+armor+jolt/caboose+reaper+jolt (ST2)")
    return [read_side(text, side) for side in (sides * 2)[:2]]


def read_side(text: str, side: str) -> Side:
    """Read three different rules, the name of a set, or none."""
    if side == "none":
        return []
    words = SETS.get(side, side).split("+")
    rules = [(name.partition("@")[0], colour) for name, _, colour in (word.partition(":") for word in words)]
    own_rules([word.partition(":")[0] for word in words])
    if len(rules) != RULES or len({name for name, _ in rules}) != RULES:
        raise BadOptions(f"option powers={text}: expected three different rules for each side, or a set (ST2)")
    return rules


def read_names(option: str, text: str) -> list[str]:
    """Read a list of rules by name."""
    names = [name.partition("@")[0] for name in text.split("+")] if text else []
    if len(set(names)) != len(names) or (option == "extra" and set(names) & set(NINE)):
        raise BadOptions(f"option {option}={text}: expected each rule once (ST2)")
    return names


def full_names(text: str) -> str:
    """Write the rules that players wrote as records name them, name@sha256 (ST23)."""
    known = [*NINE, *MODES, *SETS, "none"]

    def full(word: re.Match[str]) -> str:
        return word[0] if word[1] in known else find_rule(word[0]).full_name

    return re.sub(r"(?<![:\w@])([a-z_]+)(@[0-9a-f]*)?", full, text)


def own_rules(names: list[str]) -> list[str]:
    """Find the rules that players wrote among those named, by their full names, each once."""
    return [find_rule(name).full_name for name in sorted(set(names)) if name not in NINE]


# Agreeing


def agree(chosen: dict[str, Value], own: list[str], extra: list[str]) -> Options:
    """Gather what the rules look at."""
    powers = catalogue(own)
    rules = Options(powers, int(chosen["quiet_turns"]), int(chosen["first"]))
    for name in SWITCHES:
        setattr(rules, name, bool(chosen[name]))
    rules.random_powers = chosen["powers"] == "random"
    rules.secret_powers = chosen["powers"] == "secret"
    rules.secret_setup = chosen["setup"] == "secret"
    banned = read_names("banned", str(chosen["banned"]))
    for name in banned:
        if name not in [power.name for power in powers]:
            raise BadOptions(f"option banned={chosen['banned']}: {shown(name)} is no special rule of this match (ST2)")
    if len({*NINE, *extra} - set(banned)) < RULES and chosen["powers"] in MODES:
        raise BadOptions(f"option banned={chosen['banned']}: expected at least three rules to be left (ST2)")
    for power in powers:
        rules.allow(power.number, power.name in [*NINE, *extra] and power.name not in banned)
    return rules


# Setting up


def set_up(rules: Options, chosen: dict[str, Value], given: list[Side]) -> StruggleState:
    """Make the state at which a match begins."""
    state = empty_state(rules)
    place_whites(state)
    if chosen["setup"] == "quick":
        place_quickly(state)
    where = f"option powers={chosen['powers']}"
    names = [power.name for power in rules.powers]
    for seat, side in enumerate(given):
        for name, colour in sorted(side, key=lambda rule: names.index(rule[0])):
            if name in read_names("banned", str(chosen["banned"])):
                raise BadOptions(f"{where}: {name} is banned (ST2)")
            place = give(state, seat, names.index(name) + 1)
            if colour:
                _designate(state, seat, place, colour, where)
    state.data[PHASE] = PICK if chosen["powers"] in MODES else SET
    next_decision(state)
    return state


def _designate(state: StruggleState, seat: int, place: int, colour: str, where: str) -> None:
    """Let the piece that the options name carry a rule (ST3)."""
    power = state.power(place)
    if colour not in COLOURS or power.colour == 0:
        raise BadOptions(f"{where}: {power.name}:{colour}: expected a colour, for a rule that sits on a piece (ST3)")
    if not may_carry(state, seat, COLOURS.index(colour)):
        raise BadOptions(f"{where}: {power.name}:{colour}: that piece may not carry it (ST3)")
    state.data[CARRIER + place] = seat * TEAM + COLOURS.index(colour) + 1
    state.options.give(place, seat * TEAM + COLOURS.index(colour))
