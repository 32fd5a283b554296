"""The games that can be played here, described for clients."""

import msgspec

from potluck.core.errors import PotluckError
from potluck.games import load, names, read_options, rulings
from potluck.players.levels import level_names
from potluck.players.strength import measured
from potluck.table.protocol import GameCard, LevelCard, OptionCard, RuleCard, RulingCard
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
        sides=list(game.sides),
        has_chance=game.has_chance,
        has_secrets=game.has_secrets,
        clock=game.clock,
        options=[
            OptionCard(
                *(option.name, option.default, option.text, option.ruling),
                *(list(option.choices), option.least, option.most),
            )
            for option in game.options
        ],
        loaded=[RuleCard(*msgspec.structs.astuple(rule)) for rule in game.loaded()],
        levels=[level_card(game.name, level) for level in level_names(game)],
    )


def level_card(game: str, level: str) -> LevelCard:
    """Describe a level, with its strength as far as it was measured."""
    ladder = measured().get(game)
    rating = ladder.ratings.get(level) if ladder is not None else None
    if rating is None:
        return LevelCard(level)
    return LevelCard(level, rating.elo, (rating.high - rating.low) // 2)


def ruling_cards(name: str, options: str) -> list[RulingCard]:
    """Show the rulings of a game, with the numbers that were agreed on."""
    try:
        agreed = read_options(name, options)
    except PotluckError as error:
        raise Refused("not_found", str(error)) from error
    return [RulingCard(*ruling) for ruling in rulings(name, agreed).values()]
