"""The special abilities of Magic Potion, a pair of functions for each choice.

Back Stab is a way to move, and Bonus Attack is free dice: they are in rules.py and combat.py.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion.board import (
    CELLS,
    DISTANCE,
    NEAR_CELLS,
    NEARBY,
    SIZE,
    STEPS,
    SURPRISE,
    WALL,
    WAYS,
)
from potluck.games.magic_potion.characters import CAST, HUNTER, MAGICIAN, MERCHANT, NECROMANCER, PRIEST
from potluck.games.magic_potion.codes import (
    BLAST,
    BLAST_DAMAGE,
    BRIBE,
    DONE,
    HEAL,
    HOUND_HOME,
    HOUND_TO,
    STEAL_DAMAGE,
    STEAL_DICE,
    STEAL_ITEM,
    SUMMON,
    SUMMON_PRICE,
    TAKE_ITEM,
)
from potluck.games.magic_potion.combat import bury, finish_attack
from potluck.games.magic_potion.items import CARDS, KIND, KINDS
from potluck.games.magic_potion.position import (
    BRIBED,
    CELL,
    DEAD,
    DICE,
    FACE,
    FRESH,
    HEALING,
    HEALTH,
    HELD,
    LIFE,
    NONE,
    OPEN_FACE,
    PLACE,
    PLAIN,
    RAISE,
    SIDE,
    TAKE,
)
from potluck.games.magic_potion.rounds import Rounds

# Steal: after an attack (MP19)


def steal_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add what the target has."""
    out[count] = DONE
    count += 1
    if state.data[HELD + state.target] > 0:
        out[count] = STEAL_ITEM
        count += 1
    if state.data[DICE + state.target] > 0:
        out[count] = STEAL_DICE
        count += 1
    return count


def play_steal_dice(state: Rounds) -> None:
    """Take two dice, or the last one; those of the undead go to the bag (MP21)."""
    data = state.data
    number = min(2, i64(data[DICE + state.target]))
    data[DICE + state.target] -= u8(number)
    state.gain(state.actor, number)
    finish_attack(state, STEAL_DAMAGE)


def stolen_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the different cards of the target."""
    data = state.data
    seen: i64 = 0
    for card in range(CARDS):
        code = i64(data[FACE + card]) * KINDS + KIND[card]
        if i64(data[PLACE + card]) == state.target and seen & (1 << code) == 0:
            seen |= 1 << code
            out[count] = code
            count += 1
    return count


def play_stolen(state: Rounds, code: i64) -> None:
    """Hand the card over; both sides know it from now on (MP24)."""
    state.to_move = state.side(state.actor)
    state.carry(state.find_card(state.target, code % KINDS, code // KINDS), state.actor, OPEN_FACE)
    if not state.test_recipe():
        finish_attack(state, STEAL_DAMAGE)


# Hound's Thwart: before the attack (MP18)


def hound_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the slots within two of the hound, staying unless on a surprise slot, and the way home."""
    master = i64(state.data[CELL + HUNTER])
    start = master if state.hound == WALL else state.hound
    for index in range(start * NEARBY, start * NEARBY + NEARBY):
        cell = NEAR_CELLS[index]
        if cell != WALL and cell != master:
            out[count] = HOUND_TO + cell
            count += 1
    if state.hound != WALL and state.hound != master and SURPRISE[state.hound] == 0:
        out[count] = HOUND_TO + state.hound
        count += 1
    out[count] = HOUND_HOME
    return count + 1


def play_hound(state: Rounds, cell: i64) -> None:
    """Move the hound, leave it, or have it with the hunter."""
    if cell == WALL:
        state.send_home()
    elif cell != state.hound:
        bite(state, cell)
    state.begin_act()


def bite(state: Rounds, cell: i64) -> None:
    """Move the hound onto a slot, and hold the enemy who is there."""
    state.hound = cell
    other = i64(state.data[cell]) - 1
    state.bitten = other if other != NONE and state.side(other) != state.to_move else NONE


# What the others do instead of an attack


def ability_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the uses of the character's ability; the undead have no dice to pay for one (MP21)."""
    actor = state.actor
    dice = i64(state.data[DICE + actor])
    if actor == PRIEST and dice > 0:
        return heal_moves(state, out, count)
    if actor == MAGICIAN and blast_hits(state) > 0:
        out[count] = BLAST
        return count + 1
    if actor == NECROMANCER and dice >= SUMMON_PRICE:
        return summon_moves(state, out, count)
    if actor == MERCHANT and dice > 0 and state.mode == PLAIN:
        return bribe_moves(state, out, count)
    return count


