"""A guess at unfinished matches of Magic Potion: what the sides have, and what the turn under way will probably bring.

An attack costs its dice when it is announced, and its damage comes later, by chance. So a guess that counted only what
the sides have would never attack and never defend: the damage to be expected is counted as soon as it can be seen.
"""

from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.state import State
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.abilities import BLAST_DAMAGE, blast_hits
from potluck.games.magic_potion.board import CELLS, DISTANCE, SURPRISE, WALL
from potluck.games.magic_potion.characters import CAST, DEFENCE, MAGICIAN
from potluck.games.magic_potion.combat import can_roll, free_dice
from potluck.games.magic_potion.items import CARDS, ENERGY, KIND, RECIPES
from potluck.games.magic_potion.position import NONE
from potluck.games.magic_potion.rules import MagicPotionState

# In hundredths of a living character.
LIFE_WORTH: Final = 100.0
UNDEAD_WORTH: Final = 12.0
HEALTH_WORTH: Final = 6.0
DIE_WORTH: Final = 4.5
ENERGY_WORTH: Final = 7.0
PIECE_WORTH: Final = 45.0  # the second of them counts twice
NEAR_WORTH: Final = 4.0  # a slot nearer to a piece that lies on the field
DRAW_WORTH: Final = 16.0  # a card of the pile
LOOT_WORTH: Final = 9.0  # two dice, or an item
STEP_WORTH: Final = 1.0  # a step of a character nearer to an enemy, or to a surprise slot
FAR_AWAY: Final = 12
SPAN: Final = 320.0  # an advantage of this many hundredths is worth half a win

# What a character will do for its side in the match, beside the health that it begins with: what teams dealt at random
# have won with it (docs/bots.md).
PROMISE: Final = vec[float]([44.0, -6.0, 45.0, -68.0, -26.0, 34.0, -52.0, 40.0])

PIPS: Final = 3.5  # of a die, on average
HALVES: Final = 7  # the same in halves
SPREAD: Final = 35.0 / 12.0  # the variance of a die
LOGISTIC: Final = 0.5513  # the scale of a logistic distribution with variance 1

# What is looked up instead of computed: of both sides' dice together and of a lead in halves, no more than these.
MOST_TABLED: Final = 63
REACH: Final = 192
WIDTH: Final = 385  # leads from -REACH to REACH


def ways_to_surprises() -> vec[i64]:
    """Table the distance of each slot from the nearest surprise slot."""
    return vec[i64](
        [
            min([DISTANCE[cell * CELLS + other] for other in range(CELLS) if SURPRISE[other] != 0])
            for cell in range(CELLS)
        ]
    )


TO_SURPRISE: Final = ways_to_surprises()


def surplus(ahead: float, scale: float) -> float:
    """Tell how much is left on average of a logistic number, of this mean and scale, when less than nothing is 0."""
    if ahead > 30.0 * scale:
        return ahead
    return scale * log(1.0 + exp(ahead / scale))


def certainty(ahead: float, scale: float) -> float:
    """Tell how likely a logistic number, of this mean and scale, is to be above nothing."""
    return 1.0 / (1.0 + exp(min(30.0, -ahead / scale)))


def scale_of(dice: i64) -> float:
    """Tell the scale of the sum of so many dice."""
    return LOGISTIC * sqrt(SPREAD * float(dice) + 0.1)


def surpluses() -> vec[float]:
    """Table `surplus`: table[dice * WIDTH + REACH + lead in halves]."""
    dice, leads = range(MOST_TABLED + 1), range(-REACH, REACH + 1)
    return vec[float]([surplus(0.5 * lead, scale_of(number)) for number in dice for lead in leads])


def certainties() -> vec[float]:
    """Table `certainty` in the same way."""
    dice, leads = range(MOST_TABLED + 1), range(-REACH, REACH + 1)
    return vec[float]([certainty(0.5 * lead, scale_of(number)) for number in dice for lead in leads])


SURPLUS: Final = surpluses()
CERTAINTY: Final = certainties()


