"""A match as its events make it: pure, without a socket, a clock of its own or a database.

`apply` folds one event into it and trusts it; what may become an event is decided in decide.py.
"""

from typing import Final, cast

import msgspec

from potluck.core.dice import Dice
from potluck.core.errors import BadOptions, BrokenRule, IllegalMove
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import OVER, State
from potluck.core.view import View
from potluck.games import load, restore
from potluck.players.former import FORMER_STAND_IN, OLD, OLD_NAMES
from potluck.players.levels import STAND_IN
from potluck.records import match as records
from potluck.records.record import terms_text
from potluck.records.seal import filled
from potluck.table.match import events
from potluck.table.match.clocks import Clocks, patience
from potluck.table.match.events import AnyEvent, Setup
from potluck.table.match.keepsake import Keepsake, Page
from potluck.table.match.names import NOBODY, sides
from potluck.table.match.story import Story
from potluck.table.protocol import BotPlan, FriendPlan, Kind, PersonPlan, ProgramPlan, Proposal, Status

# What takes memory, as it was measured; tests/table/test_long.py compares.
BYTES, BYTES_A_PLY, BYTES_AN_EVENT, BYTES_A_LINE = 20_000, 40, 250, 170
MARK = 256  # plies between two states that are kept
OUTDATED = (
    "This is how the match was kept.",
    "By the new ones this would have been another match, so it is void: nobody has won or lost.",
)

DECLINED: Final = {  # what somebody does who says no
    "draw": "declines the draw and plays on",
    "undo": "wants the move to stand",
    "rematch": "does not want to play again",
    "hints": "wants to play without hints",
}
ASIDES = events.Undone | events.Proposed | events.Left | events.SatIn


class Place(msgspec.Struct):
    """Hold who sits at a seat."""

    kind: Kind
    name: str
    face: str = ""
    level: str = ""  # of a bot
    hand: int | None = None  # the first of the seats that share one device
    commitment: str = ""
    nonce: str = ""
    left: bool = False
    stand_in: str = ""  # the level of the bot that plays for the person
    gone: bool = False  # gave up, and does not come back

    @property
    def bot(self) -> str:
        """Name the level of the bot that plays here; empty when a person or a program does."""
        return self.level or self.stand_in


