"""Whether a position of Magic Potion can arise, and who is to move in it."""

from collections.abc import Callable

from potluck.core.errors import BadNotation
from potluck.core.state import CHANCE
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.abilities import is_dead_friend
from potluck.games.magic_potion.board import HOME_OF, SURPRISE, WALL
from potluck.games.magic_potion.characters import (
    ASSASSIN,
    CAST,
    FULL,
    HUNTER,
    MERCHANT,
    NECROMANCER,
    PRIEST,
    SWORDSMAN,
    TEAM,
    THIEF,
    WHO,
)
from potluck.games.magic_potion.combat import can_roll, least_dice
from potluck.games.magic_potion.items import CARDS
from potluck.games.magic_potion.notation import cards_at
from potluck.games.magic_potion.position import NOBODY, NONE
from potluck.games.magic_potion.rules import MagicPotionState
from potluck.games.magic_potion.secrets import is_dealt

PHASE_NAMES = (
    *("pick", "give", "place", "hide", "free", "move", "draw", "hound", "act"),
    *("aim", "defend", "roll", "steal", "stolen", "heal", "raise", "take", "over"),
)
CHANCE_PHASES = (at.FREE, at.DRAWING, at.ROLL, at.STOLEN, at.HEALING)
AIMED_PHASES = (at.AIM, at.DEFEND, at.ROLL, at.STEAL, at.STOLEN, at.HEALING, at.RAISE, at.TAKE)


def check_position(state: MagicPotionState) -> None:
    """Refuse a position that cannot arise; say who is to move in one that can."""
    _check_teams(state)
    for who in range(CAST):
        if state.data[at.LIFE + who] != at.DEAD:
            _check_character(state, who)
    _check_memory(state)
    if state.phase() == at.ENDED:
        return
    if state.round() == 0:
        _check_setup(state)
    elif state.phase() == at.GIVE:
        _check_giving(state)
    else:
        _check_turn(state)


def _expect(fits: bool, sentence: str) -> None:
    """Refuse a position unless something holds."""
    if not fits:
        raise BadNotation(f"position: expected {sentence}")


def _team(state: MagicPotionState, seat: int) -> list[int]:
    """List the characters of a seat."""
    return [who for who in range(CAST) if state.side(who) == seat]


def _check_teams(state: MagicPotionState) -> None:
    """Check that three characters a side were picked, and that both sides live."""
    sizes = [len(_team(state, seat)) for seat in range(2)]
    if state.phase() == at.PICK:
        first = int(state.options.first)
        ahead = sizes[first] - sizes[1 - first]
        _expect(ahead in (0, 1) and sum(sizes) < 2 * TEAM, "picks in turn, six at most (MP7)")
        state.to_move = first if ahead == 0 else 1 - first
        return
    _expect(sizes == [TEAM, TEAM], "three characters a side (MP7)")
    lives = [state.next_living(seat, NONE) != NONE for seat in range(2)]
    _expect(state.phase() == at.ENDED or all(lives), "phase=over when a side has no characters left (MP25)")


def _check_character(state: MagicPotionState, who: int) -> None:
    """Check life, health, dice, slot and items of a character."""
    data = state.data
    undead = state.is_undead(who)
    fallen = state.phase() == at.ENDED or (state.phase() in (at.STEAL, at.STOLEN) and who == state.target())
    health = int(data[at.HEALTH + who])
    _expect(
        (0 if fallen else 1) <= health <= state.full_health(who), f"health of the {WHO[who]} within its card (MP29)"
    )
    placed = data[at.CELL + who] != WALL
    if state.round() == 0 and state.phase() != at.HIDE:
        return
    _expect(placed, f"the {WHO[who]} to stand on the field")
    if undead:
        _expect(data[at.DICE + who] == 0, f"the undead {WHO[who]} to have no dice (MP21)")
        master = data[at.LIFE + NECROMANCER] == at.LIVING and data[at.SIDE + NECROMANCER] == data[at.SIDE + who]
        _expect(master or state.phase() == at.ENDED, f"a living necromancer for the undead {WHO[who]} (MP21)")
    dealt = [card for card in cards_at(state, who) if is_dealt(int(data[at.FACE + card]))]
    _expect(len(dealt) <= (0 if undead else 1), f"the {WHO[who]} to carry no more than one dealt item (MP7)")


