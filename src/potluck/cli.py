"""The command line: potluck COMMAND."""

import json
import os
import sys
from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress, TaskID
from rich.table import Table

import potluck
import potluck.core.state as state_module
from potluck.bots.search import Limit
from potluck.console import Console
from potluck.core.english import counted, name_seats
from potluck.core.errors import BadOptions, BadRecord, PotluckError
from potluck.core.game import Game
from potluck.core.perft import perft as count_tree
from potluck.core.state import SPECTATOR
from potluck.games import load_text
from potluck.games.struggle.custom import RULES_VARIABLE, load_rules
from potluck.lab import arena as lab_arena
from potluck.lab import commands as lab_commands
from potluck.lab import puzzle_commands
from potluck.lab.executors import Executor
from potluck.lab.stopping import read_pair
from potluck.players.analysis import analyse
from potluck.players.judge import Verdict, decisions_of
from potluck.players.levels import FIRST_CHOICE, NAMES
from potluck.players.protocol import serve
from potluck.players.review import Asked, conclude, judge_places, review_lines
from potluck.players.strength import save as save_strength
from potluck.records import Match, read, verify, write
from potluck.records.golden import transcript
from potluck.records.record import Record
from potluck.table.web import commands
from potluck.terminal import TerminalMatch, seat_bot, teach

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
app.add_typer(lab_commands.app, name="lab")
app.add_typer(puzzle_commands.app, name="puzzles")
console = Console()

GameName = Annotated[str, typer.Argument(help="The name of a game, as `potluck games` lists them.")]
Options = Annotated[str, typer.Option("--options", "-o", help='What was agreed on: "layout=columns, first=1".')]
RecordFile = Annotated[Path, typer.Argument(help="A record of a match.")]
PIECES = 16  # in which a worker gets its share of a review, so that nobody waits long for the last
Results = Annotated[Path | None, typer.Option(help="Keep the matches in this folder, and go on from them.")]


def install_rules(files: list[Path] | None) -> list[Path] | None:
    """Load special rules that whoever runs this has written; processes started from here load them too."""
    for file in files or []:
        load_rules(file)
    if files:
        os.environ[RULES_VARIABLE] = os.pathsep.join(str(file.resolve()) for file in files)
    return files


Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", callback=install_rules, help="A file with special rules of your own, for Struggle."),
]


