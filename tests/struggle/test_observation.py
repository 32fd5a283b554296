"""What `observe` writes, byte by byte, of positions made by hand; and what `key` tells apart."""

import potluck
from kit import observed
from potluck import Game, State
from struggle.drawn import drawn, legal, play

GAME = potluck.load("struggle", powers="pact+jolt:yellow+tower:green/armor:blue+hatter+tower:red", quiet_turns=400)
RULES = ["", "torus", "pact", "caboose", "teleporter", "armor", "hatter", "reaper", "jolt", "tower"]
COLOURS = ["", "white", "black", "blue", "green", "red", "yellow"]


def planes(game: Game, state: State, seat: int, part: str) -> dict[str, int]:
    """Name the spaces of a part whose bytes are not 0, each with the letter of its plane where there are six."""
    written = observed(game, state, seat)[part]
    marks = "WKBGRY" if len(written) > 49 else " "
    spaces = [f"{mark}{letter}{number}".strip() for mark in marks for letter in "abcdefg" for number in range(1, 8)]
    return {space: byte for space, byte in zip(spaces, written, strict=True) if byte}


def standing(game: Game, state: State, seat: int, part: str = "own") -> str:
    """Write the pieces of a side, or the spaces of a plane, where each byte is 1."""
    found = planes(game, state, seat, part)
    assert set(found.values()) <= {1}
    return " ".join(found)


def rules(game: Game, state: State, seat: int) -> list[tuple[str, str, list[int]]]:
    """Read the six rules: name, carrier and memory."""
    written = observed(game, state, seat)["rules"]
    each = [written[start : start + 8] for start in range(0, 48, 8)]
    return [(RULES[one[0]], COLOURS[one[1]], one[2:]) for one in each]


def turn(game: Game, state: State, seat: int) -> list[int]:
    """Read the six bytes that tell how far the turn is."""
    parts = observed(game, state, seat)
    return [*parts["mine"], *parts["phase"], *parts["stepped"], *parts["jolted"], *parts["skipped"], *parts["quiet"]]


def test_an_observation_names_pieces_towers_and_rules() -> None:
    near = "pact;own:2;enemy:6+jolt:yellow+tower:green;tower_at:d4;levels:2"
    far = "armor:blue;broken:1+hatter;wait:2+tower:red;tower_at:e4;levels:3"
    board = "Wa1 Kb2 Bc2 Gd2 Yb3 wg7 kc5 bf6 rf5 2d4 5e4"
    state = drawn(board, f"seat=0 quiet=300 skipped=1 rules0={near} rules1={far}", GAME)
    own = [("pact", "", [2, 6, 0, 0, 0, 0]), ("jolt", "yellow", [0] * 6), ("tower", "green", [24, 2, 0, 0, 0, 0])]
    theirs = [("armor", "blue", [1, 0, 0, 0, 0, 0]), ("hatter", "", [2, 0, 0, 0, 0, 0])]
    theirs.append(("tower", "red", [30, 3, 0, 0, 0, 0]))
    sides = ["Wa1 Kb2 Bc2 Gd2 Yb3", "Wg7 Kc5 Bf6 Rf5"]
    assert [standing(GAME, state, 0, part) for part in ("own", "theirs")] == sides
    assert [standing(GAME, state, 1, part) for part in ("theirs", "own")] == sides
    assert [planes(GAME, state, 0, part) for part in ("own built", "their built")] == [{"d4": 3}, {"e4": 4}]
    assert [planes(GAME, state, 1, part) for part in ("own built", "their built")] == [{"e4": 4}, {"d4": 3}]
    assert rules(GAME, state, 0) == own + theirs
    assert rules(GAME, state, 1) == theirs + own
    assert turn(GAME, state, 0) == [1, 3, 0, 0, 1, 255]
    assert turn(GAME, state, 1) == [0, 3, 0, 0, 1, 255]
    assert [standing(GAME, state, 0, part) for part in ("entered", "moving")] == ["", ""]


