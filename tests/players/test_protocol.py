"""The line protocol from both sides, and bots that misbehave."""

import io
import os
import random
import subprocess
import sys
import threading
from itertools import takewhile
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import potluck
from potluck.bots.search import Limit
from potluck.core.state import CHANCE
from potluck.lab.plan import Plan, play_number
from potluck.players import protocol
from potluck.players.door import LEAST
from potluck.players.guests import BotFailure, Guest, Outsider, seat_player
from potluck.players.protocol import serve


def ending() -> str:
    """Write a position in which the match is over."""
    match = potluck.Match("potential", seed=1, removal_target=1)
    while not match.is_over:
        match.play(int(match.state.moves()[-1]))
    return " ".join(match.game.write_position(match.state).split())


GAME = potluck.load("potential")
START = GAME.write_position(GAME.new())
OVER = ending()
DRAWING = " ".join(potluck.load("potion_explosion").write_position(potluck.load("potion_explosion").new()).split())
OURS = [sys.executable, "-c", "import sys; from potluck.players.protocol import serve; serve(sys.stdin, sys.stdout)"]
HELLO = "print('potluckok', flush=True)\n"
LOOP = f"import sys, time\n{HELLO}for line in sys.stdin:\n    if line.startswith('go'):\n        "


def converse(*lines: str) -> list[str]:
    out = io.StringIO()
    serve(io.StringIO("\n".join(lines)), out)
    return out.getvalue().splitlines()


def script(answer: str) -> list[str]:
    """Make the command of a bot that answers go with a statement."""
    return [sys.executable, "-c", LOOP + answer]


def test_it_introduces_itself() -> None:
    assert converse("potluck", "isready", "quit") == [
        "id name Potluck",
        *(f"game {name}" for name in potluck.names()),
        "potluckok",
        "readyok",
    ]


def test_it_answers_a_position_with_a_move() -> None:
    win = ".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0"
    answer = converse("game potential", "level club", "seed 3", f"position {win}", "go", "quit")
    assert answer[-1] == "bestmove d6-f6"
    assert answer[-2].startswith("info steps ")
    again = ["game potential layout=columns", "level casual", "position start", "go steps 200", "go movetime 20"]
    assert [line.split()[0] for line in converse(*again)] == ["info", "bestmove"] * 2


