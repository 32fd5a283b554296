"""Words of POTUS: moves, positions, refusals, prompts, the log, the view and the pictures."""

from itertools import pairwise

import msgspec
import pytest

from potluck import ALL, CHANCE, OVER, SPECTATOR, Dice
from potluck.core.errors import BadNotation, IllegalMove
from potluck.games.potus.board import KIND, MOVE_COUNT, NAMES, STAY, STEP, WALL
from potluck.games.potus.position import (
    CARD,
    DRAWN,
    EVENTS,
    EVENTS_LEFT,
    FACE,
    FACTS,
    FLAGS,
    FRESH,
    PILE,
    SLOTS,
    TEAM,
    TURNCOATS,
    WHERE,
    pay,
)
from potluck.games.potus.presidents import CARDS, PRESIDENTS
from potluck.games.potus.view import PotusView
from potus.play import drawn, legal, load, played, refused

GAME = load()
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."
TURN = f"{ROWS} phase=move actor=0"


# Moves


def test_moves_are_written_as_kind_and_squares() -> None:
    state = drawn(GAME, f"{TURN} left=2")
    assert GAME.write(state, GAME.read(state, " C  a1-b2 ")) == "C a1-b2"
    assert GAME.write(state, STAY) == "stay"
    assert GAME.write(state, 9) == "b2"
    corner = [GAME.write(state, STEP + way) for way in range(8)]
    assert corner == ["C a1-a2", "C a1-b2", "C a1-b1", "C a1-se", "C a1-s", "C a1-sw", "C a1-w", "C a1-nw"]
    assert [GAME.write(state, STEP + 63 * 8 + way) for way in range(3)] == ["C h8-n", "C h8-ne", "C h8-e"]
    assert GAME.path(state, GAME.read(state, "C a1-b2")) == ["a1", "b2"]
    assert GAME.path(state, 9) == ["b2"]
    assert GAME.label(state, 9) == "Choose b2"
    assert GAME.path(state, STAY) == ["stay"]
    assert GAME.label(state, GAME.read(state, "A b3-c4")) == "Advocate to c4"


def test_a_stack_is_told_apart_by_a_third_click() -> None:
    state = drawn(GAME, f"{ROWS.replace('C.o', '+.o')} phase=move actor=0 left=1 stacks=a1:CT")
    paths = [GAME.path(state, GAME.read(state, text)) for text in ("C a1-a2", "T a1-a2", "A b3-c3")]
    assert paths == [["a1", "a2", "C"], ["a1", "a2", "T"], ["b3", "c3"]]


def test_every_president_and_event_has_a_word_of_its_own() -> None:
    state = drawn(GAME, f"{ROWS} phase=battle")
    words = [GAME.write(state, card) for card in range(GAME.chance_count)]
    assert len(set(words)) == GAME.chance_count == CARDS + 11
    assert words[1] == "Adams"
    assert all(word.isalpha() for word in words)
    assert GAME.label(state, 1) == "John Adams"
    assert GAME.label(state, CARDS) == "Executive Order"
    assert GAME.path(state, 1) == ["Adams"]


