"""What help() says of the kernel's classes, compiled or not."""

import inspect
import pydoc

import pytest

from potluck.core.dice import Dice
from potluck.core.perft import perft
from potluck.core.state import State
from potluck.games.potential.rules import PotentialState

THINGS = {
    State: "Hold one point in a match",
    State.play: "Make a legal move; the caller has checked it.",
    State.why_not: "Return the number of the ruling that forbids a seat's move here",
    Dice: "Draw numbers from a seed.",
    Dice.below: "Draw a number from 0 to limit - 1",
    PotentialState: "Play from a position.",
    PotentialState.fill: "Write the legal moves into `out`.",
    perft: "Count",
}


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: thing.__qualname__)
def test_what_is_compiled_says_what_it_does(thing: object) -> None:
    assert (inspect.getdoc(thing) or "").startswith(THINGS[thing])


def test_signatures_are_visible() -> None:
    assert [*inspect.signature(State.play).parameters] == ["self", "move"]
    assert [*inspect.signature(Dice).parameters] == ["seed"]
    text = pydoc.plain(pydoc.render_doc(State))
    assert "moves(self" in text
    assert "List the legal moves, ascending" in text
