"""Puzzles, mined from bot matches: positions in which one turn is far better than every other.

A match of bots is searched turn by turn. A turn becomes a puzzle if the solver was not winning before the other side's
last turn, if one turn wins (or saves) what every other one does not, if that still holds with ten times the budget, and
if greedy does not find it. A turn of several moves is one answer, in whatever order it is made.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import log
from pathlib import Path
from time import monotonic

import msgspec

from potluck.bots.search import Limit, Search
from potluck.core.dice import Dice
from potluck.core.english import counted
from potluck.core.game import Game, played
from potluck.core.state import CHANCE, OVER, State
from potluck.games import load_text, options_text
from potluck.players.analysis import win_chance
from potluck.players.door import make_search
from potluck.players.former import OLD, OLD_NAMES
from potluck.players.levels import level
from potluck.players.settings import Level
from potluck.records.match import Match
from potluck.records.puzzles import (
    HIGHEST,
    LOWEST,
    WON,
    Puzzle,
    Trial,
    Turn,
    matches_mined,
    read_puzzles,
    sure_tally,
    write_puzzles,
)
from potluck.records.secrecy import redraw

SCAN = 0.1  # of the budget, for the first look at all turns of a position
TIMES = 10  # the budget of the second look
MOST_POSITIONS = 3_000  # looked at within a turn
MOST_ANSWERS = 8  # ends of a turn that are about as good as the best, and count as well
MOST_TURNS = 4  # of the solver in one answer
ALIKE = 0.03  # turns within so much of the best, in winning chance, are answers too
MOST_ENDS = 100  # turns that are looked at; of more, those that the evaluator likes best
COMPARED = 16  # turns that are looked at with the whole budget
COUNTED = 6  # the same, of the turns that bring what is asked for, and of all others
FEWEST_ENDS = 6  # of a turn that is asked for the most of something
FEW = 0.15  # of the turns may bring it
GREEDY_TRIES = 4
ITEM = "item"  # the kind of puzzle in which the solver has to conclude what lies face down
ASKING, TAKING, OPENLY = "bribe-", "take-", "!"  # how moves and positions say who is asked, what is taken, what is seen
WORLDS = 60  # draws of what is hidden, in all of which an answer has to hold
PER_MATCH = 3  # puzzles of a kind from one match, so that they differ
MOST_PUZZLES = 120  # of a game


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """Say how the puzzles of a game are looked for."""

    search: Level  # its steps are the miner's budget for each turn that it compares
    bots: tuple[tuple[str, str], ...]  # the levels that meet, in turn
    options: tuple[str, ...] = ("",)  # what is agreed on, in turn
    samples: int = 1  # draws of chance over which a turn is averaged
    most_before: float = 0.75  # the solver's chance before the other side's last turn: not winning
    least: float = 0.85  # the solver's chance with the answer: winning
    gain: float = 0.3
    gap: float = 0.35  # between an answer and the best other turn
    saved: tuple[float, float] = (0.4, 0.2)  # save: the least chance with the answer, the most without
    counts: str = ""  # the kind of puzzle that asks for the most of what the game counts
    rise: int = 1  # by how much at least


RECIPES: Mapping[str, Recipe] = {
    "potential": Recipe(
        search=Level("alphabeta", 1_000),
        bots=(("casual", "club"), ("club", "casual"), ("novice", "club"), ("casual", "casual")),
        options=("", "", "removal_target=4"),
        gap=0.1,
        gain=0.08,
        least=0.6,
        saved=(2.0, 0.0),  # none: nearly every turn would be looked at, for few puzzles
    ),
    "struggle": Recipe(
        search=Level("alphabeta", 1_000, full_depth_moves=4),
        bots=(("casual", "club"), ("club", "casual"), ("club", "club"), ("novice", "casual")),
    ),
    "potion_explosion": Recipe(
        search=Level("mcts", 60),
        samples=8,
        bots=(("casual", "club"), ("club", "casual"), ("club", "club"), ("novice", "casual")),
        gap=0.02,
        counts="explosion",
        rise=4,
    ),
    "potus": Recipe(
        search=Level("mcts", 200, temperature=0.08, playout=3),
        samples=4,
        bots=(("casual", "club"), ("club", "casual"), ("club", "club"), ("novice", "casual")),
        gap=0.02,
        counts="score",
    ),
    "magic_potion": Recipe(
        search=Level("mcts", 40, temperature=0.1),
        samples=4,
        bots=(("casual", "novice"), ("novice", "casual"), ("casual", "casual")),
        gap=0.02,
        counts="piece",
    ),
}

# Turns


class End(msgspec.Struct, frozen=True):
    """Hold a position in which a turn may end, and moves that lead to it."""

    outcome: bytes
    state: State
    moves: tuple[int, ...]


def ends_of(state: State) -> list[End]:
    """List all positions in which a turn may end, each once; none if the turn is too large."""
    turn = Turn.of(state)
    seen = {state.key()}
    waiting = [End(b"", state, ())]
    found: list[End] = []
    for here in waiting:  # which grows on the way
        for move in here.state.moves():
            after = played(here.state, move)
            end = End(turn.outcome(after), after, (*here.moves, int(move)))
            if end.outcome not in seen:
                seen.add(end.outcome)
                (waiting if turn.goes_on(after) else found).append(end)
        if len(seen) > MOST_POSITIONS:
            return []
    return found


# Comparing turns


class Found(msgspec.Struct, frozen=True):
    """Hold the answers of a position, the best first, and what they and the best other turn are worth."""

    answers: list[End]
    chance: float
    second: float
    outcomes: set[bytes]  # that count as solved


class Miner:
    """Compare the turns of positions, with so many times the budget."""

    def __init__(self, game: Game, recipe: Recipe, times: float = 1.0) -> None:
        self.game = game
        self.recipe = recipe
        drawn = recipe.samples > 1  # then a larger budget is more draws, and otherwise a deeper search
        self.steps = recipe.search.steps if drawn else max(1, int(times * recipe.search.steps))
        self.samples = max(1, int(times * recipe.samples)) if drawn else 1
        self.search = make_search(game, recipe.search, Dice(1))

    def compare(self, state: State, gap: float) -> Found | None:
        """Find the turns that are better than all others by a gap; None if there are none, or too many."""
        turn = Turn.of(state)
        ends = ends_of(state)
        if len(ends) < 2:
            return None
        return divide(self.worths(ends, turn.seat), gap)

    def compare_counted(self, state: State, count: int) -> Found | None:
        """Compare the turns that bring what is asked for with all others; None if one of those is as good."""
        seat = int(state.to_move)
        ends = ends_of(state)
        good = [end for end in ends if is_asked(self.game, end, seat, count)]
        names = {end.outcome for end in good}
        answers = self.worths(good, seat, COUNTED)
        others = self.worths([end for end in ends if end.outcome not in names], seat, COUNTED)
        if not others or answers[0][0] - others[0][0] < self.recipe.gap:
            return None
        return Found([end for _, end in answers[:MOST_ANSWERS]], answers[0][0], others[0][0], names)

    def agrees(self, state: State, found: Found) -> bool:
        """Tell whether a search of the whole turn, with the budget of all turns that were compared, finds an answer."""
        turn, here = Turn.of(state), state.copy()
        search = make_search(self.game, self.recipe.search, Dice(1))
        while turn.goes_on(here):
            search.think(redraw(here, turn.seat, Dice(1)), Limit(self.steps * self.samples * COMPARED, 0.0))
            here.play(search.moves[0])
        return turn.outcome(here) in found.outcomes

    def worths(self, ends: Sequence[End], seat: int, compared: int = COMPARED) -> list[tuple[float, End]]:
        """Tell what the best turns are worth, best first: all are looked at, the best of them with the whole budget."""
        if len(ends) > MOST_ENDS:
            evaluator = self.game.evaluator()
            ends = sorted(ends, key=lambda end: -evaluator.evaluate(end.state, seat))[:MOST_ENDS]
        rough = sorted(((self.worth(end.state, seat, SCAN), end) for end in ends), key=by_worth)
        closer = rough[:compared]
        return sorted(((self.worth(end.state, seat), end) for _, end in closer), key=by_worth)

    def worth(self, state: State, seat: int, part: float = 1.0) -> float:
        """Tell the chance of a seat after its turn, averaged over what chance draws."""
        if state.to_move == OVER:
            return win_chance(state.score(seat), int(state.seats))
        if self.recipe.samples == 1:
            return self.sample(state, seat, max(1, int(part * self.steps)), 0)
        samples = max(1, int(part * self.samples))
        return sum(self.sample(state, seat, self.steps, number) for number in range(samples)) / samples

    def sample(self, state: State, seat: int, steps: int, number: int) -> float:
        """Tell the chance of a seat after one draw of all that it cannot know."""
        dice = Dice(number)
        here = redraw(state, seat, dice)
        while here.to_move == CHANCE:
            here.play(dice.sample(here))
        if here.to_move == OVER:
            return win_chance(here.score(seat), int(here.seats))
        self.search.think(here, Limit(steps, 0.0))
        chance = win_chance(self.search.values[0], int(here.seats))
        return chance if here.to_move == seat else 1 - chance


def is_asked(game: Game, end: End, seat: int, count: int) -> bool:
    """Tell whether a turn brings what is asked for."""
    return end.outcome == WON or 0 < count <= sure_tally(game, end.state, seat)


def by_worth(pair: tuple[float, End]) -> float:
    """Sort the best first."""
    return -pair[0]


def divide(worths: Sequence[tuple[float, End]], gap: float) -> Found | None:
    """Divide turns into answers and others, if a gap divides them."""
    chance = worths[0][0]
    answers = [end for worth, end in worths if worth >= chance - ALIKE]
    others = [worth for worth, _ in worths[len(answers) :]]
    if not others or len(answers) > MOST_ANSWERS or chance - others[0] < gap:
        return None
    return Found(answers, chance, others[0], {end.outcome for end in answers})


# Mining


def turns_of(match: Match) -> Iterator[State]:
    """List the states of a match in which somebody begins to decide."""
    run: Turn | None = None
    for _, state, _ in match.steps():
        if state.to_move < 0:
            run = None
        elif run != Turn.of(state):
            run = Turn.of(state)
            yield state


def play_match(game: Game, bots: Sequence[str], seed: int) -> Match:
    """Let two levels play."""
    match = Match(game, seed=seed, players=bots)
    players = [Solver(game, level(game, OLD + name), seed + seat) for seat, name in enumerate(bots)]
    while not match.is_over:
        match.play(players[match.to_move].choose(match.state))
    return match


def erring(search: Search, setting: Level, dice: Dice) -> int:
    """Pick the best move, or err as the level does."""
    seen = [index for index in range(len(search.moves)) if dice.fraction() >= setting.overlooks] or [0]
    good = [index for index in seen if search.values[index] >= search.values[seen[0]] - setting.slack]
    return good[dice.below(len(good))]


def mine(name: str, seed: int, wanted: str = "") -> Iterator[Puzzle]:
    """Find the puzzles of one match, or only those of a kind."""
    recipe = RECIPES[name]
    game = load_text(name, recipe.options[seed % len(recipe.options)])
    bots = recipe.bots[seed % len(recipe.bots)]
    match = play_match(game, bots, seed)
    if recipe.counts:
        states = [(state, recipe.counts) for state in turns_of(match)]
    else:
        states = list(turning(Miner(game, recipe, SCAN), match))
    kinds: Counter[str] = Counter()  # of each a match gives a few, so that puzzles differ
    for state, kind in states:
        if kinds[kind] >= PER_MATCH or len(state.moves()) == 1:
            continue
        puzzle = puzzle_at(game, recipe, state, kind, wanted)
        if puzzle:
            kinds[kind] += 1
            source = f"seed {seed}, {' and '.join(bots)}, turn {int(state.turn) + 1}"
            yield msgspec.structs.replace(puzzle, source=source)


def turning(scanner: Miner, match: Match) -> Iterator[tuple[State, str]]:
    """List the turns that may be puzzles, with their kind: those that a first look finds to decide something."""
    recipe = scanner.recipe
    before = 1.0  # the solver's chance before the other side's last turn
    for state in turns_of(match):
        scanner.search.think(state, Limit(recipe.search.steps, 0.0))
        chance = win_chance(scanner.search.values[0], int(state.seats))
        if is_promising(recipe, before, chance) and len(state.moves()) > 1:
            ends = ends_of(state)
            found = divide(scanner.worths(ends, int(state.to_move)), recipe.gap / 2) if len(ends) > 1 else None
            kind = kind_of(recipe, before, found) if found else ""
            if kind:
                yield state, kind
        before = 1 - chance


def is_promising(recipe: Recipe, before: float, chance: float) -> bool:
    """Tell whether the other side's last turn gave something away, or the solver has something to save."""
    gained = before <= recipe.most_before and chance >= recipe.least / 2 and chance - before >= recipe.gain / 2
    return gained or recipe.saved[0] <= chance < recipe.least


