"""A designer's first look at something of their own: whether it is fair, long or dull, and what is never used.

A file is either special rules for Struggle, which are dealt at random beside the nine, or a text with the header of a
record, which names a game, its options and where it begins: a board and cards of POTUS, a layout of Potential, anything
that is agreed.
"""

import os
from collections.abc import Sequence
from math import inf
from pathlib import Path
from time import perf_counter

import msgspec

from potluck.core.errors import BadRecord
from potluck.games import load_text, things_of
from potluck.games.struggle.custom import RULES_VARIABLE, load_rules
from potluck.lab.balance import advice
from potluck.lab.course import GIVEN_UP
from potluck.lab.factors import ban_of
from potluck.lab.findings import MANY_DRAWS, MOST_EFFECTS, Group, seat_sentence
from potluck.lab.plan import Plan, Row, play_number
from potluck.players.analysis import analyst
from potluck.players.judge import Judge, decisions_of
from potluck.records.findings import Figure, Findings
from potluck.records.match import Match
from potluck.records.record import read

FEWEST, MOST = 20, 5000  # groups
AT_RANDOM = 12  # matches that show what can be told of
TRIAL = 5  # groups played to see how long they take
RESERVE = 0.05  # share of the time for what is left to do then: the report, and what is being played
VERDICTS = 5  # decisions judged to see how long that takes
JUDGE = 200  # simulations of a verdict
JUDGE_MOST = 2000  # moves of a match that is judged: a longer one would take minutes
JUDGE_NODES = 4000  # of a verdict by alpha-beta, which looks at a node in a hundredth of the time
DULL_FORCED = 0.5  # share of moves without a choice
DULL_EQUAL = 0.9  # share of decisions whose second best is as good; in the five games it is 50 to 95 %
RUNAWAY = 0.4  # share of the match after which nothing turns


def read_design(file: Path, players: tuple[str, ...]) -> Plan:
    """Read a file of one's own into a plan."""
    if file.suffix == ".py":
        names = load_rules(file)
        os.environ[RULES_VARIABLE] = str(file.resolve())  # for the processes that play
        return judged(Plan(game="struggle", options=f"extra={'+'.join(names)}", players=players, deal=True))
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file}: expected a text in UTF-8") from error
    header = dict(line.partition(":")[::2] for line in lines if ":" in line)
    if "Game" not in header:
        raise BadRecord(f"{file}: expected special rules in Python, or lines Game: …, Options: … and Position: …")
    game, options, position = (header.get(name, "").strip() for name in ("Game", "Options", "Position"))
    return judged(Plan(game=game, options=options, position=position, players=players))


def judged(plan: Plan) -> Plan:
    """Have the decisions judged as the game's top level thinks."""
    search = analyst(load_text(plan.game, plan.options)).search
    steps = JUDGE_NODES if search == "alphabeta" else JUDGE
    return msgspec.structs.replace(plan, judge=steps, judge_most=JUDGE_MOST)


