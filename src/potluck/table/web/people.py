"""Players whom the table knows again: who asks, their ways back in, their matches and ratings."""

import re
import secrets
from typing import TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from potluck.games import load, names
from potluck.players.levels import level_name
from potluck.table import protocol
from potluck.table.live.buckets import Buckets
from potluck.table.live.clock import now
from potluck.table.live.hall import Hall
from potluck.table.match import outcome
from potluck.table.match.clocks import HOUR
from potluck.table.match.events import Closed
from potluck.table.match.keys import hash_token, new_token
from potluck.table.match.names import clean_face, clean_name
from potluck.table.match.ports import Delete, Scrub, Sit, Unsit
from potluck.table.people import ports
from potluck.table.people.codes import hash_code, new_code
from potluck.table.people.ports import Ended, Person, Sitting
from potluck.table.people.rating import ENOUGH
from potluck.table.people.vacation import YEAR as YEARS_DAYS
from potluck.table.people.vacation import days_left
from potluck.table.protocol import LobbyEntry, endpoints
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused
from potluck.table.store import people as rows
from potluck.table.store.puzzles import standings_of
from potluck.table.store.sql import SqlStore
from potluck.table.web import passkeys
from potluck.table.web.answers import Bodies, Handler, json_answer
from potluck.table.web.holders import PLAYER, count_guess, holder, player_token, set_cookie
from potluck.table.web.limits import Limits
from potluck.table.web.lines import address_of
from potluck.table.web.post import PostOffice

T = TypeVar("T")
LISTED = 500  # matches in the list of a player
NINETY_FIVE = 1.96  # deviations to each side hold 95 %
decode_rivals = msgspec.json.Decoder(list[outcome.Rival]).decode
BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


