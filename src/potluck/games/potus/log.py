"""What POTUS says: prompts, asides and the log."""

from potluck.core.state import CHANCE, OVER
from potluck.games.potus import events
from potluck.games.potus.board import CELLS, NAMES, STEPS, WAYS
from potluck.games.potus.notation import KINDS
from potluck.games.potus.position import (
    BATTLE,
    DEFECTING,
    DRAW,
    DRAWING,
    FLYING,
    LANDED,
    MOVING,
    NONE,
    OWED,
    PLACED,
    PLACING,
    RECOUNTING,
    VETOED,
)
from potluck.games.potus.presidents import CARDS, CATEGORIES, PRESIDENTS
from potluck.games.potus.rules import BATTLES, KIND, PRIZE, STAY, STEP, PotusState
from potluck.games.potus.tokens import (
    ADVOCATE,
    CANDIDATE,
    TEAM,
    TURNCOAT,
    UNCONVERTED,
    WHERE,
    kind_of,
)

# Prompts


def prompt(state: PotusState, seat: int) -> str:
    """Say what is expected now."""
    if state.to_move == OVER:
        winner = state.winner()
        money = f"${max(state.near_money, state.far_money)} to ${min(state.near_money, state.far_money)}"
        return f"The match is drawn: {money}." if winner == DRAW else f"{{{winner}}} won, {money}."
    if state.to_move == CHANCE:
        return "Draw an Event card." if state.phase == DRAWING else "Turn over the President cards."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    if state.phase == MOVING:
        return prompt_step(state)
    if state.phase == PLACING:
        rest = int(state.options.turncoats) - int(state.data[PLACED + seat])
        return f"Place a Turncoat in your half: {rest} left."
    return {
        LANDED: "Teleport to another Rushmore square, or stay here.",
        FLYING: "Fly with Air Force One: choose a square.",
        DEFECTING: "Choose a Turncoat that defects to you.",
    }[int(state.phase)]


def prompt_step(state: PotusState) -> str:
    """Say what may step, and how many movements are left."""
    left = int(state.extra) or int(state.left)
    count = f"{movements(left)} left"
    if state.ordered:
        what = "a token not yet moved" if state.moving == NONE else f"the same {KINDS[kind_of(state.moving)]}"
        return f"Executive Order: move {what}, {count}."
    if state.actor != state.owner:
        return f"Recount: move one of your tokens, {count}."
    if state.moving != NONE:
        return f"Move the {KINDS[kind_of(state.moving)]} on, or another token: {count}."
    return f"Move a token: {count}."


def movements(count: int) -> str:
    """Count movements in a sentence."""
    return f"{count} {'movement' if count == 1 else 'movements'}"


def aside(state: PotusState, seat: int) -> str:
    """State what an Event has left behind, and what the other will have."""
    if state.to_move != seat or state.phase != MOVING:
        return ""
    words = []
    if state.silent and state.actor == state.owner:
        words.append("A Filibuster keeps your Advocates still this turn.")
    owed = int(state.data[OWED + 1 - seat])
    if owed and state.actor == state.owner:
        words.append(f"Then {{{1 - seat}}} has {movements(owed)}.")
    return " ".join(words)


# The log


def tell(state: PotusState, move: int, viewer: int) -> list[str]:
    """Say what a move does, and what follows from it at once."""
    after = state.copy()
    after.play(move)
    lines = tell_move(state, after, move, viewer)
    if after.round > state.round:
        return lines + tell_round(state, after)
    for side in range(2):
        vetoed = int(state.data[VETOED + side])
        if vetoed and not after.data[VETOED + side]:
            lines.append(f"{{{side}}} loses {movements(vetoed)} by a Veto.")
    return lines


def tell_move(state: PotusState, after: PotusState, move: int, viewer: int) -> list[str]:
    """Say what a move does."""
    who = f"{{{state.actor}}}"
    if state.phase == PLACING:
        place = "" if state.is_hidden(state.to_move, viewer) else f" on {NAMES[move]}"
        return [f"{{{state.to_move}}} placed a Turncoat{place}."]
    if state.phase in (BATTLE, RECOUNTING):
        return tell_card(state, move)
    if state.phase == DRAWING:
        return tell_event(state, after, move - CARDS)
    if state.phase == MOVING:
        return tell_step(state, move)
    if move == STAY:
        return [f"{who} stayed on {NAMES[state.data[WHERE + state.moving]]}."]
    if state.phase == LANDED:
        return [f"{who} teleported the {KINDS[kind_of(state.moving)]} to {NAMES[move]}."]
    if state.phase == FLYING:
        return [f"{who} flew the {KINDS[kind_of(state.lander)]} to {NAMES[move]}."]
    return [f"{who}'s Turncoat on {NAMES[move]} defected and is converted."]


