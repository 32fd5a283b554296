"""A rule that fails voids the match wherever it is met, and whoever leads the match goes on."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import potluck
from potluck import Dice, Game, Match
from potluck.core.errors import BrokenRule
from potluck.games import load_text
from potluck.games.struggle.custom import load_rules
from potluck.lab.arena import arena
from potluck.lab.executors import Inline
from potluck.records import read, write
from potluck.terminal import TerminalMatch, seat_bot

RULE = """
from potluck.games.struggle import own


class Glass(own.Power):
    def __init__(self):
        super().__init__("glass", "Glass", "Breaks.", codes=2, colour=own.RED, memory=("uses",), dice=6)

    def free_moves(self, position, place, out, count):
        return own.offer(self, out, count, [0])

    def play(self, position, place, code):
        position.remember(place, 0, position.recall(place, 0) + 1)
        return False

    def {hook}(self, position, place, *rest):
        if position.recall(place, 0) >= {uses}:
            {answer}
        return super().{hook}(position, place, *rest)
"""


def glass(folder: Path, hook: str, answer: str = "raise KeyError(place)", uses: int = 0) -> Game:
    """Prepare a game with a rule that breaks in one hook, after it was used so often."""
    text = RULE.format(hook=hook, answer=answer, uses=uses)
    if hook in ("free_moves", "play"):
        text = text.replace(f"    def {hook}", "    def unused", 1)
    (folder / "glass.py").write_text(text)
    load_rules(folder / "glass.py")
    return potluck.load("struggle", powers="glass:red+armor:red+jolt:yellow/torus:blue+reaper:black+tower:green")


def run(match: Match) -> Match:
    """Use the rule twice, then play on and look at everything; nothing of that may raise."""
    dice = Dice(4)
    for ply in range(80):
        choices = match.legal()
        if not choices:
            break
        own = [choice for choice in choices if choice.text == "glass:0"]
        choice = own[0] if own and ply < 4 else choices[dice.below(len(choices))]
        match.play(choice.move)
        assert match.view(0) == match.view(0)
        assert match.told == match.told
    return match


BROKEN = {
    "free_moves": "return None",
    "turn_moves": "return count + 9 if (count := rest[1]) else 9",
    "play": "return None",
    "jumped": "return 1",
    "landed": "raise RecursionError",
    "keeps_apart": "return 1",
    "absorbs": "return None",
    "removed": "raise ZeroDivisionError",
    "end_turn": "return 'yes'",
    "judges": "return 5",
    "write": "return 'two words'",
    "path": "return []",
    "label": "return 3",
    "tell": "raise LookupError('no words')",
    "note": "return None",
}


@pytest.mark.parametrize("hook", BROKEN)
def test_st23_whatever_fails_voids_the_match(hook: str, tmp_path: Path) -> None:
    for answer in (BROKEN[hook], "raise KeyError(place)"):
        match = run(Match(glass(tmp_path, hook, answer, uses=hook not in ("free_moves", "play")), seed=2))
        assert match.result == ((0.0, 0.0), "void"), hook
        assert match.fault.startswith("the rule glass failed (glass.py, line ")
        assert match.fault.endswith(", so the match is void")
        kept = read(write(match.record()))
        assert (kept.ending, kept.result) == ("void", [0.0, 0.0])
        with pytest.raises(potluck.IllegalMove, match=r"the match is over \(void\)"):
            match.check("a3-a4")
        assert str(match)
        match.rewind(0)
        assert (match.fault, match.is_over) == ("", False)


def test_st23_refusals_reaches_and_dice_void_it_too(tmp_path: Path) -> None:
    asked: dict[str, int | str] = {"why_not": 651, "explain": "glass:7"}  # the second code of the first own rule
    for hook, move in asked.items():
        for answer in ("return 0", "raise KeyError(place)"):
            match = Match(glass(tmp_path, hook, answer))
            match.play(move)
            assert match.result == ((0.0, 0.0), "void")
    state = Match(glass(tmp_path, "reach", "return [99]")).state
    with pytest.raises(BrokenRule, match="reach: expected a list of spaces"):
        potluck.load("struggle", powers="glass+armor+jolt/none").rules.powers[9].reach(state, 0)  # type: ignore[attr-defined]


def test_st23_a_finished_match_stays_as_it_ended(tmp_path: Path) -> None:
    match = Match(glass(tmp_path, "note"))
    match.resign(0)
    assert match.view(0) == match.view(0)
    assert match.result == ((-1.0, 1.0), "resigned")


def test_st23_a_rule_that_keeps_failing_is_told_once(tmp_path: Path) -> None:
    match = Match(glass(tmp_path, "landed", uses=9))
    match.play("a3-a4")
    steps = [BrokenRule("glass", "one"), BrokenRule("glass", "one")]

    def show() -> None:
        raise steps.pop()

    with pytest.raises(BrokenRule, match="one"):
        match._shown(show)
    assert match.result == ((0.0, 0.0), "void")


def test_st23_what_chance_draws_may_fail(tmp_path: Path) -> None:
    game = glass(tmp_path, "rolled", "return None")
    state = game.new()
    match = Match(game, position=game.write_position(state).replace("seat=0", "seat=chance mover=0 rolling=2"), seed=1)
    assert match.result == ((0.0, 0.0), "void")
    assert "rolled: expected True or False" in match.fault


def test_st23_an_answer_must_be_possible(tmp_path: Path) -> None:
    game = glass(tmp_path, "end_turn", "return True", uses=1)
    match = Match(game)
    match.play("glass:0")
    match.play("a3-a4")
    assert match.legal() == []
    assert "answer_moves: expected the new count, 1 … 2, but got 0" in match.fault


# Whoever leads the match goes on


@pytest.mark.parametrize("hook", ["landed", "turn_moves", "note", "write"])
def test_the_terminal_tells_that_a_match_is_void(hook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = glass(tmp_path, hook, uses=1)
    console = Console(file=StringIO(), width=200)
    lines = iter(["glass:0", "?", "a3-a4", "quit"])
    monkeypatch.setattr(console, "input", lambda *_: next(lines))
    record = TerminalMatch(game, 2, {1: seat_bot(game, "uniform")}, ["You", "Bot"], console).run()
    assert record.ending == "void"
    assert isinstance(console.file, StringIO)
    assert "The rule glass failed (glass.py, line " in console.file.getvalue()
    assert console.file.getvalue().endswith("so the match is void.\n")


def test_the_lab_goes_on_and_counts_a_void_match_for_nobody(tmp_path: Path) -> None:
    glass(tmp_path, "end_turn", "return None")
    options = "powers=glass:red+armor:red+jolt:yellow/classic"
    met = arena(load_text("struggle", options), ["greedy", "uniform"], 2, executor=Inline())
    assert (met.matches, met.first, [one.matches for one in met.standings]) == (0, [], [0, 0])