def test_stop_ends_a_thought() -> None:
    start = perf_counter()
    answer = converse("game potential", "level mcts:steps=1", "position start 2", "go movetime 60000", "stop", "quit")
    assert answer[-1].startswith("bestmove ")
    assert perf_counter() - start < 10


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["dance"], "error 'dance': expected one of potluck"),
        (["position start"], "error no game is chosen"),
        (["game potential", "go"], "error no position is given"),
        (["game chess"], "error game 'chess'"),
        (["game"], "error game ''"),
        (["game potential", "level champion"], "error level 'champion'"),
        (["seed x"], "error seed 'x': expected a whole number from 0 up"),
        (["x" * ((2 << 20) + 9)], "error 'a-line-that-is-too-long': expected one of"),
        (["game potential", "show"], "error no position is given"),
        (["game potential", "legal"], "error no position is given"),
        (["game potential", "position start 2 3"], "error '3': expected position start"),
        (["game potential", "position start", "go steps -1"], "error steps '-1': expected a whole number from 1 up"),
        (["game potential", "position start", "go steps 0"], "error steps '0'"),
        (["game potential", "position start", "go nodes 1"], "error go 'nodes 1': expected movetime MS"),
        (["game potential", "position start", "go steps"], "error go 'steps': expected movetime MS"),
        (["game potential", "position start", "level mcts:temperature=1", "go"], "error go: this level has no steps"),
        (
            ["game potential", "level mcts:steps=-5"],
            "error level 'mcts:steps=-5': steps: expected a whole number from 0",
        ),
        (
            ["game potential", "level mcts:simulations=9"],
            "error level 'mcts:simulations=9': there is no setting 'simulations'",
        ),
        (["game potential", "level mcts:temperature=nan"], "error level 'mcts:temperature=nan'"),
        (["game potential", f"position {OVER}", "go"], "error go: the match is over in this position"),
        (["game potion_explosion", f"position {DRAWING}", "go"], "error go: chance is to decide in this position"),
        (["game potion_explosion", f"position {DRAWING} moves balm"], "error 'balm': chance is to decide first"),
        (["game potential", "position nonsense"], "error position 'nonsense'"),
        (["game potential", "position start", "go movetime soon"], "error movetime 'soon'"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(lines: list[str], error: str) -> None:
    assert converse(*lines, "", "isready")[-2].startswith(error)


@pytest.mark.parametrize("line", ["position nonsense", "position start moves c2-c9", "game chess"])
def test_after_a_refused_line_nothing_is_said_about_an_older_position(line: str) -> None:
    told = converse("game potential", "level novice", "position start", line, "go", "legal", "show")
    assert [answer.split()[0] for answer in told] == ["error"] * 4


@pytest.mark.parametrize(
    ("level", "steps"), [("alphabeta", 3), ("alphabeta", 20), ("mcts", 7), ("mcts", 40), ("greedy", 5)]
)
def test_a_budget_ends_to_the_step(level: str, steps: int) -> None:
    told = converse("game potential", f"level {level}:steps=9", "position start", f"go steps {steps}", "go")
    assert [int(line.split()[2]) for line in told[::2]] == [steps, 9]


def test_a_budget_that_the_next_nodes_do_not_fit_into_ends_before_them() -> None:
    told = converse("game potential", "level alphabeta:depth=9", "position start", "go steps 70")
    assert 60 < int(told[0].split()[2]) <= 70


def test_a_tree_has_room_for_every_move_of_a_position() -> None:
    assert all(potluck.load(name).new().room < LEAST for name in potluck.names())


def test_a_tree_that_has_room_for_nothing_has_room_for_the_root() -> None:
    told = converse("game potential", "level mcts:nodes=1:steps=5", "position start", "go")
    assert told[0].startswith("info steps 5 ")


@pytest.mark.parametrize("name", potluck.names())
def test_moves_lead_where_a_match_has_gone_and_legal_names_them(name: str) -> None:
    match = potluck.Match(name, seed=2)
    dice = random.Random(1)
    while len(match.moves) < 40 and not match.is_over:
        match.play(int(dice.choice(list(match.state.moves()))))
    texts = [(state.to_move, match.game.write(state, move)) for _, state, move in match.steps()]
    moves = " ".join(f"({text})" if mover == CHANCE else text for mover, text in texts)
    *legal, ok, position = converse(f"game {name}", f"position start {match.seats} moves {moves}", "legal", "show")
    assert [line.removeprefix("legal ") for line in legal] == [choice.text for choice in match.legal()]
    assert ok == f"legalok seat {match.to_move}"
    assert position == f"position {' '.join(match.game.write_position(match.state).split())}"
    assert "moves" not in position.split()


def test_at_the_start_the_seed_draws() -> None:
    shown = [
        converse("game potion_explosion", f"seed {seed}", "position start 3", "show", "legal") for seed in (1, 1, 2)
    ]
    assert shown[0] == shown[1] != shown[2]
    assert shown[0][-1] == "legalok seat 0"


def test_legal_tells_of_chance_and_of_the_end() -> None:
    told = converse("game potion_explosion", f"position {DRAWING}", "legal")
    assert told[-1] == "legalok chance"
    assert all(line.split()[0] == "outcome" and int(line.split()[1]) > 0 for line in told[:-1])
    assert converse("game potential removal_target=1", f"position {OVER}", "legal")[0].startswith("legalok over ")


def test_an_error_of_ours_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "make_moves", lambda *arguments: 1 // 0)
    told = converse("game potential", "position start", "isready")
    assert told == ["error ZeroDivisionError: integer division or modulo by zero", "readyok"]


def test_quit_ends_a_thought() -> None:
    told = converse("game potential", "level mcts:steps=1", "position start", "go movetime 600000", "quit", "isready")
    assert told[-1].startswith("bestmove ")


def test_it_ends_when_nobody_reads() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    out = os.fdopen(writing, "w")
    serve(io.StringIO("isready\nisready\n"), out)
    with pytest.raises(BrokenPipeError):
        out.close()


def test_bytes_that_are_no_text_are_answered() -> None:
    done = subprocess.run(OURS, input=b"\xff\xfe\nisready\n", capture_output=True, timeout=60)
    assert done.stdout.decode().splitlines()[-1] == "readyok"
    assert done.stderr == b""


NUMBERS = st.sampled_from(["1", "2", "0", "-3", "1e9", "9" * 20, "x", ""])
SETTINGS = [
    "novice",
    "uniform",
    "greedy",
    "mcts:steps=2",
    "mcts:steps=2:nodes=1",
    "alphabeta:steps=5",
    "mcts",
    "",
    "x:y",
]
LINES = st.one_of(
    st.sampled_from(
        ["potluck", "isready", "legal", "show", "go", "stop", "", "go steps 3", "go movetime 1", "go steps 1"]
    ),
    st.builds(
        "game {}".format, st.sampled_from([*potluck.names(), "chess", "potus secret_placement=yes", "potential x=1"])
    ),
    st.builds("level {}".format, st.sampled_from(SETTINGS)),
    st.builds("seed {}".format, NUMBERS),
    st.builds("go {} {}".format, st.sampled_from(["steps", "movetime", "nodes"]), NUMBERS.filter(lambda n: len(n) < 9)),
    st.builds("position start {}".format, NUMBERS),
    st.builds(
        "position {} moves {}".format, st.sampled_from(["start", START]), st.sampled_from(["c2-c3", "(x)", "zz", ""])
    ),
    st.builds("position {}".format, st.sampled_from([START, OVER, DRAWING, "?", "a b c"])),
    st.text(max_size=30).filter(lambda text: not set(text) & set("\n\r\0") and text.strip() != "quit"),
)


@settings(max_examples=150)
@given(st.lists(LINES, max_size=12))
def test_whatever_comes_every_line_is_answered_in_order_and_no_move_is_made_up(lines: list[str]) -> None:
    spaced = [line for one in ["level novice", *lines] for line in (one, "isready", "legal", "isready")]
    told = iter(converse(*spaced))
    for line in ["level novice", *lines]:
        before, after = list(takewhile("readyok".__ne__, told)), list(takewhile("readyok".__ne__, told))
        if line.split()[:1] == ["isready"]:
            after = list(takewhile("readyok".__ne__, told))
        best = [one.removeprefix("bestmove ") for one in before if one.startswith("bestmove ")]
        if line.split()[:1] == ["go"]:
            assert len(best) + sum(one.startswith("error") for one in before) == 1
        assert all(f"legal {move}" in after for move in best)
    assert next(told, None) is None


def test_our_bot_plays_through_a_process() -> None:
    bot = Outsider(OURS, patience=60)
    move = bot.choose(GAME, START, 0, 0.05)
    GAME.read(GAME.new(), move)
    bot.close()
    assert bot.process.returncode == 0


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("print('bestmove a1-j10', flush=True)", "illegal move 'a1-j10'"),
        ("print('bestmove', 'x' * 20000, flush=True)", "expected a move like"),
        ("print('error I am lost', flush=True)", "it answered 'error I am lost'"),
        ("sys.exit(3)", "it has ended"),
        ("time.sleep(30)", "no bestmove within 0.6 s"),
        ("print('hm', flush=True)", "no bestmove within 0.6 s"),
        ("sys.stdout.buffer.write(b'bestmove \\xff\\xfe\\n'); sys.stdout.flush()", "expected a move like"),
    ],
)
def test_a_bad_answer_is_named(answer: str, complaint: str) -> None:
    bot = Outsider(script(answer), patience=30)
    bot.patience = 0.5
    with pytest.raises(BotFailure, match="bot ") as failure:
        bot.choose(GAME, START, 0, 0.1)
    assert complaint in str(failure.value)
    bot.close()


