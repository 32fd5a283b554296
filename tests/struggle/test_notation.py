"""Words of Struggle: moves, positions, refusals, prompts, the log, the view and the pictures."""

import re

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import potluck
from potluck import ALL, CHANCE, OVER, SPECTATOR, Dice
from potluck.core.errors import BadNotation, IllegalMove
from potluck.games.struggle.board import CELLS, WAYS
from potluck.games.struggle.options import SETS, SWITCHES
from potluck.games.struggle.position import BLOCKS, COLOURS, NAMING, PLACING, SKIP, STOP, TEAM
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.view import StruggleView
from potluck.games.struggle.words import THINGS
from struggle.drawn import PLAIN, drawn, legal, play, refused, rule_field

WHITES = "Wa1 wg7"
ALL_NINE = ("torus:blue+pact+caboose", "teleporter:blue+armor:red+hatter", "reaper:black+jolt:yellow+tower:green")


def test_moves_are_written_and_read() -> None:
    state = PLAIN.new()
    assert PLAIN.path(state, PLAIN.read(state, " a3-a4 ")) == ["a3", "a4"]
    assert PLAIN.path(state, PLAIN.read(state, "a2^a3^a4")) == ["a2", "a4"]
    assert PLAIN.label(state, PLAIN.read(state, "a3-a4")) == "a3-a4"
    stuck = drawn("Wg7 Kf7 Bg6 wa1 kb1 ba2")
    assert PLAIN.choices(stuck)[0].label == "Skip your turn"
    assert PLAIN.path(stuck, stuck.moves()[0]) == ["skip"]
    game = potluck.load("struggle", powers=ALL_NINE[2])
    laying = drawn(f"{WHITES} Gc3", game=game)
    play(laying, "c3-c4", game=game)
    assert {choice.label for choice in game.choices(laying)} == {"Lay a tower", "Stop here"}
    assert {tuple(choice.path) for choice in game.choices(laying)} == {("lay",), ("stop",)}
    choosing = potluck.load("struggle")
    first = choosing.choices(choosing.new())[0]
    assert (first.text, first.path, first.label) == ("torus", ["torus"], "Torus")


def test_the_blocks_of_codes_lie_side_by_side() -> None:
    assert (STOP, SKIP, PLACING) == (CELLS * WAYS, STOP + 1, SKIP + 1)
    assert (NAMING, BLOCKS) == (PLACING + TEAM - 1, NAMING + TEAM)


def test_every_thing_is_explained_with_its_ruling() -> None:
    known = potluck.rulings("struggle")
    for thing in THINGS.values():
        assert thing.name
        assert thing.effect.endswith(".")
        assert thing.ruling in known
    assert {*COLOURS, *SWITCHES, *SETS, *(power.name for power in nine_powers())} <= set(THINGS)
    assert THINGS["classic"].effect == "Torus on blue, Grim Reaper on black, Jolt on yellow."


def test_set_up_moves_are_clicked_on_the_board() -> None:
    game = potluck.load("struggle", setup="open", powers="torus+armor+jolt")
    state = game.new()
    assert game.path(state, game.read(state, "black:a2")) == ["a2"]
    while game.prompt(state, state.to_move).startswith("Place"):
        state.play(state.moves()[0])
    assert game.path(state, game.read(state, "torus:yellow")) == ["c1"]


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-", "h1-h2", "a1-a8", "a1–a2", "a1^a2", "a1^a2^", "a3-a4 a4-a5", "Torus!", "a@", "&"]
)
def test_nonsense_is_no_move(text: str) -> None:
    for game in (PLAIN, potluck.load("struggle"), potluck.load("struggle", powers="torus+armor+jolt")):
        with pytest.raises(BadNotation, match="expected a move like"):
            game.read(game.new(), text)


def test_a_refusal_quotes_the_move_and_names_the_ruling() -> None:
    with pytest.raises(IllegalMove) as error:
        PLAIN.read(drawn(f"{WHITES} Kc3"), "c3-c2")
    assert str(error.value) == "illegal move 'c3-c2': pieces move forward or sideways (ST5)"
    refused(PLAIN.new(), "torus", "ST1")
    refused(PLAIN.new(), "a7-a6", "ST24")
    refused(drawn(f"{WHITES} Kc3"), "c3^a7^a7", "ST25")
    game = potluck.load("struggle")
    refused(game.new(), "a3-a4", "ST1", game)
    refused(game.new(), "torus:blue", "ST1", game)


