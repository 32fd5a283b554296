"""Build the compiled kernel: one mypyc compilation unit; without a C compiler, install interpreted and say so."""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src/potluck")

# Why a module of these folders is not compiled.
INTERPRETED = {
    "contract.py": "protocols that modules fit",
    "options.py": "msgspec structs, read once a match",
    "fields.py": "text for people",
    "english.py": "text for people",
    "custom.py": "finds and loads files that players have written",
    "game.py": "facts and doors: called once a match or once a click, and it raises errors for people",
    "notation.py": "text for people",
    "position_text.py": "text for people",
    "words.py": "text for people",
    "checks.py": "sentences about positions that cannot be",
    "explain.py": "text for people",
    "log.py": "text for people",
    "view.py": "msgspec structs",
    "picture.py": "text for people",
    "svg.py": "text for people",
    "__init__.py": "nothing to gain",
}


def compiled_modules() -> list[str]:
    """List the modules that mypyc compiles: the kernel, the rules of the games, the search of the bots."""
    folders = [SOURCE / "core", *sorted((SOURCE / "games").iterdir()), SOURCE / "bots"]
    return [
        str(module)
        for folder in folders
        if folder.is_dir()
        for module in sorted(folder.glob("*.py"))
        if module.name not in INTERPRETED
    ]


def has_compiler() -> bool:
    """Tell whether the C compiler that this Python was built for, or the one named in CC, is here."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


def extensions() -> list[Extension]:
    """Translate the modules to C, unless asked not to or no compiler is here."""
    if os.environ.get("POTLUCK_INTERPRETED"):
        return []
    if not has_compiler():
        print("potluck: no C compiler found, so the games will run interpreted (slower).", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    units = list(mypycify(compiled_modules(), opt_level="3", debug_level="0"))
    for unit in units:
        if os.name == "posix":
            unit.extra_compile_args.append("-fno-semantic-interposition")  # so that small methods are inlined
    return units


setup(ext_modules=extensions())