def _check_memory(state: MagicPotionState) -> None:
    """Check the hound, the bitten, and the swordsman's memory."""
    data = state.data
    hunting = data[at.LIFE + HUNTER] == at.LIVING and state.round() > 0
    _expect(hunting or state.hound() == WALL, "no hound without a living hunter (MP18)")
    if state.bitten() != NONE:
        fits = (
            state.hound() == data[at.CELL + state.bitten()] and data[at.SIDE + HUNTER] != data[at.SIDE + state.bitten()]
        )
        _expect(fits and state.hound() != WALL, "the hound on the slot of the bitten enemy (MP18)")
    if state.grudge() != NONE:
        fits = data[at.LIFE + SWORDSMAN] == at.LIVING and data[at.SIDE + SWORDSMAN] != data[at.SIDE + state.grudge()]
        _expect(
            fits and data[at.CELL + state.grudge()] != WALL and state.round() > 0,
            "grudge at an enemy on the field (MP3)",
        )


def _check_setup(state: MagicPotionState) -> None:
    """Check the dice, the slots and the items of the set-up."""
    data = state.data
    for who in range(CAST):
        drafted = state.side(who) != NOBODY
        _expect(not drafted or data[at.LIFE + who] == at.LIVING, "everybody to live in the set-up")
        _expect(not drafted or data[at.HEALTH + who] == FULL[who], "full health in the set-up (MP29)")
        home = not drafted or data[at.CELL + who] == WALL or HOME_OF[int(data[at.CELL + who])] == state.side(who)
        _expect(
            home and (state.phase() >= at.PLACING or data[at.CELL + who] == WALL), "everybody in its territory (MP7)"
        )
        _expect(state.phase() == at.HIDE or data[at.HELD + who] == 0, "no items before they are placed (MP7)")
    _expect(cards_at(state, at.USED) == [] and state.pile_size() == CARDS - 6, "no items in play in the set-up (MP30)")
    _expect(state.target() == NONE and state.mode() == at.PLAIN and state.answer() == 0, "no fight in the set-up")
    _expect(state.attack() == 0 and state.defence() == 0, "no fight in the set-up")
    if state.phase() == at.GIVE:
        _check_giving(state)
    else:
        _expect(state.actor() == NONE and state.left() == 0, "no actor in this step of the set-up")
        dice = [sum(data[at.DICE + who] for who in _team(state, seat)) for seat in range(2)]
        _expect(dice == ([0, 0] if state.phase() == at.PICK else [at.DICE_A_ROUND] * 2), "five dice a side (MP4)")
    if state.phase() == at.PLACING:
        _check_placing(state)
    elif state.phase() == at.HIDE:
        _check_hiding(state)


def _check_giving(state: MagicPotionState) -> None:
    """Check the dice that were given out so far."""
    _expect(
        state.actor() != NONE and state.data[at.LIFE + state.actor()] == at.LIVING, "an actor who is given dice (MP8)"
    )
    seat = state.side(state.actor())
    state.to_move = seat
    _expect(state.next_living(seat, state.actor()) != NONE, "an actor who is not the last to get dice (MP8)")
    _expect(
        state.left() <= at.DICE_A_ROUND and state.target() == NONE and state.mode() == at.PLAIN,
        "at most five dice to give",
    )
    _expect(state.answer() == state.attack() == state.defence() == 0, "no fight in a recovery")
    if state.round() > 0:
        _expect(state.round() > 1 or state.options.double_first_recovery, "no recovery in the first round (MP4)")
        return
    for side in range(2):
        given = sum(state.data[at.DICE + who] for who in _team(state, side) if state.is_given(who))
        rest = sum(state.data[at.DICE + who] for who in _team(state, side) if not state.is_given(who))
        begun = side in (seat, state.leader())
        expected = (at.DICE_A_ROUND - state.left() if side == seat else at.DICE_A_ROUND) if begun else 0
        _expect(given == expected and rest == 0, "five dice a side (MP4)")


