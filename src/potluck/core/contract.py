"""What the interpreted modules of a game's folder provide, so that `Game` can forward to them once.

A module fits a protocol when it has these functions; mypy checks it where a game names its folder. Each takes the
state of its own game, which is `Any` here.
"""

from typing import Any, NamedTuple, Protocol

from potluck.core.dice import Dice
from potluck.core.editing import Account, Draft, Knob, Tool
from potluck.core.state import State
from potluck.core.view import Goal, Refusal, View


class Notation(Protocol):
    """notation.py: the moves as text, as clicks and on buttons."""

    def write_move(self, state: Any, move: int, viewer: int) -> str:
        """Write any move of the game, legal here or not, as this viewer may know it."""

    def move_path(self, state: Any, move: int) -> list[str]:
        """Name the things to click that mean this move."""

    def label_move(self, state: Any, move: int, text: str) -> str:
        """Name a move, which is written as `text`, on a button."""


class Explain(Protocol):
    """explain.py: why a move is refused."""

    def attempt(self, state: Any, text: str) -> int | Refusal:
        """Find the move that a text asks for, legal or not; refuse what no move means; BadNotation if unreadable."""

    def sentence(self, state: Any, move: int, ruling: int) -> str:
        """Say to the player why the ruling forbids the move here."""


class PositionText(Protocol):
    """position_text.py: the position as text."""

    def write_position(self, state: Any, viewer: int) -> str:
        """Write the position as words between spaces; line breaks among them are for the eye."""

    def read_position(self, text: str, options: Any, dice: Dice | None) -> State:
        """Read a position; what it hides is drawn from the dice, and refused without them."""


class Editing(Protocol):
    """editing.py: a position put together by hand; `near` is the seat whose things lie at the near edge."""

    SETUP: tuple[str, ...]  # phases before the first turn, which cannot be edited
    WORDS: int  # that its board has in a position text

    def lay_out(self, draft: Draft) -> None:
        """Let a fresh turn begin."""

    def tools(self, draft: Draft) -> list[Tool]:
        """List what can be placed."""

    def place(self, draft: Draft, tool: str, spot: str, near: int) -> None:
        """Place a thing; BadNotation where nothing can be placed."""

    def take(self, draft: Draft, spot: str, near: int) -> None:
        """Take a thing away."""

    def knobs(self, draft: Draft, near: int) -> list[Knob]:
        """List what stands beside the board."""

    def turn(self, draft: Draft, name: str, value: str, near: int) -> None:
        """Turn a knob to one of its values."""

    def account(self, draft: Draft) -> Account | None:
        """Count what there is a fixed number of; None where it comes out, or nothing is counted."""


class Log(Protocol):
    """log.py: what is expected, and what happened."""

    BEGINS: tuple[str, ...]  # words of sentences about the turn that begins, not about the move before it

    def prompt(self, state: Any, seat: int) -> str:
        """Say what is expected now; {0}, {1} … stand for the names of the seats."""

    def aside(self, state: Any, seat: int) -> str:
        """State consequences worth knowing before a choice; empty when there are none."""

    def tell(self, state: Any, after: Any, move: int, viewer: int) -> list[str]:
        """Say what the move does, a sentence a line, as the viewer may know it; of chance only what matters."""

    def how_it_ended(self, state: Any, after: Any, move: int) -> str:
        """Say in one sentence what happened by the move that ends the match."""


class Coach(Protocol):
    """coach.py: what a newcomer is told, of nothing but what they may see."""

    def goals(self, view: Any, seat: int) -> list[Goal]:
        """Name the ways to win, with the progress of a seat."""

    def coach(self, view: Any, seat: int) -> str:
        """Say what a seat may do in its turn, and what threatens it; {0}, {1} … stand for the names of the seats."""


class Seeing(Protocol):
    """view.py: the only way out for information."""

    def view(self, state: Any, viewer: int) -> View:
        """Show what a viewer may see."""


class Picture(Protocol):
    """picture.py: a view drawn."""

    def picture(self, view: Any) -> str:
        """Draw a view as plain SVG."""

    def sketch(self, view: Any) -> str:
        """Draw a view in characters, for a terminal; [red] and the like colour it."""


class Folder(NamedTuple):
    """Name the modules of a game's folder."""

    notation: Notation
    explain: Explain
    position_text: PositionText
    log: Log
    view: Seeing
    picture: Picture
    coach: Coach
    editing: Editing
