"""The commands of the lab: run a study, report it, compare two."""

import json
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from potluck.core.errors import BadOptions
from potluck.games import load_text
from potluck.lab.executors import Executor, Inline, Processes, Ray
from potluck.lab.export import export
from potluck.lab.factors import deals_all
from potluck.lab.findings import find, measure_of, per_group, points, seat_values, with_others
from potluck.lab.plan import Plan, Row, read_vary
from potluck.lab.report import write_report
from potluck.lab.skill import PLAYER, climb_budgets
from potluck.lab.skill import report as skill_report
from potluck.lab.statistics import difference, spread_of, student
from potluck.lab.stopping import read_rule
from potluck.lab.study import Study
from potluck.lab.tuning import Tuner, read_over, read_target
from potluck.lab.tuning import report as tuning_report
from potluck.records.findings import Arm, Figure, Findings

app = typer.Typer(help="Playtest a game by the thousand, with error bars.", no_args_is_help=True)
console = Console()
StudyFile = Annotated[Path, typer.Argument(help="A study.")]
GameName = Annotated[str, typer.Argument(help="The game.")]
Options = Annotated[str, typer.Option("--options", "-o", help="Options of the game.")]
Seats = Annotated[int, typer.Option(min=1, help="How many sit down.")]
Seed = Annotated[int, typer.Option(help="Another number, other matches.")]
Verdicts = Annotated[int, typer.Option(min=0, help="Steps of the search that judges each decision; 0 for none.")]
Workers = Annotated[int, typer.Option(min=0, help="Processes; 0 for one a core, 1 for none but this.")]
RayAddress = Annotated[str, typer.Option(help="Play on a Ray cluster: its address, or local.")]
Kept = Annotated[Path | None, typer.Option(help="Keep the matches here, and go on from them.")]


@app.command()
def run(
    name: GameName,
    study: Annotated[Path, typer.Option(help="Where the study is kept; run it again to go on.")],
    players: Annotated[str, typer.Option(help="A level for all seats, or one for each, with commas.")] = "club",
    matches: Annotated[int, typer.Option(min=2, help="How many matches.")] = 1000,
    options: Options = "",
    position: Annotated[str, typer.Option(help="Where matches begin, as a record writes it; else the set-up.")] = "",
    vary: Annotated[list[str] | None, typer.Option(help="option=value,value, or option=all.")] = None,
    seats: Seats = 2,
    judge: Verdicts = 0,
    judge_every: Annotated[int, typer.Option(min=1, help="Judge one match in so many.")] = 1,
    deal: Annotated[
        bool, typer.Option("--deal", help="Deal rules, heroes or potions at random, to tell their effect.")
    ] = False,
    seed: Seed = 0,
    until: Annotated[str, typer.Option(help="Stop when known well enough: 'seat0 ±1%'.")] = "",
    sprt: Annotated[str, typer.Option(help="Stop when it is decided what seat 0 is ahead, in Elo: 0,20.")] = "",
    workers: Workers = 0,
    ray: RayAddress = "",
) -> None:
    """Play a study, or go on with it."""
    plan = Plan(
        game=name,
        options=options,
        position=position,
        seats=seats,
        players=tuple(players.split(",")),
        vary=tuple(read_vary(name, text) for text in vary or () if not deals_all(name, text)),
        seed=seed,
        judge=judge,
        judge_every=judge_every,
        deal=deal or any(deals_all(name, text) for text in vary or ()),
    )
    plan = plan.of(matches).check()
    if until and sprt:
        raise BadOptions("--until and --sprt: expected one rule to stop")
    text = until or (f"sprt {sprt}" if sprt else "")
    rule = read_rule(text, seats) if text else None
    executor = executor_of(workers, ray)
    with Study(study, plan) as kept:
        kept.note(stop=text)
        with progress_bar() as (bar, task):
            headline = Headline(plan.rotation, kept.rows())
            groups = kept.run(
                executor,
                (lambda groups: rule.is_enough(seat_values(groups, rule.seat))) if rule else None,
                lambda done, of: bar.show(task, done, of, headline.text()),
                watch=headline.add,
            )
        kept.check()
        kept.note(command=f"potluck {shlex.join(sys.argv[1:])}")
    print_findings(find(plan, groups, stop=text), groups)


@app.command()
def report(
    study: StudyFile,
    html: Annotated[Path | None, typer.Option(help="Write the report here: one file, no network.")] = None,
    findings: Annotated[Path | None, typer.Option(help="Write what the table shows of it here, as JSON.")] = None,
    beside: Annotated[list[Path] | None, typer.Option(help="A study of the same with other players.")] = None,
) -> None:
    """Say what a study found."""
    with Study(study) as kept:
        groups = kept.counted()
        found = findings_of(kept, groups)
    found = with_others(found, [beside_of(found, file) for file in beside or ()])
    if html:
        html.write_text(write_report(found, groups), encoding="utf-8")
    if findings:
        text = json.dumps(msgspec.to_builtins(found), indent=1, ensure_ascii=False)
        findings.write_text(text + "\n", encoding="utf-8")
    print_findings(found, groups)


