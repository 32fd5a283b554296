"""Attack and defence in Magic Potion: announced, answered, rolled, and who falls (MP5, MP15, MP16)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import WALL
from potluck.games.magic_potion.characters import CAST, DEFENCE, HUNTER, NECROMANCER, SWORDSMAN, THIEF
from potluck.games.magic_potion.items import CARDS
from potluck.games.magic_potion.position import NONE, MagicPotionPosition
from potluck.games.magic_potion.secrets import open_card

STEAL_DAMAGE: Final = 4

# The announcement


def attack_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the enemies that the actor may attack."""
    for enemy in range(CAST):
        if why_not_attack(state, enemy) == 0:
            out[count] = at.ATTACK + enemy
            count += 1
    return count


def play_attack(state: MagicPotionPosition, enemy: i64) -> None:
    """Announce the target; the number of dice follows unless there is no choice."""
    state.data[at.TARGET] = u8(enemy + 1)
    if least_dice(state) == i64(state.data[at.DICE + state.actor()]):
        play_aim(state, least_dice(state))
    else:
        state.data[at.PHASE] = at.AIM


def why_not_attack(state: MagicPotionPosition, enemy: i64) -> i64:
    """Refuse who is no enemy (MP16), another than whom Back Stab or an extra attack is for, and who is out of range."""
    if not state.is_enemy(enemy):
        return 16
    if state.mode() == at.STAB and enemy != state.target():
        return 17
    if state.mode() == at.EXTRA and enemy != state.target():
        return 3
    return 0 if state.bonus(state.actor(), enemy) > 0 and can_roll(state, enemy) else 15


def can_roll(state: MagicPotionPosition, enemy: i64) -> bool:
    """Tell whether the actor has a die to roll at an enemy, own or free; the undead need none (MP15, MP21)."""
    actor = state.actor()
    return state.data[at.DICE + actor] > 0 or state.is_undead(actor) or free_dice(state, enemy) > 0


def free_dice(state: MagicPotionPosition, enemy: i64) -> i64:
    """Count the dice that the actor's attack on an enemy gets for nothing."""
    dice: i64 = state.bonus(state.actor(), enemy) if state.options.bonus_dice else 0  # MP1
    if state.mode() == at.STAB:
        return dice + 1  # MP17
    if state.mode() == at.EXTRA:
        return dice + 2  # MP3
    if state.actor() == SWORDSMAN and state.grudge() == enemy and not state.options.extra_attack:
        return dice + 2  # MP3
    return dice


# The dice of the attack, and the answer


