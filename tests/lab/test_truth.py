"""Every measure on a toy game that is played, judged and reported as any other, and whose truth is arithmetic."""

from collections.abc import Iterator
from math import log

import pytest

import potluck
from lab import toys
from potluck.lab.executors import Inline
from potluck.lab.findings import find
from potluck.lab.plan import Plan, play_number
from potluck.lab.skill import climb_budgets, how_far
from potluck.records.findings import Figure, Findings


@pytest.fixture(autouse=True, scope="module")
def toy() -> Iterator[None]:
    """Let the lab know the toy."""
    with toys.installed():
        yield


def studied(kind: str, groups: int) -> Findings:
    """Play a study of the toy with any move at random, every decision judged."""
    plan = Plan(game="toy", options=f"kind={kind}", players=("uniform",), groups=groups, judge=100)
    return find(plan.check(), [[play_number(plan, number)] for number in range(groups)])


def figures(found: Findings) -> dict[str, Figure]:
    """Index the figures by name."""
    return {figure.name: figure for figure in found.figures}


def holds(found: Figure, truth: float) -> bool:
    """Tell whether the truth lies within three standard errors; how often intervals miss is tested elsewhere."""
    half = (found.high - found.low) / 2
    return 0 < half < 0.1 and abs(truth - found.mean) < 1.5 * half


def test_a_coin_of_60_percent() -> None:
    found = figures(studied("coin", 600))
    assert holds(found["seat0"], 0.6)
    assert found["seat0"].low > 0.5
    assert holds(found["seat1"], 0.4)
    assert (found["decisions"].mean, found["turns"].mean, found["choices"].mean) == (1.0, 1.0, 2.0)
    assert (found["forced"].mean, found["draws"].mean, found["near_equal"].mean) == (0.0, 0.0, 1.0)
    assert found["luck"].mean == pytest.approx(1.0)
    assert holds(found["decisiveness"], 0.4)  # where the likelier side loses, only the coin decides


def test_a_game_that_the_first_die_decides() -> None:
    found = figures(studied("die", 200))
    assert found["luck"].mean == pytest.approx(1.0)  # though no decision comes before the die
    assert found["decisiveness"].mean == found["drama"].mean == found["lead_changes"].mean == 0.0
    assert found["comebacks"].mean == 0.0
    assert found["decisions"].mean == toys.IDLE
    assert found["quiet"].mean == toys.IDLE - 1


def test_a_walk_with_comebacks_in_one_match_of_five() -> None:
    """It goes in rounds: from ½ to 1/6 or 5/6, and back in one case of three. R rounds come with 2/3 · (1/3)^(R-1).

    Whoever has been at 1/6 and wins has come back: with c the chance of that once one side has been there,
    c = ½ · c/3 + ½, so it is 3/5, and a match has it if it comes back from its first round: 1/5.
    """
    found = figures(studied("walk", 1200))
    chances = [2 / 3 / 3 ** (rounds - 1) for rounds in range(1, 40)]
    assert holds(found["comebacks"], 1 / 5)
    assert abs(found["decisions"].mean - 3) < 0.1  # two in a round, and 3/2 rounds
    assert abs(found["lead_changes"].mean - 1 / 4) < 0.05  # in every second round but the first
    # Seat 1 decides at 1/6 and 5/6; if it wins, half of its decisions but the last were 2/3 behind.
    drama = (1 - 2 * log(3 / 2)) / 3 / 2
    assert abs(drama - sum(chance * (r - 1) / (6 * r) for r, chance in enumerate(chances, 1))) < 1e-9
    assert holds(found["drama"], drama)
    # If the loser has ever been at 5/6, the last decision at ½ is behind that; else nothing ever was.
    late = sum(chance * (1 - 2 ** (1 - r)) * (2 * r - 1) / (2 * r) for r, chance in enumerate(chances, 1))
    assert holds(found["decisiveness"], late)
    assert found["quiet"].mean == 0.0  # w moves by 1/3 each time
    assert found["luck"].mean == pytest.approx(1.0)


def test_what_is_used_and_what_it_brings() -> None:
    """Each of the three is used in a third of the matches; a Charm is best, and a Curse costs half a match."""
    found = studied("charm", 900)
    used, gained = ({one.name: one for one in listed} for listed in (found.used, found.gained))
    for name, worth in (("Charm", 0.0), ("Curse", -0.5)):
        assert holds(used[name], 1 / 3)
        assert holds(gained[name], worth)
    by_name = figures(found)
    assert by_name["near_equal"].mean == 0.0
    luck, play = (3 / 16 + 1 / 4 + 3 / 16) / 3, (1 / 4 + 1 / 16) / 3 - 1 / 16  # variances
    assert holds(by_name["luck"], luck / (luck + play))
    assert holds(by_name["seat0"], 0.5)


def test_thinking_pays_until_everything_is_seen() -> None:
    """A budget of s finds the one move of 64 with s/64; who finds it first wins, and without it is a draw."""
    game = potluck.load("toy", kind="search")
    found = climb_budgets(game, 8, 4, 240, executor=Inline(), player=f"{toys.__name__}:Trying{{steps}}")
    for rung, met in enumerate(found):
        p = min(1.0, (8 << rung) / toys.MANY)
        q = min(1.0, 2 * p)
        first, second = q + (1 - q) * (1 - p) / 2, (1 - p) * (q + (1 - q) / 2)
        score = met.standings[0].points
        assert score.low <= (first + second) / 2 <= score.high
        assert score.spread < 0.06
    assert [met.standings[0].points.mean > 0.5 for met in found] == [True, True, True, False]
    assert "Thinking pays up to 64 steps" in how_far(found)
    assert "Thinking pays as far as was tried: 32 steps" in how_far(found[:2])
    assert "cannot be told from luck" in how_far(found[3:])


def test_a_player_without_a_place_for_the_budget_is_refused() -> None:
    with pytest.raises(potluck.BadOptions, match=r"--player 'club': expected settings with \{steps\} in them"):
        climb_budgets(potluck.load("potential"), 8, 1, 2, player="club")
