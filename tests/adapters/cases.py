"""The cases that the tests of the adapters run over."""

from typing import Any

import pyspiel
import pytest

from kit import COMPILED, Case, case_id, cases
from potluck.adapters.openspiel import PREFIX

FEW = list({(case.name, case.seats): case for case in reversed(cases())}.values())

few_cases = pytest.mark.parametrize("case", FEW, ids=case_id)  # one of each game and number of seats
some_cases = pytest.mark.parametrize("case", cases() if COMPILED else FEW, ids=case_id)  # every variant, compiled


def load(case: Case) -> Any:
    """Load a case through OpenSpiel."""
    return pyspiel.load_game(PREFIX + case.name, {"players": case.seats, **case.options})
