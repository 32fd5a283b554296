"""Measure which level of today each level of 0.1.0 is nearest to: docs/strength.md shows what came of it.

    nearest.py GAME … [--matches 100] [--workers 1] [--old master] [--out benchmarks/levels/nearest.jsonl]
    nearest.py

A level of 0.1.0 meets the levels of today, from the one that its name means now up or down until its score crosses
50 %, on seeds from 20,000 on. Each meeting is a line of JSON with the settings of both, and for each pair of matches
the quarters of its points that the old level won; what was measured of the games before is replaced. A level that has
the same settings today is not measured. With --old only some levels are measured: the strong ones take long. Without a
game nothing is played: what was measured is printed as a table.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from potluck.core.game import Game
from potluck.games import load_text, names
from potluck.lab.arena import arena
from potluck.lab.commands import executor_of
from potluck.lab.executors import Executor
from potluck.lab.markdown import table
from potluck.players.former import OLD, OLD_NAMES
from potluck.players.levels import level, level_name, level_names
from potluck.players.settings import write_level

SEED = 20_000
KEPT = Path("benchmarks/levels/nearest.jsonl")


def main() -> None:
    """Measure the games that were named, and write the lines of all games down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--old", nargs="*", default=list(OLD_NAMES), choices=OLD_NAMES)
    parser.add_argument("--out", type=Path, default=KEPT)
    asked = parser.parse_args()
    if not set(asked.games) <= set(names()):
        parser.error(f"games {' '.join(asked.games)}: expected some of {' '.join(names())}")
    if not asked.games:
        print(page(asked.out))
    for name in asked.games:
        game = load_text(name, "")
        for old in asked.old:
            found = meetings(game, OLD + old, asked.matches, executor_of(asked.workers))
            keep(asked.out, name, OLD + old, found)


def meetings(game: Game, old: str, matches: int, executor: Executor) -> list[dict[str, object]]:
    """Let an old level meet those of today that are about as strong."""
    known = level_names(game)
    if level(game, old) in [level(game, name) for name in known]:
        return []
    found: dict[int, dict[str, object]] = {}
    place = known.index(level_name(game, old))
    while 0 <= place < len(known) and place not in found:
        found[place] = meeting(game, old, known[place], matches, executor)
        score = found[place]["score"]
        assert isinstance(score, float)
        print(f"{game.name}: {old} – {known[place]} {score:.1%}", flush=True)
        place += 1 if score > 0.5 else -1
    return [found[place] for place in sorted(found)]


def meeting(game: Game, old: str, name: str, matches: int, executor: Executor) -> dict[str, object]:
    """Play one meeting."""
    met = arena(game, [old, name], matches, seed=SEED, executor=executor)
    points = met.standings[0].points
    return {
        "game": game.name,
        "players": [old, name],
        "settings": [write_level(level(game, each)) for each in (old, name)],
        "seed": SEED,
        "score": round(points.mean, 3),
        "low": round(points.low, 3),
        "high": round(points.high, 3),
        "quarters": "".join(str(round(4 * part)) for part in met.first),
    }


def keep(file: Path, game: str, old: str, found: list[dict[str, object]]) -> None:
    """Put the meetings of an old level in the place of those that were kept, in the order of games and levels."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    lines = [line for line in lines if (line["game"], line["players"][0]) != (game, old)] + found
    order = [*names()], [OLD + each for each in OLD_NAMES]
    lines.sort(key=lambda line: (order[0].index(line["game"]), order[1].index(line["players"][0])))
    file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")


def page(file: Path) -> str:
    """Write what was measured as a table in Markdown."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    rows = []
    for name in names():
        game = load_text(name, "")
        for old in OLD_NAMES:
            met = [line for line in lines if (line["game"], line["players"][0]) == (name, OLD + old)]
            rows.append((game.title, old, "; ".join(map(told, met)) or "the same settings", level_name(game, old)))
    return table(("game", "level of 0.1.0", "against: score (95 %), pairs", "means today"), rows)


def told(met: dict[str, Any]) -> str:
    """Tell how a meeting went."""
    score, low, high = (round(100 * met[part]) for part in ("score", "low", "high"))
    return f"{met['players'][1]} {score} % ({low} … {high}), {len(met['quarters'])}"


if __name__ == "__main__":
    main()
