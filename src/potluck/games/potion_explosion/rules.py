"""The rules of Potion Explosion: setting up, the turn, chance and the end.

The state is built in layers, each with its subject: `dispenser.py` (marbles, explosions, what comes into sight and
rolls back), `desk.py` (placing, completing, new tiles), `drinking.py` (the eight potions), `preparing.py` (the set-up),
`scoring.py` (tokens, points, winners), and here the course of a match. The table of move codes is in `codes.py`.

Nothing that nobody has seen is in the state: only how many marbles lie behind the lid of each track and tiles in each
stack, and the two multisets they will be drawn from. After each move `_go_on` looks for what must be drawn, then for
what must be decided; what leaves no choice happens by itself.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import CHANCE, OVER
from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOURS,
    DECK,
    DESK,
    DESKS,
    DONE,
    FRESH,
    HELPED,
    HELPS,
    KNOWN,
    ROLLING,
    SIGHT,
    SPOTS,
    TOKENS,
    TOP,
    TRACK,
    TRACKS,
    UNDER,
)
from potluck.games.potion_explosion.codes import (
    BASES,
    BREW,
    CHAIN,
    DRAFTING,
    DRINK,
    EFFECT,
    END,
    FINISHED,
    HELP,
    LANDING,
    LAYING,
    NONE,
    OUTCOMES,
    PLACE,
    RETURN,
    RETURNS,
    SETUP,
    SIGHTING,
    STACK,
    TIE,
    TILES_DUE,
    TUMBLING,
    TURN,
    UNCOVERING,
    Options,
)
from potluck.games.potion_explosion.potions import SIZES, TILES
from potluck.games.potion_explosion.preparing import fresh_data
from potluck.games.potion_explosion.scoring import HELP_POINTS, Scoring

MOST_SEATS: Final = 4
MARKS: Final = DESKS + MOST_SEATS * DESK  # where observe writes the marked spots, and after them the course
COURSE: Final = 14  # bytes that tell how far the match and the turn are
MARK_BYTES: Final = 6  # bytes of a key that tell the marked spots
OBSERVED: Final = MARKS + SPOTS + 2 + COURSE


@final
class PotionExplosionState(Scoring):
    """Hold a position of Potion Explosion."""

    # Setting up

    def begin(self) -> None:
        """Set up, as far as chance and the players leave no choice."""
        self._set_up()
        self._go_on()

    def resume(self) -> None:
        """Find what comes next in a position that was put together from outside."""
        self.due = True
        self._go_on()

    def copy(self) -> "PotionExplosionState":
        """Make an independent twin."""
        twin = PotionExplosionState(self.options, self.seats, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        twin.phase = self.phase
        twin.event = self.event
        twin.onto = self.onto
        twin.due = self.due
        twin.seat = self.seat
        twin.desk = self.desk
        twin.picked = self.picked
        twin.helped = self.helped
        twin.track = self.track
        twin.gap = self.gap
        twin.burning = self.burning
        twin.marked = self.marked
        twin.left = self.left
        twin.rolling = self.rolling
        twin.landing = self.landing
        twin.roomy = self.roomy
        twin.countdown = self.countdown
        twin.round = self.round
        twin.tie = self.tie
        twin.winners = self.winners
        twin.ended_by = self.ended_by
        return twin

    # The turn

    def _turn_moves(self, out: vec[i64], count: i64) -> i64:
        """Add what a seat may do in its turn, in any order."""
        if not self.picked:
            count = self._pick_moves(out, count)
        count = self._help_moves(out, count)
        count = self._place_moves(out, count)
        count = self._brew_moves(out, count)
        count = self._drink_moves(out, count)
        return self._end_moves(out, count)

    def _play_turn(self, move: i64) -> None:
        """Do one thing of a turn."""
        if move < HELP:
            self._play_pick(move)
        elif move < HELP + HELP:
            self._play_help(move - HELP)
        elif move < BREW:
            self._play_place((move - PLACE) // BURNERS, (move - PLACE) % BURNERS)
        elif move == BREW:
            self._play_brew()
        elif move == END:
            self._play_end()
        else:
            self._play_drink(move - DRINK)

    def _help_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the marbles that a Little Help can take (PX5)."""
        if self.helped or self.helps_left() == 0:
            return count
        return self._spot_moves(HELP, self.options.far_reach, out, count)

    def _play_help(self, spot: i64) -> None:
        """Take a marble and a token for it."""
        tokens = self.desk + HELPED
        self.data[tokens] = u8(i64(self.data[tokens]) + 1)
        self.helped = True
        self._take(spot)

    def helps_left(self) -> i64:
        """Count the Little Help tokens that nobody has."""
        left: i64 = HELPS
        for seat in range(self.seats):
            left -= i64(self.data[DESKS + seat * DESK + HELPED])
        return left

    def _end_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the end of the turn: after the pick (PX1), with nothing left to place (PX7)."""
        if not self.picked and self.has_marble_in_reach():
            return count
        if self.has_duty():
            return count
        out[count] = END
        return count + 1

    def _play_end(self) -> None:
        """Stop acting; the steps of the end of the turn follow (PX28)."""
        for colour in range(COLOURS):
            self.data[FRESH + colour] = 0
        self.phase = RETURNS

    def _end_turn(self) -> None:
        """Award skill tokens, then see whether the round and the match are over (PX13, PX14)."""
        earned = self.earned_tokens()
        tokens = self.desk + TOKENS
        self.countdown = max(0, self.countdown - (earned - i64(self.data[tokens])))
        self.data[tokens] = u8(earned)
        self.turn += 1
        following = (self.seat + 1) % self.seats
        if following == self.options.first:
            self.round += 1
            if self.is_last_round() or self.round == self.options.rounds:
                self._end_match()
                return
        self._begin_turn(following)

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        phase = self.phase
        if self.to_move == CHANCE:
            return self._chance_moves(out, 0)
        if phase == TURN:
            return self._turn_moves(out, 0)
        if phase >= EFFECT:
            return self._effect_moves(out, 0)
        if phase == CHAIN:
            return self._explosion_moves(out, 0)
        if phase == RETURNS:
            return self._return_moves(out, 0)
        if phase == TILES_DUE:
            return self._stack_moves(out, 0)
        if phase == DRAFTING:
            return self._starter_moves(out, 0)
        if phase == TIE:
            return self._pick_moves(out, 0)
        return 0

    def play(self, move: i64) -> None:
        """Make a legal move, or let chance draw; then go on to the next decision."""
        phase = self.phase
        if self.to_move == CHANCE:
            self._play_chance(move)
        elif phase == TURN:
            self._play_turn(move)
        elif phase >= EFFECT:
            self._play_effect(move)
        elif phase == CHAIN:
            self._play_explosion()
        elif phase == RETURNS:
            self._play_return(move - RETURN, 1)
        elif phase == TILES_DUE:
            self._play_stack(move - STACK)
        elif phase == DRAFTING:
            self._play_starter(move - DRINK)
        else:
            self._play_pick(move)
        self._go_on()

    def _go_on(self) -> None:
        """Find what comes next: a draw, or a decision; do what leaves no choice."""
        while True:
            if self.due:
                if self._is_draw_due():
                    self.to_move = CHANCE
                    return
                self.due = False
            if self._is_choice_due():
                self.to_move = self._decider()
                return

    def _is_choice_due(self) -> bool:
        """Tell whether somebody, or nobody any more, has to decide; otherwise take a step."""
        phase = self.phase
        if phase == TURN or phase >= EFFECT:
            return True
        if phase == CHAIN:
            return self._is_chain_going()
        if phase == RETURNS:
            return self._is_return_chosen()
        if phase == TILES_DUE:
            return self._is_tile_chosen()
        if phase == SETUP:
            return self._is_setup_chosen()
        if phase == DRAFTING:
            return self._is_starter_chosen()
        if phase == TIE:
            return self._is_last_pick_due()
        return True

    def _decider(self) -> i64:
        """Name who decides next when nothing has to be drawn in a turn."""
        if self.phase == SETUP:
            return CHANCE
        return OVER if self.phase == FINISHED else self.seat

    def _is_chain_going(self) -> bool:
        """Tell whether another explosion follows; otherwise end the chain."""
        if self.is_collision():
            return True
        self.phase = TURN
        self.track = 0
        self.gap = 0
        if self.tie:
            self.phase = TIE
            self.picked = False
        return False

    def _is_tile_chosen(self) -> bool:
        """Tell whether the mover must choose a stack; take from the only one, or end the turn (PX10)."""
        if self.free_burner() == NONE or self.are_stacks_empty():
            self._end_turn()
            return False
        only = self._only_stack()
        if only == NONE:
            return True
        self._play_stack(only)
        return False

    # Chance

    def _chance_moves(self, out: vec[i64], count: i64) -> i64:
        """Add what chance can draw."""
        step: i64 = SIZES if self.event == LAYING else 1  # only starters are laid out
        move: i64 = 0
        while move < OUTCOMES[self.event]:
            if self.weight(move) > 0:
                out[count] = move
                count += 1
            move += step
        return count

    def weight(self, move: i64) -> i64:
        """Tell how often chance draws this: by the marbles, tiles or kinds there are, or by the tracks with room."""
        if self.event == TUMBLING:
            return ROLLING[self.roomy + move]
        return i64(self.data[BASES[self.event] + move])

    def _play_chance(self, move: i64) -> None:
        """Let chance draw."""
        event = self.event
        self.event = NONE
        if event == SIGHTING:
            self._play_sighting(move)
        elif event == TUMBLING:
            self._play_tumble(move)
        elif event == LANDING:
            self._play_landing(move)
        elif event == UNCOVERING:
            self._play_uncovering(move)
        elif event == LAYING:
            self._play_laying(move)
        else:
            self._play_removal(move)

    def _play_uncovering(self, tile: i64) -> None:
        """Show the new top of a stack."""
        data = self.data
        data[DECK + tile] = u8(i64(data[DECK + tile]) - 1)
        data[UNDER + self.onto] = u8(i64(data[UNDER + self.onto]) - 1)
        data[TOP + self.onto] = u8(tile + 1)

    # What a seat knows, and the name of the position

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write the dispenser and the stacks, the desks from the seat's own on, then how far the turn is."""
        data = self.data
        for track in range(TRACKS):
            first = TRACK + track * SIGHT
            for spot in range(first, first + i64(data[KNOWN + track])):
                out[spot] = u8(i64(data[spot]) + 1)
        for index in range(i64(KNOWN), i64(DESKS)):
            out[index] = data[index]
        place: i64 = DESKS
        for step in range(self.seats):
            desk = DESKS + (seat + step) % self.seats * DESK
            for index in range(desk, desk + DESK):
                out[place] = data[index]
                place += 1
        if self.marked != 0:
            for spot in range(i64(SPOTS)):
                out[MARKS + spot] = u8(self.marked >> spot & 1)
        facts = MARKS + SPOTS
        if self.to_move >= 0:
            out[facts] = u8(1 + (self.to_move - seat + self.seats) % self.seats)
        out[facts + 1] = u8(1 + (self.seat - seat + self.seats) % self.seats)
        self._write_course(out, facts + 2)

    def _write_course(self, out: vec[u8], index: i64) -> None:
        """Write how far the match and the turn are, a byte each, over zeros."""
        out[index] = u8(self.phase)
        out[index + 1] = u8(self.event + 1)
        if self.event == SIGHTING or self.event == UNCOVERING:
            out[index + 2] = u8(self.onto + 1)
        out[index + 3] = 1 if self.picked else 0
        out[index + 4] = 1 if self.helped else 0
        out[index + 5] = u8(self.track)
        out[index + 6] = u8(self.gap)
        out[index + 7] = u8(self.burning + 1)
        out[index + 8] = u8(self.left)
        out[index + 9] = u8(self.rolling)
        out[index + 10] = u8(self.landing + 1)
        out[index + 11] = u8(self.countdown)
        out[index + 12] = 1 if self.tie else 0
        if self.options.rounds > 0:
            out[index + 13] = u8(self.round)

    def key(self) -> bytes:
        """Name the position; of finished tiles only their kinds and what they are worth matter."""
        name = vec[u8]([0] * (DESKS + self.seats * DESK + COURSE + 4 + MARK_BYTES))
        for index in range(DESKS + self.seats * DESK):
            name[index] = self.data[index]
        for seat in range(self.seats):
            desk = DESKS + seat * DESK
            for index in range(desk + DONE, desk + DONE + TILES):
                name[index] = 0
            worth = self.points(seat) + HELP_POINTS * HELPS
            name[desk + DONE] = u8(worth // 256)
            name[desk + DONE + 1] = u8(worth % 256)
            name[desk + HELPED] = 0
        index = DESKS + self.seats * DESK
        self._write_course(name, index)
        name[index + COURSE] = u8(self.to_move + 4)
        name[index + COURSE + 1] = u8(self.seat)
        name[index + COURSE + 2] = u8(self.helps_left())
        name[index + COURSE + 3] = u8(self.winners)
        for byte in range(MARK_BYTES):
            name[index + COURSE + 4 + byte] = u8(self.marked >> (8 * byte) & 255)
        return bytes(memoryview(name))

    # The end

    def score(self, seat: i64) -> float:
        """Share 1 among the winners and -1 among the others (PX17)."""
        winners: i64 = 0
        for other in range(self.seats):
            winners += self.winners >> other & 1
        if winners == self.seats:
            return 0.0
        if self.winners >> seat & 1 == 1:
            return 1.0 / float(winners)
        return -1.0 / float(self.seats - winners)

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PX" + str(self.ended_by) if self.to_move == OVER else ""


def empty_state(options: Options, seats: i64) -> PotionExplosionState:
    """Make a match that has not begun."""
    return PotionExplosionState(options, seats, fresh_data(seats))
