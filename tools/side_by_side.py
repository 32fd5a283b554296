"""Run make targets, three at a time, and show what they print at once, each line under the name of its target."""

import os
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from progress import Progress

# Two cores have room for three: the tests of the server wait for most of their time.
AT_ONCE = 3
# So much of what a failed target printed is shown once more at the end, where it is looked for.
SHOWN_AGAIN = 150


def run(target: str, progress: Progress) -> "list[str] | None":
    """Run one target to its end; None if it succeeded, and otherwise the last that it printed."""
    begun = progress.under_way[target] = time.monotonic()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = ["make", "--no-print-directory", target]
    last = deque[str](maxlen=SHOWN_AGAIN)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as child:
        progress.children.append(child)
        for line in child.stdout or ():
            last.append(line.rstrip())
            progress.say(f"{target:16} {line.rstrip()}")
    del progress.under_way[target]
    outcome = "passed" if child.returncode == 0 else "FAILED"
    progress.say(f"{target:16} {outcome} after {time.monotonic() - begun:.0f} s")
    return list(last) if child.returncode else None


def main(targets: "list[str]") -> None:
    """Run all targets, also after one has failed, and name those that failed."""
    progress = Progress(Path(os.devnull))
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            outcomes = list(pool.map(lambda target: run(target, progress), targets))
    except KeyboardInterrupt:
        progress.stop()
        sys.exit("\nInterrupted.")
    failed = {target: printed for target, printed in zip(targets, outcomes, strict=True) if printed is not None}
    for target, printed in failed.items():
        print(f"\n{target} failed, and last printed:", *printed, sep="\n")
    if failed:
        alone = f"Each runs alone as well: make {next(iter(failed))}"
        sys.exit(f"\nFailed after {progress.seconds()} s: {', '.join(failed)}. {alone}")
    print(f"\nEverything holds: {', '.join(targets)}, in {progress.seconds()} s.")


if __name__ == "__main__":
    main(sys.argv[1:])
