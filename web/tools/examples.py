"""Write a position of each game for the pictures of the home page.

python web/tools/examples.py > web/src/examples.json
"""

import json
import sys

import msgspec

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER, SPECTATOR
from potluck.games import load, names

PLIES = {"potential": 24, "struggle": 60, "potion_explosion": 90, "potus": 60, "magic_potion": 95}


def example(name: str) -> object:
    """Play some seeded moves and show what a spectator sees then."""
    game = load(name)
    dice = Dice(7)
    state = game.new()
    for ply in range(PLIES[name] * 4):
        moves = list(state.moves())
        ahead = state.copy()
        ahead.play(moves[dice.below(len(moves))])
        if ahead.to_move == OVER:
            break
        state = ahead
        if ply >= PLIES[name] and state.to_move != CHANCE:
            break
    return json.loads(msgspec.json.encode(game.view(state, SPECTATOR)))


if __name__ == "__main__":
    json.dump({name: example(name) for name in names()}, sys.stdout, separators=(",", ":"))
