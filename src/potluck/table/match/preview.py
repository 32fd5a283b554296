"""What a choice would do: the difference of two views of the seat, never a second telling of the rules.

The choice is played on copies in which everything is redrawn that the seat cannot know. Which copies are needed, the
rules say: what is the same on all of them is certain, and nothing else is told.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.game import Game
from potluck.core.state import CHANCE, State
from potluck.records.secrecy import redraw
from potluck.table.match.decide import demand_turn, known_to, why_not
from potluck.table.match.match import Match
from potluck.table.protocol import Change, Move, Preview

Said = TypeVar("Said")
FORCED = 64  # forced moves that a preview follows
NAMES = ("cell", "id", "name", "seat")  # fields that name the members of a list, the best first


def preview(match: Match, seat: int, move: int) -> Preview:
    """Tell what one choice of the seat to move would do."""
    found = next(previews(match, seat, [move]), None)
    if found is None:
        raise why_not(match.game, known_to(match, seat), Move(move))
    return found


def previews(match: Match, seat: int, moves: Iterable[int]) -> Iterator[Preview]:
    """Tell one after the other what choices of the seat to move would do; moves that are no choices are left out."""
    demand_turn(match, seat)
    before = msgspec.to_builtins(match.view(seat))
    twin = redraw(match.state, seat, Dice(0))
    legal = set(match.state.moves())
    for move in moves:
        if move in legal:
            yield look_ahead(match, seat, before, twin.witnesses(seat, move), move)


def look_ahead(match: Match, seat: int, before: Any, twins: list[State], move: int) -> Preview:
    """Play a choice on boards that the seat cannot tell apart, and tell what is the same on all of them."""
    game = match.game
    told = [[would(line) for line in play_forced(game, twin, move, seat)] for twin in twins]
    lines = [[name_seats(line, match.names, seat) for line in lines] for lines in told]
    views = [game.view(twin, match.story.audience(seat)) for twin in twins]
    changes = [differences(before, msgspec.to_builtins(view), []) for view in views]
    hidden = not views or any(view != views[0] for view in views)
    return Preview(
        move=move,
        version=match.version,
        view=None if hidden else views[0],
        changes=common(changes),
        lines=common(lines),
        at_least=any(twin.to_move == CHANCE for twin in twins),
        hidden=hidden,
    )


def common(lists: list[list[Said]]) -> list[Said]:
    """Keep what all lists have."""
    return [said for said in (lists[0] if lists else []) if all(said in other for other in lists)]


def play_forced(game: Game, state: State, move: int, seat: int) -> list[str]:
    """Play a move, and where nothing is hidden what it forces the seat to do next; return what the log will say."""
    told: list[str] = []
    for _ in range(FORCED):
        told += game.tell(state, move, seat)
        state.play(move)
        if game.has_secrets or state.to_move != seat or len(state.moves()) != 1:
            break
        move = state.moves()[0]
    return told


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
        if len(before) == len(after) and not any(isinstance(value, str) for value in (*before, *after)):
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
