"""A match or a lesson in the terminal: a drawn board, typed moves, and why a move is refused."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.english import capital, name_seats
from potluck.core.errors import BrokenRule, IllegalMove, PotluckError
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, SPECTATOR, State
from potluck.games import rulings
from potluck.players.analysis import analyse
from potluck.players.door import see
from potluck.players.guests import seat_player
from potluck.records.lessons import Step, Trial, lessons, solution
from potluck.records.match import Match
from potluck.records.record import Record, write
from potluck.records.seal import Seal, new_seed
from potluck.records.secrecy import reveals

HELP = "a move · ? legal moves · hint · why MOVE · rules · log · undo · save FILE · resign · quit"
HINT_SECONDS = 1.0
NO_SCROLLBACK = "\x1b[3J"  # terminals forget what was scrolled away

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
    """Play one match at one screen, which people who have secrets pass to one another."""

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
        self.passes = game.has_secrets and len(self.people) > 1  # the screen goes from hand to hand
        self.looker: int | None = None  # who looks at the screen, where it is passed
        self.heard: dict[int, int] = {}  # by viewer: moves that they have been told
        self.ruling = ""  # by which the last move was refused

    @property
    def state(self) -> State:
        """Return the state of the match."""
        return self.match.state

    @property
    def people(self) -> list[int]:
        """List the seats that people hold."""
        return [seat for seat in range(self.match.seats) if seat not in self.bots]

    @property
    def viewer(self) -> int:
        """Name the seat for which the screen may show everything, or SPECTATOR for what all may know."""
        if self.passes:
            return SPECTATOR if self.looker is None else self.looker
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def run(self) -> Record:
        """Play until the match is over or somebody leaves; return what may be kept of it."""
        try:
            while not self.match.is_over:
                with self.match.void_if_broken():
                    self.step()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print("\nLeft the match.")
            return self.kept()
        self.heard[SPECTATOR] = max(self.heard.values(), default=0)
        self.looker = None
        with self.match.void_if_broken():
            self.hear()
            if self.state.to_move == OVER:
                self.show()
        self.announce()
        return self.kept()

    def step(self) -> None:
        """Let a bot or a person make the next move, and chance answer it."""
        mover = int(self.state.to_move)
        if mover in self.bots:
            self.match.play(self.bots[mover](self.game, self.state, mover, self.dice))
        elif is_forced(self.state):
            self.match.play(self.state.moves()[0])
        else:
            self.pass_screen(mover)
            self.ask(mover)
        if not self.passes:
            self.hear()

    # The screen

    def pass_screen(self, seat: int) -> None:
        """Let the next person come to the screen before it shows what they alone may know."""
        if not self.passes or self.looker == seat:
            return
        if self.looker is not None:
            self.hear()
            self.console.input(f"[bold]Enter[/bold], then {escape(self.names[seat])} takes the screen. ")
        self.wipe()
        self.console.input(f"[bold]{escape(self.names[seat])}[/bold], press Enter when nobody else looks. ")
        self.wipe()
        self.looker = seat
        self.hear()

    def wipe(self) -> None:
        """Clear the screen, and what can be scrolled back to."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(NO_SCROLLBACK)

    def hear(self) -> None:
        """Tell whoever looks the moves that they have not been told yet."""
        told = self.heard.get(self.viewer, 0)
        for line in self.lines(told):
            self.console.print("  " + line, style="dim", highlight=False)
        self.heard[self.viewer] = len(self.match.moves)

    def lines(self, first: int) -> Iterator[str]:
        """Tell the moves from a ply on, each as one would type it, as whoever looks may know them."""
        state = self.match.state_at(first)
        for move in self.match.moves[first:]:
            text = "" if state.to_move == CHANCE else self.game.write(state, move, self.viewer)
            for line in self.game.tell(state, move, self.viewer):
                yield escape(f"{text:8} {self.named(line)}" if text else self.named(line))
                text = " " * len(text)
            state.play(move)

    def named(self, sentence: str) -> str:
        """Put the names of the seats into a sentence."""
        return name_seats(sentence, self.names, self.viewer if self.viewer >= 0 else None)

    def show(self) -> None:
        """Draw the board."""
        self.console.print()
        self.console.print(self.game.sketch(self.state, self.viewer), highlight=False)

    # The person

    def ask(self, seat: int) -> None:
        """Ask a person for a move."""
        self.show()
        aside = self.game.aside(self.state, seat)
        self.console.print(
            f"[bold]{escape(self.names[seat])}[/bold]: {escape(self.named(self.game.prompt(self.state, seat)))}"
        )
        if aside:
            self.console.print(escape(self.named(aside)), style="yellow")
        while True:
            words = self.console.input("[bold]> [/bold]").strip()
            try:
                if self.obey(words, seat):
                    return
            except BrokenRule:
                raise
            except PotluckError as error:
                self.ruling = error.ruling if isinstance(error, IllegalMove) else ""
                self.complain(str(error))

    def obey(self, words: str, seat: int) -> bool:
        """Do what was typed; tell whether the match goes on from another position."""
        command, _, rest = words.partition(" ")
        rest = rest.strip()
        match command.lower():
            case "" | "help":
                self.console.print(HELP, style="dim")
            case "?":
                self.list_moves()
            case "hint":
                self.hint(seat)
            case "why":
                self.explain(rest)
            case "rules":
                self.list_rulings(rest.upper())
            case "log":
                for line in self.lines(0):
                    self.console.print("  " + line, highlight=False)
            case "save":
                self.save(Path(rest or f"{self.game.name}.txt"))
            case "quit":
                raise Quit
            case "undo":
                return self.undo()
            case "resign":
                self.match.resign(seat)
                return True
            case _:
                self.match.play(words)
                return True
        return False

    def complain(self, sentence: str) -> None:
        """Say that something cannot be done, and why."""
        self.console.print(escape(sentence), style="red")

    def list_moves(self) -> None:
        """Show the legal moves, those from one place on a line."""
        groups: dict[str, list[str]] = {}
        for choice in self.game.choices(self.state):
            groups.setdefault(choice.path[0], []).append(choice.text)
        for texts in groups.values():
            self.console.print("  " + escape("  ".join(texts)), highlight=False)

    def hint(self, seat: int) -> None:
        """Name the best move that is found, by what the seat may know, and why it is good."""
        best = analyse(self.game, self.state, seat, Limit(0, HINT_SECONDS), lines=1, seed=secrets.randbits(60))[0]
        self.console.print(f"[bold]{escape(best.move)}[/bold]: {escape(self.named(best.reason))}", highlight=False)

    def explain(self, text: str) -> None:
        """Say why a move is refused, or by which ruling the last one was."""
        if text:
            self.match.check(text)
            self.console.print(f"{escape(text)} can be played.", highlight=False)
        elif self.ruling:
            self.list_rulings(self.ruling)
        else:
            self.console.print("No move was refused yet; why MOVE asks about one.", style="dim")

    def list_rulings(self, wanted: str) -> None:
        """Show the rulings of the game, or one."""
        known = rulings(self.game.name)
        if wanted and wanted not in known:
            self.complain(f"There is no ruling {wanted}; the rulings are {min(known)} to {list(known)[-1]}.")
        for ruling in known.values():
            if wanted in ("", ruling.id):
                self.console.print(f"[bold]{ruling.id:5}[/bold] {escape(ruling.text)}", highlight=False)

    def save(self, file: Path) -> None:
        """Write what may be kept so far."""
        try:
            file.write_text(write(self.kept()), encoding="utf-8")
        except OSError as error:
            self.complain(f"{file}: {error.strerror}")
            return
        what = "The position as all may know it, without secrets, is" if self.hides else "The match so far is"
        self.console.print(f"{what} in {escape(str(file))}.", highlight=False)

    @property
    def hides(self) -> bool:
        """Tell whether the moves so far tell what somebody may not know yet."""
        return self.game.has_secrets and not self.match.is_over

    def kept(self) -> Record:
        """Write the match down; while it is running without its seed, and without the moves if they tell secrets."""
        record = self.match.record()
        if not self.match.is_over:
            record.seed = ""
        if self.hides:
            record.moves = []
            record.position = " ".join(self.game.write_position(self.state, SPECTATOR).split())
        return record

    def undo(self) -> bool:
        """Take back the last move that was a choice of a person, unless chance answered it or it showed something."""
        for ply in reversed(range(len(self.match.moves))):
            state = self.match.state_at(ply)
            if state.to_move == CHANCE:
                self.complain("Chance has been drawn since: that cannot be taken back.")
                return False
            if reveals(self.game, state, self.match.moves[ply]):
                self.complain("Something hidden has been shown since: that cannot be taken back.")
                return False
            if state.to_move not in self.bots and not is_forced(state):
                self.match.rewind(ply)
                self.heard = {viewer: min(heard, ply) for viewer, heard in self.heard.items()}
                return True
        self.complain("There is nothing to take back.")
        return False

    def announce(self) -> None:
        """Say how the match ended."""
        assert self.match.result
        scores, ending = self.match.result
        winners = [name for name, score in zip(self.names, scores, strict=True) if score == max(scores)]
        drawn = len(winners) == len(self.names)
        said = "The match is a draw" if drawn else f"{' and '.join(winners)} won"
        if self.match.fault:
            self.console.print(f"\n[bold]{escape(capital(self.match.fault))}[/bold].")
        else:
            self.console.print(f"\n[bold]{escape(said)}[/bold] ({ending}).")


