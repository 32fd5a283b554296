"""The special abilities of Magic Potion: of each choice, what may be done, what follows, and why not.

Back Stab is a way to move, and Bonus Attack is free dice: they are in moving.py and combat.py.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import CELLS, DISTANCE, NEAR_CELLS, NEARBY, SIZE, STEPS, SURPRISE, WALL, WAYS
from potluck.games.magic_potion.characters import CAST, HUNTER, MAGICIAN, MERCHANT, NECROMANCER, PRIEST
from potluck.games.magic_potion.combat import bury, finish_attack
from potluck.games.magic_potion.items import CARDS, KIND, KINDS
from potluck.games.magic_potion.position import NONE, MagicPotionPosition, shifted
from potluck.games.magic_potion.secrets import open_card, test_recipe

BLAST_DAMAGE: Final = 2
SUMMON_PRICE: Final = 2

# Steal: after an attack (MP19)


def steal_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add what the target has."""
    out[count] = at.DONE
    count += 1
    for move in range(at.STEAL_ITEM, at.STEAL_DICE + 1):
        if why_not_steal(state, move) == 0:
            out[count] = move
            count += 1
    return count


def play_steal_dice(state: MagicPotionPosition) -> None:
    """Take two dice, or the last one; those of the undead go to the bag (MP21)."""
    data = state.data
    number = min(2, i64(data[at.DICE + state.target()]))
    data[at.DICE + state.target()] -= u8(number)
    state.gain(state.actor(), number)
    finish_attack(state, True)


def why_not_steal(state: MagicPotionPosition, move: i64) -> i64:
    """Refuse to steal what the target does not have."""
    stock = at.HELD if move == at.STEAL_ITEM else at.DICE
    return 0 if state.data[stock + state.target()] > 0 else 19


def stolen_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the different cards of the target."""
    data = state.data
    seen: i64 = 0
    for card in range(CARDS):
        code = i64(data[at.FACE + card]) * KINDS + KIND[card]
        if i64(data[at.PLACE + card]) == state.target() and seen & shifted(1, code) == 0:
            seen |= shifted(1, code)
            out[count] = code
            count += 1
    return count


def play_stolen(state: MagicPotionPosition, code: i64) -> None:
    """Hand the card over; both sides know it from now on (MP24)."""
    state.to_move = state.side(state.actor())
    card = state.find_card(state.target(), code % KINDS, code // KINDS)
    open_card(state, card)
    state.carry(card, state.actor(), at.OPEN_FACE)
    if not test_recipe(state):
        finish_attack(state, True)


# Hound's Thwart: before the attack (MP18)


def hound_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the slots within two of the hound, staying unless on a surprise slot, and the way home."""
    start = hound_start(state)
    for index in range(start * NEARBY, start * NEARBY + NEARBY):
        cell = NEAR_CELLS[index]
        if cell != WALL and why_not_hound(state, cell) == 0:
            out[count] = at.HOUND_TO + cell
            count += 1
    if why_not_hound(state, start) == 0:
        out[count] = at.HOUND_TO + start
        count += 1
    out[count] = at.HOUND_HOME
    return count + 1


def hound_start(state: MagicPotionPosition) -> i64:
    """Find the slot from which the hound moves: its own, or the hunter's."""
    return i64(state.data[at.CELL + HUNTER]) if state.hound() == WALL else state.hound()


def play_hound(state: MagicPotionPosition, cell: i64) -> None:
    """Move the hound, leave it, or have it with the hunter; an enemy whom it reaches is bitten."""
    data = state.data
    if cell == WALL:
        state.send_home()
    elif cell != state.hound():
        data[at.HOUND_AT] = u8(cell)
        other = i64(data[cell]) - 1
        data[at.BITTEN] = u8(other + 1) if other != NONE and state.side(other) != state.to_move else 0
    data[at.PHASE] = at.READY


