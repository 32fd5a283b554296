"""Rules of one's own: the bare base class, the examples through the whole kit, failures within failures."""

from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import potluck
from kit import (
    Case,
    check_evaluation,
    check_observation,
    check_position,
    check_refusals,
    check_secrets,
    check_words,
    sampled_states,
)
from potluck import OVER, Dice
from potluck.core.errors import BadOptions, BrokenRule
from potluck.core.options import Code
from potluck.games import restore
from potluck.games.struggle import custom
from potluck.games.struggle.custom import RULES_VARIABLE, installed_rules, load_rules
from potluck.games.struggle.power import BY_JUMP, Power
from potluck.games.struggle.rules import StruggleState
from potluck.records import read, write
from potluck.records.match import Match
from struggle.drawn import PLAIN, legal

EXAMPLES = Path(__file__).parents[2] / "examples"

NESTED = '''
from potluck.games.struggle.power import BY_RULE, Power


class Nested(Power):
    """Fail while a removal of its own is being told."""

    def __init__(self):
        super().__init__("nested", "Nested", "Fails twice.", codes=1)

    def turn_moves(self, position, place, out, count):
        out[count] = self.base
        return count + 1

    def play(self, position, place, code):
        position.remove(1 << 7, BY_RULE)
        return True

    def removed(self, position, place, gone):
        raise KeyError("gone")


class Bare(Power):
    """Offer a move in the words that every rule has."""

    def __init__(self):
        super().__init__("bare", "Bare", "Does nothing with a turn.", codes=2)

    def turn_moves(self, position, place, out, count):
        out[count] = self.base
        return count + 1

    def play(self, position, place, code):
        return True

    def why_not(self, position, place, code):
        return 4


class Quitter(Power):
    """End the match at the end of a turn, or at once."""

    def __init__(self):
        super().__init__("quitter", "Quitter", "Ends the match.", codes=1)

    def free_moves(self, position, place, out, count):
        out[count] = self.base
        return count + 1

    def play(self, position, place, code):
        position.finish(1 - position.seat_of(place), 23)
        return True

    def end_turn(self, position, place):
        if position.mover != position.seat_of(place):
            position.finish(position.mover, 23)
        return False
'''


@pytest.fixture
def nested(tmp_path: Path) -> None:
    file = tmp_path / "nested.py"
    file.write_text(NESTED)
    load_rules(file)


def test_a_bare_rule_does_nothing() -> None:
    rule = Power("bare", "Bare", "Nothing.")
    position = PLAIN.new()
    assert isinstance(position, StruggleState)
    key = position.key()
    out = vec[i64]([0] * 4)
    for hook in (rule.free_moves, rule.turn_moves, rule.pause_moves, rule.answer_moves):
        assert hook(position, 0, out, 2) == 2
    assert not rule.play(position, 0, 0)
    assert not rule.keeps_apart(position, 0, 1, 7)
    assert not rule.lets_over(position, 0, 1)
    assert not rule.absorbs(position, 0, 1, BY_JUMP)
    assert not rule.end_turn(position, 0)
    rule.passed_over(position, 0, 1)
    rule.jumped(position, 0, 1, 2)
    rule.removed(position, 0, 2)
    rule.landed(position, 0, 1)
    assert not rule.rolled(position, 0, 6)
    assert rule.judges(position, 0, 1, -1, 20) == 0
    assert (rule.label(position, 0, 3), rule.ask(position, 0)) == ("bare:3", "use Bare")
    assert rule.fault(position, 0) == rule.note(position, 0) == ""
    assert rule.reach(position, 0) == []
    assert position.key() == key


@pytest.mark.usefixtures("nested")
def test_a_rule_has_words_without_writing_any() -> None:
    game = potluck.load("struggle", powers="bare+hatter+pact/none")
    state = game.new()
    move = game.read(state, "bare:0")
    assert game.path(state, move) == ["bare", "bare:0"]
    assert game.tell(state, move, 0) == ["{0} used Bare: bare:0."]
    with pytest.raises(potluck.IllegalMove, match=r"Bare does not allow that now \(ST4\)"):
        game.read(state, "bare:1")
    state.play(move)
    assert state.to_move == 1
    assert game.explain(state, "a3>>c3").ruling == "ST15"
    with pytest.raises(potluck.IllegalMove, match=r"you do not have the rule Bare \(ST23\)"):
        game.read(state, "bare:0")
    with pytest.raises(BadOptions, match="ST3"):
        potluck.load("struggle", powers="bare:red+hatter+pact")