@pytest.mark.parametrize(
    "text", ["", "C", "C a1", "X a1-b2", "C a1-i2", "C a1-b2 b3", "C a1-wn", "i9", "leave", "C e4-ne"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="expected a step like C a1-b2, a square, or stay"):
        GAME.read(drawn(GAME, f"{TURN} left=2"), text)


@pytest.mark.parametrize("text", ["c a1-b2", "Ca1-b2", "C A1-B2", "ca1b2", "a1-b2", "A1 b2", "C a1 - b2"])
def test_steps_are_read_leniently(text: str) -> None:
    state = drawn(GAME, f"{TURN} left=2")
    assert GAME.write(state, GAME.read(state, text)) == "C a1-b2"


def test_squares_and_words_are_read_in_capitals_too() -> None:
    assert GAME.write(GAME.new(), GAME.read(GAME.new(), "A4")) == "a4"
    landed = drawn(
        GAME,
        f"{ROWS.replace('C.o', 'S.o').replace('......A.', '.......A').replace('.A.*', '.C.A')}"
        " phase=landed actor=0 left=1 moving=Cb3 way=ne",
    )
    assert GAME.read(landed, "Stay") == STAY


def test_a_step_without_its_token_is_read_only_if_one_can_make_it() -> None:
    stack = drawn(GAME, f"{ROWS.replace('C.o', '+.o')} phase=move actor=0 left=1 stacks=a1:CT")
    with pytest.raises(BadNotation, match="move from a1: several tokens there can make it"):
        GAME.read(stack, "a1-a2")
    assert refused(GAME, stack, "a1-w") == "PO32"
    assert refused(GAME, stack, "e4-e5") == "PO31"


@pytest.mark.parametrize(
    ("fields", "ruling"),
    [("phase=move actor=0 left=2", "PO5"), ("phase=place", "PO13"), ("phase=defect actor=0 left=1", "PO22")],
)
@pytest.mark.parametrize("text", ["end", "Pass", "skip"])
def test_nobody_ends_a_turn_by_themselves(text: str, fields: str, ruling: str) -> None:
    rows = ROWS if ruling != "PO13" else " ".join(GAME.write_position(GAME.new()).split()[:8])
    assert refused(GAME, drawn(GAME, f"{rows} {fields}"), text) == ruling


def test_a_refusal_is_a_players_sentence() -> None:
    state = drawn(GAME, f"{TURN.replace('.A.*', 'CA.*').replace('C.o', 'S.o')} left=2")
    with pytest.raises(IllegalMove) as error:
        GAME.read(state, "C a3-b3")
    assert str(error.value) == "illegal move 'C a3-b3': a Candidate may neither join nor pass an Advocate (PO9)"
    assert refused(GAME, state, "stay") == "PO8"
    assert refused(GAME, state, "b2") == "PO4"
    assert GAME.explain(drawn(GAME, f"{ROWS} phase=battle"), "C a1-b2").ruling == "PO2"


# Positions


def test_positions_show_prints_tokens_and_stacks() -> None:
    text = f"{ROWS.replace('C.o', '+.o')} phase=move stacks=a1:CT actor=0 left=1"
    assert GAME.write_position(drawn(GAME, text)).split() == text.split()
    plain = ROWS.replace("o", ".").replace("*", ".")
    assert drawn(GAME, f"{plain} phase=battle").key() == drawn(GAME, f"{ROWS} phase=battle").key()


IMPOSSIBLE = [
    ("phase=dance", "phase='dance'"),
    ("", "phase=''"),
    ("phase=battle left=2", "left"),
    ("phase=battle speed=2", "speed"),
    ("phase=battle money=0/999999", "up to 100000"),
    ("phase=battle money=50", "like 0/1"),
    ("phase=battle union=2/0", "up to 1"),
    ("phase=battle battles=250", "249"),
    ("phase=battle round=1", "round"),
    ("phase=battle cards=xyz", "43 of"),
    ("phase=battle cards=" + "n" * 23 + "." * 20, "seat 0 has 23 turned"),
    ("phase=battle cards=" + "n" * 22 + "." * 21, "PO1"),
    ("phase=battle cards=N" + "." * 42, "1 waiting"),
    ("phase=battle events=xx", "11 of"),
    ("phase=battle events=xxxxxxxxxxx", "at least one"),
    ("phase=battle shown=Reagan", "like Reagan/Adams"),
    ("phase=battle shown=Reagan/Reagan", "like Reagan/Adams"),
    ("phase=battle shown=Reagan/Nobody", "like Reagan/Adams"),
    ("phase=battle shown=Reagan/Adams", "the first while they are turned"),
    ("phase=battle shown=Reagan/-", "does not say that seat 0 turned it"),
    ("phase=battle stacks=a1", "like a1:At"),
    ("phase=battle stacks=a1:CT", r"expected a \+ on that square"),
    ("phase=place opener=1 money=50/0 left=2", "left"),
    ("phase=move left=1", "actor"),
    ("phase=move actor=0", "expected movements for the actor"),
    ("phase=move actor=0 left=1 extra=1", "only by an Event"),
    ("phase=move actor=0 owner=1 left=1", "expected movements for the actor"),
    ("phase=move actor=0 owner=1 extra=2", "PO28"),
    ("phase=move actor=0 order=1 extra=2 moving=Ca1 way=n", "PO18"),
    ("phase=move actor=0 left=1 owed=1/0", "nothing owed to the owner"),
    ("phase=recount actor=0 owner=1", "nothing owed to the owner"),
    ("phase=move actor=0 left=1 way=ne", "a moving token"),
    ("phase=move actor=0 left=1 moving=Ca1", "with a way"),
    ("phase=move actor=0 left=1 moving=ch8 way=n", "with a way"),
    ("phase=move actor=0 left=1 moving=Ca1 way=up", "a direction like ne"),
    ("phase=move actor=0 left=1 moving=Cb2 way=n", "like Cb2"),
    ("phase=move actor=0 left=1 moving=Uc5 way=n", "like Cb2"),
    ("phase=move actor=0 left=1 moving=Ca1 teleported=1", "PO8"),
    ("phase=landed actor=0 left=1 moving=Ca1 way=n", "PO8"),
    ("phase=landed actor=0 left=1", "a moving token"),
    ("phase=move actor=0 left=1 finished=Ca1/Ca1", "like Cb2"),
    ("phase=event actor=0 left=1", "lander"),
    ("phase=event actor=0 left=1 finished=Ca1 lander=Ca1", "on an Event square"),
    ("phase=defect actor=0 left=x", "left"),
    ("phase=over", "PO14 or PO16"),
    ("phase=over ending=PO14", "PO14 or PO16"),
    ("phase=move actor=0 left=1 finished=Ab3/Ag2/Ca1", "PO5"),
]


@pytest.mark.parametrize(("fields", "complaint"), IMPOSSIBLE, ids=[fields[:50] for fields, _ in IMPOSSIBLE])
def test_impossible_fields_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        GAME.read_position(f"{ROWS} {fields}")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (".A.*", ".A.x", "expected eight of"),
        ("C.o", "S.o", "one Candidate and two Advocates of the near seat"),
        ("......A.", "......A", "expected eight of"),
        ("C.o", "CCo", "too many tokens 'C'"),
        (".*U", "A*U", "PO11"),
        ("......A.", ".A....A.", "too many tokens 'A'"),
        (".A.*..u.", ".R.*..u.", "two Advocates"),
        ("....*.a.", "....*.R.", "two Advocates of the far seat"),
        ("......A.", ".R....A.", "'.' is printed there, not 'R'"),
        ("..u.", ".uU.", "PO13"),
        ("C.o", "Cuo", ""),
        ("C.o", "+.o", "needs its tokens"),
        ("..u.", "....", "PO14"),
    ],
)
def test_impossible_boards_are_refused(old: str, new: str, complaint: str) -> None:
    text = f"{ROWS.replace(old, new)} phase=battle"
    if complaint:
        with pytest.raises(BadNotation, match=complaint):
            GAME.read_position(text)
    else:
        assert GAME.write_position(GAME.read_position(text)).split() == text.split()


