"""What a viewer sees of Magic Potion: all but the pile, the face-down items of others and what is chosen secretly."""

import msgspec

from potluck.core.state import ALL, OVER
from potluck.core.view import View
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import CELLS, DISTANCE, HOMES, NAMES, SURPRISES, WALL
from potluck.games.magic_potion.characters import ABILITIES, CAST, DEFENCE, FAR, LETTERS, NEAR, WHO
from potluck.games.magic_potion.checks import PHASE_NAMES
from potluck.games.magic_potion.items import ITEM_NAMES, RECIPES
from potluck.games.magic_potion.moving import speed_of
from potluck.games.magic_potion.notation import cards_at
from potluck.games.magic_potion.position import DRAW, NOBODY, NONE
from potluck.games.magic_potion.position_text import MODE_NAMES, card_names, is_hidden_from
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.words import bare

LIVES = ("dead", "living", "undead", "fresh")


class Figure(msgspec.Struct, frozen=True):
    """Show one character."""

    name: str
    letter: str
    seat: int | None  # None until it is picked
    life: str  # living, undead, fresh (summoned in this turn) or dead
    cell: str | None  # None off the field, or while it is secret
    health: int
    full: int
    dice: int | None  # None while it is secret
    items: list[str]  # "?" for one that the viewer has not seen; a mark says what everybody knows of it
    speed: int
    near: int
    far: int
    defence: int
    ability: str
    bitten: bool
    acts: bool


class Lying(msgspec.Struct, frozen=True):
    """Show the items that lie on a slot."""

    cell: str
    items: list[str]


class MagicPotionView(View, frozen=True, kw_only=True, tag_field="kind", tag="magic_potion"):
    """Show a position of Magic Potion."""

    figures: list[Figure]  # in turn order
    lying: list[Lying]
    used: list[str]
    pile: int  # items still in the pile
    recipe: list[list[str]]  # by seat: the pieces that the viewer knows it to carry
    round: int
    round_limit: int  # 0 is never
    phase: str
    actor: str | None
    target: str | None
    mode: str
    left: int | None  # dice to give, or still to be rolled by the attacker; None while it is secret
    answer: int  # dice still to be rolled by the defender
    attack: int
    defence: int
    near: list[str]  # slots where the acting character would attack with its near points
    far: list[str]
    hound: str | None  # its slot; None when it is with the hunter
    grudge: str | None  # whom the swordsman damaged in their latest turn
    surprises: list[str]
    homes: list[list[str]]
    winner: int | None
    ending: str


def view(state: MagicPotionState, viewer: int) -> MagicPotionView:
    """Show a position to a viewer."""
    near, far = ranges(state)
    return MagicPotionView(
        game="magic_potion",
        to_move=int(state.to_move),
        turn=int(state.turn),
        figures=[figure(state, who, viewer) for who in range(CAST)],
        lying=[
            Lying(NAMES[cell], card_names(state, at.LYING + cell, viewer))
            for cell in range(CELLS)
            if cards_at(state, at.LYING + cell)
        ],
        used=card_names(state, at.USED, viewer),
        pile=int(state.pile_size()),
        recipe=[known_pieces(state, seat, viewer) for seat in range(2)],
        round=int(state.round()),
        round_limit=int(state.options.round_limit),
        phase=PHASE_NAMES[state.phase()],
        actor=who_name(state.actor()),
        target=who_name(state.target()),
        mode=MODE_NAMES[state.mode()],
        left=None if viewer != ALL and state.hides_left(viewer) else int(state.left()),
        answer=int(state.answer()),
        attack=int(state.attack()),
        defence=int(state.defence()),
        near=near,
        far=far,
        hound=None if state.hound() == WALL else NAMES[state.hound()],
        grudge=who_name(state.grudge()),
        surprises=list(SURPRISES),
        homes=[list(homes) for homes in HOMES],
        winner=int(state.winner()) if state.to_move == OVER and state.winner() != DRAW else None,
        ending=state.ending(),
    )


def figure(state: MagicPotionState, who: int, viewer: int) -> Figure:
    """Show a character to a viewer."""
    data = state.data
    hidden = is_hidden_from(state, who, viewer)
    picked = data[at.SIDE + who] != NOBODY
    cell = int(data[at.CELL + who])
    return Figure(
        name=WHO[who],
        letter=LETTERS[who],
        seat=int(data[at.SIDE + who]) if picked else None,
        life=LIVES[data[at.LIFE + who]] if picked else "living",
        cell=None if cell == WALL or (hidden and state.hides_cell(who)) else NAMES[cell],
        health=int(data[at.HEALTH + who]),
        full=int(state.full_health(who)),
        dice=None if hidden and state.hides_dice(who) else int(data[at.DICE + who]),
        items=card_names(state, who, viewer),
        speed=int(speed_of(state, who)),
        near=int(NEAR[who]),
        far=int(FAR[who]),
        defence=int(DEFENCE[who]),
        ability=ABILITIES[who],
        bitten=state.bitten() == who,
        acts=state.actor() == who,
    )


def who_name(who: int) -> str | None:
    """Name a character, or nobody."""
    return None if who == NONE else WHO[who]


def known_pieces(state: MagicPotionState, seat: int, viewer: int) -> list[str]:
    """List the recipe pieces that the viewer sees with a side."""
    seen = [bare(name) for who in range(CAST) if state.side(who) == seat for name in card_names(state, who, viewer)]
    return sorted(name for name in seen if name in ITEM_NAMES[:RECIPES])


def ranges(state: MagicPotionState) -> tuple[list[str], list[str]]:
    """List the slots that the acting character would reach with a near and with a far attack."""
    if state.actor() == NONE or state.phase() < at.FREE:
        return [], []
    cell = int(state.data[at.CELL + state.actor()])
    row = [DISTANCE[cell * CELLS + other] for other in range(CELLS)]
    near = [NAMES[other] for other in range(CELLS) if row[other] == 1]
    far = [NAMES[other] for other in range(CELLS) if row[other] == 2 and FAR[state.actor()] > 0]
    return near, far
