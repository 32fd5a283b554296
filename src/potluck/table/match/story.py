"""The log of a match: what each audience may be told of every move."""

from typing import NamedTuple

from potluck.core.game import Game
from potluck.core.state import ALL, OVER, SPECTATOR, State
from potluck.table.protocol import Step

KEPT = 1000  # plies of which the moves and lines are kept


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
    """Tell the moves of a match to its audiences, as far as they have been asked for; keep the last of what was told.

    In a game without secrets all viewers are one audience. What is not kept any more is told again by a replay.
    """

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.state = start  # after the moves told so far
        self.plies: list[Ply] = []
        self.first = 0  # the ply of the first step that is kept
        self.audiences = [*range(start.seats), SPECTATOR] if game.has_secrets else [SPECTATOR]
        self.steps: dict[int, list[Step]] = {audience: [] for audience in self.audiences}
        self.lines: dict[int, list[Line]] = {audience: [] for audience in self.audiences}
        self.dropped = dict.fromkeys(self.audiences, 0)  # lines that are not kept any more
        self.sent = dict.fromkeys(self.audiences, 0)  # lines that all viewers have been sent already
        self.ending = ""  # what happened by the last move of a finished match
        self.notes: list[tuple[int, Line]] = []  # of the table's own, to be told before a ply

    def audience(self, viewer: int) -> int:
        """Find the audience that a viewer belongs to."""
        return viewer if viewer in self.lines else SPECTATOR

    def tell(self, moves: list[int]) -> None:
        """Tell the moves that have not been told yet; of very many, the last."""
        if len(moves) - len(self.plies) > KEPT:
            self._skip(moves[len(self.plies) : len(moves) - KEPT])
        for move in moves[len(self.plies) :]:
            self._tell_notes()
            self._tell_move(move)
        self._tell_notes()
        if len(self.plies) - self.first > 2 * KEPT:
            self._forget(len(self.plies) - KEPT)

    def _skip(self, moves: list[int]) -> None:
        """Make moves without a word, and keep nothing of what was before."""
        for move in moves:
            self._count_ply()
            self.state.play(move)
        self._forget(len(self.plies))
        self.notes = [(ply, line) for ply, line in self.notes if ply >= self.first]

    def _forget(self, first: int) -> None:
        """Keep what was told from a ply on."""
        for audience in self.audiences:
            del self.steps[audience][: first - self.first]
            kept = [line for line in self.lines[audience] if line.ply >= first]
            self.dropped[audience] += len(self.lines[audience]) - len(kept)
            self.lines[audience] = kept
        self.first = first

    def _count_ply(self) -> Ply:
        """Note who makes the next move; the moves of a turn share what is noted."""
        ply = Ply(int(self.state.to_move), int(self.state.turn))
        self.plies.append(self.plies[-1] if self.plies and self.plies[-1] == ply else ply)
        return ply

    def _tell_move(self, move: int) -> None:
        """Tell one move."""
        number = len(self.plies)
        seat, turn = self._count_ply()
        full = self.game.write(self.state, move, ALL)
        path = self.game.path(self.state, move) if seat >= 0 else []
        told = {audience: self.game.tell(self.state, move, audience) for audience in self.audiences}
        for audience in self.audiences:
            text = self.game.write(self.state, move, audience) if self.game.has_secrets else full
            known = audience == seat or text == full
            self.steps[audience].append(Step(number, seat, text, path if known else []))
        before = self.state.copy()
        self.state.play(move)
        if self.state.to_move == OVER:
            self.ending = self.game.how_it_ended(before, move)
        begun = (int(self.state.turn), int(self.state.to_move))
        for audience, sentences in told.items():
            for sentence in sentences:
                when = begun if self.game.begins(sentence) else (turn, seat)
                self.lines[audience].append(Line(number, *when, sentence))

    def note(self, ply: int, turn: int, text: str) -> None:
        """Add a line of the table's own for everybody, after what has happened so far."""
        self.notes.append((ply, Line(ply, turn, SPECTATOR, text)))

    def _tell_notes(self) -> None:
        """Tell what the table has to say before the next move."""
        while self.notes and self.notes[0][0] <= len(self.plies):
            _, note = self.notes.pop(0)
            for lines in self.lines.values():
                lines.append(note)

    def show(self, lines: dict[int, list[Line]]) -> None:
        """Show other lines than were told."""
        self.lines = {audience: list(lines.get(audience, [])) for audience in self.audiences}
        self.sent, self.dropped = dict.fromkeys(self.audiences, 0), dict.fromkeys(self.audiences, 0)

    def cut(self, to: int, state: State) -> None:
        """Forget the moves from a ply on, before which the state was this."""
        self.notes = [(min(ply, to), line) for ply, line in self.notes]
        if to >= len(self.plies):
            return
        del self.plies[to:]
        for audience in self.audiences:
            del self.steps[audience][max(0, to - self.first) :]
            lines = self.lines[audience]
            self.lines[audience] = [line for line in lines if line.ply < to or line.seat == SPECTATOR]
            self.sent[audience] = 0
        self.first = min(self.first, to)
        self.state = state

    def lines_from(self, viewer: int, first: int) -> tuple[int, list[Line]]:
        """List the lines of a viewer from one on, and its number; from 0 if that one is not kept any more."""
        audience = self.audience(viewer)
        if first < self.dropped[audience]:
            return 0, self.lines[audience]
        return first, self.lines[audience][first - self.dropped[audience] :]

    def turn_steps(self, viewer: int, turn: int) -> list[Step]:
        """List the moves of a turn, the last that was told, in order."""
        first = len(self.plies)
        while first > self.first and self.plies[first - 1].turn == turn:
            first -= 1
        return self.steps[self.audience(viewer)][first - self.first :]

    def last_steps(self, viewer: int, seat: int, before: int) -> list[Step]:
        """List a seat's moves in the last turn, before the given one, in which it moved."""
        steps = self.steps[self.audience(viewer)]
        found: list[Step] = []
        turn = None
        for ply in range(len(self.plies) - 1, self.first - 1, -1):
            mover, its_turn = self.plies[ply]
            if its_turn >= before:
                continue
            if turn is not None and its_turn != turn:
                break
            if mover == seat:
                turn = its_turn
                found.append(steps[ply - self.first])
        return found[::-1]

    def mark_sent(self) -> None:
        """Note that all viewers have been sent all lines."""
        for audience, lines in self.lines.items():
            self.sent[audience] = self.dropped[audience] + len(lines)
