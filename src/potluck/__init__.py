"""Potluck: five board games from their rulebooks, to play, to measure and to learn from."""

from potluck.core.dice import Dice
from potluck.core.errors import BadNotation, BadOptions, BadRecord, IllegalMove, PotluckError
from potluck.core.game import Game
from potluck.core.state import ALL, CHANCE, OVER, SPECTATOR, State
from potluck.games import load, names, rulings
from potluck.records import Match, Record

__all__ = [
    "ALL",
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "BadNotation",
    "BadOptions",
    "BadRecord",
    "Dice",
    "Game",
    "IllegalMove",
    "Match",
    "PotluckError",
    "Record",
    "State",
    "load",
    "names",
    "rulings",
]
__version__ = "0.1.0"