class People:
    """Answer what players ask about themselves."""

    def __init__(
        self, hall: Hall, store: SqlStore, limits: Limits, bodies: Bodies, guesses: Buckets, office: PostOffice
    ) -> None:
        self.hall = hall
        self.store = store
        self.limits = limits
        self.bodies = bodies
        self.guesses = guesses
        self.office = office
        self.newcomers = Buckets(limits.players / 3600, limits.players)

    def handlers(self) -> dict[Endpoint, Handler]:
        """Say who answers at which endpoint."""
        return {
            endpoints.ME: self.me,
            endpoints.BE: self.be,
            endpoints.RENAME: self.rename,
            endpoints.DELETE_ME: self.delete,
            endpoints.CODE: self.code,
            endpoints.RECOVER: self.recover,
            endpoints.SIGN_OUT: self.sign_out,
            endpoints.MY_MATCHES: self.matches,
            endpoints.FORGET: self.forget,
            endpoints.CLAIM: self.claim,
            endpoints.COURSE: self.course,
            endpoints.DOWNLOAD: self.download,
            endpoints.NEW_PASSKEY: self.new_passkey,
            endpoints.ADD_PASSKEY: self.add_passkey,
            endpoints.END_PASSKEY: self.end_passkey,
            endpoints.ASK_PASSKEY: self.ask_passkey,
            endpoints.USE_PASSKEY: self.use_passkey,
        }

    # Who asks

    async def find(self, connection: HTTPConnection) -> Person | None:
        """Find the player who is signed in with the browser that asks."""
        token = player_token(connection)
        return await self.store.read(rows.person_with, hash_token(token)) if token else None

    async def demand(self, connection: HTTPConnection) -> Person:
        """Find the player who asks, or refuse."""
        person = await self.find(connection)
        if person is None:
            raise Refused("no_credential", "this needs a name that the table knows; this browser is not signed in")
        return person

    async def show(self, request: Request, person: Person, token: str = "") -> protocol.Me:
        """Show a player to themselves, in a browser that has or gets a key to them."""
        keys = await self.store.read(rows.passkeys_of, person.id)
        here = hash_token(token or player_token(request))
        return protocol.Me(
            player=person.id,
            name=person.name,
            face=person.face,
            since=person.created,
            guest=person.code is None and not keys,
            code=person.code is not None,
            devices=[
                protocol.Device(found.id, found.name, found.added, found.used, found.hash == here)
                for found in await self.store.read(rows.devices_of, person.id)
            ],
            passkeys=[protocol.Passkey(key.id, key.name, key.added, key.used) for key in keys],
            passkey_possible=passkeys.possible(request),
            standings=[show_standing(found) for found in await self.store.read(rows.standings_of, person.id)],
            turns=sum(map(is_turn, await self.store.read(rows.sittings_of, person.id, LISTED))),
            news=await self.news(person),
        )

    async def news(self, person: Person) -> protocol.News:
        """Show how a player is told that it is their turn."""
        taken = await self.store.read(rows.vacations_of, person.id, now() - YEARS_DAYS)
        return protocol.News(
            mails=self.office.has_mail,
            mail=person.mail,
            proven=bool(person.mail) and not person.proof,
            push=self.office.public,
            browsers=len(await self.store.read(rows.pushes_of, person.id)),
            away=person.away if person.away > now() else 0,
            vacation=days_left(taken, now()),
        )

    async def read(self, request: Request, kind: type[T]) -> T:
        """Read what is asked for."""
        return await self.bodies.read_message(request, kind, self.limits.body)

    async def device_of(self, request: Request, person: Person) -> str:
        """Name the browser that asks."""
        here = hash_token(player_token(request))
        return next((one.id for one in await self.store.read(rows.devices_of, person.id) if one.hash == here), "")

    async def answer(self, request: Request, player: str) -> Response:
        """Answer with the player as they are now."""
        person = await self.store.read(rows.person_of, id=player)
        return json_answer(await self.show(request, person) if person is not None else protocol.Me())

    async def me(self, request: Request) -> Response:
        """Show whoever asks to themselves."""
        person = await self.find(request)
        if person is None:
            return json_answer(protocol.Me(passkey_possible=passkeys.possible(request)))
        shown = await self.show(request, person)
        here = next((device for device in shown.devices if device.here), None)
        if here is not None and now() - here.used > HOUR:
            await self.store.save([], ports.UseDevice(hash_token(player_token(request)), now()))
        return json_answer(shown)

    # Coming and going

    async def be(self, request: Request) -> Response:
        """Let a guest be known from now on."""
        new = await self.read(request, protocol.NewPlayer)
        person = Person(secrets.token_hex(8), clean_name(new.name), clean_face(new.face), now())
        if await self.find(request) is not None:
            raise Refused("not_allowed", "this browser has a player already")
        if not self.newcomers.take(address_of(request.scope)):
            raise Refused("too_fast", f"at most {self.limits.players} new players an hour from one address")
        return await self.let_in(request, person, 201, ports.AddPerson(person))

    async def let_in(self, request: Request, person: Person, status: int, *writes: ports.PeopleWrite) -> Response:
        """Sign the browser that asks in; a guest who was in it gives what they have to the player."""
        token = new_token()
        device = ports.Device(
            hash_token(token), person.id, secrets.token_hex(4), device_name(request), added=now(), used=now()
        )
        before = await self.find(request)
        if before is not None and before.id != person.id and await self.is_guest(before):
            writes = (*writes, ports.Merge(before.id, person.id))
        await self.store.save([], *writes, ports.AddDevice(device, self.limits.devices))
        answer = json_answer(await self.show(request, person, token), status)
        set_cookie(answer, request, PLAYER, token, path="/api")
        return answer

    async def is_guest(self, person: Person) -> bool:
        """Tell whether nothing leads back to a player."""
        return person.code is None and not await self.store.read(rows.passkeys_of, person.id)

    async def rename(self, request: Request) -> Response:
        """Take another name or face."""
        new = await self.read(request, protocol.NewPlayer)
        person = await self.demand(request)
        values: dict[str, str | int | None] = {"name": clean_name(new.name), "face": clean_face(new.face)}
        await self.store.save([], ports.ChangePerson(person.id, values))
        return await self.answer(request, person.id)

    async def code(self, request: Request) -> Response:
        """Make a code that leads back; the one before is void."""
        person = await self.demand(request)
        code = new_code()
        await self.store.save([], ports.ChangePerson(person.id, {"code": hash_code(code)}))
        return json_answer(protocol.RecoveryCode(code))

    async def recover(self, request: Request) -> Response:
        """Let somebody in who brings a code."""
        asked = await self.read(request, protocol.Recover)
        hash = hash_code(asked.code)
        person = await self.store.read(rows.person_of, code=hash) if hash else None
        if person is None:
            count_guess(request, self.guesses)
            raise Refused("wrong_credential", "no player has this code; a newer one makes it void")
        return await self.let_in(request, person, 200)

    async def sign_out(self, request: Request) -> Response:
        """Sign a browser out, or all others; lines that were opened with it are closed."""
        person = await self.demand(request)
        id, here = request.path_params["device"], hash_token(player_token(request))
        which = ports.EndDevices(person.id, keep=here) if id == "others" else ports.EndDevices(person.id, id)
        if not await self.store.save([], which) and id != "others":
            raise Refused("not_found", "no such browser is signed in")
        for sitting in await self.store.read(rows.sittings_of, person.id, LISTED):
            room = self.hall.rooms.get(sitting.card.match)
            if room is not None:
                room.let_go_of_revoked(sitting.seats)
        me = protocol.Me() if await self.find(request) is None else await self.show(request, person)
        answer = json_answer(me)
        if not me.player:
            answer.delete_cookie(PLAYER, path="/api")
        return answer

    async def delete(self, request: Request) -> Response:
        """Delete a player: matches that are theirs alone go, others keep theirs without the name."""
        person = await self.demand(request)
        gone = kept = 0
        for sitting in await self.store.read(rows.sittings_of, person.id, 1 << 31, hidden=True):
            if has_others(sitting.card, sitting.seats):
                await self.leave(sitting)
                kept += 1
            else:
                await self.remove(sitting.card.match)
                gone += 1
        await self.store.save([], ports.EndPerson(person.id))
        answer = json_answer(protocol.Gone(gone, kept))
        answer.delete_cookie(PLAYER, path="/api")
        return answer

    async def leave(self, sitting: Sitting) -> None:
        """Leave a match that others keep."""
        match, seats = sitting.card.match, sitting.seats
        try:
            room = await self.hall.room(match)
        except Refused:  # it cannot be opened; the name goes all the same
            await self.store.save([], Scrub(match, seats), Unsit(match, seats))
            return
        await room.forget_player(seats)
        room.let_go_of_revoked(seats)

    async def remove(self, match: str) -> None:
        """Remove a match that is nobody else's."""
        try:
            room = await self.hall.room(match)
            await room.end(Closed("host"))
            room.let_go(Refused("not_found", "this match has been deleted"))
        except Refused as refused:
            if refused.code not in ("set_aside", "not_found"):
                raise
        self.hall.rooms.pop(match, None)
        await self.store.save([], Delete(match))

    # Matches

    async def matches(self, request: Request) -> Response:
        """List the matches of a player."""
        return json_answer(await self.list_matches(await self.demand(request)))

    async def list_matches(self, person: Person, most: int = LISTED) -> protocol.MyMatches:
        """List the newest matches of a player."""
        found = await self.store.read(rows.sittings_of, person.id, most + 1)
        counts = {standing.game: standing.matches for standing in await self.store.read(rows.standings_of, person.id)}
        return protocol.MyMatches([show_match(one, counts) for one in found[:most]], len(found) > most)

    async def forget(self, request: Request) -> Response:
        """Take a finished match off the list; one that nobody else has is removed."""
        person = await self.demand(request)
        match = request.path_params["match"]
        sittings = await self.store.read(rows.sittings_of, person.id, 1 << 31)
        mine = next((one for one in sittings if one.card.match == match), None)
        if mine is None:
            raise Refused("not_found", "this match is not on your list")
        if mine.card.status != "over":
            raise Refused("not_over", "the match is not over; abandon it first")
        await self.store.save([], ports.Hide(person.id, match))
        return json_answer(await self.list_matches(person))

    async def claim(self, request: Request) -> Response:
        """Add a match to those of a player who has a key to a seat there."""
        person = await self.demand(request)
        room = await self.hall.room(request.path_params["match"], address_of(request.scope))
        mine = await holder(request, room, self.guesses)
        if not mine:
            raise Refused("no_credential", "this needs the key to a seat")
        taken = await self.store.read(rows.players_at, room.match.id)
        if not set(mine) & set(taken) and person.id not in taken.values():
            await self.store.save([], Sit(room.match.id, person.id, mine, room.match.setup.created))
            await room.note()
        return json_answer(protocol.Joined(room.match.id, list(mine)))

    async def player_for(self, request: Request, match: str = "") -> str:
        """Name the player who sits down; nobody in particular if they sit at that match already."""
        person = await self.find(request)
        if person is None or (match and person.id in (await self.store.read(rows.players_at, match)).values()):
            return ""
        return person.id

    # Ratings

    async def course(self, request: Request) -> Response:
        """Show the course of a rating."""
        person = await self.demand(request)
        game = request.path_params["game"]
        if game not in names():
            raise Refused("not_found", "there is no such game")
        ended = await self.store.read(rows.results_of, person.id, game)
        return json_answer(show_course(game, ended))

    async def download(self, request: Request) -> Response:
        """Hand out all that is kept of a player."""
        person = await self.demand(request)
        me = await self.show(request, person)
        mine = await self.list_matches(person, 1 << 31)
        records = {one.card.match: f"/api/matches/{one.card.match}/record" for one in mine.matches}
        browsers = [
            {"endpoint": push.endpoint, "added": push.added}
            for push in await self.store.read(rows.pushes_of, person.id)
        ]
        vacations = [[one.begins, one.ends] for one in await self.store.read(rows.vacations_of, person.id)]
        puzzles = await self.store.read(standings_of, person.id)
        kept = {"browsers": browsers, "vacations": vacations, "puzzles": puzzles}
        answer = json_answer({"player": me, "matches": mine.matches, "more": mine.more, "records": records, **kept})
        answer.headers["content-disposition"] = 'attachment; filename="potluck-player.json"'
        return answer

    # Passkeys

    async def new_passkey(self, request: Request) -> Response:
        """Begin to add a passkey."""
        person = await self.demand(request)
        passkeys.demand(request)
        known = await self.store.read(rows.passkeys_of, person.id)
        challenge, options = passkeys.creation(request, person, known)
        await self.remember(challenge)
        return json_answer(protocol.Challenge(options))

    async def add_passkey(self, request: Request) -> Response:
        """Add a passkey."""
        person = await self.demand(request)
        passkeys.demand(request)
        asked = await self.read(request, protocol.Credential)
        await self.take(asked.credential)
        made = passkeys.made(request, person.id, asked.credential, device_name(request), now())
        await self.store.save([], ports.AddPasskey(made))
        return await self.answer(request, person.id)

    async def end_passkey(self, request: Request) -> Response:
        """Remove a passkey."""
        person = await self.demand(request)
        if not await self.store.save([], ports.EndPasskey(person.id, request.path_params["passkey"])):
            raise Refused("not_found", "you have no such passkey")
        return await self.answer(request, person.id)

    async def ask_passkey(self, request: Request) -> Response:
        """Begin to let somebody in who has a passkey."""
        passkeys.demand(request)
        challenge, options = passkeys.question(request)
        await self.remember(challenge)
        return json_answer(protocol.Challenge(options))

    async def use_passkey(self, request: Request) -> Response:
        """Let somebody in who has a passkey."""
        passkeys.demand(request)
        asked = await self.read(request, protocol.Credential)
        try:
            await self.take(asked.credential)
            known = await self.store.read(rows.passkeys_of, id=passkeys.id_of(asked.credential))
            if not known:
                raise Refused("wrong_credential", "this table does not know the passkey")
            used = passkeys.used(request, known[0], asked.credential, now())
        except Refused:
            count_guess(request, self.guesses)
            raise
        person = await self.store.read(rows.person_of, id=known[0].player)
        if person is None:
            raise Refused("wrong_credential", "this table does not know the passkey")
        return await self.let_in(request, person, 200, used)

    async def remember(self, challenge: bytes) -> None:
        """Remember what a passkey is asked to sign, for a while."""
        old = now() - passkeys.PATIENCE
        await self.store.save([], ports.Challenge(hash_token(challenge.hex()), now(), old))

    async def take(self, credential: str) -> None:
        """Take what was signed away, so that it counts once."""
        challenge = passkeys.challenge_of(credential)
        if not await self.store.save([], ports.TakeChallenge(hash_token(challenge.hex()), now() - passkeys.PATIENCE)):
            raise Refused("wrong_credential", "this has been answered already, or took too long; try again")


