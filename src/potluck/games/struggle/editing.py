"""A position of Struggle put together by hand: pieces, towers, rules, carriers, and what the rules remember."""

from collections.abc import Iterator

import msgspec

from potluck.core.editing import Draft, Knob, Tool, number, pick, to_move
from potluck.core.editing import account as account
from potluck.core.english import counted
from potluck.core.errors import BadNotation
from potluck.games.struggle.board import CELLS, NAMES, ROW, ROWS
from potluck.games.struggle.position import COLOURS, RULES, TEAM
from potluck.games.struggle.position_text import LETTERS
from potluck.games.struggle.powers import NEVER, TALLEST, WAIT, nine_powers

SETUP: tuple[str, ...] = ("pick", "set", "designate")  # phases before the first turn
WORDS: int = ROWS
PLACES = {
    NAMES[cell]: (ROWS - ROW[cell], [other for other in range(CELLS) if ROW[other] == ROW[cell]].index(cell))
    for cell in range(CELLS)
}
MOST_QUIET = 10_000
PIECES = {f"{COLOURS[slot % TEAM]}{slot // TEAM}": letter for slot, letter in enumerate(LETTERS)}
POWERS = {power.name: power for power in nine_powers()}
ORDER = list(POWERS)
TOWER = "tower"
PAINTED = {colour: colour.capitalize() for colour in COLOURS}
NAMED = {"0": "Nobody", **{str(1 + index): colour.capitalize() for index, colour in enumerate(COLOURS)}}
MEMORIES = {  # of a rule: the names of its values
    "own": NAMED,
    "enemy": NAMED,
    "broken": {"0": "Whole", "1": "Broken"},
    "wait": {
        "0": "Now",
        **{str(moves): f"After {counted(moves, 'move')}" for moves in range(1, WAIT + 1)},
        str(NEVER): "Never",
    },
}
TITLES = {
    "own": "Pact: {{{0}}}'s piece",
    "enemy": "Pact: {{{1}}}'s piece",
    "broken": "Armor",
    "wait": "The Mad Hatter may swap",
}


class Rule(msgspec.Struct):
    """Hold a rule of a seat as the text says it: its name, its carrier, and what it remembers."""

    name: str
    carrier: str
    memory: dict[str, str]

    def __str__(self) -> str:
        head = f"{self.name}:{self.carrier}" if self.carrier else self.name
        return ";".join([head, *(f"{name}:{value}" for name, value in self.memory.items() if value != "0")])


def rules(draft: Draft, seat: int) -> list[Rule]:
    """Read the rules of a seat."""
    found = []
    for word in filter(None, draft.fields.get(f"rules{seat}", "").split("+")):
        head, *memory = word.split(";")
        name, _, carrier = head.partition(":")
        found.append(Rule(name, carrier, dict(part.split(":", 1) for part in memory)))
    return found


def lay_rules(draft: Draft, seat: int, found: list[Rule]) -> None:
    """Write the rules of a seat in their order; its tower is written with the number of its rule's place."""
    found = sorted(found, key=lambda rule: ORDER.index(rule.name) if rule.name in ORDER else len(ORDER))
    draft.turn(f"rules{seat}", "+".join(map(str, found)))
    for place in range(seat * RULES, seat * RULES + RULES):
        draft.clear(str(place))
    for index, rule in enumerate(found):
        if "tower_at" in rule.memory:
            draft.put(PLACES, rule.memory["tower_at"], str(seat * RULES + index))


def lay_out(draft: Draft) -> None:
    """Let a fresh turn begin, in which nobody has been removed yet."""
    seat = draft.fields.get("mover", draft.fields.get("seat", "0"))
    draft.keep("rules0", "rules1", "quiet", seat=seat if seat in ("0", "1") else "0")
    for side in range(2):
        found = rules(draft, side)
        for rule in found:
            rule.memory = {} if rule.name == "reaper" else rule.memory
        draft.turn(f"rules{side}", "+".join(map(str, found)))


