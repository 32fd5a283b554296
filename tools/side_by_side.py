"""Run make targets two at a time and show what they print as they print it, each line under the name of its target."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from progress import Progress


def run(target: str, progress: Progress) -> bool:
    """Run one target to its end; tell whether it succeeded."""
    begun = progress.under_way[target] = time.monotonic()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = ["make", "--no-print-directory", target]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as child:
        progress.children.append(child)
        for line in child.stdout or ():
            progress.say(f"{target:16} {line.rstrip()}")
    del progress.under_way[target]
    outcome = "passed" if child.returncode == 0 else "FAILED"
    progress.say(f"{target:16} {outcome} after {time.monotonic() - begun:.0f} s")
    return child.returncode == 0


def main(targets: "list[str]") -> None:
    """Run all targets, also after one has failed, and name those that failed."""
    progress = Progress(Path(os.devnull))
    try:
        with ThreadPoolExecutor(2) as pool:
            outcomes = list(pool.map(lambda target: run(target, progress), targets))
    except KeyboardInterrupt:
        progress.stop()
        sys.exit("\nInterrupted.")
    failed = [target for target, passed in zip(targets, outcomes, strict=True) if not passed]
    if failed:
        sys.exit(
            f"\nFailed after {progress.seconds()} s: {', '.join(failed)}. Each runs alone as well: make {failed[0]}"
        )
    print(f"\nEverything holds: {', '.join(targets)}, in {progress.seconds()} s.")


if __name__ == "__main__":
    main(sys.argv[1:])
