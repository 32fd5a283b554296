"""No rule that players wrote runs for ever: a thread looks on and interrupts one that finds no end (ST23)."""

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

LIMIT = 0.5  # seconds of the processor that a hook may take, with all that it calls
LOOK = 0.1  # seconds between two looks


class Endless(BaseException):
    """Interrupt a rule; no `except Exception` of its own keeps it from ending."""

    def __init__(self) -> None:
        super().__init__("it finds no end")


class Patience:
    """Call hooks, each thread one at a time, and lose patience with one that goes on and on."""

    def __init__(self) -> None:
        self.running: dict[int, object] = {}  # by thread: what it has called
        self.interrupted: set[int] = set()  # threads to which an interruption may be on its way
        self.is_looking = False
        self.looker: threading.Thread | None = None

    def call(self, hook: Callable[..., Any], *arguments: Any) -> Any:
        """Call a hook; if another has called it, it is on that one's time."""
        thread = threading.get_ident()
        if thread in self.running:
            return hook(*arguments)
        if self.looker is None:
            self._begin()
        self.running[thread] = object()
        try:
            try:
                return hook(*arguments)
            finally:
                self._leave(thread)
        except Endless:
            self._leave(thread)  # it may have come while leaving; another does not come so soon
            raise

    def _begin(self) -> None:
        """Look on from now on, where there are threads."""
        self.looker = threading.Thread(target=self._look_on, name="patience", daemon=True)
        with contextlib.suppress(RuntimeError):  # a browser has none
            self.looker.start()

    def _leave(self, thread: int) -> None:
        """Be looked at no longer; an interruption that comes now is dropped, and no lock is left behind by one."""
        self.running.pop(thread, None)
        while self.is_looking:
            time.sleep(0)
        if thread in self.interrupted:
            self.interrupted.discard(thread)
            with contextlib.suppress(Endless):
                for _ in range(10):
                    time.sleep(0)  # Python looks for it after every call

    def _look_on(self) -> None:
        """Look at all calls again and again."""
        seen: dict[int, tuple[object, float]] = {}  # by thread: what it had called, and its time then
        while True:
            time.sleep(LOOK)
            self.is_looking = True  # no thread leaves its call, and ends, before this look is over
            for thread, call in list(self.running.items()):
                self._look(thread, call, seen)
            self.is_looking = False

    def _look(self, thread: int, call: object, seen: dict[int, tuple[object, float]]) -> None:
        """Look at one call: interrupt it when its time is over, and again when it has had as much once more."""
        known, since = seen.get(thread, (None, 0.0))
        used = time_of(thread)
        if call is not known:
            seen[thread] = call, used
        elif used - since > LIMIT and self.running.get(thread) is call:
            seen[thread] = call, used
            self.interrupted.add(thread)
            interrupt(thread, Endless)


def time_of(thread: int) -> float:
    """Tell how long the processor has worked for a thread; how long it has run, where nobody knows."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def interrupt(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread as soon as it runs Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
