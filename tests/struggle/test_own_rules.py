"""The examples of the documentation, hook by hook, through the whole kit, in the lab and at the table with bots."""

import asyncio
from pathlib import Path

import pytest

import potluck
from kit import (
    Case,
    check_codes,
    check_evaluation,
    check_observation,
    check_position,
    check_refusals,
    check_secrets,
    check_state,
    check_words,
    sampled_states,
)
from potluck import CHANCE, OVER, Dice, Game
from potluck.core.errors import BadNotation
from potluck.games.struggle.custom import load_rules
from potluck.games.struggle.view import StruggleView
from potluck.lab.plan import Plan, play_number
from potluck.players.guests import seat_player
from potluck.table.live.catalogue import game_card
from potluck.table.match.match import Match as TableMatch
from potluck.table.match.ports import Claim, Question, Thought
from struggle.drawn import drawn, legal, pieces, play, refused, rule_field
from struggle.examples import OF_THE_DOCUMENT, documented, load_documented, load_examples
from table.memory import Table

WHITES = "Wa1 wg7"
OPTIONS: list[dict[str, int | bool | str]] = [
    {"powers": "vampire:black+hop:blue+jolt:yellow/freeze+roulette:yellow+martyr:green"},
    {"powers": "hop:blue+jolt:blue+vampire:blue/pact+martyr:black+hop:red", "any_arrival_lands": True},
    {"extra": "vampire+hop+freeze+roulette+martyr+veil+retreat", "setup": "secret", "powers": "random"},
]


@pytest.fixture(autouse=True)
def rules(tmp_path: Path) -> None:
    load_documented(tmp_path)
    load_examples()


def game_of(near: str, far: str = "none", **options: bool) -> Game:
    return potluck.load("struggle", powers=f"{near}/{far}", **options)


def test_the_document_has_five_complete_rules() -> None:
    assert tuple(documented()) == OF_THE_DOCUMENT


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_own_rules_keep_every_promise(options: dict[str, int | bool | str]) -> None:
    case = Case("struggle", options, 2)
    game = case.load()
    dice = Dice(5)
    for number, state in enumerate(sampled_states(case, 41, 30, most=150)):
        check_state(game, state)
        check_words(game, state)
        check_position(game, state)
        check_refusals(game, state, Dice(1))
        check_observation(game, state)
        check_secrets(game, state, Dice(2))
        check_evaluation(game, state)
        if state.to_move >= 0:
            some = {*state.moves(), *(dice.below(game.move_count) for _ in range(40))}
            check_codes(game, state, range(game.move_count) if number % 9 == 0 else some)


# A movement that counts as a landing, in a pause


def test_a_capture_grants_the_vampire_one_more_step() -> None:
    game = game_of("vampire:black+torus:blue+jolt:yellow")
    state = drawn(f"{WHITES} Kc3 rc4 gd6", game=game)
    play(state, "c3^c4^c5", game=game)
    assert legal(state, game) == {"vampire:d5", "vampire:c6", "vampire:d4", "vampire:b6", "stop"}
    assert game.prompt(state, 0) == "Make one more step with your Vampire, jump on or stop here."
    choice = next(choice for choice in game.choices(state) if choice.text == "vampire:d5")
    assert (choice.path, choice.label) == (["vampire", "d5"], "Step to d5")
    refused(state, "vampire:e5", "ST23", game)
    play(state, "vampire:d5", game=game)
    assert (state.to_move, pieces(state) >= {"Kd5"}, rule_field(game, state, 0)) == (
        *(1, True),
        "rules0=torus:blue+jolt:yellow+vampire:black",
    )
    unfed = drawn(f"{WHITES} Kc3 Rc4", game=game)
    play(unfed, "c3^c4^c5", game=game)
    assert unfed.to_move == 1


def test_the_vampires_step_lands() -> None:
    game = game_of("vampire:black+torus:blue+jolt:yellow", "tower:green+torus:blue+hatter")
    tower = "seat=0 rules1=torus:blue+hatter+tower:green;tower_at:d6;levels:2"
    state = drawn(f"{WHITES} Kc3 rc4 5d6", tower, game)
    play(state, "c3^c4^c5", "vampire:d5", game=game)
    assert "Kd5" not in pieces(state)
    assert state.to_move == 1


def test_the_vampires_step_leaves_a_tower_where_it_began() -> None:
    game = game_of("vampire:green+tower:green+torus:blue")
    state = drawn(f"{WHITES} Gc3 rc4 gd7", game=game)
    play(state, "c3^c4^c5", "vampire:d5", game=game)
    assert game.read_position(game.write_position(state)).key() == state.key()
    play(state, "lay", game=game)
    assert "tower_at:c5;levels:1" in rule_field(game, state, 0)
    assert state.to_move == 1


