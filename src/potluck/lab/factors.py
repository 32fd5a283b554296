"""What is dealt to the seats of a match at random, so that its effect on winning is causal.

Struggle deals special rules by its option powers=random. In Magic Potion the heroes are picked by the players; in a
study that deals them, whoever picks takes one at random.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from potluck.core.state import ALL, State
from potluck.records.match import Match


class Deal(NamedTuple):
    """Say how a game deals things to its seats."""

    option: str  # what must be agreed on
    is_dealing: Callable[[Any], bool]  # whether the decision of this view is to be left to chance
    held: Callable[[Any], list[list[str]]]  # what each seat has, by the view of a match that is over


def rules_held(view: Any) -> list[list[str]]:
    """List the special rules of each side in Struggle."""
    return [[rule.title for rule in view.rules if rule.seat == seat] for seat in range(2)]


def heroes_held(view: Any) -> list[list[str]]:
    """List the characters of each side in Magic Potion."""
    return [[figure.name.capitalize() for figure in view.figures if figure.seat == seat] for seat in range(2)]


DEALS: Mapping[str, Deal] = {
    "struggle": Deal("powers=random", lambda view: False, rules_held),
    "magic_potion": Deal("", lambda view: bool(view.phase == "pick"), heroes_held),
}


def is_dealt(match: Match, state: State) -> bool:
    """Tell whether a decision belongs to the deal."""
    deal = DEALS.get(match.game.name)
    return deal is not None and deal.is_dealing(match.game.view(state, ALL))


def held(match: Match) -> list[list[str]]:
    """List what each seat was dealt."""
    return DEALS[match.game.name].held(match.view())
