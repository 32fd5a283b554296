"""FAIR: chance and clocks, attacked by those who could gain: another player, the host, and the host who plays."""

import asyncio
import hashlib
import hmac
import itertools
from collections.abc import Awaitable, Callable, Sequence

import msgspec
import pytest

import potluck
from kit import ROOT
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord
from potluck.core.state import CHANCE
from potluck.players.levels import level_names
from potluck.records import Record, read, verify, write
from potluck.records.record import replay as steps
from potluck.records.seal import Seal, commitment, receipt, seal_of
from potluck.table import protocol
from potluck.table.live import clock
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.rooms import Room
from potluck.table.match import decide, events, replay, showing
from potluck.table.match.clocks import Clocks
from potluck.table.match.events import Setup
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan
from potluck.table.match.ports import Row, Write
from potluck.table.protocol import (
    Abort,
    Answer,
    BankClock,
    BotPlan,
    Commit,
    Leave,
    Move,
    NewMatch,
    PersonPlan,
    ProgramPlan,
    Propose,
    Ready,
    Resign,
    Return,
    Reveal,
    SitIn,
    Undo,
    ids,
)
from potluck.table.protocol.refusals import Refused
from table.memory import FirstMove, MemoryStore
from table.test_match import Bench

FRIEND, HOST = "f" * 32, "0" * 32


def promise(bench: Bench, *nonces: str) -> None:
    """Let the seats commit to nonces."""
    for seat, nonce in enumerate(nonces):
        bench.do(seat, Commit(commitment(nonce)))


def kept_by(bench: Bench) -> str:
    """Return the receipt that a player's page keeps before it reveals its nonce."""
    return receipt(bench.match.id, bench.match.setup.seal, bench.match.commitments)


def played(game: str = "potus", moves: int = 30, **more: object) -> Bench:
    """Play some moves of a match between a host (seat 0) and a friend (seat 1), and end it."""
    bench = Bench(game=game, begin=False, **more)  # type: ignore[arg-type]
    promise(bench, HOST, FRIEND)
    bench.do(1, Reveal(FRIEND))
    bench.do(0, Reveal(HOST))
    for _ in range(moves):
        if bench.match.status == "playing":
            bench.move()
    if bench.match.status == "playing":
        bench.do(1, Resign())
    return bench


def record_of(bench: Bench) -> Record:
    """Return the record that the host publishes, read from its text."""
    return read(write(replay.record_of(bench.match, bench.plan.seed)))


def rolls(match: str, seed: bytes, nonces: tuple[str, ...]) -> int:
    """Add up the first six draws of a die: what the host would like to be high."""
    seal = Seal(seed, match, nonces)
    return sum(seal._below(6, ply, 0) for ply in range(6))


# FAIR 1: a host who plays, with the seed and late nonces


def search(bench: Bench) -> str:
    """Find, knowing the seed and the friend's nonce, a nonce of the host's own that makes the dice high."""
    found = (f"{number:032x}" for number in range(1, 3000))
    return max(found, key=lambda nonce: rolls(bench.plan.id, bench.plan.seed, (nonce, FRIEND)))


def test_fair_1_the_server_refuses_a_nonce_that_was_searched_for_after_the_others_were_revealed() -> None:
    bench = Bench(game="potus", begin=False)
    promise(bench, HOST, FRIEND)
    bench.do(1, Reveal(FRIEND))
    late = search(bench)
    honest = rolls(bench.plan.id, bench.plan.seed, (HOST, FRIEND))
    assert rolls(bench.plan.id, bench.plan.seed, (late, FRIEND)) > max(honest, 24)  # it would have been worth it
    with pytest.raises(Refused, match="not the nonce that you committed to"):
        bench.do(0, Reveal(late))
    with pytest.raises(Refused, match="already committed"):
        bench.do(0, Commit(commitment(late)))
    for action in (Ready(late), Ready(HOST)):
        with pytest.raises(Refused, match="commit to a nonce first"):
            bench.do(0, action)
    bench.do(0, Reveal(HOST))
    assert bench.match.nonces == [HOST, FRIEND]


def test_fair_1_nobody_has_to_show_a_nonce_before_all_have_committed() -> None:
    bench = Bench(begin=False)
    bench.do(1, Commit(commitment(FRIEND)))
    with pytest.raises(Refused, match="keep yours secret"):
        bench.do(1, Reveal(FRIEND))
    assert bench.show(0).fairness.nonces == ["", ""]


