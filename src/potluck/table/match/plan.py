"""Setting a match up: checking what was asked for, and preparing what is kept of it."""

from collections.abc import Sequence

import msgspec

from potluck.core.dice import Dice
from potluck.core.english import name_seats
from potluck.core.errors import BadNotation, BadOptions
from potluck.core.game import Game
from potluck.core.state import OVER, SPECTATOR
from potluck.games import load
from potluck.players.levels import STAND_IN, level, level_name
from potluck.players.settings import write_level
from potluck.records.record import SEALED, terms_text
from potluck.records.seal import Seal, new_seed, seal_of
from potluck.table.match import events
from potluck.table.match.clocks import sides_of
from potluck.table.match.decide import begin, check_level
from potluck.table.match.events import AnyEvent, Setup
from potluck.table.match.keys import Key, make_key
from potluck.table.match.match import Match, agreed_first
from potluck.table.match.names import bot_names, clean_face, clean_name
from potluck.table.match.showing import audience, how_it_ended
from potluck.table.protocol import (
    BotPlan,
    ClockPlan,
    Created,
    DaysClock,
    FriendPlan,
    LobbyEntry,
    NewMatch,
    PersonPlan,
    ProgramPlan,
    SeatPlan,
    SideClock,
    SidesClock,
    ids,
)
from potluck.table.protocol import Key as HandedOut
from potluck.table.protocol.refusals import Refused

LONGEST_BANK = 86_400  # seconds
LONGEST_TURN = 30  # days


class Plan:
    """Prepare a match: its set-up, its seed, the keys to its seats, its first events."""

    def __init__(self, new: NewMatch, at: int, id: str = "", spoiled: Sequence[int] = ()) -> None:
        self.id = id or ids.new_match()
        self.game = check_game(new)
        first = int(self.game.chosen["first"]) if is_first_agreed(new) else None
        self.seed = new_seed()
        agreed = {name: self.game.chosen[name] for name in new.options}  # rules of players' own with their digest
        setup = Setup(
            game=self.game.name,
            options=agreed if first is None else {**agreed, "first": first},
            code=list(self.game.code),
            rules=self.game.rules_version,
            seats=named_bots([clean_plan(self.game, plan) for plan in new.seats]),
            created=at,
            seal="",
            begins=first,
            clock=new.clock,
            listed=new.listed,
            spectators=new.spectators,
            hints=new.hints,
            pause=new.pause,
            position=" ".join(new.position.split()),
            sealed=SEALED,
            sit_in=level_name(self.game, new.sit_in),
            spoiled=list(spoiled),
            rated=new.rated,
        )
        setup = msgspec.structs.replace(setup, levels=settings_of(self.game, setup))
        terms = terms_text(self.game, len(setup.seats), agreed_first(setup), setup.position)
        self.setup = msgspec.structs.replace(setup, seal=seal_of(self.seed, terms))
        self.keys: list[Key] = []
        self.created = self.make_keys()

    @classmethod
    def again(cls, match: Match, id: str, at: int) -> "Plan":
        """Prepare the match that follows another: everybody stays, and the next seat begins."""
        setup = match.setup
        seats: list[SeatPlan] = []
        for plan, place in zip(setup.seats, match.places, strict=True):
            seats.append(plan if isinstance(plan, BotPlan | ProgramPlan) else PersonPlan(place.name, place.face))
        first = (int(match.game.chosen["first"]) + 1) % match.seats
        options = {name: value for name, value in setup.options.items() if name != "first"}
        new = NewMatch(
            *(setup.game, seats, options, first, setup.clock, False, setup.spectators, setup.hints),
            pause=setup.pause,
            sit_in=setup.sit_in,
            rated=setup.rated,
        )
        again = cls(new, at, id, sorted(match.spoilers))
        again.hands = [match.hand_of(seat) for seat in range(match.seats) if match.places[seat].hand == seat]
        return again

    def make_keys(self) -> Created:
        """Make a key for the creator's seats, an invitation for each friend, a token for each program."""
        mine, programs = self.setup.seats_for(PersonPlan), self.setup.seats_for(ProgramPlan)
        self.hands = [mine] * bool(mine) + [[seat] for seat in programs]
        token = self.key_for("seat", mine) if mine else ""
        return Created(
            match=self.id,
            seal=self.setup.seal,
            mine=mine,
            token=token,
            invites=[HandedOut(seat, self.key_for("invite", [seat])) for seat in self.setup.seats_for(FriendPlan)],
            programs=[HandedOut(seat, self.key_for("seat", [seat])) for seat in programs],
        )

    def key_for(self, kind: str, seats: list[int]) -> str:
        """Make a secret, and keep its hash."""
        token, key = make_key("invite" if kind == "invite" else "seat", seats)
        self.keys.append(key)
        return token

    def match(self) -> Match:
        """Build the match as it will be once its first events are saved."""
        match = Match(self.id, self.setup)
        for event in self.events():
            match.apply(event, self.setup.created, events.TABLE, "")
        return match

    def events(self) -> list[AnyEvent]:
        """List the first events: who sits, and the beginning if nobody needs to be waited for."""
        match = Match(self.id, self.setup)
        names = [getattr(plan, "name", "") for plan in self.setup.seats]
        faces = [getattr(plan, "face", "") for plan in self.setup.seats]
        seated: list[AnyEvent] = [
            events.Seated(hand, [names[seat] for seat in hand], [faces[seat] for seat in hand]) for hand in self.hands
        ]
        if all(isinstance(plan, BotPlan) for plan in self.setup.seats):
            seated.extend(begin(match, (), "", Seal(self.seed, self.id)))
        return seated

    def card(self) -> LobbyEntry:
        """Show the match in the lobby."""
        return card_of(self.match())


