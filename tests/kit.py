"""The test kit that every game gets for free: walking random matches, and what must hold at every state of them."""

import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

import potluck
from potluck import ALL, CHANCE, OVER, SPECTATOR, Dice, Game, State
from potluck.core.errors import IllegalMove
from potluck.core.options import Value
from potluck.core.state import State as KernelState

TESTS = Path(__file__).parent
ROOT = TESTS.parent
COMPILED = KernelState.__module__ and not (import_module("potluck.core.state").__file__ or "").endswith(".py")
MATCHES = int(os.environ.get("POTLUCK_MATCHES", "200" if COMPILED else "10"))  # random matches a game


class Case(NamedTuple):
    """Name one way to play a game: its options and its seats."""

    name: str
    options: dict[str, Value]
    seats: int

    def load(self) -> Game:
        return potluck.load(self.name, **self.options)


def facts(name: str) -> ModuleType:
    """Find what a game's tests say of it: VARIANTS, and check(game, state)."""
    return import_module(f"{name}.facts")


def cases() -> list[Case]:
    """List every game with each of its variants."""
    return [Case(name, options, seats) for name in potluck.names() for options, seats in facts(name).VARIANTS]


def case_id(case: Case) -> str:
    options = ",".join(f"{name}={value}" for name, value in case.options.items())
    return f"{case.name}({options})/{case.seats}"


every_case = pytest.mark.parametrize("case", cases(), ids=case_id)
every_game = pytest.mark.parametrize("name", potluck.names())


def matches_of(case: Case) -> int:
    """Share the random matches of a game among its variants."""
    return max(1, MATCHES // len(facts(case.name).VARIANTS))


def walk(game: Game, state: State, dice: Dice, most: int = 1_000_000) -> Iterator[tuple[State, int]]:
    """Play a random match; yield each state with the move that is played next."""
    for _ in range(most):
        if state.to_move == OVER:
            return
        moves = state.moves()
        move = dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))]
        yield state, move
        state.play(move)


