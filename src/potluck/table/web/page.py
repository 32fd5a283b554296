"""The page: the built files of the browser side, or a plain one if they are not built."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

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
FOREVER = "public, max-age=31536000, immutable"


class Page:
    """Serve the built page; addresses without a file are the page's own."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        """Answer with a file, or with the page."""
        path = request.path_params.get("path", "")
        if path.startswith("api/"):
            return refusal_answer(Refusal("not_found", "there is nothing at this address"))
        file = self.find(path)
        if file is not None:
            hashed = file.parent.name == "assets"
            return FileResponse(file, headers={"cache-control": FOREVER if hashed else "no-cache"})
        index = self.folder / "index.html"
        if "." in path.rpartition("/")[2]:
            return refusal_answer(Refusal("not_found", "there is nothing at this address"))
        if index.is_file():
            return FileResponse(index, headers={"cache-control": "no-cache"})
        return HTMLResponse(FALLBACK)

    def find(self, path: str) -> Path | None:
        """Find a file inside the folder, and never outside."""
        if not path or "\0" in path:
            return None
        file = (self.folder / path).resolve()
        return file if file.is_relative_to(self.folder) and file.is_file() else None
