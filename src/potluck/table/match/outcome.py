"""How a match ended, and for whom it counts."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from potluck.players.levels import level_name, level_names
from potluck.players.strength import rating_of
from potluck.table.match.match import Match

How = Literal["won", "lost", "drawn", "void"]
VOID = ("aborted", "void", "")  # endings after which nobody has won or lost


class Rival(msgspec.Struct, frozen=True):
    """Hold who sat at a seat: a player, or a bot as strong as it was measured."""

    seat: int
    name: str
    level: str = ""
    elo: int | None = None
    doubt: float = 0.0  # the standard deviation of what was measured
    player: str = ""  # filled in by the store, which knows who sat there


class Outcome(msgspec.Struct, frozen=True):
    """Hold how a match ended."""

    match: str
    game: str
    at: int
    scores: Sequence[float]
    rivals: Sequence[Rival]
    void: bool
    unrated: str  # why it does not count; empty if it does


def outcome_of(match: Match) -> Outcome:
    """Tell how a finished match ended."""
    rivals = [rival_of(match, seat) for seat in range(match.seats)]
    void = match.ending in VOID or match.setup.imported
    return Outcome(match.id, match.game.name, match.at, match.scores, rivals, void, why_unrated(match))


def rival_of(match: Match, seat: int) -> Rival:
    """Tell who sat at a seat."""
    place = match.places[seat]
    if not place.level:
        return Rival(seat, match.names[seat])
    found = rating_of(match.game.name, level_names(match.game), level_name(match.game, place.level))
    return Rival(seat, place.name, place.level, found.elo, (found.high - found.low) / 3.92)


def why_unrated(match: Match) -> str:
    """Say why a match does not count for ratings, as far as the match itself knows; empty if it does."""
    if match.setup.imported:
        return "played elsewhere"
    if match.status == "over" and match.ending in VOID:
        return "void"
    if not match.setup.rated:
        return "as agreed"
    if match.setup.position:
        return "a set-up position"
    if match.setup.code or set(match.game.changed_options()) - {"first"}:
        return "own rules"
    if match.hints or match.helped:
        return match.helped or "hints"
    return why_unpaired(match)


def why_unpaired(match: Match) -> str:
    """Say why the players of a match cannot be compared."""
    if any(place.kind == "program" for place in match.places):
        return "a program plays"
    hands = {place.hand for place in match.places if place.hand is not None}
    people = sum(1 for place in match.places if not place.level)
    if people > 1 and len(hands) == 1 and all(place.hand is not None or place.level for place in match.places):
        return "on one screen"
    return "" if people else "bots alone"


def how_it_ended(outcome: Outcome, seats: Sequence[int]) -> How:
    """Say what a match was for whoever held some of its seats."""
    if outcome.void:
        return "void"
    mine = max(outcome.scores[seat] for seat in seats)
    others = [score for seat, score in enumerate(outcome.scores) if seat not in seats]
    best = max(others, default=mine)
    return "won" if mine > best else "lost" if mine < best else "drawn"
