"""The log of a match: what each audience may be told of every move."""

from typing import NamedTuple

from potluck.core.game import Game
from potluck.core.state import ALL, SPECTATOR, State
from potluck.table.protocol import Step


class Line(NamedTuple):
    """Hold one line of the log; {0}, {1} … stand for names."""

    ply: int
    turn: int
    seat: int
    text: str


class Ply(NamedTuple):
    """Hold what everybody may know of a move: who made it, and in which turn."""

    seat: int
    turn: int


class Story:
    """Tell the moves of a match to its audiences, as far as they have been asked for.

    In a game without secrets all viewers are one audience.
    """

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = start
        self.state = start.copy()  # after the moves told so far
        self.plies: list[Ply] = []
        self.audiences = [*range(start.seats), SPECTATOR] if game.has_secrets else [SPECTATOR]
        self.steps: dict[int, list[Step]] = {audience: [] for audience in self.audiences}
        self.lines: dict[int, list[Line]] = {audience: [] for audience in self.audiences}
        self.sent = dict.fromkeys(self.audiences, 0)  # lines that all viewers have been sent already

    def audience(self, viewer: int) -> int:
        """Find the audience that a viewer belongs to."""
        return viewer if viewer in self.lines else SPECTATOR

    def tell(self, moves: list[int]) -> None:
        """Tell the moves that have not been told yet."""
        for move in moves[len(self.plies) :]:
            self._tell_move(move)

    def _tell_move(self, move: int) -> None:
        """Tell one move."""
        ply, turn, seat = len(self.plies), int(self.state.turn), int(self.state.to_move)
        full = self.game.write(self.state, move, ALL)
        path = self.game.path(self.state, move) if seat >= 0 else []
        for audience in self.audiences:
            text = self.game.write(self.state, move, audience) if self.game.has_secrets else full
            known = audience == seat or text == full
            self.steps[audience].append(Step(ply, seat, text, path if known else []))
            for sentence in self.game.tell(self.state, move, audience):
                self.lines[audience].append(Line(ply, turn, seat, sentence))
        self.plies.append(Ply(seat, turn))
        self.state.play(move)

    def note(self, ply: int, turn: int, text: str) -> None:
        """Add a line of the table's own for everybody."""
        for lines in self.lines.values():
            lines.append(Line(ply, turn, SPECTATOR, text))

    def cut(self, to: int, moves: list[int]) -> None:
        """Forget the moves from a ply on."""
        if to >= len(self.plies):
            return
        del self.plies[to:]
        for audience in self.audiences:
            del self.steps[audience][to:]
            lines = self.lines[audience]
            self.lines[audience] = [line for line in lines if line.ply < to or line.seat == SPECTATOR]
            self.sent[audience] = 0
        self.state = self.start.copy()
        for move in moves[:to]:
            self.state.play(move)

    def turn_steps(self, viewer: int, turn: int) -> list[Step]:
        """List the moves of a turn, the last that was told, in order."""
        steps = self.steps[self.audience(viewer)]
        first = len(self.plies)
        while first and self.plies[first - 1].turn == turn:
            first -= 1
        return steps[first:]

    def last_steps(self, viewer: int, seat: int, before: int) -> list[Step]:
        """List a seat's moves in the last turn, before the given one, in which it moved."""
        steps = self.steps[self.audience(viewer)]
        found: list[Step] = []
        turn = None
        for ply in range(len(self.plies) - 1, -1, -1):
            mover, its_turn = self.plies[ply]
            if its_turn >= before:
                continue
            if turn is not None and its_turn != turn:
                break
            if mover == seat:
                turn = its_turn
                found.append(steps[ply])
        return found[::-1]

    def mark_sent(self) -> None:
        """Note that all viewers have been sent all lines."""
        for audience, lines in self.lines.items():
            self.sent[audience] = len(lines)