# Healing (MP20)


def heal_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the hurt of the own side (MP20)."""
    data = state.data
    for friend in range(CAST):
        if data[CELL + friend] == WALL or state.is_enemy(friend):
            continue
        if i64(data[HEALTH + friend]) < state.full_health(friend):
            out[count] = HEAL + friend
            count += 1
    return count


def play_heal(state: Rounds, friend: i64) -> None:
    """Roll one own die for somebody's health."""
    state.target = friend
    state.data[DICE + state.actor] -= 1
    state.await_chance(HEALING)


def play_healing(state: Rounds, face: i64) -> None:
    """Heal, never beyond full health."""
    data = state.data
    friend = state.target
    health = i64(data[HEALTH + friend]) + face + 1
    data[HEALTH + friend] = u8(min(health, state.full_health(friend)))
    state.end_turn()


# Fire Blast (MP22)


def is_blasted(state: Rounds, character: i64) -> bool:
    """Tell whether the fire would reach an enemy: same row or column, at most two away (MP22)."""
    if not state.is_enemy(character):
        return False
    cell = i64(state.data[CELL + character])
    start = i64(state.data[CELL + state.actor])
    straight = cell % SIZE == start % SIZE or cell // SIZE == start // SIZE
    return straight and DISTANCE[start * CELLS + cell] <= 2


def blast_hits(state: Rounds) -> i64:
    """Count the enemies that the fire would reach."""
    hits: i64 = 0
    for character in range(CAST):
        if is_blasted(state, character):
            hits += 1
    return hits


def play_blast(state: Rounds) -> None:
    """Burn all enemies in reach at once; nothing shields them (MP22)."""
    data = state.data
    for character in range(CAST):
        if is_blasted(state, character):
            data[HEALTH + character] -= u8(min(BLAST_DAMAGE, i64(data[HEALTH + character])))
    for character in range(CAST):
        if data[CELL + character] != WALL and data[HEALTH + character] == 0:
            bury(state, character)
    state.end_turn()


# Summon Dead Friend (MP21)


def summon_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the dead teammates; with one of six dead the six slots of a territory are never full (MP21)."""
    data = state.data
    for friend in range(CAST):
        if data[LIFE + friend] == DEAD and i64(data[SIDE + friend]) == state.to_move:
            out[count] = SUMMON + friend
            count += 1
    return count


def play_summon(state: Rounds, friend: i64) -> None:
    """Pay for a dead teammate; its slot is chosen next."""
    state.target = friend
    state.data[DICE + state.actor] -= SUMMON_PRICE
    state.phase = RAISE


def play_raise(state: Rounds, cell: i64) -> None:
    """Bring the teammate back on a slot of the territory."""
    data = state.data
    data[LIFE + state.target] = FRESH
    data[HEALTH + state.target] = u8(state.options.undead_hp)
    state.put(state.target, cell)
    state.end_turn()


# Bribe (MP23)


def bribe_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the enemies next to the merchant (MP23)."""
    data = state.data
    cell = i64(data[CELL + state.actor])
    for step in range(cell * WAYS, cell * WAYS + WAYS):
        other = i64(data[STEPS[step]])
        if other != 0 and other <= CAST and state.side(other - 1) != state.to_move:
            out[count] = BRIBE + other - 1
            count += 1
    return count


def play_bribe(state: Rounds, enemy: i64) -> None:
    """Pay a die and see all items of the enemy."""
    data = state.data
    state.target = enemy
    data[DICE + state.actor] -= 1
    state.gain(enemy, 1)
    for card in range(CARDS):
        if i64(data[PLACE + card]) == enemy:
            data[FACE + card] = OPEN_FACE
    if data[HELD + enemy] > 0:
        state.phase = TAKE
    else:
        after_bribe(state)


def take_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the kinds of items that the bribed enemy has."""
    for kind in range(i64(KINDS)):
        if state.find_card(state.target, kind, OPEN_FACE) != NONE:
            out[count] = TAKE_ITEM + kind
            count += 1
    return count


def play_take(state: Rounds, kind: i64) -> None:
    """Take one of the items."""
    state.carry(state.find_card(state.target, kind, OPEN_FACE), state.actor, OPEN_FACE)
    if not state.test_recipe():
        after_bribe(state)


def after_bribe(state: Rounds) -> None:
    """End the turn, unless a bribe leaves the attack (MP6)."""
    if state.options.bribe_with_attack:
        state.target = NONE
        state.mode = BRIBED
        state.begin_act()
    else:
        state.end_turn()
