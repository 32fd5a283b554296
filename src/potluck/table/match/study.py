"""A position that somebody studies: read from what they bring along, played on and shown.

Whoever looks at it as a seat is shown what that seat may know: of another's choices only those that it must have,
whatever it hides.
"""

from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import ALL, CHANCE, OVER, State
from potluck.core.view import Choice
from potluck.games import load
from potluck.records.secrecy import redraw
from potluck.table.match.names import sides
from potluck.table.protocol import Draw, Step, Studied, Study
from potluck.table.protocol.refusals import Refused

DRAWS = 64  # outcomes of chance that are shown
TWINS = 16  # draws of what a viewer cannot know
LONGEST = 20_000  # characters of a position


class Board:
    """Hold a studied position, and the move that led to it."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.game, self.state = begin(study)
        self.before: State | None = None
        self.move = 0
        for text in study.moves:
            self.play(text)
        if study.path:
            self.click(study.path)

    @property
    def viewer(self) -> int:
        """Name the seat whose view is shown, or all of them."""
        return self.study.viewer if 0 <= self.study.viewer < self.state.seats else ALL

    @property
    def names(self) -> list[str]:
        """Call the seats by their sides."""
        return sides(self.game)[: self.state.seats]

    def play(self, text: str) -> None:
        """Make a move, or say why not."""
        try:
            self.push(self.game.read(self.state, text))
        except PotluckError as error:
            raise Refused("illegal", str(error), ruling=getattr(error, "ruling", "")) from error

    def push(self, move: int) -> None:
        """Make a legal move."""
        self.before, self.move = self.state.copy(), move
        self.state.play(move)

    def click(self, path: list[str]) -> None:
        """Make the move that some clicks mean."""
        for choice in self.choices():
            if choice.path == path:
                return self.push(choice.move)
        raise Refused("illegal", "there is nothing to do there")

    def choices(self) -> list[Choice]:
        """Offer the moves of the seat to move, as far as the viewer knows them."""
        if self.state.to_move < 0:
            return []
        known = set.intersection(*({int(move) for move in twin.moves()} for twin in self.twins()))
        return [choice for choice in self.game.choices(self.state) if choice.move in known]

    def twins(self) -> list[State]:
        """Copy the state as the viewer may know it: with all drawn that they cannot know, or as it is."""
        if self.viewer == ALL or not self.game.has_secrets:
            return [self.state.copy()]
        return [redraw(self.state, self.viewer, Dice(number)) for number in range(TWINS)]


def begin(study: Study) -> tuple[Game, State]:
    """Read the game and the position; what it hides is drawn."""
    game = open_game(study.game, study.options, study.position)
    try:
        state = game.read_position(study.position, Dice(0)) if study.position.strip() else game.new(study.seats)
    except PotluckError as error:
        raise Refused("bad_request", str(error)) from error
    state.turn = study.turn
    return game, state


def open_game(name: str, options: dict[str, Value], position: str) -> Game:
    """Prepare the game of a position, which must not be too long to be read."""
    if len(position) > LONGEST:
        raise Refused("bad_request", f"position: expected at most {LONGEST} characters")
    try:
        return load(name, **options)
    except PotluckError as error:
        raise Refused("bad_request", str(error)) from error


def studied(board: Board) -> Studied:
    """Show a position."""
    game, state, viewer = board.game, board.state, board.viewer
    told = game.tell(board.before, board.move, viewer) if board.before is not None else []
    return Studied(
        view=game.view(state, viewer),
        position=game.write_position(state),
        seats=int(state.seats),
        secrets=game.has_secrets,
        turn=int(state.turn),
        choices=board.choices(),
        draws=draws(game, state),
        prompt=name_seats(prompt(board), board.names),
        step=step(board),
        lines=[name_seats(line, board.names) for line in told],
        ending=state.ending() if state.to_move == OVER else "",
    )


def prompt(board: Board) -> str:
    """Say what is expected now, of whom: more than whose turn it is to those who may know that seat's choices."""
    state, seat = board.state, int(board.state.to_move)
    if seat < 0 or board.viewer not in (ALL, seat):
        return board.game.prompt(state, ALL)
    return f"{{{seat}}}: {board.game.prompt(state, seat)}"


def step(board: Board) -> Step | None:
    """Show the move that led here; of a secret one only that it was made."""
    before, game = board.before, board.game
    if before is None:
        return None
    seat, text = int(before.to_move), game.write(before, board.move, board.viewer)
    told = seat != CHANCE and text == game.write(before, board.move)
    return Step(len(board.study.moves) - 1, seat, text, game.path(before, board.move) if told else [])


def draws(game: Game, state: State) -> list[Draw]:
    """List what chance may draw, the likeliest first."""
    if state.to_move != CHANCE:
        return []
    weights = {int(move): int(state.weight(move)) for move in state.moves()}
    total = sum(weights.values())
    likely = sorted(weights, key=lambda move: -weights[move])[:DRAWS]
    return [Draw(game.write(state, move), weights[move] / total) for move in likely]
