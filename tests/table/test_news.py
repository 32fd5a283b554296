"""Days between moves: whoever is to move is told, once, by mail or in the browser; nobody else learns of it."""

import asyncio
import base64
import contextlib
import email
import json
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from typer.testing import CliRunner

from potluck.cli import app
from potluck.table.match.clocks import DAY
from potluck.table.people import news, ports
from potluck.table.people.ports import Letter, Person, Sitting, Vacation
from potluck.table.people.vacation import days_left
from potluck.table.protocol import DaysClock, LobbyEntry
from potluck.table.store import telling
from potluck.table.store.database import data_url, open_database
from potluck.table.store.sql import SqlStore
from potluck.table.web.post import AGAIN, Failed, Hopeless, Post, PostOffice, open_key, public_key
from table.servers import Server, free_port, postgres
from table.test_people import Browser, play

Json = dict[str, Any]
DAYS = {"clock": {"kind": "days", "days": 3}}
SENDER = "table@potluck.example"
LIMITS = ("mail_wait=0.3", "post=0.05", "away=0.05", "lease=0.6", "proofs=1000")
SOON = 15.0  # seconds


class Mailbox:
    """An SMTP server that keeps what it gets; it can refuse."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer = ""
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # noqa: N802
        if self.answer:
            return self.answer
        found = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 kept"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.controller.port}"

    def wait(self, count: int) -> list[EmailMessage]:
        until(lambda: len(self.mails) >= count)
        return self.mails


class PushService:
    """A push service, and the browser behind it: what comes is decrypted; it can refuse."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.messages: list[Json] = []
        self.claims: list[str] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if service.status == 201:
                    service.claims.append(self.headers["authorization"])
                    service.messages.append(service.read(body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def read(self, body: bytes) -> Json:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: Json = json.loads(text)
        return found

    def subscription(self, name: str = "one") -> Json:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": plain64(point), "auth": plain64(self.auth)}
        return {"endpoint": f"http://{self.host}/{name}", **keys}


def plain64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def until(done: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def smtp() -> Iterator[Mailbox]:
    found = Mailbox()
    found.controller.start()
    yield found
    found.controller.stop()


@pytest.fixture
def mailbox(smtp: Mailbox) -> Mailbox:
    smtp.mails.clear()
    smtp.answer = ""
    return smtp


@pytest.fixture(scope="module")
def pushes() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.http.shutdown()
    found.http.server_close()


@pytest.fixture
def service(pushes: PushService) -> PushService:
    pushes.messages.clear()
    pushes.claims.clear()
    pushes.status = 201
    return pushes


def options(mailbox: Mailbox, service: PushService) -> tuple[str, ...]:
    mails = ("--smtp", mailbox.url, "--mail-from", SENDER)
    return (*mails, "--push-contact", "mailto:host@potluck.example", "--push-host", service.host)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, smtp: Mailbox, pushes: PushService) -> Iterator[Server]:
    with Server(data=tmp_path_factory.mktemp("news"), limits=LIMITS, options=options(smtp, pushes)) as found:
        yield found


def confirm(browser: Browser, mailbox: Mailbox, address: str) -> None:
    """Give an address, and follow the link in the mail."""
    before = len(mailbox.mails)
    assert not browser.ask("PUT", "/me/mail", {"mail": address})["news"]["proven"]
    (token,) = re.findall(r"/mail/on#(\S+)", text_of(mailbox.wait(before + 1)[-1]))
    assert browser.ask("POST", "/mail/on", {"token": token}) == {"mail": address}


def text_of(mail: EmailMessage) -> str:
    assert mail.get_content_type() == "text/plain"
    return str(mail.get_content())


def take_turn(browser: Browser, match: str) -> None:
    """Make moves until the turn is over."""
    while (shown := browser.ask("GET", f"/matches/{match}"))["choices"]:
        browser.do(match, do="move", move=shown["choices"][0]["move"])


def two(table: Server) -> tuple[Browser, Browser]:
    ada, bo = Browser(table.port), Browser(table.port)
    ada.be("Ada")
    bo.be("Bo")
    return ada, bo


def alone(browser: Browser, match: str) -> None:
    """Wait until the table has noticed that nobody else is at it."""

    def others() -> list[str]:
        shown = browser.ask("GET", f"/matches/{match}")
        return [player["presence"] for player in shown["players"] if player["seat"] not in shown["mine"]]

    until(lambda: others() == ["away"])


def a_moment() -> None:
    """Let the table send what it would send."""
    time.sleep(0.8)


def test_whoever_is_to_move_gets_one_mail_for_each_turn_until_they_want_no_more(
    table: Server, mailbox: Mailbox
) -> None:
    ada, bo = two(table)
    confirm(bo, mailbox, "bo@home.example")
    match = play(ada, bo, **DAYS)
    alone(ada, match)
    take_turn(ada, match)
    mail = mailbox.wait(2)[1]
    assert (mail["to"], mail["from"]) == ("bo@home.example", f"Potluck <{SENDER}>")
    assert mail["subject"] == "Potential with Ada: your turn"
    text = text_of(mail)
    assert "It is your turn, and you have 2 days and 23 hours." in text
    assert f"http://localhost:{table.port}/match/{match}" in text
    a_moment()
    assert len(mailbox.mails) == 2
    # one click, as mail programs do it: no cookie, no page of ours
    (off,) = re.findall(r"<(\S+)>", mail["list-unsubscribe"])
    stranger = Browser(table.port)
    del stranger.http.headers["origin"]
    answer = stranger.http.post(off, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200, answer.text
    assert bo.ask("GET", "/me")["news"]["mail"] == ""
    assert stranger.http.post(off).status_code == 403  # there is nothing left to remove
    take_turn(bo, match)
    alone(ada, match)
    take_turn(ada, match)
    a_moment()
    assert len(mailbox.mails) == 2


def test_an_address_that_nobody_confirmed_gets_nothing_and_no_other_link_confirms_it(
    table: Server, mailbox: Mailbox
) -> None:
    ada, bo = two(table)
    bo.ask("PUT", "/me/mail", {"mail": "eve@home.example"})
    (token,) = re.findall(r"/mail/on#(\S+)", text_of(mailbox.wait(1)[0]))
    for wrong in ("", "x", token[:-1] + ("0" if token[-1] != "0" else "1"), token.replace(".", "|")):
        ada.ask("POST", "/mail/on", {"token": wrong}, 403)
    bo.ask("PUT", "/me/mail", {"mail": "bo@home.example"})
    ada.ask("POST", "/mail/on", {"token": token}, 403)  # it was for another address
    match = play(ada, bo, **DAYS)
    alone(ada, match)
    take_turn(ada, match)
    a_moment()
    assert [mail["subject"] for mail in mailbox.mails] == ["Is this your address?"] * 2


@pytest.mark.parametrize(
    "address", ["bo", "bo@", "a@b.example\nBcc: c@d.example", "a@b.example, c@d.example", "Bo <a@b.example>", "x" * 300]
)
def test_what_is_no_address_is_refused_in_a_sentence(table: Server, mailbox: Mailbox, address: str) -> None:
    bo = Browser(table.port)
    bo.be("Bo")
    assert "you@example.org" in bo.ask("PUT", "/me/mail", {"mail": address}, 400)["sentence"]
    assert bo.ask("GET", "/me")["news"]["mail"] == ""


def test_nobody_else_learns_an_address_and_it_goes_with_the_player(
    mailbox: Mailbox, service: PushService, tmp_path: Path
) -> None:
    table = Server(data=tmp_path, limits=LIMITS, options=options(mailbox, service)).start()
    ada, bo = two(table)
    confirm(bo, mailbox, "bo@secret.example")
    bo.ask("POST", "/me/pushes", service.subscription("whisper"))
    match = play(ada, bo, **DAYS)
    seen = [ada.http.get(f"/api{path}").text for path in ("/me", "/me/matches", "/me/download", f"/matches/{match}")]
    assert not any("secret.example" in text or "whisper" in text for text in seen)
    assert "secret.example" not in table.said()
    mine = bo.ask("GET", "/me/download")
    assert mine["player"]["news"]["mail"] == "bo@secret.example"
    assert [one["endpoint"] for one in mine["browsers"]] == [service.subscription("whisper")["endpoint"]]
    bo.ask("PUT", "/me/vacation", {"days": 1})
    bo.ask("DELETE", "/me")
    table.end()
    with contextlib.closing(sqlite3.connect(tmp_path / "potluck.db")) as database:
        dump = "\n".join(database.iterdump())
    assert "secret.example" not in dump
    assert "whisper" not in dump
    assert 'INSERT INTO "vacations"' not in dump


def test_a_browser_is_told_what_only_it_can_read(table: Server, mailbox: Mailbox, service: PushService) -> None:
    ada, bo = two(table)
    me = bo.ask("POST", "/me/pushes", service.subscription())
    assert me["news"]["browsers"] == 1
    match = play(ada, bo, **DAYS)
    alone(ada, match)
    take_turn(ada, match)
    until(lambda: service.messages)
    (told,) = service.messages
    assert (told["title"], told["match"]) == ("Potential with Ada: your turn", match)
    assert "2 days and 23 hours" in told["text"]
    token, key = re.findall(r"t=(\S+),\s*k=(\S+)", service.claims[0])[0]
    assert key == me["news"]["push"]
    assert json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["sub"] == "mailto:host@potluck.example"
    service.status = 410  # the browser has gone
    take_turn(bo, match)
    alone(ada, match)
    take_turn(ada, match)
    until(lambda: bo.ask("GET", "/me")["news"]["browsers"] == 0)


def test_the_table_asks_no_other_server_than_push_services(table: Server, service: PushService) -> None:
    bo = Browser(table.port)
    bo.be("Bo")
    good = service.subscription()
    for endpoint in (
        "http://127.0.0.1:22/",
        "https://localhost/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://x@fcm.googleapis.com/x",
        "https://push.apple.com.evil.example/",
        "file:///etc/passwd",
        "https://fcm.googleapis.com:22/",
        "https://[",
        "",
    ):
        refused = bo.ask("POST", "/me/pushes", {**good, "endpoint": endpoint}, 400)
        assert "push service" in refused["sentence"]
    bo.ask("POST", "/me/pushes", {**good, "auth": "short"}, 400)
    for endpoint in ("https://fcm.googleapis.com/fcm/send/x", "https://web.push.apple.com/x"):
        bo.ask("POST", "/me/pushes", {**good, "endpoint": endpoint})
    assert bo.ask("DELETE", "/me/pushes")["news"]["browsers"] == 0


def test_signing_a_browser_out_also_silences_it(table: Server, service: PushService) -> None:
    home, phone = Browser(table.port), Browser(table.port)
    home.be("Bo")
    phone.ask("POST", "/me/recover", {"code": home.ask("POST", "/me/code")["code"]})
    home.ask("POST", "/me/pushes", service.subscription("home"))
    phone.ask("POST", "/me/pushes", service.subscription("phone"))
    (lost,) = [one["id"] for one in home.ask("GET", "/me")["devices"] if not one["here"]]
    assert home.ask("DELETE", f"/me/devices/{lost}")["news"]["browsers"] == 1


def late(file: Path, passed: int) -> None:
    """Let so many milliseconds have passed since the events of a table that is closed."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE events SET at = at - ?", (passed,))


def test_a_restart_tells_nobody_twice_and_a_reminder_comes_at_four_fifths(
    tmp_path: Path, mailbox: Mailbox, service: PushService
) -> None:
    table = Server(data=tmp_path, limits=LIMITS, options=options(mailbox, service))
    with table:
        ada, bo = two(table)
        confirm(bo, mailbox, "bo@home.example")
        match = play(ada, bo, **DAYS)
        alone(ada, match)
        take_turn(ada, match)
        mailbox.wait(2)
        table.end()
        late(tmp_path / "potluck.db", 2 * DAY)  # two of three days: not yet
        table.start()
        a_moment()
        assert len(mailbox.mails) == 2
        table.end()
        late(tmp_path / "potluck.db", DAY // 2)
        table.start()
        mail = mailbox.wait(3)[2]
        assert mail["subject"] == "Potential with Ada: 11 hours left"
        assert "It is still your turn. You have 11 hours left; then the match is lost." in text_of(mail)
        table.kill()
        table.start()
        a_moment()
        assert len(mailbox.mails) == 3
        table.end()
        late(tmp_path / "potluck.db", DAY)
        table.start()
        mail = mailbox.wait(4)[3]
        assert mail["subject"] == "Potential with Ada: it is over"
        assert "Bo ran out of time in turn 2." in text_of(mail)
        assert ada.ask("GET", f"/matches/{match}")["status"] == "over"


def test_two_processes_send_each_mail_once(mailbox: Mailbox, service: PushService, tmp_path: Path) -> None:
    key = ("--push-key", str(tmp_path / "push.pem"))
    patient = (*LIMITS, "mail_wait=2")  # a match that begins slowly is nothing to tell of here
    with postgres() as database:
        made = [
            Server(database=database.url, limits=patient, options=(*options(mailbox, service), *key)) for _ in range(2)
        ]
        with made[0] as one, made[1]:
            ada, bo = two(one)
            confirm(bo, mailbox, "bo@home.example")
            bo.ask("POST", "/me/pushes", service.subscription())
            matches = [play(ada, bo, **DAYS) for _ in range(4)]
            for match in matches:
                alone(ada, match)
                take_turn(ada, match)
            mailbox.wait(5)
            until(lambda: len(service.messages) >= 4)
            a_moment()
            ids = {mail["message-id"]: mail["subject"] for mail in mailbox.mails}
            assert len(ids) == len(mailbox.mails)
            assert sorted(ids.values()) == ["Is this your address?", *["Potential with Ada: your turn"] * 4]
            assert sorted(told["match"] for told in service.messages) == sorted(matches)


def test_the_key_for_push_is_made_once_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "push.pem"
    first = public_key(open_key(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert (
        public_key(open_key(file))
        == first
        == plain64(
            Vapid02.from_pem(file.read_bytes()).public_key.public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )
    )
    assert [found.name for found in file.parent.iterdir()] == ["push.pem"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--smtp", "smtp://mail.example"), "mail needs both"),
        (("--smtp", "http://mail.example", "--mail-from", "a@b.example"), "expected smtp://"),
        (("--smtp", "smtp://a:secret@mail.example", "--mail-from", "a@b.example"), "POTLUCK_SMTP_PASSWORD"),
        (("--smtp", "smtp://mail.example", "--mail-from", "nobody"), "--mail-from"),
        (("--push-contact", "host"), "mailto:"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    ran = CliRunner().invoke(app, ["table", "--no-open", "--data", str(tmp_path), *arguments])
    assert ran.exit_code != 0
    said = ran.output + str(ran.exception)
    assert sentence in said
    assert "secret" not in said


# Without a server


def office_with(post: Post, folder: Path) -> tuple[SqlStore, PostOffice]:
    store = SqlStore(open_database(data_url(folder)), 100)
    return store, PostOffice(store, post, 100)


def test_what_cannot_be_sent_is_tried_again_some_times_and_no_more(tmp_path: Path, mailbox: Mailbox) -> None:
    async def run() -> None:
        post = Post(mailbox.url, "", SENDER, link="http://localhost")
        store, office = office_with(post, tmp_path)
        await office.open()
        await store.save([], ports.AddPerson(Person("p", "Bo", "", 0, mail="bo@home.example", proof="x")))
        letter = Letter("a" * 32, "p", "", "confirm", ports.MAIL, 0, 0, 0)
        await store.save([], ports.AddLetter(letter))
        mailbox.answer = "451 later"
        for tried, seconds in enumerate(AGAIN):
            await office.round(mail=True)
            (waits,) = await store.read(telling.letters_due, True, 1 << 60, 9)
            assert waits.tries == tried + 1
            assert abs(waits.due - time.time() * 1000 - seconds * 1000) < 5000
            await store.save([], ports.TakeLetter(waits.id), ports.AddLetter(waits._replace(due=0)))
        await office.round(mail=True)
        assert await store.read(telling.letters_due, True, 1 << 60, 9) == []
        await store.save([], ports.AddLetter(letter))
        mailbox.answer = ""
        await office.round(mail=True)
        assert len(mailbox.mails) == 1
        await store.close()

    asyncio.run(run())


def test_a_server_that_is_not_there_loses_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        store, office = office_with(Post(f"smtp://127.0.0.1:{free_port()}", "", SENDER), tmp_path)
        await office.open()
        person = Person("p", "Bo", "", 0, mail="bo@home.example")
        letter = Letter("a" * 32, "p", "", "confirm", ports.MAIL, 0)
        with pytest.raises(Failed):
            await office.mail(person, letter, news.Message("x", "y"))
        with pytest.raises(Hopeless):
            await PostOffice(store, Post(), 9).mail(person, letter, news.Message("x", "y"))
        await store.close()

    asyncio.run(run())


def test_vacation_is_counted_within_a_year() -> None:
    assert days_left([], 0) == 30
    now = 1000 * DAY
    taken = [Vacation("p", now - 400 * DAY, now - 360 * DAY), Vacation("p", now - DAY, now + 9 * DAY)]
    assert days_left(taken, now) == 30 - 5 - 1


def test_what_is_told_is_still_so_when_it_is_sent() -> None:
    card = LobbyEntry("m", "potential", "Potential", {}, "playing", ["Ada", "Bo"], 0, DaysClock(3), 0, True)
    assert news.message("turn", Sitting(card, (1,)), 0) is None
    assert news.message("begin", Sitting(card, (1,)), 0) is None
    card.to_move, card.due = 1, DAY
    told = news.message("turn", Sitting(card, (1,)), 0)
    assert told is not None
    assert told.text == "It is your turn, and you have 1 day."
    card.status, card.players = "waiting", ["Ada", "Bo", "Cy"]
    told = news.message("begin", Sitting(card, (1,)), 0)
    assert told is not None
    assert told.title == "Potential with Ada and Cy: come to the table"


# Vacation


def test_on_vacation_no_clock_runs_and_others_see_why(table: Server) -> None:
    ada, bo = two(table)
    match = play(ada, bo, **DAYS)
    take_turn(ada, match)
    me = bo.ask("PUT", "/me/vacation", {"days": 7})["news"]
    assert abs(me["away"] - time.time() * 1000 - 7 * DAY) < 60_000
    clock = ada.ask("GET", f"/matches/{match}")["clock"]
    assert (clock["running"], clock["rests"]) == (None, [0, me["away"]])
    (card,) = [one["card"] for one in ada.mine()]
    assert card["due"] > time.time() * 1000 + 9 * DAY
    later = play(ada, bo, **DAYS)  # it begins during the vacation
    until(lambda: ada.ask("GET", f"/matches/{later}")["clock"]["rests"] == [0, me["away"]])
    me = bo.ask("PUT", "/me/vacation", {"days": 0})["news"]
    assert (me["away"], me["vacation"]) == (0, 29)
    clock = ada.ask("GET", f"/matches/{match}")["clock"]
    assert (clock["running"], clock["rests"]) == (1, [0, 0])
    assert "from 0 to 14" in bo.ask("PUT", "/me/vacation", {"days": 15}, 400)["sentence"]


def test_there_is_only_so_much_vacation_in_a_year(tmp_path: Path) -> None:
    table = Server(data=tmp_path)
    with table:
        bo = Browser(table.port)
        bo.be("Bo")
        table.end()
        with contextlib.closing(sqlite3.connect(tmp_path / "potluck.db")) as database, database:
            (player,) = database.execute("SELECT id FROM players").fetchone()
            month = int(time.time() * 1000) - 60 * DAY
            database.execute("INSERT INTO vacations VALUES (?, ?, ?)", (player, month, month + 25 * DAY))
        table.start()
        refused = bo.ask("PUT", "/me/vacation", {"days": 6}, 409)
        assert refused["sentence"] == "you have 5 of 30 days of vacation left within a year"
        assert bo.ask("PUT", "/me/vacation", {"days": 5})["news"]["away"]
