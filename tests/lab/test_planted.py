"""Flaws planted in a real game come out on top, and intervals miss the truth as seldom as they say.

POTLUCK_STUDIES=20 repeats each study twenty times; docs/lab.md has the counts.
"""

import os
import re
from statistics import fmean

import msgspec
import pytest

import potluck
from potluck.games.struggle.custom import load_rules
from potluck.lab.executors import Inline
from potluck.lab.findings import find
from potluck.lab.plan import Plan, Row, play_number
from potluck.lab.skill import climb_budgets
from potluck.lab.skill import report as skill_report
from potluck.records.findings import Figure, Findings

STUDIES = int(os.environ.get("POTLUCK_STUDIES", "1"))
EMPTY, HOME = "..........", ".2.2.2.2.. ..2.2.2.2."
AHEAD = " ".join([EMPTY, ".b.b.b.b..", "..b.b.b...", *[EMPTY] * 4, HOME, EMPTY, "seat=0"])  # Near has 8 pieces, Far 7
PLAN = Plan(game="potential", options="removal_target=4", players=("greedy",))


def studied(plan: Plan, seed: int) -> Findings:
    """Play a study on seeds of its own."""
    plan = msgspec.structs.replace(plan, seed=seed)
    size = plan.rotation
    numbers = [range(group * size, (group + 1) * size) for group in range(plan.groups)]
    groups: list[list[Row]] = [[play_number(plan, number) for number in group] for group in numbers]
    return find(plan, groups)


def figure(found: Findings, name: str) -> Figure:
    """Pick a figure."""
    return next(one for one in found.figures if one.name == name)


def assert_found(hits: list[bool], what: str) -> None:
    """Count the studies that put a flaw on top: a single one must, of twenty one may miss it."""
    print(f"{what}: on top in {sum(hits)} of {len(hits)} studies")
    assert sum(hits) >= len(hits) - len(hits) // 20


def assert_few(alarms: list[str]) -> None:
    """Count the false alarms: 5 in 100 of what is believed may be one."""
    print(f"{len(alarms)} false alarms in {STUDIES} studies: {alarms}")
    assert len(alarms) <= max(1, 0.15 * STUDIES)


def test_a_seat_with_an_extra_piece_is_found_each_time() -> None:
    plan = msgspec.structs.replace(PLAN, options="removal_target=2", position=AHEAD, groups=60)
    found = [studied(plan, seed) for seed in range(STUDIES)]
    hits = [
        bool(re.fullmatch("Seat 0 .Near. gets .*: an advantage.", one.sentences[0])) and figure(one, "seat0").low > 0.5
        for one in found
    ]
    assert_found(hits, "a piece more")


def test_an_alarm_is_raised_as_seldom_as_the_interval_says() -> None:
    """What all studies say together is the truth that the interval of each should hold."""
    plan = msgspec.structs.replace(PLAN, options="removal_target=1", players=("uniform",), groups=60)
    shares = [figure(studied(plan, seed), "seat0") for seed in range(2 + 2 * STUDIES)]
    truth = fmean(share.mean for share in shares)
    alarms = sum(not share.low <= truth <= share.high for share in shares)
    print(f"{alarms} false alarms in {len(shares)} studies of a game in which seat 0 gets {truth:.1%}")
    assert alarms <= max(1, 0.15 * len(shares))  # 5 in 100 are expected


