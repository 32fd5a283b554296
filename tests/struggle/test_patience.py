"""A rule that finds no end is interrupted, in whichever thread it runs; one that takes its time is not (ST23)."""

import threading
import time

import pytest

from potluck.games.struggle import patience
from potluck.games.struggle.patience import Endless, Patience


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Patience:
    """Somebody with little patience."""
    monkeypatch.setattr(patience, "LIMIT", 0.02)
    monkeypatch.setattr(patience, "LOOK", 0.01)
    return Patience()


def endless() -> None:
    """Find no end, whatever comes."""
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


def test_st23_a_hook_that_finds_no_end_is_interrupted(watch: Patience) -> None:
    with pytest.raises(Endless, match="it finds no end"):
        watch.call(endless)
    assert watch.running == {}


def test_st23_a_hook_within_a_hook_is_on_its_time(watch: Patience) -> None:
    with pytest.raises(Endless):
        watch.call(watch.call, endless)
    assert watch.call(watch.call, len, "abc") == 3
    assert watch.running == {}


def test_st23_a_hook_in_another_thread_is_interrupted_alone(watch: Patience) -> None:
    ended: list[str] = []

    def run() -> None:
        try:
            watch.call(endless)
        except Endless as error:
            ended.append(str(error))

    other = threading.Thread(target=run)
    other.start()
    other.join()
    assert ended == ["it finds no end"]


def test_st23_waiting_is_not_working(watch: Patience) -> None:
    def wait() -> str:
        for _ in range(10):
            time.sleep(0.01)
        return "done"

    assert watch.call(wait) == "done"


def test_st23_where_nobody_counts_the_processors_time_the_clock_does(
    watch: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(time, "pthread_getcpuclockid")
    with pytest.raises(Endless):
        watch.call(endless)


def test_st23_where_there_are_no_threads_hooks_are_called_all_the_same(
    watch: Patience, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert watch.call(len, "abc") == 3


def test_st23_an_interruption_that_comes_too_late_harms_nobody(watch: Patience) -> None:
    thread = threading.get_ident()

    def finish() -> str:
        watch.interrupted.add(thread)
        patience.interrupt(thread, Endless)
        return "done"

    for _ in range(100):
        try:
            assert watch.call(finish) == "done"
        except Endless:
            assert watch.running == {}
    assert watch.interrupted == set()


def test_st23_nobody_leaves_while_somebody_looks(watch: Patience) -> None:
    watch.is_looking = True  # until the first look is over
    assert watch.call(len, "abc") == 3
    assert not watch.is_looking
