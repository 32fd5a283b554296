"""Words of Potential: moves, positions, refusals, prompts, the log, the view and the pictures."""

import msgspec
import pytest

import potluck
from potential.test_rulings import GAME, LONE, drawn, legal, play, refused
from potluck import ALL, OVER, SPECTATOR
from potluck.core.errors import BadNotation, IllegalMove
from potluck.core.perft import perft
from potluck.games.potential import position_text
from potluck.games.potential.board import NAMES
from potluck.games.potential.position import ACTIVE, BARRED, CHARGE, WHERE
from potluck.games.potential.view import PotentialView
from potluck.games.potential.words import THINGS


def test_moves_are_written_from_square_to_square() -> None:
    state = GAME.new()
    assert GAME.write(state, GAME.read(state, "b3-b4")) == "b3-b4"
    assert GAME.path(state, GAME.read(state, " b3-b4 ")) == ["b3", "b4"]
    assert GAME.path(drawn("b.b.......\nbb........\n1bb......."), 800) == ["skip"]


@pytest.mark.parametrize("text", ["B3-B4", "b3 b4", "b3b4", "b3 - b4", "b3 -b4"])
def test_moves_are_read_leniently(text: str) -> None:
    state = GAME.new()
    assert GAME.write(state, GAME.read(state, text)) == "b3-b4"
    assert GAME.read(drawn("b.b.......\nbb........\n1bb......."), "Skip") == 800


@pytest.mark.parametrize("text", ["", "b3", "b3-", "b3-b11", "k1-k2", "b3-wn", "b3–b4", "b3-b4 b4-b5", "b0-b1", "b3-x"])
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="expected a move like c3-c4, or skip"):
        GAME.read(GAME.new(), text)


def test_a_refusal_quotes_the_move_and_names_the_ruling() -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.read(GAME.new(), "c2-c4")
    assert str(error.value) == "illegal move 'c2-c4': a jump needs a piece to jump over, and c3 is empty (PT2)"
    careful = potluck.load("potential", no_double_jumps=True, must_complete=True)
    slide_trap = drawn("....\n.bb.\n2.b.\nbbb.", "seat=0", careful)
    assert "a2-b2" in legal(slide_trap, careful)  # after a slide the piece can always go back
    refused(GAME.new(), "b3-d3", "PT1")


def test_a_way_is_written_only_for_a_move_that_leaves_the_board() -> None:
    with pytest.raises(BadNotation, match="expected a move like c3-c4"):
        GAME.read(drawn(LONE), "c3-n")
    corner = drawn("..........\n2........b")
    for way in ("se", "s", "sw", "w", "nw"):
        refused(corner, f"a1-{way}", "PT9")
    top = drawn("\n".join([".........2", *[".........."] * 8, "b........."]))
    for way in ("n", "ne", "e"):
        refused(top, f"j10-{way}", "PT9")


def test_every_thing_has_a_name_a_sentence_and_a_ruling() -> None:
    for thing in THINGS.values():
        assert thing.name[0].isupper()
        assert thing.effect.endswith(".")
        assert thing.ruling in potluck.rulings("potential")
    shown = {field.name for field in msgspec.structs.fields(PotentialView)} | {"charge", "leaks"}
    assert shown - {"game", "to_move", "turn", "pieces", "winner"} <= set(THINGS)


def test_positions_are_drawn_and_read() -> None:
    text = GAME.write_position(GAME.new())
    assert text.splitlines()[1] == ".b.b.b.b.."
    assert text.splitlines()[-1] == "seat=0"
    state = drawn("......\n......\n..c...\n..2...\n......\n......")
    play(state, "c3-c5")
    assert GAME.write_position(state).splitlines()[-1] == "seat=0 active=c5 made=1"


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("seat=2", "seat='2'"),
        ("seat=0 speed=3", "speed"),
        ("seat=0 active=c3", "all of a turn under way"),
        ("seat=0 made=1", "all of a turn under way"),
        ("seat=0 barred=c3", "all of a turn under way"),
        ("seat=0 active=d4 made=1", "a square with a piece"),
        ("seat=0 active=c3 made=2", "still owes moves"),
        ("seat=1 active=c3 made=1", "still owes moves"),
        ("seat=0 quiet=100", "PT16"),
        ("seat=0 winner=1", "only with seat=over"),
        ("seat=over", "expected winner"),
        ("seat=over winner=0 ending=PT1", "expected winner"),
    ],
)
def test_impossible_positions_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        drawn(LONE, fields)


def test_impossible_boards_are_refused() -> None:
    for board, complaint in (
        ("x", "expected ten of"),
        ("2", r"PT14, PT17"),
        ("7........b", "no charge above 6"),
        ("222222222b", "at most 8 pieces"),
    ):
        with pytest.raises(BadNotation, match=complaint):
            drawn(board)
    with pytest.raises(BadNotation, match="expected 10 words of board, but got 1"):
        GAME.read_position("..........")
    crowd = drawn("b.b.......\nbb........\n1bb.......")
    assert perft(crowd, 1) == 1


