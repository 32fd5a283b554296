"""What is decided in secret before the first turn stays secret."""

import potluck
from potluck import ALL, SPECTATOR, Dice
from potluck.games.struggle.view import StruggleView
from struggle.drawn import legal, pieces, play, rule_field

SECRET = potluck.load("struggle", powers="secret", setup="secret", banned="torus")


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
