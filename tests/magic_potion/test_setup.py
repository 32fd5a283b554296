"""Rulings of Magic Potion on the set-up, the rounds and the end."""

import pytest

import potluck
from kit import check_codes
from magic_potion.field import GAME, dice, drawn, health, items, legal, lying, play, refused, where
from potluck import CHANCE, OVER, Dice
from potluck.core.errors import BadNotation
from potluck.games.magic_potion.board import HOMES, SURPRISES
from potluck.games.magic_potion.characters import CHARACTERS, WHO
from potluck.games.magic_potion.items import ITEMS
from potluck.games.magic_potion.position import MOVE_COUNT
from potluck.games.magic_potion.rules import MagicPotionState

DRAFT = ("pick-thief", "pick-priest", "pick-hunter", "pick-magician", "pick-assassin", "pick-merchant")
DICE = ("give-1", "give-2", "give-0", "give-5")
PLACES = ("place-c1", "place-c7", "place-d1", "place-d7", "place-e1", "place-e7")


def begun(*texts: str, game: potluck.Game = GAME) -> MagicPotionState:
    state = game.new()
    assert isinstance(state, MagicPotionState)
    play(state, *texts, game=game)
    return state


def test_mp4_the_dice_of_the_set_up_are_the_first_recovery() -> None:
    state = begun(*DRAFT, *DICE, *PLACES, "recipe-hunter", "recipe-priest")
    assert (state.round(), GAME.prompt(state, 0)) == (1, "Move the Assassin up to 2 slots, or stay.")
    assert [dice(state, name) for name in ("assassin", "hunter", "thief")] == [1, 2, 2]
    double = potluck.load("magic_potion", double_first_recovery=True)
    state = begun(*DRAFT, *DICE, *PLACES, "recipe-hunter", "recipe-priest", game=double)
    assert legal(state, double) == {f"give-{number}" for number in range(6)}
    play(state, "give-5", "give-0", game=double)
    assert dice(state, "assassin") == 6


def test_mp7_the_set_up_is_draft_dice_slots_and_items_in_turn() -> None:
    state = begun()
    assert state.to_move == 0
    play(state, "pick-thief")
    assert state.to_move == 1
    refused(state, "pick-thief", "MP7")
    refused(state, "go-d4", "MP7")
    play(state, *DRAFT[1:])
    assert state.to_move == 0
    refused(state, "place-c1", "MP8")
    play(state, *DICE)
    assert legal(state) == {f"place-{cell}" for cell in HOMES[0]}
    refused(state, "place-d4", "MP7")
    refused(state, "recipe-assassin", "MP7")
    play(state, PLACES[0])
    assert state.to_move == 1
    refused(state, "give-2", "MP7")
    play(state, *PLACES[1:])
    assert legal(state) == {"recipe-assassin", "recipe-hunter", "recipe-thief"}
    check_codes(GAME, state, range(MOVE_COUNT))
    refused(state, "recipe-priest", "MP7")
    refused(state, "stay", "MP7")
    play(state, "recipe-hunter", "recipe-merchant")
    assert [items(state, name) for name in ("assassin", "hunter", "merchant")] == [["none*"], ["I*"], ["II*"]]
    assert items(state, "hunter", viewer=1) == ["?*"]


def test_mp7_a_secret_set_up_is_shown_when_both_have_chosen() -> None:
    game = potluck.load("magic_potion", secret_setup=True)
    state = begun(*DRAFT, "give-1", game=game)
    assert "assassin=red,15,?" in game.write_position(state, 1)
    assert "left=?" in game.write_position(state, 1)
    assert "left=4" in game.write_position(state, 0)
    assert game.write_position(game.read_position(game.write_position(state, 1), Dice(2)), 1) == game.write_position(
        state, 1
    )
    assert game.write(state, game.read(state, "give-2"), 1) == "give-?"
    assert game.tell(state, game.read(state, "give-2"), 1) == ["{0} gave out dice secretly."]
    play(state, "give-2", "give-0", game=game)
    assert "thief=red,18,?" in game.write_position(state, 1)
    twin = state.copy()
    twin.determinize(1, Dice(4))
    assert sum(dice(twin, name) for name in ("assassin", "hunter", "thief")) == 5
    assert game.write_position(twin, 1) == game.write_position(state, 1)
    play(state, "give-5", game=game)
    assert "?" not in game.write_position(state, 1)
    play(state, "place-c1", "place-d1", game=game)
    assert game.write_position(state, 1).splitlines()[6] == "......."
    assert "assassin=red,15,1,@?" in game.write_position(state, 1)
    assert game.write(state, game.read(state, "place-e1"), 1) == "place-?"
    twin = state.copy()
    twin.determinize(1, Dice(5))
    assert {where(twin, "assassin"), where(twin, "hunter")} < set(HOMES[0])
    assert (where(twin, "thief"), game.write_position(twin, 1)) == (None, game.write_position(state, 1))
    with pytest.raises(BadNotation, match="expected dice"):
        game.read_position(game.write_position(state, 1))
    assert game.write_position(game.read_position(game.write_position(state, 1), Dice(6)), 1) == game.write_position(
        state, 1
    )
    play(state, "place-e1", "place-c7", "place-d7", "place-e7", game=game)
    assert game.write_position(state, 1).splitlines()[6] == "..AHT.."


