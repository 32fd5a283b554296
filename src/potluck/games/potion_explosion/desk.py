"""The desks: placing marbles, completing potions, what returns at the end of a turn, and new tiles."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOURS,
    DONE,
    FRESH,
    HELD,
    ON,
    OPEN,
    POOL,
    READY,
    STACKS,
    TILE,
    TOP,
    UNDER,
)
from potluck.games.potion_explosion.codes import BREW, NONE, PLACE, RETURN, STACK, TILES_DUE
from potluck.games.potion_explosion.dispenser import Dispenser
from potluck.games.potion_explosion.potions import HOLES, SIZES


class Desk(Dispenser):
    """Do what happens on the mover's desk."""

    def held_by(self, desk: i64) -> i64:
        """Count the marbles that a seat holds, by the start of its bytes."""
        total: i64 = 0
        for held in range(desk + HELD, desk + HELD + COLOURS):
            total += i64(self.data[held])
        return total

    def open_holes(self, colour: i64) -> i64:
        """Count the mover's empty holes of a colour."""
        holes = self.desk + OPEN + colour
        return i64(self.data[holes]) + i64(self.data[holes + COLOURS])

    # Placing a marble

    def _place_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the ways to place a held marble on a hole of its colour (PX25)."""
        data = self.data
        desk = self.desk
        for colour in range(COLOURS):
            if data[desk + HELD + colour] == 0:
                continue
            for burner in range(BURNERS):
                if data[desk + OPEN + burner * COLOURS + colour] > 0:
                    out[count] = PLACE + colour * BURNERS + burner
                    count += 1
        return count

    def _play_place(self, colour: i64, burner: i64) -> None:
        """Place a marble on a hole of its colour."""
        self._lay(colour, burner, colour)

    def _lay(self, colour: i64, burner: i64, hole: i64) -> None:
        """Put a held marble on a hole; one taken this turn goes first (PX7)."""
        data = self.data
        desk = self.desk
        data[desk + HELD + colour] = u8(i64(data[desk + HELD + colour]) - 1)
        if data[FRESH + colour] > 0:
            data[FRESH + colour] = u8(i64(data[FRESH + colour]) - 1)
        holes = desk + OPEN + burner * COLOURS
        data[holes + hole] = u8(i64(data[holes + hole]) - 1)
        marbles = desk + ON + burner * COLOURS + colour
        data[marbles] = u8(i64(data[marbles]) + 1)
        if data[holes] == 0 and data[holes + 1] == 0 and data[holes + 2] == 0 and data[holes + 3] == 0:
            self._complete(burner)

    def _complete(self, burner: i64) -> None:
        """Turn a full tile over and send its marbles back (PX9)."""
        data = self.data
        desk = self.desk
        tile = i64(data[desk + TILE + burner]) - 1
        data[desk + TILE + burner] = 0
        data[desk + DONE + tile] = u8(i64(data[desk + DONE + tile]) + 1)
        ready = desk + READY + tile // SIZES
        data[ready] = u8(i64(data[ready]) + 1)
        for colour in range(COLOURS):
            marbles = desk + ON + burner * COLOURS + colour
            if data[marbles] > 0:
                self._send_back(colour, i64(data[marbles]))
                data[marbles] = 0

    # Placing together what can go one way only (PX27)

    def forced(self, colour: i64) -> i64:
        """Count the marbles of a colour that must be placed and leave no choice of tile."""
        fresh = i64(self.data[FRESH + colour])
        if fresh == 0:
            return 0
        holes = self.desk + OPEN + colour
        first = i64(self.data[holes])
        second = i64(self.data[holes + COLOURS])
        if first > 0 and second > 0 and fresh < first + second:
            return 0
        return min(fresh, first + second)

    def _brew_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the joint placing where it spares the mover more than one move."""
        total: i64 = 0
        for colour in range(COLOURS):
            total += self.forced(colour)
        if total < 2:
            return count
        out[count] = BREW
        return count + 1

    def _play_brew(self) -> None:
        """Place all marbles that must be placed and leave no choice of tile."""
        for colour in range(COLOURS):
            rest: i64 = self.forced(colour)
            for burner in range(BURNERS):
                while rest > 0 and self.data[self.desk + OPEN + burner * COLOURS + colour] > 0:
                    self._lay(colour, burner, colour)
                    rest -= 1

    def has_duty(self) -> bool:
        """Tell whether a marble taken this turn still has to be placed (PX7)."""
        for colour in range(COLOURS):
            if self.data[FRESH + colour] > 0 and self.open_holes(colour) > 0:
                return True
        return False

    # What the pool cannot hold

    def can_return(self, colour: i64) -> bool:
        """Tell whether a marble may return: it is held, and no hole waits for it (PX8)."""
        return self.data[self.desk + HELD + colour] > 0 and self.open_holes(colour) == 0

    def _return_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the colours that may return."""
        for colour in range(COLOURS):
            if self.can_return(colour):
                out[count] = RETURN + colour
                count += 1
        return count

    def _play_return(self, colour: i64, count: i64) -> None:
        """Send held marbles back to the dispenser."""
        held = self.desk + HELD + colour
        self.data[held] = u8(i64(self.data[held]) - count)
        self._send_back(colour, count)

    def _is_return_chosen(self) -> bool:
        """Tell whether the mover must choose what returns; return what leaves no choice."""
        excess = self.held_by(self.desk) - POOL
        if excess <= 0:
            self.phase = TILES_DUE
            self.due = True
            return False
        only: i64 = NONE
        for colour in range(COLOURS):
            if self.can_return(colour):
                if only != NONE:
                    return True
                only = colour
        self._play_return(only, excess)
        return False

    # New tiles

    def free_burner(self) -> i64:
        """Find a burner of the mover without a tile."""
        for burner in range(BURNERS):
            if self.data[self.desk + TILE + burner] == 0:
                return burner
        return NONE

    def _stack_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the stacks that have a tile (PX10)."""
        for stack in range(STACKS):
            if self.data[TOP + stack] > 0:
                out[count] = STACK + stack
                count += 1
        return count

    def _play_stack(self, stack: i64) -> None:
        """Put the top of a stack on a free burner."""
        tile = i64(self.data[TOP + stack]) - 1
        self.data[TOP + stack] = 0
        self._set_tile(self.free_burner(), tile)
        if self.data[UNDER + stack] > 0:
            self.due = True

    def _set_tile(self, burner: i64, tile: i64) -> None:
        """Put an empty tile on a burner of the mover."""
        data = self.data
        data[self.desk + TILE + burner] = u8(tile + 1)
        for colour in range(COLOURS):
            data[self.desk + OPEN + burner * COLOURS + colour] = u8(HOLES[tile * COLOURS + colour])

    def are_stacks_empty(self) -> bool:
        """Tell whether no tile is left to draw."""
        for stack in range(STACKS):
            if self.data[TOP + stack] > 0 or self.data[UNDER + stack] > 0:
                return False
        return True

    def _only_stack(self) -> i64:
        """Find the stack that has a tile, if it is the only one."""
        only: i64 = NONE
        for stack in range(STACKS):
            if self.data[TOP + stack] > 0:
                if only != NONE:
                    return NONE
                only = stack
        return only
