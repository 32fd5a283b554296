"""Records: a match as a text that people can read, and from which it can be rebuilt bit for bit.

    Game: potential
    Rules: 2
    Seats: 2
    Result: 1 -1
    Ending: PT17

    1. 0 c2-c3 c3-c4
    2. 1 d8-d7 d7-d6

Header lines, an empty line, then a line for each turn: its number, the seat, its moves in notation, chance in
parentheses. A turn in which several seats decide has a line for each run of one seat's moves.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadNotation, BadOptions, BadRecord, IllegalMove
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.games import load_text, options_text

LARGEST = 1 << 20  # bytes of one record
WORDS = 4  # the most words in one move
SEALED = 2  # the version of new seals (see seal.py)
DRAWN = "drawn"
# How a match ends that the rules do not end.
ENDINGS = ("resigned", "flag", "agreed", "aborted", "forfeit", "full", "void", "withheld")
HEADERS = (
    *("Game", "Options", "Rules", "Seats", "Players", "Date", "Position", "Hidden", "Begins"),
    *("Match", "Seal", "Commitments", "Nonces", "Attempts", "Seed", "Result", "Ending"),
)


class Record(msgspec.Struct):
    """Hold a match: the game with its options, the moves, and how it ended."""

    game: str
    options: str = ""  # as text, those that differ from their defaults
    rules: int = 1
    seats: int = 2
    moves: list[int] = msgspec.field(default_factory=list)
    players: list[str] = msgspec.field(default_factory=list)
    date: str = ""
    position: str = ""  # where it began, if not at the set-up
    hidden: str = ""  # the position that was agreed on, if the seal filled in what it hid
    begins_drawn: bool = False  # the seal decided who begins
    match: str = ""  # the id that the chance draws name
    seal: str = ""  # of the seed and the terms
    sealed: int = SEALED  # the version of the seal
    commitments: list[str] = msgspec.field(default_factory=list)  # to the nonces, before they were revealed
    nonces: list[str] = msgspec.field(default_factory=list)
    attempts: dict[int, int] = msgspec.field(default_factory=dict)  # by ply: how often it was drawn before, then undone
    seed: str = ""  # published after the end
    result: list[float] = msgspec.field(default_factory=list)  # a score a seat; empty while unfinished
    ending: str = ""  # a ruling, or one of ENDINGS

    def load(self) -> Game:
        """Prepare the game that was played."""
        return load_text(self.game, self.options)

    def terms(self) -> str:
        """Write what was agreed on before the match, as the seal covers it."""
        game = self.load()
        return terms_text(game, self.seats, None if self.begins_drawn else int(game.chosen["first"]), self.agreed())

    def agreed(self) -> str:
        """Return the position that was agreed on."""
        return self.hidden or self.position

    def begin(self, game: Game) -> State:
        """Return the state at which the match began."""
        return game.read_position(self.position) if self.position else game.new(self.seats)


def terms_text(game: Game, seats: int, begins: int | None, position: str) -> str:
    """Write the terms of a match: whoever changes one of them changes the seal."""
    options = sorted(f"{name}={value}" for name, value in game.changed_options().items() if name != "first")
    return f"{game.name}|{', '.join(options)}|{seats}|{DRAWN if begins is None else begins}|{position}"


class Step(NamedTuple):
    """Hold one move of a replay, with the state before it."""

    ply: int
    state: State
    move: int


def replay(record: Record) -> Iterator[Step]:
    """Play the match again, move by move; the state handed out is the caller's to keep."""
    game = record.load()
    state = record.begin(game)
    for ply, move in enumerate(record.moves):
        yield Step(ply, state.copy(), move)
        state.play(game.check(state, move))


# Writing


def write(record: Record) -> str:
    """Write a record as text."""
    lines = [f"{name}: {value}" for name, value in _header(record) if value]
    return "\n".join([*lines, "", *_turn_lines(record)]) + "\n"


def _header(record: Record) -> list[tuple[str, str]]:
    """List the header lines in their order; those without a value are left out."""
    return [
        ("Game", record.game),
        ("Options", record.options),
        ("Rules", str(record.rules)),
        ("Seats", str(record.seats)),
        ("Players", ", ".join(record.players)),
        ("Date", record.date),
        ("Position", record.position),
        ("Hidden", record.hidden),
        ("Begins", DRAWN if record.begins_drawn else ""),
        ("Match", record.match),
        ("Seal", f"{record.sealed} {record.seal}" if record.seal and record.sealed > 1 else record.seal),
        ("Commitments", ", ".join(record.commitments)),
        ("Nonces", ", ".join(record.nonces)),
        ("Attempts", " ".join(f"{ply}:{attempt}" for ply, attempt in record.attempts.items())),
        ("Seed", record.seed),
        ("Result", " ".join(f"{score:.6g}" for score in record.result) or "*"),
        ("Ending", record.ending),
    ]


