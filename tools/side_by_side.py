"""Run make targets, four at a time, and show what they print at once, each line under the name of its target.

Tests on real sockets, processes and browsers have to wait for a machine that other parts keep busy. What fails
there is run once more, alone: if it holds then, it is named at the end; if not, the target has failed.
"""

import os
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from progress import Progress

# Two cores have room for four: the tests of the server and of the page wait for most of their time.
AT_ONCE = 4
# So much of what a failed target printed is shown once more at the end, where it is looked for.
SHOWN_AGAIN = 150
# These keep the names of the tests that failed, and can run them alone.
AGAIN = {"test-compiled", "test-table", "test-page", "test-matches", "test-site"}
ONLY_FAILED = "ONLY=--last-failed --last-failed-no-failures=none"


def run(target: str, progress: Progress, *chosen: str) -> "list[str] | None":
    """Run one target to its end; None if it succeeded, and otherwise the last that it printed."""
    begun = progress.under_way[target] = time.monotonic()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = ["make", "--no-print-directory", target, *chosen]
    last = deque[str](maxlen=SHOWN_AGAIN)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as child:
        progress.children.append(child)
        for line in child.stdout or ():
            last.append(line.rstrip())
            progress.say(f"{target:16} {line.rstrip()}")
        _, status, used = os.wait4(child.pid, 0)  # as Popen waits, but it tells what was used
        child.returncode = os.waitstatus_to_exitcode(status)
    del progress.under_way[target]
    outcome = "passed" if child.returncode == 0 else "FAILED"
    busy = f"{used.ru_utime + used.ru_stime:.0f} s of processor time"
    progress.say(f"{target:16} {outcome} after {time.monotonic() - begun:.0f} s, {busy}")
    return list(last) if child.returncode else None


def run_all(targets: "list[str]", progress: Progress) -> "dict[str, list[str]]":
    """Run all targets, also after one has failed; return what those that failed last printed."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(lambda target: run(target, progress), targets))
    return {target: printed for target, printed in zip(targets, outcomes, strict=True) if printed is not None}


def run_again(failed: "dict[str, list[str]]", progress: Progress) -> "list[str]":
    """Run the failed tests of a target once more, alone; return the targets that hold then."""
    return [target for target in failed if target in AGAIN and run(target, progress, ONLY_FAILED) is None]


def main(targets: "list[str]") -> None:
    """Run all targets, show what failed, and name it."""
    progress = Progress(Path(os.devnull))
    try:
        failed = run_all(targets, progress)
        for target, printed in failed.items():
            print(f"\n{target} failed, and last printed:", *printed, sep="\n", flush=True)
        held = run_again(failed, progress)
    except KeyboardInterrupt:
        progress.stop()
        sys.exit("\nInterrupted.")
    if held:
        print(f"\nFailed beside other parts, see above, and held when run alone: tests of {', '.join(held)}.")
    if wrong := [target for target in failed if target not in held]:
        alone = f"Each runs alone as well: make {wrong[0]}"
        sys.exit(f"\nFailed after {progress.seconds()} s: {', '.join(wrong)}. {alone}")
    print(f"\nEverything holds: {', '.join(targets)}, in {progress.seconds()} s.")


if __name__ == "__main__":
    main(sys.argv[1:])