def _check_placing(state: MagicPotionState) -> None:
    """Check whose turn it is to place a character."""
    first = int(state.options.first)
    placed = [sum(state.data[at.CELL + who] != WALL for who in _team(state, seat)) for seat in (first, 1 - first)]
    if state.options.secret_setup:
        leads = placed[1] == 0 and placed[0] < TEAM
        fits = leads or (placed[0] == TEAM and placed[1] < TEAM)
    else:
        leads = placed[0] == placed[1]
        fits = placed[0] - placed[1] in (0, 1) and placed[1] < TEAM
    _expect(fits, "characters placed in turn, and one left to place (MP7)")
    state.to_move = first if leads else 1 - first


def _check_hiding(state: MagicPotionState) -> None:
    """Check whose turn it is to place the items."""
    first = int(state.options.first)
    dealt = [[cards_at(state, who) for who in _team(state, seat)] for seat in (first, 1 - first)]
    _expect(all(not cards for cards in dealt[1]), "items placed in turn (MP7)")
    complete = all(len(cards) == 1 and state.data[at.FACE + cards[0]] == at.DEALT_FACE for cards in dealt[0])
    _expect(complete or all(not cards for cards in dealt[0]), "one dealt item on each character (MP7)")
    state.to_move = 1 - first if complete else first


def _check_turn(state: MagicPotionState) -> None:
    """Check the turn of a character."""
    _expect(
        state.actor() != NONE and state.data[at.LIFE + state.actor()] in (at.LIVING, at.UNDEAD), "an actor on the field"
    )
    state.to_move = state.side(state.actor())
    fresh = at.FRESH in [state.data[at.LIFE + who] for who in range(CAST)]
    _expect(not fresh or state.actor() != NECROMANCER, "nobody fresh in the necromancer's own turn (MP21)")
    _check_mode(state)
    aimed = state.mode() in (at.STAB, at.EXTRA) or state.phase() in AIMED_PHASES
    _expect(aimed == (state.target() != NONE), "a target where there is one, and only there")
    _check_numbers(state)
    fits, sentence = PHASE_FITS[state.phase()]
    _expect(fits(state), f"with phase={PHASE_NAMES[state.phase()]} {sentence}")
    if state.phase() in CHANCE_PHASES:
        state.to_move = CHANCE
    elif state.phase() == at.DEFEND:
        state.to_move = state.side(state.target())


def _check_mode(state: MagicPotionState) -> None:
    """Check that the mode of the turn belongs to its actor and phase."""
    if state.mode() == at.PLAIN:
        return
    owner = (ASSASSIN, SWORDSMAN, MERCHANT)[state.mode() - 1]
    _expect(state.actor() == owner and state.data[at.LIFE + owner] == at.LIVING, "a mode of the actor's own")
    _expect(state.mode() != at.EXTRA or state.options.extra_attack, "no extra attack without that option (MP3)")
    _expect(
        state.mode() != at.BRIBED or state.options.bribe_with_attack,
        "no attack after a bribe without that option (MP6)",
    )
    attack = (at.ACT, at.AIM, at.DEFEND, at.ROLL)
    phases = (at.DRAWING, *attack) if state.mode() == at.STAB else attack
    _expect(state.phase() in phases, "a mode only where it matters")
    if state.mode() != at.BRIBED:
        _expect(state.target() != NONE and _is_next_to(state), "the target next to the actor (MP15)")
    _expect(state.mode() != at.EXTRA or state.grudge() == state.target(), "the extra attack at whom they damaged (MP3)")


def _check_numbers(state: MagicPotionState) -> None:
    """Check the dice and sums of a fight."""
    rolling = state.phase() == at.ROLL
    _expect(rolling or (state.answer() == 0 and state.defence() == 0), "answer and defence only while dice are rolled")
    _expect(
        rolling or state.phase() == at.DEFEND or (state.left() == 0 and state.attack() == 0),
        "left and attack only in a fight",
    )
    if state.phase() == at.DEFEND:
        bonus = 0 if state.options.bonus_dice else state.bonus(state.actor(), state.target())
        _expect(state.attack() == bonus, "the attack points of the actor (MP15)")
        _expect(state.left() > 0 or state.is_undead(state.actor()), "a die to be rolled (MP15)")


