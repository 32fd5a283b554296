import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.servers import Postgres, Server, postgres


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One table for all tests that leave it well."""
    with Server(data=tmp_path_factory.mktemp("data")) as table:
        yield table


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """One PostgreSQL for all tests that leave it well."""
    with postgres() as found:
        yield found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder for a table of one's own."""
    return tmp_path / "data"


if os.environ.get("POTLUCK_MODE") == "interpreted":
    # The table is the same in both modes; what it serves is compared by the kit. Here only what needs no server runs.
    collect_ignore = [
        f"test_{name}.py"
        for name in (
            "auth",
            "race",
            "web",
            "flood",
            "edge",
            "deploy",
            "fuzz",
            "logs",
            "crash",
            "disk",
            "power",
            "operations",
            "people",
            "lessons",
            "protocol",
            "stalls",
            "whole_matches",
        )
    ]