def groups_within(plan: Plan, minutes: float, workers: int) -> Plan:
    """Plan as many groups as fit into half of the time, and judge as many of them as fit into the other half."""
    bare, start = msgspec.structs.replace(plan, judge=0), perf_counter()
    rows = [play_number(bare, number) for number in range(TRIAL * plan.rotation)]
    pace = (perf_counter() - start) / TRIAL
    half = 30 * minutes * workers
    groups = max(FEWEST, min(MOST, int(half / pace)))
    middling = sorted(rows, key=lambda row: row.moves)[len(rows) // 2]
    judged = max(1, int(half / judging_time(plan, middling))) if plan.judge else groups
    return msgspec.structs.replace(plan, groups=groups, judge_every=max(1, -(-groups // judged)))


def deadline_of(plan: Plan, begun: float, minutes: float) -> float:
    """Tell when the last match may begin, if matches take longer than those that were tried; the fewest are played."""
    return begun + 60 * minutes * (1 - RESERVE) if plan.groups > FEWEST else inf


def judging_time(plan: Plan, row: Row) -> float:
    """Guess how long the verdicts on a match take, by a few from its beginning to its end."""
    match, start = Match.from_record(read(row.record)), perf_counter()
    judge, every = Judge(match.game, plan.judge, row.seed), max(1, row.measures.decisions // VERDICTS)
    chosen = (step for place, step in enumerate(decisions_of(match)) if place % every == 0)
    count = sum(bool(judge.decide(state, move, ply)) for ply, state, move in chosen)
    return (perf_counter() - start) / max(1, count) * max(1, row.measures.decisions)


def counselled(findings: Findings, groups: Sequence[Group]) -> Findings:
    """Put the answers to a designer's questions before what else was found."""
    said = counsel(findings, groups)
    seats = [found for found in findings.figures if found.name.startswith("seat")]
    answered = [*said, *(seat_sentence(found, len(seats)).text for found in seats)]
    others = [
        (sentence, mark)
        for sentence, mark in zip(findings.sentences, findings.marks, strict=True)
        if not any(sentence in one for one in answered)
    ]
    sentences, marks = [*said, *(one for one, _ in others)], [*[""] * len(said), *(mark for _, mark in others)]
    return msgspec.structs.replace(findings, sentences=sentences, marks=marks)


def counsel(findings: Findings, groups: Sequence[Group]) -> list[str]:
    """Answer a designer's questions, in plain words."""
    figures = {figure.name: figure for figure in findings.figures}
    return [
        fair(figures["seat0"], findings.seats[0]),
        long(figures["turns"], figures["decisions"]),
        *endless(groups),
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


def endless(groups: Sequence[Group]) -> list[str]:
    """Say how many matches did not come to an end, if any did not."""
    rows = [row for group in groups for row in group]
    count = sum(row.ending == GIVEN_UP for row in rows)
    said = f"Long? {count:,} of {len(rows):,} matches did not come to an end, and were given up as drawn."
    return [said] if count else []


def dull(figures: dict[str, Figure]) -> list[str]:
    """Name what makes a match dull; nothing stands out in a good one."""
    said = []
    if figures["draws"].low > MANY_DRAWS:
        said.append(f"Dull? {figures['draws'].shown()} of the matches are drawn.")
    if figures["forced"].low > DULL_FORCED:
        said.append(f"Dull? {figures['forced'].shown()} of the moves leave no choice.")
    if figures["near_equal"].low > DULL_EQUAL:
        said.append(
            f"Dull? At {figures['near_equal'].shown()} of the decisions the second best is as good as the best."
        )
    if "decisiveness" in figures and figures["decisiveness"].high < RUNAWAY:
        said.append(f"Dull? After {figures['decisiveness'].shown()} of the decisions nothing turns any more.")
    return said or ["Dull? No: there are choices, they matter, and matches stay open."]


def strong(findings: Findings) -> list[str]:
    """Name what is too strong or too weak, alone and together; what is the designer's own is named in any case."""
    believed = [effect for effect in findings.effects if effect.believed][:MOST_EFFECTS]
    found = [
        f"Too {'strong' if effect.logit > 0 else 'weak'}? {advice(effect, ban_of(findings.game))}"
        for effect in believed
    ]
    known = {thing.name for thing in things_of(findings.game).values()}
    own = [effect for effect in findings.effects if effect.kind == "alone" and effect.names[0] not in known]
    found += [
        f"Too strong? {effect.label} wins {effect.points.shown()} against the field: "
        "neither strong nor weak, as far as these matches tell."
        for effect in own
        if effect not in believed
    ]
    if findings.effects and not found:
        return ["Too strong? No rule and no pair of rules stands out from luck."]
    return found


def unused(findings: Findings, groups: Sequence[Group]) -> list[str]:
    """Name what is told of when anything may happen, and in none of these matches; and what of the design is never."""
    seen = {name for group in groups for row in group for name in row.measures.used}
    dealt = {name for group in groups for row in group for side in row.dealt for name in side}
    never = sorted((told_at_random(findings.game) | dealt) - seen)
    return [f"Never used: {', '.join(never)}."] if never else ["Never used? Everything was used that random play uses."]


def told_at_random(game: str) -> set[str]:
    """List what a few matches of random moves tell of, as the game is by default."""
    plan = Plan(game=game, players=("uniform",))
    return {name for number in range(AT_RANDOM) for name in play_number(plan, number).measures.used}