def sampled_states(case: Case, seed: int, count: int, most: int = 1_000_000) -> list[State]:
    """Pick states from random matches, evenly spread, the last one included."""
    game = case.load()
    states: list[State] = []
    dice = Dice(seed)
    while len(states) < count:
        state = game.new(case.seats)
        visited = [before.copy() for before, _ in walk(game, state, dice, most)] + [state]
        step = max(1, len(visited) // 12)
        states += visited[::-step][:13]
    return states[:count]


def viewers(state: State) -> list[int]:
    """List everybody who may look at a state."""
    return [*range(state.seats), SPECTATOR, ALL]


def seen(game: Game, state: State, viewer: int) -> list[object]:
    """Collect all that a viewer is shown of a state."""
    moves = list(state.moves()) if state.to_move in (viewer, OVER) else []
    return [
        msgspec.json.encode(game.view(state, viewer)),
        game.write_position(state, viewer),
        game.prompt(state, viewer),
        game.aside(state, viewer),
        [(move, game.write(state, move, viewer), game.path(state, move), game.label(state, move)) for move in moves],
        bytes(memoryview(game.observation_of(state, viewer))) if viewer >= 0 else b"",
    ]


def observed(game: Game, state: State, seat: int) -> dict[str, list[int]]:
    """Cut what a seat observes into the parts that the game names."""
    written, found, start = list(game.observation_of(state, seat)), dict[str, list[int]](), 0
    for part in game.observation:
        found[part.name] = written[start : start + part.size]
        start += part.size
    assert start == len(written)
    return found


def buffer_for(room: int) -> vec[i64]:
    """Return a kept buffer with a mark behind it: a fresh vec handed to compiled code would never be freed."""
    if room not in _buffers:
        _buffers[room] = vec[i64]([-7] * (room + 1))
    return _buffers[room]


_buffers: dict[int, vec[i64]] = {}


# What must hold at every state


def check_state(game: Game, state: State) -> None:
    """Check the promises of the kernel that cost little."""
    moves = list(state.moves())
    assert moves == sorted(set(moves))
    assert bool(moves) == (state.to_move != OVER)
    assert bool(state.ending()) == (state.to_move == OVER)
    assert len(moves) <= state.room
    count = game.chance_count if state.to_move == CHANCE else game.move_count
    assert all(0 <= move < count for move in moves)
    buffer = buffer_for(state.room)
    assert state.fill(buffer) == len(moves)
    assert buffer[state.room] == -7
    assert sorted(buffer[: len(moves)]) == moves
    buffer[0] = -7  # what pick reads it must have written
    if state.to_move == CHANCE:
        weights = [state.weight(move) for move in moves]
        assert min(weights) > 0
        assert sum(weights) < 2**31
    elif moves:
        assert state.to_move in range(state.seats)
        assert state.pick(_blind, buffer) in moves
    else:
        assert state.to_move == OVER


_blind = Dice(7)  # what draws moves blindly


def check_copy(state: State, move: int) -> None:
    """Check that a twin is equal and independent."""
    twin = state.copy()
    key = state.key()
    assert twin.key() == key
    assert (twin.turn, twin.seats, twin.room, twin.to_move) == (state.turn, state.seats, state.room, state.to_move)
    twin.play(move)
    assert state.key() == key


def check_end(game: Game, state: State) -> None:
    """Check a finished match."""
    scores = [state.score(seat) for seat in range(state.seats)]
    assert all(-1 <= score <= 1 for score in scores)
    assert abs(sum(scores)) < 1e-9
    assert state.ending() in potluck.rulings(game.name)


def check_words(game: Game, state: State) -> None:
    """Check notation, clicks, prompts, the log and the views."""
    moves = list(state.moves())
    texts = [game.write(state, move) for move in moves]
    assert len(set(texts)) == len(texts)
    for move, text in zip(moves, texts, strict=True):
        assert game.read(state, text) == move
        assert not set(text) & set("()\n")
        assert text == " ".join(text.split())
        assert 1 <= len(text.split()) <= 4
        told = game.tell(state, move, ALL)
        assert told or state.to_move == CHANCE  # what chance only moves along is seen, not told
        assert all(told)
    if state.to_move >= 0:
        check_paths(game, state)
    for viewer in viewers(state):
        assert game.prompt(state, viewer)
        view = game.view(state, viewer)
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    assert game.picture(game.view(state, SPECTATOR)).startswith("<svg")


def check_paths(game: Game, state: State) -> None:
    """Check that clicks tell the legal moves apart, and that none is hidden behind another."""
    paths = sorted(tuple(choice.path) for choice in game.choices(state))
    assert all(paths)
    assert len(set(paths)) == len(paths)
    for path, following in zip(paths, paths[1:], strict=False):
        assert following[: len(path)] != path


def check_position(game: Game, state: State) -> None:
    """Check that the text of a position says all of it."""
    text = game.write_position(state)
    for form in (text, " ".join(text.split())):
        again = game.read_position(form)
        assert again.key() == state.key()
        assert list(again.moves()) == list(state.moves())
        assert game.write_position(again) == text


def check_refusals(game: Game, state: State, dice: Dice) -> None:
    """Check that each illegal move of a seat is refused with a ruling."""
    legal = set(state.moves())
    known = potluck.rulings(game.name)
    for _ in range(24):
        move = dice.below(game.move_count)
        if move in legal or state.to_move < 0:
            continue
        with pytest.raises(IllegalMove) as refused:
            game.check(state, move)
        assert refused.value.ruling in known, str(refused.value)
        assert repr(game.write(state, move)) in str(refused.value)


def check_codes(game: Game, state: State, codes: Iterable[int]) -> None:
    """Check that a ruling forbids each code, and that there is a sentence for it, exactly when it is not legal."""
    legal = set(state.moves()) if state.to_move >= 0 else set()
    known = potluck.rulings(game.name)
    for move in codes:
        ruling = int(state.why_not(move))
        assert (ruling == 0) == (move in legal), (game.write(state, move), ruling)
        if ruling:
            said = game.folder.explain.sentence(state, move, ruling)
            assert f"{game.rulings}{ruling}" in known
            assert said
            assert said == said.strip()
            assert not set(said) & set("{}")


def check_observation(game: Game, state: State) -> None:
    """Check that observe stays within its declared size, and says the same of equal states."""
    for seat in range(state.seats):
        out = vec[u8]([0] * game.observation_size + [255])
        state.observe(seat, out)
        assert out[game.observation_size] == 255
        again = vec[u8]([255] * game.observation_size)
        state.copy().look(seat, again)
        assert list(out)[:-1] == list(again)


def check_secrets(game: Game, state: State, dice: Dice) -> None:
    """Check that what a seat is shown does not depend on what it cannot know."""
    for seat in range(state.seats):
        shown = seen(game, state, seat)
        first, second = state.copy(), state.copy()
        first.determinize(seat, dice)
        assert seen(game, first, seat) == shown
        seed = dice.word()
        first.determinize(seat, Dice(seed))
        second.determinize(seat, Dice(seed))
        assert first.key() == second.key()
        if game.has_secrets:
            filled = game.read_position(game.write_position(state, seat), dice)
            assert seen(game, filled, seat)[1:] == shown[1:]
        else:
            assert first.key() == state.key()


def check_witnesses(game: Game, state: State, dice: Dice) -> None:
    """Check that what a move does in all its witnesses it does in every world that the mover considers possible."""
    seat = int(state.to_move)
    if seat < 0:
        return
    moves = state.moves()
    move = moves[dice.below(len(moves))]
    witnesses = state.witnesses(seat, move)
    assert all(seen(game, witness, seat) == seen(game, state, seat) for witness in witnesses)
    for witness in witnesses:
        witness.play(move)
    views = [game.view(witness, seat) for witness in witnesses]
    if views and all(view == views[0] for view in views):
        for _ in range(6):
            twin = state.copy()
            twin.determinize(seat, dice)
            twin.play(move)
            assert game.view(twin, seat) == views[0]


def check_evaluation(game: Game, state: State) -> None:
    """Check that guesses are scores."""
    evaluator = game.evaluator()
    for seat in range(state.seats):
        guess = evaluator.evaluate(state, seat)
        assert -1 <= guess <= 1
        if state.to_move == OVER:
            assert guess == state.score(seat)
