"""What is decided in secret before the first turn stays secret, and anything that it can be is thought possible."""

from itertools import combinations, permutations

import potluck
from potluck import ALL, SPECTATOR, Dice, State
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.view import StruggleView
from struggle.drawn import legal, pieces, play, rule_field

SECRET = potluck.load("struggle", powers="secret", setup="secret", banned="torus")
HOME = ("a2", "b1", "a3", "b2", "c1")
COLOURS = ("white", "black", "blue", "green", "red", "yellow")


def redrawn(state: State, seat: int, times: int) -> list[State]:
    """Draw worlds that a seat considers possible."""
    dice = Dice(9)
    twins = [state.copy() for _ in range(times)]
    for twin in twins:
        twin.determinize(seat, dice)
    return twins


def carriers(state: State, seat: int) -> tuple[str, ...]:
    """Name who carries the rules of a seat."""
    assert isinstance(state, StruggleState)
    slots = [int(state.carrier(place)) for place in range(seat * 3, seat * 3 + 3)]
    return tuple("" if slot < 0 else COLOURS[slot - seat * 6] for slot in slots)


def test_st27_any_placing_is_possible_and_nothing_else_changes() -> None:
    game = potluck.load("struggle", powers="classic", setup="secret")
    state = game.new()
    play(state, "black:b2", "blue:c1", game=game)
    found = {frozenset(pieces(twin)) for twin in redrawn(state, 1, 400)}
    assert found == {frozenset({"Wa1", "wg7", f"K{one}", f"B{other}"}) for one, other in permutations(HOME, 2)}
    assert {frozenset(pieces(twin)) for twin in redrawn(state, 0, 5)} == {frozenset(pieces(state))}
    play(state, "green:a2", "red:a3", "black:g6", "blue:f7", "green:e7", game=game)
    far = [{piece for piece in pieces(twin) if piece[0].islower()} for twin in redrawn(state, 0, 60)]
    assert all({piece[0] for piece in one} == set("wkbg") for one in far)
    assert {piece[1:] for one in far for piece in one} == {"g7", "g6", "f7", "g5", "f6", "e7"}


def test_st27_any_carriers_are_possible_that_may_carry() -> None:
    rules = "torus+armor+reaper"
    for white in (True, False):
        game = potluck.load(
            "struggle", powers=f"{rules}/{rules}", setup="secret", one_rule_per_piece=True, white_may_carry=white
        )
        state = game.new()
        play(state, "black:a2", "blue:b1", "green:a3", "red:b2", game=game)
        play(state, "torus:black", "armor:red", "reaper:yellow", game=game)
        found = {carriers(twin, 0) for twin in redrawn(state, 1, 1000)}
        assert found == set(permutations(COLOURS if white else COLOURS[1:], 3))
        play(state, "black:g6", "blue:f7", "green:g5", "red:f6", "torus:green", game=game)
        found = {carriers(twin, 1) for twin in redrawn(state, 0, 100)}
        assert found == {(colour, "", "") for colour in (COLOURS if white else COLOURS[1:])}
    agreed = potluck.load("struggle", powers="torus:green+armor+hatter/none", setup="secret")
    state = agreed.new()
    play(state, "black:a2", "blue:b1", "green:a3", "red:b2", "armor:blue", game=agreed)
    assert {carriers(twin, 0) for twin in redrawn(state, 1, 60)} == {("green", colour, "") for colour in COLOURS[1:]}


def test_st27_any_rules_are_possible_that_may_be_chosen() -> None:
    game = potluck.load("struggle", powers="secret", banned="torus+hatter+armor&reaper")
    state = game.new()
    play(state, "caboose", "jolt", game=game)
    allowed = ["pact", "caboose", "teleporter", "armor", "reaper", "jolt", "tower"]
    found = {rule_field(game, twin, 0).partition("=")[2] for twin in redrawn(state, 1, 400)}
    assert found == {"+".join(pair) for pair in combinations(allowed, 2)} - {"armor+reaper"}
    assert {rule_field(game, twin, 0) for twin in redrawn(state, 0, 5)} == {"rules0=caboose+jolt"}


