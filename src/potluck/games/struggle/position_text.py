"""Positions of Struggle as text.

Thirteen words are the rows from 13 down to 1, each from left to right: W K B G R Y are the pieces of seat 0, w k b g
r y those of seat 1, a digit is what the rule at that place has put there (a tower), "." nothing, "?" what is secret.
Then come fields: rules0=torus:blue+armor:red;broken:1+jolt:yellow names the rules of seat 0, their carriers and what
they remember.
"""

import re

from mypy_extensions import u8

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.fields import check_fields, number_field, position_words, showing, word_field, write_fields
from potluck.core.state import ALL, CHANCE, OVER
from potluck.games.struggle import position as at
from potluck.games.struggle.board import CELLS, NAMES, ROW, ROWS
from potluck.games.struggle.checks import check_chain, check_home, check_rules, check_turn
from potluck.games.struggle.custom import overrides
from potluck.games.struggle.position import COLOURS, DRAW, NONE, OBSTACLE, PIECES, PLACES, RULES, TEAM, WHITE, Options
from potluck.games.struggle.rules import StruggleState, empty_state
from potluck.games.struggle.setup import (
    give,
    home_cell,
    may_carry,
    next_decision,
    redraw_carriers,
    redraw_pieces,
    redraw_rules,
    rival_of,
)

LETTERS = "WKBGRYwkbgry"
PHASES = ("pick", "set", "designate", "play", "answer")  # by number
ENDINGS = ("ST4", "ST8", "ST10", "ST23")
FLAGS = {
    "stepped": at.STEPPED,
    "jolted": at.JOLTED,
    "lively": at.LIVELY,
    "skipping": at.SKIPPING,
    "skipped": at.SKIPPED,
}
FIELDS = (
    *("seat", "mover", "phase", "rules0", "rules1", "placed0", "placed1", "active", "entered", "left", "pausing"),
    *("granted", "lame", "asking", "rolling", "quiet", "winner", "ending", "ender", *FLAGS),
)
HIDDEN = "?"


# Writing


def write_position(state: StruggleState, viewer: int = ALL) -> str:
    """Write the board row by row, then the fields that differ from a fresh turn."""
    rows = ["".join(_write_space(state, cell, viewer) for cell in _row(row)) for row in range(ROWS, 0, -1)]
    fields = {"seat": {OVER: "over", CHANCE: "chance"}.get(int(state.to_move), str(state.to_move))}
    fields["phase"] = PHASES[state.phase]
    fields["mover"] = str(state.mover)
    for seat in range(2):
        fields[f"rules{seat}"] = "+".join(
            filter(None, (_write_rule(state, place, viewer) for place in places_of(seat)))
        )
        if state.hides_setup(seat, viewer):
            fields[f"placed{seat}"] = str(TEAM - 1 - _unplaced(state, seat))
    fields |= _turn_fields(state)
    if fields["phase"] == "play":
        del fields["phase"]
    if fields["mover"] == fields["seat"] or state.to_move == OVER:
        del fields["mover"]
    return "\n".join([*rows, write_fields(fields)])


def _row(row: int) -> list[int]:
    """List the spaces of a row from left to right."""
    return [cell for cell in range(CELLS) if ROW[cell] == row]


def places_of(seat: int) -> range:
    """List the places of a seat's rules."""
    return range(seat * RULES, seat * RULES + RULES)


def _unplaced(state: StruggleState, seat: int) -> int:
    """Count the pieces that a seat has still to place."""
    return sum(not state.is_alive(slot) for slot in range(seat * TEAM + 1, seat * TEAM + TEAM))


def _write_space(state: StruggleState, cell: int, viewer: int) -> str:
    """Write what stands on a space."""
    for seat in range(2):
        if state.hides_setup(seat, viewer) and cell in [home_cell(seat, number) for number in range(TEAM - 1)]:
            return HIDDEN
    content = int(state.data[cell])
    if content >= OBSTACLE:
        return str(content - OBSTACLE)
    return LETTERS[content - 1] if content else "."


