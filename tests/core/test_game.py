"""The doors: options, checks, notation helpers."""

import pickle

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import potluck
from core.toys import Heap
from kit import every_game
from potluck.core.dice import Dice
from potluck.core.english import name_seats, shown
from potluck.core.errors import BadNotation, BadOptions, IllegalMove
from potluck.core.fields import check_fields, number_field, position_words
from potluck.core.game import Game, played
from potluck.core.options import Option
from potluck.core.state import State
from potluck.core.view import Part, Refusal
from potluck.games import load_text, options_text, things_of


class HeapGame(Game):
    """Wrap the toy game, to try the doors."""

    name = "heap"
    title = "Heap"
    about = "A toy."
    rules_version = 1
    seats = (2, 3)
    sides = ("A", "B", "C")
    options = (Option("first", 0, "Who begins.", least=0, most=2),)
    has_chance = True
    has_secrets = False
    observation = (Part("left", (1,), "What is left."),)
    move_count = 3
    chance_count = 3
    limit = 10

    def start(self, seats: int) -> State:
        return Heap()

    def write(self, state: State, move: int, viewer: int = potluck.ALL) -> str:
        return f"take {move + 1}"

    def why_not(self, state: State, move: int) -> Refusal:
        return Refusal("TOY2", "the heap is too small")

    def attempt(self, state: State, text: str) -> int | Refusal:
        return 0 if text == "take one" else self.why_not(state, 0)

    def write_position(self, state: State, viewer: int = potluck.ALL) -> str:
        return "[heap]"


def test_a_game_that_says_nothing_of_clocks_and_nets_has_none_of_its_own() -> None:
    game = HeapGame()
    assert not game.stops_clock(game.new())
    assert game.untrained() == "this game has no learned evaluator"
    assert game.is_open(game.new())


def test_an_option_says_how_it_is_chosen() -> None:
    made = [
        Option("a", True, ""),
        Option("b", 3, ""),
        Option("c", "x", "", choices=("x", "y")),
        Option("d", "", "", editor=True),
    ]
    assert [option.kind for option in made] == ["switch", "number", "choice", "editor"]
    kinds = {option.name: option.kind for option in potluck.load("potion_explosion").options}
    assert kinds["kinds"] == "set"


def test_an_option_calls_its_values_as_players_do() -> None:
    option = Option("layout", "wave", "", choices=("wave", "columns"), names=("Wave", "Columns"))
    assert option.call("columns") == "Columns"
    assert Option("free", False, "").call("on") == "on"


def test_check_answers_every_kind_of_nonsense() -> None:
    game = HeapGame()
    state = game.new()
    with pytest.raises(IllegalMove, match="illegal move 7: expected a number from 0 to 2"):
        game.check(state, 7)
    state.play(0)
    assert game.check(state, 2) == 2
    for nonsense in (True, "0", 1.0, None, float("nan")):
        with pytest.raises(IllegalMove, match="expected the number of a move"):
            game.check(state, nonsense)
    with pytest.raises(IllegalMove, match="of more than 20 digits"):
        game.check(state, 2**70)
    with pytest.raises(IllegalMove, match="expected a number from 0 to 2"):
        game.check(state, -1)
    state.play(2)
    with pytest.raises(IllegalMove, match=r"illegal move 'take 3': the heap is too small \(TOY2\)"):
        game.check(state, 2)
    state.play(1)
    with pytest.raises(IllegalMove, match=r"the match is over \(TOY1\)"):
        game.check(state, 0)
    with pytest.raises(IllegalMove, match=r"the match is over \(TOY1\)"):
        game.read(state, "take 1")


def test_chance_is_checked_too() -> None:
    game = HeapGame()

    class Loaded(Heap):
        def fill(self, out: vec[i64]) -> i64:
            out[0] = 1
            return 1

    with pytest.raises(IllegalMove, match="chance cannot draw that here"):
        game.check(Loaded(), 0)
    with pytest.raises(IllegalMove, match="chance draws next"):
        game.read(game.new(), "take 9")


def test_what_a_game_leaves_out_is_said() -> None:
    plain = Game.__new__(Game)
    for hook in (lambda: plain.start(2), lambda: plain.evaluator()):
        with pytest.raises(NotImplementedError):
            hook()
    assert list(Game.__new__(HeapGame).observation_of(Heap(5, 0), 0)) == [5]


def test_a_game_forwards_to_the_modules_of_its_folder() -> None:
    game = potluck.load("potential")
    state, move = game.new(), game.new().moves()[0]
    notation, log = game.folder.notation, game.folder.log
    assert game.write(state, move) == notation.write_move(state, move, potluck.ALL)
    assert game.path(state, move) == notation.move_path(state, move)
    assert game.label(state, move) == notation.label_move(state, move, game.write(state, move))
    assert game.prompt(state, 0) == log.prompt(state, 0)
    assert game.aside(state, 0) == log.aside(state, 0)
    assert game.tell(state, move, 1) == log.tell(state, played(state, move), move, 1)
    assert game.sketch(state, 1) == game.folder.picture.sketch(game.view(state, 1))


