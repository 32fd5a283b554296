"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from collections.abc import Iterable

import pytest

import potluck
from kit import Case, case_id, sampled_states, walk
from magic_potion.facts import VARIANTS
from magic_potion.field import GAME, drawn
from potluck import CHANCE, Dice, State
from potluck.games.magic_potion.characters import WHO
from potluck.games.magic_potion.explain import attempt, sentence
from potluck.games.magic_potion.items import ITEM_NAMES
from potluck.games.magic_potion.notation import write_move
from potluck.games.magic_potion.position import ENDED, MOVE_COUNT
from potluck.games.magic_potion.position_text import MODE_NAMES
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.view import LIVES
from potluck.games.magic_potion.words import THINGS

CASES = [Case("magic_potion", options, seats) for options, seats in VARIANTS]


def check_codes(state: State, codes: Iterable[int]) -> None:
    """Check that a ruling forbids each code, and that there is a sentence for it, exactly when it is not legal."""
    assert isinstance(state, MagicPotionState)
    legal = set(state.moves())
    known = potluck.rulings("magic_potion")
    for move in codes:
        ruling = state.why_not(move)
        assert (ruling == 0) == (move in legal), (move, ruling)
        assert attempt(state, write_move(state, move, state.to_move)) == move
        assert ruling == 0 or (f"MP{ruling}" in known and sentence(state, move, ruling))


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    dice = Dice(31)
    states = [state for state in sampled_states(case, 30, 60) if state.to_move >= 0]
    assert len(states) > 25
    for state in states[:4]:
        check_codes(state, range(MOVE_COUNT))
    for state in states[4:]:
        check_codes(state, {*state.moves(), *(dice.below(MOVE_COUNT) for _ in range(60))})


def test_each_code_is_judged_in_each_phase() -> None:
    dice = Dice(18)
    judged: set[int] = set()
    for case in CASES[:4]:
        game = case.load()
        for state, _ in walk(game, game.new(), dice):
            assert isinstance(state, MagicPotionState)
            if state.phase() not in judged:
                judged.add(int(state.phase()))
                check_phase(state)
    assert judged == set(range(ENDED))


def check_phase(state: MagicPotionState) -> None:
    """Check all codes in a phase in which a seat decides, and that nothing is allowed where chance does."""
    if state.to_move == CHANCE:
        assert all(state.why_not(move) > 0 for move in range(MOVE_COUNT))
    else:
        check_codes(state, range(MOVE_COUNT))


def test_a_sentence_names_what_was_asked_for() -> None:
    state = drawn("...T...\n.......\n...p...", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=act actor=thief")
    assert GAME.explain(state, "heal-thief").sentence.startswith("only the Priest heals")
    assert GAME.explain(state, "go-d4").sentence.startswith("the move is over")
    facts = "assassin=red,15,0,I* priest=blue,18,0,II*"
    stabbing = drawn(".......\n...p...\n...A...", facts, "phase=move actor=assassin")
    assert GAME.explain(stabbing, "go-d3") == ("MP11", "an enemy is in the way: say stab-d3 to pass through it")
    assert GAME.explain(stabbing, "go-d1") == ("MP11", "the Assassin is already there: say stay")
    assert GAME.explain(stabbing, "go-a5").sentence.endswith("cannot reach a5")


def test_things_explain_everything_with_a_ruling() -> None:
    known = potluck.rulings("magic_potion")
    for thing in THINGS.values():
        assert thing.ruling in known
        assert thing.name[0].isupper() or thing.name[0] == "+"
        assert thing.effect.endswith(".")
    option_names = {option.name for option in GAME.options} - {"swordsman", "first"}
    assert {*WHO, *ITEM_NAMES, *LIVES, *MODE_NAMES[1:], *option_names} < set(THINGS)
