"""The line protocol from both sides, and bots that misbehave."""

import io
import sys
import threading
from time import perf_counter

import pytest

import potluck
from potluck.lab.series import Pairing, play_match
from potluck.players.guests import BotFailure, Guest, Outsider, seat_player
from potluck.players.protocol import serve

GAME = potluck.load("potential")
START = GAME.write_position(GAME.new())
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
        (["seed x"], "error seed 'x': expected a whole number"),
        (["game potential", "position nonsense"], "error position 'nonsense'"),
        (["game potential", "position start", "go movetime soon"], "error movetime 'soon'"),
    ],
)
def test_nonsense_is_answered_with_a_sentence(lines: list[str], error: str) -> None:
    assert converse(*lines, "", "isready")[-2].startswith(error)


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


def test_a_match_goes_on_by_the_chosen_rule() -> None:
    lost = play_match(Pairing("potential", "", ("uniform", "exec ./no-such-bot"), 1))
    assert (lost.scores, lost.ending) == ((1.0, -1.0), "forfeit")
    assert "cannot be started" in lost.troubles[0]
    played = play_match(Pairing("potential", "", ("uniform", "exec/greedy ./no-such-bot"), 1))
    assert played.ending.startswith("PT")
    assert played.troubles[0].endswith("replaced by a built-in bot")


def test_no_thread_is_left_waiting() -> None:
    before = threading.active_count()
    converse("quit")
    assert threading.active_count() <= before + 1
