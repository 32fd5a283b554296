"""What Potential says: prompts, asides and the log."""

from potluck.core.english import ORDINALS, counted, in_a_row, listed
from potluck.core.state import OVER
from potluck.games.potential.board import EDGE, NAMES, SKIP, STEPS, WAYS
from potluck.games.potential.moving import target_of
from potluck.games.potential.notation import pieces_of
from potluck.games.potential.position import CHARGE, DRAW, ENDED_BY, NONE, TEAM
from potluck.games.potential.rules import PotentialState
from potluck.games.potential.words import THINGS

BEGINS: tuple[str, ...] = (" leaks into the Edge",)  # in sentences about the turn that begins (PT8)


def prompt(state: PotentialState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        return "The match is a draw." if state.winner() == DRAW else f"{{{state.winner()}}} won."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    if list(state.moves()) == [SKIP]:
        return f"{THINGS['skip'].name}: none of your pieces can move."
    if state.active() == NONE:
        return "Choose a piece and make its first move."
    left = int(state.owed())
    return f"Move your active piece: {counted(left, 'move')} left."


def aside(state: PotentialState, seat: int) -> str:
    """Warn of overcharge and of what the Edge will take."""
    if state.to_move != seat:
        return ""
    words = []
    if state.active() != NONE and state.data[CHARGE + state.active()] == state.options.max_charge:
        words.append("Your active piece is full: a jump would overcharge it and take it off the board.")
    leaking = [NAMES[cell] for cell, charge in pieces_of(state, seat).items() if EDGE[cell] and charge == 1]
    if leaking:
        words.append(f"At your next turn the Edge will take {listed(leaking)}.")
    return " ".join(words)


def tell(state: PotentialState, after: PotentialState, move: int, viewer: int) -> list[str]:
    """Say what a move does, and what the start of the next turn takes."""
    mover = state.to_move
    if move == SKIP:
        return [f"{{{mover}}} could not move.", *_tell_turn(state, after, None)]
    start, target = move // WAYS, target_of(state, move)
    over = STEPS[move]
    if target == over:
        return [f"{{{mover}}} slid from {NAMES[start]} to {NAMES[target]}.", *_tell_turn(state, after, over)]
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
            if EDGE[cell] and charge > 0 and after.data[ENDED_BY] != 16:
                now = f": {charge} → {left[cell]}" if cell in left else " and is drained"
                lines.append(f"{{{seat}}}'s piece on {NAMES[cell]} leaks into the Edge{now}.")
    if after.to_move == OVER:
        lines.append(prompt(after, 0))
    return lines


def how_it_ended(state: PotentialState, after: PotentialState, move: int) -> str:
    """Say which piece decided the match, or why nobody has won."""
    ruling, turn = int(after.data[ENDED_BY]), f"in turn {after.turn + 1}"
    if ruling == 16:
        return f"{in_a_row(int(state.options.quiet_turns), 'turn')} passed without a removal."
    if ruling == 7:
        return f"Neither side could move {turn}."
    if after.winner() == DRAW:
        return f"One jump removed the deciding piece of both sides {turn}."
    loser = 1 - after.winner()
    lost = TEAM - len(pieces_of(after, loser))
    piece = f"{{{loser}}}'s {'last' if lost == TEAM else ORDINALS[lost - 1]} piece"
    if after.turn != state.turn:
        return f"The Edge took {piece} {turn}."
    if state.to_move != loser:
        return f"{{{state.to_move}}} drained {piece} {turn}."
    overcharged = not after.data[target_of(state, move)]
    return f"{piece} was {'overcharged' if overcharged else 'drained'} {turn}."
