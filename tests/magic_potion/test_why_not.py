"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

import pytest

import potluck
from kit import Case, check_codes, walk
from magic_potion.facts import VARIANTS
from magic_potion.field import GAME, drawn, play
from potluck import CHANCE, OVER, Dice
from potluck.games.magic_potion.characters import WHO
from potluck.games.magic_potion.items import ITEM_NAMES
from potluck.games.magic_potion.position import ENDED, MOVE_COUNT
from potluck.games.magic_potion.position_text import MODE_NAMES
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.view import LIVES
from potluck.games.magic_potion.words import THINGS

STEALING = "thief=red,18,1,I* priest=blue,18,3"
AIMED = "attack-priest roll-2"
CASES = [Case("magic_potion", options, seats) for options, seats in VARIANTS]


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
        check_codes(GAME, state, range(MOVE_COUNT))


@pytest.mark.parametrize(
    ("rows", "facts", "turn", "moves", "count"),
    [
        ("...T..b\n...p...", "thief=red,18,1,I* priest=blue,18,3,II*,+1 merchant=blue,9,0", "act", "", 3),
        ("...T..b\n...p...", "thief=red,18,1,I*,+1,+1,+2 priest=blue,18,3,II* merchant=blue,9,0", "act", "", 5),
        ("...T..b\n...p...", f"{STEALING},II*,+1 merchant=blue,9,0", "act", "attack-priest roll-0 6", 3),
        ("...T..b\n...p...", f"{STEALING} merchant=blue,9,0,II*", "act", "attack-priest roll-0 6", 2),
        ("...s...\n.......\n...H..T", "hunter=red,18,1,I* swordsman=blue,20,0,II* thief=red,9,0", "hound", "", 9),
        ("P..T..b", "priest=red,13,2,I* thief=red,9,0 merchant=blue,9,0,II*", "act", "", 4),
        ("...M..b\n...p...", "magician=red,20,1,I* priest=blue,9,0,II* merchant=blue,9,0", "act", "", 4),
        ("...N..p", "necromancer=red,15,3,I* thief=red,dead priest=blue,18,0,II*", "act", "", 4),
        ("...N..p", "necromancer=red,15,3,I* thief=red,dead priest=blue,18,0,II*", "act", "summon-thief", 5),
        ("...B..t\n...p...", "merchant=red,18,1,I* priest=blue,18,0,II*,+2 thief=blue,9,0", "act", "", 4),
        ("...B..t\n...p...", "merchant=red,18,1,I* priest=blue,18,0,II*,+2 thief=blue,9,0", "act", "bribe-priest", 2),
        (".......\n...p...\n...A...", "assassin=red,15,1,I* priest=blue,18,0,II*", "move", "", 8),
        (
            "...M..b\n...p...",
            "magician=red,20,3,I* priest=blue,9,2,II*,+1 merchant=blue,9,0",
            "act",
            "attack-priest",
            3,
        ),
        ("...M..b\n...p...", "magician=red,20,3,I* priest=blue,9,2,II*,+1 merchant=blue,9,0", "act", AIMED, 5),
    ],
)
def test_each_code_is_judged_where_an_ability_may_be_used(
    rows: str, facts: str, turn: str, moves: str, count: int
) -> None:
    state = drawn(rows, facts, f"phase={turn} actor={facts.partition('=')[0]}")
    play(state, *moves.split())
    assert len(list(state.moves())) == count, [GAME.write(state, move) for move in state.moves()]
    assert len(set(state.moves())) == count
    check_codes(GAME, state, range(MOVE_COUNT))


def test_a_sentence_names_what_was_asked_for() -> None:
    state = drawn("...T...\n.......\n...p...", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=act actor=thief")
    assert GAME.explain(state, "heal-thief").sentence.startswith("only the Priest heals")
    assert GAME.explain(state, "go-d4").sentence.startswith("the move is over")
    facts = "assassin=red,15,0,I* priest=blue,18,0,II*"
    stabbing = drawn(".......\n...p...\n...A...", facts, "phase=move actor=assassin")
    assert GAME.explain(stabbing, "go-d3") == ("MP11", "an enemy is in the way: say stab-d3 to pass through it")
    assert GAME.explain(stabbing, "go-a5").sentence.endswith("cannot reach a5")


def test_things_explain_everything_with_a_ruling() -> None:
    known = potluck.rulings("magic_potion")
    for thing in THINGS.values():
        assert thing.ruling in known
        assert thing.name[0].isupper() or thing.name[0] == "+"
        assert thing.effect.endswith(".")
    option_names = {option.name for option in GAME.options} - {"swordsman", "first"}
    assert {*WHO, *ITEM_NAMES, *LIVES, *MODE_NAMES[1:], *option_names} < set(THINGS)


def test_nothing_may_be_done_after_the_end() -> None:
    over = GAME.new()
    assert len(list(walk(GAME, over, Dice(5)))) > 100
    assert over.to_move == OVER
    assert {f"MP{over.why_not(code)}" for code in range(MOVE_COUNT)} == {over.ending()}
