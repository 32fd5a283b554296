"""The C files that are gathered by folder: they change when their own modules do, and only then."""

from pathlib import Path

from setuptools import Extension

import native

HEADER = """#include <Python.h>
#include "__native_native.h"
#ifndef MYPYC_DECLARED_tuple_T2II
#define MYPYC_DECLARED_tuple_T2II
typedef struct tuple_T2II {
    CPyTagged f0;
} tuple_T2II;
#endif

extern PyObject *CPyStatics[3];
typedef struct {
    PyObject_HEAD
    tuple_T2II _pair;
} dice___DiceObject;

extern char CPyDef_dice___roll(dice___DiceObject *cpy_r_self);
extern char CPyDef_potus___vote(PyObject *cpy_r_self);
"""
USER = "x = CPyDef_dice___roll(d); y = CPyStatics[7]; z = CPyStatics[2]; w = CPyStatics[7];\n"


def test_only_what_is_used_is_declared() -> None:
    text, _ = native.gather_folder("potential", [USER], HEADER)
    assert "CPyDef_dice___roll(dice___DiceObject *cpy_r_self);" in text
    assert "vote" not in text
    assert "__native_native.h" not in text


def test_what_a_declaration_needs_stands_before_it() -> None:
    pair, dice, roll = native.used_declarations(HEADER, USER)
    assert pair.startswith("#ifndef MYPYC_DECLARED_tuple_T2II\n")
    assert dice.endswith("} dice___DiceObject;\n")
    assert roll.startswith("extern char CPyDef_dice___roll(")


def test_literals_are_counted_by_folder() -> None:
    text, literals = native.gather_folder("potential", [USER], HEADER)
    assert literals == ["7", "2"]
    assert "y = CPyStatics[literals_of_potential[0]]; z = CPyStatics[literals_of_potential[1]];" in text


def test_a_literal_of_another_folder_changes_nothing_here() -> None:
    before, _ = native.gather_folder("potential", [USER], HEADER)
    moved = USER.replace("[7]", "[8]").replace("[2]", "[3]")
    after, _ = native.gather_folder("potential", [moved], HEADER.replace("CPyStatics[3]", "CPyStatics[4]"))
    assert after == before


def test_a_file_that_is_the_same_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "potential.c"
    native.write(file, "int x;")
    written = file.stat().st_mtime_ns
    native.write(file, "int x;")
    assert file.stat().st_mtime_ns == written
    native.write(file, "int y;")
    assert file.read_text() == "int y;"


def test_the_body_of_a_module_is_compiled_without_effort(tmp_path: Path) -> None:
    (tmp_path / "__native_potluck___core___dice.c").write_text(
        "char CPyDef_dice_____top_level__(void) {\n}\nchar CPyDef_dice___roll(void) {\n}\n"
    )
    text = native.read_translation("src/potluck/core/dice.py", tmp_path)
    assert "ONCE char CPyDef_dice_____top_level__(void) {" in text
    assert "\nchar CPyDef_dice___roll(void) {" in text


def test_a_door_declares_what_it_calls(tmp_path: Path) -> None:
    door, other = tmp_path / "dice.c", tmp_path / "state.c"
    door.write_text("#include <Python.h>\n\nPyMODINIT_FUNC\nPyInit_dice(void) { Py_DECREF(x); }\n")
    other.write_text("#include <Python.h>\nstatic struct PyModuleDef module;\n")
    native.lighten([Extension("dice", [str(door)]), Extension("state", [str(other)])])
    assert "Python.h" not in door.read_text()
    assert "PyInit_dice(void) { Py_DECREF(x); }" in door.read_text()
    assert "Python.h" in other.read_text()
