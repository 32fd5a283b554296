"""Rules of the players' own at a table: one that fails voids the match, and what was played stays what it was."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from potluck.core.errors import BadOptions
from potluck.core.options import Code, Value
from potluck.games import load
from potluck.games.struggle import custom, patience
from potluck.players.guests import seat_player
from potluck.records import write
from potluck.table.live.answering import answer
from potluck.table.live.worker import Inbox
from potluck.table.match import events, replay, showing
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan
from potluck.table.match.ports import Claim, Question, Row, Thought
from potluck.table.match.upgrade import Found, outdated, rebuild
from potluck.table.protocol import NewMatch, ProgramPlan
from table.memory import Json, Table

GLASS = """
from potluck.games.struggle import own


class Glass(own.Power):
    def __init__(self):
        super().__init__("glass", "Glass", "Breaks.", codes=1, colour=own.RED, memory=("uses",))

    def free_moves(self, position, place, out, count):
        return own.offer(self, out, count, [0])

    def play(self, position, place, code):
        position.remember(place, 0, position.recall(place, 0) + 1)
        return False

    def {hook}(self, position, place, *rest):
        if position.recall(place, 0) >= {uses}:
            {harm}
        return super().{hook}(position, place, *rest)
"""
SHARDS = 'raise KeyError("shards")'
SIDES = "glass:red+armor:red+jolt:yellow/torus:blue+reaper:black+tower:green"
OPTIONS: dict[str, Value] = {"powers": SIDES}


def load_glass(folder: Path, hook: str, uses: int = 1, harm: str = SHARDS) -> str:
    """Load a rule that fails in one hook once it was used so often; return its full name."""
    (folder / "glass.py").write_text(GLASS.format(hook=hook, uses=uses, harm=harm))
    return custom.load_rules(folder / "glass.py")[0]


class Thinker:
    """Think for the bots in this process."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        game = load(question.game, **question.options)
        return Thought(seat_player(game, "greedy", question.seed).choose(question.position, question.seat))

    async def stop(self) -> None:
        """Nothing runs."""


async def play_until_over(texts: list[str]) -> Json:
    """Play moves by their texts at a table with a bot, then the first choice, until the match is over."""
    async with Table("struggle", Thinker(), options=OPTIONS) as table:
        shown = await table.my_turn()
        while shown["status"] != "over":
            text = texts.pop(0) if texts else shown["choices"][0]["text"]
            said = await table.pipe.do(shown["version"], {"do": "say", "text": text})
            assert said["type"] == "done", said
            shown = await table.my_turn()
        return shown


@pytest.mark.parametrize("hook", ["landed", "turn_moves", "end_turn", "note", "write", "tell"])
def test_a_rule_that_fails_voids_the_match_at_the_table(hook: str, tmp_path: Path) -> None:
    load_glass(tmp_path, hook)
    shown = asyncio.run(play_until_over(["glass:0", "glass:0", "a3-a4"]))
    assert shown["result"]["ending"] == "void"
    assert shown["result"]["sentence"].startswith("The rule glass failed (glass.py, line ")
    assert shown["result"]["sentence"].endswith("KeyError: 'shards'), so the match is void.")
    assert shown["result"]["scores"] == [0.0, 0.0]
    assert shown["view"]["rules"][2]["file"] == "glass.py"


STUBBORN = """while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass"""


@pytest.mark.parametrize("harm", ["while True: pass", STUBBORN])
@pytest.mark.parametrize("hook", ["landed", "turn_moves", "note"])
def test_a_rule_that_finds_no_end_voids_the_match_and_the_table_goes_on(
    hook: str, harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "LIMIT", 0.02)
    load_glass(tmp_path, hook, harm=harm)
    shown = asyncio.run(play_until_over(["glass:0", "glass:0", "a3-a4"]))
    assert shown["result"]["ending"] == "void"
    assert shown["result"]["sentence"].startswith("The rule glass failed (glass.py, line ")
    assert shown["result"]["sentence"].endswith("Endless: it finds no end), so the match is void.")


def test_a_rule_that_fails_while_a_bot_thinks_voids_the_match(tmp_path: Path) -> None:
    load_glass(tmp_path, "removed", uses=0)  # no piece has been removed yet: only bots that look ahead meet it
    shown = asyncio.run(play_until_over([]))
    assert shown["result"]["ending"] == "void"