def forged(bench: Bench, nonces: tuple[str, ...], seed: bytes) -> Record:
    """Write a match down as if other nonces and another seed had been used, all draws anew."""
    record = record_of(bench)
    record.nonces, record.seed, record.moves = list(nonces), seed.hex(), []
    match = potluck.Match(record.load(), record.seats, dice=Seal(seed, record.match, nonces))
    for _ in range(12):
        match.play(int(match.state.moves()[0]))
    match.resign(1)
    record.moves = match.moves
    return record


def test_fair_1_a_host_who_forges_the_record_is_caught_by_what_the_friend_kept() -> None:
    bench = played()
    kept, seed = kept_by(bench), bench.plan.seed
    late = search(bench)
    assert verify(record_of(bench), kept).draws > 0
    record = forged(bench, (late, FRIEND), seed)
    with pytest.raises(BadRecord, match="not those that the players committed to"):
        verify(record)
    record.commitments = [commitment(late), commitment(FRIEND)]  # the host's own promise forged as well
    assert verify(record).draws > 0  # consistent in itself …
    with pytest.raises(BadRecord, match="receipt"):
        verify(record, kept)  # … but not what the friend was promised
    other = forged(bench, (HOST, FRIEND), bytes(32))
    with pytest.raises(BadRecord, match="not the seed that was sealed"):
        verify(other)
    other.seal = seal_of(bytes(32), other.terms())
    assert verify(other).draws > 0
    with pytest.raises(BadRecord, match="receipt"):
        verify(other, kept)


def test_fair_1_a_host_who_chooses_before_the_friend_reveals_gains_nothing() -> None:
    total = 0
    for number in range(120):
        seed, friend = bytes([number]) * 32, hashlib.sha256(bytes([number])).hexdigest()[:32]
        guess = "a" * 32  # the host must choose without the friend's nonce, and can only guess it
        best = max((f"{own:032x}" for own in range(40)), key=lambda own: rolls("m", seed, (own, guess)))
        assert rolls("m", seed, (best, guess)) > 15
        total += rolls("m", seed, (best, friend))
    assert abs(total / 120 - 15) < 1.2  # six dice from 0 to 5 are 15 on average; 4.2 is their deviation


# FAIR 3: who begins, what a position hides, and the terms, are sealed too


def test_fair_3_who_begins_is_drawn_from_all_nonces_and_verified() -> None:
    firsts = set()
    for number in range(12):
        plan = Plan(NewMatch("potential", [ProgramPlan("A"), ProgramPlan("B")]), 0, f"match{number}")
        bench = Bench()
        bench.plan, bench.match = plan, plan.match()
        promise(bench, HOST, FRIEND)
        bench.do(0, Reveal(HOST))
        bench.do(1, Reveal(FRIEND))
        bench.do(0, Resign())
        record = record_of(bench)
        firsts.add(bench.match.game.chosen["first"])
        drawn = hmac.digest(plan.seed, f"match{number}|{HOST},{FRIEND}|first".encode(), "sha256")
        assert bench.match.game.chosen["first"] == int.from_bytes(drawn, "big") % 2
        assert verify(record, kept_by(bench)).begins
        record.options = "" if record.options else "first=1"
        with pytest.raises(BadRecord, match="header Begins: the seal draws seat"):
            verify(record)
        record.begins_drawn = False  # "we agreed on that"
        with pytest.raises(BadRecord, match="with these terms"):
            verify(record)
    assert firsts == {0, 1}


def hidden_position() -> str:
    """Write a position of Magic Potion as one seat knows it, with something hidden."""
    game = potluck.load("magic_potion")
    for seed in itertools.count():
        dice, state = Dice(seed), game.new(2)
        for _ in range(60):
            if state.to_move != CHANCE and "?" in (text := game.write_position(state, 0)):
                return text
            moves = list(state.moves())
            if not moves:
                break
            state.play(moves[dice.below(len(moves))])
    raise AssertionError


