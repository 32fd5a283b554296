"""Studies: the same matches whatever happens on the way."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from platform import libc_ver
from resource import RUSAGE_SELF, getrusage
from typing import TypeVar

import msgspec
import pytest

import potluck
from potluck.lab import plan as plans
from potluck.lab.executors import Chunk, Inline, Processes, keep_memory
from potluck.lab.findings import find
from potluck.lab.plan import LATER, Plan, Row, Vary, play_chunk, play_number, read_vary
from potluck.lab.report import write_report
from potluck.lab.study import Study, chunks_of

PLAN = Plan(game="potential", options="removal_target=1", players=("uniform", "greedy"), groups=6)


P = TypeVar("P")
R = TypeVar("R")


def compared(groups: Iterable[Iterable[Row]]) -> list[Row]:
    """List what must be the same however a study was run."""
    return [plans.compared(row) for group in groups for row in group]


class Killed(Inline):
    """Stop after some chunks, as if the process had been killed, out of order."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks

    def run(self, plan: P, chunks: Iterable[Chunk], work: Callable[[P, Chunk], list[R]]) -> Iterator[list[R]]:
        """Play the last chunks first, and then no more."""
        for chunk in list(chunks)[::-1][: self.chunks]:
            yield work(plan, chunk)
        raise KeyboardInterrupt


def run_whole(path: Path) -> list[list[Row]]:
    """Run a study in one go."""
    study = Study(path, PLAN)
    groups = study.run(Inline())
    study.close()
    return groups


def test_a_killed_study_goes_on_to_the_same_matches(tmp_path: Path) -> None:
    whole = run_whole(tmp_path / "whole.study")
    study = Study(tmp_path / "cut.study", PLAN)
    with pytest.raises(KeyboardInterrupt):
        study.run(Killed(3))
    known = study.known()
    assert 0 < len(known) < 12
    assert study.groups() == []  # the first group is missing
    study.close()
    again = Study(tmp_path / "cut.study", PLAN)
    played: list[int] = []
    groups = again.run(Inline(), progress=lambda done, of: played.append(done))
    assert compared(groups) == compared(whole)
    pages = [write_report(find(PLAN, each, "potluck lab run"), each) for each in (groups, whole)]
    assert pages[0] == pages[1]  # to the letter
    assert played[0] == len(known)
    assert len(played) == 1 + len([*chunks_of([*range(12 - len(known))], 1, 2)])


def test_processes_play_the_same_as_one(tmp_path: Path) -> None:
    study = Study(tmp_path / "many.study", PLAN)
    assert compared(study.run(Processes(2))) == compared(run_whole(tmp_path / "one.study"))


def test_chunks_grow_where_matches_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0.0, 0.1)  # ten chunks a second
    monkeypatch.setattr("potluck.lab.study.monotonic", lambda: next(clock))
    chunks = [*chunks_of(range(20_000), 2, 2)]
    sizes = [len(chunk) for chunk in chunks]
    assert [number for chunk in chunks for number in chunk] == list(range(20_000))
    assert sizes[0] == 16
    assert max(sizes) > 300
    assert sizes[-1] <= 16


def test_long_matches_are_handed_out_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0.0, 2.0)  # a chunk in two seconds
    monkeypatch.setattr("potluck.lab.study.monotonic", lambda: next(clock))
    sizes = [len(chunk) for chunk in chunks_of(range(100), 2, 2)]
    assert sizes[:2] == [12, 12]  # how long they take is not known yet
    assert set(sizes[2:]) == {1}


def die_once(plan: Plan, numbers: Chunk) -> list[Row]:
    """Die in the first process that plays match 4."""
    mark = Path(os.environ["POTLUCK_TEST_MARK"])
    if 4 in numbers and not mark.exists():
        mark.touch()
        os._exit(9)
    return play_chunk(plan, numbers)


def test_what_a_dead_process_had_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POTLUCK_TEST_MARK", str(tmp_path / "mark"))
    rows = [row for rows in Processes(2).run(PLAN, chunks_of(range(12), 2, 2), die_once) for row in rows]
    assert (tmp_path / "mark").exists()
    assert sorted(row.number for row in rows) == list(range(12))


@pytest.mark.skipif(libc_ver()[0] != "glibc", reason="other libraries are left as they are")
def test_memory_is_kept_between_searches() -> None:
    """Four tables of 20 MB take no fresh pages but at first; given back each time, three rounds take 60,000."""
    keep_memory()
    faults = []
    for _ in range(4):
        before = getrusage(RUSAGE_SELF).ru_minflt
        tables = [bytearray(20 << 20) for _ in range(4)]
        faults.append(getrusage(RUSAGE_SELF).ru_minflt - before)
        del tables
    assert sum(faults[1:]) < 5000


def always_die(plan: Plan, numbers: Chunk) -> list[Row]:
    """Die."""
    os._exit(9)


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(potluck.PotluckError, match="died 4 times"):
        list(Processes(1).run(PLAN, [[0]], always_die))


