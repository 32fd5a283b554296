"""The end in one sentence: what happened in a match by the move that ended it."""

import re

import pytest

import potluck
from kit import Case, every_case, walk
from magic_potion.field import drawn as drawn_magic
from potential.test_rulings import LONE, fill_with_stones
from potential.test_rulings import drawn as drawn_potential
from potion_explosion.drawing import PLAIN as TRACKS
from potion_explosion.drawing import drawn as drawn_potion
from potluck import CHANCE, OVER, Dice, Game, State
from potluck.games.potus.game import Potus
from potluck.games.potus.view import Earned, PotusView
from potus.play import drawn as drawn_potus
from potus.play import load as load_potus
from struggle.drawn import drawn as drawn_struggle

STUCK = "Wg7 Kf7 Bg6 wa1 kb1 ba2"  # each side has reached the other's corner: nothing is ahead or beside
CIRCLES = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ....T.A. C.o.o.ou"
FIGHT = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*.... ......A. C.o.o.ou phase=battle"


def told(game: Game, state: State, *texts: str) -> str:
    """Play until the end, and tell it; what chance is not told to draw is what it finds first."""
    words = list(texts)
    while True:
        moves = {game.write(state, move): move for move in state.moves()}
        drawn = state.to_move == CHANCE and (not words or words[0] not in moves)
        move = next(iter(moves.values())) if drawn else game.read(state, words.pop(0))
        before = state.copy()
        state.play(move)
        if state.to_move == OVER:
            assert not words
            return game.how_it_ended(before, move)


@pytest.mark.parametrize(
    ("drawing", "fields", "options", "moves", "sentence"),
    [
        ("......\n..a...\n..2...\n......\n......", "", {}, "c3-c5", "{0} drained {1}'s last piece in turn 1."),
        (
            "......\n..a...\n..6...\n......\n....b.\n......",
            "",
            {},
            "c4-c6",
            "{0}'s last piece was overcharged in turn 1.",
        ),
        (
            "......\n..a...\n..6...\n......\n......",
            "",
            {},
            "c3-c5",
            "One jump removed the deciding piece of both sides in turn 1.",
        ),
        (
            "a.........\n..........\n..2.......\n..........\n..........",
            "",
            {},
            "c3-c4 c4-c3",
            "The Edge took {1}'s last piece in turn 2.",
        ),
        (
            "......\n..a...\n..2...\n......\n.2..b.\n......",
            "",
            {"removal_target": 7},
            "c4-c6",
            "{0} drained {1}'s seventh piece in turn 1.",
        ),
        (
            "......\n..1...\n..2...\n......\n.2.bbb\n......",
            "",
            {"removal_target": 6},
            "c4-c6",
            "{0}'s sixth piece was drained in turn 1.",
        ),
        (LONE, "quiet=99", {}, "c3-c4 c4-c3", "100 turns in a row passed without a removal."),
        (LONE, "", {"quiet_turns": 1}, "c3-c4 c4-c3", "A turn passed without a removal."),
    ],
)
def test_potential(drawing: str, fields: str, options: dict[str, int], moves: str, sentence: str) -> None:
    game = potluck.load("potential", **options)
    assert told(game, drawn_potential(drawing, f"seat=0 {fields}", game), *moves.split()) == sentence


def test_potential_when_nobody_can_move() -> None:
    state = drawn_potential("b.b.......\nbb........\n1bb.......")
    fill_with_stones(state)
    assert told(potluck.load("potential"), state, "skip") == "Neither side could move in turn 2."


@pytest.mark.parametrize(
    ("pieces", "fields", "options", "moves", "sentence"),
    [
        ("Wg6 wa3 ka2", "", {}, "g6-g7", "{0}'s white reached {1}'s star in turn 1."),
        ("Wa1 Kc3 wc4", "", {}, "c3^c4^c5", "{0}'s black jumped over {1}'s white in turn 1."),
        ("We5 wg7 kg6", "", {}, "e5-e6", "{0}'s white zapped {1}'s white in turn 1."),
        (
            "Wa1 wg7 Kc3 kd5",
            "quiet=2",
            {"quiet_turns": 3},
            "c3-d2",
            "3 turns in a row passed without a removal or a step forward.",
        ),
        (
            "Wa1 wg7 Kc3 kd5",
            "",
            {"quiet_turns": 1},
            "c3-d2",
            "A turn passed without a removal or a step forward.",
        ),
        (STUCK, "", {}, "skip skip", "Nobody could move in turn 2."),
        (STUCK, "", {"stuck_loses": True}, "skip", "{0} could not move in turn 1."),
    ],
)
def test_struggle(pieces: str, fields: str, options: dict[str, int], moves: str, sentence: str) -> None:
    game = potluck.load("struggle", powers="none", **options)
    assert told(game, drawn_struggle(pieces, f"seat=0 {fields}", game), *moves.split()) == sentence


