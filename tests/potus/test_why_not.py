"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

import pytest

from kit import Case, check_codes
from potluck.core.errors import BadNotation
from potluck.games.potus.board import MOVE_COUNT
from potluck.games.potus.explain import attempt
from potluck.games.potus.notation import write_move
from potus.facts import VARIANTS
from potus.play import drawn, load

GAME = load()
CASES = [Case("potus", options, seats) for options, seats in VARIANTS]
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."


LANDING = ROWS.replace("C.o", "S.o").replace(".A.*", ".C.*").replace("......A.", "A......A")
EVENT = ROWS.replace("C.o", "S.o").replace(".A.*", ".R.C").replace("*.....*.", "*A....*.")


@pytest.mark.parametrize(
    "position",
    [
        f"{ROWS} phase=move actor=0 left=2",
        f"{ROWS} phase=move actor=0 left=1 silent=1",
        f"{ROWS} phase=move actor=1 order=1 extra=1 moving=ag6 way=n",
        f"{ROWS} phase=move actor=0 left=1 moving=Ca1 way=ne finished=Ab3",
        f"{LANDING} phase=landed actor=0 left=1 moving=Cb3 way=n",
        f"{EVENT} phase=event actor=0 lander=Cd3 finished=Cd3",
        f"{EVENT} phase=fly actor=0 left=1 lander=Cd3 finished=Cd3",
        f"{ROWS.replace('.A.*', '.R.A')} phase=fly actor=0 left=1 lander=Ad3 finished=Ad3",
        f"{ROWS} phase=defect actor=0 left=1",
        f"{ROWS} phase=battle",
        f"{ROWS} phase=over ending=PO16",
        f"{ROWS.replace('U', '.').replace('u', '.')} phase=place",
    ],
)
def test_all_codes_of_each_phase_are_told_apart(position: str) -> None:
    check_codes(GAME, drawn(GAME, position), range(MOVE_COUNT))


def test_every_code_is_what_its_text_asks_for() -> None:
    state = drawn(GAME, f"{ROWS} phase=move actor=0 left=2")
    assert [attempt(state, write_move(state, move)) for move in range(MOVE_COUNT)] == list(range(MOVE_COUNT))
    with pytest.raises(BadNotation, match="expected a step"):
        attempt(state, "C a1-ne")
