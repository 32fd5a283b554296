"""Write the page's types and its client from the messages, the views of all games and the endpoints.

python -m potluck.table.protocol.typescript > web/src/protocol.ts
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import inspect

from potluck.core.editing import Knob, Tool
from potluck.core.view import Choice, Goal, Thing, View
from potluck.table import protocol
from potluck.table.protocol.endpoints import ENDPOINTS, Endpoint
from potluck.table.protocol.views import described, messages, view_types

HEAD = "// Written by python -m potluck.table.protocol.typescript from the messages of the table. Do not edit.\n"
SEARCH = """function search(query: Record<string, number | string | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}"""
CALL = """/** Send a request, and return the answer or throw the refusal. */
export type Call = <T>(method: string, address: string, body?: unknown) => Promise<T>;"""
PLAIN = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
LITERALS = ("Code", "Status", "Kind", "Offer", "Keep", "Outcome", "Mark")
UNIONS = ("SeatPlan", "SideClock", "ClockPlan", "Action", "Reply", "FromClient", "FromServer")


def write() -> str:
    """Write all types."""
    printer = Printer()
    parts = [HEAD.rstrip(), *(f"export type {name} = {literals(getattr(protocol, name))};" for name in LITERALS)]
    parts += [
        *(printer.interface(kind) for kind in (Choice, Goal, Thing, Tool, Knob)),
        *map(printer.interface, messages()),
    ]
    for name, view in view_types().items():
        printer.prefix = "".join(word.title() for word in name.split("_"))
        parts += [printer.interface(struct) for struct in structs_of(view)]
    views = " | ".join(printer.names[view] for view in view_types().values())
    parts.append(f"export type View = {views};")
    parts += [f"export type {name} = {printer.union(getattr(protocol, name))};" for name in UNIONS]
    parts += client(printer)
    return "\n\n".join(parts) + "\n"


def client(printer: "Printer") -> list[str]:
    """Write every address, and a function that asks at each."""
    found = [endpoint for endpoint in ENDPOINTS if endpoint.path.startswith("/api/")]
    asked = [endpoint for endpoint in found if endpoint.method != "WS" and endpoint.answer is not str]
    return [
        SEARCH,
        block("/** Every address of the table. */\nexport const addresses = {", map(address, found), "};"),
        CALL,
        block(
            "/** Ask the table. */\nexport const client = (call: Call) => ({",
            (asking(endpoint, printer) for endpoint in asked),
            "});",
        ),
    ]


def block(head: str, entries: Iterable[str], end: str) -> str:
    """Write entries between a head and an end."""
    return "\n".join([head, *(f"  {line}" for entry in entries for line in entry.splitlines()), end])


def address(endpoint: Endpoint) -> str:
    """Write the function that makes an address."""
    path = endpoint.path.replace("{", "${")
    tail = "${search(query)}" if endpoint.query else ""
    return f"{camel(endpoint.name)}: ({', '.join(parameters(endpoint))}) => `{path}{tail}`,"


def parameters(endpoint: Endpoint) -> list[str]:
    """Write what an address is made from."""
    found = [f"{place}: string" for place in endpoint.places]
    if endpoint.query:
        needed = any(query.required for query in endpoint.query)
        found.append(f"query: {query_type(endpoint)}{'' if needed else ' = {}'}")
    return found


def query_type(endpoint: Endpoint) -> str:
    """Write the type of what may follow an address."""
    kinds = {int: "number", str: "string"}
    fields = (f"{query.name}{'' if query.required else '?'}: {kinds[query.kind]}" for query in endpoint.query)
    return f"{{ {'; '.join(fields)} }}"


def asking(endpoint: Endpoint, printer: "Printer") -> str:
    """Write the function that asks at an endpoint; the body comes before the query."""
    body = "" if endpoint.body is None else "string" if endpoint.body is str else printer.union(endpoint.body)
    given = parameters(endpoint)
    if body:
        given.insert(len(endpoint.places), f"body: {body}")
    names = [*endpoint.places, *(["query"] if endpoint.query else [])]
    call = f'call<{printer.union(endpoint.answer)}>("{endpoint.method}", '
    call += f"addresses.{camel(endpoint.name)}({', '.join(names)}){', body' if body else ''})"
    return f"/** {endpoint.text} */\n{camel(endpoint.name)}: ({', '.join(given)}) => {call},"


def camel(name: str) -> str:
    """Write a name as TypeScript does."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def literals(kind: object) -> str:
    """Write a type of a few texts."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.LiteralType)
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in found.values)


def literal_name(info: inspect.LiteralType) -> str | None:
    """Find the name of a type of a few texts."""
    return next((name for name in LITERALS if inspect.type_info(getattr(protocol, name)) == info), None)


def structs_of(struct: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """List a struct and all that it is made of, the parts first."""
    found: list[type[msgspec.Struct]] = []

    def gather(info: inspect.Type) -> None:
        info, _ = described(info)
        if isinstance(info, inspect.StructType):
            for field in info.fields:
                gather(field.type)
            if info.cls not in found:
                found.append(info.cls)
        for part in parts_of(info):
            gather(part)

    gather(inspect.type_info(struct))
    return found


def parts_of(info: inspect.Type) -> Iterator[inspect.Type]:
    """List what a type is composed of."""
    if isinstance(info, inspect.UnionType):
        yield from info.types
    elif isinstance(info, inspect.ListType | inspect.SetType | inspect.VarTupleType):
        yield info.item_type
    elif isinstance(info, inspect.TupleType):
        yield from info.item_types
    elif isinstance(info, inspect.DictType):
        yield from (info.key_type, info.value_type)


class Printer:
    """Write structs as interfaces, each once."""

    def __init__(self) -> None:
        self.prefix = ""
        self.names: dict[type, str] = {View: "View"}

    def interface(self, struct: type[msgspec.Struct]) -> str:
        """Write one struct."""
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        name = struct.__name__ if struct.__name__.startswith(self.prefix) else self.prefix + struct.__name__
        self.names[struct] = name
        doc = (struct.__doc__ or "").strip().splitlines()[0]
        lines = [f"/** {doc} */", f"export interface {name} {{"]
        if info.tag_field:
            lines.append(f'  {info.tag_field}: "{info.tag}";')
        for field in info.fields:
            optional = "" if field.required or not is_sent(struct) else "?"
            kind, text = described(field.type)
            lines.append(f"  {field.encode_name}{optional}: {self.type(kind)};{text and f' // {text}'}")
        return "\n".join([*lines, "}"])

    def union(self, kind: object) -> str:
        """Write a union of messages."""
        return self.type(inspect.type_info(kind))

    def type(self, info: inspect.Type) -> str:
        """Write one type."""
        info, _ = described(info)
        for plain, text in PLAIN.items():
            if isinstance(info, plain):
                return text
        if isinstance(info, inspect.StructType):
            return self.names.get(info.cls, info.cls.__name__)
        if isinstance(info, inspect.LiteralType):
            return literal_name(info) or " | ".join(f'"{value}"' for value in info.values)
        if isinstance(info, inspect.UnionType):
            return " | ".join(dict.fromkeys(self.type(part) for part in info.types))
        if isinstance(info, inspect.TupleType):
            return f"[{', '.join(self.type(part) for part in info.item_types)}]"
        if isinstance(info, inspect.DictType):
            return f"Record<{self.type(info.key_type)}, {self.type(info.value_type)}>"
        (item,) = (self.type(part) for part in parts_of(info))
        return f"({item})[]" if "|" in item else f"{item}[]"


def is_sent(struct: type[msgspec.Struct]) -> bool:
    """Tell whether clients send it, so that fields with a default may be left out."""
    return (
        struct in (protocol.NewMatch, protocol.NewPlayer, protocol.Join, protocol.Look, protocol.MailAddress)
        or "Plan" in struct.__name__
        or is_asked(struct)
    )


def is_asked(struct: type[msgspec.Struct]) -> bool:
    """Tell whether it is an action, a question or a part of one."""
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType):
        return False
    return info.tag_field == "do" or struct in (protocol.AskWhy, protocol.BankClock)


if __name__ == "__main__":
    sys.stdout.write(write())
