"""Bots from outside: processes that speak the line protocol of protocol.py, and what happens when they fail."""

import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from potluck.bots.search import Limit
from potluck.core.english import shown
from potluck.core.errors import BrokenRule, PotluckError
from potluck.core.game import Game
from potluck.games import options_text
from potluck.players.door import Player
from potluck.players.levels import level

LONGEST_LINE = 10_000
STARTING = 30.0  # seconds until a bot process must be ready: it may have a net or a library to load
THINKING = 0.2  # seconds a move for a bot process, where nobody says otherwise


class BotFailure(PotluckError):
    """Say what was wrong with the answer of a bot process."""


class Outsider:
    """Drive a bot in a process of its own; every answer has a deadline."""

    def __init__(self, command: Sequence[str], patience: float = 5.0) -> None:
        self.name = command[0]
        self.patience = patience  # seconds allowed beyond the thinking time
        self.told = ""  # the game it was told
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace", bufsize=1
            )
        except OSError as error:
            raise BotFailure(f"bot {shown(self.name)}: cannot be started: {error.strerror}") from error
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        try:
            self._send("potluck")
            self._await("potluckok", max(patience, STARTING))
        except BotFailure:
            self.close()
            raise

    def choose(self, game: Game, position: str, seat: int, seconds: float) -> str:
        """Ask for a move; raise BotFailure for nonsense, lateness and silence."""
        about = f"game {game.name} {options_text(game)}".strip()
        if about != self.told:
            self._send(about)
            self.told = about
        self._send(f"position {' '.join(position.split())}")
        self._send(f"go movetime {round(seconds * 1000)}")
        text = self._await("bestmove ", seconds + self.patience)
        state = game.read_position(position)
        try:
            return game.write(state, game.read(state, text))
        except BrokenRule:
            raise
        except PotluckError as error:
            raise BotFailure(f"bot {shown(self.name)}: {error}") from error

    def close(self) -> None:
        """Tell it to quit, and end it if it does not."""
        try:
            self._send("quit")
            self.process.wait(1.0)
        except (BotFailure, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.listener.join(1.0)
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.close()

    def _listen(self) -> None:
        """Queue what it says; None at the end."""
        assert self.process.stdout
        with self.process.stdout as lines:
            for line in lines:
                self.lines.put(line[:LONGEST_LINE].strip())
        self.lines.put(None)

    def _send(self, line: str) -> None:
        """Send it a line."""
        assert self.process.stdin
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise BotFailure(f"bot {shown(self.name)}: it has ended") from error

    def _await(self, start: str, seconds: float) -> str:
        """Wait for a line that begins so; return the rest of it."""
        deadline = monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - monotonic()))
            except queue.Empty:
                raise BotFailure(f"bot {shown(self.name)}: no {start.strip()} within {seconds:.1f} s") from None
            if line is None:
                raise BotFailure(f"bot {shown(self.name)}: it has ended")
            if line.startswith("error"):
                raise BotFailure(f"bot {shown(self.name)}: it answered {shown(line)}")
            if line.startswith(start):
                return line.removeprefix(start)


class Guest:
    """Seat a bot process at a table: when it fails, it forfeits, or a built-in bot plays on, as the caller chose."""

    def __init__(self, command: Sequence[str], game: Game, seconds: float, substitute: str = "", seed: int = 0) -> None:
        self.game = game
        self.seconds = seconds
        self.substitute = Player(game, level(game, substitute), seed) if substitute else None
        self.trouble = ""  # what went wrong, in a sentence; from then on the substitute plays
        self.bot: Outsider | None = None
        self._start(command)

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer with a move; raise BotFailure to forfeit."""
        if self.bot:
            try:
                return self.bot.choose(self.game, position, seat, (limit and limit.seconds) or self.seconds)
            except BotFailure as failure:
                self._fail(failure)
        if not self.substitute:
            raise BotFailure(self.trouble)
        return self.substitute.choose(position, seat, limit)

    def clock(self) -> float:
        """Tell the time: what a process of its own spends cannot be seen from here."""
        return monotonic()

    def close(self) -> None:
        """Let the process go."""
        if self.bot:
            self.bot.close()
        self.bot = None

    def _start(self, command: Sequence[str]) -> None:
        """Start the process; that it cannot be started is a failure like any other."""
        try:
            self.bot = Outsider(command)
        except BotFailure as failure:
            self._fail(failure)

    def _fail(self, failure: BotFailure) -> None:
        """Note what went wrong, and go on without the process."""
        self.trouble = f"{failure}; {'replaced by a built-in bot' if self.substitute else 'it forfeits the match'}"
        self.close()


def seat_player(game: Game, name: str, seed: int) -> Player | Guest:
    """Seat a level, or a process: "exec COMMAND" forfeits when it fails, "exec/club COMMAND" is replaced."""
    if not name.startswith("exec"):
        return Player(game, level(game, name), seed)
    rule, _, command = name.partition(" ")
    substitute = rule.removeprefix("exec").removeprefix("/")
    return Guest(shlex.split(command), game, THINKING, substitute, seed)
