"""What Potion Explosion says: prompts, asides and the log."""

from potluck.core.english import counted, listed
from potluck.core.state import CHANCE, OVER
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import (
    BREW,
    BURNERS,
    COLOUR_NAMES,
    DRINK,
    END,
    EXPLODE,
    HELP,
    POOL,
    PRISM,
    RETURN,
    ROB,
    SPOT_NAMES,
    STACK,
)
from potluck.games.potion_explosion.notation import (
    PHASES,
    counts_at,
    marbles_words,
    marked_spots,
    owed_colours,
    placing,
    prism,
    winners,
)
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import LOVE, SANDS, SIZES, TILES
from potluck.games.potion_explosion.words import TITLES, tile_words

BEGINS: tuple[str, ...] = ()  # in sentences about the turn that begins

CHANCE_PROMPTS = (  # in the order of the events of chance
    "A kind of potion is removed.",
    "Starters are laid out.",
    "The next tile of a stack is uncovered.",
    "A marble rolls into sight.",
    "A marble lands.",
    "Marbles roll back into the dispenser.",
)
PHASE_PROMPTS = {
    "drafting": "Choose a starter for your desk.",
    "chain": "Let the marbles explode.",
    "tiles": "Choose a stack and take its top tile.",
    "tie": "Pick one marble: the player who takes the most wins.",
    "sands": "Choose a potion that you have drunk: Sands of Time repeats it.",
    "magnet": "Choose two touching marbles of different colours.",
    "wisdom": "Choose a marble: nothing will explode.",
    "balm": "Choose the lower end of a run of one colour.",
    "love": "Choose an opponent: you take all the marbles in their pool.",
    "draft": "Choose bottom marbles of different colours.",
    "lava": "Choose marbles of one colour in one track: they return to the dispenser.",
}
MORE_PROMPTS = {  # once something is marked
    "balm": "Choose the upper end of the run.",
    "draft": "Choose another marble, or say that it is enough.",
    "lava": "Choose another marble, or say that it is enough.",
}


# Prompts