@final
class MagicPotionEvaluator(Evaluator):
    """Compare the two sides."""

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the difference of the sides, never quite a win."""
        assert isinstance(state, MagicPotionState)
        lead = worth(state, seat) - worth(state, 1 - seat)
        if state.actor() != NONE:
            gain = prospect(state)
            lead += gain if state.side(state.actor()) == seat else -gain
        lead /= SPAN
        return NEVER_CERTAIN * lead / (1.0 + abs(lead))


# What a side has


def worth(state: MagicPotionState, seat: i64) -> float:
    """Add up what a side has."""
    return characters_worth(state, seat) + items_worth(state, seat)


def characters_worth(state: MagicPotionState, seat: i64) -> float:
    """Add up lives, health and dice, and where the living stand."""
    data = state.data
    total = 0.0
    for character in range(i64(CAST)):
        if i64(data[at.SIDE + character]) != seat:
            continue
        total += PROMISE[character]
        if data[at.HEALTH + character] == 0:
            continue
        total += HEALTH_WORTH * float(i64(data[at.HEALTH + character]))
        total += DIE_WORTH * float(i64(data[at.DICE + character]))
        if data[at.LIFE + character] != at.LIVING:
            total += UNDEAD_WORTH
            continue
        total += LIFE_WORTH
        cell = i64(data[at.CELL + character])
        if cell != WALL:
            total -= STEP_WORTH * float(nearest(state, 1 - seat, cell) + TO_SURPRISE[cell])
    return total


def items_worth(state: MagicPotionState, seat: i64) -> float:
    """Add up the items that a side carries, and how near it is to pieces that lie on the field."""
    data = state.data
    total = 0.0
    pieces = 0.0
    for card in range(i64(CARDS)):
        place = i64(data[at.PLACE + card])
        if place < CAST and i64(data[at.SIDE + place]) == seat:
            total += ENERGY_WORTH * float(ENERGY[KIND[card]])
            if card < RECIPES:
                pieces += 1.0
        elif place >= at.LYING and card < RECIPES:
            total += NEAR_WORTH * float(FAR_AWAY - nearest(state, seat, place - at.LYING))
    return total + PIECE_WORTH * pieces * pieces


def nearest(state: MagicPotionState, seat: i64, cell: i64) -> i64:
    """Tell how far the nearest character of a side is from a slot."""
    data = state.data
    best: i64 = FAR_AWAY
    for character in range(i64(CAST)):
        place = i64(data[at.CELL + character])
        if i64(data[at.SIDE + character]) == seat and place != WALL:
            best = min(best, DISTANCE[place * CELLS + cell])
    return best


# What the turn will bring


def prospect(state: MagicPotionState) -> float:
    """Tell what the acting side can expect of the rest of the turn."""
    data = state.data
    phase = state.phase()
    target = state.target()
    if phase == at.ACT:
        return best_act(state)
    if phase == at.AIM:
        return best_aim(state, target)
    if phase == at.DEFEND:
        return answered(state, target, state.attack(), state.left())
    if phase == at.ROLL:
        lead = 2 * (state.attack() - state.defence()) + HALVES * (state.left() - state.answer())
        return strike(state, target, lead, state.left() + state.answer())
    if phase == at.DRAWING:
        return DRAW_WORTH
    if phase == at.HEALING:
        return HEALTH_WORTH * min(PIPS, float(state.full_health(target) - i64(data[at.HEALTH + target])))
    if phase == at.RAISE:
        return UNDEAD_WORTH + HEALTH_WORTH * float(state.options.undead_hp)
    if phase in (at.STEAL, at.STOLEN):
        return LOOT_WORTH
    return 0.0


def best_act(state: MagicPotionState) -> float:
    """Find the best attack of the acting character, or nothing."""
    best = 0.0
    actor = state.actor()
    for enemy in range(i64(CAST)):
        if state.is_enemy(enemy) and state.bonus(actor, enemy) > 0 and can_roll(state, enemy):
            best = max(best, best_aim(state, enemy))
    if actor == MAGICIAN and not state.is_undead(actor):
        best = max(best, HEALTH_WORTH * float(BLAST_DAMAGE * blast_hits(state)))
    return best


def best_aim(state: MagicPotionState, target: i64) -> float:
    """Find the best number of dice for an attack; none is worth more than the target's health and life."""
    own = i64(state.data[at.DICE + state.actor()])
    free = free_dice(state, target)
    points: i64 = 0 if state.options.bonus_dice else state.bonus(state.actor(), target)
    most = HEALTH_WORTH * float(i64(state.data[at.HEALTH + target])) + life_worth(state, target)
    best = -DIE_WORTH
    for number in range(own + 1):
        cost = DIE_WORTH * float(number)
        if most - cost < best:
            break
        if number + free > 0 or state.is_undead(state.actor()):
            best = max(best, answered(state, target, points, number + free) - cost)
    return best


def answered(state: MagicPotionState, target: i64, points: i64, dice: i64) -> float:
    """Tell what an attack is worth when the defender gives the best answer; no attack is worth less than nothing."""
    shield: i64 = DEFENCE[target]
    free: i64 = shield if state.options.bonus_dice else 0
    lead = 2 * (points - shield + free) + HALVES * (dice - free)
    least = 1e9
    for number in range(i64(state.data[at.DICE + target]) + 1):
        cost = DIE_WORTH * float(number)
        if cost > least:
            break
        least = min(least, strike(state, target, lead - HALVES * number, dice + free + number) + cost)
    return least


def strike(state: MagicPotionState, target: i64, lead: i64, dice: i64) -> float:
    """Tell what damage is worth when the attack leads by so many halves on average, over so many dice of both sides."""
    health = i64(state.data[at.HEALTH + target])
    damage = expected_surplus(lead, dice) - expected_surplus(lead - 2 * health, dice)
    return HEALTH_WORTH * damage + life_worth(state, target) * likelihood(lead - 2 * health + 1, dice)


def life_worth(state: MagicPotionState, target: i64) -> float:
    """Tell what the life of a target is worth."""
    return LIFE_WORTH if state.data[at.LIFE + target] == at.LIVING else UNDEAD_WORTH


def expected_surplus(lead: i64, dice: i64) -> float:
    """Tell how much a lead in halves leaves on average over so many dice, when less than nothing is 0."""
    if dice <= MOST_TABLED and -REACH <= lead <= REACH:
        return SURPLUS[dice * WIDTH + REACH + lead]
    return surplus(0.5 * float(lead), scale_of(dice))


def likelihood(lead: i64, dice: i64) -> float:
    """Tell how likely a lead in halves is to stay above nothing over so many dice."""
    if dice <= MOST_TABLED and -REACH <= lead <= REACH:
        return CERTAINTY[dice * WIDTH + REACH + lead]
    return certainty(0.5 * float(lead), scale_of(dice))
