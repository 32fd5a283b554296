"""The documentation is true: its code runs, its commands, paths and defaults exist, its links lead somewhere."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import typer

import potluck
from kit import ROOT
from potluck import cli
from potluck.core.options import Option

DOCS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCS}
WITH_CODE = [name for name, text in TEXTS.items() if "```python\n" in text]
PATH = re.compile(r"[\w.*/-]*\w\.(?:py|pyi|md|txt|json|jsonl|toml|ts|svelte|html|conf|svg)|(?:[\w.-]+/)+")
THEIR_OWN = {"match.txt", "matches.db", "report.html", "records/"}  # files that a reader names as they like


def blocks(text: str, language: str) -> list[str]:
    """List the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def ticked(text: str) -> list[str]:
    """List what stands between back-ticks outside of fenced blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def run_blocks(name: str) -> dict[str, Any]:
    """Run the code of a document, and return what it leaves behind."""
    scope: dict[str, Any] = {"__name__": "docs"}
    for block in blocks(TEXTS[name], "python"):
        exec(compile(block, name, "exec"), scope)
    return scope


@pytest.mark.parametrize("name", WITH_CODE)
def test_python_blocks_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert set(run_blocks(name)) - {"__name__", "__builtins__"}, "its code leaves nothing behind"


def test_the_documents_have_code() -> None:
    assert {"README.md", "docs/records.md", "docs/adapters.md", "docs/bots.md"} <= set(WITH_CODE)
    assert {f"docs/games/{name}.md" for name in potluck.names()} <= set(WITH_CODE)


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_to_files(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", TEXTS[name])
    folder = (ROOT / name).parent
    assert [link for link in links if "://" not in link and not (folder / link).exists()] == []


@pytest.mark.parametrize("name", TEXTS)
def test_paths_between_backticks_exist(name: str) -> None:
    assert [path for path in ticked(TEXTS[name]) if is_path(path) and not exists(path, (ROOT / name).parent)] == []


def is_path(text: str) -> bool:
    """Tell whether something between back-ticks names a file or a folder of ours."""
    return PATH.fullmatch(re.sub(r"<\w+>", "*", text)) is not None and text[0] != "/" and text not in THEIR_OWN


def exists(path: str, folder: Path) -> bool:
    """Look for a path from the root, the document, the package or a game; <game> stands for any."""
    pattern = re.sub(r"<\w+>", "*", path)
    places = [ROOT, folder, ROOT / "src" / "potluck", *(ROOT / "src" / "potluck").glob("games/*")]
    places += [ROOT / "src" / "potluck" / "table", ROOT / "web" / "src", *(ROOT / "tests").glob("*/")]
    return any(any(place.glob(pattern)) for place in places)


# Commands


def commands() -> dict[str, Any]:
    """List the commands of the command line by name; those of a group by two words."""
    group: Any = typer.main.get_command(cli.app)
    found = {}
    for name, command in group.commands.items():
        inner = getattr(command, "commands", {})
        found.update({f"{name} {word}": each for word, each in inner.items()} or {name: command})
    return found


def command_in(words: list[str], known: dict[str, Any]) -> str:
    """Name the command that words call: their first, or their first two."""
    two = " ".join(words[:2])
    return two if two in known else words[0]


def mentioned(program: str) -> list[tuple[str, list[str]]]:
    """List the calls of a program in all documents, with the document and the words after the program's name."""
    calls = []
    for name, text in TEXTS.items():
        shell = chain.from_iterable(block.splitlines() for block in (*blocks(text, "sh"), *blocks(text, "console")))
        for line in [*shell, *ticked(text)]:
            words = line.partition("#")[0].removeprefix("$ ").split()
            if words and words[0] == program:
                calls.append((name, words[1:]))
    return calls


def test_every_command_is_documented() -> None:
    documented = {command_in(words, commands()) for _, words in mentioned("potluck") if words}
    assert set(commands()) - documented == set()


def test_every_mentioned_command_and_option_exists() -> None:
    known = commands()
    for name, words in mentioned("potluck"):
        if not words or words[0].startswith("-"):
            continue
        command = command_in(words, known)
        assert command in known, f"{name}: potluck {' '.join(words)}"
        parameters = known[command].params
        options = set(chain.from_iterable([*each.opts, *each.secondary_opts] for each in parameters))
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= options, f"{name}: potluck {' '.join(words)}"


def test_every_mentioned_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(
        chain.from_iterable(line.split() for line in re.findall(r"^([a-z][a-z -]*):", makefile, re.MULTILINE))
    )
    for name, words in mentioned("make"):
        assert {word for word in words if "=" not in word} <= targets, f"{name}: make {' '.join(words)}"


# The pages of the games


@pytest.mark.parametrize("name", potluck.names())
def test_options_and_their_defaults_are_as_documented(name: str) -> None:
    text = TEXTS[f"docs/games/{name}.md"]
    table = text[text.index("| option | values | changes |") :].split("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| ", table, re.MULTILINE))
    options = {option.name: option for option in potluck.load(name).options}
    assert list(rows) == list(options)
    for option in options.values():
        assert fits(option, rows[option.name], name), f"{option.name}: {rows[option.name]}"


def fits(option: Option, values: str, name: str) -> bool:
    """Tell whether the documented values of an option are those that it takes."""
    if option.name == "first":
        most = max(potluck.load(name).seats) - 1
        return values == ("0, 1" if most == 1 else f"0 … {most}")
    if isinstance(option.default, bool):
        return values == "on, off" and option.default is False
    if option.choices and option.is_listed():
        return values.replace("`", "").split(", ") == [str(choice) for choice in option.choices]
    if isinstance(option.default, int):
        return values == f"{option.least} … {option.most}, default {option.default}"
    return bool(values)


@pytest.mark.parametrize("name", potluck.names())
def test_positions_in_the_documents_can_be_read(name: str) -> None:
    texts = blocks(TEXTS[f"docs/games/{name}.md"], "text")
    assert texts
    game = run_blocks(f"docs/games/{name}.md")["game"]
    for text in texts:
        state = game.read_position(text, potluck.Dice(1) if "?" in text else None)
        assert state.to_move == potluck.OVER or len(state.moves()) > 0


def test_the_walks_name_functions_that_exist_in_at_most_twelve_stations() -> None:
    walks = TEXTS["docs/walkthrough.md"].split("\n## ")[1:]
    assert len(walks) == 2
    for walk in walks:
        stations = re.findall(r"^\| (\d+) \| `([^`]+)` \| `(\w+)` \|", walk, re.MULTILINE)
        assert [int(number) for number, _, _ in stations] == list(range(1, len(stations) + 1))
        assert 6 <= len(stations) <= 12
        assert len({(file, function) for _, file, function in stations}) == len(stations)
        for _, file, function in stations:
            source = (ROOT / file).read_text(encoding="utf-8")
            assert re.search(rf"\b(def|function) {function}\b|^  {function}\(", source, re.MULTILINE), (file, function)


def test_the_tests_that_promises_name_exist() -> None:
    named = re.findall(r"`((?:auth|race|leak|web|flood|crash|fair|care)_\d+)`", TEXTS["docs/reliability.md"])
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "table").glob("test_*.py")]
    found = set(re.findall(r"^def test_(\w+?_\d+)_", "\n".join(files), re.MULTILINE))
    assert len(set(named)) > 30
    assert set(named) <= found