def _turn_lines(record: Record) -> list[str]:
    """Write the moves, a line for each run of one seat's moves in a turn."""
    game = record.load()
    runs: list[tuple[int, list[int], list[str]]] = []  # turn, seats that moved in it (one at most), texts
    for _, state, move in replay(record) if record.moves else ():  # a position that hides something has none
        text = game.write(state, move)
        mover = int(state.to_move)
        seats = [] if mover == CHANCE else [mover]
        if not runs or runs[-1][0] != state.turn or (runs[-1][1] and seats and runs[-1][1] != seats):
            runs.append((int(state.turn), [], []))
        runs[-1][1][:] = runs[-1][1] or seats
        runs[-1][2].append(f"({text})" if mover == CHANCE else text)
    return [f"{turn + 1}. {seats[0] if seats else '-'} {' '.join(texts)}" for turn, seats, texts in runs]


# Reading


def read(text: str) -> Record:
    """Read a record and play it through the rules; refuse it with the line that is wrong."""
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise BadRecord(f"record: expected at most {LARGEST} bytes")
    lines = text.splitlines()
    split = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    header = _read_header(lines[:split])
    record, game = _read_facts(header)
    try:
        _check_end(record, game, _read_moves(record, game, lines, split), header)
    except BadRecord as error:
        if record.rules == game.rules_version:
            raise
        raise BadRecord(
            f"{error}; it was played by rules {record.rules}, and these are {game.rules_version}"
        ) from error
    record.rules = game.rules_version  # by today's rules it is the same match
    return record


def _read_header(lines: list[str]) -> dict[str, str]:
    """Split the header into names and values."""
    header: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        name, colon, value = line.partition(":")
        if not colon or name not in HEADERS or name in header:
            raise BadRecord(f"line {number} {shown(line)}: expected a header, each once, of {', '.join(HEADERS)}")
        header[name] = value.strip()
    for name in ("Game", "Rules", "Seats"):
        if name not in header:
            raise BadRecord(f"record: expected a line {name}: … before the first empty line")
    return header


def _read_facts(header: dict[str, str]) -> tuple[Record, Game]:
    """Read what the header says of the match."""
    try:
        game = load_text(header["Game"], header.get("Options", ""))
        record = Record(game.name, options_text(game), _number(header, "Rules"), _number(header, "Seats"))
        record.position = header.get("Position", "")
        record.begin(game)
    except (BadOptions, BadNotation) as error:
        raise BadRecord(f"header: {error}") from error
    if record.rules > game.rules_version:
        raise BadRecord(f"header Rules: {record.rules}: this Potluck plays {game.title} by rules {game.rules_version}")
    record.players = _list(header, "Players")
    record.date = header.get("Date", "")
    _read_seal(record, header)
    return record, game


def _read_seal(record: Record, header: dict[str, str]) -> None:
    """Read what chance was drawn from."""
    record.match = header.get("Match", "")
    version, _, seal = header.get("Seal", "").rpartition(" ")
    if not re.fullmatch(r"[0-9]{0,4}", version):
        raise BadRecord(f"header Seal: {shown(header['Seal'])}: expected its version and 64 hexadecimal digits")
    record.sealed, record.seal = int(version or 1) if seal else SEALED, seal
    if header.get("Begins", DRAWN) != DRAWN:
        raise BadRecord(f"header Begins: {shown(header['Begins'])}: expected {DRAWN}, or no such line")
    record.begins_drawn = "Begins" in header
    record.hidden = header.get("Hidden", "")
    record.commitments = _list(header, "Commitments")
    record.nonces = _list(header, "Nonces")
    record.seed = header.get("Seed", "")
    record.attempts = _read_attempts(header.get("Attempts", ""))


def _list(header: dict[str, str], name: str) -> list[str]:
    """Read a list of words from the header."""
    return [word.strip() for word in header.get(name, "").split(",") if word.strip()]