def card_of(match: Match) -> LobbyEntry:
    """Show a match in the lobby."""
    return LobbyEntry(
        match=match.id,
        game=match.game.name,
        title=match.game.title,
        options=match.game.changed_options(),
        status=match.status,
        players=[place.name for place in match.places],
        free=sum(1 for seat in match.setup.seats_for(FriendPlan) if match.places[seat].hand is None),
        clock=match.setup.clock,
        created=match.setup.created,
        spectators=match.setup.spectators,
        faces=[place.face for place in match.places],
        levels=[place.level for place in match.places],
        to_move=int(match.state.to_move) if match.status == "playing" else None,
        due=match.due_at(),
        at=match.at,
        turn=int(match.state.turn),
        said=said_last(match),
        rematch=match.rematch,
        audience=audience(match),
    )


def said_last(match: Match) -> str:
    """Say what happened last, or how the match ended, as a spectator may know it."""
    if match.status == "over":
        return name_seats(how_it_ended(match), match.names)
    lines = match.told().lines[match.story.audience(SPECTATOR)]
    return name_seats(lines[-1].text, match.names) if lines else ""


def check_game(new: NewMatch) -> Game:
    """Refuse a game, options, seats or a clock that cannot be."""
    try:
        options = new.options if new.begins is None else {"first": new.begins, **new.options}
        game = load(new.game, **options)
        if new.begins not in (None, game.chosen["first"]):
            raise BadOptions(f"begins {new.begins}: option first={game.chosen['first']} says something else")
        start = game.read_position(new.position, Dice(0)) if new.position else game.new(len(new.seats))
        if start.seats != len(new.seats) or start.to_move == OVER:
            raise BadOptions(f"position: expected one that {len(new.seats)} seats can play on from")
    except (BadOptions, BadNotation) as error:
        raise Refused("bad_options", str(error)) from error
    check_clock(new.clock, len(new.seats))
    if not new.pause and any(isinstance(plan, PersonPlan | FriendPlan) for plan in new.seats):
        raise Refused("bad_options", "pause: only among programs and bots can it be left out")
    if new.sit_in:
        check_level(game, new.sit_in)
    return game


def is_first_agreed(new: NewMatch) -> bool:
    """Tell whether the dice do not decide who begins: it was said, or a position says who is to move."""
    return new.begins is not None or "first" in new.options or bool(new.position)


def check_clock(clock: ClockPlan | None, seats: int) -> None:
    """Refuse a clock that nobody could play by."""
    if isinstance(clock, SidesClock):
        if len(clock.sides) != seats:
            raise Refused("bad_options", f"clock: expected one for each of {seats} seats, but got {len(clock.sides)}")
        if len({type(side) for side in clock.sides}) > 1:
            raise Refused("bad_options", "clock: expected minutes for all seats, or days for all")
    for side in sides_of(clock, seats):
        check_side(side)


def check_side(clock: SideClock) -> None:
    """Refuse a clock that nobody could play by, at one seat."""
    if isinstance(clock, DaysClock):
        if not 1 <= clock.days <= LONGEST_TURN:
            raise Refused("bad_options", f"clock: expected from 1 to {LONGEST_TURN} days")
    elif not 1 <= clock.seconds <= LONGEST_BANK:
        raise Refused("bad_options", f"clock: expected from 1 to {LONGEST_BANK} seconds")
    elif not 0 <= clock.increment <= LONGEST_BANK or not 0 <= clock.delay <= LONGEST_BANK:
        raise Refused("bad_options", f"clock: expected from 0 to {LONGEST_BANK} seconds more a turn, and as a delay")


def clean_plan(game: Game, plan: SeatPlan) -> SeatPlan:
    """Check the names and levels of a seat."""
    if isinstance(plan, PersonPlan):
        return PersonPlan(clean_name(plan.name), clean_face(plan.face))
    if isinstance(plan, ProgramPlan):
        return ProgramPlan(clean_name(plan.name))
    if isinstance(plan, BotPlan):
        check_level(game, plan.level)
        return BotPlan(level_name(game, plan.level))
    return plan


def named_bots(plans: list[SeatPlan]) -> list[SeatPlan]:
    """Give each bot a name of its own."""
    names = iter(bot_names([plan.level for plan in plans if isinstance(plan, BotPlan)]))
    return [BotPlan(plan.level, next(names)) if isinstance(plan, BotPlan) else plan for plan in plans]


def settings_of(game: Game, setup: Setup) -> dict[str, str]:
    """Write down how the bots think that may play in a match, so that they go on so whatever becomes of the levels."""
    levels = {plan.level for plan in setup.seats if isinstance(plan, BotPlan)} | {setup.sit_in or STAND_IN}
    return {name: write_level(level(game, name)) for name in sorted(levels)}
