"""make soak: large numbers of random matches, with every promise of the kernel and every invariant checked.

    python tests/soak.py [GAME …]

POTLUCK_SOAK sets the number of matches a game (10,000 unless told); a game's facts.SOAK may add runs of its own.
"""

import os
import sys
import time

from rich.progress import Progress

from kit import Case, case_id, cases, check_end, check_state, facts, walk
from potluck import Dice

MATCHES = int(os.environ.get("POTLUCK_SOAK", "10000"))


def soak(case: Case, matches: int, progress: Progress) -> int:
    """Play random matches of one variant; return how many moves were checked."""
    game = case.load()
    dice = Dice(2026_11_15)
    made = 0
    task = progress.add_task(case_id(case)[:60], total=matches)
    for _ in range(matches):
        state = game.new(case.seats)
        for before, _move in walk(game, state, dice):
            check_state(game, before)
            facts(case.name).check(game, before)
            made += 1
        check_end(game, state)
        progress.advance(task)
    return made


def main(names: list[str]) -> None:
    """Soak the named games, or all."""
    chosen = [case for case in cases() if not names or case.name in names]
    with Progress() as progress:
        for case in chosen:
            begun = time.perf_counter()
            matches = max(1, MATCHES // sum(other.name == case.name for other in chosen))
            made = soak(case, matches, progress)
            spent = time.perf_counter() - begun
            progress.console.print(f"{case_id(case)}: {matches} matches, {made} moves, all well, {spent:.0f} s")
        for name in dict.fromkeys(case.name for case in chosen):
            for extra in getattr(facts(name), "SOAK", []):
                extra()
                progress.console.print(f"{name}: {extra.__name__}: all well")


if __name__ == "__main__":
    main(sys.argv[1:])