@pytest.mark.parametrize(
    ("rows", "stack", "complaint"),
    [
        ("......A. +.o.o.o.", "a1:Ct", ""),
        (".....CR. +.o.o.o.", "a1:At", ""),
        ("...+..A. S.o.o.o.", "d2:CT", ""),
        ("...+..A. S.o.o.o.", "d2:Ct", "cannot share a square"),
        ("...+.... C.o.o.o.", "d2:AT", "cannot share a square"),
        ("...+..A. C.o.o.o.", "d2:TU", "PO13"),
        ("...+..A. C.o.o.o.", "d2:tu", "cannot share a square"),
        ("........ +.o.o.o.", "a1:AAC", "cannot share a square|PO29"),
    ],
)
def test_only_own_tokens_share_a_square_but_for_the_starts(rows: str, stack: str, complaint: str) -> None:
    text = f"{' '.join(ROWS.split()[:6])} {rows} phase=battle stacks={stack}"
    if complaint:
        with pytest.raises(BadNotation, match=complaint):
            GAME.read_position(text)
    else:
        assert GAME.write_position(drawn(GAME, text)).split() == text.split()


def test_impossible_turns_are_refused() -> None:
    stacked = ROWS.replace("C.o", "S.o").replace("......A.", "+.....A.")
    joined = f"{stacked} phase=move actor=0 left=1 stacks=a2:CTT moving=Ca2 way=n"
    with pytest.raises(BadNotation, match="PO37"):
        GAME.read_position(joined)
    assert legal(GAME, drawn(GAME, joined.replace("CTT", "CT"))) >= {"C a2-a3", "T a2-a3"}
    mixed = f"{ROWS.replace('C.o', '+.o')} phase=move actor=0 left=1 stacks=a1:Ct moving=Ca1 way=n"
    with pytest.raises(BadNotation, match="PO38"):
        GAME.read_position(mixed)
    closed = ROWS.replace("C.o", "S.o").replace(".A.*", ".C.*").replace("......A.", "A.....A.")
    with pytest.raises(BadNotation, match=r"no other Rushmore square is open"):
        GAME.read_position(f"{closed} phase=landed actor=0 left=1 moving=Cb3 way=n")
    with pytest.raises(BadNotation, match="one of"):
        GAME.read_position(f"{ROWS} phase=landed actor=0 left=1 lander=Cb3")


