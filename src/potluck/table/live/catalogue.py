"""The games that can be played here, described for clients."""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions, PotluckError
from potluck.core.game import Game
from potluck.core.options import Option, Preset, Value
from potluck.core.view import Thing
from potluck.games import game_class, load, names, read_options, rulings, things_of
from potluck.players.former import OLD_NAMES
from potluck.players.levels import character, level_name, level_names
from potluck.players.strength import rating_of
from potluck.table.match.names import sides
from potluck.table.protocol import BankClock, GameCard, LevelCard, OptionCard, PresetCard, Problem, RuleCard, RulingCard
from potluck.table.protocol.refusals import Refused


def game_cards() -> list[GameCard]:
    """Describe all games."""
    return [game_card(name) for name in names()]


def game_card(name: str) -> GameCard:
    """Describe a game."""
    game = load(name)
    return GameCard(
        name=game.name,
        title=game.title,
        about=game.about,
        rules_version=game.rules_version,
        seats=list(game.seats),
        sides=sides(game),
        has_chance=game.has_chance,
        has_secrets=game.has_secrets,
        clock=game.clock,
        options=[option_card(game, option) for option in game.options],
        presets=[preset_card(preset) for preset in game.presets],
        loaded=[RuleCard(*msgspec.structs.astuple(rule)) for rule in game.loaded()],
        levels=[level_card(game, level) for level in level_names(game)],
    )


def option_card(game: Game, option: Option) -> OptionCard:
    """Describe an option, with all that a page needs to offer it."""
    card = msgspec.convert(option, OptionCard, from_attributes=True)
    return msgspec.structs.replace(card, title=title_of(game, option.name))


def title_of(game: Game, name: str) -> str:
    """Name an option as players do: as it says itself, or as the game's words do."""
    given = next((option.title for option in game.options if option.name == name), "")
    return given or things_of(game.name)[name].name


def preset_card(preset: Preset) -> PresetCard:
    """Describe a bundle of options."""
    clock = BankClock(preset.minutes * 60, preset.increment) if preset.minutes else None
    return PresetCard(preset.name, preset.title, preset.text, dict(preset.options), clock)


def problems(name: str, options: dict[str, Value]) -> list[Problem]:
    """Say what is wrong with options: each that is wrong by itself, or else the first that does not fit the others."""
    demand_game(name)
    known = {option.name: option for option in game_class(name).options}
    alone = [partial(known[key].check, value) for key, value in options.items() if key in known]
    found = [problem for check in alone for problem in trouble(name, check)]
    return found or trouble(name, partial(load, name, **options))


def trouble(name: str, check: Callable[[], object]) -> list[Problem]:
    """Say what a check complains about, with the option's name as players know it."""
    try:
        check()
    except BadOptions as error:
        if not error.option:
            return [Problem("", sentence(str(error)))]
        return [Problem(error.option, sentence(f"{title_of(load(name), error.option)}: {error.why}"))]
    return []


def sentence(text: str) -> str:
    """Write a reason as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def level_card(game: Game, level: str) -> LevelCard:
    """Describe a level, with its strength as far as it was measured."""
    rating = rating_of(game.name, level_names(game), level)
    return LevelCard(
        level,
        rating.elo if rating.matches else None,
        (rating.high - rating.low) // 2 if rating.matches else None,
        text=character(game, level),
        aliases=[name for name in OLD_NAMES if level_name(game, name) == level],
    )


def ruling_cards(name: str, options: str) -> list[RulingCard]:
    """Show the rulings of a game, with the numbers that were agreed on."""
    try:
        agreed = read_options(name, options)
    except PotluckError as error:
        raise Refused("not_found", str(error)) from error
    return [RulingCard(*ruling) for ruling in rulings(name, agreed).values()]


def things(name: str) -> Mapping[str, Thing]:
    """Explain every thing of a game, by its name in views and clicks."""
    demand_game(name)
    return things_of(name)


def demand_game(name: str) -> None:
    """Refuse the name of no game."""
    if name not in names():
        raise Refused("not_found", f"there is no game named {shown(name)}")
