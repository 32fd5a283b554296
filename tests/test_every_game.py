"""Properties that hold for every game, in every variant, over random play."""

import gc
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import potluck
from kit import (
    COMPILED,
    MATCHES,
    TESTS,
    Case,
    check_codes,
    check_copy,
    check_end,
    check_evaluation,
    check_observation,
    check_position,
    check_refusals,
    check_secrets,
    check_state,
    check_witnesses,
    check_words,
    every_case,
    every_game,
    facts,
    matches_of,
    sampled_states,
    walk,
)
from potluck import ALL, CHANCE, Dice, State
from potluck.core.errors import BadNotation, BadOptions, BadRecord, IllegalMove
from potluck.core.perft import perft
from potluck.records import Record, Seal, read, replay, verify, write
from potluck.records.match import Match

SAMPLES = 60 if MATCHES >= 200 else 14


@every_case
def test_random_matches_keep_the_promises_of_the_kernel(case: Case) -> None:
    game = case.load()
    dice = Dice(2026)
    for _ in range(matches_of(case)):
        state = game.new(case.seats)
        turn = state.turn
        made = 0
        for before, move in walk(game, state, dice):
            check_state(game, before)
            facts(case.name).check(game, before)
            if made % 7 == 0:
                check_copy(before, move)
            assert before.turn >= turn
            turn = before.turn
            made += 1
        check_state(game, state)
        facts(case.name).check(game, state)
        check_end(game, state)
        assert game.limit is None or made <= game.limit


@every_case
def test_words_say_what_the_numbers_mean(case: Case) -> None:
    game = case.load()
    for state in sampled_states(case, 11, SAMPLES):
        check_words(game, state)


@every_case
def test_positions_round_trip(case: Case) -> None:
    game = case.load()
    for state in sampled_states(case, 12, SAMPLES):
        check_position(game, state)


@every_case
def test_illegal_moves_are_refused_with_the_ruling(case: Case) -> None:
    game = case.load()
    dice = Dice(13)
    for state in sampled_states(case, 13, SAMPLES):
        check_refusals(game, state, dice)


@every_case
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    game = case.load()
    dice = Dice(31)
    states = [state for state in sampled_states(case, 30, 13) if state.to_move >= 0]
    for state in states[:2]:
        check_codes(game, state, range(game.move_count))
    for state in states[2:]:
        check_codes(game, state, {*state.moves(), *(dice.below(game.move_count) for _ in range(60))})


@every_case
def test_observations_fit(case: Case) -> None:
    game = case.load()
    for state in sampled_states(case, 14, SAMPLES):
        check_observation(game, state)
        check_evaluation(game, state)


@every_case
def test_nobody_is_shown_what_they_cannot_know(case: Case) -> None:
    game = case.load()
    dice = Dice(15)
    for state in sampled_states(case, 15, SAMPLES):
        check_secrets(game, state, dice)


@every_case
def test_what_a_move_does_in_all_its_witnesses_is_certain(case: Case) -> None:
    game = case.load()
    dice = Dice(19)
    for state in sampled_states(case, 19, SAMPLES):
        check_witnesses(game, state, dice)


@every_case
def test_records_rebuild_the_match(case: Case) -> None:
    match = random_match(case, 16)
    record = match.record()
    text = write(record)
    again = read(text)
    assert write(again) == text
    assert again.moves == record.moves
    rebuilt = Match.from_record(again)
    assert rebuilt.state.key() == match.state.key()
    assert rebuilt.moves == [step.move for step in replay(again)] == record.moves
    assert [rebuilt.state.score(seat) for seat in range(case.seats)] == record.result
    assert case.name in text


@every_case
def test_sealed_chance_can_be_verified(case: Case) -> None:
    game = case.load()
    seed = bytes(range(32))
    seal = Seal(seed, "m1", ("a", "b"))
    match = Match(game, case.seats, dice=seal)
    dice = Dice(17)
    while not match.is_over and len(match.moves) < 400:
        moves = match.state.moves()
        match.push(moves[dice.below(len(moves))])
        match.settle()
    record = match.record()
    draws = sum(state.to_move == CHANCE for _, state, _ in match.steps())
    assert verify(read(write(record))).draws == draws
    assert (draws > 0) == game.has_chance
    if draws:
        record.attempts = redrawn(record, seal)
        with pytest.raises(BadRecord, match=r"move \d+: the seal draws"):
            verify(record)


def redrawn(record: Record, seal: Seal) -> dict[int, int]:
    """Claim of one chance move that it was drawn at a second attempt, which would have come out otherwise."""
    plies = (step for step in replay(record) if step.state.to_move == CHANCE)
    return next({step.ply: 1} for step in plies if seal.sample(step.state, step.ply, 1) != step.move)


@every_game
def test_declared_facts_hold(name: str) -> None:
    game = potluck.load(name)
    assert game.name == name
    assert game.options[-1].name == "first"
    assert len({option.name for option in game.options}) == len(game.options)
    assert len(game.sides) >= max(game.seats)
    for option in game.options:
        assert option.text.endswith(".")
        if option.ruling:
            assert option.ruling in potluck.rulings(name)
    assert all(part.text.endswith(".") for part in game.observation)
    assert game.has_chance == (game.chance_count > 0)


