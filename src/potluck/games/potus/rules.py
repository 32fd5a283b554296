"""The rules of POTUS.

| code | move |
| --- | --- |
| cell | the square asked for: to put a Turncoat, to teleport or fly to, or of a Turncoat to convert |
| 64 + kind × 512 + cell × 8 + way | a token of that kind (Candidate, Advocate, Turncoat) steps from the cell that way |
| 1600 | stay: the token on Rushmore does not teleport (PO8) |

At chance a code below 43 is a President card, one from 43 an Event card. Tokens of one kind on one square are
interchangeable, unless one of them is finished: then the other one steps. What leaves no choice happens inside
`play`: conversions, hits, scoring, most Events, the end of a turn, of a round, of the match.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import CHANCE, OVER
from potluck.games.potus import events
from potluck.games.potus.board import CELLS, EVENT, FREELY, HALF, RUSHMORE, STEPS, WALL, WAYS
from potluck.games.potus.piles import card_moves, draw_event, event_moves, renew_piles, turn_card
from potluck.games.potus.position import (
    BATTLE,
    BYTES,
    DEFECTING,
    DRAW,
    DRAWING,
    ENDED,
    FAVOURED,
    FLYING,
    LANDED,
    MOVING,
    NONE,
    OWED,
    PLACED,
    PLACING,
    RECOUNTING,
    ROOM,
    SCORED,
    SILENCED,
    VETOED,
    Options,
    Position,
)
from potluck.games.potus.presidents import CARDS, CATEGORIES
from potluck.games.potus.tokens import (
    ADVOCATE,
    CANDIDATE,
    CONVERTED,
    FINISHED,
    FLAGS,
    PLAYABLE,
    TEAM,
    TURNCOAT,
    TURNCOATS,
    WHERE,
    clear_tokens,
    closed_to,
    convert,
    kind_of,
    lift,
    put,
)

STEP: Final = CELLS
KIND: Final = CELLS * WAYS
STAY: Final = STEP + 3 * KIND
MOVE_COUNT: Final = STAY + 1
BATTLES: Final = 66  # PO16
PRIZE: Final = 100  # for a Turncoat, and for the round
SCRATCH: Final = vec[i64]([0] * ROOM)  # where moves are counted that nobody asks for


@final
class PotusState(Position):
    """Play POTUS: what may be done from a position, and what follows."""

    # Setting up

    def copy(self) -> "PotusState":
        """Make an independent twin."""
        twin = PotusState(self.options, self.data[:])
        twin.take_over(self)
        return twin

    # Placing Turncoats

    def _place_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the empty squares of the own half (PO13)."""
        return self.list_places(self.to_move, out, count)

    def _play_place(self, cell: i64) -> None:
        """Put one of the opponent's Turncoats on the own half; the players take turns (PO13)."""
        data = self.data
        seat = self.to_move
        placed = i64(data[PLACED + seat])
        put(data, (1 - seat) * TEAM + TURNCOATS + placed, cell)
        data[PLACED + seat] = u8(placed + 1)
        self.turn += 1
        self.to_move = 1 - seat
        if i64(data[PLACED + 1 - seat]) == self.options.turncoats:
            self._next_battle()

    # The battle of the cards

    def _next_battle(self) -> None:
        """Have the next cards turned, unless the round has had enough of them (PO16)."""
        self.clear_turn()
        if self.battles == BATTLES:
            self._end_round(NONE, 16)
            return
        self._have_cards_turned(BATTLE)

    def _have_cards_turned(self, phase: i64) -> None:
        """Ask for a card of each seat."""
        self.near_card = NONE
        self.far_card = NONE
        self.phase = phase
        self.to_move = CHANCE

    def _play_card(self, card: i64) -> None:
        """Turn the near seat's card, then the far seat's; then compare them."""
        if self.near_card == NONE:
            turn_card(self.data, 0, card)
            self.near_card = card
            return
        turn_card(self.data, 1, card)
        self.far_card = card
        renew_piles(self.data, self.opener, self.options.burnt, self.options.redeal)
        if self.phase == BATTLE:
            self._fight()
        else:
            self._recount()

    def _fight(self) -> None:
        """Turn the categories won into movements (PO2) and let the better card move first (PO3)."""
        data = self.data
        deck = self.options.deck
        near = deck.count_won(self.near_card, self.far_card)
        far = deck.count_won(self.far_card, self.near_card)
        favoured = self.favoured_seat()
        if favoured == 0:
            near = CATEGORIES - far
        elif favoured == 1:
            far = CATEGORIES - near
        data[FAVOURED] = 0
        data[FAVOURED + 1] = 0
        self.battles += 1
        data[OWED] = u8(near)
        data[OWED + 1] = u8(far)
        if near + far == 0:
            self.turn += 1
            self._next_battle()
        else:
            self._begin_turn(deck.find_first(self.near_card, self.far_card, near, far))

    # The turn

    def _begin_turn(self, seat: i64) -> None:
        """Let a seat use its movements, less what was vetoed (PO17, PO23, PO25)."""
        data = self.data
        self.owner = seat
        self.actor = seat
        self.left = max(0, i64(data[OWED + seat]) - i64(data[VETOED + seat]))
        self.silent = data[SILENCED + seat] != 0
        data[OWED + seat] = 0
        data[VETOED + seat] = 0
        data[SILENCED + seat] = 0
        self._go_on()

    def _go_on(self) -> None:
        """Ask for the next step: extra movements first, then the owner's; end the turn if there is none (PO5)."""
        self.lander = NONE
        self.phase = MOVING
        self.to_move = self.actor
        if self.extra > 0:
            if self._can_step():
                return
            self.extra = 0
        if self.ordered or self.actor != self.owner:
            self._finish_moving()  # PO18, PO41: its token is finished
            self.ordered = False
            self.actor = self.owner
            self.to_move = self.owner
        if self.left == 0 or not self._can_step():
            self._end_turn()

    def _end_turn(self) -> None:
        """Let the other seat move if it has movements of this battle, or have the next cards turned (PO2)."""
        other = 1 - self.owner
        self.turn += 1
        self.clear_turn()
        if self.data[OWED + other] != 0:
            self._begin_turn(other)
        else:
            self._next_battle()

    def _finish_moving(self) -> None:
        """Finish the moving token for this turn (PO4)."""
        if self.moving != NONE:
            self._finish(self.moving)

    def _finish(self, slot: i64) -> None:
        """Finish a token for this turn, and with it what an Executive Order gave it."""
        self.data[FLAGS + slot] = u8(i64(self.data[FLAGS + slot]) | FINISHED)
        self.moving = NONE
        self.way = NONE
        self.teleported = False
        if self.ordered:
            self.extra = 0
            self.ordered = False

    # Steps

    def _step_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the steps of all tokens that may move (PO4)."""
        first = self.actor * TEAM
        for slot in range(first, first + TURNCOATS + self.options.turncoats):
            if self.can_move(slot) and not self.is_twin(slot):
                count = self._token_moves(slot, out, count)
        return count

    def _token_moves(self, slot: i64, out: vec[i64], count: i64) -> i64:
        """Add the steps of one token into squares open to it (PO9, PO10, PO11): under way only straight on (PO4)."""
        data = self.data
        board = self.options.board
        kind = kind_of(slot)
        cell = i64(data[WHERE + slot])
        code = STEP + kind * KIND + cell * WAYS
        table: i64 = self.actor if kind == ADVOCATE else FREELY
        entry = (table * CELLS + cell) * WAYS
        closed = closed_to(kind, self.actor)
        start: i64 = board.start[self.actor] if kind == ADVOCATE else WALL
        going_on = slot == self.moving and self.way != NONE
        way: i64 = self.way if going_on else 0
        end: i64 = way + 1 if going_on else WAYS
        steps, stride = board.steps, self.options.stride
        while way < end:
            target = steps[entry + way]
            found = i64(data[target])
            # PO12: no Advocate enters its own start square while an enemy stands there
            if found & closed == 0 and (found == 0 or target != start):
                out[count] = code + way
                count += 1
            way += stride
        return count

    def _can_step(self) -> bool:
        """Tell whether any token of the actor can step (PO5)."""
        first = self.actor * TEAM
        for slot in range(first, first + TURNCOATS + self.options.turncoats):
            if self.can_move(slot) and self._token_moves(slot, SCRATCH, 0) > 0:
                return True
        return False

    def _play_step(self, kind: i64, cell: i64, way: i64) -> None:
        """Move one token by one square, and do what follows (PO36)."""
        data = self.data
        slot = self.token_on(kind, cell)
        target = STEPS[cell * WAYS + way]
        if self.extra > 0:
            self.extra -= 1
        else:
            self.left -= 1
        if slot != self.moving:
            self._finish_moving()
        self.moving = slot
        self.way = way
        joins = i64(data[target]) & (PLAYABLE << self.actor) != 0
        lift(data, slot)
        if kind == CANDIDATE:
            self._convert_on(target)
        elif kind == ADVOCATE and data[target] != 0:
            self._hit(target)
        put(data, slot, target)
        if kind == TURNCOAT and self.options.scoring[self.actor * CELLS + target] != 0:
            self._score(slot)
        else:
            self._land(slot, target, joins)

    def _convert_on(self, cell: i64) -> None:
        """Turn over an own Turncoat that the Candidate lands on (PO10)."""
        data = self.data
        first = self.actor * TEAM + TURNCOATS
        for slot in range(first, first + self.options.turncoats):
            if i64(data[WHERE + slot]) == cell and i64(data[FLAGS + slot]) & CONVERTED == 0:
                convert(data, slot)

    def _hit(self, cell: i64) -> None:
        """Send back every enemy token that an Advocate lands on (PO12); that is no landing (PO35)."""
        data = self.data
        enemy = 1 - self.actor
        start = self.options.board.start
        for slot in range(enemy * TEAM, enemy * TEAM + TEAM):
            if i64(data[WHERE + slot]) == cell:
                home = enemy if kind_of(slot) == CANDIDATE or self.options.own_corner else self.actor
                lift(data, slot)
                put(data, slot, start[home])

    def _score(self, slot: i64) -> None:
        """Take a Turncoat off for $100; the last of its colour wins the round (PO14)."""
        data = self.data
        seat = self.actor
        lift(data, slot)
        self._finish(slot)
        data[FLAGS + slot] = 0
        scored = i64(data[SCORED + seat]) + 1
        data[SCORED + seat] = u8(scored)
        self.pay(seat, PRIZE)
        if scored == self.options.turncoats:
            self.pay(seat, PRIZE)
            self._end_round(seat, 14)
        else:
            self._go_on()

    def _land(self, slot: i64, cell: i64, joins: bool) -> None:
        """Do what is printed on a square: an Event (PO7), Rushmore (PO8); end the move on own tokens (PO37)."""
        ground = self.options.board.ground[cell]
        if ground == EVENT:
            self._finish(slot)
            self.lander = slot
            self.phase = DRAWING
            self.to_move = CHANCE
        elif ground == RUSHMORE and not self.teleported and self._rushmore_moves(SCRATCH, 0) > 0:
            self.phase = LANDED
        else:
            if joins:
                self._finish(slot)
            self._go_on()

    # Rushmore

    def _rushmore_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the empty Rushmore squares (PO8)."""
        rushmore = self.options.board.rushmore
        for index in range(len(rushmore)):
            if self.data[rushmore[index]] == 0:
                out[count] = rushmore[index]
                count += 1
        return count

    def _play_teleport(self, cell: i64) -> None:
        """Move the token to another Rushmore square; it may go on in any direction (PO8)."""
        lift(self.data, self.moving)
        put(self.data, self.moving, cell)
        self.way = NONE
        self.teleported = True
        self._go_on()

    def _play_stay(self) -> None:
        """Leave the token where it landed; beside an own token it is finished (PO37)."""
        slot = self.moving
        for other in range(self.actor * TEAM, self.actor * TEAM + TEAM):
            if other != slot and self.data[WHERE + other] == self.data[WHERE + slot]:
                self._finish(slot)
                break
        self._go_on()

    # Events

    def _play_event(self, event: i64) -> None:
        """Do what an Event card says, at once (PO7, PO39)."""
        data = self.data
        effect = events.EFFECT[event]
        amount = events.AMOUNT[event]
        whom = self.actor if events.WHOM[event] == 0 else 1 - self.actor
        draw_event(data, event)
        if effect == events.FLIGHT and self._flight_moves(SCRATCH, 0) > 0:
            self._ask(FLYING)
            return
        self.lander = NONE
        if effect == events.DEFECTION and self._defection_moves(SCRATCH, 0) > 0:
            self._ask(DEFECTING)
            return
        if effect == events.RECOUNT:
            self.actor = self.owner
            self._have_cards_turned(RECOUNTING)
            return
        if effect == events.ORDER:
            self.extra = amount
            self.ordered = True
        elif effect == events.UNION:
            data[FAVOURED + whom] = 1
        elif effect == events.MONEY:
            self.pay(whom, amount)
        elif effect == events.VETO:
            data[VETOED + whom] = u8(min(i64(data[VETOED + whom]) + amount, 255))
        elif effect == events.FILIBUSTER:
            data[SILENCED + whom] = 1
        elif effect == events.HOME:
            lift(data, whom * TEAM)
            put(data, whom * TEAM, self.options.board.start[whom])
        self._go_on()

    def _ask(self, phase: i64) -> None:
        """Ask the actor for a square."""
        self.phase = phase
        self.to_move = self.actor

    def _flight_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the squares of Air Force One: open Rushmore, for an Advocate the empty squares of its half (PO21)."""
        if kind_of(self.lander) != ADVOCATE:
            return self._rushmore_moves(out, count)
        first = self.actor * HALF
        for cell in range(first, first + HALF):
            if self.data[cell] == 0 and self.options.board.ground[cell] != RUSHMORE:
                out[count] = cell
                count += 1
        return count

    def _play_flight(self, cell: i64) -> None:
        """Move the token that landed; that is no landing (PO21)."""
        lift(self.data, self.lander)
        put(self.data, self.lander, cell)
        self._go_on()

    def _defection_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the squares of the actor's unconverted Turncoats (PO22)."""
        first = self.actor * TEAM + TURNCOATS
        for slot in range(first, first + self.options.turncoats):
            if i64(self.data[WHERE + slot]) != WALL and i64(self.data[FLAGS + slot]) & CONVERTED == 0:
                out[count] = i64(self.data[WHERE + slot])
                count += 1
        return count

    def _play_defection(self, cell: i64) -> None:
        """Convert a Turncoat where it lies (PO22)."""
        self._convert_on(cell)
        self._go_on()

    def _recount(self) -> None:
        """Give the better card's seat one movement now (PO28)."""
        deck = self.options.deck
        near = deck.count_won(self.near_card, self.far_card)
        far = deck.count_won(self.far_card, self.near_card)
        winner = deck.find_first(self.near_card, self.far_card, near, far)
        if winner == self.owner:
            self.left += 1
        else:
            self.actor = winner
            self.extra = 1
        self._go_on()

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = self.phase
        if phase == MOVING:
            return self._step_moves(out, 0)
        if phase in (BATTLE, RECOUNTING):
            return card_moves(self.data, 0 if self.near_card == NONE else 1, out, 0)
        if phase == LANDED:
            out[0] = STAY
            return self._rushmore_moves(out, 1)
        if phase == PLACING:
            return self._place_moves(out, 0)
        if phase == DRAWING:
            return event_moves(self.data, out, 0)
        if phase == FLYING:
            return self._flight_moves(out, 0)
        if phase == DEFECTING:
            return self._defection_moves(out, 0)
        return 0

    def play(self, move: i64) -> None:
        """Make a legal move."""
        phase = self.phase
        if phase == MOVING:
            code = move - STEP
            self._play_step(code // KIND, code % KIND // WAYS, code % WAYS)
        elif phase in (BATTLE, RECOUNTING):
            self._play_card(move)
        elif phase == LANDED:
            if move == STAY:
                self._play_stay()
            else:
                self._play_teleport(move)
        elif phase == PLACING:
            self._play_place(move)
        elif phase == DRAWING:
            self._play_event(move - CARDS)
        elif phase == FLYING:
            self._play_flight(move)
        else:
            self._play_defection(move)

    # The end

    def _end_round(self, winner: i64, ruling: i64) -> None:
        """End the match, or begin the next round: the loser places first (PO15)."""
        self.round += 1
        if self.round == self.options.rounds:
            self.finish(ruling)
            return
        self.turn += 1
        self.set_up(1 - (self.opener if winner == NONE else winner))

    def finish(self, ruling: i64) -> None:
        """End the match; nothing that was pending is left."""
        self.clear_turn()
        for byte in range(OWED, BYTES):
            self.data[byte] = 0
        self.phase = ENDED
        self.to_move = OVER
        self.ended_by = ruling

    def winner(self) -> i64:
        """Tell who has more money (PO15)."""
        if self.near_money == self.far_money:
            return DRAW
        return 0 if self.near_money > self.far_money else 1

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        winner = self.winner()
        if winner == DRAW:
            return 0.0
        return 1.0 if winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PO" + str(self.ended_by) if self.to_move == OVER else ""


def empty_state(options: Options) -> PotusState:
    """Make a board without tokens."""
    data = vec[u8]([0] * BYTES)
    clear_tokens(data)
    return PotusState(options, data)
