"""Put docstrings into translated C files: mypyc writes the signatures alone, and help() has nothing to say."""

import ast
import re

# A method or a function with its signature, or a class with that of its constructor.
ENTRY = re.compile(
    r"(?P<before>CPyPy_\w+?___(?P<name>\w+),\s+METH_FASTCALL \| METH_KEYWORDS, PyDoc_STR\(\"[^\"]*\\n--\\n\\n)"
    r"|(?P<start>\.tp_doc = PyDoc_STR\(\"(?P<type>\w+)\([^\"]*\\n--\\n\\n)"
)


def document(text: str, source: str) -> str:
    """Add the docstrings of a module's source to its C file."""
    docs = docstrings(source)

    def add(found: re.Match[str]) -> str:
        parts = (found["name"] or found["type"]).split("___")
        return found[0] + in_c(docs.get(".".join(parts[-2:])) or docs.get(parts[-1], ""))

    return ENTRY.sub(add, text)


def docstrings(source: str) -> dict[str, str]:
    """List the docstrings of a module by name: Class, Class.method and function."""
    docs: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            docs[node.name] = ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            methods = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            docs |= {f"{node.name}.{method.name}": ast.get_docstring(method) or "" for method in methods}
    return docs


def in_c(text: str) -> str:
    """Write a text as C writes it between quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("??", "?\\?")
    return "".join(sign if sign.isascii() else "".join(f"\\{byte:03o}" for byte in sign.encode()) for sign in escaped)