@pytest.mark.usefixtures("nested")
def test_a_rule_may_end_the_match() -> None:
    game = potluck.load("struggle", powers="quitter+hatter+pact/none")
    state = game.new()
    state.play(game.read(state, "quitter:0"))
    assert (state.to_move, state.score(0)) == (OVER, -1.0)
    state = game.new()
    state.play(game.read(state, "a3-a4"))
    state.play(game.read(state, "g5-g4"))
    assert (state.to_move, state.score(1)) == (OVER, 1.0)


@pytest.mark.usefixtures("nested")
def test_an_error_within_a_rule_within_a_rule_is_told_once() -> None:
    game = potluck.load("struggle", powers="nested+hatter+pact/none")
    state = game.new()
    with pytest.raises(BrokenRule, match=r"nested.py, line 20: KeyError") as error:
        state.play(game.read(state, "nested:0"))
    assert str(error.value).count("the match is void") == 1
    assert "nested" in [rule.name for rule in installed_rules()]


def test_the_examples_keep_every_promise() -> None:
    load_rules(EXAMPLES / "veil.py")
    load_rules(EXAMPLES / "retreat.py")
    for options in (
        {"powers": "veil:green+retreat+torus/retreat:red+veil+tower:green"},
        {"extra": "veil+retreat", "setup": "secret"},
        {"powers": "random", "extra": "veil+retreat", "banned": "torus+jolt+caboose+pact"},
    ):
        case = Case("struggle", dict(options), 2)
        game = case.load()
        for state in sampled_states(case, 21, 26, most=120):
            check_words(game, state)
            check_position(game, state)
            check_refusals(game, state, Dice(1))
            check_observation(game, state)
            check_secrets(game, state, Dice(2))
            check_evaluation(game, state)


def test_a_net_does_not_judge_rules_that_it_has_not_seen() -> None:
    load_rules(EXAMPLES / "retreat.py")
    game = potluck.load("struggle", powers="retreat:red+armor:red+jolt:red/none")
    assert game.untrained() == "it has not seen rules of one's own"


def test_records_name_a_rule_by_its_digest_and_never_load_a_file() -> None:
    full = load_rules(EXAMPLES / "retreat.py")[0]
    game = potluck.load("struggle", powers="retreat:red+armor:red+jolt:red/none")
    match = Match(game)
    for _ in range(6):
        match.play(match.state.moves()[0])
    text = write(match.record())
    assert f"powers={full}:red+" in text
    assert read(text).moves == match.moves
    for changed in (text.replace("retreat@", "retired@"), text.replace(full, full[:-3] + "xyz")):
        with pytest.raises(potluck.BadRecord):
            read(changed)
    assert "retreat:left" not in legal(PLAIN.new())


def test_rules_that_a_match_has_kept_are_usable_without_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RULES_VARIABLE, raising=False)
    monkeypatch.setattr(custom, "_installed", {})
    monkeypatch.setattr(custom, "_kept", {})
    (full,) = load_rules(EXAMPLES / "retreat.py")
    powers = f"{full}:red+armor:red+jolt:red/none"
    source = (EXAMPLES / "retreat.py").read_text()
    code = [Code(name="retreat", digest=full.partition("@")[2], file="retreat.py", source=source)]
    custom._installed.clear()
    custom._kept.clear()
    with pytest.raises(BadOptions):
        potluck.load("struggle", powers=powers)
    restore("struggle", ())
    restore("potential", ())
    restore("struggle", code)
    assert potluck.load("struggle", powers=powers).code == code


def test_rule_names_are_listed_when_one_is_unknown() -> None:
    with pytest.raises(BadOptions, match="torus, pact, caboose"):
        potluck.load("struggle", powers="chess+armor+jolt")


def test_a_process_may_be_told_its_files_by_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "told.py"
    file.write_text(NESTED.replace('"bare"', '"told"'))
    monkeypatch.setenv(RULES_VARIABLE, str(file))
    monkeypatch.setattr(custom, "_installed", {})
    assert "told" in [rule.name for rule in potluck.load("struggle").loaded()]
    game = potluck.load("struggle", powers="told+hatter+pact/none")
    assert "told:0" in legal(game.new(), game)
