"""How the modules of the package stand to one another: who imports whom, and what no two of them repeat."""

import ast
from itertools import combinations
from pathlib import Path

import grimp
import pytest

from kit import ROOT

SOURCE = ROOT / "src" / "potluck"
STANDARD = {"collections", "math", "re", "typing"}
TOOLS = {"librt", "mypy_extensions"}
BOTH_WAYS = [  # two kernels in which each speaks of the other, for types alone
    {"potluck.core.state", "potluck.core.dice"},
    {"potluck.games.struggle.position", "potluck.games.struggle.power"},
]


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


def test_nothing_imports_in_a_circle_even_for_types() -> None:
    graph = grimp.build_graph("potluck", exclude_type_checking_imports=False, cache_dir=None)
    assert len(graph.modules) > 300
    for module in sorted(graph.modules):
        for other in graph.find_modules_directly_imported_by(module):
            back = graph.find_shortest_chain(other, module)
            assert back is None or {module, other} in BOTH_WAYS, (module, back)


def code_lines(file: Path) -> list[str]:
    """List the lines of a module but for its imports, blank lines and lone punctuation."""
    text = file.read_text(encoding="utf-8")
    imported = {
        number
        for node in ast.parse(text).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = [line.strip() for number, line in enumerate(text.splitlines(), start=1) if number not in imported]
    return [line for line in lines if any(letter.isalnum() for letter in line)]


@pytest.mark.parametrize(
    "pair",
    list(combinations(sorted(SOURCE.glob("games/*/game.py")), 2)),
    ids=lambda pair: " and ".join(file.parent.name for file in pair),
)
def test_no_two_games_declare_themselves_in_more_than_six_lines_that_are_the_same(pair: tuple[Path, Path]) -> None:
    one, other = (code_lines(file) for file in pair)
    blocks = {tuple(one[start : start + 7]) for start in range(len(one) - 6)}
    assert blocks.isdisjoint(tuple(other[start : start + 7]) for start in range(len(other) - 6))
