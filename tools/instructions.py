"""Count the instructions of playouts, copies and tree search in two builds, where the clock is too noisy.

python tools/instructions.py FOLDER FOLDER, each with a compiled package in it (unpack a wheel), says how much more or
less work the second does. It needs valgrind; the numbers are the same at every run.
"""

import os
import re
import subprocess
import sys

GAMES = ("potential", "struggle", "potion_explosion", "potus", "magic_potion")
KINDS = {
    "playouts": ("playout", "count_moves", "40, 10**6"),
    "copies": ("playout", "count_copies", "5000"),
    "tree search": ("mcts", "count_simulations", "60"),
}
# What the first release had as a fixed rule, so that matches of both are as long.
AGREED = {"struggle": {"powers": "classic/builders"}, "potus": {"battles": 66}, "magic_potion": {"round_limit": 30}}
SCRIPT = """
import potluck
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.bots.{module} import {function}
try:
    game = potluck.load("{game}", **{agreed})
except PotluckError:
    game = potluck.load("{game}")
state, dice = game.new(), Dice(1)
while state.to_move == potluck.CHANCE:
    state.play(dice.sample(state) if hasattr(dice, "sample") else dice.draw(state))
{function}(state, {arguments})
"""


def count(folder: str, game: str, kind: str) -> int:
    """Count the instructions that one function takes in a build."""
    module, function, arguments = KINDS[kind]
    arguments = arguments if function == "count_copies" else f"dice, {arguments}"
    words = {"module": module, "function": function, "game": game, "arguments": arguments}
    script = SCRIPT.format(agreed=AGREED.get(game, {}), **words)
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    valgrind += [f"--toggle-collect=CPyDef_{module}___{function}*", sys.executable, "-c", script]
    environment = {**os.environ, "PYTHONPATH": folder, "PYTHONHASHSEED": "0"}
    said = subprocess.run(valgrind, env=environment, capture_output=True, text=True, check=True).stderr
    found = re.search(r"Collected : (\d+)", said)
    assert found, said
    return int(found[1])


def main(old: str, new: str) -> None:
    """Print a row for each game, in per cent of the old build."""
    print("| game | " + " | ".join(KINDS) + " |\n| --- |" + " --- |" * len(KINDS))
    for game in GAMES:
        changes = [count(new, game, kind) / count(old, game, kind) - 1 for kind in KINDS]
        print(f"| {game} | " + " | ".join(f"{change:+.1%}" for change in changes) + " |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
