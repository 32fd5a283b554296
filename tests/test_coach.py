"""What newcomers are told: the goal with its progress, what they may do and what threatens, true at every decision."""

import re

import pytest

import potluck
from kit import Case, every_case, sampled_states
from potluck import Dice
from potluck.games import load_text
from potluck.records.match import Match

JUMP = re.compile(r"their piece on (\w+) could jump (?:yours|your white) on (\w+)")


@every_case
def test_the_goal_and_the_coach_speak_at_every_decision(case: Case) -> None:
    game = case.load()
    for state in sampled_states(case, 7, 25):
        for seat in range(state.seats):
            view = game.view(state, seat)
            goals = game.goals(view, seat)
            assert goals
            assert all(goal.need == 0 or 0 <= goal.have <= goal.need for goal in goals)
            said = game.coach(view, seat)
            assert said.endswith(".")
            assert said.count(". ") == 0


@pytest.mark.parametrize(("name", "options"), [("potential", ""), ("struggle", "powers=none")])
def test_a_threat_is_a_legal_jump_of_the_other_side(name: str, options: str) -> None:
    dice, found, none = Dice(3), 0, 0
    for _ in range(6):
        match, turn = Match(load_text(name, options), seed=int(dice.below(1000))), -1
        while not match.is_over and len(match.moves) < 300:
            state, seat = match.state, match.to_move
            if state.turn != turn:
                turn = int(state.turn)
                told = JUMP.search(match.game.coach(match.view(seat), seat))
                jumps = enemy_jumps(match)
                assert bool(told) == bool(jumps)
                assert not told or (told[1], told[2]) in jumps
                found, none = found + bool(told), none + (not told)
            moves = list(state.moves())
            match.play(moves[int(dice.below(len(moves)))])
    assert found > 20
    assert none > 20


def enemy_jumps(match: Match) -> set[tuple[str, str]]:
    """List the first jumps over a piece of the seat to move, were it the other's turn."""
    game, seat = match.game, match.to_move
    text = game.write_position(match.state).replace(f"seat={seat}", f"seat={1 - seat}")
    other = game.read_position(text)
    own = {piece.cell for piece in game.view(match.state, seat).pieces if piece.seat == seat}  # type: ignore[attr-defined]
    jumps = set()
    for move in other.moves():
        path = game.path(other, move)
        cells = {over for over in own if is_between(over, *path[:2])} if len(path) > 1 else set()
        jumps |= {(path[0], over) for over in cells}
    return jumps


def is_between(over: str, start: str, target: str) -> bool:
    """Tell whether a cell lies in the middle of two others."""
    return all(
        2 * middle == first + last
        for middle, first, last in zip(numbers(over), numbers(start), numbers(target), strict=True)
    )


def numbers(cell: str) -> tuple[int, int]:
    """Turn the name of a cell into numbers."""
    return ord(cell[0]), int(cell[1:])


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("...o.o.c .a...... ....*.a. .*T....* *t.C..*. .A.*.... u.....A. S.o.o.o.", "Turncoat on b4 is 4 squares"),
        ("...o.o.c .a...... ....*.a. .*T....* *..C..*. .A.*.... u.....A. S.o.o.o.", "Candidate is 7 squares from the"),
    ],
)
def test_what_threatens_in_potus(position: str, told: str) -> None:
    match = Match("potus", position=f"{position} phase=move actor=0 left=1", turncoats=3, seed=1)
    assert told in match.game.coach(match.view(0), 0)


def test_the_coach_of_magic_potion_speaks_of_what_is_to_be_done_now() -> None:
    """Dice are given before anybody moves, and characters are picked before that."""
    match = Match("magic_potion", seed=1)
    assert match.game.coach(match.view(0), 0).startswith("Pick characters")
    while "phase=give" not in match.game.write_position(match.state):
        match.play(match.state.moves()[0])
    assert match.game.coach(match.view(0), 0).startswith("Share out your new dice")


def test_progress_is_counted() -> None:
    match = potluck.Match("potential", position=".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0")
    goal = match.game.goals(match.view(0), 0)[0]
    assert (goal.text, goal.have, goal.need) == ("Take all their pieces", 7, 8)
    match = potluck.Match(
        "struggle", position="w .. ... .... ..... ...... ..R.. ...... ..... .... ... .. W seat=0", powers="none"
    )
    assert [goal.have for goal in match.game.goals(match.view(0), 0)] == [0, 0]
    home = "w .. ... .... ..... ...... ..R.. ...... ..... .... ... .. W seat=1"
    match = potluck.Match("struggle", position=home, powers="none")
    assert [goal.have for goal in match.game.goals(match.view(1), 1)] == [0, 0]
