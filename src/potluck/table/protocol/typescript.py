"""Write the page's types from the messages and the views of all games.

python -m potluck.table.protocol.typescript > web/src/protocol.ts
"""

import sys
from collections.abc import Iterator

import msgspec
from msgspec import inspect

from potluck.core.state import SPECTATOR
from potluck.core.view import Choice, View
from potluck.games import load, names
from potluck.table import protocol

HEAD = "// Written by python -m potluck.table.protocol.typescript from the messages of the table. Do not edit.\n"
PLAIN = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
LITERALS = {
    "Code": protocol.Code,
    "Status": protocol.Status,
    "Kind": protocol.Kind,
    "Offer": protocol.Offer,
    "Keep": protocol.Keep,
}
UNIONS = {
    "SeatPlan": protocol.SeatPlan,
    "ClockPlan": protocol.ClockPlan,
    "Action": protocol.Action,
    "Reply": protocol.Reply,
    "FromClient": protocol.FromClient,
    "FromServer": protocol.FromServer,
}


def view_types() -> dict[str, type[View]]:
    """Find the view of each game."""
    games = {name: load(name) for name in names()}
    return {name: type(game.view(game.new(), SPECTATOR)) for name, game in games.items()}


def write() -> str:
    """Write all types."""
    printer = Printer()
    messages = [member for member in vars(protocol).values() if is_message(member)]
    parts = [HEAD.rstrip(), *(f"export type {name} = {literals(kind)};" for name, kind in LITERALS.items())]
    parts += [printer.interface(message) for message in [Choice, *messages]]
    for name, view in view_types().items():
        printer.prefix = "".join(word.title() for word in name.split("_"))
        parts += [printer.interface(struct) for struct in structs_of(view)]
    views = " | ".join(printer.names[view] for view in view_types().values())
    parts.append(f"export type View = {views};")
    parts += [f"export type {name} = {printer.union(union)};" for name, union in UNIONS.items()]
    return "\n\n".join(parts) + "\n"


def is_message(member: object) -> bool:
    """Tell whether a name of the protocol is a message, and not a base of messages."""
    if not isinstance(member, type) or not issubclass(member, protocol.Message):
        return False
    return member is not protocol.Message


def literals(kind: object) -> str:
    """Write a type of a few texts."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.LiteralType)
    return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in found.values)


def literal_name(info: inspect.LiteralType) -> str | None:
    """Find the name of a type of a few texts."""
    return next((name for name, kind in LITERALS.items() if inspect.type_info(kind) == info), None)


def structs_of(struct: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    """List a struct and all that it is made of, the parts first."""
    found: list[type[msgspec.Struct]] = []

    def gather(info: inspect.Type) -> None:
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
            lines.append(f"  {field.encode_name}{optional}: {self.type(field.type)};")
        return "\n".join([*lines, "}"])

    def union(self, kind: object) -> str:
        """Write a union of messages."""
        return self.type(inspect.type_info(kind))

    def type(self, info: inspect.Type) -> str:
        """Write one type."""
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
    return struct in (protocol.NewMatch, protocol.Join) or "Plan" in struct.__name__ or is_asked(struct)


def is_asked(struct: type[msgspec.Struct]) -> bool:
    """Tell whether it is an action, a question or a part of one."""
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType):
        return False
    return info.tag_field == "do" or struct in (protocol.AskWhy, protocol.BankClock)


if __name__ == "__main__":
    sys.stdout.write(write())
