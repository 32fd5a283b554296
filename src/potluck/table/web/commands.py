"""The commands of the table: potluck table, backup, import, export."""

import asyncio
import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import track
from rich.table import Table

from potluck.console import Console
from potluck.core.english import counted
from potluck.core.errors import BadOptions, BadRecord

if TYPE_CHECKING:
    from potluck.table.web.opening import Address

console = Console()
Data = Annotated[Path | None, typer.Option(help="The folder that keeps the matches.")]
Url = Annotated[str, typer.Option(help="Another database: postgresql://…", envvar="POTLUCK_DATABASE")]


def table(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8765,
    data: Data = None,
    database: Url = "",
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends in the same network in.")] = False,
    origin: Annotated[list[str] | None, typer.Option(help="A name of this table behind a proxy.")] = None,
    trust_proxy: Annotated[
        list[str] | None, typer.Option(help="The address of a proxy whose X-Forwarded-For and -Proto count.")
    ] = None,
    bots: Annotated[int, typer.Option(min=1, max=64, help="How many processes think for the bots.")] = 2,
    limit: Annotated[list[str] | None, typer.Option(help="A limit to change: messages=50.")] = None,
    log_file: Annotated[Path | None, typer.Option(help="Log into this file, and into another when it is full.")] = None,
    lab: Annotated[Path | None, typer.Option(help="A folder with findings and reports of the lab, to show.")] = None,
    site: Annotated[Path | None, typer.Option(help="The folder that make site has built, served at /solo.")] = None,
    smtp: Annotated[str, typer.Option(help="Send mails: smtp://user@mail.example:587.", envvar="POTLUCK_SMTP")] = "",
    mail_from: Annotated[str, typer.Option(help="The address that mails come from.", envvar="POTLUCK_MAIL_FROM")] = "",
    push_contact: Annotated[
        str, typer.Option(help="Tell browsers: mailto:you@example.org.", envvar="POTLUCK_PUSH_CONTACT")
    ] = "",
    push_key: Annotated[
        Path | None,
        typer.Option(help="The file of the key for that; made if there is none.", envvar="POTLUCK_PUSH_KEY"),
    ] = None,
    push_host: Annotated[
        list[str] | None, typer.Option(help="A further push service, as push.example:443.", envvar="POTLUCK_PUSH_HOSTS")
    ] = None,
) -> None:
    """Open the table: play in the browser, alone, with friends, or against the computer."""
    check_server()
    from potluck.table.store.database import data_folder, data_url
    from potluck.table.web.limits import read_limits
    from potluck.table.web.lines import read_networks
    from potluck.table.web.opening import Address, check_origin, open_already
    from potluck.table.web.post import Post
    from potluck.table.web.serve import serve

    if lab is not None and not lab.is_dir():
        raise BadOptions(f"--lab {lab}: there is no such folder")
    url = database or data_url(data)
    limits = read_limits(limit or [])
    proxies = [str(network) for network in read_networks(trust_proxy or [])]
    if link := open_already(url):
        console.print(f"This table is open already: {link}")
        show(link, open_)
        return
    address = Address(host, port, lan, tuple(check_origin(name) for name in origin or ()), tuple(proxies))
    token, password = os.environ.get("POTLUCK_METRICS_TOKEN", ""), os.environ.get("POTLUCK_SMTP_PASSWORD", "")
    key = push_key or data_folder(data) / "push.pem"
    post = Post(smtp, password, mail_from, push_contact, key, tuple(push_host or ()))
    serve(url, address, limits, bots, token, lambda found: welcome(found, port, open_), log_file, lab, site, post)