def tell_card(state: PotusState, card: int) -> list[str]:
    """Say which card was turned, and after the second one what the two give."""
    seat = 0 if state.near_card == NONE else 1
    lines = [f"{{{seat}}} turned {PRESIDENTS[card][2]}."]
    if seat == 0:
        return lines
    deck = state.options.deck
    near = int(deck.count_won(state.near_card, card))
    far = int(deck.count_won(card, state.near_card))
    first = int(deck.find_first(state.near_card, card, near, far))
    if state.phase == RECOUNTING:
        return [*lines, f"{{{first}}} won the Recount, {near} to {far}: 1 movement now."]
    return lines + tell_battle(state, near, far, card)


def tell_battle(state: PotusState, near: int, far: int, card: int) -> list[str]:
    """Say how many movements each has, and who moves first."""
    lines = []
    favoured = state.favoured_seat()
    ties = CATEGORIES - near - far
    if favoured != NONE and ties:
        lines.append(f"The State of the Union gives {{{favoured}}} the tied categories: {ties}.")
        near, far = (near + ties, far) if favoured == 0 else (near, far + ties)
    if near + far == 0:
        return [*lines, "Nobody won a category."]
    first = int(state.options.deck.find_first(state.near_card, card, near, far))
    return [*lines, f"{{0}} has {movements(near)}, {{1}} has {far}. {{{first}}} moves first."]


def tell_event(state: PotusState, after: PotusState, event: int) -> list[str]:
    """Say which Event was drawn, and whether it changes nothing."""
    _, name, _, effect, whom, _, text = events.TABLE[event]
    lines = [f"{{{state.actor}}} drew {name}: {text}."]
    seat = int(state.actor) ^ whom
    if effect == events.MONEY:
        lines.append(f"{{{seat}}}: ${state.money(seat)} → ${after.money(seat)}.")
    if effect in (events.FLIGHT, events.DEFECTION) and after.phase not in (FLYING, DEFECTING):
        lines.append("It changes nothing.")
    return lines


def tell_step(state: PotusState, move: int) -> list[str]:
    """Say who stepped where, and what it did there."""
    kind, rest = divmod(move - STEP, KIND)
    who, target = f"{{{state.actor}}}", int(STEPS[rest])
    lines = [f"{who} moved the {KINDS[kind]} from {NAMES[rest // WAYS]} to {NAMES[target]}."]
    enemy = 1 - int(state.actor)
    found = int(state.data[target])
    if kind == CANDIDATE and found & (UNCONVERTED << state.actor):
        lines.append(f"{who} converted the Turncoat on {NAMES[target]}.")
    if kind == ADVOCATE and found:
        for slot in range(enemy * TEAM, enemy * TEAM + TEAM):
            if state.data[WHERE + slot] == target:
                lines.append(f"{{{enemy}}}'s {KINDS[kind_of(slot)]} was hit and returned to {sent_to(state, slot)}.")
    if kind == TURNCOAT and state.options.scoring[state.actor * CELLS + target]:
        lines.append(f"{who} scored $100.")
    return lines


def sent_to(state: PotusState, slot: int) -> str:
    """Name the square to which a token that is hit returns."""
    own = kind_of(slot) == CANDIDATE or state.options.own_corner
    return NAMES[state.options.board.start[slot // TEAM if own else 1 - slot // TEAM]]


def tell_round(state: PotusState, after: PotusState) -> list[str]:
    """Say how a round ended, and the match with it."""
    if state.phase == MOVING and after.money(state.actor) == state.money(state.actor) + 2 * PRIZE:
        lines = [f"{{{state.actor}}} scored all Turncoats and won the round: another $100."]
    else:
        lines = [f"The round ends after {BATTLES} battles with no bonus."]
    if after.to_move == OVER:
        lines.append(prompt(after, 0))
    return lines
