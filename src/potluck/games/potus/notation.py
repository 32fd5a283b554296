"""Words for POTUS: moves, why a move is refused, prompts and the log. Positions are in position_text.py.

A step is "C a1-b2": the kind of the token (C Candidate, A Advocate, T Turncoat), from square, to square. Where a
square is asked for, to place, teleport, fly or convert, the move is its name; "stay" declines a teleport. At chance a
card is written as its word: "Reagan", "Veto".
"""

import re

from potluck.core.errors import BadNotation
from potluck.core.game import Refusal, shown
from potluck.core.state import ALL, CHANCE, OVER
from potluck.games.potus import events
from potluck.games.potus.board import CELLS, HALF, NAMES, RUSHMORE, STEPS, WALL, WAY_NAMES, WAYS
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
    CONVERTED,
    FINISHED,
    FLAGS,
    GUARD,
    PLAYABLE,
    SLOTS,
    TEAM,
    TURNCOAT,
    UNCONVERTED,
    WHERE,
    kind_of,
)

LETTERS = "CAT"
KINDS = ("Candidate", "Advocate", "Turncoat")
CARD_WORDS = [row[1] for row in PRESIDENTS] + [row[0] for row in events.TABLE]
CARD_NAMES = [row[2] for row in PRESIDENTS] + [row[1] for row in events.TABLE]
MOVE_FORM = "expected a step like C a1-b2, a square, or stay"


# Moves


def write_move(state: PotusState, move: int, viewer: int = ALL) -> str:
    """Write a move; a step that would leave the board is written with the way it goes."""
    if state.to_move == CHANCE:
        return CARD_WORDS[move]
    if move < CELLS:
        return "?" if state.phase == PLACING and state.is_hidden(state.to_move, viewer) else NAMES[move]
    if move == STAY:
        return "stay"
    kind, rest = divmod(move - STEP, KIND)
    target = STEPS[rest]
    return f"{LETTERS[kind]} {NAMES[rest // WAYS]}-{WAY_NAMES[rest % WAYS] if target == WALL else NAMES[target]}"