def prompt(state: PotionExplosionState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        return _result(state)
    if state.to_move == CHANCE:
        return CHANCE_PROMPTS[state.data[at.EVENT] - 1]
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    phase = PHASES[state.phase()]
    if phase == "turn":
        return _prompt_turn(state)
    if phase == "returns":
        left = int(state.held_by(state.desk())) - POOL
        return f"Choose what returns to the dispenser: {counted(left, 'more marble')}."
    if phase == "prismatic":
        left = int(state.data[at.LEFT])
        return (
            f"Place up to {left} marbles on holes of any colour." if left > 1 else "Place one more marble on any hole."
        )
    if marked_spots(state):
        return MORE_PROMPTS[phase]
    return PHASE_PROMPTS[phase]


def _result(state: PotionExplosionState) -> str:
    """Say who won, and with how many points."""
    names = [f"{{{seat}}}" for seat in winners(state)]
    best = max(int(state.points(seat)) for seat in range(state.seats))
    if len(names) == 1:
        return f"{names[0]} won with {_points(best)}."
    return f"{listed(names)} share the win with {_points(best)} each."


def _prompt_turn(state: PotionExplosionState) -> str:
    """Say what the turn still needs."""
    if not state.data[at.PICKED] and state.has_marble_in_reach():
        return "Pick one marble from the dispenser."
    owed = owed_colours(state)
    if owed:
        alone = state.data[at.FRESH + COLOUR_NAMES.index(owed[0])] == 1 and len(owed) == 1
        return f"Place your {listed(owed)} marble{'' if alone else 's'}."
    moves = state.moves()
    ways = ["drink a potion"] if any(DRINK <= move < ROB for move in moves) else []
    ways += ["take a Little Help"] if any(HELP <= move < EXPLODE for move in moves) else []
    return f"End your turn, or {' or '.join(ways)} first." if ways else "End your turn."


def aside(state: PotionExplosionState, seat: int) -> str:
    """State what the turn will cost and how near the end is."""
    words = []
    if state.to_move == seat and state.held_by(state.desk()) > POOL and state.phase() != at.TIE:
        words.append(f"You hold {state.held_by(state.desk())} marbles, but your pool keeps only {POOL}.")
    if state.to_move != OVER and state.phase() > at.DRAFTING and state.is_last_round():
        words.append("This is the last round.")
    return " ".join(words)


# The log


def tell(state: PotionExplosionState, after: PotionExplosionState, move: int, viewer: int) -> list[str]:
    """Say what a move does, and what follows from it by itself."""
    lines = _tell_chance(state, move) if state.to_move == CHANCE else _tell_choice(state, after, move)
    lines += _tell_completed(state, after) + _tell_tiles(state, after) + _tell_tokens(state, after)
    return [*lines, _result(after)] if after.to_move == OVER else lines


def _tell_chance(state: PotionExplosionState, move: int) -> list[str]:
    """Say what chance has drawn; marbles that only roll are seen, and would fill the log."""
    if state.data[at.EVENT] == at.REMOVING:
        return [f"{TITLES[move]} is out of the game."]
    if state.data[at.EVENT] == at.LAYING:
        return [f"A starter was laid out: {TITLES[move // SIZES]}."]
    if state.data[at.EVENT] == at.SIGHTING and move + 1 == state.data[at.BURNING]:
        return [f"A hidden {COLOUR_NAMES[move]} marble exploded as well: {{{state.seat()}}} took it."]
    if state.data[at.EVENT] in (at.SIGHTING, at.LANDING, at.TUMBLING):
        return []
    return [f"Stack {state.data[at.ONTO]} shows {tile_words(move)}."]


def _tell_choice(state: PotionExplosionState, after: PotionExplosionState, move: int) -> list[str]:
    """Say what a seat has done."""
    name = f"{{{state.to_move}}}"
    if state.phase() >= at.EFFECT:
        return _tell_effect(state, after, move, name)
    if move < HELP:
        return [f"{name} picked {_colour_at(state, move)} from {SPOT_NAMES[move]}."]
    if move < EXPLODE:
        spot = move - HELP
        return [f"{name} took {_colour_at(state, spot)} from {SPOT_NAMES[spot]} with a Little Help."]
    if move == EXPLODE:
        return [f"Explosion: {name} took {_gained(state, after)}."]
    if move < BREW:
        colour, burner = placing(move)
        return [f"{name} placed {COLOUR_NAMES[colour]} on burner {burner + 1}."]
    if move == BREW:
        return [f"{name} placed {_lost(state, after, int(state.to_move))}."]
    if move == END or RETURN <= move < STACK:
        back = _returned(state, after)
        return [f"{name} returned {back}."] if back != "none" else [f"{name} ended the turn."]
    if state.phase() == at.DRAFTING or move >= STACK:
        return []  # taking a tile is told by the tile
    return [
        f"{name} drank {TITLES[move - DRINK]}.",
        *_tell_repeated(after, move - DRINK),
        *_tell_robbed(state, after),
    ]


def _colour_at(state: PotionExplosionState, spot: int) -> str:
    """Name the colour of a marble."""
    return COLOUR_NAMES[state.data[at.TRACK + spot]]


def _change(state: PotionExplosionState, after: PotionExplosionState, first: int, sign: int) -> list[int]:
    """Count by colour how some bytes rose, or fell, from one state to the next."""
    pairs = zip(counts_at(state, first), counts_at(after, first), strict=True)
    return [max(0, sign * (now - before)) for before, now in pairs]


def _gained(state: PotionExplosionState, after: PotionExplosionState) -> str:
    """Name the marbles that the mover has got."""
    return marbles_words(_change(state, after, int(state.desk()) + at.HELD, 1))


def _lost(state: PotionExplosionState, after: PotionExplosionState, seat: int) -> str:
    """Name the marbles that a seat no longer holds."""
    return marbles_words(_change(state, after, at.DESKS + seat * at.DESK + at.HELD, -1))


def _returned(state: PotionExplosionState, after: PotionExplosionState) -> str:
    """Name the marbles that were sent back."""
    return marbles_words(_change(state, after, at.RETURNING, 1))


def _tell_repeated(after: PotionExplosionState, kind: int) -> list[str]:
    """Say what Sands of Time repeats when there was no choice."""
    if kind != SANDS or after.phase() in (at.EFFECT, at.EFFECT - 1) or after.phase() < at.EFFECT:
        return []
    return [f"It repeats {TITLES[after.phase() - at.EFFECT]}."]


def _tell_robbed(state: PotionExplosionState, after: PotionExplosionState) -> list[str]:
    """Say whose pool was emptied."""
    lines = []
    for seat in range(state.seats):
        marbles = _lost(state, after, seat)
        if seat != state.seat() and marbles != "none":
            lines.append(f"{{{state.seat()}}} took {marbles} from {{{seat}}}'s pool.")
    return lines


def _tell_effect(state: PotionExplosionState, after: PotionExplosionState, move: int, name: str) -> list[str]:
    """Say what a potion has done."""
    kind = int(state.phase()) - at.EFFECT
    if kind == SANDS:
        return [f"{name} repeated {TITLES[move - DRINK]}.", *_tell_robbed(state, after)]
    if kind == LOVE:
        return _tell_robbed(state, after)
    if PRISM <= move < DRINK:
        colour, burner, hole = prism(move)
        return [f"{name} placed {COLOUR_NAMES[colour]} on a {COLOUR_NAMES[hole]} hole of burner {burner + 1}."]
    took, back = _gained(state, after), _returned(state, after)
    if took != "none":
        return [f"{name} took {took}."]
    if back != "none":
        return [f"{name} sent {back} back into the dispenser."]
    return [f"{name} marked {SPOT_NAMES[move]}."] if move < HELP else [f"{name} placed no more marbles."]


def _tell_completed(state: PotionExplosionState, after: PotionExplosionState) -> list[str]:
    """Say which potions were completed."""
    lines = []
    first = int(state.desk()) + at.DONE
    for tile in range(TILES):
        copies = int(after.data[first + tile]) - int(state.data[first + tile])
        lines += [f"{{{state.seat()}}} completed {tile_words(tile)}."] * copies
    return lines


def _tell_tiles(state: PotionExplosionState, after: PotionExplosionState) -> list[str]:
    """Say who took which tile."""
    lines = []
    for seat in range(state.seats):
        for burner in range(BURNERS):
            index = at.DESKS + seat * at.DESK + at.TILE + burner
            if after.data[index] > 0 and state.data[index] == 0:
                lines.append(f"{{{seat}}} took {tile_words(int(after.data[index]) - 1)}.")
    return lines


def _tell_tokens(state: PotionExplosionState, after: PotionExplosionState) -> list[str]:
    """Say who earned skill tokens."""
    before, now = int(state.data[state.desk() + at.TOKENS]), int(after.data[state.desk() + at.TOKENS])
    tokens = "a skill token" if now == before + 1 else f"{now - before} skill tokens"
    return [f"{{{state.seat()}}} earned {tokens}: {before} → {now}."] if now > before else []


# The end


def how_it_ended(state: PotionExplosionState, after: PotionExplosionState, move: int) -> str:
    """Say who brewed how many potions for how many points, and who was next."""
    points = [int(after.points(seat)) for seat in range(after.seats)]
    best, won = max(points), winners(after)
    tied = [seat for seat in range(after.seats) if points[seat] == best]
    if len(won) > 1:
        return f"{listed([f'{{{seat}}}' for seat in won])} share the win with {_points(best)} each."
    if len(tied) > 1:
        picked = after.data[at.DESKS + won[0] * at.DESK + at.TAKEN]
        marbles = counted(int(picked), "marble")
        names = listed([f"{{{seat}}}" for seat in tied])
        return f"{names} had {_points(best)} each; {{{won[0]}}} took {marbles} in the last pick."
    first = at.DESKS + won[0] * at.DESK + at.DONE
    potions = sum(int(after.data[first + tile]) for tile in range(TILES))
    next_best = max(points[seat] for seat in range(after.seats) if seat != won[0])
    others = [f"{{{seat}}}" for seat in range(after.seats) if seat != won[0] and points[seat] == next_best]
    brewed = counted(potions, "potion") if potions else "no potion"
    brewed = f"brewed {brewed} for" if best > 0 else f"won with {brewed}:"
    return f"{{{won[0]}}} {brewed} {_points(best)}, {best - next_best} more than {listed(others)}."


def _points(number: int) -> str:
    """Count points in a sentence."""
    return counted(number, "point").replace("-", "−")
