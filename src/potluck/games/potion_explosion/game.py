"""Potion Explosion: facts, options and doors."""

from potluck.core.contract import Folder
from potluck.core.english import shown
from potluck.core.errors import bad_option
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.net import Net
from potluck.core.options import FIRST, Option, Value
from potluck.core.state import State
from potluck.games.potion_explosion import coach, editing, explain, log, notation, picture, position_text, view
from potluck.games.potion_explosion.board import CHANCE_COUNT, COLOURS, MOST_SEATS, MOVE_COUNT
from potluck.games.potion_explosion.course import begin
from potluck.games.potion_explosion.evaluate import SPAN, PotionExplosionEvaluator
from potluck.games.potion_explosion.learned import LAYOUT, PotionExplosionNet
from potluck.games.potion_explosion.position import DESK, DESKS, HELD, OBSERVATION, ON, TILE, Options
from potluck.games.potion_explosion.position import PotionExplosionPosition as Position
from potluck.games.potion_explosion.rules import empty_state
from potluck.games.potion_explosion.tiles import BEGINNER, COPIES, KIND_NAMES, KINDS, KINDS_IN_PLAY, SIZES
from potluck.games.potion_explosion.words import BEGINNERS, COUNTDOWN, PRESETS, SIDES, THINGS

# The most moves, chance included. A marble taken costs four: another comes into sight, it is placed or returned, it
# rolls and lands. A turn takes 17 marbles at most (a whole track and a Little Help) in 10 moves, and ends with 5; a
# potion takes 9 at most in 8 moves. Removing, laying out, drafting, dealing and filling make 68; a last pick 40.
TURN_MOVES = 17 * 4 + 10 + 5
POTION_MOVES = 9 * 4 + 8
OTHER_MOVES = 68 + MOST_SEATS * 40


class PotionExplosion(Game):
    """Marbles for two to four: make them collide, brew potions and drink them."""

    name = "potion_explosion"
    title = "Potion Explosion"
    about = "Take a marble, let the others collide, and brew the most valuable potions from what explodes."
    rules_version = 1
    layout = LAYOUT
    point_span = SPAN
    rulings = "PX"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture, coach, editing)
    seats = (2, 3, 4)
    sides = SIDES
    options = (
        Option(
            *("kinds", "random", "Two of the eight kinds of potion are left out.", "PX16", ("random", "beginner")),
            names=("Drawn", "For beginners"),
            says=("Two kinds of potion, drawn by lot, are left out.", BEGINNERS),
            things=tuple(KIND_NAMES),
            count=KINDS_IN_PLAY,
        ),
        Option(
            *("countdown", 0, f"{COUNTDOWN} 0 means two more than there are players.", "PX14", (), 0, 15),
            unit="skill token",
            says=("The countdown has {}.",),
            zero="The countdown has two skill tokens more than there are players.",
        ),
        Option("ninth_by_help", False, "A Little Help and potions also reach the ninth marble of a track.", "PX6"),
        Option(
            *("lid", "mixed", THINGS["lid"].effect, "PX21", ("mixed", "queue")),
            names=("Mixed", "A queue"),
            says=("", "Marbles that return keep their places behind the lid."),
        ),
        Option(
            *("rounds", 100, "The match ends after this many rounds; 0 means that there is no limit.", "PX26"),
            *((), 0, 250),
            unit="round",
            says=("It ends after {} at the latest.",),
            zero="The number of rounds has no limit.",
        ),
        Option("first", 0, FIRST.text, "PX18", least=0, most=3, title=FIRST.title),
    )
    presets = PRESETS
    has_chance = True
    observation = OBSERVATION
    move_count = MOVE_COUNT
    chance_count = CHANCE_COUNT

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        chosen = self.chosen
        rounds = int(chosen["rounds"])
        self.rules = Options(
            int(chosen["first"]),
            kinds_mask(str(chosen["kinds"])),
            int(chosen["countdown"]),
            bool(chosen["ninth_by_help"]),
            chosen["lid"] == "queue",
            rounds,
        )
        potions = KINDS_IN_PLAY * SIZES * COPIES * POTION_MOVES
        self.limit = OTHER_MOVES + rounds * MOST_SEATS * TURN_MOVES + potions if rounds else None

    def start(self, seats: int) -> State:
        """Set the game up, as far as nobody decides anything."""
        state = empty_state(self.rules, seats)
        begin(state)
        return state

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return PotionExplosionEvaluator()

    def learned(self, net: Net) -> Evaluator:
        """Return the guess that a net makes."""
        return PotionExplosionNet(net)

    def untrained(self) -> str:
        """Say why the net cannot judge: it has seen the game of the rulebook and no other."""
        changed = [name for name in self.changed_options() if name not in ("first", "kinds")]
        return f"it has not seen the option {changed[0]}" if changed else ""

    def tally(self, state: State, seat: int) -> int:
        """Count the marbles that a seat has, in its hand and on its tiles."""
        assert isinstance(state, Position)
        desk = DESKS + seat * DESK
        places = (*range(desk + HELD, desk + TILE), *range(desk + ON, desk + ON + 2 * COLOURS))
        return sum(int(state.data[place]) for place in places)


def kinds_mask(text: str) -> int:
    """Read which kinds may be in play, as a bit for each."""
    if text == "random":
        return (1 << KINDS) - 1
    names = list(BEGINNER) if text == "beginner" else text.split("+")
    if len(set(names)) != KINDS_IN_PLAY or len(names) != KINDS_IN_PLAY or not set(names) <= set(KIND_NAMES):
        expected = f"expected random, beginner, or {KINDS_IN_PLAY} different kinds of {'+'.join(KIND_NAMES)}"
        raise bad_option("kinds", shown(text), expected, "PX16")
    return sum(1 << KIND_NAMES.index(name) for name in names)


GAME = PotionExplosion
