"""Potential: facts, options and doors."""

from potluck.core.contract import Folder
from potluck.core.errors import bad_option
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.net import Net
from potluck.core.options import FIRST, Option, Value
from potluck.core.state import State
from potluck.core.view import Part
from potluck.games.potential import coach, editing, explain, log, notation, picture, position_text, view
from potluck.games.potential.board import COLUMNS, MOVE_COUNT, SIZE, WAVE, home_cells
from potluck.games.potential.evaluate import PotentialEvaluator
from potluck.games.potential.learned import LAYOUT, PotentialNet
from potluck.games.potential.position import TEAM, Options
from potluck.games.potential.rules import empty_state
from potluck.games.potential.words import PRESETS, THINGS


class Potential(Game):
    """Charged particles for two: drain and overcharge until one side is left."""

    name = "potential"
    title = "Potential"
    about = "Charged dice slide, jump and drain each other; the last side on the board wins."
    rules_version = 2
    rulings = "PT"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture, coach, editing)
    seats = (2,)
    sides = ("Near", "Far")
    options = (
        Option(
            *("layout", "wave", "How the pieces are set up.", "PT20", ("wave", "columns")),
            title="Set-up",
            names=("Wave", "Columns"),
            says=("The pieces begin in a wave.", "The pieces begin in columns."),
        ),
        Option(
            *("initial_charge", 2, "The charge of all pieces at the start.", "PT15", (), 1, 5),
            title="Charge at the start",
            says=("They begin with charge {}.",),
        ),
        Option(
            *("max_charge", 6, THINGS["max_charge"].effect, "PT15", (), 4, 9),
            says=("A piece that is charged beyond {} is removed.",),
        ),
        Option(
            *("removal_target", 8, f"{THINGS['target'].effect} 8 is the full game.", "PT14", (), 1, 8),
            title="Pieces to lose",
            unit="piece",
            says=("A player who has lost {} loses the match.",),
        ),
        Option("no_double_jumps", False, THINGS["no_double_jumps"].effect, "PT11"),
        Option("jump_costs_two", False, THINGS["jump_costs_two"].effect, "PT11"),
        Option("must_complete", False, THINGS["must_complete"].effect, "PT6"),
        Option(
            *("quiet_turns", 100, f"{THINGS['quiet_limit'].effect} 0 means never.", "PT16", (), 0, 1000),
            title="Quiet turns until a draw",
            unit="turn",
            says=("After {} in a row without a loss it is a draw.",),
            zero="Quiet turns are never a draw.",
        ),
        FIRST,
    )
    presets = PRESETS
    layout = LAYOUT
    observation = (
        Part("own", (1, SIZE, SIZE), "The charge of the seat's own piece on each square, or 0."),
        Part("theirs", (1, SIZE, SIZE), "The charge of the other seat's piece on each square, or 0."),
        Part("active", (1, SIZE, SIZE), "1 where the active piece stands."),
        Part("barred", (1, SIZE, SIZE), "1 where the piece stands that may not be jumped again now."),
        Part("made", (1,), "Moves of this turn that count."),
        Part("owed", (1,), "Moves the active piece still has to make."),
        Part("mine", (1,), "1 when the seat is to move."),
        Part("quiet", (1,), "Turns since the last removal plus one, at most 255; 0 in a turn with one."),
    )
    move_count = MOVE_COUNT
    chance_count = 0

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        chosen = self.chosen
        if int(chosen["initial_charge"]) > int(chosen["max_charge"]):
            greatest = chosen["max_charge"]
            why = f"expected at most the greatest charge, {greatest}"
            raise bad_option("initial_charge", chosen["initial_charge"], why, "PT15")
        self.rules = Options(
            int(chosen["max_charge"]),
            int(chosen["removal_target"]),
            int(chosen["quiet_turns"]),
            bool(chosen["no_double_jumps"]),
            bool(chosen["jump_costs_two"]),
            bool(chosen["must_complete"]),
        )
        quiet = int(chosen["quiet_turns"])
        # At most 16 removals, each within `quiet` turns of the last; no turn has more moves than the greatest charge.
        self.limit = (2 * TEAM * quiet + quiet) * int(chosen["max_charge"]) if quiet else None

    def start(self, seats: int) -> State:
        """Set the pieces up on their marked squares (PT20)."""
        state = empty_state(self.rules)
        layout = WAVE if self.chosen["layout"] == "wave" else COLUMNS
        for seat in range(seats):
            for cell in home_cells(layout, seat):
                state.add(seat, cell, int(self.chosen["initial_charge"]))
        state.to_move = int(self.chosen["first"])
        return state

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return PotentialEvaluator()

    def learned(self, net: Net) -> Evaluator:
        """Return the guess that a net makes."""
        return PotentialNet(net)

    def untrained(self) -> str:
        """Say why the net cannot judge: it has seen the charges and the moves of the rulebook, and no quick game."""
        changed = [name for name in self.changed_options() if name not in ("layout", "quiet_turns", "first")]
        return f"it has not seen the option {changed[0]}" if changed else ""


GAME = Potential
