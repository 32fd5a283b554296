"""What is dealt to the seats of a match at random, so that its effect on winning is causal.

Struggle deals special rules by its option powers=random. In Magic Potion the heroes are picked by the players, and in
Potion Explosion the first two potions; in a study that deals them, whoever picks takes one at random. Which kinds of
potion are in play is drawn for both seats alike.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from potluck.core.state import ALL, CHANCE, State
from potluck.games.potion_explosion.tiles import KIND_NAMES, KINDS
from potluck.games.potion_explosion.words import THINGS
from potluck.records.match import Match

REMOVED = 2  # kinds of potion that are not in play (PX16)


class Deal(NamedTuple):
    """Say how a game deals things to its seats."""

    option: str  # what must be agreed on
    phase: str  # the phase of a view whose decisions are left to chance; empty where chance deals by itself
    held: Callable[[Match], list[list[str]]]  # what each seat was dealt, of a match that is over
    shared: Callable[[Match], list[str]] = lambda match: []  # what was drawn for all seats alike
    ban: str = ""  # the ruling by which players may ban what is broken


def rules_held(match: Match) -> list[list[str]]:
    """List the special rules of each side in Struggle."""
    view: Any = match.view()
    return [[rule.title for rule in view.rules if rule.seat == seat] for seat in range(2)]


def heroes_held(match: Match) -> list[list[str]]:
    """List the characters of each side in Magic Potion."""
    view: Any = match.view()
    return [[figure.name.capitalize() for figure in view.figures if figure.seat == seat] for seat in range(2)]


def starters_held(match: Match) -> list[list[str]]:
    """List the two potions that each side of Potion Explosion began with."""
    view = view_after_deal(match, "drafting")
    return [[title_of(tile.kind) for tile in desk.burners if tile] for desk in view.desks]


def kinds_shared(match: Match) -> list[str]:
    """List the kinds of potion in play."""
    view: Any = match.view()
    return [title_of(kind) for kind in view.kinds]


def title_of(kind: str) -> str:
    """Name a kind of potion as players read it."""
    return THINGS[kind].name


def view_after_deal(match: Match, phase: str) -> Any:
    """Show the first decision after the deal."""
    states = (state for _, state, _ in match.steps() if state.to_move != CHANCE)
    views = (match.game.view(state, ALL) for state in states)
    return next((view for view in views if phase_of(view) != phase), match.view())


def phase_of(view: Any) -> str:
    """Name the phase of a view."""
    return str(view.phase)


DEALS: Mapping[str, Deal] = {
    "struggle": Deal("powers=random", "", rules_held, ban="ST2"),
    "magic_potion": Deal("", "pick", heroes_held),
    "potion_explosion": Deal("", "drafting", starters_held, kinds_shared),
}


def is_dealt(match: Match, state: State) -> bool:
    """Tell whether a decision belongs to the deal."""
    deal = DEALS.get(match.game.name)
    return deal is not None and bool(deal.phase) and phase_of(match.game.view(state, ALL)) == deal.phase


def held(match: Match) -> list[list[str]]:
    """List what each seat was dealt."""
    return DEALS[match.game.name].held(match)


def shared(match: Match) -> list[str]:
    """List what was drawn for all seats alike."""
    return DEALS[match.game.name].shared(match)


def ban_of(game: str) -> str:
    """Name the ruling by which players may ban what is broken; nothing where there is none."""
    return DEALS[game].ban if game in DEALS else ""


def deals_all(game: str, text: str) -> bool:
    """Tell whether varying an option over all its values means dealing: powers=all in Struggle."""
    option, _, values = text.partition("=")
    return values == "all" and game in DEALS and DEALS[game].option.startswith(f"{option}=")


def every_set(game: str, option: str) -> tuple[str, ...]:
    """List all sets that an option can name: six of the eight kinds of potion; nothing where they cannot be listed."""
    if (game, option) != ("potion_explosion", "kinds"):
        return ()
    return tuple("+".join(chosen) for chosen in combinations(KIND_NAMES, KINDS - REMOVED))
