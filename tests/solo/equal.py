# Run by the browser's Python and by this one: perft of every game, and a move of every level in a match under way.
import json

import potluck
from potluck.bots.search import Limit
from potluck.core.dice import Dice
from potluck.core.perft import perft
from potluck.players.door import Player, see
from potluck.players.levels import level, level_names

STEPS = 200  # enough to tell two searches apart
report = {}
for name in potluck.names():
    match = potluck.Match(name, seed=5)
    for _ in range(10):
        match.play(match.state.moves()[0])
    game, seat = match.game, int(match.state.to_move)
    position = see(game, match.state, seat, Dice(3))
    chosen = {}
    for kind in level_names(game):
        setting = level(game, kind)
        chosen[kind] = Player(game, setting, 7).choose(position, seat, Limit(min(setting.steps, STEPS), 0.0))
    report[name] = {"perft": int(perft(potluck.load(name).new(), 2)), "position": position, "chosen": chosen}
found = json.dumps(report)