def test_mp8_each_side_gives_five_dice_a_round_in_changing_order() -> None:
    state = begun(*DRAFT, *DICE, *PLACES, "recipe-hunter", "recipe-priest")
    while state.round() == 1:
        moves = state.moves()
        still = [move for move in moves if GAME.write(state, move) in ("stay", "hound-home", "done")]
        state.play(still[0])
    assert state.to_move == 1  # Blue first in even rounds
    play(state, "give-4")
    refused(state, "give-2", "MP8")
    play(state, "give-1")
    assert [dice(state, name) for name in ("priest", "magician", "merchant")] == [4, 6, 0]
    assert state.to_move == 0


def test_mp8_undead_and_dead_get_no_dice_and_a_single_character_gets_all() -> None:
    facts = "necromancer=red,9,0 thief=red,undead,3,0 hunter=red,dead merchant=blue,18,0 priest=blue,7,1"
    state = drawn("..b.p..\n.......\n.......\n.......\n..N.T..", facts, "round=2 phase=move actor=merchant")
    play(state, "stay")
    assert (state.round(), dice(state, "necromancer"), dice(state, "thief")) == (3, 5, 0)
    assert GAME.prompt(state, 1) == "Give dice to the Priest: 5 dice left."
    play(state, "give-3")
    assert (dice(state, "priest"), dice(state, "merchant")) == (4, 2)


def test_mp8_whoever_has_no_dice_left_to_give_is_not_asked() -> None:
    state = begun(*DRAFT)
    assert not GAME.is_forced(state)
    play(state, "give-5")
    assert legal(state) == {"give-0"}
    assert GAME.is_forced(state)
    secret = potluck.load("magic_potion", secret_setup=True)
    assert not secret.is_forced(begun(*DRAFT, "give-5", game=secret))  # it would tell where the dice are
    play(state, "give-0", "give-2", "give-3", *PLACES)
    assert not GAME.is_forced(state)  # who carries the recipe is hidden


def test_mp10_the_whole_recipe_wins_at_once() -> None:
    facts = "thief=red,18,1,I* hunter=red,18,0,II! priest=blue,9,0"
    state = drawn("...T...\n..H..p.", facts + " d3=III", "phase=move actor=thief")
    play(state, "go-d3")
    assert (state.to_move, state.winner(), state.ending()) == (OVER, 0, "MP10")
    alone = potluck.load("magic_potion", one_carrier=True)
    state = drawn("...T...\n..H..p.", facts + " d3=III", "phase=move actor=thief", alone)
    play(state, "go-d3", game=alone)
    assert state.to_move != OVER


def test_mp10_a_drawn_piece_wins_too() -> None:
    facts = "thief=red,18,1,I*,II! priest=blue,9,0"
    state = drawn(".......\n...T...\n.....p.\n.......", facts, "phase=move actor=thief")
    play(state, "go-d4")
    assert state.to_move == CHANCE
    play(state, "III")
    assert state.ending() == "MP10"


def test_mp25_a_side_without_characters_loses() -> None:
    state = drawn("...M...\n.......\n...p...", "magician=red,20,0 priest=blue,2,0", "phase=act actor=magician")
    play(state, "blast")
    assert (state.winner(), state.ending()) == (0, "MP25")
    state = drawn("...M...\n.......\n...p...", "magician=red,20,0 priest=blue,3,0", "phase=act actor=magician")
    play(state, "blast")
    assert state.to_move == 1