def test_fair_3_what_a_position_hides_is_drawn_from_all_nonces_and_verified() -> None:
    text = hidden_position()
    first = played("magic_potion", 3, position=text)
    record, kept = record_of(first), kept_by(first)
    assert "?" in record.hidden
    assert "?" not in record.position
    assert verify(record, kept).filled
    assert first.match.setup.position == " ".join(text.split())  # what was sealed is what was agreed on
    fills = {
        Seal(first.plan.seed, "m", (f"{own:032x}", FRIEND)).fill(first.plan.game, record.hidden) for own in range(40)
    }
    assert len(fills) > 1  # the friend's nonce has its part in it
    record.position = next(fill for fill in fills if fill != record.position)
    record.moves = []
    with pytest.raises(BadRecord, match="header Position"):
        verify(record)
    record.hidden = ""
    with pytest.raises(BadRecord, match="with these terms"):
        verify(record)


def test_fair_3_the_terms_are_part_of_the_seal() -> None:
    record = record_of(played("potus", 4))
    for change in ({"seats": 3}, {"position": "x"}, {"game": "potion_explosion"}):
        other = msgspec.structs.replace(record, **change)
        with pytest.raises(BadRecord, match="with these terms"):
            verify(other)


def test_fair_3_bots_and_seats_on_one_screen_take_the_first_persons_nonce() -> None:
    bench = Bench([PersonPlan("Ann"), PersonPlan("Bob"), BotPlan("crumb")], "potion_explosion", begin=False)
    bench.do((0, 1), Ready(HOST))
    assert bench.match.nonces == [HOST] * 3
    assert bench.show(0, 1).fairness.commitments == [commitment(HOST)] * 3
    for seat in (0, 1):
        bench.apply(events.Gone(seat, "resigned"))
    assert verify(record_of(bench), kept_by(bench)).draws > 0


def test_fair_3_bots_among_themselves_have_the_seed_alone() -> None:
    bench = Bench([BotPlan("crumb"), BotPlan("crumb")], "potion_explosion", begin=False)
    assert (bench.match.status, bench.match.nonces) == ("playing", [])
    bench.apply(events.Gone(0, "resigned"))
    assert verify(record_of(bench)).draws > 0


# FAIR 4: who never reveals


def test_fair_4_a_nonce_that_is_never_revealed_makes_the_match_void_and_the_next_one_a_loss() -> None:
    bench = Bench(begin=False)
    promise(bench, HOST, FRIEND)
    assert bench.match.due_at() == bench.now + 3 * 86_400_000
    bench.do(1, Reveal(FRIEND))
    bench.apply(events.Withheld(bench.match.withheld()))
    assert (bench.match.scores, bench.match.ending, bench.match.moves) == ([0.0, 0.0], "void", [])
    assert "did not reveal" in bench.show(1).log[-1].text
    sentence = "Not everybody revealed their number for the dice."
    assert bench.show(1).result == protocol.Result([0.0, 0.0], "void", sentence, sentence, "")
    again = Bench()
    again.plan = Plan.again(bench.match, "again", 0)
    again.match = again.plan.match()
    assert again.match.setup.spoiled == [0]
    promise(again, HOST, FRIEND)
    again.do(1, Reveal(FRIEND))
    again.do(0, Abort())  # having seen the friend's nonce, and the dice
    assert (again.match.scores, again.match.ending, again.match.loser) == ([-1.0, 1.0], "withheld", 0)


def test_fair_4_calling_off_is_free_before_anybody_has_revealed_and_for_the_one_who_waits() -> None:
    for revealed, who in ((None, 0), (1, 1)):
        bench = Bench(begin=False)
        promise(bench, HOST, FRIEND)
        if revealed is not None:
            bench.do(revealed, Reveal(FRIEND))
        bench.do(who, Abort())
        assert (bench.match.ending, bench.match.spoilers) == ("aborted", set())


def test_fair_4_a_match_is_called_off_once_when_its_dice_are_known() -> None:
    bench = Bench()
    bench.do(0, Abort())
    again = Bench()
    again.plan = Plan.again(bench.match, "again", 0)
    again.match = again.plan.match()
    again.begin()
    with pytest.raises(Refused, match="the match before this one, too"):
        again.do(0, Abort())
    again.do(1, Abort())
    assert again.match.spoilers == {0, 1}