# A chain and a Jolt after a jump of one's own, and the pact


def test_a_hop_takes_two_pieces_and_jumps_on_once_a_match() -> None:
    game = game_of("hop:blue+jolt:blue+reaper:black")
    state = drawn(f"{WHITES} Bc1 kc2 Rc3 gc5", game=game)
    assert "hop:2" in legal(state, game) or "hop:0" in legal(state, game)
    hop = next(text for text in legal(state, game) if text.startswith("hop:"))
    play(state, hop, game=game)
    assert pieces(state) >= {"Bc4", "Rc3"}
    assert "kc2" not in pieces(state)
    assert legal(state, game) == {"c4^c5^c6", "stop"}
    play(state, "c4^c5^c6", game=game)
    assert game.prompt(state, 0) == "Move red, without special rules, or stop here."
    assert "c3-c4" in legal(state, game)
    play(state, "stop", "g7-f7", game=game)
    refused(state, hop, "ST23", game)
    view = game.view(state, 0)
    assert isinstance(view, StruggleView)
    assert {rule.name: (rule.note, rule.file, bool(rule.sign)) for rule in view.rules}["hop"] == (
        *("on blue, used", "hop.py"),
        True,
    )


def test_a_pact_binds_rules_of_ones_own() -> None:
    game = game_of("hop:blue+pact+torus:green", "martyr:black+pact+torus:green")
    bound = "seat=0 rules0=torus:green+pact;own:3;enemy:2+hop:blue"
    state = drawn(f"{WHITES} Bc1 kc2 Rc3", bound, game)
    assert not [text for text in legal(state, game) if text.startswith("hop")]
    free = drawn(f"{WHITES} Bc1 kc2 Rc3", game=game)
    hop = next(text for text in legal(free, game) if text.startswith("hop"))
    play(free, hop, game=game)
    assert not {"Bc4", "kc2"} & pieces(free)  # the martyr takes the hopper along


# Forbidding an enemy's steps and jumps


def test_a_frozen_piece_stays_for_a_cycle() -> None:
    game = game_of("freeze+torus:blue+jolt:yellow")
    state = drawn(f"{WHITES} Kc3 kd4 re5", game=game)
    play(state, "freeze:black", "a1-b1", game=game)
    for _ in range(3):
        assert not [text for text in legal(state, game) if text.startswith("d4")]
        with pytest.raises(potluck.IllegalMove, match=r"Freeze does not let this piece go there \(ST23\)"):
            game.read(state, "d4-d3")
        play(state, "e5-f4" if "e5-f4" in legal(state, game) else "f4-e5", game=game)
        play(state, "b1-a2" if "b1-a2" in legal(state, game) else "a2-b1", game=game)
    assert "d4-d3" in legal(state, game)
    jumping = drawn(f"{WHITES} Kc3 kc4", "seat=1 rules0=torus:blue+jolt:yellow+freeze;left:3;frozen:1", game)
    refused(jumping, "c4^c3^c2", "ST23", game)
    check_codes(game, jumping, range(game.move_count))


FORBIDDING = '''
from potluck.games.struggle import own


class Guard(own.Power):
    """Let no enemy jump."""

    def __init__(self):
        super().__init__("guard", "Guard", "Enemies cannot jump.")

    def judges(self, position, place, slot, over, cell):
        return own.FORBIDS if over >= 0 and own.owner(slot) != position.seat_of(place) else own.SILENT
'''


def test_a_rule_may_forbid_the_enemys_jumps_alone(tmp_path: Path) -> None:
    (tmp_path / "guard.py").write_text(FORBIDDING)
    load_rules(tmp_path / "guard.py")
    game = game_of("guard+torus:blue+jolt:yellow")
    for seat in (0, 1):
        state = drawn(f"{WHITES} Kc3 kc4", f"seat={seat}", game)
        assert ("c3^c4^c5" if seat == 0 else "c4-b4") in legal(state, game)
        check_codes(game, state, range(game.move_count))
    with pytest.raises(potluck.IllegalMove, match=r"Guard does not let this piece go there \(ST23\)"):
        game.read(state, "c4^c3^c2")