def test_an_observation_shows_the_chain_and_the_jolted() -> None:
    state = drawn("Wa1 Yb3 Kc2 Gd2 wg7 kf4", game=GAME)
    play(state, "b3^c2^d1", game=GAME)
    for seat in (0, 1):
        assert standing(GAME, state, seat, "entered") == "b3"  # as far as the chain could come back
        assert standing(GAME, state, seat, "moving") == "c2 d1"
        assert turn(GAME, state, seat) == [1 - seat, 3, 0, 0, 0, 0]
    play(state, "stop", game=GAME)
    assert standing(GAME, state, 0, "entered") == ""
    assert standing(GAME, state, 0, "moving") == "c2"
    assert turn(GAME, state, 0) == [1, 3, 0, 1, 0, 0]
    tower = drawn("Wa1 Gd4 wg7 kf6", game=GAME)
    play(tower, "d4-d5", game=GAME)  # it may leave a tower
    assert standing(GAME, tower, 1, "moving") == "d5"
    assert turn(GAME, tower, 1) == [0, 3, 1, 0, 0, 0]


def test_an_observation_hides_what_is_decided_in_secret() -> None:
    secret = potluck.load("struggle", powers="secret")
    state = secret.new()
    play(state, "torus", "armor", "jolt", "reaper", game=secret)
    chosen = [("torus", "", [0] * 6), ("armor", "", [0] * 6), ("jolt", "", [0] * 6)]
    none = ("", "", [0] * 6)
    assert rules(secret, state, 0) == [*chosen, none, none, none]
    assert rules(secret, state, 1) == [("reaper", "", [0] * 6), *[none] * 5]
    assert turn(secret, state, 1) == [1, 0, 0, 0, 0, 0]


def test_an_observation_hides_a_secret_setup_but_no_carrier_that_was_agreed_on() -> None:
    game = potluck.load("struggle", powers="torus+armor+caboose/teleporter+armor:red+reaper", setup="secret")
    state = game.new()
    play(state, "black:a2", "blue:b1", "green:a3", "red:b2", "torus:black", "armor:yellow", game=game)
    play(state, "black:g6", game=game)
    near = [("torus", "black", [0] * 6), ("caboose", "", [0] * 6), ("armor", "yellow", [0] * 6)]
    far = [("teleporter", "", [0] * 6), ("armor", "red", [0] * 6), ("reaper", "", [0] * 6)]
    assert rules(game, state, 0) == near + far
    assert rules(game, state, 1) == far + [(name, "", memory) for name, _, memory in near]
    assert [standing(game, state, 0, part) for part in ("own", "theirs")] == ["Wa1 Ka2 Bb1 Ga3 Rb2 Yc1", "Wg7"]
    assert [standing(game, state, 1, part) for part in ("own", "theirs")] == ["Wg7 Kg6", "Wa1"]
    assert turn(game, state, 1) == [1, 1, 0, 0, 0, 0]
    play(state, "blue:f7", "green:g5", "red:f6", "teleporter:black", game=game)
    assert rules(game, state, 0) == near + far
    assert rules(game, state, 1)[0] == ("teleporter", "black", [0] * 6)
    assert turn(game, state, 0) == [0, 2, 0, 0, 0, 0]
    play(state, "reaper:blue", game=game)
    assert standing(game, state, 0, "theirs") == "Wg7 Kg6 Bf7 Gg5 Rf6 Ye7"
    assert rules(game, state, 0)[3:] == rules(game, state, 1)[:3]
    assert rules(game, state, 1)[3:] == near


def test_a_key_knows_where_the_chain_cannot_come_again() -> None:
    state = drawn("Wa1 Yb3 Kc2 Gd2 wg7 kf4", game=GAME)
    play(state, "b3^c2^d1", game=GAME)
    text = GAME.write_position(state)
    other = GAME.read_position(text.replace(" entered=b3", ""))
    assert "d1^c2^b3" in legal(other, GAME)
    assert other.key() != state.key() == GAME.read_position(text).key()