def kind_of(recipe: Recipe, before: float, found: Found) -> str:
    """Name the kind of puzzle that a turn may be, by what the solver's chances were and are; or none."""
    if before <= recipe.most_before and found.chance >= recipe.least and found.chance - before >= recipe.gain:
        return "win" if WON in found.outcomes else "force"
    return "save" if found.chance >= recipe.saved[0] and found.second <= recipe.saved[1] else ""


def puzzle_at(game: Game, recipe: Recipe, state: State, kind: str, wanted: str = "") -> Puzzle | None:
    """Make a puzzle of a turn, if it is one: found twice, the second time with ten times the budget."""
    seen = redraw(state, int(state.to_move), Dice(1))
    count = 0
    if recipe.counts:
        kind, count = asked_for(game, recipe, seen, wanted)
    if not kind or wanted not in ("", kind):
        return None
    found = check(Miner(game, recipe), seen, kind, count)
    if found is None or (kind != ITEM and is_found_by_greedy(game, seen, found.outcomes)):
        return None
    stronger = Miner(game, recipe, TIMES)
    sure = check(stronger, seen, kind, count)
    if sure is None or not sure.outcomes <= found.outcomes:
        return None
    lines = answer_lines(stronger, seen, sure, kind)
    position = " ".join(game.write_position(seen).split())
    return Puzzle(
        id=sha256(position.encode()).hexdigest()[:8],
        kind=kind,
        position=position,
        lines=lines,
        rating=1500,
        solved={},
        chance=sure.chance,
        second=sure.second,
        source="",
        options=options_text(game),
        count=count,
    )


