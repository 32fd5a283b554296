"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

import pytest

import potluck
from kit import Case, check_codes
from potion_explosion.drawing import GAME, KINDS, PLAIN, begun, drawn, play
from potion_explosion.facts import VARIANTS
from potluck import CHANCE, Dice
from potluck.games.potion_explosion.board import COLOUR_NAMES, MOVE_COUNT
from potluck.games.potion_explosion.explain import sentence
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KIND_NAMES, TILE_NAMES
from potluck.games.potion_explosion.words import THINGS

CASES = [Case("potion_explosion", options, seats) for options, seats in VARIANTS]
REST = " ".join(PLAIN.split()[1:])
JOY = "magnet+sands+prismatic+balm+love+lava"
RUNS = "RRRBKYRBK " + REST


@pytest.mark.parametrize(
    ("phase", "fields", "moves", "tracks", "kinds"),
    [
        ("turn", "", "", PLAIN, KINDS),
        ("turn", "done0=sands5+sands6+love5+wisdom5 drunk0=sands acted=pick+help helps0=1", "", PLAIN, KINDS),
        ("turn", "pool0=RRRYYK fresh=RRRYYK desk0=wisdom4/love4 acted=pick", "", PLAIN, KINDS),
        ("chain", "", "a2", "RBRKYRBKY " + REST, KINDS),
        ("returns", "acted=pick pool0=BKKKKYY fresh=KKKK desk0=wisdom4:RR/sands7:B", "end", PLAIN, KINDS),
        ("tiles", "acted=pick desk0=wisdom4/-", "end", PLAIN, KINDS),
        ("sands", "done0=sands5+wisdom5+lava5+love5 drunk0=wisdom+lava+love", "sands", PLAIN, KINDS),
        ("magnet", "done0=magnet5", "magnet", RUNS, KINDS),
        ("wisdom", "done0=wisdom5", "wisdom", PLAIN, KINDS),
        ("balm", "done0=balm5", "balm", RUNS, JOY),
        ("balm", "done0=balm5", "balm a1", RUNS, JOY),
        ("prismatic", "done0=prismatic5 pool0=RRK", "prismatic", PLAIN, JOY),
        ("prismatic", "done0=prismatic5 pool0=RRK", "prismatic red-1-black", PLAIN, JOY),
        ("love", "seats=4 done0=love5 pool1=RRB pool2=Y", "love", PLAIN, KINDS),
        ("draft", "done0=draft5", "draft", PLAIN, KINDS),
        ("draft", "done0=draft5", "draft a1", PLAIN, KINDS),
        ("lava", "done0=lava5", "lava", PLAIN, KINDS),
        ("lava", "done0=lava5", "lava a1", PLAIN, KINDS),
    ],
)
def test_every_code_is_judged_in_every_phase(phase: str, fields: str, moves: str, tracks: str, kinds: str) -> None:
    state = play(drawn(fields, tracks=tracks, kinds=kinds), moves)
    while state.to_move == CHANCE:
        check_codes_of_nobody(state)
        state.play(Dice(7).sample(state))
    shown = GAME.view(state, 0)
    assert getattr(shown, "phase", "") == phase
    check_codes(GAME, state, range(MOVE_COUNT))


def check_codes_of_nobody(state: PotionExplosionState) -> None:
    """Check that every code is forbidden while nobody is to move."""
    for move in range(MOVE_COUNT):
        ruling = int(state.why_not(move))
        assert f"PX{ruling}" in potluck.rulings("potion_explosion")
        assert sentence(state, move, ruling) == "nobody can move now"


def test_every_code_is_judged_in_the_draft_the_tie_and_at_the_end() -> None:
    check_codes_of_nobody(begun())
    check_codes(GAME, play(begun(), "(wisdom) (love) (sands4) (sands4) (magnet4) (balm4)"), range(MOVE_COUNT))
    rounds = potluck.load("potion_explosion", rounds=5)
    tie = play(drawn("seat=1 acted=pick round=4", game=rounds), "end", rounds)
    check_codes(GAME, tie, range(MOVE_COUNT))
    check_codes_of_nobody(play(drawn("seat=1 acted=pick round=4 done0=lava4", game=rounds), "end", rounds))


# Words


def test_things_explain_everything_with_a_ruling() -> None:
    known = potluck.rulings("potion_explosion")
    for thing in THINGS.values():
        assert thing.ruling in known
        assert thing.name[0].isupper()
        assert thing.effect.endswith(".")
    options = {option.name for option in GAME.options if isinstance(option.default, bool)}
    assert {*KIND_NAMES, *TILE_NAMES, *COLOUR_NAMES, *options} <= set(THINGS)
