"""What compiled modules import."""

import ast
from pathlib import Path

import pytest

from kit import ROOT

SOURCE = ROOT / "src" / "potluck"
STANDARD = {"collections", "math", "re", "typing"}
TOOLS = {"librt", "mypy_extensions"}


def interpreted_names() -> set[str]:
    """Read which modules setup.py leaves interpreted."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    table = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "INTERPRETED"
    )
    return set(ast.literal_eval(table))


def compiled() -> list[Path]:
    """List the modules that are compiled."""
    folders = [
        SOURCE / "core",
        SOURCE / "bots",
        *(folder for folder in (SOURCE / "games").iterdir() if folder.is_dir()),
    ]
    return [file for folder in folders for file in sorted(folder.glob("*.py")) if file.name not in interpreted_names()]


def imports(file: Path) -> set[str]:
    """List what a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("file", compiled(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_compiled_modules_import_little(file: Path) -> None:
    package = ".".join(["potluck", *file.relative_to(SOURCE).parts[:-1]])
    for name in imports(file):
        allowed = name.startswith((f"{package}.", "potluck.core.")) or name == package
        assert allowed or name.partition(".")[0] in STANDARD | TOOLS, name
