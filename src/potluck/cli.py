"""The command line: potluck COMMAND."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

import potluck
from potluck.core.errors import BadOptions, BadRecord, PotluckError
from potluck.core.game import Game, name_seats
from potluck.core.perft import perft as count_tree
from potluck.core.state import SPECTATOR
from potluck.games import load_text
from potluck.records import read, replay, verify, write
from potluck.records.golden import seat_names, transcript
from potluck.records.record import Record, final_state
from potluck.table import commands
from potluck.terminal import TerminalMatch, choose_at_random

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
console = Console()

GameName = Annotated[str, typer.Argument(help="The name of a game, as `potluck games` lists them.")]
Options = Annotated[str, typer.Option("--options", "-o", help='What was agreed on: "layout=columns, first=1".')]
RecordFile = Annotated[Path, typer.Argument(help="A record of a match.")]


def main() -> None:
    """Run a command; a refusal is one sentence, never a traceback."""
    try:
        app()
    except PotluckError as error:
        Console(stderr=True).print(escape(str(error)), style="red")
        sys.exit(1)


@app.callback(invoke_without_command=True)
def begin(context: typer.Context) -> None:
    """Five board games from their rulebooks: to play, to measure and to learn from."""
    if context.invoked_subcommand is None:
        commands.table()


@app.command()
def games() -> None:
    """List the games."""
    table = Table("name", "game", "seats", "about", box=None, header_style="bold")
    for name in potluck.names():
        game = potluck.load(name)
        seats = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
        table.add_row(name, game.title, seats, game.about)
    console.print(table)


@app.command()
def show(name: GameName) -> None:
    """Show a game: its rulings in our words, its options, its notation."""
    game = potluck.load(name)
    console.print(f"[bold]{game.title}[/bold]\n{game.about}\n")
    options = Table("option", "values", "default", "what it changes", box=None, header_style="bold")
    for option in game.options:
        default = ("off", "on")[option.default] if isinstance(option.default, bool) else str(option.default)
        options.add_row(option.name, option.describe(), default, f"{option.text} {option.ruling}")
    console.print(options)
    rulings = Table("ruling", "", "status", box=None, header_style="bold", title="Rulings", title_justify="left")
    for ruling in potluck.rulings(name).values():
        rulings.add_row(ruling.id, ruling.text, ruling.status)
    console.print(rulings)
    state = game.new()
    examples = ", ".join(game.write(state, move) for move in list(state.moves())[:4])
    console.print(f"\n[bold]Notation[/bold]: {escape(examples)} … A position:\n\n{escape(game.draw(state))}")


@app.command()
def play(
    name: GameName,
    options: Options = "",
    seats: Annotated[int | None, typer.Option(help="How many sit down, where the game leaves a choice.")] = None,
    friends: Annotated[bool, typer.Option("--friends", help="People on all seats, at one screen.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the record here at the end.")] = None,
) -> None:
    """Play in the terminal, against the computer or with friends."""
    game = load_text(name, options)
    count = int(game.new(seats).seats)
    people = range(count) if friends else range(1)
    names = [_person(game, seat, friends) if seat in people else f"Random bot {seat}" for seat in range(count)]
    bots = {seat: choose_at_random for seat in range(count) if seat not in people}
    match = TerminalMatch(game, count, bots, names, console)
    console.print(f"[bold]{game.title}[/bold]. Type a move, or ? for the legal ones; Enter alone for help.")
    record = match.run()
    if save is not None:
        save.write_text(write(record), encoding="utf-8")


def _person(game: Game, seat: int, friends: bool) -> str:
    """Name a person by the side."""
    return game.sides[seat] if friends else "You"


@app.command(name="replay")
def replay_(
    file: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
) -> None:
    """Show a recorded match, turn by turn."""
    record = load_record(file)
    game = record.load()
    names = seat_names(game, record)
    turn = -1
    for _, state, move in replay(record):
        if state.turn != turn:
            turn = int(state.turn)
            if step and turn:
                console.input("[dim]Enter for the next turn[/dim]")
            console.print(f"\n[bold]Turn {turn + 1}[/bold]")
            console.print(game.sketch(state, SPECTATOR), highlight=False)
        for line in game.tell(state, move, SPECTATOR):
            console.print(f"  {escape(game.write(state, move, SPECTATOR)):12} {escape(name_seats(line, names))}")
    console.print("\n[bold]At the end[/bold]")
    console.print(game.sketch(final_state(record), SPECTATOR), highlight=False)
    if record.result:
        scores = ", ".join(f"{name} {score:g}" for name, score in zip(names, record.result, strict=True))
        console.print(f"{escape(scores)} ({record.ending})")


@app.command(name="verify")
def verify_(file: RecordFile) -> None:
    """Recompute every chance move of a record from its published seed."""
    draws = verify(load_record(file))
    console.print(f"Verified: {draws} chance moves, all as the sealed seed draws them.")


@app.command()
def perft(name: GameName, depth: Annotated[int, typer.Argument(min=0, max=20)], options: Options = "") -> None:
    """Count the move sequences of each length up to a depth."""
    game = load_text(name, options)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Counting", total=depth)
        for level in range(1, depth + 1):
            progress.console.print(f"{level:3} {count_tree(game.new(), level):,}")
            progress.advance(task)


@app.command()
def golden(files: Annotated[list[Path], typer.Argument(help="Golden transcripts.")]) -> None:
    """Write golden transcripts anew from the records at their top."""
    for file in files:
        before = _text(file)
        after = transcript(before)
        file.write_text(after, encoding="utf-8")
        console.print(f"{file}: {'as it was' if before == after else 'changed'}")


@app.command()
def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Only these games.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds; the figures are their medians.")] = 9,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each sample.")] = 0.2,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures here too.")] = None,
) -> None:
    """Measure the speed of the kernel, beside OpenSpiel in the same run."""
    from potluck.lab import bench as lab_bench

    chosen = names or potluck.names()
    for name in chosen:
        potluck.load(name)
    measures = 3 * len(chosen) + (3 * len(lab_bench.PEERS) if lab_bench.has_peer() else 0)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Measuring", total=measures * rounds)
        rates = lab_bench.run(chosen, rounds, seconds, lambda: progress.advance(task))
    report = lab_bench.as_report(rates)
    print_rates(rates)
    print_ratios(report)
    if json_file is not None:
        json_file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def print_rates(rates: list["potluck.lab.bench.Rate"]) -> None:
    """Print a table of medians with their spread."""
    table = Table("what", "figure", box=None, header_style="bold")
    table.add_column("per second", justify="right")
    table.add_column("±", justify="right")
    for rate in rates:
        table.add_row(" ".join(rate.path[1:-1]), rate.path[-1], f"{rate.median:,.0f}", f"{rate.spread:.0%}")
    console.print(table)


def print_ratios(report: dict[str, dict[str, dict[str, float]]]) -> None:
    """Print how many times faster each game is than OpenSpiel's."""
    peers = report["peers"].get("open_spiel")
    if not peers:
        console.print("OpenSpiel is not installed: pip install 'potluck\\[openspiel]' puts its figures beside these.")
        return
    table = Table("times as fast as OpenSpiel's", *peers, box=None, header_style="bold")
    for name, figures in report["games"].items():
        for figure in ("playout_moves_per_s", "python_moves_per_s"):
            ratios = [f"{figures[figure] / peer[figure]:.1f}×" for peer in peers.values()]  # type: ignore[index]
            table.add_row(f"{name} {figure}", *ratios)
    console.print(table)


def load_record(file: Path) -> Record:
    """Read a record file."""
    return read(_text(file))


def _text(file: Path) -> str:
    """Read a text file, or refuse it in a sentence."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file}: expected a text in UTF-8") from error
    except OSError as error:
        raise BadOptions(f"{file}: {error.strerror}") from error


app.command()(commands.table)
app.command()(commands.backup)
app.command(name="import")(commands.import_)
app.command()(commands.export)


if __name__ == "__main__":
    main()
