"""Magic Potion: facts, options and doors."""

from potluck.core.contract import Folder
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game
from potluck.core.options import FIRST, Option, Value
from potluck.core.state import State
from potluck.core.view import Part
from potluck.games.magic_potion import coach, editing, explain, log, notation, picture, position_text, view
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import SIZE
from potluck.games.magic_potion.characters import CAST
from potluck.games.magic_potion.evaluate import MagicPotionEvaluator
from potluck.games.magic_potion.items import CARDS, KINDS, RECIPES
from potluck.games.magic_potion.position import MagicPotionPosition, Options
from potluck.games.magic_potion.rules import fresh_state
from potluck.games.magic_potion.words import PRESETS, THINGS

LONG_ROUNDS = 999  # programs stop a match without a limit after as many moves as so many rounds can have


class MagicPotion(Game):
    """Two kings' teams duel with dice for the three pieces of a recipe."""

    name = "magic_potion"
    title = "Magic Potion"
    about = "Two teams duel with dice for three pieces of a recipe, with hidden items and eight special abilities."
    rules_version = 2
    rulings = "MP"
    rules: Options
    folder = Folder(notation, explain, position_text, log, view, picture, coach, editing)
    seats = (2,)
    sides = ("Red", "Blue")
    options = (
        Option(
            *("bonus_as", "points", "What attack and defence values are.", "MP1", ("points", "dice")),
            title="Attack and defence values",
            names=("Points", "Dice"),
            says=("Attack and defence values are points.", "Attack and defence values are rolled as free dice."),
        ),
        Option(
            *("undead_hp", 3, THINGS["undead_hp"].effect, "MP2", (), 1, 9),
            says=("The undead return with {} health.",),
        ),
        Option(
            *("swordsman", "bonus_dice", "What the Bonus Attack gives: free dice, or one more attack.", "MP3"),
            choices=("bonus_dice", "extra_attack"),
            title="The Swordsman’s Bonus Attack",
            names=("Free dice", "One more attack"),
            says=("", THINGS["swordsman_extra"].effect),
        ),
        Option("double_first_recovery", False, THINGS["double_first_recovery"].effect, "MP4"),
        Option("bribe_with_attack", False, THINGS["bribe_with_attack"].effect, "MP6"),
        Option("secret_setup", False, THINGS["secret_setup"].effect, "MP7"),
        Option("one_carrier", False, THINGS["one_carrier"].effect, "MP10"),
        Option(
            *("round_limit", 99, THINGS["round_limit"].effect, "MP26", (), 0, LONG_ROUNDS),
            unit="round",
            says=("After {} it is a draw.",),
            zero="The number of rounds has no limit.",
        ),
        FIRST,
    )
    presets = PRESETS
    has_chance = True
    has_secrets = True
    observation = (
        Part("own", (1, SIZE, SIZE), "The seat's own character on each slot, counted from 1 in turn order, or 0."),
        Part("theirs", (1, SIZE, SIZE), "The other seat's character on each slot."),
        Part("hound", (1, SIZE, SIZE), "1 where the hound is without the hunter."),
        Part("lying", (KINDS, SIZE, SIZE), "How many items of each kind lie on each slot."),
        Part("cast", (CAST, 4), "Of each character: 1 own or 2 theirs, its life, health and dice."),
        Part("known", (CAST, KINDS), "How many items of each kind the seat knows each character to carry."),
        Part("unseen", (CAST, KINDS), "How many of the own ones the other seat has not seen."),
        Part(
            "faces",
            (CAST, at.FACES),
            "How many items each character carries by what everybody knows of them: dealt, drawn, open, cleared, "
            "coupled, dealt and cleared.",
        ),
        Part("used", (KINDS,), "How many items of each kind were used."),
        Part("pile", (1,), "How many items are in the pile."),
        Part("phase", (at.PHASES,), "1 for the phase."),
        Part(
            "turn",
            (11,),
            "Actor, target, bitten and grudge, each plus 1; mode, dice left and dice of the answer; attack and "
            "defence, at most 255; the round; 1 when the seat is to move.",
        ),
    )
    move_count = at.MOVE_COUNT
    chance_count = at.CHANCE_COUNT

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        chosen = self.chosen
        self.rules = Options(
            chosen["bonus_as"] == "dice",
            int(chosen["undead_hp"]),
            chosen["swordsman"] == "extra_attack",
            bool(chosen["double_first_recovery"]),
            bool(chosen["bribe_with_attack"]),
            bool(chosen["secret_setup"]),
            bool(chosen["one_carrier"]),
            int(chosen["round_limit"]),
            int(chosen["first"]),
        )
        rounds = int(chosen["round_limit"]) or LONG_ROUNDS
        # Set-up 18; a card is shown once; 10 dice a recovery and 15 of energy are rolled once; in a round 4 gifts of
        # dice, 6 turns of at most 15 choices and draws, and 7 attacks with at most 9 free dice.
        self.limit = 18 + CARDS + 10 * (rounds + 1) + 15 + rounds * (4 + 6 * 15 + 7 * 9)

    def start(self, seats: int) -> State:
        """Begin with the draft (MP7)."""
        return fresh_state(self.rules)

    def is_open(self, state: State) -> bool:
        """Tell that everybody sees how many dice are left to give, unless they are given secretly (MP7)."""
        assert isinstance(state, MagicPotionPosition)
        return bool(state.phase() == at.GIVE and not state.gives_secretly())

    def evaluator(self) -> Evaluator:
        """Return the guess at unfinished matches."""
        return MagicPotionEvaluator()

    def tally(self, state: State, seat: int) -> int:
        """Count the pieces of the recipe that a side carries."""
        assert isinstance(state, MagicPotionPosition)
        return sum(bool(state.is_with(seat, int(state.data[at.PLACE + piece]))) for piece in range(RECIPES))


GAME = MagicPotion
