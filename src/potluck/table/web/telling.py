"""How players are told that it is their turn: addresses that they confirm, browsers that they allow, vacations."""

import contextlib
import hmac
import json
import re

from starlette.requests import Request
from starlette.responses import Response

from potluck.core.errors import BadOptions
from potluck.table import protocol
from potluck.table.live.buckets import Buckets
from potluck.table.live.clock import now
from potluck.table.match.clocks import DAY, has_days
from potluck.table.match.keys import hash_token
from potluck.table.people import ports
from potluck.table.people.ports import Letter, Person
from potluck.table.people.vacation import AT_ONCE, YEAR, YEARLY, days_left
from potluck.table.protocol import endpoints
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused
from potluck.table.store import people as rows
from potluck.table.store.telling import letter_id
from potluck.table.web.answers import Handler, json_answer
from potluck.table.web.holders import count_guess
from potluck.table.web.lines import address_of
from potluck.table.web.people import LISTED, People
from potluck.table.web.post import PostOffice, check_address

BROWSERS = 8  # that one player is told in


class Telling:
    """Answer what players ask about being told."""

    def __init__(self, people: People, office: PostOffice, proofs: int) -> None:
        self.people = people
        self.office = office
        self.store = people.store
        self.asked = Buckets(proofs / 86_400, proofs)

    def handlers(self) -> dict[Endpoint, Handler]:
        """Say who answers at which endpoint."""
        return {
            endpoints.SET_MAIL: self.set_mail,
            endpoints.PROVE_MAIL: self.prove_mail,
            endpoints.END_MAIL: self.end_mail,
            endpoints.ADD_PUSH: self.add_push,
            endpoints.END_PUSH: self.end_push,
            endpoints.REST: self.rest,
        }

    # Mail

    async def set_mail(self, request: Request) -> Response:
        """Send a mail that proves an address, or forget the address."""
        asked = await self.people.read(request, protocol.MailAddress)
        person = await self.people.demand(request)
        if not asked.mail:
            await self.forget_mail(person)
            return await self.people.answer(request, person.id)
        person = person._replace(mail=wanted_address(asked.mail))
        if not self.office.has_mail:
            raise Refused("not_allowed", "this table sends no mails")
        if not all(self.asked.take(who) for who in (person.id, address_of(request.scope), person.mail.lower())):
            raise Refused("too_fast", "too many mails to confirm an address were asked for today; try tomorrow")
        proof = hash_token(self.office.token("on", person))
        letter = Letter(letter_id(person.id, proof, str(now())), person.id, "", "confirm", ports.MAIL, now(), 0, now())
        change = ports.ChangePerson(person.id, {"mail": person.mail, "proof": proof})
        await self.store.save([], change, ports.AddLetter(letter))
        return await self.people.answer(request, person.id)

    async def forget_mail(self, person: Person) -> None:
        """Forget the address of a player."""
        await self.store.save([], ports.ChangePerson(person.id, {"mail": "", "proof": ""}))

    async def prove_mail(self, request: Request) -> Response:
        """Take what was mailed as proof that the address is the player's."""
        asked = await self.people.read(request, protocol.Proof)
        person = await self.store.read(rows.person_of, proof=hash_token(asked.token))
        if person is None:
            known = await self.holder_of("on", asked.token)
            if known is None:
                count_guess(request, self.people.guesses)
                raise Refused("wrong_credential", "this link is not good any more; ask for another mail")
            return json_answer(protocol.MailAddress(known.mail))
        await self.store.save([], ports.ChangePerson(person.id, {"proof": ""}))
        return json_answer(protocol.MailAddress(person.mail))

    async def end_mail(self, request: Request) -> Response:
        """Send no more mails to whoever has got one; a second click changes nothing."""
        person = await self.holder_of("off", request.query_params.get("token", ""))
        if person is None:
            count_guess(request, self.people.guesses)
            raise Refused("wrong_credential", "no mails are sent to the address that this link was sent to")
        await self.forget_mail(person)
        return json_answer(protocol.MailAddress())

    async def holder_of(self, what: str, token: str) -> Person | None:
        """Find the player whom a link was mailed to, if they still have the same address."""
        person = await self.store.read(rows.person_of, id=token.partition(".")[0])
        if person is None or not person.mail:
            return None
        return person if hmac.compare_digest(self.office.token(what, person).encode(), token.encode()) else None

    # Browsers

    async def add_push(self, request: Request) -> Response:
        """Tell a browser from now on."""
        asked = await self.people.read(request, protocol.Subscription)
        person = await self.people.demand(request)
        if not self.office.public:
            raise Refused("not_allowed", "this table tells no browsers")
        if not self.office.check_endpoint(asked.endpoint):
            raise Refused("bad_request", "endpoint: expected an address of a push service that this table knows")
        if not re.fullmatch(r"[A-Za-z0-9_-]{87}=?", asked.p256dh) or not re.fullmatch(
            r"[A-Za-z0-9_-]{22}={0,2}", asked.auth
        ):
            raise Refused("bad_request", "expected the keys of a push subscription")
        keys = json.dumps({"p256dh": asked.p256dh, "auth": asked.auth})
        device = await self.people.device_of(request, person)
        await self.store.save([], ports.AddPush(ports.Push(asked.endpoint, person.id, keys, now(), device), BROWSERS))
        return await self.people.answer(request, person.id)

    async def end_push(self, request: Request) -> Response:
        """Do not tell a browser any more, or any of the player's."""
        person = await self.people.demand(request)
        await self.store.save([], ports.EndPush(person.id, request.query_params.get("endpoint", "")))
        return await self.people.answer(request, person.id)

    # Vacation

    async def rest(self, request: Request) -> Response:
        """Begin or end a vacation, at all matches with days for each turn."""
        asked = await self.people.read(request, protocol.Vacation)
        person = await self.people.demand(request)
        if not 0 <= asked.days <= AT_ONCE:
            raise Refused("bad_request", f"days: expected from 0 to {AT_ONCE} at once")
        left = days_left(await self.store.read(rows.vacations_of, person.id, now() - YEAR), now())
        if asked.days > left:
            raise Refused("not_allowed", f"you have {left} of {YEARLY} days of vacation left within a year")
        until = now() + asked.days * DAY
        await self.store.save([], ports.Rest(person.id, now(), until))
        for sitting in await self.store.read(rows.sittings_of, person.id, LISTED, hidden=True):
            if sitting.card.status == "playing" and has_days(sitting.card.clock):
                with contextlib.suppress(Refused):  # it cannot be opened now, and its clock does not run either
                    room = await self.people.hall.room(sitting.card.match)
                    await room.rest(sitting.seats, until)
                    await room.note()
        return await self.people.answer(request, person.id)


def wanted_address(text: str) -> str:
    """Read the address that somebody wants to be told at."""
    try:
        return check_address(text.strip())
    except BadOptions as error:
        raise Refused(
            "bad_request", "this is no address that a mail can be sent to; expected you@example.org"
        ) from error