class Match:
    """Hold everything that the events of a match have made."""

    def __init__(self, id: str, setup: Setup, *, lenient: bool = False) -> None:
        self.id = id
        self.setup = setup
        self.lenient = lenient  # it is of older rules, and played as far as today's allow
        self.missing = 0  # moves that they do not allow, and all that followed
        self.keepsake: Keepsake | None = None  # what was kept of it as it was shown
        self.pages: dict[int, Page] = {}  # by audience: what is shown instead of the board
        self.version = 0
        self.board_version = 0  # of the last event that makes commands meant for an older version stale
        self.status: Status = "waiting"
        self.places = [place_for(plan) for plan in setup.seats]
        self.seats = len(self.places)
        self.offers: list[Proposal] = []
        self.loser: int | None = None  # who gave up or ran out of time
        self.fault = ""  # why a rule that players wrote has made it void
        self.rematch = ""
        self.hints = setup.hints
        self.helped = ""  # what keeps the match from counting: hints, a coach, a take-back, a bot that sat in
        self.coached: set[int] = set()  # seats that have called a coach
        self.clocks: Clocks | None = None
        self.reveal_by: int | None = None  # until when all nonces must be revealed, once all are committed to
        self.asides = [0] * self.seats  # take-backs, proposals, departures and the like, by seat
        self.at = 0  # the time of the last event
        self.turned = 0  # the version since when the seat to move is to move, or since when numbers are awaited
        self.spoilers = set(setup.spoiled)  # seats that made this match or the one before void, or called it off
        self.done: dict[tuple[int, str], int] = {}  # by seat and command: the version that it led to
        self.passed: dict[int, int] = {}  # by ply: how many redraws showed nothing hidden, as far as undo has asked
        self.views: dict[int, View] = {}  # by audience, until the next event
        self.clicks: dict[tuple[str, ...], int] | None = None  # what clicks mean that are no choice (see why.py)
        game = self._agreed()
        self._set_up(game, filled(game, setup.position, Dice(0)))  # to look at until the seal draws what is hidden

    def _agreed(self, **chosen: Value) -> Game:
        """Prepare the game that was agreed on; to look at what was kept, without rules that can no longer be run."""
        setup = self.setup
        try:
            restore(setup.game, setup.code)
            return load(setup.game, **{**setup.options, **chosen})
        except BadOptions as error:
            if not self.lenient or not setup.code:
                raise
            self.fault = f"a rule that players wrote can no longer be run ({error}), so the match is void"
            return load(setup.game)

    @property
    def names(self) -> list[str]:
        """Name the players by seat."""
        return [place.name or side for place, side in zip(self.places, sides(self.game), strict=False)]

    def hand_of(self, seat: int) -> list[int]:
        """List the seats that are held together with a seat."""
        hand = self.places[seat].hand
        return [seat] if hand is None else [other for other in range(self.seats) if self.places[other].hand == hand]

    def people(self) -> list[int]:
        """List the seats at which a person or a program decides."""
        return [seat for seat, place in enumerate(self.places) if place.hand is not None and not place.bot]

    def stand_in(self) -> str:
        """Name the level of a bot that plays for somebody: the one that was agreed on, or the table's."""
        return self.setup.sit_in or (STAND_IN if self.setup.levels else FORMER_STAND_IN)

    def settings(self, level: str) -> str:
        """Name the settings of a bot: those that the match began with, or, before they were kept, those of 0.1.0."""
        return self.setup.levels.get(level, OLD + level if level in OLD_NAMES else level)

    def needs_care(self) -> bool:
        """Tell whether there is a clock or a bot to look after."""
        return self.setup.clock is not None or any(place.bot for place in self.places)

    def weight(self) -> int:
        """Estimate the bytes of memory that the match takes."""
        told = sum(len(lines) + len(self.story.steps[audience]) for audience, lines in self.story.lines.items())
        return BYTES + BYTES_A_PLY * len(self.moves) + BYTES_AN_EVENT * self.version + BYTES_A_LINE * told

    @property
    def commitments(self) -> list[str]:
        """List what the seats have committed to."""
        return self.spread([place.commitment for place in self.places])

    @property
    def nonces(self) -> list[str]:
        """List the nonces that the seats have revealed."""
        return self.spread([place.nonce for place in self.places])

    def spread(self, shares: list[str]) -> list[str]:
        """Give bots the share of the first person; among bots alone nobody has one, and the seed decides."""
        people = [share for share, place in zip(shares, self.places, strict=True) if not place.level]
        if self.setup.sealed == 1:
            people = ["bot"]  # as tables older than commitments had it
        if not people:
            return []
        return [people[0] if place.level else share for share, place in zip(shares, self.places, strict=True)]

    def withheld(self) -> list[int]:
        """List the seats that have committed to a nonce and not revealed it, though all have committed."""
        if self.reveal_by is None:
            return []
        return [seat for seat, place in enumerate(self.places) if not place.level and not place.nonce]

    def terms(self) -> str:
        """Write what was agreed on before the match, as the seal covers it."""
        return terms_text(self.game, self.seats, agreed_first(self.setup), self.setup.position)

    def is_timed(self) -> bool:
        """Tell whether time can end the match."""
        return self.clocks is not None or self.reveal_by is not None

    def due_at(self) -> int | None:
        """Tell when time is up for the seat to move, or for those who have not revealed their nonces."""
        if self.reveal_by is not None:
            return self.reveal_by
        return self.clocks.flag_at() if self.clocks is not None else None

    def told(self) -> Story:
        """Return the log, up to the last move."""
        self.story.tell(self.moves)
        return self.story

    def view(self, viewer: int) -> View:
        """Show the position to a viewer; where nothing is hidden all see the same."""
        audience = self.story.audience(viewer)
        if audience in self.pages:
            return cast(View, self.pages[audience].view)
        if audience not in self.views:
            self.views[audience] = self.game.view(self.state, audience)
        return self.views[audience]

    # The board: only these lead the state

    def _set_up(self, game: Game, position: str) -> None:
        """Begin at the position that was agreed on; what chance draws comes with the events."""
        self.game = game
        self.course = records.Match(game, self.seats, position, chance=False)
        self.marks = {0: self.course.begin()}  # by ply: states from which others are found quickly
        self.story = Story(game, self.course.begin())

    def state_at(self, ply: int) -> State:
        """Rebuild the state before a move, from the nearest state that is known."""
        known = ply - ply % MARK
        while known not in self.marks:
            known -= MARK
        state = self.marks[known].copy()
        for number in range(known, ply):
            if number % MARK == 0 and number not in self.marks:
                self.marks[number] = state.copy()
            state.play(self.moves[number])
        return state

    def _play(self, moves: list[int]) -> None:
        """Play moves, those of chance among them, that were checked when they became an event."""
        for move in moves:
            if self.lenient and (self.missing or not self._allows(move)):
                self.missing += 1
            else:
                self.course.push(move)
        if self.course.broken and not self.lenient:  # it did not fail when the event was made
            raise self.course.broken

    def _allows(self, move: int) -> bool:
        """Tell whether today's rules allow a move."""
        try:
            return self.course.check(move) == move
        except (IllegalMove, BrokenRule):
            return False

    @property
    def state(self) -> State:
        """Return the state of the board."""
        return self.course.state

    @property
    def moves(self) -> list[int]:
        """List the moves made, those of chance among them."""
        return self.course.moves

    @property
    def scores(self) -> list[float]:
        """List what the finished match is worth to each seat; empty while it goes on."""
        return list(self.course.result.scores) if self.course.result else []

    @property
    def ending(self) -> str:
        """Say what ended the match; nothing while it goes on."""
        return self.course.result.ending if self.course.result else ""

    # Events

    def apply(self, event: AnyEvent, at: int, seat: int, command: str) -> None:
        """Fold one event into the match."""
        self.version += 1
        self.views.clear()
        self.done[seat, command] = self.version
        self.at = at
        if seat >= 0 and isinstance(event, ASIDES):
            self.asides[seat] += 1
        self._fold(event, at)

    def _fold(self, event: AnyEvent, at: int) -> None:
        """Let an event do what it does."""
        match event:
            case events.Seated():
                self._seated(event)
            case events.Renamed():
                self._renamed(event)
            case events.Advised():
                self.helped = self.helped or "hints"
            case events.Coached():
                self.coached.update(self.hand_of(event.seat))
                self.helped = self.helped or "a coach"
            case events.Committed():
                self._committed(event, at)
            case events.Readied():
                self._readied(event)
            case events.Withheld():
                self._withheld(event, at)
            case events.Began():
                self._began(event, at)
            case events.Moved():
                self._moved(event, at)
            case events.Undone():
                self._undone(event, at)
            case events.Proposed():
                self._proposed(event)
            case events.Answered():
                self._answered(event, at)
            case events.Gone():
                self._gone(event, at)
            case events.Aborted():
                self._aborted(event, at)
            case events.Full():
                self._full(at)
            case events.Voided():
                self._voided(event, at)
            case events.Left():
                self._left(event)
            case events.Returned():
                self._returned(event)
            case events.SatIn():
                self._sat_in(event)
            case events.Revoked():
                pass  # nothing on the board changes; whoever holds keys reads them again
            case events.Resumed():
                self._resumed(event, at)
            case events.Rested():
                self._rested(event, at)
            case events.Imported():
                self._imported(event, at)
            case events.Closed():
                self._closed(event, at)
            case events.Outdated():
                self._outdated(event, at)

    def _touch(self) -> None:
        """Make commands that were meant for an older version stale."""
        self.board_version = self.version
        self.clicks = None

    def _seated(self, event: events.Seated) -> None:
        for number, (seat, name) in enumerate(zip(event.seats, event.names, strict=True)):
            place = self.places[seat]
            place.name, place.hand = name, event.seats[0]
            place.face = event.faces[number] if event.faces else ""
            place.kind = "program" if isinstance(self.setup.seats[seat], ProgramPlan) else "person"

    def _renamed(self, event: events.Renamed) -> None:
        for seat in event.seats:
            self.places[seat].name, self.places[seat].face = NOBODY, ""

    def _committed(self, event: events.Committed, at: int) -> None:
        for seat in event.seats:
            self.places[seat].commitment = event.commitment
            self.places[seat].nonce = ""  # one that was shown to a table older than commitments does not count
        if all(self.commitments):
            self.turned = self.version
            self.reveal_by = at + patience(self.setup.clock)

    def _readied(self, event: events.Readied) -> None:
        for seat in event.seats:
            self.places[seat].nonce = event.nonce

    def _withheld(self, event: events.Withheld, at: int) -> None:
        """End the match: void the first time, as a loss for whoever does it again."""
        self._touch()
        again = sorted(self.spoilers.intersection(event.seats))
        self.spoilers.update(event.seats)
        self.loser = again[0] if again else None
        scores = records.scores_against(again[0], self.seats) if again else [0.0] * self.seats
        self._end(scores, "withheld" if again else "void", at)
        self.note(f"{' and '.join(f'{{{seat}}}' for seat in event.seats)} did not reveal the number for the dice.")

    def _began(self, event: events.Began, at: int) -> None:
        self.reveal_by = None
        game = self._agreed(first=event.first)
        self._set_up(game, event.position or self.setup.position)
        self.status = "playing"
        if self.setup.clock is not None:
            self.clocks = Clocks(self.setup.clock, self.seats)
        self._play(event.chance)
        self._settle(at, turn_ended=True)

    def _moved(self, event: events.Moved, at: int) -> None:
        turn = self.state.turn
        self.offers = []
        self._play(event.moves)
        self._settle(at, turn_ended=bool(self.state.turn != turn), lag=event.lag)
        if event.random:
            bot = f"{{{event.seat}}}" if self.places[event.seat].level else f"The bot that plays for {{{event.seat}}}"
            self.note(f"{bot} failed to answer, so the table made a random legal move.")

    def _settle(self, at: int, *, turn_ended: bool, lag: int | None = None) -> None:
        """Note the end if the rules have ended the match, and pass the clock on."""
        self._touch()
        if self.state.to_move == OVER and self.status == "playing":
            self._close(at, lag)
        self._pass_clock(at, turn_ended=turn_ended, lag=lag)

    def _pass_clock(self, at: int, *, turn_ended: bool, lag: int | None = None) -> None:
        """Let the time of the seat to move run, unless its player has gone or the game stops the clock."""
        if self.clocks is None:
            return
        mover = int(self.state.to_move)
        if turn_ended or mover != self.clocks.running:
            self.turned = self.version
        runs = self.status == "playing" and mover >= 0 and not self.places[mover].gone
        runs = runs and not self.game.stops_clock(self.state)
        self.clocks.pass_to(mover if runs else None, at, turn_ended=turn_ended, lag=lag)

    def _end(self, scores: list[float], ending: str, at: int) -> None:
        """End the match by something that the rules do not know."""
        if not self.course.is_over:
            self.course.end(scores, ending)
        self._close(at)

    def _close(self, at: int, lag: int | None = None) -> None:
        """Note that the match is over."""
        self.status, self.reveal_by = "over", None
        self.offers = []
        if self.clocks is not None:
            self.clocks.pass_to(None, at, turn_ended=False, lag=lag)

    def _undone(self, event: events.Undone, at: int) -> None:
        self._take_back(event.to, at)
        self.helped = self.helped or "a take-back"
        self.note(f"{{{event.seat}}} took a move back.")

    def _take_back(self, to: int, at: int) -> None:
        """Return to the state before a ply."""
        self.missing = max(0, to - len(self.moves))
        to -= self.missing
        state = self.state_at(to)
        self.story.cut(to, state.copy())
        self.passed = {ply: redraws for ply, redraws in self.passed.items() if ply < to}
        self.marks = {ply: mark for ply, mark in self.marks.items() if ply <= to}
        self.course.rewind(to, state)
        self.offers = []
        self._settle(at, turn_ended=False)

    def _proposed(self, event: events.Proposed) -> None:
        self.offers = [offer for offer in self.offers if offer.what != event.what]
        self.offers.append(Proposal(event.what, event.seat, self.hand_of(event.seat), event.to))

    def _answered(self, event: events.Answered, at: int) -> None:
        offer = next((offer for offer in self.offers if offer.what == event.what), None)
        if offer is None:
            return
        if not event.yes:
            self.offers.remove(offer)
            self.note(f"{{{event.seat}}} {DECLINED[event.what]}.")
            return
        offer.agreed.extend(seat for seat in self.hand_of(event.seat) if seat not in offer.agreed)
        if set(self.people()) <= set(offer.agreed):
            self.offers.remove(offer)
            self._agree(offer, event.match, at)

    def _agree(self, offer: Proposal, rematch: str, at: int) -> None:
        """Do what all have agreed on."""
        self._touch()
        if offer.what == "draw":
            self._end([0.0] * self.seats, "agreed", at)
        elif offer.what == "undo" and offer.to is not None:
            self._take_back(offer.to, at)
            self.helped = self.helped or "a take-back"
            self.note(f"{{{offer.seat}}} took moves back; everybody agreed.")
        elif offer.what == "rematch":
            self.rematch = rematch
        else:
            self.hints = True

    def _gone(self, event: events.Gone, at: int) -> None:
        verb = "resigned" if event.why == "resigned" else "ran out of time"
        self._touch()
        self.places[event.seat].gone = True
        if self.seats > 2 and any(not self.places[seat].gone for seat in self.people()):
            self.places[event.seat].stand_in = self.stand_in()
            self._pass_clock(at, turn_ended=False)
            self.note(f"{{{event.seat}}} {verb}; a bot takes over.")
            return
        self.loser = event.seat
        self._end(records.scores_against(event.seat, self.seats), event.why, at)
        self.note(f"{{{event.seat}}} {verb}.")

    def note(self, text: str) -> None:
        """Add a line of the table's own to the log."""
        self.story.note(len(self.moves), int(self.state.turn), text)

    def _aborted(self, event: events.Aborted, at: int) -> None:
        self._touch()
        if self.status == "playing":
            self.spoilers.update(self.hand_of(event.seat))
        self._end([0.0] * self.seats, "aborted", at)
        self.note(f"{{{event.seat}}} called the match off.")

    def _full(self, at: int) -> None:
        self._touch()
        self._end([0.0] * self.seats, "full", at)
        self.note("The match cannot be any longer, so it is drawn.")

    def _voided(self, event: events.Voided, at: int) -> None:
        self._touch()
        self.fault = event.why
        self._end([0.0] * self.seats, "void", at)

    def _left(self, event: events.Left) -> None:
        for seat in event.seats:
            self.places[seat].left = True

    def _returned(self, event: events.Returned) -> None:
        for seat in event.seats:
            place = self.places[seat]
            if place.stand_in and not place.gone:
                place.stand_in = ""
                self._touch()
            place.left = False

    def _sat_in(self, event: events.SatIn) -> None:
        self._touch()
        self.helped = self.helped or "a bot sat in"
        self.places[event.seat].stand_in = event.level
        self.note(f"A bot takes over for {{{event.seat}}}.")

    def _resumed(self, event: events.Resumed, at: int) -> None:
        if self.clocks is not None:
            self.clocks.give_back(event.lost, at)
        if self.reveal_by is not None:
            self.reveal_by += event.lost

    def _rested(self, event: events.Rested, at: int) -> None:
        if self.clocks is not None:
            self.clocks.rest(event.seats, event.until, at)

    def _imported(self, event: events.Imported, at: int) -> None:
        for place, name in zip(self.places, event.names, strict=False):
            place.name = name
        self._play(event.moves)
        self._touch()
        self._end(event.scores, event.ending, at)

    def _closed(self, event: events.Closed, at: int) -> None:
        self._touch()
        self._end([0.0] * self.seats, "aborted", at)
        self.note("Nobody came, so the table was closed." if event.why == "expired" else "The host ended the match.")

    def _outdated(self, event: events.Outdated, at: int) -> None:
        self._touch()
        self.course.given = records.Result(tuple(event.scores), event.ending)
        self._close(at)
        self.told()
        if self.keepsake is not None:
            self.pages = self.keepsake.pages
            self.story.show({audience: page.lines for audience, page in self.pages.items()})
        elif self.missing:
            self.note(f"What happened after move {len(self.moves)} was not kept.")
        self.note(f"The rules of {self.game.title} have changed since. {OUTDATED[event.ending == 'void']}")


def place_for(plan: PersonPlan | FriendPlan | BotPlan | ProgramPlan) -> Place:
    """Prepare a seat as planned."""
    if isinstance(plan, BotPlan):
        return Place("bot", plan.name or f"{plan.level.capitalize()} bot", plan.name.lower().rstrip(" 234"), plan.level)
    return Place("open", "")


def agreed_first(setup: Setup) -> int | None:
    """Tell which seat begins as agreed; None: the seal draws it."""
    if setup.begins is not None:
        return setup.begins
    return int(setup.options["first"]) if "first" in setup.options else None