def test_st27_nothing_is_certain_of_the_move_that_shows_what_was_secret() -> None:
    game = potluck.load("struggle", powers="secret")
    state = game.new()
    play(state, "caboose", "jolt", "tower", "pact", "armor", game=game)
    assert state.witnesses(1, game.read(state, "reaper")) == []
    early = game.new()
    assert [twin.key() for twin in early.witnesses(0, game.read(early, "reaper"))] == [early.key()]


def test_secret_rules_are_drawn_anew_for_who_cannot_know_them() -> None:
    state = SECRET.new()
    play(state, "armor", "jolt", game=SECRET)
    seen = set()
    for seed in range(40):
        twin = state.copy()
        twin.determinize(1, Dice(seed))
        seen.add(rule_field(SECRET, twin, 0))
        assert SECRET.write_position(twin, 1) == SECRET.write_position(state, 1)
        assert "torus" not in rule_field(SECRET, twin, 0)
        assert rule_field(SECRET, twin, 0).count("+") == 1
    assert len(seen) > 15
    same = state.copy()
    same.determinize(0, Dice(1))
    assert same.key() == state.key()
    again = SECRET.read_position(SECRET.write_position(state, 1), Dice(5))
    assert SECRET.write_position(again, 1) == SECRET.write_position(state, 1)
    for viewer in (1, SPECTATOR):
        view = SECRET.view(state, viewer)
        assert isinstance(view, StruggleView)
        assert [rule.name for rule in view.rules] == ["?", "?"]


def test_secret_pieces_and_carriers_are_drawn_anew() -> None:
    state = SECRET.new()
    play(state, "armor", "jolt", "reaper", "armor", "jolt", game=SECRET)
    last = SECRET.read(state, "tower")
    assert state.witnesses(1, last) == []  # it shows the rules of the other seat
    state.play(last)
    assert len(state.witnesses(0, SECRET.read(state, "black:c1"))) == 1
    play(state, "black:c1", "blue:a2", "green:b2", "red:b1", "armor:green", game=SECRET)
    seen = set()
    for seed in range(60):
        twin = state.copy()
        twin.determinize(1, Dice(seed))
        seen.add((frozenset(pieces(twin)), rule_field(SECRET, twin, 0)))
        assert SECRET.write_position(twin, 1) == SECRET.write_position(state, 1)
    assert len(seen) > 50
    view = SECRET.view(state, 1)
    assert isinstance(view, StruggleView)
    assert [piece.colour for piece in view.pieces] == ["white", "white"]
    assert [rule.carrier for rule in view.rules if rule.seat == 0] == ["?", None, None]
    assert view.placed == [6, 1]
    mine = SECRET.view(state, 0)
    assert isinstance(mine, StruggleView)
    assert [rule.carrier for rule in mine.rules if rule.seat == 0] == ["green", None, None]
    assert SECRET.evaluator().evaluate(state, 1) == 0.0
    assert SECRET.write(state, state.moves()[0], 1) == "?"
    assert "?" not in SECRET.write_position(state, ALL)


def test_a_single_rule_per_piece_holds_for_secret_carriers_too() -> None:
    game = potluck.load("struggle", setup="secret", powers="armor:black+jolt+reaper", one_rule_per_piece=True)
    state = game.new()
    play(state, "black:c1", "blue:a2", "green:b2", "red:b1", "reaper:green", "jolt:red", game=game)
    assert state.to_move == 1
    for seed in range(40):
        twin = state.copy()
        twin.determinize(1, Dice(seed))
        carriers = [word.partition(":")[2] for word in rule_field(game, twin, 0).partition("=")[2].split("+")]
        assert carriers[0] == "black"  # given by the options, so no secret
        assert len(set(carriers)) == 3
    assert legal(state, game) == {"black:g6", "black:f7", "black:g5", "black:f6", "black:e7"}