def asked_for(game: Game, recipe: Recipe, state: State, wanted: str = "") -> tuple[str, int]:
    """Name what a turn is asked for, a win or the most of what the game counts, if few turns bring it."""
    seat = int(state.to_move)
    ends = ends_of(state)
    if len(ends) < FEWEST_ENDS:
        return "", 0
    most, kind = 0, "win"
    good = [end for end in ends if end.outcome == WON]
    if not good:
        tallies = [sure_tally(game, end.state, seat) for end in ends]
        most, kind = max(tallies), recipe.counts
        good = [end for end, tally in zip(ends, tallies, strict=True) if tally == most]
        if len(good) > FEW * len(ends) or most - game.tally(state, seat) < recipe.rise:
            return "", 0
    kind = ITEM if is_concluded(game, state, ends, good) else kind
    if wanted not in ("", kind) or not all(is_certain(game, state, end, most) for end in good):
        return "", 0
    return kind, most


def is_concluded(game: Game, state: State, ends: Sequence[End], good: Sequence[End]) -> bool:
    """Tell whether all good turns take something that lies face down, where others could be asked for theirs.

    Bots conclude what it is without trying: they draw what is hidden as it can be. So greedy may find it.
    """
    position = game.write_position(state)
    for end in good:
        taken = [move.removeprefix(TAKING) for move in written(game, state, end) if move.startswith(TAKING)]
        if not taken or f"{taken[0]}{OPENLY}" in position:
            return False
    asked = {move for end in ends for move in written(game, state, end) if move.startswith(ASKING)}
    return len(asked) > 1


