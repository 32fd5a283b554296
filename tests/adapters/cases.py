"""The cases that the tests of the adapters run over."""

import pytest

from kit import COMPILED, case_id, cases

FEW = list({(case.name, case.seats): case for case in reversed(cases())}.values())

few_cases = pytest.mark.parametrize("case", FEW, ids=case_id)  # one of each game and number of seats
some_cases = pytest.mark.parametrize("case", cases() if COMPILED else FEW, ids=case_id)  # every variant, compiled
