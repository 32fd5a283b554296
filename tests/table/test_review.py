"""Reviews and studies at the table: made in their class, kept with the match, refused where they must be."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

import potluck
from potluck.core.english import name_seats
from potluck.players import review as kernel
from potluck.players.judge import decisions_of
from potluck.table.live import studying
from potluck.table.live.answering import answer
from potluck.table.live.limits import Limits
from potluck.table.live.reviewing import Reviews, how_played
from potluck.table.match import replay
from potluck.table.match.ports import BotFailed, Claim, Question, Thought, Urgency
from potluck.table.match.study import Board
from potluck.table.protocol import FriendPlan, NewMatch, PersonPlan, Review, Study, StudyLines
from potluck.table.protocol.refusals import Refused
from table.memory import MemoryStore, Table

QUICK = Limits(secret_pause=0.0)


class Thinker:
    """Think in this process, as a bot's process would."""

    def __init__(self) -> None:
        self.claims: list[Claim] = []
        self.refusals = 0
        self.failing = ""
        self.now = 0  # how many questions are thought about
        self.most = 0

    async def ask(self, question: Question, claim: Claim) -> Thought:
        self.claims.append(claim)
        if self.refusals:
            self.refusals -= 1
            raise Refused("too_fast", "the bots are busy")
        if self.failing and question.do == "judge":
            raise BotFailed(self.failing)
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(1 + 4 * (len(self.claims) % 2)):  # every other one takes longer
            await asyncio.sleep(0)
        self.now -= 1
        thought = answer(msgspec.json.encode(question), lambda: False)
        assert not thought.error, thought.error
        return thought

    async def stop(self) -> None:
        """Nothing runs."""


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews think little."""
    for name in potluck.names():
        monkeypatch.setitem(kernel.STEPS, name, 4)
    monkeypatch.setattr("potluck.table.live.reviewing.PATIENCE", 0.0)


def at_table(
    tell: Callable[[Table, Thinker], Coroutine[Any, Any, None]], game: str = "potential", limits: Limits = QUICK
) -> None:
    """Play a few moves against a bot, and go on from there."""

    async def run() -> None:
        thinker = Thinker()
        async with Table(game, thinker, limits) as table:
            for _ in range(4):
                shown = await table.my_turn()
                await table.pipe.do(shown["version"], {"do": "move", "move": shown["choices"][0]["move"]})
            await tell(table, thinker)

    asyncio.run(run())


async def resign(table: Table) -> None:
    """End the match."""
    shown = await table.my_turn()
    await table.pipe.do(shown["version"], {"do": "resign"})
    assert table.match.status == "over"


async def finish(reviews: Reviews, table: Table) -> Review:
    """Wait until the review is done, or has failed."""
    while (found := await reviews.show(table.match, 0)).status in ("waiting", "working"):
        await asyncio.sleep(0)
    return found


@pytest.mark.parametrize("game", potluck.names())
def test_a_review_is_made_in_its_class_and_kept(game: str) -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        reviews = table.hall.reviews
        assert (await reviews.show(table.match, 0)).status == "none"
        thinker.claims.clear()
        begun = await reviews.start(table.match, "1.2.3.4", 0)
        assert begun.status == "waiting"
        assert begun.total > 0
        done = await finish(reviews, table)
        assert (done.status, done.done) == ("done", begun.total)
        assert {claim.urgency for claim in thinker.claims} == {Urgency.REVIEW}
        assert len(done.seats) == table.match.seats
        assert done.seats[0].sentence.startswith("You ")
        for seat in done.seats:
            parts = seat.start + sum(seat.decisions) + seat.luck + seat.given_up
            assert parts == pytest.approx(seat.result)
        asked = len(thinker.claims)
        assert await reviews.start(table.match, "1.2.3.4", 0) == done
        assert len(thinker.claims) == asked

    at_table(tell, game)


@pytest.mark.parametrize(
    ("luck", "told"),
    [(-1.31, "You played at 87; luck was against you."), (0.4, "You played at 87; luck was on your side.")],
)
def test_luck_is_told_as_a_side_and_never_as_more_than_the_whole_chance(luck: float, told: str) -> None:
    account = kernel.Account(87.0, {}, 0.5, [0.0, 0.0], luck, None, 0.0, 0.0)
    assert name_seats(how_played(potluck.load("potus"), account, 0), ["Ada", "Bo"], 0) == told


def test_marks_appear_as_they_are_found_and_a_busy_queue_delays_only() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        thinker.refusals = 2
        reviews = table.hall.reviews
        await reviews.start(table.match, "", None)
        seen = set()
        while (found := await reviews.show(table.match, None)).status != "done":
            seen.add(len(found.moves))
            assert found.seconds is None or found.seconds > 0
            await asyncio.sleep(0)
        assert len(seen) > 2
        assert found.moves[0].sentence

    at_table(tell)


@pytest.mark.parametrize("game", ["struggle", "magic_potion"])
def test_two_decisions_are_judged_at_once_and_the_review_is_the_same(game: str) -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        reviews, store = table.hall.reviews, table.hall.desk.store
        assert isinstance(store, MemoryStore)

        async def make(at_once: int) -> tuple[int, Review]:
            store.reviews.clear()
            reviews.desk.limits = msgspec.structs.replace(QUICK, review_thoughts=at_once)
            thinker.most = 0
            await reviews.start(table.match, "", None)
            while (found := await reviews.show(table.match, None)).status != "done":
                assert [move.ply for move in found.moves] == plies[: found.done]
                await asyncio.sleep(0)
            return thinker.most, found

        plies = [decision.ply for decision in decisions_of(table.match.course)]
        assert len(plies) > 2
        alone = await make(1)
        assert alone[0] == 1
        assert await make(QUICK.review_thoughts) == (2, alone[1])

    at_table(tell, game)


def test_a_running_match_has_no_review() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        with pytest.raises(Refused, match="when the match is over"):
            await table.hall.reviews.start(table.match, "", 0)

    at_table(tell)


def test_a_review_that_failed_says_why_and_can_be_asked_for_again() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        thinker.failing = "its process ended"
        reviews = table.hall.reviews
        await reviews.start(table.match, "", 0)
        failed = await finish(reviews, table)
        assert thinker.now == 0
        assert (failed.status, failed.problem) == ("failed", "the bot that judges has failed: its process ended")
        thinker.failing = ""
        await reviews.start(table.match, "", 0)
        assert (await finish(reviews, table)).status == "done"

    at_table(tell)


def test_too_many_reviews_of_one_address_wait_for_one_another() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        reviews = table.hall.reviews
        await reviews.start(table.match, "1.2.3.4", 0)
        with pytest.raises(Refused, match="still under way"):
            reviews._check("1.2.3.4")
        reviews._check("5.6.7.8")
        await finish(reviews, table)

    at_table(tell, limits=Limits(secret_pause=0.0, address_reviews=1))


def test_the_better_line_is_shown_position_by_position() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        await resign(table)
        reviews = table.hall.reviews
        await reviews.start(table.match, "", 0)
        done = await finish(reviews, table)
        marked = next((move for move in done.moves if move.better), None)
        if marked is not None:
            frames = list(replay.line_frames(table.match, marked.ply, await reviews.better(table.match, marked.ply)))
            assert [frame.step.text for frame in frames if frame.step] == marked.better
            assert frames[-1].step is None
        with pytest.raises(Refused, match="nothing better"):
            await reviews.better(table.match, 10_000)

    at_table(tell)


# Studies


@pytest.mark.parametrize("game", potluck.names())
def test_a_study_plays_from_the_set_up_through_chance(game: str) -> None:
    shown = studying.look(Study(game))
    for _ in range(40):
        if shown.ending:
            break
        text = shown.draws[0].text if shown.draws else shown.choices[0].text
        if shown.draws:
            assert sum(draw.share for draw in shown.draws) <= 1 + 1e-9
        study = Study(game, position=shown.position, turn=shown.turn, moves=[text], viewer=0)
        shown = studying.look(study)
        assert shown.step is not None
        assert shown.step.text in (text, text.partition("-")[0] + "-?", "?")  # another seat's may be hidden
    assert shown.view.game == game


HIDING = (
    "....s.. .nb.... ....... ....... ..M.... ....AT. ....... assassin=red,15,6,none! thief=red,18,5,none! "
    "swordsman=blue,20,7,none! magician=red,20,4,I! necromancer=blue,15,6,II!,+3 merchant=blue,18,5,none! round=4 "
)


@pytest.mark.parametrize(("viewer", "knows"), [(0, False), (1, True), (-2, True)])
def test_a_study_offers_only_what_the_viewer_knows_of(viewer: int, *, knows: bool) -> None:
    """Blue's necromancer may show +3; that there is this choice would tell Red what it carries."""
    study = Study("magic_potion", position=f"{HIDING}phase=act actor=necromancer", viewer=viewer)
    shown = studying.look(study)
    assert ("show-+3" in [choice.text for choice in shown.choices]) is knows
    assert "done" in [choice.text for choice in shown.choices]
    assert ("show an item" in shown.prompt) is knows
    assert shown.prompt.startswith("Blue: Act with" if knows else "Blue is to move.")
    assert shown.secrets
    assert not studying.look(Study("struggle")).secrets
    assert studying.look(Study("struggle", {"powers": "secret"})).secrets
    board = Board(study)
    assert (studying.in_words(board, ["show-+3"]) != []) is knows