ALLOWING = '''
from potluck.games.struggle import own


class Ladder(own.Power):
    """Let everybody over everything, build on the space just left, and end the match by hand."""

    def __init__(self):
        super().__init__("ladder", "Ladder", "Everybody may jump everything.", codes=2, colour=own.RED, memory=("at",))

    def judges(self, position, place, slot, over, cell):
        return own.SILENT if over < 0 else own.ALLOWS

    def landed(self, position, place, slot):
        if slot == own.carrier(position, place):
            position.pause(place)

    def pause_moves(self, position, place, out, count):
        return own.offer(self, out, count, [0, 1])

    def play(self, position, place, code):
        if code == 0:
            position.end_match(place, position.seat_of(place))
        return True

    def end_turn(self, position, place):
        for slot in own.pieces(position, position.seat_of(place)):
            if position.lively and slot != own.carrier(position, place):
                position.grant(slot)
        return False
'''


def test_a_rule_may_allow_what_others_forbid_end_the_turn_in_a_pause_and_the_match(tmp_path: Path) -> None:
    (tmp_path / "ladder.py").write_text(ALLOWING)
    load_rules(tmp_path / "ladder.py")
    game = game_of("ladder:red+pact+torus:blue", "tower:green+torus:blue+hatter")
    rules = "rules0=torus:blue+pact;own:2;enemy:2+ladder:red rules1=torus:blue+hatter+tower:green;tower_at:d4;levels:1"
    state = drawn(f"{WHITES} Kc2 kc3 Bd3 5d4 Re2 re3 ge5", f"seat=0 {rules}", game)
    assert {"c2^c3^c4", "d3^d4^d5"} <= legal(state, game)
    check_codes(game, state, range(game.move_count))
    ended = state.copy()
    play(ended, "e2^e3^e4", game=game)
    assert legal(ended, game) == {"e4^e5^e6", "ladder:0", "ladder:1", "stop"}
    assert game.prompt(ended, 0) == "Use Ladder, jump on or stop here."
    stopped = ended.copy()
    play(stopped, "ladder:1", game=game)
    assert stopped.to_move == 1
    assert "granted" not in game.write_position(stopped)
    assert game.tell(ended, game.read(ended, "ladder:0"), 0)[-1] == "Ladder ended the match. {0} won."
    assert game.how_it_ended(ended, game.read(ended, "ladder:0")) == "Ladder ended the match in turn 1."
    play(ended, "ladder:0", game=game)
    assert (ended.to_move, ended.ending(), ended.score(0)) == (OVER, "ST23", 1.0)
    text = game.write_position(ended)
    assert game.read_position(text).key() == ended.key()
    for ender in ("ender=0", "ender=4"):
        with pytest.raises(BadNotation, match="the rule that ended the match"):
            game.read_position(text.replace("ender=2", ender))


MOVES_AT_THE_END = """
from potluck.games.struggle import own


class Drift(own.Power):
    def __init__(self):
        super().__init__("drift", "Drift", "At the end of each turn this piece steps ahead.", colour=own.RED)

    def end_turn(self, position, place):
        slot = own.carrier(position, place)
        target = None if slot is None else own.next_to(position, own.owner(slot), position.cell_of(slot), own.AHEAD[0])
        if own.free(position, target) and own.row(own.owner(slot), target) < 10:
            own.step(position, slot, target)
        return False
"""


def test_a_piece_that_moves_at_the_end_of_a_turn_lands_and_is_not_active_after_it(tmp_path: Path) -> None:
    (tmp_path / "drift.py").write_text(MOVES_AT_THE_END)
    load_rules(tmp_path / "drift.py")
    game = game_of("drift:red+torus:blue+jolt:yellow", "drift:red+torus:blue+jolt:yellow")
    state = drawn(f"{WHITES} Rc3 rf4", game=game)
    play(state, "a1-b1", game=game)
    assert pieces(state) == {"Wb1", "wg7", "Rc4", "rf3"}
    assert (state.to_move, "active" in game.write_position(state)) == (1, False)
    assert game.tell(state, game.read(state, "g7-g6"), 0)[1:] == ["{0}'s red went to c5.", "{1}'s red went to f2."]


# Dice


def test_a_rule_rolls_its_die() -> None:
    game = game_of("roulette:yellow+torus:blue+jolt:yellow")
    assert game.has_chance
    before = drawn(f"{WHITES} Yc3 kc4 rf4", game=game)
    play(before, "roulette:roll", game=game)
    assert (before.to_move, list(before.moves()), game.prompt(before, 0)) == (
        *(CHANCE, list(range(6))),
        "Roulette rolls its die.",
    )
    again = game.read_position(game.write_position(before))
    assert again.key() == before.key()
    fallen = {1: "Yc3", 2: "", 5: "kc4", 6: "kc4"}
    for face, gone in fallen.items():
        state = before.copy()
        assert game.write(state, face - 1) == f"roulette:{face}"
        lines = game.tell(state, face - 1, 0)
        assert lines[0] == f"{{0}}'s Roulette rolled {face}."
        assert len(lines) == {1: 4, 2: 1}.get(face, 2)
        state.play(face - 1)
        assert state.to_move == 1
        assert {"Yc3", "kc4", "rf4"} - pieces(state) == ({gone} if gone else set())
    for bad in ("seat=0 rolling=2", "seat=chance mover=0", "seat=chance mover=0 rolling=1"):
        with pytest.raises(BadNotation, match="rolling"):
            drawn(f"{WHITES} Yc3 kc4", bad, game)


