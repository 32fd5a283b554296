"""A line protocol, in the spirit of chess engines: bots in any language can play here, and ours elsewhere.

Everything is a line of words. The bot answers on its standard output:

| line to the bot | meaning | answer |
| --- | --- | --- |
| `potluck` | who are you? | `id name …`, `game …` for each game it plays, then `potluckok` |
| `isready` | are you still there? | `readyok` |
| `game NAME [option=value, …]` | the game from now on | – |
| `level NAME` | how strong to play; others may ignore it | – |
| `seed NUMBER` | what to draw from; others may ignore it | – |
| `position start [SEATS]` | the beginning of a match | – |
| `position WORDS` | what `Game.write_position` writes, on one line; in a game with secrets it is redrawn | – |
| `go [movetime MS] [steps N]` | think for the seat to move | `info …` lines, then `bestmove MOVE` |
| `stop` | answer now | `bestmove MOVE` |
| `quit` | the end | – |

What a bot cannot understand it answers with `error …` and goes on.
"""

import queue
import threading
from collections.abc import Callable
from time import sleep
from typing import TextIO

from potluck.bots.search import Limit, Search
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.games import load_text, names
from potluck.players.door import Player
from potluck.players.levels import Level, level, level_names

OFTEN = 32  # questions about the time between two chances to listen


class Bot:
    """Answer the lines of the protocol."""

    def __init__(self, lines: TextIO, out: TextIO, version: str = "") -> None:
        self.out = out
        self.version = version
        self.queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.game: Game | None = None
        self.level_name = ""
        self.seed = 0
        self.player: Player | None = None
        self.position = ""
        self.stops_heard = 0
        self.stops_done = 0
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()

    def run(self) -> None:
        """Answer until told to quit, or until the input ends."""
        answers: dict[str, Callable[[list[str]], None]] = {
            "potluck": self._introduce,
            "isready": lambda words: self._say("readyok"),
            "game": self._set_game,
            "level": self._set_level,
            "seed": self._set_seed,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
        }
        while (line := self.queue.get()) != "quit":
            if not line:
                continue
            word, *rest = line.split()
            try:
                if word not in answers:
                    raise PotluckError(f"{shown(word)}: expected one of {', '.join(answers)}, quit")
                answers[word](rest)
            except PotluckError as error:
                self._say(f"error {' '.join(str(error).split())}")

    def _listen(self, lines: TextIO) -> None:
        """Queue the lines of the input; its end means quit."""
        for line in lines:
            self.stops_heard += line.strip() == "stop"
            self.queue.put(line.strip())
        self.queue.put("quit")

    def _stop(self, words: list[str]) -> None:
        """Count the order; the thought that it was meant for has heard it already."""
        self.stops_done += 1

    def _say(self, line: str) -> None:
        """Answer with a line."""
        print(line, file=self.out, flush=True)

    def _introduce(self, words: list[str]) -> None:
        """Say who this is and what it plays."""
        self._say(f"id name Potluck {self.version}".strip())
        for name in names():
            self._say(f"game {name}")
        self._say("potluckok")

    def _set_game(self, words: list[str]) -> None:
        """Choose a game and its options."""
        self.game = load_text(words[0] if words else "", " ".join(words[1:]))
        self.player = None
        self.position = ""

    def _set_level(self, words: list[str]) -> None:
        """Choose the strength."""
        if self.game:
            level(self.game, " ".join(words))
        self.level_name = " ".join(words)
        self.player = None

    def _set_seed(self, words: list[str]) -> None:
        """Choose what to draw from."""
        self.seed = number(" ".join(words), "seed")
        self.player = None

    def _set_position(self, words: list[str]) -> None:
        """Take a position; it is read when asked about."""
        game = self._chosen()
        if words and words[0] == "start":
            seats = number(words[1], "seats") if len(words) > 1 else None
            self.position = game.write_position(game.new(seats))
        else:
            game.read_position(" ".join(words), Dice(self.seed))
            self.position = " ".join(words)

    def _chosen(self) -> Game:
        """Return the game, which must have been chosen."""
        if not self.game:
            raise PotluckError(f"no game is chosen: expected game NAME first, one of {', '.join(names())}")
        return self.game

    def _go(self, words: list[str]) -> None:
        """Think about the position and answer."""
        game = self._chosen()
        if not self.position:
            raise PotluckError("no position is given: expected position first")
        if self.player is None:
            self.player = Player(game, self._setting(), self.seed)
        asked = dict(zip(words[::2], words[1::2], strict=False))
        seconds = number(asked.get("movetime", "0"), "movetime") / 1000
        steps = number(asked.get("steps", "0"), "steps")
        if not seconds:
            steps = steps or self.player.setting.steps
        seat = game.read_position(self.position, Dice(self.seed)).to_move
        move = self.player.choose(self.position, seat, Patience(steps, seconds, self))
        self._inform(self.player.search)
        self._say(f"bestmove {move}")

    def _setting(self) -> Level:
        """Find the level: the top one unless another was asked for."""
        game = self._chosen()
        return level(game, self.level_name or level_names(game)[-1])

    def _inform(self, search: Search) -> None:
        """Tell what was found."""
        if len(search.moves):
            self._say(f"info steps {search.steps} score {search.values[0]:.3f}")


class Patience(Limit):
    """Think until the limit, or until told to stop."""

    def __init__(self, steps: int, seconds: float, bot: Bot) -> None:
        super().__init__(steps, seconds)
        self.bot = bot
        self.asked = 0

    def is_late(self) -> bool:
        """Let the listener listen now and then, and heed what it heard."""
        self.asked += 1
        if self.asked % OFTEN == 0:
            sleep(0)
        return self.bot.stops_heard > self.bot.stops_done or super().is_late()


def number(text: str, name: str) -> int:
    """Read a whole number from a word of a line."""
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise PotluckError(f"{name} {shown(text)}: expected a whole number")
    return int(text)


def serve(lines: TextIO, out: TextIO, version: str = "") -> None:
    """Speak the protocol until the other side quits."""
    Bot(lines, out, version).run()