def test_a_secret_move_of_a_study_is_shown_to_its_side_alone() -> None:
    options: dict[str, Any] = {"powers": "none", "setup": "secret"}
    moves = ["black:a2", "blue:b1", "green:a3", "red:c1", "black:f7"]
    for viewer, text, path in ((0, "?", []), (1, "black:f7", ["f7"]), (-2, "black:f7", ["f7"])):
        step = studying.look(Study("struggle", options, moves=moves, viewer=viewer)).step
        assert step is not None
        assert (step.text, step.path) == (text, path)


def test_a_line_says_what_a_move_does_and_not_what_it_uncovers() -> None:
    """Red's merchant would see what lies face down; before it has, the line does not say what that is."""
    position = (
        ".n..a.. ....... ....... ...s... ...B... ....... ....MT. merchant=red,18,5,none! thief=red,18,5,none! "
        "magician=red,20,4,I! swordsman=blue,20,7,none!,+2,+3 necromancer=blue,15,6,II! assassin=blue,15,6,none! "
        "round=4 phase=act actor=merchant"
    )
    study = Study("magic_potion", position=position, viewer=0)
    assert "bribe-swordsman" in [choice.text for choice in studying.look(study).choices]
    (said,) = studying.in_words(Board(study), ["bribe-swordsman"])
    assert said.endswith("…")
    assert "+" not in said
    assert "+2" in studying.in_words(Board(Study("magic_potion", position=position)), ["bribe-swordsman"])[0]


