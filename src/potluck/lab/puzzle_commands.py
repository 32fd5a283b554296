"""The commands of the puzzles: mine new ones, and check those that there are."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from potluck.console import Console
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.games import load, names
from potluck.lab import mining
from potluck.records.puzzles import FILE, puzzles, read_puzzles, tasks_of

app = typer.Typer(help="Mine puzzles from bot matches, and check them.", no_args_is_help=True)
console = Console()
ALL = "all"


@app.command()
def mine(
    game: Annotated[str, typer.Argument(help="The game.")],
    minutes: Annotated[float, typer.Option(min=0.0, help="Stop after the match that is mined then.")] = 10.0,
    most: Annotated[int, typer.Option(min=1, help="Stop when there are so many puzzles.")] = mining.MOST_PUZZLES,
    kind: Annotated[str, typer.Option(help="Look for one kind only, such as win.")] = "",
    out: Annotated[Path | None, typer.Option(help="The file; if it is there, mining goes on.")] = None,
) -> None:
    """Let bots play, find the puzzles in their matches, rate them, and write them to a file."""
    load(game)  # there must be such a game
    if game not in mining.RECIPES:
        raise BadOptions(f"game {game}: expected one of {', '.join(mining.RECIPES)}")
    if kind not in ("", *tasks_of(game)):
        raise BadOptions(f"kind {shown(kind)}: expected one of {', '.join(tasks_of(game))}")
    mining.run(game, out or Path(f"{game}-{FILE}"), 60 * minutes, console.print, most, kind)


@app.command()
def check(
    game: Annotated[str, typer.Argument(help="The game, or all.")] = ALL,
    sample: Annotated[int, typer.Option(min=0, help="Check so many of each game, drawn by lot; 0 for all.")] = 0,
    file: Annotated[
        Path | None, typer.Option(help="Check the puzzles of this file, not those that are shipped.")
    ] = None,
) -> None:
    """Check puzzles against a search ten times as strong as the one that found them."""
    doubts = 0
    for name in names() if game == ALL else [load(game).name]:
        found = read_puzzles(name, file.read_text(encoding="utf-8"), str(file)) if file else puzzles(name)
        chosen = Random(0).sample(found, sample) if 0 < sample < len(found) else found
        doubtful = 0
        for puzzle in chosen:
            why = mining.doubt(name, puzzle)
            if why:
                console.print(f"{name} {puzzle.id}: {why}")
                doubtful += 1
        console.print(f"{name}: {len(chosen) - doubtful} of {len(chosen)} puzzles hold")
        doubts += doubtful
    if doubts:
        raise typer.Exit(1)
