"""Build the compiled half of Potluck for browsers: python3.13 tools/wasm.py SOURCE PYODIDE OUT.

Pyodide carries the variables that its Python was built with; found in place of this Python's own, they let setuptools
cross-compile with setup.py as it is. zig's clang and wasm-ld compile and link; C headers are this Python's and musl's,
which come with zig. OUT gets everything that the rules need beside Potluck's own Python, and `native`, the libraries.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.util import find_spec
from pathlib import Path

DATA = "_sysconfigdata__emscripten_wasm32-emscripten"
PIP = [sys.executable, "-m", "pip", "--quiet", "--no-cache-dir", "--disable-pip-version-check"]  # pip mixes up targets
BESIDE = ("librt", "msgspec", "mypy_extensions")  # what the rules need from PyPI
MACROS = ("HAVE_", "SIZEOF_", "ALIGNOF_", "PYLONG_", "WITH_", "Py_", "PY_", "ENABLE_", "DOUBLE_IS_", "STDC_", "_")
TYPES = {
    "size_t": "SIZE",
    "ssize_t": "PTRDIFF",
    "ptrdiff_t": "PTRDIFF",
    "intptr_t": "INTPTR",
    "uintptr_t": "UINTPTR",
    "wchar_t": "WCHAR",
}
BUILD_WHEEL = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def zig() -> Path:
    """Find the folder of zig."""
    found = find_spec("ziglang")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def be_compiler(arguments: "list[str]") -> int:
    """Compile a source, or link objects, as setuptools asks for it."""
    command = compiling(arguments) if "-c" in arguments else linking(arguments)
    return subprocess.call([str(zig() / "zig"), *command])


def compiling(arguments: "list[str]") -> "list[str]":
    """Say how zig's clang compiles a source."""
    headers, libc = os.environ["WASM_HEADERS"], zig() / "lib" / "libc" / "include"
    folders = [zig() / "lib" / "include", libc / "riscv32-linux-musl", libc / "generic-musl"]
    where = [f"-I{headers}", f"-include{headers}/wasm32.h", *(f"-isystem{folder}" for folder in folders)]
    how = ["-fPIC", "-DPY_CALL_TRAMPOLINE", "-Wno-everything", f"-ffile-prefix-map={Path.cwd()}=."]
    return ["clang", "--target=wasm32-unknown-emscripten", "-nostdinc", *where, *how, *arguments]


def linking(arguments: "list[str]") -> "list[str]":
    """Say how zig's wasm-ld links a library; what it does not find, Pyodide has."""
    target = arguments[arguments.index("-o") + 1]
    how = ["-shared", "--experimental-pic", "--no-entry", "--unresolved-symbols=import-dynamic", "--strip-all"]
    start = f"--export=PyInit_{Path(target).name.split('.')[0]}"
    return ["wasm-ld", *how, start, "-o", target, *(part for part in arguments if part.endswith(".o"))]


def variables(pyodide: Path) -> "dict[str, object]":
    """Read the variables that Pyodide's Python was built with; refuse another version than this Python's."""
    scope: "dict[str, dict[str, object]]" = {}
    exec(zipfile.ZipFile(pyodide / "python_stdlib.zip").read(f"{DATA}.py"), scope)
    built = scope["build_time_vars"]
    if built["VERSION"] != sysconfig.get_python_version():
        sys.exit(f"this Pyodide needs Python {built['VERSION']}, and this is {sysconfig.get_python_version()}")
    return built


