"""Run commands and tell how far they are: what was done, after how long, and that it goes on."""

import os
import subprocess
import threading
import time
from pathlib import Path

SILENCE = 8  # seconds without a word after which we say that it goes on


class Failed(Exception):
    """Say which step failed and show the end of what it printed."""


class Progress:
    """Print steps with the time since the beginning, and what is under way when nothing else is to be said."""

    def __init__(self, log: Path) -> None:
        self.begun = time.monotonic()
        self.spoken = self.begun
        self.log = log
        self.under_way: "dict[str, float]" = {}
        self.heard: "dict[str, str]" = {}
        self.children: "list[subprocess.Popen[str]]" = []
        self.lock = threading.Lock()
        threading.Thread(target=self.remind, daemon=True).start()

    def seconds(self) -> int:
        """Count the seconds since the beginning."""
        return int(time.monotonic() - self.begun)

    def say(self, text: str) -> None:
        """Print one line."""
        with self.lock:
            self.spoken = time.monotonic()
            print(f"{self.seconds():4} s  {text}", flush=True)

    def remind(self) -> None:
        """Say what is under way whenever it has been quiet for a while."""
        while True:
            time.sleep(0.5)
            if self.under_way and time.monotonic() - self.spoken > SILENCE:
                self.say(f"… still {', '.join(self.describe(name) for name in list(self.under_way))}")

    def describe(self, name: str) -> str:
        """Say how far a step is: since when, and what it said last."""
        seconds = f"{time.monotonic() - self.under_way.get(name, self.begun):.0f} s"
        return f"{name} ({', '.join(filter(None, [self.heard.get(name), seconds]))})"

    def run(self, name: str, command: "list[str]", folder: str = ".", **environment: str) -> None:
        """Run one step: what it says to people is shown, everything is kept in the log."""
        self.say(f"{name} …")
        self.under_way[name] = time.monotonic()
        printed = self.listen(name, command, folder, environment)
        if printed is not None:
            raise Failed(f"{name} failed:\n{''.join(printed[-15:])}(all of it: {self.log})")

    def listen(self, name: str, command: "list[str]", folder: str, environment: "dict[str, str]") -> "list[str] | None":
        """Follow a command to its end; return what it printed if it failed."""
        printed = []
        with (
            subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            ) as child,
            self.log.open("a") as log,
        ):
            self.children.append(child)
            for line in child.stdout or ():
                log.write(line)
                printed.append(line)
                if line.startswith("potluck: "):
                    self.heard[name] = line[len("potluck: ") :].rstrip()
                    self.say(self.heard[name])
        begun = self.under_way.pop(name)
        if child.returncode == 0:
            self.say(f"{name}: done in {time.monotonic() - begun:.0f} s")
        return printed if child.returncode else None

    def stop(self) -> None:
        """End what is still running."""
        for child in self.children:
            if child.poll() is None:
                child.terminate()
