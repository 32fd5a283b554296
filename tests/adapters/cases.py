"""The cases that the tests of the adapters run over: every variant compiled, every number of seats interpreted."""

import pytest

from kit import COMPILED, Case, case_id, cases


def chosen() -> list[Case]:
    """Take one variant of each game and number of seats when there is little time."""
    if COMPILED:
        return cases()
    return list({(case.name, case.seats): case for case in reversed(cases())}.values())


some_cases = pytest.mark.parametrize("case", chosen(), ids=case_id)