def test_positions_while_placing_are_checked() -> None:
    setup = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."
    for rows, complaint in (
        (setup.replace(".A.*....", ".A.*...u").replace("......A.", "......Au"), "place in turn"),
        (setup.replace("C.o", "SCo"), "where they begin"),
        (setup.replace(".*.....*", ".*T....*"), "no converted"),
        (setup.replace("*.....*.", "*uuuuu*.").replace(".*.....*", ".*UUUUU*"), "still to be placed"),
    ):
        with pytest.raises(BadNotation, match=complaint):
            GAME.read_position(f"{rows} phase=place")
    with pytest.raises(BadNotation, match="no card turned"):
        GAME.read_position(f"{setup} phase=place cards=nf{'.' * 41}")
    with pytest.raises(BadNotation, match="PO13"):
        GAME.read_position(f"{setup} phase=place near=?")


def test_hidden_turncoats_are_drawn_from_the_dice() -> None:
    game = load(secret_placement=True)
    setup = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."
    with pytest.raises(BadNotation, match="no dice"):
        game.read_position(f"{setup} phase=place near=??? far=??")
    with pytest.raises(BadNotation, match=r"a \? for each"):
        game.read_position(f"{setup} phase=place near=x")
    with pytest.raises(BadNotation, match="all Turncoats of a half hidden"):
        game.read_position(f"{setup.replace('......A.', '......Au')} phase=place near=? far=?", Dice(1))
    state = game.read_position(f"{setup} phase=place near=??? far=??", Dice(1))
    assert game.write_position(state).count("u") == 3
    assert game.write_position(state, SPECTATOR).split()[-2:] == ["near=???", "far=??"]
    assert game.read_position(f"{setup} phase=place near=??? far=??", Dice(1)).key() == state.key()
    assert game.has_secrets
    assert not GAME.has_secrets


def test_finished_positions_keep_their_result() -> None:
    state = drawn(GAME, f"{ROWS} phase=over ending=PO16 money=150/50")
    assert (state.to_move, state.score(0), state.ending()) == (OVER, 1.0, "PO16")
    assert GAME.prompt(state, 0) == "{0} won, $150 to $50."
    draw = drawn(GAME, f"{ROWS} phase=over ending=PO16")
    assert GAME.prompt(draw, 1) == "The match is a draw: $0 to $0."
    assert refused(GAME, state, "C a1-b2") == "PO16"
    assert drawn(GAME, f"{ROWS} phase=battle").ending() == ""


# Prompts and the log


