"""Advice: a bot is asked for the best moves."""

from collections.abc import Iterator

from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.state import State
from potluck.players.door import see
from potluck.players.levels import level_names
from potluck.records.secrecy import redraw
from potluck.table.live.desk import Desk
from potluck.table.match.decide import demand_turn
from potluck.table.match.match import Match
from potluck.table.match.ports import Claim, Question, Urgency
from potluck.table.match.replay import past_state
from potluck.table.match.showing import hints_allowed
from potluck.table.protocol import Hint, HintLine, HintStep
from potluck.table.protocol.refusals import Refused

STRANGER = 4  # what an analysis counts for whoever has no key to the match


async def hint(desk: Desk, match: Match, seat: int, address: str = "") -> Hint:
    """Advise the seat to move, where that is allowed."""
    demand_turn(match, seat)
    if not hints_allowed(match):
        raise Refused("not_allowed", "hints are for matches against bots, or when everybody agrees")
    return await advise(desk, match, match.state, seat, Claim(Urgency.HINT, address, match.id))


async def analyse(desk: Desk, match: Match, ply: int, mine: tuple[int, ...] = (), address: str = "") -> Hint:
    """Show the best moves at a point of a finished match; to whoever did not play it that costs more."""
    state = past_state(match, ply)
    if state.to_move < 0:
        return Hint(match.version, [])
    claim = Claim(Urgency.ANALYSIS, address, match.id, 1 if mine else STRANGER)
    return await advise(desk, match, state, int(state.to_move), claim)


async def advise(desk: Desk, match: Match, state: State, seat: int, claim: Claim) -> Hint:
    """Ask a bot for the best moves of a seat, as it may know the position."""
    game, version = match.game, match.version
    codes = {game.write(state, move): int(move) for move in state.moves()}
    twin = redraw(state, seat, Dice(version))
    position = see(game, state, seat, Dice(desk.random_seed()))
    question = Question("analyse", game.name, game.chosen, position, seat, level_names(game)[-1], 0, code=game.code)
    lines = (await desk.ask(question, claim, "the bot that gives advice has failed")).lines
    found = [line for line in lines if line.move in codes]
    return Hint(
        version,
        [
            HintLine(
                *(codes[line.move], line.move, line.chance, line.line, name_seats(line.reason, match.names)),
                list(turn_of(match, twin.copy(), seat, line.line)),
            )
            for line in found
        ],
    )


def turn_of(match: Match, state: State, seat: int, moves: list[str]) -> Iterator[HintStep]:
    """Follow a line through one turn of a seat, up to what chance decides or what the seat cannot foresee."""
    game, turn = match.game, state.turn
    for text in moves:
        codes = {game.write(state, move): int(move) for move in state.moves()}
        if state.to_move != seat or state.turn != turn or text not in codes:
            return
        told = [name_seats(would(line), match.names, seat) for line in game.tell(state, codes[text], seat)]
        yield HintStep(text, game.path(state, codes[text]), " ".join(told))
        state.play(codes[text])