def test_an_early_stop_looks_at_whole_groups_at_fixed_numbers(tmp_path: Path) -> None:
    looks: list[int] = []

    def enough(groups: object) -> bool:
        assert isinstance(groups, list)
        looks.append(len(groups))
        return len(groups) >= 4

    study = Study(tmp_path / "s.study", PLAN)
    assert len(study.run(Inline(), enough, look=2)) == 4
    assert looks == [2, 4]
    assert len(study.run(Inline(), enough, look=2)) == 4  # and again, from the file


def test_arms_grow_evenly_and_seats_rotate() -> None:
    plan = Plan(game="potential", players=("uniform", "greedy"), groups=4, vary=(Vary("layout", ("wave", "columns")),))
    pairings = [plan.pairing(number) for number in range(8)]
    assert [pairing.options for pairing in pairings] == ["layout=wave"] * 2 + ["layout=columns"] * 2 + [
        "layout=wave"
    ] * 2 + ["layout=columns"] * 2
    assert pairings[0].players == ("uniform", "greedy")
    assert pairings[1].players == ("greedy", "uniform")
    assert pairings[0].seed == pairings[1].seed == pairings[2].seed != pairings[4].seed


def with_a_liar(path: Path, change: Callable[[Row], Row]) -> Study:
    """Run a study whose second worker changes what it has played."""
    study = Study(path, PLAN)
    groups = study.run(Inline())
    rows = [row for group in groups for row in group]
    told = [msgspec.structs.replace(row, worker="honest:1") for row in rows[:7]]
    told += [msgspec.structs.replace(change(row), worker="liar:2") for row in rows[7:]]
    with study.database:
        study.database.execute("delete from match")
    study.keep(told)
    return study


@pytest.mark.parametrize(
    "lie",
    [
        lambda row: msgspec.structs.replace(row, scores=row.scores[::-1]),
        lambda row: msgspec.structs.replace(row, measures=msgspec.structs.replace(row.measures, turns=1)),
    ],
)
def test_a_worker_that_lies_is_found_out_and_what_it_played_is_played_anew(
    lie: Callable[[Row], Row], tmp_path: Path
) -> None:
    study = with_a_liar(tmp_path / "s.study", lie)
    with pytest.raises(potluck.BadRecord, match=r"s\.study: match 7 .* all 5 of worker liar:2 are set aside"):
        study.check()
    assert study.known() == set(range(7))  # the others are kept
    assert study.database.execute("select count(*) from doubted").fetchone() == (5,)
    groups = study.run(Inline())
    study.check()
    assert compared(groups) == compared(run_whole(tmp_path / "whole.study"))


def test_what_an_older_version_played_otherwise_is_refused_and_kept(tmp_path: Path) -> None:
    study = Study(tmp_path / "s.study", PLAN)
    study.run(Inline())
    study.check()
    lie = msgspec.structs.replace(play_number(PLAN, 0), scores=(0.5, -0.5))
    with study.database:
        study.database.execute("delete from match where number = 0")
    study.keep([lie])
    with pytest.raises(potluck.BadRecord, match="match 0 comes out otherwise when it is played again: another version"):
        study.check()
    assert len(study.known()) == 12


def test_players_that_need_not_repeat_are_not_called_liars(tmp_path: Path) -> None:
    timed = msgspec.structs.replace(PLAN, seconds=0.001)
    assert PLAN.repeats
    assert not timed.repeats
    assert not msgspec.structs.replace(PLAN, players=("greedy", "exec ./bot")).repeats
    study = Study(tmp_path / "s.study", timed)
    study.keep([msgspec.structs.replace(play_number(PLAN, 0), scores=(0.5, -0.5))])
    study.check()


def test_a_study_has_a_checksum(tmp_path: Path) -> None:
    """A file that says something else than it did, though it can be read, is damaged."""
    path = tmp_path / "s.study"
    run_whole(path)
    with Study(path) as study, study.database:
        row = next(study.rows(3))
        forged = msgspec.structs.replace(row, scores=row.scores[::-1])
        study.database.execute("update match set row = ? where number = 3", (msgspec.msgpack.encode(forged),))
    with Study(path) as study:
        for use in (study.counted, lambda: study.run(Inline())):
            with pytest.raises(potluck.BadRecord, match=r"s\.study: damaged: its matches do not agree"):
                use()


def test_judged_studies_have_measures_of_w() -> None:
    plan = msgspec.structs.replace(PLAN, judge=20)
    assert play_number(plan, 0).measures.drama is not None


