"""The terminal: what it shows to whom, what it keeps, and its commands."""

import itertools
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import potluck
from potluck.core.dice import Dice
from potluck.core.state import SPECTATOR
from potluck.records.lessons import lessons, solution
from potluck.records.match import MARKUP
from potluck.records.record import read, write
from potluck.records.seal import Seal
from potluck.terminal import HELP, NO_SCROLLBACK, TerminalMatch, seat_bot, teach

SECRETIVE: dict[str, dict[str, bool | str]] = {  # options under which each game hides something from a seat
    "magic_potion": {"secret_setup": True},
    "potus": {"secret_placement": True},
    "struggle": {"setup": "secret", "powers": "secret"},
}


class Script(Console):
    """Type prepared lines; what is printed is kept in pieces, a new one whenever the screen is wiped."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(file=StringIO(), width=4000, force_terminal=False)
        self.lines = iter(lines)
        self.screens: list[str] = []
        self.asked: list[str] = []

    def input(self, prompt: Any = "", **_style: Any) -> str:
        """Type the next line; at the end of the script, leave."""
        self.asked.append(str(prompt))
        return next(self.lines, "quit")

    def clear(self, home: bool = True) -> None:
        """Begin another screen."""
        self.screens.append(self.text())
        self.file = StringIO()

    def text(self) -> str:
        """Return what is on the screen now."""
        assert isinstance(self.file, StringIO)
        return self.file.getvalue()


def sit_down(game: potluck.Game, lines: Iterable[str], bots: dict[int, Any] | None = None) -> TerminalMatch:
    """Prepare a match of two whose typing is scripted and whose chance is always the same."""
    match = TerminalMatch(game, 2, bots or {}, ["Ann", "Bob"], Script(lines))
    match.dice = Dice(1)
    match.match.dice = match.seal = Seal(bytes(32), "m")
    return match


def screen(match: TerminalMatch) -> str:
    """Return what is on the screen."""
    assert isinstance(match.console, Script)
    return match.console.text()


@pytest.mark.parametrize("name", SECRETIVE)
def test_the_screen_is_passed_before_another_looks(name: str) -> None:
    """Whatever stands on the screen when a seat is asked is what that seat may know, and nothing of another's."""
    game = potluck.load(name, **SECRETIVE[name])
    match = sit_down(game, [])
    console = match.console
    assert isinstance(console, Script)
    lookers: list[int] = []
    known_to: tuple[list[str], list[str]] = ([], [])

    def obey(words: str, seat: int) -> bool:
        lookers.append(seat)
        known = known_to[seat]
        known += [*MARKUP.sub("", game.sketch(match.state, seat)).splitlines(), *match.lines(0)]
        known += [match.named(game.prompt(match.state, seat)), match.named(game.aside(match.state, seat))]
        parts = [part.strip() for part in known if part.strip()]
        for line in filter(None, map(str.strip, console.text().splitlines())):
            assert any(line.endswith(part) for part in parts), line
        match.match.play(match.state.moves()[-1])
        if len(lookers) >= 12:
            raise EOFError
        return True

    match.obey = obey  # type: ignore[method-assign]
    match.run()
    assert set(lookers) == {0, 1}
    passed = [line for line in console.asked if "press Enter when nobody else looks" in line]
    assert len(passed) == 1 + sum(1 for before, after in itertools.pairwise(lookers) if before != after)


def test_secrets_of_one_are_not_on_the_screen_of_the_other() -> None:
    game = potluck.load("potus", secret_placement=True)
    first = game.write(game.new(), game.new().moves()[0])
    match = sit_down(game, ["", first, "", "", "quit"])
    match.run()
    assert isinstance(match.console, Script)
    before, after = match.console.screens[-2], screen(match)
    assert "Enter" in match.console.asked[-3]
    assert first in before  # who placed it may read it
    assert first not in after
    assert "Bob" in after


def test_a_terminal_forgets_what_was_scrolled_away() -> None:
    out = StringIO()
    match = TerminalMatch(potluck.load("potus"), 2, {}, ["A", "B"], Console(file=out, force_terminal=True))
    match.wipe()
    assert NO_SCROLLBACK in out.getvalue()


def test_no_screen_is_passed_where_nothing_is_hidden() -> None:
    match = sit_down(potluck.load("potential"), ["b3-b4"])
    match.run()
    assert isinstance(match.console, Script)
    assert match.console.asked == ["[bold]> [/bold]"] * 2
    assert match.console.screens == []


def test_what_showed_something_is_not_taken_back() -> None:
    """A face-down item is shown in Magic Potion: that cannot be undone, though no dice were thrown."""
    for seed in range(40):
        match = sit_down(potluck.load("magic_potion"), [])
        match.match.dice = Dice(seed)
        dice = Dice(seed)
        for _ in range(400):
            state = match.state
            if match.match.is_over:
                break
            moves = list(state.moves())
            move = moves[dice.below(len(moves))]
            told = match.game.write(state, move, SPECTATOR)
            match.match.play(move)
            if told.startswith("show") and match.state.to_move >= 0:
                assert not match.undo()
                assert "cannot be taken back" in screen(match)
                return
    pytest.fail("nobody showed anything")


