# Run by the browser's Python and by this one: the first move of every level, in seconds of processor time.
import json
import time

import potluck
from potluck.core.dice import Dice
from potluck.players.door import Player, see
from potluck.players.levels import level, level_names

clock = globals().get("cpu", time.process_time)
report: dict[str, dict[str, float]] = {}
for name in potluck.names():
    match = potluck.Match(name, seed=5)
    game, seat = match.game, int(match.state.to_move)
    position = see(game, match.state, seat, Dice(3))
    report[name] = {}
    for kind in level_names(game):
        begun = clock()
        Player(game, level(game, kind), 7).choose(position, seat)
        report[name][kind] = clock() - begun
found = json.dumps(report)
