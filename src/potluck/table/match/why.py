"""Why something is no choice: the ruling that forbids what somebody clicked or wrote."""

from collections.abc import Generator, Iterator

from potluck.core.game import Game
from potluck.core.state import State
from potluck.table.match.decide import demand_turn, known_to, why_not
from potluck.table.match.match import Match
from potluck.table.protocol import Move, Say, Why

SLICE = 32  # moves that are looked at before others may go on


def why(match: Match, seat: int, path: list[str], text: str) -> Iterator[Why | None]:
    """Say why a click path, or a text, is no choice of the seat; None: others may go on before there is more to say."""
    demand_turn(match, seat)
    twin = known_to(match, seat)
    if text:
        refusal = why_not(match.game, twin, Say(text))
        yield Why(path, refusal.sentence, refusal.ruling)
        return
    index = match.clicks if match.clicks is not None else (yield from index_clicks(match, twin))
    move = index.get(tuple(path))
    if move is None:
        yield Why(path, "There is nothing to do there.")
        return
    refusal = why_not(match.game, twin, Move(move))
    yield Why(path, refusal.sentence, refusal.ruling)


def index_clicks(match: Match, twin: State) -> Generator[None, None, dict[tuple[str, ...], int]]:
    """Index the clicks of what is no choice, and keep what was found.

    Done once for each position: the clicks of all moves of a game take long enough for others to notice.
    """
    version = match.board_version
    found = yield from forbidden(match.game, twin)
    if match.board_version == version:
        match.clicks = found
    return found


def forbidden(game: Game, state: State) -> Generator[None, None, dict[tuple[str, ...], int]]:
    """Find, slice by slice, the first move that is not legal for each beginning of its clicks."""
    legal = set(state.moves())
    found: dict[tuple[str, ...], int] = {}
    for move in range(game.move_count):
        if move % SLICE == SLICE - 1:
            yield None
        if move not in legal:
            path = clicks(game, state, move)
            for length in range(1, len(path) + 1):
                found.setdefault(tuple(path[:length]), move)
    return found


def clicks(game: Game, state: State, move: int) -> list[str]:
    """Name the clicks of any move; of one that makes no sense here there are none."""
    try:
        return game.path(state, move)
    except (LookupError, ValueError, AssertionError):
        return []
