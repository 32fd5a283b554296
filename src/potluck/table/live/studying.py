"""Positions that somebody studies: shown at once, thought about in the bots' processes."""

from itertools import takewhile

from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.errors import PotluckError
from potluck.core.game import Game
from potluck.core.state import ALL, State
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
    legal = {choice.text: choice.move for choice in board.choices()}
    found = [show_line(board, legal[line.move], line) for line in thought.lines if line.move in legal]
    return StudiedLines(found, sum(line.visits for line in thought.lines))


def show_line(board: Board, move: int, line: Line) -> StudiedLine:
    """Show one good move."""
    told = in_words(board, line.line)
    why = name_seats(line.reason, board.names) if board.viewer in (ALL, int(board.state.to_move)) else ""
    return StudiedLine(move, line.move, line.chance, line.error, line.line[: len(told)], told, why)


def in_words(board: Board, line: list[str]) -> list[str]:
    """Tell a line move by move, as far as the viewer knows that it can be played here."""
    told, twins = [], board.twins()
    for text in line:
        moves = [move for twin in twins if (move := legal_move(board.game, twin, text)) is not None]
        if len(moves) < len(twins):
            break
        said = [say(board, twin, move) for twin, move in zip(twins, moves, strict=True)]
        told.append(common(said) or text)
        for twin, move in zip(twins, moves, strict=True):
            twin.play(move)
    return told


def legal_move(game: Game, state: State, text: str) -> int | None:
    """Find a seat's move by its text."""
    if state.to_move < 0:
        return None
    return next((int(move) for move in state.moves() if game.write(state, move) == text), None)


def say(board: Board, state: State, move: int) -> str:
    """Say what a move would do, as the viewer would be told, or whoever makes it where everything is shown."""
    viewer = int(state.to_move) if board.viewer == ALL else board.viewer
    told = board.game.tell(state, move, viewer)
    return name_seats(would(told[0]), board.names) if told else ""


def common(sentences: list[str]) -> str:
    """Say what is the same whatever is hidden: the words with which all sentences begin."""
    if len(set(sentences)) == 1:
        return sentences[0]
    words = [sentence.split() for sentence in sentences]
    same = takewhile(lambda row: len(set(row)) == 1, zip(*words, strict=False))
    return " ".join([*(row[0] for row in same), "…"])


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
