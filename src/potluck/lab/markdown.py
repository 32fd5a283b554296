"""Tables as Markdown writes them."""

from collections.abc import Iterable


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Write a table."""
    names = list(heads)
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
