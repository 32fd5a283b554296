"""Explosions, points and winners against a second reading of the rulebook; hidden marbles against their multiset."""

import math

import msgspec

import potluck
from kit import COMPILED, MATCHES, walk
from oracle import explosions as oracle
from potion_explosion.drawing import GAME, drawn, play
from potluck import CHANCE, OVER, SPECTATOR, Dice
from potluck.games.potion_explosion.board import COLOUR_MARKS, COLOURS, EXPLODE, MARBLES, SIGHT
from potluck.games.potion_explosion.position import DESK, DESKS, FRESH, HIDDEN, KNOWN, TAKEN, TIED, TRACK, UNSEEN
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KIND_NAMES, POINTS, TILE_NAMES
from potluck.games.potion_explosion.view import Desk, PotionExplosionView, Tile

TRACKS = 5000 if not COMPILED or MATCHES < 200 else 20_000


def random_track(dice: Dice) -> list[int]:
    """Make a track; some have few colours, so that chains are long."""
    colours = 2 + dice.below(3)
    return [dice.below(colours) for _ in range(dice.below(17))]


def set_track(state: PotionExplosionState, marbles: list[int]) -> None:
    """Put marbles into the first track; plenty of each colour is unseen."""
    known = min(len(marbles), SIGHT)
    for place in range(SIGHT):
        state.data[TRACK + place] = marbles[place] if place < known else 0
    state.data[KNOWN] = known
    state.data[HIDDEN] = len(marbles) - known
    for colour in range(COLOURS):
        state.data[UNSEEN + colour] = MARBLES


def exploded(state: PotionExplosionState, marbles: list[int], pick: int) -> tuple[list[list[int]], list[int]]:
    """Pick a marble, show the hidden ones as they come, and list the waves of what is taken and what remains."""
    waves: list[list[int]] = []
    unseen = marbles[SIGHT:]
    move = pick
    while True:
        before = [int(state.data[FRESH + colour]) for colour in range(COLOURS)]
        if state.to_move != CHANCE:
            waves.append([])
        state.play(move)
        for colour in range(COLOURS):
            waves[-1] += [colour] * (int(state.data[FRESH + colour]) - before[colour])
        if state.to_move == CHANCE:
            move = unseen.pop(0)
        elif list(state.moves()) == [EXPLODE]:
            move = EXPLODE
        else:
            return waves, [int(state.data[TRACK + place]) for place in range(int(state.data[KNOWN]))] + unseen


def compare_tracks(count: int, seed: int) -> int:
    """Compare random picks with the oracle; return how many chains had two explosions or more."""
    start = drawn("desk0=-/- done0=draft4+draft5")
    dice = Dice(seed)
    chains = 0
    for _ in range(count):
        marbles = random_track(dice)
        if not marbles:
            continue
        pick = dice.below(min(len(marbles), oracle.REACH))
        state = start.copy()
        set_track(state, marbles)
        waves, rest = oracle.explode([COLOUR_MARKS[colour] for colour in marbles], pick)
        mine, left = exploded(state, marbles, pick)
        assert [[COLOUR_MARKS[colour] for colour in wave] for wave in mine] == waves, (marbles, pick)
        assert [COLOUR_MARKS[colour] for colour in left] == rest, (marbles, pick)
        chains += len(waves) > 2
    return chains


def test_explosions_agree_with_the_oracle() -> None:
    assert compare_tracks(TRACKS, 3) > TRACKS // 20


def tiles_of(desk: Desk) -> list[tuple[str, int]]:
    """List the completed potions of a seat: kind and points."""
    return [(bottle.kind, points) for bottle in desk.bottles for points in bottle.points]