def written(game: Game, state: State, end: End) -> list[str]:
    """Write the moves of a turn."""
    return write_moves(game, state.copy(), end.moves, "{}")


def is_certain(game: Game, state: State, end: End, count: int) -> bool:
    """Tell whether a turn brings what it brings whatever is hidden, as far as the solver can know."""
    turn = Turn.of(state)
    for number in range(WORLDS if game.has_secrets else 0):
        here = redraw(state, turn.seat, Dice(number + 2))
        for move in end.moves:
            if move not in list(here.moves()):
                return False
            here.play(move)
        if not is_asked(game, End(turn.outcome(here), here, ()), turn.seat, count):
            return False
    return True


def check(miner: Miner, state: State, kind: str, count: int = 0) -> Found | None:
    """Find the good turns of a position; None if the others are as good, or they are not good enough."""
    recipe = miner.recipe
    if recipe.counts:
        return miner.compare_counted(state, count)
    found = miner.compare(state, recipe.gap)
    if found is None or found.chance < (recipe.saved[0] if kind == "save" else recipe.least):
        return None
    if kind == "save" and found.second > recipe.saved[1]:
        return None
    return found if miner.agrees(state, found) else None


def is_found_by_greedy(game: Game, state: State, outcomes: set[bytes]) -> bool:
    """Tell whether the evaluator alone finds an answer."""
    return any(solves(game, state, outcomes, Level("greedy"), seed) for seed in range(GREEDY_TRIES))