@pytest.mark.parametrize(
    ("fields", "prompt"),
    [
        ("phase=move actor=0 left=2", "Move a token: 2 movements left."),
        ("phase=move actor=0 left=1", "Move a token: 1 movement left."),
        ("phase=move actor=0 left=1 moving=Ca1 way=n", "Move the Candidate on, or another token: 1 movement left."),
        ("phase=move actor=0 order=1 extra=2", "Executive Order: move a token not yet moved, 2 movements left."),
        (
            "phase=move actor=0 order=1 extra=1 moving=Ca1 way=n",
            "Executive Order: move the same Candidate, 1 movement left.",
        ),
        ("phase=move actor=0 owner=1 extra=1", "Recount: move one of your tokens, 1 movement left."),
        ("phase=defect actor=0", "Defection: choose one of your Turncoats to convert."),
        ("phase=battle", "Turn over the President cards."),
        ("phase=recount actor=0", "Turn over the President cards."),
        ("phase=move actor=1 left=1", "{1} is to move."),
    ],
)
def test_prompts_say_what_is_expected(fields: str, prompt: str) -> None:
    assert GAME.prompt(drawn(GAME, f"{ROWS} {fields}"), 0) == prompt


def test_prompts_of_placing_rushmore_and_events() -> None:
    assert GAME.prompt(GAME.new(), 0) == "Place a Turncoat in your half: 5 left."
    rows = ROWS.replace("C.o", "S.o").replace(".A.*", ".C.*").replace("......A.", "A......A")
    landed = drawn(GAME, f"{rows} phase=landed actor=0 left=1 moving=Cb3 way=n")
    assert GAME.prompt(landed, 0) == "Teleport to another Rushmore square, or stay here."
    assert [GAME.label(landed, move) for move in landed.moves()] == ["Teleport to g2", "Stay here"]
    rows = ROWS.replace("C.o", "S.o").replace(".A.*", ".R.C").replace("*.....*.", "*A....*.")
    event = drawn(GAME, f"{rows} phase=event actor=0 lander=Cd3 finished=Cd3")
    assert GAME.prompt(event, 0) == "Draw an Event card."
    flying = played(GAME, event, "AirForce")
    assert GAME.prompt(flying, 0) == "Fly with Air Force One: choose a square."
    assert GAME.label(flying, flying.moves()[0]) == "Fly to b3"


def test_asides_tell_what_events_have_left_behind() -> None:
    state = drawn(GAME, f"{ROWS} phase=move actor=0 left=1 silent=1 owed=0/2")
    assert GAME.aside(state, 0) == "A Filibuster keeps your Advocates still this turn. Then {1} has 2 movements."
    assert GAME.aside(state, 1) == ""
    one = drawn(GAME, f"{ROWS} phase=move actor=0 left=1 owed=0/1")
    assert GAME.aside(one, 0) == "Then {1} has 1 movement."


def told(state: object, text: str, seat: int = ALL) -> list[str]:
    from potluck.games.potus.rules import PotusState

    assert isinstance(state, PotusState)
    return GAME.tell(state, GAME.read(state, text), seat)


def test_the_log_tells_battles() -> None:
    fight = drawn(GAME, f"{ROWS} phase=battle")
    assert told(fight, "Reagan") == ["{0} turned over Ronald Reagan."]
    reagan = played(GAME, fight, "Reagan")
    assert told(reagan, "Adams") == ["{1} turned over John Adams.", "{0} has 1 movement, {1} has 2. {1} moves first."]
    equal = played(GAME, fight, "Washington")
    assert told(equal, "Jefferson")[1:] == ["Nobody won a category."]
    union = played(GAME, drawn(GAME, f"{ROWS} phase=battle union=0/1 veto=1/2"), "Reagan")
    assert told(union, "Adams")[1:] == [
        "The State of the Union gives {1} the tied category.",
        "{0} has 1 movement, {1} has 3. {1} moves first.",
        "{1} loses 2 movements to a Veto.",
    ]
    near = played(GAME, drawn(GAME, f"{ROWS} phase=battle union=1/0"), "Washington")
    assert told(near, "Jefferson")[1] == "The State of the Union gives {0} the 4 tied categories."
    recount = played(GAME, drawn(GAME, f"{ROWS} phase=recount actor=0 left=1"), "Reagan")
    assert told(recount, "Adams")[1] == "{1} won the Recount, 1 to 2: 1 movement now."