def test_a_board_on_which_nobody_can_move_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # Sixteen pieces cannot block a hundred squares, so the check itself is made to say so.
    monkeypatch.setattr(position_text, "can_anybody_move", lambda state: False)
    with pytest.raises(BadNotation, match="PT7"):
        drawn(LONE)


def test_finished_positions_keep_their_result() -> None:
    state = drawn("......\n..a...\n..2...\n......\n......")
    play(state, "c3-c5")
    again = GAME.read_position(GAME.write_position(state))
    assert (again.to_move, again.score(0), again.ending()) == (OVER, 1, "PT17")
    assert GAME.prompt(again, 1) == "{0} won."
    draw = drawn("......\n..a...\n..6...\n......\n......")
    play(draw, "c3-c5")
    assert GAME.prompt(GAME.read_position(GAME.write_position(draw)), 0) == "The match is a draw."


def test_prompts_say_what_is_expected() -> None:
    state = drawn(LONE)
    assert GAME.prompt(state, 0) == "Choose a piece and make its first move."
    assert GAME.prompt(state, SPECTATOR) == "{0} is to move."
    play(state, "c3-c4")
    assert GAME.prompt(state, 0) == "Move your active piece: 1 move left."
    assert GAME.prompt(drawn("b.b.......\nbb........\n1bb......."), 0).startswith("Skip the turn")
    long = drawn("......\n..d...\n..4...\n......\n......")
    play(long, "c3-c5")
    assert GAME.prompt(long, 0) == "Move your active piece: 4 moves left."


def test_asides_warn_of_losses() -> None:
    full = drawn("..........\n..c.......\n..6.......\n..........", "seat=0 active=c2 made=2")
    assert "overcharge" in GAME.aside(full, 0)
    assert GAME.aside(full, 1) == ""
    edge = drawn("..........\n..c.......\n..........\n1.2.......", "seat=0")
    assert GAME.aside(edge, 0) == "At your next turn the Edge will take a1."


def told(state: potluck.State, text: str) -> list[str]:
    return GAME.tell(state, GAME.read(state, text), ALL)


def test_the_log_tells_slides_jumps_and_losses() -> None:
    assert told(drawn(LONE), "c3-c4") == ["{0} slid from c3 to c4."]
    jump = drawn("......\n......\n..c.b.\n..2...\n......\n......")
    assert told(jump, "c3-c5") == ["{0} jumped from c3 over c4 to c5: 2 → 3; {1}'s c4 3 → 2."]
    own = drawn("......\n......\n..1.b.\n..6...\n......\n......")
    assert told(own, "c3-c5") == [
        "{0} jumped from c3 over c4 to c5: 6 → 7, and is overcharged; c4 is drained.",
        "{1} won.",
    ]


def test_the_log_tells_what_the_edge_takes() -> None:
    state = drawn("b........a\n..........\n..1.......\n..........")
    assert told(state, "c2-c3") == [
        "{0} slid from c2 to c3.",
        "{1}'s piece on a4 leaks into the Edge: 2 → 1.",
        "{1}'s piece on j4 leaks into the Edge and is drained.",
    ]
    skipping = drawn("b.b.......\nbb........\n1bb.......")
    assert told(skipping, "skip")[0] == "{0} could not move."
    jumped = drawn("..........\n..........\nb......b..\n6.........\n1.........", "seat=0 active=a2 made=5")
    assert told(jumped, "a2-a4") == [
        "{0} jumped from a2 over a3 to a4: 6 → 7, and is overcharged; {1}'s a3 2 → 1.",
        "{1}'s piece on a3 leaks into the Edge and is drained.",
    ]


def test_the_view_shows_what_the_page_needs() -> None:
    state = drawn("b.........\n..........\n..c.......\n..2.......\n..........")
    play(state, "c2-c4")
    view = GAME.view(state, 0)
    assert isinstance(view, PotentialView)
    assert (view.active, view.made, view.owed, view.removed) == ("c4", 1, 2, [7, 6])
    assert [piece.cell for piece in view.pieces if piece.leaks] == ["a5"]
    assert view.winner is None


def test_pictures_show_every_piece() -> None:
    state = drawn("b.........\n..........\n..c.......\n..2.......\n..........", "seat=0")
    play(state, "c2-c4")
    svg = GAME.picture(GAME.view(state, SPECTATOR))
    assert svg.count("<g ") == 3
    assert "FFB627" in svg  # the active piece is lit
    strong = potluck.load("potential", max_charge=9, initial_charge=5)
    high = drawn("9........b", "seat=0", strong)
    assert ">9</text>" in strong.picture(strong.view(high, 0))
    sketch = GAME.sketch(state, SPECTATOR)
    assert "(3)" in sketch
    assert "<2>" in sketch


