"""Studies: the same matches whatever happens on the way."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path

import msgspec
import pytest

import potluck
from potluck.lab.executors import Chunk, Inline, Processes, Work
from potluck.lab.plan import Plan, Row, Vary, play_chunk, play_number, read_vary
from potluck.lab.study import Study, chunks_of

PLAN = Plan(game="potential", options="removal_target=1", players=("uniform", "greedy"), groups=6)


def compared(groups: Iterable[Iterable[Row]]) -> list[Row]:
    """List what must be the same however a study was run: all but the time it took."""
    return [msgspec.structs.replace(row, seconds=()) for group in groups for row in group]


class Killed(Inline):
    """Stop after some chunks, as if the process had been killed, out of order."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks

    def run(self, plan: Plan, chunks: Iterable[Chunk], work: Work = play_chunk) -> Iterator[list[Row]]:
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
    assert len(played) == len([*chunks_of([*range(12 - len(known))], 1, 2)])


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


def test_a_worker_that_lies_is_found_out(tmp_path: Path) -> None:
    study = Study(tmp_path / "s.study", PLAN)
    study.run(Inline())
    study.check()
    lie = msgspec.structs.replace(play_number(PLAN, 0), scores=(0.5, -0.5))
    with study.database:
        study.database.execute("update match set row = ? where number = 0", (msgspec.msgpack.encode(lie),))
    with pytest.raises(potluck.BadRecord, match="match 0 comes out otherwise"):
        study.check()


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
    run_whole(tmp_path / "s.study")
    with pytest.raises(potluck.BadRecord, match="it holds another study"):
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
    del same["judge_every"]
    assert PLAN.name() == sha256(msgspec.json.encode([same, PLAN.under()])).hexdigest()[:16] + ".study"