def test_the_log_tells_steps_and_what_they_do() -> None:
    rows = ".o.o.o.S .a...... ....*.a. .*UC...* *..ca.*. .A.t..u. .....TA. S.o.o.o. phase=move actor=0 left=2"
    state = drawn(GAME, rows.replace("*..ca.*.", "*..c..*.").replace(".a......", ".a......"))
    assert told(state, "C d5-c5") == [
        "{0} moved the Candidate from d5 to c5.",
        "{0} converted the Turncoat on c5.",
    ]
    assert told(state, "T f2-g1") == ["{0} moved the Turncoat from f2 to g1.", "{0} scored $100."]
    hit = drawn(GAME, GAME.write_position(state).replace(".A.t..u.", ".RAt..u.").replace("*..c..*.", "*..c..*."))
    assert told(hit, "A c3-d4")[1:] == ["{1}'s Candidate was hit and returned to h8."]
    assert told(hit, "A c3-d3")[1:] == ["{1}'s Turncoat was hit and returned to a1."]
    own = load(turncoat_return="own_corner")
    corner = drawn(own, own.write_position(hit))
    assert own.tell(corner, own.read(corner, "A c3-d3"), 0)[1:] == ["{1}'s Turncoat was hit and returned to h8."]


def test_the_log_tells_rushmore_and_events() -> None:
    rows = ROWS.replace("C.o", "S.o").replace(".A.*", ".C.*").replace("......A.", "A......A")
    landed = drawn(GAME, f"{rows} phase=landed actor=0 left=1 moving=Cb3 way=n")
    assert told(landed, "g2") == ["{0} teleported the Candidate to g2."]
    assert told(landed, "stay") == ["{0} stayed on b3."]
    rows = ROWS.replace("C.o", "S.o").replace(".A.*", ".R.C").replace("*.....*.", "*A....*.")
    event = drawn(GAME, f"{rows} phase=event actor=0 lander=Cd3 finished=Cd3 left=1")
    assert told(event, "Donation") == ["{0} drew Campaign Donation. {0} gets $50.", "{0}: $0 → $50."]
    assert told(event, "Veto") == ["{0} drew Veto. {1}'s next turn has 1 movement fewer."]
    assert told(played(GAME, event, "AirForce"), "b3") == ["{0} flew the Candidate to b3."]
    defecting = played(GAME, event, "Defection")
    assert told(defecting, "c5") == ["{0}'s Turncoat on c5 defected and is converted."]
    assert GAME.label(defecting, 34) == "Convert c5"
    converted = drawn(GAME, GAME.write_position(event).replace(".*U", ".*T"))
    assert told(converted, "Defection")[1:] == ["It changes nothing."]


def test_the_log_tells_the_end_of_a_round() -> None:
    rows = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*..u. .....TA. C.o.o.o. phase=move actor=0 left=2"
    assert told(drawn(GAME, rows), "T f2-g1")[1:] == [
        "{0} scored $100.",
        "{0} scored all Turncoats and won the round: another $100.",
        "{0} won, $200 to $0.",
    ]
    late = played(GAME, drawn(GAME, f"{ROWS} phase=battle battles=249"), "Washington")
    assert told(late, "Jefferson")[2:] == [
        "The round ended after 250 battles, without a bonus.",
        "The match is a draw: $0 to $0.",
    ]
    game = load(rounds=3)
    first = drawn(game, rows)
    assert len(game.tell(first, game.read(first, "T f2-g1"), 0)) == 3


def test_placing_is_told_and_labelled() -> None:
    state = GAME.new()
    assert GAME.tell(state, 12, 0) == ["{0} placed a Turncoat on e2."]
    assert GAME.label(state, 12) == "Place on e2"


# The view, pictures, observations