def test_an_observation_says_who_stands_where() -> None:
    state = drawn("..........\n..........\n..d.......\n..2.......\nb.........", "seat=0 quiet=3")
    play(state, "c2-c4")
    out = list(GAME.observation_of(state, 1))
    planes = [
        {NAMES[cell]: out[plane * 100 + cell] for cell in range(100) if out[plane * 100 + cell]} for plane in range(4)
    ]
    assert planes == [{"a1": 2, "c3": 3}, {"c4": 3}, {"c4": 1}, {}]
    assert out[400:] == [1, 2, 0, 4]  # made, owed, not seat 1's turn, quiet + 1
    assert list(GAME.observation_of(state, 0))[402] == 1
    assert list(GAME.observation_of(GAME.new(), 0))[400:] == [0, 0, 1, 1]
    barred = potluck.load("potential", no_double_jumps=True)
    jumped = drawn("..........\n..........\n..d.......\n..2.......\nb.........", "seat=0", barred)
    play(jumped, "c2-c4", game=barred)
    assert list(barred.observation_of(jumped, 0))[300 + NAMES.index("c3")] == 1
    assert list(GAME.observation_of(drawn(LONE, "seat=0 quiet=-1"), 0))[403] == 0
    never = potluck.load("potential", quiet_turns=0)
    for quiet, seen in ((253, 254), (254, 255), (255, 255), (300, 255)):
        assert list(never.observation_of(drawn(LONE, f"seat=0 quiet={quiet}", never), 0))[403] == seen


def test_a_key_tells_positions_apart_that_have_other_futures() -> None:
    base = drawn(LONE, "seat=0 quiet=3")
    assert base.key() == drawn(LONE, "seat=0 quiet=3").key()
    others = [
        drawn(LONE, "seat=1 quiet=3"),
        drawn(LONE, "seat=0 quiet=4"),
        drawn(LONE, "seat=0 active=c3 made=1 quiet=3"),
        drawn(LONE.replace("2", "3"), "seat=0 quiet=3"),
        drawn(LONE.replace("2", "b").replace("b", "2", 1), "seat=0 quiet=3"),
    ]
    assert len({base.key(), *(other.key() for other in others)}) == 6
    endless = potluck.load("potential", quiet_turns=0)
    assert drawn(LONE, "seat=0 quiet=3", endless).key() == drawn(LONE, "seat=0 quiet=4", endless).key()
    long = potluck.load("potential", quiet_turns=1000)
    counted = {drawn(LONE, f"seat=0 quiet={quiet}", long).key() for quiet in (3, 259, 515)}
    assert len(counted) == 3


def test_a_key_does_not_tell_which_slot_a_piece_has() -> None:
    once = potluck.load("potential", no_double_jumps=True)
    state = drawn("..3.......\n..2.......\n..........\n........b.", "seat=0 active=c4 made=1 barred=c3", once)
    twin = drawn("..3.......\n..2.......\n..........\n........b.", "seat=0 active=c4 made=1 barred=c3", once)
    for fact in (WHERE, CHARGE):
        twin.data[fact], twin.data[fact + 1] = twin.data[fact + 1], twin.data[fact]
    twin.data[ACTIVE], twin.data[BARRED] = twin.data[BARRED], twin.data[ACTIVE]
    assert {state.active(), state.barred()} == {0, 1}
    assert twin.key() == state.key()


def test_a_key_tells_every_square_and_charge() -> None:
    names = [f"{column}{row}" for column in "bcdefghij" for row in range(1, 11)]
    keys = set()
    for name in names:
        keys.add(drawn(board_with({"a1": "2", name: "b"}), "seat=0").key())
        keys.add(drawn(board_with({"a1": "2", name: "c"}), "seat=0").key())
        keys.add(drawn(board_with({"a1": "2", name: "b"}), "seat=0 active=a1 made=1").key())
    assert len(keys) == 3 * len(names)


def test_a_key_tells_which_piece_is_barred() -> None:
    game = potluck.load("potential", no_double_jumps=True)
    board = board_with({"d4": "4", "d5": "b", "e5": "b", "e4": "b"})
    keys = {drawn(board, f"seat=0 active=d4 made=1 barred={cell}", game).key() for cell in ("d5", "e5", "e4")}
    assert len(keys) == 3
    assert drawn(board, "seat=0 active=d4 made=1", game).key() not in keys


def board_with(pieces: dict[str, str]) -> str:
    """Draw a board with few pieces."""
    return "\n".join("".join(pieces.get(f"{c}{row}", ".") for c in "abcdefghij") for row in range(10, 0, -1))
