"""The games by name."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple

from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.core.options import Code, Value
from potluck.core.view import Task, Thing

RULING_ROW = re.compile(r"\| [A-Z]{2}\d+ \|")
NAMES = ("potential", "struggle", "potion_explosion", "potus", "magic_potion")


class Ruling(NamedTuple):
    """Hold one numbered sentence of a game's RULINGS.md."""

    id: str
    text: str
    source: str  # the section of the rulebook
    status: str  # stated, found, inferred or assumed
    option: str  # the option that changes it, or nothing


def names() -> list[str]:
    """List the games."""
    folder = files(__package__)
    return [name for name in NAMES if folder.joinpath(name, "RULINGS.md").is_file()]


@cache
def game_class(name: str) -> type[Game]:
    """Find a game by its name."""
    if name not in names():
        raise BadOptions(f"game {name[:40]!r}: expected one of {', '.join(names())}")
    module = import_module(f"{__package__}.{name}.game")
    found: type[Game] = module.GAME
    return found


def load(name: str, **options: Value) -> Game:
    """Prepare a game with its options."""
    return game_class(name)(**options)


def restore(name: str, code: Sequence[Code]) -> None:
    """Make rules that players wrote usable again, as the host of a match has kept them: never what a record brings."""
    if code:
        import_module(f"{__package__}.{name}.custom").restore(code)


def load_text(name: str, options: str) -> Game:
    """Prepare a game with options as text: "layout=columns, first=1"."""
    return game_class(name)(**read_options(name, options))


def read_options(name: str, options: str) -> dict[str, Value]:
    """Read options as text; what they mean together is for the game to check."""
    known = {option.name: option for option in game_class(name).options}
    values: dict[str, Value] = {}
    for item in filter(None, (part.strip() for part in options.split(","))):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or key not in known or key in values:
            raise BadOptions(f"option {item[:60]!r}: expected name=value, each once, of {', '.join(known)}")
        values[key] = known[key].read(value)
    return values


def options_text(game: Game) -> str:
    """Write the options that differ from their defaults, as load_text reads them."""
    return ", ".join(
        f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"
        for name, value in game.changed_options().items()
    )


def rulings(name: str, agreed: Mapping[str, Value] | None = None) -> dict[str, Ruling]:
    """Read the numbered rulings of a game, with the numbers that were agreed on for a match, or else the usual ones."""
    usual = {option.name: option.default for option in game_class(name).options}
    numbers = {**usual, **(agreed or {})}
    rows = _ruling_rows(name)
    return {row[0]: Ruling(row[0], _with_numbers(row[1], numbers, usual), *row[2:]) for row in rows}


def _with_numbers(text: str, numbers: Mapping[str, Value], usual: Mapping[str, Value]) -> str:
    """Put numbers for the options named in a ruling; 0 means that it was lifted."""
    lifted = any(numbers[option] == 0 for option in re.findall(r"\{(\w+)\}", text))
    return f"Not in this match: {text.format_map(usual)}" if lifted else text.format_map(numbers)


@cache
def _ruling_rows(name: str) -> list[list[str]]:
    """Read the table of a game's rulings; the name of an option in braces stands for its number."""
    text = files(__package__).joinpath(name, "RULINGS.md").read_text(encoding="utf-8")
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if RULING_ROW.match(line)]


def things_of(name: str) -> Mapping[str, Thing]:
    """Explain what players see of a game, by its name in views and clicks."""
    things: Mapping[str, Thing] = import_module(f"{__package__}.{name}.words").THINGS
    return things


def own_tasks(name: str) -> Mapping[str, Task]:
    """Say what the puzzles of a game ask for, by their kind, that those of no other game do."""
    tasks: Mapping[str, Task] = import_module(f"{__package__}.{name}.words").TASKS
    return tasks