def why_not_hound(state: MagicPotionPosition, cell: i64) -> i64:
    """Refuse the hunter's slot, more than two slots, and staying on a surprise slot; home is never refused."""
    if cell == WALL:
        return 0
    if cell == i64(state.data[at.CELL + HUNTER]) or DISTANCE[hound_start(state) * CELLS + cell] > 2:
        return 18
    return 18 if cell == state.hound() and SURPRISE[cell] != 0 else 0


# What the others do instead of an attack


def ability_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the uses of the character's ability."""
    actor = state.actor()
    if actor == PRIEST:
        return heal_moves(state, out, count)
    if actor == MAGICIAN and why_not_blast(state) == 0:
        out[count] = at.BLAST
        return count + 1
    if actor == NECROMANCER:
        return summon_moves(state, out, count)
    if actor == MERCHANT:
        return bribe_moves(state, out, count)
    return count


def why_not_pay(state: MagicPotionPosition, owner: i64, price: i64, ruling: i64) -> i64:
    """Refuse an ability to all but its owner, to the undead, who have no dice (MP21), and without the dice for it."""
    if state.actor() != owner:
        return ruling
    if state.is_undead(owner):
        return 21
    return 0 if i64(state.data[at.DICE + owner]) >= price else ruling


# Healing (MP20)


def heal_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the hurt of the own side."""
    if why_not_pay(state, PRIEST, 1, 20) != 0:
        return count
    for friend in range(CAST):
        if is_hurt_friend(state, friend):
            out[count] = at.HEAL + friend
            count += 1
    return count


def play_heal(state: MagicPotionPosition, friend: i64) -> None:
    """Roll one own die for somebody's health."""
    state.data[at.TARGET] = u8(friend + 1)
    state.data[at.DICE + state.actor()] -= 1
    state.await_chance(at.HEALING)


def why_not_heal(state: MagicPotionPosition, friend: i64) -> i64:
    """Refuse enemies, the dead and the healthy."""
    unpaid = why_not_pay(state, PRIEST, 1, 20)
    return unpaid if unpaid != 0 or is_hurt_friend(state, friend) else 20


def is_hurt_friend(state: MagicPotionPosition, friend: i64) -> bool:
    """Tell whether it is of the acting side, on the field and below full health."""
    data = state.data
    if data[at.CELL + friend] == WALL or state.is_enemy(friend):
        return False
    return i64(data[at.HEALTH + friend]) < state.full_health(friend)


def play_healing(state: MagicPotionPosition, face: i64) -> None:
    """Heal, never beyond full health."""
    data = state.data
    friend = state.target()
    health = i64(data[at.HEALTH + friend]) + face + 1
    data[at.HEALTH + friend] = u8(min(health, state.full_health(friend)))
    state.end_turn()


# Fire Blast (MP22)


def play_blast(state: MagicPotionPosition) -> None:
    """Burn all enemies in reach at once; nothing shields them."""
    data = state.data
    for character in range(CAST):
        if is_blasted(state, character):
            data[at.HEALTH + character] -= u8(min(BLAST_DAMAGE, i64(data[at.HEALTH + character])))
    for character in range(CAST):
        if data[at.CELL + character] != WALL and data[at.HEALTH + character] == 0:
            bury(state, character)
    state.end_turn()


def why_not_blast(state: MagicPotionPosition) -> i64:
    """Refuse a fire that reaches nobody; it costs no die, so that the undead may cast it."""
    return 0 if state.actor() == MAGICIAN and blast_hits(state) > 0 else 22


def is_blasted(state: MagicPotionPosition, character: i64) -> bool:
    """Tell whether the fire would reach an enemy: same row or column, at most two away."""
    if not state.is_enemy(character):
        return False
    cell = i64(state.data[at.CELL + character])
    start = i64(state.data[at.CELL + state.actor()])
    straight = cell % SIZE == start % SIZE or cell // SIZE == start // SIZE
    return straight and DISTANCE[start * CELLS + cell] <= 2


def blast_hits(state: MagicPotionPosition) -> i64:
    """Count the enemies that the fire would reach."""
    hits: i64 = 0
    for character in range(CAST):
        if is_blasted(state, character):
            hits += 1
    return hits


