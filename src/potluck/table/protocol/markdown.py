"""Write the tables of docs/protocol.md from the endpoints, the messages and the refusals.

python -m potluck.table.protocol.markdown docs/protocol.md
"""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect

from potluck.table.protocol.endpoints import ENDPOINTS, Endpoint
from potluck.table.protocol.refusals import REASONS
from potluck.table.protocol.typescript import Printer
from potluck.table.protocol.views import described, messages


def renew(text: str) -> str:
    """Write everything between <!-- name --> and <!-- end --> anew."""
    return re.sub(r"<!-- (\w+) -->\n.*?<!-- end -->", part, text, flags=re.DOTALL)


def part(found: re.Match[str]) -> str:
    """Write one part."""
    return f"<!-- {found[1]} -->\n{PARTS[found[1]]()}<!-- end -->"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def endpoints() -> str:
    """Write the table of addresses."""
    return table(("address", "sent → answered", "does"), map(endpoint_row, ENDPOINTS))


def endpoint_row(endpoint: Endpoint) -> tuple[str, ...]:
    """Write one address."""
    path = re.sub(r"{(\w+)}", lambda place: place[1].upper(), endpoint.path)
    arrow = f"{kind_name(endpoint.body)} → " if endpoint.body is not None else ""
    query = "; ".join(f"`{query.name}`: {query.text}" for query in endpoint.query if query.name != "seat")
    return f"`{endpoint.method} {path}`", arrow + kind_name(endpoint.answer), f"{endpoint.text} {query}".strip()


def kind_name(kind: Any) -> str:
    """Name what is sent or answered."""
    if kind is None:
        return ""
    if kind is str:
        return "text"
    if get_args(kind) and isinstance(get_args(kind)[0], type) and get_args(kind)[0] is not str:
        return f"list of `{get_args(kind)[0].__name__}`"
    return f"`{kind.__name__}`" if kind.__name__ != "dict" else "JSON"


def refusals() -> str:
    """Write the table of refusals."""
    rows = ((f"`{code}`", str(reason.status), reason.text) for code, reason in REASONS.items())
    return table(("code", "status", "meaning"), rows)


def fields() -> str:
    """Write what all messages are made of."""
    printer = Printer()
    return "\n".join(message_part(message, printer) for message in messages())


def message_part(message: type, printer: Printer) -> str:
    """Write what one message is made of."""
    info = inspect.type_info(message)
    assert isinstance(info, inspect.StructType)
    tag = f" (`{info.tag_field}`: `{info.tag}`)" if info.tag_field else ""
    lines = [f"**`{message.__name__}`**{tag}: {message.__doc__}", ""]
    for field in info.fields:
        kind, text = described(field.type)
        optional = "" if field.required else ", optional"
        lines.append(f"* `{field.encode_name}` ({printer.type(kind)}{optional}){text and f': {text}'}")
    return "\n".join(lines).rstrip() + "\n"


PARTS: dict[str, Callable[[], str]] = {"endpoints": endpoints, "refusals": refusals, "messages": fields}

if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(renew(file.read_text(encoding="utf-8")), encoding="utf-8")
