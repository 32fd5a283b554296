"""What makes a position of Potion Explosion consistent: nothing too many, nothing missing, something to decide."""

from potluck.core.fields import expect
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import BURNERS, COLOURS, LENGTH, MARBLES, POOL, SIGHT, SPOTS, STACKS, TRACKS
from potluck.games.potion_explosion.course import resume
from potluck.games.potion_explosion.end_of_turn import can_return, earned_tokens
from potluck.games.potion_explosion.notation import counts_at, marked_spots
from potluck.games.potion_explosion.potions import LAVA_MOST, can_draft, can_melt, can_place_any, is_pair
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.setup import full_countdown, total
from potluck.games.potion_explosion.tiles import (
    BALM,
    COPIES,
    DRAFT,
    KINDS,
    KINDS_IN_PLAY,
    LAVA,
    PRISMATIC,
    SIZES,
    TILE_NAMES,
    TILES,
)


def complete(state: PotionExplosionState, ending: str) -> None:
    """Work out what follows from a position, and refuse one that cannot be."""
    count_tokens(state)
    count_marbles(state)
    count_tiles(state)
    for seat in range(state.seats):
        check_desk(state, seat)
    check_course(state)
    if state.phase() in (at.SETUP, at.DRAFTING):
        check_setup(state)
    else:
        check_draws(state)
    if state.phase() >= at.EFFECT:
        check_effect(state)
    if state.data[at.TIED] or state.phase() == at.FINISHED:
        check_end(state, ending)
    settle(state)


def count_marbles(state: PotionExplosionState) -> None:
    """Find the unseen marbles: those that are nowhere else; and how many are still rolling."""
    data = state.data
    tracks = [colour for track in range(TRACKS) for colour in state.marbles_of(track)]
    hidden = sum(counts_at(state, at.KNOWN, TRACKS)) + sum(counts_at(state, at.HIDDEN, TRACKS)) - len(tracks)
    seen = [tracks.count(colour) for colour in range(COLOURS)]
    for desk in range(at.DESKS, at.DESKS + state.seats * at.DESK, at.DESK):
        for first in (desk + at.HELD, desk + at.ON, desk + at.ON + COLOURS):
            seen = [before + count for before, count in zip(seen, counts_at(state, first), strict=True)]
    returning = counts_at(state, at.RETURNING)
    unseen = [MARBLES - count - back for count, back in zip(seen, returning, strict=True)]
    expect(min(unseen) >= 0, "marbles", f"at most {MARBLES} of each colour (PX19)")
    for colour in range(COLOURS):
        data[at.UNSEEN + colour] = unseen[colour]
    rolling = sum(unseen) + sum(returning) - hidden
    expect(0 <= rolling <= sum(returning), "marbles", f"{COLOURS * MARBLES} in all, hidden ones included (PX19)")
    landed = rolling < sum(returning)
    expect(not (landed and state.options.queue), "field returning", "no marble that has landed (PX21)")
    expect((rolling > 0) == (sum(returning) > 0), "field returning", "a marble that has not reached a track (PX20)")
    data[at.ROLLING] = rolling


