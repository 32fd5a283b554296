"""Words for Potential: moves, positions, prompts, the log, and why a move is refused.

A move is "c3-c4": from square, to square, for slides and jumps alike; or "skip". A position is ten words, the rows
from 10 down to 1, then fields. On a square stands "." or a charge: 1 … 9 for seat 0, a … i for seat 1.
"""

import re

from potluck.core.errors import BadNotation
from potluck.core.game import Refusal, check_fields, number_field, position_words, shown
from potluck.core.state import OVER
from potluck.games.potential.board import EDGE, LEAPS, NAMES, SIZE, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potential.rules import (
    ALIVE,
    CHARGE,
    DRAW,
    NONE,
    SKIP,
    TEAM,
    WHERE,
    Options,
    PotentialState,
    empty_state,
)

FIELDS = ("seat", "active", "made", "barred", "quiet", "winner", "ending")
MOVE_FORM = "expected a move like c3-c4, or skip"


# Moves


def write_move(state: PotentialState, move: int) -> str:
    """Write a move; one that would leave the board is written with the way it goes."""
    if move == SKIP:
        return "skip"
    target = target_of(state, move)
    return f"{NAMES[move // WAYS]}-{WAY_NAMES[move % WAYS] if target == WALL else NAMES[target]}"


def target_of(state: PotentialState, move: int) -> int:
    """Find the square where a move ends: next to the piece, or behind an occupied neighbour."""
    return STEPS[move] if state.data[STEPS[move]] == 0 else LEAPS[move]


