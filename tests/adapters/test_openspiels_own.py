"""OpenSpiel's own checks of the games, compiled alone: what they look at is tested interpreted elsewhere."""

import unittest

import pyspiel
import pytest

from adapters.cases import few_cases, load
from kit import Case, every_game
from potluck.adapters.openspiel import PREFIX


@few_cases
def test_openspiels_own_simulations_pass_with_serialization(case: Case) -> None:
    pyspiel.random_sim_test(load(case), num_sims=1, serialize=True, verbose=False)


@every_game
@pytest.mark.filterwarnings("ignore")
def test_openspiels_own_api_checks_pass(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    facts = {"game_name": PREFIX + name, "game": pyspiel.load_game(PREFIX + name)}
    checks = unittest.defaultTestLoader.loadTestsFromTestCase(type("Checks", (EnforceAPIOnPartialTreeBase,), facts))
    result = unittest.TestResult()
    checks.run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []
