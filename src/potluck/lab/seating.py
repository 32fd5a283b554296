"""Who may sit down in a study or in the arena, by name.

| name | player |
| --- | --- |
| club | a level of the game |
| mcts:steps=400:temperature=0.1 | settings of a search |
| exec COMMAND | a process that speaks the protocol of `potluck engine` |
| exec/club COMMAND | the same; a level plays on if it fails |
| openspiel:simulations=100 | OpenSpiel's tree search |
| package.module:Name | a class or function of one's own, called with the game and a seed, that makes an Opponent |
"""

from importlib import import_module
from typing import Any

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.game import Game
from potluck.lab.series import FOREIGN, Opponent, is_foreign
from potluck.players.guests import seat_player
from potluck.players.levels import SIMPLE, level_names

VISITOR = "openspiel:"


def sit_down(game: Game, name: str, seed: int) -> Opponent:
    """Seat a player by name."""
    if name.startswith(VISITOR):
        return _visitor(game, name, seed)
    if is_foreign(name) and not name.startswith(FOREIGN):
        return _own(game, name, seed)
    return seat_player(game, name, seed)


def _visitor(game: Game, name: str, seed: int) -> Opponent:
    """Seat OpenSpiel's search."""
    try:
        from potluck.lab.duel import Visitor
    except ImportError as error:
        raise BadOptions(f"player {shown(name)}: needs pip install 'potluck[openspiel]'") from error
    if game.has_secrets:
        raise BadOptions(f"player {shown(name)}: OpenSpiel's tree search plays no games with secrets")
    return Visitor(game, name, seed)


def _own(game: Game, name: str, seed: int) -> Opponent:
    """Seat somebody's own player."""
    module, _, attribute = name.partition(":")
    try:
        maker: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        levels = ", ".join([*level_names(game), *SIMPLE])
        raise BadOptions(f"player {shown(name)}: {error}; expected package.module:Name, or one of {levels}") from error
    player: Opponent = maker(game, seed)
    return player