RULES = """
from potluck.games.struggle import own


def falls(position, place, gone):
    return any(own.owner(slot) != position.seat_of(place) for slot in own.those_in(gone))


class Doom(own.Power):
    def __init__(self):
        super().__init__("doom", "Doom", "You win as soon as an enemy piece has left the board.")

    def removed(self, position, place, gone):
        if falls(position, place, gone):
            position.end_match(place, position.seat_of(place))


class Spark(own.Power):
    def __init__(self):
        super().__init__("spark", "Spark", "Beside Tinder you win as soon as an enemy piece has left the board.")

    def removed(self, position, place, gone):
        seat = position.seat_of(place)
        own_rules = [position.power(other).name for other in range(6) if position.seat_of(other) == seat]
        if "tinder" in own_rules and falls(position, place, gone):
            position.end_match(place, seat)


class Tinder(own.Power):
    def __init__(self):
        super().__init__("tinder", "Tinder", "Does nothing but wait for Spark.")


class Idle(own.Power):
    def __init__(self):
        super().__init__("idle", "Idle", "Does nothing.")
"""
FEW_RULES = "banned=teleporter+torus+tower+jolt+reaper"  # so that fewer matches tell


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Load rules with planted flaws, by their names."""
    file = tmp_path_factory.mktemp("rules") / "flaws.py"
    file.write_text(RULES, encoding="utf-8")
    return {name.partition("@")[0]: name for name in load_rules(file)}


def dealt(names: list[str], seed: int) -> Findings:
    """Study some rules, dealt among four of the nine."""
    options = f"extra={'+'.join(names)}, {FEW_RULES}"
    plan = Plan(game="struggle", options=options, players=("greedy",), groups=250, deal=True)
    return studied(plan.check(), seed)


def is_alarm(found: Findings, first: str) -> bool:
    """Tell whether a study begins with this alarm."""
    return found.marks[0] == "alarm" and re.fullmatch(first, found.sentences[0]) is not None


def believed_alone(found: Findings) -> list[str]:
    """List the rules that are believed to have an effect by themselves."""
    return [effect.label for effect in found.effects if effect.kind == "alone" and effect.believed]


def test_a_rule_that_is_too_strong_comes_out_on_top(rules: dict[str, str]) -> None:
    found = [dealt([rules["doom"]], seed) for seed in range(STUDIES)]
    first = "Doom wins .* against the field: strong by itself."
    assert_found([is_alarm(one, first) and one.effects[0].points.low > 0.5 for one in found], "Doom")


def test_two_rules_that_are_harmless_alone_and_broken_together(rules: dict[str, str]) -> None:
    found = [dealt([rules["spark"], rules["tinder"]], seed) for seed in range(STUDIES)]
    first = "Spark with Tinder wins .* stronger than its parts; consider banning the pair .ST2.."
    assert_found([is_alarm(one, first) for one in found], "Spark with Tinder")
    assert_few([label for one in found for label in believed_alone(one) if label in ("Spark", "Tinder")])


def test_a_rule_that_does_nothing_raises_few_alarms(rules: dict[str, str]) -> None:
    """Whatever is believed of it is a false alarm; 5 in 100 of what is believed may be false."""
    found = [dealt([rules["idle"]], seed) for seed in range(STUDIES)]
    believed = [effect for one in found for effect in one.effects if effect.believed]
    print(f"{len(believed)} effects were believed")
    assert_few([effect.label for effect in believed if "Idle" in effect.names])


@pytest.mark.parametrize("position", ["..", "nonsense seat=0"])
def test_a_position_that_is_none_is_refused_before_the_first_match(position: str) -> None:
    with pytest.raises(potluck.PotluckError, match="position"):
        msgspec.structs.replace(PLAN, position=position).check()


def test_the_skill_ladder_is_a_meeting_of_every_budget_with_its_half() -> None:
    found = climb_budgets(potluck.load("potential", removal_target=1), 2, 2, 4, executor=Inline())
    assert [[one.name for one in met.standings] for met in found] == [
        ["mcts:steps=4", "mcts:steps=2"],
        ["mcts:steps=8", "mcts:steps=4"],
    ]
    assert skill_report(found).splitlines()[2].startswith("| 4 | 2 | ")


def test_a_curve_climbs_by_more_than_twice_and_adds_its_gains_up() -> None:
    game = potluck.load("potential", removal_target=1)
    player = "mcts:steps={steps}:playout=3"
    found = climb_budgets(game, 2, 2, 4, executor=Inline(), player=player, times=5)
    assert [[one.name for one in met.standings] for met in found] == [
        ["mcts:steps=10:playout=3", "mcts:steps=2:playout=3"],
        ["mcts:steps=50:playout=3", "mcts:steps=10:playout=3"],
    ]
    rows = [line.split(" | ") for line in skill_report(found, 5).splitlines()[2:4]]
    assert [row[:2] for row in rows] == [["| 10", "2"], ["| 50", "10"]]
    gains = [met.standings[0].elo[0] for met in found]
    assert [row[4] for row in rows] == [f"{gains[0]:+.0f}", f"{sum(gains):+.0f}"]
