"""A study's specification: which matches are to be played. A match is a pure function of it and a number.

Matches come in groups: within a group the arm and the seed are the same, and every player sits in every seat once. A
group of one player, who has all seats, is one match: the same player in the other seat would play the same again.
Arms are the combinations of what is varied; group g plays arm g mod arms, so that all arms grow evenly.
"""

import os
import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from socket import gethostname

import msgspec

from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.options import Option
from potluck.games import game_class, load_text, options_text
from potluck.lab.course import Course, Pairing
from potluck.lab.executors import keep_memory
from potluck.lab.factors import DEALS, every_set, held, is_dealt, shared
from potluck.lab.measures import Measures, measure
from potluck.lab.seating import conditions, is_foreign, sit_down
from potluck.players.judge import Judge
from potluck.records.record import write

MOST_ARMS = 10_000
LATER = (
    "judge_every",
    "judge_most",
    "opening",
)  # fields that a plan's name holds only where they are used: older studies keep their names


class Vary(msgspec.Struct, frozen=True):
    """Vary one option over values."""

    option: str
    values: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Specify a study."""

    game: str
    options: str = ""
    position: str = ""  # where matches begin; empty is the set-up
    seats: int = 2
    players: tuple[str, ...] = ("club",)  # one for all seats, or one for each
    groups: int = 1000
    vary: tuple[Vary, ...] = ()
    seed: int = 0
    judge: int = 0  # steps of the search that judges each decision; 0: none are judged
    deal: bool = False  # things are dealt at random, so that their effect can be told (lab/factors.py)
    steps: int = 0  # of every move, in the place of the players' own; 0: their own
    seconds: float = 0.0  # of every move: such a study does not repeat to the letter
    judge_every: int = 1  # of the groups of an arm, one in so many is judged
    judge_most: int = 0  # moves of a match that is judged; 0: however many
    opening: int = 0  # moves of the beginning that are drawn, the same for all matches of a group

    def arms(self) -> list[str]:
        """List the combinations of what is varied, as options."""
        names = [vary.option for vary in self.vary]
        sets = product(*(vary.values for vary in self.vary))
        added = [", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True)) for values in sets]
        dealt = DEALS[self.game].option if self.deal and self.game in DEALS else ""
        return [", ".join(filter(None, (self.options, dealt, text))) for text in added]

    def of(self, matches: int) -> "Plan":
        """Plan as many groups as make this number of matches."""
        return msgspec.structs.replace(self, groups=-(-matches // self.rotation))

    def seating(self) -> tuple[str, ...]:
        """Name the player of each seat before they rotate."""
        return self.players * self.seats if len(self.players) == 1 else self.players

    @property
    def rotation(self) -> int:
        """Count the matches of a group: where all seats have the same player, changing places would change nothing."""
        return self.seats if len(set(self.seating())) > 1 else 1

    def pairing(self, number: int) -> Pairing:
        """Name the match of a number."""
        arms, seating = self.arms(), self.seating()
        group, turn = divmod(number, self.rotation)
        seed = int.from_bytes(sha256(f"{self.seed}/{group // len(arms)}".encode()).digest()[:7], "big")
        options, players = arms[group % len(arms)], seating[turn:] + seating[:turn]
        return Pairing(self.game, options, players, seed, self.position, self.opening)

    def under(self) -> str:
        """Name the rules and the players' settings under which results count."""
        return conditions(Pairing(self.game, self.arms()[0], self.seating(), 0))

    def name(self) -> str:
        """Name it for a file: what plays the same matches under the same rules has the same name."""
        facts = msgspec.to_builtins(msgspec.structs.replace(self, groups=0))
        same = {
            name: value for name, value in facts.items() if name not in LATER or value != getattr(Plan(game=""), name)
        }
        return sha256(msgspec.json.encode([same, self.under()])).hexdigest()[:16] + ".study"

    @property
    def repeats(self) -> bool:
        """Tell whether its matches come out the same again: not by the clock, nor with players from outside."""
        return not self.seconds and not any(is_foreign(name) for name in self.players)

    def is_judged(self, number: int, moves: int = 0) -> bool:
        """Tell whether the decisions of a match of so many moves are judged."""
        place = number // self.rotation // len(self.arms())
        return self.judge > 0 and place % self.judge_every == 0 and (not self.judge_most or moves <= self.judge_most)

    def check(self) -> "Plan":
        """Refuse what cannot be played, before the first match."""
        arms = self.arms()
        if not 1 <= len(arms) <= MOST_ARMS:
            raise BadOptions(f"what is varied makes {len(arms)} combinations: expected 1 to {MOST_ARMS}")
        for arm in arms:
            game = load_text(self.game, arm)
            if self.position:
                game.read_position(self.position)
            game.new(self.seats)
        if self.deal and self.game not in DEALS:
            raise BadOptions(f"--deal: {self.game} deals nothing; expected one of {', '.join(DEALS)}")
        if self.deal and self.seats != 2:
            raise BadOptions(f"--deal: what is dealt is compared between two seats, not among {self.seats}")
        if len(self.players) not in (1, self.seats):
            raise BadOptions(f"players {', '.join(self.players)}: expected one for all seats, or {self.seats}")
        for name in self.players:
            player = sit_down(game, name, 0)
            player.close()
            if player.trouble:
                raise BadOptions(f"player {shown(name)}: {player.trouble}")
        return self


