"""FAIR: chance and clocks, attacked by those who could gain: another player, the host, and the host who plays."""

import hashlib
import hmac
import itertools

import msgspec
import pytest

import potluck
from kit import ROOT
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord
from potluck.core.state import CHANCE
from potluck.records import Record, read, verify, write
from potluck.records.record import replay as steps
from potluck.records.seal import Seal, commitment, receipt, seal_of
from potluck.table import protocol
from potluck.table.match import decide, events, replay
from potluck.table.match.events import Setup
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan
from potluck.table.protocol import Abort, BotPlan, Commit, NewMatch, PersonPlan, ProgramPlan, Ready, Resign, Reveal
from potluck.table.protocol.refusals import Refused
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
    bench = Bench([PersonPlan("Ann"), PersonPlan("Bob"), BotPlan("novice")], "potion_explosion", begin=False)
    bench.do((0, 1), Ready(HOST))
    assert bench.match.nonces == [HOST] * 3
    assert bench.show(0, 1).fairness.commitments == [commitment(HOST)] * 3
    for seat in (0, 1):
        bench.apply(events.Gone(seat, "resigned"))
    assert verify(record_of(bench), kept_by(bench)).draws > 0


def test_fair_3_bots_among_themselves_have_the_seed_alone() -> None:
    bench = Bench([BotPlan("novice"), BotPlan("novice")], "potion_explosion", begin=False)
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
    assert bench.show(1).result == protocol.Result(
        [0.0, 0.0], "void", "Not everybody revealed their number for the dice."
    )
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


@pytest.mark.parametrize(("clock", "wait"), [(protocol.BankClock(60), 300_000), (protocol.DaysClock(2), 172_800_000)])
def test_fair_4_the_time_to_reveal_fits_the_clock_and_is_not_charged_for_downtime(
    clock: protocol.ClockPlan, wait: int
) -> None:
    bench = Bench(clock=clock, begin=False)
    promise(bench, HOST, FRIEND)
    bench.apply(events.Resumed(5000))
    assert bench.match.due_at() == bench.now + wait + 5000


# What was begun before commitments goes on


def old(events_: list[events.AnyEvent], seed: bytes) -> Match:
    """Build a match as a table of 0.1.0 has kept it."""
    text = b"""{"game": "potus", "options": {}, "rules": 2, "seats": [{"kind": "program", "name": "A"},
        {"kind": "bot", "level": "novice"}], "created": 0, "seal": "%s"}"""
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