def _write_rule(state: StruggleState, place: int, viewer: int) -> str:
    """Write a rule with its carrier and its memory."""
    if state.data[at.RULE + place] == 0:
        return ""
    if state.hides_rules(place // RULES, viewer):
        return HIDDEN
    power = state.power(place)
    text = str(power.name)
    if state.carrier(place) != NONE:
        text += f":{HIDDEN if state.hides_carrier(place, viewer) else COLOURS[state.carrier(place) % TEAM]}"
    for index, name in enumerate(power.memory):
        value = int(state.recall(place, index))
        if value:
            text += f";{name}:{NAMES[value - 1] if name.endswith('_at') else value}"
    return text


def _turn_fields(state: StruggleState) -> dict[str, str]:
    """Write how far the turn is."""
    fields = {
        "active": NAMES[state.cell_of(state.active)] if state.active != NONE else "",
        "entered": ".".join(NAMES[cell] for cell in range(CELLS) if state.could_enter_again(cell)),
        "left": NAMES[state.left] if state.left != NONE else "",
        "pausing": ".".join(str(place) for place in range(PLACES) if state.is_pausing(place)),
        "granted": _cells(state, at.GRANTED),
        "lame": _cells(state, at.LAME),
        "asking": str(state.asking()) if state.phase == at.ANSWER else "",
        "rolling": ".".join(str(place) for place in range(PLACES) if int(state.data[at.ROLLS]) >> place & 1),
        "quiet": str(state.quiet) if state.quiet else "",
    }
    fields |= {name: "1" for name, flag in FLAGS.items() if state.data[flag]}
    if state.to_move == OVER:
        fields |= {"winner": "draw" if state.winner() == DRAW else str(state.winner()), "ending": state.ending()}
        fields["ender"] = str(int(state.data[at.ENDER]) - 1) if state.data[at.ENDER] else ""
    return fields


def _cells(state: StruggleState, sets: int) -> str:
    """Write the spaces of the pieces that are in the set of their side."""
    slots = [slot for slot in range(PIECES) if int(state.data[sets + slot // TEAM]) >> slot % TEAM & 1]
    return ".".join(NAMES[state.cell_of(slot)] for slot in slots)


# Reading


def read_position(text: str, options: Options, dice: Dice | None) -> StruggleState:
    """Read a position of the game that begins at `start`; draw what it hides from the dice."""
    rows, fields = position_words(text, ROWS)
    check_fields(fields, FIELDS)
    hidden = any(HIDDEN in word for word in [*rows, fields.get("rules0", ""), fields.get("rules1", "")])
    if hidden and dice is None:
        raise BadNotation("position with ?: expected dice to draw what it hides")
    start = options.start
    assert isinstance(start, StruggleState)
    state = empty_state(options)
    state.data[at.PHASE] = word_field(fields, "phase", PHASES, "play")
    for seat in range(2):
        _read_rules(state, seat, fields.get(f"rules{seat}", ""))
    for row, word in zip(range(ROWS, 0, -1), rows, strict=True):
        _read_row(state, row, word)
    for seat in range(2):
        _read_hidden(state, seat, rows, fields, dice)
    with showing(state):
        _read_course(state, fields, start)
    return state


def _read_course(state: StruggleState, fields: dict[str, str], start: StruggleState) -> None:
    """Read how far the match is."""
    if fields.get("seat") == "over":
        _read_end(state, fields)
    elif "winner" in fields or "ending" in fields:
        raise BadNotation("position fields winner and ending: expected only with seat=over")
    elif state.phase in (at.PICK, at.SET, at.DESIGNATE):
        _read_setup(state, fields, start)
    else:
        _read_turn(state, fields)
    if state.phase in (at.PLAY, at.ANSWER):
        check_rules(state, start)


def _read_row(state: StruggleState, row: int, word: str) -> None:
    """Put what one row shows on the board."""
    cells = _row(row)
    if len(word) != len(cells) or not re.fullmatch(rf"[{LETTERS}.0-5?]+", word):
        raise BadNotation(f"position row {shown(word)}: expected {len(cells)} of . {' '.join(LETTERS)} 0 … 5")
    for cell, mark in zip(cells, word, strict=True):
        if mark in LETTERS:
            slot = LETTERS.index(mark)
            if state.is_alive(slot):
                raise BadNotation(f"position row {shown(word)}: expected one {mark} on the board (ST24)")
            state.put(slot, cell)
        elif mark not in (".", HIDDEN):
            place = int(mark)
            if not state.data[at.RULE + place] or not overrides(state.power(place), "lets_over"):
                raise BadNotation(f"position row {shown(word)}: no rule at place {mark} builds anything (ST21)")
            state.build(place, cell)


def _read_rules(state: StruggleState, seat: int, text: str) -> None:
    """Read the rules of a seat, their carriers and what they remember; for hidden ones others stand in."""
    names = [power.name for power in state.options.powers]
    words = text.split("+") if text else []
    heads = [re.split("[:;]", word)[0] for word in words]
    if words and set(words) == {HIDDEN} and state.hides_rules(seat, NONE):
        heads = [name for number, name in enumerate(names, start=1) if state.options.allowed[number]][: len(words)]
        words = heads
    numbers = [names.index(head) + 1 if head in names else 0 for head in heads]
    if numbers != sorted(set(numbers)) or 0 in numbers or len(words) > RULES:
        raise BadNotation(f"position rules {shown(text)}: expected at most three different rules, in their order (ST2)")
    for word, number in zip(words, numbers, strict=True):
        head, *memory = word.split(";")
        rival = rival_of(state, seat, number)
        place = give(state, seat, number)
        if (not state.options.allowed[number] or rival != NONE) and state.phase == at.PICK and HIDDEN not in text:
            raise BadNotation(f"position rules {shown(text)}: {state.power(place).name} may not be chosen (ST2)")
        if ":" in head:
            _read_carrier(state, place, head.partition(":")[2])
        _read_memory(state, place, memory)


def _read_carrier(state: StruggleState, place: int, colour: str) -> None:
    """Read the piece that carries a rule."""
    seat = place // RULES
    hidden = colour == HIDDEN and state.hides_setup(seat, NONE)
    if state.power(place).colour == 0 or state.phase == at.PICK or not (colour in COLOURS or hidden):
        raise BadNotation(
            f"position rule {state.power(place).name}:{shown(colour)}: expected a colour that carries it (ST3)"
        )
    free = [index for index in range(TEAM) if may_carry(state, seat, index)]
    if not hidden and COLOURS.index(colour) not in free:
        raise BadNotation(f"position rule {state.power(place).name}:{colour}: that piece may not carry it (ST3)")
    state.data[at.CARRIER + place] = u8(seat * TEAM + (free[0] if hidden else COLOURS.index(colour)) + 1)


def _read_memory(state: StruggleState, place: int, memory: list[str]) -> None:
    """Read what a rule remembers."""
    names = list(state.power(place).memory)
    for word in memory:
        name, _, value = word.partition(":")
        known = name in names and state.recall(place, names.index(name)) == 0
        if known and name.endswith("_at") and value in NAMES:
            number = NAMES.index(value) + 1
        elif known and not name.endswith("_at") and re.fullmatch(r"[1-9][0-9]{0,2}", value) and int(value) < 256:
            number = int(value)
        else:
            raise BadNotation(
                f"position rule {state.power(place).name};{shown(word)}: expected {' '.join(names) or 'nothing'}"
            )
        state.remember(place, names.index(name), number)


def _read_hidden(state: StruggleState, seat: int, rows: list[str], fields: dict[str, str], dice: Dice | None) -> None:
    """Draw what is secret about a seat."""
    text = fields.get(f"rules{seat}", "")
    if HIDDEN in text.split("+") and dice is not None:
        redraw_rules(state, seat, dice)
    marks = {mark for word in (rows[10:] if seat == 0 else rows[:3]) for mark in word} - {"W", "w"}
    hidden = HIDDEN in marks
    if hidden != (f"placed{seat}" in fields) or (hidden and (marks != {HIDDEN} or not state.hides_setup(seat, NONE))):
        raise BadNotation(f"position field placed{seat}: expected with a hidden set-up, and only then")
    if hidden and dice is not None:
        for colour in range(1, number_field(fields, f"placed{seat}", 0, TEAM - 1) + 1):
            state.put(seat * TEAM + colour, home_cell(seat, colour - 1))
        redraw_pieces(state, seat, dice)
        redraw_carriers(state, seat, dice)
    elif f":{HIDDEN}" in text:
        raise BadNotation(f"position rules {shown(text)}: expected a hidden carrier only with a hidden set-up")


def _read_end(state: StruggleState, fields: dict[str, str]) -> None:
    """Read how a finished match ended."""
    winner = fields.get("winner", "")
    ending = fields.get("ending", "")
    extra = set(fields) - {"seat", "rules0", "rules1", "winner", "ending", "ender", "quiet", "skipped"}
    if winner not in ("0", "1", "draw") or ending not in ENDINGS or extra:
        raise BadNotation("position with seat=over: expected winner=0, 1 or draw, and the ending's ruling, and no turn")
    state.set_quiet(number_field(fields, "quiet", 0, 10_000))
    state.data[at.SKIPPED] = number_field(fields, "skipped", 0, 1)
    if "ender" in fields:
        ender = number_field(fields, "ender", 0, PLACES - 1)
        if not state.data[at.RULE + ender] or state.power(ender).ruling != ending:
            raise BadNotation(
                f"position field ender={ender}: expected the place of the rule that ended the match (ST23)"
            )
        state.data[at.ENDER] = ender + 1
    state.finish(DRAW if winner == "draw" else int(winner), int(ending[2:]))


def _read_setup(state: StruggleState, fields: dict[str, str], start: StruggleState) -> None:
    """Read how far the set-up is."""
    extra = set(fields) - {"seat", "mover", "phase", "rules0", "rules1", "placed0", "placed1"}
    if extra:
        raise BadNotation(f"position field {sorted(extra)[0]}: expected only once the match has begun")
    for seat in range(2):
        check_home(state, seat, start)
    if state.phase != at.PICK:
        check_rules(state, start)
    phase, seat_word = state.phase, fields.get("seat", "0")
    next_decision(state)
    decider = "chance" if state.to_move == CHANCE else str(state.to_move)
    mover = fields.get("mover", seat_word)
    if (phase, seat_word, mover) != (state.phase, decider, str(state.mover)) or state.phase == at.PLAY:
        raise BadNotation(
            f"position fields phase and seat={shown(seat_word)}: expected who decides next, and what (ST1)"
        )


def _read_turn(state: StruggleState, fields: dict[str, str]) -> None:
    """Read who moves and how far the turn is."""
    if not state.is_alive(WHITE) or not state.is_alive(TEAM + WHITE):
        raise BadNotation("position without both whites: expected both whites, or seat=over (ST8)")
    most = max(0, state.options.quiet_turns - 1)
    state.set_quiet(number_field(fields, "quiet", 0, most))
    for name, flag in FLAGS.items():
        state.data[flag] = number_field(fields, name, 0, 1)
    state.gather()
    rolls = fields.get("seat") == "chance"
    state.to_move = number_field(fields, "mover" if rolls else "seat", 0, 1)
    state.data[at.MOVER] = number_field(fields, "mover", int(state.to_move), 1)
    for slot in _read_pieces(state, fields, "lame"):
        state.lame_rules_of(slot)
    for slot in _read_pieces(state, fields, "granted"):
        state.grant(slot)
    if "entered" in fields and state.options.chain_enters_twice:
        raise BadNotation("position field entered: expected only where a chain enters no space twice (ST5)")
    for cell in _read_cells(fields, "entered"):
        state.enter(cell)
    state.data[at.ACTIVE] = sum(slot + 1 for slot in _read_pieces(state, fields, "active", 1))
    state.data[at.LEFT] = sum(cell + 1 for cell in _read_cells(fields, "left", 1))
    for place in _read_places(fields, "pausing"):
        state.pause(place)
    check_turn(state)
    if state.phase == at.ANSWER:
        _read_answer(state, fields)
    elif "asking" in fields or state.mover != state.to_move or state.data[at.SKIPPING]:
        raise BadNotation("position fields asking, mover, skipping: expected only with phase=answer")
    elif state.active != NONE:
        check_chain(state)
    elif state.data[at.JOLTED] and list(state.moves())[1:] == []:
        raise BadNotation("position field jolted: expected a jolted piece that can move (ST20)")
    _read_rolls(state, fields, rolls)


def _read_rolls(state: StruggleState, fields: dict[str, str], rolls: bool) -> None:
    """Read which rules wait for their die."""
    places = _read_places(fields, "rolling")
    if rolls != bool(places) or not all(state.data[at.RULE + place] and state.power(place).dice for place in places):
        raise BadNotation("position field rolling: expected with seat=chance, and rules that have a die (ST23)")
    for place in places:
        state.roll(place)
    if rolls:
        state.to_move = CHANCE


def _read_cells(fields: dict[str, str], field: str, most: int = CELLS) -> list[int]:
    """Read a list of spaces."""
    names = fields[field].split(".") if fields.get(field) else []
    if any(name not in NAMES for name in names) or len(set(names)) < len(names):
        raise BadNotation(f"position field {field}={shown(fields[field])}: expected different spaces")
    if len(names) > most:
        raise BadNotation("position fields active and left: expected one space each")
    return [NAMES.index(name) for name in names]


def _read_pieces(state: StruggleState, fields: dict[str, str], field: str, most: int = TEAM) -> list[int]:
    """Read a list of pieces of the mover by their spaces."""
    slots = [int(state.slot_at(cell)) for cell in _read_cells(fields, field, most)]
    if any(slot == NONE or slot // TEAM != state.mover for slot in slots):
        raise BadNotation(f"position field {field}={shown(fields[field])}: expected spaces of the mover's pieces")
    return slots


def _read_places(fields: dict[str, str], field: str) -> list[int]:
    """Read a list of places of rules."""
    words = fields[field].split(".") if fields.get(field) else []
    if not all(re.fullmatch("[0-5]", word) for word in words) or len(set(words)) < len(words):
        raise BadNotation(f"position field {field}={shown(fields[field])}: expected places from 0 to 5")
    return [int(word) for word in words]


def _read_answer(state: StruggleState, fields: dict[str, str]) -> None:
    """Read which rule asks its owner."""
    asking = number_field(fields, "asking", 0, PLACES - 1)
    if "mover" not in fields and "asking" not in fields:
        raise BadNotation("position with phase=answer: expected asking, the place of the rule that asks")
    state.data[at.CLOSING] = (asking - int(state.mover) * RULES) % int(PLACES) + 1
    power = state.power(asking) if state.data[at.RULE + asking] else None
    if power is None or not overrides(power, "answer_moves") or state.data[at.ACTIVE] or state.data[at.JOLTED]:
        raise BadNotation(f"position field asking={asking}: expected a rule that asks its owner, after the turn (ST19)")
    if state.to_move != asking // RULES or power.fault(state, asking) or len(state.moves()) < 2:
        raise BadNotation(f"position field asking={asking}: expected its owner to have a choice (ST19)")
    if not state.is_usable(asking):
        raise BadNotation(f"position field asking={asking}: expected a rule that can be used (ST19)")