@every_game
def test_every_option_appears_in_a_variant(name: str) -> None:
    used = {option for options, _ in facts(name).VARIANTS for option in options}
    assert {option.name for option in potluck.load(name).options} <= used


@every_game
def test_first_decides_who_begins(name: str) -> None:
    game = potluck.load(name, first=1)
    movers = [before.to_move for before, _ in walk(game, game.new(), Dice(5), 400) if before.to_move >= 0]
    assert movers[0] == 1


@every_game
def test_perft_counts_equal_the_table(name: str) -> None:
    lines = (TESTS / name / "perft.txt").read_text().splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    assert rows
    for row in rows:
        options, seats, counts = (part.strip() for part in row.split("|"))
        state = potluck.games.load_text(name, options).new(int(seats))
        numbers = [int(word) for word in counts.split()]
        for depth, count in zip(numbers[::2], numbers[1::2], strict=True):
            if count < (5_000_000 if MATCHES >= 200 else 60_000):
                assert perft(state, depth) == count, f"{row} at depth {depth}"


@every_game
def test_options_are_refused_by_name(name: str) -> None:
    with pytest.raises(BadOptions, match="no such option"):
        potluck.load(name, colour="red")
    with pytest.raises(BadOptions, match="first"):
        potluck.load(name, first=9)
    with pytest.raises(BadOptions, match="seats=7"):
        potluck.load(name).new(7)


def held_blocks() -> int:
    """Count the memory this process holds, in blocks of Python's own and in pages."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if Path("/proc/self/statm").exists() else 0
    return sys.getallocatedblocks() + 16 * pages


@every_game
def test_looking_at_states_does_not_leak(name: str) -> None:
    game = potluck.load(name)
    states = states_of(name)

    def look() -> None:
        for state in states:
            twin = game.read_position(game.write_position(state))
            game.observation_of(twin, 0)
            game.view(twin.copy(), 0)
            twin.determinize(0, Dice(1))
            twin.key()

    rounds = 40 if COMPILED else 3
    for _ in range(rounds // 3):
        look()
    before = held_blocks()
    for _ in range(rounds):
        look()
    assert held_blocks() - before < rounds * len(states) // 2


# Reading nonsense

noise = st.text(max_size=60)


def mangled(text: str) -> st.SearchStrategy[str]:
    """Spoil a valid text: cut, double or replace a piece of it."""
    spans = st.tuples(st.integers(0, len(text)), st.integers(0, 12), st.text("abgh0159?=/.-+ x\n:(", max_size=4))
    return spans.map(lambda span: text[: span[0]] + span[2] + text[span[0] + span[1] :])


@every_game
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_text_for_a_move_is_answered_with_a_sentence(name: str, data: st.DataObject) -> None:
    game = potluck.load(name)
    state = data.draw(st.sampled_from(states_of(name)))
    key = state.key()
    legal = [game.write(state, move) for move in state.moves()]
    text = data.draw(noise | st.sampled_from(legal).flatmap(mangled) if legal else noise)
    try:
        assert game.read(state, text) in list(state.moves())
    except (IllegalMove, BadNotation) as error:
        assert str(error)
    assert state.key() == key


@every_game
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_text_for_a_position_is_answered_with_a_sentence(name: str, data: st.DataObject) -> None:
    game = potluck.load(name)
    state = data.draw(st.sampled_from(states_of(name)))
    viewer = data.draw(st.sampled_from([0, 1, ALL]))
    dice = Dice(3) if data.draw(st.booleans()) else None
    text = data.draw(noise | mangled(game.write_position(state, viewer)))
    try:
        position = game.read_position(text, dice)
    except BadNotation as error:
        assert str(error)
        return
    assert game.read_position(game.write_position(position)).key() == position.key()
    for before, _ in walk(game, position, Dice(4), 40):
        assert len(before.moves())


@every_game
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_text_for_a_record_is_answered_with_a_sentence(name: str, data: st.DataObject) -> None:
    text = data.draw(noise | mangled(short_record(name)))
    try:
        assert read(text).game in potluck.names()
    except BadRecord as error:
        assert str(error)


def states_of(name: str) -> list[State]:
    """Return some states of a game, made once."""
    if name not in _states:
        _states[name] = sampled_states(Case(name, {}, potluck.load(name).seats[0]), 18, 13)
    return _states[name]


def short_record(name: str) -> str:
    """Return the record of the beginning of a match, made once."""
    if name not in _records:
        record = random_match(Case(name, {}, potluck.load(name).seats[0]), 19).record()
        record.moves, record.result, record.ending = record.moves[:40], [], ""
        _records[name] = write(record)
    return _records[name]


_states: dict[str, list[State]] = {}
_records: dict[str, str] = {}


def random_match(case: Case, seed: int) -> Match:
    """Play a random match, whose record is the same after a journey as JSON."""
    match = Match(case.load(), case.seats, chance=False)
    match.moves = [move for _, move in walk(match.game, match.state, Dice(seed))]
    record = match.record()
    assert msgspec.json.decode(msgspec.json.encode(record), type=Record) == record
    return match
