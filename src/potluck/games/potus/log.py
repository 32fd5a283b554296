"""What POTUS says: prompts, asides and the log."""

from potluck.core.english import counted
from potluck.core.state import CHANCE, OVER
from potluck.games.potus import events
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, KIND, NAMES, STAY, STEP, STEPS, WAYS
from potluck.games.potus.notation import CARD_WORDS, EVENT_WORDS
from potluck.games.potus.position import DRAW, NONE, TEAM, kind_of
from potluck.games.potus.presidents import CARDS, CATEGORIES
from potluck.games.potus.rules import PotusState
from potluck.games.potus.words import KINDS, THINGS

BEGINS: tuple[str, ...] = ()  # in sentences about the turn that begins

# Prompts


def prompt(state: PotusState, seat: int) -> str:
    """Say what is expected now."""
    phase = state.phase()
    if state.to_move == OVER:
        low, high = sorted((state.money(0), state.money(1)))
        winner = "The match is a draw:" if state.winner() == DRAW else f"{{{state.winner()}}} won,"
        return f"{winner} ${high} to ${low}."
    if state.to_move == CHANCE:
        return "Draw an Event card." if phase == at.DRAWING else "Turn over the President cards."
    if state.to_move != seat:
        return f"{{{state.to_move}}} is to move."
    if phase == at.MOVING:
        return _prompt_step(state)
    if phase == at.PLACING:
        rest = int(state.options.turncoats) - int(state.data[at.PLACED + seat])
        return f"Place a Turncoat in your half: {rest} left."
    return {
        at.LANDED: "Teleport to another Rushmore square, or stay here.",
        at.FLYING: "Fly with Air Force One: choose a square.",
        at.DEFECTING: "Defection: choose one of your Turncoats to convert.",
    }[int(phase)]


def _prompt_step(state: PotusState) -> str:
    """Say what may step, and how many movements are left."""
    count = f"{counted(int(state.data[at.EXTRA]) or int(state.data[at.LEFT]), 'movement')} left"
    moving = "" if state.moving() == NONE else KINDS[kind_of(state.moving())]
    if state.data[at.ORDERED]:
        return f"Executive Order: move {f'the same {moving}' if moving else 'a token not yet moved'}, {count}."
    if state.actor() != state.owner():
        return f"Recount: move one of your tokens, {count}."
    return f"Move {f'the {moving} on, or another token' if moving else 'a token'}: {count}."


def aside(state: PotusState, seat: int) -> str:
    """State what an Event has left behind, and what the other will have."""
    if state.to_move != seat or state.phase() != at.MOVING or state.actor() != state.owner():
        return ""
    words = []
    if state.data[at.SILENT]:
        words.append("A Filibuster keeps your Advocates still this turn.")
    owed = int(state.data[at.OWED + 1 - seat])
    if owed:
        words.append(f"Then {{{1 - seat}}} has {counted(owed, 'movement')}.")
    return " ".join(words)


# The log


def tell(state: PotusState, after: PotusState, move: int, viewer: int) -> list[str]:
    """Say what a move does, and what follows from it at once."""
    lines = _tell_move(state, after, move, viewer)
    if after.data[at.ROUND] > state.data[at.ROUND]:
        return lines + _tell_round(state, after)
    for side in range(2):
        vetoed = int(state.data[at.VETOED + side])
        if vetoed and not after.data[at.VETOED + side]:
            lines.append(f"{{{side}}} loses {counted(vetoed, 'movement')} to a Veto.")
    return lines


def _tell_move(state: PotusState, after: PotusState, move: int, viewer: int) -> list[str]:
    """Say what a move does."""
    phase = state.phase()
    who = f"{{{state.actor()}}}"
    if phase == at.PLACING:
        place = "" if state.is_hidden(state.to_move, viewer) else f" on {NAMES[move]}"
        return [f"{{{state.to_move}}} placed a Turncoat{place}."]
    if phase in (at.BATTLE, at.RECOUNTING):
        return _tell_card(state, move)
    if phase == at.DRAWING:
        return _tell_event(state, after, move - CARDS)
    if phase == at.MOVING:
        return _tell_step(state, move)
    if move == STAY:
        return [f"{who} stayed on {NAMES[state.data[at.WHERE + state.moving()]]}."]
    if phase == at.LANDED:
        return [f"{who} teleported the {KINDS[kind_of(state.moving())]} to {NAMES[move]}."]
    if phase == at.FLYING:
        return [f"{who} flew the {KINDS[kind_of(state.lander())]} to {NAMES[move]}."]
    return [f"{who}'s Turncoat on {NAMES[move]} defected and is converted."]


def _tell_card(state: PotusState, card: int) -> list[str]:
    """Say which card was turned, and after the second one what the two give."""
    seat = 0 if state.face(0) == NONE else 1
    lines = [f"{{{seat}}} turned over {THINGS[CARD_WORDS[card]].name}."]
    if seat == 0:
        return lines
    deck = state.options.deck
    near = int(deck.count_won(state.face(0), card))
    far = int(deck.count_won(card, state.face(0)))
    if state.phase() == at.RECOUNTING:
        first = deck.find_first(state.face(0), card, near, far)
        return [*lines, f"{{{first}}} won the Recount, {near} to {far}: 1 movement now."]
    return lines + _tell_battle(state, near, far, card)