def test_positions_are_drawn_and_read() -> None:
    text = PLAIN.write_position(PLAIN.new())
    assert text.splitlines()[:3] == ["w", "bk", "yrg"]
    assert text.splitlines()[10:] == ["GRY", "KB", "W", "seat=0"]
    assert PLAIN.read_position(text).key() == PLAIN.new().key()


PLAY = f"{WHITES} Kc3 Bd3 Ge4 kd5"
BAD_POSITIONS = [
    ("Wa1", "seat=0", "without both whites"),
    (PLAY, "seat=2", "seat='2'"),
    (PLAY, "seat=0 phase=tea", "phase='tea'"),
    (PLAY, "seat=0 colour=red", "field 'colour'"),
    (PLAY, "seat=0 winner=0", "only with seat=over"),
    (PLAY, "seat=over", "winner=0, 1 or draw"),
    (PLAY, "seat=over winner=0 ending=ST8 active=c3", "and no turn"),
    (PLAY, "seat=0 rules0=torus:blue", "three rules of this match"),
    (PLAY, "seat=0 rules0=chess", "at most three different"),
    (PLAY, "seat=0 quiet=60", "quiet='60'"),
    (PLAY, "seat=0 active=c4", "the mover's pieces"),
    (PLAY, "seat=0 active=d5", "the mover's pieces"),
    (PLAY, "seat=0 active=x9", "different spaces"),
    (PLAY, "seat=0 active=c3.d3", "one space each"),
    (PLAY, "seat=0 entered=c4", "only with an active piece"),
    (PLAY, "seat=0 active=c3 left=c2", "both or none"),
    (PLAY, "seat=0 active=c3 stepped=1 entered=c4", "after a step nothing"),
    (PLAY, "seat=0 active=c3 entered=d3", "is not free"),
    (PLAY, "seat=0 active=c3 entered=c2", "behind the piece"),
    (PLAY, "seat=0 active=d3 pausing=7 left=c4", "places from 0 to 5"),
    (PLAY, "seat=0 active=d3 pausing=2 left=c4", "no rule at place 2"),
    (PLAY, "seat=0 active=d3 pausing=2 left=c3", "expected a free space"),
    (f"{WHITES} Kc3", "seat=0 active=c3", "can jump on"),
    (PLAY, "seat=0 jolted=1", "a jolted piece"),
    (PLAY, "seat=0 granted=c3", "that another has jumped"),
    (PLAY, "seat=0 jolted=1 granted=a1", "nonwhite"),
    ("Wa1 wg7 Kg6 Bf7 Gg5", "seat=0 jolted=1 granted=g6", "that can move"),
    (PLAY, "seat=0 mover=1", "only with phase=answer"),
    (PLAY, "seat=0 skipping=1", "only with phase=answer"),
    (PLAY, "seat=0 phase=answer", "asking"),
    (PLAY, "seat=0 phase=answer asking=1", "a rule that asks"),
    (PLAY, "seat=0 phase=answer asking=1 jolted=1 granted=c3", "no moves to be left"),
    (PLAY, "seat=0 placed0=2", "a hidden set-up"),
    (f"{PLAY} 2d4", "seat=0", "no rule at place 2 builds"),
    (PLAY, "seat=0 phase=set", "white on its start and the others"),
    (WHITES, "seat=0 phase=designate", "every piece in its place"),
    (PLAY, "seat=0 phase=set quiet=2", "only once the match has begun"),
]


