"""What `observe` writes, byte by byte, of positions made by hand; and what `key` tells apart."""

import pytest

from kit import observed
from potluck.games.potus.board import NAMES
from potus.play import drawn, load, played

GAME = load(rounds=3)
PLANES = ("candidates", "advocates", "unconverted", "converted", "finished")
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*.... ......A. C.o.o.ou"
Planes = dict[str, list[dict[str, int]]]


def spots(plane: list[int]) -> dict[str, int]:
    """Name the squares whose bytes are not 0."""
    return {NAMES[cell]: byte for cell, byte in enumerate(plane) if byte}


def pairs(parts: dict[str, list[int]]) -> Planes:
    """Name the squares of the planes that come in pairs, the seat's own first."""
    return {name: [spots(parts[name][:64]), spots(parts[name][64:])] for name in PLANES}


def test_an_observation_names_every_token_and_card() -> None:
    cards = "nff" + "N" * 20 + "." * 20
    state = drawn(
        GAME,
        f""".o.o.o.c .a...... ....*.a. .*U....* *.C.t.*. .A.*.... ....+TA. S.o.o.ou
        phase=move actor=0 left=2 owed=0/3 veto=1/2 union=1/0 filibuster=0/1 money=65550/400 battles=30 round=1
        opener=1 stacks=e2:TT finished=Te2/Tf2 moving=Cc4 way=ne cards={cards} events=x....x.....""",
    )
    near, far = observed(GAME, state, 0), observed(GAME, state, 1)
    assert pairs(near) == {
        "candidates": [{"c4": 1}, {"h8": 1}],
        "advocates": [{"b3": 1, "g2": 1}, {"b7": 1, "g6": 1}],
        "unconverted": [{"c5": 1}, {"h1": 1}],
        "converted": [{"e2": 2, "f2": 1}, {"e4": 1}],
        "finished": [{"e2": 1, "f2": 1}, {}],
    }
    assert pairs(far) == {name: [theirs, ours] for name, (ours, theirs) in pairs(near).items()}
    assert (spots(near["moving"]), spots(near["lander"])) == ({"c4": 3}, {})
    assert near["cards"] == [1, 2, 2, *[3] * 20, *[0] * 20]
    assert far["cards"] == [2, 1, 1, *[4] * 20, *[0] * 20]
    assert near["events"] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert near["phase"] == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert (near["who"], far["who"]) == ([1, 1, 1, 2], [2, 2, 2, 1])
    assert (near["movements"], near["faces"], near["clock"]) == ([2, 0, 0, 0, 0], [0, 0], [30, 1])
    assert (near["money"], far["money"]) == ([255, 8], [8, 255])  # 65,550 dollars are more than a byte holds
    assert near["facts"] == [5, 5, 1, 3, 0, 3, 1, 2, 0, 1, 1, 0]
    assert far["facts"] == [5, 5, 3, 1, 3, 0, 2, 1, 1, 0, 0, 1]
    same = ("moving", "lander", "events", "phase", "movements", "faces", "clock")
    assert {name: near[name] for name in same} == {name: far[name] for name in same}


def test_an_observation_tells_how_far_the_turn_is() -> None:
    rows = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.C.... ......A. S.o.o.ou"
    event = drawn(GAME, f"{rows} phase=event actor=0 left=1 finished=Cd3 lander=Cd3 events=x.......... money=50/150")
    parts = observed(GAME, event, 1)
    assert (spots(parts["lander"]), pairs(parts)["finished"]) == ({"d3": 1}, [{}, {"d3": 1}])
    assert (parts["who"], parts["movements"], parts["money"]) == ([0, 2, 2, 2], [1, 0, 0, 0, 0], [3, 1])
    battle = played(GAME, drawn(GAME, f"{ROWS} phase=battle opener=1"), "Lincoln")
    assert [observed(GAME, battle, seat)["faces"] for seat in (0, 1)] == [[16, 0], [0, 16]]
    assert [observed(GAME, battle, seat)["who"] for seat in (0, 1)] == [[0, 0, 0, 2], [0, 0, 0, 1]]
    order = drawn(
        GAME,
        """.o.o.o.c .a...... ....*.a. .*U....* *.....*. .C.*.... A.....A. S.o.o.ou
        phase=move actor=0 left=2 order=1 extra=1 moving=Cb3 teleported=1 silent=1""",
    )
    assert observed(GAME, order, 0)["movements"] == [2, 1, 1, 1, 1]
    assert spots(observed(GAME, order, 1)["moving"]) == {"b3": 1}  # it may turn


def test_po13_an_observation_hides_what_the_other_has_placed_in_secret() -> None:
    setup = ".o.o.o.c .a...... ....*.a. .*.....* *.....*. .A.*.... ......A. C.o.o.o."
    for secret in (True, False):
        game = load(secret_placement=secret, turncoats=3)
        state = played(game, drawn(game, f"{setup} phase=place"), "d2", "d5", "e2")
        seen = [pairs(observed(game, state, seat))["unconverted"] for seat in (0, 1)]
        mine, theirs = {"d2": 1, "e2": 1}, {"d5": 1}
        assert seen == ([[{}, mine], [{}, theirs]] if secret else [[theirs, mine], [mine, theirs]])
        assert observed(game, state, 1)["facts"][:2] == [1, 2]


@pytest.mark.parametrize(
    "fields",
    [
        "phase=event actor=0 left=1 finished=Tb5/Th5 lander=Th5",
        "phase=event actor=0 left=2 finished=Tb5/Th5 lander=Tb5",
        "phase=event actor=0 left=1 finished=Tb5 lander=Tb5",
        "phase=event actor=0 left=1 finished=Tb5/Th5 lander=Tb5 money=100/0",
    ],
)
def test_a_key_knows_which_token_has_landed(fields: str) -> None:
    rows = ".o.o.o.c .a...... ....*.a. .T.....T *.....*. .A.*.... ......A. C.o.o.ou"
    state = drawn(GAME, f"{rows} phase=event actor=0 left=1 finished=Tb5/Th5 lander=Tb5")
    other = drawn(GAME, f"{rows} {fields}")
    assert other.key() != state.key() == GAME.read_position(GAME.write_position(state)).key()
