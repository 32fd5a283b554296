"""The files of nets, and what judges where there is none."""

import pytest

from bots.toys import CardsGame
from potluck.core.errors import PotluckError
from potluck.core.net import UNITS
from potluck.games import load
from potluck.games.struggle.evaluate import StruggleEvaluator
from potluck.games.struggle.learned import INPUTS, StruggleNet
from potluck.players import nets
from potluck.players.door import Player
from potluck.players.nets import MAGIC, Weights, judge, read_net, write_net
from potluck.players.settings import read_level

STRUGGLE = load("struggle")
WEIGHTS = Weights(INPUTS, {3: tuple(range(-8, 8)), 6961: (7,) * UNITS}, (5,) * UNITS, tuple(range(UNITS)), -123_456)


def test_a_net_is_read_as_it_was_written() -> None:
    assert read_net(write_net(STRUGGLE, WEIGHTS, "by a test"), STRUGGLE) == WEIGHTS


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (b'"game":"struggle"', b'"game":"chess"', "the net is for chess, rules 1, inputs 1; this is struggle"),
        (b'"rules_version":1', b'"rules_version":9', "rules 9"),
        (b'"layout":1', b'"layout":2', "inputs 2"),
        (MAGIC, b"something else\n", "not the file of a net"),
        (b'"used":2', b'"used":"two"', "the net is damaged"),
        (b'"used":2', b'"used":1', "damaged: its checksum"),
        (b'"inputs":6962', b'"inputs":62', "damaged: its checksum"),
        (b"by a test", b"by a tost", "damaged: its checksum"),
        (b"by a test", b"by a t\xe5st", "the net is damaged"),
        (b"\x05\x00\x00\x00", b"\x06\x00\x00\x00", "damaged: its checksum"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_by_name(before: bytes, after: bytes, reason: str) -> None:
    file = write_net(STRUGGLE, WEIGHTS, "by a test")
    assert before in file
    with pytest.raises(PotluckError, match=reason):
        read_net(file.replace(before, after, 1), STRUGGLE)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"setup": "secret"}, "it has not seen secret set-ups"),
        ({"pact_with_white": True}, "it has not seen the option pact_with_white"),
    ],
)
def test_what_a_net_was_not_trained_for_is_judged_by_hand(options: dict[str, str | bool], reason: str) -> None:
    judged = judge(load("struggle", **options))
    assert isinstance(judged.evaluator, StruggleEvaluator)
    assert judged.trouble == reason


def test_a_damaged_file_leaves_the_hand_made_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "shipped_file", lambda name: MAGIC)
    judged = judge(STRUGGLE)
    assert isinstance(judged.evaluator, StruggleEvaluator)
    assert judged.trouble == "this is not the file of a net"


def test_a_game_without_inputs_is_judged_by_hand() -> None:
    assert judge(CardsGame()).trouble == "this game has no learned evaluator"


def test_the_net_sees_both_sides_alike() -> None:
    """A position turned round and given to the other seat has the same value."""
    evaluator = StruggleNet(
        Weights(INPUTS, {n: ((n * 7) % 200,) * UNITS for n in range(INPUTS)}, (0,) * 16, (9,) * 16, 0).net()
    )
    state = load("struggle", powers="classic").new()
    assert evaluator.guess(state, 0) == -evaluator.guess(state, 1) != 0.0


def test_the_net_that_comes_with_struggle_judges_it() -> None:
    judged = judge(STRUGGLE)
    assert judged.trouble == ""
    assert isinstance(judged.evaluator, StruggleNet)


def test_the_net_says_the_same_on_every_machine() -> None:
    game = load("struggle", powers="classic")
    state, evaluator = game.new(), judge(game).evaluator
    assert evaluator.guess(state, 0) == -0.010253505123798794
    state.play(game.read(state, "a2^b2^c2"))
    assert evaluator.guess(state, 0) == 0.05476366779514514


def test_a_level_may_judge_by_the_net() -> None:
    game = load("struggle", powers="classic")
    settings = read_level("alphabeta:steps=300:learned=true")
    assert settings.learned
    answer = Player(game, settings, 5).choose(game.write_position(game.new()), 0)
    assert game.read(game.new(), answer) in list(game.new().moves())