def test_a_bot_that_cannot_be_started_or_does_not_speak() -> None:
    with pytest.raises(BotFailure, match="cannot be started"):
        Outsider(["./no-such-bot"])
    with pytest.raises(BotFailure, match="it has ended"):
        Outsider([sys.executable, "-c", "pass"], patience=30)


def test_a_failing_guest_forfeits_or_is_replaced() -> None:
    bad = script("print('bestmove nonsense', flush=True)")
    guest = Guest(bad, GAME, 0.1)
    with pytest.raises(BotFailure, match="it forfeits the match"):
        guest.choose(START, 0)
    guest = Guest(bad, GAME, 0.1, substitute="novice")
    for _ in range(2):
        GAME.read(GAME.new(), guest.choose(START, 0))
    assert guest.trouble.endswith("replaced by a built-in bot")
    guest = Guest(["./no-such-bot"], GAME, 0.1, substitute="novice")
    GAME.read(GAME.new(), guest.choose(START, 0))
    assert isinstance(seat_player(GAME, "exec/novice ./no-such-bot", 1), Guest)


def test_a_guest_thinks_as_long_as_the_meeting_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outsider, "__init__", lambda *_: None)
    monkeypatch.setattr(Outsider, "choose", lambda self, game, position, seat, seconds: str(seconds))
    guest = Guest(["bot"], GAME, 0.2)
    limits = (None, Limit(0, 0.05), Limit(9, 0.0))
    assert [guest.choose("", 0, limit) for limit in limits] == ["0.2", "0.05", "0.2"]


def test_a_match_goes_on_by_the_chosen_rule() -> None:
    lost = play_number(Plan(game="potential", players=("uniform", "exec ./no-such-bot")), 0)
    assert (lost.scores, lost.ending) == ((1.0, -1.0), "forfeit")
    assert "cannot be started" in lost.troubles[0]
    played = play_number(Plan(game="potential", players=("uniform", "exec/greedy ./no-such-bot")), 0)
    assert played.ending.startswith("PT")
    assert played.troubles[0].endswith("replaced by a built-in bot")


def test_no_thread_is_left_waiting() -> None:
    before = threading.active_count()
    converse("quit")
    assert threading.active_count() <= before + 1
