"""A match as its events make it: beginning, undo, agreements, clocks, leaving and coming back; no server."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

import potluck
from potion_explosion.drawing import drawn, play
from potluck.core import state as state_module
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import ALL, State
from potluck.core.view import View
from potluck.players import levels
from potluck.players.former import FORMER, OLD_NAMES
from potluck.players.levels import level
from potluck.players.settings import Level, read_level, write_level
from potluck.records import read, verify, write
from potluck.records.seal import Seal, commitment
from potluck.table import protocol
from potluck.table.live.catalogue import game_card
from potluck.table.match import decide, events, preview, replay, showing, why
from potluck.table.match.clocks import DAY, LAG, Clocks, has_days, patience
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan
from potluck.table.match.showing import Presence, Surroundings
from potluck.table.match.undo import open_plies
from potluck.table.protocol import (
    Abort,
    Answer,
    BankClock,
    BotPlan,
    CallCoach,
    ClockPlan,
    Commit,
    DaysClock,
    Leave,
    Move,
    NewMatch,
    PersonPlan,
    ProgramPlan,
    Propose,
    Resign,
    Return,
    Reveal,
    Say,
    SeatPlan,
    SidesClock,
    SitIn,
    Undo,
)
from potluck.table.protocol.refusals import Refused

NONCE = "0123456789abcdef" * 2
UNLIKE = SidesClock([DaysClock(1), BankClock(60)])


class Bench:
    """A match on the bench: actions in, events folded, time by hand."""

    def __init__(
        self,
        seats: list[SeatPlan] | None = None,
        game: str = "potential",
        clock: ClockPlan | None = None,
        options: dict[str, Value] | None = None,
        begin: bool = True,
        position: str = "",
        sit_in: str = "",
    ) -> None:
        programs: list[SeatPlan] = [ProgramPlan("Ann"), ProgramPlan("Bob")]
        new = NewMatch(game, seats or programs, options or {}, begins=0, clock=clock, position=position, sit_in=sit_in)
        self.plan = Plan(new, 0)
        self.match: Match = self.plan.match()
        self.now = 1_000_000
        self.away: set[int] = set()
        self.count = 0
        if begin:
            self.begin()

    def begin(self) -> None:
        """Let all commit to a nonce, then all reveal it."""
        for hand in self.plan.hands:
            self.do(tuple(hand), Commit(commitment(NONCE)))
        for hand in self.plan.hands:
            self.do(tuple(hand), Reveal(NONCE))

    def do(self, mine: tuple[int, ...] | int, action: protocol.Action) -> decide.Decision:
        """Do an action of some seats."""
        mine = (mine,) if isinstance(mine, int) else mine
        seal = Seal(self.plan.seed, self.plan.id, tuple(self.match.nonces))
        decision = decide.decide(self.match, mine, action, decide.Table(seal, self.away.__contains__))
        for event in decision.events:
            self.apply(event, decision.seat)
        return decision

    def apply(self, event: events.AnyEvent, seat: int = events.TABLE) -> None:
        """Fold an event."""
        self.count += 1
        self.match.apply(event, self.now, seat, str(self.count))

    def move(self) -> None:
        """Make the first legal move."""
        self.do(int(self.match.state.to_move), Move(int(self.match.state.moves()[0])))

    def show(self, *mine: int) -> protocol.Snapshot:
        """Show the match."""
        return showing.snapshot(self.match, mine, Surroundings(Presence(), self.now, "seed"))


def test_a_match_begins_when_every_seat_has_added_its_nonce() -> None:
    bench = Bench(begin=False)
    assert (bench.match.status, bench.show(0).prompt) == ("waiting", "Waiting for Ann and Bob.")
    with pytest.raises(Refused, match="not begun"):
        bench.do(0, Move(16))
    one, two = "1" * 32, "2" * 32
    bench.do(0, Commit(commitment(one)))
    assert bench.show(0).prompt == "Waiting for Bob."
    with pytest.raises(Refused, match="already committed"):
        bench.do(0, Commit(commitment(two)))
    for bad in ("", "a b", "x" * 64, "é", "A" * 64):
        with pytest.raises(Refused, match="64 hexadecimal digits"):
            bench.do(1, Commit(bad))
    with pytest.raises(Refused, match="keep yours secret"):
        bench.do(0, Reveal(one))
    bench.do(1, Commit(commitment(two)))
    for bad in ("", "a b", "1" * 31, "1" * 65, "é"):
        with pytest.raises(Refused, match="random hexadecimal digits"):
            bench.do(1, Reveal(bad))
    bench.do(0, Reveal(one))
    assert bench.show(0).prompt == "Waiting for Bob's number for the dice."
    with pytest.raises(Refused, match="already revealed"):
        bench.do(0, Reveal(one))
    bench.do(1, Reveal(two))
    assert bench.match.status == "playing"
    assert bench.show(0).fairness.nonces == [one, two]
    for action in (Commit(commitment(one)), Reveal(two)):
        with pytest.raises(Refused, match="already begun"):
            bench.do(1, action)


def test_who_begins_is_drawn_from_the_seal_unless_it_was_agreed() -> None:
    firsts = set()
    for number in range(20):
        plan = Plan(NewMatch("potential", [ProgramPlan(), ProgramPlan()]), 0, f"match{number}")
        firsts.add(decide.first_seat(plan.match(), Seal(plan.seed, plan.id, ("a", "b"))))
    assert firsts == {0, 1}
    agreed = Plan(NewMatch("potential", [ProgramPlan(), ProgramPlan()], {"first": 1}), 0)
    assert decide.first_seat(agreed.match(), Seal(agreed.seed, agreed.id)) == 1


def test_undo_is_free_within_ones_own_turn() -> None:
    bench = Bench()
    before = bench.match.state.key()
    bench.move()
    assert bench.show(0).undo_to == 0
    assert bench.show(1).undo_to is None
    bench.do(0, Undo())
    assert bench.match.state.key() == before
    assert bench.show(0).log[-1].text == "You took a move back." or "took a move back" in bench.show(0).log[-1].text
    with pytest.raises(Refused, match="cannot take a move back"):
        bench.do(0, Undo())


def test_undo_beyond_the_turn_needs_consent() -> None:
    bench = Bench()
    while bench.match.state.to_move == 0:
        bench.move()
    plies = len(bench.match.moves)
    bench.do(0, Undo())
    assert (len(bench.match.moves), bench.match.offers[0].what) == (plies, "undo")
    with pytest.raises(Refused, match="already been proposed"):
        bench.do(0, Undo())
    bench.do(1, Answer("undo", False))
    assert bench.match.offers == []
    bench.do(0, Undo(0))
    bench.do(1, Answer("undo", True))
    assert bench.match.moves == []
    assert bench.match.state.to_move == 0


def test_bots_consent_to_undo_but_not_to_draws_while_they_stand_well() -> None:
    bench = Bench([PersonPlan("Ann"), BotPlan("crumb")])
    while bench.match.state.to_move == 0:
        bench.move()
    bench.do(0, Undo())
    assert bench.match.state.to_move == 0
    bench.do(0, Propose("draw"))
    assert (bench.match.status, bench.match.offers) == ("playing", [])


@pytest.mark.parametrize("name", [name for name in potluck.names() if potluck.load(name).has_chance])
def test_nothing_random_is_taken_back(name: str) -> None:
    seats: list[SeatPlan] = [ProgramPlan("P")] * potluck.load(name).seats[0]
    bench = Bench(seats, name)
    for _ in range(12):
        bench.move()
        assert open_plies(bench.match) <= len(bench.match.moves)
    bench.match.story.tell(bench.match.moves)
    chance = [ply for ply, (seat, _) in enumerate(bench.match.story.plies) if seat < 0]
    if chance:
        assert open_plies(bench.match) > chance[-1]


def test_a_draw_needs_the_other_side_and_ends_with_the_next_move() -> None:
    bench = Bench()
    bench.do(1, Propose("draw"))
    with pytest.raises(Refused, match="nobody has proposed"):
        bench.do(1, Answer("draw", True))
    bench.move()
    assert bench.match.offers == []
    bench.do(1, Propose("draw"))
    bench.do(0, Answer("draw", True))
    assert (bench.match.ending, bench.match.scores) == ("agreed", [0.0, 0.0])
    with pytest.raises(Refused, match="over"):
        bench.move()
    with pytest.raises(Refused, match="over"):
        bench.do(0, Propose("draw"))


def test_the_result_says_the_number_that_was_agreed_on() -> None:
    bench = Bench(options={"quiet_turns": 2})
    while bench.match.status == "playing":
        bench.move()
    result = bench.show(0).result
    assert result is not None
    assert result.sentence.startswith("Drawn: After 2 turns in a row without a removal")


def test_a_choice_of_an_opponent_says_the_name() -> None:
    people: list[SeatPlan] = [ProgramPlan("Ann"), ProgramPlan("Bob"), ProgramPlan("Cid")]
    state = play(drawn("seats=3 done0=love5 pool1=R pool2=K"), "love")
    bench = Bench(people, "potion_explosion", position=potluck.load("potion_explosion").write_position(state))
    assert [choice.label for choice in bench.show(0).choices] == ["Take the pool of Bob", "Take the pool of Cid"]


def test_resigning_and_calling_off() -> None:
    bench = Bench()
    bench.do(1, Resign())
    assert (bench.match.ending, bench.match.scores) == ("resigned", [1.0, -1.0])
    early = Bench()
    early.do(0, Abort())
    assert (early.match.ending, early.match.scores) == ("aborted", [0.0, 0.0])
    late = Bench()
    while late.match.state.turn < 2:
        late.move()
    with pytest.raises(Refused, match="you can resign"):
        late.do(0, Abort())


def test_among_more_than_two_a_bot_plays_on_for_whoever_resigns() -> None:
    bench = Bench([ProgramPlan("A"), ProgramPlan("B"), ProgramPlan("C")], "potion_explosion")
    bench.do(1, Resign())
    assert bench.match.ending == ""
    assert bench.match.places[1].bot
    bench.do(0, Resign())
    bench.do(2, Resign())
    assert bench.match.ending == "resigned"


def test_a_rematch_lets_the_next_seat_begin() -> None:
    bench = Bench()
    with pytest.raises(Refused, match="after the end"):
        bench.do(0, Propose("rematch"))
    bench.do(0, Resign())
    bench.do(0, Propose("rematch"))
    decision = bench.do(1, Answer("rematch", True))
    assert bench.match.rematch == decision.rematch != ""
    again = Plan.again(bench.match, decision.rematch, 0)
    assert (again.setup.begins, again.match().status) == (1, "waiting")
    assert again.match().names == ["Ann", "Bob"]
    with pytest.raises(Refused, match="already"):
        bench.do(0, Propose("rematch"))


def test_a_bot_sits_in_and_the_person_takes_the_seat_back() -> None:
    bench = Bench(sit_in="crumb")
    with pytest.raises(Refused, match="not been away long enough"):
        bench.do(1, SitIn(0))
    bench.do(0, Leave())
    assert bench.show(1).players[0].presence == "left"
    bench.do(1, SitIn(0))
    assert bench.show(1).players[0].stand_in == "crumb"
    assert bench.show(0).choices == []
    with pytest.raises(Refused, match="take your seat back first"):
        bench.move()
    bench.do(0, Return())
    bench.move()
    bench.away.add(1)
    bench.do(0, SitIn(1))
    with pytest.raises(Refused, match="only for a person"):
        bench.do(1, SitIn(1))


def test_hints_against_bots_or_by_agreement() -> None:
    assert Bench([PersonPlan("Ann"), BotPlan("crumb")]).show(0).hints
    bench = Bench()
    assert not bench.show(0).hints
    bench.do(0, Propose("hints"))
    bench.do(1, Answer("hints", True))
    assert bench.show(0).hints


def test_a_bank_is_charged_and_the_increment_comes_with_the_turn() -> None:
    bench = Bench(clock=BankClock(60, 5))
    bench.now += 10_000
    while bench.match.state.to_move == 0:
        bench.move()
    clock = bench.show(0).clock
    assert clock is not None
    assert (clock.left, clock.running) == ([55_000, 60_000], 1)
    bench.now += 7_000
    assert bench.match.clocks is not None
    assert bench.match.clocks.left_of(1, bench.now) == 53_000
    assert bench.match.clocks.flag_at() == bench.now + 53_000 + LAG
    bench.apply(events.Resumed(5_000))
    assert bench.match.clocks.left_of(1, bench.now) == 58_000
    bench.now += 100_000
    bench.apply(events.Gone(1, "flag"))
    assert (bench.match.ending, bench.match.scores) == ("flag", [1.0, -1.0])
    assert bench.show(0).result is not None


def test_no_clock_runs_while_a_game_is_set_up() -> None:
    bench = Bench(game="struggle", clock=BankClock(600, 0))
    while bench.match.game.stops_clock(bench.match.state):
        bench.now += 60_000
        assert bench.show(0).clock == protocol.Clock(BankClock(600, 0), [600_000, 600_000], None, 0, [0, 0])
        bench.move()
    bench.now += 2_000
    assert bench.show(0).clock == protocol.Clock(BankClock(600, 0), [598_000, 600_000], 0, 0, [0, 0])


def test_days_are_for_each_turn() -> None:
    clocks = Clocks(DaysClock(2), 2)
    clocks.pass_to(0, 0, turn_ended=True)
    clocks.pass_to(1, DAY, turn_ended=True)
    clocks.pass_to(0, DAY + 5, turn_ended=True)
    assert clocks.left == [2 * DAY, 2 * DAY - 5]
    assert clocks.flag_at() == 3 * DAY + 5


def test_a_delay_is_not_charged_and_comes_anew_with_each_turn() -> None:
    clocks = Clocks(BankClock(60, 0, delay=5), 2)
    clocks.pass_to(0, 0, turn_ended=True)
    assert clocks.show(3_000) == protocol.Clock(clocks.plan, [60_000, 60_000], 0, 2_000, [0, 0])
    assert clocks.flag_at() == 65_000 + LAG
    clocks.pass_to(0, 4_000, turn_ended=False)  # a second move of the same turn
    assert clocks.delay_left(4_000) == 1_000
    clocks.pass_to(1, 8_000, turn_ended=True)
    assert clocks.left == [57_000, 60_000]
    clocks.pass_to(0, 10_000, turn_ended=True)
    assert (clocks.left_of(0, 14_000), clocks.left_of(0, 16_000)) == (57_000, 56_000)


def test_each_side_can_have_a_clock_of_its_own() -> None:
    clocks = Clocks(SidesClock([BankClock(60, 0), BankClock(600, 5)]), 2)
    clocks.pass_to(0, 0, turn_ended=True)
    clocks.pass_to(1, 1_000, turn_ended=True)
    clocks.pass_to(0, 2_000, turn_ended=True)
    assert clocks.left == [59_000, 604_000]
    days = Clocks(SidesClock([DaysClock(1), DaysClock(3)]), 2)
    days.pass_to(1, 0, turn_ended=True)
    assert (days.flag_at(), days.remind_at()) == (3 * DAY, round(2.4 * DAY))
    days.pass_to(0, DAY, turn_ended=True)
    assert (days.flag_at(), days.remind_at()) == (2 * DAY, round(1.8 * DAY))
    assert has_days(days.plan)
    assert patience(days.plan) == 3 * DAY
    assert not has_days(clocks.plan)


def test_a_coach_speaks_to_whoever_called_one_and_the_match_does_not_count() -> None:
    bench = Bench(game="potential", seats=[PersonPlan("Ada"), BotPlan("novice")])
    assert (bench.show(0).coach, bench.show(0).unrated) == ("", "")
    bench.do(0, CallCoach())
    shown = bench.show(0)
    assert "A piece moves as often as its charge says" in shown.coach
    assert shown.unrated == "a coach"
    assert bench.show(1).coach == ""
    with pytest.raises(Refused, match="here already"):
        bench.do(0, CallCoach())
    people = Bench(game="potential")
    with pytest.raises(Refused, match="against bots"):
        people.do(0, CallCoach())


def test_on_vacation_the_time_stands_still() -> None:
    clocks = Clocks(DaysClock(3), 2)
    clocks.pass_to(0, 0, turn_ended=True)
    clocks.rest([0], 8 * DAY, DAY)
    shown = clocks.show(2 * DAY)
    assert (shown.left[0], shown.running, shown.rests) == (2 * DAY, None, [8 * DAY, 0])
    clocks.give_back(DAY, 3 * DAY)  # the table was down meanwhile: nothing is charged twice
    assert (clocks.flag_at(), clocks.remind_at()) == (10 * DAY, 10 * DAY - round(0.6 * DAY))
    clocks.rest([0], 4 * DAY, 4 * DAY)  # back early
    assert clocks.flag_at() == 6 * DAY
    clocks.rest([1], 20 * DAY, 4 * DAY)
    clocks.pass_to(1, 5 * DAY, turn_ended=True)  # a turn that comes during the vacation waits for its end
    assert clocks.flag_at() == 23 * DAY


def test_one_device_for_two_shows_the_seat_to_move() -> None:
    bench = Bench([PersonPlan("Ann"), PersonPlan("Bob")])
    assert bench.show(0, 1).viewer == 0
    while bench.match.state.to_move == 0:
        bench.do((0, 1), Move(int(bench.match.state.moves()[0])))
    shown = bench.show(0, 1)
    assert (shown.viewer, bool(shown.choices)) == (1, True)
    secret = Bench([PersonPlan("Ann"), PersonPlan("Bob")], "magic_potion")
    assert secret.show(0, 1).curtain


@pytest.mark.parametrize("name", potluck.names())
def test_the_log_can_be_kept_in_pieces(name: str) -> None:
    bench = Bench([ProgramPlan("P")] * potluck.load(name).seats[0], name)
    lines: list[protocol.LogLine] = []
    for _ in range(15):
        if bench.match.status == "over":
            break
        bench.move()
        story = bench.match.story
        sent = story.sent[story.audience(0)]
        piece = showing.snapshot(bench.match, (0,), Surroundings(Presence(), 0), sent)
        lines = lines[: piece.log_from] + piece.log
        story.mark_sent()
    assert lines == bench.show(0).log


@pytest.mark.parametrize("name", potluck.names())
def test_steps_and_last_moves(name: str) -> None:
    bench = Bench([ProgramPlan("P")] * potluck.load(name).seats[0], name)
    for _ in range(20):
        if bench.match.status == "over":
            break
        bench.move()
        shown = bench.show(0)
        assert [step.ply for step in shown.steps] == list(range(shown.ply - len(shown.steps), shown.ply))
        for seat, steps in enumerate(shown.last):
            assert all(step.seat == seat for step in steps)


@pytest.mark.parametrize("name", potluck.names())
def test_a_record_of_the_table_is_verified(name: str) -> None:
    bench = Bench([ProgramPlan("P")] * potluck.load(name).seats[0], name)
    for _ in range(10):
        if bench.match.status == "playing":
            bench.move()
    if bench.match.status == "playing":
        bench.do(0, Resign())
    record = read(write(replay.record_of(bench.match, bench.plan.seed)))
    assert verify(record).version == 2
    assert record.moves == bench.match.moves


def test_a_match_can_begin_at_a_position() -> None:
    game = potluck.load("potential")
    state = game.new()
    state.play(state.moves()[0])
    plan = Plan(NewMatch("potential", [ProgramPlan(), ProgramPlan()], position=game.write_position(state)), 0)
    assert plan.match().state.key() == state.key()
    for bad in ("nonsense", game.write_position(state).replace("seat=0", "seat=over winner=0 ending=PT17")):
        with pytest.raises(Refused, match="position"):
            Plan(NewMatch("potential", [ProgramPlan(), ProgramPlan()], position=bad), 0)


@pytest.mark.parametrize("name", potluck.names())
def test_every_game_can_be_continued_from_a_position_with_sealed_dice(name: str) -> None:
    game = potluck.load(name)
    dice = Dice(5)
    state = game.new(game.seats[0])
    for _ in range(25):
        moves = list(state.moves())
        state.play(moves[dice.below(len(moves))])
    for viewer in (ALL, 0):
        text = game.write_position(state, viewer)
        bench = Bench([ProgramPlan("P")] * state.seats, name, begin=False, position=text)
        assert game.write_position(bench.match.state, viewer) == text
        bench.begin()
        for _ in range(10):
            if bench.match.status == "playing":
                bench.move()
        if bench.match.status == "playing":
            bench.do(0, Resign())
        record = read(write(replay.record_of(bench.match, bench.plan.seed)))
        drawn = verify(record).draws
        assert record.moves == bench.match.moves
        assert drawn > 0 or not game.has_chance or len(bench.match.moves) <= 10


@pytest.mark.parametrize(
    ("new", "why"),
    [
        (NewMatch("chess", [ProgramPlan(), ProgramPlan()]), "game 'chess'"),
        (NewMatch("potential", [ProgramPlan()]), "played by 2"),
        (NewMatch("potential", [ProgramPlan()] * 9), "played by 2"),
        (NewMatch("potential", [ProgramPlan(), BotPlan("x")]), "level 'x'"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], {"layout": 3}), "option layout=3"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], begins=2), "option first=2"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], clock=BankClock(0)), "seconds"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], clock=DaysClock(99)), "days"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], clock=BankClock(60, delay=-1)), "delay"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], clock=SidesClock([DaysClock(1)])), "2 seats"),
        (NewMatch("potential", [ProgramPlan(), ProgramPlan()], clock=UNLIKE), "for all"),
        (NewMatch("potential", [ProgramPlan("<b>"), ProgramPlan()]), "simple punctuation"),
    ],
)
def test_matches_that_cannot_be_are_refused_in_a_sentence(new: NewMatch, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Plan(new, 0)


def test_an_illegal_move_names_its_ruling() -> None:
    with pytest.raises(Refused) as refused:
        Bench().do(0, Say("c2-c9"))
    assert (refused.value.code, refused.value.ruling) == ("illegal", "PT2")


def test_two_at_one_device_agree_on_a_draw_at_once() -> None:
    bench = Bench([PersonPlan("Ann"), PersonPlan("Bob")])
    bench.do((0, 1), Propose("draw"))
    assert bench.match.ending == "agreed"


@pytest.mark.parametrize("name", potluck.names())
def test_no_view_is_computed_twice_for_the_snapshots_of_one_event(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench([ProgramPlan("P")] * potluck.load(name).seats[0], name)
    computed: list[tuple[bytes, int]] = []
    game, view = type(bench.match.game), type(bench.match.game).view

    def counted(self: Game, state: State, viewer: int) -> View:
        computed.append((state.key(), viewer))
        return view(self, state, viewer)

    monkeypatch.setattr(game, "view", counted)
    for _ in range(30):
        computed.clear()
        for mine in [(), *((seat,) for seat in range(bench.match.seats))]:
            bench.show(*mine)
        assert len(set(computed)) == len(computed) >= (bench.match.seats if bench.match.game.has_secrets else 1)
        if bench.match.status != "playing":
            break
        bench.move()


@contextmanager
def timed(took: list[float]) -> Iterator[None]:
    """Add the processor time that something takes."""
    begun = time.process_time()
    yield
    took.append(time.process_time() - begun)


def longest(name: str) -> float:
    """Play a while; how many seconds of processor time the longest answer took."""
    bench = Bench([ProgramPlan("P")] * potluck.load(name).seats[0], name)
    took: list[float] = []
    for _ in range(40):
        if bench.match.status != "playing":
            break
        seat = int(bench.match.state.to_move)
        with timed(took):
            bench.show(seat)
        steps = why.why(bench.match, seat, ["nowhere", "nothing"], "")
        said: protocol.Why | None = None
        while said is None:
            with timed(took):
                said = next(steps)
        with timed(took):
            preview.preview(bench.match, seat, int(bench.match.state.moves()[0]))
        bench.move()
    return max(took)


@pytest.mark.skipif(state_module.__file__.endswith(".py"), reason="about the speed of the compiled rules")
@pytest.mark.parametrize("name", potluck.names())
def test_flood_7_nothing_that_one_message_asks_for_blocks_the_others_for_long(name: str) -> None:
    # A busy machine may be slow once; what the table does itself is slow every time.
    assert any(longest(name) < 0.05 for _ in range(3))


@pytest.mark.parametrize(("lead", "agreed"), [(0, False), (1, False), (-1, True)])
def test_a_bot_answers_a_draw_by_what_it_thinks_of_its_position(lead: int, agreed: bool) -> None:
    """It plays on unless it stands worse, and says so."""
    charges = {0: (2, 2), 1: (1, 6), -1: (6, 1)}[lead]
    rows = [*["." * 10] * 4, "....c.....".replace("c", "abcdef"[charges[1] - 1]), *["." * 10] * 2]
    position = "\n".join([*rows, f"....{charges[0]}.....", *["." * 10] * 2, "seat=0"])
    bench = Bench([ProgramPlan("Ann"), BotPlan("crumb")], position=position)
    bench.do(0, Propose("draw"))
    assert (bench.match.status == "over") is agreed
    assert any("declines the draw" in line.text for line in bench.match.told().lines_from(0, 0)[1]) is not agreed


# Levels


def test_a_match_keeps_the_settings_that_its_bots_began_with(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench([PersonPlan("Ann"), BotPlan("teacup")], sit_in="spoon")
    then = {name: write_level(level(bench.match.game, name)) for name in ("teacup", "spoon")}
    assert bench.match.setup.levels == then
    kept = msgspec.json.encode(bench.plan.setup)
    monkeypatch.setitem(levels.LEVELS["potential"], "teacup", Level("uniform"))
    later = Match("later", msgspec.json.decode(kept, type=events.Setup))
    assert later.settings("teacup") == then["teacup"]
    assert read_level(later.settings("teacup")).search == "alphabeta"
    assert Plan.again(bench.match, "again", 0).setup.levels["teacup"] == "uniform"


def test_bots_of_0_1_0_think_as_they_did() -> None:
    plan = Bench([PersonPlan("Ann"), BotPlan("crumb")]).plan
    seats: list[SeatPlan] = [PersonPlan("Ann"), BotPlan("casual", "Teacup")]
    plan.setup = msgspec.structs.replace(plan.setup, seats=seats, levels={})
    match = plan.match()
    assert level(match.game, match.settings("casual")) == FORMER["potential"]["casual"]
    assert match.stand_in() == "casual"
    again = Plan.again(match, "again", 0)
    assert again.setup.seats[1] == BotPlan("crumb", "Crumb")
    assert Plan(NewMatch("potential", [PersonPlan("Ann"), BotPlan("casual")]), 0).setup.seats == again.setup.seats


def test_two_bots_of_one_level_have_two_names_and_one_face() -> None:
    seats: list[SeatPlan] = [PersonPlan("Ann"), BotPlan("whisk"), BotPlan("whisk"), BotPlan("spoon")]
    places = Bench(seats, "potion_explosion", begin=False).match.places
    assert [(place.name, place.face) for place in places[1:]] == [
        *(("Whisk", "whisk"), ("Whisk 2", "whisk"), ("Spoon", "spoon"))
    ]


@pytest.mark.parametrize("name", potluck.names())
def test_the_card_of_a_level_says_who_it_is(name: str) -> None:
    game = potluck.load(name)
    cards = game_card(name).levels
    assert [card.name for card in cards] == levels.level_names(game)
    assert sorted(alias for card in cards for alias in card.aliases) == sorted(OLD_NAMES)
    assert all(card.text == levels.character(game, card.name) for card in cards)
    elos = [card.elo for card in cards if card.elo is not None]
    assert elos == sorted(elos)
    assert all(elo > 0 for elo in elos)