def test_a_study_says_why_a_move_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        studying.look(Study("potential", moves=["a1-a9"]))
    assert refused.value.ruling.startswith("PT")
    with pytest.raises(Refused, match="nothing to do there"):
        studying.look(Study("potential", path=["nowhere"]))
    with pytest.raises(Refused, match="expected"):
        studying.look(Study("potential", position="nonsense"))
    with pytest.raises(Refused, match="at most"):
        studying.look(Study("potential", position="x" * 30_000))
    with pytest.raises(Refused, match="expected one of"):
        studying.look(Study("chess"))
    clicked = studying.look(Study("potential"))
    assert studying.look(Study("potential", path=clicked.choices[0].path)).step is not None


def test_a_study_has_lines_and_judges() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        hall = table.hall
        found = await studying.find_lines(hall, StudyLines(Study("potus"), 2, 1), "")
        shown = studying.look(Study("potus"))
        assert [line.text for line in found.lines]
        assert found.lines[0].text in [choice.text for choice in shown.choices]
        assert found.lines[0].sentences
        judged = await studying.judge(hall, Study("potus", moves=[shown.choices[0].text]), "")
        assert judged.chance >= judged.made
        with pytest.raises(Refused, match="decision at the end"):
            await studying.judge(hall, Study("potus"), "")
        thinker.failing = "its process ended"
        with pytest.raises(Refused, match="has failed"):
            await studying.judge(hall, Study("potus", moves=[shown.choices[0].text]), "")

    at_table(tell)


def test_a_running_match_between_people_is_not_analysed() -> None:
    async def tell(table: Table, thinker: Thinker) -> None:
        two: Any = [PersonPlan("Ann"), FriendPlan()]
        created = await table.hall.create(NewMatch("potential", two, {}, begins=0))
        room = await table.hall.room(created.match)
        room.match.places[1].hand, room.match.status = 99, "playing"
        with pytest.raises(Refused, match="still being played"):
            await studying.find_lines(table.hall, StudyLines(Study("potential")), "")
        other = StudyLines(Study("struggle", {"powers": "builders/classic"}))
        assert (await studying.find_lines(table.hall, other, "")).lines

    at_table(tell)
