"""The sentence that answers each illegal move of Struggle."""

import pytest

import potluck
from potluck import Game
from struggle.drawn import drawn, play


def game_of(near: str, far: str, **options: bool | int | str) -> Game:
    return potluck.load("struggle", powers=f"{near}/{far}", **options)


BINDERS, BUILDERS = "pact+teleporter:blue+hatter", "armor:red+jolt:yellow+tower:green"
BINDING = game_of(BINDERS, BUILDERS)
BUILDING = game_of(BUILDERS, BINDERS)
ONCE = game_of(BINDERS, BUILDERS, hatter_once=True)
NO_MOVE_LEFT = "only pieces that were given a move of their own and have not made it may move now"
WHEN_LAID = "a tower is laid after a step or jump of the piece that carries the rule, where it stood, in rows 5–9"
NOT_BEGUN = "the match has not begun: first choose rules, place the pieces and designate the carriers"
BEGUN = "rules, places and carriers were chosen before the match began"
PACT = "a pact binds two nonwhite pieces on the board"
SWAP = "the Mad Hatter swaps two nonwhite pieces of yours"
MEETING, CHAIN = "Bc3 Kd3 kc4 rd4 ge3", "Yb3 Kc2 Gd2 Re2 rd4"
THEIR_TOWER = "seat=0 rules1=armor:red+jolt:yellow+tower:green;tower_at:d3;levels:1"


@pytest.mark.parametrize(
    ("game", "pieces", "moves", "text", "ruling", "sentence"),
    [
        (BINDING, MEETING, "", "c5-c6", 24, "there is no piece on c5"),
        (BINDING, MEETING, "", "c4-c5", 24, "the piece on c4 is not yours"),
        (BINDING, MEETING, "", "c3-d3", 5, "d3 is occupied"),
        (BINDING, MEETING, "", "c3^d3^e3", 5, "e3 is occupied"),
        (BINDING, MEETING, "", "c3-c2", 5, "pieces move forward or sideways"),
        (BINDING, MEETING, "", "stop", 5, "there is nothing to stop: make a move"),
        (BINDING, MEETING, "", "skip", 4, "you may skip only when you have no move"),
        (BINDING, MEETING, "", "torus", 1, BEGUN),
        (BINDING, MEETING, "", "black:a2", 1, BEGUN),
        (BINDING, MEETING, "", "pact:black", 1, BEGUN),
        (BINDING, MEETING, "", "c3@c4", 16, "c4 is occupied"),
        (BINDING, MEETING, "", "c3@c2", 16, "c2 is behind your Teleporter"),
        (BINDING, MEETING, "", "c3@f5", 16, "f5 is more than three spaces away"),
        (BINDING, MEETING, "", "lay", 21, "you do not have the rule Tumbling Tower"),
        (BINDING, MEETING, "", "a1&c4", 14, f"{PACT}, one of yours and one of the enemy's"),
        (BINDING, MEETING, "", "a1<>c3", 18, f"{SWAP}; the earlier space is written first"),
        (BINDING, MEETING, "", "b1@c5", 16, "a teleport begins where your Teleporter stands"),
        (BINDING, MEETING, "c3&c4", "c3^c4^c5", 14, "Nonaggression Pact keeps these two pieces apart"),
        (BINDING, MEETING, "c3&c4", "d3&c4", 14, "your pact is made, and there is only one"),
        (BINDING, MEETING, "c3<>d3", "d3@d2", 16, "your Teleporter cannot be used this turn"),
        (BINDING, MEETING, "c3<>d3", "c3<>d3", 18, "your Mad Hatter may swap again after 3 more of your moves"),
        (ONCE, "Bc3 Kd3", "c3<>d3", "c3<>d3", 18, "your Mad Hatter has swapped, and it swaps only once a match"),
        (BINDING, "Kd3", "", "blue@d5", 16, "the piece that carries your Teleporter is gone"),
        (BINDING, "Bc3 5d3", "", "c3^d3^e3", 21, "Tumbling Tower does not let this piece over"),
        (BUILDING, "Kd3", "", "lay", 21, "the piece that carries your Tumbling Tower is gone"),
        (BUILDING, CHAIN, "", "lay", 21, WHEN_LAID),
        (BUILDING, CHAIN, "b3^c2^d1", "d1-e1", 5, "after a jump a piece can only jump on, or stop"),
        (BUILDING, CHAIN, "b3^c2^d1", "d1^c2^b3", 5, "the chain has been on b3, and it enters no space twice"),
        (BUILDING, CHAIN, "b3^c2^d1", "c2-c3", 5, "the piece on d1 has moved: go on with it, or stop"),
        (BUILDING, CHAIN, "b3^c2^d1 stop", "d1-e1", 20, NO_MOVE_LEFT),
        (BUILDING, "Gd4 Kc3 rd6", "d4-d5", "d5-e5", 5, "after a step a piece moves no further"),
        (BUILDING, "Gd4 rd6", "d4-d5 lay d6-c6", "lay", 21, "your tower stands, and you may have only one"),
        *(
            (BINDING, "Bc3 Kb1 kd3 bf3", "c3^d3^e3", text, ruling, f"{busy}; {rule} is for the start of a turn")
            for busy in ("finish the move of your pieces first",)
            for text, ruling, rule in (
                ("e3@e4", 16, "Teleporter"),
                ("b1&f3", 14, "Nonaggression Pact"),
                ("b1<>e3", 18, "Mad Hatter"),
            )
        ),
    ],
)
def test_a_refusal_says_what_is_in_the_way(
    game: Game, pieces: str, moves: str, text: str, ruling: int, sentence: str
) -> None:
    state = drawn(f"Wa1 wg7 {pieces}", THEIR_TOWER if "5d3" in pieces else "seat=0", game)
    play(state, *moves.split(), game=game)
    assert game.explain(state, text) == (f"ST{ruling}", sentence)