def device_name(request: Request) -> str:
    """Name a browser as far as it names itself."""
    said = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in said), "A browser")
    system = next((name for name in SYSTEMS if re.search(rf"\b{name}", said)), "")
    return f"{browser} on {system}".replace("Macintosh", "Mac") if system else browser


def is_turn(sitting: Sitting) -> bool:
    """Tell whether it is the player's turn, against people."""
    card = sitting.card
    return card.status == "playing" and card.to_move in sitting.seats and has_others(card, sitting.seats)


def has_others(card: LobbyEntry, seats: tuple[int, ...]) -> bool:
    """Tell whether other people or programs have a part in a match."""
    levels = card.levels or [""] * len(card.players)
    return any(name and not levels[seat] for seat, name in enumerate(card.players) if seat not in seats)


def show_standing(found: ports.Standing) -> protocol.Standing:
    """Show a rating, once there were enough matches."""
    if found.matches < ENOUGH:
        return protocol.Standing(found.game, found.matches)
    doubt = round(NINETY_FIVE * found.rating.deviation)
    return protocol.Standing(found.game, found.matches, round(found.rating.rating), doubt)


def show_match(sitting: Sitting, counts: dict[str, int]) -> protocol.MyMatch:
    """Show one match of a player."""
    shown = protocol.MyMatch(sitting.card, list(sitting.seats))
    ended = sitting.result
    if ended is None:
        return shown
    shown.outcome, shown.unrated = ended.outcome, ended.unrated  # type: ignore[assignment]
    if ended.after is not None and counts.get(ended.game, 0) >= ENOUGH:
        shown.before, shown.after = round(ended.before or 0), round(ended.after)
    return shown


