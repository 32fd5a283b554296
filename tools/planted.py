"""Plant blunders in matches of bots, and count which of them the review finds; docs/review.md shows the figures.

    planted.py GAME … [--matches 20] [--first 0] [--throws 0.1] [--level ladle] [--jobs 2] [--out planted]
        [--only-thrown]

Bots of a level play; every seat throws one decision in ten: it takes the move that the evaluator likes least. A planted
throw counts where the review's search with ten times its budget sees a loss above the mistake threshold, and a mark
(mistake or blunder) is right where it sees one too. With --throws 0 the marks are those of the level's own play. With
--only-thrown nothing but what was thrown is judged: that takes a third of the time, and says nothing of other marks.
Each match is one line of a file in --out, and the same command goes on where it stopped.
"""

import argparse
import time
from collections.abc import Iterable
from multiprocessing import Pool
from pathlib import Path

import msgspec

import potluck
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.games import load_text, names
from potluck.players.door import Player, make_search, see
from potluck.players.judge import MISTAKE, Judge, decisions_of
from potluck.players.levels import level
from potluck.players.review import WRONG, conclude, review_steps, reviewer
from potluck.players.settings import Level
from potluck.records.secrecy import redraw

STRONGER = 10


class Task(msgspec.Struct, frozen=True):
    """Name a match: the same name plays it the same way."""

    game: str
    level: str
    throws: float
    seed: int
    only_thrown: bool = False  # judge nothing but what was thrown


class Look(msgspec.Struct, frozen=True):
    """Hold a decision that was thrown or marked, as the review and the stronger search see it."""

    ply: int
    thrown: bool
    mark: str
    loss: float
    error: float
    truth: float  # the loss that the stronger search sees

    @property
    def is_lost(self) -> bool:
        """Tell whether the stronger search sees a loss above the mistake threshold."""
        return self.truth >= MISTAKE

    @property
    def is_marked(self) -> bool:
        """Tell whether the review calls it a mistake or a blunder."""
        return self.mark in WRONG


class Row(msgspec.Struct, frozen=True):
    """Hold what a match showed."""

    seed: int
    decisions: int
    looks: list[Look]
    luck: float  # what luck did to the chance of seat 0
    seconds: float  # of one core, for the review


def play(task: Task) -> tuple[potluck.Match, set[int]]:
    """Play a match; return it with the plies at which a move was thrown."""
    match = potluck.Match(load_text(task.game, ""), seed=task.seed)
    dice, thrown = Dice(task.seed + 1), set()
    worst = make_search(match.game, Level("greedy"), dice)
    bots = [Player(match.game, level(match.game, task.level), task.seed + seat) for seat in range(match.seats)]
    while not match.is_over:
        moves, seat = list(match.state.moves()), match.to_move
        if len(moves) > 1 and dice.fraction() < task.throws:
            thrown.add(len(match.moves))
            worst.think(redraw(match.state, seat, dice), Limit(1, 0.0))
            match.play(worst.moves[-1])
        else:
            seen = see(match.game, match.state, seat, dice)
            match.play(bots[seat].choose(seen, seat) if len(moves) > 1 else moves[0])
    return match, thrown


def measure(task: Task) -> Row:
    """Play and review a match, and let the stronger search look at what was thrown or marked."""
    match, thrown = play(task)
    begun, judging = time.process_time(), reviewer(match.game)
    steps = [step for step in decisions_of(match) if step.ply in thrown or not task.only_thrown]
    found = conclude(match, [judging.decide(step.state, step.move, step.ply) for step in steps])
    seconds = time.process_time() - begun
    told = {one.verdict.ply: one for one in found.decisions}
    judge = Judge(match.game, STRONGER * review_steps(match.game), seed=1, closer=1)
    looks = []
    for ply, state, move in steps:
        one = told[ply]
        if ply in thrown or one.mark in WRONG:
            truth = judge.decide(state, move, ply).loss
            looks.append(Look(ply, ply in thrown, one.mark, one.verdict.loss, one.verdict.error, truth))
    return Row(task.seed, len(found.decisions), looks, found.accounts[0].luck, seconds)


def share(right: int, all_: int) -> str:
    """Write a part of a whole."""
    return f"{right} of {all_}" + (f" ({100 * right / all_:.0f} %)" if all_ else "")


def summary(rows: Iterable[Row]) -> str:
    """Say what the matches of a game showed."""
    rows = list(rows)
    looks = [look for row in rows for look in row.looks]
    planted = [look for look in looks if look.thrown and look.is_lost]
    marked = [look for look in looks if look.is_marked]
    blunders = sum(look.mark == "blunder" for look in looks)
    decisions, matches = sum(row.decisions for row in rows), max(1, len(rows))
    return "; ".join(
        [
            f"{len(rows)} matches",
            f"{share(sum(look.is_marked for look in planted), len(planted))} planted found",
            f"{share(sum(look.is_lost for look in marked), len(marked))} marks right",
            f"{blunders} blunders in {decisions} decisions",
            f"luck {sum(abs(row.luck) for row in rows) / matches:.2f}",
            f"{decisions / matches:.0f} decisions and {sum(row.seconds for row in rows) / matches:.0f} s a match",
        ]
    )


def known_rows(file: Path) -> list[Row]:
    """Read what was measured before."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Row) for line in lines]


def run(game: str, asked: argparse.Namespace) -> None:
    """Measure the matches of a game that are not in its file yet."""
    asked.out.mkdir(parents=True, exist_ok=True)
    name = f"{game}-{asked.level}-{asked.throws}{'-thrown' * asked.only_thrown}.jsonl"
    file = asked.out / name.replace(":", "-")
    rows = known_rows(file)
    done = {row.seed for row in rows}
    numbers = range(asked.first, asked.first + asked.matches)
    tasks = [Task(game, asked.level, asked.throws, 1000 * number, asked.only_thrown) for number in numbers]
    waiting = [task for task in tasks if task.seed not in done]
    with Pool(asked.jobs) as pool, file.open("ab") as out:
        for row in pool.imap_unordered(measure, waiting) if asked.jobs > 1 else map(measure, waiting):
            rows.append(row)
            out.write(msgspec.json.encode(row) + b"\n")
            out.flush()
            print(game, summary(rows), flush=True)
    print(f"{game}, {asked.level}: {summary(rows)}", flush=True)


def main(words: list[str] | None = None) -> None:
    """Play, review, compare and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=names())
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first match; its seed is 1000 times that")
    parser.add_argument("--throws", type=float, default=0.1)
    parser.add_argument("--level", default="ladle")
    parser.add_argument("--only-thrown", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("planted"))
    asked = parser.parse_args(words)
    for game in asked.games:
        run(game, asked)


if __name__ == "__main__":
    main()
