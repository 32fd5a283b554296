"""Token movement against the slow second reading of the rulebook in tests/oracle/potus.py."""

import os
from collections import Counter

import pytest

from kit import COMPILED
from oracle import potus as oracle
from potluck import OVER, Dice
from potluck.core.options import Value
from potluck.games.potus.board import HALF, NAMES, RUSHMORE, START, STAY, WALL, WAY_NAMES
from potluck.games.potus.game import Potus
from potluck.games.potus.piles import deal, shuffle_events
from potluck.games.potus.position import (
    ACTOR,
    ADVOCATE,
    CONVERTED,
    DRAWING,
    DRAWN,
    FINISHED,
    FLAGS,
    LANDED,
    LEFT,
    MOVING,
    NONE,
    OWNER,
    PHASE,
    PLACED,
    SCORED,
    SLOTS,
    TEAM,
    TELEPORTED,
    TURNCOATS,
    WHERE,
    kind_of,
    put,
)
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rules import PotusState, empty_state
from potus.facts import MIRRORED
from potus.play import load

POSITIONS = int(os.environ.get("POTLUCK_MATCHES", 500 if COMPILED else 120))
UNION = 1  # an Event that changes neither tokens nor money
KINDS = (oracle.CANDIDATE, oracle.ADVOCATE, oracle.TURNCOAT)
WAYS = dict(zip(WAY_NAMES, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True))


def scattered(game: Potus, dice: Dice) -> PotusState:
    """Begin a turn with the tokens anywhere: crowded into few rows, so that they meet."""
    state = empty_state(game.rules)
    deal(state)
    shuffle_events(state)
    for slot in range(SLOTS):
        if slot % TEAM < TURNCOATS + game.rules.turncoats:
            scatter(state, slot, dice)
    for seat in range(2):
        first = seat * TEAM + TURNCOATS
        state.data[PLACED + seat] = int(game.rules.turncoats)
        team = range(first, first + int(game.rules.turncoats))
        state.data[SCORED + seat] = sum(state.data[WHERE + slot] == WALL for slot in team)
    seat = int(dice.below(2))
    state.to_move = seat
    state.data[OWNER] = state.data[ACTOR] = seat + 1
    state.data[LEFT] = 1 + int(dice.below(4))
    state.data[PHASE] = MOVING
    return state


def scatter(state: PotusState, slot: int, dice: Dice) -> None:
    """Put a token on a square where it can stand with those already there; the first Turncoat always, others mostly."""
    if slot % TEAM > TURNCOATS and dice.below(5) == 0:
        return
    if slot % TEAM >= TURNCOATS:
        state.data[FLAGS + slot] = CONVERTED * int(dice.below(2))
    for _ in range(1000):
        cell = 16 + dice.below(32) if dice.below(3) else dice.below(64)
        if fits(state, slot, cell):
            put(state, slot, cell)
            return


