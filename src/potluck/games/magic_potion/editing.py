"""A position of Magic Potion put together by hand: who plays and stands where, health, dice, and all items."""

import re
from collections.abc import Iterator

from potluck.core.editing import Draft, Knob, Places, Tool, choice, grid_places, number, pick, several, split
from potluck.core.editing import account as account
from potluck.core.errors import BadNotation
from potluck.games.magic_potion.board import HOME, NAMES, SIZE, TERRITORY
from potluck.games.magic_potion.characters import FULL, LETTERS, WHO
from potluck.games.magic_potion.items import COPIES, ENERGY, ITEM_NAMES
from potluck.games.magic_potion.position import MOST_DICE, MOST_ROUNDS
from potluck.games.magic_potion.words import THINGS, bare, name_of

SETUP: tuple[str, ...] = ("pick", "give", "place", "hide")  # phases before the first turn
WORDS: int = SIZE
PLACES: Places = grid_places(NAMES, SIZE)
LASTING = (*WHO, *NAMES, "used", "round", "actor", "hound", "bitten", "grudge")
HEALTH, DICE = 0, 1  # of the numbers of a character
SIDES = ("red", "blue")
NOBODY = "-"
LIVES = {"": "Lives", "undead": "Undead", "fresh": "Just summoned"}
MARKED = {  # what the mark of an item says
    "*": "dealt, face down",
    "": "drawn, face down",
    "!": "seen by all",
    "~": "drawn, not III",
    "^": "drawn, perhaps III",
    "~*": "dealt, blank",
}
USUAL = [*(f"{name}*" for name in ("I", "II", "none")), *ITEM_NAMES[2:], *(f"{name}!" for name in ITEM_NAMES)]
SINGLE = [name for kind, name in enumerate(ITEM_NAMES) if COPIES[kind] == 1]


def lay_out(draft: Draft) -> None:
    """Let the turn of a character begin."""
    draft.keep(*LASTING, phase="move")
    if draft.fields.get("actor") not in living(draft):
        draft.turn("actor", next(iter(living(draft)), ""))
    draft.turn("phase", "free" if draft.fields["actor"] == draft.fields.get("bitten") else "move")


def cast(draft: Draft) -> list[str]:
    """List the characters that were picked."""
    return [name for name in WHO if name in draft.fields]


def living(draft: Draft) -> list[str]:
    """List the characters on the field."""
    return [name for name in cast(draft) if "dead" not in draft.fields[name].split(",")]


def mark(draft: Draft, name: str) -> str:
    """Say which letter stands for a character on the field."""
    letter = LETTERS[WHO.index(name)]
    return letter if draft.fields[name].startswith("red") else letter.lower()


def tools(draft: Draft) -> list[Tool]:
    """List what can be placed."""
    found = [Tool(name, name_of(WHO.index(name))) for name in cast(draft)]
    hound = [Tool("hound", "Hound") for _ in (1,) if "hunter" in living(draft)]
    return [*found, *hound, *(Tool(name, THINGS[name].name) for name in ITEM_NAMES)]


def place(draft: Draft, tool: str, spot: str, near: int) -> None:
    """Place a character, who leaves the slot where they stood; one that has fallen lives again. Or lay an item."""
    here = draft.at(PLACES, spot)
    if tool in ITEM_NAMES:
        pull(draft, tool)
        draft.turn(spot, ",".join([*lying(draft, spot), tool]))
        return
    if tool == "hound":
        draft.turn("hound", spot)
        draft.fields.pop("bitten", None)
        return
    if here not in (".", mark(draft, tool)):
        raise BadNotation(f"the {WHO[LETTERS.index(here.upper())]} stands there (MP27)")
    if tool not in living(draft):
        draft.turn(tool, f"{draft.fields[tool].split(',')[0]},{FULL[WHO.index(tool)]},0")
    draft.clear(mark(draft, tool))
    draft.put(PLACES, spot, mark(draft, tool))


def lying(draft: Draft, spot: str) -> list[str]:
    """List the items on a slot."""
    return [word for word in draft.fields.get(spot, "").split(",") if word]


def carried(draft: Draft, name: str) -> list[str]:
    """List the items that a character carries, each with its mark."""
    return [word for word in draft.fields[name].split(",")[1:] if not re.fullmatch(r"dead|undead|fresh|[0-9]+", word)]


def carry(draft: Draft, name: str, items: list[str]) -> None:
    """Let a character carry some items and no others."""
    facts = [word for word in draft.fields[name].split(",") if word not in carried(draft, name)]
    draft.turn(name, ",".join([*facts, *items]))


def pull(draft: Draft, item: str) -> None:
    """Take an item of which there is one from wherever it is."""
    if item not in SINGLE:
        return
    for name in cast(draft):
        carry(draft, name, [word for word in carried(draft, name) if bare(word) != item])
    for place in (*NAMES, "used"):
        if place in draft.fields:
            draft.turn(place, ",".join(word for word in lying(draft, place) if word != item))


def take(draft: Draft, spot: str, near: int) -> None:
    """Let a character fall, whose items lie there then; or take the hound or an item away."""
    here = draft.at(PLACES, spot)
    if here == ".":
        if draft.fields.get("hound") == spot:
            draft.fields.pop("hound")
            draft.fields.pop("bitten", None)
        else:
            draft.turn(spot, ",".join(lying(draft, spot)[:-1]))
        return
    name = WHO[LETTERS.index(here.upper())]
    items = [bare(word) for word in carried(draft, name)]
    draft.turn(spot, ",".join([*lying(draft, spot), *items]))
    draft.turn(name, f"{draft.fields[name].split(',')[0]},dead")
    draft.put(PLACES, spot, ".")
    gone = {"hunter": ("hound", "bitten"), "swordsman": ("grudge",)}.get(name, ())
    named = [field for field in ("bitten", "grudge") if draft.fields.get(field) == name]
    for field in (*gone, *named):
        draft.fields.pop(field, None)
    if draft.fields.get("actor") == name:
        draft.turn("actor", next(iter(living(draft)), ""))


