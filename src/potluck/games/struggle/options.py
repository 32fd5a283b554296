"""What the options of Struggle say: the special rules of each side, and the state at which a match begins."""

import re
from itertools import combinations

from potluck.core.english import shown
from potluck.core.errors import BadOptions, bad_option
from potluck.core.options import Value
from potluck.games.struggle.custom import catalogue, find_rule
from potluck.games.struggle.position import CARRIER, COLOURS, NONE, PHASE, PICK, RULES, SET, TEAM, Options
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.rules import StruggleState, empty_state
from potluck.games.struggle.setup import give, may_carry, next_decision, place_quickly, place_whites, rival_of

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
    *("armor_only_jumps", "chain_enters_twice", "hatter_once"),
)

Side = list[tuple[str, str]]  # the rules that the option powers gives a side: name and colour

# Reading


def read_sides(text: str) -> list[Side]:
    """Read the rules that the option powers gives each side, as pairs of name and colour."""
    sides = text.split("/")
    if len(sides) > 2:
        raise bad_option("powers", text, "expected two sides, torus+armor+jolt/caboose+reaper+jolt", "ST2")
    return [read_side(text, side) for side in (sides * 2)[:2]]


def read_side(text: str, side: str) -> Side:
    """Read three different rules, the name of a set, or none."""
    if side == "none":
        return []
    words = SETS.get(side, side).split("+")
    rules = [(name.partition("@")[0], colour) for name, _, colour in (word.partition(":") for word in words)]
    full_names(side)  # refused if one is unknown
    if len(rules) != RULES or len({name for name, _ in rules}) != RULES:
        raise bad_option("powers", text, "expected three different rules for each side, or a set", "ST2")
    return rules


def read_extra(text: str) -> list[str]:
    """Read the rules of one's own that may be chosen."""
    names = [name.partition("@")[0] for name in text.split("+")] if text else []
    if len(set(names)) != len(names) or set(names) & set(NINE):
        raise bad_option("extra", text, "expected each rule once, none of the nine", "ST23")
    return names


def read_banned(text: str, known: list[str]) -> list[list[str]]:
    """Read the rules and pairs of rules that are banned, torus+armor&reaper."""
    banned = [[name.partition("@")[0] for name in word.split("&")] for word in text.split("+")] if text else []
    for names in banned:
        for name in names:
            if name not in known:
                raise bad_option("banned", text, f"{shown(name)} is no special rule of this match", "ST2")
    if any(len(names) != len(set(names)) or len(names) > 2 for names in banned):
        raise bad_option("banned", text, "expected rules and pairs of two, like torus+armor&reaper", "ST2")
    if len({frozenset(names) for names in banned}) != len(banned):
        raise bad_option("banned", text, "expected each rule once", "ST2")
    return banned


def full_names(text: str) -> str:
    """Write the rules that players wrote as records name them, name@sha256 (ST23)."""
    known = [*NINE, *MODES, *SETS, "none"]

    def full(word: re.Match[str]) -> str:
        return word[0] if word[1] in known else find_rule(word[0]).full_name

    return re.sub(r"(?<![:\w@])([a-z_]+)(@[0-9a-f]*)?", full, text)


def own_rules(text: str) -> list[str]:
    """Find the rules that players wrote among those that full names name, each once, and in one version (ST23)."""
    names = sorted(set(re.findall(r"[a-z_]+@[0-9a-f]+", text)))
    if len({name.partition("@")[0] for name in names}) < len(names):
        raise BadOptions(f"special rules {text}: expected one version of each (ST23)")
    return names


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
    banned = read_banned(str(chosen["banned"]), [power.name for power in powers])
    for power in powers:
        rules.allow(power.number, power.name in [*NINE, *extra] and [power.name] not in banned)
    numbers = {power.name: power.number for power in powers}
    rules.barred = [(numbers[names[0]], numbers[names[1]]) for names in banned if len(names) > 1]
    if chosen["powers"] in MODES:
        _check_choice(rules, str(chosen["banned"]))
    return rules


def _check_choice(rules: Options, banned: str) -> None:
    """See that whoever has chosen less than three rules finds another (ST2)."""
    free = [power for power in rules.powers if rules.allowed[power.number]]
    for count in range(RULES):
        for had in combinations(free, count):
            if any(rules.are_barred(one.number, other.number) for one, other in combinations(had, 2)):
                continue
            if all(any(mine is new or rules.are_barred(mine.number, new.number) for mine in had) for new in free):
                names = " and ".join(power.title for power in had)
                after = f" to go with {names}" if names else ""
                raise bad_option("banned", banned, f"expected at least three rules to be left{after}", "ST2")


# Setting up


def set_up(rules: Options, chosen: dict[str, Value], given: list[Side]) -> StruggleState:
    """Make the state at which a match begins."""
    state = empty_state(rules)
    place_whites(state)
    if chosen["setup"] == "quick":
        place_quickly(state)
    where = str(chosen["powers"])
    names = [power.name for power in rules.powers]
    banned = read_banned(str(chosen["banned"]), names)
    for seat, side in enumerate(given):
        for name, colour in sorted(side, key=lambda rule: names.index(rule[0])):
            number = names.index(name) + 1
            rival = rival_of(state, seat, number)
            if [name] in banned or rival != NONE:
                beside = f" beside {state.power(rival).title}" if rival != NONE else ""
                raise bad_option("powers", where, f"{state.options.powers[number - 1].title} is banned{beside}", "ST2")
            place = give(state, seat, number)
            if colour:
                _designate(state, seat, place, colour, where)
    state.data[PHASE] = PICK if chosen["powers"] in MODES else SET
    next_decision(state)
    return state


def _designate(state: StruggleState, seat: int, place: int, colour: str, where: str) -> None:
    """Let the piece that the options name carry a rule (ST3)."""
    power = state.power(place)
    if colour not in COLOURS or power.colour == 0:
        why = f"{power.title} on {shown(colour)}: expected a colour, for a rule that sits on a piece"
        raise bad_option("powers", where, why, "ST3")
    if not may_carry(state, seat, COLOURS.index(colour)):
        raise bad_option("powers", where, f"{power.title} on {colour}: that piece may not carry it", "ST3")
    state.data[CARRIER + place] = seat * TEAM + COLOURS.index(colour) + 1
    state.options.give(place, seat * TEAM + COLOURS.index(colour))
