"""What the documents of the protocol are written from, besides the endpoints: the messages and the games' views."""

from msgspec import inspect

from potluck.core.state import SPECTATOR
from potluck.core.view import View
from potluck.games import load, names
from potluck.table import protocol

Struct = type[protocol.Message]


def view_types() -> dict[str, type[View]]:
    """Find the view of each game."""
    games = {name: load(name) for name in names()}
    return {name: type(game.view(game.new(), SPECTATOR)) for name, game in games.items()}


def messages() -> list[Struct]:
    """List all messages."""
    return [
        member
        for member in vars(protocol).values()
        if isinstance(member, type) and issubclass(member, protocol.Message) and member is not protocol.Message
    ]


def described(info: inspect.Type) -> tuple[inspect.Type, str]:
    """Take a type apart into what it is and what is said about it."""
    if isinstance(info, inspect.Metadata):
        return info.type, str((info.extra_json_schema or {}).get("description", ""))
    return info, ""
