"""A designer's first look at something of their own: whether it is fair, long or dull, and what is never used.

A file is either special rules for Struggle, which are dealt at random beside the nine, or a text with the header of a
record, which names a game and its options: a board and cards of POTUS, a layout of Potential, anything that is agreed.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadRecord
from potluck.games.struggle.custom import RULES_VARIABLE, load_rules
from potluck.lab.balance import advice
from potluck.lab.findings import Group
from potluck.lab.plan import Plan, play_number
from potluck.records.findings import Figure, Findings

FEWEST, MOST = 20, 5000  # groups
TRIAL = 2  # groups played to see how long they take
JUDGE = 200  # steps of a verdict
DULL_FORCED = 0.5  # share of moves without a choice
DULL_EQUAL = 0.6  # share of decisions whose second best is as good
RUNAWAY = 0.4  # share of the match after which nothing turns


def read_design(file: Path, players: tuple[str, ...]) -> Plan:
    """Read a file of one's own into a plan."""
    if file.suffix == ".py":
        names = load_rules(file)
        os.environ[RULES_VARIABLE] = str(file.resolve())  # for the processes that play
        return Plan(game="struggle", options=f"extra={'+'.join(names)}", players=players, deal=True, judge=JUDGE)
    header = dict(line.partition(":")[::2] for line in file.read_text(encoding="utf-8").splitlines() if ":" in line)
    if "Game" not in header:
        raise BadRecord(f"{file}: expected special rules in Python, or lines Game: … and Options: …")
    game, options = header["Game"].strip(), header.get("Options", "").strip()
    return Plan(game=game, options=options, players=players, judge=JUDGE)


def groups_within(plan: Plan, minutes: float, workers: int) -> Plan:
    """Plan as many groups as fit into the time, by how long a few take."""
    start = perf_counter()
    for number in range(TRIAL * plan.seats):
        play_number(plan, number)
    pace = (perf_counter() - start) / TRIAL
    return msgspec.structs.replace(plan, groups=max(FEWEST, min(MOST, int(60 * minutes * workers / pace))))


def counsel(findings: Findings, groups: Sequence[Group]) -> list[str]:
    """Answer a designer's questions, in plain words."""
    figures = {figure.name: figure for figure in findings.figures}
    return [
        fair(figures["seat0"], findings.seats[0]),
        long(figures["turns"], figures["decisions"]),
        *dull(figures),
        *strong(findings),
        *unused(findings, groups),
    ]


def fair(seat: Figure, name: str) -> str:
    """Say whether a seat is better."""
    if seat.low <= 0.5 <= seat.high:
        return f"Fair? {name} gets {seat.shown()} of the points: yes, as far as these matches tell."
    better = "better" if seat.mean > 0.5 else "worse"
    return f"Fair? {name} gets {seat.shown()} of the points: it is {better} to sit there."


def long(turns: Figure, decisions: Figure) -> str:
    """Say how long a match is, at twenty seconds a decision."""
    minutes = decisions.mean / 3
    return f"Long? {turns.shown()} turns and {decisions.shown()} decisions: about {minutes:.0f} minutes at 20 s each."


def dull(figures: dict[str, Figure]) -> list[str]:
    """Name what makes a match dull; nothing stands out in a good one."""
    said = []
    if figures["forced"].mean > DULL_FORCED:
        said.append(f"Dull? {figures['forced'].shown()} of the moves leave no choice.")
    if figures["near_equal"].mean > DULL_EQUAL:
        said.append(
            f"Dull? At {figures['near_equal'].shown()} of the decisions the second best is as good as the best."
        )
    if "decisiveness" in figures and figures["decisiveness"].mean < RUNAWAY:
        said.append(f"Dull? After {figures['decisiveness'].shown()} of the decisions nothing turns any more.")
    return said or ["Dull? No: there are choices, they matter, and matches stay open."]


def strong(findings: Findings) -> list[str]:
    """Name what is too strong or too weak, alone and together."""
    found = [advice(effect) for effect in findings.effects if effect.believed]
    if findings.effects and not found:
        return ["Too strong? No rule and no pair of rules stands out from luck."]
    return [f"Too strong? {said}" for said in found]


def unused(findings: Findings, groups: Sequence[Group]) -> list[str]:
    """Name what no match told of."""
    things = import_module(f"potluck.games.{findings.game}.words").THINGS
    seen = {name for group in groups for row in group for name in row.measures.used}
    never = [thing.name for thing in things.values() if thing.name not in seen and thing.name != "?"]
    return [f"Never told of: {', '.join(dict.fromkeys(map(shown_plain, never)))}."] if never else []


def shown_plain(name: str) -> str:
    """Write a name without quotes, cut to a length."""
    return shown(name).strip("'")
