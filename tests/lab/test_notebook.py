"""The notebook of the examples: its cells run, and show what they promise.

They run here as Python; where nbclient and ipykernel are installed, in a notebook's own kernel as well.
"""

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "arena.ipynb"
Shown = dict[str, dict[str, str]]  # what each cell shows besides plain text: by its id and the form
FORMS = {"image/svg+xml": "_repr_svg_", "text/markdown": "_repr_markdown_"}


def run_here(_folder: Path) -> Shown:
    """Run the cells one after another in this process."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = {cell["id"]: "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"}
    return {name: shown_of(last_value(source, scope)) for name, source in sources.items()}


def last_value(source: str, scope: dict[str, Any]) -> object:
    """Run a cell; return the value of its last line if that is an expression."""
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        lines.append(last)
    exec(compile(ast.Module(lines, []), NOTEBOOK.name, "exec"), scope)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), scope)


def shown_of(value: object) -> dict[str, str]:
    """Show a value as a notebook does."""
    return {form: getattr(value, method)() for form, method in FORMS.items() if hasattr(value, method)}


def run_in_kernel(folder: Path) -> Shown:
    """Run the cells in a kernel of their own."""
    client = pytest.importorskip("nbclient", reason="nbclient and ipykernel are not installed")
    reader = pytest.importorskip("nbformat")
    notebook = reader.read(NOTEBOOK, 4)
    reader.validate(notebook)
    client.NotebookClient(notebook, timeout=120).execute(cwd=str(folder))
    return {cell.id: shown_by(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"}


def shown_by(outputs: list[Any]) -> dict[str, str]:
    """List what a cell has shown."""
    return {form: text for output in outputs for form, text in output.get("data", {}).items() if form in FORMS}


@pytest.mark.parametrize("run", [run_here, run_in_kernel])
def test_the_notebook_runs(run: Callable[[Path], Shown], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run(tmp_path)
    assert {name for name, forms in shown.items() if forms.get("image/svg+xml", "").startswith("<svg")} == {
        "match",
        "record",
    }
    assert "| __main__:Cramp | 98.3% |" in shown["arena"]["text/markdown"]
    assert "| greedy | 93.3% |" in shown["levels"]["text/markdown"]
    assert (tmp_path / "cramp.study").exists()
