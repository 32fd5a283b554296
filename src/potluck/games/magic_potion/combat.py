"""Attack and defence in Magic Potion: announced, answered, rolled (MP15, MP16)."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion.characters import CAST, DEFENCE, SWORDSMAN, THIEF
from potluck.games.magic_potion.codes import ATTACK, ROLL_DICE, STEAL_DAMAGE
from potluck.games.magic_potion.position import (
    ACT,
    AIM,
    DEFEND,
    DICE,
    EXTRA,
    HEALTH,
    HELD,
    NONE,
    PLAIN,
    ROLL,
    STAB,
    STEAL,
)
from potluck.games.magic_potion.rounds import Rounds


def attack_moves(state: Rounds, out: vec[i64], count: i64) -> i64:
    """Add the enemies in range, if a die can be rolled at them (MP15)."""
    actor = state.actor
    for enemy in range(CAST):
        if state.is_enemy(enemy) and state.bonus(actor, enemy) > 0 and can_roll(state, enemy):
            out[count] = ATTACK + enemy
            count += 1
    return count


def can_roll(state: Rounds, enemy: i64) -> bool:
    """Tell whether the actor has a die to roll at an enemy, own or free; the undead need none (MP15, MP21)."""
    actor = state.actor
    return state.data[DICE + actor] > 0 or state.is_undead(actor) or free_dice(state, enemy) > 0


def free_dice(state: Rounds, enemy: i64) -> i64:
    """Count the dice that the actor's attack on an enemy gets for nothing."""
    dice: i64 = state.bonus(state.actor, enemy) if state.options.bonus_dice else 0  # MP1
    if state.mode == STAB:
        return dice + 1  # MP17
    if state.mode == EXTRA:
        return dice + 2  # MP3
    if state.actor == SWORDSMAN and state.grudge == enemy and not state.options.extra_attack:
        return dice + 2  # MP3
    return dice


def play_attack(state: Rounds, enemy: i64) -> None:
    """Announce the target; the number of dice follows unless there is no choice."""
    state.target = enemy
    if least_dice(state) == i64(state.data[DICE + state.actor]):
        play_aim(state, least_dice(state))
    else:
        state.phase = AIM


def least_dice(state: Rounds) -> i64:
    """Tell how many own dice the attacker must roll at least."""
    return 0 if state.is_undead(state.actor) or free_dice(state, state.target) > 0 else 1


def dice_moves(state: Rounds, character: i64, least: i64, out: vec[i64], count: i64) -> i64:
    """Add the numbers of own dice that a character may roll."""
    for number in range(least, i64(state.data[DICE + character]) + 1):
        out[count] = ROLL_DICE + number
        count += 1
    return count


def play_aim(state: Rounds, number: i64) -> None:
    """Announce the dice; the defender answers."""
    data = state.data
    data[DICE + state.actor] -= u8(number)
    state.left = number + free_dice(state, state.target)
    state.attack = 0 if state.options.bonus_dice else state.bonus(state.actor, state.target)
    await_answer(state)


def await_answer(state: Rounds) -> None:
    """Let the defender answer, unless there is nothing to decide, which everybody can see."""
    target = state.target
    state.phase = DEFEND
    state.to_move = state.side(target)
    if state.data[DICE + target] == 0 and not state.can_show(target):
        play_defend(state, 0)


def play_defend(state: Rounds, number: i64) -> None:
    """Announce the dice of the defence; then both roll."""
    data = state.data
    data[DICE + state.target] -= u8(number)
    shield = DEFENCE[state.target]
    state.answer = number + shield if state.options.bonus_dice else number
    state.defence = 0 if state.options.bonus_dice else shield
    state.await_chance(ROLL)
    if state.left + state.answer == 0:
        resolve(state)


def play_roll(state: Rounds, face: i64) -> None:
    """Count a die: first the attacker's, then the defender's."""
    if state.left > 0:
        state.attack += face + 1
        state.left -= 1
    else:
        state.defence += face + 1
        state.answer -= 1
    if state.left + state.answer == 0:
        resolve(state)


def resolve(state: Rounds) -> None:
    """Take the damage off the target's health; the thief may steal before it falls (MP19)."""
    data = state.data
    target = state.target
    state.to_move = state.side(state.actor)
    damage = state.attack - state.defence
    state.attack = 0
    state.defence = 0
    if damage > 0:
        data[HEALTH + target] -= u8(min(damage, i64(data[HEALTH + target])))
    if state.actor == THIEF and damage >= STEAL_DAMAGE and (data[HELD + target] > 0 or data[DICE + target] > 0):
        state.phase = STEAL
    else:
        finish_attack(state, damage)


def finish_attack(state: Rounds, damage: i64) -> None:
    """Remove the fallen; the swordsman remembers whom he damaged and may strike again (MP3)."""
    target = state.target
    actor = state.actor
    again = state.options.extra_attack and state.grudge == target and state.mode == PLAIN and damage > 0
    if actor == SWORDSMAN and state.mode != EXTRA:
        state.grudge = target if damage > 0 and not state.is_undead(actor) else NONE
    bury(state, target)
    if actor == SWORDSMAN and again and state.grudge == target:
        state.mode = EXTRA
        state.phase = ACT
    else:
        state.end_turn()


def bury(state: Rounds, character: i64) -> None:
    """Remove a character without health; a side without characters loses at once (MP10)."""
    if state.data[HEALTH + character] > 0:
        return
    seat = state.side(character)
    state.kill(character)
    if state.next_living(seat, NONE) == NONE:
        state.finish(1 - seat, 25)
