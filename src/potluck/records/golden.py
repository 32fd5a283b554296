"""Golden transcripts: a record, and below it what every move of it does, for a person to read.

    potluck golden FILE …

writes the lower part anew from the upper one; the difference of two versions shows how a change of the rules reads.
"""

from potluck.core.english import name_seats
from potluck.core.state import ALL, OVER
from potluck.records.match import Match
from potluck.records.record import Record, read, write

LINE = "=" * 60


def transcript(text: str) -> str:
    """Rebuild a transcript from the record at its top."""
    record = read(text.partition(LINE)[0])
    return write(record) + LINE + "\n\n" + playthrough(record)


def playthrough(record: Record) -> str:
    """Tell a match: the position at each turn, then each move in notation, its code, and what it does."""
    match = Match.from_record(record)
    game = match.game
    parts: list[str] = []
    turn = -1
    for ply, state, move in match.steps():
        if state.turn != turn:
            turn = int(state.turn)
            parts.append(f"\nTurn {turn + 1}\n{game.write_position(state)}\n")
        mover = f"seat {state.to_move}" if state.to_move >= 0 else "chance"
        parts.append(f"{ply + 1}. {mover}, 1 of {len(state.moves())}: {game.write(state, move)} [{move}]")
        parts += [f"   {name_seats(line, match.names)}" for line in game.tell(state, move, ALL)]
    parts.append(f"\nAt the end\n{game.write_position(match.state)}")
    if match.state.to_move == OVER:
        parts.append(f"{match.state.ending()}: {' '.join(f'{score:.6g}' for score in record.result)}")
    return "\n".join(parts).lstrip("\n") + "\n"
