"""A small host of files that can go away."""

import functools
import http.server
import threading
from pathlib import Path


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve files without a word."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Host:
    """Serve a folder of files until it is gone."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Go away."""
        self.server.shutdown()
        self.server.server_close()