@app.command(name="export")
def export_(study: StudyFile, file: Annotated[Path, typer.Argument(help="A .csv or .parquet file.")]) -> None:
    """Write the matches of a study as a table, for other programs."""
    with Study(study) as kept:
        count = export(kept.rows(), file)
    console.print(f"{count:,} matches are in {escape(str(file))}.", highlight=False)


@app.command()
def compare(one: StudyFile, other: StudyFile) -> None:
    """Put two studies of a game side by side: what is different, and how surely."""
    with Study(one) as first, Study(other) as second:
        same_game(first.plan.game, second.plan.game, other)
        groups = first.counted(), second.counted()
        named = findings_of(first, groups[0]), findings_of(second, groups[1])
    table = Table("measure", str(one), str(other), "difference", box=None, header_style="bold")
    for figure, twin, shift in compared(named, groups):
        sure = "" if shift.low <= 0 <= shift.high else " [bold]*[/bold]"
        table.add_row(figure.text, figure.shown(), twin.shown(), shift.shown() + sure)
    console.print(table)
    console.print("* more than luck can explain (95 %).", style="dim")


@app.command()
def tune(
    name: GameName,
    over: Annotated[list[str], typer.Option(help="What may change: quiet_turns=40..200, or layout=all.")],
    target: Annotated[
        list[str], typer.Option(help="What is wanted: draws=5%, seat0=50%, turns=90, 'expert against club=70%'.")
    ],
    players: Annotated[str, typer.Option(help="A level for all seats.")] = "club",
    matches: Annotated[int, typer.Option(min=2, help="Matches of each candidate in the first round.")] = 40,
    options: Annotated[str, typer.Option("--options", "-o", help="Options that stay.")] = "",
    judge: Verdicts = 0,
    folder: Kept = None,
    seats: Seats = 2,
    workers: Workers = 0,
) -> None:
    """Find the values of options that come nearest to a target, measured on seeds that they were not chosen by."""
    plan = Plan(game=name, options=options, seats=seats, players=(players,), judge=judge).of(matches).check()
    ranges = [read_over(name, text) for text in over]
    targets = [read_target(text) for text in target]
    with TemporaryDirectory() as spare:
        tuner = Tuner(plan, targets, folder or Path(spare), executor_of(workers))
        found = tuner.tune(ranges, lambda said: console.print(said, style="dim", highlight=False))
    console.print(tuning_report(found), highlight=False, soft_wrap=True)


@app.command()
def skill(
    name: GameName,
    steps: Annotated[int, typer.Option(min=1, help="Steps of the weakest.")] = 25,
    doublings: Annotated[int, typer.Option(min=1, max=20, help="How often to double them.")] = 6,
    times: Annotated[int, typer.Option(min=2, max=100, help="Not twice as many each time but so many times.")] = 2,
    matches: Annotated[int, typer.Option(min=2, help="Matches of each budget against the one below.")] = 100,
    player: Annotated[str, typer.Option(help="Who plays; {steps} is where the number of steps stands.")] = PLAYER,
    options: Options = "",
    folder: Kept = None,
    workers: Workers = 0,
    ray: RayAddress = "",
) -> None:
    """Tell how far thinking pays: what twice the steps, or more, win against the fewer."""
    executor = executor_of(workers, ray)
    found = climb_budgets(load_text(name, options), steps, doublings, matches, folder, executor, player, times)
    console.print(skill_report(found, times), highlight=False, soft_wrap=True)


@app.command()
def check(
    file: Annotated[
        Path, typer.Argument(help="Special rules in Python, or a text with Game: …, Options: … and Position: …")
    ],
    minutes: Annotated[float, typer.Option(min=0.0, help="How long to play.")] = 5.0,
    players: Annotated[str, typer.Option(help="A level for all seats.")] = "club",
    html: Annotated[Path | None, typer.Option(help="Write a report here.")] = None,
    workers: Workers = 0,
) -> None:
    """Look at a design of one's own: whether it is fair, long, dull or too strong, and what is never used."""
    from potluck.lab.checking import counselled, deadline_of, groups_within, read_design

    begun, executor = monotonic(), executor_of(workers)
    plan = groups_within(read_design(file, (players,)).check(), minutes, executor.workers)
    with TemporaryDirectory() as folder, Study(Path(folder) / plan.name(), plan) as kept, progress_bar() as (bar, task):
        groups = kept.run(
            executor, None, lambda done, of: bar.show(task, done, of), deadline=deadline_of(plan, begun, minutes)
        )
    if not groups:
        raise BadOptions(f"--minutes {minutes:g}: no match was over by then; expected more")
    found = find(plan, groups, f"potluck {shlex.join(sys.argv[1:])}")
    found = counselled(found, groups)
    if html:
        html.write_text(write_report(found, groups), encoding="utf-8")
    print_findings(found, groups)