@pytest.mark.parametrize(
    ("options", "moves", "text", "ruling", "sentence"),
    [
        ({}, "", "a1-a2", 1, NOT_BEGUN),
        ({}, "", "black:a2", 1, NOT_BEGUN),
        ({"banned": "torus"}, "", "torus", 2, "Torus is not among the special rules of this match"),
        ({}, "torus armor", "torus", 2, "you have Torus already, and your three rules must differ"),
        ({"banned": "armor&reaper"}, "armor jolt", "reaper", 2, "Grim Reaper is banned beside Armor"),
        ({"powers": "classic", "setup": "open"}, "", "stop", 1, NOT_BEGUN),
        (
            *({"powers": "classic", "setup": "open"}, "black:a2 black:g6", "blue:a2", 1),
            "blue goes to a free space of your second or third row",
        ),
        ({"powers": "torus+jolt+armor"}, "", "stop", 1, NOT_BEGUN),
        ({"powers": "torus+jolt+armor"}, "", "torus:white", 3, "white carries no special rule"),
        (
            *({"powers": "torus+jolt+armor", "one_rule_per_piece": True}, "torus:black torus:black", "armor:black", 3),
            "black carries a rule already, and a piece may carry only one",
        ),
        (
            *({"powers": "torus+jolt+armor", "one_rule_per_piece": True, "white_may_carry": True},),
            *("torus:white torus:black", "armor:white", 3),
            "white carries a rule already, and a piece may carry only one",
        ),
    ],
)
def test_a_refusal_before_the_first_turn_says_what_is_to_be_done(
    options: dict[str, bool | str], moves: str, text: str, ruling: int, sentence: str
) -> None:
    game = potluck.load("struggle", **options)
    state = game.new()
    play(state, *moves.split(), game=game)
    assert game.explain(state, text) == (f"ST{ruling}", sentence)