def test_a_die_is_drawn_from_the_seal_and_recorded() -> None:
    match = potluck.Match("struggle", powers="roulette:yellow+torus:blue+jolt:yellow/none", seed=3)
    match.play("roulette:roll")
    assert len(match.moves) == 2
    assert match.to_move == 1
    assert potluck.Match.from_record(match.record()) == match


ROLLS_LATER = '''
from potluck.games.struggle import own


class Late(own.Power):
    """Roll when something is removed, and when asked at the end of a turn."""

    def __init__(self):
        super().__init__("late", "Late", "Rolls.", codes=1, dice=2, memory=("asked", "rolls"))

    def removed(self, position, place, gone):
        position.roll(place)

    def end_turn(self, position, place):
        position.remember(place, 0, 1 - position.recall(place, 0))
        return bool(position.recall(place, 0)) and position.mover == position.seat_of(place)

    def answer_moves(self, position, place, out, count):
        return own.offer(self, out, count, [0])

    def play(self, position, place, code):
        position.roll(place)
        return True

    def rolled(self, position, place, face):
        position.remember(place, 1, position.recall(place, 1) + face)
        return False
'''


def test_a_roll_waits_until_the_move_is_done(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(ROLLS_LATER)
    load_rules(tmp_path / "late.py")
    game = game_of("late+torus:blue+jolt:yellow", "reaper:black+torus:blue+jolt:yellow")
    state = drawn(f"{WHITES} Kc2 rc3 Gc5 ga6", game=game)
    play(state, "c2^c3^c4", game=game)
    assert state.to_move == CHANCE
    state.play(1)
    assert legal(state, game) == {"c4^c5^c6", "stop"}
    play(state, "stop", game=game)
    assert (state.to_move, game.prompt(state, 0)) == (0, "Use Late.")
    play(state, "late:0", game=game)
    assert (state.to_move, state.mover) == (CHANCE, 1)  # the turn is over; the die is rolled at the start of the next
    state.play(0)
    assert (state.to_move, rule_field(game, state, 0)) == (1, "rules0=torus:blue+jolt:yellow+late;asked:1;rolls:3")


# Where rules of one's own go


def test_the_page_is_told_which_rules_are_loaded() -> None:
    loaded = {rule.name: rule for rule in game_card("struggle").loaded}
    assert set(OF_THE_DOCUMENT) <= set(loaded)
    assert loaded["hop"].file == "hop.py"
    assert (loaded["hop"].title, bool(loaded["hop"].sign)) == ("Hop", True)
    assert "over two pieces" in loaded["hop"].text
    assert game_card("potential").loaded == []
    view = potluck.load("struggle", extra="hop").new()
    shown = potluck.load("struggle", extra="hop").view(view, 0)
    assert isinstance(shown, StruggleView)
    assert (shown.choosable[-1].title, shown.choosable[-1].file) == ("Hop", "hop.py")


def test_bots_play_rules_of_ones_own_in_the_lab() -> None:
    options = f"powers={OPTIONS[0]['powers']}"
    result = play_number(Plan(game="struggle", options=options, players=("greedy", "novice"), seed=7), 0)
    assert result.ending.startswith("ST")
    assert result.troubles == ()


class Novice:
    """Think for the bots at the table, in this process."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        game = potluck.load(question.game, **question.options)
        return Thought(seat_player(game, "novice", question.seed).choose(question.position, question.seat))

    async def stop(self) -> None:
        """Nothing runs."""


async def play_at_table(options: dict[str, int | bool | str]) -> TableMatch:
    """Play a match against a bot at a table in this process, taking moves by a die."""
    dice = Dice(8)
    async with Table("struggle", Novice(), options=options) as table:
        shown = await table.my_turn()
        while shown["status"] != "over":
            choice = shown["choices"][dice.below(len(shown["choices"]))]
            await table.pipe.do(shown["version"], {"do": "move", "move": choice["move"]})
            shown = await table.my_turn()
        return table.match


@pytest.mark.parametrize("options", OPTIONS[:2], ids=str)
def test_bots_play_rules_of_ones_own_at_the_table(options: dict[str, int | bool | str]) -> None:
    match = asyncio.run(play_at_table(options))
    assert match.ending.startswith("ST")
    assert len(match.moves) > 10
