"""The net of learned evaluators: it is exact, and cannot overflow."""

import random

import pytest

from potluck.core.errors import PotluckError
from potluck.core.net import MIDDLE, MOST, UNITS, Net

INPUTS = 200
LARGEST = 250


def drawn(dice: random.Random, count: int, most: int) -> list[int]:
    """Draw whole numbers around nothing."""
    return [dice.randint(-most, most) for _ in range(count)]


def plain(rows: list[int], bias: list[int], out: list[int], last: int, active: list[int]) -> float:
    """Value active inputs without any packing."""
    held = [bias[unit] + sum(rows[number * UNITS + unit] for number in active) for unit in range(UNITS)]
    total = sum(max(0, unit) * weight for unit, weight in zip(held, out, strict=True))
    lead = (total + last) / 2**20
    return 0.98 * lead / (1 + abs(lead))


def valued(net: Net, active: list[int]) -> float:
    """Value active inputs by the net."""
    for place, number in enumerate(active):
        net.active[place] = number
    return net.value(len(active))


@pytest.mark.parametrize("seed", range(20))
def test_four_units_in_a_word_add_up_like_four_numbers(seed: int) -> None:
    dice = random.Random(seed)
    rows, bias = drawn(dice, INPUTS * UNITS, LARGEST), drawn(dice, UNITS, 900)
    out, last = drawn(dice, UNITS, 20_000), dice.randint(-(2**22), 2**22)
    net = Net(rows, bias, out, last)
    for count in (0, 1, 7, 30, MOST):
        active = dice.choices(range(INPUTS), k=count)
        assert valued(net, active) == plain(rows, bias, out, last, active)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_sums_stay_in_their_lanes(sign: int) -> None:
    weight = (MIDDLE - 1) // MOST
    rows, bias = [sign * weight] * UNITS, [sign * (MIDDLE - 1 - weight * MOST)] * UNITS
    out = list(range(1, UNITS + 1))
    net = Net(rows, bias, out, 0)
    assert valued(net, [0] * MOST) == plain(rows, bias, out, 0, [0] * MOST)
    assert (valued(net, [0] * MOST) > 0) == (sign > 0)


def test_weights_that_could_overflow_are_refused() -> None:
    weight = MIDDLE // MOST + 1
    with pytest.raises(PotluckError, match="could overflow"):
        Net([weight] * UNITS, [0] * UNITS, [0] * UNITS, 0)


def test_a_net_of_another_shape_is_refused() -> None:
    with pytest.raises(PotluckError, match="16 biases"):
        Net([0] * UNITS, [0] * 3, [0] * UNITS, 0)
