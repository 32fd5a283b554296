"""Build the compiled half: translate once, compile on all cores and only what changed; or install interpreted."""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path("src/potluck")
RECIPE = ["setup.py", "tools/native.py", "tools/docstrings.py"]
INLINE = ["-fno-semantic-interposition", "-fvisibility=hidden"]  # nobody else calls our functions
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# Why a module of these folders is not compiled.
INTERPRETED = {
    "contract.py": "protocols that modules fit",
    "options.py": "msgspec structs, read once a match",
    "fields.py": "text for people",
    "english.py": "text for people",
    "custom.py": "finds and loads files that players have written",
    "patience.py": "looks after files that players have written",
    "own.py": "helpers for files that players have written",
    "game.py": "facts and doors: called once a match or once a click, and it raises errors for people",
    "notation.py": "text for people",
    "position_text.py": "text for people",
    "words.py": "text for people",
    "checks.py": "sentences about positions that cannot be",
    "explain.py": "text for people",
    "editing.py": "text for people",
    "log.py": "text for people",
    "coach.py": "text for people",
    "view.py": "msgspec structs",
    "picture.py": "text for people",
    "svg.py": "text for people",
    "__init__.py": "nothing to gain",
}


def compiled_folders() -> dict[str, list[str]]:
    """List the modules that mypyc compiles, by folder: the kernel, the search of the bots, the rules of each game."""
    folders = [SOURCE / "core", SOURCE / "bots", *sorted((SOURCE / "games").iterdir())]
    modules = {folder.name: sorted(folder.glob("*.py")) for folder in folders if (folder / "__init__.py").exists()}
    return {name: [str(file) for file in files if file.name not in INTERPRETED] for name, files in modules.items()}


def compiled_names() -> set[str]:
    """List the compiled files without their endings: the library, and a door to it for each module."""
    modules = [Path(module) for folder in compiled_folders().values() for module in folder]
    return {"potluck/native__mypyc", *(str(module.relative_to("src").with_suffix("")) for module in modules)}


def why_interpreted() -> str:
    """Say why nothing can be compiled here; nothing if it can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.environ.get("POTLUCK_INTERPRETED"):
        return "POTLUCK_INTERPRETED is set"
    if shutil.which(compiler) is None:
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are not installed"
    return ""


def say(text: str) -> None:
    """Tell how far the build is."""
    print(f"potluck: {text}", flush=True)


class Compile(build_ext):
    """Translate when libraries are built, not whenever this file is run, and compile on all cores."""

    def run(self) -> None:
        """Translate to C, then compile what has changed."""
        sys.path.insert(0, str(Path(__file__).parent / "tools"))
        from native import translate

        say("translating the rules to C")
        self.distribution.ext_modules = translate(compiled_folders())
        self.distribution.reinitialize_command(self)
        self.ensure_finalized()
        self.parallel = CORES
        super().run()

    def build_extensions(self) -> None:
        """Compile the files of the library, the longest first; then link it, and compile its doors."""
        library = self.extensions[0]
        if os.name == "posix":
            library.extra_compile_args += INLINE
        stale = [source for source in library.sources if self.is_stale(source)]
        say(f"compiling {len(stale)} of {len(library.sources)} C files, {CORES} at a time")
        stale.sort(key=lambda source: Path(source).stat().st_size, reverse=True)
        with ThreadPoolExecutor(CORES) as pool:
            jobs = [pool.submit(self.compile_file, library, source) for source in stale]
            for done, job in enumerate(as_completed(jobs), 1):
                say(f"compiled {done} of {len(stale)}: {job.result()}")
        library.extra_objects = library.depends = [self.object_of(source) for source in library.sources]
        library.sources = []
        say(f"linking, with a door for each of {len(self.extensions) - 1} modules")
        super().build_extensions()

    def object_of(self, source: str) -> str:
        """Say where the object of a C file goes."""
        return str(Path(self.build_temp, source).with_suffix(".o"))

    def is_stale(self, source: str) -> bool:
        """Tell whether a C file must be compiled: it, or the way of building it, is newer than its object."""
        made = Path(self.object_of(source))
        return not made.exists() or any(
            Path(path).stat().st_mtime >= made.stat().st_mtime for path in [source, *RECIPE]
        )

    def compile_file(self, library: Extension, source: str) -> str:
        """Compile one C file and return its name."""
        self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=library.include_dirs,
            extra_postargs=library.extra_compile_args,
        )
        return Path(source).stem


class Copy(build_py):
    """Copy what is interpreted, and forget what an earlier build has left and nobody would build again."""

    def run(self) -> None:
        """Remove what has no source any more; then copy."""
        for copied in [path for path in Path(self.build_lib).rglob("*") if path.is_file()]:
            if not self.has_source(copied):
                copied.unlink()
        super().run()

    def has_source(self, copied: Path) -> bool:
        """Tell whether a file of an earlier build would be built again."""
        place = copied.relative_to(self.build_lib)
        if copied.suffix in (".so", ".pyd"):
            return str(place).split(".")[0] in compiled_names()
        return Path("src", place).exists()


class Potluck(Distribution):
    """Know that there will be libraries before they have been translated."""

    def has_ext_modules(self) -> bool:
        """Tell whether anything will be compiled."""
        return not why_interpreted()


if reason := why_interpreted():
    say(f"{reason}, so the games will run interpreted: much slower, the bots weaker")
setup(distclass=Potluck, cmdclass={"build_ext": Compile, "build_py": Copy})
