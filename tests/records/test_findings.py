"""What the lab found, as the table shows it."""

import pytest

from potluck.records.findings import Effect, Figure


def test_figures_are_shown_with_their_error() -> None:
    assert Figure("", "", 0.512, 0.502, 0.522, "%").shown() == "51.2 % ± 1.0"
    assert Figure("", "", 0.0, 0.0, 0.1, "%").shown() == "0.0 % (0.0 to 10.0)"
    assert Figure("", "", 31.4, 31.37, 31.43).shown() == "31.40 ± 0.03"


@pytest.mark.parametrize(("kind", "label"), [("together", "Jolt with Armor"), ("against", "Jolt against Armor")])
def test_an_effect_is_named_by_what_met(kind: str, label: str) -> None:
    half = Figure("", "", 0.5, 0.5, 0.5, "%")
    assert Effect(kind, ["Jolt", "Armor"], half, 0.0, 0.0, False).label == label