def check_server() -> None:
    """Refuse where the server's libraries were left out."""
    missing = [name for name in ("alembic", "sqlalchemy", "starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise BadOptions(
            f"table: the server's libraries are not installed ({', '.join(missing)}); "
            "a Python that runs in a browser does without them and can open no table"
        )


def welcome(address: "Address", asked: int, open_: bool) -> None:
    """Say that the table is open and where, and show its page."""
    from potluck.table.web.opening import qr_code

    if address.port != asked:
        console.print(f"Another program uses port {asked}, so the table is at {address.port}.")
    console.print(f"The table is open: {'  '.join(address.links())}\nCtrl+C closes it; every move is kept.")
    if address.lan:
        print(qr_code(address.links()[-1]))
    else:
        console.print("Links for friends work only on this machine; --lan lets the network in.", style="dim")
    show(address.links()[0], open_)


def show(link: str, open_: bool) -> None:
    """Open the page, or say that there is no browser to open it in."""
    from potluck.table.web.opening import show_page

    if open_ and not show_page(link):
        console.print("There is no browser here: open the address in one.")


def bench_table(json_file: Path | None) -> None:
    """Measure the table, and print the figures beside what they must reach."""
    from potluck.table.web import bench

    with console.status("Measuring the table") as status:
        report = bench.run(lambda name: status.update(f"Measuring the table: {name}"))
    figures = Table("what", box=None, header_style="bold")
    for column in ("figure", "must", "goal"):
        figures.add_column(column, justify="right")
    figures.add_column("")
    for text, figure, must, goal, good in bench.verdicts(report):
        figures.add_row(text, f"{figure:,.4g}", f"{must:,g}", f"{goal:,g}", "" if good else "missed")
    console.print(figures)
    if json_file is not None:
        json_file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
) -> None:
    """Copy the matches of a table, also while it is open."""
    from potluck.table.store.backup import backup_file

    matches = backup_file(data, target)
    console.print(f"{target}: {counted(matches, 'match', 'matches')}, checked.", soft_wrap=True)


def restore(
    source: Annotated[Path, typer.Argument(help="A copy that `potluck backup` has written.")],
    data: Data = None,
) -> None:
    """Put a copy in the place of the matches of a table, which must be closed; what was there is kept beside it."""
    from potluck.table.store.backup import restore_file

    matches, before = restore_file(data, source)
    console.print(f"{source}: {counted(matches, 'match', 'matches')}, checked and put in place.", soft_wrap=True)
    if before is not None:
        console.print(f"What was there before is in {before}.", soft_wrap=True)


def admin(
    words: Annotated[
        list[str],
        typer.Argument(help="list, look ID, end ID, delete ID, export ID, reissue ID SEAT, block ADDRESS, unblock"),
    ],
    data: Data = None,
    database: Url = "",
) -> None:
    """Look after a table, also while it is open: a match is shown as a spectator sees it."""
    from potluck.table.store.database import data_url
    from potluck.table.web.console import tell

    print(asyncio.run(tell(database or data_url(data), words)))


def import_(
    files: Annotated[list[Path], typer.Argument(help="Records.")],
    data: Data = None,
    database: Url = "",
) -> None:
    """Keep records of matches that were played elsewhere; the table must be closed."""
    from potluck.table.web.importing import import_files

    texts = {}
    for file in files:
        try:
            texts[file] = file.read_bytes()
        except OSError as error:
            raise BadOptions(f"{file}: {error.strerror}") from error
    for file, outcome in asyncio.run(import_files(data, database, texts)):
        if isinstance(outcome, str):
            raise BadRecord(f"{file}: {outcome}")
        console.print(f"{file}: match {outcome.match}, {counted(outcome.plies, 'move')}")


def export(
    folder: Annotated[Path, typer.Argument(help="Where to write the records.")],
    data: Data = None,
    database: Url = "",
) -> None:
    """Write the records of all finished matches."""
    from potluck.table.store.backup import export_records

    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for id, text in track(export_records(data, database), description="Writing records", console=console):
        (folder / f"{id}.txt").write_text(text, encoding="utf-8")
        count += 1
    console.print(f"{folder}: {count} records")
