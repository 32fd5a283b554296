"""The rules say of every code whether it is legal, and which ruling forbids it if it is not."""

from collections.abc import Iterable

import pytest

import potluck
from kit import Case, case_id, sampled_states
from potluck import CHANCE, Dice, State
from potluck.core.errors import BadNotation
from potluck.games.potus.board import MOVE_COUNT, STAY
from potluck.games.potus.explain import attempt, sentence
from potluck.games.potus.notation import write_move
from potluck.games.potus.rules import PotusState
from potus.facts import VARIANTS
from potus.play import drawn, load

GAME = load()
CASES = [Case("potus", options, seats) for options, seats in VARIANTS]
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."


def check_codes(state: State, codes: Iterable[int]) -> None:
    """Check that a ruling forbids each code, and that there is a sentence for it, exactly when it is not legal."""
    assert isinstance(state, PotusState)
    legal = set() if state.to_move == CHANCE else set(state.moves())
    known = potluck.rulings("potus")
    for move in codes:
        ruling = state.why_not(move)
        assert (ruling == 0) == (move in legal), (move, ruling)
        assert ruling == 0 or (f"PO{ruling}" in known and sentence(state, move, ruling))


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ruling_forbids_exactly_the_illegal_moves(case: Case) -> None:
    dice = Dice(31)
    for index, state in enumerate(sampled_states(case, 30, 24)):
        sampled = {*(dice.below(MOVE_COUNT) for _ in range(100)), *(dice.below(64) for _ in range(20)), STAY}
        check_codes(state, range(MOVE_COUNT) if index % 12 == 0 else sampled | set(state.moves()))


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
    check_codes(drawn(GAME, position), range(MOVE_COUNT))


def test_every_code_is_what_its_text_asks_for() -> None:
    state = drawn(GAME, f"{ROWS} phase=move actor=0 left=2")
    assert [attempt(state, write_move(state, move)) for move in range(MOVE_COUNT)] == list(range(MOVE_COUNT))
    with pytest.raises(BadNotation, match="expected a step"):
        attempt(state, "C a1-ne")
