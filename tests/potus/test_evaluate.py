"""The guess at unfinished matches, and what a seat cannot know."""

from potluck import ALL, Dice, Game
from potluck.games.potus.board import SHIPPED
from potus.play import drawn, load, played

GAME = load()
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."
SETUP = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."


def guess(rows: str, fields: str = "phase=battle") -> float:
    """Guess for seat 0."""
    return GAME.evaluator().evaluate(drawn(GAME, f"{rows} {fields}"), 0)


def placed(*cells: str, game: Game = GAME) -> float:
    """Guess for seat 0 after the seats have put Turncoats somewhere in turn."""
    state = game.new()
    for cell in cells:
        state.play(game.read(state, cell))
    return game.evaluator().evaluate(state, 0)


def test_a_symmetric_position_is_worth_nothing() -> None:
    assert guess(ROWS.replace("..u.", ".....").replace(".A.*....", ".A.*...").replace("*.....*.", "*....u*.")) == 0
    assert guess(SETUP, "phase=place") == 0


def test_money_conversion_and_nearness_are_worth_something() -> None:
    base = guess(ROWS)
    assert guess(ROWS, "phase=battle money=50/0") > base
    freed = guess(ROWS.replace(".*U", ".*T"))
    assert freed > base
    nearer = guess(ROWS.replace(".*U", ".*.").replace(".A.*", ".AT*"))
    assert nearer > freed
    closer = guess(ROWS.replace("C.o", "S.o").replace("*.....*.", "*..C..*."))
    assert closer > base
    assert -1 < guess(ROWS, "phase=battle money=0/9000") < -0.9


def test_a_turncoat_is_hidden_well_far_from_where_its_candidate_comes_from() -> None:
    assert placed("b1") > 0 > placed("b2")
    assert placed("b1", "g8") == placed("b2", "g7") == 0  # the board looks the same from both sides
    assert placed("b1", "g7") > placed("b1")
    for other in (
        load(any_circle=True),
        load(orthogonal_only=True),
        load(board=SHIPPED.replace("*.....*.", "*....*..", 1)),
    ):
        assert placed("b1", game=other) == 0  # of which nothing is known


def test_both_seats_guess_the_opposite() -> None:
    state = drawn(GAME, f"{ROWS} phase=battle money=150/50")
    evaluator = GAME.evaluator()
    assert evaluator.evaluate(state, 0) == -evaluator.evaluate(state, 1)
    over = drawn(GAME, f"{ROWS} phase=over ending=PO16 money=150/50")
    assert evaluator.evaluate(over, 1) == -1


def test_determinizing_redraws_only_what_a_seat_has_not_seen() -> None:
    game = load(secret_placement=True)
    state = played(game, drawn(game, f"{SETUP} phase=place"), "d2", "d5", "e2", "e5", "f2")
    drawings = set()
    for seed in range(20):
        twin = state.copy()
        twin.determinize(0, Dice(seed))
        text = game.write_position(twin)
        assert text.split()[4:8] == game.write_position(state).split()[4:8]
        assert text.count("U") == 2
        drawings.add(text)
    assert len(drawings) > 10
    known = state.copy()
    known.determinize(ALL, Dice(1))
    assert known.key() == state.key()
    open_game = played(GAME, drawn(GAME, f"{SETUP} phase=place"), "d2", "d5")
    seen = open_game.copy()
    seen.determinize(0, Dice(1))
    assert seen.key() == open_game.key()
