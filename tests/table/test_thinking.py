"""FLOOD 11, by the order of the queue: who is thought for next, and what is refused, stopped and begun anew."""

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable

import msgspec
import pytest

import potluck
from potluck.core.dice import Dice
from potluck.players.door import choose, see
from potluck.players.levels import level_names
from potluck.table.live import workers
from potluck.table.live.answering import Heed, answer
from potluck.table.live.limits import Limits
from potluck.table.live.thinking import Queue
from potluck.table.live.worker import Inbox
from potluck.table.live.workers import Worker, Workers
from potluck.table.match.ports import BotFailed, Claim, Question, Thought, Urgency
from potluck.table.protocol.refusals import Refused

LIMITS = Limits(thoughts=6, address_thoughts=4, match_thoughts=5)


def question(name: str) -> Question:
    return Question("choose", name, {}, "", 0, "crumb", 1)


class Slow(Worker):
    """Answer when the test says so, or when stopped."""

    def __init__(self) -> None:
        super().__init__(0)
        self.go = asyncio.Event()
        self.asked: list[str] = []

    async def ask(self, question: Question, seconds: float) -> Thought:
        self.asked.append(question.game)
        go, stopped = asyncio.ensure_future(self.go.wait()), asyncio.ensure_future(self.stopped.wait())
        try:
            await asyncio.wait((go, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:
            go.cancel()
            stopped.cancel()
        self.go.clear()
        return Thought(question.game)


class Pool(Workers):
    """Think with workers that the test leads."""

    def __init__(self, count: int, limits: Limits = LIMITS) -> None:
        super().__init__(0, 1.0, 0, limits)
        self.slow = [Slow() for _ in range(count)]
        self.all, self.idle = list(self.slow), list(self.slow)

    def begin(self, name: str, claim: Claim) -> "asyncio.Task[Thought]":
        return asyncio.create_task(self.ask(question(name), claim))


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def inside() -> None:
        await test()

    asyncio.run(inside())


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def finish(pool: Pool) -> list[str]:
    """Let one worker answer again and again; list what it was asked."""
    (worker,) = pool.slow
    while worker.wanted is not None or pool.queue.waiting:
        worker.go.set()
        await settle()
    return worker.asked


def test_flood_11_live_bots_come_before_hints_before_reviews_before_analysis() -> None:
    async def test() -> None:
        pool = Pool(1)
        tasks = [pool.begin("now", Claim(Urgency.LIVE))]
        await settle()
        for urgency in reversed(Urgency):
            tasks.append(pool.begin(urgency.name, Claim(urgency, urgency.name)))
        tasks.append(pool.begin("NOVICE", Claim(Urgency.LIVE, cost=0)))
        await settle()
        assert await finish(pool) == ["now", "NOVICE", "LIVE", "HINT", "RECORD", "REVIEW", "ANALYSIS"]
        assert [task.result().move for task in tasks][-1] == "NOVICE"

    run(test)


def test_flood_11_many_questions_of_one_address_delay_another_by_one() -> None:
    async def test() -> None:
        pool = Pool(1)
        mine = [pool.begin(f"greedy{number}", Claim(Urgency.ANALYSIS, "a")) for number in range(4)]
        await settle()
        other = pool.begin("modest", Claim(Urgency.ANALYSIS, "b"))
        await settle()
        assert await finish(pool) == ["greedy0", "modest", "greedy1", "greedy2", "greedy3"]
        await asyncio.gather(*mine, other)

    run(test)


def test_flood_11_questions_are_bounded_by_address_by_match_and_in_all() -> None:
    async def test() -> None:
        queue = Queue(LIMITS)
        kept = [queue.enter(question("x"), Claim(Urgency.HINT, "a", "m")) for _ in range(4)]
        with pytest.raises(Refused, match="from your address"):
            queue.enter(question("x"), Claim(Urgency.HINT, "a", "n"))
        kept.append(queue.enter(question("x"), Claim(Urgency.HINT, "b", "m")))
        with pytest.raises(Refused, match="about this match"):
            queue.enter(question("x"), Claim(Urgency.HINT, "c", "m"))
        kept.append(queue.enter(question("x"), Claim(Urgency.HINT, "c", "n", cost=4)))
        with pytest.raises(Refused, match="6 questions wait already"):
            queue.enter(question("x"), Claim(Urgency.HINT, "d", "o"))
        queue.enter(question("x"), Claim(Urgency.LIVE, match="m"))
        for wanted in kept:
            queue.leave(wanted)
        assert (queue.all, len(queue.waiting), queue.under_way) == (0, 1, {})

    run(test)


def test_an_analysis_of_others_matches_costs_more() -> None:
    async def test() -> None:
        queue = Queue(LIMITS)
        queue.enter(question("x"), Claim(Urgency.ANALYSIS, "a", "m", cost=4))
        with pytest.raises(Refused, match="from your address"):
            queue.enter(question("x"), Claim(Urgency.ANALYSIS, "a", "n"))

    run(test)


def test_flood_11_whoever_hangs_up_is_not_thought_for_any_more() -> None:
    async def test() -> None:
        pool = Pool(1)
        asked = [pool.begin(f"gone{number}", Claim(Urgency.ANALYSIS, str(number))) for number in range(3)]
        await settle()
        for task in asked:
            task.cancel()
        await settle()
        assert pool.slow[0].asked == ["gone0"]
        assert (pool.idle, pool.queue.waiting, pool.queue.all) == (pool.all, [], 0)

    run(test)


def test_flood_11_a_live_bot_takes_the_place_of_an_analysis_which_is_begun_anew() -> None:
    async def test() -> None:
        pool = Pool(1)
        analysis = pool.begin("analysis", Claim(Urgency.ANALYSIS, "a"))
        await settle()
        live = pool.begin("live", Claim(Urgency.LIVE))
        await settle()
        assert pool.slow[0].asked == ["analysis", "live"]
        assert await finish(pool) == ["analysis", "live", "analysis"]
        assert (await analysis).move == "analysis"
        assert (await live).move == "live"

    run(test)


def test_one_of_several_workers_is_kept_for_live_bots() -> None:
    async def test() -> None:
        pool = Pool(2)
        tasks = [pool.begin(f"analysis{number}", Claim(Urgency.ANALYSIS, str(number))) for number in range(3)]
        await settle()
        assert [worker.asked for worker in pool.slow] == [[], ["analysis0"]]
        tasks.append(pool.begin("live", Claim(Urgency.LIVE)))
        await settle()
        assert [worker.asked for worker in pool.slow] == [["live"], ["analysis0"]]
        await pool.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks)

    run(test)


def test_a_review_takes_all_workers_while_no_bot_plays() -> None:
    async def test() -> None:
        pool = Pool(2)
        review = Claim(Urgency.REVIEW)
        tasks = [pool.begin("first", review), pool.begin("second", review)]
        await settle()
        assert [worker.asked for worker in pool.slow] == [["second"], ["first"]]
        live = pool.begin("live", Claim(Urgency.LIVE, match="m"))
        await settle()
        assert [worker.asked for worker in pool.slow] == [["second", "live"], ["first"]]
        pool.slow[0].go.set()
        assert (await live).move == "live"
        await settle()
        assert [worker.asked for worker in pool.slow] == [["second", "live"], ["first"]]  # another move may follow
        pool.lively -= workers.QUIET
        pool.slow[1].go.set()
        assert (await tasks[0]).move == "first"
        await settle()
        assert pool.slow[0].asked[2:] + pool.slow[1].asked[1:] == ["second"]
        await pool.stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(test)


def test_a_worker_that_fails_is_asked_once_more_and_is_not_lost() -> None:
    class Broken(Slow):
        async def ask(self, question: Question, seconds: float) -> Thought:
            raise KeyError("broken")

    async def test() -> None:
        pool = Pool(0)
        pool.all, pool.idle = [Broken()], [Broken()]
        with pytest.raises(BotFailed, match="KeyError: 'broken'"):
            await pool.ask(question("x"), Claim(Urgency.LIVE))
        assert (pool.replaced, len(pool.idle)) == (2, 1)

    run(test)


def test_a_real_worker_stops_when_nobody_waits_and_answers_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "STOPPING", 60.0)  # on a busy machine it takes a while
    game = potluck.load("potential")
    long = Question("choose", "potential", {}, game.write_position(game.new()), 0, "alphabeta:steps=100000000", 1)
    short = Question("choose", "potential", {}, game.write_position(game.new()), 0, "crumb", 1)

    async def test() -> None:
        crew = Workers(1, 60.0, 1 << 31)
        task = asyncio.create_task(crew.ask(long, Claim(Urgency.ANALYSIS)))
        while not crew.all[0].process:
            await asyncio.sleep(0.01)
        pid = crew.all[0].process.pid
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert (await crew.ask(short, Claim(Urgency.LIVE))).move
        assert (crew.all[0].process.pid, crew.replaced) == (pid, 0)
        await crew.stop()

    run(test)


def test_a_worker_that_is_not_told_to_stop_answers_as_the_door_does() -> None:
    reading, writing = os.pipe()
    try:
        for name in ("potential", "magic_potion"):
            game = potluck.load(name)
            state = potluck.Match(game, seed=1).state
            position = see(game, state, int(state.to_move), Dice(3))
            level = level_names(game)[2]
            asked = Question("choose", name, {}, position, int(state.to_move), level, 5)
            told = answer(msgspec.json.encode(asked), Inbox(reading).has_more)
            assert told == Thought(choose(game, position, int(state.to_move), level, 5))
    finally:
        os.close(reading)
        os.close(writing)


def test_a_line_that_comes_while_it_thinks_stops_a_worker() -> None:
    reading, writing = os.pipe()
    inbox = Inbox(reading)
    limit = Heed(0, inbox.has_more)
    assert not any(limit.is_late() for _ in range(100))
    os.write(writing, b"question\n\n")
    assert inbox.line() == b"question"
    assert any(limit.is_late() for _ in range(100))
    assert inbox.line() == b""
    assert not any(limit.is_late() for _ in range(100))
    os.close(writing)
    assert any(limit.is_late() for _ in range(100))
    assert inbox.line() is None
    os.close(reading)
