"""The table behind the proxies whose settings we ship: the real programs, on this machine."""

import asyncio
import contextlib
import shutil
import socket as sockets
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from table.client import bearer
from table.servers import Server, free_port
from table.test_edge import Line

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "potluck.example"


def nginx(folder: Path, port: int, table: int) -> list[str]:
    """Write nginx's settings for a port without certificates; return the command."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    assert Path(program).exists(), "these tests need nginx: apt-get install nginx"
    kept = [line for line in (DEPLOY / "nginx.conf").read_text().splitlines() if "ssl_certificate" not in line]
    site = (
        "\n".join(kept)
        .replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
        .replace("127.0.0.1:8765", f"127.0.0.1:{table}")
    )
    site = site.replace("$scheme", "https")  # as behind a certificate
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log off; {paths}\n{site}\n}}\n"
    )
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, table: int) -> list[str]:
    """Write Caddy's settings for a port without certificates; return the command."""
    program = shutil.which("caddy")
    assert program, "these tests need Caddy: apt-get install caddy"
    site = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8765", f"127.0.0.1:{table}")
    site = site.replace(f"\n{NAME} {{", f"\nhttp://{NAME}:{port} {{\n\tbind 127.0.0.1")
    site = site.replace("{\n\tservers", "{\n\tadmin off\n\tauto_https off\n\tservers", 1)
    (folder / "Caddyfile").write_text(site.replace("header_up X", "header_up X-Forwarded-Proto https\n\t\theader_up X"))
    return [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class Proxy:
    """A table behind a proxy."""

    def __init__(self, port: int, table: Server) -> None:
        self.port = port
        self.table = table

    def client(self, source: str) -> httpx.Client:
        """Come from an address."""
        way = httpx.HTTPTransport(local_address=source)
        return httpx.Client(transport=way, base_url=f"http://127.0.0.1:{self.port}", headers={"host": NAME}, timeout=30)

    def create(self, source: str, **headers: str) -> httpx.Response:
        """Create a match from an address."""
        body = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}]}
        with self.client(source) as client:
            return client.post("/api/matches", json=body, headers={"origin": f"https://{NAME}", **headers})


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A table behind each proxy."""
    folder = tmp_path_factory.mktemp("proxy")
    server = Server(data=folder / "data", limits=("tables=1", "lines=64"))
    server.arguments += ["--origin", f"https://{NAME}", "--trust-proxy", "127.0.0.1"]
    port = free_port()
    with server, (folder / "said").open("w") as said:
        command = request.param(folder, port, server.port)
        process = subprocess.Popen(
            command, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": "/usr/bin:/usr/sbin"}
        )
        try:
            wait_for(port, process, folder)
            yield Proxy(port, server)
        finally:
            process.terminate()
            process.wait(20)


def wait_for(port: int, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    """Wait until a proxy answers."""
    for _ in range(500):
        assert process.poll() is None, (folder / "said").read_text()
        with contextlib.suppress(OSError), sockets.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise AssertionError((folder / "said").read_text())


def test_the_address_that_counts_is_the_clients(proxy: Proxy) -> None:
    lie = {"X-Forwarded-For": "192.0.2.99"}
    found = [proxy.create("127.0.0.5"), proxy.create("127.0.0.5", **lie), proxy.create("127.0.0.6")]
    assert [answer.status_code for answer in found] == [201, 429, 201]
    assert "secure" in found[0].headers["set-cookie"].lower()


def test_nobody_but_the_proxy_is_believed(proxy: Proxy) -> None:
    way = httpx.HTTPTransport(local_address="127.0.0.9")
    with httpx.Client(transport=way, base_url=f"http://localhost:{proxy.table.port}") as client:
        body = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}]}
        codes = [
            client.post("/api/matches", json=body, headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
            for number in range(2)
        ]
    assert codes == [201, 429]


def test_a_socket_goes_through(proxy: Proxy) -> None:
    async def watch(match: str, token: str) -> None:
        uri = f"ws://{NAME}/api/matches/{match}/socket"
        async with connect(uri, additional_headers=bearer(token), host="127.0.0.1", port=proxy.port) as socket:
            assert '"snapshot"' in str(await socket.recv())
            await socket.send('{"type": "ping"}')
            async with asyncio.timeout(20):
                while '"pong"' not in str(await socket.recv()):
                    pass

    body = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}], "keep": "token"}
    with proxy.client("127.0.0.7") as client:
        created = client.post("/api/matches", json=body).json()
    asyncio.run(watch(created["match"], created["token"]))


def test_what_is_too_large_or_not_for_strangers_stays_outside(proxy: Proxy) -> None:
    with proxy.client("127.0.0.8") as client:
        assert client.post("/api/records", content=b"x" * (2 << 20)).status_code == 413
        assert client.get("/metrics").status_code == 403
        assert client.get("/healthz").status_code in (200, 503)  # a busy machine may be late, and says so
        assert client.get("/healthz", headers={"x-a": "y" * 60_000}).status_code in (400, 431)


def test_the_table_shows_its_figures_to_nobody_behind_a_proxy(proxy: Proxy) -> None:
    line = Line(proxy.table)
    line.send(
        [
            b"GET /metrics HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 192.0.2.1\r\n" % NAME.encode(),
            b"connection: close\r\n\r\n",
        ]
    )
    assert line.status() == 401


@pytest.mark.parametrize("news", [False, True], ids=["alone", "news"])
def test_the_service_is_closed_to_what_it_does_not_need(tmp_path: Path, news: bool) -> None:
    program = shutil.which("systemd-analyze")
    assert program, "these tests need systemd: apt-get install systemd"
    unit = tmp_path / "potluck.service"
    unit.write_text((DEPLOY / "potluck.service").read_text().replace("/opt/potluck/bin/potluck", "/bin/true"))
    if news:
        (tmp_path / "potluck.service.d").mkdir()
        shutil.copy(DEPLOY / "potluck-news.conf", tmp_path / "potluck.service.d" / "news.conf")
    checked = subprocess.run([program, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    command = [program, "security", "--offline=yes", "--threshold=15", str(unit)]
    rated = subprocess.run(command, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout  # at most 1.5 of 10
    assert ("does not define an IP address allow list" in rated.stdout) == news, rated.stdout
