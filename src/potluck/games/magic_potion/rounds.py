"""The rounds of Magic Potion: the recovery, whose turn it is, and what a character may do in it (MP8, MP9).

The other phases say that a step is over by the phases MOVED, READY and PASSED; `go_on` leads from there to the next
step in which somebody decides or chance draws.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.abilities import ability_moves
from potluck.games.magic_potion.characters import CAST, HUNTER, NECROMANCER, SWORDSMAN
from potluck.games.magic_potion.combat import add, attack_moves, finish_attack
from potluck.games.magic_potion.position import DRAW, NONE, MagicPotionPosition
from potluck.games.magic_potion.showing import show_moves

SCRATCH: Final = vec[i64]([0] * at.ROOM)  # for moves that are only counted

# Recovery, and the dice of the set-up (MP4, MP8)


def give_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add the numbers of dice that the next character may get; the last one takes the rest."""
    for number in range(state.left() + 1):
        out[count] = at.GIVE_DICE + number
        count += 1
    return count


def play_give(state: MagicPotionPosition, number: i64) -> None:
    """Give dice to the next character."""
    data = state.data
    seat = state.to_move
    state.gain(state.actor(), number)
    data[at.LEFT] -= u8(number)
    data[at.ACTOR] = u8(state.next_living(seat, state.actor()) + 1)
    if state.next_living(seat, state.actor()) == NONE:
        state.turn += 1
        give_rest(state, seat)


def why_not_give(state: MagicPotionPosition, number: i64) -> i64:
    """Refuse more dice than are left."""
    return 0 if number <= state.left() else 8


def begin_giving(state: MagicPotionPosition, seat: i64) -> None:
    """Let a seat give out its dice; a single character gets them all."""
    data = state.data
    data[at.LEFT] = at.DICE_A_ROUND
    data[at.ACTOR] = u8(state.next_living(seat, NONE) + 1)
    data[at.PHASE] = at.GIVE
    state.to_move = seat
    if state.next_living(seat, state.actor()) == NONE:
        give_rest(state, seat)


def give_rest(state: MagicPotionPosition, seat: i64) -> None:
    """Give what is left to the last character; then it is the other seat's turn to give, or the next step."""
    state.gain(state.actor(), state.left())
    state.clear_turn()
    if seat == state.leader():
        begin_giving(state, 1 - seat)
    elif state.round() > 0:
        begin_turn_of(state, 0)
    else:
        state.data[at.PHASE] = at.PLACING
        state.to_move = state.options.first


# Rounds and turns (MP8, MP9)


def begin_round(state: MagicPotionPosition) -> None:
    """Begin the next round with its recovery; the dice of the set-up are the first (MP4)."""
    if state.round() > 0 and state.round() == state.options.round_limit:
        state.finish(DRAW, 26)
        return
    if state.round() < at.MOST_ROUNDS:
        add(state, at.ROUND, 1)
    if state.round() == 1 and not state.options.double_first_recovery:
        begin_turn_of(state, 0)
    else:
        begin_giving(state, state.leader())


def begin_turn_of(state: MagicPotionPosition, first: i64) -> None:
    """Begin the turn of the next character in turn order, from this one on; after the last the round is over."""
    data = state.data
    for character in range(first, CAST):
        if data[at.LIFE + character] == at.LIVING:
            if character == NECROMANCER:
                wake_undead(state)
            begin_turn(state, character)
            return
    begin_round(state)


def wake_undead(state: MagicPotionPosition) -> None:
    """Let those summoned in the necromancer's earlier turns act after this one (MP21)."""
    for character in range(CAST):
        if state.data[at.LIFE + character] == at.FRESH:
            state.data[at.LIFE + character] = at.UNDEAD


def begin_turn(state: MagicPotionPosition, character: i64) -> None:
    """Begin a turn; the bitten first rolls to get free, and the undead cannot roll (MP18, MP21)."""
    data = state.data
    data[at.ACTOR] = u8(character + 1)
    state.to_move = state.side(character)
    if data[at.BITTEN] != data[at.ACTOR]:
        data[at.PHASE] = at.MOVE
    elif state.is_undead(character):
        data[at.PHASE] = at.MOVED
    else:
        state.await_chance(at.FREE)


def next_turn(state: MagicPotionPosition) -> None:
    """Pass to the next character; the undead follow their master."""
    actor = state.actor()
    undead = state.is_undead(actor)
    state.turn += 1
    state.clear_turn()
    if actor == NECROMANCER or undead:
        for character in range(0 if actor == NECROMANCER else actor + 1, i64(CAST)):
            if state.data[at.LIFE + character] == at.UNDEAD:
                begin_turn(state, character)
                return
    begin_turn_of(state, NECROMANCER + 1 if undead else actor + 1)


def go_on(state: MagicPotionPosition) -> None:
    """Lead from a step that is over to the next one: the hound, the acting (MP34), or the next turn."""
    data = state.data
    while data[at.PHASE] > at.ENDED:
        if data[at.PHASE] == at.MOVED:
            hunting = state.actor() == HUNTER and data[at.LIFE + HUNTER] == at.LIVING
            data[at.PHASE] = at.HOUND if hunting else at.READY
        elif data[at.PHASE] == at.READY:
            begin_act(state)
        else:
            next_turn(state)


# Acting: one attack or one ability, or nothing (MP6, MP9)


def begin_act(state: MagicPotionPosition) -> None:
    """Let the character act; end its turn when there is nothing to decide, which everybody can see."""
    state.data[at.PHASE] = at.ACT
    if act_moves(state, SCRATCH, 0) == 1 and state.mode() != at.STAB:
        play_done(state)


def act_moves(state: MagicPotionPosition, out: vec[i64], count: i64) -> i64:
    """Add everything that the character may do now."""
    count = show_moves(state, state.actor(), out, count)
    count = attack_moves(state, out, count)
    count = ability_moves(state, out, count)
    if why_not_done(state) == 0:
        out[count] = at.DONE
        count += 1
    return count


def play_done(state: MagicPotionPosition) -> None:
    """End the turn; a swordsman who did not attack hits nobody in two turns on end (MP3)."""
    if state.phase() == at.STEAL:
        finish_attack(state, True)
        return
    if state.actor() == SWORDSMAN and state.mode() != at.EXTRA:
        state.data[at.GRUDGE] = 0
    state.end_turn()


def why_not_done(state: MagicPotionPosition) -> i64:
    """Refuse to end the turn after passing through an enemy (MP17)."""
    return 17 if state.mode() == at.STAB else 0