def with_rules(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take --rules."""

    @wraps(command)
    def run(*, rules: list[Path] | None = None, **settings: Any) -> Any:
        return command(**settings)

    loaded = Parameter("rules", Parameter.KEYWORD_ONLY, default=None, annotation=Rules)
    run.__signature__ = Signature([*signature(command).parameters.values(), loaded])  # type: ignore[attr-defined]
    return run


def main() -> None:
    """Run a command; a refusal is one sentence, never a traceback."""
    try:
        app()
    except PotluckError as error:
        complain(str(error))
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def complain(sentence: str) -> None:
    """Say what went wrong, and end, as a command does that was called wrongly."""
    Console(stderr=True, soft_wrap=True).print(escape(sentence), style="red")
    sys.exit(2)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is, and how it was built.")
    ] = False,
) -> None:
    """Five board games from their rulebooks: to play, to measure and to learn from."""
    if version:
        built = "interpreted" if str(state_module.__file__).endswith(".py") else "compiled"
        print(f"potluck {potluck.__version__}, {built}, Python {sys.version.split()[0]}")
        raise typer.Exit
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
    console.print(f"\n[bold]Notation[/bold]: {escape(examples)} … A position:\n\n{escape(game.write_position(state))}")


@app.command()
def play(
    name: GameName,
    options: Options = "",
    seats: Annotated[int | None, typer.Option(help="How many sit down, where the game leaves a choice.")] = None,
    level: Annotated[
        str,
        typer.Option(help=f"How strong the computer is: {', '.join(NAMES)}; not every game has all."),
    ] = FIRST_CHOICE,
    friends: Annotated[bool, typer.Option("--friends", help="People on all seats, at one screen.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the record here at the end.")] = None,
) -> None:
    """Play in the terminal, against the computer or with friends."""
    game = load_text(name, options)
    count = int(game.new(seats).seats)
    people = range(count) if friends else range(1)
    names = [_person(game, seat, friends) if seat in people else _bot_name(game, seat, level) for seat in range(count)]
    bots = {seat: seat_bot(game, level) for seat in range(count) if seat not in people}
    match = TerminalMatch(game, count, bots, names, console)
    console.print(f"[bold]{game.title}[/bold]. Type a move, or ? for the legal ones; Enter alone for help.")
    record = match.run()
    if save is not None:
        save.write_text(write(record), encoding="utf-8")


@app.command()
def lesson(
    name: GameName,
    chapter: Annotated[int, typer.Option(min=1, help="Begin with this chapter.")] = 1,
) -> None:
    """Learn a game in the terminal, in a few short steps; Enter shows how, skip goes on, quit ends."""
    potluck.load(name)
    teach(name, console, chapter - 1)


def _person(game: Game, seat: int, friends: bool) -> str:
    """Name a person by the side."""
    return game.sides[seat] if friends else "You"


def _bot_name(game: Game, seat: int, level: str) -> str:
    """Name a bot by its level, and by its side where there are several."""
    name = f"{level.partition(':')[0].capitalize()} bot"
    return name if max(game.seats) == 2 else f"{name} {seat}"


@app.command(name="replay")
def replay_(
    file: RecordFile,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
) -> None:
    """Show a recorded match, turn by turn."""
    record = load_record(file)
    match = Match.from_record(record)
    game, names = match.game, match.names
    turn = -1
    for _, state, move in match.steps():
        if state.turn != turn:
            turn = int(state.turn)
            if step and turn:
                console.input("[dim]Enter for the next turn[/dim]")
            console.print(f"\n[bold]Turn {turn + 1}[/bold]")
            console.print(game.sketch(state, SPECTATOR), highlight=False)
        for line in game.tell(state, move, SPECTATOR):
            console.print(f"  {escape(game.write(state, move, SPECTATOR)):12} {escape(name_seats(line, names))}")
    console.print("\n[bold]At the end[/bold]")
    console.print(game.sketch(match.state, SPECTATOR), highlight=False)
    if record.result:
        scores = ", ".join(f"{name} {score:g}" for name, score in zip(names, record.result, strict=True))
        console.print(f"{escape(scores)} ({record.ending})")


@app.command(name="verify")
def verify_(
    file: RecordFile,
    receipt: Annotated[str, typer.Option(help="What your page kept before the match; it shows it at the end.")] = "",
) -> None:
    """Recompute all that chance decided in a record: its rolls, who begins, what a position hid."""
    found = verify(load_record(file), receipt.strip())
    parts = [counted(found.draws, "chance move")]
    parts += ["who begins"] * found.begins + ["what the position hid"] * found.filled
    console.print(f"Verified: {' and '.join(parts)}, all as the sealed seed draws them.", soft_wrap=True)
    console.print(unproven(found.version, bool(receipt)), soft_wrap=True)


def unproven(version: int, kept: bool) -> str:
    """Say what verifying a record leaves open."""
    if version == 1:
        return "The record is older than commitments: whoever ran the table could have chosen their own nonce last."
    if kept:
        return "The seed, the terms and all nonces are those that you were promised before the match."
    return "Only --receipt shows that the seal and the commitments are those of before the match."


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
def hint(
    file: RecordFile,
    lines: Annotated[int, typer.Option(min=1, max=20, help="How many moves to compare.")] = 3,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long to think.")] = 2.0,
) -> None:
    """Advise the seat to move at the end of a record: the best moves, their chances, and why."""
    match = Match.from_record(load_record(file))
    state = match.state
    if state.to_move < 0:
        raise BadOptions(f"{file}: no seat is to move at the end of this record")
    with console.status("Thinking"):
        found = analyse(match.game, state, int(state.to_move), Limit(0, seconds), lines)
    table = Table("move", "chance", "looked at", "expected", "why", box=None, header_style="bold")
    for line in found:
        why = name_seats(line.reason, match.names)
        table.add_row(line.move, f"{line.chance:.0%}", f"{line.visits:,}", " ".join(line.line[:6]), escape(why))
    console.print(table)


@app.command()
def review(
    file: RecordFile,
    steps: Annotated[int, typer.Option(min=0, help="Thought for each decision; 0 is the review's own.")] = 0,
    workers: lab_commands.Workers = 0,
) -> None:
    """Review a match: how well each seat decided, what luck did, and where the match turned."""
    asked = Asked(load_record(file), steps)
    match = Match.from_record(asked.record)
    verdicts = _judged(asked, sum(1 for _ in decisions_of(match)), lab_commands.executor_of(workers))
    for line in review_lines(match, conclude(match, verdicts, steps)):
        console.print(escape(line), highlight=False, soft_wrap=True)


def _judged(asked: Asked, count: int, executor: Executor) -> list[Verdict]:
    """Judge all decisions of a match, and show how many are done; who does which changes nothing."""
    found: dict[int, Verdict] = {}
    stride = PIECES * executor.workers
    pieces = [range(first, count, stride) for first in range(min(stride, count))]
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task(counted(count, "decision"), total=count)
        for done in executor.run(asked, pieces, judge_places):
            found.update(done)
            progress.update(bar, completed=len(found))
    return [found[place] for place in range(count)]


@app.command()
def engine() -> None:
    """Answer positions with moves over stdin and stdout, for other programs; docs/bots.md has the protocol."""
    serve(sys.stdin, sys.stdout, potluck.__version__)


@app.command()
def ladder(
    name: Annotated[str | None, typer.Argument(help="The name of a game; without one, all of them in turn.")] = None,
    options: Options = "",
    full: Annotated[
        bool, typer.Option("--full/--quick", help="All matches, or as few as a sequential test needs.")
    ] = False,
    most: Annotated[int, typer.Option(min=0, help="The most matches of a pairing; 0 is the default of the kind.")] = 0,
    sticks: Annotated[int, typer.Option(min=0, help="Matches with the measuring sticks; 0 is the default.")] = 0,
    minutes: Annotated[float, typer.Option(min=0.0, help="Stop in time; 0 is when all is played.")] = 0.0,
    workers: lab_commands.Workers = 0,
    ray: lab_commands.RayAddress = "",
    results: Results = None,
    data: Annotated[Path | None, typer.Option(help="Put the ratings into this file, which the table shows.")] = None,
    page: Annotated[Path | None, typer.Option(help="Write the games of --data into this page.")] = None,
) -> None:
    """Measure the levels of a game: they play one another, seats swapped, and get ratings with intervals."""
    from potluck.lab import ladder as lab_ladder

    if data is not None and not data.parent.is_dir():
        raise BadOptions(f"--data {data}: there is no folder {data.parent}")
    if page is not None:
        _text(page)  # refused now rather than after hours
    executor = lab_commands.executor_of(workers, ray)
    climb = partial(lab_ladder.climb, options=options, full=full, folder=_folder(results), executor=executor)
    deadline = monotonic() + 60 * minutes
    left = [name] if name else potluck.names()
    while left:
        share = max(1e-9, (deadline - monotonic()) / 60 / len(left)) if minutes else 0.0
        with Progress(console=console, transient=True) as progress:
            measured = climb(left[0], most=most, sticks=sticks, minutes=share, progress=_advancer(progress))
        console.print(f"[bold]{left.pop(0)}[/bold]\n{lab_ladder.report(measured)}", highlight=False, soft_wrap=True)
        known = save_strength(measured, data) if data else {measured.game: measured}
        if page is not None:
            page.write_text(lab_ladder.strength_page(known, _text(page)), encoding="utf-8")


def _folder(results: Path | None) -> Path | None:
    """Make the folder in which matches are to be kept, if there is to be one."""
    try:
        if results is not None:
            results.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOptions(f"--results {results}: {error.strerror}") from error
    return results


def _advancer(progress: Progress) -> Callable[[str, int, int], None]:
    """Make what shows a bar for each pairing."""
    tasks: dict[str, TaskID] = {}

    def advance(pairing: str, done: int, total: int) -> None:
        if pairing not in tasks:
            tasks[pairing] = progress.add_task(pairing, total=total)
        progress.update(tasks[pairing], completed=done)

    return advance


@app.command(name="arena")
def arena_(
    name: GameName,
    players: Annotated[
        list[str],
        typer.Argument(help="Two to four: levels, settings, exec COMMAND, net:FILE, module:Class, openspiel:…"),
    ],
    matches: Annotated[int, typer.Option(min=0, help="How many, or at most; 0 is 100, or 20,000 with a test.")] = 0,
    sprt: Annotated[str, typer.Option(help="Stop when it is decided between two Elo: 0,10.")] = "",
    until: Annotated[str, typer.Option(help="Stop when the score is known so well: 2%.")] = "",
    time: Annotated[str, typer.Option(help="Time of every move: 50ms.")] = "",
    steps: Annotated[int, typer.Option(min=0, help="Simulations or nodes of every move.")] = 0,
    opening: Annotated[
        int | None,
        typer.Option(min=0, help="Moves of the beginning that are drawn for each pair; 6 in a game without chance."),
    ] = None,
    study: lab_commands.Kept = None,
    options: Options = "",
    seed: lab_commands.Seed = 0,
    workers: lab_commands.Workers = 0,
    ray: lab_commands.RayAddress = "",
) -> None:
    """Let players meet: seats rotated, paired seeds, the score with its interval, Elo, time used."""
    with lab_commands.progress_bar() as (bar, task):
        found = lab_arena.arena(
            load_text(name, options),
            players,
            matches,
            sprt=read_pair(sprt) if sprt else None,
            until=lab_arena.read_share(until) if until else 0.0,
            steps=steps,
            seconds=lab_arena.read_time(time) if time else 0.0,
            seed=seed,
            opening=opening,
            study=study,
            executor=lab_commands.executor_of(workers, ray),
            progress=lambda done, of: bar.show(task, done, of),
        )
    console.print(lab_arena.report(found), highlight=False, soft_wrap=True)


@app.command()
def duel(
    name: GameName,
    options: Options = "",
    matches: Annotated[int, typer.Option(min=2, help="Matches of each bout.")] = 60,
    results: Results = None,
    workers: lab_commands.Workers = 0,
    ray: lab_commands.RayAddress = "",
) -> None:
    """Let our bots meet OpenSpiel's own tree searches in one of our games, at equal time and at equal simulations."""
    from potluck.lab.duel import fight

    game, executor = load_text(name, options), lab_commands.executor_of(workers, ray)
    with Progress(console=console, transient=True) as progress:
        found = fight(game, matches, _folder(results), executor, _advancer(progress))
    for bout in found:
        console.print(lab_arena.report(bout), "", highlight=False, soft_wrap=True)


@app.command()
def learn(
    name: GameName,
    folder: Annotated[Path, typer.Option(help="Where the run is kept; one that was stopped goes on.")],
    generations: Annotated[int, typer.Option(min=1, help="How often to play, train and begin again.")] = 3,
    minutes: Annotated[float, typer.Option(min=0.0, help="Processor time of a generation's matches.")] = 5.0,
    pairs: Annotated[int, typer.Option(min=0, help="Pairs of matches of the gate, at each of two budgets.")] = 200,
    workers: lab_commands.Workers = 0,
    ray: lab_commands.RayAddress = "",
) -> None:
    """Teach a game's evaluator: matches against itself, training, and a gate at equal processor time."""
    from potluck.lab.learning import Run

    game, executor = load_text(name, ""), lab_commands.executor_of(workers, ray)
    run = Run(folder, game, lambda said: console.print(said, style="dim", highlight=False), executor)
    for generation in range(1, generations + 1):
        run.teach(generation, minutes)
        run.learn(generation)
    for duel_ in run.judge(generations, pairs) if pairs else []:
        console.print(str(duel_), highlight=False)


@app.command()
def ponder(
    name: GameName,
    options: Options = "",
    level: Annotated[str, typer.Option(help="Who thinks.")] = "cauldron",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long.")] = 10.0,
) -> None:
    """Let a bot think long about a first move: its memory must stay bounded, and it must end in time."""
    from potluck.lab import thought as lab_thought

    game = load_text(name, options)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Thinking", total=1.0)
        found = lab_thought.ponder(game, level, seconds, lambda passed: progress.update(task, completed=passed))
    console.print(lab_thought.report([found]), highlight=False, soft_wrap=True)


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
    options: Options = "",
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds; the figures are their medians.")] = 9,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each sample.")] = 0.2,
    environments: Annotated[
        bool, typer.Option("--environments", help="The adapters too, beside PettingZoo's.")
    ] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures here too.")] = None,
) -> None:
    """Measure the speed of the kernel, beside OpenSpiel in the same run; `potluck bench table` measures the table."""
    if names == ["table"]:
        commands.bench_table(json_file)
        return
    from potluck.lab import bench as lab_bench

    chosen = names or potluck.names()
    measures = lab_bench.all_measures(chosen, options)
    if environments:
        measures += _environment_measures(chosen)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Measuring", total=len(measures) * rounds)
        rates = lab_bench.run(measures, rounds, seconds, lambda: progress.advance(task))
    report = lab_bench.as_report(rates)
    print_rates(rates)
    print_ratios(report)
    if environments:
        print_environments(report)
    if json_file is not None:
        json_file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def _environment_measures(names: list[str]) -> list["potluck.lab.bench.Measure"]:
    """List what is measured of the adapters; importing them registers our games."""
    try:
        from potluck.adapters import gymnasium, openspiel, pettingzoo  # noqa: F401
        from potluck.lab.environments import environment_measures

        return environment_measures(names)
    except ImportError as error:
        raise BadOptions("--environments: needs pip install 'potluck[bench]'") from error


