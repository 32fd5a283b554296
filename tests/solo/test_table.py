"""The table as a browser runs it, between a shelf and a page of the test's own."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

import potluck
from potluck.records.record import read
from potluck.table.live.asking import Request
from potluck.table.match.ports import Beat, BotFailed, Conflict, Question, Row, SetCard, Store
from potluck.table.protocol import endpoints, ids
from potluck.table.solo.bots import Thinker
from potluck.table.solo.store import ShelfStore
from potluck.table.solo.table import PageRequest
from solo.shelf import MemoryShelf, Mind, Page

Json = Any


async def begin(page: Page, game: str, people: int = 1, **more: Json) -> str:
    seats: list[Json] = [{"kind": "person", "name": f"Player {seat}"} for seat in range(people)]
    seats += [{"kind": "bot", "level": "crumb"}] * (potluck.load(game).seats[0] - people)
    status, created = await page.ask("POST", "/api/matches", {"game": game, "seats": seats, "options": {}, **more})
    assert status == 201, created
    match: str = created["match"]
    await page.ask("POST", f"/api/matches/{match}/commands", command(0, {"do": "ready", "nonce": "0" * 32}))
    return match


def command(version: int, action: Json) -> Json:
    return {"type": "command", "id": ids.new_command(), "v": version, "a": action}


async def my_turn(page: Page, match: str) -> Json:
    """Wait until it is our turn, or the match is over."""
    for _ in range(3000):
        status, shown = await page.ask("GET", f"/api/matches/{match}")
        assert status == 200, shown
        if shown["choices"] or shown["status"] == "over":
            return shown
        await asyncio.sleep(0.01)
    raise AssertionError(shown)


async def move(page: Page, match: str) -> Json:
    shown = await my_turn(page, match)
    if shown["status"] == "over":
        return shown
    chosen = {"do": "move", "move": shown["choices"][0]["move"]}
    status, done = await page.ask("POST", f"/api/matches/{match}/commands", command(shown["version"], chosen))
    assert status == 200, done
    return shown


def test_it_fits_the_ports() -> None:
    store: Store = ShelfStore(MemoryShelf())
    request: Request = PageRequest({}, "", "")
    assert (store.shared, request.address) == (False, "")


@pytest.mark.parametrize("game", potluck.names())
def test_a_match_outlives_the_page(game: str) -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        async with Page(shelf) as page:
            match = await begin(page, game)
            for _ in range(4):
                shown = await move(page, match)
        async with Page(shelf) as page:
            again = await my_turn(page, match)
            assert again["version"] > shown["version"]
            await page.ask("POST", f"/api/matches/{match}/commands", command(again["version"], {"do": "resign"}))
            status, record = await page.ask("GET", f"/api/matches/{match}/record")
            assert status == 200
            assert read(record).moves

    asyncio.run(run())


def test_a_line_shows_what_happens_and_answers() -> None:
    async def run() -> None:
        async with Page() as page:
            match = await begin(page, "struggle", people=2)
            page.solo.enter(7, f"/api/matches/{match}/socket")
            await asyncio.sleep(0)
            shown = await my_turn(page, match)
            chosen = {"do": "move", "move": shown["choices"][0]["move"]}
            page.solo.hear(7, json.dumps(command(shown["version"], chosen)))
            await until(lambda: any(said and said["type"] == "done" for _, said in page.said))
            page.solo.leave(7)
            page.solo.enter(8, "/api/matches/nothing/socket")
            await until(lambda: (8, None) in page.said)
            assert {said["type"] for viewer, said in page.said if viewer == 7} >= {"snapshot", "done"}

    asyncio.run(run())


async def until(is_so: Any) -> None:
    for _ in range(500):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


def test_every_endpoint_of_the_rooms_is_found_by_its_address() -> None:
    async def run() -> None:
        async with Page() as page:
            for endpoint in page.solo.rest.by_endpoint:
                address = endpoint.path.format(match="0" * 16, game="struggle", **dict.fromkeys(others(endpoint), "x"))
                _, answer = await page.ask(endpoint.method, address)
                assert answer != {"type": "refusal", "code": "not_found", "sentence": NOTHING}, endpoint.name

    asyncio.run(run())


NOTHING = "there is nothing at this address"


def others(endpoint: endpoints.Endpoint) -> set[str]:
    return set(endpoint.places) - {"match", "game"}


def test_a_puzzle_is_judged_here_and_the_browser_keeps_the_standing() -> None:
    async def run() -> None:
        async with Page(MemoryShelf()) as page:
            address = "/api/games/struggle/puzzles"
            status, shown = await page.ask("GET", address)
            assert (status, shown["standing"]) == (200, None)
            puzzle = {"puzzle": shown["today"], "standing": {"rating": 1600.0, "streak": 2}}
            _, helped = await page.ask("POST", address, {**puzzle, "help": "answer"})
            assert (helped["standing"]["streak"], helped["counts"]) == (0, False)
            moves: list[str] = []
            for path in helped["tried"]["show"]:
                status, tried = await page.ask("POST", address, {**puzzle, "moves": moves, "path": path})
                assert status == 200, tried
                moves = tried["tried"]["moves"]
            assert tried["tried"]["kind"] in ("right", "done")
            if tried["tried"]["kind"] == "done":
                assert tried["standing"]["rating"] > 1600

    asyncio.run(run())


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    async def run() -> None:
        async with Page() as page:
            assert (await page.ask("GET", "/api/nothing"))[1]["sentence"] == NOTHING
            assert (await page.ask("PUT", "/api/games"))[0] == 404
            assert (await page.ask("GET", "/api/matches/0123456789abcdef"))[1]["sentence"] == "there is no such match"
            assert (await page.ask("POST", "/api/matches", "nonsense"))[0] == 400
            status, answer = await page.ask("POST", "/api/records", "x" * 2_000_000)
            assert (status, answer["code"]) == (413, "too_large")

    asyncio.run(run())


def test_nothing_counts_before_it_is_saved() -> None:
    async def run() -> None:
        async with Page() as page:
            match = await begin(page, "struggle", people=2)
            shown = await my_turn(page, match)
            page.shelf.wrong = "QuotaExceededError"
            chosen = {"do": "move", "move": shown["choices"][0]["move"]}
            status, refusal = await page.ask(
                "POST", f"/api/matches/{match}/commands", command(shown["version"], chosen)
            )
            assert (status, refusal["code"]) == (503, "read_only")
            assert "no room left" in refusal["sentence"]
            assert (await my_turn(page, match))["version"] == shown["version"]
            page.shelf.wrong = ""
            await until(lambda: not page.solo.hall.desk.read_only)
            await move(page, match)

    asyncio.run(run())


def test_two_writers_of_one_match_conflict() -> None:
    async def run() -> None:
        async with Page() as page:
            match = await begin(page, "struggle", people=2)
            rows = await page.solo.store.load_events(match, 0)
            with pytest.raises(Conflict):
                await page.solo.store.save([Row(*rows[0])])

    asyncio.run(run())


@pytest.mark.parametrize("folder", ["heads", "events", "keepsakes", "leases"])
def test_a_damaged_match_is_set_aside_and_the_others_go_on(folder: str) -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        async with Page(shelf) as page:
            broken, whole = await begin(page, "struggle"), await begin(page, "struggle")
            await move(page, broken)
            await page.solo.hall.keep(1 << 62)
        for key in [key for key in shelf.folders[folder] if key[0] == broken]:
            shelf.folders[folder][key] = "{"
        async with Page(shelf) as page:
            status, answer = await page.ask("GET", f"/api/matches/{broken}")
            assert status == {"heads": 404, "events": 503}.get(folder, 200), answer
            if folder == "events":
                assert "nothing of it is lost" in answer["sentence"]
            assert (await page.ask("GET", f"/api/matches/{whole}"))[0] == 200
            assert any(key[0] == broken for key in shelf.folders[folder])

    asyncio.run(run())


class Hung(Mind):
    """Never answer."""

    async def ask(self, question: str) -> str:
        await asyncio.Event().wait()
        return question


def test_a_mind_that_hangs_is_replaced() -> None:
    async def run() -> tuple[str, int]:
        mind = Hung()
        thinker = Thinker(mind)
        with pytest.raises(BotFailed) as failed:
            await thinker.ask(Question("ping"), 0.01)
        await thinker.end()
        return str(failed.value), mind.ended

    assert asyncio.run(run()) == ("no answer within 0.01 s", 1)


def test_all_matches_are_listed_with_their_outcome_and_finished_ones_are_deleted() -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        async with Page(shelf) as page:
            over, going = await begin(page, "struggle"), await begin(page, "potential", people=2)
            shown = await my_turn(page, over)
            await page.ask("POST", f"/api/matches/{over}/commands", command(shown["version"], {"do": "resign"}))
            await until(lambda: page.solo.store.heads[over].outcome)
            assert (await page.ask("DELETE", f"/api/me/matches/{going}"))[1]["code"] == "not_over"
        async with Page(shelf) as page:
            _, listed = await page.ask("GET", "/api/me/matches")
            found = {one["card"]["match"]: (one["seats"], one.get("outcome")) for one in listed["matches"]}
            assert found == {over: ([0], "lost"), going: ([0, 1], None)}
            await page.ask("GET", f"/api/matches/{over}")
            _, left = await page.ask("DELETE", f"/api/me/matches/{over}")
            assert [one["card"]["match"] for one in left["matches"]] == [going]
            assert (await page.ask("GET", f"/api/matches/{over}"))[0] == 404
            assert (await page.ask("DELETE", f"/api/me/matches/{over}"))[0] == 404
            assert not [key for folder in shelf.folders.values() for key in folder if key[0] == over]

    asyncio.run(run())


def test_what_cannot_be_read_is_counted_and_a_match_that_cannot_be_opened_may_be_deleted() -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        async with Page(shelf) as page:
            lost, broken = await begin(page, "struggle"), await begin(page, "struggle")
        shelf.folders["heads"][lost,] = "{"
        for key in [key for key in shelf.folders["events"] if key[0] == broken]:
            shelf.folders["events"][key] = "{"
        async with Page(shelf) as page:
            assert page.solo.store.unread == 1
            status, answer = await page.ask("GET", f"/api/matches/{broken}")
            assert (status, "“Save all matches” on the first page" in answer["sentence"]) == (503, True)
            _, left = await page.ask("DELETE", f"/api/me/matches/{broken}")
            assert left["matches"] == []
            assert (lost,) in shelf.folders["heads"]

    asyncio.run(run())


class SlowShelf(MemoryShelf):
    """Take a moment, the first time the longest, as a browser may."""

    waits = 3

    async def write(self, changes: str) -> str:
        self.waits -= 1
        for _ in range(10 * max(self.waits, 0)):
            await asyncio.sleep(0)
        return await super().write(changes)


def test_what_is_saved_at_the_same_time_is_all_there() -> None:
    async def run() -> None:
        async with Page() as page:
            match = await begin(page, "struggle")
            store = ShelfStore(SlowShelf())
            head = page.solo.store.heads[match]
            store.heads = {match: head}
            card = msgspec.structs.replace(head.card, said="It is over.")
            await asyncio.gather(store.save([], Beat(1)), store.save([], SetCard(card)))
            assert store.heads[match].card.said == "It is over."

    asyncio.run(run())
