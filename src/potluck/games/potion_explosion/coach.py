"""What a newcomer to Potion Explosion is told: the goal, how far it is, and what threatens."""

from potluck.core.english import counted
from potluck.core.view import Goal
from potluck.games.potion_explosion.view import Desk, PotionExplosionView, Tile


def goals(view: PotionExplosionView, seat: int) -> list[Goal]:
    """Name the ways to win, with the progress of a seat."""
    own = view.desks[seat].points
    best = max(desk.points for desk in view.desks if desk.seat != seat)
    end = "last round" if view.last_round else f"{counted(view.countdown, 'token')} to go"
    return [Goal("Have the most points", 0, 0, f"{own} to {best}, {end}")]


def coach(view: PotionExplosionView, seat: int) -> str:
    """Say what a seat may do in its turn, and what threatens it."""
    needs = sorted({hole.colour for tile in tiles(view.desks[seat]) for hole in tile.holes if hole.marble is None})
    may = f"You need {', '.join(needs)}" if needs else "Choose a potion to brew"
    near = [(lacking(tile), desk.seat, tile) for desk in view.desks if desk.seat != seat for tile in tiles(desk)]
    if not near:
        return f"{may}; nobody else has a tile yet."
    count, other, tile = min(near, key=lambda found: found[:2])
    return f"{may}; {{{other}}} lacks {counted(count, 'marble')} for a potion worth {counted(tile.points, 'point')}."


def tiles(desk: Desk) -> list[Tile]:
    """List the tiles on the burners."""
    return [tile for tile in desk.burners if tile is not None]


def lacking(tile: Tile) -> int:
    """Count the empty holes of a tile."""
    return sum(hole.marble is None for hole in tile.holes)
