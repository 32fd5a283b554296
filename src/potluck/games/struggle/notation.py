"""Words for Struggle: moves, prompts, the log, and why a move is refused; positions are in positions.py.

A step is "c2-c3", a jump "c2^d2^e2" (from, over, to); "stop" ends a chain or the jolted moves, "skip" passes a turn.
A teleport is "b1@c4", a Caboose "a2>>d2", a swap "b2<>c3", a pact "b2&e5", the Reaper's choice "b2+d4"; "lay" leaves
a tower. Before the match "torus" chooses a rule, "black:a2" places a piece, "torus:blue" designates one.
"""

import re

from potluck.core.errors import BadNotation
from potluck.core.game import Refusal, shown
from potluck.core.state import CHANCE, OVER
from potluck.games.struggle.board import ALL_WAYS, AROUND, CELLS, LEAPS, NAMES, STEPS, TABLE, WALL, WAY_NAMES, WAYS
from potluck.games.struggle.draft import BLOCKS, NAMING, PLACING, SKIP, STOP, home_cell
from potluck.games.struggle.position import (
    ANSWER,
    COLOURS,
    DESIGNATE,
    DRAW,
    NONE,
    OBSTACLE,
    PICK,
    PIECES,
    PLACES,
    PLAY,
    RULE,
    SET,
    STONE,
    TEAM,
)
from potluck.games.struggle.power import ENDS, Power
from potluck.games.struggle.rules import StruggleState

MOVE_FORM = "expected a move like c2-c3, c2^d2^e2, stop, skip, or one of a special rule"
SPACE = r"[a-g][1-7]"
END = SPACE + "|" + "|".join(WAY_NAMES)
THING = r"[a-z][a-z0-9_-]*"
FORMS = rf"stop|skip|lay|({SPACE})(-|\^({SPACE})\^)({END})|{THING}(@|>>|<>|&|\+|:){THING}"
NINE = 9  # the rules of the rulebook come first; those after them have a notation of their own


# Moves


def write_secretly(state: StruggleState, move: int, viewer: int) -> str:
    """Write a move as a viewer may know it."""
    if state.to_move >= 0 and (state.hides_rules(state.mover, viewer) or state.hides_setup(state.mover, viewer)):
        return "?"
    return write_move(state, move)


def write_move(state: StruggleState, move: int) -> str:
    """Write a move."""
    if state.to_move == CHANCE:
        return str(state.options.powers[move].name)
    if move < STOP:
        return _write_piece_move(state, move)
    if move in (STOP, SKIP):
        return "stop" if move == STOP else "skip"
    if move < NAMING:
        colour = state.next_colour(state.mover)
        name = COLOURS[colour] if colour != NONE else "piece"
        return f"{name}:{NAMES[home_cell(state.mover, move - PLACING)]}"
    if move < BLOCKS:
        place = state.next_place(state.mover)
        return f"{state.power(place).name if place != NONE else 'rule'}:{COLOURS[move - NAMING]}"
    if move >= state.options.codes:
        return str(state.options.powers[move - state.options.codes].name)
    power, place = block_of(state, move)
    return power.write(state, place, move - power.base)


def _write_piece_move(state: StruggleState, move: int) -> str:
    """Write a step or a jump; one that would leave the board with the way it goes."""
    cell, way = divmod(move, WAYS)
    over, target = ends_of(state, move)
    if over == WALL or state.data[over] == 0:
        return f"{NAMES[cell]}-{NAMES[over] if over != WALL else WAY_NAMES[way]}"
    return f"{NAMES[cell]}^{NAMES[over]}^{NAMES[target] if target != WALL else WAY_NAMES[way]}"