def test_mp26_the_match_is_drawn_after_the_last_round() -> None:
    facts = "thief=red,18,0,I* merchant=blue,9,1,II*"
    short = potluck.load("magic_potion", round_limit=30)
    state = drawn("...T...\n.......\n...b...", facts, "round=30 phase=move actor=merchant", short)
    play(state, "stay", "done", game=short)
    assert (state.winner(), state.ending(), state.score(0)) == (-1, "MP26", 0.0)
    assert short.prompt(state, 0) == "The match is a draw after 30 rounds."
    state = drawn("...T...\n.......\n...b...", facts, "round=29 phase=move actor=merchant", short)
    play(state, "stay", "done", game=short)
    assert (state.round(), dice(state, "thief"), dice(state, "merchant")) == (30, 5, 6)


@pytest.mark.parametrize(("before", "after"), [(255, 256), (999, 1000), (65534, 65535), (65535, 65535)])
def test_mp26_without_a_limit_the_rounds_go_on(before: int, after: int) -> None:
    endless = potluck.load("magic_potion", round_limit=0)
    facts = "thief=red,18,0,I* merchant=blue,9,1,II*"
    state = drawn("...T...\n.......\n...b...", facts, f"round={before} phase=move actor=merchant", endless)
    play(state, "stay", "done", game=endless)
    assert (state.to_move, state.round()) == (0, after)
    assert endless.read_position(endless.write_position(state)).key() == state.key()
    assert f"round {after} ·" in endless.sketch(state, 0)
    assert endless.limit == potluck.load("magic_potion", round_limit=999).limit


def test_mp27_a_slot_holds_one_character() -> None:
    state = begun(*DRAFT, *DICE, "place-c1", "place-c7")
    refused(state, "place-c1", "MP27")
    play(state, "place-c2")
    assert where(state, "hunter") == "c2"


def test_mp29_the_characters_are_those_of_their_cards() -> None:
    assert WHO == ["assassin", "hunter", "thief", "swordsman", "priest", "magician", "necromancer", "merchant"]
    assert [row[2:7] for row in CHARACTERS] == [
        (2, 15, 3, 0, 1),
        (1, 18, 1, 3, 1),
        (2, 18, 2, 0, 1),
        (1, 20, 4, 0, 2),
        (1, 18, 2, 1, 3),
        (2, 20, 1, 3, 2),
        (1, 15, 1, 1, 2),
        (2, 18, 2, 0, 3),
    ]
    assert health(begun(*DRAFT), "thief") == 18


def test_mp30_there_are_eighteen_items() -> None:
    assert {name: copies for name, copies, _ in ITEMS} == {
        "I": 1,
        "II": 1,
        "III": 1,
        "none": 6,
        "+1": 4,
        "+2": 4,
        "+3": 1,
    }
    state = begun(*DRAFT, *DICE, *PLACES, "recipe-hunter", "recipe-priest")
    assert state.pile_size() == 12
    state = drawn(".......\n...T...\n.....p.\n.......", "thief=red,18,1,I* priest=blue,9,0", "phase=move actor=thief")
    play(state, "go-d4")
    assert {GAME.write(state, move): state.weight(move) for move in state.moves()} == {
        "III": 1,
        "none": 2,
        "+1": 4,
        "+2": 4,
        "+3": 1,
    }
    play(state, "+3", "show-+3")
    assert (lying(state, "d4"), dice(state, "thief")) == ([], 4)


def test_mp31_the_field_is_alike_for_both_sides() -> None:
    turned = {f"{chr(200 - ord(cell[0]))}{8 - int(cell[1])}" for cell in SURPRISES}
    assert turned == set(SURPRISES)
    assert {f"{chr(200 - ord(cell[0]))}{8 - int(cell[1])}" for cell in HOMES[0]} == set(HOMES[1])
    state = drawn("..T....\n....p..", "thief=red,18,1 priest=blue,9,0", "phase=move actor=thief")
    assert legal(state) == {
        "stay",
        "go-a2",
        "go-b2",
        "go-d2",
        "go-e2",
        "go-b1",
        "go-c1",
        "go-d1",
        "go-b3",
        "go-c3",
        "go-d3",
        "go-c4",
    }
    refused(state, "go-c5", "MP11")
