"""FLOOD 7, by counts: what the loop does at once does not grow with a match, and long work comes in steps."""

import asyncio
import gc
import random
import tracemalloc
from collections.abc import Callable, Iterator
from unittest import mock

import msgspec
import pytest

import potluck
from potluck.core.english import name_seats
from potluck.core.state import SPECTATOR
from potluck.records import secrecy
from potluck.records.record import write
from potluck.table.live.answering import answer
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.slices import Slices
from potluck.table.live.viewers import Viewer
from potluck.table.live.worker import Inbox
from potluck.table.match import match as matches
from potluck.table.match import replay, showing, story, undo
from potluck.table.match.match import Match
from potluck.table.match.ports import Question, Thought
from potluck.table.match.showing import Presence, Surroundings
from potluck.table.protocol import FriendPlan, NewMatch, PersonPlan, SeatPlan, Snapshot
from potluck.table.protocol.refusals import Refused
from table.memory import FirstMove, MemoryStore
from table.test_leak import advance, new_match

AROUND = Surroundings(Presence(), 0)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a match of a hundred moves a long one."""
    monkeypatch.setattr(story, "KEPT", 10)
    monkeypatch.setattr(matches, "MARK", 16)


def played(name: str, plies: int, each: Callable[[Match], object] = lambda match: None) -> Match:
    match, seal = new_match(name)
    picks = random.Random(5)
    while len(match.moves) < plies and match.status == "playing":
        advance(match, seal, picks)
        each(match)
    return match


class Page:
    """Keep the log as a page does: lines that were kept, and those that follow."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []

    def show(self, snapshot: Snapshot) -> None:
        self.lines = [*self.lines[: snapshot.log_from], *((line.ply, line.text) for line in snapshot.log)]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", potluck.names())
