"""Write the record of a whole match by today's rules, to be kept: python tests/upgrade/write_record.py potential."""

import sys
from pathlib import Path

from potluck.core.dice import Dice
from potluck.records.match import Match
from potluck.records.record import write


def whole_match(name: str, seed: int) -> Match:
    """Play a match to its end with random moves."""
    match = Match(name, seed=seed)
    dice = Dice(seed)
    while not match.is_over:
        moves = list(match.state.moves())
        match.play(moves[dice.below(len(moves))])
    return match


if __name__ == "__main__":
    for name in sys.argv[1:]:
        match = whole_match(name, 18)
        file = Path(__file__).parent / "records" / f"{name}-{match.game.rules_version}.txt"
        file.write_text(write(match.record()), encoding="utf-8")