def test_the_view_shows_what_the_page_needs() -> None:
    state = played(GAME, drawn(GAME, f"{ROWS} phase=battle cards=n..f{'.' * 39} events=x.........."), "Reagan", "Adams")
    view = GAME.view(state, 0)
    assert isinstance(view, PotusView)
    assert (view.phase, view.owner, view.actor, view.left) == ("move", 1, 1, 2)
    assert view.sides[0].owed == 1
    near, far = view.sides[0].card, view.sides[1].card
    assert near is not None
    assert far is not None
    assert (near.name, near.ratings) == ("Ronald Reagan", [5, 7, 9, 7])
    assert far.years == "1797–1801"
    assert view.sides[0].turned == ["Washington", "Reagan"]
    assert view.sides[1].turned == ["Adams", "Madison"]
    assert len(view.unseen) == CARDS - 4
    assert view.events_drawn == ["Order"]
    assert len(view.events_waiting) == 10
    ready = {token.cell for token in view.tokens if token.ready}
    assert ready == {"b7", "g6", "h8"}
    assert view.winner is None
    over = GAME.view(drawn(GAME, f"{ROWS} phase=over ending=PO16 money=0/50"), 0)
    assert isinstance(over, PotusView)
    assert over.winner == 1


def test_trails_show_how_far_a_token_gets() -> None:
    view = GAME.view(drawn(GAME, f"{ROWS} phase=move actor=0 left=3"), 0)
    assert isinstance(view, PotusView)
    trails = {(trail.start, trail.cells[0]): trail.cells for trail in view.trails}
    assert trails["a1", "a2"] == ["a2", "a3", "a4"]
    assert trails["b3", "a4"] == ["a4"]  # it stops on the Event
    assert trails["g2", "h3"] == ["h3"]
    assert trails["a1", "b2"] == ["b2", "c3", "d4"]


def test_the_view_hides_secret_placements() -> None:
    game = load(secret_placement=True)
    one, other = (played(game, drawn(game, f"{SETUP} phase=place"), square) for square in ("d2", "e2"))
    assert msgspec.json.encode(game.view(one, 1)) == msgspec.json.encode(game.view(other, 1))
    assert msgspec.json.encode(game.view(one, 0)) != msgspec.json.encode(game.view(other, 0))


SETUP = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."


def test_pictures_show_every_token() -> None:
    state = drawn(GAME, f"{ROWS.replace('C.o', '+.o')} phase=move actor=0 left=1 stacks=a1:CT moving=Ag2 way=n")
    svg = GAME.picture(GAME.view(state, SPECTATOR))
    assert svg.count("<g ") == 9
    assert "FFB627" in svg  # the moving token is lit
    sketch = GAME.sketch(state, SPECTATOR)
    assert sketch.count("(A)") == 2
    assert "(T)[/]2" in sketch
    assert "<t>" in sketch
    fought = played(GAME, drawn(GAME, f"{ROWS} phase=battle"), "Reagan", "Adams")
    assert "Ronald Reagan: 5 7 9 7" in GAME.sketch(fought, 0)


def test_an_observation_says_who_stands_where() -> None:
    text = (
        f"{ROWS.replace('C.o', '+.o')} phase=move actor=0 left=2 stacks=a1:CTT moving=Ag2 way=n finished=Ta1 owed=0/3"
    )
    state = drawn(GAME, f"{text} money=150/50 battles=9 shown=Reagan/Adams cards=.f{'.' * 36}n{'.' * 4}")
    out = list(GAME.observation_of(state, 1))
    planes = [
        {NAMES[cell]: out[plane * 64 + cell] for cell in range(64) if out[plane * 64 + cell]} for plane in range(12)
    ]
    assert planes[:8] == [
        *({"h8": 1}, {"a1": 1}),
        *({"b7": 1, "g6": 1}, {"b3": 1, "g2": 1}),
        *({"g3": 1}, {"c5": 1}),
        *({}, {"a1": 2}),
    ]
    assert planes[8:] == [{}, {"a1": 1}, {"g2": 2}, {}]
    cards = out[768 : 768 + CARDS]
    words = [row[1] for row in PRESIDENTS]
    assert (cards[words.index("Adams")], cards[words.index("Reagan")]) == (1, 2)
    rest = out[768 + CARDS + 11 :]
    assert rest[:9] == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert rest[9:13] == [2, 2, 2, 2]
    assert rest[13:18] == [2, 0, 0, 0, 0]
    assert rest[18:20] == [words.index("Adams") + 1, words.index("Reagan") + 1]
    assert rest[20:24] == [1, 3, 9, 0]
    assert rest[24:] == [5, 5, 4, 2, 3, 0, 0, 0, 0, 0, 0, 0]