def read_vary(game: str, text: str) -> Vary:
    """Read "quiet_turns=40,100", or "layout=all" for every value that can be listed."""
    name, equals, values = text.partition("=")
    options = {option.name: option for option in game_class(game).options}
    if not equals or name not in options:
        raise BadOptions(f"--vary {shown(text)}: expected option=value,value with one of {', '.join(options)}")
    if values == "all":
        return Vary(name, every_set(game, name) or every_value(options[name]))
    return Vary(name, tuple(values.split(",")))


def every_value(option: Option) -> tuple[str, ...]:
    """List every value of an option that has few."""
    if isinstance(option.default, bool):
        return ("off", "on")
    if not option.choices or not option.is_listed():
        raise BadOptions(f"--vary {option.name}=all: expected values by name; it takes {option.describe()}")
    return tuple(str(choice) for choice in option.choices)


def read_amount(text: str) -> float | None:
    """Read a number from 0 on; None is no such number."""
    return float(text) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) else None


# One match


class Row(msgspec.Struct, frozen=True):
    """Hold one match of a study."""

    number: int
    options: str
    players: tuple[str, ...]
    seed: int
    scores: tuple[float, ...]
    ending: str
    moves: int
    seconds: tuple[float, ...]  # of thinking, by seat; it stands outside what is compared
    asked: tuple[int, ...]  # moves asked of each seat
    measures: Measures
    record: str
    troubles: tuple[str, ...] = ()
    dealt: list[list[str]] = []  # what each seat was dealt, in a study that deals
    shared: list[str] = []  # and what was drawn for all of them alike
    worker: str = ""  # who played it; like the seconds, it stands outside what is compared


class Dealing(Course):
    """Lead a match in which whatever belongs to the deal, which comes first, is left to chance."""

    is_dealing = True

    def _ask(self, seat: int) -> int | str:
        state = self.match.state
        self.is_dealing = self.is_dealing and is_dealt(self.match, state)
        if self.is_dealing:
            moves = state.moves()
            return moves[self.dice.below(len(moves))]
        return super()._ask(seat)


def play_number(plan: Plan, number: int) -> Row:
    """Play the match of a number, and measure it."""
    keep_memory()
    pairing = plan.pairing(number)
    game = load_text(pairing.game, pairing.options)
    dice = Dice(pairing.seed)
    players = [sit_down(game, name, dice.word()) for name in pairing.players]
    limit = Limit(plan.steps, plan.seconds) if plan.steps or plan.seconds else None
    course = (Dealing if plan.deal else Course)(game, pairing, players, dice, limit)
    try:
        course.play()
    finally:
        for player in players:
            player.close()
    match, result = course.match, course.match.result
    assert result
    verdicts = (
        list(Judge(game, plan.judge, pairing.seed).judge(match)) if plan.is_judged(number, len(match.moves)) else None
    )
    return Row(
        number=number,
        options=options_text(game),
        players=pairing.players,
        seed=pairing.seed,
        scores=result.scores,
        ending=result.ending,
        moves=len(match.moves),
        seconds=tuple(round(seconds, 6) for seconds in course.seconds),
        asked=tuple(course.asked),
        measures=measure(match, verdicts),
        record=write(match.record()),
        troubles=course.troubles,
        dealt=held(match) if plan.deal else [],
        shared=shared(match) if plan.deal else [],
    )


def play_chunk(plan: Plan, numbers: Sequence[int]) -> list[Row]:
    """Play some matches: a pure function, so that it may be done anywhere, and twice."""
    worker = f"{gethostname()}:{os.getpid()}"
    return [msgspec.structs.replace(play_number(plan, number), worker=worker) for number in numbers]


def compared(row: Row) -> Row:
    """Keep of a match what must be the same whoever plays it, and whenever."""
    return msgspec.structs.replace(row, seconds=(), worker="")