def show_course(game: str, found: list[tuple[Ended, LobbyEntry | None]]) -> protocol.Course:
    """Show the course of a rating; the first matches only count towards it."""
    rated = [(ended, card) for ended, card in found if ended.after is not None]
    points = [show_point(ended, card) for ended, card in rated] if len(rated) >= ENOUGH else []
    tallies: dict[str, protocol.Tally] = {}
    rules = load(game)
    for ended, _ in rated:
        met = [rival.level for rival in decode_rivals(ended.rivals) if rival.level]
        for level in sorted({level_name(rules, level) for level in met}):
            tally = tallies.setdefault(level, protocol.Tally(level, 0, 0))
            tally.played += 1
            tally.won += ended.outcome == "won"
    return protocol.Course(game, points, list(tallies.values()))


def show_point(ended: Ended, card: LobbyEntry | None) -> protocol.Point:
    """Show one rated match."""
    rivals = decode_rivals(ended.rivals)
    called = card.players if card is not None else []
    shown = [
        protocol.Rival(rival.name or (called[rival.seat] if rival.seat < len(called) else ""), rival.level)
        for rival in rivals
    ]
    doubt = round(NINETY_FIVE * (ended.deviation or 0))
    before, after = round(ended.before or 0), round(ended.after or 0)
    return protocol.Point(ended.match, ended.at, ended.outcome, shown, before, after, doubt)  # type: ignore[arg-type]