def count_tiles(state: PotionExplosionState) -> None:
    """Find the tiles in the stacks: those of the kinds in play that are nowhere else."""
    data = state.data
    for tile in range(TILES):
        seen = sum(data[at.TOP + stack] == tile + 1 for stack in range(STACKS))
        for desk in range(at.DESKS, at.DESKS + state.seats * at.DESK, at.DESK):
            seen += data[desk + at.DONE + tile] + sum(
                data[desk + at.TILE + burner] == tile + 1 for burner in range(BURNERS)
            )
        if tile % SIZES == 0:
            seen += data[at.STARTERS + tile // SIZES]
        copies = COPIES if data[at.IN_PLAY + tile // SIZES] else 0
        expect(seen <= copies, f"tiles {TILE_NAMES[tile]}", f"at most {copies} (PX19)")
        data[at.DECK + tile] = copies - seen
    if state.phase() not in (at.SETUP, at.DRAFTING):
        under = sum(counts_at(state, at.UNDER, STACKS))
        expect(under == sum(counts_at(state, at.DECK, TILES)), "stacks", "all tiles of the kinds in play (PX23)")


def count_tokens(state: PotionExplosionState) -> None:
    """Work out the countdown from the skill tokens."""
    tokens = 0
    for seat in range(state.seats):
        desk = at.DESKS + seat * at.DESK
        had, earned = int(state.data[desk + at.TOKENS]), int(earned_tokens(state, desk))
        in_turn = (
            seat == state.seat()
            and state.phase() not in (at.SETUP, at.DRAFTING, at.FINISHED)
            and not state.data[at.TIED]
        )
        expect(had == earned or (in_turn and had < earned), f"field tokens{seat}", f"{earned} (PX13)")
        tokens += had
    state.data[at.COUNTDOWN] = max(0, int(full_countdown(state)) - tokens)
    expect(state.helps_left() >= 0, "fields helps", "no more Little Help tokens than there are (PX5)")


def check_desk(state: PotionExplosionState, seat: int) -> None:
    """Check the pool of a seat, its burners and its last pick."""
    data, desk = state.data, at.DESKS + seat * at.DESK
    in_turn = seat == state.seat() and not data[at.TIED] and state.phase() != at.FINISHED
    held, fresh = counts_at(state, desk + at.HELD), counts_at(state, at.FRESH) if in_turn else [0] * COLOURS
    rest = [count - taken for count, taken in zip(held, fresh, strict=True)]
    expect(min(rest) >= 0, "field fresh", f"marbles of pool{seat} (PX7)")
    free = in_turn and state.phase() == at.RETURNS
    expect(free or sum(rest) - data[desk + at.TAKEN] <= POOL, f"field pool{seat}", f"at most {POOL} marbles (PX8)")
    expect(data[desk + at.TAKEN] <= sum(held), f"field taken{seat}", f"marbles of pool{seat} (PX15)")
    expect(data[at.TIED] == 1 or data[desk + at.TAKEN] == 0, f"field taken{seat}", "a tie to break (PX15)")
    if state.phase() not in (at.SETUP, at.DRAFTING) and not in_turn:
        both = data[desk + at.TILE] > 0 and data[desk + at.TILE + 1] > 0
        expect(both or state.are_stacks_empty(), f"field desk{seat}", "two tiles (PX10)")


def check_course(state: PotionExplosionState) -> None:
    """Check that what the turn has done fits what is going on."""
    phase, data = state.phase(), state.data
    turning = not data[at.TIED] and (phase in (at.TURN, at.CHAIN, at.RETURNS, at.TILES_DUE) or phase >= at.EFFECT)
    acting = turning and phase not in (at.RETURNS, at.TILES_DUE)
    expect(acting or sum(counts_at(state, at.FRESH)) == 0, "field fresh", "a turn under way (PX7)")
    expect(
        turning or not (data[at.AIDED] or (data[at.PICKED] and phase != at.CHAIN)),
        "field acted",
        "a turn under way (PX28)",
    )
    expect(data[at.PICKED] == 1 or phase != at.CHAIN, "field acted", "a pick that began the chain (PX2)")
    expect(
        data[at.AIDED] == 0 or data[state.desk() + at.HELPED] > 0, "field acted", "a token for the Little Help (PX5)"
    )
    expect(phase != at.TILES_DUE or state.held_by(state.desk()) <= POOL, "field pool", f"at most {POOL} marbles (PX8)")
    expect((data[at.LEFT] > 0) == (phase == at.EFFECT + PRISMATIC), "field left", "1 to 3 with phase=prismatic (PX12)")
    marking = phase - at.EFFECT in (BALM, DRAFT, LAVA)
    expect(marking or not marked_spots(state), "field marked", "balm, draft or lava (PX12)")
    ended = acting and state.seat() == state.options.first and state.is_last_round()
    expect(not ended, "with the end triggered", "no new round (PX14)")
    over = state.options.rounds > 0 and int(data[at.ROUND]) >= state.options.rounds
    expect(not (turning and over), "field round", "a match that goes on (PX26)")


def check_setup(state: PotionExplosionState) -> None:
    """Check a position before the first turn."""
    untouched = all(count == LENGTH for count in counts_at(state, at.HIDDEN, TRACKS))
    expect(untouched, "tracks", "+16 before the first turn (PX24)")
    stacks = counts_at(state, at.TOP, STACKS) + counts_at(state, at.UNDER, STACKS)
    expect(sum(stacks) == 0, "stacks", "- before the first turn (PX23)")
    taken = 0
    for desk in range(at.DESKS, at.DESKS + state.seats * at.DESK, at.DESK):
        tiles = [tile for tile in counts_at(state, desk + at.TILE, BURNERS) if tile]
        taken += len(tiles)
        expect(all(tile % SIZES == 1 for tile in tiles), "desks", "starters only (PX16)")
        expect(
            sum(counts_at(state, desk + at.ON, 2 * COLOURS)) == 0, "desks", "no marbles before the first turn (PX16)"
        )
        expect(sum(counts_at(state, desk + at.DONE, TILES)) == 0, "desks", "no potions before the first turn (PX16)")
        expect(total(state, desk + at.TOKENS, 3) == 0, "desks", "no tokens before the first turn (PX16)")
    check_draft(state, taken)


def check_draft(state: PotionExplosionState, taken: int) -> None:
    """Check that the starters are those of so many seats, and lie where the draft has brought them."""
    laid = total(state, at.STARTERS, KINDS)
    kinds = total(state, at.IN_PLAY, KINDS)
    if state.phase() == at.SETUP:
        expect(taken == 0, "desks", "no tiles before the draft (PX16)")
        expect(laid == 0 or kinds == KINDS_IN_PLAY, "field starters", "none before two kinds are removed (PX16)")
        expect(laid < BURNERS * state.seats, "field starters", "fewer, or phase=drafting (PX16)")
        expect(state.seat() == state.options.first, "field seat", "the first player (PX16)")
        return
    expect(kinds == KINDS_IN_PLAY, "field kinds", "six kinds (PX16)")
    expect(laid > 0 and laid + taken == BURNERS * state.seats, "field starters", "two a seat in all (PX16)")
    for seat in range(state.seats):
        place = (seat - state.options.first) % state.seats
        due = (taken > place) + (taken >= BURNERS * state.seats - place)
        tiles = counts_at(state, at.DESKS + seat * at.DESK + at.TILE, BURNERS)
        expect(
            tiles.count(0) == BURNERS - due and (due == 0 or tiles[0] > 0), f"field desk{seat}", f"{due} tiles (PX16)"
        )


def check_draws(state: PotionExplosionState) -> None:
    """Check that what waits to be drawn can wait there."""
    phase, data = state.phase(), state.data
    expect(total(state, at.STARTERS, KINDS) == 0, "field starters", "none after the draft (PX16)")
    expect(total(state, at.IN_PLAY, KINDS) == KINDS_IN_PLAY, "field kinds", "six kinds (PX16)")
    dark = any(data[at.KNOWN + track] < SIGHT and data[at.HIDDEN + track] > 0 for track in range(TRACKS))
    expect(not dark or phase in (at.TURN, at.CHAIN), "tracks", "nine seen marbles, or none hidden (PX21)")
    covered = any(data[at.TOP + stack] == 0 and data[at.UNDER + stack] > 0 for stack in range(STACKS))
    expect(not covered or phase in (at.TURN, at.TILES_DUE), "stacks", "a tile on top of each (PX23)")
    back = state.data[at.ROLLING] == 0 or phase in (at.TURN, at.RETURNS, at.TILES_DUE, at.EFFECT + PRISMATIC)
    expect(back, "field returning", "no marbles in this phase (PX4)")
    expect(
        phase != at.RETURNS or state.data[at.ROLLING] == total(state, at.RETURNING, COLOURS),
        "marbles",
        "none rolled yet (PX8)",
    )
    if data[at.LANDED] > 0:
        track = int(data[at.LANDED]) - 1
        room = data[at.KNOWN + track] + data[at.HIDDEN + track] < (LENGTH if state.options.queue else SIGHT)
        expect(
            room and state.data[at.ROLLING] > 0 and phase != at.RETURNS,
            "field landing",
            "a track with room in sight (PX21)",
        )
    if phase == at.RETURNS:
        spare = sum(
            int(data[state.desk() + at.HELD + colour]) for colour in range(COLOURS) if can_return(state, colour)
        )
        expect(spare >= state.held_by(state.desk()) - POOL, "field pool", "marbles that may return (PX8)")


def check_effect(state: PotionExplosionState) -> None:
    """Check that the potion was drunk, and that it still leaves a choice."""
    kind, data = state.phase() - at.EFFECT, state.data
    expect(data[state.desk() + at.DRUNK + kind] > 0, "field phase", f"a potion drunk by seat {state.seat()} (PX11)")
    spots = marked_spots(state)
    inside = all(
        spot % SIGHT < min(int(data[at.KNOWN + spot // SIGHT]), int(state.options.far_reach)) for spot in spots
    )
    colours = {int(data[at.TRACK + spot]) for spot in spots}
    fits = inside
    if kind == BALM and spots:
        fits = len(spots) == 1 and is_pair(state, spots[0], True) and is_pair(state, spots[0] + 1, True)
    if kind == DRAFT:
        fits = inside and len(colours) == len(spots) and all(spot % SIGHT == 0 for spot in spots)
        fits = fits and any(can_draft(state, track) for track in range(TRACKS))
    if kind == LAVA and spots:
        fits = inside and len(colours) == 1 and len({spot // SIGHT for spot in spots}) == 1 and len(spots) < LAVA_MOST
        fits = fits and any(can_melt(state, spots[0], spot) for spot in range(SPOTS))
    expect(fits, "field marked", "marbles that the potion can mark, and more to choose from (PX12)")
    expect(kind != PRISMATIC or can_place_any(state), "field phase", "a marble and a hole for it (PX12)")


def check_end(state: PotionExplosionState, ending: str) -> None:
    """Check that the match could end here, and that a tie was one."""
    data = state.data
    leaders = [seat for seat in range(state.seats) if state.is_leading(seat)]
    last = (state.options.first + state.seats - 1) % state.seats
    limit = state.options.rounds > 0 and state.data[at.ROUND] == state.options.rounds
    expect(state.is_last_round() or limit, "field phase", "a match whose end was triggered (PX14)")
    expect(
        bool(state.data[at.TIED]) == (len(leaders) > 1),
        "field ending",
        "PX15 for several leaders, and only for them (PX15)",
    )
    if not state.data[at.TIED]:
        right = f"PX{state.ended_by()}"
        expect(ending == right and state.seat() == last, "field ending", f"{right} after a whole round")
        return
    picked = [seat for seat in leaders if data[at.DESKS + seat * at.DESK + at.TAKEN] > 0]
    others = [
        seat for seat in range(state.seats) if seat not in leaders and data[at.DESKS + seat * at.DESK + at.TAKEN] > 0
    ]
    expect(not others, "fields taken", "only leaders to pick (PX15)")
    order = sorted(leaders, key=lambda seat: (seat - state.options.first) % state.seats)
    expect(sorted(picked) == sorted(order[: len(picked)]), "fields taken", "the picks in turn order (PX15)")
    if state.phase() == at.CHAIN:
        expect(picked != [] and order[len(picked) - 1] == state.seat(), "field seat", "the last to pick (PX15)")
    if state.phase() == at.FINISHED:
        done = len(picked) == len(leaders) or not state.has_marble_in_reach()
        expect(done, "field phase", "the last picks made (PX15)")


def settle(state: PotionExplosionState) -> None:
    """Find what comes next; refuse a position in which nothing is left to do in its phase."""
    before = (int(state.phase()), int(state.seat()), int(state.data[at.ROLLING]))
    if state.phase() == at.FINISHED:
        state.data[at.PHASE] = at.TIE
    resume(state)
    after = (int(state.phase()), int(state.seat()), int(state.data[at.ROLLING]))
    expect(before == after, "field phase", "something left to do in it")
    expect(state.phase() == at.FINISHED or len(state.moves()) > 0, "field phase", "something to decide")