def _is_next_to(state: MagicPotionState) -> bool:
    """Tell whether the target is an enemy next to the actor."""
    return state.is_enemy(state.target()) and state.distance(state.actor(), state.target()) == 1


def _in_range(state: MagicPotionState) -> bool:
    """Tell whether the target is an enemy in range."""
    return state.is_enemy(state.target()) and state.bonus(state.actor(), state.target()) > 0


def _is_living(state: MagicPotionState, who: int) -> bool:
    """Tell whether this living character acts."""
    return state.actor() == who and state.data[at.LIFE + who] == at.LIVING


def _has(state: MagicPotionState, *stocks: int) -> bool:
    """Tell whether the target has any items or dice."""
    return any(state.data[stock + state.target()] > 0 for stock in stocks)


def _fits_draw(state: MagicPotionState) -> bool:
    """Tell whether the actor can draw an item."""
    cell = int(state.data[at.CELL + state.actor()])
    return SURPRISE[cell] == 1 and state.hound() != cell and state.pile_size() > 0


def _fits_aim(state: MagicPotionState) -> bool:
    """Tell whether dice can be chosen for an attack."""
    choice = least_dice(state) < int(state.data[at.DICE + state.actor()])
    return _in_range(state) and can_roll(state, state.target()) and choice


def _fits_take(state: MagicPotionState) -> bool:
    """Tell whether the merchant can take an item."""
    faces = {int(state.data[at.FACE + card]) for card in cards_at(state, int(state.target()))}
    return _is_living(state, MERCHANT) and _is_next_to(state) and faces == {at.OPEN_FACE}


PHASE_FITS: dict[int, tuple[Callable[[MagicPotionState], bool], str]] = {
    at.FREE: (
        lambda state: state.bitten() == state.actor() and not state.is_undead(state.actor()),
        "the bitten as actor, and not undead (MP18)",
    ),
    at.MOVE: (lambda state: state.bitten() != state.actor(), "an actor who is not bitten (MP18)"),
    at.DRAWING: (_fits_draw, "the actor on a surprise slot without the hound, and items in the pile (MP13)"),
    at.HOUND: (lambda state: _is_living(state, HUNTER), "the living hunter as actor (MP18)"),
    at.ACT: (lambda state: len(state.moves()) > 1 or state.mode() == at.STAB, "something that the actor can do (MP9)"),
    at.AIM: (_fits_aim, "an enemy in range, and a choice of dice (MP15)"),
    at.DEFEND: (
        lambda state: _in_range(state) and (_has(state, at.DICE) or state.can_show(state.target())),
        "an enemy in range, with dice or items to defend itself (MP16)",
    ),
    at.ROLL: (
        lambda state: _in_range(state) and state.left() + state.answer() > 0,
        "an enemy in range, and dice (MP16)",
    ),
    at.STEAL: (
        lambda state: state.actor() == THIEF and _is_next_to(state) and _has(state, at.DICE, at.HELD),
        "the thief next to an enemy who has dice or items (MP19)",
    ),
    at.STOLEN: (
        lambda state: state.actor() == THIEF and _is_next_to(state) and _has(state, at.HELD),
        "the thief next to an enemy who has items (MP19)",
    ),
    at.HEALING: (
        lambda state: _is_living(state, PRIEST) and not state.is_enemy(state.target()) and _has(state, at.HEALTH),
        "the priest and a teammate on the field (MP20)",
    ),
    at.RAISE: (
        lambda state: _is_living(state, NECROMANCER) and is_dead_friend(state, state.target()),
        "the necromancer, and a dead teammate (MP21)",
    ),
    at.TAKE: (_fits_take, "the merchant next to an enemy who has shown its items (MP23)"),
}
