"""The page: the built files of the browser side, or a plain one if they are not built."""

import gzip
import re
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from potluck.table.live.studies import Studies
from potluck.table.protocol import Refusal
from potluck.table.web.answers import refusal_answer

FOLDER = Path(__file__).parents[1] / "page"
FALLBACK = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Potluck</title>
<h1>Potluck</h1>
<p>The table is running, but its page is not built. Programs can play over the protocol at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""
INERT = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox"
NO_SITE = (
    "The games without a server are not built here: make site builds them, and potluck table --site site shows them."
)
SITE_POLICY = "default-src 'none'; frame-ancestors 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
SITE_POLICY += "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
SITE_POLICY += "manifest-src 'self'; base-uri 'none'; form-action 'none'"  # as the page without a server says itself
FOREVER = "public, max-age=31536000, immutable"
PACKED = {".js", ".css"}  # what shrinks to a third


def takes_gzip(accepted: str) -> bool:
    """Tell whether a client takes gzip, by what it sends as Accept-Encoding."""
    for part in accepted.lower().split(","):
        name, *more = (word.strip() for word in part.split(";"))
        if name in ("gzip", "*"):
            return not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", word) for word in more)
    return False


class Page:
    """Serve the built page; addresses without a file are the page's own."""

    def __init__(self, folder: Path = FOLDER, studies: Studies | None = None) -> None:
        self.folder = folder.resolve()
        self.studies = studies or Studies()
        self.packed: dict[Path, bytes] = {}  # files whose content never changes, as gzip

    async def answer(self, request: Request) -> Response:
        """Answer with a file, or with the page."""
        path = request.path_params.get("path", "")
        if path.startswith("api/"):
            return refusal_answer(Refusal("not_found", "there is nothing at this address"))
        if path.startswith("lab/") and path.endswith(".html"):
            return self.report(path.removeprefix("lab/").removesuffix(".html"))
        file = self.find(path)
        if file is not None:
            hashed = file.parent.name == "assets"
            headers = {"cache-control": FOREVER if hashed else "no-cache"}
            if hashed and file.suffix in PACKED:
                headers["vary"] = "accept-encoding"
                if takes_gzip(request.headers.get("accept-encoding", "")):
                    return self.pack(file, headers)
            return FileResponse(file, headers=headers)
        index = self.folder / "index.html"
        if "." in path.rpartition("/")[2]:
            return refusal_answer(Refusal("not_found", "there is nothing at this address"))
        if index.is_file():
            return FileResponse(index, headers={"cache-control": "no-cache"})
        return HTMLResponse(FALLBACK)

    def pack(self, file: Path, headers: dict[str, str]) -> Response:
        """Answer with a file as gzip, compressed when it is first asked for."""
        if file not in self.packed:
            self.packed[file] = gzip.compress(file.read_bytes(), 6)
        packed = headers | {"content-encoding": "gzip"}
        return Response(self.packed[file], headers=packed, media_type=guess_type(file.name)[0])

    def find(self, path: str) -> Path | None:
        """Find a file inside the folder, and never outside."""
        if not path or "\0" in path:
            return None
        file = (self.folder / path).resolve()
        return file if file.is_relative_to(self.folder) and file.is_file() else None

    def report(self, study: str) -> Response:
        """Answer with the report of a study of the lab, which may show but not do anything."""
        report = self.studies.report(study)
        if report is None:
            return refusal_answer(Refusal("not_found", "there is no report of this name"))
        return HTMLResponse(report, headers={"content-security-policy": INERT, "cache-control": "no-cache"})


class Site(Page):
    """Serve the page without a server, under an address of its own; it may compile WebAssembly."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder or FOLDER / "nothing")

    async def answer(self, request: Request) -> Response:
        """Answer with a file of the site."""
        if not self.folder.is_dir():
            return refusal_answer(Refusal("not_found", NO_SITE))
        file = self.find(request.path_params["path"] or "index.html")
        if file is None:
            return refusal_answer(Refusal("not_found", "there is nothing at this address"))
        lasting = file.parent.name == "assets" or file.parent.name.startswith("kernel-")
        cache = FOREVER if lasting else "no-cache"
        return FileResponse(file, headers={"cache-control": cache, "content-security-policy": SITE_POLICY})


async def to_site(request: Request) -> Response:
    """Lead to the site, whose addresses are relative to its folder."""
    return RedirectResponse("/solo/", 308)