def test_a_bots_process_tells_which_rule_has_failed(tmp_path: Path) -> None:
    load_glass(tmp_path, "turn_moves", uses=0)
    game = load("struggle", powers=SIDES)
    question = Question("choose", game.name, game.chosen, game.write_position(game.new()), 0, "greedy", 1)
    thought = answer(msgspec.json.encode(question), Inbox(0).has_more)
    assert thought.broken
    assert thought.broken[0] == "glass"
    assert "KeyError: 'shards'" in thought.broken[1]


# History is never rewritten


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin as a process that has loaded nothing."""
    monkeypatch.setattr(custom, "_installed", {})
    monkeypatch.setattr(custom, "_kept", {})


def played() -> tuple[Match, list[tuple[events.AnyEvent, int]]]:
    """Play a match with the rule that is loaded; return it with its events."""
    plan = Plan(NewMatch("struggle", [ProgramPlan("Ann"), ProgramPlan("Bob")], OPTIONS, begins=0), 0)
    match = Match(plan.id, plan.setup)
    happened: list[tuple[events.AnyEvent, int]] = [(events.Began(0, []), 0)]
    game = load("struggle", **plan.setup.options)
    state = game.new()
    for text in ("glass:0", "a3-a4", "g5-g4"):
        move = game.read(state, text)
        happened.append((events.Moved(int(state.to_move), [move]), int(state.to_move)))
        state.play(move)
    for number, (event, seat) in enumerate(happened):
        match.apply(event, number, seat, str(number))
    return match, happened


def test_a_match_is_replayed_from_the_code_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    old = load_glass(tmp_path, "landed", uses=9)
    match, happened = played()
    kept = msgspec.json.encode(match.setup)
    assert old in str(match.setup.options["powers"])
    assert [(code.name, code.file) for code in match.setup.code] == [("glass", "glass.py")]
    for change in ("changed", "gone"):
        forget(monkeypatch)
        new = load_glass(tmp_path, "landed", uses=0) if change == "changed" else ""
        again = Match(match.id, events.decode_setup(kept))
        for number, (event, seat) in enumerate(happened):
            again.apply(event, number, seat, str(number))
        assert (again.moves, again.state.key()) == (match.moves, match.state.key())
        assert again.game.chosen["powers"] == match.game.chosen["powers"]
        if new:
            assert new in str(load("struggle", powers=SIDES).chosen["powers"])  # for new matches
        else:
            with pytest.raises(BadOptions, match="load a file of rules"):
                load("struggle", powers=SIDES)


def test_records_carry_name_and_digest_and_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = load_glass(tmp_path, "landed", uses=9)
    match, _ = played()
    text = write(replay.record_of(match, b"\0" * 32))
    assert full in text
    assert "KeyError" not in text
    forget(monkeypatch)
    question = Question("read", text=text)
    assert "load a file of rules" in answer(msgspec.json.encode(question), Inbox(0).has_more).refused
    written = Question("write", "struggle", text=msgspec.json.encode(replay.record_of(match, b"\0" * 32)).decode())
    kept = msgspec.structs.replace(written, code=match.setup.code)
    assert answer(msgspec.json.encode(kept), Inbox(0).has_more).text == text


def test_two_versions_of_a_rule_do_not_meet_in_one_match(tmp_path: Path) -> None:
    old, new = (load_glass(tmp_path, "landed", uses) for uses in (8, 9))
    with pytest.raises(BadOptions, match="one version of each"):
        load("struggle", powers=f"{old}+armor+jolt/{new}+armor+jolt")
    assert load("struggle", powers=f"{old}+armor+jolt").code == [custom.code_of(old)]
    assert isinstance(custom.code_of(old), Code)


def test_a_match_whose_code_cannot_be_run_any_more_is_shown_as_it_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch)
    load_glass(tmp_path, "landed", uses=9)
    match, happened = played()
    kept = replay.keepsake_of(match)
    rows = [Row(match.id, n + 1, n, seat, str(n), event) for n, (event, seat) in enumerate(happened)]
    for source in ("1 / 0\n", GLASS.format(hook="landed", uses=0, harm=SHARDS)):
        forget(monkeypatch)
        broken = [msgspec.structs.replace(code, source=source) for code in match.setup.code]
        setup = msgspec.structs.replace(match.setup, code=broken)
        again, change = rebuild(Found(match.id, setup, "playing", b"\0" * 32, rows, kept))
        assert change == "other"
        ended = outdated(again)
        assert ended.ending == "void"
        again.apply(ended, 9, events.TABLE, "end")
        assert (again.status, again.ending) == ("over", "void")
        sentence = showing.ending_sentence(again)
        assert "A rule that players wrote can no longer be run" in sentence
        assert "so the match is void." in sentence