def test_bad_studies_are_named(tmp_path: Path) -> None:
    with pytest.raises(potluck.BadRecord, match="no such study"):
        Study(tmp_path / "nothing.study")
    (tmp_path / "text.study").write_text("this is no database, but long enough to be looked at as one")
    with pytest.raises(potluck.BadRecord, match="no study, or it is damaged"):
        Study(tmp_path / "text.study")
    sqlite3.connect(tmp_path / "empty.study").close()
    with pytest.raises(potluck.BadRecord, match="this is no study"):
        Study(tmp_path / "empty.study")
    assert (tmp_path / "empty.study").read_bytes() == b"", "what is no study is left as it is"
    other = sqlite3.connect(tmp_path / "other.study")
    other.execute("create table song (title text)")
    other.close()
    before = (tmp_path / "other.study").read_bytes()
    for plan in (None, PLAN):
        with pytest.raises(potluck.BadRecord, match="this is no study"):
            Study(tmp_path / "other.study", plan)
    assert (tmp_path / "other.study").read_bytes() == before
    run_whole(tmp_path / "s.study")
    with pytest.raises(potluck.BadRecord, match="it holds another study: seed is 0 there, not 9"):
        Study(tmp_path / "s.study", msgspec.structs.replace(PLAN, seed=9))
    with Study(tmp_path / "s.study") as study, study.database:
        study.database.execute("update match set row = x'00' where number = 3")
        with pytest.raises(potluck.BadRecord, match="match 3 is damaged"):
            study.groups()
    with Study(tmp_path / "s.study") as study, study.database:
        study.database.execute("update study set value = 'other' where name = 'under'")
    with pytest.raises(potluck.BadRecord, match="other rules or levels"):
        Study(tmp_path / "s.study")
    with closing(sqlite3.connect(tmp_path / "s.study")) as database, database:
        database.execute("update study set value = '99' where name = 'format'")
    with pytest.raises(potluck.BadRecord, match="format 99"):
        Study(tmp_path / "s.study")


def test_more_groups_may_be_asked_for_later(tmp_path: Path) -> None:
    run_whole(tmp_path / "s.study")
    study = Study(tmp_path / "s.study", msgspec.structs.replace(PLAN, groups=8))
    assert len(study.run(Inline())) == 8


def test_what_a_killed_run_added_is_counted(tmp_path: Path) -> None:
    run_whole(tmp_path / "s.study")

    def kill(done: int, of: int) -> None:
        if done >= 16:
            raise KeyboardInterrupt

    more = msgspec.structs.replace(PLAN, groups=60)
    with Study(tmp_path / "s.study", more) as study, pytest.raises(KeyboardInterrupt):
        study.run(Inline(), progress=kill)
    with Study(tmp_path / "s.study") as study:
        assert 8 <= len(study.counted()) < 60


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        ({"players": ("wizard",)}, "level 'wizard'"),
        ({"players": ("club", "club", "club")}, "expected one for all seats, or 2"),
        ({"options": "size=3"}, "option 'size=3'"),
        ({"vary": (Vary("layout", ("round",)),)}, "expected one of wave, columns"),
        ({"vary": (Vary("layout", ()),)}, "makes 0 combinations"),
    ],
)
def test_plans_are_refused_before_the_first_match(plan: dict[str, object], complaint: str) -> None:
    with pytest.raises(potluck.PotluckError, match=complaint):
        Plan(game="potential", **plan).check()  # type: ignore[arg-type]


def test_what_is_varied_is_read_from_text() -> None:
    assert read_vary("potential", "layout=all").values == ("wave", "columns")
    assert read_vary("potential", "must_complete=all").values == ("off", "on")
    assert read_vary("potential", "quiet_turns=40,100").values == ("40", "100")
    assert PLAN.check() is PLAN
    with pytest.raises(potluck.BadOptions, match="expected option=value"):
        read_vary("potential", "size")
    with pytest.raises(potluck.BadOptions, match="expected values by name"):
        read_vary("potential", "quiet_turns=all")


def test_one_player_in_all_seats_never_plays_a_match_twice() -> None:
    alone = Plan(game="potential", options="removal_target=1", players=("greedy",), groups=20)
    assert alone.rotation == 1
    assert len({alone.pairing(number).seed for number in range(20)}) == 20
    two = Plan(game="potential", players=("greedy", "uniform")).of(7)
    assert (two.rotation, two.groups, alone.of(7).groups) == (2, 4, 7)


def test_one_match_in_so_many_is_judged(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(
        PLAN, players=("uniform",), judge=5, judge_every=3, vary=(Vary("layout", ("wave", "columns")),)
    )
    rows = [play_number(plan, number) for number in range(8)]
    assert [row.measures.near_equal is not None for row in rows] == [True, True, False, False, False, False, True, True]
    assert plan.name() != msgspec.structs.replace(plan, judge_every=1).name()


def test_a_plan_without_what_came_later_keeps_its_name() -> None:
    same = msgspec.to_builtins(msgspec.structs.replace(PLAN, groups=0))
    for later in LATER:
        del same[later]
    assert PLAN.name() == sha256(msgspec.json.encode([same, PLAN.under()])).hexdigest()[:16] + ".study"