def lay_out(built: "dict[str, object]", work: Path) -> Path:
    """Lay out the C headers, and the variables as setuptools is to find them."""
    headers = work / "include"
    shutil.rmtree(headers, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), headers)
    chosen = {name: value for name, value in built.items() if isinstance(value, int) and name.startswith(MACROS)}
    macros = [f"#define {name} {value}\n" for name, value in chosen.items() if value]
    types = [f"#define __DEFINED_{name}\ntypedef __{kind}_TYPE__ {name};\n" for name, kind in TYPES.items()]
    (headers / "pyconfig.h").unlink()  # it may be a link
    (headers / "pyconfig.h").write_text("".join(["#pragma once\n", *macros]))
    (headers / "wasm32.h").write_text("".join(types))
    me = f"{sys.executable} {Path(__file__).resolve()}"
    tools = dict.fromkeys(("CC", "CXX", "LDSHARED", "LDCXXSHARED"), me)
    changed = {**built, **tools, "CFLAGS": "-O2 -DNDEBUG -fno-strict-overflow", "OPT": "", "CCSHARED": ""}
    (work / f"{DATA}.py").write_text(f"build_time_vars = {changed!r}\n")
    return headers


def crossing(pyodide: Path, work: Path) -> "dict[str, str]":
    """Return the environment in which setuptools builds for Pyodide."""
    built = variables(pyodide)
    return {
        **os.environ,
        "PYTHONPATH": str(work),
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": "315532800",
        "_PYTHON_SYSCONFIGDATA_NAME": DATA,
        "_PYTHON_HOST_PLATFORM": f"pyemscripten_{built['PYEMSCRIPTEN_PLATFORM_VERSION']}_wasm32",
        "WASM_HEADERS": str(lay_out(built, work)),
    }


def gather(source: Path, work: Path, wheels: Path, environment: "dict[str, str]") -> None:
    """Gather the wheels of what the rules need: from PyPI if there is one for Pyodide, else built here."""
    pins = ["-c", str(source / "constraints.txt")]
    for name in BESIDE:
        ready = ["--only-binary=:all:", "--platform", environment["_PYTHON_HOST_PLATFORM"], "-d", str(wheels)]
        if subprocess.call([*PIP, "download", "--no-deps", *ready, *pins, name], stderr=subprocess.DEVNULL):
            written = ["--no-build-isolation", f"--no-binary={name}", "-d", str(work)]
            subprocess.run([*PIP, "download", "--no-deps", *written, *pins, name], check=True)
            sdist = next(work.glob(f"{name}-*.tar.gz"))
            build = [*PIP, "wheel", "--no-build-isolation", "--no-deps", "-w", str(wheels), str(sdist)]
            subprocess.run(build, env=environment, check=True)


def copy_source(source: Path, copy: Path) -> None:
    """Bring a copy of the source up to date; what has not changed keeps its time, so that it is not compiled again."""
    wanted = [*(source / "src").rglob("*.py"), *(source / "tools").glob("*.py"), source / "setup.py"]
    wanted += [source / name for name in ("pyproject.toml", "README.md", "LICENSE", "THIRD-PARTY.txt")]
    names = {file.relative_to(source) for file in wanted}
    for old in (copy / "src").rglob("*.py"):
        if old.relative_to(copy) not in names:
            old.unlink()
    for name in names:
        there = copy / name
        if not there.exists() or there.read_bytes() != (source / name).read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, there)


def main(source: Path, pyodide: Path, out: Path) -> None:
    """Gather and compile, and unpack what the browser needs."""
    work = Path(os.environ.get("POTLUCK_WASM_WORK", out.with_suffix(".work")))
    work.mkdir(parents=True, exist_ok=True)
    wheels = work / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    environment = crossing(pyodide, work)
    gather(source, work, wheels, environment)
    copy_source(source, work / "source")
    for old in (work / "source").glob("*.egg-info"):
        shutil.rmtree(old)
    subprocess.run([sys.executable, "-c", BUILD_WHEEL, str(wheels)], cwd=work / "source", env=environment, check=True)
    for wheel in sorted(wheels.glob("*.whl")):
        own = wheel.name.startswith("potluck-")
        with zipfile.ZipFile(wheel) as packed:
            names = [name for name in packed.namelist() if name.endswith(".so" if own else (".so", ".py", "LICENSE"))]
            packed.extractall(out, names)


if __name__ == "__main__":
    if "WASM_HEADERS" in os.environ:
        sys.exit(be_compiler(sys.argv[1:]))
    main(*(Path(argument).resolve() for argument in sys.argv[1:4]))
