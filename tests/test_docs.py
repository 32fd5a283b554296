"""The documentation is true: its code runs, its commands exist, its links lead somewhere."""

import re
from pathlib import Path

import pytest

from kit import ROOT
from potluck import cli

DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOC_IDS = [str(path.relative_to(ROOT)) for path in DOCS]


def python_blocks(doc: Path) -> list[str]:
    """List the Python of a document."""
    return re.findall(r"^```python\n(.*?)^```", doc.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("doc", [doc for doc in DOCS if python_blocks(doc)], ids=lambda doc: str(doc.relative_to(ROOT)))
def test_python_blocks_run(doc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "docs"}
    for block in python_blocks(doc):
        before = dict(scope)
        exec(compile(block, str(doc), "exec"), scope)
        assert scope != before, f"a block that binds no name shows nothing: {block}"


@pytest.mark.parametrize("doc", DOCS, ids=DOC_IDS)
def test_links_lead_to_files(doc: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", doc.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (doc.parent / link).exists()]
    assert missing == []


def test_every_command_is_documented() -> None:
    text = "\n".join(doc.read_text(encoding="utf-8") for doc in DOCS)
    names = [command.name or command.callback.__name__ for command in cli.app.registered_commands if command.callback]
    assert [name for name in names if f"potluck {name}" not in text] == []


def test_every_mentioned_command_exists() -> None:
    names = {command.name or command.callback.__name__ for command in cli.app.registered_commands if command.callback}
    for doc in DOCS:
        shell = "\n".join(re.findall(r"```(?:sh|console)\n(.*?)```", doc.read_text(encoding="utf-8"), re.DOTALL))
        used = set(re.findall(r"^(?:\$ )?potluck ([a-z]+)", shell, re.MULTILINE))
        assert used <= names, doc
