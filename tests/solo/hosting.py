"""A small host of files that can go away."""

import functools
import http.server
import threading
from pathlib import Path
from typing import Any


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve files without a word."""

    def __init__(self, *given: Any, keeps_for: int, **more: Any) -> None:
        self.keeps_for = keeps_for
        super().__init__(*given, **more)

    def end_headers(self) -> None:
        """Say how long a browser need not ask again, if it need not."""
        if self.keeps_for:
            self.send_header("Cache-Control", f"max-age={self.keeps_for}")
        super().end_headers()

    def do_GET(self) -> None:
        """Answer, but for what a test asks for to have something that is never finished."""
        if self.path.endswith("/unfinished"):
            threading.Event().wait()
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Host:
    """Serve a folder of files until it is gone; browsers may keep them for some seconds."""

    def __init__(self, folder: Path, keeps_for: int = 0) -> None:
        handler = functools.partial(Quiet, directory=str(folder), keeps_for=keeps_for)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Go away."""
        self.server.shutdown()
        self.server.server_close()