def dice_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the numbers of own dice that the attacker or the defender may roll."""
    for number in range(least_dice(state), i64(state.data[at.DICE + roller(state)]) + 1):
        out[count] = at.ROLL_DICE + number
        count += 1
    return count


def play_dice(state: MagicPotionPosition, number: i64) -> None:
    """Announce the dice of the attack or of the defence."""
    if state.phase() == at.AIM:
        play_aim(state, number)
    else:
        play_defend(state, number)


def why_not_dice(state: MagicPotionPosition, number: i64) -> i64:
    """Refuse an attack without a die (MP15), and more dice than there are."""
    if number < least_dice(state):
        return 15
    return 0 if number <= i64(state.data[at.DICE + roller(state)]) else 16


def least_dice(state: MagicPotionPosition) -> i64:
    """Tell how many own dice must be rolled at least: one in an attack, unless others are free (MP15)."""
    if state.phase() == at.DEFEND or state.is_undead(state.actor()) or free_dice(state, state.target()) > 0:
        return 0
    return 1


def roller(state: MagicPotionPosition) -> i64:
    """Tell whose dice are announced now."""
    return state.target() if state.phase() == at.DEFEND else state.actor()


def play_aim(state: MagicPotionPosition, number: i64) -> None:
    """Announce the dice of the attack; the defender answers."""
    data = state.data
    target = state.target()
    data[at.DICE + state.actor()] -= u8(number)
    data[at.LEFT] = u8(number + free_dice(state, target))
    data[at.ATTACK_SUM + 1] = 0 if state.options.bonus_dice else u8(state.bonus(state.actor(), target))
    await_answer(state)


def await_answer(state: MagicPotionPosition) -> None:
    """Let the defender answer, unless there is nothing to decide, which everybody can see."""
    target = state.target()
    state.data[at.PHASE] = at.DEFEND
    state.to_move = state.side(target)
    if state.data[at.DICE + target] == 0 and not state.can_show(target):
        play_defend(state, 0)


def play_defend(state: MagicPotionPosition, number: i64) -> None:
    """Announce the dice of the defence; then both roll."""
    data = state.data
    target = state.target()
    data[at.DICE + target] -= u8(number)
    shield = DEFENCE[target]
    data[at.ANSWER] = u8(number + shield) if state.options.bonus_dice else u8(number)
    data[at.DEFENCE_SUM + 1] = 0 if state.options.bonus_dice else u8(shield)
    state.await_chance(at.ROLL)
    if data[at.LEFT] == 0 and data[at.ANSWER] == 0:
        resolve(state)


# The dice, and the damage


def play_roll(state: MagicPotionPosition, face: i64) -> None:
    """Count a die: first the attacker's, then the defender's."""
    data = state.data
    if data[at.LEFT] > 0:
        add(state, at.ATTACK_SUM, face + 1)
        data[at.LEFT] -= 1
    else:
        add(state, at.DEFENCE_SUM, face + 1)
        data[at.ANSWER] -= 1
    if data[at.LEFT] == 0 and data[at.ANSWER] == 0:
        resolve(state)


def add(state: MagicPotionPosition, place: i64, points: i64) -> None:
    """Add to a number of two bytes."""
    data = state.data
    total = i64(data[place + 1]) + points
    if total > 255:
        data[place] += 1
        total -= 256
    data[place + 1] = u8(total)


def resolve(state: MagicPotionPosition) -> None:
    """Take the damage off the target's health; the thief may steal before it falls (MP19)."""
    data = state.data
    target = state.target()
    state.to_move = state.side(state.actor())
    damage = state.attack() - state.defence()
    for index in range(at.ATTACK_SUM, at.HOUND_AT):
        data[index] = 0
    if damage > 0:
        data[at.HEALTH + target] -= u8(min(damage, i64(data[at.HEALTH + target])))
    if state.actor() == THIEF and damage >= STEAL_DAMAGE and (data[at.HELD + target] > 0 or data[at.DICE + target] > 0):
        data[at.PHASE] = at.STEAL
    else:
        finish_attack(state, damage > 0)


def finish_attack(state: MagicPotionPosition, hurt: bool) -> None:
    """Remove the fallen; the swordsman remembers whom they damaged and may strike again (MP3)."""
    data = state.data
    target = state.target()
    actor = state.actor()
    again = state.options.extra_attack and state.grudge() == target and state.mode() == at.PLAIN and hurt
    if actor == SWORDSMAN and state.mode() != at.EXTRA:
        data[at.GRUDGE] = u8(target + 1) if hurt and not state.is_undead(actor) else 0
    bury(state, target)
    if actor == SWORDSMAN and again and state.grudge() == target:
        data[at.MODE] = at.EXTRA
        data[at.PHASE] = at.ACT
    else:
        state.end_turn()


# Falling (MP5)


def bury(state: MagicPotionPosition, character: i64) -> None:
    """Remove a character without health; a side without characters loses at once (MP25)."""
    if state.data[at.HEALTH + character] > 0:
        return
    seat = state.side(character)
    fall(state, character)
    if state.next_living(seat, NONE) == NONE:
        state.finish(1 - seat, 25)


def fall(state: MagicPotionPosition, character: i64) -> None:
    """Take a character off the field; its items fall open where it stood, its dice go to the bag."""
    data = state.data
    cell = i64(data[at.CELL + character])
    master = character == NECROMANCER and data[at.LIFE + character] == at.LIVING
    for card in range(CARDS):
        if i64(data[at.PLACE + card]) == character:
            open_card(state, card)
            data[at.PLACE + card] = u8(at.LYING + cell)
    data[at.HELD + character] = 0
    data[at.DICE + character] = 0
    data[at.HEALTH + character] = 0
    data[at.LIFE + character] = at.DEAD
    data[at.CELL + character] = WALL
    data[cell] = 0
    if i64(data[at.BITTEN]) == character + 1 or (character == HUNTER and data[at.HOUND_AT] != WALL):
        state.send_home()
    if i64(data[at.GRUDGE]) == character + 1 or character == SWORDSMAN:
        data[at.GRUDGE] = 0
    if master:
        vanish_undead(state)


def vanish_undead(state: MagicPotionPosition) -> None:
    """Take all undead off the field: their master is dead (MP21)."""
    for character in range(CAST):
        if state.is_undead(character):
            fall(state, character)