def ends_of(state: StruggleState, move: int) -> tuple[int, int]:
    """Find the next space and the one behind it, as the piece on the cell, or any of the mover's, goes."""
    slot = state.slot_at(move // WAYS)
    own = slot != NONE and slot // TEAM == state.mover
    entry = (state.table_of(slot) if own else state.mover * TABLE) + move
    return STEPS[entry], LEAPS[entry]


def block_of(state: StruggleState, move: int) -> tuple[Power, int]:
    """Find the rule in whose block a move is, and where the seat to decide has it."""
    number = state.options.block[move]
    return state.options.powers[number - 1], state.place_of(max(state.to_move, 0), number)


def move_path(state: StruggleState, move: int) -> list[str]:
    """Name the things to click."""
    if move < STOP:
        return _piece_path(state, move)
    if BLOCKS <= move < state.options.codes:
        power, place = block_of(state, move)
        return power.path(state, place, move - power.base)
    if BLOCKS > move >= NAMING:
        return [NAMES[state.cell_of(state.mover * TEAM + move - NAMING)]]
    return [write_move(state, move).partition(":")[2] or write_move(state, move)]


def _piece_path(state: StruggleState, move: int) -> list[str]:
    """Click the piece and its goal; where two moves share both, then the jumped piece, or the goal again (ST13)."""
    cell = move // WAYS
    over, target = _over_and_goal(state, move)
    goals = [_over_and_goal(state, other)[1] for other in state.moves() if other // WAYS == cell]
    path = [NAMES[cell], NAMES[target]]
    return [*path, NAMES[over]] if goals.count(target) > 1 else path


def _over_and_goal(state: StruggleState, move: int) -> tuple[int, int]:
    """Find the space that a move passes, and the one where it ends; a step passes none, so the last one twice."""
    over, target = ends_of(state, move)
    return (over, over) if state.data[over] == 0 else (over, target)


def label(state: StruggleState, move: int) -> str:
    """Name a move on a button."""
    if move in (STOP, SKIP):
        return "Stop here" if move == STOP else "Skip your turn"
    if move >= state.options.codes and state.to_move != CHANCE:
        return str(state.options.powers[move - state.options.codes].title)
    text = write_move(state, move)
    return "Lay a tower" if text == "lay" else text


# Why not


def explain_move(state: StruggleState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if state.phase in (PICK, SET, DESIGNATE):
        return _explain_setup(state, text)
    if state.phase == ANSWER:
        power = state.power(state.asking())
        _check_form(state, text)
        return Refusal(power.ruling, f"the {power.title} comes first: choose where it goes")
    if text == "stop":
        return Refusal("ST5", "there is no chain to stop: make a move")
    if text == "skip":
        return Refusal("ST4", "you may skip only when no move is possible")
    piece = re.fullmatch(rf"({SPACE})(?:-|\^({SPACE})\^)({END})", text)
    if piece:
        return _explain_piece(state, piece[1], piece[2], piece[3])
    return _explain_power(state, text)


def _explain_setup(state: StruggleState, text: str) -> Refusal:
    """Say why a decision before the first turn is refused."""
    thing, _, value = text.partition(":")
    names = [power.name for power in state.options.powers]
    if state.phase == PICK and text in names:
        if not state.options.allowed[names.index(text) + 1]:
            return Refusal("ST2", f"{text} is not among the rules of this match")
        return Refusal("ST2", f"you have chosen {text}, and your rules must differ")
    if state.phase == SET and thing in COLOURS and value in NAMES:
        if thing != COLOURS[state.next_colour(state.mover)]:
            return Refusal("ST27", f"{COLOURS[state.next_colour(state.mover)]} is placed next")
        return Refusal("ST1", f"{thing} goes to a free space of your second or third row")
    if state.phase == DESIGNATE and thing in names and value in COLOURS:
        if thing != state.power(state.next_place(state.mover)).name:
            return Refusal("ST27", f"{state.power(state.next_place(state.mover)).name} gets its piece next")
        why = "white carries no rule" if value == "white" else f"{value} carries a rule, and one is all it may carry"
        return Refusal("ST3", why)
    _check_form(state, text)
    return Refusal("ST1", "the match has not begun: choose rules, place and designate first")


def _check_form(state: StruggleState, text: str) -> None:
    """Refuse what is no move of this game at all."""
    if text not in [power.name for power in state.options.powers] and not re.fullmatch(FORMS, text):
        if not any(_why_not(state, power, text) for power in state.options.powers[NINE:]):
            raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")


def _why_not(state: StruggleState, power: Power, text: str) -> str:
    """Let a rule say why not, if this is its notation."""
    return power.explain(state, state.place_of(state.mover, power.number), text)


def _explain_power(state: StruggleState, text: str) -> Refusal:
    """Let the rule whose notation this is say why not."""
    _check_form(state, text)
    for power in state.options.powers:
        sentence = _why_not(state, power, text)
        if sentence and (state.active != NONE or state.jolted):
            return Refusal(power.ruling, f"finish the move of your pieces first; {sentence}")
        if sentence:
            return Refusal(power.ruling, sentence)
    return Refusal("ST1", "rules, places and carriers were chosen before the match began")


def _explain_piece(state: StruggleState, start: str, over: str | None, end: str) -> Refusal:
    """Say why a step or a jump is refused."""
    cell = NAMES.index(start) if start in NAMES else WALL
    slot = state.slot_at(cell)
    if slot == NONE:
        return Refusal("ST24", f"there is no piece on {start}")
    if slot // TEAM != state.mover:
        return Refusal("ST24", f"the piece on {start} is not yours")
    if state.active not in (NONE, slot):
        return Refusal("ST5", f"the piece on {NAMES[state.cell_of(state.active)]} has moved: go on with it, or stop")
    if state.jolted and state.active == NONE and not state.granted >> slot & 1:
        return Refusal("ST20", "only pieces that were jolted, and have not moved since, may move now")
    if end in WAY_NAMES or end not in NAMES or (over is not None and over not in NAMES):
        return Refusal("ST25", "nothing lies outside the board")
    if over is None:
        return _explain_step(state, slot, cell, NAMES.index(end))
    return _explain_jump(state, slot, cell, NAMES.index(over), NAMES.index(end))


def _explain_step(state: StruggleState, slot: int, cell: int, target: int) -> Refusal:
    """Say why a piece cannot step to a space."""
    if state.active != NONE:
        return Refusal("ST5", "after a jump a piece can only jump on, or stop")
    if target in _ways(slot, cell)[WAYS:]:
        return Refusal("ST5", "pieces move forward or sideways")
    table = state.table_of(slot) + cell * WAYS
    if target not in [STEPS[table + way] for way in range(WAYS)]:
        return Refusal("ST5", "a step goes to an adjacent space, forward or sideways")
    return Refusal("ST5", f"{NAMES[target]} is occupied")


def _ways(slot: int, cell: int) -> list[int]:
    """List the six spaces around another, as the owner of a piece sees them."""
    first = (slot // TEAM * CELLS + cell) * ALL_WAYS
    return [AROUND[first + way] for way in range(ALL_WAYS)]


def _explain_jump(state: StruggleState, slot: int, cell: int, over: int, target: int) -> Refusal:
    """Say why a piece cannot jump."""
    table = state.table_of(slot) + cell * WAYS
    ends = [(STEPS[table + way], LEAPS[table + way]) for way in range(WAYS)]
    content = int(state.data[over])
    if state.stepped:
        return Refusal("ST5", "after a step a piece cannot jump")
    if over in _ways(slot, cell)[WAYS:]:
        return Refusal("ST5", "pieces move forward or sideways")
    if (over, target) not in ends:
        return Refusal("ST5", "a jump goes straight over an adjacent piece to the space behind it")
    if content == 0:
        return Refusal("ST5", f"a jump needs a piece to jump over, and {NAMES[over]} is empty")
    if state.data[target] != 0:
        return Refusal("ST5", f"{NAMES[target]} is occupied")
    if OBSTACLE <= content < STONE and not state.may_jump(slot, content):
        power = state.power(content - OBSTACLE)
        return Refusal(power.ruling, f"only its owner's pieces may jump the {power.title}")
    if not state.may_jump(slot, content):
        return Refusal("ST14", "a pact keeps these two pieces apart")
    return Refusal("ST5", f"the chain has been on {NAMES[target]}, and enters no space twice")


# Prompts


def prompt(state: StruggleState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        return "The match is drawn." if state.winner == DRAW else f"{{{state.winner}}} won."
    if state.to_move == CHANCE:
        return "Special rules are being drawn."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to {'move' if state.phase == PLAY else 'choose'}."
    if state.phase == PICK:
        left = state.owed(seat)
        return f"Choose a special rule: {left} left."
    if state.phase == SET:
        return f"Place {COLOURS[state.next_colour(seat)]} in your second or third row."
    if state.phase == DESIGNATE:
        return f"Choose the piece that carries {state.power(state.next_place(seat)).title}."
    if state.phase == ANSWER:
        return f"Choose where your {state.power(state.asking()).title} goes."
    return _turn_prompt(state)


def _turn_prompt(state: StruggleState) -> str:
    """Say what the mover may do in a turn."""
    if state.active != NONE:
        colour = COLOURS[state.active % TEAM]
        if state.pausing:
            return f"Lay a tower where {colour} stood, {'' if state.stepped else 'jump on '}or stop here."
        return f"Jump on with {colour}, or stop here."
    if state.jolted:
        names = [COLOURS[slot % TEAM] for slot in range(PIECES) if state.granted >> slot & 1]
        return f"Move a jolted piece, {' or '.join(names)}, or stop here."
    if SKIP in state.moves():
        return "Skip your turn: no move is possible."
    return (
        "Move a piece, or use a special rule."
        if any(state.data[RULE + place] for place in range(PLACES))
        else "Move a piece."
    )


def aside(state: StruggleState, seat: int) -> str:
    """Say which rules cannot be used now, and warn of a draw."""
    if state.to_move != seat or state.phase != PLAY:
        return ""
    words = []
    lame = [COLOURS[slot % TEAM] for slot in range(PIECES) if state.lame >> slot & 1]
    if lame:
        words.append(f"The rules on {' and '.join(lame)} cannot be used this turn.")
    left = state.options.quiet_turns - state.quiet
    if state.options.quiet_turns and left <= 10:
        words.append(f"The match is drawn after {left} more quiet turns.")
    return " ".join(words)


# The log


def tell(state: StruggleState, move: int, viewer: int) -> list[str]:
    """Say what a move does."""
    mover = state.mover if state.to_move == CHANCE else state.to_move
    if state.phase in (PICK, SET, DESIGNATE):
        return _tell_setup(state, move, mover, viewer)
    after = state.copy()
    after.play(move)
    lines = [
        f"{{{mover}}} {_tell_move(state, move)}.",
        *_tell_pieces(state, after, move),
        *_tell_rules(state, after, move),
    ]
    return [*lines, prompt(after, NONE)] if after.to_move == OVER else lines


def _tell_setup(state: StruggleState, move: int, mover: int, viewer: int) -> list[str]:
    """Say what is decided before the first turn, to those who may know."""
    if state.hides_rules(mover, viewer) or state.hides_setup(mover, viewer):
        return [f"{{{mover}}} decided in secret."]
    text = write_move(state, move)
    thing, _, value = text.partition(":")
    if state.phase == PICK:
        drawn = state.to_move == CHANCE
        power = state.options.powers[move if drawn else move - state.options.codes]
        return [f"{{{mover}}} {'drew' if drawn else 'chose'} {power.title}.", f"{power.title}: {power.text}"]
    if state.phase == SET:
        return [f"{{{mover}}} placed {thing} on {value}."]
    return [f"{{{mover}}} designated {value} for {state.power(state.next_place(mover)).title}."]


def _tell_move(state: StruggleState, move: int) -> str:
    """Say what the mover does."""
    if move == SKIP:
        return "could not move"
    if move == STOP:
        return "stopped"
    if move >= BLOCKS:
        power, place = block_of(state, move)
        return power.tell(state, place, move - power.base)
    over, target = ends_of(state, move)
    colour = COLOURS[state.slot_at(move // WAYS) % TEAM]
    start = NAMES[move // WAYS]
    if state.data[over] == 0:
        return f"stepped {colour} from {start} to {NAMES[over]}"
    return f"jumped {colour} from {start} over {NAMES[over]} to {NAMES[target]}"


def _tell_pieces(state: StruggleState, after: StruggleState, move: int) -> list[str]:
    """Say which pieces were removed, and which went elsewhere without being told to."""
    lines = []
    power, _ = block_of(state, move) if move >= BLOCKS else (None, NONE)
    for slot in range(PIECES):
        whose = f"{{{slot // TEAM}}}'s {COLOURS[slot % TEAM]}"
        if state.is_alive(slot) and not after.is_alive(slot):
            lines.append(f"{whose} was removed from {NAMES[after.grave(slot)]}.")
        elif (
            state.cell_of(slot) != after.cell_of(slot) and power is None and state.slot_at(move // WAYS % CELLS) != slot
        ):
            lines.append(f"{whose} went to {NAMES[after.cell_of(slot)]}.")
    return lines


def _tell_rules(state: StruggleState, after: StruggleState, move: int) -> list[str]:
    """Say how rules stand that this move has changed."""
    lines = []
    for place in range(PLACES):
        if state.data[RULE + place] and not state.wants(place, ENDS):
            power = state.power(place)
            used = power.base <= move < power.base + power.codes
            if power.note(state, place) != power.note(after, place) and not used:
                lines.append(f"{{{place // 3}}}'s {power.title}: {power.note(after, place)}.")
    return lines
