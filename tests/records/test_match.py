"""The driver of a match: checked play, chance, undo, endings, records, copies and pickles."""

import copy
import pickle

import pytest

import potluck
from potluck import ALL, CHANCE, BadOptions, BadRecord, Dice, IllegalMove, Match
from potluck.core.errors import BadNotation
from potluck.records.match import scores_against
from potluck.records.record import read, write
from potluck.records.seal import Seal, verify

NAMES = potluck.names()


def played(name: str, moves: int = 12, **arguments: object) -> Match:
    """Play some moves, the last legal one each."""
    match = Match(name, seed=7, **arguments)  # type: ignore[arg-type]
    for _ in range(moves):
        match.play(match.state.moves()[len(match.state.moves()) - 1])
    return match


@pytest.mark.parametrize("name", NAMES)
def test_a_match_plays_numbers_and_texts_and_draws_chance_by_itself(name: str) -> None:
    by_number, by_text = played(name), Match(name, seed=7)
    for _ in range(12):
        assert by_text.to_move >= 0
        by_text.play(by_text.legal()[-1].text)
    assert by_text == by_number
    assert by_text.state == by_number.state
    assert [choice.move for choice in by_text.legal()] == list(by_text.state.moves())


@pytest.mark.parametrize("name", NAMES)
def test_what_is_refused_changes_nothing(name: str) -> None:
    match = played(name)
    before = match.copy()
    for nonsense in (-1, 10**9, 1.5, None, True, "", "no such move"):
        with pytest.raises((IllegalMove, BadNotation)):
            match.play(nonsense)  # type: ignore[arg-type]
    assert match == before
    assert match.state == before.state


@pytest.mark.parametrize("name", NAMES)
def test_undo_takes_back_a_decision_and_what_chance_answered(name: str) -> None:
    match = played(name, 11)
    text, ply = match.game.write_position(match.state), len(match.moves)
    match.play(match.state.moves()[0])
    match.undo()
    assert (match.game.write_position(match.state), len(match.moves)) == (text, ply)
    for _ in range(11):
        match.undo()
    with pytest.raises(IllegalMove, match="undo: nobody has made a move yet"):
        match.undo()


@pytest.mark.parametrize("name", NAMES)
def test_a_match_becomes_a_record_and_comes_back(name: str) -> None:
    match = played(name)
    again = Match.from_record(write(match.record()))
    assert again == match
    assert again.state == match.state
    assert Match.from_record(match.record()) == match
    assert match.told == again.told
    assert match.told


def test_a_sealed_match_can_be_verified() -> None:
    match = Match("potus", dice=Seal(bytes(32), "m", ("n",)))
    match.play(match.state.moves()[0])
    record = read(write(match.record()))
    assert verify(record).draws == sum(state.to_move == CHANCE for _, state, _ in match.steps())


def test_chance_is_left_to_the_caller_who_asks_for_it() -> None:
    match = Match("potion_explosion", chance=False)
    assert match.to_move == CHANCE
    match.play(match.state.moves()[0])
    assert match.to_move == CHANCE
    match.settle(Dice(1))
    assert match.to_move >= 0


def test_who_gives_up_pays_one_point_that_the_others_share() -> None:
    assert scores_against(0, 3) == [-1.0, 0.5, 0.5]
    match = played("potion_explosion", 3, seats=3)
    match.forfeit(1)
    assert match.result == ((0.5, -1.0, 0.5), "forfeit")
    assert match.is_over
    assert match.legal() == []
    assert Match.from_record(match.record()).result == match.result
    with pytest.raises(IllegalMove, match=r"the match is over \(forfeit\)"):
        match.play(0)
    with pytest.raises(IllegalMove, match="resigned: the match is over"):
        match.resign(0)
    match.undo()
    assert match.result is None


def test_the_seat_to_move_resigns_unless_another_is_named() -> None:
    match = Match("potential")
    match.resign()
    assert match.result == ((-1.0, 1.0), "resigned")
    with pytest.raises(IllegalMove, match="resigned: expected a seat from 0 to 1, but got 2"):
        Match("potential").resign(2)


def test_the_rules_end_a_match() -> None:
    match = Match("potential", quiet_turns=1)
    while not match.is_over:
        match.play(match.state.moves()[0])
    assert match.result == ((0.0, 0.0), "PT16")
    with pytest.raises(IllegalMove, match=r"the match is over \(PT16\)"):
        match.play("skip")


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="expected one of potential"):
        Match("chess")
    with pytest.raises(BadOptions, match="has no such option"):
        Match("potential", colour="red")
    with pytest.raises(BadRecord, match="expected a header"):
        Match.from_record("nothing")


@pytest.mark.parametrize("name", NAMES)
def test_games_states_and_matches_pickle_and_copy(name: str) -> None:
    match = played(name)
    for again in (pickle.loads(pickle.dumps(match)), copy.copy(match), copy.deepcopy(match)):
        assert again == match
        assert again is not match
        again.play(again.state.moves()[0])
        assert again != match
    state = pickle.loads(pickle.dumps(match.state))
    assert state == match.state
    assert state.turn == match.state.turn
    assert pickle.loads(pickle.dumps(match.game)) == match.game


def test_a_pickled_match_goes_on_with_the_same_dice() -> None:
    match = played("magic_potion")
    again = pickle.loads(pickle.dumps(match))
    for _ in range(20):
        move = match.state.moves()[0]
        match.play(move)
        again.play(move)
    assert again == match


def test_an_altered_pickle_is_refused_in_a_sentence() -> None:
    match = played("potential", 1)
    text = match.game.write(match.begin(), match.moves[0]).encode()
    assert text in pickle.dumps(match, protocol=0)
    with pytest.raises(BadRecord, match="line 6: "):
        pickle.loads(pickle.dumps(match, protocol=0).replace(text, text[:-1] + b"9"))
    with pytest.raises(BadNotation, match="position row"):
        pickle.loads(pickle.dumps(match.state, protocol=0).replace(b"..........", b"x........."))
    altered = pickle.dumps(potluck.load("potential", layout="columns"), protocol=0)
    with pytest.raises(BadOptions, match="option layout='pillars'"):
        pickle.loads(altered.replace(b"columns", b"pillars"))


def test_states_games_and_matches_can_be_looked_at() -> None:
    match = Match("potential", layout="columns", seed=1)
    assert repr(match.game) == "load('potential', layout='columns')"
    assert repr(match.state) == "<PotentialState: seat 0 to move in turn 1, 64 legal moves>"
    assert repr(match).startswith("<Match of load('potential', layout='columns'): 0 moves, seat 0 to move")
    assert str(match).splitlines()[-1].split() == list("abcdefghij")
    assert match._repr_svg_() == match.game.picture(match.game.view(match.state, ALL))
    over = Match("potential", quiet_turns=1)
    while not over.is_over:
        over.play(over.state.moves()[0])
    assert repr(over.state) == "<PotentialState: over after turn 1>"


def test_states_are_equal_by_game_options_and_key() -> None:
    plain, columns = potluck.load("potential"), potluck.load("potential", layout="columns")
    assert plain.new() == plain.new()
    assert plain.new() == potluck.load("potential").new()
    assert plain.new() != columns.new()
    assert plain.new() != "a state"
    assert plain != columns
    assert len({plain, potluck.load("potential"), columns}) == 2
    for mutable in (plain.new(), Match(plain)):
        with pytest.raises(TypeError):
            hash(mutable)