def test_struggle_when_a_tower_takes_white() -> None:
    game = potluck.load("struggle", powers="torus:blue+caboose+pact/tower:green+armor:red+jolt:yellow")
    tower = "rules1=armor:red+jolt:yellow+tower:green;tower_at:d4;levels:2"
    state = drawn_struggle("Wc3 wg7 5d4", f"seat=0 {tower}", game)
    assert told(game, state, "c3-c4") == "{0}'s white was removed in turn 1."


@pytest.mark.parametrize(
    ("text", "moves", "sentence"),
    [
        (
            f"{CIRCLES} phase=move actor=0 left=2 money=400/600",
            "T e2-e1",
            "{0} brought the last Turncoat home in turn 1: both have $600.",
        ),
        (
            f"{CIRCLES} phase=move actor=0 left=2 money=600/500",
            "T e2-e1",
            "{0} brought the last Turncoat home in turn 1: $800 to $500.",
        ),
        (
            f"{FIGHT} battles=249 money=50/0",
            "Washington Jefferson",
            "The last round ended after 250 battles: $50 to $0.",
        ),
    ],
)
def test_potus(text: str, moves: str, sentence: str) -> None:
    game = load_potus()
    words = [moves] if "-" in moves else moves.split()
    assert told(game, drawn_potus(game, text), *words) == sentence


def test_potus_after_one_battle() -> None:
    game = load_potus(battles=1)
    state = drawn_potus(game, f"{FIGHT} money=50/50")
    assert told(game, state, "Washington", "Jefferson") == "The last round ended after 1 battle: both have $50."


def test_potus_shows_how_the_money_came_together() -> None:
    game: Potus = load_potus()
    state = drawn_potus(game, f"{CIRCLES} phase=move actor=0 left=2 money=450/500")
    view = game.view(state, 0)
    assert isinstance(view, PotusView)
    assert [side.earned for side in view.sides] == [None, None]
    state.play(game.read(state, "T e2-e1"))
    after = game.view(state, 0)
    assert isinstance(after, PotusView)
    for side in after.sides:
        assert side.earned
        assert side.earned.scored + side.earned.bonus + side.earned.rest == side.money
    assert after.sides[0].earned == Earned(500, 100, 50)


@pytest.mark.parametrize(
    ("field", "facts", "turn", "options", "moves", "sentence"),
    [
        (
            "...T...\n..H..p.",
            "thief=red,18,1,I* hunter=red,18,0,II! priest=blue,9,0 d3=III",
            "phase=move actor=thief",
            {},
            "go-d3",
            "{0} had the whole recipe in round 1.",
        ),
        (
            "...M...\n.......\n...p...",
            "magician=red,20,0 priest=blue,2,0",
            "phase=act actor=magician",
            {},
            "blast",
            "{1}'s last character, the Priest, fell in round 1.",
        ),
        (
            ".t.M...\n.......\n...p...",
            "magician=red,20,0 priest=blue,2,0 thief=blue,2,0",
            "phase=act actor=magician",
            {},
            "blast",
            "{1}'s last characters, the Thief and the Priest, fell in round 1.",
        ),
        (
            "...T...\n.......\n...b...",
            "thief=red,18,0,I* merchant=blue,9,1,II*",
            "round=30 phase=move actor=merchant",
            {"round_limit": 30},
            "stay done",
            "Nobody had won by the end of round 30.",
        ),
    ],
)
def test_magic_potion(field: str, facts: str, turn: str, options: dict[str, int], moves: str, sentence: str) -> None:
    game = potluck.load("magic_potion", **options)
    assert told(game, drawn_magic(field, facts, turn, game), *moves.split()) == sentence


@pytest.mark.parametrize(
    ("fields", "moves", "sentence"),
    [
        ("done0=lava4", "end", "{0} brewed 1 potion for 5 points, 5 more than {1}."),
        ("done0=draft4+lava4", "end", "{0} brewed 2 potions for 9 points, 9 more than {1}."),
        ("helps1=1", "end", "{0} won with no potion: 0 points, 2 more than {1}."),
        ("done0=draft4 helps0=3 helps1=3", "end", "{0} won with 1 potion: −2 points, 4 more than {1}."),
        ("", "end b1 a2 explode", "{0} and {1} had 0 points each; {1} took 3 marbles in the last pick."),
        ("", "end b1 c1", "{0} and {1} share the win with 0 points each."),
    ],
)
def test_potion_explosion(fields: str, moves: str, sentence: str) -> None:
    game = potluck.load("potion_explosion", rounds=5)
    tracks = "BRBKYRBKY " + " ".join(TRACKS.split()[1:])
    state = drawn_potion(f"seat=1 acted=pick round=4 {fields}", tracks=tracks, game=game)
    assert told(game, state, *moves.split()) == sentence


@every_case
def test_every_match_ends_with_a_sentence(case: Case) -> None:
    game = case.load()
    state = game.new(case.seats)
    before, last = state, 0
    for position, move in walk(game, state, Dice(20)):
        before, last = position.copy(), move
    assert re.fullmatch(r"[A-Z{1-9].*\.", game.how_it_ended(before, last))
