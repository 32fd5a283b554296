"""A line protocol, in the spirit of chess engines: bots in any language can play here, and ours elsewhere.

Everything is a line of words. The bot answers on its standard output:

| line to the bot | meaning | answer |
| --- | --- | --- |
| `potluck` | who are you? | `id name …`, `game …` for each game it plays, then `potluckok` |
| `isready` | are you still there? | `readyok` |
| `game NAME [option=value, …]` | the game from now on | – |
| `level NAME` | how strong to play; others may ignore it | – |
| `seed NUMBER` | what to draw from; others may ignore it | – |
| `position start [SEATS] [moves …]` | the beginning of a match, or what moves lead to | – |
| `position WORDS [moves …]` | the same, from what `Game.write_position` writes, on one line | – |
| `legal` | who is to move, and what can they do? | `legal MOVE` lines, then `legalok seat N` |
| `show` | where did the moves lead? | `position WORDS` |
| `go [movetime MS] [steps N]` | think for the seat to move | `info …` lines, then `bestmove MOVE` |
| `stop` | answer now | `bestmove MOVE` |
| `quit` | stop, and end | – |

Moves follow each other as in a record: in notation, and what chance drew in parentheses. At the start the seed draws
unless an outcome is given. Where chance is to decide, `legal` answers with `outcome WEIGHT WORDS` lines and `legalok
chance`, at the end with `legalok over` and the scores; there `go` is an error. What a bot cannot understand it answers
with `error …` and goes on; after a `game` or `position` line that was an error there is none until the next.
"""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from time import sleep
from typing import TextIO

from potluck.bots.search import Limit, Search
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.games import load_text, names
from potluck.players.door import Player
from potluck.players.levels import level, level_names
from potluck.players.settings import Level

ENDLESS = ("mcts", "alphabeta")  # searches that go on until a limit
LONGEST = 1 << 20  # characters of a line
WORDS = 4  # the most words in one move
OFTEN = 32  # questions about the time between two chances to listen


