"""Why a move of Struggle is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.struggle import reasons
from potluck.games.struggle.board import ALL_WAYS, NAMES, WALL, WAY_NAMES, WAYS
from potluck.games.struggle.custom import RULEBOOK
from potluck.games.struggle.moving import why_not_piece
from potluck.games.struggle.notation import block_of, ends_of, write_openly
from potluck.games.struggle.position import ANSWER, BLOCKS, COLOURS, DESIGNATE, NAMING, NONE, OBSTACLE, PLAY, SET, STOP
from potluck.games.struggle.power import FORBIDS
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.setup import next_colour, next_place, rival_of
from potluck.games.struggle.words import (
    BACKWARD,
    DESIGNATED_NEXT,
    MOVE_FORM,
    NOT_ALLOWED,
    NOT_NEXT,
    NOT_STRAIGHT,
    NOTHING_TO_JUMP,
    PLACED_NEXT,
    REFUSALS,
)

SPACE = r"[a-g][1-7]"
END = SPACE + "|" + "|".join(WAY_NAMES)
PIECE_MOVE = rf"({SPACE})(?:-|\^({SPACE})\^)({END})"
THING = r"[a-z][a-z0-9_-]*"
FORMS = rf"{THING}(@|>>|<>|&|\+|:){THING}"
SIGNS = {"pact": "&", "caboose": ">>", "teleporter": "@", "hatter": "<>", "reaper": "+"}


# The code that a text asks for


def attempt(state: StruggleState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    text = _tidied(text)
    piece = re.fullmatch(PIECE_MOVE, text)
    if state.phase == PLAY and piece:
        return _attempt_piece(state, piece[1], piece[2], piece[3])
    for move in range(state.options.codes + len(state.options.powers)):
        if write_openly(state, move) == text:
            return move
    if state.phase == SET and re.fullmatch(f"({'|'.join(COLOURS)}):({SPACE})", text):
        return _refuse_place(state, text.partition(":")[0])
    if state.phase == DESIGNATE and re.fullmatch(f"({THING}):({'|'.join(COLOURS)})", text):
        return Refusal("ST27", DESIGNATED_NEXT.format(rule=state.power(next_place(state, state.mover)).title))
    if not piece and not re.fullmatch(FORMS, text) and not _own_sentence(state, text):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    if state.phase == PLAY:
        return _refuse_power(state, text)
    if state.phase == ANSWER:
        power = state.power(state.asking())
        return Refusal(power.ruling, REFUSALS[reasons.ASKED].format(rule=power.title))
    return Refusal("ST1", REFUSALS[reasons.NOT_BEGUN])


def _tidied(text: str) -> str:
    """Write a move as we do: small letters, no spaces around signs, a sign between two spaces."""
    text = re.sub(r"\s*([-^@&+<>:]+)\s*", r"\1", text.lower())
    return re.sub(rf"({SPACE})\s*({SPACE})", r"\1-\2", text)


def _attempt_piece(state: StruggleState, start: str, over: str | None, end: str) -> int | Refusal:
    """Find the code of a step or a jump."""
    if start not in NAMES:
        return Refusal("ST24", REFUSALS[reasons.NO_PIECE].format(start=start))
    first = NAMES.index(start) * WAYS
    if why_not_piece(state, NAMES.index(start)):
        return first
    text = f"{start}-{end}" if over is None else f"{start}^{over}^{end}"
    for move in range(first, first + WAYS):
        if write_openly(state, move) == text:
            return move
    jumps = [move for move in range(first, first + WAYS) if _is_jump_to(state, move, end)] if over is None else []
    if len(jumps) == 1:
        return jumps[0]
    if end not in NAMES or (over is not None and over not in NAMES):
        return Refusal("ST25", REFUSALS[reasons.OUTSIDE])
    return Refusal("ST5", _why_no_way(state, NAMES.index(start), over, end))


def _is_jump_to(state: StruggleState, move: int, end: str) -> bool:
    """Tell whether a move is a legal jump that ends on a space: so it may be written like a step."""
    over, target = ends_of(state, move)
    return state.data[over] != 0 and target != WALL and NAMES[target] == end and state.why_not(move) == 0


def _why_no_way(state: StruggleState, cell: int, over: str | None, end: str) -> str:
    """Say why no step or jump of a piece goes there."""
    around = [NAMES[other] for other in _spaces_around(state, cell) if other != WALL]
    ends = [ends_of(state, move) for move in range(cell * WAYS, cell * WAYS + WAYS)]
    if (over or end) in around and (over or end) not in [NAMES[near] for near, _ in ends if near != WALL]:
        return BACKWARD
    if over is None:
        near = NAMES.index(end) in [near for near, _ in ends]
        return REFUSALS[reasons.OCCUPIED].format(target=end) if near else NOT_NEXT
    if (NAMES.index(over), NAMES.index(end)) not in ends:
        return NOT_STRAIGHT
    return NOTHING_TO_JUMP.format(over=over)


def _spaces_around(state: StruggleState, cell: int) -> list[int]:
    """List the six spaces around another."""
    return [int(state.next_to(0, cell, way)) for way in range(ALL_WAYS)]


def _refuse_place(state: StruggleState, colour: str) -> Refusal:
    """Refuse to place a colour that is not next, or outside the second and third rows."""
    following = COLOURS[next_colour(state, state.mover)]
    if colour != following:
        return Refusal("ST27", PLACED_NEXT.format(colour=following))
    return Refusal("ST1", REFUSALS[reasons.NOT_HOME].format(colour=colour))


def _refuse_power(state: StruggleState, text: str) -> Refusal:
    """Refuse what is written like a move of a special rule, or like a decision before the match."""
    own = _own_sentence(state, text)
    if own:
        return own
    for power in state.options.powers[:RULEBOOK]:
        if power.name in SIGNS and SIGNS[power.name] in text:
            if state.place_of(state.mover, power.number) == NONE:
                return Refusal(power.ruling, REFUSALS[reasons.NOT_HAD].format(rule=power.title))
            return Refusal(power.ruling, REFUSALS[int(power.number_of_ruling)])
    return Refusal("ST1", REFUSALS[reasons.BEGUN])


def _own_sentence(state: StruggleState, text: str) -> Refusal | None:
    """Let a rule that players wrote say why not, if this is its notation."""
    for power in state.options.powers[RULEBOOK:]:
        sentence = power.explain(state, state.place_of(state.mover, power.number), text)
        if sentence:
            return Refusal(power.ruling, sentence)
    return None


# Sentences


def sentence(state: StruggleState, move: int, ruling: int) -> str:
    """Say why a move is refused, with the names of what it is about."""
    reason = int(state.reason(move))
    if reason >= reasons.KEPT_APART:
        return REFUSALS[reason - ruling].format(rule=_rule_of(state, move, reason - ruling))
    if BLOCKS <= move < state.options.codes:
        return REFUSALS[reason] if state.phase != PLAY else _power_sentence(state, move, reason)
    if move < STOP:
        active = "" if state.active == NONE else NAMES[state.cell_of(state.active)]
        target = (*NAMES, "")[ends_of(state, move)[1]]
        return REFUSALS[reason].format(start=NAMES[move // WAYS], target=target, active=active)
    if move < BLOCKS:
        placing = COLOURS[next_colour(state, state.mover)]
        return REFUSALS[reason].format(colour=placing if move < NAMING else COLOURS[move - NAMING])
    power = state.options.powers[move - state.options.codes]
    rival = rival_of(state, state.mover, power.number)
    other = state.power(rival).title if reason == reasons.BARRED else ""
    return REFUSALS[reason].format(rule=power.title, other=other)


def _rule_of(state: StruggleState, move: int, kind: int) -> str:
    """Name the special rule that a refusal is about: the one that asks, is in the way, or has the move."""
    if kind == reasons.ASKED:
        return str(state.power(state.asking()).title)
    if kind not in (reasons.KEPT_APART, reasons.NOT_OVER, reasons.FORBIDDEN):
        return str(block_of(state, move)[0].title)
    over, target = ends_of(state, move)
    content = int(state.data[over])
    slot = state.slot_at(move // WAYS)
    if kind == reasons.FORBIDDEN:
        ends = (NONE, over) if content == 0 else (over, target)
        return str(state.power(state.judge(FORBIDS, slot, *ends)).title)
    place = content - OBSTACLE if kind == reasons.NOT_OVER else state.keeper(slot, content - 1)
    return str(state.power(place).title)


def _power_sentence(state: StruggleState, move: int, reason: int) -> str:
    """Say why a special rule does not offer a move; a rule that players wrote says so itself."""
    power, place = block_of(state, move)
    if power.number > RULEBOOK:
        said = power.explain(state, place, write_openly(state, move))
        return said or NOT_ALLOWED.format(rule=power.title)
    target = power.path(state, place, move - power.base)[-1]
    return REFUSALS[reason].format(target=target, wait=state.recall(place, 0) if place != NONE else 0)
