"""What a bot's process answers to a question, whichever way the question comes; it holds no secret."""

import traceback
from collections.abc import Callable
from pathlib import Path

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord, BrokenRule
from potluck.games import load, restore
from potluck.players.analysis import analyse, analyst
from potluck.players.door import Player, enter
from potluck.players.levels import level
from potluck.players.review import reviewer
from potluck.records.record import Record, read, write
from potluck.table.match.ports import Question, Thought

OFTEN = 16  # questions about the time between two looks at whether anybody waits


class Heed(Limit):
    """Think until the steps are done, or until told that nobody waits."""

    def __init__(self, steps: int, is_over: Callable[[], bool]) -> None:
        super().__init__(steps, 0.0)
        self.is_over = is_over
        self.asked = 0

    def is_late(self) -> bool:
        """Ask now and then whether anybody still waits."""
        self.asked += 1
        return self.asked % OFTEN == 0 and self.is_over()


def answer(line: bytes, is_over: Callable[[], bool]) -> Thought:
    """Answer one question."""
    try:
        question = msgspec.json.decode(line, type=Question)
        if question.do == "ping":
            return Thought()
        restore(question.game, question.code)
        if question.do == "write":
            return Thought(text=write(msgspec.json.decode(question.text, type=Record)))
        if question.do == "read":
            return read_text(question.text)
        if question.do == "judge":
            return judge(question, is_over)
        return think(question, is_over)
    except BrokenRule as error:
        return Thought(broken=(error.rule, error.reason))
    except Exception as error:  # whatever it is, the table must learn it; its words could show the position
        at = traceback.extract_tb(error.__traceback__)[-1]
        return Thought(error=f"{type(error).__name__} at {Path(at.filename).name}:{at.lineno}")


def read_text(text: str) -> Thought:
    """Read a record, or say what is wrong with it."""
    try:
        return Thought(text=msgspec.json.encode(read(text)).decode())
    except BadRecord as error:
        return Thought(refused=str(error))


def judge(question: Question, is_over: Callable[[], bool]) -> Thought:
    """Judge one decision of a match that everybody may see."""
    game = load(question.game, **question.options)
    state = game.read_position(question.position)
    state.turn = question.turn
    judging = reviewer(game, limits=lambda steps: Heed(steps, is_over))
    return Thought(verdict=judging.decide(state, question.move, question.seed))


def think(question: Question, is_over: Callable[[], bool]) -> Thought:
    """Choose a move, or find the best."""
    game = load(question.game, **question.options)
    if question.do == "choose":
        setting = level(game, question.level)
        player = Player(game, setting, question.seed)
        return Thought(player.choose(question.position, question.seat, Heed(setting.steps, is_over)))
    state = enter(game, question.position, question.seat, Dice(question.seed))
    limit = Heed(question.steps or analyst(game).steps, is_over)
    return Thought(lines=analyse(game, state, question.seat, limit, question.lines, question.seed))
