"""Who may sit down in a study or in the arena, by name.

| name | player |
| --- | --- |
| club | a level of the game |
| mcts:steps=400:temperature=0.1 | settings of a search |
| exec COMMAND | a process that speaks the protocol of `potluck engine` |
| exec/club COMMAND | the same; a level plays on if it fails |
| openspiel:simulations=100 | OpenSpiel's tree search |
| net:FILE | the search of the top level, judging by a net that `potluck learn` has trained |
| package.module:Name | a class or function of one's own, called with the game and a seed, that makes an Opponent |

From Python a class of one's own may also be handed over as it is: `enrol` gives it a name.
"""

from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from potluck.bots.search import Limit
from potluck.core.english import shown
from potluck.core.errors import BadOptions, PotluckError
from potluck.core.game import Game
from potluck.games import load_text
from potluck.lab.course import Opponent, Pairing
from potluck.players.door import Player, make_search
from potluck.players.former import OLD, OLD_NAMES
from potluck.players.guests import BotFailure, seat_player
from potluck.players.levels import THINKING, level, level_names
from potluck.players.nets import read_net
from potluck.players.settings import SEARCHES, SIMPLE, Level, write_level

PROCESS = "exec"  # how the name of a player begins that is a process
VISITOR = "openspiel:"
YOUNGER = ("softness", "cutoff", "haste", "candidates", "turns")  # settings than the first studies
NET = "net:"
Maker = Callable[[Game, int], Any]  # makes an Opponent for a game and a seed; only its `choose` must be there
ENROLLED: dict[str, Maker] = {}  # classes of one's own that were handed over, by name


def is_foreign(name: str) -> bool:
    """Tell whether a player is none of ours: a process, a visitor, or a class of one's own, package.module:Name."""
    search, colon, _ = name.partition(":")
    return name.startswith(PROCESS) or (bool(colon) and search not in SEARCHES)


def call(game: Game, name: str) -> str:
    """Call a player by the level whose settings it has; others by what they sat down as."""
    if is_foreign(name) or ":" not in name:
        return name
    setting = level(game, name)
    known = [*level_names(game), *(OLD + each for each in OLD_NAMES)]
    return next((each for each in known if level(game, each) == setting), name)


def describe(game: Game, name: str) -> str:
    """Name a player with its settings: whisk (alphabeta:steps=4000:depth=2)."""
    if is_foreign(name):
        return name
    called, text = call(game, name), write_level(level(game, name))
    return text if ":" in called or called == text else f"{called} ({text})"


def conditions(pairing: Pairing) -> str:
    """Name the version of the rules and of the players, so that old results can be told from new ones."""
    game = load_text(pairing.game, pairing.options)
    settings = [digested(name) if is_foreign(name) else plain(level(game, name)) for name in pairing.players]
    return sha256(msgspec.json.encode([game.rules_version, THINKING, settings])).hexdigest()[:12]


def digested(name: str) -> str:
    """Name a player from outside; a net by what its file holds."""
    return name + sha256(net_file(name)).hexdigest() if name.startswith(NET) else name


def net_file(name: str) -> bytes:
    """Read the file of a net."""
    try:
        return Path(name.removeprefix(NET)).read_bytes()
    except OSError as error:
        raise BadOptions(f"player {shown(name)}: {error.strerror}") from error


def plain(setting: Level) -> dict[str, object]:
    """List the settings of a level; what did not exist in older studies and is not used does not part them from it."""
    listed: dict[str, object] = msgspec.to_builtins(setting)
    return {name: value for name, value in listed.items() if value or name not in YOUNGER}


def sit_down(game: Game, name: str, seed: int) -> Opponent:
    """Seat a player by name."""
    if name.startswith(VISITOR):
        return _visitor(game, name, seed)
    if name.startswith(NET):
        return Trained(game, name, seed)
    if is_foreign(name) and not name.startswith(PROCESS):
        return _own(game, name, seed)
    return seat_player(game, name, seed)


def _visitor(game: Game, name: str, seed: int) -> Opponent:
    """Seat OpenSpiel's search."""
    try:
        from potluck.lab.visitor import Visitor
    except ImportError as error:
        raise BadOptions(f"player {shown(name)}: needs pip install 'potluck[openspiel]'") from error
    return Visitor(game, name, seed)


def _own(game: Game, name: str, seed: int) -> Opponent:
    """Seat somebody's own player."""
    module, _, attribute = name.partition(":")
    try:
        maker: Maker = ENROLLED.get(name) or getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        levels = ", ".join([*level_names(game), *SIMPLE])
        raise BadOptions(f"player {shown(name)}: {error}; expected package.module:Name, or one of {levels}") from error
    return Own(game, name, maker, seed)


def enrol(player: str | Maker) -> str:
    """Name a player; a class of one's own by where it was defined."""
    if isinstance(player, str):
        return player
    name = f"{player.__module__}:{player.__qualname__}"
    ENROLLED[name] = player
    return name


class Trained(Player):
    """Search as the top level does, and judge by the net of a file."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        if not game.layout:
            raise BadOptions(f"player {shown(name)}: {game.title} has no inputs for a net yet")
        super().__init__(game, level(game, level_names(game)[-1]), seed)
        try:
            evaluator = game.learned(read_net(net_file(name), game).net())
        except PotluckError as error:
            raise BadOptions(f"player {shown(name)}: {error}") from error
        self.search = self.careful = self.glance = make_search(game, self.setting, self.dice.split(), evaluator)


class Own:
    """Seat somebody's own player; whatever it raises or answers wrongly forfeits the match, and is told."""

    def __init__(self, game: Game, name: str, maker: Maker, seed: int) -> None:
        self.game = game
        self.name = name
        self.trouble = ""
        try:
            self.player = maker(game, seed)
            self.think = self.player.choose
            self.clock: Callable[[], float] = getattr(self.player, "clock", process_time)
            self.close: Callable[[], None] = getattr(self.player, "close", nothing)
        except Exception as error:
            raise BadOptions(f"player {shown(name)}: it cannot sit down: {error!r}") from error

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer a position with a legal move."""
        try:
            text: str = self.think(position, seat, limit)
            self.game.read(self.game.read_position(position), text)
        except Exception as error:
            self.trouble = f"player {shown(self.name)}: {error!r}"
            raise BotFailure(self.trouble) from error
        return text


def nothing() -> None:
    """Let go of nothing."""
