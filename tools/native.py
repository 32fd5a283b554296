"""Translate the compiled half of Potluck to C: one file for core, one for bots and one for each game.

mypyc sees the whole program, so it knows every subclass and every attribute, and writes a C file for each module.
These are gathered by folder, so that calls inside a game are inlined while the games are compiled side by side. A
gathered file declares only what it uses and counts its own literals: a change in one game leaves the files of the
others as they were, and only what has changed is compiled again.
"""

import os
import re
import sys
from pathlib import Path

from mypy.version import __version__ as mypy_version
from mypyc.build import mypycify
from setuptools import Extension

from docstrings import document

# How mypyc declares: a tuple, guarded; an object; a function or a variable.
DECLARATION = re.compile(
    r"^#ifndef MYPYC_DECLARED_(?P<tuple>\w+)\n(?:.*\n)*?#endif$"
    r"|^typedef struct \{\n(?:.*\n)*?\} (?P<object>\w+);$"
    r"|^extern .*?(?P<symbol>\w+)(?:[(\[].*)?;$",
    re.MULTILINE,
)
LITERAL = re.compile(r"\bCPyStatics\[(\d+)\]")
MODULE_BODY = re.compile(r"^(?=char CPyDef_\w+_____top_level__\(void\) \{)", re.MULTILINE)
# The body of a module runs once: gcc need not think about it, which saves a fifth of its time.
ONCE = """#if defined(__GNUC__) && !defined(__clang__)
#define ONCE __attribute__((cold, optimize("O0")))
#else
#define ONCE
#endif
"""
# A door calls six functions of Python: declared here, it is compiled in a tenth of the time that Python.h takes.
DOOR = """#include <stddef.h>
typedef struct _object PyObject;
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define Py_DECREF Py_DecRef
void Py_DecRef(PyObject *);
void PyErr_Clear(void);
void *PyCapsule_GetPointer(PyObject *, const char *);
PyObject *Py_BuildValue(const char *, ...);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *PyImport_ImportModuleLevel(const char *, PyObject *, PyObject *, PyObject *, int);
"""


def translate(folders: dict[str, list[str]]) -> list[Extension]:
    """Translate all modules; return the library, made of the gathered files, and its doors, one for each module."""
    place = Path(f"build/{sys.implementation.cache_tag}-mypyc-{mypy_version}")
    library, *doors = mypycify(
        [module for modules in folders.values() for module in modules],
        opt_level="3",
        debug_level="0",
        multi_file=True,
        group_name="potluck.native",
        target_dir=str(place),
    )
    runtime = [Path(source).relative_to(place) for source in library.sources if "__native" not in source]
    library.sources = [
        *gather(folders, place),
        write(place / "runtime.c", "".join(f'#include "{path}"\n' for path in runtime)),
    ]
    if os.name == "posix":
        lighten(doors)
    return [library, *doors]


def lighten(doors: list[Extension]) -> None:
    """Let doors declare what they call; those of a Python without its global lock need more, and stay as they are."""
    for source in [Path(source) for door in doors for source in door.sources]:
        text = source.read_text()
        if "PyModuleDef" not in text:
            write(source, text.replace("#include <Python.h>\n", DOOR))


def gather(folders: dict[str, list[str]], place: Path) -> list[str]:
    """Write one C file for each folder, and one for the rest: literals and the start."""
    own = place / "potluck"
    header = (own / "__native_native.h").read_text() + (own / "__native_internal_native.h").read_text()
    rest = (own / "__native_native.c").read_text()
    files = []
    for folder, modules in folders.items():
        text, literals = gather_folder(folder, [read_translation(module, place) for module in modules], header)
        rest += f"\nconst unsigned short {literals_of(folder)}[] = {{{', '.join(literals)}}};\n"
        files.append(write(place / f"{folder}.c", text))
    return [*files, write(own / "native.c", rest)]


def read_translation(module: str, place: Path) -> str:
    """Read the C file of a module, with its docstrings, and without the headers of the whole library."""
    name = "___".join(Path(module).relative_to("src").with_suffix("").parts)
    text = re.sub(r'^#include "__native.*\n', "", (place / f"__native_{name}.c").read_text(), flags=re.MULTILINE)
    return document(MODULE_BODY.sub("ONCE ", text), Path(module).read_text(encoding="utf-8"))


def gather_folder(folder: str, texts: list[str], header: str) -> tuple[str, list[str]]:
    """Join the C files of a folder's modules under the declarations that they use; return its literals, too."""
    body = "".join(texts)
    literals = list(dict.fromkeys(LITERAL.findall(body)))
    numbers = {literal: number for number, literal in enumerate(literals)}
    body = LITERAL.sub(lambda found: f"CPyStatics[{literals_of(folder)}[{numbers[found[1]]}]]", body)
    declared = [
        *dict.fromkeys(re.findall(r'^#include (?!"__native).*\n', header, re.MULTILINE)),
        ONCE,
        "extern PyObject *CPyStatics[];\n",
        f"extern const unsigned short {literals_of(folder)}[];\n",
        *used_declarations(header, body),
    ]
    return "".join(declared) + body, literals


def literals_of(folder: str) -> str:
    """Name the table that leads from a folder's literals to those of the library."""
    return f"literals_of_{folder}"


def used_declarations(header: str, body: str) -> list[str]:
    """Pick the declarations that a text uses, and those that these use; what is used is declared before its user."""
    words = set(re.findall(r"\w+", body))
    used = []
    for found in reversed(list(DECLARATION.finditer(header))):
        name = found[found.lastgroup or 0]
        if name in words and name != "CPyStatics":
            used.append(found[0] + "\n")
            words.update(re.findall(r"\w+", found[0]))
    return used[::-1]


def write(path: Path, text: str) -> str:
    """Write a file if its text has changed, and return its name."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    return str(path)