# Lessons


def teach(name: str, console: Console, chapter: int = 0) -> None:
    """Teach a game step by step, from a chapter on, until the learner leaves."""
    chapters = lessons(name)
    try:
        for number, one in enumerate(chapters[chapter:], start=chapter + 1):
            console.print(f"\n[bold]Chapter {number} of {len(chapters)}: {escape(one.title)}[/bold]")
            for step in one.steps:
                take_step(name, step, console)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print("\nLeft the lesson.")
        return
    console.print(f"\nThat is all you need for a first match: potluck play {name}", highlight=False)


def take_step(name: str, step: Step, console: Console) -> None:
    """Ask for a step until it is done or skipped."""
    trial = Trial(name, step)
    console.print(f"\n[bold]{escape(step.title)}[/bold]\n")
    console.print(trial.match.game.sketch(trial.match.state, trial.seat), highlight=False)
    console.print(f"[bold]{escape(step.say)}[/bold] {escape(step.aside)}", highlight=False)
    while not trial.done:
        words = console.input("[bold]> [/bold]").strip()
        if words == "quit":
            raise Quit
        if words == "skip":
            return
        if words in ("", "show"):
            console.print(f"Type {escape(' and then '.join(solution(name, step)))}, or skip, or quit.", highlight=False)
            continue
        answer = trial.play(words)
        if answer.kind == "right":
            console.print(trial.match.game.sketch(trial.match.state, trial.seat), highlight=False)
        else:
            console.print(escape(answer.sentence), style="green" if answer.kind == "done" else "red")
    if step.know:
        console.print(escape(step.know), style="dim")
