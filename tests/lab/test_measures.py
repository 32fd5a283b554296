"""Measures of one match, on courses whose right value is known."""

import pytest

import potluck
from potluck.games import load_text
from potluck.lab.measures import (
    any_of,
    decisiveness,
    drama,
    gains,
    judged,
    lead_changes,
    longest_quiet,
    measure,
    things_told,
    winner_of,
)
from potluck.players.judge import Judge, Verdict


def course(*first: float) -> list[tuple[float, float]]:
    """Make the course of a match from the chances of seat 0."""
    return [(w, 1 - w) for w in first]


def decisions(*first: float) -> list[Verdict]:
    """Make verdicts on decisions that seats take in turn, from the chances of seat 0."""
    return [
        Verdict(ply, ply, ply % 2, 2, 0, 0, pair[ply % 2], pair[ply % 2], 0.0, 0.0, pair, pair)
        for ply, pair in enumerate(course(*first))
    ]


def finished(name: str = "potential", options: str = "") -> potluck.Match:
    """Play a match whose every move is the first legal one."""
    match = potluck.Match(load_text(name, options), seed=1)
    while not match.is_over:
        match.play(match.state.moves()[0])
    return match


def test_lead_changes_are_counted() -> None:
    assert lead_changes(course(0.6, 0.4, 0.3, 0.7)) == 2
    assert lead_changes(course(0.6, 0.7)) == 0


def test_drama_is_how_far_the_winner_was_behind() -> None:
    assert drama(decisions(0.3, 0.3, 0.5, 0.5, 0.9), 0) == pytest.approx((0.4 + 0.0 + 0.0) / 3)
    assert drama(decisions(0.3), 1) == 0.0


def test_decisiveness_is_when_nothing_could_turn() -> None:
    """The loser was best at 0.6, in the second of five decisions; the winner stays at 0.6 or above from the fourth."""
    assert decisiveness(course(0.5, 0.4, 0.5, 0.8, 0.9), 0) == pytest.approx(3 / 5)
    assert decisiveness(course(0.9, 0.95), 0) == 0.0


def test_quiet_stretches() -> None:
    assert longest_quiet(course(0.5, 0.51, 0.505, 0.7, 0.71)) == 2
    assert longest_quiet(course(0.1, 0.9)) == 0


def test_a_comeback_is_a_win_after_being_nearly_lost() -> None:
    match = finished()
    winner = winner_of(match)
    assert winner is not None
    low, high = (0.1, 0.3) if winner == 0 else (0.9, 0.7)
    assert judged(match, decisions(0.5, low, 0.5))["comeback"]
    assert not judged(match, decisions(0.5, high, 0.5))["comeback"]


def test_a_draw_has_no_winner() -> None:
    match = potluck.Match("potential")
    match.play(match.state.moves()[0])
    match.end((0.0, 0.0), "agreed")
    assert winner_of(match) is None
    assert judged(match, decisions(0.5))["drama"] is None


def test_plain_measures_count_what_was_played() -> None:
    match = finished()
    found = measure(match)
    assert found.turns == match.state.turn
    assert found.decisions + found.forced == len(match.moves)
    assert found.choices > 1
    assert found.drama is None


def test_judged_measures_of_a_real_match() -> None:
    match = finished("struggle", "first=1")
    verdicts = list(Judge(match.game, 50).judge(match))
    found = measure(match, verdicts)
    assert found.near_equal is not None
    assert 0 <= found.near_equal <= 1
    assert found.luck == [0.0, 0.0]
    assert found.play[0] == pytest.approx(-found.play[1])
    assert found.used


def test_what_is_used_is_what_is_told() -> None:
    match = finished("struggle")
    told = things_told(match)
    assert any(told.values())
    verdicts = list(Judge(match.game, 20).judge(match))
    assert set(gains(match, verdicts)) <= {name for names in told.values() for name in names}


def test_a_name_within_another_is_not_counted() -> None:
    pattern = any_of(("Recipe", "Recipe I", "Recipe II", "+1 Energy"))
    assert pattern.findall("Red picked up Recipe II and +1 Energy.") == ["Recipe II", "+1 Energy"]
    assert pattern.findall("Recipe III, 2 Recipes") == ["Recipe", "Recipe"]
