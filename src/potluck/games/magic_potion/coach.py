"""What a newcomer to Magic Potion is told: the goal, how far it is, and what threatens."""

from potluck.core.view import Goal
from potluck.games.magic_potion.characters import TEAM
from potluck.games.magic_potion.view import Figure, MagicPotionView
from potluck.games.magic_potion.words import THINGS, slots_text

BEFORE = {  # nobody stands near an enemy yet
    "pick": "Pick characters who go together: one who strikes near, one who strikes far, one who helps.",
    "place": "Place your characters where they reach a question mark soon, or where they guard one another.",
    "hide": "Give the recipe piece to a character who can keep away from the enemy.",
}
NOW = {
    "give": "Share out your new dice: without any a character cannot attack, and rolled dice are gone",
    "aim": "Each die adds to your attack and is gone afterwards",
    "defend": "Each die adds to your defence and is gone afterwards",
}
TURN = "Move one character, then attack or use its ability"


def goals(view: MagicPotionView, seat: int) -> list[Goal]:
    """Name the ways to win, with the progress of a seat."""
    fallen = sum(figure.seat == 1 - seat and figure.life == "dead" for figure in view.figures)
    return [
        Goal("Hold Recipe I, II and III", len(view.recipe[seat]), 3, "held"),
        Goal("Leave no enemy on the field", fallen, TEAM, "fallen"),
    ]


def coach(view: MagicPotionView, seat: int) -> str:
    """Say what a seat may do in its turn, and what threatens it."""
    if view.phase in BEFORE:
        return BEFORE[view.phase]
    may = NOW.get(view.phase, TURN)
    pairs = [
        (apart(enemy, own), -value, enemy.name, own.name)
        for enemy in on_field(view, 1 - seat)
        for own in on_field(view, seat)
        for value in ((enemy.near, enemy.far)[apart(enemy, own) > 1],)
        if apart(enemy, own) <= 2 and value
    ]
    if not pairs:
        return f"{may}; no enemy stands within reach of one of yours."
    far, value, enemy_name, own_name = min(pairs)
    who, whom = THINGS[enemy_name].name, THINGS[own_name].name
    return f"{may}; their {who} is {slots_text(far)} from your {whom} and would attack with {-value} and dice."


def on_field(view: MagicPotionView, seat: int) -> list[Figure]:
    """List the characters of a side that stand on the field."""
    return [figure for figure in view.figures if figure.seat == seat and figure.cell and figure.life != "dead"]


def apart(one: Figure, other: Figure) -> int:
    """Count the slots from one character to another, rows plus columns (MP15)."""
    a, b = one.cell or "a1", other.cell or "a1"
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))