def _tell_battle(state: PotusState, near: int, far: int, card: int) -> list[str]:
    """Say how many movements each has, and who moves first."""
    lines = []
    favoured = state.favoured_seat()
    ties = CATEGORIES - near - far
    if favoured != NONE and ties:
        tied = "the tied category" if ties == 1 else f"the {ties} tied categories"
        lines.append(f"The State of the Union gives {{{favoured}}} {tied}.")
        near, far = (near + ties, far) if favoured == 0 else (near, far + ties)
    if near + far == 0:
        return [*lines, "Nobody won a category."]
    first = state.options.deck.find_first(state.face(0), card, near, far)
    movements = counted(near, "movement") if near else "no movement"
    return [*lines, f"{{0}} has {movements}, {{1}} has {far or 'none'}. {{{first}}} moves first."]


def _tell_event(state: PotusState, after: PotusState, event: int) -> list[str]:
    """Say which Event was drawn, and whether it changes nothing."""
    card = THINGS[EVENT_WORDS[event]]
    lines = [f"{{{state.actor()}}} drew {card.name}. {_name_players(card.effect, state.actor())}"]
    effect = events.EFFECT[event]
    seat = state.actor() ^ events.WHOM[event]
    if effect == events.MONEY:
        lines.append(f"{{{seat}}}: ${state.money(seat)} → ${after.money(seat)}.")
    if effect in (events.FLIGHT, events.DEFECTION) and after.phase() not in (at.FLYING, at.DEFECTING):
        lines.append("It changes nothing.")
    return lines


NAMED = (  # on the card, and in the log: {0} drew it, {1} is the other
    ("The Candidate of the player who drew it", "{0}'s Candidate"),
    (", or all they have if it is less", ""),
    ("one of their Turncoats", "a Turncoat"),
    ("The player who drew it", "{0}"),
    ("the player who drew it", "{0}"),
    ("The opponent's", "{1}'s"),
)


def _name_players(effect: str, actor: int) -> str:
    """Put the players into the text of an Event."""
    for words, named in NAMED:
        effect = effect.replace(words, named.replace("{0}", f"{{{actor}}}").replace("{1}", f"{{{1 - actor}}}"))
    return effect


def _tell_step(state: PotusState, move: int) -> list[str]:
    """Say who stepped where, and what it did there."""
    kind, rest = divmod(move - STEP, KIND)
    actor, target = state.actor(), int(STEPS[rest])
    who, enemy = f"{{{actor}}}", 1 - actor
    lines = [f"{who} moved the {KINDS[kind]} from {NAMES[rest // WAYS]} to {NAMES[target]}."]
    if kind == at.CANDIDATE and int(state.data[target]) & (at.UNCONVERTED << actor):
        lines.append(f"{who} converted the Turncoat on {NAMES[target]}.")
    if kind == at.ADVOCATE:
        for slot in range(enemy * TEAM, enemy * TEAM + TEAM):
            if state.data[at.WHERE + slot] == target:
                lines.append(f"{{{enemy}}}'s {KINDS[kind_of(slot)]} was hit and returned to {_sent_to(state, slot)}.")
    if kind == at.TURNCOAT and state.options.scoring[actor * CELLS + target]:
        lines.append(f"{who} scored ${at.PRIZE}.")
    return lines


def _sent_to(state: PotusState, slot: int) -> str:
    """Name the square to which a token that is hit returns."""
    own = kind_of(slot) == at.CANDIDATE or state.options.own_corner
    return NAMES[state.options.board.start[slot // TEAM if own else 1 - slot // TEAM]]


def _tell_round(state: PotusState, after: PotusState) -> list[str]:
    """Say how a round ended, and the match with it."""
    if has_brought_all(state, after):
        lines = [f"{{{state.actor()}}} scored all Turncoats and won the round: another ${at.PRIZE}."]
    else:
        lines = [f"The round ended after {counted(int(state.options.battles), 'battle')}, without a bonus."]
    if after.to_move == OVER:
        lines.append(prompt(after, 0))
    return lines


def has_brought_all(state: PotusState, after: PotusState) -> bool:
    """Tell whether the actor has just scored the last Turncoat."""
    return state.phase() == at.MOVING and after.money(state.actor()) == state.money(state.actor()) + 2 * at.PRIZE


def how_it_ended(state: PotusState, after: PotusState, move: int) -> str:
    """Say who brought all Turncoats home, and what everybody has."""
    low, high = sorted((after.money(0), after.money(1)))
    money = f"both have ${high}" if low == high else f"${high} to ${low}"
    if has_brought_all(state, after):
        return f"{{{state.actor()}}} brought the last Turncoat home in turn {state.turn + 1}: {money}."
    return f"The last round ended after {counted(int(state.options.battles), 'battle')}: {money}."
