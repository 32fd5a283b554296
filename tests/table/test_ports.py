"""The live table between its ports: no server, no database, no thread."""

import asyncio
import logging
from typing import Any

import pytest

import potluck
from potluck.table.live import serving
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.viewers import Viewer
from potluck.table.live.workers import Workers
from potluck.table.match import why
from potluck.table.match.plan import Plan
from potluck.table.match.ports import BotFailed, Claim, Question, Thought, Urgency
from potluck.table.protocol import BotPlan, Command, FriendPlan, NewMatch, PersonPlan, ProgramPlan, Ready, SeatPlan, ids
from potluck.table.protocol.refusals import Refused
from table.memory import FirstMove, MemoryStore, Pipe, Table, play

LONGEST_REASON = 123  # bytes that a WebSocket can be closed with


@pytest.mark.parametrize("name", potluck.names())
def test_a_match_against_a_bot_is_played_in_memory(name: str) -> None:
    assert asyncio.run(play(name, 12)) > 12


class Silent(FirstMove):
    """Fail at every question."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        raise BotFailed("its process ended")


class Babbler(FirstMove):
    """Answer with nonsense."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        return Thought("nonsense")


@pytest.mark.parametrize(
    ("bots", "reason"), [(Silent(), "its process ended"), (Babbler(), "a bot answered with no move")]
)
def test_a_bot_that_fails_is_logged_and_the_players_are_told(
    bots: FirstMove, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> list[str]:
        async with Table("potential", bots) as table:
            shown = await table.my_turn()
            while shown["turn"] < 2:
                await table.pipe.do(shown["version"], {"do": "move", "move": shown["choices"][0]["move"]})
                shown = await table.my_turn()
            table.match.story.tell(table.match.moves)
            return [line.text for line in next(iter(table.match.story.lines.values()))]

    with caplog.at_level(logging.WARNING, "potluck.table"):
        told = asyncio.run(run())
    assert any("failed to answer, so the table made a random legal move" in line for line in told)
    assert reason in caplog.text


def ask_worker(question: Question, seconds: float) -> tuple[BotFailed | None, int]:
    """Ask one real worker; return how it failed, and how many processes were replaced."""

    async def run() -> tuple[BotFailed | None, int]:
        workers = Workers(1, seconds, 1 << 31)
        try:
            await workers.ask(question, Claim(Urgency.LIVE))
        except BotFailed as error:
            return error, workers.replaced
        finally:
            await workers.stop()
        return None, workers.replaced

    return asyncio.run(run())


def test_the_error_of_a_worker_is_kept_logged_and_asked_about_once_more(caplog: pytest.LogCaptureFixture) -> None:
    question = Question("choose", "chess", {}, "", 0, "crumb", 1)
    with caplog.at_level(logging.WARNING, "potluck.table"):
        error, replaced = ask_worker(question, 30.0)
    assert str(error).startswith("BadOptions at ")
    assert replaced == 0
    assert len(caplog.records) == 2


def test_a_worker_that_hangs_is_replaced_and_that_is_the_reason() -> None:
    game = potluck.load("potential")
    question = Question("choose", "potential", {}, game.write_position(game.new()), 0, "master", 1)
    error, replaced = ask_worker(question, 0.01)
    assert (str(error), replaced) == ("no answer within 0.01 s", 2)


def test_previews_of_all_choices_in_sight_come_in_one_answer() -> None:
    async def run() -> tuple[list[int], dict[str, Any], dict[str, Any]]:
        async with Table("potential") as table:
            shown = await table.my_turn()
            moves = [choice["move"] for choice in shown["choices"]][:20]
            question = {"type": "previews", "moves": [*moves, 100_000]}
            found = await table.pipe.ask(question, "previewed_all")
            assert found["version"] == shown["version"]
            one = await table.pipe.ask({"type": "preview", "move": moves[0]}, "previewed")
            return moves, found, one

    moves, found, one = asyncio.run(run())
    assert [preview["move"] for preview in found["previews"]] == moves
    assert {**one, "view": None} == found["previews"][0]


def test_too_many_previews_are_refused() -> None:
    async def run() -> dict[str, Any]:
        async with Table("potential") as table:
            await table.my_turn()
            return await table.pipe.ask({"type": "previews", "moves": [0] * 65}, "refusal")

    assert asyncio.run(run())["code"] == "too_large"


def test_previews_stop_when_the_board_changes() -> None:
    async def run() -> tuple[int, int]:
        async with Table("potential") as table:
            moves = [choice["move"] for choice in (await table.my_turn())["choices"]]
            asked = asyncio.create_task(serving.look_ahead(table.hall.desk, table.match, 0, moves))
            await asyncio.sleep(0)
            table.match.board_version += 1
            return len(moves), len((await asked).previews)

    count, found = asyncio.run(run())
    assert 0 < found < count


def test_a_refused_click_is_explained_in_slices_and_remembered() -> None:
    async def run() -> tuple[list[int], list[dict[str, Any]]]:
        async with Table("potus") as table:
            shown = await table.my_turn()
            path = shown["choices"][0]["path"]
            steps = [len(list(why.why(table.match, 0, [path[0], "nowhere"], ""))) for _ in range(2)]
            said = [await table.pipe.ask({"type": "why", "path": [name]}, "because") for name in ("nowhere", path[0])]
            return steps, said

    steps, said = asyncio.run(run())
    assert steps == [potluck.load("potus").move_count // why.SLICE + 1, 1]
    assert said[0]["sentence"] == "There is nothing to do there."


def test_whoever_waits_for_answers_is_slowed_down_and_whoever_does_not_is_told_the_pace_to_keep() -> None:
    async def run() -> tuple[int, dict[str, Any]]:
        async with Table("potential", limits=Limits(burst=3)) as table:
            line = asyncio.create_task(serving.attend(table.room, Viewer((0,), 64), pipe := Pipe()))
            answered = [await pipe.ask({"type": "ping"}, "pong") for _ in range(12)]
            for _ in range(12):
                pipe.to_table.put_nowait('{"type": "ping"}')
            bye = await pipe.hear("bye")
            await line
            return len(answered), bye

    answered, bye = asyncio.run(run())
    assert answered == 12
    assert bye["code"] == "too_fast"
    assert bye["sentence"].startswith("too many messages: 3 may come at once, then 20 a second; wait for the answer")
    assert len(bye["sentence"].encode()) <= LONGEST_REASON


def test_programs_may_be_faster_than_people() -> None:
    limits = Limits(messages=20.0, program_messages=100.0)
    assert (serving.Pace(limits).rate, serving.Pace(limits, program=True).rate) == (20.0, 100.0)
    match = Plan(NewMatch("potential", [ProgramPlan("P"), FriendPlan()]), 0).match()
    assert [serving.is_program(match, mine) for mine in ((0,), (1,), ())] == [True, False, False]


def test_the_pause_before_secret_moves_can_be_left_out_among_programs_alone() -> None:
    async def moves(pause: bool) -> bool:
        hall = Hall(MemoryStore(), FirstMove(), Limits(secret_pause=60.0))
        plans: list[SeatPlan] = [ProgramPlan("P"), BotPlan("crumb")]
        created = await hall.create(NewMatch("magic_potion", plans, pause=pause, begins=1))
        room = await hall.room(created.match)
        await room.command((0,), Command(ids.new_command(), room.match.version, Ready("0" * 32)))
        board = room.match.board_version
        for _ in range(100):
            await asyncio.sleep(0)
        await hall.stop()
        return room.match.board_version > board

    assert not asyncio.run(moves(pause=True))
    assert asyncio.run(moves(pause=False))
    with pytest.raises(Refused, match="only among programs and bots"):
        Plan(NewMatch("magic_potion", [PersonPlan("Ann"), BotPlan("crumb")], pause=False), 0)