def test_flood_7_a_long_story_keeps_its_end_and_a_page_that_was_there_keeps_all(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page()

    def show(match: Match) -> None:
        page.show(showing.snapshot(match, (), AROUND, match.story.sent[SPECTATOR]))
        match.story.mark_sent()
        assert len(match.story.steps[SPECTATOR]) <= 2 * story.KEPT

    monkeypatch.setattr(story, "KEPT", 70)  # more than chance draws at once
    match = played(name, 240, show)
    steps = [(ply, match.game.tell(state, move, SPECTATOR)) for ply, state, move in match.course.steps()]
    assert page.lines == [(ply, name_seats(line, match.names)) for ply, lines in steps for line in lines]
    fresh = Page()
    fresh.show(showing.snapshot(match, (), AROUND))
    assert fresh.lines == page.lines[len(page.lines) - len(fresh.lines) :]
    assert fresh.lines[0][0] >= len(match.moves) - 2 * story.KEPT


@pytest.mark.usefixtures("short")
def test_flood_7_a_match_that_was_loaded_is_told_from_its_end() -> None:
    live, loaded = played("potential", 100), played("potential", 100)
    told: list[int] = []
    with mock.patch.object(story.Story, "_tell_move", autospec=True, side_effect=story.Story._tell_move) as tell:
        loaded.told()
        told.append(tell.call_count)
    assert told == [story.KEPT]
    assert loaded.story.plies == live.told().plies
    before, after = live.story.steps[SPECTATOR], loaded.story.steps[SPECTATOR]
    assert before[-len(after) :] == after


@pytest.mark.usefixtures("short")
def test_notes_of_the_table_stay_in_their_places() -> None:
    def texts(match: Match) -> list[str]:
        return [line.text for line in match.told().lines[SPECTATOR]]

    told, silent = new_match("potential")[0], new_match("potential")[0]
    for match, each in ((told, texts), (silent, id)):
        for number in range(5):
            match._play([int(match.state.moves()[0])])
            match.note(f"note {number}")
            each(match)
        match._take_back(2, 0)
        match.note("back")
        match._play([int(match.state.moves()[0])])
    assert texts(told) == texts(silent)
    assert [line for line in texts(silent) if line.startswith(("note", "back"))] == [
        *(f"note {number}" for number in range(5)),
        "back",
    ]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", potluck.names())
def test_flood_7_an_earlier_state_is_a_few_moves_from_a_known_one(name: str) -> None:
    match = played(name, 90)
    for ply in (0, 1, 15, 16, 17, 40, 79, len(match.moves)):
        assert match.state_at(ply).key() == match.course.state_at(ply).key()
    assert sorted(match.marks) == [*range(0, len(match.moves), matches.MARK)]
    match._take_back(40, 0)
    assert sorted(match.marks) == [0, 16, 32]
    assert match.state.key() == match.course.state_at(40).key()


def test_flood_7_to_be_sure_of_a_take_back_comes_in_steps_and_leaves_nothing_to_be_decided_at_once() -> None:
    match, seal = new_match("magic_potion")
    picks = random.Random(2)
    looked = 0
    for _ in range(40):
        advance(match, seal, picks)
        undo.prepare(match)
        if match.status != "playing":
            break
        for seat in range(match.seats):
            steps = sum(1 for _ in undo.look(match, seat, None))
            looked += steps
            with mock.patch.object(secrecy, "redraw", side_effect=AssertionError("looked at once")):
                own = undo.last_own(match, seat, secrecy.SURE)
                if own is not None:
                    undo.free_from(match, seat, secrecy.SURE, own)
                    undo.open_plies(match, secrecy.SURE, own)
    assert looked > 100


def test_flood_7_after_a_move_the_buttons_need_one_look() -> None:
    match, seal = new_match("magic_potion")
    picks = random.Random(3)
    undo.prepare(match)
    for _ in range(30):
        before = set(match.passed)
        advance(match, seal, picks)
        with mock.patch.object(secrecy, "_looks_of", side_effect=secrecy._looks_of) as looks:
            undo.prepare(match)
            assert looks.call_count <= match.seats + 1
        assert len(set(match.passed) - before) <= 1
        with mock.patch.object(secrecy, "_looks_of", side_effect=AssertionError("looked twice")):
            for mine in [(seat,) for seat in range(match.seats)] + [()]:
                showing.snapshot(match, mine, AROUND)


def test_flood_7_steps_of_several_take_turns_and_others_go_on_between() -> None:
    done: list[str] = []

    def steps(name: str, count: int) -> Iterator[str]:
        for number in range(count):
            done.append(f"{name}{number}")
            yield name

    async def others() -> None:
        for _ in range(8):
            done.append("-")
            await asyncio.sleep(0)

    async def run() -> None:
        slices = Slices()
        first, second, _ = await asyncio.gather(slices.gather(steps("a", 3)), slices.gather(steps("b", 3)), others())
        assert (first, second) == (["a"] * 3, ["b"] * 3)

    asyncio.run(run())
    assert [name for name in done if name != "-"] == ["a0", "b0", "a1", "b1", "a2", "b2"]
    assert "--" not in "".join(done[: done.index("b2")]).replace("0", "").replace("1", "")


def test_a_replay_comes_frame_by_frame() -> None:
    match = played("potus", 30)
    frames = replay.frames(match, SPECTATOR, 5, 8)
    first = next(frames)
    assert first.ply == 5
    assert [frame.ply for frame in frames] == list(range(6, 13))


@pytest.mark.parametrize("name", potluck.names())
def test_records_are_written_and_read_in_a_process_of_the_bots(name: str) -> None:
    record = potluck.Match(name, seed=3).record()
    inbox = Inbox(0)
    written = answer(msgspec.json.encode(Question("write", text=msgspec.json.encode(record).decode())), inbox.has_more)
    assert written.text == write(record)
    back = answer(msgspec.json.encode(Question("read", text=written.text)), inbox.has_more)
    assert msgspec.json.decode(back.text) == msgspec.to_builtins(record)
    assert answer(msgspec.json.encode(Question("read", text="Game: chess")), inbox.has_more) == Thought(
        refused="record: expected a line Rules: … before the first empty line"
    )


@pytest.mark.parametrize("name", potluck.names())
def test_the_weight_of_a_match_is_estimated_within_a_factor_of_two(name: str) -> None:
    gc.collect()
    tracemalloc.start()
    try:
        match = played(name, 1000, Match.told)
        match.state_at(len(match.moves))
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 2 < match.weight() < taken * 2


def test_matches_leave_the_memory_by_their_bytes_the_one_that_was_left_first() -> None:
    async def run() -> None:
        hall = Hall(MemoryStore(), FirstMove(), Limits(room_bytes=5 * matches.BYTES))
        plans: list[SeatPlan] = [PersonPlan("Ann"), FriendPlan()]
        made = [(await hall.create(NewMatch("potential", plans))).match for _ in range(8)]
        for number, id in enumerate(made):
            room = await hall.room(id)
            room.used = number
        assert made[-1] in hall.rooms
        assert made[0] not in hall.rooms
        assert list(hall.rooms) == made[-len(hall.rooms) :]
        assert sum(room.weight for room in hall.rooms.values()) <= 6 * matches.BYTES
        for room in hall.rooms.values():
            room.viewers[Viewer((), 1)] = None
            room.weight = 5 * matches.BYTES
        with pytest.raises(Refused, match="fill the memory"):
            await hall.room(made[0])
        assert (await hall.room(made[-1])).match.id == made[-1]
        await hall.stop()

    asyncio.run(run())
