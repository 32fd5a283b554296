"""Compare judges of a game by how well they foresee results; docs/review.md shows what was found for Struggle.

    foresight.py GAME SETTINGS SETTINGS … [--matches 30] [--level ladle] [--steps 0] [--first 0]

Settings are levels or written as "alphabeta:steps=200000:learned=True". Bots of a level play, with one move in twenty
at random. Every fifth decision from the thirteenth on, each judge tells the chance of winning of the seat to move, with
--steps instead of its own if given. Its Brier score is the mean of the squared difference from the result: 0 is
perfect, 0.25 is what always saying 50 % gets in a game without draws. The difference from the first judge has a
standard error by matches, since positions of one match end alike.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt

import msgspec

import potluck
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import State
from potluck.games import load_text, names
from potluck.players.door import Player, make_search, see
from potluck.players.judge import decisions_of, final_chance, win_chance
from potluck.players.levels import level

BEGIN, EVERY = 12, 5  # the first decision that is judged, and how many lie between two of them
ASTRAY = 0.05  # moves at random
EXACTLY = 0.25  # slack: the best move is all that counts here

Errors = list[list[float]]  # by position and judge: the squared difference from the result


class Found(msgspec.Struct, frozen=True):
    """Hold what was found of one judge."""

    brier: float
    better: float  # by so much than the first judge
    error: float  # standard error of that, by matches


def play(game: Game, name: str, seed: int) -> potluck.Match:
    """Play a match of one level, with some moves at random."""
    match, dice = potluck.Match(game, seed=seed), Dice(seed + 1)
    bots = [Player(game, level(game, name), seed + 2 + seat) for seat in range(match.seats)]
    while not match.is_over:
        moves, seat = list(match.state.moves()), match.to_move
        if len(moves) == 1 or dice.fraction() < ASTRAY:
            match.play(moves[dice.below(len(moves))])
        else:
            match.play(bots[seat].choose(see(game, match.state, seat, dice), seat))
    return match


def errors(match: potluck.Match, judges: Sequence[str], steps: int) -> Iterator[list[float]]:
    """Let the judges look at some decisions of a match; yield their squared errors."""
    for _, state, _ in islice(decisions_of(match), BEGIN, None, EVERY):
        result = final_chance(match, int(state.to_move))
        yield [(foresee(match.game, state, judge, steps) - result) ** 2 for judge in judges]


def foresee(game: Game, state: State, judge: str, steps: int) -> float:
    """Tell the chance of winning of the seat to move, as it may know the position."""
    setting = level(game, judge)
    search = make_search(game, msgspec.structs.replace(setting, slack=EXACTLY), Dice(1))
    twin = state.copy()
    twin.determinize(state.to_move, Dice(1))
    search.think(twin, Limit(steps or setting.steps, 0.0))
    return win_chance(search.values[0], int(state.seats))


def compare(matches: Sequence[Errors]) -> list[Found]:
    """Compare the judges by their errors in each match."""
    rows = [row for match in matches for row in match]
    found = []
    for judge in range(len(rows[0])):
        better = sum(row[0] - row[judge] for row in rows) / len(rows)
        off = [sum(row[0] - row[judge] - better for row in match) for match in matches]
        brier = sum(row[judge] for row in rows) / len(rows)
        found.append(Found(brier, better, sqrt(sum(one * one for one in off)) / len(rows)))
    return found


def main(words: list[str] | None = None) -> None:
    """Play, judge and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names())
    parser.add_argument("judges", nargs="+")
    parser.add_argument("--matches", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first match; its seed is 1000 times that")
    parser.add_argument("--level", default="ladle")
    parser.add_argument("--steps", type=int, default=0)
    asked = parser.parse_args(words)
    game = load_text(asked.game, "")
    numbers = range(asked.first, asked.first + asked.matches)
    played = (play(game, asked.level, 1000 * number) for number in numbers)
    matches = [list(errors(match, asked.judges, asked.steps)) for match in played]
    print(f"{sum(map(len, matches))} positions of {len(matches)} matches")
    for judge, one in zip(asked.judges, compare(matches), strict=True):
        print(f"{judge}: {one.brier:.4f}, better by {one.better:+.4f} ± {one.error:.4f}")


if __name__ == "__main__":
    main()
