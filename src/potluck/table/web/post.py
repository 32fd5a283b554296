"""Sending what waits to be sent: mails over SMTP, messages to browsers by web push; each once, and never in a hurry."""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import os
import re
import secrets
from email.message import EmailMessage
from email.utils import formatdate
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.table.live.buckets import Buckets
from potluck.table.live.clock import now
from potluck.table.match.ports import Unsaved
from potluck.table.people import news, ports
from potluck.table.people.ports import Letter, Person, Push
from potluck.table.store import people as rows
from potluck.table.store import telling
from potluck.table.store.files import CannotOpen
from potluck.table.store.sql import SqlStore

PATIENCE = 20.0  # seconds for one mail, or one message to a browser
FAREWELL = 2.0  # seconds for what is being sent when the table closes
ROUND = 50  # letters at once
AGAIN = (60, 300, 1800, 7200, 21600)  # seconds until what could not be sent is tried again
LASTING = 86_400  # seconds that a push service keeps a message for a browser that is away
SERVICES = (  # whom messages to browsers may be handed to; nobody makes the table ask elsewhere
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
SECRET = "letters"  # the fact that holds what the links in mails are made with
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
log = logging.getLogger("potluck.table")


class Post(msgspec.Struct, frozen=True):
    """Say how players are told, as whoever runs the table has set it up; by default not at all."""

    smtp: str = ""  # smtp://user@mail.example:587 or smtps://…
    password: str = ""
    sender: str = ""  # the address that mails come from
    contact: str = ""  # mailto:… or https://…: whom push services ask about this table
    key: Path | None = None  # the file of the key that push services know the table by
    services: tuple[str, ...] = ()  # further hosts of push services
    link: str = ""  # where the table is, as mails say it


def check_post(post: Post) -> None:
    """Refuse settings with which nothing could be sent."""
    if bool(post.smtp) != bool(post.sender):
        raise BadOptions("--smtp and --mail-from: mail needs both, a server and the address that mails come from")
    if post.smtp:
        demand_library("--smtp", "aiosmtplib")
        parts = urlsplit(post.smtp)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.password:
            raise BadOptions(
                "--smtp: expected smtp://user@mail.example:587, or smtps://; the password is POTLUCK_SMTP_PASSWORD"
            )
        check_address(post.sender, "--mail-from")
    if post.contact:
        demand_library("--push-contact", "pywebpush")
        if not post.contact.startswith(("mailto:", "https://")):
            raise BadOptions(f"--push-contact {shown(post.contact)}: expected mailto:you@example.org or https://…")


def demand_library(option: str, library: str) -> None:
    """Refuse what the extra `people` is needed for."""
    if find_spec(library) is None:
        raise BadOptions(f"{option}: this needs the extra people: pip install 'potluck[people]'")


def check_address(text: str, what: str = "mail") -> str:
    """Refuse what is no address of a mailbox."""
    if len(text) > 254 or not ADDRESS.fullmatch(text):
        raise BadOptions(f"{what} {shown(text)}: expected one address, as you@example.org")
    return text


# The key that push services know the table by


def open_key(file: Path) -> Any:
    """Read the key, or make one and keep it where nobody else may read it."""
    from py_vapid import Vapid02

    try:
        if not file.exists():
            fresh = Vapid02()
            fresh.generate_keys()
            write_private(file, fresh.private_pem())
        return Vapid02.from_pem(file.read_bytes())
    except OSError as error:
        raise CannotOpen(f"--push-key {file}: {error.strerror}") from error
    except ValueError as error:
        raise CannotOpen(f"--push-key {file}: this is no key; remove it, and another is made") from error


def write_private(file: Path, body: bytes) -> None:
    """Write a file that only this user may read, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
        handle.write(body)
        handle.flush()
        os.fsync(handle.fileno())
    try:
        os.link(part, file)  # unless another process was quicker
    except FileExistsError:
        pass
    finally:
        part.unlink()


def public_key(key: Any) -> str:
    """Write the public half of the key as browsers want it."""
    from cryptography.hazmat.primitives import serialization

    point = key.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


class Failed(Exception):
    """Tell why something could not be sent; trying again may help."""


class Hopeless(Exception):
    """Tell that something can never be sent."""


class PostOffice:
    """Send letters, as the host has set it up."""

    def __init__(self, store: SqlStore, post: Post, most: int) -> None:
        self.store = store
        self.post = post
        self.key = open_key(post.key) if post.contact and post.key is not None else None
        self.public = public_key(self.key) if self.key is not None else ""
        self.sent = Buckets(most / 86_400, most)
        self.secret = b""

    @property
    def has_mail(self) -> bool:
        """Tell whether mails can be sent."""
        return bool(self.post.smtp)

    async def open(self) -> None:
        """Find what the links in mails are made with."""
        await self.store.save([], ports.KeepFact(SECRET, secrets.token_hex(32)))
        self.secret = bytes.fromhex(await self.store.read(telling.fact, SECRET))

    async def carry(self, every: float, *, mail: bool) -> None:
        """Send what is due, again and again; other processes may do the same."""
        while True:
            try:
                await self.round(mail=mail)
            except Unsaved as error:
                log.warning("letters: %s", error)
            except Exception:
                log.exception("letters could not be sent")
            await asyncio.sleep(every)

    async def round(self, *, mail: bool) -> None:
        """Send what is due; when a server does not answer, the others wait."""
        for letter in await self.store.read(telling.letters_due, mail, now(), ROUND):
            if not await self.store.save([], ports.TakeLetter(letter.id)):
                continue  # another process has it
            if not await self.send(letter):
                return

    async def send(self, letter: Letter) -> bool:
        """Send a letter that was taken out; put it back if it could not be sent."""
        sending = asyncio.ensure_future(self.deliver(letter))
        try:
            await asyncio.shield(sending)
        except Hopeless as error:
            log.warning("letter %s cannot be sent: %s", letter.id[:8], error)
        except asyncio.CancelledError:  # the table is being closed
            await asyncio.wait([sending], timeout=FAREWELL)
            if sending.cancel() or sending.exception() is None:
                raise  # nobody knows whether it was sent, or it was: it is not sent twice
            await self.put_back(letter)
            raise
        except Exception as error:
            log.warning("letter %s could not be sent: %s", letter.id[:8], error)
            await self.put_back(letter)
            return False
        return True

    async def put_back(self, letter: Letter) -> None:
        """Let a letter be tried again later, some times."""
        if letter.tries < len(AGAIN):
            later = letter._replace(tries=letter.tries + 1, due=now() + AGAIN[letter.tries] * 1000)
            await self.store.save([], ports.AddLetter(later))

    async def deliver(self, letter: Letter) -> None:
        """Send a letter, if what it tells is still so and its player still wants to know."""
        person = await self.store.read(rows.person_of, id=letter.player)
        if person is None:
            return
        if letter.what == "confirm":
            await self.mail(person, letter, self.confirmation(person))
            return
        sitting = await self.store.read(telling.sitting_at, letter.match, person.id)
        told = news.message(letter.what, sitting, now()) if sitting is not None else None
        if told is None or not self.sent.take(f"{person.id} {letter.place}"):
            return
        if letter.place != ports.MAIL:
            found = [push for push in await self.store.read(rows.pushes_of, person.id) if push.endpoint == letter.place]
            if found:
                await self.push(found[0], told, letter.match)
        elif person.mail and not person.proof:
            await self.mail(person, letter, self.signed(person, told, letter.match))

    # Mails

    def token(self, what: str, person: Person) -> str:
        """Make the secret of a link, for one player and one address."""
        words = f"{what}|{person.id}|{person.mail}".encode()
        return f"{person.id}.{hmac.new(self.secret, words, hashlib.sha256).hexdigest()}"

    def confirmation(self, person: Person) -> news.Message:
        """Ask whether an address is the player's own."""
        return news.Message(
            "Is this your address?",
            f"{person.name} at {self.post.link} wants to be told here when it is their turn.\n\n"
            f"If that is you: {self.post.link}/mail/on#{self.token('on', person)}\n\n"
            "If not, do nothing: nothing more is sent.",
        )

    def signed(self, person: Person, told: news.Message, match: str) -> news.Message:
        """Add to a message where the match is, and how to get no more."""
        text = f"{told.text}\n\n{self.post.link}/match/{match}\n\n-- \n"
        text += "You asked this table to tell you about matches with days for each turn.\n"
        return told._replace(text=f"{text}No more mails: {self.post.link}/mail/off#{self.token('off', person)}\n")

    async def mail(self, person: Person, letter: Letter, told: news.Message) -> None:
        """Send a mail: plain text, to one address."""
        import aiosmtplib

        if not self.has_mail:
            raise Hopeless("mail is not set up any more")
        server = urlsplit(self.post.smtp)
        secure = server.scheme == "smtps"
        local = server.hostname in ("localhost", "127.0.0.1", "::1")
        try:
            await aiosmtplib.send(
                self.write(person, letter, told),
                hostname=server.hostname,
                port=server.port or (465 if secure else 587),
                username=server.username,
                password=self.post.password or None,
                use_tls=secure,
                start_tls=None if local else not secure,  # a password is sent in the clear on this machine alone
                timeout=PATIENCE,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = all(one.code >= 500 for one in error.recipients)
            raise (Hopeless if refused else Failed)("the address is refused") from error
        except (aiosmtplib.SMTPException, OSError) as error:
            raise Failed(type(error).__name__) from error

    def write(self, person: Person, letter: Letter, told: news.Message) -> EmailMessage:
        """Write a mail; a second copy of it would have the same id."""
        mail = EmailMessage()
        mail["From"] = f"Potluck <{self.post.sender}>"
        mail["To"] = person.mail
        mail["Subject"] = told.title
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{letter.id}@{self.post.sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        if letter.what != "confirm":
            off = f"{self.post.link}/api/mail/off?token={self.token('off', person)}"
            mail["List-Unsubscribe"] = f"<{off}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(told.text)
        return mail

    # Messages to browsers

    def check_endpoint(self, endpoint: str) -> bool:
        """Tell whether an address belongs to a push service that messages may be handed to."""
        try:
            parts = urlsplit(endpoint)
            host = parts.hostname or ""
            if parts.username or parts.fragment or len(endpoint) > 1000 or not endpoint.isascii():
                return False
            if parts.netloc in self.post.services:
                return parts.scheme in ("http", "https")
            named = any(host == name or (name[0] == "." and host.endswith(name)) for name in SERVICES)
            return named and parts.scheme == "https" and parts.port in (None, 443)
        except ValueError:
            return False

    async def push(self, push: Push, told: news.Message, match: str) -> None:
        """Hand a message to the push service of a browser, which cannot read it."""
        from pywebpush import WebPushException

        if self.key is None or not self.check_endpoint(push.endpoint):
            raise Hopeless("push is not set up any more, or not for this service")
        body = json.dumps({"title": told.title, "text": told.text, "match": match})
        try:
            await asyncio.to_thread(self.hand_over, push, body)
        except WebPushException as error:
            status = getattr(error.response, "status_code", 0)
            if status in (403, 404, 410):
                await self.store.save([], ports.EndPush(push.player, push.endpoint))
                raise Hopeless(f"the browser is not told there any more ({status})") from error
            raise Failed(f"the push service answered {status}") from error
        except OSError as error:
            raise Failed(type(error).__name__) from error

    def hand_over(self, push: Push, body: str) -> None:
        """Encrypt a message for a browser and send it; this runs in a thread."""
        import pywebpush
        import requests

        with requests.Session() as session:
            session.max_redirects = 0
            session.trust_env = False
            pywebpush.webpush(
                {"endpoint": push.endpoint, "keys": json.loads(push.keys)},
                body,
                vapid_private_key=self.key,
                vapid_claims={"sub": self.post.contact},
                timeout=PATIENCE,
                ttl=LASTING,
                requests_session=session,
            )