def solves(game: Game, state: State, outcomes: set[bytes], setting: Level, seed: int) -> bool:
    """Tell whether a level finds an answer."""
    turn, here, player = Turn.of(state), state.copy(), Solver(game, setting, seed)
    while turn.goes_on(here):
        here.play(player.choose(here))
    return turn.outcome(here) in outcomes


class Solver:
    """Let a level try puzzles."""

    def __init__(self, game: Game, setting: Level, seed: int) -> None:
        self.setting = setting
        self.dice = Dice(seed)
        self.search = make_search(game, setting, self.dice.split())

    def choose(self, state: State) -> int:
        """Choose a move by what the seat may know."""
        self.search.think(redraw(state, int(state.to_move), self.dice), Limit(self.setting.steps, 0.0))
        return int(self.search.moves[erring(self.search, self.setting, self.dice)])


def answer_lines(miner: Miner, state: State, found: Found, kind: str) -> list[list[str]]:
    """Write the answers; go on with a single one as long as the other side can reply and the next turn is clear too."""
    here, line = state.copy(), list[str]()
    for _ in range(MOST_TURNS - 1):
        after, reply = reply_to(miner, found.answers[0].state, int(state.to_move))
        following = check(miner, after, kind) if after and len(found.answers) == 1 and kind == "force" else None
        if after is None or following is None:
            break
        line += write_moves(miner.game, here, found.answers[0].moves, "{}")
        line += write_moves(miner.game, here, reply, "({})")
        found = following
    return [[*line, *write_moves(miner.game, here.copy(), end.moves, "{}")] for end in found.answers]


def reply_to(miner: Miner, state: State, solver: int) -> tuple[State | None, tuple[int, ...]]:
    """Find the other side's best turn, if the solver goes on after it."""
    if state.to_move < 0 or state.to_move == solver:
        return None, ()
    ends = ends_of(state)
    best = miner.worths(ends, int(state.to_move))[0][1] if ends else None
    return (best.state, best.moves) if best and best.state.to_move == solver else (None, ())


def write_moves(game: Game, state: State, moves: Sequence[int], form: str) -> list[str]:
    """Write moves while they are made."""
    texts = []
    for move in moves:
        texts.append(form.format(game.write(state, move)))
        state.play(move)
    return texts


# Rating

