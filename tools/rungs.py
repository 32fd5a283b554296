"""Write the matches of a full ladder as lines of JSON, as benchmarks/levels keeps them: without their records.

    rungs.py GAME FOLDER > benchmarks/levels/GAME.jsonl

FOLDER is what `potluck ladder GAME --full --results FOLDER` keeps its studies in. The first line names the settings of
all players; a match names its rung, its number, the seat of the upper player, the scores by seat and the ending.
"""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path

from potluck.core.errors import BadRecord
from potluck.games import load_text
from potluck.lab.ladder import SEED, STICKS, pairs_of
from potluck.lab.plan import Plan, Row
from potluck.lab.study import Study
from potluck.players.levels import level, level_names
from potluck.players.settings import write_level


def main() -> None:
    """Find the study of each rung, from below, and write its matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    game = load_text(asked.game, "")
    pairs = pairs_of(level_names(game), STICKS.get(game.name, ("uniform",)))
    played = studies(asked.folder, game.name)
    missing = [" – ".join(pair) for pair in pairs if pair not in played]
    if missing:
        sys.exit(f"{asked.folder}: nothing was played of {', '.join(missing)}")
    plan = played[pairs[0]][0]
    settings = {name: write_level(level(game, name)) for pair in pairs for name in reversed(pair)}
    write(game=game.name, seed=plan.seed, opening=plan.opening, settings=settings)
    for upper, lower in pairs:
        for row in played[upper, lower][1]:
            first = row.players.index(upper)
            write(upper=upper, lower=lower, number=row.number, first=first, scores=list(row.scores), ending=row.ending)


def studies(folder: Path, name: str) -> dict[tuple[str, str], tuple[Plan, list[Row]]]:
    """Read the studies of a game's rungs, by who met; those that were played at other levels do not count."""
    found: dict[tuple[str, str], tuple[Plan, list[Row]]] = {}
    for file in sorted(folder.glob("*.study")):
        with suppress(BadRecord), Study(file) as study:
            plan = study.plan
            if plan.game == name and plan.seed == SEED and len(plan.players) == 2:
                rows = [row for group in study.counted() for row in group]
                found[plan.players[0], plan.players[1]] = plan, rows
    return found


def write(**facts: object) -> None:
    """Write a line."""
    print(json.dumps(facts, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