@pytest.mark.parametrize(("plan", "wait"), [(protocol.BankClock(60), 300_000), (protocol.DaysClock(2), 172_800_000)])
def test_fair_4_the_time_to_reveal_fits_the_clock_and_is_not_charged_for_downtime(
    plan: protocol.ClockPlan, wait: int
) -> None:
    bench = Bench(clock=plan, begin=False)
    promise(bench, HOST, FRIEND)
    bench.apply(events.Resumed(5000))
    assert bench.match.due_at() == bench.now + wait + 5000


# What was begun before commitments goes on


def old(events_: list[events.AnyEvent], seed: bytes) -> Match:
    """Build a match as a table of 0.1.0 has kept it."""
    text = b"""{"game": "potus", "options": {}, "rules": 2, "seats": [{"kind": "program", "name": "A"},
        {"kind": "bot", "level": "crumb"}], "created": 0, "seal": "%s"}"""
    match = Match("old", events.decode_setup(text % commitment(seed).encode()))
    for number, event in enumerate(events_):
        match.apply(events.decode_event(msgspec.json.encode(event)), 0, events.TABLE, str(number))
    return match


def test_a_match_under_the_old_seal_goes_on_by_the_old_formula() -> None:
    seed = bytes(range(32))
    match = old([events.Seated([0], ["A"]), events.Readied([0], "one")], seed)
    assert (match.nonces, match.setup.sealed, match.reveal_by) == (["one", "bot"], 1, None)
    drawn = potluck.Match("potus", 2, dice=Seal(seed, "old", ("one", "bot")), first=1)
    match.apply(events.decode_event(b'{"e":"began","first":1,"chance":%s}' % str(drawn.moves).encode()), 0, -3, "b")
    seal = Seal(seed, "old", tuple(match.nonces))
    for _ in range(20):
        move = decide.follow(match, int(match.state.moves()[0]), seal)
        match.apply(events.Moved(int(match.state.to_move), move), 0, 0, str(match.version))
    match.apply(events.Gone(0, "resigned"), 0, 0, "r")
    text = write(replay.record_of(match, seed))
    assert f"Seal: {commitment(seed)}\nNonces: one, bot\n" in text
    found = verify(read(text))
    assert (found.version, found.begins, found.draws > 0) == (1, False, True)
    for ply, state, move_ in steps(read(text)):
        if state.to_move == CHANCE:  # the formula of 0.1.0, spelled out
            value = int.from_bytes(hmac.digest(seed, f"old|one,bot|{ply}|0|0".encode(), "sha256"), "big")
            outcomes = [move for move in state.moves() for _ in range(state.weight(move))]
            assert outcomes[value % len(outcomes)] == move_


def test_a_match_of_0_1_0_that_waits_asks_for_commitments_though_nonces_were_shown() -> None:
    match = old([events.Seated([0], ["A"]), events.Readied([0], "one")], bytes(32))
    done = decide.decide(match, (0,), Ready(HOST), decide.Table(Seal(bytes(32), "old"), lambda seat: False))
    for number, event in enumerate(done.events):
        match.apply(event, 0, 0, f"ready{number}")
    assert (match.status, match.nonces) == ("playing", [HOST, "bot"])


def test_a_set_up_of_0_1_0_can_be_read() -> None:
    setup = events.decode_setup(b'{"game":"potus","options":{},"rules":1,"seats":[],"created":0,"seal":"x"}')
    assert (setup.sealed, setup.spoiled) == (1, [])
    assert isinstance(setup, Setup)


# FAIR 2: what the page computes; web/tests/fair.test.ts swaps seed, seal and nonces of this example


def test_fair_2_the_page_and_the_table_compute_the_same() -> None:
    example = msgspec.json.decode((ROOT / "web/tests/fair.json").read_bytes())
    seed, match = bytes.fromhex(example["seed"]), example["match"]
    assert example["seal"] == seal_of(seed, example["terms"])
    assert example["commitments"] == [commitment(nonce) for nonce in example["nonces"]]
    assert example["receipt"] == receipt(match, example["seal"], example["commitments"])
    assert example["first"] == Seal(seed, match, tuple(example["nonces"])).first(2)
    record = potluck.Match("potus", dice=Seal(seed, match, tuple(example["nonces"])), first=example["first"]).record()
    record.begins_drawn = True
    assert example["terms"] == record.terms()


# FAIR 4: who floods a match with events that are not moves