def knobs(draft: Draft, near: int) -> list[Knob]:
    """List what stands beside the board."""
    names = {name: name_of(WHO.index(name)) for name in living(draft)}
    found = [choice(draft, "actor", "Whose turn it is", names)] if names else []
    found.append(number(draft, "round", "Round", MOST_ROUNDS, 1))
    return [*found, *(knob for name in names for knob in figure_knobs(draft, name)), *other_knobs(draft)]


def figure_knobs(draft: Draft, name: str) -> Iterator[Knob]:
    """List the facts of a character."""
    title, most = name_of(WHO.index(name)), int(FULL[WHO.index(name)])
    health, dice = numbers(draft, name)
    words = [f"health of the {name}"]
    yield Knob(f"{name}-health", "Health", health, most=most, least=1, words=words, group=title)
    words = [f"{name} to have no dice"]
    yield Knob(f"{name}-dice", "Dice", dice, most=int(MOST_DICE), words=words, group=title)
    words = [f"undead {name}", "fresh" * (life_of(draft, name) == "fresh")]
    yield pick(f"{name}-life", "State", life_of(draft, name), LIVES, title, words)
    items = carried(draft, name)
    values = {word: described(word) for word in dict.fromkeys([*USUAL, *items])}
    words = [f"{name} to carry"]
    yield several(pick(f"{name}-items", "Items", items, values, title, words), max(COPIES))


def described(item: str) -> str:
    """Name an item, and say who knows it."""
    return f"{THINGS[bare(item)].name}, {MARKED[item[len(bare(item)) :]]}"


def other_knobs(draft: Draft) -> Iterator[Knob]:
    """List the sides, what was used, and what hound and swordsman have done."""
    group = "Sides and memory"
    for seat, side in enumerate(SIDES):
        team = [name for name in cast(draft) if draft.fields[name].startswith(side)]
        values = {name: name_of(who) for who, name in enumerate(WHO) if name in team or name not in cast(draft)}
        yield several(pick(f"team-{seat}", f"{{{seat}}}'s characters", team, values, group, ["characters"]))
    energy = {name: THINGS[name].name for kind, name in enumerate(ITEM_NAMES) if ENERGY[kind]}
    yield several(pick("used", "Energy used", lying(draft, "used"), energy, group), max(COPIES))
    names = {NOBODY: "Nobody", **{name: name_of(WHO.index(name)) for name in living(draft)}}
    yield pick("bitten", "Bitten by the hound", draft.fields.get("bitten", NOBODY), names, group, ["hound"])
    yield pick("grudge", "Damaged by the swordsman", draft.fields.get("grudge", NOBODY), names, group)


def numbers(draft: Draft, name: str) -> list[str]:
    """Read the health and the dice of a character."""
    return [word for word in draft.fields[name].split(",") if word.isdigit()][:2]


def life_of(draft: Draft, name: str) -> str:
    """Read whether a character lives, or how it was summoned."""
    return next((word for word in draft.fields[name].split(",") if word in ("undead", "fresh")), "")


def turn(draft: Draft, name: str, value: str, near: int) -> None:
    """Turn a knob."""
    who, _, what = name.partition("-")
    if who == "team":
        gather(draft, int(what), split(value))
    elif what:
        change(draft, who, what, value)
    elif name == "used":
        draft.turn(name, ",".join(split(value)))
    elif value == NOBODY:
        draft.fields.pop(name, None)
    else:
        draft.turn(name, value)
    draft.turn("phase", "free" if draft.fields.get("actor") == draft.fields.get("bitten") else "move")


def change(draft: Draft, name: str, what: str, value: str) -> None:
    """Change one fact of a character."""
    side, items, life = draft.fields[name].split(",")[0], carried(draft, name), life_of(draft, name)
    health, dice = numbers(draft, name)
    if what == "items":
        more = [word for word in split(value) if word not in items]
        for word in more:
            pull(draft, bare(word))
        items = [word for word in split(value) if word in more or word in carried(draft, name)]
    facts = {"life": life, "health": health, "dice": dice} | ({what: value} if what != "items" else {})
    draft.turn(name, ",".join([side, *filter(None, facts.values()), *items]))


def gather(draft: Draft, seat: int, team: list[str]) -> None:
    """Let a side have these characters: who leaves lays down their items, who comes stands on a slot at home."""
    for name in cast(draft):
        if draft.fields[name].startswith(SIDES[seat]) and name not in team:
            spot = next((spot for spot in PLACES if draft.at(PLACES, spot) == mark(draft, name)), "")
            if spot:
                take(draft, spot, seat)
            draft.fields.pop(name)
    homes = [NAMES[cell] for cell in HOME[seat * TERRITORY : seat * TERRITORY + TERRITORY]]
    for name in team:
        if name not in draft.fields:
            draft.turn(name, f"{SIDES[seat]},{FULL[WHO.index(name)]},0")
            draft.put(PLACES, next(spot for spot in homes if draft.at(PLACES, spot) == "."), mark(draft, name))