def print_environments(report: dict[str, dict[str, Any]]) -> None:
    """Print how many times faster the environments are."""
    from potluck.lab.environments import PEERS, SCRIPTED, ratio_rows

    heads = (f"as PettingZoo's {' and '.join(PEERS)}", "batched as single", f"as OpenSpiel's {SCRIPTED}")
    table = Table("times as fast", *heads, box=None, header_style="bold")
    for row in ratio_rows(report):
        table.add_row(*row)
    console.print(table)


def print_rates(rates: list["potluck.lab.bench.Rate"]) -> None:
    """Print a table of medians with their spread."""
    table = Table("what", "figure", box=None, header_style="bold")
    table.add_column("per second", justify="right")
    table.add_column("±", justify="right")
    for rate in rates:
        table.add_row(" ".join(rate.path[1:-1]), rate.path[-1], f"{rate.median:,.0f}", f"{rate.spread:.0%}")
    console.print(table)


def print_ratios(report: dict[str, dict[str, Any]]) -> None:
    """Print how many times faster each game is than OpenSpiel's."""
    peers = report["peers"].get("open_spiel")
    if not peers:
        console.print("OpenSpiel is not installed: pip install 'potluck\\[openspiel]' puts its figures beside these.")
        return
    peers = {name: figures for name, figures in peers.items() if "playout_moves_per_s" in figures}
    table = Table("times as fast as OpenSpiel's", *peers, box=None, header_style="bold")
    for name, figures in report["games"].items():
        for figure in ("playout_moves_per_s", "python_moves_per_s"):
            ratios = [f"{figures[figure] / peer[figure]:.1f}×" for peer in peers.values()]
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


app.command()(commands.table)
app.command()(commands.backup)
app.command()(commands.admin)
app.command()(commands.restore)
app.command(name="import")(commands.import_)
app.command()(commands.export)

for each in [
    command for part in (app, lab_commands.app, puzzle_commands.app) for command in part.registered_commands
]:  # each may meet a match that has them
    assert each.callback
    each.callback = with_rules(each.callback)


if __name__ == "__main__":
    main()
