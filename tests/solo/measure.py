"""Measure the site: python tests/solo/measure.py SITE. Starts in Chromium, memory, first moves beside those of native.

Seconds by the clock mean something on an idle machine alone; seconds of processor time, of all threads together, are an
upper bound of them.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from solo.hosting import Host
from web.browsing import FLAGS

HERE = Path(__file__).parent


def processes(devtools: CDPSession) -> "list[dict[str, Any]]":
    """List the processes that show pages."""
    found: "list[dict[str, Any]]" = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    return [process for process in found if process["type"] == "renderer"]


def spent(devtools: CDPSession) -> float:
    """Sum their processor time up."""
    return float(sum(process["cpuTime"] for process in processes(devtools)))


def memory(devtools: CDPSession) -> int:
    """Sum up what they have to themselves, in MB."""
    total = 0
    for process in processes(devtools):
        rollup = Path(f"/proc/{process['id']}/smaps_rollup").read_text()
        total += int(rollup.partition("\nPss:")[2].split()[0])
    return total // 1024


def start(page: Page, home: str = "") -> float:
    """Load the page, for the first time or anew; return the seconds until its table is open."""
    begun = time.monotonic()
    page.goto(home) if home else page.reload()
    while page.evaluate("globalThis.potluck?.table.phase") != "ready":
        page.wait_for_timeout(20)
    return time.monotonic() - begun


def measure_starts(browser: Browser, home: str) -> None:
    """Start cold and warm, several times."""
    for _ in range(2):
        context = browser.new_context()
        page = context.new_page()
        devtools = browser.new_browser_cdp_session()
        before = spent(devtools)
        seconds = start(page, home)
        print(f"cold start: {seconds:.1f} s, {spent(devtools) - before:.1f} s of processor time")
        page.get_by_text("now works without a network").wait_for(timeout=300_000)
        page.wait_for_timeout(3000)
        for _ in range(3):
            before = spent(devtools)
            seconds = start(page)
            took = page.evaluate("potluck.table.milliseconds") / 1000
            print(f"warm start: {seconds:.1f} s ({took:.1f} s in its worker), {spent(devtools) - before:.1f} s of it")
        page.wait_for_timeout(3000)
        print(f"memory: {memory(devtools)} MB for page and workers")
        context.close()


def measure_moves(site: Path) -> None:
    """Time the first move of every level, here and in the browser's Python."""
    folder = next(site.glob("kernel-*"))
    node = str(shutil.which("node"))
    told = subprocess.run(
        [node, str(HERE / "kernel.mjs"), str(folder), str(HERE / "moves.py")], capture_output=True, check=True
    )
    browsers = json.loads(told.stdout.splitlines()[-1])["found"]
    print_it = f"exec(open({str(HERE / 'moves.py')!r}).read()); print(found)"
    native = json.loads(subprocess.run([sys.executable, "-c", print_it], capture_output=True, check=True).stdout)
    for game, levels in browsers.items():
        shown = [
            f"{level} {seconds:.2f} ({seconds / max(native[game][level], 1e-3):.1f})"
            for level, seconds in levels.items()
        ]
        print(f"{game}: {', '.join(shown)}")


def main(site: Path) -> None:
    """Measure everything."""
    print(f"load of the machine: {Path('/proc/loadavg').read_text().split()[0]}")
    host = Host(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        measure_starts(browser, f"http://localhost:{host.port}/")
        browser.close()
    print("first moves in seconds of processor time, and how many times those of native:")
    measure_moves(site)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