def move_path(state: PotusState, move: int) -> list[str]:
    """Name the squares to click; where two kinds of a stack can make the same step, the kind after them."""
    if state.to_move == CHANCE or move < CELLS or move == STAY:
        return [write_move(state, move)]
    kind, rest = divmod(move - STEP, KIND)
    path = [NAMES[rest // WAYS], NAMES[STEPS[rest]]]
    alike = sum(STEP + other * KIND + rest in list(state.moves()) for other in range(3))
    return [*path, LETTERS[kind]] if alike > 1 else path


def label_move(state: PotusState, move: int) -> str:
    """Name a move on a button."""
    if state.to_move == CHANCE:
        return CARD_NAMES[move]
    if move == STAY:
        return "Stay here"
    if move < CELLS:
        verbs = {PLACING: "Place on", LANDED: "Teleport to", FLYING: "Fly to", DEFECTING: "Convert"}
        return f"{verbs.get(int(state.phase), 'Choose')} {NAMES[move]}"
    kind, rest = divmod(move - STEP, KIND)
    return f"{KINDS[kind]} to {NAMES[STEPS[rest]]}"


# Why not


def explain_move(state: PotusState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if text == "stay":
        return Refusal("PO8", "only a token that has just landed on Rushmore may stay or teleport")
    if text in NAMES:
        return explain_square(state, NAMES.index(text))
    kind, start, target = read_step(text)
    if state.phase == MOVING:
        return explain_step(state, kind, start, target)
    return explain_wait(state)


def read_step(text: str) -> tuple[int, int, int]:
    """Read kind, start and target of a step; a way that leads off the board is the wall."""
    match = re.fullmatch(r"([CAT]) ([a-h][1-8])-([a-h][1-8]|[nesw]{1,2})", text)
    if not match or (match[3] not in NAMES and match[3] not in WAY_NAMES):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    target = NAMES.index(match[3]) if match[3] in NAMES else WALL
    return LETTERS.index(match[1]), NAMES.index(match[2]), target


def explain_wait(state: PotusState) -> Refusal:
    """Say what has to be decided before any token steps."""
    return {
        PLACING: Refusal("PO13", "all Turncoats are placed before a token moves"),
        LANDED: Refusal("PO8", "the token on Rushmore must teleport or stay first"),
        FLYING: Refusal("PO21", "Air Force One comes first: choose where the token flies"),
        DEFECTING: Refusal("PO22", "the Defection comes first: choose the Turncoat to convert"),
    }.get(int(state.phase), Refusal("PO2", "the cards are turned before a token moves"))


def explain_square(state: PotusState, cell: int) -> Refusal:
    """Say why a square is no answer to what is asked for."""
    name = NAMES[cell]
    if state.phase == PLACING:
        return Refusal("PO13", f"{name} {why_not_place(state, cell)}")
    if state.phase == LANDED or (state.phase == FLYING and kind_of(state.lander) != ADVOCATE):
        ruling = "PO8" if state.phase == LANDED else "PO21"
        if state.options.board.ground[cell] != RUSHMORE:
            return Refusal(ruling, f"{name} is no Rushmore square")
        return Refusal(ruling, f"{name} is occupied, and only an empty Rushmore square is open")
    if state.phase == FLYING:
        return Refusal("PO21", f"{name} is no empty square of your half away from Rushmore")
    if state.phase == DEFECTING:
        return Refusal("PO22", f"there is no unconverted Turncoat of yours on {name}")
    return Refusal("PO4", "no square is asked for: name a token and its step, like C a1-b2")


def why_not_place(state: PotusState, cell: int) -> str:
    """Say why no Turncoat may be put on a square."""
    if cell // HALF != state.to_move:
        return "is not in your half"
    if not state.options.placing[cell]:
        return "is a special square, where no Turncoat may lie"
    return "is occupied"


def explain_step(state: PotusState, kind: int, start: int, target: int) -> Refusal:
    """Say why a token may not go from one square to another."""
    slot = state.token_on(kind, start)
    if slot == NONE:
        return explain_token(state, kind, start)
    if target == WALL:
        return Refusal("PO32", "nothing lies outside the board")
    if target not in [STEPS[start * WAYS + way] for way in range(WAYS)]:
        return Refusal("PO4", "a movement takes a token one square")
    way = next(way for way in range(WAYS) if STEPS[start * WAYS + way] == target)
    if way % state.options.stride:
        return Refusal("PO4", "tokens move only straight, not diagonally")
    if slot == state.moving and state.way not in (NONE, way):
        return Refusal("PO4", f"this {KINDS[kind]} moves {WAY_NAMES[state.way]} this turn, in one direction only")
    if kind == ADVOCATE:
        return explain_advocate(state, target)
    return explain_obstacle(state, kind, target)


def explain_token(state: PotusState, kind: int, start: int) -> Refusal:
    """Say why there is no token of this kind to move from a square."""
    name, word = NAMES[start], KINDS[kind]
    here = [slot for slot in range(SLOTS) if state.data[WHERE + slot] == start and kind_of(slot) == kind]
    own = [slot for slot in here if slot // TEAM == state.actor]
    if not own:
        return Refusal("PO31", f"you have no {word} on {name}")
    flags = int(state.data[FLAGS + own[0]])
    if kind == TURNCOAT and not flags & CONVERTED:
        return Refusal("PO10", f"the Turncoat on {name} is not converted yet")
    if flags & FINISHED:
        return Refusal("PO4", f"the {word} on {name} is finished for this turn")
    if state.ordered:
        return Refusal("PO18", "an Executive Order is for one token only, and another one has begun")
    return Refusal("PO25", "a Filibuster keeps your Advocates still this turn")


def explain_advocate(state: PotusState, target: int) -> Refusal:
    """Say why an Advocate may not enter a square."""
    found = int(state.data[target])
    if target // HALF != state.actor:
        return Refusal("PO11", "an Advocate must stay in its half of the board")
    if state.options.board.ground[target] == RUSHMORE:
        return Refusal("PO11", "an Advocate may not land on Rushmore")
    if found & (UNCONVERTED * 3):
        return Refusal("PO11", "an Advocate may not land on an unconverted Turncoat")
    if found & ((PLAYABLE | GUARD) << state.actor):
        return Refusal("PO11", f"an own token stands on {NAMES[target]}")
    return Refusal("PO12", "an Advocate may not enter its own start square while an enemy stands there")


def explain_obstacle(state: PotusState, kind: int, target: int) -> Refusal:
    """Say what keeps a Candidate or Turncoat out of a square."""
    found = int(state.data[target])
    word = KINDS[kind]
    if found & (PLAYABLE << state.actor) and found & ~(PLAYABLE << state.actor):
        return Refusal("PO38", f"own tokens stand on {NAMES[target]}, but others too, and they close it")
    if found & (GUARD * 3):
        return Refusal("PO9", f"a {word} may not pass over an Advocate, nor join it")
    if found & (UNCONVERTED * 3):
        return Refusal("PO10", f"an unconverted Turncoat is in the way of a {word} that cannot convert it")
    return Refusal("PO9", f"a {word} may not pass over an enemy token, nor join it")


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
    count = f"{left} {'movement' if left == 1 else 'movements'} left"
    if state.ordered:
        what = "a token not yet moved" if state.moving == NONE else f"the same {KINDS[kind_of(state.moving)]}"
        return f"Executive Order: move {what}, {count}."
    if state.actor != state.owner:
        return f"Recount: move one of your tokens, {count}."
    if state.moving != NONE:
        return f"Move the {KINDS[kind_of(state.moving)]} on, or another token: {count}."
    return f"Move a token: {count}."


def aside(state: PotusState, seat: int) -> str:
    """State what an Event has left behind, and what the other will have."""
    if state.to_move != seat or state.phase != MOVING:
        return ""
    words = []
    if state.silent and state.actor == state.owner:
        words.append("A Filibuster keeps your Advocates still this turn.")
    owed = int(state.data[OWED + 1 - seat])
    if owed and state.actor == state.owner:
        words.append(f"Then {{{1 - seat}}} has {owed} {'movement' if owed == 1 else 'movements'}.")
    return " ".join(words)


# The log


def tell(state: PotusState, move: int, seat: int) -> list[str]:
    """Say what a move does, and what follows from it at once."""
    after = state.copy()
    after.play(move)
    lines = tell_move(state, after, move, seat)
    if after.round > state.round:
        return lines + tell_round(state, after)
    for side in range(2):
        vetoed = int(state.data[VETOED + side])
        if vetoed and not after.data[VETOED + side]:
            lines.append(f"{{{side}}} loses {vetoed} {'movement' if vetoed == 1 else 'movements'} by a Veto.")
    return lines


def tell_move(state: PotusState, after: PotusState, move: int, seat: int) -> list[str]:
    """Say what a move does."""
    who = f"{{{state.actor}}}"
    if state.phase == PLACING:
        place = "" if state.is_hidden(state.to_move, seat) else f" on {NAMES[move]}"
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
    return [*lines, f"{{0}} has {near}, {{1}} has {far} movements. {{{first}}} moves first."]


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
