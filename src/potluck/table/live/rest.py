"""What is answered at the endpoints, one method for each; web/ carries it over HTTP, solo/ inside a browser."""

from collections.abc import Awaitable, Callable

import msgspec

from potluck.core.state import ALL
from potluck.table import protocol
from potluck.table.live import advice, catalogue, creating, puzzling, records, serving, studying, teaching
from potluck.table.live.asking import Answer, Handed, Request, json_answer, read_message, refusal_answer, text_answer
from potluck.table.live.buckets import Buckets
from potluck.table.live.clock import now
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.puzzling import Nobody, Puzzlers
from potluck.table.live.rooms import Room
from potluck.table.live.studies import Studies
from potluck.table.match import editing, preview, replay, showing
from potluck.table.match.decide import actor, demand_seat
from potluck.table.protocol import endpoints, ids
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused

LARGEST = 1 << 31  # of the numbers in an address
Handler = Callable[[Request], Awaitable[Answer]]


class Rest:
    """Answer requests."""

    def __init__(
        self, hall: Hall, limits: Limits, studies: Studies | None = None, puzzlers: Puzzlers | None = None
    ) -> None:
        self.hall = hall
        self.puzzlers = puzzlers or Nobody()
        self.studies = studies or Studies()
        self.limits = limits
        self.tables = Buckets(limits.tables / 3600, limits.tables)
        self.by_endpoint = self.handlers()

    def handlers(self) -> dict[Endpoint, Handler]:
        """Say who answers at which endpoint."""
        return {
            endpoints.GAMES: self.games,
            endpoints.RULINGS: self.rulings,
            endpoints.AGREE: self.agree,
            endpoints.LAB: self.lab,
            endpoints.THINGS: self.things,
            endpoints.LESSONS: self.lessons,
            endpoints.TRY: self.attempt,
            endpoints.PUZZLES: self.puzzles,
            endpoints.SOLVE: self.solve,
            endpoints.LOBBY: self.lobby,
            endpoints.CREATE: self.create,
            endpoints.IMPORT: self.import_record,
            endpoints.SHOW: self.show,
            endpoints.JOIN: self.join,
            endpoints.LOOK: self.look,
            endpoints.FOLLOW: self.follow,
            endpoints.REVOKE: self.revoke,
            endpoints.ROTATE: self.rotate,
            endpoints.INVITE: self.invite,
            endpoints.COMMAND: self.command,
            endpoints.PREVIEW: self.preview,
            endpoints.POSITION: self.position,
            endpoints.WHY: self.why,
            endpoints.RECORD: self.record,
            endpoints.REPLAY: self.replay,
            endpoints.HINT: self.hint,
            endpoints.ANALYSIS: self.analysis,
            endpoints.REVIEW: self.review,
            endpoints.BEGIN_REVIEW: self.begin_review,
            endpoints.BETTER: self.better,
            endpoints.STUDY: self.study,
            endpoints.STUDY_LINES: self.study_lines,
            endpoints.STUDY_JUDGE: self.study_judge,
            endpoints.EDIT: self.edit,
        }

    async def answer(self, endpoint: Endpoint, request: Request) -> Answer:
        """Answer at an endpoint, with a refusal if need be."""
        try:
            return await self.by_endpoint[endpoint](request)
        except Refused as refused:
            self.hall.desk.count_refusal(refused.code)
            return refusal_answer(refused.message())

    # Games

    async def games(self, request: Request) -> Answer:
        """Describe all games."""
        return json_answer(catalogue.game_cards())

    async def rulings(self, request: Request) -> Answer:
        """Show the rulings of a game."""
        agreed = request.query_params.get("options", "")
        return json_answer(catalogue.ruling_cards(request.path_params["game"], agreed))

    async def agree(self, request: Request) -> Answer:
        """Say what is wrong with options."""
        asked = await read_message(request, protocol.Agreement, self.limits.frame)
        return json_answer(catalogue.problems(request.path_params["game"], asked.options))

    async def lab(self, request: Request) -> Answer:
        """List the studies of the lab."""
        return json_answer(self.studies.cards())

    async def things(self, request: Request) -> Answer:
        """Explain the things of a game."""
        return json_answer(catalogue.things(request.path_params["game"]))

    async def lessons(self, request: Request) -> Answer:
        """Show how a game is taught."""
        return json_answer(teaching.lesson_cards(request.path_params["game"]))

    async def attempt(self, request: Request) -> Answer:
        """Judge a try at a step of a lesson."""
        tried = await read_message(request, protocol.Try, self.limits.frame)
        *_, answer = await self.hall.desk.slices.gather(teaching.attempt(request.path_params["game"], tried))
        return json_answer(answer)

    async def puzzles(self, request: Request) -> Answer:
        """Show the puzzles of a game."""
        game, player = request.path_params["game"], await request.player()
        puzzling.collection(game)  # there must be such a game
        standing = await self.puzzlers.standing(player, game) if player else None
        return json_answer(puzzling.puzzle_cards(game, await self.puzzlers.ratings(game), standing, now()))

    async def solve(self, request: Request) -> Answer:
        """Judge a try at a puzzle; the first one counts."""
        game, player = request.path_params["game"], await request.player()
        asked = await read_message(request, protocol.PuzzleTry, self.limits.frame)
        puzzling.collection(game)
        kept = await self.puzzlers.standing(player, game) if player else asked.standing or protocol.PuzzleStanding()
        judging = puzzling.attempt(game, asked, kept, await self.puzzlers.ratings(game), now())
        *_, outcome = await self.hall.desk.slices.gather(judging)
        if player and outcome.standing != kept:
            await self.puzzlers.keep(player, game, outcome.standing, outcome.moved)
        return json_answer(outcome.answer)

    # Matches

    async def lobby(self, request: Request) -> Answer:
        """List open tables, and matches to watch."""
        return json_answer(await self.hall.lobby())

    async def create(self, request: Request) -> Answer:
        """Create a match."""
        new = await read_message(request, protocol.NewMatch, self.limits.body)
        self.count_table(request)
        player = await request.player()
        created = await self.hall.create(new, player)
        if new.keep == "token":
            return json_answer(created, 201)
        key = Handed(created.match, tuple(created.mine), created.token) if created.mine and not player else None
        return json_answer(msgspec.structs.replace(created, token=""), 201, key)

    def count_table(self, request: Request) -> None:
        """Refuse too many tables from one address."""
        if not self.tables.take(request.address):
            raise Refused("too_fast", f"at most {self.limits.tables} tables an hour from one address")

    async def show(self, request: Request) -> Answer:
        """Show a match."""
        room, mine = await self.enter(request)
        return json_answer(room.snapshot(mine))

    async def enter(self, request: Request) -> tuple[Room, tuple[int, ...]]:
        """Find the match that a request is about, and the seats of whoever asks."""
        room = await self.hall.room(request.path_params["match"], request.address)
        await room.ledger.refresh()
        mine = await request.holds(room)
        demand_sight(mine, room)
        room.poll(mine)
        return room, mine

    async def join(self, request: Request) -> Answer:
        """Take a seat."""
        join = await read_message(request, protocol.Join, self.limits.body)
        room = await self.hall.room(request.path_params["match"], request.address)
        player = await request.player(room.match.id)
        try:
            token, mine = await room.join(join, request.address, player)
        except Refused as refused:
            if refused.code == "wrong_credential":
                request.count_guess()
            raise
        return hand_over(room.match.id, mine, "" if player else token, join.keep)

    async def look(self, request: Request) -> Answer:
        """Show an invitation."""
        asked = await read_message(request, protocol.Look, self.limits.body)
        room = await self.hall.room(request.path_params["match"])
        await room.ledger.refresh()
        try:
            return json_answer(room.invitation(asked.invite))
        except Refused as refused:
            if refused.code == "wrong_credential":
                request.count_guess()
            raise

    async def follow(self, request: Request) -> Answer:
        """Go on to the rematch with the same key."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        if not room.match.rematch:
            raise Refused("not_allowed", "no rematch has been agreed on")
        return hand_over(room.match.rematch, mine, request.key_to(room.match.id), "cookie")

    async def rotate(self, request: Request) -> Answer:
        """Exchange the key that comes with the request for a new one."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        token, mine = await room.rotate(request.key_to(room.match.id))
        return hand_over(room.match.id, mine, token, "token" if request.is_bearer else "cookie")

    async def invite(self, request: Request) -> Answer:
        """Withdraw an invitation, and make another."""
        asked = await read_message(request, protocol.Invite, self.limits.body)
        room, mine = await self.enter(request)
        demand_seat(mine)
        return json_answer(protocol.Key(asked.seat, await room.invite(mine, asked.seat)))

    async def revoke(self, request: Request) -> Answer:
        """Destroy the key that comes with the request."""
        room, mine = await self.enter(request)
        demand_seat(mine)
        await room.revoke(request.key_to(room.match.id))
        return json_answer(protocol.Joined(room.match.id, []))

    async def command(self, request: Request) -> Answer:
        """Do something at a match."""
        command = await read_message(request, protocol.Command, self.limits.frame)
        room, mine = await self.enter(request)
        ids.check_command(command.id)
        demand_seat(mine)
        reply = await room.command(mine, command)
        return refusal_answer(reply) if isinstance(reply, protocol.Refusal) else json_answer(reply)

    # Questions

    async def preview(self, request: Request) -> Answer:
        """Tell what a choice would do."""
        room, mine = await self.enter(request)
        move = number(request, "move", None, LARGEST)
        return json_answer(preview.preview(room.match, actor(room.match, mine), move))

    async def position(self, request: Request) -> Answer:
        """Write the position as text; that at an earlier point when the match is over."""
        room, mine = await self.enter(request)
        if "ply" not in request.query_params:
            return json_answer(showing.position(room.match, mine))
        ply = number(request, "ply", 0, LARGEST)
        return json_answer(replay.position(room.match, ply))

    async def why(self, request: Request) -> Answer:
        """Say why something is no choice."""
        room, mine = await self.enter(request)
        asked = await read_message(request, protocol.AskWhy, self.limits.frame)
        return json_answer(await serving.explain(room.desk, room.match, actor(room.match, mine), asked))

    async def record(self, request: Request) -> Answer:
        """Write the record of a match."""
        room, _ = await self.enter(request)
        written = records.write_record(room.desk, room.match, room.ledger.seed, request.address)
        return text_answer(await request.wait_for(written))

    async def replay(self, request: Request) -> Answer:
        """Show a stretch of a match again."""
        room, mine = await self.enter(request)
        viewer = replay.replay_viewer(room.match, mine, request.query_params.get("as", ""))
        first = number(request, "first", 0, LARGEST)
        count = number(request, "count", self.limits.page, self.limits.page)
        frames = await room.desk.slices.gather(replay.frames(room.match, viewer, first, count))
        return json_answer(replay.replay(room.match, viewer, frames))

    async def hint(self, request: Request) -> Answer:
        """Advise the seat to move."""
        room, mine = await self.enter(request)
        seat = actor(room.match, mine)
        found = await request.wait_for(advice.hint(room.desk, room.match, seat, request.address))
        await room.advised(seat)
        return json_answer(found)

    async def analysis(self, request: Request) -> Answer:
        """Show the best moves at a point of a finished match."""
        room, mine = await self.enter(request)
        ply = number(request, "ply", 0, LARGEST)
        asked = advice.analyse(room.desk, room.match, ply, mine, request.address)
        return json_answer(await request.wait_for(asked))

    async def review(self, request: Request) -> Answer:
        """Show the review of a finished match, or how far it is."""
        room, mine = await self.enter(request)
        return json_answer(await self.hall.reviews.show(room.match, only(mine)))

    async def begin_review(self, request: Request) -> Answer:
        """Begin the review of a finished match."""
        room, mine = await self.enter(request)
        return json_answer(await self.hall.reviews.start(room.match, request.address, only(mine)))

    async def better(self, request: Request) -> Answer:
        """Show the better line at a marked decision."""
        room, _ = await self.enter(request)
        ply = number(request, "ply", None, LARGEST)
        line = await self.hall.reviews.better(room.match, ply)
        return json_answer(replay.replay(room.match, ALL, list(replay.line_frames(room.match, ply, line))))

    async def study(self, request: Request) -> Answer:
        """Show a position that is studied."""
        return json_answer(studying.look(await read_message(request, protocol.Study, self.limits.body)))

    async def study_lines(self, request: Request) -> Answer:
        """Find the best moves of a position that is studied."""
        asked = await read_message(request, protocol.StudyLines, self.limits.body)
        return json_answer(await request.wait_for(studying.find_lines(self.hall, asked, request.address)))

    async def edit(self, request: Request) -> Answer:
        """Change a position that is put together by hand."""
        return json_answer(editing.edit(await read_message(request, protocol.Edit, self.limits.body)))

    async def study_judge(self, request: Request) -> Answer:
        """Judge the last move of a study."""
        asked = await read_message(request, protocol.Study, self.limits.body)
        return json_answer(await request.wait_for(studying.judge(self.hall, asked, request.address)))

    async def import_record(self, request: Request) -> Answer:
        """Keep the record of a match that was played elsewhere."""
        body = await request.read(self.limits.record)
        self.count_table(request)
        found = await records.read_record(self.hall.desk, replay.record_words(body), request.address)
        record = replay.check_record(found, self.limits.plies)
        return json_answer(await creating.keep_record(self.hall.store, record), 201)


def only(mine: tuple[int, ...]) -> int | None:
    """Name the seat of whoever asks, if it is one."""
    return mine[0] if len(mine) == 1 else None


def demand_sight(mine: tuple[int, ...], room: Room) -> None:
    """Refuse spectators where they are not wanted."""
    if not mine and not room.match.setup.spectators:
        raise Refused("private", "this match is not open to spectators")


def hand_over(match: str, mine: tuple[int, ...], token: str, keep: str) -> Answer:
    """Hand a key over, as a cookie or as a token."""
    if keep == "token":
        return json_answer(protocol.Joined(match, list(mine), token))
    return json_answer(protocol.Joined(match, list(mine)), key=Handed(match, mine, token) if token else None)


def number(request: Request, name: str, default: int | None, most: int) -> int:
    """Read a number from the address; without a default it must be there."""
    text = request.query_params.get(name, "" if default is None else str(default))
    if not text.isdecimal() or not text.isascii() or len(text) > 10 or int(text) > most:
        raise Refused("bad_request", f"{name}: expected a number from 0 to {most}")
    return int(text)