def move_path(state: PotentialState, move: int) -> list[str]:
    """Name the two squares to click."""
    return ["skip"] if move == SKIP else [NAMES[move // WAYS], NAMES[target_of(state, move)]]


# Why not


def explain_move(state: PotentialState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if text == "skip":
        return Refusal("PT21", "you may skip only when none of your pieces can move")
    start, target = read_squares(text)
    slot = state.data[start] - 1
    if slot < 0:
        return Refusal("PT22", f"there is no piece on {NAMES[start]}")
    if slot // TEAM != state.to_move:
        return Refusal("PT22", f"the piece on {NAMES[start]} is not yours")
    if state.active not in (NONE, slot):
        name = NAMES[state.data[WHERE + state.active]]
        return Refusal("PT10", f"your active piece is on {name}, and it moves for the rest of the turn")
    if target == WALL:
        return Refusal("PT9", "nothing lies outside the board")
    return explain_target(state, start, target)


def read_squares(text: str) -> tuple[int, int]:
    """Read the two squares of a move; a way that leads off the board is the wall."""
    match = re.fullmatch(r"([a-j](?:10|[1-9]))-([a-j](?:10|[1-9])|[nesw]{1,2})", text)
    if not match or (match[2] not in NAMES and match[2] not in WAY_NAMES):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    return NAMES.index(match[1]), NAMES.index(match[2]) if match[2] in NAMES else WALL


def explain_target(state: PotentialState, start: int, target: int) -> Refusal:
    """Say why the mover's piece may not go from one square to another."""
    if state.data[target] != 0:
        return Refusal("PT1", f"{NAMES[target]} is occupied, and a piece ends its move on an empty square")
    way = next((way for way in range(WAYS) if target in (STEPS[start * WAYS + way], LEAPS[start * WAYS + way])), None)
    if way is None:
        return Refusal("PT2", "a piece slides one square, or jumps in a straight line over one neighbour")
    move = start * WAYS + way
    if target == STEPS[move]:
        return Refusal("PT6", "after it the turn could not be completed")
    if state.data[STEPS[move]] == 0:
        return Refusal("PT2", f"a jump needs a piece to jump over, and {NAMES[STEPS[move]]} is empty")
    if state.data[STEPS[move]] == state.barred + 1:
        return Refusal("PT11", "the piece jumped last may not be jumped again before a slide")
    return Refusal("PT6", "after it the turn could not be completed")


# Positions


def draw_position(state: PotentialState) -> str:
    """Write the board row by row, then the fields that differ from a fresh turn."""
    rows = ["".join(_mark(state, row * SIZE + column) for column in range(SIZE)) for row in reversed(range(SIZE))]
    fields = [f"seat={state.to_move}"] if state.to_move != OVER else ["seat=over"]
    if state.active != NONE:
        fields += [f"active={NAMES[state.data[WHERE + state.active]]}", f"made={state.made}"]
    if state.barred != NONE:
        fields.append(f"barred={NAMES[state.data[WHERE + state.barred]]}")
    if state.quiet != 0:
        fields.append(f"quiet={state.quiet}")
    if state.to_move == OVER:
        fields += [f"winner={'draw' if state.winner == DRAW else state.winner}", f"ending=PT{state.ended_by}"]
    return "\n".join(rows) + "\n" + " ".join(fields)


def _mark(state: PotentialState, cell: int) -> str:
    """Draw what stands on a square."""
    slot = int(state.data[cell]) - 1
    if slot < 0:
        return "."
    charge = int(state.data[CHARGE + slot])
    return str(charge) if slot < TEAM else chr(96 + charge)


def parse_position(text: str, options: Options) -> PotentialState:
    """Read a position."""
    rows, fields = position_words(text, SIZE)
    check_fields(fields, FIELDS)
    state = empty_state(options)
    for row, word in zip(reversed(range(SIZE)), rows, strict=True):
        _parse_row(state, row, word)
    _parse_turn(state, fields)
    return state


def _parse_row(state: PotentialState, row: int, word: str) -> None:
    """Put the pieces of one row on the board."""
    if not re.fullmatch(r"[.1-9a-i]{10}", word):
        raise BadNotation(f"position row {shown(word)}: expected ten of . 1 … 9 a … i")
    for column, mark in enumerate(word):
        if mark == ".":
            continue
        seat, charge = (0, int(mark)) if mark.isdigit() else (1, ord(mark) - 96)
        if charge > state.options.max_charge:
            raise BadNotation(f"position row {shown(word)}: no charge above {state.options.max_charge} (PT15)")
        if state.data[ALIVE + seat] == TEAM:
            raise BadNotation(f"position row {shown(word)}: a side has at most {TEAM} pieces (PT20)")
        state.add(seat, row * SIZE + column, charge)


def _parse_turn(state: PotentialState, fields: dict[str, str]) -> None:
    """Read who moves and how far the turn is."""
    state.quiet = number_field(fields, "quiet", 0, 100_000, least=-1)
    if fields.get("seat") == "over":
        _parse_end(state, fields)
        return
    if "winner" in fields or "ending" in fields:
        raise BadNotation("position fields winner and ending: expected only with seat=over")
    state.to_move = number_field(fields, "seat", 0, 1)
    state.made = number_field(fields, "made", 0, 9)
    if "active" in fields:
        state.active = _parse_piece(state, "active", fields["active"])
    if "barred" in fields:
        state.barred = _parse_piece(state, "barred", fields["barred"])
    if (state.active == NONE) != (state.made == 0) or (state.active == NONE and state.barred != NONE):
        raise BadNotation("position fields active, made, barred: expected all of a turn under way, or none")
    if state.active != NONE and (state.active // TEAM != state.to_move or state.owed() <= 0):
        raise BadNotation("position field active: expected a piece of the mover that still owes moves (PT18)")
    if state.has_lost(0) or state.has_lost(1):
        raise BadNotation("position in which a side has lost its pieces: expected seat=over (PT14, PT17)")
    if 0 < state.options.quiet_turns <= state.quiet:
        raise BadNotation(f"position field quiet={state.quiet}: expected seat=over (PT16)")
    if not state.can_anybody_move():
        raise BadNotation("position in which nobody can move: expected seat=over (PT7)")


def _parse_end(state: PotentialState, fields: dict[str, str]) -> None:
    """Read how a finished match ended."""
    winner = fields.get("winner", "")
    ending = fields.get("ending", "")
    if winner not in ("0", "1", "draw") or ending not in ("PT5", "PT7", "PT14", "PT16", "PT17"):
        raise BadNotation("position with seat=over: expected winner=0, 1 or draw, and the ending's ruling")
    state.finish(DRAW if winner == "draw" else int(winner), int(ending[2:]))


def _parse_piece(state: PotentialState, field: str, name: str) -> int:
    """Find the piece that a field names by its square."""
    if name not in NAMES or state.data[NAMES.index(name)] == 0:
        raise BadNotation(f"position field {field}={shown(name)}: expected a square with a piece")
    return int(state.data[NAMES.index(name)]) - 1


# Prompts and the log


def prompt(state: PotentialState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        return "The match is drawn." if state.winner == DRAW else f"{{{state.winner}}} won."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    if list(state.moves()) == [SKIP]:
        return "Skip your turn: none of your pieces can move."
    if state.active == NONE:
        return "Choose a piece and make its first move."
    left = int(state.owed())
    return f"Move your active piece: {left} {'move' if left == 1 else 'moves'} left."


def aside(state: PotentialState, seat: int) -> str:
    """Warn of overcharge and of what the Edge will take."""
    if state.to_move != seat:
        return ""
    words = []
    if state.active != NONE and state.data[CHARGE + state.active] == state.options.max_charge:
        words.append("It is full: a jump would overcharge it and take it off the board.")
    leaking = [NAMES[cell] for cell, charge in pieces_of(state, seat).items() if EDGE[cell] and charge == 1]
    if leaking:
        words.append(f"At your next turn the Edge will take {' and '.join(leaking)}.")
    return " ".join(words)


def pieces_of(state: PotentialState, seat: int) -> dict[int, int]:
    """Map the squares of a seat's pieces to their charges, in the order of the squares."""
    slots = range(seat * TEAM, seat * TEAM + state.data[ALIVE + seat])
    return dict(sorted((int(state.data[WHERE + slot]), int(state.data[CHARGE + slot])) for slot in slots))


def tell(state: PotentialState, move: int) -> list[str]:
    """Say what a move does, and what the start of the next turn takes."""
    after = state.copy()
    after.play(move)
    mover = state.to_move
    if move == SKIP:
        return [f"{{{mover}}} could not move.", *_tell_turn(state, after, None)]
    start, target = move // WAYS, target_of(state, move)
    over = STEPS[move]
    if target == over:
        return [f"{{{mover}}} slid {NAMES[start]} to {NAMES[target]}.", *_tell_turn(state, after, over)]
    return [_tell_jump(state, start, over, target), *_tell_turn(state, after, over)]


def _tell_jump(state: PotentialState, start: int, over: int, target: int) -> str:
    """Say how a jump moves a point of charge."""
    mover = state.to_move
    charge = int(state.data[CHARGE + int(state.data[start]) - 1])
    jumped = int(state.data[over]) - 1
    rest = int(state.data[CHARGE + jumped])
    full = charge == state.options.max_charge
    taken = f"{rest} → {rest - 1}" if rest > 1 else "is drained"
    whose = NAMES[over] if jumped // TEAM == mover else f"{{{1 - mover}}}'s {NAMES[over]}"
    own = f"{charge} → {charge + 1}, and is overcharged" if full else f"{charge} → {charge + 1}"
    return f"{{{mover}}} jumped from {NAMES[start]} over {NAMES[over]} to {NAMES[target]}: {own}; {whose} {taken}."


def _tell_turn(state: PotentialState, after: PotentialState, over: int | None) -> list[str]:
    """Say what the Edge takes at the start of the next turn, and how the match ends."""
    lines = []
    if after.turn != state.turn:
        seat = 1 - state.to_move
        left = pieces_of(after, seat)
        for cell, charge in pieces_of(state, seat).items():
            charge -= cell == over
            if EDGE[cell] and charge > 0 and after.ended_by != 16:
                now = f"{charge} → {left[cell]}" if cell in left else "is drained"
                lines.append(f"{{{seat}}}'s piece on {NAMES[cell]} leaks into the Edge: {now}.")
    if after.to_move == OVER:
        lines.append(prompt(after, 0))
    return lines
