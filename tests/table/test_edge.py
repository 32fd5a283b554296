"""FLOOD 8, 9, 10: bytes, time, frames and places are limited before anything is made of them."""

import asyncio
import contextlib
import itertools
import json
import socket as sockets
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from potluck.core.errors import BadOptions
from potluck.table.web.connection import PIECE
from potluck.table.web.limits import DEFAULT, read_limits
from potluck.table.web.lines import Lines, is_within, network_of, read_networks, take_descriptors
from potluck.table.web.opening import check_origin
from table.client import Client
from table.servers import Server
from table.test_auth import begin
from table.test_flood import MIB, memory, raw

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost:%d\r\n"
FULL = 60 * MIB  # bytes that an attacker would send


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with the sizes that we ship, and little patience."""
    limits = ("upgrade=0.5", "upload=0.5", "keep_alive=0.5", "lines=512", "messages=20", "burst=40")
    with Server(data=tmp_path_factory.mktemp("hurried"), limits=limits) as server:
        yield server


class Line:
    """A connection without any manners."""

    def __init__(self, server: Server, source: str = "127.0.0.1") -> None:
        self.start = GET % server.port
        self.socket = sockets.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(source, 0))

    def __del__(self) -> None:
        self.socket.close()

    def send(self, pieces: Iterable[bytes]) -> int:
        """Send until the other side has had enough; return how many bytes went."""
        sent = 0
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                self.socket.sendall(piece)
                sent += len(piece)
        return sent

    def read(self) -> bytes:
        """Read until the other side closes."""
        found = b""
        with contextlib.suppress(ConnectionError):
            while piece := self.socket.recv(65_536):
                found += piece
        return found

    def request(self) -> None:
        """Ask something harmless, and read the answer."""
        self.socket.sendall(self.start + b"\r\n")
        found = b""
        while not found.endswith(b"}"):
            found += self.socket.recv(65_536)
        assert found.startswith(b"HTTP/1.1 200")

    def status(self) -> int:
        """Read the last answer and the end; return its status."""
        found = self.read()
        assert found.startswith(b"HTTP/1.1 "), found
        assert json.loads(found.partition(b"\r\n\r\n")[2])["type"] == "refusal"
        return int(found.split()[1])


def endless(piece: bytes) -> Iterator[bytes]:
    """Repeat something until it is too much."""
    return itertools.repeat(piece, FULL // len(piece))


HEADS = {
    "header lines": ([b"GET / HTTP/1.1\r\n"], b"x-a: %s\r\n" % (b"b" * 50_000), 431),
    "one header": ([b"GET / HTTP/1.1\r\nx-a: "], b"b" * 65_536, 431),
    "one name": ([b"GET / HTTP/1.1\r\n"], b"b" * 65_536, 431),
    "folded header": ([b"GET / HTTP/1.1\r\nx-a: b\r\n"], b" b\r\n" * 10_000, 431),
    "short headers": ([b"GET / HTTP/1.1\r\n"], b"a:b\r\n" * 10_000, 431),
    "address": ([b"GET /"], b"a" * 65_536, 414),
    "question": ([b"GET /?"], b"%41" * 20_000, 414),
    "spaces": ([b"GET "], b" " * 65_536, 431),
    "blank lines": ([], b"\r\n" * 30_000, 431),
}


def refuse_once(server: Server) -> None:
    """Let the server answer and refuse something small, so that what it loads for that is not counted as kept."""
    Line(server).request()
    line = Line(server)
    line.send([b"GET /" + b"a" * 200_000])
    line.read()


@pytest.mark.parametrize("second", [False, True], ids=["first", "second"])
@pytest.mark.parametrize("how", HEADS)
def test_flood_8_an_endless_head_is_refused_before_it_is_kept(hurried: Server, how: str, second: bool) -> None:
    start, piece, status = HEADS[how]
    refuse_once(hurried)
    line = Line(hurried)
    if second:
        line.request()
    before = memory(hurried)
    sent = line.send([*start, *endless(piece)])
    found = line.read()
    assert not found or found.split()[1] in (b"%d" % status, b"400"), found[:100]
    assert sent < 10 * MIB  # what the system's own buffers take
    assert memory(hurried) - before < 8 * MIB


@pytest.mark.parametrize("how", [how for how in HEADS if how not in ("spaces", "folded header")])
def test_flood_8_whoever_waits_for_the_answer_learns_what_was_too_much(hurried: Server, how: str) -> None:
    start, piece, status = HEADS[how]
    line = Line(hurried)
    line.send([b"".join(start), (piece * 5)[: DEFAULT.head + 2 * PIECE]])
    assert line.status() == status


@pytest.mark.parametrize("expect", [b"", b"Expect: 100-continue\r\n"], ids=["sent", "announced"])
def test_flood_8_a_body_that_says_it_is_too_long_is_refused_before_it_comes(hurried: Server, expect: bytes) -> None:
    line = Line(hurried)
    length = b"Content-Length: %d\r\n\r\n" % (DEFAULT.record + 1)
    line.send([b"POST /api/records HTTP/1.1\r\nHost: localhost:%d\r\n" % hurried.port, expect, length])
    assert line.read().startswith(b"HTTP/1.1 413")


def test_flood_8_a_request_at_the_limits_is_answered(hurried: Server) -> None:
    line = Line(hurried)
    fill = b"".join(b"x-%d: %s\r\n" % (number, b"y" * 100) for number in range(DEFAULT.headers - 2))
    address = b"GET /healthz?" + b"q" * (DEFAULT.url - 9) + b" HTTP/1.1\r\n"
    line.send([address, line.start.partition(b"\r\n")[2], fill, b"connection: close\r\n\r\n"])
    assert line.read().startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("second", [False, True], ids=["first", "second"])
@pytest.mark.parametrize(
    ("start", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: local", 408),
        (b"POST /api/records HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000\r\n\r\nx", 408),
        (b"POST /api/records HTTP/1.1\r\nHost: localhost:%d\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", 408),
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
    ],
    ids=["head", "body", "chunks", "nonsense", "length"],
)
def test_flood_8_and_10_what_does_not_arrive_in_time_is_refused(
    hurried: Server, start: bytes, status: int, second: bool
) -> None:
    line = Line(hurried)
    if second:
        line.request()
    line.send([start.replace(b"%d", str(hurried.port).encode())])
    assert line.status() == status


def test_flood_10_a_body_that_trickles_in_is_not_waited_for(hurried: Server) -> None:
    async def trickle(start: bytes) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", hurried.port)
        writer.write(start)
        answer = asyncio.create_task(reader.read())
        for count in range(2000):  # a byte now and then, as long as anybody listens
            if answer.done():
                writer.close()
                return count
            with contextlib.suppress(ConnectionError):
                writer.write(b"x")
            await asyncio.sleep(0.02)
        return 2000

    host = b"Host: localhost:%d\r\n" % hurried.port
    answered = b"GET /healthz HTTP/1.1\r\n%sContent-Length: 100000\r\n\r\n" % host
    waiting = b"POST /api/records HTTP/1.1\r\n%sContent-Length: 100000\r\n\r\n" % host
    chunks = b"POST /api/records HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n" % host
    for start in (answered, waiting, chunks, b"GET / HTTP/1.1\r\nx-a: "):
        assert asyncio.run(trickle(start)) < 1000


def test_flood_10_a_connection_that_says_nothing_is_closed(hurried: Server) -> None:
    silent = [Line(hurried) for _ in range(20)]
    for line in silent[10:]:
        line.request()
    silent[0].send([b"\r\n" * 100])  # allowed before a request, and none itself
    assert [line.read() for line in silent] == [b""] * 20


def test_flood_8_a_body_is_not_read_for_ever(hurried: Server) -> None:
    before = memory(hurried)
    for path in (b"/healthz", b"/api/records"):
        line = Line(hurried)
        head = b"POST %s HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 99999999\r\n\r\n" % (path, hurried.port)
        assert line.send([head, *endless(b"x" * 65_536)]) < 10 * MIB
    assert memory(hurried) - before < 8 * MIB


def test_flood_8_requests_sent_before_the_first_is_answered_are_limited(hurried: Server) -> None:
    before = memory(hurried)
    line = Line(hurried)
    line.send([(line.start + b"\r\n") * 3])
    assert line.read().count(b"HTTP/1.1 200") == 3
    line = Line(hurried)
    line.send(endless((line.start + b"\r\n") * 1000))
    assert line.read().count(b"HTTP/1.1 200") < 1000
    assert memory(hurried) - before < 8 * MIB


def test_nothing_of_this_leaves_a_traceback(hurried: Server) -> None:
    said = hurried.said()
    assert "Traceback" not in said, said


# FLOOD 9


def masked(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """Write a frame as a client would."""
    return Frame(opcode, data, fin).serialize(mask=True)


FRAMES = {
    "ping": (masked(Opcode.PING), b""),
    "long ping": (masked(Opcode.PING, b"x" * 125), b""),
    "pong": (masked(Opcode.PONG), b""),
    "continuation": (masked(Opcode.CONT, fin=False), masked(Opcode.TEXT, fin=False)),
    "empty": (masked(Opcode.TEXT), b""),
    "empty bytes": (masked(Opcode.BINARY), b""),
    "message": (masked(Opcode.TEXT, b"{}"), b""),
}


async def pour(socket: ClientConnection, frame: bytes, first: bytes) -> tuple[int, int]:
    """Send frames without end; return how many bytes went, and how many came back as messages."""
    transport = socket.transport
    sent = received = 0
    transport.write(first)
    while sent < FULL and not transport.is_closing():
        transport.write(frame * 2000)
        sent += len(frame) * 2000
        await asyncio.sleep(0)
        while transport.get_write_buffer_size() > MIB and not transport.is_closing():
            await asyncio.sleep(0.001)
    with contextlib.suppress(ConnectionClosed):
        while True:
            received += len(await asyncio.wait_for(socket.recv(), 10))
    return sent, received


@pytest.mark.parametrize("how", FRAMES)
def test_flood_9_every_frame_counts_and_bystanders_feel_nothing(hurried: Server, how: str) -> None:
    async def play() -> None:
        async with Client(hurried.port) as client:
            match, ann, bob = await begin(client)
            seat = await client.socket(match, bob)
            flooder = await raw(hurried, match, ann)
            sent, _ = await pour(flooder, *FRAMES[how])
            assert sent < 16 * MIB
            assert flooder.close_code in (1008, 1006)  # 1006: the system threw our last words away
            await seat.send({"type": "ping"})
            assert (await seat.next("pong"))["now"] > 0
            await seat.close()

    before = memory(hurried)
    asyncio.run(play())
    assert memory(hurried) - before < 8 * MIB


@pytest.mark.parametrize("how", [how for how in FRAMES if how != "message"])
def test_flood_9_whoever_sends_too_many_frames_is_told(hurried: Server, how: str) -> None:
    async def play() -> None:
        async with Client(hurried.port) as client:
            match, ann, _ = await begin(client)
            socket = await raw(hurried, match, ann)
            frame, first = FRAMES[how]
            socket.transport.write(first + frame * 100)
            said = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    said.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
            assert (said[-1]["type"], said[-1]["code"]) == ("bye", "too_fast")
            assert socket.close_code == 1008

    asyncio.run(play())


def test_flood_9_signs_of_life_are_answered(hurried: Server) -> None:
    async def play() -> None:
        async with Client(hurried.port) as client:
            match, ann, _ = await begin(client)
            socket = await raw(hurried, match, ann)
            for _ in range(30):
                await asyncio.wait_for(await socket.ping(), 10)
            await socket.close()

    asyncio.run(play())


# FLOOD 10


@pytest.fixture
def small(data: Path) -> Iterator[Server]:
    """A table with few places."""
    with Server(data=data, limits=("sockets=40", "lines=32", "places=2", "upgrade=60.0", "upload=60.0")) as server:
        yield server


def crowd(server: Server, count: int) -> list[Line]:
    """Take all places there are, and more, from many addresses: silent, slow and half done."""
    lines = [Line(server, f"127.0.0.{2 + number % 9}") for number in range(count)]
    for number, line in enumerate(lines):
        if number % 3 == 1:
            line.send([b"GET / HTTP/1.1\r\nx-a: "])
        if number % 3 == 2:
            line.send([b"POST /api/records HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 9\r\n\r\n" % server.port])
    return lines


def descriptors(server: Server) -> int:
    """Count what a server has open."""
    assert server.process is not None
    return sum(1 for _ in Path(f"/proc/{server.process.pid}/fd").iterdir())


def test_flood_10_a_player_with_a_key_always_gets_in(small: Server) -> None:
    async def play() -> None:
        async with Client(small.port) as client:
            match, ann, bob = await begin(client)
            lines = crowd(small, 300)
            seats = [await client.socket(match, key) for key in (ann, bob)]
            lines += crowd(small, 300)
            for seat in seats:
                await seat.send({"type": "ping"})
                assert (await seat.next("pong"))["now"] > 0
                await seat.close()
            assert (await client.show(match, ann))["match"] == match
            assert descriptors(small) < 100
            assert len(lines) == 600

    asyncio.run(play())


def test_flood_10_a_known_key_does_not_share_the_limit_of_its_address(data: Path) -> None:
    async def play(server: Server) -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            await client.show(match, ann)
            codes = [(await client.http.get("/api/games/none/rulings")).status_code for _ in range(40)]
            assert set(codes[-5:]) == {429}
            assert (await client.show(match, ann))["match"] == match
            assert (await client.socket(match, ann)).snapshot["match"] == match

    with Server(data=data, limits=("requests=0.01", "request_burst=30")) as server:
        asyncio.run(play(server))


def test_flood_10_spectators_leave_places_for_players(small: Server) -> None:
    async def watch(client: Client, match: str) -> bool:
        try:
            await client.socket(match, "")
        except Exception as error:
            assert "409" in str(error)
            return False
        return True

    async def play() -> None:
        async with Client(small.port) as client:
            match, ann, bob = await begin(client)
            inside = [await watch(client, match) for _ in range(40)]
            assert sum(inside) == 16  # half of an address's lines
            for key in (ann, bob):
                await client.socket(match, key)

    asyncio.run(play())


def test_flood_10_the_newest_sockets_of_a_key_stay(small: Server) -> None:
    async def play() -> None:
        async with Client(small.port) as client:
            match, ann, _ = await begin(client)
            first, *others = [await client.socket(match, ann) for _ in range(3)]
            with pytest.raises(ConnectionClosed, match="newer places"):
                await first.next("nothing")
            for seat in others:
                await seat.send({"type": "ping"})
                assert await seat.next("pong")

    asyncio.run(play())


def test_flood_10_one_address_takes_only_its_own_share(small: Server) -> None:
    theirs = [Line(small, "127.0.0.2") for _ in range(3)]
    mine = [Line(small, "127.0.0.3") for _ in range(200)]
    for line in theirs:
        line.request()
    assert descriptors(small) < 100
    assert len(mine) == 200


def test_bodies_on_their_way_are_limited_by_address(data: Path) -> None:
    with Server(data=data, limits=("bodies=20000",)) as server:
        head = b"POST /api/records HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 15000\r\n\r\n" % server.port
        slow, other = Line(server), Line(server)
        slow.send([head, b"x" * 14_000])
        Line(server).request()
        other.send([head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), b"x" * 15_000])
        assert other.status() == 429
        elsewhere = Line(server, "127.0.0.2")
        elsewhere.send([head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), b"x" * 15_000])
        assert elsewhere.status() == 422


# What it is made of


class Fake:
    """A connection that only says whether it is busy."""

    def __init__(self, *, busy: bool = False) -> None:
        self.busy = busy
        self.closing = self.dropped = False

    def is_busy(self) -> bool:
        return self.busy

    def is_closing(self) -> bool:
        return self.closing

    def drop(self) -> None:
        self.dropped = True


def test_the_oldest_connection_that_serves_nobody_goes_first() -> None:
    lines = Lines(read_limits(["lines=3"]), 5)
    busy, oldest, newer, last = Fake(busy=True), Fake(), Fake(), Fake()
    for line in (busy, oldest, newer):
        assert lines.enter(line, "192.0.2.1")
    assert lines.enter(last, "192.0.2.1")
    assert [line.dropped for line in (busy, oldest, newer, last)] == [False, True, False, False]


def test_the_largest_crowd_makes_room_and_sockets_never_do() -> None:
    lines = Lines(DEFAULT, 3)
    crowd, alone = [Fake(), Fake()], Fake()
    for line in crowd:
        lines.enter(line, "192.0.2.1")
    lines.enter(alone, "192.0.2.2")
    assert lines.enter(Fake(), "192.0.2.3")
    assert crowd[0].dropped
    assert not alone.dropped
    full = Lines(DEFAULT, 1)
    full.enter(alone, "192.0.2.2")
    full.become_socket(alone, "192.0.2.2")
    assert not full.enter(Fake(), "192.0.2.3")
    assert not alone.dropped


def test_proxies_have_no_share_of_their_own() -> None:
    lines = Lines(read_limits(["lines=1"]), 100, read_networks(["10.0.0.0/8"]))
    many = [Fake() for _ in range(5)]
    for line in many:
        lines.enter(line, "10.1.2.3")
    assert not any(line.dropped for line in many)


def test_whoever_does_not_read_our_last_words_is_dropped() -> None:
    lines = Lines(DEFAULT, 10)
    stuck, well = Fake(), Fake()
    for line in (stuck, well):
        lines.enter(line, "192.0.2.1")
    stuck.closing = True
    lines.sweep()
    assert not stuck.dropped
    lines.sweep()
    assert (stuck.dropped, well.dropped) == (True, False)
    lines.leave(stuck, "192.0.2.1")
    lines.leave(well, "192.0.2.1")
    assert not lines.all
    assert not lines.strangers


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_count_by_who_has_them(address: str, network: str) -> None:
    assert network_of(address) == network


def test_networks_of_proxies() -> None:
    networks = read_networks(["127.0.0.1", "10.0.0.0/8", "::1"])
    assert is_within("127.0.0.1", networks)
    assert is_within("::ffff:10.2.3.4", networks)
    assert not is_within("192.0.2.1", networks)
    assert not is_within("somewhere", networks)
    for bad in ("*", "localhost", "10.0.0.1/8", ""):
        with pytest.raises(BadOptions, match=r"^--trust-proxy .*: expected an address"):
            read_networks([bad])


def test_descriptors_are_kept_for_the_database_and_the_bots() -> None:
    assert take_descriptors(10) == 10
    assert take_descriptors(1 << 40) < 1 << 40


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("messages=-5", "limit messages=-5: expected a number above 0"),
        ("messages=nan", "limit messages=nan: expected a number above 0"),
        ("burst=0", "limit burst=0: expected a whole number from 1"),
        ("burst=1.5", "limit burst=1.5: expected a whole number"),
        ("stop=inf", "limit stop=inf: expected a number up to 31536000"),
        ("spectators=-1", "limit spectators=-1: expected a whole number from 0"),
        ("messages", "limit messages: expected a number"),
    ],
)
def test_limits_that_make_no_sense_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        read_limits([text])
    assert str(refused.value) == sentence


def test_a_limit_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadOptions, match=r"^limit colour=red: there is none of that name; there are messages, "):
        read_limits(["colour=red"])


@pytest.mark.parametrize(
    "origin",
    [
        "potluck.example",
        "https://",
        "https://potluck.example/",
        "https://potluck.example/table",
        "https://Potluck.example",
        "ftp://potluck.example",
        "https://pötluck.example",
        "https://[::1",
        "null",
        "*",
        "",
    ],
)
def test_an_origin_that_no_browser_would_send_is_refused_in_a_sentence(origin: str) -> None:
    with pytest.raises(BadOptions, match=r"^--origin .*: expected a scheme and a name in small letters: https://"):
        check_origin(origin)


@pytest.mark.parametrize("origin", ["https://potluck.example", "http://192.0.2.7:8765", "http://[2001:db8::1]:8765"])
def test_an_origin_that_a_browser_sends_is_taken(origin: str) -> None:
    assert check_origin(origin) == origin
