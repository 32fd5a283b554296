"""A match in the terminal: a drawn board, typed moves, and why a move is refused."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, SPECTATOR, State
from potluck.players.door import see
from potluck.players.guests import seat_player
from potluck.records.match import Match
from potluck.records.record import Record, write
from potluck.records.seal import Seal, new_seed

HELP = "a move · ? legal moves · undo · save FILE · resign · quit"

Chooser = Callable[[Game, State, int, Dice], int]  # a bot: game, state, seat, dice → move


def seat_bot(game: Game, level: str) -> Chooser:
    """Seat a bot of a level; it is shown what its seat may know, and no more."""
    player = seat_player(game, level, secrets.randbits(60))

    def choose(game: Game, state: State, seat: int, dice: Dice) -> int:
        return game.read(state, player.choose(see(game, state, seat, dice), seat))

    return choose


def is_forced(state: State) -> bool:
    """Tell whether the mover has no choice: such moves are made for people."""
    return len(state.moves()) == 1


class Quit(Exception):
    """Leave the match."""


class TerminalMatch:
    """Play one match at one screen."""

    def __init__(
        self, game: Game, seats: int, bots: Mapping[int, Chooser], names: Sequence[str], console: Console
    ) -> None:
        self.game = game
        self.console = console
        self.bots = bots
        self.names = list(names)
        self.dice = Dice(secrets.randbits(60))
        self.seal = Seal(new_seed(), secrets.token_hex(8))
        self.match = Match(game, seats, dice=self.seal, players=self.names)
        self.heard = 0  # moves that have been told

    @property
    def state(self) -> State:
        """Return the state of the match."""
        return self.match.state

    @property
    def people(self) -> list[int]:
        """List the seats that people hold."""
        return [seat for seat in range(self.match.seats) if seat not in self.bots]

    def run(self) -> Record:
        """Play until the match is over or somebody leaves."""
        try:
            self.hear()
            while not self.match.is_over:
                self.step()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\nLeft the match.")
            return self.match.record()
        if self.state.to_move == OVER:
            self.show(self.people[0] if self.people else SPECTATOR)
        self.announce()
        return self.match.record()

    def step(self) -> None:
        """Let a bot or a person make the next move, and chance answer it."""
        mover = int(self.state.to_move)
        if mover in self.bots:
            self.match.play(self.bots[mover](self.game, self.state, mover, self.dice))
        elif is_forced(self.state):
            self.match.play(self.state.moves()[0])
        else:
            self.ask(mover)
        self.hear()

    def hear(self) -> None:
        """Tell the moves that have not been told yet."""
        audience = self.people[0] if len(self.people) == 1 else SPECTATOR
        for _, state, move in islice(self.match.steps(), self.heard, None):
            for line in self.game.tell(state, move, audience):
                self.console.print("  " + escape(self.named(line, audience)), style="dim")
        self.heard = len(self.match.moves)

    def named(self, sentence: str, viewer: int) -> str:
        """Put the names of the seats into a sentence."""
        return name_seats(sentence, self.names, viewer if len(self.people) == 1 else None)

    def show(self, viewer: int) -> None:
        """Draw the board."""
        self.console.print()
        self.console.print(self.game.sketch(self.state, viewer), highlight=False)

    def ask(self, seat: int) -> None:
        """Ask a person for a move."""
        self.show(seat)
        prompt = self.game.prompt(self.state, seat)
        aside = self.game.aside(self.state, seat)
        self.console.print(f"[bold]{escape(self.names[seat])}[/bold]: {escape(self.named(prompt, seat))}")
        if aside:
            self.console.print(escape(self.named(aside, seat)), style="yellow")
        while True:
            words = self.console.input("[bold]> [/bold]").strip()
            try:
                if self.obey(words, seat):
                    return
            except PotluckError as error:
                self.console.print(escape(str(error)), style="red")

    def obey(self, words: str, seat: int) -> bool:
        """Do what was typed; tell whether the match goes on from another position."""
        command, _, rest = words.partition(" ")
        if not words:
            self.console.print(HELP, style="dim")
            return False
        if words == "?":
            self.list_moves()
            return False
        if command == "save":
            self.save(Path(rest.strip() or f"{self.game.name}.txt"))
            return False
        if words == "quit":
            raise Quit
        if words == "undo":
            return self.undo()
        if words == "resign":
            self.match.resign(seat)
            return True
        self.match.play(words)
        return True

    def list_moves(self) -> None:
        """Show the legal moves, those from one place on a line."""
        groups: dict[str, list[str]] = {}
        for choice in self.game.choices(self.state):
            groups.setdefault(choice.path[0], []).append(choice.text)
        for texts in groups.values():
            self.console.print("  " + escape("  ".join(texts)), highlight=False)

    def save(self, file: Path) -> None:
        """Write the record so far."""
        try:
            file.write_text(write(self.match.record()), encoding="utf-8")
            self.console.print(f"Saved to {escape(str(file))}; potluck replay {escape(str(file))} shows it.")
        except OSError as error:
            self.console.print(f"{escape(str(file))}: {error.strerror}", style="red")

    def undo(self) -> bool:
        """Take back the last move of the person who is asked, unless chance has answered it."""
        for ply, state, _ in reversed(list(self.match.steps())):
            if state.to_move == CHANCE:
                self.console.print("Chance has been drawn since: that cannot be taken back.", style="red")
                return False
            if state.to_move not in self.bots and not is_forced(state):
                self.match.rewind(ply)
                self.heard = ply
                return True
        self.console.print("There is nothing to take back.", style="red")
        return False

    def announce(self) -> None:
        """Say how the match ended."""
        assert self.match.result
        scores, ending = self.match.result
        winners = [name for name, score in zip(self.names, scores, strict=True) if score == max(scores)]
        drawn = len(winners) == len(self.names)
        said = "The match is drawn" if drawn else f"{' and '.join(winners)} won"
        self.console.print(f"\n[bold]{escape(said)}[/bold] ({ending}).")