def test_options_are_checked() -> None:
    assert Option("a", True, "t").check(False) is False
    assert Option("a", 3, "t", least=1, most=5).check(5) == 5
    assert Option("a", "x", "t").check("y") == "y"
    for option, value, expected in (
        (Option("a", True, "t"), 1, "on or off"),
        (Option("a", 3, "t", least=1, most=5), 6, "a whole number from 1 to 5"),
        (Option("a", 3, "t", least=1, most=5), True, "a whole number from 1 to 5"),
        (Option("a", "x", "t", choices=("x", "y")), "z", "one of x, y"),
        (Option("a", "x", "t"), "y,z", "a text without"),
        (Option("a", "x", "t"), 5, "a text without"),
    ):
        with pytest.raises(BadOptions, match=f"option a=.*: expected {expected}"):
            option.check(value)


def test_options_have_a_text() -> None:
    game = load_text("potential", "layout=columns, no_double_jumps=on, removal_target=4")
    assert options_text(game) == "layout=columns, removal_target=4, no_double_jumps=on"
    assert options_text(potluck.load("potential")) == ""
    for text, complaint in (
        ("layout", "expected name=value"),
        ("size=3", "expected name=value"),
        ("first=1, first=0", "each once"),
        ("first=one", "expected a whole number"),
        ("no_double_jumps=yes", "expected on or off"),
        ("layout=round", "expected one of wave, columns"),
    ):
        with pytest.raises(BadOptions, match=complaint):
            load_text("potential", text)
    with pytest.raises(BadOptions, match="game 'chess': expected one of potential"):
        load_text("chess", "")


def test_seats_and_first_are_checked() -> None:
    with pytest.raises(BadOptions, match="Heap is played by 2 or 3"):
        HeapGame().new(4)
    with pytest.raises(BadOptions, match="expected a seat from 0 to 1"):
        HeapGame(first=2).new(2)
    assert HeapGame(first=2).new(3).seats == 2
    with pytest.raises(BadOptions, match="first=3: expected a whole number from 0 to 2"):
        HeapGame(first=3)


def test_position_helpers_refuse_what_they_cannot_read() -> None:
    assert position_words("a b seat=1", 2) == (["a", "b"], {"seat": "1"})
    with pytest.raises(BadNotation, match="expected 3 words"):
        position_words("a b", 3)
    with pytest.raises(BadNotation, match="each name once"):
        position_words("a x=1 x=2", 1)
    assert number_field({"n": "-1"}, "n", 0, 3, least=-1) == -1
    assert number_field({}, "n", 2, 3) == 2
    with pytest.raises(BadNotation, match="from 0 to 3"):
        number_field({"n": "4"}, "n", 0, 3)
    with pytest.raises(BadNotation, match="expected one of a, b"):
        check_fields({"c": ""}, ("a", "b"))


def test_sentences_address_people() -> None:
    sentence = "{0} took {1}'s piece; {1} is to move."
    assert name_seats(sentence, ["Ann", "Bob"]) == "Ann took Bob's piece; Bob is to move."
    assert name_seats(sentence, ["Ann", "Bob"], you=1) == "Ann took your piece; you are to move."
    assert name_seats(sentence, ["Ann", "Bob"], you=0) == "You took Bob's piece; Bob is to move."


def test_verbs_agree_with_who_is_addressed() -> None:
    sentence = "{0} has 3, {1} has 1. {0} moves first. Then {1} loses a movement; {1} was late."
    told = name_seats(sentence, ["Ann", "Bob"])
    assert told == "Ann has 3, Bob has 1. Ann moves first. Then Bob loses a movement; Bob was late."
    near = name_seats(sentence, ["Ann", "Bob"], you=0)
    assert near == "You have 3, Bob has 1. You move first. Then Bob loses a movement; Bob was late."
    far = name_seats(sentence, ["Ann", "Bob"], you=1)
    assert far == "Ann has 3, you have 1. Ann moves first. Then you lose a movement; you were late."


def test_a_name_that_looks_like_a_mark_stays_a_name() -> None:
    assert name_seats("{0} took {1}'s piece, {7}.", ["{1}", "{0}"]) == "{1} took {0}'s piece, {7}."


def test_long_input_is_quoted_short() -> None:
    assert len(shown("x" * 500)) < 90
    assert Part("a", (2, 3), "t").size == 6
    assert Dice(1).below(5) < 5


def test_a_text_that_can_mean_only_one_legal_move_is_read_as_that_move() -> None:
    game = HeapGame()
    assert game.read(Heap(5, 0), "take one") == 0
    with pytest.raises(IllegalMove, match="too small"):
        game.read(Heap(0, 0), "take one")


def test_a_state_without_a_game_is_equal_by_its_key_and_cannot_be_pickled() -> None:
    assert Heap(5, 0) == Heap(5, 0)
    assert Heap(5, 0) != Heap(4, 0)
    with pytest.raises(TypeError, match="no game has made"):
        pickle.dumps(Heap(5, 0))


@every_game
def test_every_thing_of_a_game_is_explained(name: str) -> None:
    things = things_of(name)
    assert things
    assert all(thing.name and thing.effect for thing in things.values())


def test_what_begins_a_turn_is_not_told_of_the_one_before() -> None:
    potential = potluck.load("potential")
    assert potential.begins("{0}'s piece on a5 leaks into the Edge.")
    assert not potential.begins("{0} slides from d3 to d4.")