@pytest.mark.parametrize(("pieces", "fields", "why"), BAD_POSITIONS)
def test_impossible_positions_are_refused(pieces: str, fields: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        drawn(pieces, fields)


def test_rows_of_the_wrong_length_are_refused() -> None:
    for spoilt in ("ww", "x", "?"):
        with pytest.raises(BadNotation):
            PLAIN.read_position(spoilt + PLAIN.write_position(PLAIN.new())[1:])


RULED = potluck.load("struggle", powers="pact+reaper:black+tower:green/armor+hatter+reaper")
BAD_RULES = [
    ("rules0=pact;own:2+reaper:black+tower:green", "two colours"),
    ("rules0=pact;own:2;enemy:1+reaper:black+tower:green", "nonwhite"),
    ("rules0=pact;own:9;enemy:2+reaper:black+tower:green", "two colours"),
    ("rules0=pact;own:0;enemy:2+reaper:black+tower:green", "expected own enemy"),
    ("rules0=pact;own:x+reaper:black+tower:green", "expected own enemy"),
    ("rules0=pact;mood:1+reaper:black+tower:green", "expected own enemy"),
    ("rules0=pact+reaper:black+tower:green;tower_at:d4;levels:1", "one tower"),
    ("rules0=pact+reaper:black+tower:green;levels:1", "a space and levels"),
    ("rules0=pact+reaper:black+tower:green;tower_at:z9", "expected tower_at levels"),
    ("rules0=pact+reaper:black;red_at:c4+tower:green", "removed in this turn"),
    ("rules0=pact+reaper:black;green_at:c4+tower:green", "that were removed"),
    ("rules0=pact+reaper:black+tower:white", "may not carry"),
    ("rules0=pact+reaper:black+tower:pink", "a colour that carries"),
    ("rules0=pact:red+reaper:black+tower:green", "a colour that carries"),
    ("rules0=pact+reaper:black+tower", "the carriers of this match"),
    ("rules0=pact+reaper:red+tower:green", "the carriers of this match"),
    ("rules0=reaper:black+pact+tower:green", "in their order"),
    ("rules0=?+?+?", "expected dice"),
    ("rules1=armor+hatter+reaper:red", "the piece that carries it"),
    ("rules1=armor:red;broken:2+hatter+reaper:red", "whole, or broken"),
    ("rules1=armor:red+hatter;wait:9+reaper:red", "three moves at most"),
]


@pytest.mark.parametrize(("rules", "why"), BAD_RULES)
def test_impossible_rules_are_refused(rules: str, why: str) -> None:
    fields = f"seat=0 {rules}" if "rules1" in rules else f"seat=0 {rules} rules1=armor:red+hatter+reaper:red"
    with pytest.raises(BadNotation, match=why):
        drawn(PLAY, fields, RULED)


def test_an_answer_needs_a_rule_with_a_choice() -> None:
    game = potluck.load("struggle", powers="reaper:black+armor:red+hatter")
    rules = "rules1=armor:red+hatter+reaper:black;blue_at:g6;green_at:f7"
    pieces = "We6 wb1 kd3"
    state = drawn(pieces, f"seat=1 mover=0 phase=answer asking=5 lively=1 {rules}", game)
    assert legal(state, game) == {"d3+g6", "d3+f7"}
    single = rules.replace(";green_at:f7", "")
    for fields, why in (
        (f"seat=1 mover=0 phase=answer asking=5 lively=1 {single}", "a choice"),
        (f"seat=0 mover=0 phase=answer asking=5 lively=1 {rules}", "a choice"),
        (f"seat=1 mover=0 phase=answer asking=4 lively=1 {rules}", "a rule that asks"),
        (f"seat=1 mover=1 phase=answer asking=5 lively=1 lame=d3 {rules}", "can be used"),
    ):
        with pytest.raises(BadNotation, match=why):
            drawn(pieces, fields, game)


def test_the_reaper_remembers_only_pieces_removed_in_this_turn() -> None:
    game = potluck.load("struggle", powers="reaper:yellow+armor:red+hatter/none")
    held = "seat=0 rules0=armor:red+hatter+reaper:yellow"
    board = f"{WHITES} Kc2 Bc3 Gd2 Yd3"
    for memory in ("black_at:e5", "blue_at:e5", "green_at:e5", "red_at:e5;green_at:e6"):
        with pytest.raises(BadNotation, match="follows pieces that were removed"):
            drawn(board, f"{held};{memory} lively=1", game)
    for memory in ("red_at:e5", "red_at:e5;black_at:e5"):
        with pytest.raises(BadNotation, match="follows pieces that were removed"):
            drawn(f"{WHITES} Yd3", f"{held};{memory}{' lively=1' if ';' in memory else ''}", game)
    assert "black_at:e6;red_at:e5" in rule_field(
        game, drawn(f"{WHITES} Yd3", f"{held};black_at:e6;red_at:e5 lively=1", game), 0
    )


def test_a_pause_belongs_to_the_layer() -> None:
    game = potluck.load("struggle", powers="tower:green+armor:red+hatter")
    assert legal(drawn(f"{WHITES} Gc4", "seat=0 active=c4 stepped=1 left=c3 pausing=2", game), game) == {"lay", "stop"}
    with pytest.raises(BadNotation, match="designated for it"):
        drawn(f"{WHITES} Kc4", "seat=0 active=c4 stepped=1 left=c3 pausing=2", game)


def test_set_ups_are_checked() -> None:
    game = potluck.load("struggle", setup="secret", powers="secret")
    text = game.write_position(game.new())
    for old, new, why in (
        ("seat=0", "seat=1", "who decides next"),
        ("phase=pick", "phase=pick rules0=torus:blue", "a colour that carries"),
        ("phase=pick", "phase=set", "three rules of this match"),
        ("\n...\n..\nW", "\nK..\n..\nW", "in the order of their colours"),
    ):
        assert old in text
        with pytest.raises(BadNotation, match=why):
            game.read_position(text.replace(old, new))
    banned = potluck.load("struggle", banned="torus")
    with pytest.raises(BadNotation, match="may not be chosen"):
        banned.read_position(banned.write_position(banned.new()) + " rules0=torus")
    with pytest.raises(BadNotation, match="may not be chosen"):
        drawn(PLAY, "seat=0 rules0=torus:blue+armor:red+hatter rules1=armor:red+hatter+reaper:red", banned)


def test_hidden_set_ups_are_filled_in_with_dice() -> None:
    game = potluck.load("struggle", setup="secret", powers="torus+armor+hatter")
    state = game.new()
    play(state, "black:a2", game=game)
    text = game.write_position(state)
    for old, new, why in (
        ("rules0=torus+armor", "rules0=torus:?+armor", "hidden carrier"),
        ("rules0=torus+armor", "rules0=torus+armor;broken:1", "remembers nothing yet"),
        ("\n...\nK.\nW", "\n..?\nK.\nW", "a hidden set-up"),
    ):
        assert old in text
        with pytest.raises(BadNotation, match=why):
            game.read_position(text.replace(old, new), Dice(1))
    hidden = game.write_position(state, 1)
    assert hidden.splitlines()[10:13] == ["???", "??", "W"]
    assert game.write_position(game.read_position(hidden, Dice(4)), 1) == hidden


def test_prompts_say_what_to_do() -> None:
    game = potluck.load("struggle", setup="open")
    state = game.new()
    assert game.prompt(state, 0) == "Choose a special rule: 3 left."
    assert game.prompt(state, 1) == "{0} is to choose."
    assert game.aside(state, 0) == ""
    drawing = potluck.load("struggle", powers="random")
    state = drawing.new()
    assert state.to_move == CHANCE
    assert drawing.prompt(state, 0) == "Special rules are being drawn."
    said, meaning = drawing.tell(state, 0, SPECTATOR)
    assert said == "{0} drew Torus."
    assert meaning.startswith("Torus: ")
    assert drawing.label(state, 0) == "torus"
    assert PLAIN.prompt(PLAIN.new(), 0) == "Move a piece."
    assert PLAIN.prompt(PLAIN.new(), 1) == "{0} is to move."
    over = drawn("Wg6 wa3 ka2")
    play(over, "g6-g7")
    assert PLAIN.prompt(over, 1) == "{0} won."
    assert PLAIN.prompt(drawn(WHITES, "seat=over winner=draw ending=ST10"), 1) == "The match is a draw."
    assert PLAIN.prompt(drawn("Wg7 Kf7 Bg6 wa1 kb1 ba2"), 0) == "Skip your turn: you have no move."
    chain = drawn(f"{WHITES} Kc3 Bd3 Ge4")
    play(chain, "c3^d3^e3")
    assert PLAIN.prompt(chain, 0) == "Jump on with black, or stop here."


def test_the_log_tells_what_happened() -> None:
    game = potluck.load("struggle", powers="armor:red+reaper:black+tower:green")
    state = drawn(f"{WHITES} Kb1 Gc3 kg6 rc4 bd5", game=game)
    move = game.read(state, "c3^c4^c5")
    assert game.tell(state, move, 0) == ["{0} jumped with green from c3 over c4 to c5.", "{1}'s Armor: on red, broken."]
    play(state, "c3^c4^c5", game=game)
    assert game.tell(state, game.read(state, "lay"), 0) == ["{0} laid a tower on c3."]
    assert game.tell(state, game.read(state, "c5^d5^e5"), 0) == [
        "{0} jumped with green from c5 over d5 to e5.",
        "{1}'s blue was removed from d5.",
    ]
    assert game.tell(state, game.read(state, "stop"), 0) == ["{0} stopped."]
    play(state, "c5^d5^e5", game=game)
    assert "kd5" not in game.write_position(state)
    ending = drawn("Wg6 wa3 ka2")
    assert PLAIN.tell(ending, PLAIN.read(ending, "g6-g7"), 0) == ["{0} moved white from g6 to g7.", "{0} won."]
    stuck = drawn("Wg7 Kf7 Bg6 wa1 kb1 ba2")
    assert PLAIN.tell(stuck, stuck.moves()[0], 0) == ["{0} could not move."]


def test_the_log_tells_where_a_reaper_goes() -> None:
    game = potluck.load("struggle", powers="armor:red+reaper:black+tower:green")
    state = drawn(f"{WHITES} Kb1 kg6 Bc3 bc4", game=game)
    told = game.tell(state, game.read(state, "c3^c4^c5"), 0)
    assert told[1:] == ["{1}'s black went to c4.", "{1}'s blue was removed from c4."]


def test_the_view_shows_what_the_drawing_needs() -> None:
    game = potluck.load("struggle", powers="armor:red+reaper:black+tower:green")
    rules = "rules0=armor:red;broken:1+reaper:black+tower:green;tower_at:d4;levels:2"
    state = drawn(f"{WHITES} Kb1 Rc3 kg6 2d4", f"seat=0 {rules}", game)
    view = game.view(state, SPECTATOR)
    assert isinstance(view, StruggleView)
    assert sorted(view.built[0].reach) == ["c4", "c5", "d3", "d5", "e3", "e4"]
    assert (view.built[0].cell, view.built[0].levels, view.built[0].seat) == ("d4", 2, 0)
    notes = {rule.name: rule.note for rule in view.rules if rule.seat == 0}
    assert notes == {"armor": "on red, broken", "reaper": "on black", "tower": "2 levels, range 1"}
    assert {rule.name: rule.usable for rule in view.rules if rule.seat == 1} == {
        "armor": False,
        "reaper": True,
        "tower": False,
    }
    assert view.captured[1] == ["blue", "green", "red", "yellow"]
    assert [piece.rules for piece in view.pieces if piece.colour == "red"] == [["armor"]]
    svg = game.picture(view)
    assert svg.count("<ellipse") == 2
    assert "(K)" in game.sketch(state, ALL)
    assert "|2|" in game.sketch(state, ALL)
    over = game.view(drawn(WHITES, "seat=over winner=1 ending=ST8", game), 0)
    assert isinstance(over, StruggleView)
    assert over.winner == 1


def test_every_note_of_the_nine_is_a_few_words() -> None:
    for powers in ALL_NINE:
        game = potluck.load("struggle", powers=powers)
        view = game.view(game.new(), 0)
        assert isinstance(view, StruggleView)
        assert all(0 < len(rule.note) < 40 for rule in view.rules)
    pact = potluck.load("struggle", powers=ALL_NINE[0])
    state = drawn(f"{WHITES} Kc3 kd5", game=pact)
    play(state, "c3&d5", game=pact)
    assert "black with black" in str(pact.view(state, 0))
    hatter = potluck.load("struggle", powers=ALL_NINE[1])
    state = drawn(f"{WHITES} Kc3 Bd3 kd5", game=hatter)
    play(state, "c3<>d3", "c3-c4", game=hatter)
    assert "in 2 moves" in str(hatter.view(state, 0))
    assert "red is gone" in str(hatter.view(state, 0))
    reaper = potluck.load("struggle", powers=ALL_NINE[2])
    state = drawn(f"{WHITES} kg6 bc4 gd5 Bc3", game=reaper)
    play(state, "c3^c4^c5", game=reaper)
    assert "on black, will follow" in str(reaper.view(state, 0))
    yellow = potluck.load("struggle", powers="reaper:yellow+jolt:yellow+tower:green")
    state = drawn(f"{WHITES} yg6 kc4 gd5 Bc3", game=yellow)
    play(state, "c3^c4^c5", game=yellow)
    assert "on yellow, will follow" in str(yellow.view(state, 0))


@pytest.mark.parametrize(
    ("rules", "notes"),
    [
        ("torus:blue+pact+caboose", ["on blue", "not made yet", "three in a line"]),
        ("torus:red+pact;own:2;enemy:3+caboose", ["red is gone", "black with blue", "three in a line"]),
        ("teleporter:blue+armor:yellow+hatter", ["on blue", "on yellow, whole", "ready"]),
        ("teleporter:blue+armor:yellow;broken:1+hatter;wait:1", ["on blue", "on yellow, broken", "in 1 move"]),
        ("teleporter:red+armor:red+hatter;wait:2", ["red is gone", "red is gone", "in 2 moves"]),
        ("reaper:black+jolt:yellow+tower:green", ["on black", "on yellow", "on green"]),
        ("reaper:red+jolt:red+tower:green;tower_at:d4;levels:1", ["red is gone", "red is gone", "1 level, range 0"]),
    ],
)
def test_a_note_says_how_a_rule_stands(rules: str, notes: list[str]) -> None:
    game = potluck.load("struggle", powers=re.sub(";[^+]*", "", rules) + "/none")
    tower = "2d4" if "tower_at" in rules else ""
    view = game.view(drawn(f"{WHITES} Kc2 Bc3 Yd2 Ge2 kd6 bf6 {tower}", f"seat=0 rules0={rules}", game), 0)
    assert isinstance(view, StruggleView)
    assert [rule.note for rule in view.rules] == notes


def test_a_hatter_that_swaps_once_is_used() -> None:
    game = potluck.load("struggle", powers="hatter+pact+caboose", hatter_once=True)
    state = drawn(f"{WHITES} Kc3 Bd3", game=game)
    play(state, "c3<>d3", game=game)
    view = game.view(state, 0)
    assert isinstance(view, StruggleView)
    assert [rule.note for rule in view.rules if rule.name == "hatter"] == ["used", "ready"]


def test_a_finished_match_answers_every_question() -> None:
    state = drawn("Wg6 wa3 ka2")
    play(state, "g6-g7")
    assert state.to_move == OVER
    with pytest.raises(IllegalMove, match=r"the match is over \(ST8\)"):
        PLAIN.read(state, "a3-a4")


def test_pick_draws_every_legal_move_equally_often() -> None:
    game = potluck.load("struggle", powers="hatter+teleporter:blue+pact")
    chain = drawn(f"{WHITES} Kc3 Bd3 Ge4", game=game)
    play(chain, "c3^d3^e3", game=game)
    stuck = drawn("Wg7 Kf7 Bg6 wa1 kb1 ba2", game=game)
    few = drawn(f"{WHITES} Kc3", game=game)
    for state in (game.new(), chain, stuck, few, drawn("Wg7 Kf7 Bg6 wa1 kb1 ba2")):
        buffer = vec[i64]([0] * state.room)
        moves = list(state.moves())
        dice = Dice(8)
        drawn_ = [state.pick(dice, buffer) for _ in range(60 * len(moves))]
        counts = [drawn_.count(move) for move in moves]
        assert sum(counts) == len(drawn_)
        assert min(counts) > 25
        assert max(counts) < 105


def test_moves_are_read_leniently_where_nothing_else_can_be_meant() -> None:
    game = potluck.load("struggle", powers="teleporter:blue+hatter+pact/none")
    state = drawn("Wa1 wg7 Kc3 kc4 Bb1", game=game)
    for text, meant in {
        "A1-A2": "a1-a2",
        "a1 a2": "a1-a2",
        "a1a2": "a1-a2",
        "B1 @ c2": "b1@c2",
        "C3^C4^C5": "c3^c4^c5",
        "c3-c5": "c3^c4^c5",
        "b1 <> c3": "b1<>c3",
    }.items():
        assert game.write(state, game.read(state, text)) == meant
    refused(state, "c3-c6", "ST5", game)
