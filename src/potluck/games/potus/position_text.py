"""Positions of POTUS as text.

Eight words, the rows from 8 down to 1, then fields. On a square stands its print (. S R * o) or a token: C Candidate,
A Advocate, T converted and U unconverted Turncoat, capital for seat 0 and small for seat 1; + is a stack, listed in the
field stacks: "stacks=a1:At/c4:CT". Fields with a slash hold seat 0's value, then seat 1's. Cards are a letter each in
the order of the table: . unseen, n f turned by seat 0 or 1, N F waiting in that seat's pile; Events . or x for drawn.
"""

import re

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.fields import check_fields, number_field, position_words, showing, word_field, write_fields
from potluck.core.state import ALL, CHANCE
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, EVENT, HALF, LETTERS, NAMES, RUSHMORE, SIZE, START, WALL, WAY_NAMES
from potluck.games.potus.events import AMOUNT, EFFECT, ORDER
from potluck.games.potus.notation import PRESIDENT_WORDS
from potluck.games.potus.piles import pile_size
from potluck.games.potus.position import NONE, SLOTS, TEAM, TURNCOATS, Options, kind_of, pay, put
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rounds import finish, scatter
from potluck.games.potus.rules import PotusState, empty_state

PHASES = ("place", "battle", "move", "landed", "event", "fly", "defect", "recount", "over")
ALWAYS = ("phase", "stacks", "opener", "money", "round", "events", "cards", "shown")
PENDING = ("battles", "veto", "filibuster", "union")
TURN = (*PENDING, "actor", "owner", "left", "finished", "silent", "owed")
STEPPING = (*TURN, "extra", "order", "moving", "way", "teleported")
FIELDS: dict[int, tuple[str, ...]] = {  # what a position may say besides ALWAYS
    at.PLACING: ("near", "far"),
    at.BATTLE: PENDING,
    at.MOVING: STEPPING,
    at.LANDED: STEPPING,
    at.DRAWING: (*TURN, "lander"),
    at.FLYING: (*TURN, "lander"),
    at.DEFECTING: TURN,
    at.RECOUNTING: TURN,
    at.ENDED: ("battles", "ending"),
}
TOKENS = "CATU"
LONGEST_ORDER = max([int(AMOUNT[event]) for event in range(at.EVENTS) if EFFECT[event] == ORDER], default=1)
STATUSES = ".nfNF"  # of President cards
COUNTS = (  # field, fact, the most of it
    ("left", at.LEFT, 99),
    ("extra", at.EXTRA, LONGEST_ORDER),
    ("order", at.ORDERED, 1),
    ("teleported", at.TELEPORTED, 1),
    ("silent", at.SILENT, 1),
)


# Writing


def write_position(state: PotusState, viewer: int = ALL) -> str:
    """Write the board row by row, then the fields that differ from nothing."""
    squares = [_write_square(state, cell, viewer) for cell in range(CELLS)]
    marks = [letters if len(letters) == 1 else "+" for letters in squares]
    rows = ["".join(marks[row * SIZE : row * SIZE + SIZE]) for row in reversed(range(SIZE))]
    stacks = "/".join(f"{NAMES[cell]}:{letters}" for cell, letters in enumerate(squares) if len(letters) > 1)
    fields = {"phase": PHASES[state.phase()], "stacks": stacks, **_turn_fields(state), **_match_fields(state)}
    for seat, name in enumerate(("near", "far")):
        fields[name] = "?" * int(state.data[at.PLACED + seat]) if state.is_hidden(seat, viewer) else ""
    return "\n".join([*rows, write_fields(fields)])