def tools(draft: Draft) -> list[Tool]:
    """List what can be placed."""
    builders = [seat for seat in range(2) if TOWER in [rule.name for rule in rules(draft, seat)]]
    towers = [Tool(f"{TOWER}{seat}", f"{{{seat}}}'s tower") for seat in builders]
    return [*(Tool(name, f"{{{name[-1]}}}'s {name[:-1]}") for name in PIECES), *towers]


def place(draft: Draft, tool: str, spot: str, near: int) -> None:
    """Place a piece or a tower, which leaves the space where it stood; a tower that is there grows."""
    if tool.startswith(TOWER):
        build(draft, int(tool[-1]), spot)
        return
    take(draft, spot, near)
    draft.clear(PIECES[tool])
    draft.put(PLACES, spot, PIECES[tool])


def build(draft: Draft, seat: int, spot: str) -> None:
    """Place a tower, or add a level to it; after the tallest it has one again."""
    here, found = draft.at(PLACES, spot), rules(draft, seat)
    if here in LETTERS:
        raise BadNotation("a piece stands there (ST21)")
    tower = next(rule for rule in found if rule.name == TOWER)
    levels = int(tower.memory.get("levels", "0")) % TALLEST if tower.memory.get("tower_at") == spot else 0
    take(draft, spot, seat)
    tower.memory = {"tower_at": spot, "levels": str(levels + 1)}
    lay_rules(draft, seat, found)


def take(draft: Draft, spot: str, near: int) -> None:
    """Take a piece or a tower away."""
    here = draft.at(PLACES, spot)
    draft.put(PLACES, spot, ".")
    if here.isdigit():
        seat = int(here) // RULES
        found = rules(draft, seat)
        found[int(here) % RULES].memory = {}
        lay_rules(draft, seat, found)


def knobs(draft: Draft, near: int) -> list[Knob]:
    """List what stands beside the board."""
    found = [to_move(draft), number(draft, "quiet", "Turns without a capture", MOST_QUIET)]
    return [*found, *(knob for seat in range(2) for knob in rule_knobs(draft, seat))]


def rule_knobs(draft: Draft, seat: int) -> Iterator[Knob]:
    """List the rules of a seat, each with its carrier and what it remembers."""
    found, group = rules(draft, seat), f"{{{seat}}}'s rules"
    for index, rule in enumerate(found):
        taken = [other.name for other in found if other is not rule]
        values = {name: POWERS[name].title for name in ORDER if name not in taken}
        values.setdefault(rule.name, rule.name)
        title = ("First rule", "Second rule", "Third rule")[index]
        yield pick(f"rule-{seat}-{index}", title, rule.name, values, group, [rule.name, f"rules{seat}"])
        if rule.carrier:
            name = values[rule.name]
            yield pick(f"carrier-{seat}-{index}", f"{name} is carried by", rule.carrier, PAINTED, group)
        for memory in POWERS[rule.name].memory if rule.name in POWERS else ():
            if memory in MEMORIES:
                title = TITLES[memory].format(seat, 1 - seat)
                value = rule.memory.get(memory, "0")
                yield pick(f"{memory}-{seat}-{index}", title, value, MEMORIES[memory], group, [rule.name])


def turn(draft: Draft, name: str, value: str, near: int) -> None:
    """Turn a knob."""
    what, _, where = name.partition("-")
    if not where:
        draft.turn(name, value)
        return
    seat, index = map(int, where.split("-"))
    found = rules(draft, seat)
    if what == "rule":
        found[index] = Rule(value, first_carrier(value, found), {})
    elif what == "carrier":
        found[index].carrier = value
    else:
        memory = POWERS[found[index].name].memory
        told = {**found[index].memory, what: value}
        found[index].memory = {name: told[name] for name in memory if name in told}
    lay_rules(draft, seat, found)


def first_carrier(name: str, found: list[Rule]) -> str:
    """Choose who carries a rule at first: the colour that its card shows, or another that carries none."""
    if POWERS[name].colour == 0:
        return ""
    carriers = [rule.carrier for rule in found]
    wanted = [COLOURS[POWERS[name].colour], *COLOURS[1:]]
    return next((colour for colour in wanted if colour not in carriers), wanted[0])
