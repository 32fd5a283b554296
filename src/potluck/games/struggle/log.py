"""What Struggle says: prompts, asides and the log."""

from potluck.core.english import capital, counted, in_a_row, listed
from potluck.core.state import CHANCE, OVER
from potluck.games.struggle import position as at
from potluck.games.struggle.board import CELLS, NAMES, ROW, STRIDE, WAYS, ZAP_ROW
from potluck.games.struggle.notation import block_of, ends_of, write_openly
from potluck.games.struggle.position import COLOURS, DRAW, NONE, RULES, TEAM, WHITE
from potluck.games.struggle.power import ENDS, Power
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.setup import next_colour, next_place, owed
from potluck.games.struggle.words import THINGS

BEGINS: tuple[str, ...] = ()  # in sentences about the turn that begins

# Prompts


def prompt(state: StruggleState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        ender = f"{state.power(int(state.data[at.ENDER]) - 1).title} ended the match. " if state.data[at.ENDER] else ""
        return ender + ("The match is a draw." if state.winner() == DRAW else f"{{{state.winner()}}} won.")
    if state.to_move == CHANCE:
        return "Special rules are being drawn." if state.phase == at.PICK else f"{_roller(state).title} rolls its die."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to {'move' if state.phase == at.PLAY else 'choose'}."
    if state.phase == at.PICK:
        return f"Choose a special rule: {owed(state, seat)} left."
    if state.phase == at.SET:
        return f"Place {COLOURS[next_colour(state, seat)]} in your second or third row."
    if state.phase == at.DESIGNATE:
        return f"Choose the piece that carries {state.power(next_place(state, seat)).title}."
    if state.phase == at.ANSWER:
        return f"{capital(state.power(state.asking()).ask(state, state.asking()))}."
    return _turn_prompt(state)


def _turn_prompt(state: StruggleState) -> str:
    """Say what the mover may do in a turn."""
    if state.active != NONE:
        colour = COLOURS[state.active % TEAM]
        offers = [state.power(place).ask(state, place) for place in range(at.PLACES) if state.is_pausing(place)]
        if offers:
            return f"{capital(', '.join(offers))}, {'' if state.data[at.STEPPED] else 'jump on '}or stop here."
        return f"Jump on with {colour}, or stop here."
    if state.data[at.JOLTED]:
        names = [COLOURS[slot % TEAM] for slot in range(at.PIECES) if state.is_granted(slot)]
        return f"Move {' or '.join(names)}, without special rules, or stop here."
    if at.SKIP in state.moves():
        return f"{THINGS['skip'].name}: you have no move."
    return (
        "Move a piece, or use a special rule."
        if any(state.data[at.RULE + place] for place in range(at.PLACES))
        else "Move a piece."
    )


def aside(state: StruggleState, seat: int) -> str:
    """Say which rules cannot be used now, and warn of a draw."""
    if state.to_move != seat or state.phase != at.PLAY:
        return ""
    words = []
    lame = [COLOURS[slot % TEAM] for slot in range(at.PIECES) if state.is_lame(slot)]
    if lame:
        words.append(f"The rules on {listed(lame)} cannot be used this turn.")
    left = state.options.quiet_turns - state.quiet
    if state.options.quiet_turns and left <= 10:
        words.append(f"The match is a draw after {counted(left, 'more quiet turn')}.")
    return " ".join(words)


# The log


def tell(state: StruggleState, after: StruggleState, move: int, viewer: int) -> list[str]:
    """Say what a move does."""
    if state.to_move == CHANCE and state.phase != at.PICK:
        return _tell_roll(state, after, move)
    mover = state.mover if state.to_move == CHANCE else state.to_move
    if state.phase in (at.PICK, at.SET, at.DESIGNATE):
        return _tell_setup(state, move, mover, viewer)
    lines = [
        f"{{{mover}}} {_tell_move(state, move)}.",
        *_tell_pieces(state, after, move),
        *_tell_rules(state, after, move),
    ]
    return [*lines, prompt(after, NONE)] if after.to_move == OVER else lines


def _roller(state: StruggleState) -> Power:
    """Find the rule whose die is rolled."""
    return state.power(state.rolling())


def _tell_roll(state: StruggleState, after: StruggleState, face: int) -> list[str]:
    """Say what a die shows, and what follows."""
    lines = [f"{{{state.rolling() // RULES}}}'s {_roller(state).title} rolled {face + 1}."]
    lines += _tell_pieces(state, after, None) + _tell_rules(state, after, NONE)
    return [*lines, prompt(after, NONE)] if after.to_move == OVER else lines


def _tell_setup(state: StruggleState, move: int, mover: int, viewer: int) -> list[str]:
    """Say what is decided before the first turn, to those who may know."""
    if state.hides_rules(mover, viewer) or state.hides_setup(mover, viewer):
        return [f"{{{mover}}} decided in secret."]
    text = write_openly(state, move)
    thing, _, value = text.partition(":")
    if state.phase == at.PICK:
        drawn = state.to_move == CHANCE
        power = state.options.powers[move if drawn else move - state.options.codes]
        return [f"{{{mover}}} {'drew' if drawn else 'chose'} {power.title}.", f"{power.title}: {power.text}"]
    if state.phase == at.SET:
        return [f"{{{mover}}} placed {thing} on {value}."]
    return [f"{{{mover}}} chose {value} to carry {state.power(next_place(state, mover)).title}."]


def _tell_move(state: StruggleState, move: int) -> str:
    """Say what the mover does."""
    if move == at.SKIP:
        return "could not move"
    if move == at.STOP:
        return "stopped"
    if move >= at.BLOCKS:
        power, place = block_of(state, move)
        return power.tell(state, place, move - power.base)
    over, target = ends_of(state, move)
    colour = COLOURS[state.slot_at(move // WAYS) % TEAM]
    start = NAMES[move // WAYS]
    if state.data[over] == 0:
        return f"moved {colour} from {start} to {NAMES[over]}"
    return f"jumped with {colour} from {start} over {NAMES[over]} to {NAMES[target]}"


def _tell_pieces(state: StruggleState, after: StruggleState, move: int | None) -> list[str]:
    """Say which pieces were removed, and which went elsewhere without being told to."""
    lines = []
    told = NONE if move is None else state.slot_at(move // WAYS % CELLS)
    for slot in range(at.PIECES):
        whose = f"{{{slot // TEAM}}}'s {COLOURS[slot % TEAM]}"
        if state.is_alive(slot) and not after.is_alive(slot):
            lines.append(f"{whose} was removed from {NAMES[after.grave(slot)]}.")
        elif state.cell_of(slot) != after.cell_of(slot) and (move is None or move < at.BLOCKS) and told != slot:
            lines.append(f"{whose} went to {NAMES[after.cell_of(slot)]}.")
    return lines


def _tell_rules(state: StruggleState, after: StruggleState, move: int) -> list[str]:
    """Say how rules stand that this move has changed."""
    lines = []
    for place in range(at.PLACES):
        if state.data[at.RULE + place] and not state.wanted(ENDS) >> place & 1:
            power = state.power(place)
            used = power.base <= move < power.base + power.codes
            if power.note(state, place) != power.note(after, place) and not used:
                lines.append(f"{{{place // RULES}}}'s {power.title}: {power.note(after, place)}.")
    return lines


# The end


def how_it_ended(state: StruggleState, after: StruggleState, move: int) -> str:
    """Say what happened to which white, or why nobody has won."""
    turn = f"in turn {state.turn + 1}"
    if after.data[at.ENDER]:
        return f"{state.power(int(after.data[at.ENDER]) - 1).title} ended the match {turn}."
    if after.data[at.ENDED_BY] == 10:
        return f"{in_a_row(int(state.options.quiet_turns), 'turn')} passed without a removal or a step forward."
    if after.data[at.ENDED_BY] == 4:
        return (
            f"{{{state.mover}}} could not move {turn}." if state.options.stuck_loses else f"Nobody could move {turn}."
        )
    winner, loser = int(after.winner()), 1 - int(after.winner())
    if after.is_alive(loser * TEAM + WHITE):
        return f"{{{winner}}}'s white reached {{{loser}}}'s star {turn}."
    return f"{_taker(state, after, move)} {turn}."


def _taker(state: StruggleState, after: StruggleState, move: int) -> str:
    """Say what took a white off the board."""
    winner, loser = int(after.winner()), 1 - int(after.winner())
    white = loser * TEAM + WHITE
    if state.to_move != CHANCE and move < at.STOP:
        slot = state.slot_at(move // WAYS)
        if slot // TEAM == winner and state.slot_at(ends_of(state, move)[0]) == white:
            return f"{{{winner}}}'s {COLOURS[slot % TEAM]} jumped over {{{loser}}}'s white"
        if slot == winner * TEAM + WHITE and ROW[winner * STRIDE + after.cell_of(slot)] == ZAP_ROW:
            return f"{{{winner}}}'s white zapped {{{loser}}}'s white"
    return f"{{{loser}}}'s white was removed"