def test_fair_4_events_that_are_not_moves_are_limited_and_leave_the_match_its_moves() -> None:
    bench = Bench()
    bench.move()
    for _ in range(100):
        bench.do(1, Leave())
        bench.do(1, Return())
        bench.do(1, Propose("draw"))
        bench.do(1, Answer("draw", False))
    for action in (Leave(), Propose("draw"), Undo(), SitIn(1)):
        with pytest.raises(Refused, match="at most 200 take-backs, proposals and departures"):
            bench.do(1, action)
    bench.move()  # the other is not held up, and neither is the one who flooded
    bench.do(0, Propose("draw"))
    bench.do(1, Answer("draw", True))
    assert bench.match.ending == "agreed"


def test_fair_4_what_changes_nothing_is_no_event() -> None:
    bench = Bench([ProgramPlan("A"), ProgramPlan("B"), ProgramPlan("C")], "potion_explosion")
    with pytest.raises(Refused, match="yours already"):
        bench.do(1, Return())
    bench.do(1, Leave())
    with pytest.raises(Refused, match="already left"):
        bench.do(1, Leave())
    bench.do(0, Propose("draw"))
    bench.do(2, Answer("draw", True))
    with pytest.raises(Refused, match="nobody has proposed that to you"):
        bench.do(2, Answer("draw", True))
    bench.do(2, Resign())
    with pytest.raises(Refused, match="already given up"):
        bench.do(2, Resign())
    with pytest.raises(Refused, match="you have given up"):
        bench.do(2, Return())


def test_fair_4_seats_on_one_screen_share_one_allowance() -> None:
    bench = Bench([PersonPlan("Ann"), PersonPlan("Bob")])
    for _ in range(200):
        bench.do((0, 1), Leave())
        bench.do((0, 1), Return())
        if bench.match.version % 7 == 0 and bench.match.status == "playing":
            bench.move()
    with pytest.raises(Refused, match="at most 200"):
        bench.do((0, 1), Leave())


def test_fair_4_a_full_match_is_drawn_and_nobody_loses_by_the_flag() -> None:
    bench = Bench(clock=BankClock(60))
    seal = Seal(bench.plan.seed, bench.plan.id, tuple(bench.match.nonces))
    table = decide.Table(seal, lambda seat: False, most=3)
    while bench.match.status == "playing":
        mover = int(bench.match.state.to_move)
        done = decide.decide(bench.match, (mover,), Move(int(bench.match.state.moves()[0])), table)
        for event in done.events:
            bench.apply(event, mover)
    assert (len(bench.match.moves), bench.match.ending, bench.match.scores) == (3, "full", [0.0, 0.0])
    assert bench.match.due_at() is None
    assert bench.show(0).log[-1].text == "The match cannot be any longer, so it is drawn."
    assert read(write(replay.record_of(bench.match, bench.plan.seed))).ending == "full"


def test_fair_4_a_move_that_ends_the_match_ends_it_also_where_it_is_full() -> None:
    bench = Bench(options={"quiet_turns": 2})
    moves = 0
    while bench.match.status == "playing":
        bench.move()
        moves += 1
    again = Bench(options={"quiet_turns": 2})
    table = decide.Table(
        Seal(again.plan.seed, again.plan.id, tuple(again.match.nonces)), lambda seat: False, most=moves
    )
    for _ in range(moves):
        mover = int(again.match.state.to_move)
        done = decide.decide(again.match, (mover,), Move(int(again.match.state.moves()[0])), table)
        for event in done.events:
            again.apply(event, mover)
    assert again.match.ending == bench.match.ending != "full"


# FAIR 5: who lets a bot play for whom


def test_fair_5_the_opponent_alone_cannot_hand_a_seat_to_a_bot() -> None:
    bench = Bench()
    bench.do(0, Leave())
    bench.away.add(0)
    with pytest.raises(Refused, match="not agreed that a bot plays"):
        bench.do(1, SitIn(0))
    for seat in (-1, 2, 99):
        with pytest.raises(Refused, match="only for a person or a program"):
            bench.do(1, SitIn(seat))
    bench.do(0, SitIn(0))  # whoever goes may
    assert bench.match.places[0].stand_in == "whisk"


