"""The matches of a study as a table for other programs: CSV, or Parquet by polars."""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from potluck.core.errors import BadOptions
from potluck.lab.plan import Row


def columns(row: Row) -> dict[str, object]:
    """Lay a match out in columns; what is of each seat has a column a seat."""
    measures = row.measures
    by_seat = {
        f"{name}{seat}": value
        for name, values in (
            ("player", row.players),
            ("score", row.scores),
            ("luck", measures.luck),
            ("play", measures.play),
        )
        for seat, value in enumerate(values)
    }
    plain = (
        "turns",
        "decisions",
        "forced",
        "choices",
        "near_equal",
        "lead_changes",
        "drama",
        "decisiveness",
        "comeback",
    )
    return {
        "number": row.number,
        "options": row.options,
        "seed": row.seed,
        "ending": row.ending,
        "moves": row.moves,
        **by_seat,
        **{name: getattr(measures, name) for name in (*plain, "quiet")},
        "dealt": " / ".join("+".join(things) for things in row.dealt),
        "record": row.record,
    }


def export(rows: Iterable[Row], path: Path) -> int:
    """Write the matches to a file by its ending; return how many."""
    table = [columns(row) for row in rows]
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(dict.fromkeys(name for row in table for name in row)))
            writer.writeheader()
            writer.writerows(table)
    elif path.suffix == ".parquet":
        _polars(path).DataFrame(table, infer_schema_length=None).write_parquet(path)
    else:
        raise BadOptions(f"{path}: expected a file that ends in .csv or .parquet")
    return len(table)


def _polars(path: Path) -> Any:
    """Load polars, which writes Parquet."""
    try:
        import polars
    except ImportError as error:
        raise BadOptions(f"{path}: Parquet needs pip install 'potluck[lab]'") from error
    return polars