def test_undo_forgets_what_was_told() -> None:
    match = sit_down(potluck.load("potential"), ["b3-b4", "undo", "quit"])
    match.run()
    assert match.match.moves == []
    assert match.heard == {SPECTATOR: 0}


@pytest.mark.parametrize("name", potluck.names())
def test_a_running_match_is_saved_without_seed_and_secrets(name: str, tmp_path: Path) -> None:
    game = potluck.load(name)
    match = sit_down(game, [])
    while len(match.match.moves) < 12:
        match.match.play(match.state.moves()[0])
    match.save(tmp_path / "kept.txt")
    kept = (tmp_path / "kept.txt").read_text()
    assert "Seed:" not in kept
    assert match.seal.seed.hex() not in kept
    if game.has_secrets:
        assert " ".join(game.write_position(match.state, SPECTATOR).split()) in kept
        assert "\n1. " not in kept
        assert "without secrets" in screen(match)
    else:
        assert read(kept).moves == match.match.moves
        assert "The match so far is in" in screen(match)


def test_a_finished_match_is_kept_whole() -> None:
    match = sit_down(potluck.load("magic_potion"), [])
    match.match.resign(0)
    assert match.run().seed == match.seal.seed.hex()
    assert "Bob won" in screen(match)


def test_saving_where_one_cannot_is_said() -> None:
    match = sit_down(potluck.load("potential"), ["save /nowhere/at/all"])
    match.run()
    assert "No such file" in screen(match)


def test_commands_answer() -> None:
    lines = ["", "why", "c9-c1", "why", "why c9-c1", "why b3-b4", "rules PT99", "rules PT6", "b3-b4", "b4-b5", "log"]
    match = sit_down(potluck.load("potential"), lines)
    match.run()
    shown = screen(match)
    assert HELP in shown
    assert "No move was refused yet" in shown
    assert "b3-b4 can be played" in shown
    assert "There is no ruling PT99" in shown
    assert potluck.rulings("potential")["PT6"].text in shown
    assert shown.count("b3-b4    Ann slid from b3 to b4.") == 2  # when it happened, and in the log


def test_why_quotes_the_ruling() -> None:
    match = sit_down(potluck.load("potential"), ["b3-b9", "why"])
    match.run()
    shown = screen(match)
    ruling = match.ruling
    assert ruling
    assert potluck.rulings("potential")[ruling].text in shown


def test_rules_are_listed() -> None:
    match = sit_down(potluck.load("struggle"), ["rules"])
    match.run()
    assert all(ruling.text in screen(match) for ruling in potluck.rulings("struggle").values())


def test_a_hint_is_a_move_and_a_reason() -> None:
    game = potluck.load("potential")
    match = sit_down(game, ["hint"])
    match.run()
    legal = {game.write(game.new(), move) for move in game.new().moves()}
    line = next(line for line in screen(match).splitlines() if line.partition(":")[0] in legal)
    assert line.endswith(".")


def test_bots_moves_are_named_as_one_would_type_them() -> None:
    game = potluck.load("potential")
    match = sit_down(game, [], {1: seat_bot(game, "uniform")})
    match.match.play("b3-b4")
    while match.state.to_move == 0:
        match.match.play(match.state.moves()[0])
    match.step()
    text = game.write(match.match.state_at(len(match.match.moves) - 1), match.match.moves[-1])
    assert text in screen(match)


def test_struggle_shows_its_special_rules() -> None:
    game = potluck.load("struggle", powers="builders/classic")
    drawn = str(potluck.Match(game))
    for rule in game.view(game.new(), SPECTATOR).rules:  # type: ignore[attr-defined]
        assert rule.title in drawn


def test_potential_counts_losses_against_the_target() -> None:
    assert "has lost 0 of 5" in str(potluck.Match("potential", removal_target=5))


def test_magic_potion_names_owners() -> None:
    match = potluck.Match("magic_potion", seed=1)
    while match.view().phase == "pick":  # type: ignore[attr-defined]
        match.play(match.legal()[0].move)
    assert "Red " in str(match)
    assert "Blue" in str(match)


def test_records_of_the_terminal_can_be_read() -> None:
    match = sit_down(potluck.load("potential"), ["b3-b4"])
    assert read(write(match.run())).moves


@pytest.mark.parametrize("name", potluck.names())
def test_a_game_can_be_learnt_in_the_terminal(name: str) -> None:
    steps = [step for chapter in lessons(name) for step in chapter.steps]
    console = Script([move for step in steps for move in solution(name, step)])
    teach(name, console)
    shown = console.text()
    assert all(step.say in shown and step.praise in shown for step in steps)
    assert f"potluck play {name}" in shown


def test_a_lesson_can_be_shown_skipped_and_left() -> None:
    console = Script(["d6-f6", "", "c4-c9", "c4-c3", "skip", "quit"])
    teach("potential", console)
    shown = console.text()
    assert "Type c4-c5 and then c5-c6, or skip, or quit." in shown
    assert "(PT" in shown  # why c4-c9 is no move
    assert "Go up." in shown
    assert shown.count("Chapter") == 1
    assert "Left the lesson." in shown