def executor_of(workers: int, ray: str = "") -> Executor:
    """Choose where matches are played."""
    return Ray(ray) if ray else Inline() if workers == 1 else Processes(workers)


class Rate(ProgressColumn):
    """Show how many matches are played in a second."""

    def render(self, task: Task) -> Text:
        """Write the rate."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "", style="dim")


class Bar(Progress):
    """Show how far it is, as soon as there is something to show: what is refused is one line and nothing else."""

    def show(self, task: TaskID, done: int, of: int, headline: str = "") -> None:
        """Move on."""
        self.start()
        self.update(task, completed=done, total=of, headline=headline)


class Headline:
    """Keep the points of seat 0 and their interval over groups, while matches come in."""

    def __init__(self, rotation: int, rows: Iterable[Row]) -> None:
        self.rotation = rotation
        self.open: dict[int, list[float]] = {}  # groups of which some matches are still to come
        self.count, self.total, self.squares = 0, 0.0, 0.0
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Count some matches."""
        for row in rows:
            group = row.number // self.rotation
            values = self.open.setdefault(group, [])
            values.append(points(row, 0))
            if len(values) == self.rotation:
                value = sum(self.open.pop(group)) / self.rotation
                self.count, self.total, self.squares = self.count + 1, self.total + value, self.squares + value * value

    def text(self) -> str:
        """Write the points of seat 0 so far."""
        if self.count < 2:
            return ""
        mean = self.total / self.count
        reach = student(self.count) * (max(0.0, self.squares / self.count - mean * mean) / (self.count - 1)) ** 0.5
        return f"seat 0 gets {Figure('', '', mean, mean - reach, mean + reach, '%').shown()}"


@contextmanager
def progress_bar() -> Iterator[tuple[Bar, TaskID]]:
    """Show how many matches have been played, how fast, how long the others will take, and the first finding."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[headline]}"),
    )
    bar = Bar(*columns, console=console)
    try:
        yield bar, bar.add_task("matches", total=None, headline="")
    finally:
        bar.stop()


def findings_of(study: Study, groups: list[list[Row]]) -> Findings:
    """Work out what a study found; one that has no whole group yet has found nothing."""
    if not groups:
        raise BadOptions(f"{study.path}: no group of matches has been played yet")
    return find(study.plan, groups, study.fact("command"), study.fact("stop"))


def beside_of(found: Findings, file: Path) -> Arm:
    """Read the figures of another study of the same game."""
    with Study(file) as kept:
        same_game(found.game, kept.plan.game, file)
        other = findings_of(kept, kept.counted())
    return Arm(", ".join(dict.fromkeys(other.settings)), other.matches, other.figures, other.effects)


def same_game(game: str, other: str, file: Path) -> None:
    """Refuse to compare a study of another game."""
    if game != other:
        raise BadOptions(f"{file}: it is a study of {other}, not of {game}")


def compared(
    named: tuple[Findings, Findings], groups: tuple[list[list[Row]], list[list[Row]]]
) -> Iterator[tuple[Figure, Figure, Figure]]:
    """Pair the figures of two studies, each with its difference."""
    others = {figure.name: figure for figure in named[1].figures}
    for figure in named[0].figures:
        of = measure_of(figure.name)
        if figure.name in others and of:
            shift = difference(per_group(groups[1], of), per_group(groups[0], of))
            yield figure, others[figure.name], Figure("", "", shift.mean, shift.low, shift.high, figure.unit)


def pace(groups: Iterable[Iterable[Row]]) -> str:
    """Say how long the players thought in a match; it is not in the report, since it is never the same twice."""
    low, middle, high = spread_of([sum(row.seconds) for group in groups for row in group])
    return (
        f"Half of the matches took the players up to {middle:.2g} s of thinking; nine in ten {low:.2g} to {high:.2g} s."
    )


def print_findings(findings: Findings, groups: Iterable[Iterable[Row]]) -> None:
    """Print what was found."""
    players = escape(", ".join(dict.fromkeys(findings.players)))
    console.print(f"[bold]{findings.title}[/bold], {findings.matches:,} matches of {players}")
    for said in findings.sentences:
        console.print(f"• {escape(said)}", highlight=False)
    console.print(pace(groups), style="dim", highlight=False)
