"""Find which modules of Python's own library a program needs, so that a browser loads no others.

Followed is what the program imports anywhere, and what that imports when it is itself imported. An import inside a
function of Python's own library is followed only within its package, since most others are for other systems.
"""

import ast
from collections.abc import Iterable, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def imports(file: str, source: bytes) -> "Iterator[tuple[str, bool]]":
    """List what a file imports, as paths, and whether a function does it; names inside a module are among them."""
    todo: "list[tuple[ast.AST, bool]]" = [(ast.parse(source), False)]
    while todo:
        node, inside = todo.pop()
        if isinstance(node, ast.Import):
            yield from ((path_of(part.name), inside) for part in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = file.split("/")[: -node.level] if node.level else []
            module = "/".join([*above, path_of(node.module or "")]).rstrip("/")
            yield from ((f"{module}/{part.name}", inside) for part in node.names)
        else:
            todo += [(part, inside or isinstance(node, FUNCTIONS)) for part in ast.iter_child_nodes(node)]


def path_of(module: str) -> str:
    """Write the name of a module as a path."""
    return module.replace(".", "/")


def files_of(path: str, library: "dict[str, bytes]") -> "Iterator[str]":
    """List the files of a module and of the packages it is in."""
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        name = "/".join(parts[:length])
        yield from (file for file in (f"{name}.py", f"{name}/__init__.py") if file in library)


def needed(library: "dict[str, bytes]", program: "dict[str, bytes]", always: "Iterable[str]") -> "dict[str, bytes]":
    """Choose the files of a library that a program needs, and those that are needed always."""
    todo = [*always, *(path for file, source in program.items() for path, _ in imports(file, source))]
    found: "dict[str, bytes]" = {}
    while todo:
        for file in files_of(todo.pop(), library):
            if file not in found:
                found[file] = library[file]
                package = f"{file.partition('/')[0]}/"
                followed = imports(file, library[file])
                todo += [path for path, inside in followed if not inside or path.startswith(package)]
    return found
