"""What a choice would do: the difference of two views of the seat, never a second telling of the rules.

The choice is played on a copy in which everything is redrawn that the seat cannot know. Where several redrawn copies
give different views, hidden things decide, and only what is the same in all of them is told.
"""

import asyncio
from typing import Any

import msgspec

from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.game import Game
from potluck.core.state import CHANCE, State
from potluck.table.match.decide import Refused, known_to, why_not
from potluck.table.match.hidden import redraw
from potluck.table.match.match import Match
from potluck.table.protocol import Change, Move, Preview, Previews, Say, Why

REDRAWS = 6
FORCED = 64  # forced moves that a preview follows
MOST = 64  # choices in one question
NAMES = ("cell", "id", "name", "seat")  # fields that name the members of a list, the best first


def preview(match: Match, seat: int, move: int) -> Preview:
    """Tell what a choice of the seat to move would do."""
    if match.status != "playing" or match.state.to_move != seat:
        raise Refused("not_your_turn", "a preview is for the seat to move")
    if move not in list(match.state.moves()):
        raise why_not(match, seat, Move(move))
    game = match.game
    before = msgspec.to_builtins(game.view(match.state, seat))
    changes: list[list[Change]] = []
    lines: list[list[str]] = []
    for number in range(REDRAWS if game.has_secrets else 1):
        twin = redraw(match.state, seat, Dice(number))
        told = play_forced(game, twin, move, seat)
        lines.append([name_seats(line, match.names, seat) for line in told])
        after = game.view(twin, seat)
        changes.append(differences(before, msgspec.to_builtins(after), []))
    hidden = any(other != changes[0] for other in changes)
    return Preview(
        move=move,
        version=match.version,
        view=None if hidden else after,
        changes=[change for change in changes[0] if all(change in other for other in changes)],
        lines=[line for line in lines[0] if all(line in other for other in lines)],
        at_least=bool(twin.to_move == CHANCE),
        hidden=hidden,
    )


def play_forced(game: Game, state: State, move: int, seat: int) -> list[str]:
    """Play a move, and where nothing is hidden what it forces the seat to do next; return what the log would say."""
    told: list[str] = []
    for _ in range(FORCED):
        told += game.tell(state, move, seat)
        state.play(move)
        if game.has_secrets or state.to_move != seat or len(state.moves()) != 1:
            break
        move = state.moves()[0]
    return told


async def previews(match: Match, seat: int, moves: list[int]) -> Previews:
    """Tell what several choices would do, letting others go between."""
    if len(moves) > MOST:
        raise Refused("too_large", f"at most {MOST} choices at once")
    version = match.board_version
    found = []
    for move in moves:
        found.append(msgspec.structs.replace(preview(match, seat, move), view=None))
        await asyncio.sleep(0)
        if match.board_version != version:
            raise Refused("stale", "the match has gone on since; look at it again")
    return Previews(match.version, found)


def differences(before: Any, after: Any, path: list[str | int]) -> list[Change]:
    """List what differs between two views as plain data."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [*before, *(key for key in after if key not in before)]
        return [change for key in keys for change in differences(before.get(key), after.get(key), [*path, key])]
    if isinstance(before, list) and isinstance(after, list):
        name = naming_field(before, after)
        if name is not None:
            befores, afters = ({member[name]: member for member in members} for members in (before, after))
            return differences(befores, afters, path)
        if len(before) == len(after):
            pairs = enumerate(zip(before, after, strict=True))
            return [change for place, pair in pairs for change in differences(*pair, [*path, place])]
    return [Change(path, before, after)]


def naming_field(before: list[Any], after: list[Any]) -> str | None:
    """Find the field that tells the members of two lists apart, if they have one."""
    for name in NAMES:
        if all(has_names(members, name) for members in (before, after)):
            return name
    return None


def has_names(members: list[Any], name: str) -> bool:
    """Tell whether all members are objects, each with its own name."""
    if not all(isinstance(member, dict) and isinstance(member.get(name), str | int) for member in members):
        return False
    return len({member[name] for member in members}) == len(members)


def why(match: Match, seat: int, path: list[str], text: str) -> Why:
    """Say why a click path, or a text, is no choice of the seat."""
    if match.status != "playing" or match.state.to_move != seat:
        raise Refused("not_your_turn", "it is not your turn")
    move = None if text else move_of_path(match, seat, path)
    if not text and move is None:
        return Why(path, "There is nothing to do there.")
    refusal = why_not(match, seat, Say(text) if move is None else Move(move))
    return Why(path, refusal.sentence, refusal.ruling)


def move_of_path(match: Match, seat: int, path: list[str]) -> int | None:
    """Find a move, legal or not, that some clicks may mean or begin."""
    twin = known_to(match, seat)
    legal = set(twin.moves())
    for move in range(match.game.move_count):
        if move not in legal and path and clicks(match.game, twin, move)[: len(path)] == path:
            return move
    return None


def clicks(game: Game, state: State, move: int) -> list[str]:
    """Name the clicks of any move; of one that makes no sense here there are none."""
    try:
        return game.path(state, move)
    except (LookupError, ValueError, AssertionError):
        return []