def test_fair_5_the_level_is_the_one_that_was_agreed_on() -> None:
    best = level_names(potluck.load("potential"))[-1]
    bench = Bench(sit_in=best)
    assert bench.show(0).sit_in == best
    bench.away.add(0)
    bench.do(1, SitIn(0))
    assert bench.match.places[0].stand_in == best
    again = Plan.again(bench.match, "again", 0)
    assert again.setup.sit_in == best
    with pytest.raises(Refused, match="level 'godlike'"):
        Bench(sit_in="godlike")
    three = Bench([ProgramPlan("A"), ProgramPlan("B"), ProgramPlan("C")], "potion_explosion", sit_in="crumb")
    three.do(1, Resign())
    assert three.match.places[1].stand_in == "crumb"
    with pytest.raises(msgspec.ValidationError, match="level"):
        msgspec.json.decode(b'{"do": "sit_in", "seat": 0, "level": "crumb"}', type=protocol.SitIn)


class Times:
    """A machine whose clocks a test sets."""

    def __init__(self) -> None:
        self.day, self.steady = 1_700_000_000_000, 5_000

    def time_ns(self) -> int:
        return self.day * 1_000_000

    def monotonic_ns(self) -> int:
        return self.steady * 1_000_000

    def pass_(self, milliseconds: int) -> None:
        """Let time pass, awake."""
        self.day += milliseconds
        self.steady += milliseconds


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    """Set the machine's clocks by hand."""
    found = Times()
    monkeypatch.setattr(clock, "time", found)
    monkeypatch.setattr(clock.OFFSET, "length", found.day - found.steady)
    return found


async def room_of(hall: Hall, plan: protocol.ClockPlan) -> Room:
    """Begin a match by the clock."""
    created = await hall.create(NewMatch("potential", [ProgramPlan("A"), ProgramPlan("B")], begins=0, clock=plan))
    room = await hall.room(created.match)
    for action in (Commit(commitment(HOST)), Reveal(HOST)):
        for seat in (0, 1):
            await command(room, seat, action)
    return room


async def command(room: Room, seat: int, action: protocol.Action, lag: int = 0) -> None:
    """Do something that must work."""
    done = await room.command((seat,), protocol.Command(ids.new_command(), room.match.version, action, lag))
    assert isinstance(done, protocol.Done), done


def in_hall(play: Callable[[Hall], Awaitable[None]]) -> None:
    """Play in a hall whose time nobody but the test looks at."""

    async def run() -> None:
        hall = Hall(MemoryStore(), FirstMove(), Limits())
        try:
            await play(hall)
        finally:
            await hall.stop()

    asyncio.run(run())


def left(room: Room) -> list[int]:
    """Tell what the clocks show."""
    assert room.match.clocks is not None
    return [room.match.clocks.left_of(seat, clock.now()) for seat in (0, 1)]


def test_fair_5_days_are_not_away_and_asking_is_being_here(times: Times) -> None:
    async def play(hall: Hall) -> None:
        slow, quick = await room_of(hall, protocol.DaysClock(2)), await room_of(hall, BankClock(600))
        times.pass_(31_000)
        assert (slow.is_away(0), quick.is_away(0)) == (False, True)
        quick.poll((0,))
        assert not quick.is_away(0)
        assert showing.players(quick.match, quick.presence)[0].presence == "here"
        times.pass_(20_000)
        quick.forget_polls()
        assert not quick.is_away(0)
        times.pass_(11_000)
        quick.forget_polls()
        assert (showing.players(quick.match, quick.presence)[0].presence, quick.is_away(0)) == ("away", False)
        times.pass_(31_000)
        assert quick.is_away(0)

    in_hall(play)


# FAIR 6: clocks


HOUR = 3_600_000


@pytest.mark.parametrize("step", [HOUR, -HOUR, 5 * 60_000, -90_000])
def test_fair_6_a_clock_that_is_set_charges_nobody(times: Times, step: int) -> None:
    async def play(hall: Hall) -> None:
        room = await room_of(hall, BankClock(60))
        times.pass_(1_000)
        times.day += step  # set, or the machine slept: the steady clock knows nothing of it
        assert left(room) == [59_000, 60_000]
        hall.desk.look()
        times.pass_(1_000)
        await command(room, 0, Move(int(room.match.state.moves()[0])))
        assert left(room) == [58_000, 60_000]
        assert abs(clock.now() - times.day) < 1000  # and the time of day is the machine's again

    in_hall(play)