# Summon Dead Friend (MP21)


def summon_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the dead teammates; with one of six dead the six slots of a territory are never full."""
    if why_not_pay(state, NECROMANCER, SUMMON_PRICE, 21) != 0:
        return count
    for friend in range(CAST):
        if is_dead_friend(state, friend):
            out[count] = at.SUMMON + friend
            count += 1
    return count


def play_summon(state: MagicPotionPosition, friend: i64) -> None:
    """Pay for a dead teammate; its slot is chosen next."""
    state.data[at.TARGET] = u8(friend + 1)
    state.data[at.DICE + state.actor()] -= SUMMON_PRICE
    state.data[at.PHASE] = at.RAISE


def why_not_summon(state: MagicPotionPosition, friend: i64) -> i64:
    """Refuse all but dead teammates."""
    unpaid = why_not_pay(state, NECROMANCER, SUMMON_PRICE, 21)
    return unpaid if unpaid != 0 or is_dead_friend(state, friend) else 21


def is_dead_friend(state: MagicPotionPosition, friend: i64) -> bool:
    """Tell whether it was of the acting side and has fallen."""
    return state.data[at.LIFE + friend] == at.DEAD and state.side(friend) == state.to_move


def play_raise(state: MagicPotionPosition, cell: i64) -> None:
    """Bring the teammate back on a slot of the territory."""
    data = state.data
    data[at.LIFE + state.target()] = at.FRESH
    data[at.HEALTH + state.target()] = u8(state.options.undead_hp)
    state.put(state.target(), cell)
    state.end_turn()


# Bribe (MP23)


def bribe_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the enemies next to the merchant."""
    data = state.data
    cell = i64(data[at.CELL + state.actor()])
    for step in range(cell * WAYS, cell * WAYS + WAYS):
        other = i64(data[STEPS[step]])
        if other != 0 and other <= CAST and why_not_bribe(state, other - 1) == 0:
            out[count] = at.BRIBE + other - 1
            count += 1
    return count


def play_bribe(state: MagicPotionPosition, enemy: i64) -> None:
    """Pay a die and see all items of the enemy."""
    data = state.data
    data[at.TARGET] = u8(enemy + 1)
    data[at.DICE + state.actor()] -= 1
    state.gain(enemy, 1)
    for card in range(CARDS):
        if i64(data[at.PLACE + card]) == enemy:
            open_card(state, card)
    if data[at.HELD + enemy] > 0:
        data[at.PHASE] = at.TAKE
    else:
        after_bribe(state)


def why_not_bribe(state: MagicPotionPosition, enemy: i64) -> i64:
    """Refuse a second bribe (MP6), and all but enemies next to the merchant."""
    if state.mode() == at.BRIBED:
        return 6
    unpaid = why_not_pay(state, MERCHANT, 1, 23)
    return unpaid if unpaid != 0 or (state.is_enemy(enemy) and state.distance(MERCHANT, enemy) == 1) else 23


def take_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the kinds of items that the bribed enemy has."""
    for kind in range(i64(KINDS)):
        if why_not_take(state, kind) == 0:
            out[count] = at.TAKE_ITEM + kind
            count += 1
    return count


def play_take(state: MagicPotionPosition, kind: i64) -> None:
    """Take one of the items."""
    state.carry(state.find_card(state.target(), kind, at.OPEN_FACE), state.actor(), at.OPEN_FACE)
    if not test_recipe(state):
        after_bribe(state)


def why_not_take(state: MagicPotionPosition, kind: i64) -> i64:
    """Refuse items that the bribed enemy does not have."""
    return 0 if state.find_card(state.target(), kind, at.OPEN_FACE) != NONE else 23


def after_bribe(state: MagicPotionPosition) -> None:
    """End the turn, unless a bribe leaves the attack (MP6)."""
    if not state.options.bribe_with_attack:
        state.end_turn()
        return
    state.data[at.TARGET] = 0
    state.data[at.MODE] = at.BRIBED
    state.data[at.PHASE] = at.READY