def _number(header: dict[str, str], name: str) -> int:
    """Read a number from the header."""
    if not re.fullmatch(r"[0-9]{1,4}", header[name]):
        raise BadRecord(f"header {name}: {shown(header[name])}: expected a number")
    return int(header[name])


def _read_attempts(text: str) -> dict[int, int]:
    """Read how often a ply was drawn before."""
    attempts: dict[int, int] = {}
    for word in text.split():
        if not re.fullmatch(r"[0-9]{1,6}:[0-9]{1,6}", word):
            raise BadRecord(f"header Attempts: {shown(word)}: expected ply:attempt")
        ply, _, attempt = word.partition(":")
        attempts[int(ply)] = int(attempt)
    return attempts


def _read_moves(record: Record, game: Game, lines: list[str], split: int) -> State:
    """Read and play all turns; return the state they lead to."""
    state = record.begin(game)
    for number, line in enumerate(lines[split:], start=split + 1):
        if not line.strip():
            continue
        match = re.fullmatch(r"\s*[0-9]{1,9}\. (-|[0-9]) (.+)", line)
        if not match:
            raise BadRecord(f"line {number} {shown(line)}: expected a turn like 1. 0 c3-c4")
        try:
            _read_turn(record, game, state, match[1], match[2])
        except (IllegalMove, BadNotation) as error:
            raise BadRecord(f"line {number}: {error}") from error
    return state


def _read_turn(record: Record, game: Game, state: State, seat: str, text: str) -> None:
    """Play the moves of one line."""
    words = text.split()
    while words:
        if words[0].startswith("("):
            move, used = _read_chance(game, state, words)
        elif state.to_move >= 0 and str(state.to_move) != seat:
            raise IllegalMove(f"illegal move {shown(words[0])}: seat {state.to_move} is to move, not seat {seat}")
        else:
            move, used = _read_move(game, state, words)
        state.play(move)
        record.moves.append(move)
        del words[:used]


def _read_chance(game: Game, state: State, words: list[str]) -> tuple[int, int]:
    """Find the chance move at the front of the words, and how many of them it takes."""
    used = next((number for number, word in enumerate(words, start=1) if word.endswith(")")), 0)
    if not used:
        raise BadNotation(f"{shown(words[0])}: expected a closing parenthesis")
    text = " ".join(words[:used])[1:-1]
    if state.to_move != CHANCE:
        raise IllegalMove(f"illegal move {shown(f'({text})')}: chance draws nothing here")
    return game.read(state, text), used


def _read_move(game: Game, state: State, words: list[str]) -> tuple[int, int]:
    """Find the seat's move at the front of the words, and how many of them it takes."""
    texts = {game.write(state, move): move for move in state.moves()} if state.to_move >= 0 else {}
    for used in range(1, WORDS + 1):
        text = " ".join(words[:used])
        if text in texts:
            return texts[text], used
    return game.read(state, " ".join(words[: _words_in_error(words)])), 1  # raises, with the reason


def _words_in_error(words: list[str]) -> int:
    """Guess how many words to quote: a single letter belongs to the word after it."""
    return 2 if len(words[0]) == 1 else 1


def _check_end(record: Record, game: Game, state: State, header: dict[str, str]) -> None:
    """Compare the result in the header with the one that the rules give."""
    result, ending = header.get("Result", "*"), header.get("Ending", "")
    if state.to_move == OVER:
        record.result, record.ending = [state.score(seat) for seat in range(record.seats)], state.ending()
        expected = " ".join(f"{score:.6g}" for score in record.result)
        if (result, ending) != (expected, record.ending):
            raise BadRecord(
                f"header Result: {shown(result)}, Ending: {shown(ending)}: expected {expected}, {record.ending}"
            )
        return
    if result == "*" and not ending:
        return
    if ending not in ENDINGS:
        raise BadRecord(
            f"header Ending: {shown(ending)}: expected one of {', '.join(ENDINGS)}: the rules have not ended it"
        )
    record.ending = ending
    record.result = _read_result(result, record.seats)


def _read_result(text: str, seats: int) -> list[float]:
    """Read a score for each seat."""
    words = text.split()
    if len(words) != seats or not all(re.fullmatch(r"-?[01](\.[0-9]{1,6})?", word) for word in words):
        raise BadRecord(f"header Result: {shown(text)}: expected a score from -1 to 1 for each of {seats} seats")
    scores = [float(word) for word in words]
    if any(abs(score) > 1 for score in scores):
        raise BadRecord(f"header Result: {shown(text)}: expected scores from -1 to 1")
    return scores