def test_an_observation_marks_the_token_whose_event_is_drawn() -> None:
    rows = ROWS.replace("C.o", "S.o").replace(".A.*", ".A.C")
    state = drawn(GAME, f"{rows} phase=event actor=0 lander=Cd3 finished=Cd3 events=x..........")
    out = list(GAME.observation_of(state, 0))
    assert out[11 * 64 + NAMES.index("d3")] == 1
    assert out[768 + CARDS] == 1
    assert out[768 + CARDS + 11 + 9 :][:4] == [0, 1, 1, 1]  # chance is to move, in the seat's own turn


# The key


def test_a_key_tells_positions_apart_that_have_other_futures() -> None:
    texts = [
        *("left=2", "left=1", "left=2 owed=0/1", "left=2 silent=1", "left=2 finished=Ab3", "left=2 moving=Ca1 way=n"),
        *("left=2 veto=1/0", "left=2 filibuster=1/0", "left=2 union=0/1", "left=2 money=50/0", "left=2 money=0/99950"),
        *("left=2 battles=3", f"left=2 cards=n{'.' * 42}", f"left=2 cards=f{'.' * 42}", "left=2 events=x.........."),
        *("left=2 opener=1", "extra=2 order=1", "owner=1 extra=1"),
    ]
    keys = {drawn(GAME, f"{TURN} {text}").key() for text in texts}
    assert len(keys) == len(texts)


def test_a_key_tells_where_every_token_stands() -> None:
    keys, named = set(), set()
    for slot in range(SLOTS):
        for cell in (40, 41, 42):
            state = drawn(GAME, f"{TURN} left=2")
            state.data[WHERE + slot] = cell
            keys.add(state.key())
            cells = list(state.data[WHERE : WHERE + SLOTS])
            ends = [end for seat in range(2) for end in (seat * TEAM + 1, seat * TEAM + TURNCOATS, seat * TEAM + TEAM)]
            named.add(tuple(tuple(sorted(cells[first:end])) for first, end in pairwise([0, *ends])))
    assert len(keys) == len(named)


def test_po27_money_is_counted_far() -> None:
    state = drawn(GAME, f"{TURN} left=2")
    paid = 0
    for dollars in (250, 50, 300, 65_000, 50, 500):
        pay(state, 1, dollars)
        paid += dollars
        assert (state.money(0), state.money(1)) == (0, paid)
    pay(state, 1, -100_000)
    assert state.money(1) == 0


def test_a_key_forgets_what_has_no_future() -> None:
    faces = f"left=2 cards=.f{'.' * 36}n{'.' * 4}"
    assert drawn(GAME, f"{TURN} {faces}").key() == drawn(GAME, f"{TURN} {faces} shown=Reagan/Adams").key()
    redeal = load(redeal=True)
    one = drawn(redeal, f"{TURN} left=2 cards=nf{'.' * 41}")
    other = drawn(redeal, f"{TURN} left=2 cards=fn{'.' * 41}")
    assert one.key() == other.key()
    swapped = played(GAME, drawn(GAME, f"{SETUP} phase=place"), "d2", "d5", "e2")
    same = played(GAME, drawn(GAME, f"{SETUP} phase=place"), "e2", "d5", "d2")
    assert swapped.key() == same.key()
    assert swapped.to_move != CHANCE


def test_no_two_facts_share_a_byte() -> None:
    assert (WHERE, FLAGS, FACE, CARD) == (WALL + 1, WHERE + SLOTS, FLAGS + SLOTS, FACTS + 12)
    assert (PILE, DRAWN, EVENTS_LEFT) == (CARD + CARDS, FRESH + 2, DRAWN + EVENTS)
    assert (MOVE_COUNT, STAY, KIND, STEP) == (STAY + 1, STEP + 3 * KIND, 64 * 8, 64)
