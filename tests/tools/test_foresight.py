"""Judges compared by how well they foresee results."""

import pytest

import foresight


def test_who_is_nearer_to_the_result_is_better_and_matches_count_not_positions() -> None:
    first, second = foresight.compare([[[0.25, 0.04], [0.25, 0.04]], [[0.25, 0.16]]])
    assert (first.better, first.error) == (0.0, 0.0)
    assert first.brier == pytest.approx(0.25)
    assert second.brier == pytest.approx(0.08)
    assert second.better == pytest.approx(0.17)
    assert second.error == pytest.approx((2 * 0.08**2) ** 0.5 / 3)


def test_judges_are_asked_about_the_same_positions(capsys: pytest.CaptureFixture[str]) -> None:
    foresight.main(["struggle", "greedy", "greedy", "--matches", "2", "--level", "greedy", "--steps", "1"])
    said, one, other = capsys.readouterr().out.splitlines()
    assert said.endswith("positions of 2 matches")
    assert one == other
    assert "better by +0.0000 ± 0.0000" in one
