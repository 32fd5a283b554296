"""How games, their options and presets are described, and what is said of options that cannot be agreed on."""

import pytest

from potluck.core.options import Value
from potluck.games import load, names
from potluck.table.live.catalogue import game_card, problems
from potluck.table.protocol.refusals import Refused


@pytest.mark.parametrize("name", names())
def test_every_option_has_a_title_and_words_for_all_its_choices(name: str) -> None:
    for option in game_card(name).options:
        assert option.title, option
        assert "_" not in option.title, option
        if option.kind == "choice":
            assert len(option.names) == len(option.choices) == len(option.says), option
        if option.kind == "number" and option.name != "first":
            assert "{}" in option.says[0], option
            assert None not in (option.least, option.most), option
        if option.kind == "set":
            assert 0 < option.count < len(option.things), option


@pytest.mark.parametrize("name", names())
def test_presets_can_be_played_and_one_is_the_rulebook(name: str) -> None:
    presets = game_card(name).presets
    assert [preset.name for preset in presets] == ["first", "rulebook", "long"]
    assert (presets[1].options, presets[1].clock) == ({}, None)
    for preset in presets:
        assert problems(name, preset.options) == []
        assert load(name, **preset.options).changed_options() == preset.options


PROBLEMS: list[tuple[str, dict[str, Value], dict[str, str]]] = [
    (
        "potential",
        {"initial_charge": 50, "max_charge": "x"},
        {
            "initial_charge": "Charge at the start: expected a whole number from 1 to 5.",
            "max_charge": "Greatest charge: expected a whole number from 4 to 9.",
        },
    ),
    (
        "potential",
        {"initial_charge": 5, "max_charge": 4},
        {"initial_charge": "Charge at the start: expected at most the greatest charge, 4."},
    ),
    (
        "struggle",
        {"banned": "torus+pact+caboose+teleporter+armor+hatter+reaper"},
        {"banned": "Banned rules: expected at least three rules to be left to go with Jolt and Tumbling Tower."},
    ),
    (
        "struggle",
        {"powers": "torus:white+armor+jolt"},
        {"powers": "Special rules: Torus on white: that piece may not carry it."},
    ),
    (
        "potus",
        {"board": "......../......../......../......../......../......../......../........"},
        {"board": "Board: the board needs an Event square."},
    ),
    ("potion_explosion", {"lid": "open"}, {"lid": "Behind the lid: expected one of mixed, queue."}),
]


@pytest.mark.parametrize(("name", "options", "expected"), PROBLEMS)
def test_problems_name_their_option_as_the_page_does(
    name: str, options: dict[str, Value], expected: dict[str, str]
) -> None:
    assert {problem.option: problem.sentence for problem in problems(name, options)} == expected


def test_an_option_or_a_game_that_there_is_not() -> None:
    [problem] = problems("potential", {"nix": 1})
    assert problem.option == ""
    assert problem.sentence.startswith("Option 'nix': potential has no such option")
    with pytest.raises(Refused, match="there is no game named"):
        problems("chess", {})
