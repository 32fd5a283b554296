"""Observations as tensors: named parts, documented by index, with nothing in them that a seat may not know."""

import pickle
import re
import sys

import numpy as np
import pytest

import potluck
from adapters.cases import some_cases
from kit import ROOT, Case, every_game, sampled_states
from potluck import Dice
from potluck.adapters.match import Match
from potluck.adapters.render import pixels
from potluck.adapters.tensors import Glass, drawn_shape, places, split, table


@every_game
def test_parts_follow_one_another_and_fill_the_observation(name: str) -> None:
    game = potluck.load(name)
    end = 0
    for place in places(game):
        assert place.first == end
        end = place.end
    assert end == game.observation_size


@every_game
def test_an_observation_splits_into_views(name: str) -> None:
    game = potluck.load(name)
    seen = Glass(game).look(game.new(), 0)
    parts = split(game, seen)
    assert [parts[place.name].shape for place in places(game)] == [place.shape for place in places(game)]
    assert all(np.shares_memory(part, seen) for part in parts.values())
    batch = split(game, np.stack([seen] * 3))
    assert all(batch[name].shape == (3, *part.shape) for name, part in parts.items())


@every_game
def test_the_documentation_gives_every_part_its_index(name: str) -> None:
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    found = re.search(r"^\| part \| index \| shape .*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `?([\w ]+?)`? \| (\d+) \| ([\d × ]+) \|", found[0] if found else "", re.MULTILINE)
    documented = {part: (int(index), tuple(int(length) for length in shape.split("×"))) for part, index, shape in rows}
    expected = {place.name: (place.first, drawn_shape(place.shape)) for place in places(potluck.load(name))}
    assert documented == expected, f"docs/games/{name}.md should have:\n{table(potluck.load(name))}"


def test_the_table_of_parts_is_what_the_documentation_shows() -> None:
    lines = table(potluck.load("potential")).splitlines()
    assert lines[0] == "| part | index | shape | meaning |"
    assert lines[3].startswith("| theirs | 100 | 10 × 10 | The charge")


def test_pixels_need_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(potluck.PotluckError, match=r"potluck\[render\]"):
        pixels("<svg/>")


@some_cases
def test_what_a_seat_cannot_know_changes_no_tensor(case: Case) -> None:
    game = case.load()
    glass = Glass(game)
    dice = Dice(8)
    for state in sampled_states(case, 8, 13):
        for seat in range(case.seats):
            seen = glass.look(state, seat)
            other = state.copy()
            other.determinize(seat, dice)
            assert (glass.look(other, seat) == seen).all()


@some_cases
def test_what_a_seat_was_told_is_what_it_may_know(case: Case) -> None:
    match = Match(case.load(), case.seats)
    dice = Dice(9)
    while match.state.to_move != potluck.OVER and len(match.moves) < 40:
        moves = match.state.moves()
        chance = match.state.to_move == potluck.CHANCE
        match.play(int(dice.sample(match.state) if chance else moves[dice.below(len(moves))]))
        for seat in range(case.seats):
            lines = match.told_to(seat)
            assert [line.move for line in lines if line.move >= 0] == [
                move for move, line in zip(match.moves, lines, strict=True) if line.move >= 0
            ]
            assert all(("?" in line.text) == (line.move < 0) for line in lines)
    hidden = any(line.move < 0 for seat in range(case.seats) for line in match.told_to(seat))
    assert hidden <= case.load().has_secrets


def test_dice_go_on_from_where_they_stood() -> None:
    dice = Dice(1)
    dice.word()
    again = pickle.loads(pickle.dumps(dice))
    assert [again.word() for _ in range(5)] == [dice.word() for _ in range(5)]