SCALE = {"novice": 900, "casual": 1200, "club": 1500, "expert": 1800, "master": 2100}
TRIES = {"novice": 20, "casual": 20, "club": 20, "expert": 10, "master": 2}
DOUBT = 350.0  # how far from 1500 a rating is expected to be before anybody has tried


def rate(game: Game, puzzle: Puzzle) -> Puzzle:
    """Let the levels of 0.1.0 try a puzzle, and rate it where they solve it half of the time."""
    solved: dict[str, tuple[int, int]] = {}
    for name in OLD_NAMES:
        solved[name] = (count(game, puzzle, name), TRIES[name])
        if solved[name][0] == TRIES[name]:
            break  # the levels above solve it as well
    return msgspec.structs.replace(puzzle, solved=solved, rating=rating_of(solved))


def count(game: Game, puzzle: Puzzle, name: str) -> int:
    """Count how often a level solves a puzzle."""
    return sum(solves_all(game, puzzle, level(game, OLD + name), seed) for seed in range(TRIES[name]))


def solves_all(game: Game, puzzle: Puzzle, setting: Level, seed: int) -> bool:
    """Tell whether a level makes every turn of an answer."""
    trial, player = Trial(game.name, puzzle), Solver(game, setting, seed)
    while trial.kind in ("begun", "right"):
        trial.play(game.write(trial.match.state, player.choose(trial.match.state)))
    return trial.done


def rating_of(solved: Mapping[str, tuple[int, int]]) -> int:
    """Find the rating that makes what the levels solved most likely, by Elo's curve."""

    def likelihood(rating: int) -> float:
        total = -(((rating - 1500) / DOUBT) ** 2) / 2
        for name, (right, tries) in solved.items():
            share = 1 / (1 + 10 ** ((rating - SCALE[name]) / 400))
            total += right * log(share) + (tries - right) * log(1 - share)
        return total

    return max(range(LOWEST, HIGHEST + 1, 10), key=likelihood)


# Checking


def doubt(name: str, puzzle: Puzzle) -> str:
    """Say why a search ten times as strong as the miner's does not agree with a puzzle; nothing if it does."""
    game = puzzle.load(name)
    recipe = RECIPES[name]
    trial = Trial(name, puzzle)
    miner = Miner(game, recipe, TIMES)
    for stage in trial.stages:
        found = check(miner, trial.match.state, puzzle.kind, puzzle.count)
        if found is None:
            return "no turn is better than all others by the gap"
        if not found.outcomes & stage.targets:
            return "another turn is the best"
        end = End(b"", trial.match.state, tuple(stage.moves))
        if recipe.counts and not is_certain(game, trial.match.state, end, puzzle.count):
            return "the answer does not hold whatever is hidden"
        for move in stage.moves:
            trial.play(game.write(trial.match.state, move))
    return ""


# Running


def run(
    name: str,
    out: Path,
    seconds: float,
    tell: Callable[[str], None] = print,
    most: int = MOST_PUZZLES,
    wanted: str = "",
) -> None:
    """Mine match after match into a file, on from where it stopped, for so many seconds or puzzles."""
    title, end = load_text(name, "").title, monotonic() + seconds
    found, seed = resume(name, out)
    while monotonic() < end and len(found) < most:
        for puzzle in mine(name, seed, wanted):
            found[puzzle.id] = rate(puzzle.load(name), puzzle)
            tell(f"{puzzle.id}: {puzzle.kind}, {found[puzzle.id].rating}, {puzzle.source}")
        seed += 1
        spare = out.with_suffix(".new")
        spare.write_text(write_puzzles(title, list(found.values()), seed), encoding="utf-8")
        spare.replace(out)
    tell(f"{counted(len(found), 'puzzle')} of {counted(seed, 'match', 'matches')}")


def resume(name: str, out: Path) -> tuple[dict[str, Puzzle], int]:
    """Read what was mined before, and the seed of the next match."""
    if not out.exists():
        return {}, 0
    text = out.read_text(encoding="utf-8")
    return {puzzle.id: puzzle for puzzle in read_puzzles(name, text, str(out))}, matches_mined(text)
