"""Sentences that are built from others."""

import pytest

from kit import Case, every_case, walk
from potluck import CHANCE, Dice
from potluck.core.english import PLAIN, expectation, would


@pytest.mark.parametrize(
    ("happened", "future"),
    [
        ("{0} moved red from a1 to a2.", "{0} would move red from a1 to a2."),
        ("{1}'s Turncoat was hit and returned to h8.", "{1}'s Turncoat would be hit and return to h8."),
        ("{0}'s Turncoat on a3 defected and is converted.", "{0}'s Turncoat on a3 would defect and be converted."),
        ("{0} jumped to e3: 3 → 4; e2 is drained.", "{0} would jump to e3: 3 → 4; e2 would be drained."),
        ("The match is a draw.", "The match would be a draw."),
        ("{1}'s Armor: on red, broken.", "Then {1}'s Armor: on red, broken."),
        ("Armor: It is broken by the first jump.", "Armor: It is broken by the first jump."),
    ],
)
def test_what_has_not_happened_is_told_with_would(happened: str, future: str) -> None:
    assert would(happened) == future


@every_case
def test_no_move_is_told_before_it_has_happened(case: Case) -> None:
    """Whatever a seat might do next in any game, no verb of the log is left as it stands there."""
    game = case.load()
    for state, move in walk(game, game.new(case.seats), Dice(5), 250):
        told = [] if state.to_move == CHANCE else game.tell(state, move, state.to_move)
        for line in told:
            if "{" not in line and ": " in line:
                continue  # the text of a rule
            words = would(line).replace(",", " ").split()
            assert "would" in words or words[0] == "Then"
            for before, word in zip(["", *words], words, strict=False):
                assert before in ("be", "would", "and") or word not in PLAIN or PLAIN[word] == word, would(line)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Expected `int` >= 0 - at `$.steps`", "expected a whole number from 0"),
        ("Expected `int`, got `str` - at `$.steps`", "expected a whole number"),
        ("Expected `float` <= 1.0 - at `$.haste`", "expected a number up to 1"),
    ],
)
def test_what_a_library_expected_is_told_in_words(said: str, told: str) -> None:
    assert expectation(said) == told