def test_scores_add_up_by_an_independent_recount_from_the_record() -> None:
    for seats in (2, 3, 4):
        for seed in range(max(2, MATCHES // 40)):
            recount(seats, seed)


def recount(seats: int, seed: int) -> None:
    """Play a match, and count what each seat completed, earned and took from the log alone."""
    state = GAME.new(seats)
    done: list[list[str]] = [[] for _ in range(seats)]
    helps = [0] * seats
    taken: dict[int, int] = {}
    for before, move in walk(GAME, state, Dice(seed)):
        assert isinstance(before, PotionExplosionState)
        for line in GAME.tell(before, move, 0):
            seat = int(line[1]) if line.startswith("{") else -1
            if " completed " in line:
                done[seat].append(line.split(" completed ")[1])
            helps[seat] += line.endswith("with a Little Help.")
        if before.data[TIED] and before.to_move >= 0:
            taken.setdefault(int(before.to_move), 0)
    assert isinstance(state, PotionExplosionState)
    if taken:
        taken = {seat: int(state.data[DESKS + seat * DESK + TAKEN]) for seat in taken}
    points = []
    for seat in range(seats):
        kinds = [text.split(" with ")[0] for text in done[seat]]
        values = [int(text.split(" for ")[1].split()[0]) for text in done[seat]]
        points.append(oracle.recount(values, oracle.skill_tokens(kinds), helps[seat]))
    assert points == [state.points(seat) for seat in range(seats)]
    winners = oracle.winners(points, taken or None)
    assert [state.score(seat) for seat in range(seats)] == oracle.share(winners, seats)


def test_the_tie_break_agrees_with_the_oracle() -> None:
    rounds = potluck.load("potion_explosion", rounds=5)
    tracks = "BRBKYRBKY BKYRBKYRB KYRBKYRBK YRBKYRBKY RBKYRBKYR"
    state = play(drawn("seat=1 acted=pick round=4", tracks=tracks, game=rounds), "end a2 explode b1", rounds)
    lists = [list(track) for track in tracks.split()]
    assert oracle.tie_break(lists, [(0, 1), (1, 0)]) == [3, 1]
    dice = Dice(1)
    while state.to_move == CHANCE:
        state.play(dice.sample(state))
    assert [int(state.data[DESKS + seat * DESK + TAKEN]) for seat in range(2)] == [3, 1]
    assert [state.score(0), state.score(1)] == oracle.share(oracle.winners([0, 0], {0: 3, 1: 1}), 2)


# What nobody has seen


def fits(counts: list[int], weights: list[int]) -> bool:
    """Compare counts with weights: chi-square lies within four deviations of its mean."""
    expected = [sum(counts) * weight / sum(weights) for weight in weights]
    distance = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    return abs(distance - freedom) < 4 * math.sqrt(2 * freedom)


def test_unseen_colours_come_as_often_as_the_multiset_says() -> None:
    state = play(drawn("pool1=RRR pool0=YYY", tracks="RBRYRBKYR BRYRBKYRB KYRBKYRBK YRBKYRBKY RBKYRBKYR"), "b1")
    dice = Dice(8)
    draws = 4000
    counts = [0] * COLOURS
    for _ in range(draws):
        counts[dice.sample(state)] += 1
    unseen = [int(state.data[UNSEEN + colour]) for colour in range(COLOURS)]
    assert len(set(unseen)) > 1
    assert fits(counts, unseen)


def test_tops_of_stacks_come_as_often_as_the_multiset_says() -> None:
    state = play(drawn("acted=pick desk0=wisdom4/- done0=lava4"), "end stack-1")
    dice = Dice(9)
    draws = 4000
    counts = dict.fromkeys(state.moves(), 0)
    for _ in range(draws):
        counts[dice.sample(state)] += 1
    weights = [int(state.weight(move)) for move in counts]
    assert set(weights) == {1, 2}
    assert fits(list(counts.values()), weights)


def test_the_view_of_a_spectator_is_all_there_is() -> None:
    for seats in (2, 4):
        for seed in range(3):
            state = GAME.new(seats)
            for step, (before, _move) in enumerate(walk(GAME, state, Dice(seed))):
                if step % 17 == 0:
                    rebuilt(before)
            rebuilt(state)


def rebuilt(state: potluck.State) -> None:
    """Rebuild a state from the bytes that a spectator gets, and compare the keys."""
    shown = msgspec.json.decode(msgspec.json.encode(GAME.view(state, SPECTATOR)), type=PotionExplosionView)
    assert GAME.read_position(text_of(shown)).key() == state.key()


def text_of(shown: PotionExplosionView) -> str:
    """Write the position that a view shows, from the view alone."""
    tracks = [
        letters(track.marbles)
        + (f"+{track.hidden}" if track.hidden else "")
        + (f":{letters(track.lid)}" if track.lid else "")
        or "-"
        for track in shown.tracks
    ]
    stacks = [
        (stack.top.name if stack.top else "") + (f"+{stack.under}" if stack.under else "") or "-"
        for stack in shown.stacks
    ]
    fields = {
        "seats": str(len(shown.desks)),
        "seat": str(shown.seat),
        "phase": shown.phase,
        "kinds": "+".join(shown.kinds),
        "starters": "+".join(tile.kind for tile in shown.starters),
        "acted": "+".join(name for name, made in (("pick", shown.picked), ("help", shown.helped)) if made),
        "marked": "+".join(shown.marked),
        "left": str(shown.left or ""),
        "returning": letters(shown.returning),
        "landing": shown.landing or "",
        "round": str(shown.round),
        "ending": ending(shown),
        "gap": f"{shown.chain.track}{shown.chain.below}" if shown.chain else "",
        "burning": (shown.chain.burning or "") if shown.chain else "",
        "tie": "on" if shown.chain and shown.tie else "",
    }
    for desk in shown.desks:
        fields |= desk_fields(desk, shown.seat == desk.seat)
    return " ".join([*tracks, *stacks, *(f"{name}={value}" for name, value in fields.items() if value)])


def letters(colours: list[str]) -> str:
    """Write marbles as letters."""
    return "".join({"red": "R", "blue": "B", "black": "K", "yellow": "Y"}[colour] for colour in colours)


def ending(shown: PotionExplosionView) -> str:
    """Name how a match ended."""
    if shown.to_move != OVER:
        return ""
    return "PX15" if shown.tie else "PX14" if shown.last_round else "PX26"


def desk_fields(desk: Desk, mover: bool) -> dict[str, str]:
    """Write what a seat has."""
    seat = desk.seat
    potions = [tile_name(kind, points) for kind, points in tiles_of(desk)]
    fields = {
        f"desk{seat}": "/".join(burner_text(tile) for tile in desk.burners),
        f"pool{seat}": letters(desk.pool),
        f"done{seat}": "+".join(potions),
        f"drunk{seat}": "+".join(bottle.kind for bottle in desk.bottles for _ in range(bottle.drunk)),
        f"tokens{seat}": str(desk.tokens),
        f"helps{seat}": str(desk.helps),
        f"taken{seat}": str(desk.taken),
    }
    return fields | ({"fresh": letters(desk.fresh)} if mover else {})


def tile_name(kind: str, points: int) -> str:
    """Find a tile by its kind and points."""
    first = KIND_NAMES.index(kind) * 4
    return next(TILE_NAMES[tile] for tile in range(first, first + 4) if POINTS[tile] == points)


def burner_text(tile: Tile | None) -> str:
    """Write a tile with its marbles and its open holes."""
    if tile is None:
        return "-"
    on = letters([hole.marble for hole in tile.holes if hole.marble])
    return f"{tile.name}:{on}:{letters([hole.colour for hole in tile.holes if not hole.marble])}"
