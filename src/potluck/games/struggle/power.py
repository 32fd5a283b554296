"""What a special rule is: a few bytes of memory for each side, a block of move codes, and hooks.

The nine of the rulebook (powers.py) and the rules that players write (docs/struggle-rules.md) use the same hooks. A
rule overrides those it needs; the state calls only what is overridden, so the others cost nothing. `place` says whose
rule it is: 0, 1, 2 are the rules of seat 0 and 3, 4, 5 those of seat 1; `position.seat_of(place)` is its owner. `slot`
is a piece: seat × 6 + colour. A code counts from 0 within the rule's own block.

| moment | hook | asked of |
| --- | --- | --- |
| start of a turn, for nothing | `free_moves` | the mover's rules |
| start of a turn, using it up | `turn_moves` | the mover's rules |
| a move of the rule is played | `play` | that rule |
| may one piece jump or touch another? | `keeps_apart` | all rules |
| may a piece step or jump there? | `judges` | all rules |
| may a piece jump what the rule has put on the board? | `lets_over`, then `passed_over` | that rule |
| a piece was jumped | `jumped` | all rules |
| a piece is about to be removed | `absorbs` | all rules |
| pieces were removed, all at once | `removed` | all rules |
| a piece has landed | `landed` | all rules |
| a rule asked for a pause there | `pause_moves` | that rule |
| a turn ends | `end_turn` | all rules, the mover's first |
| a rule asked its owner something then | `answer_moves` | that rule |
| chance has drawn what `position.roll` asked for | `rolled` | that rule |
| somebody asks why a move is not offered | `why_not`, then `explain` | that rule |
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from potluck.games.struggle.position import StrugglePosition

# Why a piece is removed.
BY_JUMP: Final = 0
BY_ZAP: Final = 1
BY_RULE: Final = 2

# The moments at which rules want to be asked; a position keeps a set of places for each.
FREE: Final = 0
TURN: Final = 1
APART: Final = 2
JUMPED: Final = 3
ABSORBS: Final = 4
REMOVED: Final = 5
LANDED: Final = 6
ENDS: Final = 7
JUDGES: Final = 8
MOMENTS: Final = {
    "free_moves": FREE,
    "turn_moves": TURN,
    "keeps_apart": APART,
    "jumped": JUMPED,
    "absorbs": ABSORBS,
    "removed": REMOVED,
    "landed": LANDED,
    "end_turn": ENDS,
    "judges": JUDGES,
}

# What a rule says of a step or a jump.
FORBIDS: Final = -1
SILENT: Final = 0
ALLOWS: Final = 1

MEMORY_BYTES: Final[i64] = 6  # what a rule may remember for each side
NO_CYCLE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Power:
    """Describe one special rule; its hooks do nothing until they are overridden."""

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        ruling: str = "ST23",
        codes: i64 = 0,
        room: i64 = 0,
        colour: i64 = 0,
        memory: tuple[str, ...] = (),
        cycle: i64 = NO_CYCLE,
        wraps: bool = False,
        dice: i64 = 0,
        sign: str = "",
    ) -> None:
        self.name = name  # as in powers="torus+…"
        self.title = title  # as people write it
        self.text = text  # what it does, in a sentence
        self.ruling = ruling  # the ruling that a refusal names
        self.number_of_ruling: i64 = int(ruling[2:])
        self.codes = codes  # how many move codes it has
        self.room = room if room > 0 else codes  # how many of them it can offer at once
        self.colour = colour  # the colour that usually carries it; 0 for a rule of the whole team
        self.memory = memory  # the names of its bytes; one that ends in _at holds a space + 1
        self.cycle = cycle  # the byte that counts down a cycle (ST12), or NO_CYCLE
        self.wraps = wraps  # the carrier moves as if the board's edges met
        self.dice = dice  # how many faces its die has
        self.sign = sign  # what the page draws for it: SVG path data on a field of 20 by 20
        self.number: i64 = 0  # its number in this game, from 1; given by the catalogue
        self.base: i64 = 0  # the first of its move codes; given by the catalogue
        self.moments: i64 = 0  # the moments at which it wants to be asked, as if at place 0; given by the catalogue

    # What may be done, and what follows

    def free_moves(self, position: "StrugglePosition", place: i64, out: vec[i64], count: i64) -> i64:
        """Add what may be done at the start of a turn without using it up."""
        return count

    def turn_moves(self, position: "StrugglePosition", place: i64, out: vec[i64], count: i64) -> i64:
        """Add what may be done with a turn."""
        return count

    def pause_moves(self, position: "StrugglePosition", place: i64, out: vec[i64], count: i64) -> i64:
        """Add what may be done after a landing, once `landed` has called `position.pause`."""
        return count

    def answer_moves(self, position: "StrugglePosition", place: i64, out: vec[i64], count: i64) -> i64:
        """Add the answers to what `end_turn` asks; at least one."""
        return count

    def play(self, position: "StrugglePosition", place: i64, code: i64) -> bool:
        """Do what the code says; tell whether that ends the turn, in a pause too."""
        return False

    def rolled(self, position: "StrugglePosition", place: i64, face: i64) -> bool:
        """Do what follows from a roll, 1 … dice; tell whether that ends the turn, if it is the owner's."""
        return False

    def why_not(self, position: "StrugglePosition", place: i64, code: i64) -> i64:
        """Return the number of the ruling that forbids a move that is not offered now; it is not asked about others."""
        return self.number_of_ruling

    # What a rule changes in the moves of others

    def keeps_apart(self, position: "StrugglePosition", place: i64, one: i64, other: i64) -> bool:
        """Tell whether the piece `one` may neither jump the enemy piece `other` nor touch it with a rule."""
        return False

    def judges(self, position: "StrugglePosition", place: i64, slot: i64, over: i64, cell: i64) -> i64:
        """Say whether a piece of either side may step to a space, or jump there over another: `over` is -1 for a step.

        FORBIDS wins over all. ALLOWS lets it jump what it is kept apart from, and what others have built.
        """
        return SILENT

    def lets_over(self, position: "StrugglePosition", place: i64, slot: i64) -> bool:
        """Tell whether a piece may jump what the rule has put on the board."""
        return False

    def passed_over(self, position: "StrugglePosition", place: i64, slot: i64) -> None:
        """Do what follows when a piece has jumped what the rule has put on the board."""

    def absorbs(self, position: "StrugglePosition", place: i64, slot: i64, cause: i64) -> bool:
        """Tell whether a piece that is about to be removed stays."""
        return False

    # What follows from what happens

    def jumped(self, position: "StrugglePosition", place: i64, slot: i64, over: i64) -> None:
        """Do what follows when a piece has jumped another of either side, before that is removed."""

    def removed(self, position: "StrugglePosition", place: i64, gone: i64) -> None:
        """Do what follows when pieces leave the board at once: bit `slot` of `gone` is set for each."""

    def landed(self, position: "StrugglePosition", place: i64, slot: i64) -> None:
        """Do what follows when a piece has landed; it may be gone by now."""

    def end_turn(self, position: "StrugglePosition", place: i64) -> bool:
        """Do what follows at the end of a turn; tell whether the owner has to answer something first."""
        return False

    # Words

    def write(self, position: "StrugglePosition", place: i64, code: i64) -> str:
        """Write a move of the rule; `place` is -1 where the mover does not have it."""
        return f"{self.name}:{code}"

    def path(self, position: "StrugglePosition", place: i64, code: i64) -> list[str]:
        """Name the things to click; the first is the rule's own name or a space."""
        return [self.name, self.write(position, place, code)]

    def label(self, position: "StrugglePosition", place: i64, code: i64) -> str:
        """Name a move on a button."""
        return self.write(position, place, code)

    def ask(self, position: "StrugglePosition", place: i64) -> str:
        """Say what the owner may do in a pause, or has to decide at the end of a turn."""
        return f"use {self.title}"

    def tell(self, position: "StrugglePosition", place: i64, code: i64) -> str:
        """Say in the past tense what the move does, after the mover's name."""
        return f"used {self.title}: {self.write(position, place, code)}"

    def explain(self, position: "StrugglePosition", place: i64, text: str) -> str:
        """Say why a move written like the rule's own is illegal; nothing if it is not written like that."""
        if not text.startswith(self.name + ":"):
            return ""
        return f"you do not have the rule {self.title}" if place < 0 else f"{self.title} does not allow that now"

    def note(self, position: "StrugglePosition", place: i64) -> str:
        """Say how the rule stands, in a few words for its card."""
        return position.carried_by(place)

    def reach(self, position: "StrugglePosition", place: i64) -> list[i64]:
        """List the spaces that the rule threatens or covers, for the drawing."""
        return []

    def fault(self, position: "StrugglePosition", place: i64) -> str:
        """Say what is impossible about the rule's memory in a position that somebody wrote; nothing if all is well."""
        return ""
