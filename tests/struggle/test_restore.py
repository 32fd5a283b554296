"""Rules of one's own that were kept with a match (ST23)."""

import hashlib
from pathlib import Path

import pytest

import potluck
from potluck.core.options import Code
from potluck.games.struggle.board import CELLS
from potluck.games.struggle.custom import restore
from potluck.games.struggle.options import own_rules
from potluck.games.struggle.position import GRANTED, JOLTED, TEAM
from potluck.games.struggle.rules import StruggleState

SOURCE = (Path(__file__).parents[2] / "examples" / "retreat.py").read_text(encoding="utf-8")


def test_st23_rules_that_were_kept_can_be_played_again() -> None:
    source = SOURCE + "\n# as it was\n"
    digest = hashlib.sha256(source.encode()).hexdigest()
    kept = Code("retreat", digest, "retreat.py", source)
    for _ in range(2):  # once they are there, nothing is run again
        restore([kept])
    match = potluck.Match("struggle", powers="random", extra=f"retreat@{digest}", seed=1)
    assert not match.is_over


def test_st23_a_match_has_one_version_of_a_rule() -> None:
    assert own_rules("retreat@12ab+torus") == ["retreat@12ab"]
    with pytest.raises(potluck.BadOptions, match="one version of each"):
        own_rules("retreat@12ab+retreat@34cd")


def test_st20_a_jolted_piece_that_a_rule_moves_has_made_its_move() -> None:
    game = potluck.load("struggle", powers="builders/classic")
    state = game.new()
    assert isinstance(state, StruggleState)
    slot = next(slot for slot in range(1, TEAM) if state.is_alive(slot))
    state.data[JOLTED] = 1
    state.data[GRANTED] = 63
    free = next(cell for cell in range(CELLS) if state.data[cell] == 0)
    state.set_off(slot, free, True)
    assert not state.is_granted(slot)