class Unheard(Exception):
    """Tell that nobody reads the answers any more."""


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
        """Answer until told to quit, until the input ends, or until nobody reads the answers."""
        with suppress(Unheard):
            while (line := self.queue.get()) != "quit":
                self._answer(line)

    def _answer(self, line: str) -> None:
        """Do what a line says, or say what is wrong with it."""
        try:
            self._obey(line)
        except Unheard:
            raise
        except Exception as error:  # whatever it is, the other side is told, and both go on
            kind = "" if isinstance(error, PotluckError) else f"{type(error).__name__}: "
            self._say(f"error {kind}{' '.join(str(error).split())}")

    def _obey(self, line: str) -> None:
        """Do what a line says."""
        answers: dict[str, Callable[[list[str]], None]] = {
            "potluck": self._introduce,
            "isready": lambda words: self._say("readyok"),
            "game": self._set_game,
            "level": self._set_level,
            "seed": self._set_seed,
            "position": self._set_position,
            "legal": self._list_moves,
            "show": lambda words: self._say(f"position {' '.join(self._given().split())}"),
            "go": self._go,
            "stop": self._stop,
        }
        word, *rest = line.split() or [""]
        if word not in answers and word:
            raise PotluckError(f"{shown(word)}: expected one of {', '.join(answers)}, quit")
        if word:
            answers[word](rest)

    def _listen(self, lines: TextIO) -> None:
        """Queue the lines of the input; its end means quit, but lets a thought be finished."""
        try:
            while line := lines.readline(LONGEST):
                if len(line) == LONGEST and not line.endswith("\n"):
                    line = skip_line(lines)
                self.stops_heard += line.strip() in ("stop", "quit")
                self.queue.put(line.strip())
        finally:
            self.queue.put("quit")

    def _stop(self, words: list[str]) -> None:
        """Count the order; the thought that it was meant for has heard it already."""
        self.stops_done += 1

    def _say(self, line: str) -> None:
        """Answer with a line."""
        try:
            print(line, file=self.out, flush=True)
        except OSError as error:
            raise Unheard from error

    def _introduce(self, words: list[str]) -> None:
        """Say who this is and what it plays."""
        self._say(f"id name Potluck {self.version}".strip())
        for name in names():
            self._say(f"game {name}")
        self._say("potluckok")

    def _set_game(self, words: list[str]) -> None:
        """Choose a game and its options."""
        self.game, self.player, self.position = None, None, ""  # nothing is said about an older one if this is refused
        self.game = load_text(words[0] if words else "", " ".join(words[1:]))

    def _set_level(self, words: list[str]) -> None:
        """Choose the strength."""
        if self.game:
            level(self.game, " ".join(words))
        self.level_name = " ".join(words)
        self.player = None

    def _set_seed(self, words: list[str]) -> None:
        """Choose what to draw from."""
        self.seed = number(" ".join(words), "seed", 0)
        self.player = None

    def _set_position(self, words: list[str]) -> None:
        """Take a position, and the moves that were made from there."""
        self.position = ""  # nothing is said about an older one if this is refused
        game = self._chosen()
        end = words.index("moves") if "moves" in words else len(words)
        state = self._begin(words[:end], drawn=not words[end + 1 :] or not words[end + 1].startswith("("))
        make_moves(game, state, words[end + 1 :])
        self.position = game.write_position(state)

    def _begin(self, words: list[str], drawn: bool) -> State:
        """Read the position from which moves are made."""
        game, dice = self._chosen(), Dice(self.seed)
        if not words or words[0] != "start":
            return game.read_position(" ".join(words), dice)
        if len(words) > 2:
            raise PotluckError(f"{shown(words[2])}: expected position start, the number of seats, then moves")
        state = game.new(number(words[1], "seats", 1) if len(words) > 1 else None)
        while drawn and state.to_move == CHANCE:
            state.play(dice.sample(state))
        return state

    def _chosen(self) -> Game:
        """Return the game, which must have been chosen."""
        if not self.game:
            raise PotluckError(f"no game is chosen: expected game NAME first, one of {', '.join(names())}")
        return self.game

    def _given(self) -> str:
        """Return the position, which must have been given."""
        self._chosen()
        if not self.position:
            raise PotluckError("no position is given: expected position first")
        return self.position

    def _state(self) -> State:
        """Read the position."""
        return self._chosen().read_position(self._given(), Dice(self.seed))

    def _list_moves(self, words: list[str]) -> None:
        """List what can happen next, and say who decides."""
        game, state = self._chosen(), self._state()
        if state.to_move == OVER:
            self._say(f"legalok over {' '.join(f'{state.score(seat):.6g}' for seat in range(state.seats))}")
            return
        for move in state.moves():
            what = "legal" if state.to_move >= 0 else f"outcome {state.weight(move)}"
            self._say(f"{what} {game.write(state, move)}")
        self._say(f"legalok seat {state.to_move}" if state.to_move >= 0 else "legalok chance")

    def _go(self, words: list[str]) -> None:
        """Think about the position and answer."""
        game, seat = self._chosen(), int(self._state().to_move)
        if seat < 0:
            who = "chance is to decide" if seat == CHANCE else "the match is over"
            raise PotluckError(f"go: {who} in this position, so that no seat has a move")
        steps, seconds = self._budget(words)
        if self.player is None:
            self.player = Player(game, self._setting(), self.seed)
        move = self.player.choose(self.position, seat, Patience(steps, seconds, self))
        self._inform(self.player.search)
        self._say(f"bestmove {move}")

    def _budget(self, words: list[str]) -> tuple[int, float]:
        """Read how long to think: steps, seconds, or as long as the level does."""
        asked = dict(zip(words[::2], words[1::2], strict=False))
        if not asked.keys() <= {"movetime", "steps"} or len(words) != 2 * len(asked):
            raise PotluckError(f"go {shown(' '.join(words))}: expected movetime MS, steps N or nothing after it")
        seconds = number(asked["movetime"], "movetime") / 1000 if "movetime" in asked else 0.0
        steps = number(asked["steps"], "steps") if "steps" in asked else 0
        setting = self._setting()
        if not asked and not setting.steps and setting.search in ENDLESS:
            raise PotluckError("go: this level has no steps of its own: expected movetime MS or steps N")
        return steps if asked else setting.steps, seconds

    def _setting(self) -> Level:
        """Find the level: the top one unless another was asked for."""
        game = self._chosen()
        return level(game, self.level_name or level_names(game)[-1])

    def _inform(self, search: Search) -> None:
        """Tell what was found."""
        self._say(f"info steps {search.steps} score {search.values[0]:.3f}")


def skip_line(lines: TextIO) -> str:
    """Skip the rest of a line that is too long; return what is answered with an error."""
    while (more := lines.readline(LONGEST)) and not more.endswith("\n"):
        pass
    return "a-line-that-is-too-long"


def make_moves(game: Game, state: State, words: list[str]) -> None:
    """Make the moves that words name one after the other; those of chance stand in parentheses."""
    while words:
        words = words[make_move(game, state, words) :]


def make_move(game: Game, state: State, words: list[str]) -> int:
    """Make the move at the front of the words; tell how many of them name it."""
    if state.to_move == CHANCE:
        used = next((count for count, word in enumerate(words, start=1) if word.endswith(")")), 0)
        if not used or not words[0].startswith("("):
            raise PotluckError(f"{shown(words[0])}: chance is to decide first: expected its outcome in parentheses")
        state.play(game.read(state, " ".join(words[:used])[1:-1]))
        return used
    texts = {game.write(state, move) for move in state.moves()} if state.to_move >= 0 else set()
    used = next((count for count in range(1, WORDS + 1) if " ".join(words[:count]) in texts), 1)
    state.play(game.read(state, " ".join(words[:used])))
    return used


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


def number(text: str, name: str, least: int = 1) -> int:
    """Read a whole number from a word of a line."""
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) < least:
        raise PotluckError(f"{name} {shown(text)}: expected a whole number from {least} up")
    return int(text)


def serve(lines: TextIO, out: TextIO, version: str = "") -> None:
    """Speak the protocol until the other side quits."""
    for stream in (lines, out):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    Bot(lines, out, version).run()