def _write_square(state: PotusState, cell: int, viewer: int) -> str:
    """Write the tokens on a square, or what is printed on it."""
    found = [
        _write_token(state, slot)
        for slot in range(SLOTS)
        if state.data[at.WHERE + slot] == cell
        and not (slot % TEAM >= TURNCOATS and state.is_hidden(1 - slot // TEAM, viewer))
    ]
    return "".join(sorted(found)) or LETTERS[state.options.board.ground[cell]]


def _write_token(state: PotusState, slot: int) -> str:
    """Write a token."""
    flat = kind_of(slot) == at.TURNCOAT and not state.data[at.FLAGS + slot] & at.CONVERTED
    letter = TOKENS[kind_of(slot) + flat]
    return letter if slot < TEAM else letter.lower()


def _token_word(state: PotusState, slot: int) -> str:
    """Name a token by its letter and its square."""
    return "" if slot == NONE else _write_token(state, slot) + NAMES[state.data[at.WHERE + slot]]


def _turn_fields(state: PotusState) -> dict[str, str]:
    """Write how far the turn is."""
    finished = [_token_word(state, slot) for slot in range(SLOTS) if state.data[at.FLAGS + slot] & at.FINISHED]
    return {
        "actor": "" if state.actor() == NONE else str(state.actor()),
        "owner": "" if state.owner() == state.actor() else str(state.owner()),
        "left": _count(state, at.LEFT),
        "extra": _count(state, at.EXTRA),
        "order": _count(state, at.ORDERED),
        "moving": _token_word(state, int(state.moving())),
        "way": "" if state.way() == NONE else WAY_NAMES[state.way()],
        "teleported": _count(state, at.TELEPORTED),
        "lander": _token_word(state, int(state.lander())),
        "finished": "/".join(sorted(finished)),
        "silent": _count(state, at.SILENT),
        "owed": _pair(state, at.OWED),
    }


def _match_fields(state: PotusState) -> dict[str, str]:
    """Write money, cards and what else outlasts a turn."""
    data = state.data
    faces = ["-" if state.face(seat) == NONE else PRESIDENT_WORDS[state.face(seat)] for seat in range(2)]
    money = f"{state.money(0)}/{state.money(1)}"
    cards = "".join(STATUSES[data[at.CARD + card]] for card in range(CARDS))
    events = "".join(".x"[data[at.DRAWN + event]] for event in range(at.EVENTS))
    return {
        "veto": _pair(state, at.VETOED),
        "filibuster": _pair(state, at.SILENCED),
        "union": _pair(state, at.FAVOURED),
        "opener": _count(state, at.OPENER),
        "money": "" if money == "0/0" else money,
        "battles": _count(state, at.FOUGHT),
        "round": "" if state.phase() == at.ENDED else _count(state, at.ROUND),
        "shown": "" if faces == ["-", "-"] else "/".join(faces),
        "cards": cards if cards.strip(".") else "",
        "events": events if events.strip(".") else "",
        "ending": state.ending(),
    }


def _count(state: PotusState, fact: int) -> str:
    """Write a fact, but nothing for 0."""
    return str(state.data[fact]) if state.data[fact] else ""


def _pair(state: PotusState, fact: int) -> str:
    """Write a fact of both seats, but nothing for 0 and 0."""
    near, far = int(state.data[fact]), int(state.data[fact + 1])
    return f"{near}/{far}" if near or far else ""


# Reading


def read_position(text: str, options: Options, dice: Dice | None = None) -> PotusState:
    """Read a position; Turncoats placed in secret are drawn from the dice."""
    rows, fields = position_words(text, SIZE)
    state = empty_state(options)
    state.data[at.PHASE] = word_field(fields, "phase", PHASES)
    check_fields(fields, ALWAYS + FIELDS[int(state.phase())])
    _read_board(state, rows, _read_stacks(fields.get("stacks", "")))
    with showing(state):
        _check_teams(state)
        _read_match(state, fields)
        _read_cards(state, fields)
        if state.phase() == at.PLACING:
            _read_placing(state, fields, dice)
        else:
            _read_play(state, fields)
        _check_moves(state)
    return state


def _read_stacks(text: str) -> dict[str, str]:
    """Read which tokens stand on the squares marked +."""
    stacks: dict[str, str] = {}
    for word in filter(None, text.split("/")):
        match = re.fullmatch(r"([a-h][1-8]):([CATUcatu]{2,20})", word)
        if not match or match[1] in stacks:
            raise BadNotation(f"position field stacks: {shown(word)}: expected a square and its tokens, like a1:At")
        stacks[match[1]] = match[2]
    return stacks


def _read_board(state: PotusState, rows: list[str], stacks: dict[str, str]) -> None:
    """Put all tokens on the board."""
    for row, word in zip(reversed(range(SIZE)), rows, strict=True):
        if not re.fullmatch(r"[CATUcatu.SR*o+]{8}", word):
            raise BadNotation(f"position row {shown(word)}: expected eight of . S R * o C A T U c a t u +")
        for column, mark in enumerate(word):
            _read_square(state, row * SIZE + column, mark, stacks)
    if stacks:
        raise BadNotation(f"position field stacks: {shown(min(stacks))}: expected a + on that square")


def _check_teams(state: PotusState) -> None:
    """Refuse a board without the tokens that never leave it."""
    for seat, side in enumerate(("near", "far")):
        if state.data[at.WHERE + seat * TEAM] == WALL or state.data[at.WHERE + seat * TEAM + 2] == WALL:
            raise BadNotation(f"position: expected one Candidate and two Advocates of the {side} seat (PO29)")


def _read_square(state: PotusState, cell: int, mark: str, stacks: dict[str, str]) -> None:
    """Put the tokens of one square on the board."""
    name = NAMES[cell]
    letters = stacks.pop(name, "") if mark == "+" else mark
    if not letters:
        raise BadNotation(f"position square {name}: a + there needs its tokens in the field stacks")
    ground = state.options.board.ground[cell]
    if letters in LETTERS:
        if letters not in (LETTERS[0], LETTERS[ground]):
            raise BadNotation(f"position square {name}: {LETTERS[ground]!r} is printed there, not {letters!r} (PO30)")
        return
    for letter in letters:
        _read_token(state, cell, letter)
    if len(letters) > 1:
        _check_stack(name, letters, ground == START)


def _read_token(state: PotusState, cell: int, letter: str) -> None:
    """Put one token on a square where it may stand."""
    data = state.data
    seat = 0 if letter.isupper() else 1
    kind = min(TOKENS.index(letter.upper()), at.TURNCOAT)
    first, end = ((0, 1), (1, TURNCOATS), (TURNCOATS, TURNCOATS + int(state.options.turncoats)))[kind]
    slots = [slot for slot in range(seat * TEAM + first, seat * TEAM + end) if data[at.WHERE + slot] == WALL]
    if not slots:
        raise BadNotation(f"position square {NAMES[cell]}: too many tokens {letter!r} on the board (PO29)")
    if kind == at.ADVOCATE and cell // HALF != seat:
        raise BadNotation(f"position square {NAMES[cell]}: an Advocate {letter!r} stays in its half (PO11)")
    if letter in "Uu" and (cell // HALF == seat or not state.options.placing[cell]):
        raise BadNotation(f"position square {NAMES[cell]}: no Turncoat {letter!r} may be placed there (PO13)")
    data[at.FLAGS + slots[0]] = at.CONVERTED if letter in "Tt" else 0
    put(state, slots[0], cell)


def _check_stack(name: str, letters: str, is_start: bool) -> None:
    """Refuse tokens that cannot share a square."""
    mixed = letters not in (letters.upper(), letters.lower()) or "A" in letters.upper()
    if re.search(r"[Uu]|A.*A|a.*a|A.*a", "".join(sorted(letters))) or (mixed and not is_start):
        raise BadNotation(f"position square {name}: the tokens {letters!r} cannot share a square (PO9, PO10, PO12)")


def _read_match(state: PotusState, fields: dict[str, str]) -> None:
    """Read what outlasts a turn."""
    over = state.phase() == at.ENDED
    state.data[at.OPENER] = number_field(fields, "opener", 0, 1)
    for seat, dollars in enumerate(_pair_field(fields, "money", 100_000)):
        pay(state, seat, dollars)
    rounds = int(state.options.rounds)
    state.data[at.ROUND] = rounds if over else number_field(fields, "round", 0, rounds - 1)
    most = int(state.options.battles) - (state.phase() == at.BATTLE) if state.options.battles else at.LONGEST
    state.data[at.FOUGHT] = number_field(fields, "battles", 0, most)
    for name, fact, most in (("veto", at.VETOED, 99), ("filibuster", at.SILENCED, 1), ("union", at.FAVOURED, 1)):
        for seat, value in enumerate(_pair_field(fields, name, most)):
            state.data[fact + seat] = value


def _pair_field(fields: dict[str, str], name: str, most: int) -> tuple[int, int]:
    """Read a number of each seat."""
    text = fields.get(name, "0/0")
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if not match or max(int(match[1]), int(match[2])) > most:
        raise BadNotation(f"position field {name}={shown(text)}: expected two numbers up to {most}, like 0/1")
    return int(match[1]), int(match[2])


# The cards


def _read_cards(state: PotusState, fields: dict[str, str]) -> None:
    """Read which cards were seen, and which lie face up."""
    text = fields.get("cards", "." * CARDS)
    if not re.fullmatch(rf"[{STATUSES}]{{{CARDS}}}", text):
        raise BadNotation(f"position field cards={shown(text)}: expected {CARDS} of {' '.join(STATUSES)}")
    events = fields.get("events", "." * at.EVENTS)
    if not re.fullmatch(rf"[.x]{{{at.EVENTS}}}", events) or "." not in events:
        raise BadNotation(f"position field events={shown(events)}: expected {at.EVENTS} of . x, at least one not drawn")
    for card, letter in enumerate(text):
        state.data[at.CARD + card] = STATUSES.index(letter)
    for event, letter in enumerate(events):
        state.data[at.DRAWN + event] = ".x".index(letter)
    state.data[at.EVENTS_LEFT] = events.count(".")
    _read_faces(state, fields.get("shown", "-/-"))
    for seat in range(2):
        _read_pile(state, seat)


def _read_faces(state: PotusState, text: str) -> None:
    """Read the cards that lie face up: both, or only the first while cards are being turned."""
    faces = text.split("/")
    if len(faces) != 2 or any(face not in (*PRESIDENT_WORDS, "-") for face in faces) or faces[0] == faces[1] != "-":
        raise BadNotation(f"position field shown={shown(text)}: expected two President cards like Reagan/Adams")
    turning = state.phase() in (at.BATTLE, at.RECOUNTING)
    if faces[1] != "-" if turning else (faces[0] == "-") != (faces[1] == "-"):
        raise BadNotation(
            f"position field shown={shown(text)}: expected both cards, or the first while they are turned"
        )
    near, far = (NONE if face == "-" else PRESIDENT_WORDS.index(face) for face in faces)
    if turning and near != NONE and state.data[at.CARD + near] != at.TURNED:
        raise BadNotation(f"position field shown={shown(text)}: the field cards does not say that seat 0 turned it")
    state.data[at.FACE], state.data[at.FACE + 1] = near + 1, far + 1


def _read_pile(state: PotusState, seat: int) -> None:
    """Work out what a seat's pile holds."""
    data, options = state.data, state.options
    size = int(pile_size(seat == data[at.OPENER], options.burnt))
    statuses = [int(data[at.CARD + card]) for card in range(CARDS)]
    turned, waiting = statuses.count(at.TURNED + seat), statuses.count(at.WAITING + seat)
    fresh = turned + waiting < size
    left = size - turned if fresh else waiting
    empty = left == 0 and not (seat == 0 and state.face(0) != NONE and state.face(1) == NONE)
    if turned + waiting > size or (fresh and waiting) or empty or (waiting and options.redeal):
        raise BadNotation(
            f"position field cards: seat {seat} has {turned} turned and {waiting} waiting cards, "
            f"which does not fit a pile of {size} (PO1)"
        )
    data[at.PILE + seat] = left
    data[at.FRESH + seat] = int(fresh)


# Placing, and the turn


def _read_placing(state: PotusState, fields: dict[str, str], dice: Dice | None) -> None:
    """Read how many Turncoats lie on the board; scatter the hidden ones."""
    data, options = state.data, state.options
    hidden = [_read_hidden(state, fields, name) for name in ("near", "far")]
    for seat in range(2):
        first = (1 - seat) * TEAM + TURNCOATS
        seen = [slot for slot in range(first, first + TEAM - TURNCOATS) if data[at.WHERE + slot] != WALL]
        if any(data[at.FLAGS + slot] for slot in seen):
            raise BadNotation("position with phase=place: expected no converted Turncoat")
        homes = [options.board.start[seat], options.board.rushmore[2 * seat], options.board.rushmore[2 * seat + 1]]
        if sorted(data[at.WHERE + seat * TEAM + index] for index in range(TURNCOATS)) != sorted(homes):
            raise BadNotation("position with phase=place: expected Candidates and Advocates where they begin (PO29)")
        if seen and hidden[seat]:
            raise BadNotation("position fields near, far: expected all Turncoats of a half hidden, or none")
        data[at.PLACED + seat] = len(seen) + hidden[seat]
    opener = int(data[at.OPENER])
    ahead = int(data[at.PLACED + opener]) - int(data[at.PLACED + 1 - opener])
    if ahead not in (0, 1) or max(int(data[at.PLACED]), int(data[at.PLACED + 1])) > options.turncoats:
        raise BadNotation("position with phase=place: the players place in turn, each as many as agreed (PO13)")
    if data[at.PLACED + 1 - opener] == options.turncoats or any(data[at.CARD + card] for card in range(CARDS)):
        raise BadNotation("position with phase=place: expected a Turncoat still to be placed, and no card turned")
    state.to_move = opener if ahead == 0 else 1 - opener
    for seat in range(2):
        if hidden[seat]:
            if dice is None:
                raise BadNotation("position fields near, far: ? hides Turncoats, and there are no dice to place them")
            scatter(state, seat, dice)


def _read_hidden(state: PotusState, fields: dict[str, str], name: str) -> int:
    """Read how many Turncoats a half hides."""
    text = fields.get(name, "")
    if text and not (state.options.secret_placement and re.fullmatch(r"\?{1,7}", text)):
        raise BadNotation(
            f"position field {name}={shown(text)}: expected a ? for each Turncoat placed in secret (PO13)"
        )
    return len(text)


def _read_play(state: PotusState, fields: dict[str, str]) -> None:
    """Read a position with all Turncoats placed."""
    data, options = state.data, state.options
    for seat in range(2):
        first = seat * TEAM + TURNCOATS
        on_board = [slot for slot in range(first, first + TEAM - TURNCOATS) if data[at.WHERE + slot] != WALL]
        data[at.SCORED + seat] = int(options.turncoats) - len(on_board)
        data[at.PLACED + seat] = int(options.turncoats)
    won = options.turncoats in (data[at.SCORED], data[at.SCORED + 1])
    if state.phase() == at.ENDED:
        if fields.get("ending") != ("PO14" if won else "PO16"):
            raise BadNotation(
                f"position field ending={shown(fields.get('ending', ''))}: expected PO14 or PO16, as it was"
            )
        finish(state, 14 if won else 16)
        return
    if won:
        raise BadNotation("position without a Turncoat of each side: expected one of each (PO14)")
    state.to_move = CHANCE
    if state.phase() != at.BATTLE:
        _read_turn(state, fields)


def _read_turn(state: PotusState, fields: dict[str, str]) -> None:
    """Read whose turn it is and how far it has come."""
    data = state.data
    actor = number_field(fields, "actor", -1, 1)
    owner = number_field(fields, "owner", actor, 1)
    data[at.ACTOR], data[at.OWNER] = actor + 1, owner + 1
    for name, fact, most in COUNTS:
        data[fact] = number_field(fields, name, 0, most)
    data[at.OWED], data[at.OWED + 1] = _pair_field(fields, "owed", 4)
    if data[at.OWED + owner] or (state.phase() == at.RECOUNTING and actor != owner):
        raise BadNotation("position fields actor, owner, owed: expected nothing owed to the owner, whose turn it is")
    for word in filter(None, fields.get("finished", "").split("/")):
        slot = _find_token(state, "finished", word, 0)
        data[at.FLAGS + slot] = data[at.FLAGS + slot] | at.FINISHED
    if "way" in fields:
        if fields["way"] not in WAY_NAMES[:: int(state.options.stride)]:
            raise BadNotation(f"position field way={shown(fields['way'])}: expected a direction like ne")
        data[at.WAY] = WAY_NAMES.index(fields["way"]) + 1
    if "moving" in fields:
        data[at.UNDER_WAY] = _find_token(state, "moving", fields["moving"], 0) + 1
    if "lander" in fields:
        data[at.LANDER] = _find_token(state, "lander", fields["lander"], at.FINISHED) + 1
    _check_turn(state)
    if state.phase() not in (at.DRAWING, at.RECOUNTING):
        state.to_move = actor


def _find_token(state: PotusState, field: str, word: str, flag: int) -> int:
    """Find the token that a field names; it must be finished already, or not yet."""
    for slot in range(SLOTS):
        on_board = state.data[at.WHERE + slot] != WALL and word == _token_word(state, slot)
        if on_board and word[0] not in "Uu" and state.data[at.FLAGS + slot] & at.FINISHED == flag:
            return slot
    raise BadNotation(f"position field {field}={shown(word)}: expected a token like Cb2, as it stands on the board")


def _check_turn(state: PotusState) -> None:
    """Refuse a turn that cannot have come about."""
    if state.phase() in (at.MOVING, at.LANDED):
        _check_movements(state)
        _check_moving(state)
    elif state.phase() in (at.DRAWING, at.FLYING):
        lander = int(state.lander())
        ground = state.options.board.ground[int(state.data[at.WHERE + lander])] if lander != NONE else START
        if lander // TEAM != state.actor() or ground != EVENT:
            raise BadNotation("position field lander: expected a finished token of the actor on an Event square (PO7)")


def _check_movements(state: PotusState) -> None:
    """Refuse movements that nobody can use."""
    special = state.data[at.ORDERED] or state.actor() != state.owner()
    none_left = state.data[at.EXTRA] == 0 if special else state.data[at.LEFT] == 0
    if (state.data[at.EXTRA] > 0 and not special) or (state.phase() == at.MOVING and none_left):
        raise BadNotation("position fields left, extra: expected movements for the actor, extra ones only by an Event")
    if not state.data[at.ORDERED] and state.data[at.EXTRA] > 1 - (state.moving() != NONE):
        raise BadNotation(
            "position field extra: expected 1 movement after a Recount, before the token has moved (PO28)"
        )
    if state.data[at.ORDERED] and state.moving() != NONE and state.data[at.EXTRA] == LONGEST_ORDER:
        raise BadNotation("position field extra: expected an Executive Order of which a movement is made (PO18)")


def _check_moving(state: PotusState) -> None:
    """Refuse a moving token that would have been finished, or could not be where it is."""
    slot = int(state.moving())
    if slot == NONE:
        if state.phase() == at.LANDED or state.way() != NONE or state.data[at.TELEPORTED]:
            raise BadNotation("position fields moving, way, teleported: expected a moving token")
        return
    cell = int(state.data[at.WHERE + slot])
    ground = state.options.board.ground[cell]
    others = [other for other in range(SLOTS) if other != slot and state.data[at.WHERE + other] == cell]
    landed = state.phase() == at.LANDED
    if slot // TEAM != state.actor() or (state.way() == NONE and not state.data[at.TELEPORTED]) or ground == EVENT:
        raise BadNotation("position field moving: expected a token of the actor with a way, or teleported (PO4, PO7)")
    if (landed or state.way() == NONE) and (
        ground != RUSHMORE or kind_of(slot) == at.ADVOCATE or landed == state.data[at.TELEPORTED]
    ):
        raise BadNotation("position field moving: expected a token on Rushmore, before or after its teleport (PO8)")
    converting = kind_of(slot) == at.CANDIDATE and len(others) == 1 and ground != RUSHMORE
    if others and not landed and not converting:
        raise BadNotation("position field moving: a token that joins own tokens has ended its move (PO37)")
    if any(other // TEAM != state.actor() for other in others):
        raise BadNotation("position field moving: a token does not enter a square with others (PO38)")


def _check_moves(state: PotusState) -> None:
    """Refuse a position from which nothing can be done."""
    if state.phase() != at.ENDED and not len(state.moves()):
        raise BadNotation(
            f"position with phase={PHASES[state.phase()]}: nothing can be done, so it would have gone on (PO5)"
        )
    if state.phase() == at.LANDED and len(state.moves()) == 1:
        raise BadNotation("position with phase=landed: no other Rushmore square is open (PO8)")
