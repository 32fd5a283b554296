"""The opening of a table: its port, its link, its page."""

import fcntl
import socket
import sys
import time
import webbrowser
from pathlib import Path

import httpx
import pytest

from potluck.core.errors import PotluckError
from potluck.table.web.opening import (
    Address,
    forget_link,
    is_locked,
    leave_link,
    link_file,
    open_already,
    qr_code,
    show_page,
    take_port,
)
from table.servers import Server, free_port, potluck_command


def test_the_port_is_bound_before_anybody_is_told() -> None:
    listener, address = take_port(Address(port=free_port()))
    with listener, socket.create_connection(("127.0.0.1", address.port), timeout=1):
        pass


def test_the_next_free_port_is_taken_if_another_program_has_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        used = other.getsockname()[1]
        listener, address = take_port(Address(port=used))
        listener.close()
        assert used < address.port < used + 20


def test_an_address_that_is_not_here_is_refused_in_a_sentence() -> None:
    with pytest.raises(PotluckError, match=r"^192\.0\.2\.1:8765: "):
        take_port(Address(host="192.0.2.1"))


def test_a_table_is_found_as_long_as_it_is_open(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/potluck.db"
    assert open_already(url) == ""
    link = f"http://localhost:{free_port()}"
    leave_link(url, link)
    assert open_already(url) == ""  # left behind by a table that was killed
    with (tmp_path / "potluck.db").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert is_locked(tmp_path / "potluck.db")
        assert open_already(url) == "", "it is not open before it answers"
    forget_link(url)
    assert not (tmp_path / "potluck.link").exists()
    assert link_file("postgresql://localhost/potluck") is None
    leave_link("postgresql://localhost/potluck", "http://localhost:8765")


def test_opening_an_open_table_leads_to_its_page(server: Server) -> None:
    folder = server.arguments[server.arguments.index("--data") + 1]
    again = potluck_command("table", "--data", folder, "--no-open")
    assert again.returncode == 0
    assert again.stdout == f"This table is open already: http://localhost:{server.port}\n"


def test_a_table_beside_another_program_says_where_it_is(tmp_path: Path) -> None:
    server = Server(data=tmp_path)
    with socket.create_server(("127.0.0.1", server.port)):
        asked, server.port = server.port, server.port + 1
        with server:
            assert httpx.get(f"http://localhost:{server.port}/healthz").status_code == 200
            sentence = f"Another program uses port {asked}, so the table is at {server.port}."
            for _ in range(100):  # it answers before it speaks
                if sentence in server.said():
                    break
                time.sleep(0.1)
            assert sentence in server.said()


def test_without_a_screen_no_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def browse(link: str) -> bool:
        opened.append(link)
        return True

    monkeypatch.setattr(webbrowser, "open", browse)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not show_page("http://localhost:8765")
    monkeypatch.setenv("DISPLAY", ":0")
    assert show_page("http://localhost:8765")
    assert opened == ["http://localhost:8765"]


def test_phones_get_a_qr_code() -> None:
    lines = qr_code("http://192.168.0.17:8765").splitlines()
    assert len(lines) > 12
    assert len({len(line) for line in lines if line.strip()}) == 1