def test_fair_6_a_process_that_stood_still_charges_nobody(times: Times) -> None:
    async def play(hall: Hall) -> None:
        room = await room_of(hall, BankClock(60))
        times.pass_(100)
        hall.desk.look()
        times.pass_(HOUR)  # stopped, and nobody looked
        await command(room, 0, Move(int(room.match.state.moves()[0])))  # the first thing that happens after it
        assert left(room)[0] > 59_000
        assert room.match.status == "playing"
        times.pass_(HOUR)
        room.caretaker._flag(room.match.board_version)  # or the timer of the flag comes first
        await asyncio.sleep(0.01)
        assert room.match.status == "playing"

    in_hall(play)


def test_fair_6_a_second_sleep_while_the_first_is_given_back_charges_nobody(times: Times) -> None:
    async def play(hall: Hall) -> None:
        room = await room_of(hall, BankClock(60))
        save = hall.store.save

        async def asleep(rows: Sequence[Row], *writes: Write) -> int:
            hall.store.save = save  # type: ignore[method-assign]
            times.pass_(HOUR)
            hall.desk.look()
            return await save(rows, *writes)

        hall.store.save = asleep  # type: ignore[method-assign]
        times.pass_(HOUR)
        await command(room, 0, Move(int(room.match.state.moves()[0])))
        assert left(room)[0] > 58_000

    in_hall(play)


def test_fair_6_a_match_that_had_left_the_memory_is_not_charged_either(times: Times) -> None:
    async def play(hall: Hall) -> None:
        room = await room_of(hall, protocol.DaysClock(1))
        await hall.forget(room)
        times.day += 20 * HOUR
        hall.desk.look()
        times.pass_(1000)
        again = await hall.room(room.match.id)
        await asyncio.sleep(0.01)
        assert again is not room
        assert left(again)[int(again.match.state.to_move)] > 24 * HOUR - 3_000

    in_hall(play)


def test_fair_6_a_gap_is_not_counted_as_absence(times: Times) -> None:
    async def play(hall: Hall) -> None:
        room = await room_of(hall, BankClock(600))
        times.day += HOUR
        hall.desk.look()
        assert not room.is_away(0)

    in_hall(play)


def test_fair_6_lag_comes_out_of_a_small_bank() -> None:
    clocks = Clocks(BankClock(60), 2)
    at = 0
    spent = []
    for _ in range(9):
        clocks.pass_to(0, at, turn_ended=True)
        before = clocks.left[0]
        clocks.pass_to(1, at + 1_000, turn_ended=True, lag=800)
        spent.append(before - clocks.left[0])
        at += 1_000
    assert spent == [500] * 7 + [800, 900]  # half a second each from three, 0.1 back each; then what comes back
    clocks.pass_to(0, at, turn_ended=True)
    clocks.pass_to(1, at, turn_ended=True, lag=500)
    assert clocks.left[0] == 60_000 - sum(spent)  # nobody is given time that was not spent


def test_fair_6_a_move_on_its_way_when_the_time_is_up_still_counts_as_far_as_the_bank_goes() -> None:
    clocks = Clocks(BankClock(10), 2)
    clocks.pass_to(0, 0, turn_ended=True)
    assert clocks.flag_at() == 10_500
    clocks.pass_to(1, 10_400, turn_ended=True, lag=0)
    assert (clocks.left[0], clocks.banks[0]) == (0, 2_700)
    days = Clocks(protocol.DaysClock(1), 2)
    days.pass_to(0, 0, turn_ended=True)
    assert days.flag_at() == 86_400_000


@pytest.mark.parametrize("lag", [-5, 0, 10**30])
def test_fair_6_no_claim_of_lag_gains_more(lag: int) -> None:
    bench = Bench(clock=BankClock(60))
    table = decide.Table(Seal(bench.plan.seed, bench.plan.id, tuple(bench.match.nonces)), lambda seat: False, lag=lag)
    bench.now += 10_000
    for event in decide.decide(bench.match, (0,), Move(int(bench.match.state.moves()[0])), table).events:
        bench.apply(event, 0)
    assert bench.match.clocks is not None
    assert bench.match.clocks.left[0] == 50_000 + (500 if lag > 0 else 0)
