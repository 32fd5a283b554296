"""Positions that somebody studies: shown at once, thought about in the bots' processes."""

from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.errors import PotluckError
from potluck.players.analysis import Line
from potluck.players.door import see
from potluck.players.review import review_steps
from potluck.table.live.hall import Hall
from potluck.table.match.ports import Claim, Question, Urgency
from potluck.table.match.showing import hints_allowed
from potluck.table.match.study import Board, studied
from potluck.table.protocol import Judged, Studied, StudiedLine, StudiedLines, Study, StudyLines
from potluck.table.protocol.refusals import Refused

FAILED = "the bot that analyses has failed"
FIRST = 4  # the first effort is a review's, divided by this


def look(study: Study) -> Studied:
    """Show a position that is studied."""
    try:
        return studied(Board(study))
    except PotluckError as error:  # a rule that players wrote has failed
        raise Refused("bad_request", str(error)) from error


async def find_lines(hall: Hall, asked: StudyLines, address: str) -> StudiedLines:
    """Find the best moves of the seat to move, as it may know the position."""
    board = Board(asked.study)
    game, state, seat = board.game, board.state, int(board.state.to_move)
    if seat < 0:
        return StudiedLines([], 0)
    demand_no_match(hall, board)
    steps = max(1, review_steps(game) * 4**asked.effort // FIRST)
    position = see(game, state, seat, Dice(0))
    question = Question(
        "analyse", game.name, game.chosen, position, seat, steps=steps, lines=asked.lines, code=game.code
    )
    thought = await hall.desk.ask(question, Claim(Urgency.ANALYSIS, address), FAILED)
    legal = {game.write(state, move): int(move) for move in state.moves()}
    found = [show_line(board, legal[line.move], line) for line in thought.lines if line.move in legal]
    return StudiedLines(found, sum(line.visits for line in thought.lines))


def show_line(board: Board, move: int, line: Line) -> StudiedLine:
    """Show one good move."""
    told, why = in_words(board, line.line), name_seats(line.reason, board.names)
    return StudiedLine(move, line.move, line.chance, line.error, line.line, told, why)


def in_words(board: Board, line: list[str]) -> list[str]:
    """Tell a line move by move, as far as it can be played here."""
    told, state = [], board.state.copy()
    for text in line:
        move = next((move for move in state.moves() if board.game.write(state, move) == text), None)
        if move is None or state.to_move < 0:
            break
        said = board.game.tell(state, move, int(state.to_move))
        told.append(name_seats(would(said[0]), board.names) if said else text)
        state.play(move)
    return told


async def judge(hall: Hall, study: Study, address: str) -> Judged:
    """Judge the last move of a study by what its seat knew."""
    board = Board(study)
    if board.before is None or board.before.to_move < 0:
        raise Refused("bad_request", "moves: expected a seat's decision at the end")
    demand_no_match(hall, board)
    game, before = board.game, board.before
    position = game.write_position(before)
    question = Question("judge", game.name, game.chosen, position, move=board.move, code=game.code)
    verdict = (await hall.desk.ask(question, Claim(Urgency.ANALYSIS, address), FAILED)).verdict
    if verdict is None:
        raise Refused("failed", "the bot that judges had nothing to say")
    return Judged(verdict.chance, verdict.made, game.write(before, verdict.best), verdict.mark)  # type: ignore[arg-type]


def demand_no_match(hall: Hall, board: Board) -> None:
    """Refuse to think about the position of a match that people are playing against one another."""
    keys = {board.state.key(), *(state.key() for state in (board.before,) if state is not None)}
    for match in (room.match for room in hall.rooms.values()):
        alone = match.status != "playing" or hints_allowed(match)
        if not alone and match.game == board.game and match.state.key() in keys:
            raise Refused("not_allowed", "This match is still being played. Analysis opens when it ends.")