def fits(state: PotusState, slot: int, cell: int) -> bool:
    """Tell whether a token can stand on a square with those already there."""
    seat, kind, ground = slot // TEAM, kind_of(slot), state.options.board.ground[cell]
    others = [other for other in range(SLOTS) if state.data[WHERE + other] == cell]
    if kind == ADVOCATE:
        return cell // HALF == seat and not others
    if slot % TEAM >= TURNCOATS and not state.data[FLAGS + slot] & CONVERTED:
        return cell // HALF != seat and not others and ground not in (START, RUSHMORE)
    playable = all(kind_of(o) == 0 or state.data[FLAGS + o] & CONVERTED for o in others)
    return (playable and all(o // TEAM == seat for o in others)) or (ground == START and playable)


def read_by_oracle(state: PotusState) -> oracle.Position:
    """Tell the oracle where the tokens are and how far the turn is."""
    slots = [slot for slot in range(SLOTS) if slot % TEAM < TURNCOATS + state.options.turncoats]
    tokens = [
        oracle.Token(
            KINDS[kind_of(slot)],
            slot // TEAM,
            None if state.data[WHERE + slot] == WALL else NAMES[state.data[WHERE + slot]],
            bool(state.data[FLAGS + slot] & CONVERTED),
        )
        for slot in slots
    ]
    return oracle.Position(
        tokens,
        int(state.actor()),
        int(state.data[LEFT]),
        moving=None if state.moving() == NONE else slots.index(int(state.moving())),
        direction=None if state.way() == NONE else WAYS[WAY_NAMES[state.way()]],
        finished=frozenset(slots.index(slot) for slot in slots if state.data[FLAGS + slot] & FINISHED),
        teleported=bool(state.data[TELEPORTED]),
    )


def places(position: oracle.Position) -> list[tuple[str, int, str, bool]]:
    """List where the tokens stand."""
    return sorted((t.kind, t.seat, t.square, t.converted) for t in position.tokens if t.square is not None)


def board_of(game: Potus) -> oracle.Board:
    return oracle.Board.parse("\n".join(" ".join(row) for row in game.rules.board.drawing.split("/")))


def follow(game: Potus, state: PotusState, dice: Dice, options: dict[str, Value], seen: Counter[str]) -> None:
    """Play one turn at random beside the oracle, comparing all along; count what happened."""
    board = board_of(game)
    straight = bool(options.get("orthogonal_only"))
    kinds = {"any_circle": bool(options.get("any_circle")), "own_corner": "turncoat_return" in options}
    position = read_by_oracle(state)
    going = compare(game, state, position, board, straight)
    while going:
        texts = {game.write(state, move): int(move) for move in state.moves()}
        text = sorted(texts)[dice.below(len(texts))]
        state.play(texts[text])
        kind, _, squares = text.partition(" ")
        start, _, end = squares.partition("-")
        before = position
        position = oracle.enter(position, board, (kind, start, end), **kinds)
        seen["step"] += 1
        seen["hit"] += any(token.seat != before.seat for token in oracle.tokens_on(before, end))
        seen["score"] += position.money != before.money
        position = decide(state, position, board, dice, seen)
        going = compare(game, state, position, board, straight)


def compare(game: Potus, state: PotusState, position: oracle.Position, board: oracle.Board, straight: bool) -> bool:
    """Compare both readings of a position; tell whether the turn goes on."""
    assert places(read_by_oracle(state)) == places(position)
    assert (int(state.money(0)), int(state.money(1))) == position.money
    assert (state.to_move == OVER) == (position.winner is not None)
    if state.phase() != MOVING or len(state.moves()) == 0:
        assert oracle.turn_over(position, board, straight)
        return False
    assert state.data[LEFT] == position.left
    steps = {f"{kind} {start}-{end}" for kind, start, end in oracle.steps(position, board, straight)}
    assert {game.write(state, move) for move in state.moves()} == steps
    return True


def decide(
    state: PotusState, position: oracle.Position, board: oracle.Board, dice: Dice, seen: Counter[str]
) -> oracle.Position:
    """Answer what a landing asks for."""
    assert (state.phase() == DRAWING) == (position.event is not None)
    assert (state.phase() == LANDED) == (position.waiting is not None)
    if state.phase() == DRAWING:
        seen["event"] += 1
        state.data[DRAWN + UNION] = 0
        state.play(CARDS + UNION)
        return oracle.event_resolved(position)
    if state.phase() != LANDED:
        return position
    assert set(state.moves()) == {STAY} | {NAMES.index(square) for square in oracle.teleports(position, board)}
    move = STAY if dice.below(3) == 0 else state.moves()[dice.below(len(state.moves()) - 1)]
    seen["stay" if move == STAY else "teleport"] += 1
    state.play(move)
    return oracle.stay(position) if move == STAY else oracle.teleport(position, board, NAMES[move])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"orthogonal_only": True},
        {"turncoats": 7, "turncoat_return": "own_corner"},
        {"any_circle": True, "board": MIRRORED},
        {"board": "S.o.o.o./..R.R.../...*..../......../......../....*.../...R.R../.o.o.o.S"},
    ],
    ids=str,
)
def test_token_movement_agrees_with_the_oracle_on_random_positions(options: dict[str, Value]) -> None:
    game = load(**options)
    dice = Dice(7)
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        follow(game, scattered(game, dice), dice, options, seen)
    assert seen["step"] > POSITIONS
    expected = ("event", "hit", "score", "stay", "teleport") if POSITIONS >= 500 else ("event", "hit")
    assert min(seen[what] for what in expected) > 0, seen
